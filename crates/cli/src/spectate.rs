//! `watch`: follows a table without a seat at it, as an audit that is fed live.

use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context as _, bail};
use clap::Args;
use nightcoach_lan::{Notice, Order, Profile, SeatConfig, SeatHandle, Snapshot, Stage, Wanted, Watched, start};
use nightcoach_table::lobby::Passphrase;
use nightcoach_words::{Language, seat_list};

use crate::audit::{names, report};
use crate::{Place, UNFINISHED, demo, say};

/// How long the closing records of the players are waited for after the end.
const CLOSING: Duration = Duration::from_secs(20);
/// How long the transcript of a game that is left in the middle may take.
const KEEPING: Duration = Duration::from_secs(10);
/// After how many seconds of waiting it is told who is waited for.
const TOLD_AT: [u64; 3] = [30, 300, 1_800];
/// How often it is looked who is waited for.
const WAITING: Duration = Duration::from_secs(5);

/// Watches a table on the local network: tells its story and audits it as it grows.
#[derive(Debug, Args)]
pub(crate) struct Spectate {
    /// Name of the table; without one, the first that is found.
    #[arg(long)]
    table: Option<String>,
    /// The host's address, such as 192.168.1.5:24642.
    #[arg(long, conflicts_with_all = ["table", "code"])]
    address: Option<String>,
    /// The host's code, such as R2M0-218Y.
    #[arg(long, conflicts_with = "table")]
    code: Option<String>,
    /// What the host of a guarded table wants to hear.
    #[arg(long, value_name = "WORDS")]
    passphrase: Option<String>,
    /// Own name, which everybody at the table sees.
    #[arg(long, default_value = "Spectator")]
    name: String,
    #[command(flatten)]
    place: Place,
}

impl Spectate {
    pub(crate) async fn run(self) -> anyhow::Result<u8> {
        let Self { table, address, code, passphrase, name, place } = self;
        let profile = match &place.profile {
            Some(folder) => Profile::open(folder)?,
            None => Profile::default_dir()?,
        };
        let (mdns, pace_ms) = (!place.no_mdns, place.pace);
        let seat = start(SeatConfig { name, profile, port: place.port, mdns, loopback: false, pace_ms, seed: None })?;
        if matches!(seat.snapshots().borrow().stage, Stage::Playing(_)) {
            seat.close().await;
            bail!("a game of this profile is not over: go on with it, or watch under another profile");
        }
        let found = address.or(code).map(Order::WatchAddress);
        let passphrase = passphrase.as_deref().and_then(Passphrase::new);
        let mut story = Story { lines: place.lines, wished: found.is_some(), table, passphrase, ..Story::default() };
        if let Some(order) = found {
            seat.order(order);
        }
        let end = story.follow(&seat).await;
        let told = match &end {
            Ok(Some(end)) => finish(end, &place),
            Ok(None) => Ok(UNFINISHED),
            Err(_) => Ok(1),
        };
        seat.close().await;
        end.and(told)
    }
}

/// Copies the transcript and tells the verdict; returns its exit code.
fn finish(end: &Watched, place: &Place) -> anyhow::Result<u8> {
    let audit = end.audit.as_ref().context("the game has not begun")?;
    if let (Some(out), Some(path)) = (&place.out, &end.transcript) {
        std::fs::copy(path, out).with_context(|| format!("cannot write {}", out.display()))?;
    }
    if place.lines {
        say::line(&format!("chain {}", say::hex(&audit.head)));
    }
    Ok(report(audit))
}

/// What has been told so far.
#[derive(Default)]
struct Story {
    lines: bool,
    wished: bool,
    table: Option<String>,
    passphrase: Option<Passphrase>,
    addresses: usize,
    notices: Vec<String>,
    wanted: Option<Wanted>,
    gathered: usize,
    watching: bool,
    told: usize,
    waited: Option<(u32, usize)>,
}

impl Story {
    /// Tells the story until the table ends or stops, or the person has seen enough; nothing if there was no game.
    async fn follow(&mut self, seat: &SeatHandle) -> anyhow::Result<Option<Arc<Watched>>> {
        let mut snapshots = seat.snapshots();
        let mut until = None;
        loop {
            let snapshot = snapshots.borrow_and_update().clone();
            self.tell(&snapshot);
            self.ask(seat, &snapshot)?;
            if let Stage::Watching(watched) = &snapshot.stage {
                self.watching = true;
                self.tell_game(watched);
                if is_whole(watched) {
                    return Ok(Some(Arc::clone(watched)));
                }
                if watched.transcript.is_some() {
                    until.get_or_insert_with(|| Box::pin(tokio::time::sleep(CLOSING)));
                }
            } else if self.watching {
                return Ok(None);
            }
            tokio::select! {
                changed = snapshots.changed() => changed.context("the network was closed")?,
                () = tokio::time::sleep(WAITING) => {}
                () = demo::expired(&mut until) => return Ok(watched(&snapshot)),
                _ = tokio::signal::ctrl_c() => return keep(seat).await,
            }
        }
    }

    /// Finds the table, and opens its door.
    fn ask(&mut self, seat: &SeatHandle, snapshot: &Snapshot) -> anyhow::Result<()> {
        if let Some(refused @ Notice::CannotWatch(_)) = snapshot.notices.last() {
            bail!("{refused}");
        }
        if matches!(snapshot.wanted, Some(Wanted::Passphrase(_))) {
            match self.passphrase.take() {
                Some(passphrase) => seat.order(Order::Prove(passphrase)),
                None if self.wanted == snapshot.wanted => {}
                None => bail!("the host wants the passphrase: give it with --passphrase"),
            }
        }
        self.wanted.clone_from(&snapshot.wanted);
        if !self.wished {
            let wished = |name: &str| self.table.as_ref().is_none_or(|table| table == name);
            if let Some(table) = snapshot.tables.iter().find(|table| table.watchable && wished(&table.name)) {
                self.wished = true;
                seat.order(Order::Watch { table: table.id });
            }
        }
        Ok(())
    }

    fn line(&self, program: &str, person: &str) {
        say::line(if self.lines { program } else { person });
    }

    fn tell(&mut self, snapshot: &Snapshot) {
        for address in snapshot.addresses.iter().skip(self.addresses).filter(|_address| self.lines) {
            say::line(&format!("listening {address}"));
        }
        self.addresses = snapshot.addresses.len();
        let fresh: Vec<String> = snapshot.notices.iter().map(ToString::to_string).collect();
        for notice in fresh.iter().filter(|notice| !self.notices.contains(notice)) {
            self.line(&format!("notice {notice}"), notice);
        }
        self.notices = fresh;
        if let Some(Wanted::Approval(host)) = snapshot.wanted.as_ref().filter(|_| snapshot.wanted != self.wanted) {
            self.line("wanted approval", &format!("Waiting for {host} to let you watch."));
        }
    }

    fn tell_game(&mut self, watched: &Watched) {
        if watched.names.len() != self.gathered {
            self.gathered = watched.names.len();
            let (names, seats) = (watched.names.join(", "), watched.options.seats);
            let person = format!("You watch the table {:?}: {names} ({seats} seats).", watched.table_name);
            self.line(&format!("watching {} of {seats}", self.gathered), &person);
        }
        let Some(audit) = &watched.audit else { return };
        let names = names(audit);
        if self.lines {
            for (turn, happened) in audit.log.iter().skip(self.told) {
                say::line(&format!("event {turn} {happened:?}"));
            }
            self.told = audit.log.len();
        } else {
            self.told = say::story(&names, &audit.log, self.told);
        }
        let seconds = watched.waiting_since.seconds();
        let step = TOLD_AT.iter().filter(|at| **at <= seconds).count();
        let waits = !watched.waiting_for.is_empty() && audit.outcome.is_none() && watched.fault.is_none();
        if waits && step > 0 && self.waited.is_none_or(|(round, told)| round != watched.round || told < step) {
            self.waited = Some((watched.round, step));
            let who = seat_list(Language::English, &names, watched.waiting_for);
            self.line(&format!("waiting {seconds} {who}"), &format!("The table waits for {who} since {seconds} s."));
        }
    }
}

/// Whether nothing more is to come, and the transcript is written.
fn is_whole(watched: &Watched) -> bool {
    let signed = watched.audit.as_ref().map_or(0, |audit| audit.closed_by.len());
    watched.transcript.is_some() && (watched.fault.is_some() || signed == watched.names.len())
}

fn watched(snapshot: &Snapshot) -> Option<Arc<Watched>> {
    if let Stage::Watching(watched) = &snapshot.stage { Some(Arc::clone(watched)) } else { None }
}

/// The person has seen enough: what there is of the game is kept, if it has begun.
async fn keep(seat: &SeatHandle) -> anyhow::Result<Option<Arc<Watched>>> {
    seat.order(Order::KeepTranscript);
    let mut snapshots = seat.snapshots();
    let kept = |snapshot: &Snapshot| match &snapshot.stage {
        Stage::Watching(watched) => watched.transcript.is_some() || watched.audit.is_none(),
        Stage::Lobby | Stage::Gathering(_) | Stage::Playing(_) => true,
    };
    let snapshot = tokio::time::timeout(KEEPING, snapshots.wait_for(|snapshot| kept(snapshot))).await;
    let snapshot = snapshot.context("the transcript was not written in time")?.context("the network was closed")?;
    Ok(watched(&snapshot).filter(|watched| watched.audit.is_some()))
}
