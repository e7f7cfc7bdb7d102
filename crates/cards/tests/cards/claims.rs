#![expect(clippy::large_types_passed_by_value, reason = "a card per leaf reads better than its reference")]

use nightcoach_cards::claim::{self, Formula, Leaf};
use nightcoach_cards::{Hand, HandSecret, MaskedCard, ProofError};

use crate::common::{assert_bound_to_context, assert_exact, ctx, face, hand, rng};

const TEXTLESS: [&str; 11] =
    ["key", "goblet", "pearl", "mirror", "dagger", "gloves", "ring", "knives", "whip", "loge", "bag_key"];

fn is(card: MaskedCard<Hand>, name: &str) -> Leaf {
    Leaf::Equal { card, face: face(name) }
}

fn is_not(card: MaskedCard<Hand>, name: &str) -> Leaf {
    Leaf::NotEqual { card, face: face(name) }
}

fn one_of(card: MaskedCard<Hand>, names: &[&str]) -> Formula {
    Formula(names.iter().map(|name| vec![is(card, name)]).collect())
}

/// One of the two cards is no bag.
fn not_two_bags(x: MaskedCard<Hand>, y: MaskedCard<Hand>) -> Formula {
    Formula([x, y].map(|card| vec![is_not(card, "bag_key"), is_not(card, "bag_goblet")]).into())
}

fn holder() -> HandSecret {
    HandSecret::random(&mut rng(1))
}

fn cards(names: &[&str]) -> Vec<MaskedCard<Hand>> {
    hand(&holder(), names, &mut rng(2))
}

fn prove(formula: &Formula) -> Result<Vec<u8>, ProofError> {
    claim::prove(&ctx(), &holder(), formula, &mut rng(3))
}

fn verify(formula: &Formula, proof: &[u8]) -> Result<(), ProofError> {
    claim::verify(&ctx(), &holder().public(), formula, proof)
}

/// Proves, checks the length that the shape promises, and verifies.
fn accepted(formula: &Formula) -> Vec<u8> {
    let proof = prove(formula).unwrap();
    assert_eq!(proof.len(), claim::proof_len(formula));
    assert_eq!(verify(formula, &proof), Ok(()));
    proof
}

#[test]
fn every_member_of_a_set_proves_membership_alike() {
    for name in TEXTLESS {
        let card = cards(&[name])[0];
        assert_eq!(accepted(&one_of(card, &TEXTLESS)).len(), 2 * 32 * TEXTLESS.len());
    }
    let outside = cards(&["sextant"])[0];
    assert_eq!(prove(&one_of(outside, &TEXTLESS)), Err(ProofError::FalseClaim));
}

#[test]
fn a_set_of_one_is_an_equality() {
    let card = cards(&["ring"])[0];
    assert_eq!(accepted(&one_of(card, &["ring"])).len(), 96);
    assert_eq!(prove(&one_of(card, &["key"])), Err(ProofError::FalseClaim));
}

#[test]
fn a_refusal_says_neither_pearl_nor_mirror() {
    let refusal = |card| Formula(vec![vec![is_not(card, "pearl"), is_not(card, "mirror")]]);
    assert_eq!(accepted(&refusal(cards(&["ring"])[0])).len(), 320);
    for name in ["pearl", "mirror"] {
        assert_eq!(prove(&refusal(cards(&[name])[0])), Err(ProofError::FalseClaim));
    }
}

#[test]
fn not_two_bags_holds_unless_both_are() {
    for (x, y) in [("bag_key", "ring"), ("ring", "bag_goblet"), ("ring", "key")] {
        let held = cards(&[x, y]);
        assert_eq!(accepted(&not_two_bags(held[0], held[1])).len(), 448);
    }
    let held = cards(&["bag_key", "bag_goblet"]);
    assert_eq!(prove(&not_two_bags(held[0], held[1])), Err(ProofError::FalseClaim));
}

#[test]
fn equal_and_not_equal_mix_within_a_conjunction() {
    let held = cards(&["coat", "ring"]);
    let texted =
        |t, o| Formula(vec![vec![is(t, "coat"), is_not(o, "mirror")], vec![is(t, "tome"), is_not(o, "mirror")]]);
    accepted(&texted(held[0], held[1]));
    assert_eq!(prove(&texted(held[1], held[0])), Err(ProofError::FalseClaim));
    let mirrored = cards(&["coat", "mirror"]);
    assert_eq!(prove(&texted(mirrored[0], mirrored[1])), Err(ProofError::FalseClaim));
}

#[test]
fn a_whole_hand_lacks_a_kind() {
    let names = ["ring", "coat", "tome", "whip", "knives", "gloves", "dagger", "pearl", "loge"];
    let lacks = |name| Formula(vec![cards(&names).into_iter().map(|card| is_not(card, name)).collect()]);
    assert_eq!(accepted(&lacks("key")).len(), 9 * 160);
    assert_eq!(prove(&lacks("pearl")), Err(ProofError::FalseClaim));
}

#[test]
fn an_empty_conjunction_is_true_without_bytes_and_no_conjunction_is_false() {
    let trivial = Formula(vec![vec![]]);
    assert_eq!(prove(&trivial), Ok(Vec::new()));
    assert_eq!(verify(&trivial, &[]), Ok(()));
    assert_eq!(verify(&trivial, &[1]), Err(ProofError::Length { expected: 0, found: 1 }));
    let nothing = Formula(vec![]);
    assert_eq!(prove(&nothing), Err(ProofError::FalseClaim));
    assert_eq!(verify(&nothing, &[]), Err(ProofError::Rejected));
}

#[test]
fn only_the_exact_bytes_of_a_disjunction_pass() {
    let held = cards(&["ring", "bag_key"]);
    let formula = not_two_bags(held[0], held[1]);
    let proof = accepted(&formula);
    assert_exact(&proof, 1, |bytes| verify(&formula, bytes));
    assert_bound_to_context(|other| claim::verify(other, &holder().public(), &formula, &proof));
}

#[test]
fn only_the_exact_bytes_of_a_conjunction_pass() {
    let held = cards(&["ring", "bag_key"]);
    let formula = Formula(vec![vec![is(held[0], "ring"), is_not(held[1], "key")]]);
    let proof = accepted(&formula);
    assert_exact(&proof, 1, |bytes| verify(&formula, bytes));
    assert_bound_to_context(|other| claim::verify(other, &holder().public(), &formula, &proof));
}

#[test]
fn another_set_order_card_or_key_is_refused() {
    let card = cards(&["ring"])[0];
    let proof = accepted(&one_of(card, &["key", "ring", "whip"]));
    for names in [["ring", "key", "whip"], ["key", "ring", "coat"], ["key", "coat", "whip"]] {
        assert_eq!(verify(&one_of(card, &names), &proof), Err(ProofError::Rejected), "{names:?}");
    }
    let longer = one_of(card, &["key", "ring", "whip", "coat"]);
    assert_eq!(verify(&longer, &proof), Err(ProofError::Length { expected: 256, found: 192 }));
    let again = hand(&holder(), &["ring"], &mut rng(20))[0];
    assert_eq!(verify(&one_of(again, &["key", "ring", "whip"]), &proof), Err(ProofError::Rejected));
    let other = HandSecret::random(&mut rng(4)).public();
    let result = claim::verify(&ctx(), &other, &one_of(card, &["key", "ring", "whip"]), &proof);
    assert_eq!(result, Err(ProofError::Rejected));
}

#[test]
fn equal_and_not_equal_of_one_length_are_not_exchanged() {
    let held = cards(&["ring", "coat"]);
    let formula = Formula(vec![vec![is(held[0], "ring"), is_not(held[1], "key")]]);
    let proof = accepted(&formula);
    let turned = Formula(vec![vec![is_not(held[1], "key"), is(held[0], "ring")]]);
    assert_eq!(verify(&turned, &proof), Err(ProofError::Rejected));
    let untrue = Formula(vec![vec![is(held[0], "ring"), is_not(held[1], "coat")]]);
    assert_eq!(verify(&untrue, &proof), Err(ProofError::Rejected));
}

#[test]
fn a_blind_that_is_the_identity_is_refused() {
    let formula = Formula(vec![vec![is_not(cards(&["ring"])[0], "key"), is_not(cards(&["ring"])[0], "coat")]]);
    let mut proof = accepted(&formula);
    proof[32..64].fill(0);
    assert_eq!(verify(&formula, &proof), Err(ProofError::Identity { what: "blind", index: 1 }));
    proof[32..64].fill(255);
    assert_eq!(verify(&formula, &proof), Err(ProofError::Malformed { what: "blind", index: 1 }));
}

#[test]
fn a_claim_about_an_unmasked_card_is_refused() {
    let formula = one_of(MaskedCard::open(face("ring")), &["ring"]);
    assert_eq!(prove(&formula), Err(ProofError::Identity { what: "card", index: 0 }));
    assert_eq!(verify(&formula, &[0; 96]), Err(ProofError::Identity { what: "card", index: 0 }));
}
