//! A look at one of three associations, with `three_player_mixed` (rules.md C.9, walk.md decision 14): its owner has
//! shuffled them, the other side picks a place, and the owner shows what lies there.

use alloc::vec::Vec;

use crate::components::associations_each;
use crate::progress::Progress;
use crate::{Action, AssociationPick, CardOp, Event, Phase, Reason, State, text};

pub(crate) fn ask_pick(progress: &mut Progress, pick: AssociationPick) {
    if progress.state.is_awake(pick.by) {
        progress.state.phase = Phase::AssociationPick(pick);
    } else {
        progress.say(Event::PassedOver { seat: pick.by });
        over(progress, pick);
    }
}

pub(crate) fn judge_pick(state: &State, action: &Action) -> Result<Vec<CardOp>, Reason> {
    let Action::PickAssociation { place } = action else {
        return Err(Reason::WrongAction);
    };
    if usize::from(*place) < associations_each(&state.options) { Ok(Vec::new()) } else { Err(Reason::BadIndex) }
}

pub(crate) fn resolve_pick(progress: &mut Progress, pick: AssociationPick, action: Option<&Action>) {
    let Some(Action::PickAssociation { place }) = action else {
        over(progress, pick);
        return;
    };
    progress.say(Event::AssociationPicked { owner: pick.owner, by: pick.by, place: *place });
    if progress.state.is_awake(pick.owner) {
        progress.state.phase = Phase::AssociationShow { pick, place: *place };
    } else {
        progress.say(Event::PassedOver { seat: pick.owner });
        over(progress, pick);
    }
}

pub(crate) fn judge_show(pick: AssociationPick, place: u8, action: &Action) -> Result<Vec<CardOp>, Reason> {
    if *action != Action::ShowAssociation {
        return Err(Reason::WrongAction);
    }
    Ok(Vec::from([CardOp::ShowAssociation { owner: pick.owner, place, to: pick.by }]))
}

pub(crate) fn resolve_show(progress: &mut Progress, pick: AssociationPick, action: Option<&Action>) {
    let AssociationPick { owner, by: to, text } = pick;
    if action.is_some() {
        let after_fight = text.is_none();
        progress.say(if after_fight {
            Event::IdentityShown { owner, to }
        } else {
            Event::AssociationShown { owner, to }
        });
    }
    over(progress, pick);
}

/// The look is over, or nothing came of it.
pub(crate) fn over(progress: &mut Progress, pick: AssociationPick) {
    match pick.text {
        Some((trade, card)) => text::done(progress, trade, card),
        None => progress.end_turn(),
    }
}
