//! A group element together with its canonical encoding.

use alloc::vec::Vec;
use core::cmp::Ordering;

use curve25519_dalek::RistrettoPoint;
use curve25519_dalek::ristretto::CompressedRistretto;
use curve25519_dalek::traits::Identity as _;

/// Length of an encoded group element or scalar.
pub(crate) const ELEMENT_LEN: usize = 32;

/// The canonical bytes of a group element.
pub(crate) type Encoding = [u8; ELEMENT_LEN];

/// A group element that remembers its encoding.
///
/// Encoding costs as much as a quarter of a multiplication and every proof hashes every element of its statement, so
/// an element is encoded once. Two elements are equal exactly when their encodings are.
#[derive(Clone, Copy)]
pub(crate) struct Element {
    point: RistrettoPoint,
    encoding: Encoding,
}

impl Element {
    pub(crate) fn new(point: RistrettoPoint) -> Self {
        Self { point, encoding: point.compress().to_bytes() }
    }

    /// The doubles of points, encoded together in an eighth of the time: provers compute halves.
    pub(crate) fn doubles(halves: &[RistrettoPoint]) -> Vec<Self> {
        let encodings = encode_doubles(halves);
        halves.iter().zip(encodings).map(|(half, encoding)| Self { point: half + half, encoding }).collect()
    }

    pub(crate) fn identity() -> Self {
        Self { point: RistrettoPoint::identity(), encoding: [0; ELEMENT_LEN] }
    }

    /// Decodes canonical bytes; the identity is an element like any other here.
    pub(crate) fn decode(encoding: &Encoding) -> Option<Self> {
        let point = CompressedRistretto(*encoding).decompress()?;
        Some(Self { point, encoding: *encoding })
    }

    pub(crate) fn point(&self) -> RistrettoPoint {
        self.point
    }

    pub(crate) fn encoding(&self) -> &Encoding {
        &self.encoding
    }

    pub(crate) fn is_identity(&self) -> bool {
        self.encoding == [0; ELEMENT_LEN]
    }
}

impl PartialEq for Element {
    fn eq(&self, other: &Self) -> bool {
        self.encoding == other.encoding
    }
}

impl Eq for Element {}

impl PartialOrd for Element {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Element {
    fn cmp(&self, other: &Self) -> Ordering {
        self.encoding.cmp(&other.encoding)
    }
}

/// Encodes the doubles of points, see [`Element::doubles`].
pub(crate) fn encode_doubles(halves: &[RistrettoPoint]) -> Vec<Encoding> {
    RistrettoPoint::double_and_compress_batch(halves).iter().map(CompressedRistretto::to_bytes).collect()
}

/// Writes bytes as lower-case hexadecimal digits, for `Debug` of public values.
pub(crate) fn write_hex(f: &mut core::fmt::Formatter<'_>, bytes: &[u8]) -> core::fmt::Result {
    bytes.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
}

impl core::fmt::Debug for Element {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write_hex(f, &self.encoding)
    }
}
