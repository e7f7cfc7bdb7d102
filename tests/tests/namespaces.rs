//! Real programs on a real network: hosts in network namespaces, found by multicast DNS, no address given.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::Context as _;
use nightcoach_tests::netns::{Lan, Program, headless_program, now};
use nightcoach_transcript::{RecordKind, UnverifiedEntry, file};

const HOSTS: u8 = 4;
/// A start counts as good when everybody is linked to everybody within this.
const COLD_START: Duration = Duration::from_secs(5);
/// A whole game of four bots, on a machine that is busy with other tests.
const GAME: Duration = Duration::from_mins(4);

#[test]
fn four_hosts_find_each_other_and_play_to_the_same_end() -> anyhow::Result<()> {
    let Some((lan, _alone)) = lan_or_skip() else { return Ok(()) };
    let folder = Folder::new("game")?;
    let mut table = start_all(&lan, &folder, "Night train")?;
    assert_same_end(&mut table, &folder)?;
    Ok(())
}

#[test]
fn a_pulled_cable_holds_the_game_up_and_loses_nothing() -> anyhow::Result<()> {
    let Some((lan, _alone)) = lan_or_skip() else { return Ok(()) };
    let folder = Folder::new("cable")?;
    let mut table = start_all(&lan, &folder, "Night train")?;
    wait_for_deal(&mut table)?;
    lan.cable(3, false)?;
    thread::sleep(Duration::from_secs(5));
    lan.cable(3, true)?;
    let plugged = now();
    let ended = assert_same_end(&mut table, &folder)?;
    anyhow::ensure!(ended > plugged, "the game went on without host 3");
    Ok(())
}

#[test]
fn a_killed_seat_that_starts_again_plays_on_with_its_own_hand() -> anyhow::Result<()> {
    let Some((lan, _alone)) = lan_or_skip() else { return Ok(()) };
    let folder = Folder::new("killed")?;
    let mut table = start_all(&lan, &folder, "Night train")?;
    wait_for_deal(&mut table)?;
    drop(table.remove(2));
    table.insert(2, start(&lan, &folder, "Night train", 3, &[])?);
    assert_same_end(&mut table, &folder)?;
    Ok(())
}

#[test]
fn a_seat_that_joins_by_address_is_linked_to_all_and_plays() -> anyhow::Result<()> {
    let Some((lan, _alone)) = lan_or_skip() else { return Ok(()) };
    let folder = Folder::new("address")?;
    let mut table = Vec::new();
    for host in 1..HOSTS {
        table.push(start(&lan, &folder, "Night train", host, &[])?);
    }
    let deadline = now() + GAME;
    for program in &mut table {
        program.wait_for("gathered 3 of 4", deadline)?;
    }
    let mut last = start(&lan, &folder, "Night train", HOSTS, &["--no-mdns", "--join", "192.0.2.1"])?;
    last.wait_for("linked 3", deadline)?;
    table.push(last);
    assert_same_end(&mut table, &folder)?;
    Ok(())
}

#[test]
fn twenty_cold_starts_are_fully_linked_within_five_seconds() -> anyhow::Result<()> {
    let Some((lan, _alone)) = lan_or_skip() else { return Ok(()) };
    let mut times = Vec::new();
    for run in 0..20 {
        let folder = Folder::new(&format!("start{run}"))?;
        let mut table = start_all(&lan, &folder, &format!("Start {run}"))?;
        let started = now();
        let mut last = started;
        for program in &mut table {
            let (at, _) = program.wait_for(&format!("linked {}", HOSTS - 1), started + COLD_START)?;
            last = last.max(at);
        }
        times.push(last.saturating_duration_since(started).as_millis());
    }
    println!("milliseconds from the last start to the full mesh: {times:?}");
    Ok(())
}

/// A network for this test alone, or a printed reason why there is none.
fn lan_or_skip() -> Option<(Lan, MutexGuard<'static, ()>)> {
    static ALONE: Mutex<()> = Mutex::new(());
    let alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let lan = Lan::open(HOSTS).inspect_err(|reason| println!("skipped: {reason:#}")).ok()?;
    Some((lan, alone))
}

/// One host with a table and three guests, all bots, all at once.
fn start_all(lan: &Lan, folder: &Folder, table: &str) -> anyhow::Result<Vec<Program>> {
    (1..=HOSTS).map(|host| start(lan, folder, table, host, &[])).collect()
}

/// The program of one host: the first one opens the table, the others wait for it to come in sight.
fn start(lan: &Lan, folder: &Folder, table: &str, host: u8, more: &[&str]) -> anyhow::Result<Program> {
    let (seats, name) = (HOSTS.to_string(), format!("Guest {host}"));
    let (profile, transcript) = (folder.path.join(format!("profile{host}")), folder.transcript(host));
    let role: &[&str] = if host == 1 { &["host", "--bot", "--seats", &seats] } else { &["bot"] };
    let common =
        ["--table", table, "--name", &name, "--profile", text(&profile)?, "--lines", "--out", text(&transcript)?];
    let complaints = folder.path.join(format!("complaints{host}"));
    lan.start(host, &headless_program()?, &[role, &common, more].concat(), &complaints)
}

/// Waits until every seat has its cards.
fn wait_for_deal(table: &mut [Program]) -> anyhow::Result<()> {
    let deadline = now() + GAME;
    table.iter_mut().try_for_each(|program| program.wait_for("dealt", deadline).map(|_| ()))
}

/// Waits for the end at every seat, and compares outcomes, printed heads, and the chains in the files byte for byte.
/// Gives the moment of the first end.
fn assert_same_end(table: &mut [Program], folder: &Folder) -> anyhow::Result<Instant> {
    let deadline = now() + GAME;
    let mut ends = Vec::new();
    let mut first_end = deadline;
    for program in table {
        let (at, outcome) = program.wait_for("ended ", deadline)?;
        ends.push((outcome, program.wait_for("chain ", deadline)?.1));
        first_end = first_end.min(at);
        anyhow::ensure!(program.wait_for_end(deadline)?, "it ended badly{}", program.report());
    }
    anyhow::ensure!(ends.windows(2).all(|pair| pair.first() == pair.last()), "outcomes or heads differ: {ends:?}");
    let first = chain(&folder.transcript(1))?;
    anyhow::ensure!(!first.is_empty(), "the transcript holds no entry");
    for host in 2..=HOSTS {
        anyhow::ensure!(chain(&folder.transcript(host))? == first, "host {host} holds another chain than host 1");
    }
    println!("{} entries, outcome and head {:?}", first.len(), ends.first());
    Ok(first_end)
}

/// The bytes of every record of the chain: all of the file but the appendix of closing records.
fn chain(path: &Path) -> anyhow::Result<Vec<Vec<u8>>> {
    let bytes = fs::read(path).with_context(|| format!("reading {}", path.display()))?;
    let mut chain = Vec::new();
    for record in file::read(&bytes)? {
        if UnverifiedEntry::decode(record)?.claimed().kind == RecordKind::Entry {
            chain.push(record.to_vec());
        }
    }
    Ok(chain)
}

fn text(path: &Path) -> anyhow::Result<&str> {
    path.to_str().context("a path of this test is no text")
}

/// A folder for one run, removed with it.
struct Folder {
    path: PathBuf,
}

impl Folder {
    fn new(name: &str) -> anyhow::Result<Self> {
        let path = std::env::temp_dir().join(format!("nightcoach-{}-{name}", std::process::id()));
        fs::create_dir_all(&path)?;
        Ok(Self { path })
    }

    fn transcript(&self, host: u8) -> PathBuf {
        self.path.join(format!("game{host}.nightcoach"))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        fs::remove_dir_all(&self.path).ok();
    }
}
