//! Bytes from nowhere: every decoder and every verifier answers with a reason.

use nightcoach_cards::claim::{self, Formula, Leaf};
use nightcoach_cards::{
    CardPoint, Hand, HandPublic, HandSecret, MaskedCard, RemaskShare, open, ownership, share, shuffle, transfer,
};
use proptest::collection::vec;
use proptest::prelude::{ProptestConfig, any, prop_assert, proptest};

use crate::common::{ctx, face, faces, hand, rng};

/// Junk of a wanted length: half the elements are small, so that some of them decode.
fn junk(seed: &[u8], len: usize) -> Vec<u8> {
    let mut bytes: Vec<u8> = seed.iter().copied().cycle().take(len).collect();
    for element in bytes.chunks_mut(64) {
        let scalar = element.len().min(32);
        element[..scalar].fill(0);
        element[0] = seed[0];
    }
    bytes
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn junk_of_the_right_length_is_no_proof(seed in vec(any::<u8>(), 1..97)) {
        let holder = HandSecret::random(&mut rng(1));
        let key = holder.public();
        let cards = hand(&holder, &["key", "ring"], &mut rng(2));
        let of = |len| junk(&seed, len);
        prop_assert!(ownership::verify(&ctx(), &key, &of(ownership::proof_len())).is_err());
        prop_assert!(open::verify(&ctx(), &key, &cards, &faces(&["key", "ring"]), &of(open::proof_len(2))).is_err());
        prop_assert!(transfer::verify(&ctx(), &key, &cards, &key, &cards, &of(transfer::proof_len(2))).is_err());
        prop_assert!(shuffle::verify(&ctx(), &key, &cards, &cards, &of(shuffle::proof_len(2))).is_err());
        let shares: Vec<_> = cards.iter().map(|card| RemaskShare::from_bytes(&card.to_bytes()).unwrap()).collect();
        let to = [key, key];
        prop_assert!(share::verify(&ctx(), &key, &cards, &to, &shares, &of(share::proof_len(2))).is_err());
        let leaf = |card| Leaf::NotEqual { card, face: face("coat") };
        let formula = Formula(cards.iter().map(|card| vec![leaf(*card)]).collect());
        prop_assert!(claim::verify(&ctx(), &key, &formula, &of(claim::proof_len(&formula))).is_err());
    }

    #[test]
    fn what_decodes_encodes_to_the_same_bytes(first in any::<[u8; 32]>(), second in any::<[u8; 32]>()) {
        let card: [u8; 64] = [first, second].concat().try_into().unwrap();
        prop_assert!(HandPublic::from_bytes(&first).map_or(true, |key| key.to_bytes() == first));
        prop_assert!(CardPoint::from_bytes(&first).map_or(true, |point| point.to_bytes() == first));
        prop_assert!(MaskedCard::<Hand>::from_bytes(&card).map_or(true, |masked| masked.to_bytes() == card));
    }
}
