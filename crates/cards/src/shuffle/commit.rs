//! The prover's commitments: `c` of the permutation, the chain `c^`, and those of the relation of step 4.
//!
//! All points are computed as halves and encoded as doubles (`encode_doubles`), in constant time. The links of the
//! chain are known as combinations of `G` and `h`, so none of them is multiplied as a point.

use alloc::vec::Vec;

use curve25519_dalek::traits::MultiscalarMul as _;
use curve25519_dalek::{RistrettoPoint, Scalar};
use zeroize::Zeroizing;

use super::Permutation;
use super::argument::Statement;
use super::bases::CommitmentKey;
use crate::card::MaskedCard;
use crate::element::{Element, Encoding, encode_doubles};
use crate::role::Role;

/// `c_p(i) = r_p(i) G + h_i`, in the order of the inputs; opening number `i` is `r_p(i)`.
pub(super) fn permutation(bases: &CommitmentKey, permutation: &Permutation, openings: &[Scalar]) -> Vec<Encoding> {
    let halves: Vec<_> = openings.iter().zip(bases.halves(openings.len())).map(|(r, h)| half_base(r) + h).collect();
    permutation.scatter(&encode_doubles(&halves))
}

/// `c^_i = R_i G + U_i h` with `R_i = r^_i + u'_i R_(i-1)` and `U_i = u'_1 .. u'_i`.
pub(super) struct Chain {
    links: Zeroizing<Vec<Scalar>>,
    /// `R_0 = 0, R_1 .. R_N`.
    of_generator: Zeroizing<Vec<Scalar>>,
    /// `U_0 = 1, U_1 .. U_N`.
    of_h: Zeroizing<Vec<Scalar>>,
}

impl Chain {
    pub(super) fn new(ordered: &[Scalar], links: &[Scalar]) -> Self {
        let room = || Zeroizing::new(Vec::with_capacity(ordered.len() + 1));
        let (mut of_generator, mut of_h) = (room(), room());
        let (mut opening, mut product) = (Scalar::ZERO, Scalar::ONE);
        of_generator.push(opening);
        of_h.push(product);
        for (weight, link) in ordered.iter().zip(links) {
            opening = link + weight * opening;
            product *= weight;
            of_generator.push(opening);
            of_h.push(product);
        }
        Self { links: Zeroizing::new(links.to_vec()), of_generator, of_h }
    }

    pub(super) fn commit(&self, bases: &CommitmentKey) -> Vec<Encoding> {
        let links = self.of_generator.iter().zip(self.of_h.iter()).skip(1);
        encode_doubles(&links.map(|(r, u)| half_link(bases, r, u)).collect::<Vec<_>>())
    }

    /// `r^_1 .. r^_N`.
    pub(super) fn links(&self) -> &[Scalar] {
        &self.links
    }

    /// `R_N`, which opens the last link.
    pub(super) fn opening(&self) -> Scalar {
        self.of_generator.last().copied().unwrap_or_default()
    }
}

/// The commitments of the relation, in the order of its equations; `None` if there is not as much randomness as secrets.
pub(super) fn relation<R: Role>(
    statement: &Statement<'_, R>,
    bases: &CommitmentKey,
    chain: &Chain,
    randomness: &[Scalar],
) -> Option<Vec<Encoding>> {
    let (&[rows, last_link, mixed, factor], secrets) = randomness.split_first_chunk()?;
    let (links, ordered) = secrets.split_at_checked(statement.output.len())?;
    let halves = Zeroizing::new(ordered.iter().map(Scalar::div_by_2).collect::<Vec<_>>());
    let half_sum =
        |points: &mut dyn Iterator<Item = RistrettoPoint>| RistrettoPoint::multiscalar_mul(halves.iter(), points);
    let output = |half: fn(&MaskedCard<R>) -> RistrettoPoint| half_sum(&mut statement.output.iter().map(half));
    let mut committed = Vec::with_capacity(5 + links.len());
    committed.push(half_base(&rows));
    committed.push(half_base(&last_link));
    committed.push(half_base(&mixed) + half_sum(&mut bases.each(links.len()).iter().map(Element::point)));
    committed.push(output(|card| card.a().point()) - half_base(&factor));
    committed.push(output(|card| card.b().point()) - statement.key.point() * factor.div_by_2());
    let previous = chain.of_generator.iter().zip(chain.of_h.iter());
    for ((link, weight), (r, u)) in links.iter().zip(ordered).zip(previous) {
        committed.push(half_link(bases, &(link + weight * r), &(weight * u)));
    }
    Some(encode_doubles(&committed))
}

/// Half of `of_generator G + of_h h`.
fn half_link(bases: &CommitmentKey, of_generator: &Scalar, of_h: &Scalar) -> RistrettoPoint {
    half_base(of_generator) + bases.times_h(&of_h.div_by_2())
}

/// Half of `scalar G`.
fn half_base(scalar: &Scalar) -> RistrettoPoint {
    RistrettoPoint::mul_base(&scalar.div_by_2())
}
