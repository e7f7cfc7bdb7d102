//! The rules engine driven by a trusted dealer: the same rounds, with every hand in the clear.
//!
//! [`PlainTable`] keeps all faces, checks in the clear the claims that a real table has proven, and applies the steps of
//! [`nightcoach_rules`]. Chance comes in through [`Chance`], so that a test can feed it the deal of a real game. It serves
//! law tests, simulations and the practice of bots; a real table never goes through it.

mod chance;
mod secrets;
mod simulate;
mod table;

pub use chance::{Chance, Deal, DealError, Replay, Seeded};
pub use simulate::{Chooser, Report, SimulateError, simulate};
pub use table::{Cause, PlainTable, PlayError, SetUpError};
