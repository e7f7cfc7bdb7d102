//! The pile key dealt among seats: who can use it, and who is to blame when a dealing is bad.

use nightcoach_cards::dkg::{self, Guilty};
use nightcoach_cards::{
    Commitments, Context, Deal, DealSecret, DealingError, DealtShare, Hand, HandSecret, KeyError, Layered, MaskedCard,
    Pile, PilePublic, PileSecret, Place, Polynomial, ProofError, RemaskShare, SealedShare, TransportPublic,
    TransportSecret, Way, layered, ownership, share, shuffle,
};
use rand_chacha::ChaCha20Rng;

use crate::common::{assert_bound_to_context, assert_exact, ctx, face, faces, rng, unchanged};

const NAMES: [&str; 2] = ["key", "pearl"];

fn place(seat: usize) -> Place {
    Place::new(u8::try_from(seat).unwrap() + 1).unwrap()
}

/// The context in which a seat deals.
fn dealers_ctx(dealer: usize) -> Context {
    ctx().slot(u32::try_from(dealer).unwrap())
}

/// A table of `n` whose pile key any `threshold` seats can use.
struct Table {
    threshold: usize,
    transport: Vec<TransportSecret>,
    polynomials: Vec<Polynomial>,
    commitments: Vec<Commitments>,
}

impl Table {
    fn new(n: usize, threshold: usize, seed: u8) -> Self {
        let mut rng = rng(seed);
        let transport = (0..n).map(|_| TransportSecret::random(&mut rng)).collect();
        let polynomials: Vec<_> = (0..n).map(|_| Polynomial::random(threshold, &mut rng)).collect();
        let commitments = polynomials.iter().map(Polynomial::commitments).collect();
        Self { threshold, transport, polynomials, commitments }
    }

    fn n(&self) -> usize {
        self.transport.len()
    }

    fn dealings(&self) -> Vec<&Commitments> {
        self.commitments.iter().collect()
    }

    fn sealed(&self, dealer: usize, receiver: usize, polynomial: &Polynomial) -> SealedShare {
        let (context, key) = (dealers_ctx(dealer), self.transport[receiver].public());
        dkg::seal(way(&context, dealer, receiver, &key), polynomial, &mut rng(40))
    }

    fn open(&self, dealer: usize, receiver: usize, sealed: &SealedShare) -> Option<DealtShare> {
        let (context, key) = (dealers_ctx(dealer), self.transport[receiver].public());
        let way = way(&context, dealer, receiver, &key);
        dkg::open(way, &self.transport[receiver], sealed, &self.commitments[dealer])
    }

    /// A seat's pile secret, from the boxes that all have sent it.
    fn secret(&self, seat: usize) -> PileSecret {
        let open = |dealer: usize| {
            let sealed = self.sealed(dealer, seat, &self.polynomials[dealer]);
            self.open(dealer, seat, &sealed).expect("an honest dealer")
        };
        dkg::pile_secret(&(0..self.n()).map(open).collect::<Vec<_>>()).unwrap()
    }

    fn key(&self) -> PilePublic {
        dkg::pile_key(&self.dealings()).unwrap()
    }

    fn judge(&self, dealer: usize, complainer: usize, sealed: &SealedShare, complaint: &([u8; 32], Vec<u8>)) -> Guilty {
        let (context, key) = (dealers_ctx(dealer), self.transport[complainer].public());
        let way = way(&context, dealer, complainer, &key);
        dkg::judge(&ctx(), way, sealed, &self.commitments[dealer], &complaint.0, &complaint.1)
    }
}

fn way<'a>(ctx: &'a Context, dealer: usize, receiver: usize, key: &'a TransportPublic) -> Way<'a> {
    Way { ctx, dealer: place(dealer), receiver: place(receiver), key }
}

fn complain(secret: &TransportSecret, sealed: &SealedShare) -> ([u8; 32], Vec<u8>) {
    dkg::complain(&ctx(), secret, sealed, &mut rng(41)).unwrap()
}

fn masked<R: nightcoach_cards::Role>(
    key: &nightcoach_cards::PublicKey<R>,
    rng: &mut ChaCha20Rng,
) -> Vec<MaskedCard<R>> {
    let open: Vec<_> = faces(&NAMES).into_iter().map(MaskedCard::open).collect();
    let (cards, _argument) = shuffle::shuffle(&ctx(), key, &open, &unchanged(2, rng), rng).unwrap();
    cards
}

fn shares(secret: &PileSecret, cards: &[MaskedCard<Pile>], to: &HandSecret) -> (PilePublic, Vec<RemaskShare>, Vec<u8>) {
    let to = [to.public(); 2];
    let (shares, proof) = share::prove(&ctx(), secret, cards, &to, &mut rng(42)).unwrap();
    (secret.public(), shares, proof)
}

fn draw(table: &Table, cards: &[MaskedCard<Pile>], seats: &[usize], to: &HandSecret) -> Vec<MaskedCard<Hand>> {
    let lists: Vec<_> = seats.iter().map(|seat| (place(*seat), shares(&table.secret(*seat), cards, to).1)).collect();
    let placed: Vec<_> = lists.iter().map(|(place, list)| (*place, list.as_slice())).collect();
    // The bound is that of the table; what fewer could do is tried with their own number.
    share::hand_over_by(cards, table.threshold.min(seats.len()), &placed).unwrap()
}

/// Every choice of `k` of `n` seats.
fn subsets(n: usize, k: usize) -> Vec<Vec<usize>> {
    let masks = (0..1_u32 << n).filter(|mask| mask.count_ones() as usize == k);
    masks.map(|mask| (0..n).filter(|seat| mask >> seat & 1 == 1).collect()).collect()
}

#[test]
fn any_threshold_seats_hand_cards_over_and_none_fewer() {
    for (n, threshold) in [(3, 2), (5, 4), (6, 4)] {
        let table = Table::new(n, threshold, 1);
        let to = HandSecret::random(&mut rng(2));
        let cards = masked(&table.key(), &mut rng(3));
        for seats in (threshold..=n).flat_map(|k| subsets(n, k)) {
            let drawn = draw(&table, &cards, &seats, &to);
            let seen: Vec<_> = drawn.iter().map(|card| to.unmask(card)).collect();
            assert_eq!(seen, faces(&NAMES), "{seats:?} of {n}");
        }
        for seats in (1..threshold).flat_map(|k| subsets(n, k)) {
            let drawn = draw(&table, &cards, &seats, &to);
            assert!(drawn.iter().all(|card| !faces(&NAMES).contains(&to.unmask(card))), "{seats:?} of {n}");
        }
    }
}

#[test]
fn public_shares_and_secrets_belong_together() {
    let table = Table::new(5, 4, 5);
    for seat in 0..5 {
        assert_eq!(table.secret(seat).public(), dkg::public_share(&table.dealings(), place(seat)).unwrap());
    }
}

#[test]
fn strips_need_the_threshold_only() {
    let table = Table::new(6, 4, 6);
    let hand = HandSecret::random(&mut rng(7));
    let key = layered(&hand.public(), &table.key()).unwrap();
    let cards: Vec<MaskedCard<Layered>> = masked(&key, &mut rng(8));
    let strip = |seats: &[usize], threshold| {
        let lists: Vec<_> = seats
            .iter()
            .map(|seat| {
                let to = [hand.public(); 2];
                let (shares, proof) = share::prove(&ctx(), &table.secret(*seat), &cards, &to, &mut rng(9)).unwrap();
                let own = dkg::public_share(&table.dealings(), place(*seat)).unwrap();
                share::verify(&ctx(), &own, &cards, &to, &shares, &proof).unwrap();
                (place(*seat), shares)
            })
            .collect();
        let placed: Vec<_> = lists.iter().map(|(place, list)| (*place, list.as_slice())).collect();
        share::strip_by(&cards, threshold, &placed)
    };
    // Attack 29: two of six are gone, and the deal completes all the same.
    let seen: Vec<_> = strip(&[0, 2, 3, 5], 4).unwrap().iter().map(|card| hand.unmask(card)).collect();
    assert_eq!(seen, faces(&NAMES));
    let fewer = strip(&[0, 2, 3], 3).unwrap();
    assert!(fewer.iter().all(|card| !faces(&NAMES).contains(&hand.unmask(card))));
}

/// Attack 33.
#[test]
fn place_zero_repeated_places_and_too_few_seats_are_refused() {
    assert_eq!(Place::new(0), None);
    let table = Table::new(4, 3, 10);
    let to = HandSecret::random(&mut rng(11));
    let cards = masked(&table.key(), &mut rng(12));
    let lists: Vec<_> = (0..3).map(|seat| shares(&table.secret(seat), &cards, &to).1).collect();
    let by = |places: &[usize]| {
        let placed: Vec<_> = places.iter().map(|seat| (place(*seat), lists[*seat].as_slice())).collect();
        share::hand_over_by::<Pile, Hand>(&cards, 3, &placed).map(|_cards| ())
    };
    assert_eq!(by(&[0, 1, 2]), Ok(()));
    assert_eq!(by(&[0, 1, 1]), Err(ProofError::Repeated { place: 2 }));
    assert_eq!(by(&[0, 1]), Err(ProofError::Count { what: "seats with shares", expected: 3, found: 2 }));
    assert_eq!(by(&[]), Err(ProofError::Count { what: "seats with shares", expected: 3, found: 0 }));
    let short = [(place(0), lists[0].as_slice()), (place(1), &lists[1][..1]), (place(2), lists[2].as_slice())];
    let result = share::hand_over_by::<Pile, Hand>(&cards, 3, &short);
    assert_eq!(result, Err(ProofError::Count { what: "shares of a seat", expected: 2, found: 1 }));
}

/// Attack 15: a share made with another secret, or with a weight in it, is refused against the seat's public share.
#[test]
fn a_share_of_another_secret_or_with_a_weight_is_refused() {
    let table = Table::new(4, 3, 13);
    let to = HandSecret::random(&mut rng(14));
    let cards = masked(&table.key(), &mut rng(15));
    let verify = |own: &PilePublic, receiver: &HandSecret, shares: &[RemaskShare], proof: &[u8]| {
        share::verify(&ctx(), own, &cards, &[receiver.public(); 2], shares, proof)
    };
    let (own, good, proof) = shares(&table.secret(0), &cards, &to);
    assert_eq!(verify(&own, &to, &good, &proof), Ok(()));
    let (_, foreign, foreign_proof) = shares(&table.secret(1), &cards, &to);
    assert_eq!(verify(&own, &to, &foreign, &foreign_proof), Err(ProofError::Rejected));
    assert_eq!(verify(&own, &HandSecret::random(&mut rng(16)), &good, &proof), Err(ProofError::Rejected));
    // x' times the Lagrange weight of seat 0 among 0, 1, 2, which is 3.
    let secret = curve25519_dalek::Scalar::from_canonical_bytes(*table.secret(0).to_bytes()).unwrap();
    let weighted = secret * curve25519_dalek::Scalar::from(3_u8);
    let weighted = PileSecret::from_bytes(&weighted.to_bytes()).unwrap();
    let (_, heavy, heavy_proof) = shares(&weighted, &cards, &to);
    assert_eq!(verify(&own, &to, &heavy, &heavy_proof), Err(ProofError::Rejected));
}

/// Attack 31: a wrong share. The receiver notices, and its complaint speaks against the dealer.
#[test]
fn a_wrong_share_is_the_dealers_fault() {
    let table = Table::new(4, 3, 17);
    let wrong = table.sealed(1, 2, &table.polynomials[0]);
    assert!(table.open(1, 2, &wrong).is_none());
    assert_eq!(table.judge(1, 2, &wrong, &complain(&table.transport[2], &wrong)), Guilty::Dealer);
}

/// Attack 31: a polynomial of a higher or lower degree.
#[test]
fn another_degree_is_refused_with_the_numbers() {
    for degree in [1, 2, 4, 5] {
        let list = Polynomial::random(degree, &mut rng(18)).commitments().to_bytes();
        assert_eq!(Commitments::from_bytes(&list, 3), Err(DealingError::Degree { expected: 3, found: degree }));
    }
    assert_eq!(Commitments::from_bytes(&[], 3), Err(DealingError::Degree { expected: 3, found: 0 }));
    // One that lies about its degree gives shares that do not fit.
    let table = Table::new(4, 3, 19);
    let higher = Polynomial::random(4, &mut rng(20));
    let sealed = table.sealed(0, 3, &higher);
    assert!(table.open(0, 3, &sealed).is_none());
}

#[test]
fn commitments_survive_their_encoding_and_bad_ones_are_refused_by_place() {
    let good = Polynomial::random(3, &mut rng(21)).commitments();
    let list = good.to_bytes();
    assert_eq!(Commitments::from_bytes(&list, 3), Ok(good));
    for index in 0..3 {
        let mut bad = list.clone();
        bad[index] = [255; 32];
        assert_eq!(Commitments::from_bytes(&bad, 3), Err(DealingError::Commitment { index }));
    }
    let mut zero = list.clone();
    zero[0] = [0; 32];
    assert_eq!(Commitments::from_bytes(&zero, 3), Err(DealingError::Commitment { index: 0 }));
    // A higher coefficient may be zero: the sum of all polynomials is what counts.
    let mut flat = list;
    flat[2] = [0; 32];
    assert!(Commitments::from_bytes(&flat, 3).is_ok());
}

/// Attack 31: no proof of knowledge. A copied or computed constant term has none.
#[test]
fn who_does_not_know_what_it_deals_is_refused() {
    let table = Table::new(3, 2, 22);
    let proof = dkg::prove(&ctx(), &table.polynomials[0], &mut rng(23));
    assert_eq!(proof.len(), ownership::proof_len());
    assert_exact(&proof, 7, |bytes| dkg::verify(&ctx(), &table.commitments[0], bytes));
    assert_bound_to_context(|other| dkg::verify(other, &table.commitments[0], &proof));
    assert_eq!(dkg::verify(&ctx(), &table.commitments[1], &proof), Err(ProofError::Rejected));
    // Nor is a proof about a key of another role one about a constant term.
    let deal = DealSecret::from_bytes(&PileSecret::random(&mut rng(24)).to_bytes()).unwrap();
    let other_role = ownership::prove::<Deal>(&ctx(), &deal, &mut rng(25));
    assert_eq!(dkg::verify(&ctx(), &table.commitments[0], &other_role), Err(ProofError::Rejected));
}

/// Attack 31: a false complaint, in every way that there is.
#[test]
fn a_false_complaint_is_the_complainers_fault() {
    let table = Table::new(4, 3, 26);
    let good = table.sealed(0, 1, &table.polynomials[0]);
    let honest = complain(&table.transport[1], &good);
    assert_eq!(table.judge(0, 1, &good, &honest), Guilty::Complainer, "the box is good");
    let wrong = table.sealed(0, 1, &table.polynomials[2]);
    let real = complain(&table.transport[1], &wrong);
    assert_eq!(table.judge(0, 1, &wrong, &real), Guilty::Dealer, "the control: this one is true");
    let stranger = complain(&table.transport[2], &wrong);
    assert_eq!(table.judge(0, 1, &wrong, &stranger), Guilty::Complainer, "opened with another secret");
    assert_eq!(table.judge(0, 1, &wrong, &(stranger.0, real.1.clone())), Guilty::Complainer, "another opening");
    assert_eq!(table.judge(0, 1, &good, &real), Guilty::Complainer, "of another box");
    assert_eq!(table.judge(0, 1, &wrong, &([255; 32], real.1.clone())), Guilty::Complainer);
    for bit in (0..real.1.len() * 8).step_by(11) {
        let mut flipped = real.1.clone();
        flipped[bit / 8] ^= 1 << (bit % 8);
        assert_eq!(table.judge(0, 1, &wrong, &(real.0, flipped)), Guilty::Complainer, "bit {bit}");
    }
    assert_eq!(table.judge(0, 1, &wrong, &(real.0, real.1[..95].to_vec())), Guilty::Complainer, "cut off");
}

#[test]
fn a_box_is_for_one_receiver_of_one_dealer_at_one_place_of_the_chain() {
    let table = Table::new(4, 3, 27);
    let sealed = table.sealed(0, 1, &table.polynomials[0]);
    let key = table.transport[1].public();
    let open = |context: &Context, dealer: usize, receiver: usize| {
        let way = way(context, dealer, receiver, &key);
        dkg::open(way, &table.transport[1], &sealed, &table.commitments[0]).is_some()
    };
    assert!(open(&dealers_ctx(0), 0, 1));
    assert!(!open(&dealers_ctx(1), 0, 1), "another round, epoch or table");
    assert!(!open(&dealers_ctx(0), 2, 1), "another dealer");
    assert!(!open(&dealers_ctx(0), 0, 2), "another receiver");
    assert!(table.open(0, 2, &sealed).is_none(), "another secret");
}

#[test]
fn sealed_shares_survive_their_encoding_and_bad_ones_do_not_decode() {
    let table = Table::new(3, 2, 28);
    let sealed = table.sealed(0, 1, &table.polynomials[0]);
    let bytes = sealed.to_bytes();
    assert_eq!(SealedShare::from_bytes(&bytes), Some(sealed));
    for half in [0, 32] {
        let mut bad = bytes;
        bad[half..half + 32].fill(255);
        assert_eq!(SealedShare::from_bytes(&bad), None);
    }
    let mut zero = bytes;
    zero[..32].fill(0);
    assert_eq!(SealedShare::from_bytes(&zero), None, "a box that everybody could open");
}

#[test]
fn keys_that_repeat_cancel_or_vanish_are_refused() {
    let table = Table::new(3, 2, 29);
    let same = [&table.commitments[0], &table.commitments[1], &table.commitments[0]];
    assert_eq!(dkg::pile_key(&same), Err(KeyError::Duplicate { index: 2 }));
    assert_eq!(dkg::pile_key(&[]), Err(KeyError::Empty));
    let minus = |element: &[u8; 32]| {
        let point = curve25519_dalek::ristretto::CompressedRistretto(*element).decompress().unwrap();
        (-point).compress().to_bytes()
    };
    let opposite: Vec<_> = table.commitments[0].to_bytes().iter().map(minus).collect();
    let opposite = Commitments::from_bytes(&opposite, 2).unwrap();
    assert_eq!(dkg::pile_key(&[&table.commitments[0], &opposite]), Err(KeyError::ZeroSum));
    assert_eq!(dkg::public_share(&[&table.commitments[0], &opposite], place(1)), Err(KeyError::Identity));
    assert_eq!(dkg::pile_secret(&[]).err(), Some(KeyError::Empty));
}

/// Attack 34: after a re-key neither the shares of before nor their proofs are worth anything.
#[test]
fn shares_of_another_epoch_are_refused() {
    let (before, after) = (Table::new(4, 3, 30), Table::new(4, 3, 31));
    let to = HandSecret::random(&mut rng(32));
    let cards = masked(&after.key(), &mut rng(33));
    let own = dkg::public_share(&after.dealings(), place(0)).unwrap();
    let (_, old, proof) = shares(&before.secret(0), &cards, &to);
    let result = share::verify(&ctx(), &own, &cards, &[to.public(); 2], &old, &proof);
    assert_eq!(result, Err(ProofError::Rejected));
    let drawn = draw(&before, &cards, &[0, 1, 2], &to);
    assert!(drawn.iter().all(|card| to.unmask(card) != face("key") && to.unmask(card) != face("pearl")));
}

/// Attack 30: all seats but one together, with all their shares of the pile key, open no card that lies under the deal key.
#[test]
fn pile_shares_open_no_card_of_the_deal() {
    let table = Table::new(4, 3, 34);
    let deal = DealSecret::random(&mut rng(35));
    let cards: Vec<MaskedCard<Deal>> = masked(&deal.public(), &mut rng(36));
    let bytes: Vec<_> = cards.iter().map(MaskedCard::to_bytes).collect();
    let as_pile: Vec<MaskedCard<Pile>> = MaskedCard::list_from_bytes(&bytes).unwrap();
    let to = HandSecret::random(&mut rng(37));
    for seats in subsets(4, 3).into_iter().chain(subsets(4, 4)) {
        let drawn = draw(&table, &as_pile, &seats, &to);
        assert!(drawn.iter().all(|card| !faces(&NAMES).contains(&to.unmask(card))), "{seats:?}");
    }
}

#[test]
fn nothing_secret_shows_in_debug_output() {
    let polynomial = Polynomial::random(3, &mut rng(38));
    assert_eq!(format!("{polynomial:?}"), "Polynomial(secret, degree 2)");
    assert_eq!(format!("{:?}", polynomial.share(place(0))), "DealtShare(secret)");
}
