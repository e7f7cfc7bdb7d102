//! Tables that can lose seats, with real cryptography: whole games, ballots, cheating in them, and what a coalition learns.

mod ballots;
mod common;
mod faults;
mod games;
mod secrecy;
mod watched;
