//! The linear relation of a conjunction.

use alloc::vec::Vec;

use curve25519_dalek::RistrettoPoint;

use super::{Formula, Leaf};
use crate::card::{CardPoint, MaskedCard};
use crate::element::Element;
use crate::key::HandPublic;
use crate::role::Hand;
use crate::sigma::Relation;

/// One relation for each conjunction; `blinds` are those of all `NotEqual` leaves in order.
///
/// `None` when there are not as many blinds as such leaves, which no caller lets happen: an equation is never left out.
pub(super) fn relations(key: &HandPublic, formula: &Formula, blinds: &[Element]) -> Option<Vec<Relation>> {
    let mut blinds = blinds.iter();
    let relations = formula.0.iter().map(|leaves| relation(key, leaves, &mut blinds)).collect();
    if blinds.next().is_some() { None } else { relations }
}

/// What is equal comes first, with `y`; then what is not, with its `alpha` and `beta`.
fn relation<'a>(key: &HandPublic, leaves: &[Leaf], blinds: &mut impl Iterator<Item = &'a Element>) -> Option<Relation> {
    let mut relation = Relation::default();
    equalities(&mut relation, key, leaves);
    for leaf in leaves {
        if let Leaf::NotEqual { card, face } = leaf {
            inequality(&mut relation, key, card, face, blinds.next()?.point());
        }
    }
    Some(relation)
}

fn equalities(relation: &mut Relation, key: &HandPublic, leaves: &[Leaf]) {
    let mut y = None;
    for leaf in leaves {
        if let Leaf::Equal { card, face } = leaf {
            let y = *y.get_or_insert_with(|| {
                let y = relation.secret();
                relation.equation_for(key.element(), &[(y, Relation::GENERATOR)]);
                y
            });
            let a = relation.shared(card.a());
            relation.equation(card.b().point() - face.point(), &[(y, a)]);
        }
    }
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
    let a = relation.shared(card.a());
    let key = relation.shared(key.element());
    relation.equation(blind, &[(alpha, difference), (beta, -a)]);
    relation.vanishing(&[(alpha, key), (beta, -Relation::GENERATOR)]);
}
