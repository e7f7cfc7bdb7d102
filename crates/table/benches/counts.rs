//! One operation, for a program that counts instructions: `counts NUMBER` does it once, `counts` alone says all numbers and
//! names. `.ci/counts` runs it under callgrind. (Numbers have two digits each: a longer argument takes more memory, and what
//! an allocator does next depends on that.)
//!
//! Provers are done in several variants that differ in their secrets alone. A prover whose work depends on no secret takes
//! exactly as many instructions in each of them.
#![expect(clippy::unwrap_used, clippy::indexing_slicing, clippy::print_stdout, reason = "a tool of the gates")]

use std::hint::black_box;

use nightcoach_cards::claim::{self, Formula, Leaf};
use nightcoach_cards::{
    CardPoint, Context, Hand, HandPublic, HandSecret, MaskedCard, Permutation, share, shuffle, transfer, verify_all,
};
use nightcoach_table::{Verdict, audit};
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::SeedableRng as _;

const FACES: usize = 21;
const NAMES: [&str; 20] = [
    "shuffle 10 prove",
    "shuffle 21 prove",
    "shuffle 21 prove, other order",
    "shuffle 21 prove, other key",
    "shuffle 10 verify",
    "shuffle 21 verify",
    "shuffle 21 verify ten",
    "one of 21 prove",
    "one of 21 prove, last branch",
    "one of 21 verify",
    "one lacks two prove",
    "one lacks two prove, other branch",
    "transfer 5 prove",
    "transfer 5 prove, other key",
    "share 10 prove",
    "share 10 prove, other key",
    "share 10 verify",
    "audit ten",
    "control",
    "control, other secret",
];

fn main() {
    match std::env::args().nth(1) {
        None => NAMES.iter().enumerate().for_each(|(number, name)| println!("{number:02} {name}")),
        Some(number) => operation(NAMES[number.parse::<usize>().unwrap()]),
    }
}

/// What is counted, and nothing else.
#[inline(never)]
fn counted<T>(work: impl FnOnce() -> T) -> T {
    work()
}

fn operation(name: &str) {
    match name {
        "shuffle 10 prove" => prove_shuffle(1, 10, false),
        "shuffle 21 prove" => prove_shuffle(1, 21, false),
        "shuffle 21 prove, other order" => prove_shuffle(1, 21, true),
        "shuffle 21 prove, other key" => prove_shuffle(2, 21, false),
        "shuffle 10 verify" => verify_shuffles(10, 1),
        "shuffle 21 verify" => verify_shuffles(21, 1),
        "shuffle 21 verify ten" => verify_shuffles(21, 10),
        "one of 21 prove" => prove_claim(0),
        "one of 21 prove, last branch" => prove_claim(FACES - 1),
        "one of 21 verify" => verify_claim(),
        "one lacks two prove" => prove_lack(0),
        "one lacks two prove, other branch" => prove_lack(1),
        "transfer 5 prove" => prove_transfer(1),
        "transfer 5 prove, other key" => prove_transfer(2),
        "share 10 prove" => prove_shares(1, 10),
        "share 10 prove, other key" => prove_shares(2, 10),
        "share 10 verify" => verify_shares(10),
        "audit ten" => audit_ten(),
        "control" => control(3),
        "control, other secret" => control(30),
        other => println!("nothing is named {other}"),
    }
}

fn rng(seed: u8) -> ChaCha20Rng {
    ChaCha20Rng::from_seed([seed; 32])
}

fn ctx() -> Context {
    Context::new([9; 32])
}

fn secret(seed: u8) -> HandSecret {
    HandSecret::random(&mut rng(seed))
}

fn faces(n: usize) -> Vec<CardPoint> {
    (0..n).map(|face| CardPoint::of_face("count", "faces", &face.to_string())).collect()
}

/// All places from the last to the first, or as they are.
fn order(n: usize, backwards: bool) -> Permutation {
    let mut places: Vec<usize> = (0..n).collect();
    if backwards {
        places.reverse();
    }
    Permutation::bringing_first(n, &places, &mut rng(3)).unwrap()
}

fn shuffled(
    key: &HandPublic,
    cards: &[MaskedCard<Hand>],
    order: &Permutation,
    seed: u8,
) -> (Vec<MaskedCard<Hand>>, Vec<u8>) {
    shuffle::shuffle(&ctx(), key, cards, order, &mut rng(seed)).unwrap()
}

/// Masked cards with the faces from 0 on, in this order.
fn hand(key: &HandPublic, n: usize) -> Vec<MaskedCard<Hand>> {
    let open: Vec<_> = faces(n).into_iter().map(MaskedCard::open).collect();
    shuffled(key, &open, &order(n, false), 4).0
}

fn prove_shuffle(seed: u8, n: usize, backwards: bool) {
    let key = secret(seed).public();
    let (cards, order) = (hand(&key, n), order(n, backwards));
    black_box(counted(|| shuffled(&key, &cards, &order, 5)));
}

fn verify_shuffles(n: usize, times: u8) {
    let key = secret(1).public();
    let mut decks = vec![hand(&key, n)];
    let mut proofs = Vec::new();
    for seed in 0..times {
        let (deck, proof) = shuffled(&key, decks.last().unwrap(), &order(n, true), seed);
        decks.push(deck);
        proofs.push(proof);
    }
    counted(|| {
        let steps = decks.iter().zip(&decks[1..]).zip(&proofs);
        let read = steps.map(|((before, after), proof)| shuffle::read(&ctx(), &key, before, after, proof).unwrap());
        assert_eq!(verify_all(&read.collect::<Vec<_>>()), Ok(()));
    });
}

/// "This card is one of all faces": the card has the face of the given branch.
fn formula(secret: &HandSecret, branch: usize) -> Formula {
    let card = hand(&secret.public(), FACES)[branch];
    Formula(faces(FACES).into_iter().map(|face| vec![Leaf::Equal { card, face }]).collect())
}

/// The prover verifies its own proof, which is work on public values, so `.ci/counts` counts what comes before that.
fn prove_claim(branch: usize) {
    let secret = secret(1);
    let formula = formula(&secret, branch);
    black_box(claim::prove(&ctx(), &secret, &formula, &mut rng(5)).unwrap());
}

fn verify_claim() {
    let secret = secret(1);
    let formula = formula(&secret, 0);
    let proof = claim::prove(&ctx(), &secret, &formula, &mut rng(5)).unwrap();
    counted(|| claim::verify(&ctx(), &secret.public(), &formula, &proof)).unwrap();
}

/// "One of two cards has neither of two faces": the other one has one of them.
fn prove_lack(true_branch: usize) {
    let secret = secret(1);
    let mut cards = hand(&secret.public(), 3);
    let faces = faces(2);
    // Card 2 lacks both faces, card 0 has the first.
    cards.swap(1, 2);
    let lacks = |card: MaskedCard<Hand>| faces.iter().map(|&face| Leaf::NotEqual { card, face }).collect();
    let formula = Formula([1 - true_branch, true_branch].map(|card| lacks(cards[card])).into());
    black_box(claim::prove(&ctx(), &secret, &formula, &mut rng(5)).unwrap());
}

fn prove_transfer(seed: u8) {
    let (to, secret) = (secret(3).public(), secret(seed));
    let cards = hand(&secret.public(), 5);
    black_box(counted(|| transfer::prove(&ctx(), &secret, &cards, &to, &mut rng(6)).unwrap()));
}

fn prove_shares(seed: u8, n: usize) {
    let (to, secret) = (vec![secret(3).public(); n], secret(seed));
    let cards = hand(&secret.public(), n);
    black_box(counted(|| share::prove(&ctx(), &secret, &cards, &to, &mut rng(6)).unwrap()));
}

fn verify_shares(n: usize) {
    let (to, secret) = (vec![secret(3).public(); n], secret(1));
    let cards = hand(&secret.public(), n);
    let (shares, proof) = share::prove(&ctx(), &secret, &cards, &to, &mut rng(6)).unwrap();
    counted(|| share::verify(&ctx(), &secret.public(), &cards, &to, &shares, &proof)).unwrap();
}

/// A search that ends where it finds something: work that a secret shows in, which the gate must see.
fn control(secret: usize) {
    let list: Vec<usize> = (0..40).collect();
    assert_eq!(counted(|| list.iter().position(|item| *black_box(item) == secret)), Some(secret));
}

fn audit_ten() {
    let file = include_bytes!("../../../protocol-spec/vectors/ten.nightcoach");
    assert_eq!(counted(|| audit(file)).verdict, Verdict::ValidFinished);
}
