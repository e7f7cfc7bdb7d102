//! The audit of a table: the same checks as at the table, without any secret. It is fed from a file, or live by whoever
//! watches a game.

mod ballots;
mod file;
mod live;

use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;

use nightcoach_rules::{Event, Face, Outcome, Seat, SeatSet, SlotFace, State};
use nightcoach_transcript::{Entry, Head};

use crate::ballot::Ballot;
use crate::body::{Genesis, Reveal, RosterSeat};
use crate::check::Staged;
use crate::closing;
use crate::fault::{Check, Fault};
use crate::phase::{Phase, setup_rounds};
use crate::replica::{Askable, Entries, GenesisError, Nobody, Replica};

pub use file::{audit, audit_with};

/// What an audit says of a table.
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
    /// Who has signed two different closing records (NC-107); the game stands, and what they open counts for nothing.
    pub closed_twice: SeatSet,
    /// Rounds that went on without somebody: what was decided, and whose answers decided it.
    pub passed: Vec<(u32, Ballot, SeatSet)>,
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
}

/// An audit under way: the public half of a table, and what was found so far. It holds no secret, and signs nothing.
///
/// [`audit`] feeds it with the records of a file, which has one order. Whoever watches a game feeds it with
/// [`Auditor::hear`], in the order in which records arrive.
#[derive(Debug)]
pub struct Auditor {
    replica: Replica,
    /// Entries of the running round.
    pending: Entries,
    history: Vec<Vec<Entry>>,
    /// Answers to ballots.
    votes: BTreeMap<(u32, Ballot, Seat), Entry>,
    /// Rounds that were closed as a ballot has decided.
    passed: BTreeMap<u32, Ballot>,
    /// What could be asked in each folded round.
    closed: Vec<Askable>,
    closings: BTreeMap<Seat, Entry>,
    /// Second, other closing records of a seat.
    doubled: BTreeMap<Seat, Entry>,
    revealed: BTreeMap<Seat, (Vec<Face>, Vec<SlotFace>)>,
    /// The running round is complete, and leads nowhere: its entries do not go together.
    stuck: bool,
    live: live::Live,
}

/// What does not hold.
#[derive(Debug)]
struct Bad {
    seat: Option<Seat>,
    check: Option<Check>,
    what: String,
}

impl Bad {
    fn unsigned(check: Check, what: &str) -> Self {
        Self { seat: None, check: Some(check), what: what.into() }
    }

    /// Nobody's in particular: seats have come to different states.
    fn several(round: u32) -> Self {
        let check = Check::OneReplay;
        let what = alloc::format!("several seats came to another state in round {round} ({check})");
        Self { seat: None, check: Some(check), what }
    }

    fn twice(seat: Seat) -> Self {
        let what = "two different entries of one seat in one round".into();
        Self { seat: Some(seat), check: Some(Check::OneEntry), what }
    }

    fn at(self, entry: usize) -> Verdict {
        let Self { seat, check, what } = self;
        Verdict::Invalid { entry, seat, check, what }
    }
}

impl From<Fault> for Bad {
    fn from(fault: Fault) -> Self {
        let Fault { culprit, check, reason, round } = fault;
        if check == Check::OneEntry {
            return Self::twice(culprit);
        }
        if check == Check::OneReplay {
            return Self::several(round);
        }
        let why = reason.map_or_else(String::new, |reason| alloc::format!(" ({reason:?})"));
        Self {
            seat: check.blames().then_some(culprit),
            check: Some(check),
            what: alloc::format!("the entry of round {round} violates {check}{why}"),
        }
    }
}

impl Audit {
    fn empty() -> Self {
        Self {
            verdict: Verdict::ValidUnfinished { round: 0 },
            roster: Vec::new(),
            previous: [0; 32],
            outcome: None,
            closed_by: SeatSet::EMPTY,
            closed_twice: SeatSet::EMPTY,
            passed: Vec::new(),
            revealed: BTreeMap::new(),
            scores: None,
            log: Vec::new(),
            entries: 0,
            head: [0; 32],
        }
    }
}

impl Auditor {
    /// An audit before the genesis round.
    ///
    /// # Errors
    /// The genesis makes no table.
    pub fn new(genesis: Genesis) -> Result<Self, GenesisError> {
        Ok(Self {
            replica: Replica::new(genesis)?,
            pending: BTreeMap::new(),
            history: Vec::new(),
            votes: BTreeMap::new(),
            passed: BTreeMap::new(),
            closed: Vec::new(),
            closings: BTreeMap::new(),
            doubled: BTreeMap::new(),
            revealed: BTreeMap::new(),
            stuck: false,
            live: live::Live::default(),
        })
    }

    /// An entry that holds joins the running round; a round that is complete is folded.
    fn admit(&mut self, entry: Entry, staged: Staged) -> Result<(), Fault> {
        self.pending.insert(Seat(entry.content().seat), (entry, staged));
        self.close_round()
    }

    /// Closes the running round if all that it needs is here.
    fn close_round(&mut self) -> Result<(), Fault> {
        if self.is_over() || self.is_in_doubt() || !self.waiting_for().is_empty() {
            return Ok(());
        }
        let passed = self.decided();
        let named = passed.map_or(SeatSet::EMPTY, |ballot| ballot.question.named());
        self.pending.retain(|seat, _| !named.contains(*seat));
        let (round, asked) = (self.round(), self.replica.askable());
        if let Err(fault) = self.replica.fold(&self.pending, passed.map(|ballot| ballot.question), &mut Nobody) {
            self.stuck = true;
            return Err(fault);
        }
        self.closed.push(asked);
        self.passed.extend(passed.map(|ballot| (round, ballot)));
        let folded = core::mem::take(&mut self.pending);
        self.history.push(folded.into_values().map(|(entry, _)| entry).collect());
        Ok(())
    }

    /// A closing record that is new, and whose signature is known to be right.
    fn take_end(&mut self, entry: Entry) -> Result<(), Check> {
        let seat = Seat(entry.content().seat);
        let reveal = self.replica.check_closing(&entry)?;
        if self.closings.contains_key(&seat) {
            // NC-107: two right ones of one seat; the game stands, and neither opens anything.
            self.revealed.remove(&seat);
            self.doubled.insert(seat, entry);
            return Ok(());
        }
        if let Some(Reveal { hand, slots, .. }) = reveal {
            let slots = slots.map_or_else(Vec::new, |(membership, occupation)| {
                let associations = membership.cards().into_iter().map(SlotFace::Association);
                associations.chain([SlotFace::Occupation(occupation)]).collect()
            });
            self.revealed.insert(seat, (hand, slots));
        }
        self.closings.insert(seat, entry);
        Ok(())
    }

    /// The entry of this seat in a round that is running or over.
    fn known(&self, round: u32, seat: Seat) -> Option<&Entry> {
        if round == self.round() {
            return self.pending.get(&seat).map(|(entry, _)| entry);
        }
        let folded = self.history.get(usize::try_from(round).ok()?)?;
        folded.iter().find(|entry| entry.content().seat == seat.0)
    }

    /// Good records so far; the last entry of a round that leads nowhere is none.
    fn good(&self) -> usize {
        let entries = self.history.iter().map(Vec::len).sum::<usize>().saturating_add(self.pending.len());
        entries
            .saturating_sub(usize::from(self.stuck))
            .saturating_add(self.closings.len())
            .saturating_add(self.doubled.len())
            .saturating_add(self.votes.len())
    }

    /// Closing records by seat, two of one seat by hash.
    fn closing_records(&self) -> impl Iterator<Item = &Entry> {
        self.closings.iter().flat_map(|(seat, entry)| {
            let mut both: Vec<&Entry> = [Some(entry), self.doubled.get(seat)].into_iter().flatten().collect();
            both.sort_unstable_by_key(|entry| *entry.hash());
            both
        })
    }

    /// All that was found so far, under this verdict.
    fn found(&self, verdict: Verdict) -> Audit {
        Audit {
            verdict,
            roster: self.replica.genesis().roster.clone(),
            previous: self.replica.genesis().previous,
            outcome: self.outcome().cloned(),
            closed_by: self.closed_by(),
            closed_twice: self.doubled.keys().copied().collect(),
            passed: self.passed.iter().map(|(round, ballot)| (*round, *ballot, self.deciders(*round))).collect(),
            revealed: self.revealed.clone(),
            scores: self.scores(),
            log: self.log().to_vec(),
            entries: self.good(),
            head: self.head(),
        }
    }

    /// The verdict as long as nothing bad was found.
    fn so_far(&self) -> Verdict {
        if self.is_over() { Verdict::ValidFinished } else { Verdict::ValidUnfinished { round: self.round() } }
    }

    fn is_over(&self) -> bool {
        matches!(self.replica.phase(), Phase::Over)
    }
}

/// What everybody may see of the table.
impl Auditor {
    /// What all agreed on.
    pub fn genesis(&self) -> &Genesis {
        self.replica.genesis()
    }

    /// The public state, once the cards are dealt.
    pub fn state(&self) -> Option<&State> {
        self.replica.state()
    }

    /// The public log: turn and event.
    pub fn log(&self) -> &[(u32, Event)] {
        self.replica.log()
    }

    /// Number of the running round.
    pub fn round(&self) -> u32 {
        self.replica.round()
    }

    /// The chain's head.
    pub fn head(&self) -> Head {
        self.replica.head()
    }

    /// Whose entries are missing in the running round.
    pub fn waiting_for(&self) -> SeatSet {
        self.replica.needed(self.question()).minus(self.pending.keys().copied().collect())
    }

    /// Rounds of the set-up done, and in all.
    pub fn progress(&self) -> (u32, u32) {
        let total = setup_rounds(&self.genesis().options);
        (self.round().min(total), total)
    }

    /// How the game ended, if it has.
    pub fn outcome(&self) -> Option<&Outcome> {
        self.replica.outcome()
    }

    /// Who has co-signed the end.
    pub fn closed_by(&self) -> SeatSet {
        self.closings.keys().copied().collect()
    }

    /// The score sheet after this game, by seat, where points are counted; closing records that come later may raise it.
    pub fn scores(&self) -> Option<Vec<u16>> {
        let objects = self.revealed.iter().map(|(seat, (objects, _))| (*seat, objects.clone())).collect();
        closing::scores(self.state()?, &objects)
    }
}
