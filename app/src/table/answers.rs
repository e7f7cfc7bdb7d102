//! The answers of the prompt bar, for every kind of question.

use egui::{Button, RichText, Ui, vec2};
use nightcoach_rules::{
    Choices, Face, Neighbour, Occupation, Refusal, Seat, SeatSet, Side, Spoils, TakeChoices, TurnChoices, neighbour,
};
use nightcoach_words::{Phrase, Text, face, occupation, occupation_rule, power, spoils};

use super::declare::{Claim, Naming};
use super::demand::Wanted;
use super::draft::{Draft, Pick, seats};
use super::scene::Scene;
use super::sheet::Sheet;
use crate::theme;

pub(crate) fn show(ui: &mut Ui, scene: &Scene<'_>, draft: &mut Draft, sheet: &mut Option<Sheet>) {
    match scene.choices {
        Choices::Nothing | Choices::Forced(_) => {}
        Choices::Turn(turn) => turn_ui(ui, scene, draft, sheet, turn),
        Choices::Answer(answer) => {
            let free = answer.refusal == Refusal::Allowed;
            pick_ui(ui, draft, Pick::Accept, scene.text(Text::DoAccept), !answer.answers.is_empty());
            pick_ui(ui, draft, Pick::Refuse, scene.text(Text::DoRefuse), free);
        }
        Choices::Foresee { may } => use_ui(ui, scene, draft, Text::DoForesee, Text::DoEndTurn, *may),
        Choices::Reorder { pile } => pile_ui(ui, scene, draft, pile),
        Choices::Text { kind: Some(_), .. } => {
            use_ui(ui, scene, draft, Text::DoAnnounce, Text::DoStaySilent, true);
        }
        Choices::Text { kind: None, .. } => pick_ui(ui, draft, Pick::Decline, scene.text(Text::DoGoOn), true),
        Choices::UseText { .. } => use_ui(ui, scene, draft, Text::DoUseText, Text::DoDeclineText, true),
        Choices::Direct => direct_ui(ui, scene, draft),
        Choices::Exchange { spares, own } => spares_ui(ui, scene, draft, spares, *own),
        Choices::PickAssociation { .. } => associations_ui(ui, scene, draft),
        Choices::Support => support_ui(ui, scene, draft),
        Choices::Priest { may } => use_ui(ui, scene, draft, Text::DoStop, Text::DoLetAttack, *may),
        Choices::Doctor { may } => use_ui(ui, scene, draft, Text::DoCancel, Text::DoLetStand, *may),
        Choices::Pay { cards, .. } | Choices::Surrender { cards, .. } | Choices::Pledge { cards, .. } => {
            cards_ui(ui, scene, draft, cards);
        }
        Choices::Hypnotise { targets } => {
            pick_ui(ui, draft, Pick::Decline, scene.text(Text::DoHypnotiseNobody), true);
            if !targets.is_empty() {
                seats_ui(ui, scene, draft, *targets, true);
            }
        }
        Choices::Abilities { usable, powers } => {
            for used in powers {
                if toggle(ui, power(scene.language, *used), draft.power == Some(*used), true) {
                    draft.toggle_power(*used);
                }
            }
            cards_ui(ui, scene, draft, usable);
            pick_ui(ui, draft, Pick::Decline, scene.text(Text::DoOpenNothing), true);
        }
        Choices::Spoils => {
            for choice in [Spoils::Identity, Spoils::Luggage] {
                pick_ui(ui, draft, Pick::Spoils(choice), spoils(scene.language, choice), true);
            }
        }
        Choices::Take(take) => take_ui(ui, scene, draft, take),
        Choices::Give { receivers, .. } => seats_ui(ui, scene, draft, *receivers, true),
        Choices::Vote => {
            pick_ui(ui, draft, Pick::Vote(true), scene.text(Text::DoDraw), true);
            pick_ui(ui, draft, Pick::Vote(false), scene.text(Text::DoPlayOn), true);
        }
    }
}

fn turn_ui(ui: &mut Ui, scene: &Scene<'_>, draft: &mut Draft, sheet: &mut Option<Sheet>, turn: &TurnChoices) {
    pick_ui(ui, draft, Pick::Offer, scene.text(Text::DoOffer), true);
    pick_ui(ui, draft, Pick::Attack, scene.text(Text::DoAttack), true);
    // The own occupation shows on the screen only when there is something to do with it.
    if turn.demand.is_some() && opens(ui, scene, Text::DoDemand, true) {
        *sheet = Some(Sheet::Demand(Wanted::default()));
    }
    if turn.foresee {
        pick_ui(ui, draft, Pick::Foresee, scene.text(Text::DoForesee), true);
    }
    if opens(ui, scene, Text::DoDeclare, turn.declare.is_ok()) {
        *sheet = Some(Sheet::Claim(Naming::new(Claim::Team)));
    }
    if scene.view.state.options.prophecy && opens(ui, scene, Text::DoProphesy, turn.prophecy.is_some()) {
        *sheet = Some(Sheet::Claim(Naming::new(Claim::Prophecy)));
    }
    for (set, items) in turn.solo.iter().flatten().enumerate() {
        pick_ui(ui, draft, Pick::WinAlone(set), &scene.phrase(&Phrase::WinAlone(items)), true);
    }
    pick_ui(ui, draft, Pick::Pass, scene.text(Text::DoPass), true);
    // They stand here from the start, so that nothing moves when they are wanted.
    ui.end_row();
    let wanted = matches!(draft.pick, Some(Pick::Offer | Pick::Attack));
    seats_ui(ui, scene, draft, turn.partners, wanted);
}

/// A button that opens a sheet.
fn opens(ui: &mut Ui, scene: &Scene<'_>, label: Text, enabled: bool) -> bool {
    let button = Button::new(scene.text(label)).min_size(vec2(0.0, 30.0));
    ui.add_enabled(enabled, button).clicked()
}

/// To use the own occupation or text, or to let it be.
fn use_ui(ui: &mut Ui, scene: &Scene<'_>, draft: &mut Draft, uses: Text, declines: Text, may: bool) {
    pick_ui(ui, draft, Pick::Use, scene.text(uses), may);
    pick_ui(ui, draft, Pick::Decline, scene.text(declines), true);
}

/// The pile, every object by its number: the first picked is drawn first.
fn pile_ui(ui: &mut Ui, scene: &Scene<'_>, draft: &mut Draft, pile: &[Face]) {
    for (place, card) in pile.iter().enumerate() {
        let picked = draft.top.contains(&place);
        if toggle(ui, &numbered(scene, *card, place), picked, picked || draft.top.len() < 2) {
            draft.toggle_top(place);
        }
    }
}

fn direct_ui(ui: &mut Ui, scene: &Scene<'_>, draft: &mut Draft) {
    for side in [Neighbour::Left, Neighbour::Right] {
        let to = neighbour(&scene.view.state, scene.view.seat, side);
        pick_ui(ui, draft, Pick::Direct(side), &scene.phrase(&Phrase::Direct { side, to }), true);
    }
}

fn spares_ui(ui: &mut Ui, scene: &Scene<'_>, draft: &mut Draft, spares: &[Occupation], own: Option<Occupation>) {
    for role in spares.iter().chain(&own) {
        let (pick, name) = (Pick::Take(*role), occupation(scene.language, *role));
        let rule = format!("{name}\n{}", occupation_rule(scene.language, *role));
        if button(ui, name, draft.pick == Some(pick), true).on_hover_text(rule).clicked() {
            draft.toggle(pick);
        }
    }
}

fn associations_ui(ui: &mut Ui, scene: &Scene<'_>, draft: &mut Draft) {
    for place in 0..3 {
        let number = u16::from(place).saturating_add(1);
        pick_ui(ui, draft, Pick::LookAt(place), &scene.phrase(&Phrase::AssociationCard(number)), true);
    }
}

fn cards_ui(ui: &mut Ui, scene: &Scene<'_>, draft: &mut Draft, cards: &[Face]) {
    for card in cards {
        card_ui(ui, scene, draft, *card);
    }
}

/// An own card that can be picked by its name.
fn card_ui(ui: &mut Ui, scene: &Scene<'_>, draft: &mut Draft, card: Face) {
    let place = scene.view.hand.iter().position(|own| *own == card);
    let picked = draft.card.and_then(|place| scene.view.hand.get(place));
    let on = draft.open.contains(&card) || picked == Some(&card);
    if toggle(ui, face(scene.language, card), on, true)
        && let Some(place) = place
    {
        // The other one of two equal cards may be the one that is picked.
        let place = if picked == Some(&card) { draft.card.unwrap_or(place) } else { place };
        draft.toggle_card(scene.view, scene.choices, place);
    }
}

fn support_ui(ui: &mut Ui, scene: &Scene<'_>, draft: &mut Draft) {
    let Some(fight) = scene.view.state.phase.fight() else {
        return;
    };
    for (side, seat, role) in
        [(Side::Attacker, fight.attacker, Text::Attacker), (Side::Defender, fight.defender, Text::Defender)]
    {
        let label = format!("{} ({})", scene.name(seat), scene.text(role));
        pick_ui(ui, draft, Pick::Support(Some(side)), &label, true);
    }
    pick_ui(ui, draft, Pick::Support(None), scene.text(Text::DoSupportNobody), true);
}

fn seats_ui(ui: &mut Ui, scene: &Scene<'_>, draft: &mut Draft, among: SeatSet, enabled: bool) {
    ui.label(RichText::new(scene.text(Text::ToWhom)).color(theme::QUIET));
    let reachable = seats(scene.view, scene.choices).and(among);
    for seat in from_left(scene, reachable) {
        if toggle(ui, &short(&scene.name(seat)), draft.seat == Some(seat), enabled) {
            draft.toggle_seat(scene.view, scene.choices, seat);
        }
    }
}

/// Seats in the order in which they sit, from the left of the own seat.
pub(super) fn from_left(scene: &Scene<'_>, among: SeatSet) -> impl Iterator<Item = Seat> {
    scene.view.state.others_from_left(scene.view.seat).filter(move |seat| among.contains(*seat))
}

fn take_ui(ui: &mut Ui, scene: &Scene<'_>, draft: &mut Draft, take: &TakeChoices) {
    ui.label(RichText::new(scene.text(Text::TakeWhich)).color(theme::QUIET));
    if let Some(cards) = &take.give_back {
        for card in &take.shown {
            ui.label(face(scene.language, *card));
        }
        ui.end_row();
        ui.label(RichText::new(scene.text(Text::GiveWhich)).color(theme::QUIET));
        for (place, card) in cards.iter().enumerate() {
            if toggle(ui, &numbered(scene, *card, place), draft.give_back == Some(*card), true) {
                draft.give_back = (draft.give_back != Some(*card)).then_some(*card);
            }
        }
        return;
    }
    for (place, card) in take.shown.iter().enumerate() {
        if toggle(ui, &numbered(scene, *card, place), draft.place == Some(place), true) {
            draft.toggle_place(place);
        }
    }
}

fn numbered(scene: &Scene<'_>, card: Face, place: usize) -> String {
    scene.phrase(&Phrase::CardKey { face: card, digit: place.saturating_add(1) })
}

fn pick_ui(ui: &mut Ui, draft: &mut Draft, pick: Pick, label: &str, enabled: bool) {
    if toggle(ui, label, draft.pick == Some(pick), enabled) {
        draft.toggle(pick);
    }
}

fn toggle(ui: &mut Ui, label: &str, on: bool, enabled: bool) -> bool {
    button(ui, label, on, enabled).clicked()
}

/// A button that stays down while it is picked.
pub(super) fn button(ui: &mut Ui, label: &str, on: bool, enabled: bool) -> egui::Response {
    ui.add_enabled(enabled, Button::selectable(on, label).frame_when_inactive(true).min_size(vec2(0.0, 30.0)))
}

/// A name that fits on a button.
pub(super) fn short(name: &str) -> String {
    const MOST: usize = 18;
    if name.chars().count() <= MOST {
        return name.to_owned();
    }
    let front: String = name.chars().take(MOST).collect();
    format!("{front}…")
}
