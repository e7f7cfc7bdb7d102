//! Claims about hidden faces: a formula over "this card is that face" and "this card is not that face".
//!
//! A [`Formula`] is a disjunction of conjunctions. All cards lie under one hand key `Y = y G`; the holder knows `y`.
//!
//! - `Equal`, card `(a, b)`, face `M`: `b - M = y a`, together with `Y = y G` once per conjunction.
//! - `NotEqual`: the holder publishes `B = alpha (b - M - y a)`, random but the identity exactly when the claim is
//!   false, so the verifier checks `B != 0`. Relation: `B = alpha (b - M) + beta (-a)` and `0 = alpha Y + beta (-G)`,
//!   which fixes `beta = alpha y`.
//! - A conjunction is *one* linear relation over `y` and all its `alpha, beta`: conjunctions whose parts had witnesses
//!   of their own would prove something weaker.
//! - Order within a conjunction: secrets `y`, then `alpha, beta` of every `NotEqual`; equations `Y = y G`, those of all
//!   `Equal`, then the two of every `NotEqual`; without an `Equal` there is neither `y` nor its equation.
//! - Several conjunctions: one of them holds, and nobody learns which. In a branch that is not true, the `B` of a false
//!   part is a random element other than the identity. The prover does the same work whichever branch is the true one.
//! - Statement bound: context, key, the formula's whole shape, every card and face, every `B`.
//! - Soundness: special soundness, hash as random oracle. `B` hides the card under DDH.
//! - Encoding: the `B` of all `NotEqual` in order, then the sigma proof: linear when there is one conjunction, a
//!   disjunction when there are several. A formula with an empty conjunction is true by itself, its proof has no bytes.
//! - Citation: R. Cramer, I. Damgaard, B. Schoenmakers, "Proofs of partial knowledge", 1994; for the inequality,
//!   J. Camenisch and V. Shoup, "Practical verifiable encryption and decryption of discrete logarithms", 2003.

mod branch;
mod equations;
#[cfg(test)]
mod tests;

use alloc::vec::Vec;

use rand_core::CryptoRng;
use subtle::Choice;

use self::branch::{Branch, Looks};
use self::equations::relations;
use crate::card::{CardPoint, MaskedCard, absorb_cards, require_masked};
use crate::context::Context;
use crate::element::{ELEMENT_LEN, Element};
use crate::error::ProofError;
use crate::key::{HandPublic, HandSecret};
use crate::labels;
use crate::proof::{decode_elements, require_len};
use crate::role::Hand;
use crate::sigma::{self, Candidate, Deferred, Nonces};
use crate::transcript::ProofTranscript;

/// One statement about one card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leaf {
    /// The card has this face.
    Equal {
        /// The card, under the prover's hand key.
        card: MaskedCard<Hand>,
        /// The face.
        face: CardPoint,
    },
    /// The card has any other face.
    NotEqual {
        /// The card, under the prover's hand key.
        card: MaskedCard<Hand>,
        /// The face that it does not have.
        face: CardPoint,
    },
}

/// A disjunction of conjunctions of leaves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Formula(pub Vec<Vec<Leaf>>);

impl Formula {
    /// A formula with an empty conjunction says nothing.
    fn is_trivially_true(&self) -> bool {
        self.0.iter().any(Vec::is_empty)
    }

    fn unequal_leaves(&self) -> usize {
        self.0.iter().map(|branch| unequal_leaves(branch)).sum()
    }
}

/// Bytes of the proof of a formula; they depend on its shape alone.
pub fn proof_len(formula: &Formula) -> usize {
    if formula.is_trivially_true() {
        return 0;
    }
    let blinds = formula.unequal_leaves() * ELEMENT_LEN;
    let secrets = formula.0.iter().map(|branch| secrets(branch)).sum();
    match formula.0.as_slice() {
        [] => 0,
        [only] => blinds + sigma::linear_len(equations(only), secrets),
        branches => blinds + sigma::any_len(branches.len(), secrets),
    }
}

/// Proves a true formula about the own cards.
///
/// # Errors
///
/// [`ProofError::FalseClaim`] when no conjunction is true, [`ProofError::Identity`] for a card that is not masked.
pub fn prove(
    ctx: &Context,
    secret: &HandSecret,
    formula: &Formula,
    rng: &mut impl CryptoRng,
) -> Result<Vec<u8>, ProofError> {
    require_masked_leaves(formula)?;
    if formula.is_trivially_true() {
        return Ok(Vec::new());
    }
    let key = secret.public();
    let mut transcript = statement(ctx, &key, formula);
    let mut nonces = Nonces::hedged(rng, &transcript, &[secret.to_bytes().as_ref()]);
    let mut looks = Looks::new(secret);
    let branches: Vec<_> = formula.0.iter().map(|leaves| Branch::answer(&mut looks, leaves, &mut nonces)).collect();
    let any_true = branches.iter().fold(Choice::from(0), |any, branch| any | branch.truth);
    if !bool::from(any_true) {
        return Err(ProofError::FalseClaim);
    }

    let blinds: Vec<Element> = branches.iter().flat_map(|branch| branch.blinds.iter().copied()).collect();
    transcript.elements("blinds", blinds.iter());
    let relations = relations(&key, formula, &blinds).ok_or(ProofError::NotProven)?;
    let candidates = relations.into_iter().zip(branches).map(|(relation, branch)| {
        let Branch { truth, witness, blinds: _ } = branch;
        Candidate { relation, witness, truth }
    });
    let sigma_proof = prove_candidates(&transcript, &candidates.collect::<Vec<_>>(), &mut nonces)?;
    let proof: Vec<u8> = blinds.iter().flat_map(|blind| *blind.encoding()).chain(sigma_proof).collect();
    verify(ctx, &key, formula, &proof).map_err(|_own_proof| ProofError::NotProven)?;
    Ok(proof)
}

/// Verifies a formula about a seat's cards.
///
/// # Errors
///
/// Why the claim is refused.
pub fn verify(ctx: &Context, key: &HandPublic, formula: &Formula, proof: &[u8]) -> Result<(), ProofError> {
    read(ctx, key, formula, proof)?.verify()
}

/// Reads a proof and leaves its equations for later, see [`Deferred`].
///
/// # Errors
///
/// Why the proof is refused, if that shows without the equations.
pub fn read(ctx: &Context, key: &HandPublic, formula: &Formula, proof: &[u8]) -> Result<Deferred, ProofError> {
    require_len(proof, proof_len(formula))?;
    require_masked_leaves(formula)?;
    if formula.is_trivially_true() {
        return Ok(Deferred::nothing());
    }
    let (blind_bytes, sigma_proof) =
        proof.split_at_checked(formula.unequal_leaves() * ELEMENT_LEN).ok_or(ProofError::Rejected)?;
    let blinds = decode_elements("blind", blind_bytes)?;
    if let Some(index) = blinds.iter().position(Element::is_identity) {
        return Err(ProofError::Identity { what: "blind", index });
    }
    let mut transcript = statement(ctx, key, formula);
    transcript.elements("blinds", blinds.iter());
    let mut relations = relations(key, formula, &blinds).ok_or(ProofError::Rejected)?;
    match relations.pop() {
        None => Err(ProofError::Rejected),
        Some(only) if relations.is_empty() => Deferred::read(&transcript, only, sigma_proof),
        Some(last) => {
            relations.push(last);
            Deferred::read_any(transcript, relations, sigma_proof)
        }
    }
}

/// One conjunction is proven as it stands, several as a disjunction.
fn prove_candidates(
    transcript: &ProofTranscript,
    candidates: &[Candidate],
    nonces: &mut Nonces,
) -> Result<Vec<u8>, ProofError> {
    match candidates {
        [Candidate { relation, witness, truth: _ }] => sigma::prove(transcript, relation, witness, nonces),
        candidates => sigma::prove_any(transcript, candidates, nonces),
    }
}

fn has_equal_leaf(leaves: &[Leaf]) -> bool {
    leaves.iter().any(|leaf| matches!(leaf, Leaf::Equal { .. }))
}

fn unequal_leaves(leaves: &[Leaf]) -> usize {
    leaves.iter().filter(|leaf| matches!(leaf, Leaf::NotEqual { .. })).count()
}

/// Secrets of a conjunction: `y` when something is equal, `alpha` and `beta` for all that is not.
fn secrets(leaves: &[Leaf]) -> usize {
    usize::from(has_equal_leaf(leaves)) + 2 * unequal_leaves(leaves)
}

/// Equations of a conjunction: the key's, one for what is equal, two for what is not.
fn equations(leaves: &[Leaf]) -> usize {
    usize::from(has_equal_leaf(leaves)) + leaves.len() + unequal_leaves(leaves)
}

fn require_masked_leaves(formula: &Formula) -> Result<(), ProofError> {
    let cards: Vec<_> = formula.0.iter().flatten().map(Leaf::card).collect();
    require_masked("card", &cards)
}

impl Leaf {
    fn card(&self) -> MaskedCard<Hand> {
        match self {
            Self::Equal { card, face: _ } | Self::NotEqual { card, face: _ } => *card,
        }
    }

    fn absorb(&self, transcript: &mut ProofTranscript) {
        let (kind, face) = match self {
            Self::Equal { card: _, face } => ("equal", face),
            Self::NotEqual { card: _, face } => ("not equal", face),
        };
        transcript.bytes("leaf", kind.as_bytes());
        absorb_cards(transcript, "card", &[self.card()]);
        transcript.element("face", face.element());
    }
}

pub(crate) fn statement(ctx: &Context, key: &HandPublic, formula: &Formula) -> ProofTranscript {
    let mut transcript = ProofTranscript::new(labels::CLAIM, ctx);
    key.absorb(&mut transcript, "key");
    transcript.count("branches", formula.0.len());
    for leaves in &formula.0 {
        transcript.count("leaves", leaves.len());
        for leaf in leaves {
            leaf.absorb(&mut transcript);
        }
    }
    transcript
}
