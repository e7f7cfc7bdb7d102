//! Provers that keep to the recipe over statements that are not true, or with witnesses that do not go together.

use alloc::vec;
use alloc::vec::Vec;

use curve25519_dalek::{RistrettoPoint, Scalar};
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::SeedableRng as _;

use crate::card::absorb_cards;
use crate::element::Element;
use crate::key::{HandSecret, PileSecret, SecretKey};
use crate::role::{Hand, Pile, Role};
use crate::sigma::{self, Deferred, Nonces, Relation};
use crate::{CardPoint, Context, MaskedCard, ProofError, RemaskShare, share, transfer};

fn rng(seed: u8) -> ChaCha20Rng {
    ChaCha20Rng::from_seed([seed; 32])
}

fn ctx() -> Context {
    Context::new([5; 32])
}

fn face(name: &str) -> RistrettoPoint {
    CardPoint::of_face("base", "objects", name).point()
}

fn card<R: Role>(secret: &SecretKey<R>, face: RistrettoPoint, factor: u64) -> MaskedCard<R> {
    let factor = Scalar::from(factor);
    MaskedCard::from_points(RistrettoPoint::mul_base(&factor), face + secret.public().point() * factor)
}

struct Giver {
    hand: HandSecret,
    pile: PileSecret,
}

impl Giver {
    fn new() -> Self {
        Self { hand: HandSecret::random(&mut rng(1)), pile: PileSecret::random(&mut rng(2)) }
    }

    /// A transfer of one card to the pile by the recipe, whatever the output and the witness are.
    fn argue(&self, from: &MaskedCard<Hand>, output: &MaskedCard<Pile>, witness: &[Scalar]) -> Result<(), ProofError> {
        let (key, to, cards) = (self.hand.public(), self.pile.public(), [*from]);
        let mut transcript = transfer::inputs(&ctx(), &key, &cards, &to);
        absorb_cards(&mut transcript, "output", &[*output]);
        let relation = transfer::relation(&key, &cards, &to, &[*output]);
        let mut nonces = Nonces::hedged(&mut rng(3), &transcript, &[]);
        let proof = sigma::prove(&transcript, &relation, witness, &mut nonces)?;
        transfer::verify(&ctx(), &key, &cards, &to, &[*output], &proof)
    }
}

#[test]
fn a_card_of_unknown_randomness_cannot_be_put_into_a_pile() {
    let giver = Giver::new();
    let (y, t) = (*giver.hand.scalar(), Scalar::from(77_u64));
    let own = card(&giver.hand, face("key"), 11);
    assert_eq!(giver.argue(&own, &card(&giver.pile, face("key"), 77), &[y, t]), Ok(()), "an honest one");
    // Somebody's card of the pile, whose randomness 99 the giver does not know: as it is, shifted, and re-masked.
    let victim = card(&giver.pile, face("pearl"), 99);
    let shifted = MaskedCard::from_points(victim.a().point(), victim.b().point() + face("key"));
    let again = RistrettoPoint::mul_base(&t);
    let remasked =
        MaskedCard::from_points(victim.a().point() + again, victim.b().point() + giver.pile.public().point() * t);
    for output in [victim, shifted, remasked] {
        for guess in [Scalar::ZERO, t] {
            assert_eq!(giver.argue(&own, &output, &[y, guess]), Err(ProofError::Rejected));
        }
    }
}

#[test]
fn parts_of_a_conjunction_share_their_witness() {
    let giver = Giver::new();
    let own = card(&giver.hand, face("key"), 11);
    let (y, other, t) = (*giver.hand.scalar(), Scalar::from(123_u64), Scalar::from(77_u64));
    // Under another key the card would be another face: b - y' a.
    let claimed = own.b().point() - own.a().point() * other;
    let output = card(&giver.pile, claimed, 77);
    for witness in [[y, t], [other, t]] {
        assert_eq!(giver.argue(&own, &output, &witness), Err(ProofError::Rejected));
    }
    // With a secret of its own for each equation the forgery would pass: the attack is real.
    let mut split = Relation::default();
    let (y_of_key, y_of_card, of_t) = (split.secret(), split.secret(), split.secret());
    let (a, to) = (split.base(own.a().point()), split.base(giver.pile.public().point()));
    split.equation(giver.hand.public().point(), &[(y_of_key, Relation::GENERATOR)]);
    split.equation(output.a().point(), &[(of_t, Relation::GENERATOR)]);
    split.equation(own.b().point() - output.b().point(), &[(y_of_card, a), (of_t, -to)]);
    let transcript = transfer::inputs(&ctx(), &giver.hand.public(), &[own], &giver.pile.public());
    let mut nonces = Nonces::hedged(&mut rng(3), &transcript, &[]);
    let proof = sigma::prove(&transcript, &split, &[y, other, t], &mut nonces).unwrap();
    assert_eq!(Deferred::read(&transcript, split, &proof).unwrap().verify(), Ok(()));
}

/// A share of one card by the recipe, made of any scalars.
fn share_of(
    secret: &PileSecret,
    card: &MaskedCard<Pile>,
    to: &HandSecret,
    x: Scalar,
    s: Scalar,
) -> Result<(), ProofError> {
    let (key, cards, to) = (secret.public(), [*card], [to.public()]);
    let d2 = to[0].point() * s - card.a().point() * x;
    let shares = [RemaskShare { d1: Element::new(RistrettoPoint::mul_base(&s)), d2: Element::new(d2) }];
    let mut transcript = share::inputs(&ctx(), &key, &cards, &to);
    share::absorb_shares(&mut transcript, &shares);
    let relation = share::relation(&key, &cards, &to, &shares);
    let mut nonces = Nonces::hedged(&mut rng(4), &transcript, &[]);
    let proof = sigma::prove(&transcript, &relation, &[*secret.scalar(), s], &mut nonces)?;
    share::verify(&ctx(), &key, &cards, &to, &shares, &proof)
}

#[test]
fn a_share_made_with_a_weight_or_another_secret_is_refused() {
    let (secret, to) = (PileSecret::random(&mut rng(5)), HandSecret::random(&mut rng(6)));
    let (x, s) = (*secret.scalar(), Scalar::from(13_u64));
    let drawn = card(&secret, face("whip"), 17);
    assert_eq!(share_of(&secret, &drawn, &to, x, s), Ok(()), "an honest one");
    let weight = Scalar::from(3_u64) * Scalar::from(2_u64).invert();
    let stranger = *PileSecret::random(&mut rng(7)).scalar();
    for wrong in [x * weight, -x, x + Scalar::ONE, Scalar::ZERO, stranger] {
        assert_eq!(share_of(&secret, &drawn, &to, wrong, s), Err(ProofError::Rejected));
    }
}

#[test]
fn errors_that_cancel_between_two_cards_of_one_proof_are_found() {
    let giver = Giver::new();
    let cards: Vec<_> =
        ["key", "ring"].iter().zip([11, 12]).map(|(name, r)| card(&giver.hand, face(name), r)).collect();
    let to = giver.pile.public();
    let (output, proof) = transfer::prove(&ctx(), &giver.hand, &cards, &to, &mut rng(8)).unwrap();
    assert_eq!(transfer::verify(&ctx(), &giver.hand.public(), &cards, &to, &output, &proof), Ok(()));
    // Both responses t are changed by the same amount in opposite directions, so the sums of all equations stay right.
    let mut tampered = proof.clone();
    let places = [proof.len() - 64, proof.len() - 32];
    for (place, change) in places.into_iter().zip([Scalar::ONE, -Scalar::ONE]) {
        let response = Scalar::from_canonical_bytes(tampered[place..place + 32].try_into().unwrap()).unwrap();
        tampered[place..place + 32].copy_from_slice((response + change).as_bytes());
    }
    let refused = transfer::verify(&ctx(), &giver.hand.public(), &cards, &to, &output, &tampered);
    assert_eq!(refused, Err(ProofError::Rejected));
}

#[test]
fn a_disjunction_of_two_simulated_branches_is_refused() {
    // Both challenges are chosen before the commitments are hashed: they sum to the hash with probability 2^-252.
    let giver = Giver::new();
    let key = giver.hand.public();
    let card = card(&giver.hand, face("key"), 11);
    let leaf = |name| vec![crate::Leaf::Equal { card, face: CardPoint::of_face("base", "objects", name) }];
    let formula = crate::Formula(vec![leaf("pearl"), leaf("mirror")]);
    for whole in [Scalar::ZERO, Scalar::ONE, Scalar::from(9_u64)] {
        let first = Scalar::from(4_u64);
        let scalars = [whole, first, Scalar::from(5_u64), Scalar::from(6_u64)];
        let forged: Vec<u8> = scalars.iter().flat_map(Scalar::to_bytes).collect();
        assert_eq!(crate::claim::verify(&ctx(), &key, &formula, &forged), Err(ProofError::Rejected));
    }
}
