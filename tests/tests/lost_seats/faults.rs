//! Cheating where the pile key is dealt, and going on without whoever cheats.

use nightcoach_rules::{Action, Choice, Seat, SeatSet};
use nightcoach_table::cheat::Forgery;
use nightcoach_table::{Check, Question, Verdict, audit};
use nightcoach_tests::sim::Sim;

use crate::common::{Bots, options};

const CHEATER: Seat = Seat(2);
/// Rounds of the set-up in which the pile key is dealt.
const BOXES: u32 = 3;
const VERDICTS: u32 = 4;

/// The cheater's own program keeps still in this round; the forgery goes out in its place. All others name seat and check.
fn assert_blamed(round: u32, forgery: Forgery, check: Check) {
    let mut sim = Sim::begin_muted(&options(5, 1), 40, Some((CHEATER, round))).unwrap();
    assert_eq!(sim.tables[0].round(), round, "{forgery:?}");
    let record = sim.tables[CHEATER.index()].forge(forgery, None).expect("the forgery applies");
    sim.broadcast(CHEATER, &record);
    sim.send(CHEATER, &record);
    for table in sim.tables.iter().filter(|table| table.seat() != CHEATER) {
        let fault = table.fault().unwrap_or_else(|| panic!("seat {} did not notice {check}", table.seat().0));
        assert_eq!(
            (fault.culprit, fault.check),
            (CHEATER, check),
            "{forgery:?} on the screen of seat {}",
            table.seat().0
        );
        let Verdict::Invalid { seat, check: found, .. } = audit(&table.transcript()).verdict else {
            panic!("{forgery:?}: the audit finds nothing")
        };
        assert_eq!((seat, found), (Some(CHEATER), Some(check)), "{forgery:?} in the audit");
    }
}

/// Attacks 31 and 33: each blames the right seat.
#[test]
fn whoever_deals_the_pile_key_badly_is_blamed() {
    assert_blamed(BOXES, Forgery::HigherDegree, Check::DealingShape);
    assert_blamed(BOXES, Forgery::FewerBoxes, Check::DealingShape);
    assert_blamed(BOXES, Forgery::UnownedDealing, Check::DealingOwnership);
    assert_blamed(BOXES, Forgery::SwappedBoxes, Check::DealingShare);
    assert_blamed(VERDICTS, Forgery::FalseComplaint, Check::ComplaintTrue);
}

/// Attack 2: the transport key has an ownership proof of its own.
#[test]
fn a_transport_key_that_nobody_owns_is_refused() {
    assert_blamed(2, Forgery::UnownedPile, Check::KeyOwnership);
}

/// A false entry is as good as none: the others agree, and go on with the culprit asleep for good.
#[test]
fn the_others_go_on_with_a_cheater_asleep() {
    let mut table = Bots::begin(6, 1, 41);
    table.play(2);
    let (cheater, _) = table.sim.asked().into_iter().next().unwrap();
    let pass = Choice::plain(Action::Pass);
    let record = table.sim.tables[cheater.index()].forge(Forgery::GarbledBody, Some(&pass)).expect("an entry");
    table.sim.vanish(cheater);
    let honest: Vec<Seat> = (0..6).map(Seat).filter(|seat| *seat != cheater).collect();
    for seat in &honest {
        table.sim.send(*seat, &record);
    }
    for seat in &honest {
        let fault = table.sim.tables[seat.index()].fault().expect("a fault");
        assert_eq!((fault.culprit, fault.check), (cheater, Check::EntryDecodes));
    }
    table.sim.agree(honest[0], Question::Sleep(SeatSet::only(cheater)));
    assert!(table.sim.tables[honest[0].index()].fault().is_none(), "the table goes on");
    assert!(table.play_on());
    let report = audit(&table.witness().transcript());
    assert_eq!(report.verdict, Verdict::ValidFinished);
    assert_eq!(report.outcome, table.sim.outcome());
    assert!(table.witness().asleep().contains(cheater));
}

/// Two faces are no reason to go on: somebody may have acted on the other one.
#[test]
fn nobody_goes_on_after_two_different_entries() {
    let mut table = Bots::begin(6, 1, 42);
    table.play_to_a_turn();
    let (cheater, _) = table.sim.asked().into_iter().next().unwrap();
    let pass = Choice::plain(Action::Pass);
    let first = table.sim.tables[cheater.index()].forge(Forgery::FalseChoice, Some(&pass)).expect("an entry");
    let second = table.sim.tables[cheater.index()].forge_second(&first).expect("another");
    let other = Seat((cheater.0 + 1) % 6);
    table.sim.vanish(cheater);
    table.sim.send(other, &first);
    table.sim.send(other, &second);
    let at = &table.sim.tables[other.index()];
    assert_eq!(at.fault().map(|fault| fault.check), Some(Check::OneEntry));
    assert!(!at.may_open(Question::Sleep(SeatSet::only(cheater))));
}

/// What an active seat lets in must be signed by who wishes it, and be possible.
#[test]
fn nobody_is_let_in_or_out_without_a_wish() {
    for wishes in [vec![], vec![vec![1, 2, 3]]] {
        let mut table = Bots::begin(6, 1, 43);
        table.play_to_a_turn();
        let (active, _) = table.sim.asked().into_iter().next().unwrap();
        let record = table.sim.tables[active.index()].forge_admission(wishes).expect("an entry");
        let other = Seat((active.0 + 1) % 6);
        table.sim.send(other, &record);
        let fault = table.sim.tables[other.index()].fault().expect("a fault").clone();
        assert_eq!((fault.culprit, fault.check), (active, Check::WishStands));
    }
}
