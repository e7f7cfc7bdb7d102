//! Sigma protocols made non-interactive: linear relations and disjunctions of them, over ristretto255 with SHA-512.
//!
//! - Relation: `image_j = sum_k w_k B_jk` for public images and bases and secret scalars `w` (Maurer's proof of a
//!   preimage of a linear map; U. Maurer, "Unifying zero-knowledge proofs of knowledge", 2009). A disjunction of such
//!   relations is proven with shared-out challenges (R. Cramer, I. Damgaard, B. Schoenmakers, "Proofs of partial
//!   knowledge", 1994).
//! - Challenge: the digest of the [`ProofTranscript`](crate::transcript::ProofTranscript), which holds the relation's label, the context and the whole
//!   statement, after the kind of proof and all commitments were absorbed; its 64 bytes, little-endian, modulo the
//!   group's order. Bases and images are functions of the statement, so they are not hashed again.
//! - Soundness: special soundness, with the hash as a random oracle; the equations bind the prover to a witness, they do
//!   not say that it is unique.
//! - Encoding: a linear relation is `commitments || responses` (one element per equation, one scalar per secret), a
//!   disjunction is `challenge || all branch challenges but the last || responses of all branches`. Elements and scalars
//!   take 32 bytes, canonical ones only, and nothing follows.
//! - Timing: provers do the same work whatever the secrets are, and in a disjunction whichever branch is true. Verifiers
//!   take their time as public values ask for it.
//!
//! Nothing here checks what a prover claims: callers do, before they prove.

mod deferred;
mod disjunction;
mod fold;
mod linear;
mod nonces;
mod relation;
#[cfg(test)]
mod tests;

pub use self::deferred::{Deferred, verify_all};

pub(crate) use self::disjunction::{Candidate, prove_any};
pub(crate) use self::linear::{prove, respond};
pub(crate) use self::nonces::Nonces;
pub(crate) use self::relation::{Base, Relation, Secret};

use alloc::vec::Vec;

use curve25519_dalek::Scalar;

use crate::element::ELEMENT_LEN;
use crate::error::ProofError;

/// Bytes of a linear proof.
pub(crate) const fn linear_len(equations: usize, secrets: usize) -> usize {
    (equations + secrets) * ELEMENT_LEN
}

/// Bytes of a proof of a disjunction.
pub(crate) const fn any_len(branches: usize, secrets: usize) -> usize {
    (branches + secrets) * ELEMENT_LEN
}

/// Reads scalars to the end; the caller has checked the length.
fn decode_scalars(bytes: &[u8]) -> Result<Vec<Scalar>, ProofError> {
    let (encodings, []) = bytes.as_chunks::<ELEMENT_LEN>() else { return Err(ProofError::Rejected) };
    let scalars = encodings.iter().map(|encoding| Option::from(Scalar::from_canonical_bytes(*encoding)));
    scalars.collect::<Option<_>>().ok_or(ProofError::Rejected)
}

/// Cuts `count` elements or scalars off the front.
fn take(bytes: &[u8], count: usize) -> Result<(&[u8], &[u8]), ProofError> {
    bytes.split_at_checked(count * ELEMENT_LEN).ok_or(ProofError::Rejected)
}
