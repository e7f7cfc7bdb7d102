//! Faces as group elements, and masked cards.
//!
//! A masked card is an ElGamal pair `(a, b) = (r G, M + r K)`: the face `M` under a layer of the key `K`. Layers add
//! up in the exponent, so they can be put on and taken off in any order: this is the commutative encryption that the
//! whole game rests on. Encoding: `a || b`, 32 canonical bytes each.

use alloc::vec::Vec;
use core::cmp::Ordering;
use core::marker::PhantomData;

use curve25519_dalek::RistrettoPoint;

use crate::element::{ELEMENT_LEN, Element};
use crate::error::{CardError, KeyError, ListError, ProofError};
use crate::key::SecretKey;
use crate::labels;
use crate::role::Role;
use crate::transcript::{ProofTranscript, hash_parts};

/// Bytes of a masked card: `a || b`.
pub type CardBytes = [u8; 64];

/// The group element that stands for a face.
///
/// Its discrete logarithm is known to nobody, nor is any relation between two faces.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct CardPoint(Element);

impl CardPoint {
    /// The point of a face: the 64 bytes of SHA-512 over the length-prefixed parts label, ruleset, deck and face,
    /// through the one-way map of ristretto255.
    pub fn of_face(ruleset: &str, deck: &str, face: &str) -> Self {
        let digest = hash_parts(&[labels::FACE.as_bytes(), ruleset.as_bytes(), deck.as_bytes(), face.as_bytes()]);
        Self(Element::new(RistrettoPoint::from_uniform_bytes(&digest)))
    }

    /// The canonical encoding.
    pub fn to_bytes(&self) -> [u8; 32] {
        *self.0.encoding()
    }

    /// Decodes a point.
    ///
    /// # Errors
    ///
    /// [`KeyError::Encoding`] when the bytes are not canonical.
    pub fn from_bytes(bytes: &[u8; 32]) -> Result<Self, KeyError> {
        Element::decode(bytes).map(Self).ok_or(KeyError::Encoding)
    }

    pub(crate) fn point(&self) -> RistrettoPoint {
        self.0.point()
    }

    pub(crate) fn element(&self) -> &Element {
        &self.0
    }
}

impl core::fmt::Debug for CardPoint {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "CardPoint({:?})", self.0)
    }
}

/// A face under a layer of a key with role `R`.
#[derive(Clone, Copy)]
pub struct MaskedCard<R: Role> {
    a: Element,
    b: Element,
    role: PhantomData<R>,
}

impl<R: Role> MaskedCard<R> {
    /// A card of the initial deck, `(0, M)`: everybody computes it, nothing is hidden yet. The first shuffle masks it.
    pub fn open(point: CardPoint) -> Self {
        Self { a: Element::identity(), b: point.0, role: PhantomData }
    }

    /// The canonical encoding.
    pub fn to_bytes(&self) -> CardBytes {
        join(&self.a, &self.b)
    }

    /// The first half `r G`. The table refuses a new card whose first half it has seen before: cards of one randomness
    /// give away how their faces are related.
    pub fn first_half(&self) -> &[u8; 32] {
        self.a.encoding()
    }

    /// Decodes a card that somebody sent.
    ///
    /// # Errors
    ///
    /// A [`CardError`] that names the bad half, or says that nothing is masked.
    pub fn from_bytes(bytes: &CardBytes) -> Result<Self, CardError> {
        let (a, b) = split(bytes)?;
        Ok(Self::from_elements(a, b))
    }

    /// Decodes a list of cards.
    ///
    /// # Errors
    ///
    /// The place of the first card that cannot be used, and why.
    pub fn list_from_bytes(list: &[CardBytes]) -> Result<Vec<Self>, ListError<CardError>> {
        list.iter()
            .enumerate()
            .map(|(index, bytes)| Self::from_bytes(bytes).map_err(|reason| ListError { index, reason }))
            .collect()
    }

    pub(crate) fn from_elements(a: Element, b: Element) -> Self {
        Self { a, b, role: PhantomData }
    }

    pub(crate) fn from_points(a: RistrettoPoint, b: RistrettoPoint) -> Self {
        Self::from_elements(Element::new(a), Element::new(b))
    }

    pub(crate) fn a(&self) -> &Element {
        &self.a
    }

    pub(crate) fn b(&self) -> &Element {
        &self.b
    }
}

impl<R: Role> SecretKey<R> {
    /// Takes this key's layer off: the holder's private look at its own card, `b - y a`.
    pub fn unmask(&self, card: &MaskedCard<R>) -> CardPoint {
        CardPoint(Element::new(self.unmasked_point(card)))
    }

    pub(crate) fn unmasked_point(&self, card: &MaskedCard<R>) -> RistrettoPoint {
        card.b.point() - card.a.point() * self.scalar()
    }
}

/// Refuses a card that is not masked at all; only the initial deck may hold such cards.
pub(crate) fn require_masked<R: Role>(what: &'static str, cards: &[MaskedCard<R>]) -> Result<(), ProofError> {
    match cards.iter().position(|card| card.a.is_identity()) {
        Some(index) => Err(ProofError::Identity { what, index }),
        None => Ok(()),
    }
}

/// Absorbs the number of cards, their role and all their halves.
pub(crate) fn absorb_cards<R: Role>(transcript: &mut ProofTranscript, name: &str, cards: &[MaskedCard<R>]) {
    transcript.bytes(name, R::NAME.as_bytes());
    transcript.count(name, cards.len());
    for card in cards {
        transcript.element(name, &card.a);
        transcript.element(name, &card.b);
    }
}

/// Writes two elements one behind the other.
pub(crate) fn join(first: &Element, second: &Element) -> CardBytes {
    let mut bytes = [0; 2 * ELEMENT_LEN];
    let (left, right) = bytes.split_at_mut(ELEMENT_LEN);
    left.copy_from_slice(first.encoding());
    right.copy_from_slice(second.encoding());
    bytes
}

/// Reads two elements, the first of which must not be the identity.
pub(crate) fn split(bytes: &CardBytes) -> Result<(Element, Element), CardError> {
    let (left, right) = bytes.split_at(ELEMENT_LEN);
    let first = decode_half(left).ok_or(CardError::FirstHalf)?;
    let second = decode_half(right).ok_or(CardError::SecondHalf)?;
    if first.is_identity() {
        return Err(CardError::Identity);
    }
    Ok((first, second))
}

fn decode_half(half: &[u8]) -> Option<Element> {
    Element::decode(half.try_into().ok()?)
}

impl<R: Role> PartialEq for MaskedCard<R> {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl<R: Role> Eq for MaskedCard<R> {}

impl<R: Role> PartialOrd for MaskedCard<R> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<R: Role> Ord for MaskedCard<R> {
    fn cmp(&self, other: &Self) -> Ordering {
        (self.a, self.b).cmp(&(other.a, other.b))
    }
}

impl<R: Role> core::fmt::Debug for MaskedCard<R> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "MaskedCard<{}>({:?}, {:?})", R::NAME, self.a, self.b)
    }
}
