//! What the person wants.

use nightcoach_words::{Language, Topic};

use crate::model::Order;

/// A wish of the person at this window; the session carries it out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// For the own seat or lobby.
    Order(Order),
    /// Sit down at a practice table with bots.
    Practice {
        /// Seats in all, 3 to 10.
        seats: u8,
    },
    /// Leave the running or finished game; a running one is put aside.
    Leave,
    /// Leave the running game for good.
    LeaveForGood,
    /// Let a bot play on for the own seat, or not any more.
    BotPlays(bool),
    /// Speak another language.
    Speak(Language),
    /// Open the rules, at a chapter or where they were left.
    Rules(Option<Topic>),
    /// Open the page on the network.
    Network,
}
