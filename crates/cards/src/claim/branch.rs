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

impl Branch {
    /// Works through all leaves alike, whatever their truth.
    pub(super) fn answer(secret: &HandSecret, leaves: &[Leaf], nonces: &mut Nonces) -> Self {
        let mut branch = Self {
            truth: Choice::from(1),
            witness: Zeroizing::new(Vec::with_capacity(secrets(leaves))),
            blinds: Vec::with_capacity(unequal_leaves(leaves)),
        };
        if has_equal_leaf(leaves) {
            branch.witness.push(*secret.scalar());
        }
        for leaf in leaves {
            match leaf {
                Leaf::Equal { card, face } => {
                    branch.truth &= is_face(secret, card, face);
                }
                Leaf::NotEqual { card, face } => branch.deny(secret, card, face, nonces),
            }
        }
        branch
    }

    fn deny(&mut self, secret: &HandSecret, card: &MaskedCard<Hand>, face: &CardPoint, nonces: &mut Nonces) {
        let alpha = nonces.scalar();
        let decoy = RistrettoPoint::mul_base(&nonces.scalar());
        let difference = secret.unmasked_point(card) - face.point();
        let equal = difference.ct_eq(&RistrettoPoint::identity());
        let blind = RistrettoPoint::conditional_select(&(difference * alpha), &decoy, equal);
        self.truth &= !equal;
        self.witness.extend([alpha, alpha * secret.scalar()]);
        self.blinds.push(Element::new(blind));
    }
}

fn is_face(secret: &HandSecret, card: &MaskedCard<Hand>, face: &CardPoint) -> Choice {
    secret.unmasked_point(card).ct_eq(&face.point())
}
