//! The kept corpora of the fuzz targets, and mutations of them for a bounded number of runs. `tests/fuzz` fuzzes the same
//! functions with feedback; `NIGHTCOACH_FUZZ_RUNS` mutates longer here.
//!
//! With `NIGHTCOACH_BLESS=1` the corpora are written anew.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use nightcoach_table::aside::{Room, Said, gathering_place};
use nightcoach_table::lobby::LobbyMessage;
use nightcoach_tests::fuzz::{decoders, table, verifiers};
use nightcoach_tests::sim::{Sim, genesis, identity, options, seed};
use nightcoach_transcript::file;
use nightcoach_wire::encode;

/// Mutated inputs, unless the environment says otherwise: as many as take some seconds.
const DECODED: u64 = 6_000;
const VERIFIED: u64 = 3_000;
const PLAYED: u64 = 24;
/// Files that a corpus holds at most.
const MOST_FILES: usize = 60;

fn folder(target: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/corpus").join(target)
}

/// A corpus by file name; written first if it is asked for.
#[expect(clippy::disallowed_methods, reason = "switches of the tests")]
fn corpus(target: &str, written: &dyn Fn() -> BTreeMap<String, Vec<u8>>) -> BTreeMap<String, Vec<u8>> {
    if std::env::var("NIGHTCOACH_BLESS").is_ok() {
        fs::create_dir_all(folder(target)).unwrap();
        for (name, bytes) in written() {
            fs::write(folder(target).join(name), bytes).unwrap();
        }
    }
    let files = fs::read_dir(folder(target)).unwrap().map(Result::unwrap);
    files.map(|file| (file.file_name().to_string_lossy().into_owned(), fs::read(file.path()).unwrap())).collect()
}

#[expect(clippy::disallowed_methods, reason = "switches of the tests")]
fn runs(usual: u64) -> u64 {
    let asked: Option<u64> = std::env::var("NIGHTCOACH_FUZZ_RUNS").ok().and_then(|runs| runs.parse().ok());
    // What is long for the rules is long for each target in its own measure.
    asked.map_or(usual, |runs| usual * (runs / 8_000).max(1))
}

/// Replays a corpus and so many mutations of it.
fn fuzz(corpus: &BTreeMap<String, Vec<u8>>, runs: u64, run: fn(&[u8])) {
    assert!((1..=MOST_FILES).contains(&corpus.len()), "the corpus has {} files", corpus.len());
    for (name, input) in corpus {
        assert!(std::panic::catch_unwind(|| run(input)).is_ok(), "{name} breaks something");
    }
    let inputs: Vec<&Vec<u8>> = corpus.values().collect();
    let next = AtomicU64::new(0);
    let work = || {
        let numbers =
            std::iter::repeat_with(|| next.fetch_add(1, Ordering::Relaxed)).take_while(|number| *number < runs);
        for number in numbers {
            let input = mutated(&inputs, number);
            let sound = std::panic::catch_unwind(|| run(&input)).is_ok();
            assert!(sound, "mutation {number} of the corpus breaks something: {input:?}");
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(work);
        }
    });
}

/// One input with some of its bytes changed, inserted, removed, or taken from another; the same for each number.
fn mutated(corpus: &[&Vec<u8>], number: u64) -> Vec<u8> {
    let (mut drawn, mut block) = (Vec::new(), 0);
    let mut below = |end: usize| {
        if drawn.len() < 4 {
            drawn = seed("mutation", number, block).to_vec();
            block += 1;
        }
        let bytes: Vec<u8> = drawn.drain(..4).collect();
        u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]) as usize % end.max(1)
    };
    let mut input = corpus[below(corpus.len())].clone();
    for _ in 0..=below(6) {
        let (at, byte) = (below(input.len() + 1), u8::try_from(below(256)).unwrap());
        match below(5) {
            0 => input.insert(at, byte),
            1 if at < input.len() => drop(input.remove(at)),
            2 => {
                let other = corpus[below(corpus.len())];
                input.truncate(at);
                input.extend(other.iter().skip(at));
            }
            _ if at < input.len() => input[at] ^= byte,
            _ => input.push(byte),
        }
    }
    input
}

/// A real thing of each kind that decodes, small ones.
fn decodable() -> BTreeMap<String, Vec<u8>> {
    let mut sim = Sim::begin(&options(3), 9).unwrap();
    sim.play(4, |view| nightcoach_rules::choices(view).all().into_iter().next());
    let transcript = sim.tables[0].transcript();
    let records = file::read(&transcript).unwrap();
    let with = |kind: u8, bytes: &[u8]| [&[kind], bytes].concat();
    let mut corpus = BTreeMap::new();
    for at in [0, 3, 6, records.len() - 1] {
        corpus.insert(format!("entry-{at}"), with(0, records[at]));
    }
    let mut room = Room::new(gathering_place(&[7; 16]), vec![identity(9, 0).public().0], true);
    for (number, said) in (1..).zip([Said::Text("a line".into()), Said::Left]) {
        corpus.insert(format!("aside-{number}"), with(1, &room.say(&identity(9, 0), said, 0, number).unwrap()));
    }
    let messages = [
        LobbyMessage::Join { table: [7; 16], name: "Anna".into(), version: 1, fresh: [1; 32] },
        LobbyMessage::Prove { table: [7; 16], proof: [2; 32] },
        LobbyMessage::Leave { table: [7; 16] },
    ];
    for (number, message) in messages.iter().enumerate() {
        corpus.insert(format!("lobby-{number}"), with(2, &encode(message).unwrap()));
    }
    corpus.insert("transcript".into(), with(3, &file::write(records.iter().take(9).copied())));
    corpus.insert("genesis".into(), with(4, &encode(&genesis(&options(3), 9)).unwrap()));
    let prefixed = |record: &&[u8]| {
        let length = u16::try_from(record.len()).unwrap();
        [length.to_le_bytes().as_slice(), record].concat()
    };
    corpus.insert("records".into(), with(5, &records.iter().take(4).flat_map(prefixed).collect::<Vec<u8>>()));
    corpus
}

/// Each proof as it is, with a byte changed, and with one point for another.
fn provable() -> BTreeMap<String, Vec<u8>> {
    let kinds = (0..8).flat_map(|case| (0..4).map(move |change| (case, change)));
    let input = |(case, change): (u8, u8)| {
        (format!("case-{case}-{change}"), [vec![case, change], seed("v", 0, case).to_vec()].concat())
    };
    let honest = (0..8).map(|case| (format!("case-{case}-honest"), vec![case, 2]));
    kinds.map(input).chain(honest).collect()
}

/// Games with noise, and with a cheater.
fn playable() -> BTreeMap<String, Vec<u8>> {
    let steps = |game: u8, cheats: bool| -> Vec<u8> {
        let drawn = (0..6).flat_map(|block| seed("steps", u64::from(game), block));
        let tame = drawn.map(|byte| if cheats || byte % 8 != 7 { byte } else { byte ^ 1 });
        [game].into_iter().chain(tame).collect()
    };
    (0..6)
        .map(|game| (format!("noise-{game}"), steps(game, false)))
        .chain((0..6).map(|game| (format!("cheat-{game}"), steps(game + 4, true))))
        .collect()
}

#[test]
fn nothing_that_decodes_breaks_anything() {
    fuzz(&corpus("decoders", &decodable), runs(DECODED), decoders::run);
}

#[test]
fn no_proof_is_accepted_but_the_one_that_was_made() {
    fuzz(&corpus("verifiers", &provable), runs(VERIFIED), verifiers::run);
}

#[test]
fn whatever_reaches_a_table_only_a_cheater_is_blamed() {
    fuzz(&corpus("table", &playable), runs(PLAYED), table::run);
}
