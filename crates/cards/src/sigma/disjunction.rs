//! Proofs that one of several relations holds.
//!
//! Branch `b` has a challenge `c_b` and responses of its own, and the challenges sum to the challenge `c` of the hash. A
//! prover picks `c_b` and `z` of every branch that it does not know a witness for, and takes `T = sum z B - c_b image`;
//! what is left of `c` is the challenge of the branch that it does know. It does all branches alike: the true one starts
//! from the challenge 0, for which `T` is an ordinary commitment, and takes the rest in the end.

use alloc::vec::Vec;

use curve25519_dalek::Scalar;
use subtle::{Choice, ConditionallySelectable as _};
use zeroize::Zeroizing;

use super::{Nonces, Relation, any_len, decode_scalars, take};
use crate::element::{Encoding, encode_doubles};
use crate::error::ProofError;
use crate::labels;
use crate::proof::require_len;
use crate::transcript::ProofTranscript;

/// A relation, a witness that need not be right, and whether it is.
pub(crate) struct Candidate {
    pub(crate) relation: Relation,
    pub(crate) witness: Zeroizing<Vec<Scalar>>,
    pub(crate) truth: Choice,
}

/// One branch on the prover's side.
struct Branch<'a> {
    candidate: &'a Candidate,
    /// Whether this is the branch that is proven; the others are simulated.
    real: Choice,
    /// Zero where the branch is real.
    challenge: Scalar,
    /// Commitment randomness where the branch is real, its responses otherwise.
    scalars: Zeroizing<Vec<Scalar>>,
}

/// Proves that one of several relations holds, without telling which. The caller knows that one of them is true.
///
/// # Errors
///
/// [`ProofError::NotProven`] when a witness has not as many scalars as its relation secrets.
#[inline(never)] // `.ci/counts` counts its instructions by name.
pub(crate) fn prove_any(
    transcript: &ProofTranscript,
    candidates: &[Candidate],
    nonces: &mut Nonces,
) -> Result<Vec<u8>, ProofError> {
    let mut found = Choice::from(0);
    let branches: Vec<Branch<'_>> = candidates
        .iter()
        .map(|candidate| {
            let real = candidate.truth & !found;
            found |= real;
            let challenge = Scalar::conditional_select(&nonces.scalar(), &Scalar::ZERO, real);
            Branch { candidate, real, challenge, scalars: nonces.scalars(candidate.relation.secrets()) }
        })
        .collect();
    let mut halves = Vec::new();
    for Branch { candidate, challenge, scalars, .. } in &branches {
        let branch = candidate.relation.evaluate_halves(scalars, Some(challenge));
        halves.extend(branch.ok_or(ProofError::NotProven)?);
    }
    let commitments = encode_doubles(&halves);
    let challenge = challenge(transcript, branches.len(), &commitments);
    let rest = challenge - branches.iter().map(|branch| branch.challenge).sum::<Scalar>();
    branches_answer(&branches, challenge, rest)
}

/// Writes the proof: `rest` is the challenge of the real branch.
fn branches_answer(branches: &[Branch<'_>], challenge: Scalar, rest: Scalar) -> Result<Vec<u8>, ProofError> {
    let secrets = branches.iter().map(|branch| branch.scalars.len()).sum();
    let mut proof = Vec::with_capacity(any_len(branches.len(), secrets));
    proof.extend_from_slice(challenge.as_bytes());
    let (_last, sent) = branches.split_last().ok_or(ProofError::NotProven)?;
    for branch in sent {
        proof.extend_from_slice(Scalar::conditional_select(&branch.challenge, &rest, branch.real).as_bytes());
    }
    for Branch { candidate, real, scalars, .. } in branches {
        if candidate.witness.len() != scalars.len() {
            return Err(ProofError::NotProven);
        }
        let own = Scalar::conditional_select(&Scalar::ZERO, &rest, *real);
        for (scalar, secret) in scalars.iter().zip(candidate.witness.iter()) {
            proof.extend_from_slice((scalar + own * secret).as_bytes());
        }
    }
    Ok(proof)
}

/// A proof of a disjunction that was read.
pub(super) struct Compact {
    transcript: ProofTranscript,
    relations: Vec<Relation>,
    /// What the challenges of all branches sum to.
    whole: Scalar,
    /// One for each branch.
    challenges: Vec<Scalar>,
    responses: Vec<Scalar>,
}

impl Compact {
    /// Decodes a proof.
    pub(super) fn read(
        transcript: ProofTranscript,
        relations: Vec<Relation>,
        proof: &[u8],
    ) -> Result<Self, ProofError> {
        require_len(proof, any_len(relations.len(), relations.iter().map(Relation::secrets).sum()))?;
        let (challenges, responses) = take(proof, relations.len())?;
        let sent = decode_scalars(challenges)?;
        let responses = decode_scalars(responses)?;
        let (whole, sent) = sent.split_first().ok_or(ProofError::Rejected)?;
        let last = whole - sent.iter().sum::<Scalar>();
        let challenges = sent.iter().copied().chain([last]).collect();
        Ok(Self { transcript, relations, whole: *whole, challenges, responses })
    }

    /// Whether the challenges lead to commitments that lead to them.
    pub(super) fn holds(&self) -> bool {
        self.commitments()
            .is_some_and(|commitments| challenge(&self.transcript, self.relations.len(), &commitments) == self.whole)
    }

    /// Points that the equations multiply.
    pub(super) fn points(&self) -> usize {
        self.relations.iter().map(|relation| relation.points().len()).sum()
    }

    fn commitments(&self) -> Option<Vec<Encoding>> {
        let mut halves = Vec::new();
        let mut responses = self.responses.as_slice();
        for (relation, challenge) in self.relations.iter().zip(&self.challenges) {
            let (own, later) = responses.split_at_checked(relation.secrets())?;
            halves.extend(relation.halves_vartime(own, challenge)?);
            responses = later;
        }
        Some(encode_doubles(&halves))
    }
}

/// The challenge over the commitments of all branches.
fn challenge(transcript: &ProofTranscript, branches: usize, commitments: &[Encoding]) -> Scalar {
    let mut transcript = transcript.clone();
    transcript.bytes("sigma", labels::DISJUNCTION.as_bytes());
    transcript.count("branches", branches);
    transcript.encodings("commitments", commitments.iter());
    Scalar::from_bytes_mod_order_wide(&transcript.digest())
}
