//! Falling asleep without owing an entry, and waking up (walk.md a.5, decision 3).

use crate::progress::Progress;
use crate::{Event, Illegal, Outcome, Phase, Reason, Seat, SeatSet, State, Step, Then, demand, mixed, text, trade};

/// Who fell asleep owed nothing, but the running step may need them: a trade before its answer is refused, a look that
/// nobody can have is skipped, a loser who is gone has nothing taken.
pub(crate) fn bystanders_fell(progress: &mut Progress, fallen: SeatSet) {
    let gone = |progress: &Progress, seat| !progress.state.is_awake(seat);
    match progress.state.phase.clone() {
        Phase::Response(trade) if gone(progress, trade.offerer) => {
            trade::resolve_response(progress, trade, None);
        }
        Phase::Execution { trade, card, .. } if gone(progress, trade.giver(card)) => {
            text::done(progress, trade, card);
        }
        Phase::Demand(demand) if gone(progress, demand.diplomat) => demand::release(progress, demand.diplomat),
        // Pledges and passings of this round are not in yet: of the pledges nothing is to be taken back.
        Phase::Passing(ring) => text::release(progress, ring, progress.state.awake().or(fallen)),
        Phase::Swap { trade, card } if gone(progress, trade.offerer) || gone(progress, trade.responder) => {
            text::done(progress, trade, card);
        }
        Phase::AssociationPick(pick) if gone(progress, pick.owner) => mixed::over(progress, pick),
        Phase::AssociationShow { pick, .. } if gone(progress, pick.by) => mixed::over(progress, pick),
        Phase::Spoils(victory) if gone(progress, victory.loser) => progress.end_turn(),
        Phase::Identity(victory) | Phase::Luggage(victory) if gone(progress, victory.winner) => {
            progress.end_turn();
        }
        Phase::Turn
        | Phase::Response(_)
        | Phase::Execution { .. }
        | Phase::Text { .. }
        | Phase::TurnEnd
        | Phase::Reorder { .. }
        | Phase::Demand(_)
        | Phase::HandOver(_)
        | Phase::Consent { .. }
        | Phase::Direction { .. }
        | Phase::Pledges(_)
        | Phase::Swap { .. }
        | Phase::Exchange { .. }
        | Phase::AssociationPick(_)
        | Phase::AssociationShow { .. }
        | Phase::Priest(_)
        | Phase::Payment { .. }
        | Phase::Support(_)
        | Phase::Hypnotist(_)
        | Phase::Abilities(_)
        | Phase::Doctor { .. }
        | Phase::Spoils(_)
        | Phase::Identity(_)
        | Phase::Luggage(_)
        | Phase::Taking(_)
        | Phase::Gift(_)
        | Phase::Named(_)
        | Phase::Closing(_)
        | Phase::Vote
        | Phase::Over(_) => {}
    }
}

/// Whether a sleeper can wake now: at a turn start, once the turn that falling asleep costs has been skipped.
pub fn may_wake(state: &State, seat: Seat) -> bool {
    let sleeps = |seat: &crate::SeatState| !seat.awake && !seat.skip_turn;
    state.phase == Phase::Turn && state.seat(seat).is_some_and(sleeps)
}

/// A sleeper wakes at a turn start; a hand above the limit is settled first thing.
///
/// # Errors
/// If [`may_wake`] is false.
pub fn wake(state: &State, seat: Seat) -> Result<Step, Illegal> {
    if !may_wake(state, seat) {
        let reason = Reason::CannotWake;
        return Err(Illegal { seat, reason });
    }
    let mut progress = Progress::new(state, alloc::collections::BTreeMap::new());
    progress.change(seat, |seat| {
        seat.awake = true;
        seat.over_limit = false;
    });
    progress.say(Event::Woke { seat });
    progress.settle_limit(seat, SeatSet::EMPTY, Then::Turn);
    Ok(progress.finish())
}

/// All who are present have agreed to end the game as a draw (walk.md decision 3); a finished game stays as it ended.
pub fn end_as_draw(state: &State) -> Step {
    let mut progress = Progress::new(state, alloc::collections::BTreeMap::new());
    if !matches!(state.phase, Phase::Over(_)) {
        progress.end_game(Outcome::Drawn);
    }
    progress.finish()
}
