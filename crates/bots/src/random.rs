//! A player that takes any choice.

use nightcoach_plain::Chooser;
use nightcoach_rules::{Action, Choice, Choices, Face, Seat, Selection, TurnChoices, View, choices};

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
        match &open {
            Choices::Turn(turn) => {
                let claim = if self.0.percent(1) { self.claim(turn) } else { None };
                claim.or_else(|| self.demand(turn)).or_else(|| self.main_action(turn))
            }
            Choices::Reorder { pile } => self.order(pile),
            Choices::Nothing
            | Choices::Forced(_)
            | Choices::Answer(_)
            | Choices::Foresee { .. }
            | Choices::Surrender { .. }
            | Choices::Text { .. }
            | Choices::UseText { .. }
            | Choices::Direct
            | Choices::Pledge { .. }
            | Choices::Exchange { .. }
            | Choices::PickAssociation { .. }
            | Choices::Support
            | Choices::Priest { .. }
            | Choices::Pay { .. }
            | Choices::Hypnotise { .. }
            | Choices::Abilities { .. }
            | Choices::Doctor { .. }
            | Choices::Spoils
            | Choices::Take(_)
            | Choices::Give { .. }
            | Choices::Vote => self.0.pick(&open.all()),
        }
    }
}

impl Random {
    /// Passing, the Clairvoyant, an attack or an offer, each as likely as every other; the list is not made for it.
    fn main_action(&mut self, turn: &TurnChoices) -> Option<Choice> {
        let seats = turn.partners.len();
        let specials = 1 + usize::from(turn.foresee);
        let place = self.0.below(specials + seats * (1 + turn.cards.len()));
        let Some(place) = place.checked_sub(specials) else {
            return Some(Choice::plain(if place == 0 { Action::Pass } else { Action::Foresee }));
        };
        let partner = turn.partners.iter().nth(place % seats.max(1))?;
        Some(match (place / seats.max(1)).checked_sub(1) {
            None => Choice::plain(Action::Attack { target: partner }),
            Some(card) => Choice::with(Action::Offer { to: partner }, *turn.cards.get(card)?),
        })
    }

    /// A Diplomat demands in one turn of five.
    fn demand(&mut self, turn: &TurnChoices) -> Option<Choice> {
        let open = turn.demand.as_ref().filter(|_| self.0.percent(20))?;
        let kind = self.0.pick(&open.kinds)?;
        let targets: Vec<Seat> = open.targets.iter().collect();
        let target = self.0.pick(&targets)?;
        let cards: Vec<Face> = open.cards_for(kind).collect();
        Some(Choice::with(Action::Demand { target, kind }, self.0.pick(&cards)?))
    }

    /// Any two cards of the pile.
    fn order(&mut self, pile: &[Face]) -> Option<Choice> {
        let mut pile = pile.to_vec();
        let mut draw = || (!pile.is_empty()).then(|| pile.swap_remove(self.0.below(pile.len())));
        let top = vec![draw()?, draw()?];
        Some(Choice { action: Action::Reorder, selection: Selection::Objects(top) })
    }

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
