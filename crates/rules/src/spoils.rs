//! The winner's choice (rules.md C.5): identity or luggage, and the emptied loser.

use alloc::vec::Vec;

use crate::progress::Progress;
use crate::{
    Action, AssociationPick, CardOp, Event, Phase, Reason, SeatSet, Slot, Spoils, State, Then, Victory, Why, mixed,
};

pub(crate) fn judge_spoils(action: &Action) -> Result<Vec<CardOp>, Reason> {
    if let Action::Spoils(_) = action { Ok(Vec::new()) } else { Err(Reason::WrongAction) }
}

/// With `three_player_mixed` the associations are shuffled, and the winner picks one of them next.
pub(crate) fn judge_identity(state: &State, victory: Victory, action: &Action) -> Result<Vec<CardOp>, Reason> {
    if *action != Action::ShowIdentity {
        return Err(Reason::WrongAction);
    }
    let owner = victory.loser;
    let show = |slot| CardOp::ShowSlot { owner, slot, to: victory.winner };
    let second =
        if state.options.three_player_mixed { CardOp::ShuffleAssociations { owner } } else { show(Slot::Association) };
    Ok(Vec::from([show(Slot::Occupation), second]))
}

pub(crate) fn judge_luggage(victory: Victory, action: &Action) -> Result<Vec<CardOp>, Reason> {
    if *action != Action::ShowHand {
        return Err(Reason::WrongAction);
    }
    Ok(Vec::from([CardOp::ShowHand { owner: victory.loser, to: victory.winner }]))
}

pub(crate) fn judge_taking(state: &State, victory: Victory, action: &Action) -> Result<Vec<CardOp>, Reason> {
    let Victory { winner, loser } = victory;
    let hand = state.hand(loser);
    let take = |index| CardOp::Take { winner, loser, index };
    if let Action::TakeAndReturn { index } = action {
        if hand != 1 {
            return Err(Reason::WrongAction);
        }
        if *index != 0 {
            return Err(Reason::BadIndex);
        }
        let give_back = CardOp::Transfer { from: winner, to: loser, why: Why::Return };
        return Ok(Vec::from([take(0), give_back]));
    }
    let Action::Take { index } = action else {
        return Err(Reason::WrongAction);
    };
    if hand == 1 {
        Err(Reason::WrongAction)
    } else if *index >= hand {
        Err(Reason::BadIndex)
    } else {
        Ok(Vec::from([take(*index)]))
    }
}

pub(crate) fn resolve_spoils(progress: &mut Progress, victory: Victory, action: Option<&Action>) {
    let Some(Action::Spoils(spoils)) = action else {
        progress.end_turn();
        return;
    };
    progress.say(Event::SpoilsChosen { winner: victory.winner, spoils: *spoils });
    if !progress.state.is_awake(victory.loser) {
        progress.say(Event::PassedOver { seat: victory.loser });
        progress.end_turn();
        return;
    }
    progress.state.phase = match spoils {
        Spoils::Identity => Phase::Identity(victory),
        Spoils::Luggage => Phase::Luggage(victory),
    };
}

pub(crate) fn resolve_identity(progress: &mut Progress, victory: Victory, action: Option<&Action>) {
    let (owner, by) = (victory.loser, victory.winner);
    if action.is_some() && progress.state.options.three_player_mixed {
        mixed::ask_pick(progress, AssociationPick { owner, by, text: None });
        return;
    }
    if action.is_some() {
        progress.say(Event::IdentityShown { owner, to: by });
    }
    progress.end_turn();
}

pub(crate) fn resolve_luggage(progress: &mut Progress, victory: Victory, action: Option<&Action>) {
    if action.is_none() {
        progress.end_turn();
        return;
    }
    progress.say(Event::HandShown { owner: victory.loser, to: victory.winner });
    if progress.state.is_awake(victory.winner) {
        progress.state.phase = Phase::Taking(victory);
    } else {
        progress.say(Event::PassedOver { seat: victory.winner });
        progress.end_turn();
    }
}

pub(crate) fn resolve_taking(progress: &mut Progress, victory: Victory, action: Option<&Action>) {
    let Victory { winner, loser } = victory;
    let returned = match action {
        Some(Action::Take { .. }) => false,
        Some(Action::TakeAndReturn { .. }) => true,
        _ => {
            progress.end_turn();
            return;
        }
    };
    progress.say(Event::Took { winner, loser, returned });
    if !returned {
        progress.move_card(loser, winner);
    }
    progress.settle_limit(winner, SeatSet::EMPTY, Then::EndTurn);
}
