//! The Sextant (rules.md A.1.1): everybody passes one object to a neighbour, all at once (walk.md a.3).

use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use super::{all_awake, done, first};
use crate::progress::Progress;
use crate::{
    Action, CardOp, Event, LayeredCard, Neighbour, Phase, Reason, Ring, Seat, SeatSet, State, Then, Trade, TradeCard,
};

/// With `sextant_last` it waits until the other text has run (E14).
pub(super) fn announced(progress: &mut Progress, trade: Trade, card: TradeCard) {
    let options = &progress.state.options;
    if options.sextant_last && card == first(options, trade) {
        let waiting = Trade { sextant: Some(card), ..trade };
        progress.go_on(Then::Text(waiting, card.other()));
    } else {
        run(progress, trade, card);
    }
}

pub(super) fn run(progress: &mut Progress, trade: Trade, card: TradeCard) {
    if all_awake(progress, [trade.giver(card)]) {
        progress.state.phase = Phase::Direction { trade, card };
    } else {
        done(progress, trade, card);
    }
}

pub(crate) fn judge_direction(action: &Action) -> Result<Vec<CardOp>, Reason> {
    if let Action::Direct { .. } = action { Ok(Vec::new()) } else { Err(Reason::WrongAction) }
}

pub(crate) fn resolve_direction(progress: &mut Progress, trade: Trade, card: TradeCard, action: Option<&Action>) {
    if let Some(Action::Direct { side }) = action {
        progress.say(Event::Directed { giver: trade.giver(card), side: *side });
        progress.state.phase = Phase::Pledges(Ring { trade, card, side: *side });
    } else {
        done(progress, trade, card);
    }
}

pub(crate) fn judge_pledge(seat: Seat, action: &Action) -> Result<Vec<CardOp>, Reason> {
    if *action == Action::Pledge { Ok(Vec::from([CardOp::Pledge { seat }])) } else { Err(Reason::WrongAction) }
}

pub(crate) fn resolve_pledges(progress: &mut Progress, ring: Ring, owing: SeatSet, entries: &BTreeMap<Seat, Action>) {
    let pledged: SeatSet = entries.keys().copied().collect();
    if pledged == owing {
        progress.say(Event::AllPledged);
        progress.state.phase = Phase::Passing(ring);
    } else {
        release(progress, ring, pledged);
    }
}

/// Somebody fell asleep before all transfers were in: nothing was readable, and all who are awake pledge again.
pub(crate) fn release(progress: &mut Progress, ring: Ring, pledged: SeatSet) {
    for seat in pledged.iter() {
        progress.then_do(CardOp::Release { seat });
    }
    progress.say(Event::PledgesReleased);
    progress.state.phase = Phase::Pledges(ring);
}

pub(crate) fn judge_passing(state: &State, ring: Ring, seat: Seat, action: &Action) -> Result<Vec<CardOp>, Reason> {
    if *action != Action::PassOn {
        return Err(Reason::WrongAction);
    }
    let to = neighbour(state, seat, ring.side);
    Ok(Vec::from([CardOp::TransferLayered { from: seat, to, what: LayeredCard::Pledged }]))
}

pub(crate) fn resolve_passing(progress: &mut Progress, ring: Ring, owing: SeatSet, entries: &BTreeMap<Seat, Action>) {
    if entries.len() < owing.len() {
        release(progress, ring, owing);
        return;
    }
    progress.then_group(CardOp::Strip);
    progress.say(Event::PassedOn { side: ring.side });
    done(progress, ring.trade, ring.card);
}

/// The next awake seat on a side, to which a Sextant passes (rules.md A.1.1); the seat itself if no other is awake.
pub fn neighbour(state: &State, seat: Seat, side: Neighbour) -> Seat {
    let mut awake = state.others_from_left(seat).filter(|other| state.is_awake(*other));
    let found = match side {
        Neighbour::Left => awake.next(),
        Neighbour::Right => awake.last(),
    };
    found.unwrap_or(seat)
}
