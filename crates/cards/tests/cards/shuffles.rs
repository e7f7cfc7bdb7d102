use std::collections::BTreeMap;

use curve25519_dalek::ristretto::CompressedRistretto;
use nightcoach_cards::{Deal, DealPublic, DealSecret, MaskedCard, Permutation, PermutationError, ProofError, shuffle};

use crate::common::{assert_bound_to_context, assert_exact, ctx, face, faces, rng};

const NAMES: [&str; 4] = ["key", "goblet", "pearl", "mirror"];

struct Scene {
    secret: DealSecret,
    input: Vec<MaskedCard<Deal>>,
    output: Vec<MaskedCard<Deal>>,
    order: Permutation,
    proof: Vec<u8>,
}

/// A shuffle of a shuffle, so that the input is masked already.
fn scene(n: usize) -> Scene {
    let secret = DealSecret::random(&mut rng(1));
    let open: Vec<_> = faces(&NAMES).into_iter().map(MaskedCard::open).cycle().take(n).collect();
    let first = Permutation::random(n, &mut rng(2));
    let (input, _argument) = shuffle::shuffle(&ctx(), &secret.public(), &open, &first, &mut rng(3)).unwrap();
    let order = Permutation::random(n, &mut rng(4));
    let (output, proof) = shuffle::shuffle(&ctx(), &secret.public(), &input, &order, &mut rng(5)).unwrap();
    Scene { secret, input, output, order, proof }
}

impl Scene {
    fn key(&self) -> DealPublic {
        self.secret.public()
    }

    fn verify(&self, output: &[MaskedCard<Deal>], proof: &[u8]) -> Result<(), ProofError> {
        shuffle::verify(&ctx(), &self.key(), &self.input, output, proof)
    }
}

/// Applies a map to both halves of a card.
fn mapped(
    card: &MaskedCard<Deal>,
    map: impl Fn(curve25519_dalek::RistrettoPoint) -> curve25519_dalek::RistrettoPoint,
) -> MaskedCard<Deal> {
    let bytes = card.to_bytes();
    let half = |at: usize| {
        let encoding: [u8; 32] = bytes[at..at + 32].try_into().unwrap();
        map(CompressedRistretto(encoding).decompress().unwrap()).compress().to_bytes()
    };
    MaskedCard::from_bytes(&[half(0), half(32)].concat().try_into().unwrap()).unwrap()
}

#[test]
fn a_shuffle_of_any_size_keeps_the_faces_in_the_order_of_its_permutation() {
    for n in [1, 2, 3, 10, 21, 64] {
        let scene = scene(n);
        assert_eq!(scene.proof.len(), shuffle::proof_len(n));
        assert_eq!(scene.proof.len(), (5 * n + 9) * 32);
        assert_eq!(scene.verify(&scene.output, &scene.proof), Ok(()));
        for (place, &source) in scene.order.sources().iter().enumerate() {
            let (after, before) = (scene.output[place], scene.input[source]);
            assert_eq!(scene.secret.unmask(&after), scene.secret.unmask(&before));
            assert_ne!(after, before, "a shuffled card is remasked");
        }
    }
}

#[test]
fn only_the_exact_bytes_pass() {
    let scene = scene(2);
    assert_exact(&scene.proof, 1, |bytes| scene.verify(&scene.output, bytes));
    assert_bound_to_context(|other| shuffle::verify(other, &scene.key(), &scene.input, &scene.output, &scene.proof));
}

#[test]
fn sampled_bits_of_a_large_argument_matter() {
    let scene = scene(10);
    assert_exact(&scene.proof, 37, |bytes| scene.verify(&scene.output, bytes));
}

#[test]
fn duplicated_replaced_turned_and_scaled_cards_are_refused() {
    let scene = scene(4);
    let foreign = self::scene(1).output[0];
    let change = |index: usize, card| {
        let mut output = scene.output.clone();
        output[index] = card;
        output
    };
    let mut turned = scene.output.clone();
    turned.swap(1, 2);
    let sum_kept = {
        let mut output = scene.output.clone();
        output[0] = mapped(&output[0], |point| point + point);
        output
    };
    let outputs = [
        change(0, scene.output[1]),
        change(2, foreign),
        change(3, scene.input[3]),
        turned,
        sum_kept,
        scene.output.iter().map(|card| mapped(card, |point| -point)).collect(),
        scene.input.clone(),
    ];
    for (number, output) in outputs.iter().enumerate() {
        assert_eq!(scene.verify(output, &scene.proof), Err(ProofError::Rejected), "change {number}");
    }
}

#[test]
fn dropped_and_added_cards_are_refused() {
    let scene = scene(4);
    let count = |found| Err(ProofError::Count { what: "output cards", expected: 4, found });
    assert_eq!(scene.verify(&scene.output[..3], &scene.proof), count(3));
    let added = [scene.output.clone(), vec![scene.output[0]]].concat();
    assert_eq!(scene.verify(&added, &scene.proof), count(5));
    let both_shorter = shuffle::verify(&ctx(), &scene.key(), &scene.input[..3], &scene.output[..3], &scene.proof);
    assert_eq!(both_shorter, Err(ProofError::Length { expected: shuffle::proof_len(3), found: shuffle::proof_len(4) }));
}

#[test]
fn another_key_or_input_is_refused() {
    let scene = scene(4);
    let other = DealSecret::random(&mut rng(9)).public();
    let result = shuffle::verify(&ctx(), &other, &scene.input, &scene.output, &scene.proof);
    assert_eq!(result, Err(ProofError::Rejected));
    let mut turned = scene.input.clone();
    turned.swap(0, 1);
    let result = shuffle::verify(&ctx(), &scene.key(), &turned, &scene.output, &scene.proof);
    assert_eq!(result, Err(ProofError::Rejected));
}

#[test]
fn an_output_card_without_masking_is_refused() {
    let scene = scene(4);
    let mut output = scene.output.clone();
    output[2] = MaskedCard::open(face("key"));
    let identity = ProofError::Identity { what: "output card", index: 2 };
    assert_eq!(scene.verify(&output, &scene.proof), Err(identity));
}

#[test]
fn lists_that_are_empty_or_too_long_are_refused() {
    let scene = scene(1);
    let nobody = Permutation::random(0, &mut rng(1));
    let result = shuffle::shuffle(&ctx(), &scene.key(), &[], &nobody, &mut rng(1));
    assert_eq!(result.err(), Some(ProofError::Empty));
    assert_eq!(shuffle::verify(&ctx(), &scene.key(), &[], &[], &[0; 288]), Err(ProofError::Empty));
    let many = vec![scene.input[0]; 65];
    let result = shuffle::verify(&ctx(), &scene.key(), &many, &many, &[]);
    assert_eq!(result, Err(ProofError::TooMany { limit: 64, found: 65 }));
}

#[test]
fn a_permutation_of_another_length_is_refused() {
    let scene = scene(4);
    let short = Permutation::random(3, &mut rng(1));
    let result = shuffle::shuffle(&ctx(), &scene.key(), &scene.input, &short, &mut rng(1));
    assert_eq!(result.err(), Some(ProofError::Count { what: "permuted places", expected: 4, found: 3 }));
}

#[test]
fn an_argument_is_none_for_a_second_shuffle_of_the_same_cards() {
    let scene = scene(3);
    let (output, proof) = shuffle::shuffle(&ctx(), &scene.key(), &scene.input, &scene.order, &mut rng(60)).unwrap();
    assert_eq!(scene.verify(&output, &proof), Ok(()));
    assert_eq!(scene.verify(&output, &scene.proof), Err(ProofError::Rejected));
    assert_eq!(scene.verify(&scene.output, &proof), Err(ProofError::Rejected));
}

#[test]
fn chosen_cards_come_first_and_the_others_are_all_there() {
    let order = Permutation::bringing_first(6, &[4, 1], &mut rng(1)).unwrap();
    assert_eq!(order.sources()[..2], [4, 1]);
    let mut all = order.sources().to_vec();
    all.sort_unstable();
    assert_eq!(all, [0, 1, 2, 3, 4, 5]);
    let refuse = |chosen: &[usize]| Permutation::bringing_first(6, chosen, &mut rng(1)).err();
    assert_eq!(refuse(&[6]), Some(PermutationError::OutOfRange { place: 6, n: 6 }));
    assert_eq!(refuse(&[2, 0, 2]), Some(PermutationError::Repeated { place: 2 }));
}

#[test]
fn every_order_comes_up_about_as_often_as_any_other() {
    let mut counts = BTreeMap::new();
    let mut source = rng(77);
    for _ in 0..24_000 {
        let order = Permutation::random(4, &mut source);
        *counts.entry(order.sources().to_vec()).or_insert(0_u32) += 1;
    }
    assert_eq!(counts.len(), 24);
    // 1,000 expected each, with a standard deviation of 31: six of them on either side.
    assert!(counts.values().all(|count| (815..1185).contains(count)), "{counts:?}");
}
