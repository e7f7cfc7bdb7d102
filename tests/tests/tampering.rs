//! A finished transcript under an attacker who may change the file: no change survives the audit.

use std::sync::OnceLock;

use nightcoach_bots::Bot;
use nightcoach_rules::{Face, Membership, Occupation, Options, Seat, SeatSet};
use nightcoach_table::{Check, GenesisError, Input, Output, Rejection, Table, Verdict, audit};
use nightcoach_tests::sim::{Sim, config, options};
use nightcoach_transcript::{IdentityKey, RecordKind, UnverifiedEntry, file};
use proptest::prelude::*;

fn finished(game: u64) -> Vec<u8> {
    let mut sim = Sim::begin(&options(3), game).unwrap();
    let mut bots: Vec<_> = (0..3).map(|seat| Bot::new(seat + game)).collect();
    sim.play(3_000, |view| bots[view.seat.index()].choose(view));
    assert!(sim.outcome().is_some());
    sim.tables[0].transcript()
}

/// One game of three for all tests of this file.
fn transcript() -> &'static [u8] {
    static FILE: OnceLock<Vec<u8>> = OnceLock::new();
    FILE.get_or_init(|| finished(3))
}

fn records() -> Vec<&'static [u8]> {
    file::read(transcript()).unwrap()
}

fn verdict(records: &[&[u8]]) -> Verdict {
    audit(&file::write(records.iter().copied())).verdict
}

/// Records of the chain; the closing records of three seats follow.
fn chain_len() -> usize {
    records().len() - 3
}

fn is_invalid(verdict: &Verdict) -> bool {
    matches!(verdict, Verdict::Invalid { .. })
}

#[test]
fn the_untouched_file_is_valid_and_finished() {
    assert_eq!(audit(transcript()).verdict, Verdict::ValidFinished);
}

#[test]
fn flipping_any_one_byte_fails_the_audit() {
    let file = transcript();
    // A thousand positions spread over the whole file, the first bytes and the last among them.
    let step = file.len() / 1_000;
    let positions: Vec<usize> =
        (0..1_000).map(|i| i * step + (i * 7) % step.max(1)).chain([0, file.len() - 1]).collect();
    let workers = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for part in positions.chunks(positions.len().div_ceil(workers)) {
            scope.spawn(move || {
                for at in part {
                    let mut damaged = file.to_vec();
                    damaged[*at] ^= 1 << (at % 8);
                    assert!(is_invalid(&audit(&damaged).verdict), "byte {at} of {}", file.len());
                }
            });
        }
    });
}

#[test]
fn swapping_two_entries_fails_the_audit() {
    let all = records();
    let last = chain_len() - 1;
    for (a, b) in [(0, 1), (0, 2), (3, 4), (10, 11), (last - 1, last), (1, last), (last, last + 1)] {
        let mut swapped = all.clone();
        swapped.swap(a, b);
        assert!(is_invalid(&verdict(&swapped)), "{a} and {b}");
    }
}

#[test]
fn dropping_the_last_entry_of_the_chain_leaves_an_unfinished_game() {
    let chain = &records()[..chain_len()];
    assert_eq!(verdict(chain), Verdict::ValidFinished, "without any closing record");
    let cut = verdict(&chain[..chain.len() - 1]);
    assert!(matches!(cut, Verdict::ValidUnfinished { .. }), "{cut:?}");
    let mut with_appendix = records();
    with_appendix.remove(chain_len() - 1);
    assert!(is_invalid(&verdict(&with_appendix)), "closing records stand over the final head");
}

#[test]
fn leaving_any_entry_out_fails_the_audit() {
    let all = records();
    for at in (0..chain_len() - 1).step_by(5) {
        let mut without = all.clone();
        without.remove(at);
        assert!(is_invalid(&verdict(&without)), "entry {at}");
    }
}

#[test]
fn an_entry_twice_fails_the_audit() {
    let mut twice = records();
    let copy = twice[12];
    twice.insert(13, copy);
    assert!(is_invalid(&verdict(&twice)));
}

#[test]
fn grafting_a_valid_entry_of_another_table_fails_the_audit() {
    let other = finished(4);
    let other = file::read(&other).unwrap();
    for at in [0, 4, 20, chain_len().min(other.len()) - 4] {
        let mut grafted = records();
        grafted[at] = other[at];
        assert!(is_invalid(&verdict(&grafted)), "entry {at}");
    }
}

#[test]
fn an_entry_of_another_table_of_the_same_people_is_named_as_such() {
    // The same three identities sit at a second table, so that the grafted signature is right.
    let second = Sim::begin(&Options { max_laps: 9, ..options(3) }, 3).unwrap();
    let foreign = second.tables[0].entries_since(1);
    let mut grafted = records();
    grafted[3] = &foreign[0];
    let Verdict::Invalid { check, .. } = verdict(&grafted) else { panic!("accepted") };
    assert_eq!(check, Some(Check::TableId));
    // At the table itself such a record is no fault of anybody: it is dropped.
    let mut sim = Sim::begin(&options(3), 3).unwrap();
    sim.send(Seat(1), &foreign[0]);
    assert_eq!(sim.rejected, [(Seat(1), Rejection::OtherTable)]);
    assert!(sim.tables[1].fault().is_none());
}

#[test]
fn an_edited_file_never_speaks_against_an_honest_seat() {
    let all = records();
    let names_nobody = |records: &[&[u8]], what: &str| {
        let Verdict::Invalid { seat, .. } = verdict(records) else { panic!("{what}: accepted") };
        assert_eq!(seat, None, "{what}");
    };
    let mut twice = all.clone();
    twice.insert(13, all[12]);
    names_nobody(&twice, "an entry twice");
    let mut swapped = all.clone();
    swapped.swap(20, 24);
    names_nobody(&swapped, "two entries swapped");
    let mut cut = all.clone();
    cut.remove(15);
    names_nobody(&cut, "an entry left out");
}

#[test]
fn what_comes_after_the_end_changes_nothing() {
    let mut sim = Sim::begin(&options(3), 5).unwrap();
    let mut bots: Vec<_> = (0..3).map(Bot::new).collect();
    sim.play(3_000, |view| bots[view.seat.index()].choose(view));
    let before = sim.tables[0].transcript();
    let junk = sim.tables[2].forge_unasked().unwrap();
    sim.broadcast(Seat(2), &junk);
    assert_eq!(sim.tables[0].fault(), None);
    assert_eq!(sim.tables[0].transcript(), before);
}

#[test]
fn a_signature_of_somebody_else_is_named_as_such() {
    let mut damaged = records()[5].to_vec();
    *damaged.last_mut().unwrap() ^= 1;
    let mut all = records();
    all[5] = &damaged;
    let Verdict::Invalid { entry, check, .. } = verdict(&all) else { panic!("accepted") };
    assert_eq!((entry, check), (5, Some(Check::Signature)));
}

#[test]
fn a_weak_or_repeated_identity_gets_no_table() {
    let mut weak = config(&options(3), 1, 0);
    let mut identity = [0; 32];
    identity[0] = 1;
    weak.genesis.roster[2].key = IdentityKey(identity);
    assert_eq!(Table::new(weak, 0).unwrap_err(), GenesisError::RosterKeys(2), "{}", Check::RosterKeys);
    let mut repeated = config(&options(3), 1, 0);
    repeated.genesis.roster[2].key = repeated.genesis.roster[1].key;
    assert_eq!(Table::new(repeated, 0).unwrap_err(), GenesisError::RosterKeys(2));
}

#[test]
fn a_closing_record_over_another_outcome_is_dropped_and_fails_the_audit() {
    let mut sim = Sim::begin(&options(3), 5).unwrap();
    let mut bots: Vec<_> = (0..3).map(Bot::new).collect();
    sim.play(3_000, |view| bots[view.seat.index()].choose(view));
    let forged = sim.tables[2].forge_closing().unwrap();
    let own = sim.tables[0].transcript();
    let mut records = file::read(&own).unwrap();
    let last = records.len() - 1;
    records[last] = &forged;
    let Verdict::Invalid { seat, check, .. } = verdict(&records) else { panic!("accepted") };
    assert_eq!((seat, check), (Some(Seat(2)), Some(Check::ClosingRecord)));
}

/// NC-107 after the end: [`Check::OneEntry`] of closing records.
#[test]
fn one_who_signs_two_ends_is_named_by_every_file_and_its_reveal_counts_for_nothing() {
    let mut sim = Sim::begin(&options(3), 5).unwrap();
    let mut bots: Vec<_> = (0..3).map(Bot::new).collect();
    sim.play(3_000, |view| bots[view.seat.index()].choose(view));
    let before = audit(&sim.tables[0].transcript());
    assert!(before.revealed.contains_key(&Seat(1)) && before.revealed.contains_key(&Seat(2)));
    let second = sim.tables[2].forge_silent_closing().unwrap();
    let signed = UnverifiedEntry::decode(&second).unwrap().claimed().kind;
    assert_eq!((signed, Check::OneEntry.number()), (RecordKind::Closing, 107));
    for seat in [Seat(0), Seat(1)] {
        sim.send(seat, &second);
        sim.send(seat, &second);
        let table = &sim.tables[seat.index()];
        assert_eq!((table.closed_twice(), table.fault()), (SeatSet::only(Seat(2)), None), "the game stands");
        assert!(table.appendix().contains(&second) && table.appendix().len() == 4);
        assert!(table.finished().is_some());
    }
    assert_eq!(sim.tables[0].transcript(), sim.tables[1].transcript());
    let own = sim.tables[0].transcript();
    let after = audit(&own);
    assert_eq!((after.verdict, after.closed_twice), (Verdict::ValidFinished, SeatSet::only(Seat(2))));
    assert_eq!((after.closed_by, after.head), (before.closed_by, before.head));
    assert!(after.revealed.contains_key(&Seat(1)) && !after.revealed.contains_key(&Seat(2)));
    // In one order only, so that equal records make equal files; and a third one is none.
    let mut swapped = file::read(&own).unwrap();
    let last = swapped.len() - 1;
    swapped.swap(last, last - 1);
    assert!(is_invalid(&verdict(&swapped)));
    let mut third = file::read(&own).unwrap();
    third.push(third[last]);
    assert!(is_invalid(&verdict(&third)));
}

#[test]
fn a_false_reveal_is_dropped_and_fails_the_audit() {
    let mut sim = Sim::begin(&options(3), 5).unwrap();
    let mut bots: Vec<_> = (0..3).map(Bot::new).collect();
    sim.play(3_000, |view| bots[view.seat.index()].choose(view));
    let own = sim.tables[0].transcript();
    let refused = |forged: &[u8], what: &str| {
        let mut records = file::read(&own).unwrap();
        let last = records.len() - 1;
        records[last] = forged;
        let Verdict::Invalid { check, .. } = verdict(&records) else { panic!("{what}: accepted") };
        assert_eq!(check, Some(Check::ClosingRecord), "{what}");
    };
    let table = &sim.tables[2];
    let other = |face: &Face| if *face == Face::Key { Face::Goblet } else { Face::Key };
    let forged = table.forge_reveal(|hand, _| hand[0] = other(&hand[0])).unwrap();
    refused(&forged, "another face");
    refused(&table.forge_reveal(|hand, _| hand.truncate(hand.len() - 1)).unwrap(), "a card kept back");
    refused(&table.forge_reveal(|hand, _| hand.reverse()).unwrap(), "another order");
    let other_side = |slots: &mut Option<(Membership, Occupation)>| {
        let (membership, _) = slots.as_mut().unwrap();
        *membership = Membership::One(membership.side().other());
    };
    refused(&table.forge_reveal(|_, slots| other_side(slots)).unwrap(), "another association");
    refused(&table.forge_reveal(|_, slots| *slots = None).unwrap(), "slots kept back");
    let mut doubled = file::read(&own).unwrap();
    doubled.push(doubled[doubled.len() - 1]);
    assert!(is_invalid(&verdict(&doubled)), "a closing record twice");
}

#[test]
fn any_bytes_give_a_verdict_and_no_panic() {
    proptest!(|(bytes in proptest::collection::vec(any::<u8>(), 0..400))| {
        assert!(is_invalid(&audit(&bytes).verdict));
        let mut table = Table::new(config(&options(3), 1, 0), 0).unwrap().0;
        let out = table.step(Input::Entry(bytes), 0);
        prop_assert!(out.iter().any(|output| matches!(output, Output::Rejected(_))));
    });
}
