//! Transfer of hand cards to another key: a card passed to a seat, shown to a seat, or put back into a pile.
//!
//! - Relation: `Y = y G` and, for each card `(a, b)` with its output `(d1, d2)` under the receiver's key `K`,
//!   `d1 = t G` and `b - d2 = y a - t K`. The holder knows `y` and every `t`. All cards share the one `y`.
//! - Purpose: the outputs carry the faces of the inputs, and the holder knows the outputs' randomness. The second half
//!   matters: a card of unknown randomness put into a pile would turn the next draw into a decryption oracle.
//! - Statement bound: context, the holder's key, the receiver's role and key, all cards, all outputs, in order.
//! - Order: secrets `y`, then every `t`; equations `Y`, then `d1` and `b - d2` of each card.
//! - Soundness: `y` and `t` are fixed by `Y` and `d1`, so the face of the output is that of the input; special
//!   soundness, hash as random oracle. The outputs hide the face under DDH.
//! - Encoding: `1 + 2k` commitments, `1 + k` responses `y, t_1 .. t_k`. No cards, no bytes.
//! - Citation: M. Jakobsson and A. Juels, "Millimix", 1999 (equality of plaintexts under two keys).

use alloc::vec::Vec;
use core::iter;

use curve25519_dalek::traits::MultiscalarMul as _;
use curve25519_dalek::{RistrettoPoint, Scalar};
use rand_core::CryptoRng;
use zeroize::Zeroizing;

use crate::card::{MaskedCard, absorb_cards, require_masked};
use crate::context::Context;
use crate::error::ProofError;
use crate::key::{HandPublic, HandSecret, PublicKey};
use crate::labels;
use crate::proof::{require_count, require_len};
use crate::role::{Hand, Role};
use crate::sigma::{self, Deferred, Nonces, Relation};
use crate::transcript::ProofTranscript;

/// Bytes of the proof for `k` cards.
pub const fn proof_len(k: usize) -> usize {
    if k == 0 { 0 } else { sigma::linear_len(1 + 2 * k, 1 + k) }
}

/// Remasks the holder's own cards for another key, with fresh randomness, and proves it.
///
/// # Errors
///
/// [`ProofError::Identity`] for a card that is not masked.
pub fn prove<R: Role>(
    ctx: &Context,
    secret: &HandSecret,
    cards: &[MaskedCard<Hand>],
    to: &PublicKey<R>,
    rng: &mut impl CryptoRng,
) -> Result<(Vec<MaskedCard<R>>, Vec<u8>), ProofError> {
    require_masked("card", cards)?;
    if cards.is_empty() {
        return Ok((Vec::new(), Vec::new()));
    }
    let mut transcript = inputs(ctx, &secret.public(), cards, to);
    let mut nonces = Nonces::hedged(rng, &transcript, &[secret.to_bytes().as_ref()]);
    let factors = nonces.scalars(cards.len());
    let output: Vec<_> = cards.iter().zip(factors.iter()).map(|(card, t)| remask(secret, card, to, t)).collect();

    absorb_cards(&mut transcript, "output", &output);
    let relation = relation(&secret.public(), cards, to, &output);
    let witness: Zeroizing<Vec<Scalar>> =
        Zeroizing::new(iter::once(*secret.scalar()).chain(factors.iter().copied()).collect());
    let proof = sigma::prove(&transcript, &relation, &witness, &mut nonces)?;
    Ok((output, proof))
}

/// Verifies that the outputs carry the faces of a seat's cards.
///
/// # Errors
///
/// Why the transfer is refused.
pub fn verify<R: Role>(
    ctx: &Context,
    from: &HandPublic,
    cards: &[MaskedCard<Hand>],
    to: &PublicKey<R>,
    output: &[MaskedCard<R>],
    proof: &[u8],
) -> Result<(), ProofError> {
    read(ctx, from, cards, to, output, proof)?.verify()
}

/// Reads a proof and leaves its equations for later, see [`Deferred`].
///
/// # Errors
///
/// Why the proof is refused, if that shows without the equations.
pub fn read<R: Role>(
    ctx: &Context,
    from: &HandPublic,
    cards: &[MaskedCard<Hand>],
    to: &PublicKey<R>,
    output: &[MaskedCard<R>],
    proof: &[u8],
) -> Result<Deferred, ProofError> {
    require_len(proof, proof_len(cards.len()))?;
    require_count("output cards", output.len(), cards.len())?;
    require_masked("card", cards)?;
    require_masked("output card", output)?;
    if cards.is_empty() {
        return Ok(Deferred::nothing());
    }
    let mut transcript = inputs(ctx, from, cards, to);
    absorb_cards(&mut transcript, "output", output);
    Deferred::read(&transcript, relation(from, cards, to, output), proof)
}

fn remask<R: Role>(secret: &HandSecret, card: &MaskedCard<Hand>, to: &PublicKey<R>, t: &Scalar) -> MaskedCard<R> {
    // The face and its new mask in one product.
    let minus_y = Zeroizing::new(-secret.scalar());
    let moved = RistrettoPoint::multiscalar_mul([t, &*minus_y], [to.point(), card.a().point()]);
    MaskedCard::from_points(RistrettoPoint::mul_base(t), card.b().point() + moved)
}

pub(crate) fn inputs<R: Role>(
    ctx: &Context,
    from: &HandPublic,
    cards: &[MaskedCard<Hand>],
    to: &PublicKey<R>,
) -> ProofTranscript {
    let mut transcript = ProofTranscript::new(labels::TRANSFER, ctx);
    from.absorb(&mut transcript, "from");
    to.absorb(&mut transcript, "to");
    absorb_cards(&mut transcript, "cards", cards);
    transcript
}

pub(crate) fn relation<R: Role>(
    from: &HandPublic,
    cards: &[MaskedCard<Hand>],
    to: &PublicKey<R>,
    output: &[MaskedCard<R>],
) -> Relation {
    let mut relation = Relation::default();
    let y = relation.secret();
    let to = relation.shared(to.element());
    relation.equation_for(from.element(), &[(y, Relation::GENERATOR)]);
    for (card, remasked) in cards.iter().zip(output) {
        let t = relation.secret();
        let a = relation.shared(card.a());
        relation.equation(remasked.a().point(), &[(t, Relation::GENERATOR)]);
        relation.equation(card.b().point() - remasked.b().point(), &[(y, a), (t, -to)]);
    }
    relation
}
