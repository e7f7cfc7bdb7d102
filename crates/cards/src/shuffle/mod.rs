//! Shuffles: a list of cards is permuted and remasked, and an argument says that nothing else happened.
//!
//! - Relation: there are a permutation `p` and factors `rho_i` with `e'_i = e_p(i) + rho_i (G, K)` for all `i`. The
//!   shuffler knows both; under its own hand key it also knows every face, which does not help it to cheat, because
//!   the commitments use other bases than the key.
//! - Argument (Terelius and Wikstroem; structure as in the published specification of CHVote):
//!   1. commit to the permutation: `c_p(i) = r_p(i) G + h_i`;
//!   2. random weights `u_1 .. u_N` from the context, the key, both lists and `c`; put in order, `u'_i = u_p(i)`;
//!   3. a chain of commitments: `c^_0 = h`, `c^_i = r^_i G + u'_i c^_(i-1)`;
//!   4. one linear relation, over the secrets `r- r^ r~ r' r^_1 .. r^_N u'_1 .. u'_N`, in this order:
//!
//!      | equation | says |
//!      | --- | --- |
//!      | `sum c_i - sum h_i = r- G` | each row of the committed matrix sums to one |
//!      | `c^_N - (prod u_i) h = r^ G` | the product of the ordered weights is that of the weights |
//!      | `sum u_i c_i = r~ G + sum u'_i h_i` | the ordered weights are the matrix times the weights |
//!      | `sum u_i e_i = -r' (G, K) + sum u'_i e'_i` (two equations) | the lists match, weight by weight |
//!      | `c^_i = r^_i G + u'_i c^_(i-1)` (N equations) | the chain is what step 3 says |
//!
//! - Statement bound: context, role, key, both lists, `c`, `c^`.
//! - Soundness: computational. Binding commitments need that nobody knows a relation between `G, h, h_1 .. h_64`;
//!   then a matrix that keeps sum and product of random weights is a permutation matrix. Hash as random oracle.
//! - Hiding: the argument is zero-knowledge, the output list hides the permutation under DDH.
//! - Timing: group work is constant-time in all secrets; the order in which memory is read depends on the permutation.
//! - Encoding: `c || c^ || sigma proof`, `(5 N + 9) * 32` bytes.
//! - Citation: B. Terelius and D. Wikstroem, "Proofs of restricted shuffles", 2010; R. Haenni, P. Locher, R. Koenig,
//!   E. Dubuis, "Pseudo-code algorithms for verifiable re-encryption mix-nets", 2017.

mod argument;
mod bases;
mod permutation;
#[cfg(test)]
mod tests;

use alloc::vec::Vec;

use curve25519_dalek::{RistrettoPoint, Scalar};
use rand_core::CryptoRng;

pub use self::bases::{MAX_CARDS, base_bytes};
pub use self::permutation::Permutation;

use self::argument::Statement;
use self::bases::CommitmentKey;
use crate::card::{MaskedCard, require_masked};
use crate::context::Context;
use crate::element::ELEMENT_LEN;
use crate::error::ProofError;
use crate::key::PublicKey;
use crate::proof::{require_count, require_len};
use crate::role::Role;
use crate::sigma::Nonces;

/// Bytes of the argument for `n` cards.
pub const fn proof_len(n: usize) -> usize {
    (5 * n + 9) * ELEMENT_LEN
}

/// Permutes and remasks a list of cards under `key` and argues that nothing else was done to it.
///
/// # Errors
///
/// [`ProofError::Empty`] or [`ProofError::TooMany`] for a list that cannot be shuffled, [`ProofError::Count`] for a
/// permutation of another length.
pub fn shuffle<R: Role>(
    ctx: &Context,
    key: &PublicKey<R>,
    input: &[MaskedCard<R>],
    permutation: &Permutation,
    rng: &mut impl CryptoRng,
) -> Result<(Vec<MaskedCard<R>>, Vec<u8>), ProofError> {
    require_size(input.len())?;
    require_count("permuted places", permutation.sources().len(), input.len())?;
    let hedge = argument::hedge(ctx, key, input);
    let secret_order: Vec<u8> = permutation.sources().iter().flat_map(|source| source.to_le_bytes()).collect();
    let mut nonces = Nonces::hedged(rng, &hedge, &[&zeroize::Zeroizing::new(secret_order)]);
    let factors = nonces.scalars(input.len());
    let output = permuted(permutation, input)
        .zip(factors.iter())
        .map(|(card, factor)| remask(key, card, factor))
        .collect::<Vec<_>>();
    let statement = Statement { ctx, key, input, output: &output };
    let bases = CommitmentKey::derive(input.len());
    let proof = argument::prove(&statement, &bases, permutation, &factors, &mut nonces)?;
    Ok((output, proof))
}

/// Verifies that `output` is `input`, permuted and remasked.
///
/// # Errors
///
/// Why the shuffle is refused.
pub fn verify<R: Role>(
    ctx: &Context,
    key: &PublicKey<R>,
    input: &[MaskedCard<R>],
    output: &[MaskedCard<R>],
    proof: &[u8],
) -> Result<(), ProofError> {
    require_size(input.len())?;
    require_count("output cards", output.len(), input.len())?;
    require_len(proof, proof_len(input.len()))?;
    require_masked("output card", output)?;
    let statement = Statement { ctx, key, input, output };
    argument::verify(&statement, &CommitmentKey::derive(input.len()), proof)
}

fn require_size(n: usize) -> Result<(), ProofError> {
    match n {
        0 => Err(ProofError::Empty),
        1..=MAX_CARDS => Ok(()),
        found => Err(ProofError::TooMany { limit: MAX_CARDS, found }),
    }
}

/// The elements of a list in the order of a permutation of the same length.
fn permuted<'a, T>(permutation: &'a Permutation, list: &'a [T]) -> impl Iterator<Item = &'a T> {
    permutation.sources().iter().filter_map(|&source| list.get(source))
}

fn remask<R: Role>(key: &PublicKey<R>, card: &MaskedCard<R>, factor: &Scalar) -> MaskedCard<R> {
    MaskedCard::from_points(
        card.a().point() + RistrettoPoint::mul_base(factor),
        card.b().point() + key.point() * factor,
    )
}
