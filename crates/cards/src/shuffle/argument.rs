//! The argument itself; its definition is the documentation of the module above.

use alloc::vec::Vec;
use core::iter;

use curve25519_dalek::traits::VartimeMultiscalarMul as _;
use curve25519_dalek::{RistrettoPoint, Scalar};
use zeroize::Zeroizing;

use super::bases::CommitmentKey;
use super::{Permutation, permuted};
use crate::card::{MaskedCard, absorb_cards};
use crate::context::Context;
use crate::element::{ELEMENT_LEN, Element};
use crate::error::ProofError;
use crate::key::PublicKey;
use crate::labels;
use crate::proof::decode_elements;
use crate::role::Role;
use crate::sigma::{self, Nonces, Relation, Secret};
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
    // Step 1. `openings[j]` is r_j, the randomness of c_j.
    let openings = nonces.scalars(n);
    let committed = commit_permutation(bases, permutation, &openings);
    // Step 2.
    let mut transcript = transcript(statement, &committed);
    let weights = weights(&transcript, n);
    let ordered: Zeroizing<Vec<Scalar>> = Zeroizing::new(permuted(permutation, &weights).copied().collect());
    // Step 3.
    let links = nonces.scalars(n);
    let (chain, chain_opening) = commit_chain(bases, &ordered, &links);
    let commitments = Commitments { permutation: committed, chain };
    transcript.elements("chain", commitments.chain.iter());
    // Step 4.
    let witness: Zeroizing<Vec<Scalar>> = Zeroizing::new(
        [openings.iter().sum(), chain_opening, dot(&openings, &weights), dot(factors, &ordered)]
            .into_iter()
            .chain(links.iter().copied())
            .chain(ordered.iter().copied())
            .collect(),
    );
    let relation = relation(statement, bases, &commitments, &weights);
    let sigma_proof = sigma::prove(&transcript, relation, &witness, nonces)?;
    Ok(encode(&commitments, &sigma_proof))
}

/// Verifies an argument whose length was checked.
pub(super) fn verify<R: Role>(
    statement: &Statement<'_, R>,
    bases: &CommitmentKey,
    proof: &[u8],
) -> Result<(), ProofError> {
    let (commitments, sigma_proof) = decode(proof, statement.input.len())?;
    let mut transcript = transcript(statement, &commitments.permutation);
    let weights = weights(&transcript, statement.input.len());
    transcript.elements("chain", commitments.chain.iter());
    let relation = relation(statement, bases, &commitments, &weights);
    sigma::verify(&transcript, relation, sigma_proof)
}

/// Everything that the weights depend on.
pub(super) fn transcript<R: Role>(statement: &Statement<'_, R>, committed: &[Element]) -> ProofTranscript {
    let mut transcript = hedge(statement.ctx, statement.key, statement.input);
    absorb_cards(&mut transcript, "output", statement.output);
    transcript.elements("permutation", committed.iter());
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

/// `c_p(i) = r_p(i) G + h_i`, in the order of the inputs.
fn commit_permutation(bases: &CommitmentKey, permutation: &Permutation, openings: &[Scalar]) -> Vec<Element> {
    let mut committed = alloc::vec![Element::identity(); openings.len()];
    for (&source, h) in permutation.sources().iter().zip(&bases.each) {
        if let (Some(place), Some(opening)) = (committed.get_mut(source), openings.get(source)) {
            *place = Element::new(RistrettoPoint::mul_base(opening) + h);
        }
    }
    committed
}

/// The chain, and `r^` which opens its last link.
///
/// `c^_i = R_i G + U_i h` with `R_i = r^_i + u'_i R_(i-1)` and `U_i = u'_1 .. u'_i`, so no link needs the point of the
/// one before it.
pub(super) fn commit_chain(bases: &CommitmentKey, ordered: &[Scalar], links: &[Scalar]) -> (Vec<Element>, Scalar) {
    let mut opening = Scalar::ZERO;
    let mut product = Scalar::ONE;
    let chain = ordered
        .iter()
        .zip(links)
        .map(|(weight, link)| {
            opening = link + weight * opening;
            product *= weight;
            Element::new(RistrettoPoint::mul_base(&opening) + bases.h * product)
        })
        .collect();
    (chain, opening)
}

/// The secrets of step 4, in their order.
struct Secrets {
    rows: Secret,
    last_link: Secret,
    mixed: Secret,
    factor: Secret,
    links: Vec<Secret>,
    ordered: Vec<Secret>,
}

impl Secrets {
    fn allocate(relation: &mut Relation, n: usize) -> Self {
        Self {
            rows: relation.secret(),
            last_link: relation.secret(),
            mixed: relation.secret(),
            factor: relation.secret(),
            links: (0..n).map(|_| relation.secret()).collect(),
            ordered: (0..n).map(|_| relation.secret()).collect(),
        }
    }
}

/// The linear relation of step 4.
pub(super) fn relation<R: Role>(
    statement: &Statement<'_, R>,
    bases: &CommitmentKey,
    commitments: &Commitments,
    weights: &[Scalar],
) -> Relation {
    let mut relation = Relation::default();
    let secrets = Secrets::allocate(&mut relation, weights.len());
    let committed = points(commitments.permutation.iter());
    let chain = points(commitments.chain.iter());
    sums_and_products(&mut relation, &secrets, bases, &committed, &chain, weights);
    weighted_sums(&mut relation, &secrets, statement, bases, &committed, weights);
    links(&mut relation, &secrets, bases, chain);
    relation
}

/// Rows sum to one, and the product of the ordered weights is that of the weights.
fn sums_and_products(
    relation: &mut Relation,
    secrets: &Secrets,
    bases: &CommitmentKey,
    committed: &[RistrettoPoint],
    chain: &[RistrettoPoint],
    weights: &[Scalar],
) {
    let sum = committed.iter().sum::<RistrettoPoint>() - bases.each.iter().sum::<RistrettoPoint>();
    relation.equation(sum, &[(secrets.rows, Relation::GENERATOR)]);
    let product: Scalar = weights.iter().product();
    let end = chain.last().copied().unwrap_or_default();
    relation.equation(end - bases.h * product, &[(secrets.last_link, Relation::GENERATOR)]);
}

/// The ordered weights are the committed matrix times the weights, and the lists match weight by weight.
fn weighted_sums<R: Role>(
    relation: &mut Relation,
    secrets: &Secrets,
    statement: &Statement<'_, R>,
    bases: &CommitmentKey,
    committed: &[RistrettoPoint],
    weights: &[Scalar],
) {
    let Statement { ctx: _, key, input, output } = statement;
    let minus_generator = relation.base(-Relation::generator());
    let minus_key = relation.base(-key.point());
    let halves =
        |cards: &[MaskedCard<R>]| [points(cards.iter().map(MaskedCard::a)), points(cards.iter().map(MaskedCard::b))];
    let ([a, b], [new_a, new_b]) = (halves(input), halves(output));
    let rows = [
        (committed.to_vec(), (secrets.mixed, Relation::GENERATOR), bases.each.clone()),
        (a, (secrets.factor, minus_generator), new_a),
        (b, (secrets.factor, minus_key), new_b),
    ];
    for (before, blinding, after) in rows {
        let after = secrets.ordered.iter().zip(after).map(|(&weight, point)| (weight, relation.base(point)));
        let terms: Vec<_> = iter::once(blinding).chain(after).collect();
        relation.equation(RistrettoPoint::vartime_multiscalar_mul(weights, before), &terms);
    }
}

/// The chain is a chain.
fn links(relation: &mut Relation, secrets: &Secrets, bases: &CommitmentKey, chain: Vec<RistrettoPoint>) {
    let mut previous = relation.base(bases.h);
    for ((point, &link), &weight) in chain.into_iter().zip(&secrets.links).zip(&secrets.ordered) {
        let current = relation.base(point);
        relation.equation_at(current, &[(link, Relation::GENERATOR), (weight, previous)]);
        previous = current;
    }
}

fn points<'a>(elements: impl Iterator<Item = &'a Element>) -> Vec<RistrettoPoint> {
    elements.map(Element::point).collect()
}

pub(super) fn dot(left: &[Scalar], right: &[Scalar]) -> Scalar {
    left.iter().zip(right).map(|(a, b)| a * b).sum()
}

pub(super) fn encode(commitments: &Commitments, sigma_proof: &[u8]) -> Vec<u8> {
    commitments
        .permutation
        .iter()
        .chain(&commitments.chain)
        .flat_map(|element| *element.encoding())
        .chain(sigma_proof.iter().copied())
        .collect()
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
