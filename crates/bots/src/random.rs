//! A player that takes any choice.

use nightcoach_plain::Chooser;
use nightcoach_rules::{Action, Choice, View, choices};

use crate::chance::Dice;

/// A player that takes any choice, and declares in one turn of a hundred.
#[derive(Clone, Debug)]
pub struct Random(Dice);

impl Random {
    /// Such a player from a seed.
    pub fn new(seed: u64) -> Self {
        Self(Dice::new(seed))
    }

    /// Any choice; `None` if the seat owes nothing.
    pub fn choose(&mut self, view: &View) -> Option<Choice> {
        let all = choices(view).all();
        let is_declaration = |choice: &Choice| matches!(choice.action, Action::DeclareTeam { .. });
        let (declarations, others): (Vec<Choice>, Vec<Choice>) = all.into_iter().partition(is_declaration);
        if others.is_empty() || self.0.percent(1) && !declarations.is_empty() {
            self.0.pick(&declarations)
        } else {
            self.0.pick(&others)
        }
    }
}

impl Chooser for Random {
    fn choose(&mut self, view: &View) -> Option<Choice> {
        Self::choose(self, view)
    }
}
