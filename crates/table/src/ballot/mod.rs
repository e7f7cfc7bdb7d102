//! Ballots: how a round goes on without a seat (walk.md decision 3). Pure bookkeeping of one round at one seat; the session feeds
//! it, and the model in the tests walks through every order of deliveries with the same code.
//!
//! Every awake seat but those that a ballot names owes one answer to it. All of them yes: it is decided. One no: it has
//! failed. The first two of these rules keep two seats from ever closing a round in two ways, the third keeps ballots in order:
//!
//! 1. Who has closed the round answers no; so does who holds what a ballot says is missing ([`Book::duty`]).
//! 2. Who has answered yes closes the round in no way until that ballot, or one with a higher number, is decided, or it has failed
//!    ([`Book::closing`]). Whom an open ballot names waits as well: it may be needed for the next one.
//! 3. Yes to a second ballot is possible only if it has a higher number than each that an earlier yes binds to; of two that are
//!    decided the one with the higher number counts.
//!
//! So a ballot that names another set can overtake one that waits for the answer of somebody who is lost too. Any two ballots that are
//! decided have a voter in common ([`is_quorum`]), who has answered them in the order of their numbers.

#[cfg(test)]
mod model;

use alloc::collections::BTreeMap;

use nightcoach_rules::{Seat, SeatSet};
use serde::{Deserialize, Serialize};

/// What a ballot asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Question {
    /// Shall these seats fall asleep?
    Sleep(SeatSet),
    /// In the rounds of a declaration: shall the round close without these seats?
    Close(SeatSet),
    /// Shall the game end as a draw, without these seats, who are not here?
    End(SeatSet),
}

impl Question {
    /// The seats that it names.
    pub const fn named(self) -> SeatSet {
        match self {
            Self::Sleep(seats) | Self::Close(seats) | Self::End(seats) => seats,
        }
    }
}

/// One ballot of a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Ballot {
    /// From 1; whoever asks takes the next number of the round.
    pub number: u8,
    /// What it asks.
    pub question: Question,
}

/// How a ballot stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// Answers are missing.
    Open,
    /// All have said yes.
    Decided,
    /// Somebody has said no.
    Failed,
}

/// What a seat has to do about a ballot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Duty {
    /// Nothing: it is named, sleeps, or has answered.
    Nothing,
    /// Say no: it knows better, or is bound to a ballot with the same number or a higher one.
    SayNo,
    /// Its person decides.
    Decide,
}

/// How a seat may close the round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Closing {
    /// Not yet: it has said yes to something that is open, or is named there.
    Wait,
    /// With everybody's entry.
    Whole,
    /// As this question says.
    Without(Question),
}

/// What came of recording an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Recorded {
    /// It is new.
    New,
    /// It was known.
    Known,
    /// The seat has given the other answer before.
    Contradiction,
}

/// All answers to ballots of one round, as one seat knows them.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Book(BTreeMap<Ballot, BTreeMap<Seat, bool>>);

impl Book {
    pub(crate) fn record(&mut self, ballot: Ballot, seat: Seat, yes: bool) -> Recorded {
        let votes = self.0.entry(ballot).or_default();
        match votes.get(&seat) {
            Some(known) if *known == yes => Recorded::Known,
            Some(_) => Recorded::Contradiction,
            None => {
                votes.insert(seat, yes);
                Recorded::New
            }
        }
    }

    /// All ballots, in the order of number and question.
    pub(crate) fn ballots(&self) -> impl Iterator<Item = Ballot> + '_ {
        self.0.keys().copied()
    }

    pub(crate) fn answer(&self, ballot: Ballot, seat: Seat) -> Option<bool> {
        self.0.get(&ballot)?.get(&seat).copied()
    }

    /// Who has given this answer.
    pub(crate) fn voters(&self, ballot: Ballot, yes: bool) -> SeatSet {
        let votes = self.0.get(&ballot).into_iter().flatten();
        votes.filter(|(_, vote)| **vote == yes).map(|(seat, _)| *seat).collect()
    }

    pub(crate) fn standing(&self, ballot: Ballot, awake: SeatSet) -> Standing {
        let asked = awake.minus(ballot.question.named());
        if !self.voters(ballot, false).and(asked).is_empty() {
            Standing::Failed
        } else if asked.within(self.voters(ballot, true)) {
            Standing::Decided
        } else {
            Standing::Open
        }
    }

    /// What a seat has to do about a ballot of a round that it has not closed. `present` are the seats whose valid entries of the round
    /// it holds.
    pub(crate) fn duty(&self, ballot: Ballot, seat: Seat, awake: SeatSet, present: SeatSet) -> Duty {
        let named = ballot.question.named();
        if !awake.minus(named).contains(seat) || self.answer(ballot, seat).is_some() {
            return Duty::Nothing;
        }
        let mut given_up = SeatSet::EMPTY;
        for other in self.agreed(seat).filter(|other| self.standing(*other, awake) != Standing::Failed) {
            if other.number >= ballot.number {
                return Duty::SayNo;
            }
            let theirs = other.question.named();
            let silent = awake.minus(theirs).minus(self.voters(other, true));
            given_up = given_up.or(theirs).or(silent);
        }
        // An entry that came after a yes is not acted on, so it is no reason against a later ballot; nor is one of a seat whose answer to
        // the earlier ballot is waited for.
        if named.and(present).within(given_up) { Duty::Decide } else { Duty::SayNo }
    }

    /// How a seat may close the round by what it knows.
    pub(crate) fn closing(&self, seat: Seat, awake: SeatSet) -> Closing {
        let decided = self.decided(awake);
        let overtaken = |ballot: &Ballot| decided.is_some_and(|decided| decided.number > ballot.number);
        let waits = |ballot: &Ballot| self.standing(*ballot, awake) == Standing::Open && !overtaken(ballot);
        let concerns =
            |ballot: &Ballot| self.answer(*ballot, seat) == Some(true) || ballot.question.named().contains(seat);
        if self.ballots().filter(concerns).any(|ballot| waits(&ballot)) {
            return Closing::Wait;
        }
        decided.map_or(Closing::Whole, |ballot| Closing::Without(ballot.question))
    }

    /// The ballot that a seat is bound to last.
    pub(crate) fn latest(&self, seat: Seat, awake: SeatSet) -> Option<Ballot> {
        let bound = self.agreed(seat).filter(|ballot| self.standing(*ballot, awake) != Standing::Failed);
        bound.max_by_key(|ballot| ballot.number)
    }

    /// The decided ballot that counts: the one with the highest number.
    pub(crate) fn decided(&self, awake: SeatSet) -> Option<Ballot> {
        let decided = self.ballots().filter(|ballot| self.standing(*ballot, awake) == Standing::Decided);
        decided.max_by_key(|ballot| ballot.number)
    }

    fn agreed(&self, seat: Seat) -> impl Iterator<Item = Ballot> + '_ {
        self.ballots().filter(move |ballot| self.answer(*ballot, seat) == Some(true))
    }
}

/// Whether enough seats are left to go on without some: more than half of the awake ones, or just half with the lowest of them among
/// these. Two such groups always have a seat in common, so that two halves of a table never part ways.
pub(crate) fn is_quorum(awake: SeatSet, left: SeatSet) -> bool {
    let twice = left.len().saturating_mul(2);
    let lowest = awake.iter().next();
    twice > awake.len() || (twice == awake.len() && lowest.is_some_and(|seat| left.contains(seat)))
}

#[cfg(test)]
mod tests {
    use super::*;

    const AWAKE: SeatSet = SeatSet::first(4);

    fn ballot(number: u8, seats: u16) -> Ballot {
        Ballot { number, question: Question::Sleep(SeatSet(seats)) }
    }

    #[test]
    fn all_yes_decides_and_one_no_fails_for_good() {
        let z = ballot(1, 0b1000);
        let mut book = Book::default();
        for seat in [0, 1] {
            assert_eq!(book.record(z, Seat(seat), true), Recorded::New);
            assert_eq!(book.standing(z, AWAKE), Standing::Open);
            assert_eq!(book.closing(Seat(seat), AWAKE), Closing::Wait);
        }
        assert_eq!(book.closing(Seat(2), AWAKE), Closing::Whole, "who has not answered is not bound");
        assert_eq!(book.record(z, Seat(0), true), Recorded::Known);
        assert_eq!(book.record(z, Seat(0), false), Recorded::Contradiction);
        let mut failed = book.clone();
        failed.record(z, Seat(2), false);
        assert_eq!((failed.standing(z, AWAKE), failed.closing(Seat(0), AWAKE)), (Standing::Failed, Closing::Whole));
        book.record(z, Seat(2), true);
        assert_eq!(book.closing(Seat(0), AWAKE), Closing::Without(z.question));
    }

    #[test]
    fn the_answers_of_the_named_and_of_sleepers_do_not_count() {
        let z = ballot(1, 0b1000);
        let mut book = Book::default();
        book.record(z, Seat(3), false);
        book.record(z, Seat(2), false);
        let awake = AWAKE.without(Seat(2));
        for seat in [0, 1] {
            assert_eq!(book.standing(z, awake), Standing::Open);
            book.record(z, Seat(seat), true);
        }
        assert_eq!(book.standing(z, awake), Standing::Decided);
    }

    #[test]
    fn who_holds_an_entry_or_is_bound_elsewhere_says_no() {
        let (z, again, yz, y) = (ballot(1, 0b1000), ballot(2, 0b1000), ballot(2, 0b1100), ballot(1, 0b0100));
        let mut book = Book::default();
        let duty = |book: &Book, ballot, present| book.duty(ballot, Seat(0), AWAKE, SeatSet(present));
        assert_eq!(duty(&book, z, 0b0111), Duty::Decide);
        assert_eq!(duty(&book, z, 0b1000), Duty::SayNo);
        assert_eq!(book.duty(z, Seat(3), AWAKE, SeatSet::EMPTY), Duty::Nothing);
        book.record(z, Seat(0), true);
        assert_eq!(duty(&book, z, 0), Duty::Nothing);
        assert_eq!(duty(&book, y, 0), Duty::SayNo, "the same number");
        assert_eq!(duty(&book, again, 0), Duty::Decide);
        assert_eq!(duty(&book, yz, 0b1000), Duty::Decide, "Z came too late");
        assert_eq!(duty(&book, yz, 0b0100), Duty::Decide, "Y is here, but does not answer");
        book.record(z, Seat(2), true);
        assert_eq!(duty(&book, yz, 0b0100), Duty::SayNo);
        book.record(yz, Seat(0), true);
        assert_eq!(duty(&book, y, 0), Duty::SayNo, "a lower number");
        book.record(z, Seat(1), false);
        book.record(yz, Seat(1), false);
        assert_eq!((duty(&book, again, 0), duty(&book, y, 0)), (Duty::Decide, Duty::Decide));
    }

    #[test]
    fn the_decided_ballot_with_the_highest_number_counts() {
        let (z, y) = (ballot(1, 0b1000), ballot(2, 0b0100));
        let mut book = Book::default();
        for seat in [0, 1, 2] {
            book.record(z, Seat(seat), true);
        }
        assert_eq!(book.closing(Seat(0), AWAKE), Closing::Without(z.question));
        book.record(y, Seat(0), true);
        assert_eq!(book.closing(Seat(0), AWAKE), Closing::Wait);
        assert_eq!(book.closing(Seat(1), AWAKE), Closing::Without(z.question), "who has not answered is not bound");
        book.record(y, Seat(1), true);
        book.record(y, Seat(3), true);
        assert_eq!(book.closing(Seat(0), AWAKE), Closing::Without(y.question));
        let mut open = Book::default();
        open.record(z, Seat(0), true);
        for seat in [0, 1, 3] {
            open.record(y, Seat(seat), true);
        }
        assert_eq!(open.closing(Seat(0), AWAKE), Closing::Without(y.question), "an open one is overtaken");
    }

    #[test]
    fn two_quorums_have_a_seat_in_common() {
        for n in 2..=10 {
            let awake = SeatSet::first(n);
            let all: alloc::vec::Vec<_> = (0..=awake.0).map(SeatSet).filter(|left| is_quorum(awake, *left)).collect();
            assert!(all.iter().all(|left| all.iter().all(|other| !left.and(*other).is_empty())), "{n}");
            assert!(all.contains(&awake.without(Seat(n - 1))) || n < 2);
        }
    }
}
