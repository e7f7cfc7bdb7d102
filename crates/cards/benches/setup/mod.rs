//! The set-up of a table of ten as one of its peers does it: proves its own part, verifies the nine others'.

use std::hint::black_box;

use nightcoach_cards::{
    CardPoint, Context, Deal, DealPublic, DealSecret, HandPublic, HandSecret, Layered, LayeredPublic, MaskedCard,
    Permutation, Pile, PilePublic, PileSecret, PublicKey, RemaskShare, Role, SecretKey, layered, ownership, share,
    shuffle,
};
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::SeedableRng as _;

const SEATS: usize = 10;
const ASSOCIATIONS: usize = 10;
const OCCUPATIONS: usize = 10;
const OBJECTS: usize = 18;
/// Objects of the first stage that join the two bags in the second.
const STARTERS: usize = SEATS - 2;

type Cards<R> = Vec<MaskedCard<R>>;

struct Seat {
    deal: DealSecret,
    pile: PileSecret,
    hand: HandSecret,
    ownership: [Vec<u8>; 3],
}

/// One deck and every seat's shuffle of it, in turn.
struct Shuffled {
    start: Cards<Deal>,
    hops: Vec<(Cards<Deal>, Vec<u8>)>,
}

/// Every seat's shares in one group round.
struct Shared<C: Role, T: Role> {
    cards: Cards<C>,
    to: Vec<PublicKey<T>>,
    by_seat: Vec<(Vec<RemaskShare>, Vec<u8>)>,
}

/// All that the ten seats send.
pub(crate) struct Traffic {
    seats: Vec<Seat>,
    deal: DealPublic,
    decks: Vec<Shuffled>,
    dealt: Shared<Deal, Layered>,
    stripped: Shared<Layered, nightcoach_cards::Hand>,
    rekeyed: Shared<Deal, Pile>,
}

fn ctx() -> Context {
    Context::new([2; 32])
}

fn deck(name: &str, n: usize) -> Cards<Deal> {
    (0..n).map(|number| MaskedCard::open(CardPoint::of_face("bench", name, &number.to_string()))).collect()
}

impl Seat {
    fn new(rng: &mut ChaCha20Rng) -> Self {
        let (deal, pile, hand) = (DealSecret::random(rng), PileSecret::random(rng), HandSecret::random(rng));
        let ownership = [
            ownership::prove(&ctx(), &deal, rng),
            ownership::prove(&ctx(), &pile, rng),
            ownership::prove(&ctx(), &hand, rng),
        ];
        Self { deal, pile, hand, ownership }
    }

    fn verify(&self) {
        let [deal, pile, hand] = &self.ownership;
        ownership::verify(&ctx(), &self.deal.public(), deal).unwrap();
        ownership::verify(&ctx(), &self.pile.public(), pile).unwrap();
        ownership::verify(&ctx(), &self.hand.public(), hand).unwrap();
    }
}

impl Shuffled {
    fn by_all(start: Cards<Deal>, key: &DealPublic, rng: &mut ChaCha20Rng) -> Self {
        let mut hops: Vec<(Cards<Deal>, Vec<u8>)> = Vec::new();
        for _ in 0..SEATS {
            let input = hops.last().map_or(&start, |(output, _proof)| output);
            let order = Permutation::random(input.len(), rng);
            hops.push(shuffle::shuffle(&ctx(), key, input, &order, rng).unwrap());
        }
        Self { start, hops }
    }

    fn result(&self) -> &[MaskedCard<Deal>] {
        self.hops.last().map(|(output, _proof)| output.as_slice()).unwrap()
    }

    /// Seat 0 shuffles, then verifies the nine that follow.
    fn one_peer(&self, key: &DealPublic, rng: &mut ChaCha20Rng) {
        let order = Permutation::random(self.start.len(), rng);
        black_box(shuffle::shuffle(&ctx(), key, &self.start, &order, rng).unwrap());
        for hop in self.hops.windows(2) {
            let [(input, _before), (output, proof)] = hop else { continue };
            shuffle::verify(&ctx(), key, input, output, proof).unwrap();
        }
    }
}

impl<C: Role, T: Role> Shared<C, T> {
    fn by_all<F: Role>(
        seats: &[Seat],
        secret: impl Fn(&Seat) -> &SecretKey<F>,
        cards: Cards<C>,
        to: Vec<PublicKey<T>>,
        rng: &mut ChaCha20Rng,
    ) -> Self {
        let by_seat = seats.iter().map(|seat| share::prove(&ctx(), secret(seat), &cards, &to, rng).unwrap()).collect();
        Self { cards, to, by_seat }
    }

    fn shares(&self) -> Vec<Vec<RemaskShare>> {
        self.by_seat.iter().map(|(shares, _proof)| shares.clone()).collect()
    }

    /// Seat 0 makes its shares, then verifies the nine other seats'.
    fn one_peer<F: Role>(&self, seats: &[Seat], secret: impl Fn(&Seat) -> &SecretKey<F>, rng: &mut ChaCha20Rng) {
        let own = seats.first().unwrap();
        black_box(share::prove(&ctx(), secret(own), &self.cards, &self.to, rng).unwrap());
        for (seat, (shares, proof)) in seats.iter().zip(&self.by_seat).skip(1) {
            share::verify(&ctx(), &secret(seat).public(), &self.cards, &self.to, shares, proof).unwrap();
        }
    }
}

impl Traffic {
    pub(crate) fn of_ten() -> Self {
        let mut rng = ChaCha20Rng::from_seed([5; 32]);
        let rng = &mut rng;
        let seats: Vec<_> = (0..SEATS).map(|_| Seat::new(rng)).collect();
        let deal = DealPublic::aggregate(&seats.iter().map(|seat| seat.deal.public()).collect::<Vec<_>>()).unwrap();
        let pile = PilePublic::aggregate(&seats.iter().map(|seat| seat.pile.public()).collect::<Vec<_>>()).unwrap();

        let associations = Shuffled::by_all(deck("associations", ASSOCIATIONS), &deal, rng);
        let occupations = Shuffled::by_all(deck("occupations", OCCUPATIONS), &deal, rng);
        let objects = Shuffled::by_all(deck("objects", OBJECTS), &deal, rng);
        let (starters, rest) = objects.result().split_at(STARTERS);
        let start = [starters, &deck("bags", 2)].concat();
        let starts = Shuffled::by_all(start, &deal, rng);

        let hands: Vec<HandPublic> = seats.iter().map(|seat| seat.hand.public()).collect();
        let both: Vec<LayeredPublic> = hands.iter().map(|hand| layered(hand, &pile).unwrap()).collect();
        let cards = [associations.result(), occupations.result(), starts.result()].concat();
        let rekeyed = Shared::by_all(&seats, |seat| &seat.deal, rest.to_vec(), vec![pile; rest.len()], rng);
        let dealt = Shared::by_all(&seats, |seat| &seat.deal, cards, both.repeat(3), rng);
        let layered: Cards<Layered> = share::hand_over(&dealt.cards, &dealt.shares()).unwrap();
        let stripped = Shared::by_all(&seats, |seat| &seat.pile, layered, hands.repeat(3), rng);
        Self { seats, deal, decks: vec![associations, occupations, objects, starts], dealt, stripped, rekeyed }
    }
}

/// The work of one peer: keys, four decks, deal, strip and re-key.
pub(crate) fn one_peer(traffic: &Traffic, rng: &mut ChaCha20Rng) {
    black_box(Seat::new(rng));
    traffic.seats.iter().skip(1).for_each(Seat::verify);
    traffic.decks.iter().for_each(|deck| deck.one_peer(&traffic.deal, rng));
    traffic.dealt.one_peer(&traffic.seats, |seat| &seat.deal, rng);
    let layered: Cards<Layered> = share::hand_over(&traffic.dealt.cards, &traffic.dealt.shares()).unwrap();
    traffic.stripped.one_peer(&traffic.seats, |seat| &seat.pile, rng);
    black_box(share::strip(&layered, &traffic.stripped.shares()).unwrap());
    traffic.rekeyed.one_peer(&traffic.seats, |seat| &seat.deal, rng);
    let moved: Cards<Pile> = share::hand_over(&traffic.rekeyed.cards, &traffic.rekeyed.shares()).unwrap();
    black_box(moved);
}
