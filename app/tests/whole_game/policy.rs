//! How the person at a window answers: whatever uses a card that has not been used yet.

use egui::accesskit::Role;
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use nightcoach_rules::{Face, Occupation, Power, Spoils, is_texted};
use nightcoach_words::{Text, face, occupation, power, spoils, text};

use super::NAMES;
use super::story::Story;
use super::support::{EN, Window, click, reach};

/// Turns after which whoever can declares, so that the game ends.
const LONG: u32 = 40;

/// A person's hands: on the mouse, or on the keyboard alone.
#[derive(Debug)]
pub(crate) struct Hands {
    pub(crate) by_keys: bool,
}

/// What can be pressed in a window now.
struct Buttons(Vec<String>);

impl Buttons {
    fn of(window: &Window) -> Self {
        let nodes = window.query_all_by(|node| node.role() == Role::Button);
        let free = nodes.filter(|node| !node.accesskit_node().is_disabled());
        Self(free.filter_map(|node| node.accesskit_node().label()).collect())
    }

    fn has(&self, label: &str) -> bool {
        self.0.iter().any(|button| button == label)
    }

    fn starting(&self, start: &str) -> Option<&String> {
        self.0.iter().find(|button| button.starts_with(start))
    }

    /// The names of seats that can be picked.
    fn seats(&self) -> impl Iterator<Item = &String> {
        self.0.iter().filter(|button| NAMES.contains(&button.as_str()))
    }

    /// The whole label of a card of the own hand that can be picked.
    fn card(&self, name: &str) -> Option<&String> {
        let named = format!(". {name}. ");
        self.0.iter().find(|button| button.starts_with(|digit: char| digit.is_ascii_digit()) && button.contains(&named))
    }

    /// The label of any card of the own hand, rather one whose text has not been used.
    fn best_card(&self, story: &Story) -> Option<&String> {
        let unused = Face::ALL.into_iter().filter(|card| is_texted(*card, false) && !story.knows(face(EN, *card)));
        let rest = Face::ALL.into_iter();
        unused.chain(rest).find_map(|card| self.card(face(EN, card)))
    }
}

impl Hands {
    /// Answers what the window asks, if it asks anything.
    pub(crate) fn act(&self, window: &mut Window, story: &Story) {
        let buttons = Buttons::of(window);
        let Some(picks) = answer(window, &buttons, story) else {
            return;
        };
        for label in &picks {
            self.press(window, label);
        }
        let confirm = Buttons::of(window).starting("Confirm: ").cloned();
        if let Some(label) = confirm {
            self.press(window, &label);
        }
    }

    fn press(&self, window: &mut Window, label: &str) {
        if self.by_keys {
            reach(window, label);
        } else {
            click(window, label);
        }
    }
}

/// Whether a question or label stands on the screen.
fn asks(window: &Window, what: Text) -> bool {
    window.query_by_label(text(EN, what)).is_some()
}

/// What is to be pressed before the button that sends.
fn answer(window: &Window, buttons: &Buttons, story: &Story) -> Option<Vec<String>> {
    let pick = |label: Text| buttons.has(text(EN, label)).then(|| vec![text(EN, label).to_owned()]);
    let first = |labels: &[Text]| labels.iter().find_map(|label| pick(*label));
    if asks(window, Text::AskTurn) {
        return turn(buttons, story);
    }
    if asks(window, Text::AskReorder) {
        return reorder(buttons, story);
    }
    if buttons.has(text(EN, Text::DoRefuse)) || buttons.has(text(EN, Text::DoAccept)) {
        return trade(buttons, story);
    }
    if asks(window, Text::HintOpen) {
        return Some(abilities(buttons));
    }
    if let Some(support) = buttons.0.iter().find(|button| button.ends_with(" (attacker)")) {
        return Some(vec![side(buttons, support)]);
    }
    if buttons.has(text(EN, Text::DoHypnotiseNobody)) {
        let somebody = buttons.seats().next().cloned();
        return somebody.map(|seat| vec![seat]).or_else(|| pick(Text::DoHypnotiseNobody));
    }
    // Use what is there; else the answer that uses nothing.
    let simple = [
        Text::DoStop,
        Text::DoLetAttack,
        Text::DoCancel,
        Text::DoLetStand,
        Text::DoAnnounce,
        Text::DoGoOn,
        Text::DoUseText,
        Text::DoPlayOn,
    ];
    first(&simple).or_else(|| luggage(buttons)).or_else(|| cards(window, buttons, story))
}

/// The main action: the own occupation, a text that was not used, a fight, or at last a declaration.
fn turn(buttons: &Buttons, story: &Story) -> Option<Vec<String>> {
    let label = |what: Text| text(EN, what).to_owned();
    if buttons.has(text(EN, Text::DoForesee)) {
        return Some(vec![label(Text::DoForesee)]);
    }
    if buttons.has(text(EN, Text::DoDemand)) {
        return Some(demand(buttons, story));
    }
    let enough = story.used.len() >= super::WANTED || story.turns > LONG;
    if enough && buttons.has(text(EN, Text::DoDeclare)) {
        return Some(vec![label(Text::DoDeclare), label(Text::DeclareNow)]);
    }
    // Another partner in every turn.
    let by_turn = NAMES.iter().cycle().skip(usize::try_from(story.turns).unwrap_or(0)).take(NAMES.len());
    let partner = by_turn.map(|name| (*name).to_owned()).find(|name| is_seat(buttons, name));
    let mut unused = Face::ALL.into_iter().filter(|card| is_texted(*card, false) && !story.knows(face(EN, *card)));
    let offered = unused.find_map(|card| buttons.card(face(EN, card))).cloned();
    match offered {
        Some(card) => Some(vec![card, partner?]),
        None => Some(vec![label(Text::DoAttack), partner?]),
    }
}

/// Whether this is another seat that can be chosen: its place at the table can be pressed.
fn is_seat(buttons: &Buttons, name: &str) -> bool {
    buttons.starting(&format!("{name}, ")).is_some()
}

/// A Dagger, from the first seat.
fn demand(buttons: &Buttons, story: &Story) -> Vec<String> {
    let label = |what: Text| text(EN, what).to_owned();
    let from = NAMES.iter().find(|name| is_seat(buttons, name)).copied().unwrap_or_default();
    let own = buttons.best_card(story).map(|label| name_of(label)).unwrap_or_default();
    let what = format!("{}: {}", label(Text::DemandWhat), face(EN, Face::Dagger));
    let from = format!("{}: {from}", label(Text::DemandFrom));
    let give = format!("{}: {own}", label(Text::DemandFor));
    vec![label(Text::DoDemand), what, from, give, label(Text::DemandNow)]
}

/// The card's name in the label of a card in the hand.
fn name_of(label: &str) -> String {
    label.split(". ").nth(1).unwrap_or_default().to_owned()
}

/// Texts that were not used go on top, to be drawn next.
fn reorder(buttons: &Buttons, story: &Story) -> Option<Vec<String>> {
    let pile: Vec<&String> = buttons.0.iter().filter(|button| shown_card(button).is_some()).collect();
    let fresh = |card: Face| is_texted(card, false) && !story.knows(face(EN, card));
    let (wanted, rest): (Vec<&String>, Vec<&String>) =
        pile.into_iter().partition(|button| shown_card(button).is_some_and(fresh));
    let two: Vec<String> = wanted.into_iter().chain(rest).take(2).cloned().collect();
    (two.len() == 2).then_some(two)
}

/// The card on a button that shows one with its number.
fn shown_card(button: &str) -> Option<Face> {
    let (name, number) = button.strip_suffix(')')?.rsplit_once(" (")?;
    number.parse::<u8>().ok()?;
    Face::ALL.into_iter().find(|card| face(EN, *card) == name)
}

fn trade(buttons: &Buttons, story: &Story) -> Option<Vec<String>> {
    let card = buttons.best_card(story).cloned();
    card.map(|card| vec![card]).or_else(|| Some(vec![text(EN, Text::DoRefuse).to_owned()]))
}

/// Everything that the own hand and the own occupation can do, or nothing.
fn abilities(buttons: &Buttons) -> Vec<String> {
    let objects = Face::ALL.map(|card| face(EN, card));
    let mut powers = Power::ALL.map(|one| power(EN, one)).into_iter().filter(|power| buttons.has(power));
    let used = objects.into_iter().filter(|card| buttons.has(card)).chain(powers.next());
    let all: Vec<String> = used.map(str::to_owned).collect();
    if all.is_empty() { vec![text(EN, Text::DoOpenNothing).to_owned()] } else { all }
}

/// The side for which the own hand has something; nobody without.
fn side(buttons: &Buttons, attacker: &str) -> String {
    let holds = |name: &str| buttons.0.iter().any(|button| button.starts_with(&format!("Rules of {name} (")));
    let defender = buttons.0.iter().find(|button| button.ends_with(" (defender)"));
    match defender {
        Some(defender) if holds(face(EN, Face::Whip)) => defender.clone(),
        _ if holds(face(EN, Face::Knives)) => attacker.to_owned(),
        _ => text(EN, Text::DoSupportNobody).to_owned(),
    }
}

fn luggage(buttons: &Buttons) -> Option<Vec<String>> {
    let label = spoils(EN, Spoils::Luggage);
    buttons.has(label).then(|| vec![label.to_owned()])
}

/// One of several cards or sides: to pay, to give, to pass, to hand over, to take.
fn cards(window: &Window, buttons: &Buttons, story: &Story) -> Option<Vec<String>> {
    if let Some(left) = buttons.starting("To the left: ") {
        return Some(vec![left.clone()]);
    }
    if asks(window, Text::AskExchange) {
        let mut roles = Occupation::ALL.into_iter().map(|role| occupation(EN, role));
        return roles.find(|role| buttons.has(role)).map(|role| vec![role.to_owned()]);
    }
    if asks(window, Text::TakeWhich) {
        return buttons.0.iter().find(|button| shown_card(button).is_some()).map(|button| vec![button.clone()]);
    }
    let card = buttons.best_card(story)?.clone();
    let receiver = buttons.seats().next().cloned();
    Some(core::iter::once(card).chain(receiver).collect())
}
