//! Who may sit down at a gathering table: everybody, who knows a passphrase, or whom the host lets in.
//!
//! The passphrase itself never travels. The guest answers a fresh value of the host with a hash over that value, both keys
//! and the passphrase, over the link that noise has encrypted and authenticated: whoever listens sees nothing, an answer
//! is worth nothing at another table, of another guest or another time. What it does not protect from is the host that
//! asks: it may guess at home what gives the hash, so a passphrase is no password that is used elsewhere.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::net::{IpAddr, Ipv6Addr};

use nightcoach_transcript::hash;
use serde::{Deserialize, Serialize};
use zeroize::Zeroizing;

use super::{GatheringId, Player, Refusal};
use crate::labels;

/// Longest passphrase, in characters.
pub const MAX_PASSPHRASE: usize = 64;
/// Most guests that wait for the host's word, or for their turn to prove.
const MAX_WAITING: usize = 16;
/// Most strangers of one address among them: keys are free to make, addresses less so.
const MAX_OF_ADDRESS: usize = 4;
/// Wrong guesses of one guest in a minute, and of all together: keys are free to make.
const MAX_GUESSES: u32 = 5;
const MAX_ALL_GUESSES: u32 = 20;
const MINUTE_MS: u64 = 60_000;

type Key = [u8; 32];

/// What the network is told of the door of a table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Admission {
    /// Everybody may sit down.
    #[default]
    Open,
    /// Whoever knows the passphrase.
    Passphrase,
    /// Whom the host lets in.
    Approval,
}

/// A passphrase; it shows in no debug output and is wiped.
#[derive(Clone, PartialEq, Eq)]
pub struct Passphrase(Zeroizing<String>);

/// How a host guards the door.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Door {
    /// Everybody may sit down.
    #[default]
    Open,
    /// Whoever knows this.
    Passphrase(Passphrase),
    /// Whom the host lets in.
    Approval,
}

/// What a guest that knocks is told, if nothing speaks against it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Knock {
    /// It may sit down.
    Enter,
    /// It must prove that it knows the passphrase, over this value.
    Prove([u8; 32]),
    /// The host will decide.
    Wait,
}

/// What the host knows of a guest besides what it says, for the bounds at the door.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Caller {
    /// Whether the key is one that the host has played with before.
    pub known: bool,
    /// Where the guest was met.
    pub address: Option<IpAddr>,
}

/// What comes of an answer to the question for the passphrase.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Proved {
    /// It is the right one, and the guest is seated.
    Seated,
    /// It is the right one; the guest is seated when it asks again.
    LetIn,
    /// The value that was to be answered is not kept any more: here is another one.
    Again([u8; 32]),
}

/// The door with what has happened at it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Doorkeeper {
    door: Door,
    let_in: BTreeSet<Key>,
    sent_away: BTreeMap<Key, Refusal>,
    /// Guests that wait for the host's word.
    asking: Vec<Player>,
    /// Guests that were asked for the passphrase, in that order.
    proving: Vec<Asked>,
    /// What is known of those that ask and prove.
    callers: BTreeMap<Key, Caller>,
    /// Guests that had to make room for people whom the host knows.
    turned_out: Vec<Player>,
    guesses: Guesses,
}

/// A guest that was asked for the passphrase.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Asked {
    key: Key,
    /// What its answer must be about.
    nonce: [u8; 32],
    /// What it asked for; nothing if it was asked again because the first value was forgotten.
    player: Option<Player>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Guesses {
    minute: u64,
    all: u32,
    each: BTreeMap<Key, u32>,
}

impl Passphrase {
    /// The passphrase without outer spaces, at most [`MAX_PASSPHRASE`] characters; `None` if nothing is left.
    pub fn new(typed: &str) -> Option<Self> {
        let tidy: String = typed.trim().chars().take(MAX_PASSPHRASE).collect();
        (!tidy.is_empty()).then_some(Self(Zeroizing::new(tidy)))
    }

    /// The answer of `guest` to `host`, who asked with `nonce` at this table.
    pub fn proof(&self, table: &GatheringId, nonce: &[u8; 32], host: &[u8; 32], guest: &[u8; 32]) -> [u8; 32] {
        hash(labels::PASSPHRASE, &[table, nonce, host, guest, self.0.as_bytes()])
    }
}

impl Door {
    /// What the network is told of it.
    pub const fn admission(&self) -> Admission {
        match self {
            Self::Open => Admission::Open,
            Self::Passphrase(_) => Admission::Passphrase,
            Self::Approval => Admission::Approval,
        }
    }
}

impl Doorkeeper {
    pub(super) const fn admission(&self) -> Admission {
        self.door.admission()
    }

    pub(super) fn set(&mut self, door: Door) {
        self.door = door;
    }

    pub(super) fn asking(&self) -> &[Player] {
        &self.asking
    }

    /// A guest asks for a seat; `nonce` is fresh.
    pub(super) fn knock(
        &mut self,
        guest: &Player,
        caller: Caller,
        now: u64,
        nonce: [u8; 32],
    ) -> Result<Knock, Refusal> {
        if let Some(refusal) = self.sent_away.get(&guest.key) {
            return Err(*refusal);
        }
        if self.let_in.contains(&guest.key) {
            return Ok(Knock::Enter);
        }
        match &self.door {
            Door::Open => Ok(Knock::Enter),
            Door::Passphrase(_) => {
                self.guesses.check(&guest.key, now)?;
                self.ask(guest.key, Some(guest.clone()), caller, nonce);
                Ok(Knock::Prove(nonce))
            }
            Door::Approval => {
                if let Some(asking) = self.asking.iter_mut().find(|asking| asking.key == guest.key) {
                    *asking = guest.clone();
                    return Ok(Knock::Wait);
                }
                self.make_room_to_ask(caller)?;
                self.callers.insert(guest.key, caller);
                self.asking.push(guest.clone());
                Ok(Knock::Wait)
            }
        }
    }

    /// Asks a guest for the passphrase. Who was asked before may be forgotten for it, and is asked again when it answers:
    /// the first stranger of the same address, else the first stranger, else the first of all. No key can be chosen so that
    /// it pushes a certain other one out.
    fn ask(&mut self, key: Key, player: Option<Player>, caller: Caller, nonce: [u8; 32]) {
        self.proving.retain(|asked| asked.key != key);
        let callers: Vec<Caller> = self.proving.iter().map(|asked| self.caller(&asked.key)).collect();
        let neighbours = callers.iter().filter(|other| caller.is_beside(other)).count();
        let goes = if neighbours >= MAX_OF_ADDRESS {
            callers.iter().position(|other| caller.is_beside(other))
        } else {
            let first_stranger = || callers.iter().position(|other| !other.known);
            (callers.len() >= MAX_WAITING).then(first_stranger).map(Option::unwrap_or_default)
        };
        if let Some(place) = goes {
            let gone = self.proving.remove(place);
            self.callers.remove(&gone.key);
        }
        self.callers.insert(key, caller);
        self.proving.push(Asked { key, nonce, player });
    }

    /// Whether one more may wait for the host's word. People whom the host knows push out the stranger that came last.
    fn make_room_to_ask(&mut self, caller: Caller) -> Result<(), Refusal> {
        let callers: Vec<Caller> = self.asking.iter().map(|asking| self.caller(&asking.key)).collect();
        if callers.iter().filter(|other| caller.is_beside(other)).count() >= MAX_OF_ADDRESS {
            return Err(Refusal::Full);
        }
        if callers.len() < MAX_WAITING {
            return Ok(());
        }
        let last_stranger = callers.iter().rposition(|other| !other.known).filter(|_place| caller.known);
        let gone = self.asking.remove(last_stranger.ok_or(Refusal::Full)?);
        self.callers.remove(&gone.key);
        self.turned_out.push(gone);
        Ok(())
    }

    fn caller(&self, key: &Key) -> Caller {
        self.callers.get(key).copied().unwrap_or_default()
    }

    /// Guests that had to go for others since this was last asked.
    pub(super) fn turned_out(&mut self) -> Vec<Player> {
        core::mem::take(&mut self.turned_out)
    }

    /// Whether a guest was asked for the passphrase and has not answered.
    pub(super) fn is_proving(&self, guest: &Key) -> bool {
        self.proving.iter().any(|asked| asked.key == *guest)
    }

    /// NC-905: a guest proves that it knows the passphrase; each value that it was asked with is good for one guess. Who has
    /// proven it is given with what it asked for, if that is known. An answer to a value that is not kept is no guess: the
    /// guest is asked with a `nonce` that is fresh.
    pub(super) fn prove(
        &mut self,
        (table, host, guest): (&GatheringId, &Key, &Key),
        proof: &[u8; 32],
        caller: Caller,
        now: u64,
        nonce: [u8; 32],
    ) -> Result<(Proved, Option<Player>), Refusal> {
        if let Some(refusal) = self.sent_away.get(guest) {
            return Err(*refusal);
        }
        self.guesses.check(guest, now)?;
        let Door::Passphrase(passphrase) = &self.door else { return Err(Refusal::Passphrase) };
        let Some(place) = self.proving.iter().position(|asked| asked.key == *guest) else {
            self.ask(*guest, None, caller, nonce);
            return Ok((Proved::Again(nonce), None));
        };
        let right = passphrase.proof(table, &self.nonce_at(place), host, guest) == *proof;
        let asked = self.proving.remove(place);
        self.callers.remove(guest);
        if !right {
            self.guesses.count(*guest, now);
            return Err(Refusal::Passphrase);
        }
        self.let_in.insert(*guest);
        Ok((if asked.player.is_some() { Proved::Seated } else { Proved::LetIn }, asked.player))
    }

    fn nonce_at(&self, place: usize) -> [u8; 32] {
        self.proving.get(place).map_or([0; 32], |asked| asked.nonce)
    }

    /// NC-906: the host lets somebody in who asks.
    pub(super) fn let_in(&mut self, guest: &Key) -> Option<Player> {
        let place = self.asking.iter().position(|asking| asking.key == *guest)?;
        self.let_in.insert(*guest);
        self.callers.remove(guest);
        Some(self.asking.remove(place))
    }

    /// Who was let in by an earlier run of the host's program is let in again, unless it was sent away since.
    pub(super) fn readmit(&mut self, guest: [u8; 32]) -> bool {
        let welcome = !self.sent_away.contains_key(&guest);
        if welcome {
            self.forget(&guest);
            self.let_in.insert(guest);
        }
        welcome
    }

    /// Nobody of this key sits down here any more.
    pub(super) fn send_away(&mut self, guest: Key, why: Refusal) {
        self.forget(&guest);
        self.let_in.remove(&guest);
        // An entry for each key that the host has pressed a button for: people do not press without end.
        self.sent_away.insert(guest, why);
    }

    /// The guest does not ask any more.
    pub(super) fn forget(&mut self, guest: &Key) -> bool {
        let before = (self.asking.len(), self.proving.len());
        self.asking.retain(|asking| asking.key != *guest);
        self.proving.retain(|asked| asked.key != *guest);
        self.callers.remove(guest);
        before != (self.asking.len(), self.proving.len())
    }
}

impl Caller {
    /// Whether both are strangers of one address. Programs of the host's own machine are no strangers.
    fn is_beside(self, other: &Self) -> bool {
        let local = self.address.is_some_and(|address| address.is_loopback());
        !local && !self.known && !other.known && self.network() == other.network()
    }

    /// The address; of an IPv6 one the half that a machine does not choose itself.
    fn network(self) -> Option<IpAddr> {
        self.address.map(|address| match address {
            IpAddr::V4(_) => address,
            IpAddr::V6(whole) => IpAddr::V6(Ipv6Addr::from_bits(whole.to_bits() >> 64 << 64)),
        })
    }
}

impl Guesses {
    fn check(&self, guest: &Key, now: u64) -> Result<(), Refusal> {
        let current = self.minute == now / MINUTE_MS;
        let own = self.each.get(guest).copied().unwrap_or_default();
        let too_many = self.all >= MAX_ALL_GUESSES || own >= MAX_GUESSES;
        if current && too_many { Err(Refusal::TooManyGuesses) } else { Ok(()) }
    }

    fn count(&mut self, guest: Key, now: u64) {
        if self.minute != now / MINUTE_MS {
            *self = Self { minute: now / MINUTE_MS, ..Self::default() };
        }
        self.all = self.all.saturating_add(1);
        let own = self.each.entry(guest).or_default();
        *own = own.saturating_add(1);
    }
}

impl fmt::Debug for Passphrase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Passphrase(..)")
    }
}

impl fmt::Display for Admission {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words = match self {
            Self::Open => "open to all",
            Self::Passphrase => "with a passphrase",
            Self::Approval => "the host lets in",
        };
        f.write_str(words)
    }
}
