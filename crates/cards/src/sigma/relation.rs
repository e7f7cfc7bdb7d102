//! The equations of a proof.

use alloc::vec;
use alloc::vec::Vec;
use core::ops::Neg;

use curve25519_dalek::constants::RISTRETTO_BASEPOINT_POINT;
use curve25519_dalek::traits::{MultiscalarMul as _, VartimeMultiscalarMul as _};
use curve25519_dalek::{RistrettoPoint, Scalar};
use zeroize::Zeroizing;

use crate::element::{Element, Encoding};

/// A public group element that equations multiply with, or its negative.
#[derive(Clone, Copy)]
pub(crate) struct Base {
    index: usize,
    negative: bool,
}

impl Base {
    /// A scalar with the sign of this base.
    pub(super) fn signed(self, scalar: Scalar) -> Scalar {
        if self.negative { -scalar } else { scalar }
    }

    /// Place among the points of its relation.
    pub(super) const fn index(self) -> usize {
        self.index
    }
}

impl Neg for Base {
    type Output = Self;

    fn neg(self) -> Self {
        Self { negative: !self.negative, ..self }
    }
}

/// A secret scalar of a relation, in the order of the witness.
#[derive(Clone, Copy)]
pub(crate) struct Secret(usize);

/// `image = sum of secret * base`; the image is a combination of points with public factors.
pub(super) struct Equation {
    pub(super) image: Vec<(Scalar, Base)>,
    pub(super) terms: Vec<(Secret, Base)>,
}

/// A point of a relation; under its name it can occur in other relations too.
#[derive(Clone, Copy)]
pub(super) struct Named {
    pub(super) point: RistrettoPoint,
    pub(super) name: Option<Encoding>,
}

/// A conjunction of equations over one list of secrets.
pub(crate) struct Relation {
    /// The generator first.
    points: Vec<Named>,
    equations: Vec<Equation>,
    secrets: usize,
}

impl Default for Relation {
    fn default() -> Self {
        let generator = Named { point: RISTRETTO_BASEPOINT_POINT, name: None };
        Self { points: vec![generator], equations: Vec::new(), secrets: 0 }
    }
}

impl Relation {
    /// The generator `G`.
    pub(crate) const GENERATOR: Base = Base { index: 0, negative: false };

    /// Adds a secret.
    pub(crate) fn secret(&mut self) -> Secret {
        let secret = Secret(self.secrets);
        self.secrets += 1;
        secret
    }

    /// Adds a public element that occurs nowhere else.
    pub(crate) fn base(&mut self, point: RistrettoPoint) -> Base {
        self.add(Named { point, name: None })
    }

    /// Adds a public element that other relations may use as well: a verifier of many counts it once.
    pub(crate) fn shared(&mut self, element: &Element) -> Base {
        self.add(Named { point: element.point(), name: Some(*element.encoding()) })
    }

    fn add(&mut self, named: Named) -> Base {
        let index = self.points.len();
        self.points.push(named);
        Base { index, negative: false }
    }

    /// Adds the equation `image = sum of secret * base`.
    pub(crate) fn equation(&mut self, image: RistrettoPoint, terms: &[(Secret, Base)]) {
        let image = self.base(image);
        self.equation_at(image, terms);
    }

    /// Adds the equation `image = sum of secret * base` for an image that other relations may use as well.
    pub(crate) fn equation_for(&mut self, image: &Element, terms: &[(Secret, Base)]) {
        let image = self.shared(image);
        self.equation_at(image, terms);
    }

    /// Adds the equation `image = sum of secret * base` for an image that other equations use as a base.
    pub(crate) fn equation_at(&mut self, image: Base, terms: &[(Secret, Base)]) {
        self.equation_of(vec![(Scalar::ONE, image)], terms);
    }

    /// Adds the equation `sum of factor * base = sum of secret * base`, the factors being public.
    pub(crate) fn equation_of(&mut self, image: Vec<(Scalar, Base)>, terms: &[(Secret, Base)]) {
        self.equations.push(Equation { image, terms: terms.to_vec() });
    }

    /// Adds the equation `0 = sum of secret * base`.
    pub(crate) fn vanishing(&mut self, terms: &[(Secret, Base)]) {
        self.equation_of(Vec::new(), terms);
    }

    /// Number of secrets.
    pub(super) const fn secrets(&self) -> usize {
        self.secrets
    }

    pub(super) fn equations(&self) -> &[Equation] {
        &self.equations
    }

    pub(super) fn points(&self) -> &[Named] {
        &self.points
    }

    /// Half of `sum of scalar * base - challenge * image` for every equation, in constant time; commitments have no
    /// challenge. Halves, because doubles are encoded in batches.
    ///
    /// `None` when there are not as many scalars as secrets.
    pub(crate) fn evaluate_halves(
        &self,
        scalars: &[Scalar],
        challenge: Option<&Scalar>,
    ) -> Option<Vec<RistrettoPoint>> {
        self.map(scalars, challenge, |product| {
            let of_generator = match product.of_generator.as_slice() {
                [] => None,
                factors => Some(RistrettoPoint::mul_base(&Zeroizing::new(factors.iter().sum()))),
            };
            let of_others = match (product.factors.as_slice(), product.points.as_slice()) {
                ([], _) => None,
                ([factor], [point]) => Some(point * factor),
                (factors, points) => Some(RistrettoPoint::multiscalar_mul(factors, points)),
            };
            of_generator.unwrap_or_default() + of_others.unwrap_or_default()
        })
    }

    /// The same of public scalars, in a time that depends on them.
    pub(super) fn halves_vartime(&self, scalars: &[Scalar], challenge: &Scalar) -> Option<Vec<RistrettoPoint>> {
        self.map(scalars, Some(challenge), |product| {
            let of_generator = product.of_generator.iter().sum();
            match (product.factors.as_slice(), product.points.as_slice()) {
                ([factor], [point]) => {
                    RistrettoPoint::vartime_double_scalar_mul_basepoint(factor, point, &of_generator)
                }
                (factors, points) if product.of_generator.is_empty() => {
                    RistrettoPoint::vartime_multiscalar_mul(factors, points)
                }
                (factors, points) => {
                    let of_others = RistrettoPoint::vartime_multiscalar_mul(factors, points);
                    of_others + RistrettoPoint::mul_base(&of_generator)
                }
            }
        })
    }

    fn map(
        &self,
        scalars: &[Scalar],
        challenge: Option<&Scalar>,
        value: impl Fn(&Product) -> RistrettoPoint,
    ) -> Option<Vec<RistrettoPoint>> {
        if scalars.len() != self.secrets {
            return None;
        }
        let halves = Zeroizing::new(scalars.iter().map(Scalar::div_by_2).collect::<Vec<_>>());
        let challenge = challenge.map(Scalar::div_by_2);
        let product = |equation| Some(value(&self.product(equation, &halves, challenge.as_ref())?));
        self.equations.iter().map(product).collect()
    }

    /// The bases of an equation, each with its factor: a scalar for a secret, the negative challenge for the image.
    fn product(&self, equation: &Equation, scalars: &[Scalar], challenge: Option<&Scalar>) -> Option<Product> {
        let mut product = Product::with_capacity(equation.terms.len() + equation.image.len());
        for (secret, base) in &equation.terms {
            product.push(*base, base.signed(*scalars.get(secret.0)?), &self.points)?;
        }
        for (factor, base) in equation.image.iter().filter(|_| challenge.is_some()) {
            product.push(*base, base.signed(-(challenge? * factor)), &self.points)?;
        }
        Some(product)
    }
}

/// A sum of products; the generator, which has a table of its own, is apart from the others.
struct Product {
    of_generator: Zeroizing<Vec<Scalar>>,
    factors: Zeroizing<Vec<Scalar>>,
    points: Vec<RistrettoPoint>,
}

impl Product {
    /// Room for all terms, so that no secret is left behind where a list has grown.
    fn with_capacity(terms: usize) -> Self {
        let scalars = || Zeroizing::new(Vec::with_capacity(terms));
        Self { of_generator: scalars(), factors: scalars(), points: Vec::with_capacity(terms) }
    }

    fn push(&mut self, base: Base, factor: Scalar, points: &[Named]) -> Option<()> {
        if base.index == Relation::GENERATOR.index {
            self.of_generator.push(factor);
        } else {
            self.factors.push(factor);
            self.points.push(points.get(base.index)?.point);
        }
        Some(())
    }
}

impl Secret {
    /// Place in the witness.
    pub(super) const fn index(self) -> usize {
        self.0
    }
}
