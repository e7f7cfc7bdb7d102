use nightcoach_cards::{Hand, HandSecret, MaskedCard, ProofError, open};

use crate::common::{assert_bound_to_context, assert_exact, ctx, face, faces, hand, rng};

const NAMES: [&str; 3] = ["key", "pearl", "whip"];

#[test]
fn a_holder_opens_its_cards() {
    let secret = HandSecret::random(&mut rng(1));
    let cards = hand(&secret, &NAMES, &mut rng(2));
    let proof = open::prove(&ctx(), &secret, &cards, &faces(&NAMES), &mut rng(3)).unwrap();
    assert_eq!(proof.len(), open::proof_len(3));
    assert_eq!(open::verify(&ctx(), &secret.public(), &cards, &faces(&NAMES), &proof), Ok(()));
}

#[test]
fn only_the_exact_bytes_pass() {
    let secret = HandSecret::random(&mut rng(1));
    let cards = hand(&secret, &NAMES, &mut rng(2));
    let proof = open::prove(&ctx(), &secret, &cards, &faces(&NAMES), &mut rng(3)).unwrap();
    let verify = |ctx: &_, bytes: &[u8]| open::verify(ctx, &secret.public(), &cards, &faces(&NAMES), bytes);
    assert_exact(&proof, 1, |bytes| verify(&ctx(), bytes));
    assert_bound_to_context(|other| verify(other, &proof));
}

#[test]
fn an_untrue_face_is_neither_proven_nor_accepted() {
    let secret = HandSecret::random(&mut rng(1));
    let cards = hand(&secret, &NAMES, &mut rng(2));
    let untrue = faces(&["key", "mirror", "whip"]);
    let result = open::prove(&ctx(), &secret, &cards, &untrue, &mut rng(3));
    assert_eq!(result, Err(ProofError::FalseClaim));
    let proof = open::prove(&ctx(), &secret, &cards, &faces(&NAMES), &mut rng(3)).unwrap();
    assert_eq!(open::verify(&ctx(), &secret.public(), &cards, &untrue, &proof), Err(ProofError::Rejected));
}

#[test]
fn another_order_card_or_key_is_refused() {
    let secret = HandSecret::random(&mut rng(1));
    let cards = hand(&secret, &NAMES, &mut rng(2));
    let proof = open::prove(&ctx(), &secret, &cards, &faces(&NAMES), &mut rng(3)).unwrap();
    let turned = [cards[1], cards[0], cards[2]];
    let turned_faces = [face("pearl"), face("key"), face("whip")];
    let key = secret.public();
    assert_eq!(open::verify(&ctx(), &key, &turned, &turned_faces, &proof), Err(ProofError::Rejected));
    let again = hand(&secret, &NAMES, &mut rng(20));
    assert_eq!(open::verify(&ctx(), &key, &again, &faces(&NAMES), &proof), Err(ProofError::Rejected));
    let other = HandSecret::random(&mut rng(4)).public();
    assert_eq!(open::verify(&ctx(), &other, &cards, &faces(&NAMES), &proof), Err(ProofError::Rejected));
}

#[test]
fn no_cards_need_no_bytes_and_lists_must_match() {
    let secret = HandSecret::random(&mut rng(1));
    let key = secret.public();
    assert_eq!(open::prove(&ctx(), &secret, &[], &[], &mut rng(3)), Ok(Vec::new()));
    assert_eq!(open::verify(&ctx(), &key, &[], &[], &[]), Ok(()));
    assert_eq!(open::verify(&ctx(), &key, &[], &[], &[0]), Err(ProofError::Length { expected: 0, found: 1 }));
    let cards = hand(&secret, &NAMES, &mut rng(2));
    let count = ProofError::Count { what: "faces", expected: 3, found: 2 };
    assert_eq!(open::verify(&ctx(), &key, &cards, &faces(&NAMES[..2]), &[0; 160]), Err(count));
}

#[test]
fn an_unmasked_card_is_no_hand_card() {
    let secret = HandSecret::random(&mut rng(1));
    let bare = [MaskedCard::<Hand>::open(face("key"))];
    let result = open::prove(&ctx(), &secret, &bare, &faces(&["key"]), &mut rng(3));
    assert_eq!(result, Err(ProofError::Identity { what: "card", index: 0 }));
}
