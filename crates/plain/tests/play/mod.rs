//! What the tests of whole games share: dice, option blocks, players that take any choice, and what holds at every step.

pub mod coverage;
pub mod dice;
pub mod invariants;
pub mod options;
pub mod player;
pub mod record;
pub mod twins;
