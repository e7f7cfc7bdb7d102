//! The host's side of a gathering table, and of a rematch.

use alloc::collections::BTreeSet;
use alloc::string::String;
use alloc::vec::Vec;

use nightcoach_rules::{Options, Seat, SeatSet};

use super::door::Doorkeeper;
use super::{
    Caller, Door, GatheringId, Knock, Listing, LobbyMessage, Player, Proved, Refusal, Start, TABLE_VERSION, tidy_name,
    unique_name,
};

/// The host's side of a gathering table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gathering {
    table: GatheringId,
    name: String,
    options: Options,
    players: Vec<Player>,
    /// Guests that are ready.
    ready: BTreeSet<[u8; 32]>,
    keeper: Doorkeeper,
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
        let (ready, keeper) = (BTreeSet::new(), Doorkeeper::default());
        Ok(Self { table, name: tidy_name(name), options, players: alloc::vec![host], ready, keeper, last: None })
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

    /// Guards the door. Whoever sits stays.
    pub fn set_door(&mut self, door: Door) {
        self.keeper.set(door);
    }

    /// A guest asks for a seat, `now` and with a fresh `nonce` of the host for the case that it has to prove something. Whoever may
    /// sit down is seated.
    ///
    /// # Errors
    /// Says why not.
    pub fn knock(
        &mut self,
        table: GatheringId,
        guest: &Player,
        version: u16,
        caller: Caller,
        (now, nonce): (u64, [u8; 32]),
    ) -> Result<Knock, Refusal> {
        let seated = self.players.iter().any(|player| player.key == guest.key);
        let known = table == self.table && version == TABLE_VERSION;
        if known && !seated && self.last.is_none() {
            // Nobody waits at the door of a full table.
            if self.is_full() {
                return Err(Refusal::Full);
            }
            let answer = self.keeper.knock(guest, caller, now, nonce)?;
            if answer != Knock::Enter {
                return Ok(answer);
            }
        }
        self.join(table, guest, version).map(|()| Knock::Enter)
    }

    /// A guest proves that it knows the passphrase, and is seated; or it is asked once more with a fresh `nonce`.
    ///
    /// # Errors
    /// It does not, or there is no seat any more.
    pub fn prove(
        &mut self,
        guest: [u8; 32],
        proof: &[u8; 32],
        caller: Caller,
        (now, nonce): (u64, [u8; 32]),
    ) -> Result<Proved, Refusal> {
        let host = self.players.first().map_or([0; 32], |host| host.key);
        if self.players.iter().any(|player| player.key == guest) {
            return Ok(Proved::LetIn);
        }
        let (proved, player) = self.keeper.prove((&self.table, &host, &guest), proof, caller, now, nonce)?;
        match player {
            Some(player) => self.join(self.table, &player, TABLE_VERSION).map(|()| proved),
            None => Ok(proved),
        }
    }

    /// Guests that waited for the host's word and had to go for people whom the host knows, since this was last asked.
    pub fn turned_out(&mut self) -> Vec<Player> {
        self.keeper.turned_out()
    }

    /// Guests that wait for the host's word.
    pub fn asking(&self) -> &[Player] {
        self.keeper.asking()
    }

    /// The host lets a guest in that asks, and it is seated.
    ///
    /// # Errors
    /// Nobody of this key asks, or there is no seat any more.
    pub fn let_in(&mut self, guest: [u8; 32]) -> Result<(), Refusal> {
        let player = self.keeper.let_in(&guest).ok_or(Refusal::UnknownTable)?;
        self.join(self.table, &player, TABLE_VERSION)
    }

    /// The host turns a guest down that asks, or takes its seat away. Gives the reason that the guest is told, if it was
    /// here at all.
    pub fn send_away(&mut self, guest: [u8; 32]) -> Option<Refusal> {
        let asked = self.keeper.asking().iter().any(|asking| asking.key == guest);
        let sat = self.leave(guest);
        let why = if sat { Refusal::SentAway } else { Refusal::TurnedDown };
        (sat || asked).then(|| {
            self.keeper.send_away(guest, why);
            why
        })
    }

    /// A guest is ready, or not any more. Says whether anything changed.
    pub fn set_ready(&mut self, guest: [u8; 32], ready: bool) -> bool {
        let sits = self.players.iter().skip(1).any(|player| player.key == guest);
        sits && if ready { self.ready.insert(guest) } else { self.ready.remove(&guest) }
    }

    /// Who is ready, by seat; the host always.
    pub fn ready(&self) -> SeatSet {
        let is_ready =
            |(player, place): (&Player, u8)| (place == 0 || self.ready.contains(&player.key)).then_some(place);
        self.players.iter().zip(0u8..).filter_map(is_ready).map(Seat).collect()
    }

    /// Whether every seat is taken and everybody ready.
    pub fn can_begin(&self) -> bool {
        self.is_full() && self.ready().len() == self.players.len()
    }

    /// Moves a guest one seat up or down; the first seat is the host's, and a rematch keeps its seats. Says whether
    /// anything changed.
    pub fn move_seat(&mut self, guest: [u8; 32], up: bool) -> bool {
        let place = self.players.iter().position(|player| player.key == guest);
        let other = place.and_then(|place| if up { place.checked_sub(1) } else { place.checked_add(1) });
        let (Some(place), Some(other), None) = (place, other, &self.last) else { return false };
        let movable = place.min(other) > 0 && place.max(other) < self.players.len();
        if movable {
            self.players.swap(place, other);
        }
        movable
    }

    /// Frees the seat of a guest, who does not ask for one any more either; the host stays. Says whether anything changed.
    pub fn leave(&mut self, key: [u8; 32]) -> bool {
        let before = self.players.len();
        let host = self.players.first().map(|p| p.key);
        self.players.retain(|p| p.key != key || Some(p.key) == host);
        self.ready.remove(&key);
        self.keeper.forget(&key);
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
            ready: self.ready(),
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
            admission: self.keeper.admission(),
        }
    }

    /// Fixes the roster.
    ///
    /// # Errors
    /// [`Refusal::NotFull`] while seats are free, [`Refusal::NotReady`] while somebody is not ready.
    pub fn begin(&self) -> Result<Start, Refusal> {
        if !self.is_full() {
            return Err(Refusal::NotFull);
        }
        if !self.can_begin() {
            return Err(Refusal::NotReady);
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
