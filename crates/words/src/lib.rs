//! Names and sentences in every language of the game: cards, events, faults, notebook, rule texts, prompts and screens.
//!
//! Every text is a match without a wildcard arm, one module per language, so that a missing text does not compile. A
//! sentence says no more than the value it is made from: a Secret Bag is announced without its kind, since an
//! [`Event`](nightcoach_rules::Event) holds no more. Names of players are inserted as they are.

mod chinese_simplified;
mod english;
mod language;
mod network;
mod phrase;
mod reference;
mod remark;
mod source;
mod speak;
mod table_rules;
mod text;

pub use language::Language;
pub use network::{Card, NetworkAdvice, NetworkLine, network_advice, network_line};
pub use phrase::{Phrase, phrase};
pub use reference::{Chapter, Topic, chapter, rules_reference, search};
pub use remark::{AddressTrouble, Remark, refusal, remark};
pub use source::{Source, sources};
pub use speak::{
    association, association_rule, check, event, face, face_rule, fault, kind, membership, memory, neighbour,
    occupation, occupation_rule, outcome, power, reason, seat_list, seat_name, side, sight, spoils,
};
pub use table_rules::{
    Switch, ability_mode, differences, losses, most_laps, options_error, start_player, switch, switch_label,
    switch_meaning, trust,
};
pub use text::{Text, text};
