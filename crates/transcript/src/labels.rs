//! Every separator of this crate; `protocol-spec/labels.md` lists them.

/// Signed before the content of an entry or closing record.
pub const SIGNATURE: &[u8] = b"nightcoach/v1/signature";
/// Hash of one entry's content.
pub const ENTRY: &[u8] = b"nightcoach/v1/entry";
/// Fold of one round into the head.
pub const HEAD: &[u8] = b"nightcoach/v1/head";
/// First bytes of a transcript file.
pub const FILE: &[u8] = b"nightcoach/v1/transcript\n";
/// Fingerprint of an identity key.
pub const FINGERPRINT: &[u8] = b"nightcoach/v1/fingerprint";
