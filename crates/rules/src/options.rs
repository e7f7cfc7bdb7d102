//! The option block that all seats sign in the genesis round (rules.md E.6).

use serde::{Deserialize, Serialize};

/// Options of one table; signed by every seat before a card is dealt.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Options {
    /// Number of seats, 3 to 10.
    pub seats: u8,
    /// Offer a draw vote after three laps of nothing but passes (E7).
    pub draw_vote: bool,
    /// Draw after this many laps; 0 means no limit (E7).
    pub max_laps: u16,
    /// Show every hand and slot in the appendix of a finished game (E84).
    pub full_reveal: bool,
}
