//! The kept corpus of the fuzz target, and mutations of it for a bounded number of runs. `tests/fuzz` fuzzes the same
//! function with feedback; `NIGHTCOACH_FUZZ_RUNS` mutates longer here.
//!
//! With `NIGHTCOACH_BLESS=1` inputs are added to the corpus until it reaches everything.
#![expect(clippy::expect_used, clippy::panic, clippy::indexing_slicing, reason = "a test fails by panicking")]
#![expect(dead_code, unreachable_pub, reason = "each test file uses another part of what they share")]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use play::coverage::{ACTIONS, Coverage};
use play::dice::Dice;
use play::fuzz::{run, shown};

mod play;

/// Mutated inputs, unless the environment says otherwise.
const RUNS: u64 = 8_000;
/// Files that the corpus holds at most.
const MOST_FILES: usize = 200;
/// Inputs that the search for a corpus tries.
const TRIES: u64 = 6_000;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/fuzz/corpus/actions")
}

/// The corpus by file name.
fn corpus() -> BTreeMap<String, Vec<u8>> {
    let files = fs::read_dir(folder()).map(|files| files.filter_map(Result::ok).collect::<Vec<_>>());
    let read = |file: fs::DirEntry| {
        let name = file.file_name().to_string_lossy().into_owned();
        (name, fs::read(file.path()).expect("an input can be read"))
    };
    files.unwrap_or_default().into_iter().map(read).collect()
}

#[expect(clippy::disallowed_methods, reason = "switches of the tests")]
fn switch(name: &str) -> Option<u64> {
    std::env::var(name).ok()?.parse().ok()
}

/// Everything that play can show, but for the options, which no input names; and every action tried.
fn wanted() -> BTreeSet<String> {
    let mut wanted = Coverage::wanted().0;
    wanted.retain(|goal| ["phase ", "action ", "event ", "used "].iter().any(|what| goal.starts_with(what)));
    wanted.extend(ACTIONS.iter().map(|action| format!("tried {action}")));
    wanted
}

#[test]
fn the_kept_corpus_breaks_nothing_and_reaches_every_action() {
    if switch("NIGHTCOACH_BLESS") == Some(1) {
        bless();
    }
    let corpus = corpus();
    assert!(corpus.len() <= MOST_FILES, "the corpus has {} files", corpus.len());
    let mut missing = wanted();
    for input in corpus.values() {
        let shown = shown(input).0;
        missing.retain(|goal| !shown.contains(goal));
    }
    assert!(missing.is_empty(), "the corpus does not reach {missing:?}");
}

#[test]
fn mutations_of_the_corpus_break_nothing() {
    let corpus: Vec<Vec<u8>> = corpus().into_values().collect();
    let runs = switch("NIGHTCOACH_FUZZ_RUNS").unwrap_or(RUNS);
    let next = AtomicU64::new(0);
    let work = || {
        let runs = std::iter::repeat_with(|| next.fetch_add(1, Ordering::Relaxed)).take_while(|number| *number < runs);
        for number in runs {
            let input = mutated(&corpus, number);
            let sound = std::panic::catch_unwind(|| run(&input)).is_ok();
            assert!(sound, "mutation {number} of the corpus breaks something: {input:?}");
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, std::num::NonZero::get) {
            scope.spawn(work);
        }
    });
}

/// One input with some of its bytes changed, inserted, removed, or taken from another.
fn mutated(corpus: &[Vec<u8>], number: u64) -> Vec<u8> {
    let mut dice = Dice::new(number);
    let mut input = dice.pick(corpus).cloned().unwrap_or_default();
    for _ in 0..=dice.below(8) {
        let (at, byte) = (dice.below(input.len() + 1), u8::try_from(dice.below(256)).expect("a byte"));
        match dice.below(5) {
            0 => input.insert(at, byte),
            1 if at < input.len() => drop(input.remove(at)),
            2 => {
                let other = dice.pick(corpus).cloned().unwrap_or_default();
                input.truncate(at);
                input.extend(other.iter().skip(at));
            }
            _ if at < input.len() => input[at] = byte,
            _ => input.push(byte),
        }
    }
    input
}

/// Adds inputs until everything is reached.
fn bless() {
    fs::create_dir_all(folder()).expect("the folder can be made");
    let mut missing = wanted();
    for input in corpus().values() {
        let shown = shown(input).0;
        missing.retain(|goal| !shown.contains(goal));
    }
    if missing.is_empty() {
        return;
    }
    let tried: Vec<(u64, BTreeSet<String>)> = (0..TRIES).map(|seed| (seed, shown(&random(seed)).0)).collect();
    loop {
        let best = tried.iter().max_by_key(|(_, shown)| shown.intersection(&missing).count());
        let Some((seed, shown)) = best.filter(|(_, shown)| !shown.is_disjoint(&missing)) else { return };
        let input = shortened(random(*seed), &missing.intersection(shown).cloned().collect());
        fs::write(folder().join(format!("random-{seed}")), input).expect("an input can be written");
        missing.retain(|goal| !shown.contains(goal));
    }
}

fn random(seed: u64) -> Vec<u8> {
    let mut dice = Dice::new(seed);
    let length = 200 + dice.below(2_500);
    // Mostly rounds of choices that a seat sees.
    let tame = dice.flip();
    (0..length).map(|_| u8::try_from(dice.below(if tame { 248 } else { 256 })).expect("a byte")).collect()
}

/// The shortest beginning that still shows these.
fn shortened(input: Vec<u8>, shows: &BTreeSet<String>) -> Vec<u8> {
    let (mut short, mut long) = (0, input.len());
    while short < long {
        let middle = usize::midpoint(short, long);
        if shows.is_subset(&shown(&input[..middle]).0) {
            long = middle;
        } else {
            short = middle + 1;
        }
    }
    let mut input = input;
    input.truncate(long);
    input
}
