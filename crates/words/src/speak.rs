//! The public functions: each asks the module of its language.

use nightcoach_rules::{
    Association, Event, Face, Kind, Membership, Memory, Neighbour, Occupation, Outcome, Power, Reason, Seat, SeatSet,
    Side, Sight, Spoils,
};
use nightcoach_table::{Check, Fault};

use crate::{Language, Source, chinese_simplified as chinese, english};

/// The name of an object card.
pub fn face(language: Language, face: Face) -> &'static str {
    match language {
        Language::English => english::face(face),
        Language::ChineseSimplified => chinese::face(face),
    }
}

/// What an object card does, in short.
pub fn face_rule(language: Language, face: Face) -> &'static str {
    match language {
        Language::English => english::face_rule(face),
        Language::ChineseSimplified => chinese::face_rule(face),
    }
}

/// The name of a kind of object, as players speak of it.
pub fn kind(language: Language, kind: Kind) -> &'static str {
    match language {
        Language::English => english::kind(kind),
        Language::ChineseSimplified => chinese::kind(kind),
    }
}

/// The name of an occupation.
pub fn occupation(language: Language, occupation: Occupation) -> &'static str {
    match language {
        Language::English => english::occupation(occupation),
        Language::ChineseSimplified => chinese::occupation(occupation),
    }
}

/// What an occupation does, in short.
pub fn occupation_rule(language: Language, occupation: Occupation) -> &'static str {
    match language {
        Language::English => english::occupation_rule(occupation),
        Language::ChineseSimplified => chinese::occupation_rule(occupation),
    }
}

/// The name of an association.
pub fn association(language: Language, association: Association) -> &'static str {
    match language {
        Language::English => english::association(association),
        Language::ChineseSimplified => chinese::association(association),
    }
}

/// What an association wants.
pub fn association_rule(language: Language, association: Association) -> &'static str {
    match language {
        Language::English => english::association_rule(association),
        Language::ChineseSimplified => chinese::association_rule(association),
    }
}

/// Association cards as one thing: the side that they belong to, and with three of them how many show it.
pub const fn membership(language: Language, cards: Membership) -> &'static str {
    match language {
        Language::English => english::membership(cards),
        Language::ChineseSimplified => chinese::membership(cards),
    }
}

/// To which side the Sextant passes.
pub const fn neighbour(language: Language, side: Neighbour) -> &'static str {
    match language {
        Language::English => english::neighbour(side),
        Language::ChineseSimplified => chinese::neighbour(side),
    }
}

/// The name of a side of a fight.
pub fn side(language: Language, side: Side) -> &'static str {
    match language {
        Language::English => english::side(side),
        Language::ChineseSimplified => chinese::side(side),
    }
}

/// The name of a winner's choice.
pub fn spoils(language: Language, spoils: Spoils) -> &'static str {
    match language {
        Language::English => english::spoils(spoils),
        Language::ChineseSimplified => chinese::spoils(spoils),
    }
}

/// An occupation as it is played in a fight, with what a Poison Mixer decides.
pub fn power(language: Language, power: Power) -> &'static str {
    match language {
        Language::English => english::power(power),
        Language::ChineseSimplified => chinese::power(power),
    }
}

/// The name of a seat: the player's, unharmed, or the number of a seat without one.
pub fn seat_name(language: Language, names: &[String], seat: Seat) -> String {
    if let Some(name) = names.get(seat.index()).filter(|name| !name.is_empty()) {
        return name.clone();
    }
    let number = u16::from(seat.0).saturating_add(1);
    match language {
        Language::English => format!("seat {number}"),
        Language::ChineseSimplified => format!("{number}号座位"),
    }
}

/// The names of several seats as one part of a sentence.
pub fn seat_list(language: Language, names: &[String], seats: SeatSet) -> String {
    let all: Vec<String> = seats.iter().map(|seat| seat_name(language, names, seat)).collect();
    match language {
        Language::English => english::list(&all),
        Language::ChineseSimplified => chinese::list(&all),
    }
}

/// One sentence for a public fact.
pub fn event(language: Language, names: &[String], event: &Event) -> String {
    match language {
        Language::English => english::event(names, event),
        Language::ChineseSimplified => chinese::event(names, event),
    }
}

/// How a game ended.
pub fn outcome(language: Language, names: &[String], outcome: &Outcome) -> String {
    match language {
        Language::English => english::outcome(names, outcome),
        Language::ChineseSimplified => chinese::outcome(names, outcome),
    }
}

/// Who broke which numbered check, and what that means.
pub fn fault(language: Language, names: &[String], fault: &Fault) -> String {
    match language {
        Language::English => english::fault(names, fault),
        Language::ChineseSimplified => chinese::fault(names, fault),
    }
}

/// What a broken check means, as a sentence about what the culprit sent.
pub fn check(language: Language, check: Check) -> &'static str {
    match language {
        Language::English => english::check(check),
        Language::ChineseSimplified => chinese::check(check),
    }
}

/// Why the rules refuse an action.
pub fn reason(language: Language, reason: Reason) -> &'static str {
    match language {
        Language::English => english::reason(reason),
        Language::ChineseSimplified => chinese::reason(reason),
    }
}

/// One sentence for something only this seat has seen.
pub fn sight(language: Language, names: &[String], sight: &Sight) -> String {
    match language {
        Language::English => english::sight(names, sight),
        Language::ChineseSimplified => chinese::sight(names, sight),
    }
}

/// A sight with its turn and with how it was learned, if that is known, as a line of the private notebook.
pub fn memory(language: Language, names: &[String], memory: &Memory, source: Option<Source>) -> String {
    let (turn, seen) = (memory.turn, sight(language, names, &memory.sight));
    match (language, source) {
        (Language::English, Some(how)) => format!("Turn {turn}, {}: {seen}", english::source(how)),
        (Language::English, None) => format!("Turn {turn}: {seen}"),
        (Language::ChineseSimplified, Some(how)) => format!("第{turn}回合，{}：{seen}", chinese::source(how)),
        (Language::ChineseSimplified, None) => format!("第{turn}回合：{seen}"),
    }
}
