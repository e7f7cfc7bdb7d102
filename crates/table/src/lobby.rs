//! Gathering at a table: what host and guests say to each other before the first signature, and the rules for it.
//!
//! The host collects players until every seat is taken and then fixes the roster. Nothing here is signed: the genesis
//! round signs option block and roster, so a lie of the host shows there at the latest. Keys are those of the links that
//! the messages came over, so nobody can join under a foreign key. Everybody draws a fresh value for the seat, and sits
//! down only where that value stands in the roster: no host can make two games of the same people begin alike.

use alloc::string::{String, ToString as _};
use alloc::vec::Vec;
use core::fmt;

use nightcoach_rules::Options;
use serde::{Deserialize, Serialize};

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
        }
    }
}

/// A name as it may be shown: without characters that steer the text around it, outer spaces and excess length; never
/// empty. Whatever name arrives goes through here before it is kept or shown.
pub fn tidy_name(name: &str) -> String {
    let visible = name.chars().filter(|c| !is_invisible(*c));
    let printable: String = visible.map(|c| if c.is_control() || is_break(c) { ' ' } else { c }).collect();
    let tidy: String = printable.trim().chars().take(MAX_NAME).collect();
    let tidy = tidy.trim_end();
    if tidy.is_empty() { "Player".to_string() } else { tidy.to_string() }
}

/// Format characters: they turn the direction of what follows, or make two names look alike.
const fn is_invisible(c: char) -> bool {
    matches!(c,
        '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}')
}

const fn is_break(c: char) -> bool {
    matches!(c, '\u{2028}' | '\u{2029}')
}

/// The name, or the name with the lowest number that makes it differ from all names taken.
pub fn unique_name(name: &str, taken: &[&str]) -> String {
    let name = tidy_name(name);
    if !taken.contains(&name.as_str()) {
        return name;
    }
    let stem: String = name.chars().take(MAX_NAME.saturating_sub(4)).collect();
    let mut number = 2u32;
    loop {
        let numbered = alloc::format!("{stem} {number}");
        if !taken.contains(&numbered.as_str()) {
            return numbered;
        }
        number = number.saturating_add(1);
    }
}

/// The host's side of a gathering table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gathering {
    table: GatheringId,
    name: String,
    options: Options,
    players: Vec<Player>,
}

impl Gathering {
    /// Opens a table with its host in the first seat.
    ///
    /// # Errors
    /// [`Refusal::Options`] for an option block that no table may have.
    pub fn open(table: GatheringId, name: &str, options: Options, host: &Player) -> Result<Self, Refusal> {
        if options.check().is_err() {
            return Err(Refusal::Options);
        }
        let host = Player { name: tidy_name(&host.name), ..host.clone() };
        Ok(Self { table, name: tidy_name(name), options, players: alloc::vec![host] })
    }

    /// The table's name before it has a chain.
    pub const fn table(&self) -> GatheringId {
        self.table
    }

    /// Its shown name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The options as the host wants them.
    pub const fn options(&self) -> &Options {
        &self.options
    }

    /// Everybody who sits here, the host first.
    pub fn players(&self) -> &[Player] {
        &self.players
    }

    /// Whether every seat is taken.
    pub fn is_full(&self) -> bool {
        self.players.len() >= usize::from(self.options.seats)
    }

    /// Seats somebody, or keeps the seat of somebody who asks again; a name that is taken gets a number.
    ///
    /// # Errors
    /// Says why not.
    pub fn join(&mut self, table: GatheringId, guest: &Player, version: u16) -> Result<(), Refusal> {
        if table != self.table {
            return Err(Refusal::UnknownTable);
        }
        if version != TABLE_VERSION {
            return Err(Refusal::Version { host: TABLE_VERSION, guest: version });
        }
        let others: Vec<&str> = self.players.iter().filter(|p| p.key != guest.key).map(|p| p.name.as_str()).collect();
        let guest = Player { name: unique_name(&guest.name, &others), ..guest.clone() };
        if let Some(known) = self.players.iter_mut().find(|p| p.key == guest.key) {
            *known = guest;
            return Ok(());
        }
        if self.is_full() {
            return Err(Refusal::Full);
        }
        self.players.push(guest);
        Ok(())
    }

    /// Frees the seat of a guest; the host stays. Says whether anything changed.
    pub fn leave(&mut self, key: [u8; 32]) -> bool {
        let before = self.players.len();
        let host = self.players.first().map(|p| p.key);
        self.players.retain(|p| p.key != key || Some(p.key) == host);
        before != self.players.len()
    }

    /// What the guests are told after each change.
    pub fn gathered(&self) -> LobbyMessage {
        LobbyMessage::Gathered {
            table: self.table,
            table_name: self.name.clone(),
            options: self.options.clone(),
            players: self.players.clone(),
        }
    }

    /// What the network is told.
    pub fn listing(&self) -> Listing {
        Listing {
            table: self.table,
            name: self.name.clone(),
            host: self.players.first().map_or_else(String::new, |p| p.name.clone()),
            seats: self.options.seats,
            taken: u8::try_from(self.players.len()).unwrap_or(u8::MAX),
            playing: false,
            version: TABLE_VERSION,
        }
    }

    /// Fixes the roster.
    ///
    /// # Errors
    /// [`Refusal::NotFull`] while seats are free.
    pub fn begin(&self) -> Result<Start, Refusal> {
        if !self.is_full() {
            return Err(Refusal::NotFull);
        }
        Ok(Start {
            version: TABLE_VERSION,
            table: self.table,
            table_name: self.name.clone(),
            options: self.options.clone(),
            players: self.players.clone(),
            previous: [0; 32],
        })
    }
}

impl Start {
    /// The message that shows this roster to a guest that may have missed it.
    pub fn gathered(&self) -> LobbyMessage {
        LobbyMessage::Gathered {
            table: self.table,
            table_name: self.table_name.clone(),
            options: self.options.clone(),
            players: self.players.clone(),
        }
    }

    /// The seat of this key, if the roster is one that a table may begin with, holds the key just once, and beside it the
    /// value that its owner has drawn.
    ///
    /// # Errors
    /// Says what is wrong with the start.
    pub fn seat_of(&self, key: [u8; 32], fresh: [u8; 32]) -> Result<u8, Refusal> {
        if self.version != TABLE_VERSION {
            return Err(Refusal::Version { host: self.version, guest: TABLE_VERSION });
        }
        if self.options.check().is_err() {
            return Err(Refusal::Options);
        }
        let rematch = self.previous != [0; 32];
        if rematch
            || self.table_name != tidy_name(&self.table_name)
            || self.players.len() != usize::from(self.options.seats)
        {
            return Err(Refusal::Roster);
        }
        for (place, player) in self.players.iter().enumerate() {
            let earlier = self.players.iter().take(place);
            if player.name != tidy_name(&player.name)
                || earlier.clone().any(|p| p.key == player.key || p.name == player.name)
            {
                return Err(Refusal::Roster);
            }
        }
        let seat = self.players.iter().position(|p| p.key == key && p.fresh == fresh).ok_or(Refusal::Roster)?;
        u8::try_from(seat).map_err(|_too_many| Refusal::Roster)
    }
}

impl LobbyMessage {
    /// Whether every list and text in it is as short as it must be; checked before anything is stored.
    pub fn is_bounded(&self) -> bool {
        match self {
            Self::Join { name, .. } => name.chars().count() <= MAX_NAME,
            Self::Refused { .. } | Self::Leave { .. } | Self::CalledOff { .. } => true,
            Self::Gathered { table_name, players, .. } | Self::Begin(Start { table_name, players, .. }) => {
                table_name.chars().count() <= MAX_NAME
                    && players.len() <= usize::from(MAX_SEATS)
                    && players.iter().all(|p| p.name.chars().count() <= MAX_NAME)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TABLE: GatheringId = [7; 16];

    fn options(seats: u8) -> Options {
        Options::new(seats)
    }

    fn player(name: &str, key: u8) -> Player {
        Player { name: name.to_string(), key: [key; 32], fresh: [key + 100; 32] }
    }

    fn gathering() -> Gathering {
        Gathering::open(TABLE, "Inn", options(3), &player("Anna", 1)).unwrap()
    }

    fn join(table: &mut Gathering, name: &str, key: u8) -> Result<(), Refusal> {
        table.join(TABLE, &player(name, key), TABLE_VERSION)
    }

    fn names(table: &Gathering) -> Vec<&str> {
        table.players().iter().map(|p| p.name.as_str()).collect()
    }

    #[test]
    fn a_table_begins_when_every_seat_is_taken() {
        let mut table = gathering();
        join(&mut table, "Bert", 2).unwrap();
        assert_eq!(table.begin(), Err(Refusal::NotFull));
        join(&mut table, "Cleo", 3).unwrap();
        let start = table.begin().unwrap();
        assert_eq!(start.seat_of([2; 32], [102; 32]), Ok(1));
        assert_eq!(start.seat_of([9; 32], [109; 32]), Err(Refusal::Roster));
    }

    #[test]
    fn a_start_without_the_value_that_was_drawn_for_it_is_refused() {
        let mut table = gathering();
        join(&mut table, "Bert", 2).unwrap();
        join(&mut table, "Cleo", 3).unwrap();
        let earlier = table.begin().unwrap();
        assert_eq!(earlier.previous, [0; 32]);
        table.join(TABLE, &Player { fresh: [7; 32], ..player("Bert", 2) }, TABLE_VERSION).unwrap();
        assert_eq!(table.begin().unwrap().seat_of([2; 32], [7; 32]), Ok(1));
        assert_eq!(earlier.seat_of([2; 32], [7; 32]), Err(Refusal::Roster));
    }

    #[test]
    fn a_name_steers_no_text_around_it() {
        assert_eq!(tidy_name("An\u{202e}na\u{2066}"), "Anna");
        assert_eq!(tidy_name("\u{feff}B\u{200b}e\u{200f}rt"), "Bert");
        assert_eq!(tidy_name("Cleo\nVALID\u{2028}x"), "Cleo VALID x");
        assert_eq!(tidy_name("\u{2069}"), "Player");
    }

    #[test]
    fn a_taken_name_gets_a_number_and_a_second_request_keeps_the_seat() {
        let mut table = gathering();
        join(&mut table, " Anna\n", 2).unwrap();
        join(&mut table, "Anna", 3).unwrap();
        join(&mut table, "Anna", 2).unwrap();
        assert_eq!(names(&table), ["Anna", "Anna 2", "Anna 3"]);
    }

    #[test]
    fn a_numbered_name_stays_within_the_limit() {
        let long: String = "x".repeat(90);
        let first = tidy_name(&long);
        let second = unique_name(&long, &[&first]);
        assert_ne!(first, second);
        assert!(second.chars().count() <= MAX_NAME);
    }

    #[test]
    fn an_empty_name_becomes_a_word() {
        assert_eq!(tidy_name(" \u{7}\t"), "Player");
    }

    #[test]
    fn a_full_table_another_version_and_another_table_are_refused() {
        let mut table = gathering();
        join(&mut table, "Bert", 2).unwrap();
        join(&mut table, "Cleo", 3).unwrap();
        assert_eq!(join(&mut table, "Dora", 4), Err(Refusal::Full));
        let other = TABLE_VERSION + 1;
        assert_eq!(
            table.join(TABLE, &player("Dora", 4), other),
            Err(Refusal::Version { host: TABLE_VERSION, guest: other })
        );
        assert_eq!(table.join([0; 16], &player("Dora", 4), TABLE_VERSION), Err(Refusal::UnknownTable));
    }

    #[test]
    fn a_guest_may_leave_and_the_host_stays() {
        let mut table = gathering();
        join(&mut table, "Bert", 2).unwrap();
        assert!(table.leave([2; 32]));
        assert!(!table.leave([1; 32]));
        assert_eq!(names(&table), ["Anna"]);
    }

    #[test]
    fn tables_outside_three_to_ten_seats_do_not_open() {
        for seats in [0, 2, 11] {
            assert_eq!(Gathering::open(TABLE, "Inn", options(seats), &player("Anna", 1)), Err(Refusal::Options));
        }
    }

    #[test]
    fn a_start_with_a_doubled_key_or_name_or_a_missing_seat_is_refused() {
        let mut table = gathering();
        join(&mut table, "Bert", 2).unwrap();
        join(&mut table, "Cleo", 3).unwrap();
        let good = table.begin().unwrap();
        let spoilers: [fn(&mut Start); 7] = [
            |s| s.players[2].key = s.players[1].key,
            |s| s.players[2].name = s.players[1].name.clone(),
            |s| s.players[1].name = "a\nb".to_string(),
            |s| s.players.truncate(2),
            |s| s.options.seats = 2,
            |s| s.previous = [1; 32],
            |s| s.table_name = "a\u{202e}b".to_string(),
        ];
        for spoil in spoilers {
            let mut start = good.clone();
            spoil(&mut start);
            assert!(start.seat_of([1; 32], [101; 32]).is_err(), "{start:?}");
        }
    }

    #[test]
    fn overlong_lists_are_seen_before_they_are_stored() {
        let mut table = gathering();
        join(&mut table, "Bert", 2).unwrap();
        assert!(table.gathered().is_bounded());
        let players = (0..11).map(|key| player("A", key)).collect();
        let crowded =
            LobbyMessage::Gathered { table: TABLE, table_name: "Inn".to_string(), options: options(3), players };
        assert!(!crowded.is_bounded());
    }
}
