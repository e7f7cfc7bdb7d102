//! What lies in the box, and how much of it is in play (rules.md sections A and B).

use alloc::vec::Vec;

use crate::{Association, Face, Kind, Occupation, Options};

/// Fewest seats of a table.
pub const MIN_SEATS: u8 = 3;
/// Most seats of a table.
pub const MAX_SEATS: u8 = 10;
/// Both Secret Bags are always in starting hands (rules.md B, step 5).
pub const BAGS: [Face; 2] = [Face::BagKey, Face::BagGoblet];
/// Laps of nothing but passes after which a draw vote is offered (E7).
pub const VOTE_LAPS: u32 = 3;

/// The association cards that are shuffled: one per seat, and at odd counts one more that is put aside (B, step 3); with
/// `three_player_mixed` all ten.
pub fn associations(options: &Options) -> Vec<Association> {
    let each = usize::from(association_copies(options));
    let order = core::iter::repeat_n(Association::Order, each);
    order.chain(core::iter::repeat_n(Association::Brotherhood, each)).collect()
}

/// How many cards there are of each association (B, table).
pub const fn association_copies(options: &Options) -> u8 {
    if options.three_player_mixed { 5 } else { options.seats.div_ceil(2) }
}

/// Most members that an association can have; at odd counts one of the two has that many, and the other one fewer.
pub const fn most_members(options: &Options) -> u8 {
    options.seats.div_ceil(2)
}

/// Association cards per seat.
pub const fn associations_each(options: &Options) -> usize {
    if options.three_player_mixed { 3 } else { 1 }
}

/// The ten occupations, in the order of the box.
pub const fn occupations() -> [Occupation; 10] {
    Occupation::ALL
}

/// The objects in play but for the bags, in canonical order: 19, and 18 at three and at ten seats (B, step 5).
pub fn objects(seats: u8) -> Vec<Face> {
    let copies = |face: &Face| match face {
        Face::Key | Face::Goblet => 3,
        Face::BagKey | Face::BagGoblet => 0,
        Face::Pearl => usize::from(seats != 3),
        Face::Coat => usize::from(seats != 10),
        Face::Mirror
        | Face::Dagger
        | Face::Gloves
        | Face::Ring
        | Face::Knives
        | Face::Whip
        | Face::Privilege
        | Face::Monocle
        | Face::Sextant
        | Face::Tome
        | Face::Loge => 1,
    };
    Face::ALL.iter().flat_map(|face| core::iter::repeat_n(*face, copies(face))).collect()
}

/// Whether there are cards of this kind: at three seats no Black Pearl, at ten no Coat (B, step 5).
pub const fn in_play(seats: u8, kind: Kind) -> bool {
    match kind {
        Kind::Pearl => seats != 3,
        Kind::Coat => seats != 10,
        Kind::Key
        | Kind::Goblet
        | Kind::SecretBag
        | Kind::Mirror
        | Kind::Dagger
        | Kind::Gloves
        | Kind::Ring
        | Kind::Knives
        | Kind::Whip
        | Kind::Privilege
        | Kind::Monocle
        | Kind::Sextant
        | Kind::Tome
        | Kind::Loge => true,
    }
}

/// The first stage of the shuffle, in canonical order: all objects but the bags, with `sealed_start` those that a starting
/// hand may hold.
pub fn stage_one(options: &Options) -> Vec<Face> {
    let mut faces = objects(options.seats);
    faces.retain(|face| !options.sealed_start || may_start(*face));
    faces
}

/// With `sealed_start`, the objects that join the pile once the starting hands are made, in canonical order (walk.md
/// decision 17); the whole pile is shuffled then. Else none.
pub fn stage_three(options: &Options) -> Vec<Face> {
    let mut faces = objects(options.seats);
    faces.retain(|face| options.sealed_start && !may_start(*face));
    faces
}

const fn may_start(face: Face) -> bool {
    !matches!(face, Face::Mirror | Face::Sextant | Face::Coat | Face::Tome | Face::Loge)
}

/// How many cards of stage one are mixed with the two bags to make the starting hands (B, step 5).
pub const fn stage_two_extra(seats: u8) -> usize {
    if seats == 3 { 4 } else { (seats as usize).saturating_sub(2) }
}

/// Objects per starting hand (B, table).
pub const fn start_hand(seats: u8) -> usize {
    if seats == 3 { 2 } else { 1 }
}

/// Most objects a hand may hold once gifts are settled (B, table).
pub const fn hand_limit(seats: u8) -> u8 {
    match seats {
        3 => 8,
        4 => 6,
        _ => 5,
    }
}

/// Whether every seat has a Drink of Power: at odd counts (A.1.2).
pub const fn has_drinks(seats: u8) -> bool {
    seats % 2 == 1
}

/// Objects in the pile after the deal.
pub fn pile_size(seats: u8) -> u8 {
    let left = objects(seats).len().saturating_sub(stage_two_extra(seats));
    u8::try_from(left).unwrap_or(u8::MAX)
}

/// Occupations that are not dealt.
pub const fn spares(seats: u8) -> u8 {
    10u8.saturating_sub(seats)
}
