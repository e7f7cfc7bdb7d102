//! The Coat (rules.md A.1.1): its giver exchanges his occupation with a spare.

use alloc::vec::Vec;

use super::{all_awake, done};
use crate::progress::Progress;
use crate::{Action, CardOp, Event, Phase, Pile, Reason, State, Trade, TradeCard};

/// Without spares it has no effect (E29).
pub(super) fn run(progress: &mut Progress, trade: Trade, card: TradeCard) {
    let to = trade.giver(card);
    if progress.state.spares == 0 || !all_awake(progress, [to]) {
        done(progress, trade, card);
        return;
    }
    progress.then_group(CardOp::Look { pile: Pile::Spares, to });
    progress.say(Event::SparesShown { to });
    progress.state.phase = Phase::Exchange { trade, card };
}

/// The own card cannot be chosen, since it joins the spares after the choice; with `coat_may_keep_own` it joins them before
/// (walk.md a.4).
pub(crate) fn judge_exchange(
    state: &State,
    trade: Trade,
    card: TradeCard,
    action: &Action,
) -> Result<Vec<CardOp>, Reason> {
    if *action != Action::Exchange {
        return Err(Reason::WrongAction);
    }
    let owner = trade.giver(card);
    let shuffle = |from| CardOp::ShufflePile { by: owner, pile: Pile::Spares, from };
    let give_back = CardOp::ReturnOccupation { owner };
    Ok(if state.options.coat_may_keep_own {
        Vec::from([give_back, shuffle(0)])
    } else {
        Vec::from([shuffle(0), give_back, shuffle(1)])
    })
}

/// The new occupation lies face-down and is unused. If the giver sleeps nothing changes.
pub(crate) fn resolve_exchange(progress: &mut Progress, trade: Trade, card: TradeCard, action: Option<&Action>) {
    if action.is_some() {
        let seat = trade.giver(card);
        progress.change(seat, |state| state.occupation = None);
        progress.then_group(CardOp::DrawSpare { to: seat });
        progress.say(Event::OccupationExchanged { seat });
    }
    done(progress, trade, card);
}
