//! What a coalition with all its secrets and all traffic can learn: each cell of the table in `protocol-spec/attacks.md`.
//!
//! Seven seats, f = 2: up to t = 4 seats see nothing; 5 are t + 1 and n - 2; 6 are n - 1.

use nightcoach_cards::{CardPoint, HandSecret};
use nightcoach_rules::{Event, Seat};
use nightcoach_table::Table;
use nightcoach_table::cheat::peek::{Pair, all_faces, dealt_to, held, peel, piled, secrets, without_pile_layer};
use nightcoach_tests::sim::config;

use crate::common::{Bots, options};

const SEATS: u8 = 7;
const GAME: u64 = 70;

/// A coalition of the first seats, with every secret it ever had: deal and hand keys, and its shares of the pile key.
struct Coalition<'a> {
    tables: Vec<&'a Table>,
    deal: Vec<HandSecret>,
    hands: Vec<HandSecret>,
    faces: Vec<CardPoint>,
}

impl<'a> Coalition<'a> {
    fn new(all: &'a [Table], size: u8) -> Self {
        let mut deal = Vec::new();
        let mut hands = Vec::new();
        for seat in 0..size {
            let mut both = secrets(&config(&options(SEATS, 2), GAME, seat)).0.into_iter();
            deal.push(both.next().expect("a deal secret"));
            hands.push(both.next().expect("a hand secret"));
        }
        let tables = all.iter().take(usize::from(size)).collect();
        Self { tables, deal, hands, faces: all_faces(&all[0]) }
    }

    fn is_face(&self, pair: Option<Pair>, secrets: &[&HandSecret]) -> bool {
        let point = pair.and_then(|pair| peel(&pair, secrets.iter().copied()));
        point.is_some_and(|point| self.faces.contains(&point))
    }

    /// Whether it can take all layers off: each hand key, the deal keys one by one and together, with and without the pile layer.
    fn opens(&self, pair: &Pair) -> bool {
        let bare = without_pile_layer(&self.tables, pair);
        let every: Vec<&HandSecret> = self.deal.iter().collect();
        let mut choices: Vec<Vec<&HandSecret>> = vec![vec![], every.clone()];
        choices.extend(self.deal.iter().chain(&self.hands).map(|secret| vec![secret]));
        choices.extend(self.hands.iter().map(|hand| [every.clone(), vec![hand]].concat()));
        choices.iter().any(|some| self.is_face(Some(*pair), some) || self.is_face(bare, some))
    }
}

#[test]
fn a_coalition_of_each_size_opens_what_the_table_says() {
    let mut game = Bots::begin(SEATS, 2, GAME);
    game.play(8);
    let tables = &game.sim.tables;
    for (size, sees_piles) in [(4, false), (5, true), (6, true)] {
        let coalition = Coalition::new(tables, size);
        let piles = piled(&tables[0]);
        assert!(piles.len() > 4, "there is something to see");
        for pair in &piles {
            assert_eq!(coalition.opens(pair), sees_piles, "{size} seats at a card of the piles");
        }
        for honest in (size..SEATS).map(Seat) {
            let dealt = dealt_to(&tables[0], honest).into_iter().take(2).flatten();
            for pair in dealt.chain(held(&tables[0], honest)) {
                assert!(!coalition.opens(&pair), "{size} seats at a card of seat {}", honest.0);
            }
        }
        // The control: what its own members hold lies open to it.
        assert!(held(&tables[0], Seat(0)).iter().all(|pair| coalition.opens(pair)), "the method is not blind");
    }
}

/// Whoever can see the piles knows what an honest seat draws.
#[test]
fn who_sees_the_piles_sees_what_is_drawn() {
    let drawn: usize =
        (GAME..GAME + 6).map(|game| usize::from(knew_a_draw(game))).take_while(|drawn| *drawn == 0).count();
    assert!(drawn < 6, "in no game anybody drew");
}

/// Whether five seats knew what a sixth drew, from what lay on the table before it was drawn; false if nobody drew.
fn knew_a_draw(game: u64) -> bool {
    let mut game = Bots::begin(SEATS, 2, game);
    for _ in 0..300 {
        let seen = game.sim.events.len();
        let before = piled(&game.sim.tables[0]).first().copied();
        if game.play(1) == 0 {
            return false;
        }
        let drew = |event: &Event| if let Event::Drew { seat, .. } = event { Some(*seat) } else { None };
        let drawers: Vec<Seat> = game.sim.events.iter().skip(seen).filter_map(drew).collect();
        if let ([drawer], Some(pair)) = (drawers.as_slice(), before) {
            let others = game.sim.tables.iter().filter(|table| table.seat() != *drawer);
            let five: Vec<&Table> = others.take(5).collect();
            let top = peel(&without_pile_layer(&five, &pair).unwrap(), []).unwrap();
            let hand = game.sim.tables[drawer.index()].view().unwrap().hand;
            let is_top = |name: &str| CardPoint::of_face("base", "objects", name) == top;
            assert!(hand.iter().any(|face| is_top(face.name())), "five seats knew the card before it was drawn");
            return true;
        }
    }
    false
}

/// Attack 34: the shares of before a re-key open nothing that lies under the new key, even with one seat more.
#[test]
fn shares_of_before_a_re_key_open_nothing_after_it() {
    let mut game = Bots::begin(SEATS, 2, GAME);
    game.play(4);
    game.sim.vanish(Seat(6));
    for _ in 0..200 {
        let here = game.witness();
        if here.trust().is_some_and(|trust| !trust.holders.contains(Seat(6))) {
            break;
        }
        if game.play(1) == 0 {
            game.sim.go_on();
        }
    }
    let tables = &game.sim.tables;
    let trust = tables[0].trust().unwrap();
    assert_eq!((trust.holders.len(), trust.together, trust.spare), (6, 5, 1));
    let open = |seats: &[usize]| {
        let some: Vec<&Table> = seats.iter().map(|seat| &tables[*seat]).collect();
        let faces = all_faces(&tables[0]);
        piled(&tables[0]).iter().all(|pair| {
            let point = without_pile_layer(&some, pair).and_then(|pair| peel(&pair, []));
            point.is_some_and(|point| faces.contains(&point))
        })
    };
    assert!(open(&[0, 1, 2, 3, 4]), "five of the new holders can");
    assert!(!open(&[0, 1, 2, 3]), "four of them cannot");
    assert!(!open(&[0, 1, 2, 3, 6]), "nor with the share that the lost seat still holds");
}
