//! Shares in handing cards from an aggregate key to new keys.
//!
//! A card `(a, b)` lies under `X = sum X_j` and goes to `K`. Seat `j` sends `D_j = (s G, -x_j a + s K)` with fresh `s`.
//!
//! - Relation, for one message with `m` cards: `X_j = x G` and, for each card, `D1 = s G` and `D2 = -x a + s K`. The
//!   seat knows `x` and every `s`; the cards share the one `x`.
//! - Deal, draw, look, re-key: all seats' shares give `(sum D1, b + sum D2)`, the card under `K` ([`hand_over`]).
//! - Strip: a card under `Y + X'` and all seats' shares made with their pile secrets for `Y` give
//!   `(a + sum F1, b + sum F2)`, the card under `Y` alone ([`strip`]). The hand layer stays on throughout, which is
//!   what layers that commute are good for.
//! - Shares carry no weights. Under a key that all seats hold together they are added up; under one that was dealt with a
//!   threshold ([`crate::dkg`]) each is multiplied with its seat's Lagrange weight at 0 when they are combined, over the
//!   seats whose shares are there ([`hand_over_by`], [`strip_by`]). A share made once so serves whoever else comes.
//! - Statement bound: context, the three roles, the seat's key, all cards, all receivers' keys, all shares, in order.
//! - Order: secrets `x`, then every `s`; equations `X_j`, then `D1` and `D2` of each card.
//! - Soundness: `x` and `s` are fixed by `X_j` and `D1`, so `D2` is; special soundness, hash as random oracle. A share
//!   hides `x a` under DDH as long as `s` is fresh.
//! - Encoding: a share is `D1 || D2`; the proof `1 + 2m` commitments, `1 + m` responses `x, s_1 .. s_m`. No cards, no
//!   bytes.
//! - Citation: A. Barnett and N. Smart, "Mental poker revisited", 2003.

use alloc::collections::BTreeSet;
use alloc::vec::Vec;
use core::iter;

use curve25519_dalek::traits::{MultiscalarMul as _, VartimeMultiscalarMul as _};
use curve25519_dalek::{RistrettoPoint, Scalar};
use rand_core::CryptoRng;
use zeroize::Zeroizing;

use crate::card::{CardBytes, MaskedCard, absorb_cards, join, require_masked, split};
use crate::context::Context;
use crate::dkg::Place;
use crate::element::Element;
use crate::error::{CardError, ListError, ProofError};
use crate::key::{PublicKey, SecretKey};
use crate::labels;
use crate::proof::{require_count, require_len};
use crate::role::{Hand, Layered, Role};
use crate::sigma::{self, Deferred, Nonces, Relation};
use crate::transcript::ProofTranscript;

/// One seat's share in handing over one card: `(D1, D2)`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct RemaskShare {
    pub(crate) d1: Element,
    pub(crate) d2: Element,
}

impl RemaskShare {
    /// The canonical encoding.
    pub fn to_bytes(&self) -> CardBytes {
        join(&self.d1, &self.d2)
    }

    /// Decodes a share that somebody sent.
    ///
    /// # Errors
    ///
    /// A [`CardError`] that names the bad half, or says that `D1` is the identity.
    pub fn from_bytes(bytes: &CardBytes) -> Result<Self, CardError> {
        let (d1, d2) = split(bytes)?;
        Ok(Self { d1, d2 })
    }

    /// Decodes a list of shares.
    ///
    /// # Errors
    ///
    /// The place of the first share that cannot be used, and why.
    pub fn list_from_bytes(list: &[CardBytes]) -> Result<Vec<Self>, ListError<CardError>> {
        list.iter()
            .enumerate()
            .map(|(index, bytes)| Self::from_bytes(bytes).map_err(|reason| ListError { index, reason }))
            .collect()
    }
}

/// Bytes of the proof for `m` cards.
pub const fn proof_len(m: usize) -> usize {
    if m == 0 { 0 } else { sigma::linear_len(1 + 2 * m, 1 + m) }
}

/// Makes and proves the own shares in handing `cards` to the keys `to`, one key per card.
///
/// # Errors
///
/// [`ProofError::Count`] when the lists differ in length, [`ProofError::Identity`] for a card that is not masked.
pub fn prove<F: Role, C: Role, T: Role>(
    ctx: &Context,
    secret: &SecretKey<F>,
    cards: &[MaskedCard<C>],
    to: &[PublicKey<T>],
    rng: &mut impl CryptoRng,
) -> Result<(Vec<RemaskShare>, Vec<u8>), ProofError> {
    require_count("receiver keys", to.len(), cards.len())?;
    require_masked("card", cards)?;
    if cards.is_empty() {
        return Ok((Vec::new(), Vec::new()));
    }
    let mut transcript = inputs(ctx, &secret.public(), cards, to);
    let mut nonces = Nonces::hedged(rng, &transcript, &[secret.to_bytes().as_ref()]);
    let factors = nonces.scalars(cards.len());
    let shares = make_shares(secret, cards, to, &factors);

    absorb_shares(&mut transcript, &shares);
    let relation = relation(&secret.public(), cards, to, &shares);
    let witness: Zeroizing<Vec<Scalar>> =
        Zeroizing::new(iter::once(*secret.scalar()).chain(factors.iter().copied()).collect());
    let proof = sigma::prove(&transcript, &relation, &witness, &mut nonces)?;
    Ok((shares, proof))
}

/// Verifies one seat's shares.
///
/// # Errors
///
/// Why the shares are refused.
pub fn verify<F: Role, C: Role, T: Role>(
    ctx: &Context,
    key: &PublicKey<F>,
    cards: &[MaskedCard<C>],
    to: &[PublicKey<T>],
    shares: &[RemaskShare],
    proof: &[u8],
) -> Result<(), ProofError> {
    read(ctx, key, cards, to, shares, proof)?.verify()
}

/// Reads a proof and leaves its equations for later, see [`Deferred`].
///
/// # Errors
///
/// Why the proof is refused, if that shows without the equations.
pub fn read<F: Role, C: Role, T: Role>(
    ctx: &Context,
    key: &PublicKey<F>,
    cards: &[MaskedCard<C>],
    to: &[PublicKey<T>],
    shares: &[RemaskShare],
    proof: &[u8],
) -> Result<Deferred, ProofError> {
    require_len(proof, proof_len(cards.len()))?;
    require_count("receiver keys", to.len(), cards.len())?;
    require_count("shares", shares.len(), cards.len())?;
    require_masked("card", cards)?;
    if cards.is_empty() {
        return Ok(Deferred::nothing());
    }
    let mut transcript = inputs(ctx, key, cards, to);
    absorb_shares(&mut transcript, shares);
    Deferred::read(&transcript, relation(key, cards, to, shares), proof)
}

/// The cards under their new keys, from the verified shares of every seat: `(sum D1, b + sum D2)`.
///
/// # Errors
///
/// [`ProofError::Count`] when a seat's list has another length or there is no seat, [`ProofError::Identity`] when the
/// shares' randomness cancels out.
pub fn hand_over<F: Role, T: Role>(
    cards: &[MaskedCard<F>],
    shares: &[Vec<RemaskShare>],
) -> Result<Vec<MaskedCard<T>>, ProofError> {
    let sums = sums(cards.len(), shares)?;
    combine(cards, &sums, |_a, d1| d1)
}

/// The cards under their holders' keys alone, from every seat's verified shares: `(a + sum F1, b + sum F2)`.
///
/// # Errors
///
/// [`ProofError::Count`] when a seat's list has another length or there is no seat, [`ProofError::Identity`] when the
/// randomness cancels out.
pub fn strip(cards: &[MaskedCard<Layered>], shares: &[Vec<RemaskShare>]) -> Result<Vec<MaskedCard<Hand>>, ProofError> {
    let sums = sums(cards.len(), shares)?;
    combine(cards, &sums, |a, f1| a + f1)
}

/// One seat's shares with the place that it holds on the polynomials of the key.
pub type PlacedShares<'a> = (Place, &'a [RemaskShare]);

/// As [`hand_over`], from the verified shares of any `threshold` seats or more that hold a dealt key.
///
/// # Errors
///
/// [`ProofError::Count`] when there are too few seats or a seat's list has another length, [`ProofError::Repeated`] for a seat that is
/// there twice, [`ProofError::Identity`] when the randomness cancels out.
pub fn hand_over_by<F: Role, T: Role>(
    cards: &[MaskedCard<F>],
    threshold: usize,
    shares: &[PlacedShares<'_>],
) -> Result<Vec<MaskedCard<T>>, ProofError> {
    let sums = weighted_sums(cards.len(), threshold, shares)?;
    combine(cards, &sums, |_a, d1| d1)
}

/// As [`strip`], from the verified shares of any `threshold` seats or more that hold a dealt key.
///
/// # Errors
///
/// As [`hand_over_by`].
pub fn strip_by(
    cards: &[MaskedCard<Layered>],
    threshold: usize,
    shares: &[PlacedShares<'_>],
) -> Result<Vec<MaskedCard<Hand>>, ProofError> {
    let sums = weighted_sums(cards.len(), threshold, shares)?;
    combine(cards, &sums, |a, f1| a + f1)
}

/// The Lagrange weights at 0 of these places: `product of m / (m - k)` over the other places `m`.
fn weights(places: &[Place]) -> Result<Vec<Scalar>, ProofError> {
    let mut seen = BTreeSet::new();
    if let Some(place) = places.iter().find(|place| !seen.insert(**place)) {
        return Err(ProofError::Repeated { place: place.get() });
    }
    let weight = |place: &Place| {
        let others = places.iter().filter(|other| *other != place);
        let (above, below) = others.fold((Scalar::ONE, Scalar::ONE), |(above, below), other| {
            (above * other.scalar(), below * (other.scalar() - place.scalar()))
        });
        above * below.invert()
    };
    Ok(places.iter().map(weight).collect())
}

fn weighted_sums(
    cards: usize,
    threshold: usize,
    shares: &[PlacedShares<'_>],
) -> Result<Vec<(RistrettoPoint, RistrettoPoint)>, ProofError> {
    if shares.len() < threshold.max(1) {
        return Err(ProofError::Count { what: "seats with shares", expected: threshold.max(1), found: shares.len() });
    }
    for (_, list) in shares {
        require_count("shares of a seat", list.len(), cards)?;
    }
    let weights = weights(&shares.iter().map(|(place, _)| *place).collect::<Vec<_>>())?;
    let sum = |half: fn(&RemaskShare) -> RistrettoPoint, card: usize| {
        // Collected: the product takes no iterator that could be shorter than it says.
        let points: Vec<_> = shares.iter().filter_map(|(_, list)| list.get(card)).map(half).collect();
        RistrettoPoint::vartime_multiscalar_mul(&weights, points)
    };
    Ok((0..cards).map(|card| (sum(|share| share.d1.point(), card), sum(|share| share.d2.point(), card))).collect())
}

/// All shares, as halves that are encoded together.
fn make_shares<F: Role, C: Role, T: Role>(
    secret: &SecretKey<F>,
    cards: &[MaskedCard<C>],
    to: &[PublicKey<T>],
    factors: &[Scalar],
) -> Vec<RemaskShare> {
    let minus_x = Zeroizing::new(-secret.scalar().div_by_2());
    let halves = cards.iter().zip(to).zip(factors).flat_map(|((card, key), factor)| {
        let s = factor.div_by_2();
        let d2 = RistrettoPoint::multiscalar_mul([&s, &*minus_x], [key.point(), card.a().point()]);
        [RistrettoPoint::mul_base(&s), d2]
    });
    let doubles = Element::doubles(&halves.collect::<Vec<_>>());
    let (pairs, _rest) = doubles.as_chunks();
    pairs.iter().map(|&[d1, d2]| RemaskShare { d1, d2 }).collect()
}

/// Adds up the shares of all seats, card by card.
fn sums(cards: usize, shares: &[Vec<RemaskShare>]) -> Result<Vec<(RistrettoPoint, RistrettoPoint)>, ProofError> {
    if shares.is_empty() {
        return Err(ProofError::Empty);
    }
    let mut sums = alloc::vec![(RistrettoPoint::default(), RistrettoPoint::default()); cards];
    for seat in shares {
        require_count("shares of a seat", seat.len(), cards)?;
        for (sum, share) in sums.iter_mut().zip(seat) {
            sum.0 += share.d1.point();
            sum.1 += share.d2.point();
        }
    }
    Ok(sums)
}

fn combine<C: Role, T: Role>(
    cards: &[MaskedCard<C>],
    sums: &[(RistrettoPoint, RistrettoPoint)],
    first_half: impl Fn(RistrettoPoint, RistrettoPoint) -> RistrettoPoint,
) -> Result<Vec<MaskedCard<T>>, ProofError> {
    let combined: Vec<_> = cards
        .iter()
        .zip(sums)
        .map(|(card, &(d1, d2))| MaskedCard::from_points(first_half(card.a().point(), d1), card.b().point() + d2))
        .collect();
    require_masked("sum of shares", &combined)?;
    Ok(combined)
}

pub(crate) fn inputs<F: Role, C: Role, T: Role>(
    ctx: &Context,
    key: &PublicKey<F>,
    cards: &[MaskedCard<C>],
    to: &[PublicKey<T>],
) -> ProofTranscript {
    let mut transcript = ProofTranscript::new(labels::SHARE, ctx);
    key.absorb(&mut transcript, "key");
    absorb_cards(&mut transcript, "cards", cards);
    transcript.count("to", to.len());
    for receiver in to {
        receiver.absorb(&mut transcript, "to");
    }
    transcript
}

pub(crate) fn absorb_shares(transcript: &mut ProofTranscript, shares: &[RemaskShare]) {
    transcript.elements("first halves", shares.iter().map(|share| &share.d1));
    transcript.elements("second halves", shares.iter().map(|share| &share.d2));
}

pub(crate) fn relation<F: Role, C: Role, T: Role>(
    key: &PublicKey<F>,
    cards: &[MaskedCard<C>],
    to: &[PublicKey<T>],
    shares: &[RemaskShare],
) -> Relation {
    let mut relation = Relation::default();
    let x = relation.secret();
    relation.equation_for(key.element(), &[(x, Relation::GENERATOR)]);
    for ((card, receiver), share) in cards.iter().zip(to).zip(shares) {
        let s = relation.secret();
        let a = relation.shared(card.a());
        let receiver = relation.shared(receiver.element());
        relation.equation(share.d1.point(), &[(s, Relation::GENERATOR)]);
        relation.equation(share.d2.point(), &[(x, -a), (s, receiver)]);
    }
    relation
}
