//! One accepted proof of every relation from fixed seeds, and refused ones that each change an accepted one.
//!
//! Randomness is `ChaCha20` with 32 equal seed bytes; the number of bytes drawn is an implementation's own business, so
//! another implementation checks these proofs by verifying them, not by making them.

use nightcoach_cards::claim::{self, Formula, Leaf};
use nightcoach_cards::{
    Context, Hand, HandSecret, MaskedCard, Permutation, ProofError, RemaskShare, open, ownership, share, shuffle,
    transfer,
};
use serde_json::{Value, json};

use crate::common::{ctx, face, faces, hand, rng};
use crate::vectors::assert_pinned;

const NAMES: [&str; 3] = ["key", "pearl", "whip"];

type Verify = Box<dyn Fn(&Context, &[u8]) -> Result<(), ProofError>>;

/// An accepted proof: its public statement as hexadecimal text, and how to verify it.
struct Accepted {
    relation: &'static str,
    statement: Value,
    proof: Vec<u8>,
    verify: Verify,
}

fn holder() -> HandSecret {
    HandSecret::random(&mut rng(1))
}

fn receiver() -> HandSecret {
    HandSecret::random(&mut rng(2))
}

fn cards() -> Vec<MaskedCard<Hand>> {
    hand(&holder(), &NAMES, &mut rng(3))
}

fn texts(cards: &[MaskedCard<Hand>]) -> Vec<String> {
    cards.iter().map(|card| hex::encode(card.to_bytes())).collect()
}

fn key_text(secret: &HandSecret) -> String {
    hex::encode(secret.public().to_bytes())
}

fn owned() -> Accepted {
    let proof = ownership::prove(&ctx(), &holder(), &mut rng(10));
    let key = holder().public();
    Accepted {
        relation: "ownership",
        statement: json!({"role": "hand", "key": key_text(&holder())}),
        proof,
        verify: Box::new(move |ctx, proof| ownership::verify(ctx, &key, proof)),
    }
}

fn opened() -> Accepted {
    let proof = open::prove(&ctx(), &holder(), &cards(), &faces(&NAMES), &mut rng(11)).unwrap();
    Accepted {
        relation: "open",
        statement: json!({"key": key_text(&holder()), "cards": texts(&cards()), "faces": NAMES}),
        proof,
        verify: Box::new(|ctx, proof| open::verify(ctx, &holder().public(), &cards(), &faces(&NAMES), proof)),
    }
}

fn transferred() -> Accepted {
    let to = receiver().public();
    let (output, proof) = transfer::prove(&ctx(), &holder(), &cards(), &to, &mut rng(12)).unwrap();
    Accepted {
        relation: "transfer",
        statement: json!({
            "from": key_text(&holder()), "to role": "hand", "to": key_text(&receiver()),
            "cards": texts(&cards()), "output": texts(&output),
        }),
        proof,
        verify: Box::new(move |ctx, proof| transfer::verify(ctx, &holder().public(), &cards(), &to, &output, proof)),
    }
}

fn shared() -> Accepted {
    let to = vec![receiver().public(); NAMES.len()];
    let (shares, proof) = share::prove(&ctx(), &holder(), &cards(), &to, &mut rng(13)).unwrap();
    let share_texts: Vec<_> = shares.iter().map(RemaskShare::to_bytes).map(hex::encode).collect();
    Accepted {
        relation: "share",
        statement: json!({
            "role": "hand", "key": key_text(&holder()), "cards role": "hand", "cards": texts(&cards()),
            "to role": "hand", "to": vec![key_text(&receiver()); NAMES.len()], "shares": share_texts,
        }),
        proof,
        verify: Box::new(move |ctx, proof| share::verify(ctx, &holder().public(), &cards(), &to, &shares, proof)),
    }
}

fn shuffled() -> Accepted {
    let key = holder().public();
    let order = Permutation::bringing_first(3, &[2, 0, 1], &mut rng(0)).unwrap();
    let (output, proof) = shuffle::shuffle(&ctx(), &key, &cards(), &order, &mut rng(14)).unwrap();
    Accepted {
        relation: "shuffle",
        statement: json!({
            "role": "hand", "key": key_text(&holder()), "input": texts(&cards()), "output": texts(&output),
        }),
        proof,
        verify: Box::new(move |ctx, proof| shuffle::verify(ctx, &key, &cards(), &output, proof)),
    }
}

/// The first card is a pearl or the second is neither a coat nor a tome: the second branch is the true one.
fn claimed() -> Accepted {
    let held = cards();
    let (first, second) = (held[0], held[1]);
    let formula = Formula(vec![
        vec![Leaf::Equal { card: first, face: face("pearl") }],
        vec![Leaf::NotEqual { card: second, face: face("coat") }, Leaf::NotEqual { card: second, face: face("tome") }],
    ]);
    let proof = claim::prove(&ctx(), &holder(), &formula, &mut rng(15)).unwrap();
    let leaf = |kind: &str, card: usize, name: &str| json!({"kind": kind, "card": card, "face": name});
    Accepted {
        relation: "claim",
        statement: json!({
            "key": key_text(&holder()), "cards": texts(&held),
            "any of": [
                [leaf("equal", 0, "pearl")],
                [leaf("not equal", 1, "coat"), leaf("not equal", 1, "tome")],
            ],
        }),
        proof,
        verify: Box::new(move |ctx, proof| claim::verify(ctx, &holder().public(), &formula, proof)),
    }
}

fn accepted() -> [Accepted; 6] {
    [owned(), opened(), transferred(), shared(), shuffled(), claimed()]
}

/// Changes of an accepted proof, with the reason for the refusal.
fn refusals(accepted: &Accepted) -> Vec<Value> {
    let proof = &accepted.proof;
    let changed = |at: usize, bit: u8| {
        let mut proof = proof.clone();
        proof[at] ^= bit;
        proof
    };
    let changes = [
        ("the first element's lowest bit is flipped", ctx(), changed(0, 1)),
        ("the last scalar's lowest bit is flipped", ctx(), changed(proof.len() - 32, 1)),
        ("the last scalar is not canonical", ctx(), changed(proof.len() - 1, 0x80)),
        ("the last byte is missing", ctx(), proof[..proof.len() - 1].to_vec()),
        ("a byte follows", ctx(), [proof.as_slice(), &[0]].concat()),
        ("the context is slot 0 of the right one", ctx().slot(0), proof.clone()),
    ];
    let refuse = |(why, ctx, proof): (&str, Context, Vec<u8>)| {
        let error = (accepted.verify)(&ctx, &proof).unwrap_err();
        json!({
            "changes": accepted.relation, "why": why, "ctx": hex::encode(ctx.as_bytes()), "proof": hex::encode(proof),
            "error": error.to_string(),
        })
    };
    changes.into_iter().map(refuse).collect()
}

#[test]
fn proofs_from_fixed_seeds_are_the_pinned_ones() {
    let accepted = accepted();
    for vector in &accepted {
        assert_eq!((vector.verify)(&ctx(), &vector.proof), Ok(()), "{}", vector.relation);
    }
    let accepts: Vec<_> = accepted
        .iter()
        .map(|vector| {
            json!({
                "relation": vector.relation, "ctx": hex::encode(ctx().as_bytes()), "statement": vector.statement,
                "proof": hex::encode(&vector.proof),
            })
        })
        .collect();
    let refused: Vec<_> = accepted.iter().flat_map(refusals).collect();
    let faces: Vec<_> = ["key", "pearl", "whip", "coat", "tome"]
        .map(|name| json!({"ruleset": "base", "deck": "objects", "face": name}))
        .into();
    assert_pinned("cards-proofs.json", &json!({"faces": faces, "accepted": accepts, "refused": refused}));
}
