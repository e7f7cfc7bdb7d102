//! A player that takes any choice.

use nightcoach_plain::Chooser;
use nightcoach_rules::{Choice, Choices, TurnChoices, View, choices};

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
            let claim = if self.0.percent(1) { self.claim(turn) } else { None };
            return claim.or_else(|| self.0.pick(&turn.without_declarations()));
        }
        self.0.pick(&open.all())
    }
}

impl Random {
    /// Any declaration or prophecy that is possible.
    fn claim(&mut self, turn: &TurnChoices) -> Option<Choice> {
        let mut claims = turn.solo_wins();
        let bare = Choice::plain;
        if let Ok(declare) = &turn.declare {
            let named = declare.companions.iter().filter(|_| self.0.percent(50)).collect();
            let counts = self.0.pick(&declare.counts_for(named));
            claims.extend(counts.map(|counts| bare(declare.action(named, &counts))));
        }
        if let Some(claim) = &turn.prophecy {
            let named = claim.others.iter().filter(|_| self.0.percent(50)).collect();
            claims.push(bare(claim.action(named)));
        }
        self.0.pick(&claims)
    }
}

impl Chooser for Random {
    fn choose(&mut self, view: &View) -> Option<Choice> {
        Self::choose(self, view)
    }
}
