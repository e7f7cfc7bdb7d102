//! Entries out of their place: of a round that is over, of another kind of round, or moved about in a file.

use nightcoach_rules::{Action, Choice, Seat};
use nightcoach_table::{Auditor, Check, Fault, Verdict, audit};
use nightcoach_tests::sim::{Sim, identity, options};
use nightcoach_tests::watch::{assert_watched, watch};
use nightcoach_transcript::{Content, Entry, UnverifiedEntry, file};

const GAME: u64 = 7;

/// Four seats at the start of the first turn; whose it is, and somebody who owes nothing.
fn turn() -> (Sim, Seat, Seat) {
    let mut sim = Sim::begin(&options(4), GAME).unwrap();
    sim.unshare();
    let (active, _) = sim.asked().into_iter().next().unwrap();
    (sim, active, Seat((active.0 + 2) % 4))
}

/// The same record with something changed, signed by its author.
fn signed_again(record: &[u8], change: impl FnOnce(&mut Content)) -> Vec<u8> {
    let mut content = UnverifiedEntry::decode(record).unwrap().claimed().clone();
    change(&mut content);
    let secret = identity(GAME, content.seat);
    Entry::sign(content, &secret).unwrap().record().to_vec()
}

/// What everybody but this seat has stopped for.
fn fault(sim: &Sim, cheater: Seat) -> Fault {
    let others = sim.tables.iter().filter(|table| table.seat() != cheater);
    let faults: Vec<&Fault> = others.map(|table| table.fault().expect("the table has stopped")).collect();
    assert!(faults.iter().all(|fault| *fault == faults[0]), "{faults:?}");
    faults[0].clone()
}

#[test]
fn an_entry_that_was_not_owed_is_blamed_after_its_round_too() {
    let (mut sim, active, idle) = turn();
    let record = sim.tables[idle.index()].forge_unasked().unwrap();
    let round = sim.tables[0].round();
    sim.choose(active, Choice::plain(Action::Pass));
    assert!(sim.tables[0].round() > round);
    sim.broadcast(idle, &record);
    let fault = fault(&sim, idle);
    assert_eq!((fault.culprit, fault.check, fault.round), (idle, Check::Owed, round));
    // Who watches needs no time to see it either.
    let mut auditor = Auditor::new(sim.tables[0].genesis().clone()).unwrap();
    for record in &sim.traffic {
        auditor.hear(record, 0).unwrap();
    }
    assert_eq!(auditor.fault().map(|fault| (fault.culprit, fault.check)), Some((idle, Check::Owed)));
}

/// Its author may have been shown another entry in some round before.
#[test]
fn a_late_entry_over_another_head_accuses_nobody() {
    let (mut sim, active, idle) = turn();
    let record = sim.tables[idle.index()].forge_unasked().unwrap();
    let record = signed_again(&record, |content| content.head = [7; 32]);
    sim.choose(active, Choice::plain(Action::Pass));
    sim.broadcast(idle, &record);
    sim.wait(20_000);
    assert_eq!(fault(&sim, idle).check, Check::Head);
    assert_eq!(watch(&sim, 1).fault().map(|fault| fault.check), Some(Check::Head));
}

#[test]
fn one_who_seals_where_an_open_answer_is_asked_for() {
    let (mut sim, active, idle) = turn();
    let record = sim.tables[idle.index()].forge_unasked().unwrap();
    // `Seal` is the seventh body (`protocol-spec/table.md`).
    let seal = [&[6, 0, 0, 0], [1; 32].as_slice()].concat();
    let content = |content: &mut Content| (content.seat, content.body) = (active.0, seal);
    sim.broadcast(active, &signed_again(&record, content));
    let fault = fault(&sim, active);
    assert_eq!((fault.culprit, fault.check), (active, Check::BodyKind));
    assert_watched(&sim, active, Check::BodyKind);
}

#[test]
fn one_who_lets_somebody_in_while_an_offer_lies_on_the_table() {
    let (mut sim, active, _) = turn();
    let card = sim.tables[active.index()].view().unwrap().hand[0];
    let to = Seat((active.0 + 1) % 4);
    sim.choose(active, Choice::with(Action::Offer { to }, card));
    assert_eq!(sim.asked()[0].0, to);
    let record = sim.tables[to.index()].forge_admission(vec![]).unwrap();
    sim.broadcast(to, &record);
    let fault = fault(&sim, to);
    assert_eq!((fault.culprit, fault.check), (to, Check::BodyKind));
}

/// Whoever edits a file can move honest entries about: that speaks against nobody.
#[test]
fn entries_that_were_moved_in_a_file_accuse_nobody() {
    let (sim, _, _) = turn();
    let transcript = sim.tables[0].transcript();
    let records = file::read(&transcript).unwrap();
    let assert_moved = |moved: &[&[u8]], what: &str| {
        let Verdict::Invalid { seat, check, .. } = audit(&file::write(moved.iter().copied())).verdict else {
            panic!("{what}: the audit finds nothing")
        };
        assert_eq!((seat, check), (None, Some(Check::Owed)), "{what}");
    };
    let mut swapped = records.clone();
    swapped.swap(5, 6);
    assert_moved(&swapped, "two seats of one round");
    let mut twice = records.clone();
    twice.insert(6, records[5]);
    assert_moved(&twice, "an entry twice");
    let mut early = records.clone();
    early.insert(5, records[8]);
    assert_moved(&early, "an entry of the next round");
}
