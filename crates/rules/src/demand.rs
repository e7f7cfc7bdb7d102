//! The Diplomat (rules.md C.4, walk.md a.3): a demand that cannot be refused, and a miss that shows the whole hand.

use alloc::vec::Vec;

use crate::components::in_play;
use crate::fight::{opening, turn_up};
use crate::progress::Progress;
use crate::{
    Action, CardOp, Claim, Demand, Event, Kind, Occupation, Phase, Reason, Seat, State, Then, Trade, could_use, faces,
    text, turn,
};

/// Kinds that can be demanded now: those in play, a Secret Bag only while the pile lasts (E38).
pub(crate) fn demandable(state: &State) -> impl Iterator<Item = Kind> {
    Kind::ALL.into_iter().filter(|kind| can_demand(state, *kind))
}

fn can_demand(state: &State, kind: Kind) -> bool {
    in_play(state.options.seats, kind) && !faces(kind, state.pile_empty()).is_empty()
}

/// The Diplomat is opened and an own object laid down; for a Secret Bag it is proven to be none (E41).
pub(crate) fn judge(state: &State, seat: Seat, target: Seat, kind: Kind) -> Result<Vec<CardOp>, Reason> {
    if !could_use(state, seat, Occupation::Diplomat) {
        return Err(Reason::NotUsable);
    }
    turn::partner(state, seat, target)?;
    if !can_demand(state, kind) {
        return Err(Reason::BadKind);
    }
    let mut ops: Vec<CardOp> = opening(state, seat, Occupation::Diplomat).into_iter().collect();
    ops.push(CardOp::Pledge { seat });
    if kind == Kind::SecretBag {
        let claim = Claim::PledgeIsNot { faces: faces(kind, false).to_vec() };
        ops.push(CardOp::Claim { prover: seat, claim });
    }
    Ok(ops)
}

pub(crate) fn begin(progress: &mut Progress, diplomat: Seat, target: Seat, kind: Kind) {
    progress.state.passes = 0;
    turn_up(progress, diplomat, Occupation::Diplomat);
    progress.say(Event::Demanded { diplomat, target, kind });
    if progress.state.is_awake(target) {
        progress.state.phase = Phase::Demand(Demand { diplomat, target, kind });
    } else {
        progress.say(Event::PassedOver { seat: target });
        release(progress, diplomat);
    }
}

/// Nothing comes of the demand; what was laid down stays, and the Diplomat is spent.
pub(crate) fn release(progress: &mut Progress, diplomat: Seat) {
    progress.then_do(CardOp::Release { seat: diplomat });
    progress.say(Event::DemandReleased { diplomat });
    progress.end_turn();
}

pub(crate) fn judge_answer(state: &State, demand: Demand, action: &Action) -> Result<Vec<CardOp>, Reason> {
    let Demand { diplomat, target, kind } = demand;
    let pile_empty = state.pile_empty();
    let (op, claim) = if *action == Action::Surrender {
        (CardOp::Surrender { from: target, to: diplomat }, Claim::IsKind { kind, pile_empty })
    } else if *action == Action::Lack {
        let faces = faces(kind, pile_empty).to_vec();
        (CardOp::ShowHand { owner: target, to: diplomat }, Claim::LacksFaces { after: 0, faces })
    } else {
        return Err(Reason::WrongAction);
    };
    Ok(Vec::from([op, CardOp::Claim { prover: target, claim }]))
}

pub(crate) fn resolve_answer(progress: &mut Progress, demand: Demand, action: Option<&Action>) {
    let Demand { diplomat, target, kind } = demand;
    if action == Some(&Action::Surrender) {
        progress.say(Event::Surrendered { target, diplomat, kind });
        let trade = Trade { offerer: diplomat, responder: target, demanded: true, sextant: None };
        if progress.state.is_awake(diplomat) {
            progress.state.phase = Phase::HandOver(trade);
        } else {
            progress.say(Event::PassedOver { seat: diplomat });
            resolve_hand_over(progress, trade, None);
        }
    } else if action.is_some() {
        progress.then_do(CardOp::Release { seat: diplomat });
        progress.say(Event::Lacked { target, diplomat, kind });
        progress.end_turn();
    } else {
        release(progress, diplomat);
    }
}

pub(crate) fn judge_hand_over(trade: Trade, action: &Action) -> Result<Vec<CardOp>, Reason> {
    if *action != Action::HandOver {
        return Err(Reason::WrongAction);
    }
    Ok(Vec::from([CardOp::TransferPledged { from: trade.offerer, to: trade.responder }]))
}

/// If the Diplomat sleeps before his card is in, the demanded one stays (walk.md a.5).
pub(crate) fn resolve_hand_over(progress: &mut Progress, trade: Trade, action: Option<&Action>) {
    if action.is_none() {
        progress.then_do(CardOp::Withdraw { from: trade.responder });
        release(progress, trade.offerer);
        return;
    }
    progress.say(Event::Traded { from: trade.offerer, to: trade.responder });
    let first = text::first(&progress.state.options, trade);
    progress.go_on(Then::Text(trade, first));
}
