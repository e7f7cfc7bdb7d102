//! Privilege and Monocle (rules.md A.1.1): the giver sees the partner's hand or association.

use alloc::vec::Vec;

use super::{all_awake, done};
use crate::progress::Progress;
use crate::{Action, AssociationPick, CardOp, Event, Kind, Look, Phase, Reason, Slot, State, Trade, TradeCard, mixed};

/// A look needs both: who shows, and who sees.
pub(super) fn run(progress: &mut Progress, trade: Trade, card: TradeCard, kind: Kind) {
    let look = if kind == Kind::Monocle { Look::Association } else { Look::Hand };
    if all_awake(progress, [trade.receiver(card), trade.giver(card)]) {
        progress.state.phase = Phase::Execution { trade, card, look };
    } else {
        done(progress, trade, card);
    }
}

/// With `three_player_mixed` the three associations are shuffled before one of them is picked (walk.md decision 14).
pub(crate) fn judge_execution(
    state: &State,
    trade: Trade,
    card: TradeCard,
    look: Look,
    action: &Action,
) -> Result<Vec<CardOp>, Reason> {
    let (owner, to) = (trade.receiver(card), trade.giver(card));
    let mixed = state.options.three_player_mixed;
    let op = match (look, action) {
        (Look::Hand, Action::ShowHand) => CardOp::ShowHand { owner, to },
        (Look::Association, Action::ShowAssociation) if !mixed => {
            CardOp::ShowSlot { owner, slot: Slot::Association, to }
        }
        (Look::Association, Action::ShuffleAssociations) if mixed => CardOp::ShuffleAssociations { owner },
        (Look::Hand | Look::Association, _) => return Err(Reason::WrongAction),
    };
    Ok(Vec::from([op]))
}

pub(crate) fn resolve_execution(progress: &mut Progress, trade: Trade, card: TradeCard, action: Option<&Action>) {
    let (owner, to) = (trade.receiver(card), trade.giver(card));
    if action == Some(&Action::ShuffleAssociations) {
        mixed::ask_pick(progress, AssociationPick { owner, by: to, text: Some((trade, card)) });
        return;
    }
    if action == Some(&Action::ShowHand) {
        progress.say(Event::HandShown { owner, to });
    } else if action == Some(&Action::ShowAssociation) {
        progress.say(Event::AssociationShown { owner, to });
    }
    done(progress, trade, card);
}
