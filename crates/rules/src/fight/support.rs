//! Declarations of support (rules.md C.5).

use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use super::hypnotist;
use crate::progress::Progress;
use crate::{Action, CardOp, Event, Fight, Phase, Reason, Seat, SeatSet, Side, State};

/// Who declares support next: in seat order from the attacker's left, without the principals (rules.md C.5).
pub fn next_supporter(state: &State, fight: &Fight) -> Option<Seat> {
    state.others_from_left(fight.attacker).find(|seat| undeclared(state, fight).contains(*seat))
}

/// Who has yet to declare support.
pub fn undeclared(state: &State, fight: &Fight) -> SeatSet {
    state.awake().minus(fight.principals()).minus(fight.declared)
}

pub(crate) fn judge_support(action: &Action) -> Result<Vec<CardOp>, Reason> {
    if let Action::Support { .. } = action { Ok(Vec::new()) } else { Err(Reason::WrongAction) }
}

/// One declaration, or all at once with `secret_support`.
pub(crate) fn resolve_support(progress: &mut Progress, fight: Fight, entries: &BTreeMap<Seat, Action>) {
    let mut fight = fight;
    for (seat, action) in entries {
        let Action::Support { side } = action else {
            continue;
        };
        fight.declared = fight.declared.with(*seat);
        match side {
            Some(Side::Attacker) => fight.attack = fight.attack.with(*seat),
            Some(Side::Defender) => fight.defence = fight.defence.with(*seat),
            None => {}
        }
        progress.say(Event::Supported { seat: *seat, side: *side });
    }
    let each = progress.state.options.hypnotist_after_each && !entries.is_empty();
    if each && hypnotist::is_asked(&progress.state, &fight) {
        progress.state.phase = Phase::Hypnotist(fight);
    } else {
        ask_support(progress, fight);
    }
}

/// Asks the next awake seats for support, or goes on to the Hypnotist.
pub(crate) fn ask_support(progress: &mut Progress, fight: Fight) {
    if undeclared(&progress.state, &fight).is_empty() {
        hypnotist::ask(progress, fight);
    } else {
        progress.state.phase = Phase::Support(fight);
    }
}
