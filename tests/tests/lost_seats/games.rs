//! Seats that vanish in whole games: the others go on by ballot, and sleepers come back to their hands.

use std::collections::BTreeMap;

use nightcoach_rules::{Seat, SeatSet};
use nightcoach_table::{Input, Question, Table, Verdict, audit};
use nightcoach_tests::sim::{Sim, config};

use crate::common::{Bots, options, set};

#[test]
fn games_that_can_lose_seats_end_like_others_when_nobody_is_lost() {
    for (seats, losses) in [(3, 1), (4, 1), (7, 2), (10, 3)] {
        let mut table = Bots::begin(seats, losses, u64::from(seats));
        table.play(3_000);
        table.assert_ended_well(&format!("{seats} seats"));
    }
}

/// Number of the kind of the last round of the deal that all seats are needed for.
const DEAL_ALL: u8 = 18;

/// One seat of six vanishes just before its first entry in each kind of round that comes up in a game, deal and re-key included.
#[test]
fn one_seat_of_six_can_vanish_in_every_kind_of_round() {
    let mut tried: BTreeMap<(u8, String), usize> = BTreeMap::new();
    for game in 1..3 {
        let mut reference = Bots::begin(6, 1, game);
        reference.play(3_000);
        let mut cuts = Vec::new();
        for (seat, written) in (0..).map(Seat).zip(&reference.sim.written) {
            for (at, kind) in written.iter().enumerate() {
                let deal_done = written[..at].iter().any(|(kind, _)| *kind == DEAL_ALL);
                if deal_done && !tried.contains_key(kind) {
                    tried.insert(kind.clone(), 1);
                    cuts.push((seat, at, kind.clone()));
                }
            }
        }
        for (seat, at, kind) in cuts {
            let sim = Sim::begin_cut(&options(6, 1), game, (seat, at)).unwrap();
            let mut table = Bots::new(sim);
            table.play_on();
            table.assert_ended_well(&format!("game {game}, seat {} gone before {kind:?}", seat.0));
        }
    }
    assert!(tried.len() >= 12, "too few kinds of rounds came up: {:?}", tried.keys());
    println!("{} kinds of rounds: {:?}", tried.len(), tried.keys());
}

/// Before the deal is over for all nobody can be done without: the table waits, and no ballot helps.
#[test]
fn before_the_cards_are_dealt_a_lost_seat_cannot_be_voted_away() {
    let reference = Bots::begin(5, 1, 9);
    let written = &reference.sim.written[2];
    let last = written.iter().position(|(kind, _)| *kind == DEAL_ALL).unwrap();
    for at in [1, 3, last] {
        let sim = Sim::begin_cut(&options(5, 1), 9, (Seat(2), at)).unwrap();
        let table = &sim.tables[0];
        assert!(table.view().is_none() && table.waiting_for().contains(Seat(2)), "cut at {at}");
        assert!(!table.may_open(Question::Sleep(set(&[2]))));
        assert_eq!(audit(&table.transcript()).verdict, Verdict::ValidUnfinished { round: table.round() });
    }
}

/// Three of ten vanish: one after the other, two at once, and one in the re-key that follows.
#[test]
fn three_of_ten_can_vanish() {
    for gone in [[2, 5, 8], [0, 1, 9]] {
        let mut table = Bots::begin(10, 3, 5);
        table.play(6);
        table.sim.vanish(Seat(gone[0]));
        for _ in 0..6 {
            if table.play(1) == 0 {
                table.sim.go_on();
            }
        }
        table.sim.vanish(Seat(gone[1]));
        table.sim.vanish(Seat(gone[2]));
        table.play_on();
        table.assert_ended_well(&format!("{gone:?} gone"));
    }
}

/// Seats lost beyond f: the table pauses, goes on when one is back, or ends as a draw when all who are there agree.
#[test]
fn two_of_six_lost_at_once_are_a_pause() {
    let mut table = Bots::begin(6, 1, 11);
    table.play(3);
    table.sim.vanish(Seat(4));
    table.sim.vanish(Seat(5));
    assert!(!table.play_on(), "nobody plays on without two");
    let waiting = table.witness();
    assert!(!waiting.may_sleep(set(&[4, 5])), "that is one too many");
    let round = waiting.round();
    // One is back: on with the other asleep.
    let mut back = table;
    back.sim.return_from(Seat(5), Seat(0));
    back.play_on();
    back.assert_ended_well(&format!("one is back in round {round}"));
    assert_eq!(back.sim.tables[0].asleep(), set(&[4]));
}

#[test]
fn who_is_there_can_end_the_game_as_a_draw() {
    for losses in [0, 1] {
        let mut table = Bots::begin(6, losses, 12);
        table.play(3);
        table.sim.vanish(Seat(4));
        table.sim.vanish(Seat(5));
        assert!(!table.play_on());
        table.sim.agree(Seat(1), Question::End(set(&[4, 5])));
        table.assert_ended_well("ended by vote");
        assert_eq!(table.sim.outcome(), Some(nightcoach_rules::Outcome::Drawn));
    }
    // All six may, too; two of six may not.
    let mut table = Bots::begin(6, 1, 12);
    table.play(3);
    assert!(!table.sim.tables[0].may_open(Question::End(set(&[2, 3, 4, 5]))));
    table.sim.agree(Seat(1), Question::End(SeatSet::EMPTY));
    table.assert_ended_well("ended by all");
}

/// At f = 0 a lost seat pauses the table.
#[test]
fn a_table_that_can_lose_nobody_waits() {
    let mut table = Bots::begin(5, 0, 13);
    table.play(3);
    table.sim.vanish(Seat(2));
    assert!(!table.play_on());
    assert!(!table.witness().may_sleep(set(&[2])));
    table.sim.return_from(Seat(2), Seat(0));
    table.play(3_000);
    table.assert_ended_well("it came back");
}

/// A sleeper catches up, wishes to come back, is let in at a turn start, holds what it held, and plays on; its seat joins the re-key.
#[test]
fn sleepers_wake_and_play_on_with_their_hands() {
    let mut woken = 0;
    for game in 20..24 {
        let mut table = Bots::begin(6, 1, game);
        table.play(5);
        let sleeper = Seat(2);
        table.sim.vanish(sleeper);
        for _ in 0..60 {
            if table.sim.tables[0].asleep().contains(sleeper) {
                break;
            }
            if table.play(1) == 0 {
                table.sim.go_on();
            }
        }
        if table.sim.outcome().is_some() {
            continue;
        }
        assert_eq!(table.sim.tables[0].asleep(), SeatSet::only(sleeper), "game {game}");
        let holders = table.sim.tables[0].trust().unwrap().holders;
        table.play(4);
        table.sim.return_from(sleeper, Seat(0));
        let hand = table.sim.tables[sleeper.index()].view().unwrap().hand.len();
        let public = usize::from(table.sim.tables[0].view().unwrap().state.hand(sleeper));
        assert_eq!(hand, public, "game {game}: a sleeper reads its own hand");
        // Nobody has asked it, and nobody listens.
        let unasked = table.sim.tables[sleeper.index()].forge_unasked().unwrap();
        table.sim.broadcast(sleeper, &unasked);
        assert!(table.sim.tables[0].fault().is_none());
        table.sim.input(sleeper, Input::Wake);
        assert_eq!(table.sim.tables[sleeper.index()].wishes_to(), Some(true));
        for _ in 0..400 {
            if table.sim.tables[0].asleep().is_empty() || table.play(1) == 0 {
                break;
            }
        }
        if table.sim.outcome().is_none() {
            assert_eq!(table.sim.tables[0].asleep(), SeatSet::EMPTY, "game {game}");
            assert_eq!(table.sim.tables[0].trust().unwrap().holders, holders.with(sleeper).or(SeatSet::first(6)));
            woken += 1;
        }
        assert!(table.play_on(), "game {game}");
        table.assert_ended_well(&format!("game {game}"));
        let heads: Vec<_> = table.sim.tables.iter().map(Table::head).collect();
        assert!(heads.iter().all(|head| *head == heads[0]), "game {game}: the sleeper has the same chain");
    }
    assert!(woken >= 2, "only {woken} games lasted until the sleeper was back");
}

/// A seat that has lost all it had but its seeds reads its hand again from what the others hold, re-keys and ballots included.
#[test]
fn a_seat_that_starts_anew_comes_to_the_same_view() {
    let mut table = Bots::begin(6, 1, 31);
    table.play(5);
    table.sim.vanish(Seat(1));
    for _ in 0..40 {
        if table.play(1) == 0 {
            table.sim.go_on();
        }
    }
    let old = &table.sim.tables[3];
    assert!(old.asleep().contains(Seat(1)) && old.outcome().is_none(), "in the middle of a game");
    let (mut fresh, _) = Table::new(config(&options(6, 1), 31, 3), 0).unwrap();
    fresh.step(Input::Hold, 0);
    for record in table.sim.tables[0].entries_since(0) {
        fresh.step(Input::Entry(record), 0);
    }
    fresh.step(Input::Release, 0);
    assert_eq!((fresh.round(), fresh.head(), fresh.view()), (old.round(), old.head(), old.view()));
    assert_eq!((fresh.trust(), fresh.fault()), (old.trust(), None));
}

/// Who leaves on purpose goes at the next start of somebody else's turn; nobody has to vote.
#[test]
fn who_leaves_sleeps_from_the_next_turn_on() {
    let mut table = Bots::begin(6, 1, 30);
    table.play(4);
    let leaver = table.sim.asked().first().map_or(Seat(0), |(seat, _)| Seat((seat.0 + 3) % 6));
    table.sim.input(leaver, Input::Leave);
    for _ in 0..200 {
        if table.sim.tables[0].asleep().contains(leaver) || table.play(1) == 0 {
            break;
        }
    }
    assert_eq!(table.sim.tables[0].asleep(), SeatSet::only(leaver));
    table.sim.vanish(leaver);
    assert!(table.play_on());
    table.assert_ended_well("somebody left");
}
