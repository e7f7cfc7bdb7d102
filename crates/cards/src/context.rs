//! The place in a table's transcript that a proof belongs to.

use sha2::{Digest as _, Sha256};

use crate::element::write_hex;
use crate::labels;
use crate::transcript::absorb;

/// Binds a proof to one table, key epoch, head, round and seat.
///
/// The table computes it; every proof absorbs it first, so that a proof copied to any other place is rejected.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Context([u8; 32]);

impl Context {
    /// Wraps the hash that the table computed.
    pub fn new(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// The context of proof number `slot` in an entry that carries several:
    /// SHA-256 of the length-prefixed label, this context and `slot` as four little-endian bytes.
    #[must_use]
    pub fn slot(&self, slot: u32) -> Self {
        let mut hash = Sha256::new();
        absorb(&mut hash, labels::SLOT.as_bytes());
        absorb(&mut hash, &self.0);
        absorb(&mut hash, &slot.to_le_bytes());
        Self(hash.finalize().into())
    }

    /// The 32 bytes.
    pub fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }
}

impl core::fmt::Debug for Context {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str("Context(")?;
        write_hex(f, &self.0)?;
        f.write_str(")")
    }
}
