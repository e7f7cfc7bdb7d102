//! Whose entries a round needs: the only source of it (walk.md decision 1).

use crate::{Fight, Outcome, Owed, Phase, Seat, SeatSet, State};

/// Whose entries the next round needs.
pub fn owed(state: &State) -> Owed {
    match &state.phase {
        Phase::Turn => Owed::One(state.active),
        Phase::Response(trade) => Owed::One(trade.responder),
        Phase::Execution { trade, card, .. } => Owed::One(trade.receiver(*card)),
        Phase::AnswerText(trade) => Owed::One(trade.offerer),
        Phase::Support(fight) => next_supporter(state, fight).map_or(Owed::Nobody, Owed::One),
        Phase::Abilities(fight) => Owed::Sealed(asked(state, fight)),
        Phase::Spoils(victory) | Phase::Taking(victory) => Owed::One(victory.winner),
        Phase::Identity(victory) | Phase::Luggage(victory) => Owed::One(victory.loser),
        Phase::Gift(gift) => Owed::One(gift.giver),
        Phase::Named(declaration) => Owed::Each(declaration.named.and(state.awake())),
        Phase::Closing(declaration) => {
            let opened = declaration.named.with(declaration.declarer);
            Owed::Each(state.awake().minus(opened))
        }
        Phase::Vote => Owed::Each(state.awake()),
        Phase::Over(_) => Owed::Nobody,
    }
}

/// How the game ended, if it did.
pub fn outcome(state: &State) -> Option<&Outcome> {
    if let Phase::Over(outcome) = &state.phase { Some(outcome) } else { None }
}

/// Who is asked in the ability window (walk.md decision 8): awake seats in whose column some card could be usable, by
/// public facts alone. Occupations are not used yet, so these are the principals and the supporters.
pub fn asked(state: &State, fight: &Fight) -> SeatSet {
    let principals = SeatSet::only(fight.attacker).with(fight.defender);
    let circle = principals.or(fight.attack).or(fight.defence);
    circle.and(state.awake())
}

/// Who declares support next: in seat order from the attacker's left, without the principals (rules.md C.5).
pub fn next_supporter(state: &State, fight: &Fight) -> Option<Seat> {
    state
        .others_from_left(fight.attacker)
        .find(|seat| *seat != fight.defender && state.is_awake(*seat) && !fight.declared.contains(*seat))
}
