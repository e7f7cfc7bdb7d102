//! Rounds that went on without a seat: the answers that decided it are part of the record.

use nightcoach_rules::{Seat, SeatSet};
use nightcoach_transcript::Entry;
use nightcoach_wire::{MAX_LEN, decode};

use super::{Auditor, Bad};
use crate::ballot::{Ballot, Book, Question};
use crate::body::Vote;
use crate::fault::{Check, Fault};
use crate::session::Rejection;

impl Auditor {
    /// All answers known of the running round.
    fn book(&self) -> Book {
        let mut book = Book::default();
        for ((round, ballot, seat), entry) in &self.votes {
            if *round == self.round() {
                book.record(*ballot, *seat, says_yes(entry));
            }
        }
        book
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
            Some(_) => {
                let what = "two different answers of one seat to one ballot".into();
                return Err(Bad { seat: Some(seat), check: Some(Check::OneAnswer), what });
            }
            None => {}
        }
        if content.table != self.replica.table() || round != self.round() || !self.pending.is_empty() {
            return Err(Bad::unsigned(Check::BallotDecided, "an answer out of the order of rounds"));
        }
        let fault = |check| Fault { culprit: seat, round, check, reason: None };
        self.replica.check_vote(&entry).map_err(fault)?;
        let mut before = self.votes.keys().filter(|(of, ..)| *of == round).copied();
        let in_order = before.all(|(_, known, last)| known == ballot && last < seat);
        if !yes || !in_order {
            return Err(Bad::unsigned(Check::BallotDecided, "an answer that decides nothing"));
        }
        self.votes.insert((round, ballot, seat), entry);
        Ok(self.close_round()?)
    }

    /// An answer as it arrives at whoever watches.
    pub(super) fn hear_vote(&mut self, entry: Entry) -> Result<bool, Rejection> {
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
        if round != self.round() || self.replica.check_vote(&entry).is_err() {
            return Err(Rejection::Vote);
        }
        self.votes.insert((round, ballot, seat), entry);
        if let Err(fault) = self.close_round() {
            self.stop(fault, [].into());
        }
        Ok(true)
    }
}

fn says_yes(entry: &Entry) -> bool {
    decode::<Vote>(&entry.content().body, MAX_LEN).is_ok_and(|vote| vote.yes)
}
