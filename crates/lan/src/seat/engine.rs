//! The table and its journal, turned together: what must be durable is written before anything of it is sent.
//!
//! Runs on a thread of its own, since proofs and syncing take their time; it never touches the network.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use nightcoach_rules::{Event, Seat, SeatSet};
use nightcoach_table::{Fault, Input, Output, Question, Rejection, Table, TableConfig};
use nightcoach_transcript::{RecordKind, UnverifiedEntry};

use super::filter::{Filter, Look, hash_of};
use super::opening::{Opening, deal_path};
use super::sitting::{MAX_STRIKES, is_nonsense};
use super::snapshot::{GoingOn, OwnWish, Playing};
use crate::LanError;
use crate::clock::{Clock, Since};
use crate::net::{Blob, PeerKey};
use crate::store::{Journal, Profile, Record, wipe, write_atomically_by};

/// How long after a failed write the next one is tried.
const RETRY_MS: u64 = 1_000;
/// Longer than any dispute about a head that the table may have stopped over before a restart.
const DISPUTED_MS: u64 = 60_000;

/// Something for the engine to do.
#[derive(Debug)]
pub(super) enum Job {
    Input(Input),
    /// A record from a peer, asked for or not.
    Record {
        from: PeerKey,
        asked: bool,
        record: Vec<u8>,
    },
    Want {
        peer: PeerKey,
        round: u32,
    },
    /// A peer whose link is new is told what is known of the running round beside its entries.
    Tell(PeerKey),
    /// Keeps the good-bye of somebody who has left for good.
    Farewell(Vec<u8>),
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
    /// To one peer that has not asked.
    Tell {
        peer: PeerKey,
        records: Vec<Vec<u8>>,
    },
    Rejected {
        from: Option<PeerKey>,
        rejection: Rejection,
    },
    /// This peer repeats itself too much.
    Repeats(PeerKey),
    Disk(String),
    Broken,
    WakeAt(u64),
}

/// A table with its journal.
#[derive(Debug)]
pub(super) struct Engine {
    table: Table,
    journal: Journal,
    /// Own entries that are durable already, by hash.
    kept: BTreeSet<[u8; 32]>,
    /// Own records that could not be written, in the order in which they were signed: an entry, and answers to ballots.
    unsaved: VecDeque<(u32, Record)>,
    /// Records in the journal.
    filter: Filter,
    /// Whether evidence may be missing in the journal.
    unkept: bool,
    /// The seed of the deal, while it lies on the disk.
    deal: Option<PathBuf>,
    names: Vec<String>,
    farewells: Vec<Vec<u8>>,
    /// What the running round lacks, and since when just that.
    waiting: (u32, SeatSet, Since),
    transcript: PathBuf,
    /// Closing records and fault that the written transcript holds.
    written: Option<(usize, Option<Fault>)>,
    /// The public log as it was shown last; shared with what shows it.
    log: Arc<Vec<(u32, Event)>>,
    clock: Clock,
}

impl Engine {
    /// Sits down at a new table.
    pub(super) fn begin(
        profile: &Profile,
        opening: &Opening,
        pace_ms: u64,
        clock: Clock,
    ) -> Result<(Self, Vec<Effect>), LanError> {
        let path = opening.journal_path(profile);
        if Journal::was_begun(&path) {
            return Err(LanError::Table("a game with this very list of players has begun before".to_owned()));
        }
        opening.write_deal(&path)?;
        let mut first = opening.record()?;
        let journal = Journal::create(&path, &first);
        first.wipe();
        Self::open(profile, opening, (journal?, &[]), pace_ms, clock)
    }

    /// Sits down again at the table of a journal.
    pub(super) fn resume(
        profile: &Profile,
        path: &Path,
        pace_ms: u64,
        clock: Clock,
    ) -> Result<(Opening, Self, Vec<Effect>), LanError> {
        let (journal, mut records) = Journal::load(path)?;
        let opened = Opening::read(records.first(), path).and_then(|opening| {
            let records = records.get(1..).unwrap_or_default();
            let (engine, effects) = Self::open(profile, &opening, (journal, records), pace_ms, clock)?;
            Ok((opening, engine, effects))
        });
        records.iter_mut().for_each(Record::wipe);
        opened
    }

    fn open(
        profile: &Profile,
        opening: &Opening,
        (journal, records): (Journal, &[Record]),
        pace_ms: u64,
        clock: Clock,
    ) -> Result<(Self, Vec<Effect>), LanError> {
        let config = TableConfig {
            seat: Seat(opening.seat),
            genesis: opening.genesis(),
            identity: profile.identity(),
            deal_seed: *opening.seeds.deal,
            seat_seed: *opening.seeds.seat,
            pace_ms,
        };
        let (table, first) = Table::new(config, clock.now()).map_err(|error| LanError::Table(error.to_string()))?;
        #[cfg(test)]
        let table = {
            let mut table = table;
            super::simulation::share(&mut table);
            table
        };
        let deal = Some(deal_path(journal.path())).filter(|path| path.exists());
        if deal.is_none() && !is_dealt(table.progress().1, records) {
            return Err(LanError::Damaged { path: deal_path(journal.path()), what: "the seed of the deal is missing" });
        }
        let mut engine = Self {
            table,
            journal,
            kept: BTreeSet::new(),
            unsaved: VecDeque::new(),
            filter: Filter::default(),
            unkept: false,
            deal,
            names: opening.start.players.iter().map(|p| p.name.clone()).collect(),
            farewells: Vec::new(),
            waiting: (0, SeatSet::EMPTY, Since::now()),
            transcript: profile.transcript_path(&opening.file_name()),
            written: None,
            log: Arc::default(),
            clock,
        };
        let mut effects = Vec::new();
        if !records.is_empty() {
            drop(engine.table.step(Input::Hold, engine.clock.now()));
        }
        engine.restore(records);
        engine.carry_out(first, None, &mut effects);
        engine.replay(records, &mut effects);
        engine.tidy_up(&mut effects);
        Ok((engine, effects))
    }

    /// Own records first: the table then signs nothing anew that was signed before.
    fn restore(&mut self, records: &[Record]) {
        for record in records {
            match record {
                Record::Own { entry: Blob(entry), private: Blob(private) } => {
                    self.filter.keep(entry);
                    self.kept.insert(hash_of(entry));
                    let input = Input::Restore { entry: entry.clone(), private: private.clone() };
                    drop(self.table.step(input, self.clock.now()));
                }
                Record::Foreign(Blob(entry)) | Record::Evidence(Blob(entry)) => drop(self.filter.keep(entry)),
                Record::Farewell(Blob(record)) => self.farewells.push(record.clone()),
                Record::Opening(_) => {}
            }
        }
    }

    /// Then what came from others, in the order in which it came. Evidence stops the table as it did before.
    fn replay(&mut self, records: &[Record], effects: &mut Vec<Effect>) {
        let mut disputed = false;
        for record in records {
            disputed |= matches!(record, Record::Evidence(_));
            if let Record::Foreign(Blob(entry)) | Record::Evidence(Blob(entry)) = record {
                let outputs = self.table.step(Input::Entry(entry.clone()), self.clock.now());
                self.carry_out(outputs, None, effects);
            }
        }
        if disputed && self.table.fault().is_none() {
            let outputs = self.table.step(Input::Tick, self.clock.now().saturating_add(DISPUTED_MS));
            self.carry_out(outputs, None, effects);
        }
    }

    /// Does the jobs; returns what is to be done outside.
    pub(super) fn run(&mut self, jobs: Vec<Job>) -> Vec<Effect> {
        let mut effects = Vec::new();
        self.save_again(&mut effects);
        let mut nonsense: BTreeMap<PeerKey, u32> = BTreeMap::new();
        for job in jobs {
            match job {
                Job::Input(input) => {
                    let outputs = self.table.step(input, self.clock.now());
                    self.carry_out(outputs, None, &mut effects);
                }
                Job::Record { from, asked, record } => {
                    let so_far = nonsense.entry(from).or_default();
                    if *so_far < MAX_STRIKES {
                        *so_far = so_far.saturating_add(self.take(from, asked, record, &mut effects));
                    }
                }
                Job::Want { peer, round } => {
                    let mut entries = self.table.entries_since(round);
                    entries.extend(self.table.appendix());
                    effects.push(Effect::Batch { peer, entries });
                }
                Job::Tell(peer) => {
                    let records = self.table.beside_the_round();
                    effects.push(Effect::Tell { peer, records });
                }
                Job::Farewell(record) => {
                    if let Err(error) = self.journal.append_synced(&Record::Farewell(Blob(record))) {
                        effects.push(Effect::Disk(error.to_string()));
                    }
                }
            }
        }
        self.tidy_up(&mut effects);
        effects
    }

    /// Gives a record to the table, unless it is here already; returns how much of it was nonsense.
    fn take(&mut self, from: PeerKey, asked: bool, record: Vec<u8>, effects: &mut Vec<Effect>) -> u32 {
        let now = self.clock.now();
        match self.filter.look(from, asked, &record, now) {
            Look::Known => return 0,
            Look::Strike => {
                effects.push(Effect::Repeats(from));
                return 1;
            }
            Look::Close => {}
        }
        let outputs = self.table.step(Input::Entry(record), now);
        let bad = outputs.iter().any(|output| matches!(output, Output::Rejected(why) if is_nonsense(*why)));
        self.carry_out(outputs, Some(from), effects);
        u32::from(bad)
    }

    /// What the disk has to follow with once the table has moved.
    fn tidy_up(&mut self, effects: &mut Vec<Effect>) {
        if self.log.len() != self.table.log().len() {
            self.log = Arc::new(self.table.log().to_vec());
        }
        self.keep_evidence(effects);
        self.forget_deal(effects);
        self.write_transcript(effects);
        let (round, missing) = (self.table.round(), self.table.waiting_for());
        if (round, missing) != (self.waiting.0, self.waiting.1) {
            self.waiting = (round, missing, Since::now());
        }
    }

    fn carry_out(&mut self, outputs: Vec<Output>, from: Option<PeerKey>, effects: &mut Vec<Effect>) {
        let mut outputs = VecDeque::from(outputs);
        while let Some(output) = outputs.pop_front() {
            match output {
                Output::Persist { ticket, entry, private } => {
                    if self.kept.contains(&hash_of(&entry)) || self.keep(ticket, entry, private, effects) {
                        outputs.extend(self.table.step(Input::Persisted(ticket), self.clock.now()));
                    }
                }
                Output::Send(entry) => {
                    self.keep_own_wish(&entry, effects);
                    effects.push(Effect::Send(entry));
                }
                // What comes from the journal does not go there again.
                Output::Accepted(entry) if !self.filter.keep(&entry) => {}
                Output::Accepted(entry) => {
                    if let Err(error) = self.journal.append(&Record::Foreign(Blob(entry.clone()))) {
                        effects.push(Effect::Disk(error.to_string()));
                    }
                    effects.push(Effect::Forward { entry, from });
                }
                Output::Rejected(rejection) => effects.push(Effect::Rejected { from, rejection }),
                Output::Broken => effects.push(Effect::Broken),
                Output::WakeAt(at) => effects.push(Effect::WakeAt(at)),
                Output::Fault(_) => self.unkept = true,
                Output::Event(_) | Output::Changed | Output::Ended => {}
            }
        }
    }

    /// An own wish is remembered over a restart like what comes from others; it binds to nothing, so it need not be durable first.
    fn keep_own_wish(&mut self, record: &[u8], effects: &mut Vec<Effect>) {
        let claimed = UnverifiedEntry::decode(record).ok();
        let wish = claimed.is_some_and(|entry| entry.claimed().kind == RecordKind::Wish);
        if wish
            && self.filter.keep(record)
            && let Err(error) = self.journal.append(&Record::Foreign(Blob(record.to_vec())))
        {
            effects.push(Effect::Disk(error.to_string()));
        }
    }

    /// Makes an own entry durable. False: it is tried again later, and the table waits for it.
    fn keep(&mut self, ticket: u32, entry: Vec<u8>, private: Vec<u8>, effects: &mut Vec<Effect>) -> bool {
        self.filter.keep(&entry);
        let record = Record::Own { entry: Blob(entry), private: Blob(private) };
        // What was refused before goes first: the journal keeps the order of signing.
        let written = if self.unsaved.is_empty() { self.journal.append_synced(&record) } else { Err(LanError::Closed) };
        let Err(error) = written else { return true };
        if self.unsaved.is_empty() {
            self.disk_failed(&error, effects);
        }
        self.unsaved.push_back((ticket, record));
        false
    }

    /// Tries once more to write what a full disk refused; until then nothing of it has left this machine.
    fn save_again(&mut self, effects: &mut Vec<Effect>) {
        while let Some((ticket, record)) = self.unsaved.front() {
            if self.journal.append_synced(record).is_err() {
                return effects.push(Effect::WakeAt(self.clock.now().saturating_add(RETRY_MS)));
            }
            let ticket = *ticket;
            self.unsaved.pop_front();
            let outputs = self.table.step(Input::Persisted(ticket), self.clock.now());
            self.carry_out(outputs, None, effects);
        }
    }

    /// A table that has stopped shall not go on after a restart: what it stopped over is durable before anybody sees it.
    fn keep_evidence(&mut self, effects: &mut Vec<Effect>) {
        if !self.unkept {
            return;
        }
        let evidence = self.table.entries_since(0);
        let evidence = evidence.into_iter().filter(|record| !self.filter.knows(record)).collect::<Vec<_>>();
        for record in evidence {
            if let Err(error) = self.journal.append(&Record::Evidence(Blob(record.clone()))) {
                return self.disk_failed(&error, effects);
            }
            self.filter.keep(&record);
        }
        match self.journal.sync() {
            Ok(()) => self.unkept = false,
            Err(error) => self.disk_failed(&error, effects),
        }
    }

    fn disk_failed(&self, error: &LanError, effects: &mut Vec<Effect>) {
        effects.push(Effect::Disk(error.to_string()));
        effects.push(Effect::WakeAt(self.clock.now().saturating_add(RETRY_MS)));
    }

    /// Once all is dealt and journaled, nobody needs the seed of the deal any more, and nobody shall find it.
    fn forget_deal(&mut self, effects: &mut Vec<Effect>) {
        let Some(path) = self.deal.as_ref().filter(|_path| self.table.view().is_some()) else { return };
        match self.journal.sync().and_then(|()| wipe(path)) {
            Ok(()) => self.deal = None,
            Err(error) => self.disk_failed(&error, effects),
        }
    }

    /// Writes the transcript when the table has ended or stopped, and again when closing records or evidence come in.
    fn write_transcript(&mut self, effects: &mut Vec<Effect>) {
        let over = self.table.outcome().is_some() || self.table.fault().is_some();
        let holds = Some(self.holds());
        if !over || self.written == holds {
            return;
        }
        match self.save_transcript() {
            Ok(()) => self.written = holds,
            Err(error) => self.disk_failed(&error, effects),
        }
    }

    fn save_transcript(&self) -> Result<(), LanError> {
        write_atomically_by(&self.transcript, |file| self.table.transcribe(|piece| file.write_all(piece)))
    }

    /// Closing records and fault that a transcript of the ended or stopped table would hold now.
    fn holds(&self) -> (usize, Option<Fault>) {
        let closings = self.table.closed_by().len().saturating_add(self.table.closed_twice().len());
        (closings, self.table.fault().cloned())
    }

    /// How many damaged bytes of the journal were cut off when the table was taken up again, and where it lies.
    pub(super) fn cut(&self) -> Option<(u64, PathBuf)> {
        Some((self.journal.cut(), self.journal.path().to_owned())).filter(|(cut, _)| *cut > 0)
    }

    /// What is to be seen of the table.
    pub(super) fn playing(&self) -> Arc<Playing> {
        Arc::new(Playing {
            seat: self.table.seat(),
            names: self.names.clone(),
            view: self.table.view(),
            asked: self.table.asked(),
            log: Arc::clone(&self.log),
            waiting_for: self.table.waiting_for(),
            waiting_since: self.waiting.2,
            progress: self.table.progress(),
            fault: self.table.fault().cloned(),
            outcome: self.table.outcome().cloned(),
            closed_by: self.table.closed_by(),
            closed_twice: self.table.closed_twice(),
            scores: self.table.outcome().and_then(|_over| self.table.scores()),
            finished: self.table.finished(),
            transcript: self.written.as_ref().map(|_written| self.transcript.clone()),
            round: self.table.round(),
            head: self.table.head(),
            table: self.table.table_id(),
            going_on: self.going_on(),
        })
    }

    /// How the table can go on without somebody; nothing where it can lose nobody and no ballot runs.
    fn going_on(&self) -> GoingOn {
        let table = &self.table;
        let waited = table.waiting_for().without(table.seat());
        let lost = table.fault().map_or(waited, |fault| SeatSet::only(fault.culprit));
        // Openings of a declaration close without whoever does not come; elsewhere the seat falls asleep.
        let on = [Question::Close, Question::Sleep];
        let mut may_ask: Vec<_> =
            on.map(|ask| ask(lost)).into_iter().filter(|ask| table.may_open(*ask)).take(1).collect();
        if may_ask.is_empty() {
            let singles = lost.iter().map(|seat| Question::Sleep(SeatSet::only(seat)));
            may_ask.extend(singles.filter(|ask| table.may_open(*ask)));
        }
        may_ask.extend(Some(Question::End(lost)).filter(|ask| !lost.is_empty() && table.may_open(*ask)));
        GoingOn {
            losses: self.table.genesis().options.losses,
            ballots: self.table.ballots(),
            may_ask,
            asleep: self.table.asleep(),
            trust: self.table.trust(),
            wish: self.table.wishes_to().map(|wakes| if wakes { OwnWish::ComeBack } else { OwnWish::Leave }),
            wishing: self.table.wishing(),
            may_continue: self.table.may_go_on(),
        }
    }

    /// Good-byes that the journal holds.
    pub(super) fn farewells(&self) -> &[Vec<u8>] {
        &self.farewells
    }

    /// The table is finished or left: it is not taken up again. Its transcript stays, and nothing secret.
    pub(super) fn retire(self, farewell: Option<&[u8]>) -> Result<(), LanError> {
        if self.written != Some(self.holds()) {
            self.save_transcript()?;
        }
        wipe(&deal_path(self.journal.path()))?;
        self.journal.retire(farewell)
    }

    /// The table is put aside: it is taken up again when the person wants it.
    pub(super) fn put_aside(mut self) -> Result<(), LanError> {
        self.journal.sync()?;
        Journal::put_aside(self.journal.path())
    }
}

/// Whether the own entries reach past the deal, so that its seed is not needed again.
fn is_dealt(setup_rounds: u32, records: &[Record]) -> bool {
    let round = |record: &Record| match record {
        Record::Own { entry: Blob(entry), .. } => UnverifiedEntry::decode(entry).ok().map(|own| own.claimed().round),
        Record::Opening(_) | Record::Foreign(_) | Record::Evidence(_) | Record::Farewell(_) => None,
    };
    records.iter().filter_map(round).any(|round| round.saturating_add(1) >= setup_rounds)
}

/// What a simulated network looks at.
#[cfg(test)]
impl Engine {
    pub(super) const fn table(&self) -> &Table {
        &self.table
    }

    pub(super) const fn table_mut(&mut self) -> &mut Table {
        &mut self.table
    }

    pub(super) const fn journal(&mut self) -> &mut Journal {
        &mut self.journal
    }
}

#[cfg(test)]
mod tests;
