//! The ability window (rules.md C.5): objects and occupations, again and again until everybody passes or a Poison Mixer
//! has decided.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use super::{Window, asked, could_use, doctor, opening, turn_up};
use crate::progress::Progress;
use crate::{AbilityMode, Action, CardOp, Event, Face, Fight, Phase, Power, Reason, Seat, SeatSet, Side, State};

/// What a seat is in a fight.
#[derive(Clone, Copy)]
enum Part {
    Principal(Side),
    Supporter(Side),
    /// Nobody, as far as valid supports go.
    Abstainer,
}

fn part(fight: &Fight, seat: Seat) -> Part {
    for side in [Side::Attacker, Side::Defender] {
        if fight.principal(side) == seat {
            return Part::Principal(side);
        }
        if fight.supporters(side).contains(seat) {
            return Part::Supporter(side);
        }
    }
    Part::Abstainer
}

/// The objects that this seat could play in this fight by public facts, ascending (table in C.5). Each card once a fight.
pub fn usable_objects(state: &State, fight: &Fight, seat: Seat) -> Vec<Face> {
    objects(state, fight, seat).collect()
}

fn objects(state: &State, fight: &Fight, seat: Seat) -> impl Iterator<Item = Face> {
    let column: &'static [Face] = match part(fight, seat) {
        _ if fight.hypnotised == Some(seat) => &[],
        Part::Principal(Side::Attacker) => &[Face::Dagger, Face::Ring],
        Part::Principal(Side::Defender) => &[Face::Gloves, Face::Ring],
        Part::Supporter(Side::Attacker) => &[Face::Knives],
        Part::Supporter(Side::Defender) => &[Face::Whip],
        Part::Abstainer => &[],
    };
    let played = move |face: &Face| state.seats.iter().any(|seat| seat.played.contains(face));
    column.iter().copied().filter(move |face| !played(face))
}

/// Whether by public facts alone this seat could play or use anything in this fight.
pub(super) fn could_act(state: &State, fight: &Fight, seat: Seat) -> bool {
    objects(state, fight, seat).next().is_some() || powers(state, fight, seat).next().is_some()
}

/// The occupations that this seat could use in this fight by public facts (table in C.5).
pub fn usable_powers(state: &State, fight: &Fight, seat: Seat) -> Vec<Power> {
    powers(state, fight, seat).collect()
}

fn powers(state: &State, fight: &Fight, seat: Seat) -> impl Iterator<Item = Power> {
    const FOR: Power = Power::PoisonMixer { wins: Side::Attacker };
    const AGAINST: Power = Power::PoisonMixer { wins: Side::Defender };
    let column: &'static [Power] = match part(fight, seat) {
        _ if fight.hypnotised == Some(seat) || fight.used.contains(seat) => &[],
        Part::Principal(Side::Attacker) => &[Power::Thug, Power::Duelist],
        Part::Principal(Side::Defender) => &[Power::GrandMaster, Power::Duelist],
        Part::Supporter(_) => &[Power::Bodyguard, FOR, AGAINST],
        Part::Abstainer => &[FOR, AGAINST],
    };
    let blocked = fight.duel && state.options.duel_blocks_poison;
    let usable = move |power: &Power| {
        let poison = matches!(power, Power::PoisonMixer { .. });
        !(poison && blocked) && could_use(state, seat, power.occupation())
    };
    column.iter().copied().filter(usable)
}

/// With [`AbilityMode::SeatOrder`]: who is asked next, from the attacker's left and the attacker last; nobody after a lap
/// of passes.
pub fn next_ability(state: &State, fight: &Fight) -> Option<Seat> {
    let waits = asked(state, fight, Window::Abilities).minus(fight.passed);
    let from = fight.last.unwrap_or(fight.attacker);
    state.others_from_left(from).find(|seat| waits.contains(*seat)).or_else(|| waits.iter().next())
}

/// Opens the window if somebody is asked in it.
pub(super) fn ask(progress: &mut Progress, fight: Fight) {
    let nobody = match progress.state.options.ability_mode {
        AbilityMode::SealedRounds | AbilityMode::OneShot => {
            asked(&progress.state, &fight, Window::Abilities).is_empty()
        }
        AbilityMode::SeatOrder => next_ability(&progress.state, &fight).is_none(),
    };
    if nobody {
        doctor::count(progress, fight);
    } else {
        progress.state.phase = Phase::Abilities(fight);
    }
}

pub(crate) fn judge_abilities(state: &State, fight: Fight, seat: Seat, action: &Action) -> Result<Vec<CardOp>, Reason> {
    let Action::Abilities { objects, power } = action else {
        return Err(Reason::WrongAction);
    };
    let usable = usable_objects(state, &fight, seat);
    if objects.iter().any(|face| !usable.contains(face)) {
        return Err(Reason::NotUsable);
    }
    let open = state.seat(seat).map_or(0, |seat| seat.played.len());
    let ascending = objects.iter().is_sorted_by(|a, b| a < b);
    if !ascending || objects.len().saturating_add(open) > usize::from(state.hand(seat)) {
        return Err(Reason::BadItems);
    }
    let mut ops = Vec::new();
    if !objects.is_empty() {
        ops.push(CardOp::OpenObjects { owner: seat, faces: objects.clone() });
    }
    if let Some(power) = power {
        if !usable_powers(state, &fight, seat).contains(power) {
            return Err(Reason::NotUsable);
        }
        ops.extend(opening(state, seat, power.occupation()));
    }
    Ok(ops)
}

/// All plays of a round count; effects commute, but for the Duelist, who voids the supports, and the Poison Mixer, who
/// decides (E53).
pub(crate) fn resolve_abilities(progress: &mut Progress, fight: Fight, entries: &BTreeMap<Seat, Action>) {
    let mut fight = fight;
    let mut played = false;
    let mut poison = None;
    for (seat, action) in entries {
        let Action::Abilities { objects, power } = action else {
            continue;
        };
        fight.last = Some(*seat);
        if objects.is_empty() && power.is_none() {
            fight.passed = fight.passed.with(*seat);
            progress.say(Event::AbilityPassed { seat: *seat });
            continue;
        }
        played = true;
        progress.change(*seat, |state| state.played.extend(objects));
        progress.say(Event::Played { seat: *seat, objects: objects.clone(), power: *power });
        let Some(power) = power else {
            continue;
        };
        turn_up(progress, *seat, power.occupation());
        fight.used = fight.used.with(*seat);
        match power {
            Power::Duelist => fight.duel = true,
            Power::PoisonMixer { wins } => poison = Some(*wins),
            Power::Thug | Power::GrandMaster | Power::Bodyguard => {}
        }
    }
    if fight.duel {
        (fight.attack, fight.defence) = (SeatSet::EMPTY, SeatSet::EMPTY);
    }
    // With `duel_blocks_poison` a Mixer of the same round is void, and spent (walk.md decision 17).
    fight.poison = poison.filter(|_| !(fight.duel && progress.state.options.duel_blocks_poison));
    if played {
        fight.passed = SeatSet::EMPTY;
    }
    let over = match progress.state.options.ability_mode {
        AbilityMode::SealedRounds => !played,
        AbilityMode::OneShot => true,
        AbilityMode::SeatOrder => false,
    };
    if over || fight.poison.is_some() {
        doctor::count(progress, fight);
    } else {
        ask(progress, fight);
    }
}
