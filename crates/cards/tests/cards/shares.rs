use nightcoach_cards::{
    Deal, DealPublic, DealSecret, Hand, HandPublic, HandSecret, MaskedCard, Pile, PileSecret, ProofError, PublicKey,
    RemaskShare, share, shuffle,
};

use crate::common::{assert_bound_to_context, assert_exact, ctx, face, faces, rng, unchanged};

const NAMES: [&str; 2] = ["key", "pearl"];

struct Scene {
    seats: Vec<DealSecret>,
    takers: Vec<HandSecret>,
    cards: Vec<MaskedCard<Deal>>,
}

fn scene() -> Scene {
    let seats: Vec<_> = (1..4).map(|seat| DealSecret::random(&mut rng(seat))).collect();
    let takers = (11..13).map(|seat| HandSecret::random(&mut rng(seat))).collect();
    let keys: Vec<_> = seats.iter().map(DealSecret::public).collect();
    let open: Vec<_> = faces(&NAMES).into_iter().map(MaskedCard::open).collect();
    let deal = DealPublic::aggregate(&keys).unwrap();
    let order = unchanged(2, &mut rng(5));
    let (cards, _argument) = shuffle::shuffle(&ctx(), &deal, &open, &order, &mut rng(6)).unwrap();
    Scene { seats, takers, cards }
}

impl Scene {
    fn to(&self) -> Vec<HandPublic> {
        self.takers.iter().map(HandSecret::public).collect()
    }

    fn shares(&self, seat: usize) -> (Vec<RemaskShare>, Vec<u8>) {
        share::prove(&ctx(), &self.seats[seat], &self.cards, &self.to(), &mut rng(7)).unwrap()
    }

    fn verify(&self, shares: &[RemaskShare], proof: &[u8]) -> Result<(), ProofError> {
        share::verify(&ctx(), &self.seats[0].public(), &self.cards, &self.to(), shares, proof)
    }
}

#[test]
fn all_shares_hand_each_card_to_its_receiver() {
    let scene = scene();
    let all: Vec<_> = (0..3).map(|seat| scene.shares(seat).0).collect();
    let dealt: Vec<MaskedCard<Hand>> = share::hand_over(&scene.cards, &all).unwrap();
    assert_eq!(scene.takers[0].unmask(&dealt[0]), face("key"));
    assert_eq!(scene.takers[1].unmask(&dealt[1]), face("pearl"));
    let (shares, proof) = scene.shares(0);
    assert_eq!(proof.len(), share::proof_len(2));
    assert_eq!(scene.verify(&shares, &proof), Ok(()));
}

#[test]
fn one_share_too_few_hands_nothing_over() {
    let scene = scene();
    let all: Vec<_> = (0..2).map(|seat| scene.shares(seat).0).collect();
    let dealt: Vec<MaskedCard<Hand>> = share::hand_over(&scene.cards, &all).unwrap();
    assert_ne!(scene.takers[0].unmask(&dealt[0]), face("key"));
}

#[test]
fn only_the_exact_bytes_pass() {
    let scene = scene();
    let (shares, proof) = scene.shares(0);
    assert_exact(&proof, 1, |bytes| scene.verify(&shares, bytes));
    assert_bound_to_context(|other| {
        share::verify(other, &scene.seats[0].public(), &scene.cards, &scene.to(), &shares, &proof)
    });
}

#[test]
fn another_seats_key_and_another_seats_shares_are_refused() {
    let scene = scene();
    let (shares, proof) = scene.shares(0);
    let other = scene.seats[1].public();
    let result = share::verify(&ctx(), &other, &scene.cards, &scene.to(), &shares, &proof);
    assert_eq!(result, Err(ProofError::Rejected));
    let (foreign, foreign_proof) = scene.shares(1);
    assert_eq!(scene.verify(&foreign, &foreign_proof), Err(ProofError::Rejected), "made with another secret");
    assert_eq!(scene.verify(&[shares[1], shares[0]], &proof), Err(ProofError::Rejected));
    assert_eq!(scene.verify(&[shares[0], foreign[1]], &proof), Err(ProofError::Rejected));
}

#[test]
fn another_receiver_card_or_role_is_refused() {
    let scene = scene();
    let (shares, proof) = scene.shares(0);
    let key = scene.seats[0].public();
    let rejected = Err(ProofError::Rejected);
    let turned: Vec<_> = scene.to().into_iter().rev().collect();
    assert_eq!(share::verify(&ctx(), &key, &scene.cards, &turned, &shares, &proof), rejected);
    let turned: Vec<_> = scene.cards.iter().copied().rev().collect();
    assert_eq!(share::verify(&ctx(), &key, &turned, &scene.to(), &shares, &proof), rejected);
    let as_piles: Vec<_> = scene.to().iter().map(|to| PublicKey::<Pile>::from_bytes(&to.to_bytes()).unwrap()).collect();
    assert_eq!(share::verify(&ctx(), &key, &scene.cards, &as_piles, &shares, &proof), rejected);
}

#[test]
fn lists_must_match() {
    let scene = scene();
    let (shares, proof) = scene.shares(0);
    let key = scene.seats[0].public();
    let count = |what| Err(ProofError::Count { what, expected: 2, found: 1 });
    let to = scene.to();
    assert_eq!(share::verify(&ctx(), &key, &scene.cards, &to[..1], &shares, &proof), count("receiver keys"));
    assert_eq!(scene.verify(&shares[..1], &proof), count("shares"));
    let short = share::hand_over::<Deal, Hand>(&scene.cards, &[shares.clone(), shares[..1].to_vec()]);
    assert_eq!(short, count("shares of a seat").map(|()| Vec::new()));
    assert_eq!(share::hand_over::<Deal, Hand>(&scene.cards, &[]), Err(ProofError::Empty));
    let length = ProofError::Length { expected: share::proof_len(1), found: share::proof_len(2) };
    let one = &scene.cards[..1];
    assert_eq!(share::verify(&ctx(), &key, one, &to[..1], &shares[..1], &proof), Err(length));
}

#[test]
fn shares_whose_randomness_cancels_are_refused() {
    let scene = scene();
    let (shares, _proof) = scene.shares(0);
    let minus = |share: &RemaskShare| {
        let bytes = share.to_bytes();
        let half = |at: usize| {
            let encoding: [u8; 32] = bytes[at..at + 32].try_into().unwrap();
            let point = curve25519_dalek::ristretto::CompressedRistretto(encoding).decompress().unwrap();
            (-point).compress().to_bytes()
        };
        RemaskShare::from_bytes(&[half(0), half(32)].concat().try_into().unwrap()).unwrap()
    };
    let opposite = vec![shares[0], minus(&shares[1])];
    let result = share::hand_over::<Deal, Hand>(&scene.cards, &[shares, opposite]);
    assert_eq!(result, Err(ProofError::Identity { what: "sum of shares", index: 1 }));
}

#[test]
fn an_unmasked_card_is_never_handed_over() {
    let scene = scene();
    let bare = [scene.cards[0], MaskedCard::open(face("pearl"))];
    let identity = ProofError::Identity { what: "card", index: 1 };
    let made = share::prove(&ctx(), &scene.seats[0], &bare, &scene.to(), &mut rng(7));
    assert_eq!(made, Err(identity));
    let (shares, proof) = scene.shares(0);
    let key = scene.seats[0].public();
    assert_eq!(share::verify(&ctx(), &key, &bare, &scene.to(), &shares, &proof), Err(identity));
}

#[test]
fn a_re_key_moves_cards_to_the_pile_key() {
    let scene = scene();
    let pile = PileSecret::random(&mut rng(30));
    let to = [pile.public(); 2];
    let all: Vec<_> = scene
        .seats
        .iter()
        .map(|seat| {
            let (shares, proof) = share::prove(&ctx(), seat, &scene.cards, &to, &mut rng(31)).unwrap();
            share::verify(&ctx(), &seat.public(), &scene.cards, &to, &shares, &proof).unwrap();
            shares
        })
        .collect();
    let moved: Vec<MaskedCard<Pile>> = share::hand_over(&scene.cards, &all).unwrap();
    assert_eq!(moved.iter().map(|card| pile.unmask(card)).collect::<Vec<_>>(), faces(&NAMES));
}
