//! The attack: support, the sealed ability round, the count (rules.md C.5).

use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use crate::progress::Progress;
use crate::{
    Action, CardOp, Event, Face, Fight, Phase, Reason, Seat, SeatSet, Side, State, Then, Victory, asked, next_supporter,
};

/// The objects that this seat could use in this fight, ascending (table in C.5).
pub fn usable(fight: &Fight, seat: Seat) -> &'static [Face] {
    if seat == fight.attacker {
        &[Face::Dagger, Face::Ring]
    } else if seat == fight.defender {
        &[Face::Gloves, Face::Ring]
    } else if fight.attack.contains(seat) {
        &[Face::Knives]
    } else if fight.defence.contains(seat) {
        &[Face::Whip]
    } else {
        &[]
    }
}

pub(crate) fn judge_support(action: &Action) -> Result<Vec<CardOp>, Reason> {
    if let Action::Support { .. } = action { Ok(Vec::new()) } else { Err(Reason::WrongAction) }
}

pub(crate) fn judge_abilities(state: &State, fight: Fight, seat: Seat, action: &Action) -> Result<Vec<CardOp>, Reason> {
    let Action::Abilities { objects } = action else {
        return Err(Reason::WrongAction);
    };
    if objects.is_empty() {
        return Ok(Vec::new());
    }
    let usable = usable(&fight, seat);
    if objects.iter().any(|face| !usable.contains(face)) {
        return Err(Reason::NotUsable);
    }
    let ascending = objects.iter().is_sorted_by(|a, b| a < b);
    if !ascending || objects.len() > usize::from(state.hand(seat)) {
        return Err(Reason::BadItems);
    }
    Ok(Vec::from([CardOp::OpenObjects { owner: seat, faces: objects.clone() }]))
}

pub(crate) fn begin(progress: &mut Progress, attacker: Seat, defender: Seat) {
    progress.say(Event::Attacked { attacker, defender });
    let fight = Fight { attacker, defender, attack: SeatSet::EMPTY, defence: SeatSet::EMPTY, declared: SeatSet::EMPTY };
    ask_support(progress, fight);
}

pub(crate) fn resolve_support(progress: &mut Progress, fight: Fight, seat: Seat, action: &Action) {
    let mut fight = fight;
    fight.declared = fight.declared.with(seat);
    if let Action::Support { side } = action {
        match side {
            Some(Side::Attacker) => fight.attack = fight.attack.with(seat),
            Some(Side::Defender) => fight.defence = fight.defence.with(seat),
            None => {}
        }
        progress.say(Event::Supported { seat, side: *side });
    }
    ask_support(progress, fight);
}

/// Asks the next awake seat for support, or opens the ability window if somebody is asked there.
pub(crate) fn ask_support(progress: &mut Progress, fight: Fight) {
    if next_supporter(&progress.state, &fight).is_some() {
        progress.state.phase = Phase::Support(fight);
    } else if asked(&progress.state, &fight).is_empty() {
        count(progress, fight);
    } else {
        progress.state.phase = Phase::Abilities(fight);
    }
}

pub(crate) fn resolve_abilities(progress: &mut Progress, fight: Fight, entries: &BTreeMap<Seat, Action>) {
    for (seat, action) in entries {
        let Action::Abilities { objects } = action else {
            continue;
        };
        if objects.is_empty() {
            progress.say(Event::AbilityPassed { seat: *seat });
        } else {
            progress.change(*seat, |state| state.played.clone_from(objects));
            progress.say(Event::Played { seat: *seat, objects: objects.clone() });
        }
    }
    count(progress, fight);
}

/// Counts the fight, takes the played objects back, and goes on to what follows.
fn count(progress: &mut Progress, fight: Fight) {
    let swords = score(&progress.state, fight.attacker, fight.attack, Face::Dagger, Face::Knives);
    let shields = score(&progress.state, fight.defender, fight.defence, Face::Gloves, Face::Whip);
    let ring = |seat| played(&progress.state, seat, Face::Ring);
    let attacker_wins = match swords.cmp(&shields) {
        core::cmp::Ordering::Greater => Some(true),
        core::cmp::Ordering::Less => Some(false),
        // There is one ring; were it shown by both, it would decide nothing.
        core::cmp::Ordering::Equal => match (ring(fight.attacker), ring(fight.defender)) {
            (true, false) => Some(true),
            (false, true) => Some(false),
            (true, true) | (false, false) => None,
        },
    };
    let (attacker, defender) = (fight.attacker, fight.defender);
    let winner = attacker_wins.map(|wins| if wins { attacker } else { defender });
    progress.say(Event::FightEnded { swords, shields, winner });
    for seat in progress.state.all().iter() {
        progress.change(seat, |state| state.played.clear());
    }
    match attacker_wins {
        None => level(progress, attacker),
        Some(true) => won(progress, attacker, defender),
        Some(false) => won(progress, defender, attacker),
    }
}

/// One for oneself, one for each supporter, one for each object.
fn score(state: &State, principal: Seat, supporters: SeatSet, own: Face, theirs: Face) -> u8 {
    let objects = supporters.iter().filter(|seat| played(state, *seat, theirs)).count();
    let objects = objects.saturating_add(usize::from(played(state, principal, own)));
    let sum = supporters.len().saturating_add(objects).saturating_add(1);
    u8::try_from(sum).unwrap_or(u8::MAX)
}

fn played(state: &State, seat: Seat, face: Face) -> bool {
    state.seat(seat).is_some_and(|seat| seat.played.contains(&face))
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
