//! Checks that simulated peers of one process share, so that a simulation proves and checks each entry once, and errors that it
//! makes on purpose (feature `shared-checks`, which no program enables).

use alloc::boxed::Box;

use nightcoach_transcript::Entry;

use crate::check::Staged;
use crate::fault::Fault;
use crate::replica::Replica;
use crate::session::Table;

/// What simulated peers of one process have checked already. A check depends on nothing but the entry and the public
/// state that it stands on, so one of them can speak for all; real peers share nothing.
pub trait SharedChecks: core::fmt::Debug + Send {
    /// What was found, if it was looked at.
    fn find(&self, key: &[u8; 32]) -> Option<Checked>;
    /// Keeps a finding.
    fn keep(&self, key: [u8; 32], found: Checked);
}

/// What a check has found.
#[derive(Clone, Debug)]
pub struct Checked(Result<Staged, Fault>);

pub(crate) fn check_once(shared: Option<&dyn SharedChecks>, replica: &Replica, entry: &Entry) -> Result<Staged, Fault> {
    let Some(shared) = shared else { return replica.check(entry) };
    let place = [&replica.table(), &replica.head(), &replica.digest(), entry.hash()];
    let key = nightcoach_transcript::hash(b"shared check", &place.map(<[u8; 32]>::as_slice));
    if let Some(Checked(found)) = shared.find(&key) {
        return found;
    }
    let found = replica.check(entry);
    shared.keep(key, Checked(found.clone()));
    found
}

impl Table {
    /// Checks each entry once for all simulated peers that share `checks`.
    pub fn share_checks(&mut self, checks: Box<dyn SharedChecks>) {
        self.set_shared(checks);
    }

    /// A program that errs: this peer's state is silently another one than that of the others from now on.
    pub fn err(&mut self) {
        self.replica_mut().err();
    }

    /// What the table would be without digests: entries say nothing of the state that their author has come to.
    pub fn leave_digests_out(&mut self) {
        self.replica_mut().leave_digests_out();
    }
}
