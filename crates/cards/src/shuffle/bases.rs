//! The independent bases of the shuffle argument's commitments.
//!
//! Base number `i` is SHA-512 over the length-prefixed parts label and `i` as four little-endian bytes, through the
//! one-way map of ristretto255. Number 0 is `h`, the numbers 1 to 64 are `h_1 .. h_64`. A vector file pins all of them.
//! Whoever knew a discrete logarithm between two of them could forge shuffles, so nobody may choose them.

use alloc::boxed::Box;
use alloc::vec::Vec;

use curve25519_dalek::ristretto::RistrettoBasepointTable;
use curve25519_dalek::{RistrettoPoint, Scalar};
use once_cell::race::OnceBox;

use crate::element::Element;
use crate::labels;
use crate::transcript::hash_parts;

/// Longest list of cards that can be shuffled.
pub const MAX_CARDS: usize = 64;

/// The encoding of base number `index`: 0 for `h`, `i` for `h_i`.
pub fn base_bytes(index: u32) -> [u8; 32] {
    base(index).compress().to_bytes()
}

/// `h` and all `h_i`, with what speeds up their use.
pub(crate) struct CommitmentKey {
    h: Element,
    each: Vec<Element>,
    /// Multiplies `h`.
    table: RistrettoBasepointTable,
    /// Half of every `h_i`.
    halves: Vec<RistrettoPoint>,
}

impl CommitmentKey {
    /// The bases that everybody uses; computed once, in some milliseconds.
    pub(crate) fn standard() -> &'static Self {
        static STANDARD: OnceBox<CommitmentKey> = OnceBox::new();
        STANDARD.get_or_init(|| Box::new(Self::new(base(0), (1..).map(base).take(MAX_CARDS).collect())))
    }

    /// Any bases: whoever knows a relation between them can forge arguments.
    pub(super) fn new(h: RistrettoPoint, each: Vec<RistrettoPoint>) -> Self {
        let half = Scalar::ONE.div_by_2();
        Self {
            table: RistrettoBasepointTable::create(&h),
            halves: each.iter().map(|point| point * half).collect(),
            h: Element::new(h),
            each: each.into_iter().map(Element::new).collect(),
        }
    }

    pub(super) const fn h(&self) -> &Element {
        &self.h
    }

    /// The first `n` of the `h_i`, or all.
    pub(super) fn each(&self, n: usize) -> &[Element] {
        self.each.get(..n).unwrap_or(&self.each)
    }

    /// Halves of the first `n` of the `h_i`, or of all.
    pub(super) fn halves(&self, n: usize) -> &[RistrettoPoint] {
        self.halves.get(..n).unwrap_or(&self.halves)
    }

    /// `factor h`, in constant time.
    pub(super) fn times_h(&self, factor: &Scalar) -> RistrettoPoint {
        &self.table * factor
    }
}

fn base(index: u32) -> RistrettoPoint {
    let digest = hash_parts(&[labels::BASE.as_bytes(), &index.to_le_bytes()]);
    RistrettoPoint::from_uniform_bytes(&digest)
}
