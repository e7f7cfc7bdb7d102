//! The audit of a table that is watched. It runs on a blocking thread, since proofs take their time, and keeps nothing but
//! the transcript.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use nightcoach_rules::SeatSet;
use nightcoach_table::lobby::Start;
use nightcoach_table::{Auditor, Fault};

use super::engine::{Effect, Job};
use super::filter::{Filter, Look};
use super::opening::{genesis_of, mark_of};
use super::sitting::{MAX_STRIKES, is_nonsense};
use super::snapshot::Watched;
use crate::LanError;
use crate::clock::{Clock, Since};
use crate::net::{Mark, PeerKey};
use crate::store::{Profile, table_name, write_atomically};

/// An auditor with what it writes.
#[derive(Debug)]
pub(super) struct Auditing {
    auditor: Auditor,
    table_name: String,
    mark: [u8; 32],
    filter: Filter,
    /// What the running round lacks, and since when just that.
    waiting: (u32, SeatSet, Since),
    transcript: PathBuf,
    /// Closing records and fault that the written transcript holds.
    written: Option<(usize, Option<Fault>)>,
    clock: Clock,
}

impl Auditing {
    /// Before the genesis round of a table that begins like this.
    pub(super) fn begin(start: &Start, profile: &Profile, clock: Clock) -> Result<Self, LanError> {
        let genesis = genesis_of(start);
        let mark = mark_of(&genesis);
        let auditor = Auditor::new(genesis).map_err(|error| LanError::Table(error.to_string()))?;
        Ok(Self {
            auditor,
            table_name: start.table_name.clone(),
            mark,
            filter: Filter::default(),
            waiting: (0, SeatSet::EMPTY, Since::now()),
            transcript: profile.transcript_path(&table_name(&mark)),
            written: None,
            clock,
        })
    }

    /// Takes what the players have sent, and writes the transcript so far if it is wanted; returns what is to be done
    /// outside.
    pub(super) fn run(&mut self, jobs: Vec<Job>, keep: bool) -> Vec<Effect> {
        let mut effects = Vec::new();
        let mut nonsense: BTreeMap<PeerKey, u32> = BTreeMap::new();
        for job in jobs {
            match job {
                Job::Record { from, asked, record } => {
                    let so_far = nonsense.entry(from).or_default();
                    if *so_far < MAX_STRIKES {
                        *so_far = so_far.saturating_add(self.take(from, asked, &record, &mut effects));
                    }
                }
                Job::Input(_) => self.auditor.tick(self.clock.now()),
                // Whoever watches answers nobody, and keeps no journal.
                Job::Want { .. } | Job::Tell(_) | Job::Farewell(_) => {}
            }
        }
        let (round, missing) = (self.auditor.round(), self.auditor.waiting_for());
        if (round, missing) != (self.waiting.0, self.waiting.1) {
            self.waiting = (round, missing, Since::now());
        }
        self.write_transcript(keep, &mut effects);
        effects
    }

    /// Gives a record to the audit, unless it is here already; returns how much of it was nonsense.
    fn take(&mut self, from: PeerKey, asked: bool, record: &[u8], effects: &mut Vec<Effect>) -> u32 {
        let now = self.clock.now();
        match self.filter.look(from, asked, record, now) {
            Look::Known => return 0,
            Look::Strike => {
                effects.push(Effect::Repeats(from));
                return 1;
            }
            Look::Close => {}
        }
        match self.auditor.hear(record, now) {
            Ok(true) => drop(self.filter.keep(record)),
            Ok(false) => {}
            Err(rejection) => {
                effects.push(Effect::Rejected { from: Some(from), rejection });
                return u32::from(is_nonsense(rejection));
            }
        }
        0
    }

    /// Writes the transcript when it is wanted, when the table has ended or stopped, and again when closing records or
    /// evidence come in.
    fn write_transcript(&mut self, keep: bool, effects: &mut Vec<Effect>) {
        let fault = self.auditor.fault().cloned();
        let over = self.auditor.outcome().is_some() || fault.is_some();
        let holds = Some((self.auditor.closed_by().len(), fault));
        if !keep && (!over || self.written == holds) {
            return;
        }
        match write_atomically(&self.transcript, &self.auditor.transcript()) {
            Ok(()) => self.written = holds,
            Err(error) => effects.push(Effect::Disk(error.to_string())),
        }
    }

    /// When the audit wants to be woken.
    pub(super) fn wake_at(&self) -> Option<u64> {
        self.auditor.wake_at()
    }

    /// How far the audit has come.
    pub(super) fn own_mark(&self) -> Mark {
        Mark {
            table: self.mark,
            round: self.auditor.round(),
            head: self.auditor.head(),
            waiting: self.auditor.waiting_for(),
            closed: self.auditor.closed_by(),
            stopped: self.auditor.fault().is_some(),
        }
    }

    /// What is to be seen of the table.
    pub(super) fn watched(&self) -> Arc<Watched> {
        let genesis = self.auditor.genesis();
        Arc::new(Watched {
            table_name: self.table_name.clone(),
            names: genesis.roster.iter().map(|seat| seat.name.clone()).collect(),
            options: genesis.options.clone(),
            state: self.auditor.state().cloned(),
            audit: Some(self.auditor.audit()),
            waiting_for: self.auditor.waiting_for(),
            waiting_since: self.waiting.2,
            progress: self.auditor.progress(),
            fault: self.auditor.fault().cloned(),
            round: self.auditor.round(),
            transcript: self.written.as_ref().map(|_written| self.transcript.clone()),
        })
    }
}
