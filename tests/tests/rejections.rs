//! Rows of the rejection suite (`protocol-spec/rejections.md`) that no other test is about.

use std::collections::BTreeMap;

use nightcoach_bots::Bot;
use nightcoach_rules::{Action, Choices, Seat, View, choices};
use nightcoach_table::cheat::Forgery;
use nightcoach_table::{Auditor, Bundle, Input, Output, Table, Verdict, audit, audit_with};
use nightcoach_tests::cast::{Scene, neighbour, until};
use nightcoach_tests::sim::{Sim, genesis, options};
use nightcoach_tests::tidy::{hold, production};
use nightcoach_transcript::{Entry, UnverifiedEntry, file};

fn turn(view: &View) -> bool {
    matches!(choices(view), Choices::Turn(_))
}

fn game(seats: u8, number: u64) -> Sim {
    let mut sim = Sim::begin(&options(seats), number).unwrap();
    let mut bots: Vec<_> = (0..seats).map(|seat| Bot::new(u64::from(seat))).collect();
    sim.play(3_000, |view| bots[view.seat.index()].choose(view));
    assert!(sim.outcome().is_some());
    sim
}

/// How much of its own a table signs or sends when it is given this record; handing the record on is none of its own.
fn answers(table: &mut Table, record: &[u8]) -> usize {
    let outputs = table.step(Input::Entry(record.to_vec()), 0);
    let own = |output: &&Output| match output {
        Output::Persist { .. } => true,
        Output::Send(sent) => sent != record,
        _ => false,
    };
    outputs.iter().filter(own).count()
}

#[test]
fn nobody_answers_a_request_with_a_share() {
    // One seat is to act and all others owe nothing: whatever is said to them, they say nothing.
    let Scene { mut sim, cheater, .. } = until(4, |_| false, neighbour, turn);
    let idle = Seat((cheater.0 + 1) % 4);
    for record in sim.traffic.clone() {
        assert_eq!(answers(&mut sim.tables[idle.index()], &record), 0, "a record of before");
    }
    let share = sim.tables[cheater.index()].forge_share().unwrap();
    assert_eq!(
        answers(&mut sim.tables[idle.index()], &share),
        0,
        "a share of a card of the pile, of who owes an entry"
    );

    let Scene { mut sim, cheater, .. } = until(4, |_| false, neighbour, turn);
    let (other, idle) = (Seat((cheater.0 + 1) % 4), Seat((cheater.0 + 2) % 4));
    let share = sim.tables[other.index()].forge_share().unwrap();
    assert_eq!(answers(&mut sim.tables[idle.index()], &share), 0, "of who owes none");
}

#[test]
fn entries_of_a_round_lead_to_one_head_in_whatever_order_they_arrive() {
    let sim = game(5, 7);
    let records = file_records(&sim.tables[0].transcript());
    let mut rounds: BTreeMap<u32, Vec<Vec<u8>>> = BTreeMap::new();
    for record in &records {
        let round = UnverifiedEntry::decode(record).unwrap().claimed().round;
        rounds.entry(round).or_default().push(record.clone());
    }
    let hear = |turned: usize| {
        let mut auditor = Auditor::new(genesis(&options(5), 7)).unwrap();
        for entries in rounds.values() {
            let mut entries = entries.clone();
            let by = turned % entries.len();
            entries.rotate_left(by);
            entries.reverse();
            for record in entries {
                auditor.hear(&record, 0).unwrap();
            }
        }
        (auditor.head(), auditor.fault().cloned())
    };
    for turned in 0..5 {
        assert_eq!(hear(turned), (sim.tables[0].head(), None), "turned by {turned}");
    }
}

#[test]
fn no_randomness_comes_from_cards_or_proofs() -> anyhow::Result<()> {
    // Generators are seeded in one place, from the seat's own secret seed; all other chance is shuffles, and the nonces of
    // the start seat, which were committed to.
    let mut offences = Vec::new();
    for source in production(&["crates/cards", "crates/table", "crates/rules", "crates/transcript"])? {
        let code = source.lexed().production;
        let named =
            ["SeedableRng", "seed_from_u64", "StdRng", "SmallRng"].into_iter().filter(|name| code.contains(name));
        offences.extend(
            named
                .filter(|_| source.path != "crates/table/src/author.rs")
                .map(|name| format!("{}: {name}", source.path)),
        );
    }
    hold("A generator is seeded where a seat's own secret is, and nowhere else.", &offences)
}

fn file_records(bytes: &[u8]) -> Vec<Vec<u8>> {
    file::read(bytes).unwrap().into_iter().map(<[u8]>::to_vec).collect()
}

fn file_of(records: &[Vec<u8>]) -> Vec<u8> {
    file::write(records.iter().map(Vec::as_slice))
}

/// What an audit says that finds proofs one by one.
fn one_by_one(bytes: &[u8]) -> Verdict {
    audit_with(bytes, &|_bundles| false).verdict
}

#[test]
fn an_audit_that_checks_proofs_together_says_what_one_says_that_checks_them_one_by_one() {
    let sim = game(3, 3);
    let whole = sim.tables[0].transcript();
    assert_eq!((audit(&whole).verdict, one_by_one(&whole)), (Verdict::ValidFinished, Verdict::ValidFinished));
    let records = file_records(&whole);
    // In every entry in turn the last byte of the body but twenty is changed and the entry signed anew by its own seat: most
    // of these bytes belong to a proof, and all that follows stands on another head.
    let mut blamed = 0;
    for place in 0..records.len() {
        let mut content = UnverifiedEntry::decode(&records[place]).unwrap().claimed().clone();
        let Some(at) = content.body.len().checked_sub(20) else { continue };
        content.body[at] ^= 1;
        let identity = nightcoach_tests::sim::identity(3, content.seat);
        let mut spoilt = records.clone();
        spoilt[place] = Entry::sign(content, &identity).unwrap().record().to_vec();
        let bytes = file_of(&spoilt);
        let (together, alone) = (audit(&bytes).verdict, one_by_one(&bytes));
        assert_eq!(together, alone, "record {place}");
        blamed += usize::from(matches!(together, Verdict::Invalid { entry, seat: Some(_), .. } if entry == place));
    }
    assert!(blamed * 2 > records.len(), "{blamed} of {} changes were found where they were made", records.len());
}

#[test]
fn bundles_of_a_good_file_hold_in_any_order_and_one_of_a_bad_file_does_not() {
    let Scene { mut sim, cheater, view } = until(3, |_| false, neighbour, turn);
    let to = neighbour(&sim, &view).unwrap();
    let offer = nightcoach_rules::Choice::with(Action::Offer { to }, view.hand[0]);
    let record = sim.tables[cheater.index()].forge(Forgery::OtherCopy, Some(&offer)).unwrap();
    let good = sim.tables[to.index()].transcript();
    sim.broadcast(cheater, &record);
    let bad = sim.tables[to.index()].transcript();
    let held = |bytes: &[u8]| {
        let found = std::cell::RefCell::new(Vec::new());
        audit_with(bytes, &|bundles: &[Bundle]| {
            *found.borrow_mut() = bundles.iter().rev().map(Bundle::holds).collect();
            true
        });
        found.into_inner()
    };
    assert!(held(&good).into_iter().all(|holds| holds));
    assert_eq!(held(&bad).into_iter().filter(|holds| !holds).count(), 1);
}
