//! A transcript file: its records have one order, by rounds and seats, and closing records last.

use alloc::string::ToString as _;
use alloc::vec::Vec;

use nightcoach_rules::Seat;
use nightcoach_transcript::file::FileError;
use nightcoach_transcript::{Entry, RecordKind, UnverifiedEntry, file};

use super::{Audit, Auditor, Bad, Verdict};
use crate::camps::{CAMP, other_camp};
use crate::fault::Check;
use crate::proofs::Bundle;
use crate::replica::{GenesisError, genesis_of};

/// Checks a transcript file from the first byte to the last.
pub fn audit(bytes: &[u8]) -> Audit {
    audit_with(bytes, &|bundles| bundles.iter().all(Bundle::holds))
}

/// The same, with all proofs in bundles that `all_hold` may check on several cores: it says whether every one of them holds.
///
/// Everything but the proofs is checked first. If all proofs hold, what was found then stands. If one does not, the file is
/// read again and every proof is checked in its place, so that record, seat and check are found as at the table.
pub fn audit_with(bytes: &[u8], all_hold: &dyn Fn(&[Bundle]) -> bool) -> Audit {
    let records = match file::read(bytes) {
        Ok(records) => records,
        Err(error) => {
            let entries = whole_records(&error);
            let bad = Bad { seat: None, check: None, what: error.to_string() };
            return Audit { verdict: bad.at(entries), entries, ..Audit::empty() };
        }
    };
    let Some(first) = records.first() else { return Audit::empty() };
    let begun = || begin(first).map_err(|bad| bad.at(0));
    let refused = |verdict| Audit { verdict, ..Audit::empty() };
    let (found, bundles) = match begun() {
        Ok(auditor) => auditor.read_without_proofs(&records),
        Err(verdict) => return refused(verdict),
    };
    if all_hold(&bundles) {
        return found;
    }
    begun().map_or_else(refused, |mut auditor| auditor.read_all(&records))
}

/// Records before the place where a file stops to be one.
const fn whole_records(error: &FileError) -> usize {
    match error {
        FileError::NoTranscript => 0,
        FileError::CutOff { whole: records } | FileError::TooLong { index: records, .. } => *records,
    }
}

/// An auditor for the table that the first record of a file names.
fn begin(first: &[u8]) -> Result<Auditor, Bad> {
    let record = decode(first)?;
    let genesis = genesis_of(&record.claimed().body)
        .ok_or_else(|| Bad::unsigned(Check::BodyKind, "the first record is no genesis entry"))?;
    Auditor::new(genesis).map_err(|error| {
        let keys = matches!(error, GenesisError::RosterKeys(_));
        Bad::unsigned(if keys { Check::RosterKeys } else { Check::GenesisAgrees }, &error.to_string())
    })
}

fn decode(record: &[u8]) -> Result<UnverifiedEntry, Bad> {
    UnverifiedEntry::decode(record).map_err(|error| Bad {
        seat: None,
        check: Some(Check::EntryDecodes),
        what: error.to_string(),
    })
}

impl Auditor {
    /// What all records but for their proofs say, and the proofs.
    fn read_without_proofs(mut self, records: &[&[u8]]) -> (Audit, Vec<Bundle>) {
        self.replica.put_off_proofs();
        let found = self.read_all(records);
        (found, self.replica.take_proofs().bundles())
    }

    fn read_all(&mut self, records: &[&[u8]]) -> Audit {
        let verdict = self.read(records);
        self.found(verdict)
    }

    /// Reads until something does not hold.
    fn read(&mut self, records: &[&[u8]]) -> Verdict {
        let mut left = records;
        while let Some((record, rest)) = left.split_first() {
            if let Err(bad) = self.take(record) {
                return self.several(left, self.contradiction(left, bad)).at(self.good());
            }
            left = rest;
        }
        self.so_far()
    }

    fn take(&mut self, record: &[u8]) -> Result<(), Bad> {
        let unverified = decode(record)?;
        let seat = Seat(unverified.claimed().seat);
        let key = self.genesis().roster.get(seat.index()).map(|roster| roster.key);
        let key = key.ok_or_else(|| Bad::unsigned(Check::Signature, "no such seat"))?;
        let entry = unverified
            .verify(&key)
            .map_err(|_error| Bad::unsigned(Check::Signature, "the signature is not that seat's"))?;
        match entry.content().kind {
            RecordKind::Closing => self.take_closing(seat, entry),
            RecordKind::Entry => self.take_entry(seat, entry),
            RecordKind::Vote => self.take_vote(seat, entry),
            RecordKind::Wish => Err(Bad::unsigned(Check::BodyKind, "a wish stands in an entry, not in a file")),
        }
    }

    fn take_entry(&mut self, seat: Seat, entry: Entry) -> Result<(), Bad> {
        // Whoever edits a file can move, repeat or graft honest entries: only what one entry and the chain before it prove
        // speaks against a seat.
        let content = entry.content();
        if let Some(known) = self.known(content.round, seat) {
            if known.hash() == entry.hash() {
                return Err(Bad::unsigned(Check::Owed, "an entry stands twice in the file"));
            }
            return Err(Bad::twice(seat));
        }
        if content.table != self.replica.table() {
            return Err(Bad::unsigned(Check::TableId, "an entry of another table"));
        }
        self.require_agreement()?;
        let out_of_order = || Bad::unsigned(Check::Owed, "an entry out of the order of rounds and seats");
        if content.round != self.round() {
            return Err(out_of_order());
        }
        if self.question().is_some_and(|question| question.named().contains(seat)) {
            return Err(Bad::unsigned(Check::BallotDecided, "an entry of a seat that was passed over"));
        }
        let staged = self.replica.check(&entry)?;
        if self.pending.keys().next_back().is_some_and(|last| *last > seat) {
            return Err(out_of_order());
        }
        Ok(self.admit(entry, staged)?)
    }

    /// A digest that differs is nobody's fault where the file shows others who agree with it.
    fn several(&self, records: &[&[u8]], bad: Bad) -> Bad {
        if bad.check != Some(Check::Digest) {
            return bad;
        }
        let signed = records.iter().filter_map(|record| {
            let unverified = UnverifiedEntry::decode(record).ok()?;
            let key = self.genesis().roster.get(usize::from(unverified.claimed().seat))?.key;
            unverified.verify(&key).ok().filter(|entry| entry.content().kind == RecordKind::Entry)
        });
        let signed: Vec<Entry> = signed.filter(|entry| entry.content().table == self.replica.table()).collect();
        if other_camp(&self.replica, &self.pending, &signed, &signed).len() < CAMP {
            return bad;
        }
        Bad::several(self.round())
    }

    fn take_closing(&mut self, seat: Seat, entry: Entry) -> Result<(), Bad> {
        let bad = |what: &str| Bad { seat: Some(seat), check: Some(Check::ClosingRecord), what: what.into() };
        let last = self.closing_records().last().map(|last| (Seat(last.content().seat), *last.hash()));
        let in_order = last.is_none_or(|last| last < (seat, *entry.hash()));
        if !in_order || self.doubled.contains_key(&seat) {
            return Err(bad("closing records out of order"));
        }
        self.take_end(entry)
            .map_err(|_check| bad("a closing record that does not stand over the final head and outcome"))
    }
}
