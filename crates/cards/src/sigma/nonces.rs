//! A prover's randomness.

use alloc::vec::Vec;

use curve25519_dalek::Scalar;
use rand_core::CryptoRng;
use sha2::{Digest as _, Sha512};
use zeroize::Zeroizing;

use crate::labels;
use crate::transcript::{ProofTranscript, absorb, hash_parts};

/// A stream of scalars, hedged: even a broken generator gives other nonces for every witness and statement.
///
/// The seed is SHA-512 over label, 32 fresh bytes, the digest of what is known of the statement so far, and the witness;
/// scalar number `i` is SHA-512 over label, seed and `i` as eight little-endian bytes, reduced.
pub(crate) struct Nonces {
    seed: Zeroizing<[u8; 64]>,
    next: u64,
}

impl Nonces {
    /// Mixes fresh bytes with the witness and what is known of the statement so far.
    pub(crate) fn hedged(rng: &mut impl CryptoRng, transcript: &ProofTranscript, witness: &[&[u8]]) -> Self {
        let mut fresh = Zeroizing::new([0; 32]);
        rng.fill_bytes(fresh.as_mut());
        let mut hash = Sha512::new();
        absorb(&mut hash, labels::HEDGE.as_bytes());
        absorb(&mut hash, fresh.as_ref());
        absorb(&mut hash, &transcript.digest());
        for part in witness {
            absorb(&mut hash, part);
        }
        Self { seed: Zeroizing::new(hash.finalize().into()), next: 0 }
    }

    /// A uniform scalar.
    pub(crate) fn scalar(&mut self) -> Scalar {
        let number = self.next.to_le_bytes();
        self.next += 1;
        let wide = Zeroizing::new(hash_parts(&[labels::HEDGE.as_bytes(), self.seed.as_ref(), &number]));
        Scalar::from_bytes_mod_order_wide(&wide)
    }

    /// `n` uniform scalars.
    pub(crate) fn scalars(&mut self, n: usize) -> Zeroizing<Vec<Scalar>> {
        Zeroizing::new((0..n).map(|_| self.scalar()).collect())
    }
}
