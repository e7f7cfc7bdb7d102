//! Time per proof, and the whole set-up of a table of ten, on one core.
//!
//! AVX-512 arithmetic is compiled in by `.cargo/config.toml` (the curve library needs that setting and Rust 1.89, no nightly
//! compiler) and chosen at run time. What a processor without it takes: `RUSTFLAGS='--cfg curve25519_dalek_backend="simd"'`.
//! Instructions, which no other load disturbs, are counted by `.ci/counts`.
#![expect(clippy::unwrap_used, reason = "a bench stops at the first surprise")]

use std::hint::black_box;

use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use nightcoach_cards::claim::{self, Formula, Leaf};
use nightcoach_cards::{
    CardPoint, Context, Hand, HandSecret, MaskedCard, Permutation, open, shuffle, transfer, verify_all,
};
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::SeedableRng as _;

mod setup;

fn rng() -> ChaCha20Rng {
    ChaCha20Rng::from_seed([1; 32])
}

fn ctx() -> Context {
    Context::new([2; 32])
}

fn face(number: usize) -> CardPoint {
    CardPoint::of_face("bench", "faces", &number.to_string())
}

/// Input, output, argument.
type Shuffled = (Vec<MaskedCard<Hand>>, Vec<MaskedCard<Hand>>, Vec<u8>);

/// A shuffled hand, card `i` with face number `faces[i]`.
fn hand(secret: &HandSecret, n: usize) -> (Vec<MaskedCard<Hand>>, Vec<CardPoint>) {
    let open: Vec<_> = (0..n).map(|number| MaskedCard::open(face(number))).collect();
    let order = Permutation::random(n, &mut rng());
    let (cards, _argument) = shuffle::shuffle(&ctx(), &secret.public(), &open, &order, &mut rng()).unwrap();
    let faces = cards.iter().map(|card| secret.unmask(card)).collect();
    (cards, faces)
}

fn shuffles(c: &mut Criterion) {
    let secret = HandSecret::random(&mut rng());
    let key = secret.public();
    for n in [10, 21] {
        let (input, _faces) = hand(&secret, n);
        let order = Permutation::random(n, &mut rng());
        c.bench_function(&format!("shuffle {n}, prove"), |b| {
            b.iter(|| shuffle::shuffle(&ctx(), &key, black_box(&input), &order, &mut rng()).unwrap());
        });
        let (output, proof) = shuffle::shuffle(&ctx(), &key, &input, &order, &mut rng()).unwrap();
        c.bench_function(&format!("shuffle {n}, verify"), |b| {
            b.iter(|| shuffle::verify(&ctx(), &key, black_box(&input), &output, &proof).unwrap());
        });
        c.bench_function(&format!("shuffle {n}, verify ten in a row together"), |b| {
            let ten = in_a_row(&secret, input.clone(), 10);
            b.iter(|| {
                let read = ten.iter().map(|(before, after, proof)| shuffle::read(&ctx(), &key, before, after, proof));
                verify_all(&read.collect::<Result<Vec<_>, _>>().unwrap()).unwrap();
            });
        });
    }
}

/// Shuffles of one list, one after the other.
fn in_a_row(secret: &HandSecret, mut input: Vec<MaskedCard<Hand>>, times: usize) -> Vec<Shuffled> {
    let mut all = Vec::new();
    for _ in 0..times {
        let order = Permutation::random(input.len(), &mut rng());
        let (output, proof) = shuffle::shuffle(&ctx(), &secret.public(), &input, &order, &mut rng()).unwrap();
        all.push((input, output.clone(), proof));
        input = output;
    }
    all
}

fn transfers(c: &mut Criterion) {
    let secret = HandSecret::random(&mut rng());
    let from = secret.public();
    let to = HandSecret::random(&mut ChaCha20Rng::from_seed([3; 32])).public();
    for (name, n) in [("transfer 1", 1), ("show 9", 9)] {
        let (cards, _faces) = hand(&secret, n);
        c.bench_function(&format!("{name}, prove"), |b| {
            b.iter(|| transfer::prove(&ctx(), &secret, black_box(&cards), &to, &mut rng()).unwrap());
        });
        let (output, proof) = transfer::prove(&ctx(), &secret, &cards, &to, &mut rng()).unwrap();
        c.bench_function(&format!("{name}, verify"), |b| {
            b.iter(|| transfer::verify(&ctx(), &from, black_box(&cards), &to, &output, &proof).unwrap());
        });
    }
}

fn openings(c: &mut Criterion) {
    let secret = HandSecret::random(&mut rng());
    let key = secret.public();
    for n in [1, 9] {
        let (cards, faces) = hand(&secret, n);
        c.bench_function(&format!("open {n}, prove"), |b| {
            b.iter(|| open::prove(&ctx(), &secret, black_box(&cards), &faces, &mut rng()).unwrap());
        });
        let proof = open::prove(&ctx(), &secret, &cards, &faces, &mut rng()).unwrap();
        c.bench_function(&format!("open {n}, verify"), |b| {
            b.iter(|| open::verify(&ctx(), &key, black_box(&cards), &faces, &proof).unwrap());
        });
    }
}

fn claims(c: &mut Criterion) {
    let secret = HandSecret::random(&mut rng());
    let key = secret.public();
    let (cards, _faces) = hand(&secret, 9);
    let card = *cards.first().unwrap();
    let lacks = cards.iter().map(|&card| Leaf::NotEqual { card, face: face(99) }).collect();
    let formulas = [
        ("1 of 21", Formula((0..21).map(|number| vec![Leaf::Equal { card, face: face(number) }]).collect())),
        ("9 cards lack a face", Formula(vec![lacks])),
    ];
    for (name, formula) in &formulas {
        c.bench_function(&format!("{name}, prove"), |b| {
            b.iter(|| claim::prove(&ctx(), &secret, black_box(formula), &mut rng()).unwrap());
        });
        let proof = claim::prove(&ctx(), &secret, formula, &mut rng()).unwrap();
        c.bench_function(&format!("{name}, verify"), |b| {
            b.iter(|| claim::verify(&ctx(), &key, black_box(formula), &proof).unwrap());
        });
    }
}

fn set_up(c: &mut Criterion) {
    let traffic = setup::Traffic::of_ten();
    let mut group = c.benchmark_group("set-up and deal, 10 seats");
    group.sample_size(10);
    group.bench_function("one peer", |b| {
        b.iter_batched(rng, |mut rng| setup::one_peer(&traffic, &mut rng), BatchSize::SmallInput);
    });
    group.finish();
}

criterion_group!(benches, shuffles, transfers, openings, claims, set_up);
criterion_main!(benches);
