//! The independent bases of the shuffle argument's commitments.
//!
//! Base number `i` is SHA-512 over the length-prefixed parts label and `i` as four little-endian bytes, through the
//! one-way map of ristretto255. Number 0 is `h`, the numbers 1 to 64 are `h_1 .. h_64`. A vector file pins all of them.
//! Whoever knew a discrete logarithm between two of them could forge shuffles, so nobody may choose them.

use alloc::vec::Vec;

use curve25519_dalek::RistrettoPoint;

use crate::labels;
use crate::transcript::hash_parts;

/// Longest list of cards that can be shuffled.
pub const MAX_CARDS: usize = 64;

/// The encoding of base number `index`: 0 for `h`, `i` for `h_i`.
pub fn base_bytes(index: u32) -> [u8; 32] {
    base(index).compress().to_bytes()
}

/// `h` and as many `h_i` as there are cards.
#[derive(Clone)]
pub(crate) struct CommitmentKey {
    pub(crate) h: RistrettoPoint,
    pub(crate) each: Vec<RistrettoPoint>,
}

impl CommitmentKey {
    /// The bases for `n` cards.
    pub(crate) fn derive(n: usize) -> Self {
        Self { h: base(0), each: (1..).map(base).take(n).collect() }
    }
}

fn base(index: u32) -> RistrettoPoint {
    let digest = hash_parts(&[labels::BASE.as_bytes(), &index.to_le_bytes()]);
    RistrettoPoint::from_uniform_bytes(&digest)
}
