//! Many equations in one: a sum with random weights, which is the identity only if every equation holds.
//!
//! Equation `j` with weight `v_j` contributes `v_j (T_j + c image_j - sum_k z_k B_jk)`. The weights are 128 bits of SHA-512
//! over the seals of all proofs, and a seal covers statement, commitments and responses: whoever looks for a false proof
//! whose error others cancel must choose the proofs before the weights, and succeeds with probability `2^-128` a try.

use alloc::vec::Vec;

use curve25519_dalek::traits::{IsIdentity as _, VartimeMultiscalarMul as _};
use curve25519_dalek::{RistrettoPoint, Scalar};

use super::linear::Deferred;
use crate::labels;
use crate::transcript::hash_parts;

/// Whether all equations of all proofs hold.
pub(super) fn holds(proofs: &[&Deferred]) -> bool {
    let mut sum = Sum::default();
    let mut weights = Weights::of(proofs);
    proofs.iter().all(|proof| sum.add(proof, &mut weights).is_some()) && sum.is_zero()
}

/// A sum of points with public factors.
struct Sum {
    generator: Scalar,
    factors: Vec<Scalar>,
    points: Vec<RistrettoPoint>,
}

impl Default for Sum {
    fn default() -> Self {
        Self { generator: Scalar::ZERO, factors: Vec::new(), points: Vec::new() }
    }
}

impl Sum {
    /// Adds every equation of a proof with a weight of its own. `None` if an equation names what the proof does not have.
    fn add(&mut self, proof: &Deferred, weights: &mut Weights) -> Option<()> {
        let mut factors = alloc::vec![Scalar::ZERO; proof.relation.points().len()];
        for (equation, commitment) in proof.relation.equations().iter().zip(&proof.commitments) {
            let weight = weights.next();
            self.push(weight, *commitment);
            let challenge = weight * proof.challenge;
            for (factor, base) in &equation.image {
                *factors.get_mut(base.index())? += base.signed(challenge * factor);
            }
            for (secret, base) in &equation.terms {
                *factors.get_mut(base.index())? -= base.signed(weight * proof.responses.get(secret.index())?);
            }
        }
        let (of_generator, others) = factors.split_first()?;
        self.generator += of_generator;
        let (_generator, points) = proof.relation.points().split_first()?;
        others.iter().zip(points).for_each(|(factor, point)| self.push(*factor, *point));
        Some(())
    }

    fn push(&mut self, factor: Scalar, point: RistrettoPoint) {
        self.factors.push(factor);
        self.points.push(point);
    }

    fn is_zero(&self) -> bool {
        let others = RistrettoPoint::vartime_multiscalar_mul(&self.factors, &self.points);
        (others + RistrettoPoint::mul_base(&self.generator)).is_identity()
    }
}

/// A stream of 128-bit weights.
struct Weights {
    seed: [u8; 64],
    block: u64,
    ready: Vec<Scalar>,
}

impl Weights {
    fn of(proofs: &[&Deferred]) -> Self {
        let label = [labels::FOLD.as_bytes()];
        let parts: Vec<&[u8]> = label.into_iter().chain(proofs.iter().map(|proof| proof.seal.as_slice())).collect();
        Self { seed: hash_parts(&parts), block: 0, ready: Vec::new() }
    }

    fn next(&mut self) -> Scalar {
        loop {
            if let Some(weight) = self.ready.pop() {
                return weight;
            }
            let block = hash_parts(&[labels::FOLD.as_bytes(), &self.seed, &self.block.to_le_bytes()]);
            self.block += 1;
            let (quarters, _rest) = block.as_chunks::<16>();
            self.ready.extend(quarters.iter().map(|quarter| Scalar::from(u128::from_le_bytes(*quarter))));
        }
    }
}
