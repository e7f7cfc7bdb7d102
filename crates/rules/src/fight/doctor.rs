//! The count, the Doctor window and the outcome (rules.md C.5).

use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use super::{Window, asked, could_use, opening, turn_up};
use crate::progress::Progress;
use crate::{Action, CardOp, Event, Face, Fight, Occupation, Phase, Reason, Seat, SeatSet, Side, State, Then, Victory};

/// Counts the fight and asks for the Doctor.
pub(super) fn count(progress: &mut Progress, fight: Fight) {
    let swords = standing(&progress.state, &fight, Side::Attacker);
    let shields = standing(&progress.state, &fight, Side::Defender);
    let ring = |seat| played(&progress.state, seat, Face::Ring);
    let winner = fight.poison.or_else(|| match swords.cmp(&shields) {
        core::cmp::Ordering::Greater => Some(Side::Attacker),
        core::cmp::Ordering::Less => Some(Side::Defender),
        // There is one ring; were it shown by both, it would decide nothing.
        core::cmp::Ordering::Equal => match (ring(fight.attacker), ring(fight.defender)) {
            (true, false) => Some(Side::Attacker),
            (false, true) => Some(Side::Defender),
            (true, true) | (false, false) => None,
        },
    });
    let seat = winner.map(|side| fight.principal(side));
    progress.say(Event::FightEnded { swords, shields, winner: seat });
    let open = winner.is_some() || progress.state.options.doctor_on_tie;
    if open && !asked(&progress.state, &fight, Window::Doctor).is_empty() {
        progress.state.phase = Phase::Doctor { fight, winner };
    } else {
        take_effect(progress, fight, winner);
    }
}

/// The score of a side as it stands: one for oneself, one for each valid supporter, one for each object and occupation;
/// what hangs on a support counts only if the support is valid.
pub fn standing(state: &State, fight: &Fight, side: Side) -> u8 {
    let (own, theirs, strength) = match side {
        Side::Attacker => (Face::Dagger, Face::Knives, Occupation::Thug),
        Side::Defender => (Face::Gloves, Face::Whip, Occupation::GrandMaster),
    };
    let uses = |seat, occupation| {
        fight.used.contains(seat) && state.seat(seat).is_some_and(|seat| seat.occupation == Some(occupation))
    };
    let principal = fight.principal(side);
    let duel = uses(principal, Occupation::Duelist) && state.options.duelist_bonus;
    let alone = [played(state, principal, own), uses(principal, strength), duel];
    let supporters = fight.supporters(side);
    let helped = supporters.iter().flat_map(|seat| [played(state, seat, theirs), uses(seat, Occupation::Bodyguard)]);
    let bonus = alone.into_iter().chain(helped).filter(|counts| *counts).count();
    let sum = supporters.len().saturating_add(bonus).saturating_add(1);
    u8::try_from(sum).unwrap_or(u8::MAX)
}

fn played(state: &State, seat: Seat, face: Face) -> bool {
    state.seat(seat).is_some_and(|seat| seat.played.contains(&face))
}

pub(crate) fn judge_doctor(state: &State, seat: Seat, action: &Action) -> Result<Vec<CardOp>, Reason> {
    let Action::Doctor { cancel } = action else {
        return Err(Reason::WrongAction);
    };
    if !cancel {
        Ok(Vec::new())
    } else if could_use(state, seat, Occupation::Doctor) {
        Ok(opening(state, seat, Occupation::Doctor).into_iter().collect())
    } else {
        Err(Reason::NotUsable)
    }
}

pub(crate) fn resolve_doctor(
    progress: &mut Progress,
    fight: Fight,
    winner: Option<Side>,
    entries: &BTreeMap<Seat, Action>,
) {
    let cancels = |(seat, action): (&Seat, &Action)| (*action == Action::Doctor { cancel: true }).then_some(*seat);
    let Some(doctor) = entries.iter().find_map(cancels) else {
        progress.say(Event::DoctorPassed);
        take_effect(progress, fight, winner);
        return;
    };
    turn_up(progress, doctor, Occupation::Doctor);
    progress.say(Event::Cancelled { doctor });
    put_back(progress);
    progress.end_turn();
}

/// Objects played in the fight are back in the hands before its outcome (walk.md decision 18).
fn put_back(progress: &mut Progress) {
    for seat in progress.state.all().iter() {
        progress.change(seat, |state| state.played.clear());
    }
}

fn take_effect(progress: &mut Progress, fight: Fight, winner: Option<Side>) {
    put_back(progress);
    match winner {
        None => level(progress, fight.attacker),
        Some(Side::Attacker) => won(progress, fight.attacker, fight.defender),
        Some(Side::Defender) => won(progress, fight.defender, fight.attacker),
    }
}

/// Level: the attacker draws the top card, if there is one.
fn level(progress: &mut Progress, attacker: Seat) {
    progress.draw(attacker);
    progress.settle_limit(attacker, SeatSet::EMPTY, Then::EndTurn);
}

/// The winner chooses; if one of the two sleeps nothing can be seen or taken (walk.md a.5).
fn won(progress: &mut Progress, winner: Seat, loser: Seat) {
    if progress.state.is_awake(winner) && progress.state.is_awake(loser) {
        progress.state.phase = Phase::Spoils(Victory { winner, loser });
        return;
    }
    for seat in [winner, loser] {
        if !progress.state.is_awake(seat) {
            progress.say(Event::PassedOver { seat });
        }
    }
    progress.end_turn();
}
