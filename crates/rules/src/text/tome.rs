//! The Tome (rules.md A.1.1): giver and partner swap occupations.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use super::{all_awake, done};
use crate::progress::Progress;
use crate::{Action, CardOp, Event, LayeredCard, Phase, Reason, Seat, Trade, TradeCard};

pub(super) fn run(progress: &mut Progress, trade: Trade, card: TradeCard) {
    if all_awake(progress, [trade.giver(card), trade.receiver(card)]) {
        progress.state.phase = Phase::Swap { trade, card };
    } else {
        done(progress, trade, card);
    }
}

pub(crate) fn judge_swap(trade: Trade, seat: Seat, action: &Action) -> Result<Vec<CardOp>, Reason> {
    if *action != Action::SwapOccupation {
        return Err(Reason::WrongAction);
    }
    let to = if seat == trade.offerer { trade.responder } else { trade.offerer };
    Ok(Vec::from([CardOp::TransferLayered { from: seat, to, what: LayeredCard::Occupation }]))
}

/// Both cards lie face-down and are unused then (E30). If one of the two sleeps before both are in, there is no swap.
pub(crate) fn resolve_swap(progress: &mut Progress, trade: Trade, card: TradeCard, entries: &BTreeMap<Seat, Action>) {
    let (giver, receiver) = (trade.giver(card), trade.receiver(card));
    if entries.len() == 2 {
        for seat in [giver, receiver] {
            progress.change(seat, |state| state.occupation = None);
        }
        progress.then_group(CardOp::Strip);
        progress.say(Event::OccupationsSwapped { giver, receiver });
    } else {
        for seat in entries.keys() {
            progress.then_do(CardOp::Release { seat: *seat });
        }
    }
    done(progress, trade, card);
}
