//! The host's side of a gathering table, and of a rematch.

use alloc::string::String;
use alloc::vec::Vec;

use nightcoach_rules::Options;

use super::{GatheringId, Listing, LobbyMessage, Player, Refusal, Start, TABLE_VERSION, tidy_name, unique_name};

/// The host's side of a gathering table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gathering {
    table: GatheringId,
    name: String,
    options: Options,
    players: Vec<Player>,
    /// In a rematch, the game before it.
    last: Option<Finished>,
}

/// A game that is over, as a rematch goes on from it: the same people on the same seats (walk.md decision 19).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finished {
    /// Final head of its chain.
    pub head: [u8; 32],
    /// Identity keys by seat.
    pub keys: Vec<[u8; 32]>,
    /// The points so far, where they are counted; else empty.
    pub scores: Vec<u16>,
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
        Ok(Self { table, name: tidy_name(name), options, players: alloc::vec![host], last: None })
    }

    /// Opens a rematch with its host in the first seat, as in the game before. The score sheet is carried on.
    ///
    /// # Errors
    /// [`Refusal::Options`] for other options than a rematch may have, [`Refusal::NotInvited`] for another host.
    pub fn rematch(
        table: GatheringId,
        name: &str,
        options: Options,
        host: &Player,
        last: Finished,
    ) -> Result<Self, Refusal> {
        if last.keys.first() != Some(&host.key) {
            return Err(Refusal::NotInvited);
        }
        if usize::from(options.seats) != last.keys.len() {
            return Err(Refusal::Options);
        }
        let mut options = options;
        options.scores = if options.scoring { last.scores.clone() } else { Vec::new() };
        let gathering = Self::open(table, name, options, host)?;
        Ok(Self { last: Some(last), ..gathering })
    }

    fn previous(&self) -> [u8; 32] {
        self.last.as_ref().map_or([0; 32], |last| last.head)
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
        if self.last.as_ref().is_some_and(|last| !last.keys.contains(&guest.key)) {
            return Err(Refusal::NotInvited);
        }
        if self.is_full() {
            return Err(Refusal::Full);
        }
        self.players.push(guest);
        if let Some(last) = &self.last {
            self.players.sort_by_key(|player| last.keys.iter().position(|key| *key == player.key));
        }
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
            previous: self.previous(),
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
            previous: self.previous(),
        })
    }
}
