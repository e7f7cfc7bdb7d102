//! What the log of a window tells: how many turns, and which cards have been used.

use std::collections::BTreeSet;

use egui_kittest::kittest::{NodeT as _, Queryable as _};
use nightcoach_rules::{Kind, Occupation};
use nightcoach_words::{kind, occupation};

use super::support::{EN, Window};

/// What was read so far.
#[derive(Debug, Default)]
pub(crate) struct Story {
    /// The number of the turn.
    pub(crate) turns: u32,
    /// The names of the cards that were announced, opened or used.
    pub(crate) used: BTreeSet<String>,
}

impl Story {
    /// Reads the lines of the log that are on the screen.
    pub(crate) fn read(&mut self, window: &Window) {
        for line in lines(window) {
            if let Some(turn) = line.strip_prefix("Turn ").and_then(|rest| rest.split_once(':')) {
                self.turns = self.turns.max(turn.0.parse().unwrap_or(0));
            }
            self.used.extend(cards_in(&line));
        }
    }

    /// Whether a card was used already.
    pub(crate) fn knows(&self, card: &str) -> bool {
        self.used.contains(plain(card))
    }
}

/// How a window says that the game is over.
pub(crate) fn result(window: &Window) -> Option<String> {
    lines(window).into_iter().find(|line| line.contains(" wins: ") || line.ends_with("wins alone."))
}

/// Every label that is shown.
pub(crate) fn lines(window: &Window) -> Vec<String> {
    let labels = window.query_all_by(|node| node.role() == egui::accesskit::Role::Label);
    labels.filter_map(|node| node.accesskit_node().value().or_else(|| node.accesskit_node().label())).collect()
}

/// Both Secret Bags are one card for those who only see it announced.
fn plain(card: &str) -> &str {
    card.split(" (").next().unwrap_or(card)
}

/// The cards whose use a line of the log tells.
fn cards_in(line: &str) -> Vec<String> {
    const MARKS: [&str; 5] = [" announces: ", " opens: ", " opens the ", " declares for the ", " is the "];
    if !MARKS.iter().any(|mark| line.contains(mark)) {
        return Vec::new();
    }
    let parts = line.replace(" and ", ",").replace(" with ", ",").replace(" for the ", ",");
    let parts: Vec<&str> = parts.split([',', '.', ':', '(', ')']).collect();
    let named = |name: &String| parts.iter().any(|part| *part == name || part.ends_with(&format!(" {name}")));
    names().into_iter().filter(named).collect()
}

fn names() -> Vec<String> {
    let objects = Kind::ALL.into_iter().map(|one| kind(EN, one).to_owned());
    objects.chain(Occupation::ALL.into_iter().map(|one| occupation(EN, one).to_owned())).collect()
}
