//! Questions to a person at a terminal: numbered choices, answered by a number.

use nightcoach_rules::{Choice, Choices, Event, Face, Memory, Occupation, Phase, View, choices};
use nightcoach_words::{Language, Source, face, kind, membership, memory, occupation, seat_name, sources};
use tokio::io::{AsyncBufReadExt as _, BufReader, Lines, Stdin};

use crate::menu::{Line, lines};
use crate::say;
use crate::typed::Typed;

const ENGLISH: Language = Language::English;

/// What a person has typed.
pub(crate) enum Said {
    /// A choice, by its number.
    Choice(Choice),
    /// Something else.
    Words(Typed),
}

/// Reads numbers from standard input while a question is open.
pub(crate) struct Prompt {
    typed: Option<Lines<BufReader<Stdin>>>,
    open: Vec<Line>,
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
    pub(crate) fn ask<'a>(&mut self, names: &[String], view: &View, log: impl Iterator<Item = &'a Event>) {
        say::line(&format!(
            "You: {}, {}. Your objects: {}.",
            membership(ENGLISH, view.membership),
            occupation(ENGLISH, view.occupation),
            faces(&view.hand)
        ));
        let known: Vec<(&Memory, Option<Source>)> =
            view.memories.iter().zip(sources(view.seat, log, &view.memories)).collect();
        for (seen, how) in known.iter().rev().take(3).rev() {
            say::line(&format!("  {}", memory(ENGLISH, names, seen, *how)));
        }
        let now = choices(view);
        if let Some(why) = question(names, view, &now) {
            say::line(&why);
        }
        self.list(lines(names, &now.all()));
    }

    fn list(&mut self, open: Vec<Line>) {
        for (line, number) in open.iter().zip(1..) {
            say::line(&format!("  {number:3}  {}", line.label()));
        }
        say::line("Your choice, by number:");
        self.open = open;
    }

    /// The choice of the next number typed, or other words. Safe to drop while waiting.
    pub(crate) async fn answer(&mut self) -> Option<Said> {
        let Some(typed) = &mut self.typed else { return std::future::pending().await };
        let Ok(Some(line)) = typed.next_line().await else {
            self.typed = None;
            say::complain(
                "standard input has ended; this seat waits. The commands `host --bot` and `bot` let a bot play.",
            );
            return None;
        };
        if let Some(typed) = Typed::read(&line) {
            return Some(Said::Words(typed));
        }
        if self.open.is_empty() {
            say::line("Type `help` for what can be typed.");
            return None;
        }
        let number = line.trim().parse::<usize>().ok();
        match number.and_then(|number| self.open.get(number.checked_sub(1)?)).cloned() {
            Some(Line::Choice(_, choice)) => {
                self.open.clear();
                Some(Said::Choice(choice))
            }
            Some(Line::More(_, inner)) => {
                self.list(inner);
                None
            }
            None => {
                say::line(&format!("Type a number from 1 to {}, or `help`.", self.open.len()));
                None
            }
        }
    }
}

/// What is asked, where the numbered choices alone do not say it.
fn question(names: &[String], view: &View, now: &Choices) -> Option<String> {
    let who = |seat| seat_name(ENGLISH, names, seat);
    match now {
        Choices::Answer(answer) => {
            Some(format!("{} offers you: {}.", who(answer.offerer), face(ENGLISH, answer.offered)))
        }
        Choices::Foresee { .. } => Some("The turn ends.".to_owned()),
        Choices::Reorder { pile } => Some(format!("The pile: {}.", faces(pile))),
        Choices::Surrender { diplomat, kind: what, .. } => {
            Some(format!("{} demands from you: {}.", who(*diplomat), kind(ENGLISH, *what)))
        }
        Choices::Text { given, .. } => Some(format!("You gave away: {}.", face(ENGLISH, *given))),
        Choices::UseText { kind: what } => Some(format!("Your {} was announced.", kind(ENGLISH, *what))),
        Choices::Direct => Some("Your Sextant: to which side does everybody pass an object?".to_owned()),
        Choices::Pledge { to, .. } => Some(format!("Sextant: what do you pass to {}?", who(*to))),
        Choices::Exchange { spares, .. } => Some(format!("The spare occupations: {}.", roles(spares))),
        Choices::PickAssociation { owner } => Some(format!("The association cards of {} are shuffled.", who(*owner))),
        Choices::Take(take) => Some(format!("{} holds: {}.", who(take.loser), faces(&take.shown))),
        Choices::Give { .. } => Some(format!("You hold more than {} objects.", view.state.hand_limit())),
        Choices::Doctor { .. } => Some(result(names, &view.state.phase)),
        Choices::Nothing
        | Choices::Forced(_)
        | Choices::Turn(_)
        | Choices::Support
        | Choices::Priest { .. }
        | Choices::Pay { .. }
        | Choices::Hypnotise { .. }
        | Choices::Abilities { .. }
        | Choices::Spoils
        | Choices::Vote => None,
    }
}

/// How the fight stands before the Doctor.
fn result(names: &[String], phase: &Phase) -> String {
    if let Phase::Doctor { fight, winner: Some(side) } = phase {
        format!("{} has won the fight.", seat_name(ENGLISH, names, fight.principal(*side)))
    } else {
        "The fight is level.".to_owned()
    }
}

fn faces(cards: &[Face]) -> String {
    cards.iter().map(|card| face(ENGLISH, *card)).collect::<Vec<_>>().join(", ")
}

fn roles(of: &[Occupation]) -> String {
    of.iter().map(|role| occupation(ENGLISH, *role)).collect::<Vec<_>>().join(", ")
}
