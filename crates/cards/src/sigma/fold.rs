//! Many equations in one: a sum with random weights, which is the identity only if every equation holds.
//!
//! Equation `j` with weight `v_j` contributes `v_j (T_j + c image_j - sum_k z_k B_jk)`. The weights are 128 bits of SHA-512
//! over the seals of all proofs, and a seal covers statement, commitments and responses: whoever looks for a false proof
//! whose error others cancel must choose the proofs before the weights, and succeeds with probability `2^-128` a try.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use curve25519_dalek::constants::RISTRETTO_BASEPOINT_POINT;
use curve25519_dalek::traits::{IsIdentity as _, VartimeMultiscalarMul as _};
use curve25519_dalek::{RistrettoPoint, Scalar};

use super::linear::Linear;
use super::relation::Named;
use crate::element::Encoding;
use crate::labels;
use crate::transcript::hash_parts;

/// Whether all equations of all proofs hold.
pub(super) fn holds(proofs: &[&Linear]) -> bool {
    if proofs.is_empty() {
        return true;
    }
    let mut sum = Sum::default();
    let mut weights = Weights::of(proofs);
    proofs.iter().all(|proof| sum.add(proof, &mut weights).is_some()) && sum.vanishes()
}

/// A sum of points with public factors; a point with a name is counted once.
struct Sum {
    generator: Scalar,
    factors: Vec<Scalar>,
    points: Vec<RistrettoPoint>,
    places: BTreeMap<Encoding, usize>,
}

impl Default for Sum {
    fn default() -> Self {
        Self { generator: Scalar::ZERO, factors: Vec::new(), points: Vec::new(), places: BTreeMap::new() }
    }
}

impl Sum {
    /// Adds every equation of a proof with a weight of its own. `None` if an equation names what the proof does not have.
    fn add(&mut self, proof: &Linear, weights: &mut Weights) -> Option<()> {
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
        for (factor, Named { point, name }) in others.iter().zip(points) {
            let place = name.map_or(self.points.len(), |name| *self.places.entry(name).or_insert(self.points.len()));
            match self.factors.get_mut(place) {
                Some(counted) => *counted += factor,
                None => self.push(*factor, *point),
            }
        }
        Some(())
    }

    fn push(&mut self, factor: Scalar, point: RistrettoPoint) {
        self.factors.push(factor);
        self.points.push(point);
    }

    fn vanishes(mut self) -> bool {
        self.push(self.generator, RISTRETTO_BASEPOINT_POINT);
        if (WORTH_BUCKETS..BUCKETS).contains(&self.points.len()) {
            self.factors.resize(BUCKETS, Scalar::ZERO);
            self.points.resize(BUCKETS, RISTRETTO_BASEPOINT_POINT);
        }
        RistrettoPoint::vartime_multiscalar_mul(&self.factors, &self.points).is_identity()
    }
}

/// From this many points on the library sorts points into buckets (Pippenger) and no longer makes a table of each
/// (Straus). That is late: measured, buckets pay from `WORTH_BUCKETS` on, and zero factors cost next to nothing.
const BUCKETS: usize = 190;
const WORTH_BUCKETS: usize = 105;

/// A stream of 128-bit weights.
pub(super) struct Weights {
    seed: [u8; 64],
    block: u64,
    ready: Vec<Scalar>,
}

impl Weights {
    pub(super) fn of(proofs: &[&Linear]) -> Self {
        let label = [labels::FOLD.as_bytes()];
        let parts: Vec<&[u8]> = label.into_iter().chain(proofs.iter().map(|proof| proof.seal.as_slice())).collect();
        Self { seed: hash_parts(&parts), block: 0, ready: Vec::new() }
    }

    pub(super) fn next(&mut self) -> Scalar {
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

/// What is left of every equation of a linear proof: the identity where it holds.
#[cfg(test)]
pub(super) fn errors_of(proof: &super::Deferred) -> Vec<RistrettoPoint> {
    let Some(Linear { relation, commitments, challenge, responses, seal: _ }) = proof.linear() else {
        return Vec::new();
    };
    let doubled = relation.halves_vartime(responses, challenge).unwrap_or_default();
    commitments.iter().zip(doubled).map(|(commitment, half)| commitment - (half + half)).collect()
}
