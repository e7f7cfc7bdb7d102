//! Tables in miniature, and the mutations that no proof may survive.

use nightcoach_cards::{CardPoint, Context, Hand, HandSecret, MaskedCard, Permutation, ProofError, shuffle};
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::SeedableRng as _;

pub(crate) fn rng(seed: u8) -> ChaCha20Rng {
    ChaCha20Rng::from_seed([seed; 32])
}

pub(crate) fn ctx() -> Context {
    Context::new([9; 32])
}

pub(crate) fn face(name: &str) -> CardPoint {
    CardPoint::of_face("base", "objects", name)
}

pub(crate) fn faces(names: &[&str]) -> Vec<CardPoint> {
    names.iter().map(|name| face(name)).collect()
}

/// Cards with these faces under the key, in this order.
pub(crate) fn hand(secret: &HandSecret, names: &[&str], rng: &mut ChaCha20Rng) -> Vec<MaskedCard<Hand>> {
    let open: Vec<_> = faces(names).into_iter().map(MaskedCard::open).collect();
    let (cards, _argument) =
        shuffle::shuffle(&ctx(), &secret.public(), &open, &unchanged(names.len(), rng), rng).unwrap();
    cards
}

/// The order that moves nothing.
pub(crate) fn unchanged(n: usize, rng: &mut ChaCha20Rng) -> Permutation {
    let all: Vec<usize> = (0..n).collect();
    Permutation::bringing_first(n, &all, rng).unwrap()
}

/// Every context that differs from [`ctx`] in one bit is no place for the proof; nor is a slot of it.
pub(crate) fn assert_bound_to_context(verify: impl Fn(&Context) -> Result<(), ProofError>) {
    assert_eq!(verify(&ctx()), Ok(()), "the true context must pass");
    for bit in (0..256).step_by(5) {
        let mut bytes = *ctx().as_bytes();
        bytes[bit / 8] ^= 1 << (bit % 8);
        assert_eq!(verify(&Context::new(bytes)), Err(ProofError::Rejected), "context bit {bit}");
    }
    assert_eq!(verify(&ctx().slot(0)), Err(ProofError::Rejected));
}

/// No flipped bit, no cut and no tail passes. `step` = 1 flips every bit.
pub(crate) fn assert_exact(proof: &[u8], step: usize, verify: impl Fn(&[u8]) -> Result<(), ProofError>) {
    assert_eq!(verify(proof), Ok(()), "the true proof must pass");
    for bit in (0..proof.len() * 8).step_by(step) {
        let mut flipped = proof.to_vec();
        flipped[bit / 8] ^= 1 << (bit % 8);
        assert!(verify(&flipped).is_err(), "bit {bit} was flipped");
    }
    for cut in [0, 31, 32, proof.len() - 32, proof.len() - 1] {
        assert_eq!(verify(&proof[..cut]), Err(ProofError::Length { expected: proof.len(), found: cut }));
    }
    for tail in [1, 32] {
        let mut longer = proof.to_vec();
        longer.resize(proof.len() + tail, 0);
        assert_eq!(verify(&longer), Err(ProofError::Length { expected: proof.len(), found: longer.len() }));
    }
}
