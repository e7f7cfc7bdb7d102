//! Questions to a person at a terminal: numbered choices, answered by a number.

use nightcoach_rules::{Action, Choice, Choices, Face, Kind, Power, View, choices};
use nightcoach_words::{
    Language, association, face, kind, memory, occupation, power, seat_list, seat_name, side, spoils,
};
use tokio::io::{AsyncBufReadExt as _, BufReader, Lines, Stdin};

use crate::say;

const ENGLISH: Language = Language::English;

/// Reads numbers from standard input while a question is open.
pub(crate) struct Prompt {
    typed: Option<Lines<BufReader<Stdin>>>,
    open: Vec<Choice>,
}

impl Prompt {
    /// Listens to standard input.
    pub(crate) fn start() -> Self {
        Self { typed: Some(BufReader::new(tokio::io::stdin()).lines()), open: Vec::new() }
    }

    /// Asks nobody.
    pub(crate) const fn silent() -> Self {
        Self { typed: None, open: Vec::new() }
    }

    /// Shows what the seat knows and lists its choices.
    pub(crate) fn ask(&mut self, names: &[String], view: &View) {
        let hand: Vec<&str> = view.hand.iter().map(|card| face(ENGLISH, *card)).collect();
        say::line(&format!(
            "You: {}, {}. Your objects: {}.",
            association(ENGLISH, view.association),
            occupation(ENGLISH, view.occupation),
            hand.join(", ")
        ));
        for seen in view.memories.iter().rev().take(3).rev() {
            say::line(&format!("  {}", memory(ENGLISH, names, seen)));
        }
        let now = choices(view);
        if let Choices::Answer(answer) = &now {
            let from = seat_name(ENGLISH, names, answer.offerer);
            say::line(&format!("{from} offers you: {}.", face(ENGLISH, answer.offered)));
        }
        self.open = now.all();
        for (choice, number) in self.open.iter().zip(1..) {
            say::line(&format!("  {number:3}  {}", sentence(names, choice)));
        }
        say::line("Your choice, by number:");
    }

    /// The choice of the next number typed. Safe to drop while waiting.
    pub(crate) async fn answer(&mut self) -> Option<Choice> {
        let Some(typed) = &mut self.typed else { return std::future::pending().await };
        let Ok(Some(line)) = typed.next_line().await else {
            self.typed = None;
            say::complain("standard input has ended; this seat waits. Use --bot to let a bot play.");
            return None;
        };
        if self.open.is_empty() {
            return None;
        }
        let number = line.trim().parse::<usize>().ok();
        let choice = number.and_then(|number| self.open.get(number.checked_sub(1)?)).cloned();
        if choice.is_none() {
            say::line(&format!("Type a number from 1 to {}.", self.open.len()));
        } else {
            self.open.clear();
        }
        choice
    }
}

/// A choice in words.
fn sentence(names: &[String], choice: &Choice) -> String {
    let seat = |seat| seat_name(ENGLISH, names, seat);
    let card = choice.selection.first().map_or("nothing", |card| face(ENGLISH, *card));
    let faces = |faces: &[_]| faces.iter().map(|card| face(ENGLISH, *card)).collect::<Vec<_>>().join(", ");
    match &choice.action {
        Action::Pass => "pass".to_owned(),
        Action::Offer { to } => format!("offer {card} to {}", seat(*to)),
        Action::Refuse => "refuse".to_owned(),
        Action::Accept { text } => format!("accept, give {card}, {}", said(*text)),
        Action::Text { text } => said(*text),
        Action::ShowHand => "show your hand".to_owned(),
        Action::ShowAssociation => "show your association".to_owned(),
        Action::ShowIdentity => "show occupation and association".to_owned(),
        Action::Attack { target } => format!("attack {}", seat(*target)),
        Action::Support { side: None } => "support nobody".to_owned(),
        Action::Support { side: Some(whose) } => format!("support: {}", side(ENGLISH, *whose)),
        Action::Priest { stop: true } => "stop the attack as Priest".to_owned(),
        Action::Priest { stop: false } => "let the attack go on".to_owned(),
        Action::Pay => format!("pay {card}"),
        Action::Hypnotise { target: Some(target) } => format!("hypnotise {}", seat(*target)),
        Action::Hypnotise { target: None } => "hypnotise nobody".to_owned(),
        Action::Abilities { objects, power } => played(objects, *power),
        Action::Doctor { cancel: true } => "cancel the fight as Doctor".to_owned(),
        Action::Doctor { cancel: false } => "let the fight have its effect".to_owned(),
        Action::Spoils(what) => spoils(ENGLISH, *what).to_owned(),
        Action::Take { index } => format!("take object {}", index.saturating_add(1)),
        Action::TakeAndReturn { .. } => format!("take the object and give {card} back"),
        Action::Give { to } => format!("give {card} to {}", seat(*to)),
        Action::DeclareTeam { named, items, .. } if named.is_empty() => format!("declare alone, with {}", faces(items)),
        Action::DeclareTeam { named, items, counts, .. } => {
            let companions = seat_list(ENGLISH, names, *named);
            let said = if counts.is_empty() { String::new() } else { format!(" (they hold {counts:?})") };
            format!("declare together with {companions}{said}, with {}", faces(items))
        }
        Action::DeclareSolo { items } => format!("declare a personal win with {}", faces(items)),
        Action::Prophesy { named, .. } => format!("prophesy that {} could win", seat_list(ENGLISH, names, *named)),
        Action::OpenNamed { .. } | Action::OpenAssociation { .. } => "open your cards".to_owned(),
        Action::Vote { draw: true } => "vote for a draw".to_owned(),
        Action::Vote { draw: false } => "vote against a draw".to_owned(),
    }
}

fn played(objects: &[Face], used: Option<Power>) -> String {
    let powers = used.map(|used| power(ENGLISH, used));
    let parts: Vec<&str> = objects.iter().map(|card| face(ENGLISH, *card)).chain(powers).collect();
    if parts.is_empty() { "open nothing".to_owned() } else { format!("open {}", parts.join(", ")) }
}

fn said(text: Option<Kind>) -> String {
    text.map_or_else(|| "and stay silent".to_owned(), |named| format!("and announce {}", kind(ENGLISH, named)))
}
