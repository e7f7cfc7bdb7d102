//! Tables of real programs in a hall: hosts in namespaces, their profiles and transcripts, and what is measured on them.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use std::{env, fs, thread};

use anyhow::{Context as _, ensure};
use nightcoach_transcript::{RecordKind, UnverifiedEntry, file};

use crate::netns::{Lan, Program, Trace, What, headless_program, micros, now};

/// A whole game of bots may take this long, on a machine that is busy with other tests.
pub const GAME: Duration = Duration::from_mins(4);

/// Whether everything is to be tested at full length (`NIGHTCOACH_HALLS=long`), with the bars as assertions.
pub fn at_length() -> bool {
    env::var_os("NIGHTCOACH_HALLS").is_some_and(|value| value == "long")
}

/// A number from the environment, for longer or shorter runs.
pub fn number(name: &str, default: u32) -> u32 {
    env::var_os(name).and_then(|value| value.to_str()?.parse().ok()).unwrap_or(default)
}

/// Prints what was measured beside its bar. Only the run at full length, on a machine of its own, is held to the bar; the
/// quick one to ten times as much, so that it finds what is broken and not what is busy.
///
/// # Errors
/// The bar is missed.
pub fn hold(what: &str, measured: Duration, bar: Duration) -> anyhow::Result<()> {
    println!("{what}: {measured:.1?} (bar {bar:?}; load {})", load());
    let most = if at_length() { bar } else { bar * 10 };
    ensure!(measured <= most, "{what}: {measured:?} is more than {most:?}; load {}", load());
    Ok(())
}

/// What the system says of its load.
pub fn load() -> String {
    let load = fs::read_to_string("/proc/loadavg").unwrap_or_default();
    load.split(' ').next().unwrap_or("unknown").to_owned()
}

/// The value below which that share of the others lie.
pub fn percentile(times: &[Duration], percent: usize) -> Duration {
    let mut sorted = times.to_vec();
    sorted.sort_unstable();
    sorted.get((sorted.len() * percent / 100).min(sorted.len().saturating_sub(1))).copied().unwrap_or_default()
}

/// A network for one test alone.
pub struct Hall {
    /// The network.
    pub lan: Lan,
    folder: PathBuf,
    program: PathBuf,
    _alone: MutexGuard<'static, ()>,
}

impl Hall {
    /// A hall with that many hosts, or a printed reason why there can be none here.
    ///
    /// # Errors
    /// The programs cannot be built, or there is no folder for them.
    pub fn open(name: &str, hosts: u8) -> anyhow::Result<Option<Self>> {
        static ALONE: Mutex<()> = Mutex::new(());
        let alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
        let lan = match Lan::open(hosts) {
            Ok(lan) => lan,
            Err(reason) => {
                println!("skipped: {reason:#}");
                return Ok(None);
            }
        };
        let folder = env::temp_dir().join(format!("nightcoach-{}-{name}", std::process::id()));
        fs::create_dir_all(&folder)?;
        let mut hall = Self { lan, folder, program: PathBuf::new(), _alone: alone };
        hall.program = headless_program()?;
        Ok(Some(hall))
    }

    /// Seats those hosts at a table: bots all, started at once; the first one hosts.
    ///
    /// # Errors
    /// A program does not start.
    pub fn table(&self, name: &str, hosts: &[u8], more: &[&str]) -> anyhow::Result<Table<'_>> {
        self.table_with("", name, hosts, more)
    }

    /// The same with options, as the command line has them.
    ///
    /// # Errors
    /// A program does not start.
    pub fn table_with(&self, options: &str, name: &str, hosts: &[u8], more: &[&str]) -> anyhow::Result<Table<'_>> {
        let more = more.iter().map(|word| (*word).to_owned()).collect();
        let (name, hosts, options) = (name.to_owned(), hosts.to_vec(), options.to_owned());
        let mut table = Table { hall: self, name, hosts, options, more, programs: BTreeMap::new() };
        let hosts = table.hosts.clone();
        for host in hosts {
            table.start(host, &[])?;
        }
        Ok(table)
    }

    /// Starts another program in a host.
    ///
    /// # Errors
    /// It does not start.
    pub fn start(&self, host: u8, program: &Path, arguments: &[&str]) -> anyhow::Result<Program> {
        self.lan.start(host, program, arguments, &self.folder.join(format!("complaints{host}")))
    }

    /// A host without a table, which only looks for others.
    ///
    /// # Errors
    /// It does not start.
    pub fn onlooker(&self, host: u8, profile: &str) -> anyhow::Result<Program> {
        let profile = self.folder.join(profile);
        let nowhere = ["bot", "--table", "a table that nobody opens", "--lines", "--profile", text(&profile)?];
        self.start(host, &self.program, &nowhere)
    }

    /// Adds a rule for what a host receives. False, with a printed reason: rules cannot be had here.
    pub fn filter_or_skip(&self, host: u8, rule: &str) -> bool {
        let filtered = self.lan.filter(host, rule);
        filtered.inspect_err(|reason| println!("skipped: {reason:#}")).is_ok()
    }
}

impl Drop for Hall {
    fn drop(&mut self) {
        fs::remove_dir_all(&self.folder).ok();
    }
}

/// Programs at one table.
pub struct Table<'h> {
    hall: &'h Hall,
    name: String,
    hosts: Vec<u8>,
    options: String,
    more: Vec<String>,
    /// By number of the host.
    pub programs: BTreeMap<u8, Program>,
}

/// How far a table has come: game and round.
pub type Position = (u32, u32);

impl Table<'_> {
    /// Starts the program of a host, again if it ran before: with the same profile.
    ///
    /// # Errors
    /// It does not start.
    pub fn start(&mut self, host: u8, more: &[&str]) -> anyhow::Result<()> {
        let (seats, name) = (self.hosts.len().to_string(), format!("Guest {host}"));
        let profile = self.hall.folder.join(format!("{} {host}", self.name));
        let transcript = self.transcript(host, 1);
        let opens = self.hosts.first() == Some(&host);
        let role: &[&str] = if opens { &["host", "--bot", "--seats", &seats] } else { &["bot"] };
        let options = ["--options", &self.options];
        let options = if opens && !self.options.is_empty() { options.as_slice() } else { &[] };
        let common = ["--table", &self.name, "--name", &name, "--lines", "--trace"];
        let files = ["--profile", text(&profile)?, "--out", text(&transcript)?];
        let own: Vec<&str> = self.more.iter().map(String::as_str).collect();
        let words = [role, options, &common, &files, &own, more].concat();
        let program = self.hall.start(host, &self.hall.program, &words)?;
        self.programs.insert(host, program);
        Ok(())
    }

    /// Ends a program as a power cut does.
    pub fn kill(&mut self, host: u8) {
        drop(self.programs.remove(&host));
    }

    /// Where a host leaves the transcript of its game of that number.
    fn transcript(&self, host: u8, game: u32) -> PathBuf {
        let number = if game > 1 { format!(".{game}") } else { String::new() };
        self.hall.folder.join(format!("{} {host}.nightcoach{number}", self.name))
    }

    /// Waits until everybody has said this; gives the moment of the last one.
    ///
    /// # Errors
    /// Somebody did not.
    pub fn all_say(&mut self, line: &str, patience: Duration) -> anyhow::Result<Instant> {
        let until = now() + patience;
        let mut last = None;
        for program in self.programs.values_mut() {
            last = last.max(Some(program.wait_for(line, until)?.0));
        }
        last.context("an empty table")
    }

    /// How far anybody has come.
    pub fn position(&mut self) -> Position {
        let last = |program: &mut Program| program.traces().iter().map(|trace| (trace.game, trace.round)).max();
        self.programs.values_mut().filter_map(last).max().unwrap_or_default()
    }

    /// Whether somebody has seen the end of the game.
    pub fn is_over(&mut self) -> bool {
        self.programs.values_mut().any(|program| program.has_said("ended "))
    }

    /// Waits until the table has gone on everywhere from where it stood, and says how long after `since` (on the clock of
    /// [`micros`]) that was; `None` if the game ends instead.
    ///
    /// # Errors
    /// It does not go on in time.
    pub fn goes_on(&mut self, from: Position, since: u64, patience: Duration) -> anyhow::Result<Option<Duration>> {
        let until = now() + patience;
        loop {
            let moved = |trace: &&Trace| trace.what == What::Round && (trace.game, trace.round) > from;
            let mut firsts = Vec::new();
            for program in self.programs.values_mut() {
                firsts.push(program.traces().iter().find(moved).map(|trace| trace.at));
            }
            if let Some(all) = firsts.iter().copied().collect::<Option<Vec<u64>>>() {
                let last = all.into_iter().max().unwrap_or(since);
                return Ok(Some(Duration::from_micros(last.saturating_sub(since))));
            }
            if self.is_over() {
                return Ok(None);
            }
            if now() > until {
                let reports: Vec<String> = self.programs.values().map(Program::report).collect();
                anyhow::bail!("the game stands at {from:?}: {firsts:?}\n{}", reports.concat());
            }
            thread::sleep(Duration::from_millis(5));
        }
    }

    /// Waits for the end at every seat, and compares outcomes and the chains that the programs saved; audits them. Gives
    /// the moment of the first end.
    ///
    /// # Errors
    /// A seat does not come to the end, or to another one.
    pub fn ends_alike(&mut self) -> anyhow::Result<Instant> {
        self.end_alike(1, true)
    }

    /// As [`Self::ends_alike`], for one of several games; programs are to leave only after the last one.
    ///
    /// # Errors
    /// A seat does not come to the end, or to another one.
    pub fn end_alike(&mut self, game: u32, last: bool) -> anyhow::Result<Instant> {
        let until = now() + GAME;
        let mut ends = Vec::new();
        let mut first_end = until;
        for program in self.programs.values_mut() {
            let (at, outcome) = program.wait_for("ended ", until)?;
            ends.push((outcome, program.wait_for("chain ", until)?.1));
            first_end = first_end.min(at);
            if last {
                ensure!(program.wait_for_end(until)?, "it ended badly{}", program.report());
            }
        }
        ensure!(ends.windows(2).all(|pair| pair[0] == pair[1]), "outcomes or heads differ: {ends:?}");
        let chains = self.hosts.iter().map(|host| self.sound_chain(*host, game)).collect::<anyhow::Result<Vec<_>>>()?;
        ensure!(chains.windows(2).all(|pair| pair[0] == pair[1]), "two hosts hold different chains");
        let entries = chains.first().map_or(0, Vec::len);
        println!("{}: game {game}, {entries} entries, the same {} times", self.name, chains.len());
        Ok(first_end)
    }

    /// The entries that a host has saved: audited, and none twice.
    fn sound_chain(&self, host: u8, game: u32) -> anyhow::Result<Vec<Vec<u8>>> {
        let path = self.transcript(host, game);
        let audit = Command::new(&self.hall.program).arg("audit").arg(&path).output()?;
        let said = String::from_utf8_lossy(&audit.stdout);
        ensure!(audit.status.success(), "the audit of host {host} says {}: {said}", audit.status);
        let chain = chain(&path)?;
        let mut seen: Vec<Place> = chain.iter().map(|(place, _)| *place).collect();
        seen.sort_unstable();
        ensure!(!seen.is_empty(), "the transcript of host {host} holds no entry");
        ensure!(seen.windows(2).all(|pair| pair[0] != pair[1]), "host {host} holds an entry twice");
        Ok(chain.into_iter().map(|(_, record)| record).collect())
    }

    /// CPU time of all programs.
    pub fn cpu(&self) -> Duration {
        self.programs.values().map(Program::cpu).sum()
    }

    /// Memory of each program, in KiB.
    ///
    /// # Errors
    /// One has ended.
    pub fn memory(&self) -> anyhow::Result<Vec<u64>> {
        self.programs.values().map(Program::memory).collect()
    }

    /// From the last choice of each round to the state changed at all others, for rounds in which somebody chose between
    /// two moments on the clock of [`micros`].
    pub fn moves(&mut self, from: u64, to: u64) -> Moves {
        let mut chosen: BTreeMap<Position, (u64, u8, usize)> = BTreeMap::new();
        let mut all: BTreeMap<u8, Vec<Trace>> = BTreeMap::new();
        for (host, program) in &mut self.programs {
            all.insert(*host, program.traces().to_vec());
        }
        for (host, traces) in &all {
            for trace in traces.iter().filter(|trace| trace.what == What::Chose) {
                let round = chosen.entry((trace.game, trace.round)).or_insert((trace.at, *host, 0));
                round.2 += 1;
                if trace.at >= round.0 {
                    (round.0, round.1) = (trace.at, *host);
                }
            }
        }
        let mut moves = Moves::default();
        for ((game, round), (at, chooser, choosers)) in chosen {
            if !(from..to).contains(&at) {
                continue;
            }
            let first = |traces: &Vec<Trace>, what: What| {
                let later = |trace: &&Trace| trace.what == what && trace.game == game && trace.round > round;
                traces.iter().find(later).map(|trace| Duration::from_micros(trace.at.saturating_sub(at)))
            };
            let others = all.iter().filter(|(host, _)| **host != chooser);
            let changed: Option<Vec<Duration>> = others.map(|(_, traces)| first(traces, What::Round)).collect();
            let Some(slowest) = changed.and_then(|changed| changed.into_iter().max()) else { continue };
            moves.all.push(slowest);
            if choosers == 1 {
                moves.alone.push(slowest);
            }
            moves.to_next.extend(all.values().filter_map(|traces| first(traces, What::Asked)).min());
        }
        moves
    }
}

/// How long moves took.
#[derive(Debug, Default)]
pub struct Moves {
    /// All of them.
    pub all: Vec<Duration>,
    /// Those of rounds in which one seat alone chose.
    pub alone: Vec<Duration>,
    /// To the next question to anybody, so with all the steps that seats do by themselves in between.
    pub to_next: Vec<Duration>,
}

impl Moves {
    /// Prints all of it.
    pub fn tell(&self, what: &str) {
        for (which, times) in [("all", &self.all), ("one chooser", &self.alone), ("to next question", &self.to_next)] {
            let [median, p90, p99, most] = [50, 90, 99, 100].map(|percent| percentile(times, percent));
            println!(
                "{what}, {which}: {} moves, median {median:.1?}, p90 {p90:.1?}, p99 {p99:.1?}, most {most:.1?}",
                times.len()
            );
        }
    }
}

/// Now and a while ago, for [`Table::moves`].
pub fn watch(time: Duration) -> (u64, u64) {
    let from = micros();
    thread::sleep(time);
    (from, micros())
}

/// Round and seat.
type Place = (u32, u8);

/// Every record of the chain, by round and seat: all of the file but the appendix of closing records.
fn chain(path: &Path) -> anyhow::Result<Vec<(Place, Vec<u8>)>> {
    let bytes = fs::read(path).with_context(|| format!("reading {}", path.display()))?;
    let mut chain = Vec::new();
    for record in file::read(&bytes)? {
        let entry = UnverifiedEntry::decode(record)?;
        let content = entry.claimed();
        if content.kind == RecordKind::Entry {
            chain.push(((content.round, content.seat), record.to_vec()));
        }
    }
    Ok(chain)
}

fn text(path: &Path) -> anyhow::Result<&str> {
    path.to_str().context("a path of this test is no text")
}
