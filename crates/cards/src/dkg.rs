//! Dealing the pile key among the seats so that any `t + 1` of them can use it and no `t` can (Feldman's verifiable
//! secret sharing, with complaints that anybody can judge).
//!
//! - Dealer `i` draws `p_i` of degree `t`, publishes `A_l = p_l G` for `l = 0 .. t`, proves that it knows `p_0`
//!   ([`crate::ownership`] of `A_0` as a pile key), and for every other seat `k` a sealed share
//!   `(R = rho G, p_i(k) + kdf(rho T_k))` under that seat's transport key `T_k`. Seat number `s` has the place `s + 1`.
//! - `kdf` is SHA-512 over the length-prefixed parts label, context of the dealer, places of dealer and receiver, `R`, `T_k` and
//!   `rho T_k`, all 64 bytes modulo the group's order.
//! - Seat `k` opens `R` with `tau_k`, takes the mask off and checks `p_i(k) G = sum k^l A_l`. If that fails it complains: it
//!   publishes `D = tau_k R` and proves it (relation `T_k = tau G`, `D = tau R`). Then everybody can open that one box
//!   and sees who lied. A complaint takes a transport secret, never a hand secret, which the types hold:
//!
//!   ```compile_fail,E0308
//!   # use nightcoach_cards::{Context, HandSecret, ProofError, SealedShare, dkg};
//!   # use rand_chacha::ChaCha20Rng;
//!   fn ask(hand: &HandSecret, sealed: &SealedShare, rng: &mut ChaCha20Rng) -> Result<[u8; 32], ProofError> {
//!       dkg::complain(&Context::new([0; 32]), hand, sealed, rng).map(|(opened, _proof)| opened)
//!   }
//!   ```
//! - Seat `k`'s pile secret is `x'_k = sum_i p_i(k)`, its public share `X'_k = sum_i sum_l k^l A_(i,l)`, the pile key
//!   `X' = sum_i A_(i,0)`.
//! - Secrecy: `t` shares of a polynomial of degree `t` fix nothing of its constant term; the last dealer may bias the key, which
//!   does not weaken the hiding of ElGamal.
//! - Citation: P. Feldman, "A practical scheme for non-interactive verifiable secret sharing", 1987; R. Gennaro,
//!   S. Jarecki, H. Krawczyk, T. Rabin, "Secure distributed key generation for discrete-log based cryptosystems", 2007.

use alloc::vec::Vec;
use core::num::NonZeroU8;

use curve25519_dalek::traits::Identity as _;
use curve25519_dalek::{RistrettoPoint, Scalar};
use rand_core::CryptoRng;
use zeroize::{Zeroize as _, Zeroizing};

use crate::context::Context;
use crate::element::{ELEMENT_LEN, Element};
use crate::error::{DealingError, KeyError, ProofError};
use crate::key::{PilePublic, PileSecret, TransportPublic, TransportSecret};
use crate::sigma::{self, Deferred, Nonces, Relation};
use crate::transcript::{ProofTranscript, hash_parts};
use crate::{labels, ownership};

/// Bytes of a sealed share: `R`, then the masked share.
pub const SEALED_LEN: usize = 2 * ELEMENT_LEN;

/// Where a seat's share lies on every polynomial; never 0, where the secret itself is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place(NonZeroU8);

impl Place {
    /// A place from 1 to 255; `None` for 0.
    pub const fn new(place: u8) -> Option<Self> {
        match NonZeroU8::new(place) {
            Some(place) => Some(Self(place)),
            None => None,
        }
    }

    /// The number.
    pub const fn get(self) -> u8 {
        self.0.get()
    }

    pub(crate) fn scalar(self) -> Scalar {
        Scalar::from(u64::from(self.0.get()))
    }
}

/// A dealer's polynomial: wiped when dropped, never printed, never cloned.
pub struct Polynomial {
    /// The constant term.
    secret: PileSecret,
    /// The coefficients of `x, x^2, ..`.
    higher: Zeroizing<Vec<Scalar>>,
}

impl Polynomial {
    /// A fresh polynomial that `threshold` shares determine, of degree `threshold - 1`; one share at least.
    pub fn random(threshold: usize, rng: &mut impl CryptoRng) -> Self {
        let secret = PileSecret::random(rng);
        Self { secret, higher: Zeroizing::new((1..threshold).map(|_| Scalar::random(rng)).collect()) }
    }

    /// The share at a place, `p(k)`.
    pub fn share(&self, place: Place) -> DealtShare {
        let x = place.scalar();
        let above = self.higher.iter().rev().fold(Scalar::ZERO, |sum, coefficient| (sum + coefficient) * x);
        DealtShare(above + self.secret.scalar())
    }

    /// What is published of it.
    pub fn commitments(&self) -> Commitments {
        let higher = self.higher.iter().map(|coefficient| Element::new(RistrettoPoint::mul_base(coefficient)));
        Commitments { key: self.secret.public(), higher: higher.collect() }
    }
}

impl core::fmt::Debug for Polynomial {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "Polynomial(secret, degree {})", self.higher.len())
    }
}

/// One dealer's share for one seat: wiped when dropped, never printed.
pub struct DealtShare(Scalar);

impl Drop for DealtShare {
    fn drop(&mut self) {
        self.0.zeroize();
    }
}

impl core::fmt::Debug for DealtShare {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str("DealtShare(secret)")
    }
}

/// A seat's pile secret: the sum of what all dealers gave it.
///
/// # Errors
///
/// [`KeyError::Empty`] without a share, [`KeyError::Identity`] when the sum is zero.
pub fn pile_secret(shares: &[DealtShare]) -> Result<PileSecret, KeyError> {
    if shares.is_empty() {
        return Err(KeyError::Empty);
    }
    let sum = Zeroizing::new(shares.iter().map(|share| share.0).sum::<Scalar>());
    PileSecret::from_bytes(&Zeroizing::new(sum.to_bytes()))
}

/// What a dealer publishes of its polynomial: `A_0 .. A_t`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Commitments {
    key: PilePublic,
    higher: Vec<Element>,
}

impl Commitments {
    /// The canonical encodings, `A_0` first.
    pub fn to_bytes(&self) -> Vec<[u8; ELEMENT_LEN]> {
        core::iter::once(self.key.to_bytes()).chain(self.higher.iter().map(|element| *element.encoding())).collect()
    }

    /// Decodes the commitments of a polynomial that `threshold` shares determine.
    ///
    /// # Errors
    ///
    /// [`DealingError::Degree`] when there are more or fewer than `threshold`, else the place of the one that does not decode;
    /// `A_0` must not be the identity.
    pub fn from_bytes(list: &[[u8; ELEMENT_LEN]], threshold: usize) -> Result<Self, DealingError> {
        let [first, higher @ ..] = list else { return Err(DealingError::Degree { expected: threshold, found: 0 }) };
        if list.len() != threshold {
            return Err(DealingError::Degree { expected: threshold, found: list.len() });
        }
        let key = PilePublic::from_bytes(first).map_err(|_error| DealingError::Commitment { index: 0 })?;
        let decode = |(index, bytes)| Element::decode(bytes).ok_or(DealingError::Commitment { index });
        let higher = (1..).zip(higher).map(decode).collect::<Result<_, _>>()?;
        Ok(Self { key, higher })
    }

    /// Shares that determine the polynomial.
    pub fn threshold(&self) -> usize {
        self.higher.len().saturating_add(1)
    }

    /// `sum k^l A_l`: what the share at this place is the secret of.
    fn at(&self, place: Place) -> RistrettoPoint {
        let x = place.scalar();
        let above = self.higher.iter().rev().fold(RistrettoPoint::identity(), |sum, a| (sum + a.point()) * x);
        above + self.key.point()
    }

    fn promises(&self, place: Place, share: &Scalar) -> bool {
        RistrettoPoint::mul_base(share) == self.at(place)
    }
}

/// The pile key of these dealings, by dealer.
///
/// # Errors
///
/// [`KeyError::Empty`], [`KeyError::Duplicate`] when two dealers share one secret, or [`KeyError::ZeroSum`].
pub fn pile_key(dealings: &[&Commitments]) -> Result<PilePublic, KeyError> {
    PilePublic::aggregate(&dealings.iter().map(|dealing| dealing.key).collect::<Vec<_>>())
}

/// The public share of one seat: its shares are checked against it.
///
/// # Errors
///
/// [`KeyError::Identity`] when the seat's secret is zero, which only somebody who knows the shares of all dealers for this
/// seat can bring about.
pub fn public_share(dealings: &[&Commitments], place: Place) -> Result<PilePublic, KeyError> {
    PilePublic::from_point(dealings.iter().map(|dealing| dealing.at(place)).sum())
}

/// A share on its way from a dealer to one seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SealedShare {
    r: Element,
    masked: Scalar,
}

impl SealedShare {
    /// The canonical encoding.
    pub fn to_bytes(&self) -> [u8; SEALED_LEN] {
        let mut bytes = [0; SEALED_LEN];
        let (left, right) = bytes.split_at_mut(ELEMENT_LEN);
        left.copy_from_slice(self.r.encoding());
        right.copy_from_slice(&self.masked.to_bytes());
        bytes
    }

    /// Decodes a sealed share that somebody sent; `None` when a half is not canonical or `R` is the identity.
    pub fn from_bytes(bytes: &[u8; SEALED_LEN]) -> Option<Self> {
        let (left, right) = bytes.split_at(ELEMENT_LEN);
        let r = Element::decode(left.try_into().ok()?).filter(|r| !r.is_identity())?;
        let masked = Option::from(Scalar::from_canonical_bytes(right.try_into().ok()?))?;
        Some(Self { r, masked })
    }
}

/// From whom to whom a sealed share goes, and where in the chain: what its mask depends on.
#[derive(Clone, Copy, Debug)]
pub struct Way<'a> {
    /// Context of the dealer in the round of the dealing.
    pub ctx: &'a Context,
    /// Place of the dealer.
    pub dealer: Place,
    /// Place of the receiver.
    pub receiver: Place,
    /// Transport key of the receiver.
    pub key: &'a TransportPublic,
}

impl Way<'_> {
    fn mask(&self, r: &Element, common: RistrettoPoint) -> Zeroizing<Scalar> {
        let common = Element::new(common);
        let places = [self.dealer.get(), self.receiver.get()];
        let parts: [&[u8]; 6] = [
            labels::SEALED_SHARE.as_bytes(),
            self.ctx.as_bytes(),
            &places,
            r.encoding(),
            &self.key.to_bytes(),
            common.encoding(),
        ];
        let wide = Zeroizing::new(hash_parts(&parts));
        Zeroizing::new(Scalar::from_bytes_mod_order_wide(&wide))
    }

    /// The share in a box that was opened to `common = rho T`.
    fn unmask(&self, sealed: &SealedShare, common: RistrettoPoint) -> DealtShare {
        DealtShare(sealed.masked - *self.mask(&sealed.r, common))
    }
}

/// Seals the share of one seat.
pub fn seal(way: Way<'_>, polynomial: &Polynomial, rng: &mut impl CryptoRng) -> SealedShare {
    let share = polynomial.share(way.receiver);
    let mut transcript = ProofTranscript::new(labels::SEALED_SHARE, way.ctx);
    transcript.bytes("receiver", &[way.receiver.get()]);
    let witness = Zeroizing::new(share.0.to_bytes());
    let rho = Nonces::hedged(rng, &transcript, &[witness.as_slice()]).scalars(1);
    let rho = rho.first().copied().unwrap_or(Scalar::ONE);
    let r = Element::new(RistrettoPoint::mul_base(&rho));
    SealedShare { r, masked: share.0 + *way.mask(&r, way.key.point() * rho) }
}

/// Proves that the dealer knows what it deals: a copied or computed `A_0` has no such proof.
pub fn prove(ctx: &Context, polynomial: &Polynomial, rng: &mut impl CryptoRng) -> Vec<u8> {
    ownership::prove(ctx, &polynomial.secret, rng)
}

/// Verifies that a dealer knows what it deals.
///
/// # Errors
///
/// [`ProofError::Length`] or [`ProofError::Rejected`].
pub fn verify(ctx: &Context, commitments: &Commitments, proof: &[u8]) -> Result<(), ProofError> {
    ownership::verify(ctx, &commitments.key, proof)
}

/// The share in a box, if it is the one that the commitments promise; `None` is reason to complain.
pub fn open(
    way: Way<'_>,
    secret: &TransportSecret,
    sealed: &SealedShare,
    commitments: &Commitments,
) -> Option<DealtShare> {
    let share = way.unmask(sealed, sealed.r.point() * secret.scalar());
    commitments.promises(way.receiver, &share.0).then_some(share)
}

/// Bytes of the proof that comes with a complaint.
pub const fn complaint_len() -> usize {
    sigma::linear_len(2, 1)
}

/// Opens one box to everybody: `D = tau R` and the proof of it. Only for a box that [`open`] refuses: it shows the share.
///
/// # Errors
///
/// [`ProofError::NotProven`] when no valid proof came out; nothing is to be sent then.
pub fn complain(
    ctx: &Context,
    secret: &TransportSecret,
    sealed: &SealedShare,
    rng: &mut impl CryptoRng,
) -> Result<([u8; ELEMENT_LEN], Vec<u8>), ProofError> {
    let opened = Element::new(sealed.r.point() * secret.scalar());
    let (transcript, relation) = statement(ctx, &secret.public(), sealed, &opened);
    let mut nonces = Nonces::hedged(rng, &transcript, &[secret.to_bytes().as_ref()]);
    let proof = sigma::prove(&transcript, &relation, &[*secret.scalar()], &mut nonces)?;
    Ok((*opened.encoding(), proof))
}

/// Who lies when a seat complains about a box.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Guilty {
    /// The box holds another share than the commitments promise.
    Dealer,
    /// The box is good, or was not opened with the seat's own secret.
    Complainer,
}

/// Judges a complaint; everybody comes to the same judgement.
pub fn judge(
    ctx: &Context,
    way: Way<'_>,
    sealed: &SealedShare,
    commitments: &Commitments,
    opened: &[u8; ELEMENT_LEN],
    proof: &[u8],
) -> Guilty {
    let Some(opened) = Element::decode(opened) else { return Guilty::Complainer };
    let (transcript, relation) = statement(ctx, way.key, sealed, &opened);
    let is_own = Deferred::read(&transcript, relation, proof).and_then(|proof| proof.verify()).is_ok();
    let share = way.unmask(sealed, opened.point());
    if is_own && !commitments.promises(way.receiver, &share.0) { Guilty::Dealer } else { Guilty::Complainer }
}

fn statement(
    ctx: &Context,
    key: &TransportPublic,
    sealed: &SealedShare,
    opened: &Element,
) -> (ProofTranscript, Relation) {
    let mut transcript = ProofTranscript::new(labels::COMPLAINT, ctx);
    key.absorb(&mut transcript, "key");
    transcript.element("R", &sealed.r);
    transcript.bytes("masked", &sealed.masked.to_bytes());
    transcript.element("D", opened);
    let mut relation = Relation::default();
    let tau = relation.secret();
    let r = relation.base(sealed.r.point());
    relation.equation(key.point(), &[(tau, Relation::GENERATOR)]);
    relation.equation(opened.point(), &[(tau, r)]);
    (transcript, relation)
}
