//! The draw vote: unanimous among the awake seats (E7, walk.md decision 17).

use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use crate::progress::Progress;
use crate::{Action, CardOp, Event, Outcome, Reason, Seat};

pub(crate) fn judge(action: &Action) -> Result<Vec<CardOp>, Reason> {
    if let Action::Vote { .. } = action { Ok(Vec::new()) } else { Err(Reason::WrongAction) }
}

pub(crate) fn resolve(progress: &mut Progress, entries: &BTreeMap<Seat, Action>) {
    let mut unanimous = !entries.is_empty();
    for (seat, action) in entries {
        if let Action::Vote { draw } = action {
            progress.say(Event::Voted { seat: *seat, draw: *draw });
            unanimous &= *draw;
        }
    }
    if unanimous {
        progress.end_game(Outcome::Drawn);
    } else {
        progress.begin_turn();
    }
}
