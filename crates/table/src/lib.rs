//! Sans-IO session of one table.
#![no_std]
extern crate alloc;

mod fault;
pub mod lobby;

pub use fault::{Check, Fault};
