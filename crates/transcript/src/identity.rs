//! The long-lived signing key of a person; the same key is the peer's key on the network.

use alloc::format;
use alloc::string::String;
use core::fmt;

use ed25519_dalek::{Signature, Signer as _, SigningKey, VerifyingKey};
use nightcoach_wire::Bytes64;
use serde::{Deserialize, Serialize};

use crate::hash::hash;
use crate::labels;

/// Public half of an identity, 32 bytes of Ed25519.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct IdentityKey(pub [u8; 32]);

/// Secret half of an identity.
pub struct IdentitySecret(SigningKey);

/// The signature is not the key's, or the key is no usable key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SignatureError {
    /// The key is not a point, or of small order.
    #[error("no usable identity key")]
    Key,
    /// The signature does not verify strictly.
    #[error("signature does not verify")]
    Signature,
}

impl IdentitySecret {
    /// The secret of a 32-byte seed (RFC 8032).
    pub fn from_seed(seed: [u8; 32]) -> Self {
        Self(SigningKey::from_bytes(&seed))
    }

    /// The seed, for the profile file and for the network's key pair; never for a log.
    pub fn seed(&self) -> &[u8; 32] {
        self.0.as_bytes()
    }

    /// The public half.
    pub fn public(&self) -> IdentityKey {
        IdentityKey(self.0.verifying_key().to_bytes())
    }

    pub(crate) fn sign(&self, content: &[u8]) -> Bytes64 {
        self.sign_aside(labels::SIGNATURE, content)
    }

    /// Signs something that is no record, under a label of its own: such a signature is never one of a record.
    pub fn sign_aside(&self, label: &[u8], content: &[u8]) -> Bytes64 {
        Bytes64(self.0.sign(&hash(label, &[content])).to_bytes())
    }
}

impl fmt::Debug for IdentitySecret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("IdentitySecret(..)")
    }
}

impl IdentityKey {
    /// Whether this is the canonical encoding of a point of large order; a weak key signs for anybody.
    pub fn is_strong(&self) -> bool {
        self.is_canonical() && VerifyingKey::from_bytes(&self.0).is_ok_and(|key| !key.is_weak())
    }

    /// Whether the encoded coordinate is below 2^255 - 19. Decoders take larger ones too, so that one point has two keys.
    fn is_canonical(&self) -> bool {
        let [low, middle @ .., high] = &self.0;
        high & 0x7f != 0x7f || *low < 0xed || middle.iter().any(|byte| *byte != 0xff)
    }

    /// Twelve hex digits to compare aloud, such as `a1b2-c3d4-e5f6`.
    pub fn fingerprint(&self) -> String {
        let [a, b, c, d, e, f, ..] = hash(labels::FINGERPRINT, &[&self.0]);
        format!("{a:02x}{b:02x}-{c:02x}{d:02x}-{e:02x}{f:02x}")
    }

    /// Checks a signature over `content`, strictly: no small-order key, canonical scalars only.
    pub(crate) fn verify(&self, content: &[u8], signature: &Bytes64) -> Result<(), SignatureError> {
        self.verify_aside(labels::SIGNATURE, content, signature)
    }

    /// Checks a signature of [`IdentitySecret::sign_aside`] as strictly as that of a record.
    ///
    /// # Errors
    /// The key is weak or the signature does not verify.
    pub fn verify_aside(&self, label: &[u8], content: &[u8], signature: &Bytes64) -> Result<(), SignatureError> {
        let key = VerifyingKey::from_bytes(&self.0).ok().filter(|_| self.is_canonical()).ok_or(SignatureError::Key)?;
        key.verify_strict(&hash(label, &[content]), &Signature::from_bytes(&signature.0))
            .map_err(|_error| SignatureError::Signature)
    }
}
