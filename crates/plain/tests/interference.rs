//! Non-interference: what a seat may not know makes no difference to it. Two dealings that agree on everything it may
//! know, played with the same public choices, give it equal views, equal events, and the same messages (rules.md D,
//! walk.md decision 22).
#![expect(clippy::expect_used, clippy::panic, clippy::indexing_slicing, reason = "a test fails by panicking")]
#![expect(dead_code, unreachable_pub, reason = "each test file uses another part of what they share")]

use std::collections::BTreeMap;

use nightcoach_plain::PlainTable;
use nightcoach_rules::{Face, Seat};
use play::coverage::event;
use play::dice::Dice;
use play::options::any_options;
use play::twins::{Both, Parting, TwinChance, Twins};

mod play;

type Table = PlainTable<TwinChance>;

/// Something beside its view that a seat learns from a table. Nothing, if all is well.
type Peek = fn(&Table, Seat) -> Option<String>;

/// How two tables went along with each other.
#[derive(Debug, Default)]
struct Walk {
    rounds: u32,
    /// Rounds at whose end some hidden card lay otherwise.
    apart: u32,
    finished: bool,
    events: BTreeMap<&'static str, u32>,
}

/// Plays one pair as long as both allow the same. What the observer noticed, if the two could be told apart.
fn walk(case: u64, peek: Peek) -> Result<Walk, String> {
    let seats = 3 + u8::try_from(case % 8).expect("eight numbers of seats");
    let mut dice = Dice::new(case);
    let options = any_options(seats, 12, &mut dice);
    let observer = Seat(u8::try_from(dice.below(usize::from(seats))).expect("a seat"));
    let mut twins = Twins::deal(&options, observer, case, &mut dice);
    let mut walk = Walk::default();
    compare(&twins, peek)?;
    loop {
        match twins.round(&mut dice) {
            Ok(both) => {
                compare_round(&both)?;
                for happened in &both.events[0] {
                    *walk.events.entry(event(happened)).or_default() += 1;
                }
            }
            Err(parting) => {
                walk.finished = parting == Parting::Over;
                return Ok(walk);
            }
        }
        compare(&twins, peek)?;
        walk.rounds += 1;
        walk.apart += u32::from(twins.differ());
    }
}

fn same<T: PartialEq + core::fmt::Debug>(what: &str, one: &T, two: &T) -> Result<(), String> {
    if one == two { Ok(()) } else { Err(format!("{what}:\n{one:?}\n{two:?}")) }
}

fn compare(twins: &Twins, peek: Peek) -> Result<(), String> {
    let [one, two] = &twins.tables;
    let me = twins.observer;
    same("the view", &one.view(me), &two.view(me))?;
    same("who owes, and how", &one.owed(), &two.owed())?;
    same("what was peeked at", &peek(one, me), &peek(two, me))
}

fn compare_round(both: &Both) -> Result<(), String> {
    same("the public log", &both.events[0], &both.events[1])?;
    same("the messages", &both.steps[0], &both.steps[1])?;
    same("whose entries follow at once", &both.automatic[0], &both.automatic[1])
}

#[test]
fn what_a_seat_may_not_know_makes_no_difference_to_it() {
    let (mut rounds, mut apart, mut finished) = (0, 0, 0);
    let mut events: BTreeMap<&str, u32> = BTreeMap::new();
    for case in 0..CASES {
        let walk = walk(case, |_, _| None).unwrap_or_else(|noticed| panic!("case {case}: the observer sees {noticed}"));
        rounds += walk.rounds;
        apart += walk.apart;
        finished += u32::from(walk.finished);
        for (event, count) in walk.events {
            *events.entry(event).or_default() += count;
        }
    }
    println!("{CASES} pairs, {rounds} rounds, {apart} of them with other cards; {finished} games to their end");
    println!("{events:?}");
    let cases = u32::try_from(CASES).expect("a count");
    assert!(rounds / cases >= 40, "pairs go a long way together: {rounds} rounds in {cases} pairs");
    assert!(apart * 2 > rounds, "mostly there is something to hide: {apart} of {rounds} rounds");
}

/// Pairs of dealings.
const CASES: u64 = 2_000;

#[test]
fn an_observer_that_peeks_is_found_out() {
    let hand_of_left = |table: &Table, me: Seat| {
        let left = table.state().left_of(me);
        let keys = table.hands()[left.index()].iter().filter(|face| **face == Face::Key);
        Some(keys.count().to_string())
    };
    let running_trade = |table: &Table, me: Seat| {
        let trade = table.trade().filter(|_| table.view(me).is_none_or(|view| view.offered.is_none()));
        trade.map(|trade| format!("{:?}", trade.offered == Face::Mirror))
    };
    let peeks: [(&str, Peek); 5] = [
        ("the top of the pile", |table, _| table.pile().first().map(|face| format!("{face:?}"))),
        ("the keys of the left neighbour", hand_of_left),
        ("whether a mirror is offered to another", running_trade),
        ("the last association", |table, _| table.associations().last().map(|card| format!("{card:?}"))),
        ("the last spare", |table, _| table.occupations().last().map(|card| format!("{card:?}"))),
    ];
    for (what, peek) in peeks {
        let noticed = (0..400).find_map(|case| walk(case, peek).err());
        let noticed = noticed.unwrap_or_else(|| panic!("nobody notices a peek at {what}"));
        assert!(noticed.starts_with("what was peeked at"), "{what}: {noticed}");
    }
}
