//! The linear relation of a conjunction.

use alloc::vec::Vec;

use curve25519_dalek::RistrettoPoint;

use super::{Formula, Leaf, has_equal_leaf};
use crate::card::{CardPoint, MaskedCard};
use crate::element::Element;
use crate::key::HandPublic;
use crate::role::Hand;
use crate::sigma::Relation;

/// One relation for each conjunction; `blinds` are those of all `NotEqual` leaves in order.
pub(super) fn relations(key: &HandPublic, formula: &Formula, blinds: &[Element]) -> Vec<Relation> {
    let mut blinds = blinds.iter();
    formula.0.iter().map(|leaves| relation(key, leaves, &mut blinds)).collect()
}

fn relation<'a>(key: &HandPublic, leaves: &[Leaf], blinds: &mut impl Iterator<Item = &'a Element>) -> Relation {
    let mut relation = Relation::default();
    let y = has_equal_leaf(leaves).then(|| {
        let y = relation.secret();
        relation.equation(key.point(), &[(y, Relation::GENERATOR)]);
        y
    });
    for leaf in leaves {
        match (leaf, y) {
            (Leaf::Equal { card, face }, Some(y)) => {
                let a = relation.base(card.a().point());
                relation.equation(card.b().point() - face.point(), &[(y, a)]);
            }
            (Leaf::Equal { .. }, None) => {}
            (Leaf::NotEqual { card, face }, _) => {
                let blind = blinds.next().map(Element::point).unwrap_or_default();
                inequality(&mut relation, key, card, face, blind);
            }
        }
    }
    relation
}

fn inequality(
    relation: &mut Relation,
    key: &HandPublic,
    card: &MaskedCard<Hand>,
    face: &CardPoint,
    blind: RistrettoPoint,
) {
    let (alpha, beta) = (relation.secret(), relation.secret());
    let difference = relation.base(card.b().point() - face.point());
    let minus_a = relation.base(-card.a().point());
    let key = relation.base(key.point());
    let minus_generator = relation.base(-Relation::generator());
    relation.equation(blind, &[(alpha, difference), (beta, minus_a)]);
    relation.vanishing(&[(alpha, key), (beta, minus_generator)]);
}
