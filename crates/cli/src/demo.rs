//! `demo`: a whole game of bots, over real links, in one process.

use std::path::PathBuf;
use std::sync::Arc;

use anyhow::{Context as _, bail, ensure};
use clap::Args;
use nightcoach_bots::Bot;
use nightcoach_lan::{Playing, SeatHandle, Stage, drive, loopback_table};
use nightcoach_rules::Options;
use nightcoach_table::audit;
use nightcoach_transcript::{RecordKind, UnverifiedEntry, file};
use nightcoach_words::{Language, fault};

use crate::{audit::report, say};

const NAMES: [&str; 10] = ["Ada", "Bela", "Cato", "Dora", "Emil", "Fina", "Gero", "Hana", "Ivo", "Jana"];

/// Plays a whole game of bots over real links on this machine, and checks it.
#[derive(Debug, Args)]
pub(crate) struct Demo {
    /// Number of players.
    #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u8).range(3..=10))]
    seats: u8,
    /// Make the game reproducible: all keys, shuffles and bots come from this number. Nothing is secret then.
    #[arg(long)]
    seed: Option<u64>,
    /// Keep the transcript here.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

impl Demo {
    pub(crate) async fn run(&self) -> anyhow::Result<u8> {
        let names: Vec<String> = NAMES.iter().take(usize::from(self.seats)).map(|name| (*name).to_owned()).collect();
        let seed = self.seed.map(|seed| {
            say::line(&format!("Reproducible from seed {seed}: whoever knows it knows every card."));
            let mut bytes = [0; 32];
            if let Some(front) = bytes.first_chunk_mut() {
                *front = seed.to_le_bytes();
            }
            bytes
        });
        let options = options(self.seats);
        let seats = loopback_table(names.clone(), options, seed, 0, None).await?;
        let mut bots = tokio::task::JoinSet::new();
        for (seat, place) in seats.iter().cloned().zip(0u64..) {
            let mut bot = bot(self.seed.map(|seed| seed.wrapping_mul(1_000).wrapping_add(place)))?;
            bots.spawn(async move { drive(&seat, |view| bot.choose(view)).await });
        }
        let host = seats.first().context("a table has a host")?;
        tell(host).await?;
        bots.join_all().await;
        let chain = same_chain(&seats).await?;
        let host_end = closed(host).await?;
        let transcript = self.keep(&host_end)?;
        let mut closing = tokio::task::JoinSet::new();
        for seat in seats {
            closing.spawn(seat.close());
        }
        closing.join_all().await;
        say::line(&format!(
            "All {} players hold the same chain of {} entries, byte for byte.",
            self.seats,
            chain.len()
        ));
        Ok(report(&audit(&transcript)))
    }

    /// Copies the host's transcript to where the person wants it.
    fn keep(&self, end: &Playing) -> anyhow::Result<Vec<u8>> {
        let bytes = read_transcript(end)?;
        if let Some(out) = &self.out {
            std::fs::write(out, &bytes).with_context(|| format!("cannot write {}", out.display()))?;
            say::line(&format!("Transcript: {}", out.display()));
        }
        Ok(bytes)
    }
}

/// The options of a table with this many seats.
pub(crate) const fn options(seats: u8) -> Options {
    Options::new(seats)
}

/// A bot, from a seed or from the system's randomness.
pub(crate) fn bot(seed: Option<u64>) -> anyhow::Result<Bot> {
    let seed = match seed {
        Some(seed) => seed,
        None => getrandom::u64().context("this system gives no random numbers")?,
    };
    Ok(Bot::new(seed))
}

/// Tells the story until the table ends or stops.
async fn tell(seat: &SeatHandle) -> anyhow::Result<()> {
    let mut snapshots = seat.snapshots();
    let mut told = 0;
    loop {
        let snapshot = snapshots.borrow_and_update().clone();
        if let Stage::Playing(playing) = &snapshot.stage {
            told = say::story(&playing.names, &playing.log, told);
            if let Some(stopped) = &playing.fault {
                bail!("the table has stopped: {}", fault(Language::English, &playing.names, stopped));
            }
            if playing.outcome.is_some() {
                return Ok(());
            }
        }
        snapshots.changed().await.context("a seat was closed")?;
    }
}

/// The seat's table once everybody has co-signed the end and the transcript holds it.
pub(crate) async fn closed(seat: &SeatHandle) -> anyhow::Result<Arc<Playing>> {
    let mut snapshots = seat.snapshots();
    loop {
        let snapshot = snapshots.borrow_and_update().clone();
        if let Stage::Playing(playing) = &snapshot.stage
            && playing.transcript.is_some()
            && playing.closed_by.len() == playing.names.len()
        {
            return Ok(Arc::clone(playing));
        }
        snapshots.changed().await.context("a seat was closed")?;
    }
}

fn read_transcript(end: &Playing) -> anyhow::Result<Vec<u8>> {
    let path = end.transcript.as_ref().context("there is no transcript")?;
    std::fs::read(path).with_context(|| format!("cannot read {}", path.display()))
}

/// The records of the chain: all of a transcript but its appendix.
fn chain(transcript: &[u8]) -> anyhow::Result<Vec<Vec<u8>>> {
    let mut chain = Vec::new();
    for record in file::read(transcript)? {
        if UnverifiedEntry::decode(record)?.claimed().kind == RecordKind::Entry {
            chain.push(record.to_vec());
        }
    }
    Ok(chain)
}

/// Waits until a time is over that may not have begun.
pub(crate) async fn expired(until: &mut Option<std::pin::Pin<Box<tokio::time::Sleep>>>) {
    match until {
        Some(until) => until.await,
        None => std::future::pending().await,
    }
}

async fn same_chain(seats: &[SeatHandle]) -> anyhow::Result<Vec<Vec<u8>>> {
    let mut first: Option<Vec<Vec<u8>>> = None;
    for seat in seats {
        let end = closed(seat).await?;
        let own = chain(&read_transcript(&end)?)?;
        ensure!(first.as_ref().is_none_or(|first| *first == own), "two players hold different chains");
        first = Some(own);
    }
    first.context("a table has players")
}
