//! The audit of a transcript file: the same checks as at the table, without any secret.

use alloc::collections::BTreeMap;
use alloc::string::{String, ToString as _};
use alloc::vec::Vec;

use nightcoach_rules::{Event, Face, Outcome, Seat, SeatSet, SlotFace};
use nightcoach_transcript::file::FileError;
use nightcoach_transcript::{Entry, RecordKind, UnverifiedEntry, file};
use nightcoach_wire::{MAX_LEN, decode as wire_decode};

use crate::ballot::{Ballot, Question};
use crate::body::{Reveal, RosterSeat, Vote};
use crate::camps::{CAMP, other_camp};
use crate::closing;
use crate::fault::{Check, Fault};
use crate::phase::Phase;
use crate::replica::{Entries, GenesisError, Nobody, Replica, genesis_of};

/// What an audit says of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Every entry holds, and the game is finished.
    ValidFinished,
    /// Every entry holds, but the chain ends in this round.
    ValidUnfinished {
        /// The round that is not complete.
        round: u32,
    },
    /// Something does not hold.
    Invalid {
        /// Number of the first bad record in the file, from 0.
        entry: usize,
        /// Whose it is, if it is signed by a seat of this table.
        seat: Option<Seat>,
        /// The violated check.
        check: Option<Check>,
        /// In words.
        what: String,
    },
}

/// All that an audit finds.
#[derive(Clone, Debug)]
pub struct Audit {
    /// The verdict.
    pub verdict: Verdict,
    /// Who sat where.
    pub roster: Vec<RosterSeat>,
    /// Final head of the game before, in a rematch; else zero.
    pub previous: [u8; 32],
    /// How the game ended.
    pub outcome: Option<Outcome>,
    /// Who co-signed the end.
    pub closed_by: SeatSet,
    /// Hands and slots that were opened at the end, by seat.
    pub revealed: BTreeMap<Seat, (Vec<Face>, Vec<SlotFace>)>,
    /// The score sheet after this game, by seat, where points are counted.
    pub scores: Option<Vec<u16>>,
    /// The public log: turn and event.
    pub log: Vec<(u32, Event)>,
    /// Good records.
    pub entries: usize,
    /// Final head of the chain.
    pub head: [u8; 32],
    /// Hash of every entry so far, by round and seat.
    seen: BTreeMap<(u32, Seat), [u8; 32]>,
    /// Answers to the ballot that closes the running round, and all answers so far.
    ballot: Option<Ballot>,
    votes: BTreeMap<(u32, Ballot, Seat), bool>,
}

const TWO_ENTRIES: &str = "two different entries of one seat in one round";

/// Checks a transcript file from the first byte to the last.
pub fn audit(bytes: &[u8]) -> Audit {
    let mut audit = Audit {
        verdict: Verdict::ValidUnfinished { round: 0 },
        roster: Vec::new(),
        previous: [0; 32],
        outcome: None,
        closed_by: SeatSet::EMPTY,
        revealed: BTreeMap::new(),
        scores: None,
        log: Vec::new(),
        entries: 0,
        head: [0; 32],
        seen: BTreeMap::new(),
        ballot: None,
        votes: BTreeMap::new(),
    };
    let verdict = match file::read(bytes) {
        Err(error) => {
            audit.entries = whole_records(&error);
            Err(Bad { seat: None, check: None, what: error.to_string() })
        }
        Ok(records) => audit.run(&records),
    };
    audit.verdict = verdict.unwrap_or_else(|bad| {
        let Bad { seat, check, what } = bad;
        Verdict::Invalid { entry: audit.entries, seat, check, what }
    });
    audit
}

/// Records before the place where a file stops to be one.
const fn whole_records(error: &FileError) -> usize {
    match error {
        FileError::NoTranscript => 0,
        FileError::CutOff { whole: records } | FileError::TooLong { index: records, .. } => *records,
    }
}

struct Bad {
    seat: Option<Seat>,
    check: Option<Check>,
    what: String,
}

impl Bad {
    fn unsigned(check: Check, what: &str) -> Self {
        Self { seat: None, check: Some(check), what: what.into() }
    }
}

impl From<Fault> for Bad {
    fn from(fault: Fault) -> Self {
        let Fault { culprit, check, reason, round } = fault;
        let why = reason.map_or_else(String::new, |reason| alloc::format!(" ({reason:?})"));
        Self {
            seat: check.blames().then_some(culprit),
            check: Some(check),
            what: alloc::format!("the entry of round {round} violates {check}{why}"),
        }
    }
}

impl Audit {
    fn run(&mut self, records: &[&[u8]]) -> Result<Verdict, Bad> {
        let Some(first) = records.first() else { return Ok(Verdict::ValidUnfinished { round: 0 }) };
        let mut replica = self.begin(first)?;
        let mut pending = BTreeMap::new();
        let mut left = records;
        let mut result = Ok(());
        while let (Ok(()), Some((record, rest))) = (&result, left.split_first()) {
            result = self.take(&mut replica, &mut pending, record);
            if result.is_ok() {
                left = rest;
            }
        }
        let result = result.map_err(|bad| self.several(&replica, &pending, left, bad));
        self.log = replica.log().to_vec();
        self.outcome = replica.outcome().cloned();
        self.head = replica.head();
        let objects = self.revealed.iter().map(|(seat, (objects, _))| (*seat, objects.clone())).collect();
        self.scores = replica.state().and_then(|state| closing::scores(state, &objects));
        result?;
        if matches!(replica.phase(), Phase::Over) {
            Ok(Verdict::ValidFinished)
        } else {
            Ok(Verdict::ValidUnfinished { round: replica.round() })
        }
    }

    fn begin(&mut self, first: &[u8]) -> Result<Replica, Bad> {
        let record = decode(first)?;
        let genesis = genesis_of(&record.claimed().body)
            .ok_or_else(|| Bad::unsigned(Check::BodyKind, "the first record is no genesis entry"))?;
        let replica = Replica::new(genesis).map_err(|error| {
            let keys = matches!(error, GenesisError::RosterKeys(_));
            Bad::unsigned(if keys { Check::RosterKeys } else { Check::GenesisAgrees }, &error.to_string())
        })?;
        self.roster.clone_from(&replica.genesis().roster);
        self.previous = replica.genesis().previous;
        Ok(replica)
    }

    fn take(&mut self, replica: &mut Replica, pending: &mut Entries, record: &[u8]) -> Result<(), Bad> {
        let unverified = decode(record)?;
        let seat = Seat(unverified.claimed().seat);
        let key = self.roster.get(seat.index()).map(|roster| roster.key);
        let key = key.ok_or_else(|| Bad::unsigned(Check::Signature, "no such seat"))?;
        let entry = unverified
            .verify(&key)
            .map_err(|_error| Bad::unsigned(Check::Signature, "the signature is not that seat's"))?;
        match entry.content().kind {
            RecordKind::Closing => self.take_closing(replica, seat, &entry)?,
            RecordKind::Entry => self.take_entry(replica, pending, seat, entry)?,
            RecordKind::Vote => self.take_vote(replica, pending, seat, &entry)?,
            RecordKind::Wish => return Err(Bad::unsigned(Check::BodyKind, "a wish stands in an entry, not in a file")),
        }
        self.entries = self.entries.saturating_add(1);
        Ok(())
    }

    fn take_entry(
        &mut self,
        replica: &mut Replica,
        pending: &mut Entries,
        seat: Seat,
        entry: Entry,
    ) -> Result<(), Bad> {
        // Whoever edits a file can move, repeat or graft honest entries: only what one entry and the chain before it prove
        // speaks against a seat.
        let content = entry.content();
        if let Some(known) = self.seen.get(&(content.round, seat)) {
            if known == entry.hash() {
                return Err(Bad::unsigned(Check::Owed, "an entry stands twice in the file"));
            }
            return Err(Bad { seat: Some(seat), check: Some(Check::OneEntry), what: TWO_ENTRIES.into() });
        }
        if content.table != replica.table() {
            return Err(Bad::unsigned(Check::TableId, "an entry of another table"));
        }
        self.decided(replica)?;
        let out_of_order = || Bad::unsigned(Check::Owed, "an entry out of the order of rounds and seats");
        if content.round != replica.round() {
            return Err(out_of_order());
        }
        let staged = replica.check(&entry)?;
        if pending.keys().next_back().is_some_and(|last| *last > seat) {
            return Err(out_of_order());
        }
        self.seen.insert((content.round, seat), *entry.hash());
        pending.insert(seat, (entry, staged));
        self.close(replica, pending)
    }

    /// Closes the running round if all that it needs is here.
    fn close(&mut self, replica: &mut Replica, pending: &mut Entries) -> Result<(), Bad> {
        let question = self.decided(replica)?;
        if replica.needed(question).iter().all(|owing| pending.contains_key(&owing)) {
            if let Some(question) = question
                && pending.keys().any(|seat| question.named().contains(*seat))
            {
                return Err(Bad::unsigned(Check::BallotDecided, "an entry of a seat that was passed over"));
            }
            replica.fold(pending, question, &mut Nobody)?;
            pending.clear();
            self.ballot = None;
        }
        Ok(())
    }

    /// What the answers before the entries of the running round have decided. They are all there or none of them.
    fn decided(&self, replica: &Replica) -> Result<Option<Question>, Bad> {
        let Some(ballot) = self.ballot else { return Ok(None) };
        let asked = replica.awake().minus(ballot.question.named());
        let yes = |seat: &Seat| self.votes.get(&(replica.round(), ballot, *seat)) == Some(&true);
        if asked.iter().all(|seat| yes(&seat)) {
            return Ok(Some(ballot.question));
        }
        Err(Bad::unsigned(Check::BallotDecided, "a round goes on without a seat, and not everybody has agreed"))
    }

    fn take_vote(
        &mut self,
        replica: &mut Replica,
        pending: &mut Entries,
        seat: Seat,
        entry: &Entry,
    ) -> Result<(), Bad> {
        let content = entry.content();
        let vote: Vote = wire_decode(&content.body, MAX_LEN).map_err(|_error| Bad {
            seat: Some(seat),
            check: Some(Check::EntryDecodes),
            what: "a vote that says nothing".into(),
        })?;
        let place = (content.round, vote.ballot, seat);
        match self.votes.get(&place) {
            Some(known) if *known == vote.yes => return Err(Bad::unsigned(Check::OneAnswer, "an answer stands twice")),
            Some(_) => {
                let what = "two different answers of one seat to one ballot".into();
                return Err(Bad { seat: Some(seat), check: Some(Check::OneAnswer), what });
            }
            None => {}
        }
        if content.table != replica.table() || content.round != replica.round() || !pending.is_empty() {
            return Err(Bad::unsigned(Check::BallotDecided, "an answer out of the order of rounds"));
        }
        let fault = |check| Fault { culprit: seat, round: content.round, check, reason: None };
        replica.check_vote(entry).map_err(fault)?;
        let ordered = self.votes.range((content.round, vote.ballot, Seat(0))..).all(|((_, _, last), _)| *last < seat);
        if !vote.yes || self.ballot.is_some_and(|ballot| ballot != vote.ballot) || !ordered {
            return Err(Bad::unsigned(Check::BallotDecided, "an answer that decides nothing"));
        }
        self.ballot = Some(vote.ballot);
        self.votes.insert(place, vote.yes);
        if self.decided(replica).is_ok() { self.close(replica, pending) } else { Ok(()) }
    }

    /// A digest that differs is nobody's fault where the file shows others who agree with it.
    fn several(&self, replica: &Replica, pending: &Entries, records: &[&[u8]], bad: Bad) -> Bad {
        if bad.check != Some(Check::Digest) {
            return bad;
        }
        let signed = records.iter().filter_map(|record| {
            let unverified = UnverifiedEntry::decode(record).ok()?;
            let key = self.roster.get(usize::from(unverified.claimed().seat))?.key;
            unverified.verify(&key).ok().filter(|entry| entry.content().kind == RecordKind::Entry)
        });
        let signed: Vec<Entry> = signed.filter(|entry| entry.content().table == replica.table()).collect();
        if other_camp(replica, pending, &signed, &signed).len() < CAMP {
            return bad;
        }
        let check = Check::OneReplay;
        let what = alloc::format!("several seats came to another state in round {} ({check})", replica.round());
        Bad { seat: None, check: Some(check), what }
    }

    fn take_closing(&mut self, replica: &Replica, seat: Seat, entry: &Entry) -> Result<(), Bad> {
        let bad = |what: &str| Bad { seat: Some(seat), check: Some(Check::ClosingRecord), what: what.into() };
        let in_order = self.closed_by.iter().last().is_none_or(|last| last < seat);
        if !in_order {
            return Err(bad("closing records out of order"));
        }
        let reveal = replica
            .check_closing(entry)
            .map_err(|_check| bad("a closing record that does not stand over the final head and outcome"))?;
        if let Some(Reveal { hand, slots, .. }) = reveal {
            let slots = slots.map_or_else(Vec::new, |(membership, occupation)| {
                let associations = membership.cards().into_iter().map(SlotFace::Association);
                associations.chain([SlotFace::Occupation(occupation)]).collect()
            });
            self.revealed.insert(seat, (hand, slots));
        }
        self.closed_by = self.closed_by.with(seat);
        Ok(())
    }
}

fn decode(record: &[u8]) -> Result<UnverifiedEntry, Bad> {
    UnverifiedEntry::decode(record).map_err(|error| Bad {
        seat: None,
        check: Some(Check::EntryDecodes),
        what: error.to_string(),
    })
}
