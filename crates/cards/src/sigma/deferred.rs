//! Proofs whose equations are checked later, and together.

use alloc::boxed::Box;
use alloc::vec::Vec;

use super::disjunction::Compact;
use super::linear::Linear;
use super::{Relation, fold};
use crate::error::ProofError;
use crate::transcript::ProofTranscript;

/// A proof that was read: lengths and encodings are right, whether its equations hold is still to be found out.
///
/// Equations of linear proofs are checked together in a fraction of the time that they need one by one, see [`verify_all`].
/// Nothing may rest on a proof before that.
#[must_use = "a proof that is not verified proves nothing"]
pub struct Deferred(Kind);

enum Kind {
    /// A statement without content.
    Nothing,
    Linear(Box<Linear>),
    /// One of several relations holds; checked by itself.
    Any(Box<Compact>),
}

impl Deferred {
    /// A proof of nothing.
    pub(crate) const fn nothing() -> Self {
        Self(Kind::Nothing)
    }

    /// Reads a proof of a linear relation.
    pub(crate) fn read(transcript: &ProofTranscript, relation: Relation, proof: &[u8]) -> Result<Self, ProofError> {
        Linear::read(transcript, relation, proof).map(|linear| Self(Kind::Linear(Box::new(linear))))
    }

    /// Reads a proof of a disjunction.
    pub(crate) fn read_any(
        transcript: ProofTranscript,
        relations: Vec<Relation>,
        proof: &[u8],
    ) -> Result<Self, ProofError> {
        Compact::read(transcript, relations, proof).map(|compact| Self(Kind::Any(Box::new(compact))))
    }

    /// Checks this proof alone.
    ///
    /// # Errors
    ///
    /// [`ProofError::Rejected`].
    pub fn verify(&self) -> Result<(), ProofError> {
        let holds = match &self.0 {
            Kind::Nothing => true,
            Kind::Linear(linear) => fold::holds(&[linear]),
            Kind::Any(compact) => compact.holds(),
        };
        if holds { Ok(()) } else { Err(ProofError::Rejected) }
    }

    /// The linear proof, if it is one.
    pub(super) fn linear(&self) -> Option<&Linear> {
        if let Kind::Linear(linear) = &self.0 { Some(linear) } else { None }
    }

    /// Points that are multiplied to check this proof: what it costs, roughly.
    pub fn cost(&self) -> usize {
        match &self.0 {
            Kind::Nothing => 0,
            Kind::Linear(linear) => linear.points(),
            Kind::Any(compact) => compact.points(),
        }
    }
}

impl core::fmt::Debug for Deferred {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "Deferred({} points)", self.cost())
    }
}

/// Checks many proofs at once. Linear ones are folded into one product, in which elements that they share count once; only
/// if that fails are they checked one by one.
///
/// # Errors
///
/// The place of the first proof that does not hold: the same as if each had been verified by itself.
pub fn verify_all(proofs: &[Deferred]) -> Result<(), usize> {
    let linear: Vec<&Linear> = proofs.iter().filter_map(Deferred::linear).collect();
    let linear_hold = fold::holds(&linear);
    let holds = |proof: &Deferred| (linear_hold && proof.linear().is_some()) || proof.verify().is_ok();
    let bad = proofs.iter().position(|proof| !holds(proof));
    bad.map_or(Ok(()), Err)
}
