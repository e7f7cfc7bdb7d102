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
