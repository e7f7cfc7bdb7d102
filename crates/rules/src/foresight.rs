//! The Clairvoyant (rules.md C.2): a look through the pile, and two objects on top of it.

use alloc::vec::Vec;

use crate::fight::{opening, turn_up};
use crate::progress::Progress;
use crate::{Action, CardOp, Event, Occupation, Phase, Pile, Reason, Seat, State, could_use};

/// Objects on top of the pile that are ordered.
const TOP: u8 = 2;

/// Whether public facts leave it possible that this seat uses the Clairvoyant now.
fn can_foresee(state: &State, seat: Seat) -> bool {
    !state.pile_empty() && could_use(state, seat, Occupation::Clairvoyant)
}

pub(crate) fn judge(state: &State, seat: Seat) -> Result<Vec<CardOp>, Reason> {
    if can_foresee(state, seat) {
        Ok(opening(state, seat, Occupation::Clairvoyant).into_iter().collect())
    } else {
        Err(Reason::NotUsable)
    }
}

/// A pile of one is just seen (E44).
pub(crate) fn begin(progress: &mut Progress, at_end: bool) {
    let to = progress.state.active;
    progress.state.passes = 0;
    turn_up(progress, to, Occupation::Clairvoyant);
    progress.then_group(CardOp::Look { pile: Pile::Objects, to });
    progress.say(Event::Foresaw { seat: to });
    if progress.state.pile < TOP {
        go_back(progress, at_end);
    } else {
        progress.state.phase = Phase::Reorder { at_end };
    }
}

fn go_back(progress: &mut Progress, at_end: bool) {
    if at_end {
        progress.finish_turn();
    } else if progress.state.is_awake(progress.state.active) {
        progress.state.phase = Phase::Turn;
    } else {
        progress.end_turn();
    }
}

pub(crate) fn judge_reorder(seat: Seat, action: &Action) -> Result<Vec<CardOp>, Reason> {
    if *action != Action::Reorder {
        return Err(Reason::WrongAction);
    }
    Ok(Vec::from([CardOp::ShufflePile { by: seat, pile: Pile::Objects, from: 0 }]))
}

/// The others shuffle what lies below, so that nobody knows its order; without the user the whole pile (walk.md a.5).
pub(crate) fn resolve_reorder(progress: &mut Progress, at_end: bool, action: Option<&Action>) {
    let seat = progress.state.active;
    let by = progress.state.awake().without(seat);
    if action.is_none() {
        progress.then_group(CardOp::ShuffleRest { by, from: 0 });
    } else {
        if progress.state.pile > TOP {
            progress.then_group(CardOp::ShuffleRest { by, from: TOP });
        }
        progress.say(Event::PileOrdered { seat });
    }
    go_back(progress, at_end);
}

/// With `clairvoyant_anytime` every active seat that could be the Clairvoyant is asked once more, or the asking itself
/// would tell who is (walk.md a.4).
pub(crate) fn is_asked_at_end(state: &State) -> bool {
    state.options.clairvoyant_anytime && state.is_awake(state.active) && can_foresee(state, state.active)
}

pub(crate) fn judge_end(state: &State, seat: Seat, action: &Action) -> Result<Vec<CardOp>, Reason> {
    if *action == Action::Foresee {
        judge(state, seat)
    } else if *action == Action::Pass {
        Ok(Vec::new())
    } else {
        Err(Reason::WrongAction)
    }
}

pub(crate) fn resolve_end(progress: &mut Progress, action: Option<&Action>) {
    if action == Some(&Action::Foresee) {
        begin(progress, true);
        return;
    }
    if action.is_some() {
        progress.say(Event::ForesightPassed { seat: progress.state.active });
    }
    progress.finish_turn();
}
