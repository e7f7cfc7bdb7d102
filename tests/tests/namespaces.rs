//! Real programs on a real network: hosts in network namespaces, found by multicast DNS, no address given.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

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

    let deadline = now() + GAME;
    let mut outcomes = Vec::new();
    let mut heads = Vec::new();
    for program in &mut table {
        outcomes.push(program.wait_for("ended ", deadline)?.1);
        heads.push(program.wait_for("chain ", deadline)?.1);
        anyhow::ensure!(program.wait_for_end(deadline)?, "it ended badly{}", program.report());
    }

    anyhow::ensure!(outcomes.windows(2).all(|pair| pair[0] == pair[1]), "the outcomes differ: {outcomes:?}");
    anyhow::ensure!(heads.windows(2).all(|pair| pair[0] == pair[1]), "the printed heads differ: {heads:?}");
    let first = chain(&folder.transcript(1))?;
    anyhow::ensure!(!first.is_empty(), "the transcript holds no entry");
    for host in 2..=HOSTS {
        anyhow::ensure!(chain(&folder.transcript(host))? == first, "host {host} holds another chain than host 1");
    }
    println!("{} entries, outcome {}, chain {}", first.len(), outcomes[0], heads[0]);
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
#[expect(clippy::print_stdout, reason = "a test that skips says so")]
fn lan_or_skip() -> Option<(Lan, MutexGuard<'static, ()>)> {
    static ALONE: Mutex<()> = Mutex::new(());
    let alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let lan = Lan::open(HOSTS).inspect_err(|reason| println!("skipped: {reason:#}")).ok()?;
    Some((lan, alone))
}

/// One host with a table and three guests, all bots, all at once.
fn start_all(lan: &Lan, folder: &Folder, table: &str) -> anyhow::Result<Vec<Program>> {
    let program = headless_program()?;
    let seats = HOSTS.to_string();
    let mut running = Vec::new();
    for host in 1..=HOSTS {
        let name = format!("Guest {host}");
        let profile = folder.path.join(format!("profile{host}"));
        let transcript = folder.transcript(host);
        let role: &[&str] = if host == 1 { &["host", "--bot", "--seats", &seats] } else { &["bot"] };
        let common =
            ["--table", table, "--name", &name, "--profile", text(&profile)?, "--lines", "--out", text(&transcript)?];
        let complaints = folder.path.join(format!("complaints{host}"));
        running.push(lan.start(host, &program, &[role, &common].concat(), &complaints)?);
    }
    Ok(running)
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
