//! Checks that every proof begins with, before any work in the group.

use alloc::vec::Vec;

use crate::element::{ELEMENT_LEN, Element};
use crate::error::ProofError;

/// The proof must have exactly the length that its statement asks for.
pub(crate) fn require_len(proof: &[u8], expected: usize) -> Result<(), ProofError> {
    if proof.len() == expected {
        return Ok(());
    }
    Err(ProofError::Length { expected, found: proof.len() })
}

/// A list of the statement must be as long as the rest of the statement asks for.
pub(crate) fn require_count(what: &'static str, found: usize, expected: usize) -> Result<(), ProofError> {
    if found == expected {
        return Ok(());
    }
    Err(ProofError::Count { what, expected, found })
}

/// Decodes consecutive elements of a proof.
pub(crate) fn decode_elements(what: &'static str, bytes: &[u8]) -> Result<Vec<Element>, ProofError> {
    let (encodings, _rest) = bytes.as_chunks::<ELEMENT_LEN>();
    encodings
        .iter()
        .enumerate()
        .map(|(index, encoding)| Element::decode(encoding).ok_or(ProofError::Malformed { what, index }))
        .collect()
}
