//! The two kinds of proof on relations of their own.

use alloc::vec;
use alloc::vec::Vec;

use curve25519_dalek::{RistrettoPoint, Scalar};
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::SeedableRng as _;
use subtle::Choice;
use zeroize::Zeroizing;

use super::*;
use crate::context::Context;
use crate::element::encode_doubles;
use crate::transcript::ProofTranscript;

fn rng(seed: u8) -> ChaCha20Rng {
    ChaCha20Rng::from_seed([seed; 32])
}

fn scalar(number: u64) -> Scalar {
    Scalar::from(number)
}

fn point(number: u64) -> RistrettoPoint {
    RistrettoPoint::mul_base(&scalar(number))
}

fn transcript(ctx: u8) -> ProofTranscript {
    ProofTranscript::new("test", &Context::new([ctx; 32]))
}

fn verify(transcript: &ProofTranscript, relation: Relation, proof: &[u8]) -> Result<(), ProofError> {
    Deferred::read(transcript, relation, proof)?.verify()
}

fn verify_any(transcript: &ProofTranscript, relations: Vec<Relation>, proof: &[u8]) -> Result<(), ProofError> {
    Deferred::read_any(transcript.clone(), relations, proof)?.verify()
}

fn nonces(seed: u8) -> Nonces {
    Nonces::hedged(&mut rng(seed), &transcript(0), &[])
}

/// `x G` and `x A - s B` and `2 C = s C`, of witness `x`, `s = 2`, with the images of `x = honest`.
fn relation(honest: u64) -> Relation {
    let (a, b) = (point(1000), point(2000));
    let mut relation = Relation::default();
    let (x, s) = (relation.secret(), relation.secret());
    let (base_a, base_b, base_c) = (relation.base(a), relation.base(b), relation.base(point(3000)));
    relation.equation(point(honest), &[(x, Relation::GENERATOR)]);
    relation.equation(a * scalar(honest) - b * scalar(2), &[(x, base_a), (s, -base_b)]);
    relation.equation_of(vec![(scalar(2), base_c)], &[(s, base_c)]);
    relation
}

fn prove_linear(x: u64) -> Vec<u8> {
    prove(&transcript(1), &relation(7), &[scalar(x), scalar(2)], &mut nonces(1)).unwrap()
}

fn candidates(witnesses: [u64; 3], truths: [u8; 3]) -> Vec<Candidate> {
    let one = |(x, truth): (u64, u8)| Candidate {
        relation: relation(7),
        witness: Zeroizing::new(vec![scalar(x), scalar(2)]),
        truth: Choice::from(truth),
    };
    witnesses.into_iter().zip(truths).map(one).collect()
}

fn relations() -> Vec<Relation> {
    (0..3).map(|_| relation(7)).collect()
}

#[test]
fn a_true_relation_is_proven_and_a_false_one_is_not() {
    assert_eq!(verify(&transcript(1), relation(7), &prove_linear(7)), Ok(()));
    assert_eq!(verify(&transcript(1), relation(7), &prove_linear(8)), Err(ProofError::Rejected));
    assert_eq!(verify(&transcript(1), relation(8), &prove_linear(7)), Err(ProofError::Rejected));
    assert_eq!(verify(&transcript(2), relation(7), &prove_linear(7)), Err(ProofError::Rejected));
}

#[test]
fn every_equation_counts() {
    let vanishing = |number: u64| {
        let mut relation = relation(7);
        let (x, s) = (relation.secret(), relation.secret());
        let base = relation.base(point(number));
        relation.vanishing(&[(x, base), (s, -Relation::GENERATOR)]);
        relation
    };
    let witness = [scalar(7), scalar(2), scalar(3), scalar(15)];
    let proof = prove(&transcript(1), &vanishing(5), &witness, &mut nonces(1)).unwrap();
    assert_eq!(verify(&transcript(1), vanishing(5), &proof), Ok(()));
    assert_eq!(verify(&transcript(1), vanishing(6), &proof), Err(ProofError::Rejected));
}

#[test]
fn a_witness_of_another_length_proves_nothing() {
    for witness in [&[scalar(7)][..], &[scalar(7), scalar(2), scalar(0)]] {
        assert_eq!(prove(&transcript(1), &relation(7), witness, &mut nonces(1)), Err(ProofError::NotProven));
    }
    let mut short = candidates([7; 3], [1; 3]);
    short[1].witness = Zeroizing::new(vec![scalar(7)]);
    assert_eq!(prove_any(&transcript(1), &short, &mut nonces(1)), Err(ProofError::NotProven));
}

#[test]
fn one_true_branch_is_enough_wherever_it_stands_and_none_is_not() {
    for place in 0..3 {
        let (mut witnesses, mut truths) = ([0; 3], [0; 3]);
        (witnesses[place], truths[place]) = (7, 1);
        let proof = prove_any(&transcript(1), &candidates(witnesses, truths), &mut nonces(2)).unwrap();
        assert_eq!(verify_any(&transcript(1), relations(), &proof), Ok(()), "branch {place}");
        let lie = prove_any(&transcript(1), &candidates([0; 3], truths), &mut nonces(2)).unwrap();
        assert_eq!(verify_any(&transcript(1), relations(), &lie), Err(ProofError::Rejected), "branch {place}");
    }
    let all = prove_any(&transcript(1), &candidates([7; 3], [1; 3]), &mut nonces(2)).unwrap();
    assert_eq!(verify_any(&transcript(1), relations(), &all), Ok(()));
    let none = prove_any(&transcript(1), &candidates([7; 3], [0; 3]), &mut nonces(2)).unwrap();
    assert_eq!(verify_any(&transcript(1), relations(), &none), Err(ProofError::Rejected), "all are simulated");
}

#[test]
fn the_two_kinds_of_proof_are_no_substitute_for_each_other() {
    let one = &candidates([7, 0, 0], [1, 0, 0])[..1];
    let any = prove_any(&transcript(1), one, &mut nonces(3)).unwrap();
    assert_eq!(verify_any(&transcript(1), vec![relation(7)], &any), Ok(()));
    // The same three moves as a linear proof: commitments from the responses, and the disjunction's challenge.
    let (challenge, responses) = any.split_at(32);
    let challenge = Scalar::from_canonical_bytes(challenge.try_into().unwrap()).unwrap();
    let responses_read = decode_scalars(responses).unwrap();
    let halves = relation(7).halves_vartime(&responses_read, &challenge).unwrap();
    let linear = [encode_doubles(&halves).as_flattened(), responses].concat();
    assert_eq!(verify(&transcript(1), relation(7), &linear), Err(ProofError::Rejected));
}

#[test]
fn nonces_depend_on_everything_that_they_are_hedged_with() {
    let first = |seed, ctx, witness: &[&[u8]]| Nonces::hedged(&mut rng(seed), &transcript(ctx), witness).scalar();
    let streams = [
        first(1, 1, &[b"y"]),
        first(2, 1, &[b"y"]),
        first(1, 2, &[b"y"]),
        first(1, 1, &[b"z"]),
        first(1, 1, &[b"y", b""]),
    ];
    for (index, one) in streams.iter().enumerate() {
        assert!(streams[index + 1..].iter().all(|other| other != one));
    }
    let mut stream = nonces(1);
    assert_ne!(stream.scalar(), stream.scalar());
}

#[test]
fn a_proof_of_another_length_is_refused_before_anything_is_decoded() {
    let proof = prove_linear(7);
    let longer = [proof.as_slice(), &[0; 32]].concat();
    let refused = Err(ProofError::Length { expected: proof.len(), found: longer.len() });
    assert_eq!(verify(&transcript(1), relation(7), &longer), refused);
    let any = prove_any(&transcript(1), &candidates([7; 3], [1; 3]), &mut nonces(2)).unwrap();
    let refused = Err(ProofError::Length { expected: any.len(), found: any.len() - 32 });
    assert_eq!(verify_any(&transcript(1), relations(), &any[32..]), refused);
}

/// Proofs with two secrets whose errors cancel in a sum without weights.
fn cancelling() -> [Deferred; 2] {
    let prove = |seed: u8, change: Scalar| {
        let mut proof = prove(&transcript(seed), &relation(7), &[scalar(7), scalar(2)], &mut nonces(seed)).unwrap();
        let (_, response) = proof.split_at_mut(3 * 32);
        let old = Scalar::from_canonical_bytes(response[..32].try_into().unwrap()).unwrap();
        response[..32].copy_from_slice((old + change).as_bytes());
        Deferred::read(&transcript(seed), relation(7), &proof).unwrap()
    };
    [prove(1, Scalar::ONE), prove(2, -Scalar::ONE)]
}

#[test]
fn errors_that_cancel_between_two_proofs_are_found() {
    let proofs = cancelling();
    let errors = proofs.each_ref().map(fold::errors_of);
    assert!(errors[0].iter().any(|error| *error != RistrettoPoint::default()));
    for (one, two) in errors[0].iter().zip(&errors[1]) {
        assert_eq!(one + two, RistrettoPoint::default(), "without weights the attack would work");
    }
    assert_eq!(verify_all(&proofs), Err(0));
}

#[test]
fn one_bad_proof_among_good_ones_is_named_wherever_it_stands() {
    let make = |seed: u8, bad: bool| {
        let x = if bad { 8 } else { 7 };
        if seed.is_multiple_of(2) {
            let proof = prove(&transcript(seed), &relation(7), &[scalar(x), scalar(2)], &mut nonces(seed)).unwrap();
            Deferred::read(&transcript(seed), relation(7), &proof).unwrap()
        } else {
            let proof = prove_any(&transcript(seed), &candidates([0, x, 0], [0, 1, 0]), &mut nonces(seed)).unwrap();
            Deferred::read_any(transcript(seed), relations(), &proof).unwrap()
        }
    };
    for bad in 0..6 {
        let proofs: Vec<_> = (0..6).map(|seed| make(seed, seed == bad)).collect();
        assert_eq!(verify_all(&proofs), Err(usize::from(bad)));
        let two: Vec<_> = (0..6).map(|seed| make(seed, seed >= bad)).collect();
        assert_eq!(verify_all(&two), Err(usize::from(bad)), "the first of several");
    }
    assert_eq!(verify_all(&(0..6).map(|seed| make(seed, false)).collect::<Vec<_>>()), Ok(()));
    assert_eq!(verify_all(&[]), Ok(()));
    assert_eq!(verify_all(&[Deferred::nothing(), make(0, false), Deferred::nothing()]), Ok(()));
}

#[test]
fn weights_are_fixed_only_when_every_byte_of_every_proof_is() {
    let read = |x: u64, seed: u8| {
        let proof = prove(&transcript(1), &relation(7), &[scalar(x), scalar(2)], &mut nonces(seed)).unwrap();
        linear::Linear::read(&transcript(1), relation(7), &proof).unwrap()
    };
    let (one, two, other) = (read(7, 1), read(7, 2), read(8, 1));
    let weights = [vec![&one], vec![&two], vec![&other], vec![&one, &two], vec![&two, &one], vec![&one, &other]]
        .map(|proofs| fold::Weights::of(&proofs).next());
    for (place, weight) in weights.iter().enumerate() {
        assert!(weights[place + 1..].iter().all(|other| other != weight));
    }
    let mut stream = fold::Weights::of(&[&one]);
    let many: Vec<_> = (0..100).map(|_| stream.next()).collect();
    let wide = many.iter().filter(|weight| weight.as_bytes()[15] >= 128).count();
    assert!((20..80).contains(&wide), "all 128 bits are used: {wide} of 100 have the highest");
    assert!(many.iter().all(|weight| weight.as_bytes()[16..] == [0; 16]));
}

#[test]
fn a_simulator_without_a_witness_talks_like_a_prover() {
    // It chooses the challenge first. Its conversation satisfies the same equations and has the same shape: an honest
    // verifier learns nothing but the truth of the statement.
    let (challenge, responses) = (scalar(99), vec![scalar(5), scalar(6)]);
    let halves = relation(7).halves_vartime(&responses, &challenge).unwrap();
    let commitments: Vec<_> = halves.iter().map(|half| half + half).collect();
    let simulated = linear::Linear { relation: relation(7), commitments, challenge, responses, seal: [0; 64] };
    assert!(fold::holds(&[&simulated]));
    let real = linear::Linear::read(&transcript(1), relation(7), &prove_linear(7)).unwrap();
    assert_eq!(simulated.commitments.len(), real.commitments.len());
    assert_eq!(simulated.responses.len(), real.responses.len());
}

#[test]
fn special_values_prove_nothing() {
    let zeros = vec![0; linear_len(3, 2)];
    assert_eq!(verify(&transcript(1), relation(7), &zeros), Err(ProofError::Rejected));
    let zeros = vec![0; any_len(3, 6)];
    assert_eq!(verify_any(&transcript(1), relations(), &zeros), Err(ProofError::Rejected));
    let ones: Vec<u8> = (0..9).flat_map(|_| Scalar::ONE.to_bytes()).collect();
    assert_eq!(verify_any(&transcript(1), relations(), &ones), Err(ProofError::Rejected));
}

#[test]
fn scalars_and_elements_that_are_not_canonical_are_refused() {
    // q itself, which is zero in another coat; an s that is no square; a negative encoding of a valid element.
    let order = (-Scalar::ONE).to_bytes();
    let mut order_itself = order;
    order_itself[0] += 1;
    let mut proof = prove_linear(7);
    proof[3 * 32..4 * 32].copy_from_slice(&order_itself);
    assert_eq!(verify(&transcript(1), relation(7), &proof), Err(ProofError::Rejected));
    for bad in [[0xff; 32], [1; 32]] {
        let mut proof = prove_linear(7);
        proof[..32].copy_from_slice(&bad);
        assert_eq!(verify(&transcript(1), relation(7), &proof), Err(ProofError::Rejected));
    }
}
