//! The argument itself; its definition is the documentation of the module above.

use alloc::vec::Vec;

use curve25519_dalek::Scalar;
use zeroize::Zeroizing;

use super::Permutation;
use super::bases::CommitmentKey;
use super::commit::{self, Chain};
use super::relation::relation;
use crate::card::{MaskedCard, absorb_cards};
use crate::context::Context;
use crate::element::{ELEMENT_LEN, Element, Encoding};
use crate::error::ProofError;
use crate::key::PublicKey;
use crate::labels;
use crate::proof::decode_elements;
use crate::role::Role;
use crate::sigma::{self, Deferred, Nonces};
use crate::transcript::{ProofTranscript, hash_parts};

/// What the shuffler claims.
pub(super) struct Statement<'a, R: Role> {
    pub(super) ctx: &'a Context,
    pub(super) key: &'a PublicKey<R>,
    pub(super) input: &'a [MaskedCard<R>],
    pub(super) output: &'a [MaskedCard<R>],
}

/// What the shuffler commits to: the permutation, and the chain of ordered weights.
pub(super) struct Commitments {
    pub(super) permutation: Vec<Element>,
    pub(super) chain: Vec<Element>,
}

/// The part of the statement that is known before the output is: what the output's randomness is hedged with.
pub(super) fn hedge<R: Role>(ctx: &Context, key: &PublicKey<R>, input: &[MaskedCard<R>]) -> ProofTranscript {
    let mut transcript = ProofTranscript::new(labels::SHUFFLE, ctx);
    key.absorb(&mut transcript, "key");
    absorb_cards(&mut transcript, "input", input);
    transcript
}

/// Argues for an output that was made with this permutation and these factors.
pub(super) fn prove<R: Role>(
    statement: &Statement<'_, R>,
    bases: &CommitmentKey,
    permutation: &Permutation,
    factors: &[Scalar],
    nonces: &mut Nonces,
) -> Result<Vec<u8>, ProofError> {
    let n = statement.input.len();
    // Step 1. `openings[i]` is r_p(i), the randomness of c_p(i).
    let openings = Zeroizing::new(permutation.gather(&nonces.scalars(n)));
    let committed = commit::permutation(bases, permutation, &openings);
    // Step 2.
    let mut transcript = transcript(statement, &committed);
    let weights = weights(&transcript, n);
    let ordered = Zeroizing::new(permutation.gather(&weights));
    // Step 3.
    let chain = Chain::new(&ordered, &nonces.scalars(n));
    let links = chain.commit(bases);
    transcript.encodings("chain", links.iter());
    // Step 4.
    let witness: Zeroizing<Vec<Scalar>> = Zeroizing::new(
        [openings.iter().sum(), chain.opening(), dot(&openings, &ordered), dot(factors, &ordered)]
            .into_iter()
            .chain(chain.links().iter().copied())
            .chain(ordered.iter().copied())
            .collect(),
    );
    let randomness = nonces.scalars(witness.len());
    let commitments = commit::relation(statement, bases, &chain, &randomness).ok_or(ProofError::NotProven)?;
    let sigma_proof = sigma::respond(&transcript, &commitments, &randomness, &witness)?;
    Ok(encode(&committed, &links, &sigma_proof))
}

/// Reads an argument whose length was checked.
pub(super) fn read<R: Role>(
    statement: &Statement<'_, R>,
    bases: &CommitmentKey,
    proof: &[u8],
) -> Result<Deferred, ProofError> {
    let (commitments, sigma_proof) = decode(proof, statement.input.len())?;
    let mut transcript = transcript(statement, &encodings(&commitments.permutation));
    let weights = weights(&transcript, statement.input.len());
    transcript.elements("chain", commitments.chain.iter());
    let relation = relation(statement, bases, &commitments, &weights);
    Deferred::read(&transcript, relation, sigma_proof)
}

/// Everything that the weights depend on.
pub(super) fn transcript<R: Role>(statement: &Statement<'_, R>, committed: &[Encoding]) -> ProofTranscript {
    let mut transcript = hedge(statement.ctx, statement.key, statement.input);
    absorb_cards(&mut transcript, "output", statement.output);
    transcript.encodings("permutation", committed.iter());
    transcript
}

/// Weight number `i` is SHA-512 over the label, the transcript's digest and `i` as four little-endian bytes, reduced.
pub(super) fn weights(transcript: &ProofTranscript, n: usize) -> Vec<Scalar> {
    let digest = transcript.digest();
    (0_u32..)
        .take(n)
        .map(|index| {
            Scalar::from_bytes_mod_order_wide(&hash_parts(&[
                labels::SHUFFLE_WEIGHTS.as_bytes(),
                &digest,
                &index.to_le_bytes(),
            ]))
        })
        .collect()
}

pub(super) fn dot(left: &[Scalar], right: &[Scalar]) -> Scalar {
    left.iter().zip(right).map(|(a, b)| a * b).sum()
}

pub(super) fn encodings(elements: &[Element]) -> Vec<Encoding> {
    elements.iter().map(|element| *element.encoding()).collect()
}

pub(super) fn encode(permutation: &[Encoding], chain: &[Encoding], sigma_proof: &[u8]) -> Vec<u8> {
    [permutation.as_flattened(), chain.as_flattened(), sigma_proof].concat()
}

fn decode(proof: &[u8], n: usize) -> Result<(Commitments, &[u8]), ProofError> {
    let (permutation, rest) = split(proof, n)?;
    let (chain, sigma_proof) = split(rest, n)?;
    let commitments = Commitments {
        permutation: decode_elements("permutation commitment", permutation)?,
        chain: decode_elements("chain commitment", chain)?,
    };
    Ok((commitments, sigma_proof))
}

fn split(bytes: &[u8], n: usize) -> Result<(&[u8], &[u8]), ProofError> {
    bytes.split_at_checked(n * ELEMENT_LEN).ok_or(ProofError::Length { expected: n * ELEMENT_LEN, found: bytes.len() })
}
