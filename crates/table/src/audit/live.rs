//! A running table, as whoever watches it sees it: records come in any order, and some more than once.
//!
//! What a seat may be blamed for is what it may be blamed for at the table (`session/incoming.rs`). Who watches sends nothing:
//! whatever explains an entry over a foreign head, or a foreign digest, is sent around by the seats and waited for here.

use alloc::vec::Vec;

use nightcoach_rules::{Seat, SeatSet};
use nightcoach_transcript::{Content, Entry, RecordKind, UnverifiedEntry, file};

use super::{Audit, Auditor, Bad, Verdict};
use crate::camps::{CAMP, other_camp};
use crate::fault::{Check, Fault};
use crate::session::{DISPUTE_MS, MOST_EARLY, Rejection};

/// What a live audit keeps beside the chain.
#[derive(Debug, Default)]
pub(super) struct Live {
    /// Entries of later rounds.
    early: Vec<Entry>,
    /// Answers to ballots of later rounds.
    pub(super) early_votes: Vec<Entry>,
    suspect: Option<Suspect>,
    stopped: Option<(Fault, Vec<Entry>)>,
}

/// Entries that somebody may be to blame for, and until when what explains them is waited for.
#[derive(Debug)]
struct Suspect {
    fault: Fault,
    entries: Vec<Entry>,
    until: u64,
}

impl Auditor {
    /// Takes a record in whichever order it arrives, at a time in milliseconds of any clock that goes on. Says whether it
    /// brought anything.
    ///
    /// # Errors
    /// It is dropped, and nobody at the table is to blame.
    pub fn hear(&mut self, record: &[u8], now: u64) -> Result<bool, Rejection> {
        let unverified = UnverifiedEntry::decode(record).map_err(|_error| Rejection::Malformed)?;
        if !self.is_of_this_table(unverified.claimed()) {
            return Err(Rejection::OtherTable);
        }
        let seat = usize::from(unverified.claimed().seat);
        let key = self.genesis().roster.get(seat).ok_or(Rejection::Malformed)?.key;
        let entry = unverified.verify(&key).map_err(|_error| Rejection::Signature)?;
        match entry.content().kind {
            RecordKind::Closing => self.hear_closing(entry),
            RecordKind::Vote => {
                let news = self.hear_vote(entry, now);
                self.hear_early(now);
                self.tick(now);
                news
            }
            // What is wished for stands in the entry that lets it in.
            RecordKind::Wish => Ok(false),
            RecordKind::Entry => {
                let news = self.hear_entry(entry, now);
                self.hear_early(now);
                self.tick(now);
                news
            }
        }
    }

    /// Time has passed: what is in doubt for too long stops the audit.
    pub fn tick(&mut self, now: u64) {
        let Some(suspect) = self.live.suspect.take() else { return };
        let doubted = suspect.fault.check == Check::Digest;
        let others = if doubted { self.others(&suspect) } else { SeatSet::EMPTY };
        if now < suspect.until && !(doubted && self.all_stand(&suspect, others)) {
            self.live.suspect = Some(suspect);
            return;
        }
        let Suspect { fault, mut entries, .. } = suspect;
        if others.len() < CAMP {
            return self.stop(fault, entries);
        }
        let next = self.round().saturating_add(1);
        let theirs = |entry: &&Entry| entry.content().round == next && others.contains(Seat(entry.content().seat));
        entries.extend(self.live.early.iter().filter(theirs).cloned());
        self.stop(Fault { check: Check::OneReplay, ..fault }, entries);
    }

    /// When [`Auditor::tick`] is due.
    pub fn wake_at(&self) -> Option<u64> {
        self.live.suspect.as_ref().map(|suspect| suspect.until)
    }

    /// Why the table has stopped, if it has.
    pub fn fault(&self) -> Option<&Fault> {
        self.live.stopped.as_ref().map(|(fault, _)| fault)
    }

    /// The entries that show the fault.
    pub fn evidence(&self) -> impl Iterator<Item = &[u8]> {
        self.live.stopped.iter().flat_map(|(_, evidence)| evidence).map(Entry::record)
    }

    /// What an audit of the transcript so far finds.
    pub fn audit(&self) -> Audit {
        self.found(self.verdict())
    }

    /// The verdict so far.
    pub fn verdict(&self) -> Verdict {
        let Some(fault) = self.fault() else { return self.so_far() };
        Bad::from(fault.clone()).at(self.good())
    }

    /// The transcript file so far: the chain, what is known of the running round, evidence, closing records.
    pub fn transcript(&self) -> Vec<u8> {
        let folded = (0..).zip(&self.history);
        let folded = folded.flat_map(|(round, entries)| self.deciding_votes(round).chain(entries));
        let entries = folded.chain(self.pending.values().map(|(entry, _)| entry)).map(Entry::record);
        let known = |record: &&[u8]| !self.pending.values().any(|(entry, _)| entry.record() == *record);
        let known = |record: &&[u8]| known(record) && !self.history.iter().flatten().any(|e| e.record() == *record);
        let closings = self.closing_records().map(Entry::record);
        let records: Vec<&[u8]> = entries.chain(self.evidence().filter(known)).chain(closings).collect();
        file::write(records.into_iter())
    }

    /// A genesis entry is known by its head, which covers option block and roster; every later one by the table's id.
    fn is_of_this_table(&self, content: &Content) -> bool {
        match content.round {
            0 => content.table == [0; 32] && Some(content.head) == self.replica.head_of(0),
            _ => self.round() == 0 || content.table == self.replica.table(),
        }
    }

    fn hear_closing(&mut self, entry: Entry) -> Result<bool, Rejection> {
        let known = [&self.closings, &self.doubled].map(|known| known.get(&Seat(entry.content().seat)));
        let is_here = known.into_iter().flatten().any(|known| known.hash() == entry.hash());
        if !self.is_over() || is_here || known[1].is_some() {
            return Ok(false);
        }
        self.take_end(entry).map(|()| true).map_err(|_check| Rejection::Closing)
    }

    pub(super) fn hear_entry(&mut self, entry: Entry, now: u64) -> Result<bool, Rejection> {
        // What comes after the end, or after a fault that somebody is to blame for, changes nothing any more.
        if self.is_over() || self.fault().is_some_and(|fault| fault.check.blames()) || self.is_void(&entry) {
            return Ok(false);
        }
        let (round, seat) = (entry.content().round, Seat(entry.content().seat));
        let known = self.known(round, seat).or_else(|| self.doubted(round, seat));
        match known.cloned() {
            Some(known) if known.hash() == entry.hash() => return Ok(false),
            Some(known) => {
                let fault = Fault { culprit: seat, round, check: Check::OneEntry, reason: None };
                self.stop(fault, Vec::from([known, entry]));
            }
            None if self.fault().is_some() => return Ok(false),
            None if round > self.round() => return self.keep_early(entry),
            None if round < self.round() => return Ok(self.judge_late(entry, now)),
            None => self.stage(entry, now),
        }
        Ok(true)
    }

    fn stage(&mut self, entry: Entry, now: u64) {
        match self.replica.check(&entry) {
            Ok(staged) => {
                if let Err(fault) = self.admit(entry, staged) {
                    let evidence = self.pending.get(&fault.culprit).map(|(entry, _)| entry.clone());
                    self.stop(fault, evidence.into_iter().collect());
                }
            }
            Err(fault) if matches!(fault.check, Check::Head | Check::Digest) => self.suspect(fault, entry, now),
            Err(fault) => self.stop(fault, Vec::from([entry])),
        }
    }

    /// An entry of a closed round by a seat that owed none: over the same head it is a fault, over another a fork.
    fn judge_late(&mut self, entry: Entry, now: u64) -> bool {
        let round = entry.content().round;
        let same_head = self.replica.head_of(round) == Some(entry.content().head);
        let check = if same_head { Check::Owed } else { Check::Head };
        let fault = Fault { culprit: Seat(entry.content().seat), round, check, reason: None };
        if same_head {
            self.stop(fault, Vec::from([entry]));
        } else {
            self.suspect(fault, entry, now);
        }
        true
    }

    fn keep_early(&mut self, entry: Entry) -> Result<bool, Rejection> {
        if self.live.early.iter().any(|kept| kept.hash() == entry.hash()) {
            return Ok(false);
        }
        let seat = entry.content().seat;
        if self.live.early.iter().filter(|kept| kept.content().seat == seat).count() >= MOST_EARLY {
            return Err(Rejection::TooEarly);
        }
        self.live.early.push(entry);
        Ok(true)
    }

    /// Takes what came early, as far as its rounds have come.
    fn hear_early(&mut self, now: u64) {
        let is_due = |early: &[Entry], round| early.iter().position(|entry| entry.content().round <= round);
        loop {
            if let Some(place) = is_due(&self.live.early_votes, self.round()) {
                let entry = self.live.early_votes.swap_remove(place);
                if self.is_of_this_table(entry.content()) {
                    self.hear_vote(entry, now).ok();
                }
            } else if let Some(place) = is_due(&self.live.early, self.round()) {
                let entry = self.live.early.swap_remove(place);
                if self.is_of_this_table(entry.content()) {
                    self.hear_entry(entry, now).ok();
                }
            } else {
                return;
            }
        }
    }

    /// Forgets doubts that a branch has raised which a ballot has made void; gives the entries that were held for them.
    pub(super) fn drop_doubts(&mut self) -> Vec<Entry> {
        if self.fault().is_some_and(|fault| !fault.check.blames()) {
            self.live.stopped = None;
        }
        self.live.suspect.take().map_or_else(Vec::new, |suspect| suspect.entries)
    }

    /// Holds an entry that another one may explain: a foreign head, or a digest that others may have come to as well. The
    /// first one of a kind begins the time, and a foreign head weighs more.
    fn suspect(&mut self, fault: Fault, entry: Entry, now: u64) {
        match &mut self.live.suspect {
            Some(suspect) if suspect.fault.check == Check::Digest && fault.check == Check::Digest => {
                suspect.entries.push(entry);
            }
            Some(_) => {}
            None => {
                let until = now.saturating_add(DISPUTE_MS);
                self.live.suspect = Some(Suspect { fault, entries: Vec::from([entry]), until });
            }
        }
    }

    fn doubted(&self, round: u32, seat: Seat) -> Option<&Entry> {
        let held = self.live.suspect.iter().flat_map(|suspect| &suspect.entries);
        held.into_iter().find(|entry| entry.content().round == round && entry.content().seat == seat.0)
    }

    /// The seats that stand together on another digest than ours.
    fn others(&self, suspect: &Suspect) -> SeatSet {
        other_camp(&self.replica, &self.pending, &suspect.entries, &self.live.early)
    }

    /// Whether it is known of every awake seat which digest it has come to.
    fn all_stand(&self, suspect: &Suspect, others: SeatSet) -> bool {
        let seats = SeatSet::first(self.replica.seats());
        let awake = self.state().map_or(seats, nightcoach_rules::State::awake);
        let doubted: SeatSet = suspect.entries.iter().map(|entry| Seat(entry.content().seat)).collect();
        let known: SeatSet = self.pending.keys().copied().collect();
        awake.within(known.or(doubted).or(others))
    }

    /// A fault that somebody is to blame for takes the place of one that blames nobody.
    pub(super) fn stop(&mut self, fault: Fault, evidence: Vec<Entry>) {
        let settled = self.fault().is_some_and(|known| known.check.blames() || !fault.check.blames());
        if !settled {
            self.live.suspect = None;
            self.live.stopped = Some((fault, evidence));
        }
    }
}
