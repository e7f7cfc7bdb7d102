//! What the tests of whole games share: dice, option blocks, players that take any choice, and what holds at every step.

pub mod bytes;
pub mod coverage;
pub mod dice;
pub mod fuzz;
pub mod invariants;
pub mod options;
pub mod player;
pub mod record;
pub mod twins;
