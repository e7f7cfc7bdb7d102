//! Players that choose from a view and know nothing that a person in that seat would not know.
//!
//! [`Bot`] plays to win: it remembers what it saw, looks for companions and key items, and declares when it can prove a
//! set, or dares to when a game drags on. [`Random`] takes any choice, and is there to find what nobody thought of. Both
//! are pure in their seed and take every choice from [`nightcoach_rules::choices`].

mod bot;
mod chance;
mod memory;
mod mind;
mod random;
mod specialist;
mod worth;

pub use bot::Bot;
pub use random::Random;
