//! The main action of a turn (rules.md C.1).

use alloc::vec::Vec;

use crate::progress::Progress;
use crate::{
    Action, CardOp, Event, Phase, Reason, Seat, State, Trade, declaration, demand, fight, foresight, solo, trade,
};

pub(crate) fn judge(state: &State, seat: Seat, action: &Action) -> Result<Vec<CardOp>, Reason> {
    match action {
        Action::Pass => Ok(Vec::new()),
        Action::Offer { to } => {
            partner(state, seat, *to)?;
            Ok(Vec::from([CardOp::Offer { from: seat, to: *to }]))
        }
        Action::Attack { target } => partner(state, seat, *target).map(|()| Vec::new()),
        Action::DeclareTeam { named, membership, occupation, items, counts } => {
            let opening = declaration::Opening { membership: *membership, occupation: *occupation, items };
            declaration::judge_declarer(state, seat, *named, counts, &opening)
        }
        Action::DeclareSolo { items } => solo::judge(state, seat, items),
        Action::Prophesy { named, membership } => declaration::judge_prophet(state, seat, *named, *membership),
        Action::Foresee => foresight::judge(state, seat),
        Action::Demand { target, kind } => demand::judge(state, seat, *target, *kind),
        Action::Refuse
        | Action::Reorder
        | Action::Surrender
        | Action::Lack
        | Action::HandOver
        | Action::UseText { .. }
        | Action::Direct { .. }
        | Action::Pledge
        | Action::PassOn
        | Action::SwapOccupation
        | Action::Exchange
        | Action::ShuffleAssociations
        | Action::PickAssociation { .. }
        | Action::Accept { .. }
        | Action::Text { .. }
        | Action::ShowHand
        | Action::ShowAssociation
        | Action::ShowIdentity
        | Action::Priest { .. }
        | Action::Pay
        | Action::Support { .. }
        | Action::Hypnotise { .. }
        | Action::Abilities { .. }
        | Action::Doctor { .. }
        | Action::Spoils(_)
        | Action::Take { .. }
        | Action::TakeAndReturn { .. }
        | Action::Give { .. }
        | Action::OpenNamed { .. }
        | Action::OpenAssociation { .. }
        | Action::Vote { .. } => Err(Reason::WrongAction),
    }
}

/// A sleeper cannot be target or partner, nor can the seat itself (walk.md a.5).
pub(crate) fn partner(state: &State, seat: Seat, other: Seat) -> Result<(), Reason> {
    if other != seat && state.is_awake(other) { Ok(()) } else { Err(Reason::BadTarget) }
}

pub(crate) fn resolve(progress: &mut Progress, action: Option<&Action>) {
    let seat = progress.state.active;
    if let Some(Action::Offer { to }) = action {
        progress.state.passes = 0;
        progress.say(Event::Offered { from: seat, to: *to });
        let trade = Trade { offerer: seat, responder: *to, demanded: false, sextant: None };
        if progress.state.is_awake(*to) {
            progress.state.phase = Phase::Response(trade);
        } else {
            trade::resolve_response(progress, trade, None);
        }
    } else if let Some(Action::Foresee) = action {
        foresight::begin(progress, false);
    } else if let Some(Action::Demand { target, kind }) = action {
        demand::begin(progress, seat, *target, *kind);
    } else if let Some(Action::Attack { target }) = action {
        progress.state.passes = 0;
        fight::begin(progress, seat, *target);
    } else if let Some(Action::DeclareTeam { named, membership, occupation, items, counts }) = action {
        let opening = declaration::Opening { membership: *membership, occupation: *occupation, items };
        declaration::begin(progress, seat, *named, counts, &opening);
    } else if let Some(Action::DeclareSolo { items }) = action {
        solo::resolve(progress, seat, items);
    } else if let Some(Action::Prophesy { named, membership }) = action {
        declaration::begin_prophecy(progress, seat, *named, *membership);
    } else {
        if action.is_some() {
            progress.say(Event::Passed { seat });
        }
        progress.state.passes = progress.state.passes.saturating_add(1);
        progress.end_turn();
    }
}
