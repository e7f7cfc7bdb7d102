//! The prover's side of a conjunction.

use alloc::vec::Vec;

use curve25519_dalek::traits::Identity as _;
use curve25519_dalek::{RistrettoPoint, Scalar};
use subtle::{Choice, ConditionallySelectable as _, ConstantTimeEq as _};
use zeroize::Zeroizing;

use super::{Leaf, has_equal_leaf, secrets, unequal_leaves};
use crate::card::{CardPoint, MaskedCard};
use crate::element::Element;
use crate::key::HandSecret;
use crate::role::Hand;
use crate::sigma::Nonces;

/// The prover's side of one conjunction: witnesses, right or wrong, and the blinds that go with them.
pub(super) struct Branch {
    pub(super) truth: Choice,
    pub(super) witness: Zeroizing<Vec<Scalar>>,
    pub(super) blinds: Vec<Element>,
}

/// The holder's look at the cards of a formula: each card once, however many leaves speak of it.
pub(super) struct Looks<'a> {
    secret: &'a HandSecret,
    seen: Vec<(MaskedCard<Hand>, RistrettoPoint)>,
}

impl<'a> Looks<'a> {
    pub(super) fn new(secret: &'a HandSecret) -> Self {
        Self { secret, seen: Vec::new() }
    }

    fn at(&mut self, card: &MaskedCard<Hand>) -> RistrettoPoint {
        if let Some((_, point)) = self.seen.iter().find(|(seen, _)| seen == card) {
            return *point;
        }
        let point = self.secret.unmasked_point(card);
        self.seen.push((*card, point));
        point
    }
}

impl Branch {
    /// Works through all leaves alike, whatever their truth.
    #[inline(never)] // `.ci/counts` counts its instructions by name.
    pub(super) fn answer(looks: &mut Looks<'_>, leaves: &[Leaf], nonces: &mut Nonces) -> Self {
        let mut branch = Self {
            truth: Choice::from(1),
            witness: Zeroizing::new(Vec::with_capacity(secrets(leaves))),
            blinds: Vec::with_capacity(unequal_leaves(leaves)),
        };
        if has_equal_leaf(leaves) {
            branch.witness.push(*looks.secret.scalar());
        }
        for leaf in leaves {
            match leaf {
                Leaf::Equal { card, face } => {
                    branch.truth &= looks.at(card).ct_eq(&face.point());
                }
                Leaf::NotEqual { card, face } => branch.deny(looks, card, face, nonces),
            }
        }
        branch
    }

    fn deny(&mut self, looks: &mut Looks<'_>, card: &MaskedCard<Hand>, face: &CardPoint, nonces: &mut Nonces) {
        let alpha = nonces.scalar();
        let decoy = RistrettoPoint::mul_base(&nonces.scalar());
        let difference = looks.at(card) - face.point();
        let equal = difference.ct_eq(&RistrettoPoint::identity());
        let blind = RistrettoPoint::conditional_select(&(difference * alpha), &decoy, equal);
        self.truth &= !equal;
        self.witness.extend([alpha, alpha * looks.secret.scalar()]);
        self.blinds.push(Element::new(blind));
    }
}
