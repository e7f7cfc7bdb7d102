use curve25519_dalek::constants::RISTRETTO_BASEPOINT_POINT as G;
use curve25519_dalek::ristretto::CompressedRistretto;
use curve25519_dalek::{RistrettoPoint, Scalar};
use nightcoach_cards::{
    CardError, Deal, DealPublic, DealSecret, Hand, HandPublic, HandSecret, KeyError, ListError, MaskedCard, PilePublic,
    ProofError, RemaskShare, layered, ownership,
};

use crate::common::{ctx, hand, rng};

const NON_CANONICAL: [u8; 32] = [255; 32];

fn seats(n: u8) -> Vec<DealSecret> {
    (0..n).map(|seat| DealSecret::random(&mut rng(seat + 1))).collect()
}

fn point(key: &DealPublic) -> RistrettoPoint {
    CompressedRistretto(key.to_bytes()).decompress().unwrap()
}

#[test]
fn keys_survive_their_encoding() {
    let secret = HandSecret::random(&mut rng(1));
    let again = HandSecret::from_bytes(&secret.to_bytes()).unwrap();
    assert_eq!(again.public(), secret.public());
    assert_eq!(HandPublic::from_bytes(&secret.public().to_bytes()), Ok(secret.public()));
}

#[test]
fn zero_and_non_canonical_secrets_are_refused() {
    assert_eq!(HandSecret::from_bytes(&[0; 32]).err(), Some(KeyError::Identity));
    assert_eq!(HandSecret::from_bytes(&NON_CANONICAL).err(), Some(KeyError::Encoding));
}

#[test]
fn identity_and_non_canonical_keys_are_refused_by_place() {
    let good = HandSecret::random(&mut rng(1)).public();
    assert_eq!(HandPublic::from_bytes(&[0; 32]), Err(KeyError::Identity));
    assert_eq!(HandPublic::from_bytes(&NON_CANONICAL), Err(KeyError::Encoding));
    let list = [good.to_bytes(), good.to_bytes(), [0; 32]];
    assert_eq!(HandPublic::list_from_bytes(&list), Err(ListError { index: 2, reason: KeyError::Identity }));
}

#[test]
fn a_sum_of_keys_needs_all_secrets() {
    let seats = seats(4);
    let keys: Vec<_> = seats.iter().map(DealSecret::public).collect();
    let sum: Scalar = seats.iter().map(|seat| Scalar::from_canonical_bytes(*seat.to_bytes()).unwrap()).sum();
    let aggregate = DealPublic::aggregate(&keys).unwrap();
    assert_eq!(point(&aggregate), G * sum);
}

#[test]
fn empty_duplicate_and_cancelling_sums_are_refused() {
    let keys: Vec<_> = seats(3).iter().map(DealSecret::public).collect();
    assert_eq!(DealPublic::aggregate(&[]), Err(KeyError::Empty));
    assert_eq!(DealPublic::aggregate(&[keys[0], keys[1], keys[0]]), Err(KeyError::Duplicate { index: 2 }));
    let minus = DealPublic::from_bytes(&(-point(&keys[0])).compress().to_bytes()).unwrap();
    assert_eq!(DealPublic::aggregate(&[keys[0], minus]), Err(KeyError::ZeroSum));
}

#[test]
fn a_rogue_last_key_sums_to_a_known_one_but_has_no_ownership_proof() {
    let known = DealSecret::random(&mut rng(50));
    let honest: Vec<_> = seats(3).iter().map(DealSecret::public).collect();
    let others: RistrettoPoint = honest.iter().map(point).sum();
    let rogue = DealPublic::from_bytes(&(point(&known.public()) - others).compress().to_bytes()).unwrap();
    let all = [honest, vec![rogue]].concat();
    assert_eq!(DealPublic::aggregate(&all), Ok(known.public()), "the attack is real without the proof");
    let forged = ownership::prove(&ctx(), &known, &mut rng(51));
    assert_eq!(ownership::verify(&ctx(), &rogue, &forged), Err(ProofError::Rejected));
}

#[test]
fn a_hand_key_that_cancels_the_pile_key_has_no_layer() {
    let pile = PilePublic::from_bytes(&G.compress().to_bytes()).unwrap();
    let minus = HandPublic::from_bytes(&(-G).compress().to_bytes()).unwrap();
    assert_eq!(layered(&minus, &pile), Err(KeyError::ZeroSum));
}

#[test]
fn cards_survive_their_encoding_and_bad_halves_are_named() {
    let secret = HandSecret::random(&mut rng(1));
    let card = hand(&secret, &["key"], &mut rng(2))[0];
    let good = card.to_bytes();
    assert_eq!(MaskedCard::<Hand>::from_bytes(&good), Ok(card));
    let with = |half: usize, value: [u8; 32]| {
        let mut bytes = good;
        bytes[half * 32..(half + 1) * 32].copy_from_slice(&value);
        bytes
    };
    assert_eq!(MaskedCard::<Hand>::from_bytes(&with(0, NON_CANONICAL)), Err(CardError::FirstHalf));
    assert_eq!(MaskedCard::<Hand>::from_bytes(&with(1, NON_CANONICAL)), Err(CardError::SecondHalf));
    assert_eq!(MaskedCard::<Deal>::from_bytes(&with(0, [0; 32])), Err(CardError::Identity));
    assert_eq!(RemaskShare::from_bytes(&with(0, [0; 32])), Err(CardError::Identity));
    let list = [good, with(1, NON_CANONICAL)];
    let at_one = |reason| ListError { index: 1, reason };
    assert_eq!(MaskedCard::<Hand>::list_from_bytes(&list), Err(at_one(CardError::SecondHalf)));
    assert_eq!(RemaskShare::list_from_bytes(&list), Err(at_one(CardError::SecondHalf)));
}

#[test]
fn secrets_do_not_print() {
    let secret = HandSecret::random(&mut rng(1));
    assert_eq!(format!("{secret:?}"), "SecretKey<hand>(secret)");
    let order = nightcoach_cards::Permutation::random(3, &mut rng(1));
    assert_eq!(format!("{order:?}"), "Permutation(secret, 3 cards)");
}
