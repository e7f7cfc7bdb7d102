//! Layers commute, and nobody opens a card whose layers are not all off.

use curve25519_dalek::Scalar;
use nightcoach_cards::{
    CardPoint, Deal, DealPublic, DealSecret, Hand, HandPublic, HandSecret, Layered, LayeredPublic, MaskedCard,
    Permutation, Pile, PilePublic, PileSecret, PublicKey, RemaskShare, Role, SecretKey, layered, share, shuffle,
};
use proptest::prelude::{ProptestConfig, Strategy, prop_assert_eq, proptest};
use rand_chacha::ChaCha20Rng;

use crate::common::{ctx, face, faces, hand, rng};

const NAMES: [&str; 6] = ["key", "goblet", "pearl", "mirror", "ring", "whip"];

struct Seat {
    deal: DealSecret,
    pile: PileSecret,
    hand: HandSecret,
}

/// A deal among `n` seats: seat `i` gets card `i` of the shuffled deck.
struct Table {
    seats: Vec<Seat>,
    shuffled: Vec<MaskedCard<Deal>>,
    deal_shares: Vec<Vec<RemaskShare>>,
    layered: Vec<MaskedCard<Layered>>,
    strip_shares: Vec<Vec<RemaskShare>>,
    dealt: Vec<MaskedCard<Hand>>,
}

fn sum<R: Role>(keys: impl Iterator<Item = PublicKey<R>>) -> PublicKey<R> {
    PublicKey::aggregate(&keys.collect::<Vec<_>>()).unwrap()
}

fn shuffled_by_all(seats: &[Seat], deal: &DealPublic, rng: &mut ChaCha20Rng) -> Vec<MaskedCard<Deal>> {
    let mut deck: Vec<_> = faces(&NAMES[..seats.len()]).into_iter().map(MaskedCard::open).collect();
    for _ in seats {
        let order = Permutation::random(deck.len(), rng);
        let (next, proof) = shuffle::shuffle(&ctx(), deal, &deck, &order, rng).unwrap();
        shuffle::verify(&ctx(), deal, &deck, &next, &proof).unwrap();
        deck = next;
    }
    deck
}

/// Every seat's proven shares, each made with the secret that `secret` picks.
fn shares_of_all<F: Role, C: Role, T: Role>(
    seats: &[Seat],
    secret: impl Fn(&Seat) -> &SecretKey<F>,
    cards: &[MaskedCard<C>],
    to: &[PublicKey<T>],
    rng: &mut ChaCha20Rng,
) -> Vec<Vec<RemaskShare>> {
    let prove = |seat: &Seat| {
        let (shares, proof) = share::prove(&ctx(), secret(seat), cards, to, rng).unwrap();
        share::verify(&ctx(), &secret(seat).public(), cards, to, &shares, &proof).unwrap();
        shares
    };
    seats.iter().map(prove).collect()
}

fn table(n: usize, seed: u8) -> Table {
    let mut rng = rng(seed);
    let seats: Vec<_> = (0..n)
        .map(|_| Seat {
            deal: DealSecret::random(&mut rng),
            pile: PileSecret::random(&mut rng),
            hand: HandSecret::random(&mut rng),
        })
        .collect();
    let deal: DealPublic = sum(seats.iter().map(|seat| seat.deal.public()));
    let pile: PilePublic = sum(seats.iter().map(|seat| seat.pile.public()));
    let hands: Vec<HandPublic> = seats.iter().map(|seat| seat.hand.public()).collect();
    let both: Vec<LayeredPublic> = hands.iter().map(|hand| layered(hand, &pile).unwrap()).collect();

    let shuffled = shuffled_by_all(&seats, &deal, &mut rng);
    let deal_shares = shares_of_all(&seats, |seat| &seat.deal, &shuffled, &both, &mut rng);
    let layered: Vec<MaskedCard<Layered>> = share::hand_over(&shuffled, &deal_shares).unwrap();
    let strip_shares = shares_of_all(&seats, |seat| &seat.pile, &layered, &hands, &mut rng);
    let dealt = share::strip(&layered, &strip_shares).unwrap();
    Table { seats, shuffled, deal_shares, layered, strip_shares, dealt }
}

fn scalar<R: Role>(secret: &SecretKey<R>) -> Scalar {
    Scalar::from_canonical_bytes(*secret.to_bytes()).unwrap()
}

/// Takes one layer off: `(a, b)` becomes `(a, b - x a)`, whatever the card's type says.
fn take_off(card: [u8; 64], secret: &Scalar) -> [u8; 64] {
    let point = unmask_with(card, secret).unwrap();
    [&card[..32], &point.to_bytes()].concat().try_into().unwrap()
}

fn unmask_with(card: [u8; 64], secret: &Scalar) -> Option<CardPoint> {
    let secret = HandSecret::from_bytes(&secret.to_bytes()).ok()?;
    Some(secret.unmask(&MaskedCard::from_bytes(&card).ok()?))
}

fn face_of(card: [u8; 64]) -> CardPoint {
    CardPoint::from_bytes(card[32..].try_into().unwrap()).unwrap()
}

#[test]
fn a_layered_deal_gives_every_seat_one_face_of_the_deck() {
    let table = table(6, 1);
    let mut seen: Vec<_> = table.seats.iter().zip(&table.dealt).map(|(seat, card)| seat.hand.unmask(card)).collect();
    let mut deck = faces(&NAMES);
    seen.sort();
    deck.sort();
    assert_eq!(seen, deck);
}

fn orders(n: usize) -> impl Strategy<Value = Vec<usize>> {
    proptest::strategy::Just((0..n).collect::<Vec<_>>()).prop_shuffle()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn layers_come_off_in_any_order(n in 2_usize..6, seed in 0_u8..255, order in orders(6)) {
        let table = table(n, seed);
        for (card, (seat, dealt)) in table.layered.iter().zip(table.seats.iter().zip(&table.dealt)) {
            // The hand's layer is number 0, the pile's are 1 to n.
            let layers: Vec<Scalar> =
                [scalar(&seat.hand)].into_iter().chain(table.seats.iter().map(|other| scalar(&other.pile))).collect();
            let bare = order.iter().filter_map(|&layer| layers.get(layer)).fold(card.to_bytes(), take_off);
            prop_assert_eq!(face_of(bare), seat.hand.unmask(dealt));
        }
    }

    #[test]
    fn seats_add_their_shares_in_any_order(n in 2_usize..6, seed in 0_u8..255, order in orders(5)) {
        let table = table(n, seed);
        let reorder = |shares: &[Vec<RemaskShare>]| -> Vec<_> {
            order.iter().filter_map(|&seat| shares.get(seat).cloned()).collect()
        };
        let handed: Vec<MaskedCard<Layered>> =
            share::hand_over(&table.shuffled, &reorder(&table.deal_shares)).unwrap();
        prop_assert_eq!(&handed, &table.layered);
        let dealt = share::strip(&handed, &reorder(&table.strip_shares)).unwrap();
        prop_assert_eq!(&dealt, &table.dealt);
    }

    #[test]
    fn layers_go_on_in_any_order(seed in 0_u8..255, order in orders(4)) {
        let mut rng = rng(seed);
        let first = HandSecret::random(&mut rng);
        let others: Vec<_> = (0..4).map(|_| scalar(&HandSecret::random(&mut rng))).collect();
        let card = hand(&first, &["pearl"], &mut rng)[0].to_bytes();
        let in_turn = others.iter().fold(card, put_on);
        let in_order = order.iter().filter_map(|&layer| others.get(layer)).fold(card, put_on);
        prop_assert_eq!(in_turn, in_order);
        let total: Scalar = scalar(&first) + others.iter().sum::<Scalar>();
        prop_assert_eq!(unmask_with(in_order, &total), Some(face("pearl")));
    }
}

/// Puts one layer on: `(a, b)` becomes `(a, b + x a)`.
fn put_on(card: [u8; 64], secret: &Scalar) -> [u8; 64] {
    take_off(card, &-secret)
}

/// The scalars that add up to something from any selection of these.
fn subset_sums(secrets: &[Scalar]) -> Vec<Scalar> {
    secrets.iter().fold(vec![Scalar::ZERO], |sums, secret| sums.iter().flat_map(|sum| [*sum, sum + secret]).collect())
}

/// Everything of a deal that concerns the card of one seat and travels in the open.
fn traffic(table: &Table, place: usize) -> Vec<[u8; 64]> {
    let cards = [table.shuffled[place].to_bytes(), table.layered[place].to_bytes(), table.dealt[place].to_bytes()];
    let shares = table.deal_shares.iter().chain(&table.strip_shares).map(|seat| seat[place].to_bytes());
    cards.into_iter().chain(shares).collect()
}

#[test]
fn all_seats_but_one_together_open_no_card_of_the_last_seat() {
    let table = table(4, 3);
    let last = 3;
    let coalition: Vec<Scalar> = table.seats[..last]
        .iter()
        .flat_map(|seat| [scalar(&seat.deal), scalar(&seat.pile), scalar(&seat.hand)])
        .collect();
    let deck = faces(&NAMES);
    for sum in subset_sums(&coalition) {
        for bytes in traffic(&table, last) {
            let opened = unmask_with(bytes, &sum);
            assert!(opened.is_none_or(|point| !deck.contains(&point)), "a coalition opened the card");
        }
    }
}

#[test]
fn before_the_strip_neither_the_holder_nor_the_pile_opens_a_card() {
    let table = table(4, 5);
    let deck = faces(&NAMES);
    let pile: Scalar = table.seats.iter().map(|seat| scalar(&seat.pile)).sum();
    for (seat, card) in table.seats.iter().zip(&table.layered) {
        let hand = scalar(&seat.hand);
        for secret in [hand, pile] {
            assert!(!deck.contains(&unmask_with(card.to_bytes(), &secret).unwrap()));
        }
        assert!(deck.contains(&unmask_with(card.to_bytes(), &(hand + pile)).unwrap()), "both layers are all there is");
    }
}

#[test]
fn after_the_strip_only_the_holders_own_key_opens_a_card() {
    let table = table(4, 6);
    let deck = faces(&NAMES);
    for (place, card) in table.dealt.iter().enumerate() {
        for (number, seat) in table.seats.iter().enumerate() {
            let opened = deck.contains(&seat.hand.unmask(card));
            assert_eq!(opened, number == place, "seat {number} at the card of seat {place}");
        }
    }
}

#[test]
fn a_draw_from_the_pile_goes_to_its_receiver_alone() {
    let mut rng = rng(8);
    let table = table(3, 8);
    let pile: PilePublic = sum(table.seats.iter().map(|seat| seat.pile.public()));
    let open = [MaskedCard::<Pile>::open(face("ring"))];
    let order = Permutation::random(1, &mut rng);
    let (cards, _proof) = shuffle::shuffle(&ctx(), &pile, &open, &order, &mut rng).unwrap();
    let to = [table.seats[1].hand.public()];
    let shares = shares_of_all(&table.seats, |seat| &seat.pile, &cards, &to, &mut rng);
    let drawn: Vec<MaskedCard<Hand>> = share::hand_over(&cards, &shares).unwrap();
    assert_eq!(table.seats[1].hand.unmask(&drawn[0]), face("ring"));
    assert_ne!(table.seats[0].hand.unmask(&drawn[0]), face("ring"));
}
