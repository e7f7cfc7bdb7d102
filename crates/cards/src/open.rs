//! Opening of hand cards to all.
//!
//! - Relation: `Y = y G` and, for each card `(a, b)` with its face `M`, `b - M = y a`. The holder knows `y`.
//! - Purpose: the table learns the faces of these cards, and nothing about any other card under the same key.
//! - Statement bound: context, key, all cards, all faces, in order.
//! - Order: equations `Y`, then `b - M` of each card.
//! - Soundness: `y` is fixed by `Y`, so the face is fixed by the card; special soundness, hash as random oracle.
//! - Encoding: `1 + k` commitments, one response. No cards, no bytes.
//! - Citation: D. Chaum and T. Pedersen, "Wallet databases with observers", 1992.

use alloc::vec::Vec;

use rand_core::CryptoRng;

use crate::card::{CardPoint, MaskedCard, absorb_cards, require_masked};
use crate::context::Context;
use crate::error::ProofError;
use crate::key::{HandPublic, HandSecret};
use crate::labels;
use crate::proof::{require_count, require_len};
use crate::role::Hand;
use crate::sigma::{self, Deferred, Nonces, Relation};
use crate::transcript::ProofTranscript;

/// Bytes of the proof for `k` cards.
pub const fn proof_len(k: usize) -> usize {
    if k == 0 { 0 } else { sigma::linear_len(1 + k, 1) }
}

/// Proves the faces of the holder's own cards.
///
/// # Errors
///
/// [`ProofError::FalseClaim`] when a card has another face; [`ProofError::Count`] or [`ProofError::Identity`] for a
/// statement that nobody would accept.
pub fn prove(
    ctx: &Context,
    secret: &HandSecret,
    cards: &[MaskedCard<Hand>],
    faces: &[CardPoint],
    rng: &mut impl CryptoRng,
) -> Result<Vec<u8>, ProofError> {
    require_statement(cards, faces)?;
    if cards.is_empty() {
        return Ok(Vec::new());
    }
    let true_faces = cards.iter().map(|card| secret.unmask(card));
    if !true_faces.eq(faces.iter().copied()) {
        return Err(ProofError::FalseClaim);
    }
    let (transcript, relation) = statement(ctx, &secret.public(), cards, faces);
    let mut nonces = Nonces::hedged(rng, &transcript, &[secret.to_bytes().as_ref()]);
    sigma::prove(&transcript, &relation, &[*secret.scalar()], &mut nonces)
}

/// Verifies the faces of a seat's cards.
///
/// # Errors
///
/// Why the opening is refused.
pub fn verify(
    ctx: &Context,
    key: &HandPublic,
    cards: &[MaskedCard<Hand>],
    faces: &[CardPoint],
    proof: &[u8],
) -> Result<(), ProofError> {
    read(ctx, key, cards, faces, proof)?.verify()
}

/// Reads a proof and leaves its equations for later, see [`Deferred`].
///
/// # Errors
///
/// Why the proof is refused, if that shows without the equations.
pub fn read(
    ctx: &Context,
    key: &HandPublic,
    cards: &[MaskedCard<Hand>],
    faces: &[CardPoint],
    proof: &[u8],
) -> Result<Deferred, ProofError> {
    require_len(proof, proof_len(cards.len()))?;
    require_statement(cards, faces)?;
    if cards.is_empty() {
        return Ok(Deferred::nothing());
    }
    let (transcript, relation) = statement(ctx, key, cards, faces);
    Deferred::read(&transcript, relation, proof)
}

fn require_statement(cards: &[MaskedCard<Hand>], faces: &[CardPoint]) -> Result<(), ProofError> {
    require_count("faces", faces.len(), cards.len())?;
    require_masked("card", cards)
}

pub(crate) fn statement(
    ctx: &Context,
    key: &HandPublic,
    cards: &[MaskedCard<Hand>],
    faces: &[CardPoint],
) -> (ProofTranscript, Relation) {
    let mut transcript = ProofTranscript::new(labels::OPEN, ctx);
    key.absorb(&mut transcript, "key");
    absorb_cards(&mut transcript, "cards", cards);
    transcript.elements("faces", faces.iter().map(CardPoint::element));

    let mut relation = Relation::default();
    let y = relation.secret();
    relation.equation_for(key.element(), &[(y, Relation::GENERATOR)]);
    for (card, face) in cards.iter().zip(faces) {
        let a = relation.shared(card.a());
        relation.equation(card.b().point() - face.point(), &[(y, a)]);
    }
    (transcript, relation)
}
