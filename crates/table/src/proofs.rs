//! When proofs are checked: at once, or later and together.

use alloc::vec::Vec;
use core::cell::RefCell;

use nightcoach_cards::{Deferred, ProofError, verify_all};

use crate::fault::Check;

/// What a replica does with the proofs of the entries that it checks.
///
/// At the table each is checked at once: an entry is taken for good, and handed on, only then. An audit puts the proofs off,
/// and whatever it finds before they are checked is worth nothing.
#[derive(Debug, Default)]
pub(crate) struct Proofs {
    later: Option<RefCell<Vec<Deferred>>>,
}

impl Proofs {
    /// Keeps proofs until they are asked for.
    pub(crate) fn put_off() -> Self {
        Self { later: Some(RefCell::default()) }
    }

    /// Takes a proof that was read; `check` is what a bad one violates.
    pub(crate) fn require(&self, read: Result<Deferred, ProofError>, check: Check) -> Result<(), Check> {
        let proof = read.map_err(|_error| check)?;
        match &self.later {
            Some(later) => later.borrow_mut().push(proof),
            None => proof.verify().map_err(|_error| check)?,
        }
        Ok(())
    }

    /// What was put off so far.
    pub(crate) fn bundles(self) -> Vec<Bundle> {
        let mut bundles = Vec::new();
        let mut bundle = Bundle::default();
        for proof in self.later.map(RefCell::into_inner).into_iter().flatten() {
            bundle.points = bundle.points.saturating_add(proof.cost());
            bundle.proofs.push(proof);
            if bundle.points >= ENOUGH {
                bundles.push(core::mem::take(&mut bundle));
            }
        }
        bundles.push(bundle);
        bundles
    }
}

/// Points from which on a larger product gains nothing.
const ENOUGH: usize = 3000;

/// Proofs of successive entries, to be checked together and apart from all other bundles.
#[derive(Debug, Default)]
pub struct Bundle {
    proofs: Vec<Deferred>,
    points: usize,
}

impl Bundle {
    /// Whether all proofs hold: some milliseconds of work.
    pub fn holds(&self) -> bool {
        verify_all(&self.proofs).is_ok()
    }
}
