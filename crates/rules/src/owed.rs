//! Whose entries a round needs: the only source of it (walk.md decision 1).

use crate::fight::{Window, asked, next_ability, next_supporter, undeclared};
use crate::{AbilityMode, Fight, Outcome, Owed, Phase, SeatSet, State, text};

/// Whose entries the next round needs.
pub fn owed(state: &State) -> Owed {
    match &state.phase {
        Phase::Response(trade) => Owed::One(trade.responder),
        Phase::Execution { trade, card, .. } => Owed::One(trade.receiver(*card)),
        Phase::Text { trade, card } => Owed::One(text::speaker(&state.options, *trade, *card)),
        Phase::Turn | Phase::TurnEnd | Phase::Reorder { .. } => Owed::One(state.active),
        Phase::Demand(demand) => Owed::One(demand.target),
        Phase::HandOver(trade) => Owed::One(trade.offerer),
        Phase::Consent { trade, card, .. } | Phase::Direction { trade, card } | Phase::Exchange { trade, card } => {
            Owed::One(trade.giver(*card))
        }
        Phase::Swap { trade, .. } => Owed::Each(SeatSet::only(trade.offerer).with(trade.responder)),
        Phase::AssociationPick(pick) => Owed::One(pick.by),
        Phase::AssociationShow { pick, .. } => Owed::One(pick.owner),
        Phase::Priest(fight) => Owed::Sealed(asked(state, fight, Window::Priest)),
        Phase::Payment { payer, .. } => Owed::One(*payer),
        Phase::Support(fight) => support(state, fight),
        Phase::Hypnotist(fight) => Owed::One(fight.attacker),
        Phase::Abilities(fight) => abilities(state, fight),
        Phase::Doctor { fight, .. } => Owed::Sealed(asked(state, fight, Window::Doctor)),
        Phase::Spoils(victory) | Phase::Taking(victory) => Owed::One(victory.winner),
        Phase::Identity(victory) | Phase::Luggage(victory) => Owed::One(victory.loser),
        Phase::Gift(gift) => Owed::One(gift.giver),
        Phase::Named(declaration) => Owed::Each(declaration.named.and(state.awake())),
        Phase::Closing(declaration) => {
            let opened = declaration.named.with(declaration.declarer);
            Owed::Each(state.awake().minus(opened))
        }
        Phase::Pledges(_) | Phase::Passing(_) | Phase::Vote => Owed::Each(state.awake()),
        Phase::Over(_) => Owed::Nobody,
    }
}

fn support(state: &State, fight: &Fight) -> Owed {
    if state.options.secret_support {
        Owed::Sealed(undeclared(state, fight))
    } else {
        next_supporter(state, fight).map_or(Owed::Nobody, Owed::One)
    }
}

fn abilities(state: &State, fight: &Fight) -> Owed {
    match state.options.ability_mode {
        AbilityMode::SealedRounds | AbilityMode::OneShot => Owed::Sealed(asked(state, fight, Window::Abilities)),
        AbilityMode::SeatOrder => next_ability(state, fight).map_or(Owed::Nobody, Owed::One),
    }
}

/// How the game ended, if it did.
pub fn outcome(state: &State) -> Option<&Outcome> {
    if let Phase::Over(outcome) = &state.phase { Some(outcome) } else { None }
}
