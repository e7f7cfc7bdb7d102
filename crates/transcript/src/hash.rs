//! SHA-256 over a label and length-prefixed parts: no two lists of parts give the same input.

use sha2::{Digest as _, Sha256};

/// `SHA-256(len(label) ‖ label ‖ len(part) ‖ part ‖ ...)`, each length as four little-endian bytes.
pub fn hash(label: &[u8], parts: &[&[u8]]) -> [u8; 32] {
    let mut hasher = Sha256::new();
    for part in core::iter::once(&label).chain(parts) {
        let len = u32::try_from(part.len()).unwrap_or(u32::MAX);
        hasher.update(len.to_le_bytes());
        hasher.update(part);
    }
    hasher.finalize().into()
}

#[cfg(test)]
mod tests {
    use super::hash;

    #[test]
    fn a_shifted_boundary_gives_another_hash() {
        assert_ne!(hash(b"l", &[b"ab", b"c"]), hash(b"l", &[b"a", b"bc"]));
        assert_ne!(hash(b"la", &[b"b"]), hash(b"l", &[b"ab"]));
        assert_ne!(hash(b"l", &[b"a", b""]), hash(b"l", &[b"a"]));
    }
}
