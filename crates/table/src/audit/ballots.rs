//! Rounds that went on without a seat: the answers that decided it are part of the record.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use nightcoach_rules::{Seat, SeatSet};
use nightcoach_transcript::{Entry, RecordKind, UnverifiedEntry};
use nightcoach_wire::{MAX_LEN, decode};

use super::{Auditor, Bad};
use crate::ballot::{Ballot, Book, Question};
use crate::body::{Vote, says_yes};
use crate::fault::{Check, Fault};
use crate::replica::{Askable, Nobody, Replica};
use crate::session::{MOST_ANSWERS, MOST_EARLY, Rejection};

impl Auditor {
    /// All answers known of the running round.
    fn book(&self) -> Book {
        self.book_of(self.round())
    }

    fn book_of(&self, of: u32) -> Book {
        let mut book = Book::default();
        for ((_, ballot, seat), entry) in self.votes_in(of) {
            book.record(*ballot, *seat, says_yes(entry));
        }
        book
    }

    fn votes_in(&self, of: u32) -> impl Iterator<Item = (&(u32, Ballot, Seat), &Entry)> {
        let first = Ballot { number: 0, question: Question::Sleep(SeatSet::EMPTY) };
        self.votes.range((of, first, Seat(0))..).take_while(move |((round, ..), _)| *round == of)
    }

    /// Whether no further answer of this seat is heard; nobody can fill the room of the others.
    fn has_said_enough(&self, round: u32, seat: Seat) -> bool {
        self.votes_in(round).filter(|((_, _, by), _)| *by == seat).count() >= MOST_ANSWERS
    }

    /// The ballot that closes the running round.
    pub(super) fn decided(&self) -> Option<Ballot> {
        self.book().decided(self.replica.awake())
    }

    /// What it asked.
    pub(super) fn question(&self) -> Option<Question> {
        self.decided().map(|ballot| ballot.question)
    }

    /// Whether a ballot on the running round has neither failed nor been decided, so that its seats wait.
    pub(super) fn is_in_doubt(&self) -> bool {
        let (book, awake) = (self.book(), self.replica.awake());
        let open = |ballot: Ballot| book.standing(ballot, awake) == crate::ballot::Standing::Open;
        self.question().is_none() && book.ballots().any(open)
    }

    /// The answers that closed a round.
    pub(super) fn deciding_votes(&self, round: u32) -> impl Iterator<Item = &Entry> {
        let ballot = self.passed.get(&round).copied();
        let votes = ballot
            .into_iter()
            .flat_map(move |ballot| self.votes.range((round, ballot, Seat(0))..=(round, ballot, Seat(u8::MAX))));
        votes.map(|(_, entry)| entry).filter(|entry| says_yes(entry))
    }

    /// Whose answers closed a round.
    pub(super) fn deciders(&self, round: u32) -> SeatSet {
        self.deciding_votes(round).map(|entry| Seat(entry.content().seat)).collect()
    }

    /// In a file answers are all there before the entries of their round, or none of them.
    pub(super) fn require_agreement(&self) -> Result<(), Bad> {
        if self.is_in_doubt() {
            let what = "a round goes on without a seat, and not everybody has agreed";
            return Err(Bad::unsigned(Check::BallotDecided, what));
        }
        Ok(())
    }

    /// An answer in a file: of one ballot, by seats in their order, and yes.
    pub(super) fn take_vote(&mut self, seat: Seat, entry: Entry) -> Result<(), Bad> {
        let content = entry.content();
        let round = content.round;
        let Vote { ballot, yes } = decode(&content.body, MAX_LEN).map_err(|_error| Bad {
            seat: Some(seat),
            check: Some(Check::EntryDecodes),
            what: "a vote that says nothing".into(),
        })?;
        match self.votes.get(&(round, ballot, seat)) {
            Some(known) if says_yes(known) == yes => {
                return Err(Bad::unsigned(Check::OneAnswer, "an answer stands twice"));
            }
            Some(_) => return Err(Bad::two_answers(seat)),
            None => {}
        }
        if content.table != self.replica.table() || round != self.round() || !self.pending.is_empty() {
            return Err(Bad::unsigned(Check::BallotDecided, "an answer out of the order of rounds"));
        }
        let fault = |check| Fault { culprit: seat, round, check, reason: None };
        self.replica.check_vote(&entry).map_err(fault)?;
        let in_order = self.votes_in(round).all(|((_, known, last), _)| *known == ballot && *last < seat);
        if !yes || !in_order {
            return Err(Bad::unsigned(Check::BallotDecided, "an answer that decides nothing"));
        }
        self.votes.insert((round, ballot, seat), entry);
        Ok(self.close_round()?)
    }

    /// Two answers of one seat to one ballot over one head convict it wherever they stand in the rest of a file (NC-723).
    pub(super) fn contradiction(&self, records: &[&[u8]], bad: Bad) -> Bad {
        if bad.check != Some(Check::BallotDecided) {
            return bad;
        }
        let unread = records.iter().filter_map(|record| {
            let unverified = UnverifiedEntry::decode(record).ok()?;
            let key = self.genesis().roster.get(usize::from(unverified.claimed().seat))?.key;
            unverified.verify(&key).ok()
        });
        let mut known = BTreeMap::new();
        for entry in self.votes.values().cloned().chain(unread) {
            let content = entry.content();
            if content.kind != RecordKind::Vote || content.table != self.replica.table() {
                continue;
            }
            let Ok(Vote { ballot, yes }) = decode(&content.body, MAX_LEN) else { continue };
            if *known.entry((content.round, content.head, ballot, content.seat)).or_insert(yes) != yes {
                return Bad::two_answers(Seat(content.seat));
            }
        }
        bad
    }

    /// An answer as it arrives at whoever watches.
    pub(super) fn hear_vote(&mut self, entry: Entry, now: u64) -> Result<bool, Rejection> {
        let Vote { ballot, yes } = decode(&entry.content().body, MAX_LEN).map_err(|_error| Rejection::Malformed)?;
        let (round, seat) = (entry.content().round, Seat(entry.content().seat));
        match self.votes.get(&(round, ballot, seat)) {
            Some(known) if says_yes(known) == yes => return Ok(false),
            Some(known) => {
                let fault = Fault { culprit: seat, round, check: Check::OneAnswer, reason: None };
                let evidence = [known.clone(), entry].into();
                self.stop(fault, evidence);
                return Ok(true);
            }
            None => {}
        }
        if round > self.round() {
            return self.keep_early_vote(entry);
        }
        if round < self.round() {
            return self.hear_late_vote(entry, Vote { ballot, yes }, now);
        }
        if self.replica.check_vote(&entry).is_err() || self.has_said_enough(round, seat) {
            return Err(Rejection::Vote);
        }
        self.votes.insert((round, ballot, seat), entry);
        if let Err(fault) = self.close_round() {
            self.stop(fault, [].into());
        }
        Ok(true)
    }

    fn keep_early_vote(&mut self, entry: Entry) -> Result<bool, Rejection> {
        let early = &mut self.live.early_votes;
        if early.iter().any(|kept| kept.hash() == entry.hash()) {
            return Ok(false);
        }
        if early.iter().filter(|kept| kept.content().seat == entry.content().seat).count() >= MOST_EARLY {
            return Err(Rejection::TooEarly);
        }
        early.push(entry);
        Ok(true)
    }

    /// An answer to a ballot on a round that is folded here. Who watches may have folded it with the entry of a seat that the others
    /// go on without; once all of them have said so, what was folded since is void.
    fn hear_late_vote(&mut self, entry: Entry, vote: Vote, now: u64) -> Result<bool, Rejection> {
        let (round, seat, ballot) = (entry.content().round, Seat(entry.content().seat), vote.ballot);
        let asked = self.closed(round).ok_or(Rejection::Vote)?;
        let over = self.replica.head_of(round) == Some(entry.content().head);
        let counts = over && asked.takes(seat, vote, &entry.content().digest);
        if !counts || self.has_said_enough(round, seat) {
            return Err(Rejection::Vote);
        }
        self.votes.insert((round, ballot, seat), entry);
        let overtakes = self.passed.get(&round).is_none_or(|passed| passed.number < ballot.number);
        if overtakes && self.book_of(round).decided(asked.awake) == Some(ballot) {
            self.go_back(round, now);
        }
        Ok(true)
    }

    /// What could be asked in a round that is folded here.
    fn closed(&self, round: u32) -> Option<Askable> {
        self.closed.get(usize::try_from(round).ok()?).copied()
    }

    /// Back to the start of a round, by the own record of the chain, and on from there as the answers to its ballots say.
    fn go_back(&mut self, round: u32, now: u64) {
        let (Ok(at), Ok(replica)) = (usize::try_from(round), Replica::new(self.genesis().clone())) else { return };
        let dropped = self.history.split_off(at.min(self.history.len()));
        let history = core::mem::take(&mut self.history);
        let passed = core::mem::take(&mut self.passed);
        let running = core::mem::take(&mut self.pending).into_values().map(|(entry, _)| entry);
        let held: Vec<Entry> = running.chain(self.drop_doubts()).collect();
        self.replica = replica;
        self.closed.clear();
        for (of, entries) in (0..).zip(history) {
            let question = passed.get(&of).map(|ballot| ballot.question);
            // They have been checked and folded once, over the same state.
            let staged =
                entries.into_iter().filter_map(|entry| self.replica.check(&entry).ok().map(|staged| (entry, staged)));
            let staged = staged.map(|(entry, staged)| (Seat(entry.content().seat), (entry, staged))).collect();
            self.closed.push(self.replica.askable());
            if let Err(fault) = self.replica.fold(&staged, question, &mut Nobody) {
                return self.stop(fault, Vec::new());
            }
            self.passed.extend(passed.get(&of).map(|ballot| (of, *ballot)));
            self.history.push(staged.into_values().map(|(entry, _)| entry).collect());
        }
        self.votes.retain(|(of, ..), _| *of <= round);
        for entry in dropped.into_iter().flatten().chain(held) {
            self.hear_entry(entry, now).ok();
        }
    }

    /// Whether an entry comes from a branch that a ballot has made void: its author was passed over in that round, or slept.
    pub(super) fn is_void(&self, entry: &Entry) -> bool {
        let (round, seat) = (entry.content().round, Seat(entry.content().seat));
        let passed = self.passed.get(&round).is_some_and(|ballot| ballot.question.named().contains(seat));
        let awake = self.closed(round).map_or_else(|| self.replica.awake(), |asked| asked.awake);
        passed || (!awake.contains(seat) && self.replica.head_of(round) != Some(entry.content().head))
    }
}

impl Bad {
    fn two_answers(seat: Seat) -> Self {
        let what = "two different answers of one seat to one ballot".into();
        Self { seat: Some(seat), check: Some(Check::OneAnswer), what }
    }
}
