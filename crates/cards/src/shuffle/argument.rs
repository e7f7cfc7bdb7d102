//! The argument itself; its definition is the documentation of the module above.

use alloc::vec::Vec;
use core::iter;

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
use crate::sigma::{self, Base, Nonces, Relation, Secret};
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
    let sigma_proof = sigma::prove(&transcript, &relation, &witness, nonces)?;
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

/// The points of step 4, each once.
struct Bases {
    key: Base,
    h: Base,
    each: Vec<Base>,
    permutation: Vec<Base>,
    chain: Vec<Base>,
    /// First halves, then second halves.
    input: [Vec<Base>; 2],
    output: [Vec<Base>; 2],
}

impl Bases {
    fn allocate<R: Role>(
        relation: &mut Relation,
        statement: &Statement<'_, R>,
        bases: &CommitmentKey,
        commitments: &Commitments,
    ) -> Self {
        let Statement { ctx: _, key, input, output } = statement;
        let mut all =
            |elements: &mut dyn Iterator<Item = RistrettoPoint>| elements.map(|point| relation.base(point)).collect();
        let mut halves = |cards: &[MaskedCard<R>]| {
            [all(&mut cards.iter().map(|card| card.a().point())), all(&mut cards.iter().map(|card| card.b().point()))]
        };
        let (input, output) = (halves(input), halves(output));
        Self {
            input,
            output,
            each: all(&mut bases.each.iter().copied()),
            permutation: all(&mut commitments.permutation.iter().map(Element::point)),
            chain: all(&mut commitments.chain.iter().map(Element::point)),
            key: relation.base(key.point()),
            h: relation.base(bases.h),
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
    let bases = Bases::allocate(&mut relation, statement, bases, commitments);
    sums_and_products(&mut relation, &secrets, &bases, weights);
    weighted_sums(&mut relation, &secrets, &bases, weights);
    links(&mut relation, &secrets, &bases);
    relation
}

/// Rows sum to one, and the product of the ordered weights is that of the weights.
fn sums_and_products(relation: &mut Relation, secrets: &Secrets, bases: &Bases, weights: &[Scalar]) {
    let one = |base: Base| (Scalar::ONE, base);
    let sum = bases.permutation.iter().map(|c| one(*c)).chain(bases.each.iter().map(|h| one(-*h))).collect();
    relation.equation_of(sum, &[(secrets.rows, Relation::GENERATOR)]);
    let product = (weights.iter().product(), -bases.h);
    let end = bases.chain.last().map(|end| one(*end)).into_iter().chain([product]).collect();
    relation.equation_of(end, &[(secrets.last_link, Relation::GENERATOR)]);
}

/// The ordered weights are the committed matrix times the weights, and the lists match weight by weight.
fn weighted_sums(relation: &mut Relation, secrets: &Secrets, bases: &Bases, weights: &[Scalar]) {
    let ([a, b], [new_a, new_b]) = (&bases.input, &bases.output);
    let rows = [
        (&bases.permutation, (secrets.mixed, Relation::GENERATOR), &bases.each),
        (a, (secrets.factor, -Relation::GENERATOR), new_a),
        (b, (secrets.factor, -bases.key), new_b),
    ];
    for (before, blinding, after) in rows {
        let sum = weights.iter().copied().zip(before.iter().copied()).collect();
        let after = secrets.ordered.iter().copied().zip(after.iter().copied());
        let terms: Vec<_> = iter::once(blinding).chain(after).collect();
        relation.equation_of(sum, &terms);
    }
}

/// The chain is a chain.
fn links(relation: &mut Relation, secrets: &Secrets, bases: &Bases) {
    let mut previous = bases.h;
    for ((&current, &link), &weight) in bases.chain.iter().zip(&secrets.links).zip(&secrets.ordered) {
        relation.equation_at(current, &[(link, Relation::GENERATOR), (weight, previous)]);
        previous = current;
    }
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
