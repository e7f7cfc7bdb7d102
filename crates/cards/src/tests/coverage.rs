//! What a challenge depends on: every field of every statement, one by one. (Those of the shuffle, with its two lists of
//! commitments, are in its own tests.)

use alloc::collections::BTreeSet;
use alloc::vec;
use alloc::vec::Vec;

use curve25519_dalek::{RistrettoPoint, Scalar};

use crate::card::absorb_cards;
use crate::claim::{self, Formula, Leaf};
use crate::element::Element;
use crate::key::PublicKey;
use crate::role::{Deal, Hand, Layered, Pile, Role};
use crate::transcript::ProofTranscript;
use crate::{CardPoint, Context, MaskedCard, RemaskShare, open, ownership, share, transfer};

fn element(number: u64) -> Element {
    Element::new(RistrettoPoint::mul_base(&Scalar::from(number)))
}

fn key<R: Role>(number: u64) -> PublicKey<R> {
    PublicKey::from_bytes(element(number).encoding()).unwrap()
}

fn point(number: u64) -> CardPoint {
    CardPoint::from_bytes(element(number).encoding()).unwrap()
}

fn card<R: Role>(a: u64, b: u64) -> MaskedCard<R> {
    MaskedCard::from_elements(element(a), element(b))
}

fn ctx(number: u8) -> Context {
    Context::new([number; 32])
}

/// No two of the challenges over these statements are the same.
fn assert_distinct(transcripts: &[ProofTranscript]) {
    let digests: BTreeSet<_> = transcripts.iter().map(ProofTranscript::digest).collect();
    assert_eq!(digests.len(), transcripts.len());
}

/// A statement as numbers, and the same with each number changed in turn.
fn each_changed<const N: usize>(fields: [u64; N]) -> Vec<[u64; N]> {
    let changed = (0..N).map(|place| {
        let mut changed = fields;
        changed[place] += 1000;
        changed
    });
    [fields].into_iter().chain(changed).collect()
}

#[test]
fn ownership_covers_context_role_and_key() {
    let mut all = vec![
        ownership::statement(&ctx(1), &key::<Hand>(2)).0,
        ownership::statement(&ctx(2), &key::<Hand>(2)).0,
        ownership::statement(&ctx(1), &key::<Hand>(3)).0,
        ownership::statement(&ctx(1), &key::<Deal>(2)).0,
        ownership::statement(&ctx(1), &key::<Pile>(2)).0,
    ];
    all.push(ownership::statement(&ctx(1), &key::<Layered>(2)).0);
    assert_distinct(&all);
}

#[test]
fn an_opening_covers_every_half_and_face() {
    let statement = |ctx_number: u8, [y, a, b, c, d, m, n]: [u64; 7]| {
        open::statement(&ctx(ctx_number), &key(y), &[card(a, b), card(c, d)], &[point(m), point(n)]).0
    };
    let fields = [1, 2, 3, 4, 5, 6, 7];
    let mut all: Vec<_> = each_changed(fields).into_iter().map(|fields| statement(1, fields)).collect();
    all.push(statement(2, fields));
    all.push(statement(1, [1, 4, 5, 2, 3, 6, 7]));
    all.push(statement(1, [1, 2, 3, 4, 5, 7, 6]));
    assert_distinct(&all);
}

#[test]
fn a_transfer_covers_both_keys_and_every_half() {
    fn statement<R: Role>(ctx_number: u8, [y, k, a, b, c, d]: [u64; 6]) -> ProofTranscript {
        let mut transcript = transfer::inputs(&ctx(ctx_number), &key(y), &[card(a, b)], &key::<R>(k));
        absorb_cards(&mut transcript, "output", &[card::<R>(c, d)]);
        transcript
    }
    let fields = [1, 2, 3, 4, 5, 6];
    let mut all: Vec<_> = each_changed(fields).into_iter().map(|fields| statement::<Hand>(1, fields)).collect();
    all.push(statement::<Hand>(2, fields));
    all.push(statement::<Pile>(1, fields));
    all.push(statement::<Layered>(1, fields));
    all.push(statement::<Hand>(1, [2, 1, 3, 4, 5, 6]));
    assert_distinct(&all);
}

#[test]
fn shares_cover_three_roles_keys_cards_and_both_halves() {
    fn statement<F: Role, C: Role, T: Role>(ctx_number: u8, fields: [u64; 11]) -> ProofTranscript {
        let [x, a, b, c, d, k, l, first, second, third, fourth] = fields;
        let (cards, to) = ([card::<C>(a, b), card(c, d)], [key::<T>(k), key(l)]);
        let mut transcript = share::inputs(&ctx(ctx_number), &key::<F>(x), &cards, &to);
        let pairs = [(first, second), (third, fourth)];
        let shares = pairs.map(|(d1, d2)| RemaskShare { d1: element(d1), d2: element(d2) });
        share::absorb_shares(&mut transcript, &shares);
        transcript
    }
    let fields = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11];
    let all = each_changed(fields).into_iter().map(|fields| statement::<Pile, Pile, Hand>(1, fields));
    let mut all: Vec<_> = all.collect();
    all.push(statement::<Pile, Pile, Hand>(2, fields));
    all.push(statement::<Deal, Pile, Hand>(1, fields));
    all.push(statement::<Pile, Layered, Hand>(1, fields));
    all.push(statement::<Pile, Pile, Layered>(1, fields));
    assert_distinct(&all);
}

#[test]
fn a_claim_covers_its_shape_and_every_leaf() {
    let equal = |card, face| Leaf::Equal { card, face };
    let unequal = |card, face| Leaf::NotEqual { card, face };
    let statement = |ctx_number: u8, y: u64, branches: Vec<Vec<Leaf>>, blinds: &[u64]| {
        let mut transcript = claim::statement(&ctx(ctx_number), &key(y), &Formula(branches));
        transcript.elements("blinds", blinds.iter().map(|blind| element(*blind)).collect::<Vec<_>>().iter());
        transcript
    };
    let (card, other) = (card(2, 3), card(4, 5));
    let (m, n) = (point(6), point(7));
    let leaves = || vec![vec![equal(card, m), unequal(card, n)], vec![unequal(other, n)]];
    assert_distinct(&[
        statement(1, 1, leaves(), &[8, 9]),
        statement(2, 1, leaves(), &[8, 9]),
        statement(1, 2, leaves(), &[8, 9]),
        statement(1, 1, leaves(), &[9, 8]),
        statement(1, 1, leaves(), &[8, 10]),
        statement(1, 1, leaves(), &[8]),
        statement(1, 1, vec![vec![equal(card, m), unequal(card, n), unequal(other, n)]], &[8, 9]),
        statement(1, 1, vec![vec![unequal(other, n)], vec![equal(card, m), unequal(card, n)]], &[8, 9]),
        statement(1, 1, vec![vec![unequal(card, m), unequal(card, n)], vec![unequal(other, n)]], &[8, 9]),
        statement(1, 1, vec![vec![equal(other, m), unequal(card, n)], vec![unequal(other, n)]], &[8, 9]),
        statement(1, 1, vec![vec![equal(card, n), unequal(card, n)], vec![unequal(other, n)]], &[8, 9]),
        statement(1, 1, vec![vec![equal(card, m), unequal(card, m)], vec![unequal(other, n)]], &[8, 9]),
        statement(1, 1, vec![vec![equal(card, m), unequal(card, n)], vec![unequal(card, n)]], &[8, 9]),
    ]);
}

#[test]
fn a_shifted_boundary_is_another_statement() {
    let pieces = |name: &str, value: &[u8]| {
        let mut transcript = ProofTranscript::new("label", &ctx(1));
        transcript.bytes(name, value);
        transcript
    };
    assert_distinct(&[
        pieces("ab", b"cd"),
        pieces("a", b"bcd"),
        pieces("abc", b"d"),
        pieces("abcd", b""),
        pieces("", b"abcd"),
        ProofTranscript::new("label", &ctx(1)),
        ProofTranscript::new("labe", &ctx(1)),
    ]);
}
