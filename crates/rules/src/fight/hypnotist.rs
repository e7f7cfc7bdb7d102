//! The Hypnotist window (rules.md C.5): one seat loses its support and may use nothing in this fight.

use alloc::vec::Vec;

use super::{abilities, ask_support, could_use, opening, turn_up};
use crate::progress::Progress;
use crate::{Action, CardOp, Event, Fight, Occupation, Phase, Reason, SeatSet, State};

/// Whom the attacker may name: awake seats that have declared support or abstained (E50).
pub fn hypnotisable(state: &State, fight: &Fight) -> SeatSet {
    fight.declared.and(state.awake()).minus(fight.principals())
}

/// Whether the attacker is asked, by public facts alone.
pub(super) fn is_asked(state: &State, fight: &Fight) -> bool {
    state.is_awake(fight.attacker)
        && fight.hypnotised.is_none()
        && could_use(state, fight.attacker, Occupation::Hypnotist)
        && !hypnotisable(state, fight).is_empty()
}

/// All have declared. With `hypnotist_after_each` the attacker has been asked already.
pub(super) fn ask(progress: &mut Progress, fight: Fight) {
    if !progress.state.options.hypnotist_after_each && is_asked(&progress.state, &fight) {
        progress.state.phase = Phase::Hypnotist(fight);
    } else {
        abilities::ask(progress, fight);
    }
}

pub(crate) fn judge_hypnotist(state: &State, fight: Fight, action: &Action) -> Result<Vec<CardOp>, Reason> {
    let Action::Hypnotise { target } = action else {
        return Err(Reason::WrongAction);
    };
    let Some(target) = target else {
        return Ok(Vec::new());
    };
    if !could_use(state, fight.attacker, Occupation::Hypnotist) {
        return Err(Reason::NotUsable);
    }
    if !hypnotisable(state, &fight).contains(*target) {
        return Err(Reason::BadTarget);
    }
    Ok(opening(state, fight.attacker, Occupation::Hypnotist).into_iter().collect())
}

pub(crate) fn resolve_hypnotist(progress: &mut Progress, fight: Fight, action: Option<&Action>) {
    let (mut fight, seat) = (fight, fight.attacker);
    match action {
        Some(Action::Hypnotise { target: Some(target) }) => {
            turn_up(progress, seat, Occupation::Hypnotist);
            fight.hypnotised = Some(*target);
            fight.attack = fight.attack.without(*target);
            fight.defence = fight.defence.without(*target);
            progress.say(Event::Hypnotised { attacker: seat, target: *target });
        }
        Some(_) => progress.say(Event::HypnotistPassed { seat }),
        None => {}
    }
    if progress.state.options.hypnotist_after_each {
        ask_support(progress, fight);
    } else {
        abilities::ask(progress, fight);
    }
}
