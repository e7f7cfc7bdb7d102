//! Gathering at a table: what host and guests say to each other before the first signature, and the rules for it.
//!
//! The host collects players until every seat is taken and then fixes the roster. Nothing here is signed: the genesis
//! round signs option block and roster, so a lie of the host shows there at the latest. Keys are those of the links that
//! the messages came over, so nobody can join under a foreign key. Everybody draws a fresh value for the seat, and sits
//! down only where that value stands in the roster: no host can make two games of the same people begin alike.

mod audience;
mod door;
mod gathering;
mod names;
mod start;
#[cfg(test)]
mod tests;

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use nightcoach_rules::{Options, SeatSet};
use serde::{Deserialize, Serialize};

use crate::fault::admission::Check;

pub use audience::{Audience, MAX_WATCHERS, Watcher};
pub use door::{Admission, Caller, Door, Knock, MAX_PASSPHRASE, Passphrase, Proved};
pub use gathering::{Finished, Gathering};
pub(crate) use names::{is_break, is_invisible};
pub use names::{tidy_name, unique_name};

/// Version of the table protocol; peers with different versions do not sit down together.
pub const TABLE_VERSION: u16 = crate::VERSION;
/// Longest name of a person or a table, in characters.
pub const MAX_NAME: usize = 40;
/// Fewest seats of a table.
pub const MIN_SEATS: u8 = 3;
/// Most seats of a table.
pub const MAX_SEATS: u8 = 10;

/// The name under which a table is found before it has a chain: chosen at random by its host.
pub type GatheringId = [u8; 16];

/// A person at a gathering table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Player {
    /// Shown name, at most [`MAX_NAME`] characters.
    pub name: String,
    /// Identity key.
    pub key: [u8; 32],
    /// Drawn at random by this person for this seat.
    pub fresh: [u8; 32],
}

/// What a table says of itself to everybody on the network.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Listing {
    /// The table.
    pub table: GatheringId,
    /// Its name.
    pub name: String,
    /// The host's name.
    pub host: String,
    /// Number of seats.
    pub seats: u8,
    /// Seats taken.
    pub taken: u8,
    /// Whether the game has begun.
    pub playing: bool,
    /// The host's [`TABLE_VERSION`].
    pub version: u16,
    /// Who may sit down.
    pub admission: Admission,
}

/// What the roster was when the host let the game begin.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Start {
    /// Version of the table protocol.
    pub version: u16,
    /// The table.
    pub table: GatheringId,
    /// Its name.
    pub table_name: String,
    /// Option block.
    pub options: Options,
    /// Players by seat.
    pub players: Vec<Player>,
    /// Final head of the table before a rematch, else zero.
    pub previous: [u8; 32],
}

/// A message between a host and a guest.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum LobbyMessage {
    /// Guest to host: I would like to sit down. Sent again after each lost link.
    Join {
        /// At which table.
        table: GatheringId,
        /// Wished name.
        name: String,
        /// The guest's [`TABLE_VERSION`].
        version: u16,
        /// Drawn at random for this seat; the same as long as the guest waits for it.
        fresh: [u8; 32],
    },
    /// Host to guest: no, and why.
    Refused {
        /// Which table.
        table: GatheringId,
        /// Why.
        refusal: Refusal,
    },
    /// Host to its guests: who sits here now.
    Gathered {
        /// Which table.
        table: GatheringId,
        /// Its name.
        table_name: String,
        /// Options as the host wants them.
        options: Options,
        /// Everybody, the host first.
        players: Vec<Player>,
        /// Final head of the table before a rematch, else zero.
        previous: [u8; 32],
        /// Who is ready; the host always.
        ready: SeatSet,
    },
    /// Guest to host: I am going.
    Leave {
        /// Which table.
        table: GatheringId,
    },
    /// Host to its guests: the table is called off.
    CalledOff {
        /// Which table.
        table: GatheringId,
    },
    /// Host to its guests: the roster is fixed, the game begins.
    Begin(Start),
    /// Host to guest: prove that you know the passphrase.
    Challenge {
        /// Of which table.
        table: GatheringId,
        /// Drawn at random for this guest and this guess.
        nonce: [u8; 32],
    },
    /// Guest to host: the answer, see [`Passphrase::proof`].
    Prove {
        /// At which table.
        table: GatheringId,
        /// The hash.
        proof: [u8; 32],
    },
    /// Host to guest: the wish lies before the person who hosts.
    Asked {
        /// Which table.
        table: GatheringId,
    },
    /// Guest to host: the game may begin, or not yet.
    Ready {
        /// Which table.
        table: GatheringId,
        /// Whether it may.
        ready: bool,
    },
    /// Guest to host: I would like to watch. Sent again after each lost link.
    Watch {
        /// Which table.
        table: GatheringId,
        /// Shown name.
        name: String,
        /// The guest's [`TABLE_VERSION`].
        version: u16,
    },
}

/// Why somebody may not sit down, or a game may not begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Refusal {
    /// No such table here.
    UnknownTable,
    /// Every seat is taken.
    Full,
    /// The game has begun without this person.
    Begun,
    /// Host and guest run different versions of the table protocol.
    Version {
        /// The host's.
        host: u16,
        /// The guest's.
        guest: u16,
    },
    /// The identity key is one that anybody could sign for.
    WeakKey,
    /// Seats are still free.
    NotFull,
    /// An option block outside the limits.
    Options,
    /// The roster does not contain this person just once, or contains a key twice, or is not what was shown.
    Roster,
    /// A rematch is for those who played the game before it.
    NotInvited,
    /// It is no rematch of the last game that was played here, with its seats.
    Rematch,
    /// The score sheet is not the one that the last game has led to.
    Scores,
    /// The passphrase is another one.
    Passphrase,
    /// Too many wrong guesses; a minute later there may be more.
    TooManyGuesses,
    /// The host does not let this person in.
    TurnedDown,
    /// The host has taken the seat away.
    SentAway,
    /// Somebody is not ready.
    NotReady,
    /// As many watch as may.
    AudienceFull,
    /// Whoever has a seat plays, and does not watch.
    Seated,
    /// The host does not let this person watch, or not any more.
    MayNotWatch,
}

impl Refusal {
    /// The numbered check that it comes from.
    pub const fn check(self) -> Check {
        match self {
            Self::UnknownTable | Self::Begun => Check::TableGathers,
            Self::Version { .. } => Check::SameVersion,
            Self::Full => Check::SeatIsFree,
            Self::NotInvited => Check::IsInvited,
            Self::Passphrase | Self::TooManyGuesses => Check::KnowsPassphrase,
            Self::TurnedDown | Self::SentAway => Check::IsLetIn,
            Self::NotFull | Self::NotReady => Check::AllReady,
            Self::Options => Check::OptionsAllowed,
            Self::WeakKey | Self::Roster => Check::RosterShown,
            Self::Rematch | Self::Scores => Check::RematchGoesOn,
            Self::AudienceFull | Self::Seated | Self::MayNotWatch => Check::MayWatch,
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownTable => f.write_str("this table does not exist any more"),
            Self::Full => f.write_str("every seat of this table is taken"),
            Self::Begun => f.write_str("this table has begun to play without you"),
            Self::Version { host, guest } => write!(
                f,
                "the host plays version {host} of the game, the guest version {guest}: whoever has the lower one must update"
            ),
            Self::WeakKey => f.write_str("this identity key is not safe: delete the identity file to get a new one"),
            Self::NotFull => f.write_str("seats are still free"),
            Self::Options => f.write_str("a table has three to ten seats and options that go together"),
            Self::Roster => f.write_str("the host's list of players is not the one that was shown"),
            Self::NotInvited => f.write_str("this rematch is for those who played the game before it"),
            Self::Rematch => f.write_str("this is no rematch of your last game with the same seats"),
            Self::Scores => f.write_str("the score sheet is not the one that your last game has led to"),
            Self::Passphrase => f.write_str("the passphrase is another one"),
            Self::TooManyGuesses => f.write_str("too many wrong passphrases were tried: try again in a minute"),
            Self::TurnedDown => f.write_str("the host does not let this person in"),
            Self::SentAway => f.write_str("the host has taken the seat away"),
            Self::NotReady => f.write_str("somebody is not ready yet"),
            Self::AudienceFull => f.write_str("as many watch this table as may"),
            Self::Seated => f.write_str("whoever has a seat plays, and does not watch"),
            Self::MayNotWatch => f.write_str("the host does not let this person watch"),
        }
    }
}

impl LobbyMessage {
    /// Whether every list and text in it is as short as it must be; checked before anything is stored.
    pub fn is_bounded(&self) -> bool {
        match self {
            Self::Join { name, .. } | Self::Watch { name, .. } => name.chars().count() <= MAX_NAME,
            Self::Refused { .. }
            | Self::Leave { .. }
            | Self::CalledOff { .. }
            | Self::Challenge { .. }
            | Self::Prove { .. }
            | Self::Asked { .. }
            | Self::Ready { .. } => true,
            Self::Gathered { table_name, options, players, .. }
            | Self::Begin(Start { table_name, options, players, .. }) => {
                table_name.chars().count() <= MAX_NAME
                    && players.len() <= usize::from(MAX_SEATS)
                    && players.iter().all(|p| p.name.chars().count() <= MAX_NAME)
                    && options.scores.len() <= usize::from(MAX_SEATS)
            }
        }
    }
}
