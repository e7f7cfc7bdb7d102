//! The hand limit and its chains of gifts (rules.md C.7).

use alloc::vec::Vec;

use crate::progress::Progress;
use crate::{Action, CardOp, Event, Gift, Reason, Seat, SeatSet, State, Why};

/// Who may receive a gift: any awake seat that has not given in this chain, and a sleeper while below the limit (walk.md
/// a.5); without `gift_to_full_allowed` only seats below the limit.
pub fn receivers(state: &State, gift: &Gift) -> SeatSet {
    let barred = gift.given.with(gift.giver);
    let to_full = |seat| state.options.gift_to_full_allowed && state.is_awake(seat);
    let able = |seat: &Seat| to_full(*seat) || state.hand(*seat) < state.hand_limit();
    state.all().minus(barred).iter().filter(able).collect()
}

pub(crate) fn judge(state: &State, gift: Gift, action: &Action) -> Result<Vec<CardOp>, Reason> {
    let Action::Give { to } = action else {
        return Err(Reason::WrongAction);
    };
    if !receivers(state, &gift).contains(*to) {
        return Err(Reason::BadReceiver);
    }
    Ok(Vec::from([CardOp::Transfer { from: gift.giver, to: *to, why: Why::Gift }]))
}

pub(crate) fn resolve(progress: &mut Progress, gift: Gift, action: Option<&Action>) {
    let from = gift.giver;
    let Some(Action::Give { to }) = action else {
        // The excess stays with the sleeper and is settled first thing when he wakes.
        progress.change(from, |seat| seat.over_limit = true);
        progress.go_on(gift.then);
        return;
    };
    progress.say(Event::Gave { from, to: *to });
    progress.move_card(from, *to);
    progress.settle_limit(*to, gift.given.with(from), gift.then);
}
