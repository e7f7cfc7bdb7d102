//! The Priest window (rules.md C.5): an attack is stopped before any support, and paid for.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use super::{Window, ask_support, asked, could_use, opening, turn_up};
use crate::progress::Progress;
use crate::{Action, CardOp, Event, Fight, Occupation, Phase, Reason, Seat, SeatSet, State, Then, Why};

/// Objects of the attacker from which on he pays.
const PAYS_FROM: u8 = 2;

/// Asks everybody who could be the Priest, or goes on to the support.
pub(super) fn ask(progress: &mut Progress, fight: Fight) {
    if asked(&progress.state, &fight, Window::Priest).is_empty() {
        ask_support(progress, fight);
    } else {
        progress.state.phase = Phase::Priest(fight);
    }
}

pub(crate) fn judge_priest(state: &State, seat: Seat, action: &Action) -> Result<Vec<CardOp>, Reason> {
    let Action::Priest { stop } = action else {
        return Err(Reason::WrongAction);
    };
    if !stop {
        Ok(Vec::new())
    } else if could_use(state, seat, Occupation::Priest) {
        Ok(opening(state, seat, Occupation::Priest).into_iter().collect())
    } else {
        Err(Reason::NotUsable)
    }
}

pub(crate) fn resolve_priest(progress: &mut Progress, fight: Fight, entries: &BTreeMap<Seat, Action>) {
    let stops = |(seat, action): (&Seat, &Action)| (*action == Action::Priest { stop: true }).then_some(*seat);
    let Some(priest) = entries.iter().find_map(stops) else {
        progress.say(Event::PriestPassed);
        ask_support(progress, fight);
        return;
    };
    let payer = fight.attacker;
    turn_up(progress, priest, Occupation::Priest);
    progress.say(Event::Stopped { priest, attacker: payer });
    if progress.state.hand(payer) < PAYS_FROM {
        progress.end_turn();
    } else if progress.state.is_awake(payer) {
        progress.state.phase = Phase::Payment { payer, priest };
    } else {
        progress.say(Event::PassedOver { seat: payer });
        progress.end_turn();
    }
}

pub(crate) fn judge_payment(payer: Seat, priest: Seat, action: &Action) -> Result<Vec<CardOp>, Reason> {
    if *action != Action::Pay {
        return Err(Reason::WrongAction);
    }
    Ok(Vec::from([CardOp::Transfer { from: payer, to: priest, why: Why::Payment }]))
}

/// A sleeping payer pays nothing (walk.md a.5).
pub(crate) fn resolve_payment(progress: &mut Progress, payer: Seat, priest: Seat, action: Option<&Action>) {
    if action.is_none() {
        progress.end_turn();
        return;
    }
    progress.say(Event::Paid { from: payer, to: priest });
    progress.move_card(payer, priest);
    progress.settle_limit(priest, SeatSet::EMPTY, Then::EndTurn);
}
