//! Proofs of one linear relation.
//!
//! Prover: `T_j = sum_k r_k B_jk` for uniform `r`, `z_k = r_k + c w_k` for the challenge `c`. Verifier:
//! `T_j + c image_j = sum_k z_k B_jk` for every `j`, all equations folded into one.

use alloc::vec::Vec;

use curve25519_dalek::ristretto::CompressedRistretto;
use curve25519_dalek::{RistrettoPoint, Scalar};

use super::{Nonces, Relation, decode_scalars, linear_len, take};
use crate::element::{Encoding, encode_doubles};
use crate::error::ProofError;
use crate::labels;
use crate::proof::require_len;
use crate::transcript::{ProofTranscript, hash_parts};

/// Proves a linear relation that the caller knows to hold.
///
/// # Errors
///
/// [`ProofError::NotProven`] when there are not as many scalars as secrets.
pub(crate) fn prove(
    transcript: &ProofTranscript,
    relation: &Relation,
    witness: &[Scalar],
    nonces: &mut Nonces,
) -> Result<Vec<u8>, ProofError> {
    let randomness = nonces.scalars(relation.secrets());
    let halves = relation.evaluate_halves(&randomness, None).ok_or(ProofError::NotProven)?;
    respond(transcript, &encode_doubles(&halves), &randomness, witness)
}

/// Answers the challenge over commitments that were made with this randomness.
///
/// # Errors
///
/// [`ProofError::NotProven`] when the witness is not as long as the randomness.
pub(crate) fn respond(
    transcript: &ProofTranscript,
    commitments: &[Encoding],
    randomness: &[Scalar],
    witness: &[Scalar],
) -> Result<Vec<u8>, ProofError> {
    if witness.len() != randomness.len() {
        return Err(ProofError::NotProven);
    }
    let challenge = Scalar::from_bytes_mod_order_wide(&challenge_digest(transcript, commitments));
    let mut proof = Vec::with_capacity(linear_len(commitments.len(), witness.len()));
    proof.extend(commitments.as_flattened());
    for (nonce, secret) in randomness.iter().zip(witness) {
        proof.extend_from_slice((nonce + challenge * secret).as_bytes());
    }
    Ok(proof)
}

/// A linear proof that was read, with equations that are still to be checked.
pub(super) struct Linear {
    pub(super) relation: Relation,
    pub(super) commitments: Vec<RistrettoPoint>,
    pub(super) challenge: Scalar,
    pub(super) responses: Vec<Scalar>,
    /// Hash of everything that the prover was free to choose.
    pub(super) seal: [u8; 64],
}

impl Linear {
    /// Points that the equations multiply.
    pub(super) fn points(&self) -> usize {
        self.relation.points().len() + self.commitments.len()
    }

    /// Decodes a proof and computes its challenge.
    pub(super) fn read(transcript: &ProofTranscript, relation: Relation, proof: &[u8]) -> Result<Self, ProofError> {
        require_len(proof, linear_len(relation.equations().len(), relation.secrets()))?;
        let (commitments, responses) = take(proof, relation.equations().len())?;
        let responses = decode_scalars(responses)?;
        let (commitments, _rest) = commitments.as_chunks();
        let digest = challenge_digest(transcript, commitments);
        let points = commitments.iter().map(|encoding| CompressedRistretto(*encoding).decompress());
        Ok(Self {
            relation,
            commitments: points.collect::<Option<_>>().ok_or(ProofError::Rejected)?,
            challenge: Scalar::from_bytes_mod_order_wide(&digest),
            responses,
            seal: hash_parts(&[labels::FOLD.as_bytes(), &digest, proof]),
        })
    }
}

fn challenge_digest(transcript: &ProofTranscript, commitments: &[Encoding]) -> [u8; 64] {
    let mut transcript = transcript.clone();
    transcript.bytes("sigma", labels::LINEAR.as_bytes());
    transcript.encodings("commitments", commitments.iter());
    transcript.digest()
}
