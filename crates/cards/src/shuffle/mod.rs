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
//! - Timing: the prover's work and what it reads when do not depend on its secrets.
//! - Encoding: `c || c^ || sigma proof`, `(5 N + 9) * 32` bytes.
//! - Citation: B. Terelius and D. Wikstroem, "Proofs of restricted shuffles", 2010; R. Haenni, P. Locher, R. Koenig,
//!   E. Dubuis, "Pseudo-code algorithms for verifiable re-encryption mix-nets", 2017.

mod argument;
mod bases;
mod commit;
mod permutation;
mod relation;
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
use crate::element::{ELEMENT_LEN, Element};
use crate::error::ProofError;
use crate::key::PublicKey;
use crate::proof::{require_count, require_len};
use crate::role::Role;
use crate::sigma::{Deferred, Nonces};

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
    let output = remasked(key, input, permutation, &factors);
    let statement = Statement { ctx, key, input, output: &output };
    let proof = argument::prove(&statement, CommitmentKey::standard(), permutation, &factors, &mut nonces)?;
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
    read(ctx, key, input, output, proof)?.verify()
}

/// Reads an argument and leaves its equations for later, see [`Deferred`].
///
/// # Errors
///
/// Why the shuffle is refused, if that shows without the equations.
pub fn read<R: Role>(
    ctx: &Context,
    key: &PublicKey<R>,
    input: &[MaskedCard<R>],
    output: &[MaskedCard<R>],
    proof: &[u8],
) -> Result<Deferred, ProofError> {
    require_size(input.len())?;
    require_count("output cards", output.len(), input.len())?;
    require_len(proof, proof_len(input.len()))?;
    require_masked("output card", output)?;
    let statement = Statement { ctx, key, input, output };
    argument::read(&statement, CommitmentKey::standard(), proof)
}

fn require_size(n: usize) -> Result<(), ProofError> {
    match n {
        0 => Err(ProofError::Empty),
        1..=MAX_CARDS => Ok(()),
        found => Err(ProofError::TooMany { limit: MAX_CARDS, found }),
    }
}

/// The cards in their new order, each with its new mask. Points are picked before they are encoded, so a card's own encoding
/// tells nobody which one it was.
fn remasked<R: Role>(
    key: &PublicKey<R>,
    input: &[MaskedCard<R>],
    permutation: &Permutation,
    factors: &[Scalar],
) -> Vec<MaskedCard<R>> {
    let halves = |half: fn(&MaskedCard<R>) -> &Element| {
        permutation.gather(&input.iter().map(|card| half(card).point()).collect::<Vec<_>>())
    };
    let cards = halves(MaskedCard::a).into_iter().zip(halves(MaskedCard::b));
    cards.zip(factors).map(|((a, b), factor)| remask(key, a, b, factor)).collect()
}

fn remask<R: Role>(key: &PublicKey<R>, a: RistrettoPoint, b: RistrettoPoint, factor: &Scalar) -> MaskedCard<R> {
    MaskedCard::from_points(a + RistrettoPoint::mul_base(factor), b + key.point() * factor)
}
