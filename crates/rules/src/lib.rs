//! The game "Die Kutschfahrt zur Teufelsburg": public state, choices, apply, views.
//!
//! A hidden card is a position, never a face, so every peer, the auditor and a spectator hold the same [`State`], and
//! [`apply`] is one pure function for all of them. What a step needs from the card protocol it asks for as [`CardOp`]s.
//! No randomness, no clock, no cryptography lives here. The contract is decision 1 of the walk in `protocol-spec/`.
#![no_std]
extern crate alloc;

mod action;
mod card;
mod event;
mod op;
mod options;
mod seat;
mod state;
mod view;

pub use action::{Action, Choice, Selection, Side, Spoils};
pub use card::{Association, Deck, Face, Kind, Occupation, Slot, SlotFace};
pub use event::{Event, Illegal, Reason};
pub use op::{CardOp, Claim, TradeCard, Why};
pub use options::Options;
pub use seat::{Seat, SeatSet};
pub use state::{Outcome, Owed, RoundInput, SeatState, State, Step};
pub use view::{Memory, Sight, View};
