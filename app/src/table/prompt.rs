//! The prompt bar: one question, its answers at the same place always, and a button that does what is picked.

use egui::{Button, RichText, ScrollArea, Ui, vec2};
use nightcoach_rules::{Choice, Choices, Face, Refusal, Seat, SeatSet, Side, Spoils, TakeChoices, TurnChoices};
use nightcoach_words::{Phrase, Text, face, power, spoils};

use super::declare::{Claim, Naming};
use super::draft::{Draft, Pick, seats};
use super::scene::{Scene, fight};
use super::speech;
use crate::theme;

/// Height of the line with the confirming button.
const CONFIRM_HEIGHT: f32 = 44.0;

/// Draws the bar; returns the choice that the person has confirmed.
pub(crate) fn show(
    ui: &mut Ui,
    scene: &Scene<'_>,
    draft: &mut Draft,
    declaring: &mut Option<Naming>,
) -> Option<Choice> {
    let asked = !matches!(scene.choices, Choices::Nothing | Choices::Forced(_));
    let colour = if asked { theme::GOLD } else { theme::QUIET };
    let question = egui::Label::new(RichText::new(speech::question(scene)).size(theme::QUESTION).color(colour));
    // Whom the table waits for changes all the time: on one line, so that the table stays where it is.
    ui.add(if asked { question.wrap() } else { question.truncate() });
    if !asked {
        return None;
    }
    let height = (ui.available_height() - CONFIRM_HEIGHT - ui.spacing().item_spacing.y).max(36.0);
    let answers = ScrollArea::vertical().id_salt("answers").auto_shrink([false, true]).max_height(height);
    answers.show(ui, |ui| {
        ui.add_enabled_ui(scene.live, |ui| {
            ui.spacing_mut().item_spacing.y = 4.0;
            ui.horizontal_wrapped(|ui| answers_ui(ui, scene, draft, declaring));
        });
    });
    confirm_ui(ui, scene, draft)
}

/// The button that sends, named by what it does, with the consequence beside it.
fn confirm_ui(ui: &mut Ui, scene: &Scene<'_>, draft: &mut Draft) -> Option<Choice> {
    let choice = draft.choice(scene.view, scene.choices);
    let spoken = choice.as_ref().and_then(|choice| speech::spoken(scene, choice));
    let mut sent = None;
    ui.horizontal(|ui| {
        ui.set_min_height(CONFIRM_HEIGHT);
        if let Some((label, then)) = spoken {
            let text = RichText::new(scene.phrase(&Phrase::Confirm(&label))).color(theme::INK);
            let button = Button::new(text).fill(theme::GOLD).min_size(vec2(150.0, 34.0));
            if ui.add_enabled(scene.live, button).clicked() {
                sent = choice;
            }
            if ui.add_enabled(scene.live, Button::new(scene.text(Text::Clear)).min_size(vec2(0.0, 34.0))).clicked() {
                *draft = Draft::default();
            }
            ui.add(egui::Label::new(then).wrap());
        } else if let Some(hint) = speech::missing(draft, scene.choices) {
            ui.vertical(|ui| {
                ui.spacing_mut().item_spacing.y = 2.0;
                ui.label(RichText::new(scene.text(hint)).color(theme::TEXT));
                if let Some(why) = speech::barred(scene.choices) {
                    ui.label(RichText::new(scene.text(why)).size(theme::SMALL).color(theme::QUIET));
                }
            });
        }
    });
    sent
}

fn answers_ui(ui: &mut Ui, scene: &Scene<'_>, draft: &mut Draft, declaring: &mut Option<Naming>) {
    match scene.choices {
        Choices::Nothing | Choices::Forced(_) => {}
        Choices::Turn(turn) => turn_ui(ui, scene, draft, declaring, turn),
        Choices::Answer(answer) => {
            let free = answer.refusal == Refusal::Allowed;
            pick_ui(ui, draft, Pick::Accept, scene.text(Text::DoAccept), !answer.answers.is_empty());
            pick_ui(ui, draft, Pick::Refuse, scene.text(Text::DoRefuse), free);
        }
        Choices::Support => support_ui(ui, scene, draft),
        Choices::Priest { may } => {
            pick_ui(ui, draft, Pick::Use, scene.text(Text::DoStop), *may);
            pick_ui(ui, draft, Pick::OpenNothing, scene.text(Text::DoLetAttack), true);
        }
        Choices::Doctor { may } => {
            pick_ui(ui, draft, Pick::Use, scene.text(Text::DoCancel), *may);
            pick_ui(ui, draft, Pick::OpenNothing, scene.text(Text::DoLetStand), true);
        }
        Choices::Pay { cards, .. } => {
            for card in cards {
                card_ui(ui, scene, draft, *card);
            }
        }
        Choices::Hypnotise { targets } => {
            pick_ui(ui, draft, Pick::OpenNothing, scene.text(Text::DoHypnotiseNobody), true);
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
            for card in usable {
                card_ui(ui, scene, draft, *card);
            }
            pick_ui(ui, draft, Pick::OpenNothing, scene.text(Text::DoOpenNothing), true);
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

fn turn_ui(ui: &mut Ui, scene: &Scene<'_>, draft: &mut Draft, declaring: &mut Option<Naming>, turn: &TurnChoices) {
    pick_ui(ui, draft, Pick::Offer, scene.text(Text::DoOffer), true);
    pick_ui(ui, draft, Pick::Attack, scene.text(Text::DoAttack), true);
    let declare = Button::new(scene.text(Text::DoDeclare)).min_size(vec2(0.0, 30.0));
    if ui.add_enabled(turn.declare.is_ok(), declare).clicked() {
        *declaring = Some(Naming::new(Claim::Team));
    }
    if scene.view.state.options.prophecy {
        let prophesy = Button::new(scene.text(Text::DoProphesy)).min_size(vec2(0.0, 30.0));
        if ui.add_enabled(turn.prophecy.is_some(), prophesy).clicked() {
            *declaring = Some(Naming::new(Claim::Prophecy));
        }
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

/// An own card that can be picked by its name.
fn card_ui(ui: &mut Ui, scene: &Scene<'_>, draft: &mut Draft, card: Face) {
    let place = scene.view.hand.iter().position(|own| *own == card);
    let on = draft.open.contains(&card) || (place.is_some() && draft.card == place);
    if toggle(ui, face(scene.language, card), on, true)
        && let Some(place) = place
    {
        draft.toggle_card(scene.view, scene.choices, place);
    }
}

fn support_ui(ui: &mut Ui, scene: &Scene<'_>, draft: &mut Draft) {
    let Some(fight) = fight(&scene.view.state) else {
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
fn from_left(scene: &Scene<'_>, among: SeatSet) -> impl Iterator<Item = Seat> {
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
    let button = Button::selectable(on, label).frame_when_inactive(true).min_size(vec2(0.0, 30.0));
    ui.add_enabled(enabled, button).clicked()
}

/// A name that fits on a button.
fn short(name: &str) -> String {
    const MOST: usize = 18;
    if name.chars().count() <= MOST {
        return name.to_owned();
    }
    let front: String = name.chars().take(MOST).collect();
    format!("{front}…")
}
