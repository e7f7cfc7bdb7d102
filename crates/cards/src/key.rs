//! Secret and public keys, typed by their role.
//!
//! `Y = y G` with a uniform non-zero scalar `y`. Encodings: 32 bytes, canonical only. A key is fresh for every table
//! and has nothing to do with a person's signing key. Rogue keys (chosen as a function of other seats' keys) are kept
//! out by [`crate::ownership`] together with commitments before opening, which the table does.

use alloc::collections::BTreeSet;
use alloc::vec::Vec;
use core::cmp::Ordering;
use core::marker::PhantomData;

use curve25519_dalek::{RistrettoPoint, Scalar};
use rand_core::CryptoRng;
use zeroize::{Zeroize as _, Zeroizing};

use crate::element::Element;
use crate::error::{KeyError, ListError};
use crate::role::{Deal, Hand, Layered, Pile, Role, Transport};
use crate::transcript::ProofTranscript;

/// A seat's share of the deal key.
pub type DealSecret = SecretKey<Deal>;
/// The public side of [`DealSecret`], or the sum of all seats'.
pub type DealPublic = PublicKey<Deal>;
/// A seat's share of the pile key.
pub type PileSecret = SecretKey<Pile>;
/// The public side of [`PileSecret`], or the sum of all seats'.
pub type PilePublic = PublicKey<Pile>;
/// A seat's own key for its hand.
pub type HandSecret = SecretKey<Hand>;
/// The public side of [`HandSecret`].
pub type HandPublic = PublicKey<Hand>;
/// A seat's key for the shares of the pile key that others deal to it.
pub type TransportSecret = SecretKey<Transport>;
/// The public side of [`TransportSecret`].
pub type TransportPublic = PublicKey<Transport>;
/// A hand key plus the pile key.
pub type LayeredPublic = PublicKey<Layered>;

/// A secret key: wiped when dropped, never printed, never cloned.
pub struct SecretKey<R: Role> {
    scalar: Scalar,
    public: PublicKey<R>,
}

impl<R: Role> SecretKey<R> {
    /// A fresh key.
    pub fn random(rng: &mut impl CryptoRng) -> Self {
        loop {
            if let Ok(key) = Self::from_scalar(Scalar::random(rng)) {
                return key;
            }
        }
    }

    /// The public side.
    pub fn public(&self) -> PublicKey<R> {
        self.public
    }

    /// The key's bytes, for the private file of the table and nothing else.
    pub fn to_bytes(&self) -> Zeroizing<[u8; 32]> {
        Zeroizing::new(self.scalar.to_bytes())
    }

    /// Reads a key from the private file.
    ///
    /// # Errors
    ///
    /// [`KeyError::Encoding`] when the bytes are not canonical, [`KeyError::Identity`] when they are zero.
    pub fn from_bytes(bytes: &[u8; 32]) -> Result<Self, KeyError> {
        Option::from(Scalar::from_canonical_bytes(*bytes)).ok_or(KeyError::Encoding).and_then(Self::from_scalar)
    }

    pub(crate) fn scalar(&self) -> &Scalar {
        &self.scalar
    }

    fn from_scalar(scalar: Scalar) -> Result<Self, KeyError> {
        let public = PublicKey::from_point(RistrettoPoint::mul_base(&scalar))?;
        Ok(Self { scalar, public })
    }
}

impl<R: Role> Drop for SecretKey<R> {
    fn drop(&mut self) {
        self.scalar.zeroize();
    }
}

impl<R: Role> core::fmt::Debug for SecretKey<R> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "SecretKey<{}>(secret)", R::NAME)
    }
}

/// A public key. Never the identity.
#[derive(Clone, Copy)]
pub struct PublicKey<R: Role> {
    element: Element,
    role: PhantomData<R>,
}

impl<R: Role> PublicKey<R> {
    /// The canonical encoding.
    pub fn to_bytes(&self) -> [u8; 32] {
        *self.element.encoding()
    }

    /// Decodes a key that somebody sent.
    ///
    /// # Errors
    ///
    /// [`KeyError::Encoding`] when the bytes are not canonical, [`KeyError::Identity`] for the identity.
    pub fn from_bytes(bytes: &[u8; 32]) -> Result<Self, KeyError> {
        let element = Element::decode(bytes).ok_or(KeyError::Encoding)?;
        Self::from_element(element)
    }

    /// Decodes a list of keys.
    ///
    /// # Errors
    ///
    /// The place of the first key that cannot be used, and why.
    pub fn list_from_bytes(list: &[[u8; 32]]) -> Result<Vec<Self>, ListError<KeyError>> {
        list.iter()
            .enumerate()
            .map(|(index, bytes)| Self::from_bytes(bytes).map_err(|reason| ListError { index, reason }))
            .collect()
    }

    /// The sum of all seats' keys: whoever wants to use it needs every secret.
    ///
    /// # Errors
    ///
    /// [`KeyError::Empty`], [`KeyError::Duplicate`], or [`KeyError::ZeroSum`].
    pub fn aggregate(keys: &[Self]) -> Result<Self, KeyError> {
        if keys.is_empty() {
            return Err(KeyError::Empty);
        }
        let mut seen = BTreeSet::new();
        for (index, key) in keys.iter().enumerate() {
            if !seen.insert(key.to_bytes()) {
                return Err(KeyError::Duplicate { index });
            }
        }
        Self::from_point(keys.iter().map(Self::point).sum()).map_err(|_identity| KeyError::ZeroSum)
    }

    pub(crate) fn point(&self) -> RistrettoPoint {
        self.element.point()
    }

    pub(crate) const fn element(&self) -> &Element {
        &self.element
    }

    /// Absorbs the role and the key.
    pub(crate) fn absorb(&self, transcript: &mut ProofTranscript, name: &str) {
        transcript.bytes(name, R::NAME.as_bytes());
        transcript.element(name, &self.element);
    }

    pub(crate) fn from_point(point: RistrettoPoint) -> Result<Self, KeyError> {
        Self::from_element(Element::new(point))
    }

    fn from_element(element: Element) -> Result<Self, KeyError> {
        if element.is_identity() {
            return Err(KeyError::Identity);
        }
        Ok(Self { element, role: PhantomData })
    }
}

/// The key that a card is dealt or passed on under before anybody may look at it: `Y_A + X'`.
///
/// # Errors
///
/// [`KeyError::ZeroSum`] when the two cancel out.
pub fn layered(hand: &HandPublic, pile: &PilePublic) -> Result<LayeredPublic, KeyError> {
    PublicKey::from_point(hand.point() + pile.point()).map_err(|_identity| KeyError::ZeroSum)
}

impl<R: Role> PartialEq for PublicKey<R> {
    fn eq(&self, other: &Self) -> bool {
        self.element == other.element
    }
}

impl<R: Role> Eq for PublicKey<R> {}

impl<R: Role> PartialOrd for PublicKey<R> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<R: Role> Ord for PublicKey<R> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.element.cmp(&other.element)
    }
}

impl<R: Role> core::fmt::Debug for PublicKey<R> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "PublicKey<{}>({:?})", R::NAME, self.element)
    }
}
