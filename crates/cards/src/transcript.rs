//! What a proof's challenge depends on, absorbed piece by piece.
//!
//! Encoding: every piece is `len(name) || name || len(value) || value` with lengths as four little-endian bytes, fed
//! to SHA-512. The first pieces are always the relation's label, the suite and the [`Context`]; every value of the
//! statement follows, so that no part of a statement can be exchanged under a finished proof.

use sha2::{Digest as _, Sha512};

use crate::context::Context;
use crate::element::{Element, Encoding};
use crate::labels;

/// Absorbs a label, a context and a statement.
#[derive(Clone)]
pub(crate) struct ProofTranscript {
    hash: Sha512,
}

impl ProofTranscript {
    pub(crate) fn new(label: &str, ctx: &Context) -> Self {
        let mut transcript = Self { hash: Sha512::new() };
        transcript.bytes("label", label.as_bytes());
        transcript.bytes("suite", labels::SUITE.as_bytes());
        transcript.bytes("ctx", ctx.as_bytes());
        transcript
    }

    pub(crate) fn bytes(&mut self, name: &str, value: &[u8]) {
        absorb(&mut self.hash, name.as_bytes());
        absorb(&mut self.hash, value);
    }

    pub(crate) fn element(&mut self, name: &str, element: &Element) {
        self.bytes(name, element.encoding());
    }

    /// Absorbs the length of a list, then its elements.
    pub(crate) fn elements<'a>(&mut self, name: &str, elements: impl ExactSizeIterator<Item = &'a Element>) {
        self.encodings(name, elements.map(Element::encoding));
    }

    /// Absorbs the length of a list, then its encoded elements.
    pub(crate) fn encodings<'a>(&mut self, name: &str, elements: impl ExactSizeIterator<Item = &'a Encoding>) {
        self.count(name, elements.len());
        elements.for_each(|element| self.bytes(name, element));
    }

    /// Absorbs a number of things.
    pub(crate) fn count(&mut self, name: &str, count: usize) {
        self.bytes(name, &length(count));
    }

    pub(crate) fn digest(&self) -> [u8; 64] {
        self.hash.clone().finalize().into()
    }
}

/// Absorbs a value behind its length.
pub(crate) fn absorb(hash: &mut impl sha2::digest::Update, value: &[u8]) {
    hash.update(&length(value.len()));
    hash.update(value);
}

/// The SHA-512 digest of length-prefixed parts.
pub(crate) fn hash_parts(parts: &[&[u8]]) -> [u8; 64] {
    let mut hash = Sha512::new();
    for part in parts {
        absorb(&mut hash, part);
    }
    hash.finalize().into()
}

/// A length as four little-endian bytes. Nothing here is near the limit; a longer value would absorb the limit itself
/// and so still differ from every shorter one by its content.
fn length(len: usize) -> [u8; 4] {
    u32::try_from(len).unwrap_or(u32::MAX).to_le_bytes()
}
