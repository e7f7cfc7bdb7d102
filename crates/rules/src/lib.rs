//! The game "Die Kutschfahrt zur Teufelsburg": public state, choices, apply, views.
//!
//! A hidden card is a position, never a face, so every peer, the auditor and a spectator hold the same [`State`], and
//! [`apply`] is one pure function for all of them. What a step needs from the card protocol it asks for as [`CardOp`]s.
//! No randomness, no clock, no cryptography lives here. The contract is decision 1 of the walk in `protocol-spec/`.
#![no_std]
extern crate alloc;

mod action;
mod apply;
mod card;
mod choices;
pub mod components;
mod declaration;
mod demand;
mod event;
mod fight;
mod foresight;
mod gift;
mod kind;
mod knowledge;
mod mixed;
mod op;
mod options;
mod owed;
mod phase;
mod progress;
pub mod scoring;
mod seat;
mod setup;
mod sleep;
mod solo;
mod spoils;
mod state;
mod text;
mod trade;
mod truth;
mod turn;
mod view;
mod vote;

pub use action::{Action, Choice, Neighbour, Power, Selection, Side, Spoils};
pub use apply::{apply, judge};
pub use card::{Association, Deck, Face, Kind, Membership, Occupation, Pile, Slot, SlotFace};
pub use choices::{
    Answer, AnswerChoices, Choices, DeclareBar, DeclareChoices, DemandChoices, ProphecyChoices, Refusal, SoloBar,
    TakeChoices, TurnChoices, choices,
};
pub use event::{Event, Illegal, Reason};
pub use fight::{
    Window, asked, could_use, hypnotisable, next_ability, next_supporter, standing, undeclared, usable_objects,
    usable_powers,
};
pub use gift::receivers;
pub use kind::{announcement, faces, is_texted};
pub use knowledge::{Knowledge, Seen};
pub use op::{CardOp, Claim, LayeredCard, TradeCard, Why};
pub use options::{AbilityMode, Options, OptionsError, StartPlayer};
pub use owed::{outcome, owed};
pub use phase::{
    AssociationPick, Declaration, Demand, Fight, Gift, Look, MOST_COUNTED, Phase, Ring, Then, Trade, Victory,
};
pub use seat::{Seat, SeatSet};
pub use setup::set_up;
pub use sleep::{end_as_draw, may_wake, wake};
pub use state::{Outcome, Owed, RoundInput, SeatState, State, Step};
pub use text::neighbour;
pub use truth::{TradeFaces, claim_holds};
pub use view::{Memory, Sight, View};
