//! The equations of step 4, as a verifier checks them.

use alloc::vec::Vec;
use core::iter;

use curve25519_dalek::Scalar;

use super::argument::{Commitments, Statement};
use super::bases::CommitmentKey;
use crate::card::MaskedCard;
use crate::element::Element;
use crate::role::Role;
use crate::sigma::{Base, Relation, Secret};

/// The secrets of step 4, in their order.
#[cfg_attr(test, derive(Clone))]
struct Secrets {
    rows: Secret,
    last_link: Secret,
    mixed: Secret,
    factor: Secret,
    links: Vec<Secret>,
    ordered: Vec<Secret>,
}

impl Secrets {
    fn allocate(relation: &mut Relation, n: usize) -> Self {
        Self {
            rows: relation.secret(),
            last_link: relation.secret(),
            mixed: relation.secret(),
            factor: relation.secret(),
            links: (0..n).map(|_| relation.secret()).collect(),
            ordered: (0..n).map(|_| relation.secret()).collect(),
        }
    }
}

/// The points of step 4, each once.
struct Bases {
    key: Base,
    h: Base,
    each: Vec<Base>,
    permutation: Vec<Base>,
    chain: Vec<Base>,
    /// First halves, then second halves.
    input: [Vec<Base>; 2],
    output: [Vec<Base>; 2],
}

impl Bases {
    fn allocate<R: Role>(
        relation: &mut Relation,
        statement: &Statement<'_, R>,
        bases: &CommitmentKey,
        commitments: &Commitments,
    ) -> Self {
        let Statement { ctx: _, key, input, output } = statement;
        let mut halves = |cards: &[MaskedCard<R>]| {
            [MaskedCard::a, MaskedCard::b].map(|half| cards.iter().map(|card| relation.shared(half(card))).collect())
        };
        let (input, output) = (halves(input), halves(output));
        let mut own = |elements: &[Element]| elements.iter().map(|element| relation.base(element.point())).collect();
        let (permutation, chain) = (own(&commitments.permutation), own(&commitments.chain));
        let each = bases.each(statement.input.len()).iter().map(|h| relation.shared(h)).collect();
        let (key, h) = (relation.shared(key.element()), relation.shared(bases.h()));
        Self { key, h, each, permutation, chain, input, output }
    }
}

/// The linear relation of step 4.
pub(super) fn relation<R: Role>(
    statement: &Statement<'_, R>,
    bases: &CommitmentKey,
    commitments: &Commitments,
    weights: &[Scalar],
) -> Relation {
    let mut relation = Relation::default();
    let secrets = Secrets::allocate(&mut relation, weights.len());
    let bases = Bases::allocate(&mut relation, statement, bases, commitments);
    sums_and_products(&mut relation, &secrets, &bases, weights);
    weighted_sums(&mut relation, &secrets, &bases, weights);
    links(&mut relation, &secrets, &bases);
    relation
}

/// Rows sum to one, and the product of the ordered weights is that of the weights.
fn sums_and_products(relation: &mut Relation, secrets: &Secrets, bases: &Bases, weights: &[Scalar]) {
    let one = |base: Base| (Scalar::ONE, base);
    let sum = bases.permutation.iter().map(|c| one(*c)).chain(bases.each.iter().map(|h| one(-*h))).collect();
    relation.equation_of(sum, &[(secrets.rows, Relation::GENERATOR)]);
    let product = (weights.iter().product(), -bases.h);
    let end = bases.chain.last().map(|end| one(*end)).into_iter().chain([product]).collect();
    relation.equation_of(end, &[(secrets.last_link, Relation::GENERATOR)]);
}

/// The ordered weights are the committed matrix times the weights, and the lists match weight by weight.
fn weighted_sums(relation: &mut Relation, secrets: &Secrets, bases: &Bases, weights: &[Scalar]) {
    let ([a, b], [new_a, new_b]) = (&bases.input, &bases.output);
    let rows = [
        (&bases.permutation, (secrets.mixed, Relation::GENERATOR), &bases.each),
        (a, (secrets.factor, -Relation::GENERATOR), new_a),
        (b, (secrets.factor, -bases.key), new_b),
    ];
    for (before, blinding, after) in rows {
        let sum = weights.iter().copied().zip(before.iter().copied()).collect();
        let after = secrets.ordered.iter().copied().zip(after.iter().copied());
        let terms: Vec<_> = iter::once(blinding).chain(after).collect();
        relation.equation_of(sum, &terms);
    }
}

/// The chain is a chain.
fn links(relation: &mut Relation, secrets: &Secrets, bases: &Bases) {
    let mut previous = bases.h;
    for ((&current, &link), &weight) in bases.chain.iter().zip(&secrets.links).zip(&secrets.ordered) {
        relation.equation_at(current, &[(link, Relation::GENERATOR), (weight, previous)]);
        previous = current;
    }
}

/// The same without the link between sums and chain: the chain has ordered weights of its own, after all other secrets.
#[cfg(test)]
pub(super) fn unlinked<R: Role>(
    statement: &Statement<'_, R>,
    bases: &CommitmentKey,
    commitments: &Commitments,
    weights: &[Scalar],
) -> Relation {
    let mut relation = Relation::default();
    let secrets = Secrets::allocate(&mut relation, weights.len());
    let of_chain = Secrets { ordered: weights.iter().map(|_| relation.secret()).collect(), ..secrets.clone() };
    let bases = Bases::allocate(&mut relation, statement, bases, commitments);
    sums_and_products(&mut relation, &secrets, &bases, weights);
    weighted_sums(&mut relation, &secrets, &bases, weights);
    links(&mut relation, &of_chain, &bases);
    relation
}
