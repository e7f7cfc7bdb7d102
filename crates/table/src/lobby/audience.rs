//! Who watches a table: the host's side of it.
//!
//! Whoever watches holds no seat and signs nothing. The host lets them in, before the game or in the middle of it, and says
//! who they are to everybody at the table, signed, as an aside: see [`crate::aside::Said::Audience`].

use alloc::collections::BTreeSet;
use alloc::string::String;
use alloc::vec::Vec;

use serde::{Deserialize, Serialize};

use super::door::Doorkeeper;
use super::{Caller, Door, GatheringId, Knock, Player, Refusal, TABLE_VERSION, tidy_name};

/// Most that watch a table at a time.
pub const MAX_WATCHERS: usize = 8;

/// Somebody who watches.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Watcher {
    /// Shown name, at most [`super::MAX_NAME`] characters.
    pub name: String,
    /// Identity key.
    pub key: [u8; 32],
}

/// Who watches the table of a host, and who would like to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Audience {
    table: GatheringId,
    /// How guests for seats are let in.
    door: Door,
    keeper: Doorkeeper,
    watchers: Vec<Watcher>,
    /// Those of them whom an earlier run of this host had let in.
    adopted: BTreeSet<[u8; 32]>,
}

impl Audience {
    /// Nobody yet. The passphrase of the table opens it to who watches as well; otherwise the host decides for each, also
    /// where everybody may sit down: a seat is free only before the game.
    pub fn new(table: GatheringId, door: Door) -> Self {
        let mut audience = Self { table, door, keeper: Doorkeeper::default(), ..Self::default() };
        audience.allow(false);
        audience
    }

    /// Whether everybody may watch without being asked about; whoever waits for the host's word is let in then.
    pub fn allow(&mut self, all: bool) {
        let guarded = if self.door == Door::Open { Door::Approval } else { self.door.clone() };
        self.keeper.set(if all { Door::Open } else { guarded });
        if all {
            for asking in self.asking() {
                self.let_in(asking.key).ok();
            }
        }
    }

    /// Which table it belongs to.
    pub const fn table(&self) -> GatheringId {
        self.table
    }

    /// Who watches.
    pub fn watchers(&self) -> &[Watcher] {
        &self.watchers
    }

    /// Who waits for the host's word.
    pub fn asking(&self) -> Vec<Watcher> {
        let watcher = |player: &Player| Watcher { name: player.name.clone(), key: player.key };
        self.keeper.asking().iter().map(watcher).collect()
    }

    /// NC-918: somebody asks to watch, with a fresh `nonce` of the host for the case that it has to prove something; `seats`
    /// are the keys that have one. Whoever may watch is let in.
    ///
    /// # Errors
    /// Says why not.
    pub fn knock(
        &mut self,
        watcher: &Watcher,
        version: u16,
        seats: &[[u8; 32]],
        caller: Caller,
        (now, nonce): (u64, [u8; 32]),
    ) -> Result<Knock, Refusal> {
        if version != TABLE_VERSION {
            return Err(Refusal::Version { host: TABLE_VERSION, guest: version });
        }
        if seats.contains(&watcher.key) {
            return Err(Refusal::Seated);
        }
        let watcher = Watcher { name: tidy_name(&watcher.name), key: watcher.key };
        if let Some(known) = self.watchers.iter_mut().find(|known| known.key == watcher.key) {
            *known = watcher;
            return Ok(Knock::Enter);
        }
        // Nobody waits at a door behind which there is no room.
        self.has_room()?;
        let asking = Player { name: watcher.name.clone(), key: watcher.key, fresh: [0; 32] };
        let answer = self.keeper.knock(&asking, caller, now, nonce)?;
        if answer == Knock::Enter {
            self.watchers.push(watcher);
        }
        Ok(answer)
    }

    fn has_room(&self) -> Result<(), Refusal> {
        if self.watchers.len() < MAX_WATCHERS { Ok(()) } else { Err(Refusal::AudienceFull) }
    }

    /// Whether this one was asked to prove something before it may watch.
    pub fn is_proving(&self, key: &[u8; 32]) -> bool {
        self.keeper.is_proving(key)
    }

    /// Somebody proves that they know the passphrase, and is let in.
    ///
    /// # Errors
    /// They do not, or there is no place any more.
    pub fn prove(&mut self, key: [u8; 32], host: &[u8; 32], proof: &[u8; 32], now: u64) -> Result<(), Refusal> {
        self.has_room()?;
        if !self.is_proving(&key) {
            return Err(Refusal::Passphrase);
        }
        let caller = Caller::default();
        let (_, asked) = self.keeper.prove((&self.table, host, &key), proof, caller, now, [0; 32])?;
        let Player { name, key, .. } = asked.ok_or(Refusal::Passphrase)?;
        self.watchers.push(Watcher { name, key });
        Ok(())
    }

    /// Those who waited for the host's word and had to go for people whom the host knows, since this was last asked.
    pub fn turned_out(&mut self) -> Vec<Player> {
        self.keeper.turned_out()
    }

    /// The host lets somebody in who asks.
    ///
    /// # Errors
    /// Nobody of this key asks, or there is no place any more.
    pub fn let_in(&mut self, key: [u8; 32]) -> Result<(), Refusal> {
        self.has_room()?;
        let Player { name, key, .. } = self.keeper.let_in(&key).ok_or(Refusal::UnknownTable)?;
        self.watchers.push(Watcher { name, key });
        Ok(())
    }

    /// The host turns somebody down who asks, or sends somebody away who watches; they do not come back. Gives the reason
    /// that they are told, if they were here at all.
    pub fn send_away(&mut self, key: [u8; 32]) -> Option<Refusal> {
        let asked = self.keeper.asking().iter().any(|asking| asking.key == key);
        let watched = self.watchers.iter().any(|watcher| watcher.key == key);
        self.watchers.retain(|watcher| watcher.key != key);
        let why = Refusal::MayNotWatch;
        (asked || watched).then(|| {
            self.keeper.send_away(key, why);
            why
        })
    }

    /// Somebody goes, watches no more, or sits down; who was let in may come back. Says whether anything changed.
    pub fn leave(&mut self, key: [u8; 32]) -> bool {
        let before = self.watchers.len();
        self.watchers.retain(|watcher| watcher.key != key);
        let waited = self.keeper.forget(&key);
        waited || before != self.watchers.len()
    }

    /// Takes over whom this host had let in before it was started again, as the others at the table have it. Of two such
    /// lists the later one counts: the caller hands them over in the order of their numbers.
    pub fn adopt(&mut self, watchers: &[Watcher]) {
        let gone = |key: &[u8; 32]| self.adopted.contains(key) && !watchers.iter().any(|watcher| watcher.key == *key);
        self.watchers.retain(|watcher| !gone(&watcher.key));
        for watcher in watchers {
            let known = self.watchers.iter().any(|known| known.key == watcher.key);
            if !known && self.has_room().is_ok() && self.keeper.readmit(watcher.key) {
                self.watchers.push(watcher.clone());
                self.adopted.insert(watcher.key);
            }
        }
    }
}
