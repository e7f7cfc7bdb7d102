//! The table and its journal, turned together: what must be durable is written before anything of it is sent.
//!
//! Runs on a blocking thread, since proofs and syncing take their time; it never touches the network.

use std::collections::{BTreeSet, VecDeque};
use std::path::PathBuf;
use std::sync::Arc;

use nightcoach_rules::Seat;
use nightcoach_table::lobby::Start;
use nightcoach_table::{Genesis, Input, Output, Rejection, RosterSeat, Table, TableConfig};
use nightcoach_transcript::IdentityKey;
use nightcoach_wire::{MAX_LEN, decode, encode};
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use super::snapshot::Playing;
use crate::LanError;
use crate::clock::Clock;
use crate::net::{Blob, PeerKey};
use crate::store::{Journal, Profile, Record, write_atomically};

/// How long after a failed write the next one is tried.
const RETRY_MS: u64 = 1_000;

/// First record of a journal: all that is needed to sit down again.
#[derive(Clone, Serialize, Deserialize)]
pub(super) struct Opening {
    pub(super) start: Start,
    pub(super) seat: u8,
    pub(super) deal_seed: [u8; 32],
    pub(super) seat_seed: [u8; 32],
}

/// Something for the engine to do.
#[derive(Debug)]
pub(super) enum Job {
    Input { from: Option<PeerKey>, input: Input },
    Want { peer: PeerKey, round: u32 },
}

/// What the driver shall do after the engine has run.
#[derive(Debug)]
pub(super) enum Effect {
    /// To every linked peer of the table.
    Send(Vec<u8>),
    /// To those who may lack it.
    Forward {
        entry: Vec<u8>,
        from: Option<PeerKey>,
    },
    Batch {
        peer: PeerKey,
        entries: Vec<Vec<u8>>,
    },
    Rejected {
        from: Option<PeerKey>,
        rejection: Rejection,
    },
    Disk(String),
    Broken,
    WakeAt(u64),
}

/// A table with its journal.
#[derive(Debug)]
pub(super) struct Engine {
    table: Table,
    journal: Journal,
    /// Own entries that are durable already.
    kept: BTreeSet<Vec<u8>>,
    /// Own entry that could not be written.
    unsaved: Option<(u32, Record)>,
    names: Vec<String>,
    transcript: PathBuf,
    written: Option<usize>,
    clock: Clock,
}

impl Opening {
    /// The genesis that all seats sign.
    pub(super) fn genesis(&self) -> Genesis {
        let Start { version, options, players, previous, .. } = &self.start;
        let roster = players
            .iter()
            .map(|p| RosterSeat { name: p.name.clone(), key: IdentityKey(p.key), fresh: [0; 32] })
            .collect();
        Genesis { version: *version, options: options.clone(), roster, previous: *previous }
    }

    /// Names the table among peers and in the profile folder before it has a chain.
    pub(super) fn mark(&self) -> [u8; 32] {
        Sha256::digest(encode(&self.genesis()).unwrap_or_default()).into()
    }

    fn file_name(&self) -> String {
        use std::fmt::Write as _;
        self.mark().iter().take(8).fold(String::new(), |mut name, byte| {
            write!(name, "{byte:02x}").ok();
            name
        })
    }
}

impl Engine {
    /// Sits down at a new table.
    pub(super) fn begin(
        profile: &Profile,
        opening: &Opening,
        pace_ms: u64,
        clock: Clock,
    ) -> Result<(Self, Vec<Effect>), LanError> {
        let path = profile.tables().join(format!("{}.journal", opening.file_name()));
        let blob = encode(opening).map_err(|error| LanError::Table(error.to_string()))?;
        let journal = Journal::create(&path, &Record::Opening(Blob(blob)))?;
        Self::open(profile, opening, journal, &[], pace_ms, clock)
    }

    /// Sits down again at the table of a journal.
    pub(super) fn resume(
        profile: &Profile,
        path: &std::path::Path,
        pace_ms: u64,
        clock: Clock,
    ) -> Result<(Opening, Self, Vec<Effect>), LanError> {
        let (journal, records) = Journal::load(path)?;
        let damaged = || LanError::Damaged { path: path.to_owned(), what: "the opening of the table is missing" };
        let Some((Record::Opening(Blob(blob)), records)) = records.split_first() else { return Err(damaged()) };
        let opening: Opening = decode(blob, MAX_LEN).map_err(|_error| damaged())?;
        let (engine, effects) = Self::open(profile, &opening, journal, records, pace_ms, clock)?;
        Ok((opening, engine, effects))
    }

    fn open(
        profile: &Profile,
        opening: &Opening,
        journal: Journal,
        records: &[Record],
        pace_ms: u64,
        clock: Clock,
    ) -> Result<(Self, Vec<Effect>), LanError> {
        let config = TableConfig {
            seat: Seat(opening.seat),
            genesis: opening.genesis(),
            identity: profile.identity(),
            deal_seed: opening.deal_seed,
            seat_seed: opening.seat_seed,
            pace_ms,
        };
        let (table, first) = Table::new(config, clock.now()).map_err(|error| LanError::Table(error.to_string()))?;
        let mut engine = Self {
            table,
            journal,
            kept: BTreeSet::new(),
            unsaved: None,
            names: opening.start.players.iter().map(|p| p.name.clone()).collect(),
            transcript: profile.transcript_path(&opening.file_name()),
            written: None,
            clock,
        };
        let mut effects = Vec::new();
        engine.restore(records);
        engine.carry_out(first, None, &mut effects);
        for record in records {
            if let Record::Foreign(Blob(entry)) = record {
                let outputs = engine.table.step(Input::Entry(entry.clone()), clock.now());
                engine.carry_out_quietly(outputs, &mut effects);
            }
        }
        Ok((engine, effects))
    }

    /// Own records first: the table then signs nothing anew that was signed before.
    fn restore(&mut self, records: &[Record]) {
        for record in records {
            if let Record::Own { entry: Blob(entry), private: Blob(private) } = record {
                self.kept.insert(entry.clone());
                let input = Input::Restore { entry: entry.clone(), private: private.clone() };
                drop(self.table.step(input, self.clock.now()));
            }
        }
    }

    /// Like [`Self::carry_out`], but what comes from the journal does not go there again.
    fn carry_out_quietly(&mut self, outputs: Vec<Output>, effects: &mut Vec<Effect>) {
        let fresh = outputs.into_iter().filter(|output| !matches!(output, Output::Accepted(_))).collect();
        self.carry_out(fresh, None, effects);
    }

    /// Does the jobs; returns what is to be done outside.
    pub(super) fn run(&mut self, jobs: Vec<Job>) -> Vec<Effect> {
        let mut effects = Vec::new();
        self.save_again(&mut effects);
        for job in jobs {
            match job {
                Job::Input { from, input } => {
                    let outputs = self.table.step(input, self.clock.now());
                    self.carry_out(outputs, from, &mut effects);
                }
                Job::Want { peer, round } => {
                    let mut entries = self.table.entries_since(round);
                    entries.extend(self.table.appendix());
                    effects.push(Effect::Batch { peer, entries });
                }
            }
        }
        self.write_transcript(&mut effects);
        effects
    }

    fn carry_out(&mut self, outputs: Vec<Output>, from: Option<PeerKey>, effects: &mut Vec<Effect>) {
        let mut outputs = VecDeque::from(outputs);
        while let Some(output) = outputs.pop_front() {
            match output {
                Output::Persist { ticket, entry, private } => {
                    if self.kept.contains(&entry) || self.keep(ticket, entry, private, effects) {
                        outputs.extend(self.table.step(Input::Persisted(ticket), self.clock.now()));
                    }
                }
                Output::Send(entry) => effects.push(Effect::Send(entry)),
                Output::Accepted(entry) => {
                    if let Err(error) = self.journal.append(&Record::Foreign(Blob(entry.clone()))) {
                        effects.push(Effect::Disk(error.to_string()));
                    }
                    effects.push(Effect::Forward { entry, from });
                }
                Output::Rejected(rejection) => effects.push(Effect::Rejected { from, rejection }),
                Output::Broken => effects.push(Effect::Broken),
                Output::WakeAt(at) => effects.push(Effect::WakeAt(at)),
                Output::Event(_) | Output::Changed | Output::Fault(_) | Output::Ended => {}
            }
        }
    }

    /// Makes an own entry durable. False: it is tried again later, and the table waits for it.
    fn keep(&mut self, ticket: u32, entry: Vec<u8>, private: Vec<u8>, effects: &mut Vec<Effect>) -> bool {
        let record = Record::Own { entry: Blob(entry), private: Blob(private) };
        let Err(error) = self.journal.append_synced(&record) else { return true };
        self.unsaved = Some((ticket, record));
        effects.push(Effect::Disk(error.to_string()));
        effects.push(Effect::WakeAt(self.clock.now().saturating_add(RETRY_MS)));
        false
    }

    /// Tries once more to write what a full disk refused; until then nothing of it has left this machine.
    fn save_again(&mut self, effects: &mut Vec<Effect>) {
        let Some((ticket, record)) = self.unsaved.take() else { return };
        if self.journal.append_synced(&record).is_ok() {
            let outputs = self.table.step(Input::Persisted(ticket), self.clock.now());
            self.carry_out(outputs, None, effects);
        } else {
            self.unsaved = Some((ticket, record));
            effects.push(Effect::WakeAt(self.clock.now().saturating_add(RETRY_MS)));
        }
    }

    /// Writes the transcript when the table has ended or stopped, and again when closing records come in.
    fn write_transcript(&mut self, effects: &mut Vec<Effect>) {
        let over = self.table.outcome().is_some() || self.table.fault().is_some();
        let closings = self.table.closed_by().len();
        if !over || self.written == Some(closings) {
            return;
        }
        match write_atomically(&self.transcript, &self.table.transcript()) {
            Ok(()) => self.written = Some(closings),
            Err(error) => effects.push(Effect::Disk(error.to_string())),
        }
    }

    /// What is to be seen of the table.
    pub(super) fn playing(&self) -> Arc<Playing> {
        Arc::new(Playing {
            seat: self.table.seat(),
            names: self.names.clone(),
            view: self.table.view(),
            asked: self.table.asked(),
            log: self.table.log().to_vec(),
            waiting_for: self.table.waiting_for(),
            progress: self.table.progress(),
            fault: self.table.fault().cloned(),
            outcome: self.table.outcome().cloned(),
            closed_by: self.table.closed_by(),
            transcript: self.written.map(|_closings| self.transcript.clone()),
            round: self.table.round(),
            head: self.table.head(),
        })
    }

    /// The table is finished or left: it is not taken up again.
    pub(super) fn retire(self) -> Result<(), LanError> {
        self.journal.retire()
    }
}
