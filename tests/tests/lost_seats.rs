//! Seats that vanish in whole games with real cryptography: the others go on by ballot, sleepers come back to their hands.

use nightcoach_bots::Bot;
use nightcoach_rules::{Options, Seat, SeatSet};
use nightcoach_table::{Verdict, audit};
use nightcoach_tests::sim::Sim;

fn options(seats: u8, losses: u8) -> Options {
    Options { losses, ..Options::new(seats) }
}

fn bots(seats: u8) -> Vec<Bot> {
    (0..seats).map(|seat| Bot::new(u64::from(seat))).collect()
}

#[test]
fn games_that_can_lose_seats_end_like_others_when_nobody_is_lost() {
    for (seats, losses) in [(3, 1), (4, 1), (5, 1), (7, 2), (10, 3)] {
        let mut sim = Sim::begin(&options(seats, losses), u64::from(seats)).unwrap();
        let mut bots = bots(seats);
        sim.play(3_000, |view| bots[view.seat.index()].choose(view));
        assert!(sim.faults.iter().all(Option::is_none), "{seats} seats: {:?} {:?}", sim.faults, sim.rejected);
        let outcome = sim.outcome().unwrap_or_else(|| panic!("{seats} seats: no end"));
        let report = audit(&sim.tables[0].transcript());
        assert_eq!((report.verdict, report.outcome), (Verdict::ValidFinished, Some(outcome)));
    }
}

#[test]
fn a_game_goes_on_when_a_seat_vanishes() {
    let mut sim = Sim::begin(&options(6, 1), 1).unwrap();
    let mut bots = bots(6);
    sim.play(4, |view| bots[view.seat.index()].choose(view));
    sim.vanish(Seat(3));
    for _ in 0..3_000 {
        if sim.play(1, |view| bots[view.seat.index()].choose(view)) == 0 && !sim.go_on() {
            break;
        }
    }
    assert!(sim.faults.iter().all(Option::is_none), "{:?} {:?}", sim.faults, sim.rejected);
    assert_eq!(sim.tables[0].asleep(), SeatSet::only(Seat(3)));
    let outcome = sim.outcome().unwrap_or_else(|| {
        panic!("no end: waiting for {:?} in round {}", sim.tables[0].waiting_for(), sim.tables[0].round())
    });
    let report = audit(&sim.tables[0].transcript());
    assert_eq!((report.verdict, report.outcome), (Verdict::ValidFinished, Some(outcome)));
}
