//! English.

mod cards;
mod events;
mod faults;
mod network;
mod phrases;
mod reference;
mod remarks;
mod table_rules;
mod texts;

pub(crate) use cards::{
    association, association_rule, face, face_rule, kind, membership, neighbour, occupation, occupation_rule, power,
    side, spoils,
};
pub(crate) use events::{event, outcome, sight, source};
pub(crate) use faults::{check, fault, reason};
pub(crate) use network::{network_advice, network_line};
pub(crate) use phrases::phrase;
pub(crate) use reference::{face_details, general, role_details, title};
pub(crate) use remarks::{refusal, remark};
pub(crate) use table_rules::{ability_mode, losses, most_laps, options_error, start_player, switch, switch_meaning};
pub(crate) use texts::text;

use nightcoach_rules::{Face, Occupation, Power, Seat, SeatSet};

use crate::{Language, seat_list, seat_name};

/// The name of a seat.
fn who(names: &[String], seat: Seat) -> String {
    seat_name(Language::English, names, seat)
}

/// The names of several seats.
fn all(names: &[String], seats: SeatSet) -> String {
    seat_list(Language::English, names, seats)
}

/// Names of cards, joined.
fn faces(of: &[Face]) -> String {
    let words: Vec<String> = of.iter().map(|card| face(*card).to_owned()).collect();
    list(&words)
}

/// Names of occupations, joined.
fn occupations(of: &[Occupation]) -> String {
    let words: Vec<String> = of.iter().map(|one| occupation(*one).to_owned()).collect();
    list(&words)
}

/// Names of what is played in a fight, joined.
fn plays(objects: &[Face], used: Option<Power>) -> String {
    let objects = objects.iter().map(|card| face(*card).to_owned());
    let words: Vec<String> = objects.chain(used.map(|used| power(used).to_owned())).collect();
    list(&words)
}

/// Joins parts of a sentence: "A, B and C"; "nobody" without any.
pub(crate) fn list(parts: &[String]) -> String {
    match parts {
        [] => "nobody".to_owned(),
        [one] => one.clone(),
        [front @ .., last] => format!("{} and {last}", front.join(", ")),
    }
}
