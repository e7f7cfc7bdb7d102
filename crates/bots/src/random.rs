//! A player that takes any choice.

use nightcoach_plain::Chooser;
use nightcoach_rules::{Choice, Choices, View, choices};

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
        let open = choices(view);
        if let Choices::Turn(turn) = &open {
            if let Ok(declare) = &turn.declare
                && self.0.percent(1)
            {
                let named = declare.companions.iter().filter(|_| self.0.percent(50)).collect();
                return Some(Choice { action: declare.action(named), selection: Vec::new() });
            }
            return self.0.pick(&turn.without_declarations());
        }
        self.0.pick(&open.all())
    }
}

impl Chooser for Random {
    fn choose(&mut self, view: &View) -> Option<Choice> {
        Self::choose(self, view)
    }
}
