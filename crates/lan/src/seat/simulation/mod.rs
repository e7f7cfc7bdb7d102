//! A whole table on a simulated network: virtual clock, seeded chaos, machines that lose power in the middle of a write.
//!
//! The seat room is the real one, with real cryptography and real files; only transport and time are made up. One seed is
//! one game, always the same. Links lose, delay, reorder and repeat messages, which real ones do only when they break.

mod machine;
mod tests;
mod world;

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use nightcoach_table::Table;
use nightcoach_table::shared::{Checked, SharedChecks};

use world::World;

/// What goes wrong in a game.
#[derive(Clone, Copy, Debug)]
struct Chaos {
    /// Messages lost, of a thousand.
    loss: u64,
    /// Messages delivered twice, of a thousand.
    repeats: u64,
    /// Longest way of a message, in milliseconds.
    delay: u64,
    /// Power cuts.
    power_cuts: u32,
    /// Times at which the network falls into two parts.
    splits: u32,
    /// Whether two of the machines never reach each other.
    estranged: bool,
    /// Whether the program of the first seat errs once, and goes on with another state than the others.
    error: bool,
    /// Whether a power cut sets the disk back to some moment after the deal, as a restored snapshot does.
    set_back: bool,
    /// When the last thing goes wrong, in milliseconds.
    until: u64,
}

impl Chaos {
    const NONE: Self = Self {
        loss: 0,
        repeats: 0,
        delay: 5,
        power_cuts: 0,
        splits: 0,
        estranged: false,
        error: false,
        set_back: false,
        until: 0,
    };
}

/// What the program relies on, switched off one at a time: without it games must fail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Without {
    Nothing,
    /// Own entries are sent before they are durable.
    Syncing,
    /// A machine that comes back signs before it has asked what the others hold of it.
    Asking,
    /// Nobody says how far the own table has come.
    Beacons,
    /// Nobody hands on what others have signed.
    Forwarding,
    /// Entries do not say to which state their author has come.
    Digests,
}

/// A game that came to its end everywhere, alike.
#[derive(Clone, Copy, Debug)]
struct Ended {
    /// Virtual milliseconds.
    at: u64,
    rounds: u32,
}

/// Plays one game. The error says what must never happen, and when.
fn play(seed: u64, seats: u8, chaos: Chaos, without: Without) -> Result<Ended, String> {
    SHARED.set(Some(Shared::default()));
    DIGESTED.set(without != Without::Digests);
    crate::store::simulated::LYING.set(without == Without::Syncing);
    let ended = World::new(seed, seats, chaos, without).run();
    crate::store::simulated::LYING.set(false);
    DIGESTED.set(true);
    SHARED.set(None);
    ended.map_err(|what| format!("seed {seed}, {seats} seats, {chaos:?}, without {without:?}: {what}"))
}

thread_local! {
    /// What the machines of the running game have checked already: each entry is checked once.
    static SHARED: RefCell<Option<Shared>> = const { RefCell::new(None) };
    /// Whether entries carry digests.
    static DIGESTED: Cell<bool> = const { Cell::new(true) };
}

#[derive(Clone, Debug, Default)]
struct Shared(Arc<Mutex<BTreeMap<[u8; 32], Checked>>>);

impl SharedChecks for Shared {
    fn find(&self, key: &[u8; 32]) -> Option<Checked> {
        self.0.lock().ok()?.get(key).cloned()
    }

    fn keep(&self, key: [u8; 32], found: Checked) {
        if let Ok(mut known) = self.0.lock() {
            known.insert(key, found);
        }
    }
}

/// Lets a table of a simulated machine share its checks.
pub(super) fn share(table: &mut Table) {
    if !DIGESTED.get() {
        table.leave_digests_out();
    }
    SHARED.with_borrow(|shared| {
        if let Some(shared) = shared {
            table.share_checks(Box::new(shared.clone()));
        }
    });
}
