//! The answer to an offer (rules.md C.3, walk.md a.3).

use alloc::vec::Vec;

use crate::progress::Progress;
use crate::{Action, CardOp, Claim, Event, Kind, Reason, State, Then, Trade, TradeCard, Why, text};

pub(crate) fn judge_response(state: &State, trade: Trade, action: &Action) -> Result<Vec<CardOp>, Reason> {
    let (from, prover) = (trade.offerer, trade.responder);
    if matches!(action, Action::Refuse) {
        let claim = Claim::Refusable;
        return Ok(Vec::from([CardOp::Claim { prover, claim }, CardOp::Withdraw { from }]));
    }
    let Action::Accept { text } = action else {
        return Err(Reason::WrongAction);
    };
    let about = first_text(state, *text)?;
    let mut ops = Vec::with_capacity(4);
    ops.push(CardOp::Transfer { from: prover, to: from, why: Why::Trade });
    ops.push(CardOp::Settle { from, to: prover });
    if !state.pile_empty() {
        ops.push(CardOp::Claim { prover, claim: Claim::NotTwoBags });
    }
    ops.extend(about.map(|claim| CardOp::Claim { prover, claim }));
    Ok(ops)
}

/// What must be proven about X with the acceptance. With `smuggling` it says nothing: that is the giver's to say.
fn first_text(state: &State, text: Option<Kind>) -> Result<Option<Claim>, Reason> {
    if state.options.smuggling && text.is_some() {
        return Err(Reason::NotThisTable);
    }
    text::claim(state, TradeCard::Offered, text)
}

pub(crate) fn resolve_response(progress: &mut Progress, trade: Trade, action: Option<&Action>) {
    let Some(Action::Accept { text }) = action else {
        if action.is_none() {
            progress.then_do(CardOp::Withdraw { from: trade.offerer });
        }
        progress.say(Event::Refused { seat: trade.responder, from: trade.offerer });
        progress.end_turn();
        return;
    };
    progress.say(Event::Traded { from: trade.offerer, to: trade.responder });
    if progress.state.options.smuggling {
        progress.go_on(Then::Text(trade, TradeCard::Offered));
    } else {
        text::say(progress, trade, TradeCard::Offered, *text);
    }
}
