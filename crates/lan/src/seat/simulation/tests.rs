//! Laws over many seeded games, and proof that the laws can fail.

use super::{Chaos, Ended, Without, play};

/// Seeds of a run, `from..to`: `NIGHTCOACH_SEEDS=0..5000 cargo test --release -p nightcoach-lan simulation`.
const SEEDS: &str = "NIGHTCOACH_SEEDS";

#[expect(clippy::disallowed_methods, reason = "a longer run is asked for from outside, as with proptest")]
fn seeds(default: u64) -> std::ops::Range<u64> {
    let Ok(text) = std::env::var(SEEDS) else { return 0..default };
    let parsed = text.split_once("..").and_then(|(from, to)| Some(from.parse().ok()?..to.parse().ok()?));
    parsed.unwrap_or_else(|| panic!("{SEEDS} is written 0..5000, not {text}"))
}

/// Every kind of trouble, in a mixture that depends on the seed.
fn trouble(seed: u64) -> Chaos {
    let pick = |of: u64, salt: u64| (seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> salt) % of;
    Chaos {
        loss: [0, 20, 100, 250][usize::try_from(pick(4, 7)).unwrap()],
        repeats: [0, 50, 200][usize::try_from(pick(3, 13)).unwrap()],
        delay: [5, 60, 400][usize::try_from(pick(3, 19)).unwrap()],
        power_cuts: u32::try_from(pick(6, 29)).unwrap(),
        splits: u32::try_from(pick(3, 37)).unwrap(),
        estranged: pick(3, 43) == 0,
        error: false,
        set_back: false,
        until: 20_000 + 1_000 * pick(30, 50),
    }
}

fn seats(seed: u64) -> u8 {
    [3, 3, 4, 3, 5, 3, 4, 6, 3, 4][usize::try_from(seed % 10).unwrap()]
}

/// Plays all seeds on all cores; every failure is told with its seed.
fn all(seeds: std::ops::Range<u64>, game: impl Fn(u64) -> Result<Ended, String> + Sync) -> (Vec<Ended>, Vec<String>) {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let part = |core: usize| seeds.clone().skip(core).step_by(cores).map(&game).collect::<Vec<_>>();
    let part = &part;
    let parts: Vec<_> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..cores).map(|core| scope.spawn(move || part(core))).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    let (good, bad): (Vec<_>, Vec<_>) = parts.into_iter().flatten().partition(Result::is_ok);
    (good.into_iter().flatten().collect(), bad.into_iter().filter_map(Result::err).collect())
}

#[test]
fn whatever_networks_and_machines_do_every_game_ends_alike_and_no_entry_is_lost_or_signed_twice() {
    let (ended, wrong) = all(seeds(200), |seed| play(seed, seats(seed), trouble(seed), Without::Nothing));
    assert!(wrong.is_empty(), "{} games went wrong:\n{}", wrong.len(), wrong.join("\n"));
    let rounds: u64 = ended.iter().map(|ended| u64::from(ended.rounds)).sum();
    println!("{} games, {rounds} rounds", ended.len());
}

#[test]
fn the_same_seed_is_the_same_game() {
    let once = || play(11, 4, trouble(11), Without::Nothing).map(|ended| (ended.at, ended.rounds));
    assert_eq!(once().unwrap(), once().unwrap());
}

/// Disks that are set back to an older state, as by a restored snapshot: what was synced is gone, and was sent.
fn set_back(seed: u64) -> Chaos {
    Chaos {
        power_cuts: 10,
        delay: [200, 400][usize::from(seed.is_multiple_of(2))],
        set_back: true,
        until: 30_000,
        ..Chaos::NONE
    }
}

#[test]
fn a_machine_whose_disk_was_set_back_gets_its_own_entries_from_the_others_and_signs_nothing_twice() {
    let (ended, wrong) = all(seeds(24), |seed| play(seed, seats(seed), set_back(seed), Without::Nothing));
    assert!(wrong.is_empty(), "{} games went wrong:\n{}", wrong.len(), wrong.join("\n"));
    assert!(!ended.is_empty());
}

#[test]
fn where_a_machine_signs_before_it_has_asked_the_others_a_disk_set_back_signs_twice() {
    let (_, wrong) = all(0..12, |seed| play(seed, 3, set_back(seed), Without::Asking));
    let twice = |what: &String| what.contains("signed round") || what.contains("two heads");
    assert!(wrong.iter().any(twice), "no machine has signed twice: {wrong:?}");
}

#[test]
fn where_entries_are_sent_before_they_are_durable_somebody_signs_twice() {
    let cuts = Chaos { power_cuts: 8, delay: 400, until: 30_000, ..Chaos::NONE };
    // Seen at the second signature, or at the two chains that come of it.
    let twice = |what: &String| what.contains("signed round") || what.contains("two heads");
    let found = (0..40).find_map(|seed| play(seed, 3, cuts, Without::Syncing).err().filter(twice));
    println!("{}", found.expect("no machine has signed twice"));
}

/// A program that errs is found out by the next entries; without digests nobody ever learns of it.
#[test]
fn a_program_that_errs_is_found_at_once_and_where_entries_carry_no_digest_never() {
    let error = Chaos { error: true, ..Chaos::NONE };
    let (ended, wrong) = all(0..4, |seed| play(seed, 3, error, Without::Nothing));
    assert!(
        ended.is_empty() && wrong.iter().all(|what| what.contains("NC-105") || what.contains("NC-109")),
        "{wrong:?}"
    );
    let (ended, wrong) = all(0..4, |seed| play(seed, 3, error, Without::Digests));
    assert!(ended.is_empty() && wrong.iter().all(|what| what.contains("the states differ at the end")), "{wrong:?}");
}

#[test]
fn where_nobody_says_how_far_the_table_has_come_a_lost_entry_stops_the_game() {
    let lossy = Chaos { loss: 100, until: 20_000, ..Chaos::NONE };
    let (_, wrong) = all(0..4, |seed| play(seed, 3, lossy, Without::Beacons));
    assert!(wrong.iter().all(|what| what.contains("hangs")) && wrong.len() == 4, "{wrong:?}");
}

/// Two that do not reach each other, and nothing else wrong: the third hands on, and a round takes no second.
#[test]
fn where_nobody_hands_on_two_who_do_not_reach_each_other_wait_for_every_entry() {
    let estranged = Chaos { estranged: true, ..Chaos::NONE };
    let pace = |without| {
        let (ended, wrong) = all(0..4, |seed| play(seed, 3, estranged, without));
        assert!(wrong.is_empty(), "{wrong:?}");
        ended.iter().map(|ended| ended.at / u64::from(ended.rounds.max(1))).max().unwrap()
    };
    let (with, without) = (pace(Without::Nothing), pace(Without::Forwarding));
    assert!(with < 200 && without > 5 * with, "{with} ms a round with forwarding, {without} ms without");
}
