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

use nightcoach_transcript::hash;
use serde::{Deserialize, Serialize};
use zeroize::Zeroizing;

use super::{GatheringId, Player, Refusal};
use crate::labels;

/// Longest passphrase, in characters.
pub const MAX_PASSPHRASE: usize = 64;
/// Most guests that wait for the host's word, or for their turn to prove.
const MAX_WAITING: usize = 16;
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

/// The door with what has happened at it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Doorkeeper {
    door: Door,
    let_in: BTreeSet<Key>,
    sent_away: BTreeMap<Key, Refusal>,
    /// Guests that wait for the host's word.
    asking: Vec<Player>,
    /// Guests that were asked for the passphrase, with the value to answer.
    proving: Vec<(Key, [u8; 32], Player)>,
    guesses: Guesses,
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
    pub(super) fn knock(&mut self, guest: &Player, now: u64, nonce: [u8; 32]) -> Result<Knock, Refusal> {
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
                self.proving.retain(|(key, ..)| *key != guest.key);
                if self.proving.len() >= MAX_WAITING {
                    // The one that was asked first: no key can be chosen so that it pushes a certain other one out.
                    self.proving.remove(0);
                }
                self.proving.push((guest.key, nonce, guest.clone()));
                Ok(Knock::Prove(nonce))
            }
            Door::Approval => {
                if let Some(asking) = self.asking.iter_mut().find(|asking| asking.key == guest.key) {
                    *asking = guest.clone();
                    return Ok(Knock::Wait);
                }
                if self.asking.len() >= MAX_WAITING {
                    return Err(Refusal::Full);
                }
                self.asking.push(guest.clone());
                Ok(Knock::Wait)
            }
        }
    }

    /// Whether a guest was asked for the passphrase and has not answered.
    pub(super) fn is_proving(&self, guest: &Key) -> bool {
        self.proving.iter().any(|(key, ..)| key == guest)
    }

    /// NC-905: a guest proves that it knows the passphrase; each value that it was asked with is good for one guess.
    pub(super) fn prove(
        &mut self,
        table: &GatheringId,
        host: &Key,
        guest: &Key,
        proof: &[u8; 32],
        now: u64,
    ) -> Result<Player, Refusal> {
        let place = self.proving.iter().position(|(key, ..)| key == guest).ok_or(Refusal::Passphrase)?;
        let (_, nonce, player) = self.proving.remove(place);
        self.guesses.check(guest, now)?;
        let Door::Passphrase(passphrase) = &self.door else { return Err(Refusal::Passphrase) };
        if passphrase.proof(table, &nonce, host, guest) != *proof {
            self.guesses.count(*guest, now);
            return Err(Refusal::Passphrase);
        }
        self.let_in.insert(*guest);
        Ok(player)
    }

    /// NC-906: the host lets somebody in who asks.
    pub(super) fn let_in(&mut self, guest: &Key) -> Option<Player> {
        let place = self.asking.iter().position(|asking| asking.key == *guest)?;
        self.let_in.insert(*guest);
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
        self.proving.retain(|(key, ..)| key != guest);
        before != (self.asking.len(), self.proving.len())
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
