//! Chance as an input: seeds, and the deal of another game.
#![expect(clippy::expect_used, reason = "a test fails by panicking")]

use std::collections::{BTreeMap, BTreeSet};

use nightcoach_plain::{Chance, Deal, DealError, PlainTable, Replay, Seeded, SetUpError};
use nightcoach_rules::components::start_hand;
use nightcoach_rules::{
    Action, Association, Choice, Choices, Face, Occupation, Options, OptionsError, Phase, Seat, SeatState, Spoils,
    StartPlayer, State, choices,
};

fn options(seats: u8) -> Options {
    Options { draw_vote: false, max_laps: 6, ..Options::new(seats) }
}

#[test]
fn a_seed_deals_the_cards_of_the_table_and_the_bags_lie_in_hands() {
    for seats in 3..=10 {
        for seed in 0..50 {
            let deal = Seeded::new(seed).deal(&options(seats));
            assert_eq!(deal.check(&options(seats)), Ok(()));
            assert!(!deal.pile.iter().any(|face| face.is_bag()), "bags are always in starting hands");
            assert!(deal.hands.iter().all(|hand| hand.len() == start_hand(seats)));
            assert_eq!(deal, Seeded::new(seed).deal(&options(seats)));
        }
    }
}

#[test]
fn deals_that_do_not_fit_are_refused() {
    let deal = Seeded::new(1).deal(&options(5));
    let refused = |change: &dyn Fn(&mut Deal)| {
        let mut deal = deal.clone();
        change(&mut deal);
        PlainTable::new(&options(5), Replay::new(deal)).err()
    };
    let hands = refused(&|deal| deal.hands.truncate(4));
    assert_eq!(hands, Some(SetUpError::Deal(DealError::Hands)));
    let objects = refused(&|deal| deal.pile.push(Face::Tome));
    assert_eq!(objects, Some(SetUpError::Deal(DealError::Objects)));
    let associations = refused(&|deal| deal.associations.truncate(5));
    assert_eq!(associations, Some(SetUpError::Deal(DealError::Associations)));
    let occupations = refused(&|deal| deal.occupations.truncate(9));
    assert_eq!(occupations, Some(SetUpError::Deal(DealError::Occupations)));
    let start = refused(&|deal| deal.start = Seat(5));
    assert_eq!(start, Some(SetUpError::Options(OptionsError::Start(Seat(5)))));
    let seats = PlainTable::new(&options(2), Seeded::new(1)).err();
    assert_eq!(seats, Some(SetUpError::Options(OptionsError::Seats(2))));
}

/// E3 and walk.md decision 17: a.4 sealedStart.
#[test]
fn a_sealed_start_keeps_five_cards_out_of_starting_hands() {
    const LATE: [Face; 5] = [Face::Mirror, Face::Sextant, Face::Coat, Face::Tome, Face::Loge];
    for seats in 3..=10 {
        let sealed = Options { sealed_start: true, ..options(seats) };
        let mut first = Vec::new();
        for seed in 0..50 {
            let deal = Seeded::new(seed).deal(&sealed);
            assert_eq!(deal.check(&sealed), Ok(()));
            assert!(!deal.hands.iter().flatten().any(|face| LATE.contains(face)));
            first.extend(deal.pile.first().copied());
        }
        assert!(first.iter().any(|face| LATE.contains(face)) && !first.iter().all(|face| LATE.contains(face)));
        let open = (0..50).map(|seed| Seeded::new(seed).deal(&options(seats)));
        assert!(open.flat_map(|deal| deal.hands).flatten().any(|face| LATE.contains(&face)), "by default any object");
    }
    let deal =
        (0..50).map(|seed| Seeded::new(seed).deal(&options(5))).find(|deal| deal.hands.concat().contains(&Face::Tome));
    let sealed = Options { sealed_start: true, ..options(5) };
    assert_eq!(deal.expect("one has it").check(&sealed), Err(DealError::Hands));
}

/// E5: a.4 startPlayer.
#[test]
fn chance_or_the_host_begins() {
    let starts = |start_player| -> BTreeSet<Seat> {
        let options = Options { start_player, ..options(6) };
        (0..100).map(|seed| Seeded::new(seed).deal(&options).start).collect()
    };
    assert_eq!(starts(StartPlayer::Random).len(), 6);
    assert_eq!(starts(StartPlayer::Host), BTreeSet::from([Seat(0)]));
}

const ORDER: Association = Association::Order;
const OTHER: Association = Association::Brotherhood;

/// What is shuffled at a real table is taken over as it came out, unless no such shuffle can lead to it.
#[test]
fn a_replay_takes_over_orders_that_can_be() {
    let mut replay = Replay::new(Seeded::new(1).deal(&options(5)));
    replay.then_pile(vec![Face::Key, Face::Ring, Face::Whip]);
    replay.then_pile(vec![Face::Ring, Face::Key, Face::Whip]);
    replay.then_pile(vec![Face::Key, Face::Ring, Face::Ring]);
    let mut pile = [Face::Key, Face::Whip, Face::Ring];
    replay.shuffle_pile(1, &mut pile);
    assert_eq!(pile, [Face::Key, Face::Ring, Face::Whip]);
    replay.shuffle_pile(1, &mut pile);
    assert_eq!(pile, [Face::Key, Face::Ring, Face::Whip], "the first card does not move");
    replay.shuffle_pile(0, &mut pile);
    assert_eq!(pile, [Face::Key, Face::Ring, Face::Whip], "other cards");
    replay.then_spares(vec![Occupation::Thug, Occupation::Doctor]);
    let mut spares = [Occupation::Doctor, Occupation::Thug];
    replay.shuffle_spares(0, &mut spares);
    assert_eq!(spares, [Occupation::Thug, Occupation::Doctor]);
    replay.then_associations(vec![ORDER, OTHER, ORDER]);
    let mut three = [ORDER, ORDER, OTHER];
    replay.shuffle_associations(Seat(1), &mut three);
    assert_eq!(three, [ORDER, OTHER, ORDER]);
}

/// The luggage path, so that hands are shown.
fn robber(open: &Choices) -> Choice {
    let bare = |action| Choice::plain(action);
    if let Choices::Turn(turn) = open {
        let target = turn.partners.iter().next().expect("a partner");
        bare(Action::Attack { target })
    } else if matches!(open, Choices::Spoils) {
        bare(Action::Spoils(Spoils::Luggage))
    } else {
        open.all().last().expect("who owes has a choice").clone()
    }
}

/// Plays to the end; the hands as they were shown.
fn play<C: Chance>(table: &mut PlainTable<C>) -> Vec<Vec<Face>> {
    let mut shown = Vec::new();
    while table.outcome().is_none() {
        let mut entries = BTreeMap::new();
        for seat in table.owed().seats().iter() {
            let view = table.view(seat).expect("a seat of the table");
            if let Phase::Taking(_) = table.state().phase {
                shown.push(view.shown.clone());
            }
            entries.insert(seat, robber(&choices(&view)));
        }
        table.play(&entries).expect("legal");
    }
    shown
}

#[test]
fn the_deal_and_the_shown_orders_of_a_game_give_the_same_game_again() {
    for seats in 3..=10 {
        let deal = Seeded::new(9).deal(&options(seats));
        let mut first = PlainTable::new(&options(seats), Seeded::new(9)).expect("legal");
        let shown = play(&mut first);
        assert!(!shown.is_empty(), "hands were shown");
        let mut chance = Replay::new(deal);
        for hand in shown {
            chance.then_shown(hand);
        }
        let mut second = PlainTable::new(&options(seats), chance).expect("legal");
        play(&mut second);
        assert_eq!(first.log(), second.log());
        assert_eq!(first.state(), second.state());
        for seat in first.state().all().iter() {
            assert_eq!(first.view(seat), second.view(seat));
        }
    }
}

#[test]
fn a_refused_round_changes_nothing() {
    let mut table = PlainTable::new(&options(4), Seeded::new(2)).expect("legal");
    let before: (State, Vec<Vec<Face>>) = (table.state().clone(), table.hands().to_vec());
    let seat = table.state().active;
    let choice = Choice::plain(Action::Offer { to: table.state().left_of(seat) });
    assert!(table.play(&BTreeMap::from([(seat, choice)])).is_err(), "an offer needs a card");
    assert_eq!((table.state(), table.hands()), (&before.0, &before.1[..]));
    assert!(table.state().seats.iter().all(|seat: &SeatState| seat.awake));
}
