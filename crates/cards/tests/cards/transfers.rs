use nightcoach_cards::{Hand, HandSecret, MaskedCard, Pile, PileSecret, ProofError, PublicKey, layered, transfer};

use crate::common::{assert_bound_to_context, assert_exact, ctx, face, faces, hand, rng};

const NAMES: [&str; 2] = ["key", "pearl"];

struct Scene {
    giver: HandSecret,
    taker: HandSecret,
    cards: Vec<MaskedCard<Hand>>,
    output: Vec<MaskedCard<Hand>>,
    proof: Vec<u8>,
}

fn scene() -> Scene {
    let giver = HandSecret::random(&mut rng(1));
    let taker = HandSecret::random(&mut rng(2));
    let cards = hand(&giver, &NAMES, &mut rng(3));
    let (output, proof) = transfer::prove(&ctx(), &giver, &cards, &taker.public(), &mut rng(4)).unwrap();
    Scene { giver, taker, cards, output, proof }
}

impl Scene {
    fn verify(&self, output: &[MaskedCard<Hand>], proof: &[u8]) -> Result<(), ProofError> {
        transfer::verify(&ctx(), &self.giver.public(), &self.cards, &self.taker.public(), output, proof)
    }
}

#[test]
fn the_taker_sees_the_givers_faces() {
    let scene = scene();
    let seen: Vec<_> = scene.output.iter().map(|card| scene.taker.unmask(card)).collect();
    assert_eq!(seen, faces(&NAMES));
    assert_eq!(scene.proof.len(), transfer::proof_len(2));
    assert_eq!(scene.verify(&scene.output, &scene.proof), Ok(()));
}

#[test]
fn one_relation_serves_piles_and_layered_keys_too() {
    let scene = scene();
    let pile = PileSecret::random(&mut rng(9));
    let from = scene.giver.public();
    let (output, proof) = transfer::prove(&ctx(), &scene.giver, &scene.cards, &pile.public(), &mut rng(5)).unwrap();
    assert_eq!(pile.unmask(&output[0]), face("key"));
    assert_eq!(transfer::verify(&ctx(), &from, &scene.cards, &pile.public(), &output, &proof), Ok(()));
    let both = layered(&scene.taker.public(), &pile.public()).unwrap();
    let (output, proof) = transfer::prove(&ctx(), &scene.giver, &scene.cards, &both, &mut rng(5)).unwrap();
    assert_eq!(transfer::verify(&ctx(), &from, &scene.cards, &both, &output, &proof), Ok(()));
}

#[test]
fn only_the_exact_bytes_pass() {
    let scene = scene();
    assert_exact(&scene.proof, 1, |bytes| scene.verify(&scene.output, bytes));
    assert_bound_to_context(|other| {
        let (from, to) = (scene.giver.public(), scene.taker.public());
        transfer::verify(other, &from, &scene.cards, &to, &scene.output, &scene.proof)
    });
}

#[test]
fn an_exchanged_output_is_refused() {
    let scene = scene();
    let (again, _proof) =
        transfer::prove(&ctx(), &scene.giver, &scene.cards, &scene.taker.public(), &mut rng(40)).unwrap();
    let junk = hand(&scene.taker, &["whip"], &mut rng(6))[0];
    for output in [[scene.output[1], scene.output[0]], [scene.output[0], junk], [again[0], again[1]]] {
        assert_eq!(scene.verify(&output, &scene.proof), Err(ProofError::Rejected));
    }
}

#[test]
fn exchanged_inputs_and_keys_are_refused() {
    let scene = scene();
    let (from, to) = (scene.giver.public(), scene.taker.public());
    let turned = [scene.cards[1], scene.cards[0]];
    let other = HandSecret::random(&mut rng(8)).public();
    let rejected = Err(ProofError::Rejected);
    assert_eq!(transfer::verify(&ctx(), &from, &turned, &to, &scene.output, &scene.proof), rejected);
    assert_eq!(transfer::verify(&ctx(), &other, &scene.cards, &to, &scene.output, &scene.proof), rejected);
    assert_eq!(transfer::verify(&ctx(), &from, &scene.cards, &other, &scene.output, &scene.proof), rejected);
    let as_pile = PublicKey::<Pile>::from_bytes(&to.to_bytes()).unwrap();
    let bytes: Vec<_> = scene.output.iter().map(MaskedCard::to_bytes).collect();
    let output = MaskedCard::<Pile>::list_from_bytes(&bytes).unwrap();
    assert_eq!(transfer::verify(&ctx(), &from, &scene.cards, &as_pile, &output, &scene.proof), rejected);
}

#[test]
fn randomness_is_never_used_twice_even_with_a_stuck_generator() {
    let scene = scene();
    let send = |ctx| transfer::prove(&ctx, &scene.giver, &scene.cards, &scene.taker.public(), &mut rng(4)).unwrap().0;
    let (one, two) = (send(ctx().slot(1)), send(ctx().slot(2)));
    let mut halves: Vec<_> = one.iter().chain(&two).map(|card| card.to_bytes()[..32].to_vec()).collect();
    halves.sort();
    halves.dedup();
    assert_eq!(halves.len(), 4);
}

#[test]
fn nothing_to_transfer_needs_no_bytes_and_lists_must_match() {
    let scene = scene();
    let (from, to) = (scene.giver.public(), scene.taker.public());
    let (output, proof) = transfer::prove(&ctx(), &scene.giver, &[], &to, &mut rng(4)).unwrap();
    assert_eq!((output.len(), proof.len()), (0, 0));
    assert_eq!(transfer::verify(&ctx(), &from, &[], &to, &output, &proof), Ok(()));
    let count = ProofError::Count { what: "output cards", expected: 2, found: 1 };
    assert_eq!(scene.verify(&scene.output[..1], &scene.proof), Err(count));
    let bare = [scene.output[0], MaskedCard::open(face("pearl"))];
    assert_eq!(scene.verify(&bare, &scene.proof), Err(ProofError::Identity { what: "output card", index: 1 }));
}
