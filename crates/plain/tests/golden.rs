//! Recorded games: played again move by move, they lead to the same states, views and choices as when they were written
//! down. Together they show every card, every window and every option.
//!
//! With `NIGHTCOACH_BLESS=1` the records are written anew: moves that are still legal stay, a game that is no longer
//! legal is dropped, and what is then not shown any more is looked for in games of players that take any choice.
#![expect(clippy::expect_used, clippy::panic, clippy::indexing_slicing, reason = "a test fails by panicking")]
#![expect(dead_code, unreachable_pub, reason = "each test file uses another part of what they share")]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use nightcoach_plain::{PlainTable, Seeded};
use play::coverage::Coverage;
use play::dice::Dice;
use play::options::any_options;
use play::player::{Temper, make, next_move};
use play::record::{Recorded, Retold};

mod play;

/// A record is no longer than this.
const MOST_BYTES: usize = 200_000;
/// Games that the search tries for every number of seats.
const TRIES: u64 = 600;
/// Rounds after which the search gives a game up.
const MOST_ROUNDS: usize = 420;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden")
}

/// All records by file name.
fn records() -> BTreeMap<String, String> {
    let files = fs::read_dir(folder()).map(|files| files.filter_map(Result::ok).collect::<Vec<_>>());
    let read = |file: fs::DirEntry| {
        let text = fs::read_to_string(file.path()).expect("a record is a text");
        (file.file_name().to_string_lossy().into_owned(), text)
    };
    files.unwrap_or_default().into_iter().map(read).collect()
}

fn retell(name: &str, text: &str) -> Retold {
    let recorded = Recorded::parse(text).unwrap_or_else(|error| panic!("{name}: {error}"));
    recorded.retell().unwrap_or_else(|error| panic!("{name}: {error}"))
}

#[test]
fn recorded_games_lead_to_what_they_led_to() {
    if blessing() {
        bless();
    }
    let records = records();
    for (name, text) in &records {
        let told = retell(name, text);
        assert!(told.ended, "{name} ends");
        assert!(text.len() <= MOST_BYTES, "{name} has {} bytes", text.len());
        let differs = text.lines().zip(told.text.lines()).enumerate().find(|(_, (was, is))| was != is);
        if let Some((number, (was, is))) = differs {
            panic!("{name}, line {}:\n  was: {was}\n  is:  {is}", number + 1);
        }
        assert_eq!(text.lines().count(), told.text.lines().count(), "{name}");
    }
    let seats: BTreeSet<u8> =
        records.values().map(|text| Recorded::parse(text).expect("a record").options.seats).collect();
    assert_eq!(seats, (3..=10).collect(), "there is a game for every number of seats");
    // Together, and in one test, so that they are not read while they are written.
    let mut missing = Coverage::wanted().0;
    for (name, text) in &records {
        let shown = retell(name, text).coverage.0;
        missing.retain(|goal| !shown.contains(goal));
    }
    assert!(missing.is_empty(), "no recorded game shows {missing:?}");
}

fn blessing() -> bool {
    #[expect(clippy::disallowed_methods, reason = "the switch that every file of expectations here is written anew by")]
    std::env::var("NIGHTCOACH_BLESS").is_ok_and(|value| value == "1")
}

/// Writes every record anew, and adds games until everything is shown.
fn bless() {
    fs::create_dir_all(folder()).expect("the folder can be made");
    let mut missing = Coverage::wanted().0;
    let mut seats: BTreeSet<u8> = (3..=10).collect();
    for (name, text) in records() {
        let again = Recorded::parse(&text).and_then(|recorded| Ok((recorded.options.seats, recorded.retell()?)));
        let path = folder().join(&name);
        match again {
            Ok((at, told)) if told.ended && told.text.len() <= MOST_BYTES => {
                fs::write(path, &told.text).expect("a record can be written");
                missing.retain(|goal| !told.coverage.0.contains(goal));
                seats.remove(&at);
            }
            Ok(_) | Err(_) => fs::remove_file(path).expect("a record can be removed"),
        }
    }
    if !missing.is_empty() || !seats.is_empty() {
        search(missing, seats);
    }
}

/// A candidate: its number of seats, its seed, and what it shows of what is wanted.
type Candidate = (u8, u64, BTreeSet<String>);

/// Looks for games that show what is missing, and for one of each of these numbers of seats.
fn search(mut missing: BTreeSet<String>, mut seats: BTreeSet<u8>) {
    let mut candidates: Vec<Candidate> = Vec::new();
    for (at, seed) in (3..=10).flat_map(|at| (0..TRIES).map(move |seed| (at, seed))) {
        let shown = candidate(at, seed).and_then(|recorded| recorded.retell().ok());
        let shown = shown.filter(|told| told.text.len() <= MOST_BYTES);
        candidates.extend(shown.map(|told| (at, seed, told.coverage.0)));
    }
    while !missing.is_empty() || !seats.is_empty() {
        let worth = |(at, _, shown): &&Candidate| {
            let new = shown.intersection(&missing).count();
            // First one of each number of seats, then whoever shows most.
            (seats.is_empty() || seats.contains(at), new)
        };
        let best = candidates.iter().max_by_key(worth).cloned();
        let Some((at, seed, shown)) = best.filter(|best| seats.contains(&best.0) || worth(&best).1 > 0) else {
            // What was not found is told by the test itself.
            return;
        };
        let told = candidate(at, seed).expect("it was played before").retell().expect("it was told before");
        fs::write(folder().join(format!("{at:02}-seats-{seed}.txt")), told.text).expect("a record can be written");
        missing.retain(|goal| !shown.contains(goal));
        seats.remove(&at);
    }
}

/// A short game of players that take any choice, if it comes to its end.
fn candidate(seats: u8, seed: u64) -> Option<Recorded> {
    let mut dice = Dice::new(seed);
    let most_laps = if dice.percent(80) { 3 + u16::try_from(dice.below(8)).expect("few laps") } else { 0 };
    let options = any_options(seats, most_laps, &mut dice);
    let temper = Temper {
        declares: 4 + dice.below(20),
        passes: if dice.percent(10) { 90 } else { 0 },
        sleeps: if dice.percent(30) { 3 } else { 0 },
    };
    let mut table = PlainTable::new(&options, Seeded::new(seed)).expect("legal options");
    let mut moves = Vec::new();
    while table.outcome().is_none() {
        if moves.len() >= MOST_ROUNDS {
            return None;
        }
        let next = next_move(&table, temper, &mut dice);
        make(&mut table, &next);
        moves.push(next);
    }
    Some(Recorded { options, seed, moves })
}
