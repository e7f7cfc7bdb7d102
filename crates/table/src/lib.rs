//! Sans-IO session of one table: it joins the public rules engine with the card protocol and the signed transcript.
//!
//! [`Table`] is one seat's session, a step function: inputs with the time go in, outputs come back, nothing is fetched.
//! An own entry is sent only after its [`Input::Persisted`] came. Every peer's entry is checked in full: signature, place
//! in the chain, digest of the replay, legality, and a proof for every card operation that the rules ask for. What fails
//! is a [`Fault`] with a culprit and a numbered [`Check`]. [`audit`] runs the same checks over a file, without a secret.
//!
//! One round: the rules say who owes an entry ([`nightcoach_rules::owed`]) and what card operations an action needs
//! ([`nightcoach_rules::judge`]); `script` makes and checks their proofs; `replica` folds the round and asks the rules
//! for the next state; `knowledge` unmasks what this seat may see.
#![no_std]
extern crate alloc;

pub mod aside;
mod audit;
mod author;
mod ballot;
mod body;
mod camps;
#[cfg(feature = "cheat")]
pub mod cheat;
mod check;
mod closing;
mod dealing;
mod faces;
pub mod fault;
mod group;
mod keys;
mod knowledge;
pub mod labels;
mod lists;
pub mod lobby;
mod phase;
mod proofs;
mod replica;
mod script;
mod seal;
mod session;
mod setup;
#[cfg(feature = "shared-checks")]
pub mod shared;
mod wish;

pub use audit::{Audit, Auditor, Verdict, audit, audit_with};
pub use ballot::{Ballot, Question, Standing};
pub use body::{Genesis, RosterSeat, VERSION};
pub use fault::{Check, Fault};
pub use proofs::Bundle;
pub use replica::GenesisError;
pub use session::{BallotView, Input, Output, Rejection, Table, TableConfig, Trust};
