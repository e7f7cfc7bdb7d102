//! Ownership of a key: whoever announces a public key knows its secret.
//!
//! - Relation: `Y = y G`. The prover knows `y`.
//! - Purpose: a seat cannot announce a key made from other seats' keys, which would cancel them out of a sum.
//! - Statement bound: the key's role, the context (table, seat), the key.
//! - Soundness: one-way discrete logarithms in ristretto255, hash as random oracle.
//! - Encoding: one commitment, one response, 64 bytes.
//! - Citation: C. Schnorr, "Efficient signature generation by smart cards", 1991.

use alloc::vec::Vec;

use rand_core::CryptoRng;

use crate::context::Context;
use crate::error::ProofError;
use crate::key::{PublicKey, SecretKey};
use crate::labels;
use crate::proof::require_len;
use crate::role::Role;
use crate::sigma::{self, Deferred, Nonces, Relation};
use crate::transcript::ProofTranscript;

/// Bytes of a proof.
pub const fn proof_len() -> usize {
    sigma::linear_len(1, 1)
}

/// Proves that the own key is known.
pub fn prove<R: Role>(ctx: &Context, secret: &SecretKey<R>, rng: &mut impl CryptoRng) -> Vec<u8> {
    // The witness has the relation's one scalar. Were it not so, an empty proof would be refused by everybody, this
    // seat included.
    try_prove(ctx, secret, rng).unwrap_or_default()
}

/// Verifies that a seat knows the secret of the key that it announced.
///
/// # Errors
///
/// [`ProofError::Length`] or [`ProofError::Rejected`].
pub fn verify<R: Role>(ctx: &Context, key: &PublicKey<R>, proof: &[u8]) -> Result<(), ProofError> {
    read(ctx, key, proof)?.verify()
}

/// Reads a proof and leaves its equations for later, see [`Deferred`].
///
/// # Errors
///
/// Why the proof is refused, if that shows without the equations.
pub fn read<R: Role>(ctx: &Context, key: &PublicKey<R>, proof: &[u8]) -> Result<Deferred, ProofError> {
    require_len(proof, proof_len())?;
    let (transcript, relation) = statement(ctx, key);
    Deferred::read(&transcript, relation, proof)
}

fn try_prove<R: Role>(ctx: &Context, secret: &SecretKey<R>, rng: &mut impl CryptoRng) -> Result<Vec<u8>, ProofError> {
    let (transcript, relation) = statement(ctx, &secret.public());
    let mut nonces = Nonces::hedged(rng, &transcript, &[secret.to_bytes().as_ref()]);
    sigma::prove(&transcript, &relation, &[*secret.scalar()], &mut nonces)
}

pub(crate) fn statement<R: Role>(ctx: &Context, key: &PublicKey<R>) -> (ProofTranscript, Relation) {
    let mut transcript = ProofTranscript::new(labels::OWNERSHIP, ctx);
    key.absorb(&mut transcript, "key");
    let mut relation = Relation::default();
    let y = relation.secret();
    relation.equation_for(key.element(), &[(y, Relation::GENERATOR)]);
    (transcript, relation)
}
