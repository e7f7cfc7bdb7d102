//! Forgeries by a prover that does not check its claims.

use alloc::vec;

use curve25519_dalek::{RistrettoPoint, Scalar};
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::SeedableRng as _;

use super::*;

fn rng(seed: u8) -> ChaCha20Rng {
    ChaCha20Rng::from_seed([seed; 32])
}

fn face(name: &str) -> CardPoint {
    CardPoint::of_face("base", "objects", name)
}

/// A card with a known face under the key.
fn card(secret: &HandSecret, name: &str) -> MaskedCard<Hand> {
    let factor = Scalar::random(&mut rng(2));
    let mask = secret.public().point() * factor;
    MaskedCard::from_points(RistrettoPoint::mul_base(&factor), face(name).point() + mask)
}

fn ctx() -> Context {
    Context::new([7; 32])
}

/// The linear proof over chosen blinds and a chosen witness, without a look at the claim.
fn forge(secret: &HandSecret, formula: &Formula, blinds: &[Element], witness: &[Scalar]) -> Vec<u8> {
    let key = secret.public();
    let mut transcript = statement(&ctx(), &key, formula);
    transcript.elements("blinds", blinds.iter());
    let mut nonces = Nonces::hedged(&mut rng(3), &transcript, &[]);
    let relation = relations(&key, formula, blinds).unwrap().pop().unwrap();
    let proof = sigma::prove(&transcript, &relation, witness, &mut nonces).unwrap();
    blinds.iter().flat_map(|blind| *blind.encoding()).chain(proof).collect()
}

#[test]
fn a_blind_of_zero_proves_anything_so_it_is_refused() {
    let secret = HandSecret::random(&mut rng(1));
    let formula = Formula(vec![vec![Leaf::NotEqual { card: card(&secret, "pearl"), face: face("pearl") }]]);
    let blinds = [Element::identity()];
    for witness in [[Scalar::ZERO; 2], [Scalar::ONE, *secret.scalar()]] {
        let forged = forge(&secret, &formula, &blinds, &witness);
        let refused = verify(&ctx(), &secret.public(), &formula, &forged);
        assert_eq!(refused, Err(ProofError::Identity { what: "blind", index: 0 }));
        // The equations alone would let it pass.
        let mut transcript = statement(&ctx(), &secret.public(), &formula);
        transcript.elements("blinds", blinds.iter());
        let relation = relations(&secret.public(), &formula, &blinds).unwrap().pop().unwrap();
        let equations = Deferred::read(&transcript, relation, &forged[32..]).unwrap();
        assert_eq!(equations.verify(), Ok(()), "the attack is real");
    }
}

#[test]
fn no_witness_denies_a_face_that_the_card_has() {
    let secret = HandSecret::random(&mut rng(1));
    let formula = Formula(vec![vec![Leaf::NotEqual { card: card(&secret, "pearl"), face: face("pearl") }]]);
    let alpha = Scalar::from(5_u8);
    let blinds = [Element::new(RistrettoPoint::mul_base(&alpha))];
    for beta in [alpha * secret.scalar(), alpha, Scalar::ZERO] {
        let forged = forge(&secret, &formula, &blinds, &[alpha, beta]);
        assert_eq!(verify(&ctx(), &secret.public(), &formula, &forged), Err(ProofError::Rejected));
    }
}

#[test]
fn no_witness_gives_a_card_another_face() {
    let secret = HandSecret::random(&mut rng(1));
    let formula = Formula(vec![vec![Leaf::Equal { card: card(&secret, "pearl"), face: face("mirror") }]]);
    for witness in [*secret.scalar(), Scalar::ONE] {
        let forged = forge(&secret, &formula, &[], &[witness]);
        assert_eq!(verify(&ctx(), &secret.public(), &formula, &forged), Err(ProofError::Rejected));
    }
}

#[test]
fn the_blind_of_a_false_leaf_is_random_and_not_the_identity() {
    let secret = HandSecret::random(&mut rng(1));
    let leaf = Leaf::NotEqual { card: card(&secret, "pearl"), face: face("pearl") };
    let transcript = statement(&ctx(), &secret.public(), &Formula(vec![vec![leaf]]));
    let blind = |seed| {
        let mut nonces = Nonces::hedged(&mut rng(seed), &transcript, &[]);
        let branch = Branch::answer(&mut Looks::new(&secret), &[leaf], &mut nonces);
        assert!(!bool::from(branch.truth));
        branch.blinds[0]
    };
    assert!(!blind(1).is_identity());
    assert_ne!(blind(1), blind(2));
}

#[test]
fn blinds_that_do_not_match_the_leaves_make_no_relation() {
    let secret = HandSecret::random(&mut rng(1));
    let leaf = Leaf::NotEqual { card: card(&secret, "pearl"), face: face("mirror") };
    let formula = Formula(vec![vec![leaf], vec![leaf]]);
    let blind = Element::new(RistrettoPoint::mul_base(&Scalar::ONE));
    for (count, fits) in [(1, false), (2, true), (3, false)] {
        let blinds = vec![blind; count];
        assert_eq!(relations(&secret.public(), &formula, &blinds).is_some(), fits, "{count} blinds");
    }
}
