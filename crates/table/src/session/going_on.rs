//! Going on without a seat: ballots, wishes to leave and to come back, and the way back from a branch that a ballot has made void.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use nightcoach_rules::{Seat, SeatSet, State};
use nightcoach_transcript::{Entry, KeptEntry, RecordKind};
use nightcoach_wire::{MAX_LEN, decode, encode};

use super::{Output, Outputs, Rejection, Table};
use crate::ballot::{Ballot, Book, Closing, Duty, Question, Recorded, Standing};
use crate::body::{Vote, Wish, says_yes};
use crate::fault::{Check, Fault};
use crate::replica::{Askable, GenesisError, Replica};
use crate::wish;

/// Tickets of answers to ballots start here; below are the rounds of entries.
const VOTE_TICKETS: u32 = 1 << 31;
/// Most ballots of one round that one seat may agree to.
const MOST_YES: usize = 8;
/// Most ballots of one round that are heard of one seat: enough to refuse all that ten seats can agree to.
pub(crate) const MOST_ANSWERS: usize = 96;
/// Most ballots on closed rounds that one seat may agree to in a game.
const MOST_LATE: usize = 128;
/// Most answers and wishes of one seat that are kept for rounds to come.
const MOST_EARLY_VOTES: usize = 16;

/// All that has to do with going on without a seat.
#[derive(Debug, Default)]
pub(super) struct GoingOn {
    books: BTreeMap<u32, Book>,
    votes: BTreeMap<(u32, Ballot, Seat), Entry>,
    /// Answers to ballots, and wishes, of rounds to come.
    early: Vec<Entry>,
    /// Own answers on their way to the disk.
    voting: Vec<(u32, Entry)>,
    tickets: u32,
    /// Rounds that were closed as a ballot has decided.
    passed: BTreeMap<u32, Ballot>,
    /// What could be asked in each closed round.
    closed: Vec<Askable>,
    /// How many ballots on closed rounds each seat has agreed to.
    late: BTreeMap<Seat, usize>,
    /// Wishes that are not met yet, by author.
    wishes: BTreeMap<Seat, Entry>,
    /// What the own seat wishes as soon as it can say so.
    wish: Option<Wish>,
    /// Who is asleep for a fault and is let in no more.
    culprits: SeatSet,
    /// Private halves of own entries, by round.
    kept: BTreeMap<u32, Vec<u8>>,
    /// The last round that the own seat has signed an entry of.
    signed: Option<u32>,
}

/// Whether the running round can be closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ready {
    /// Something is missing.
    No,
    /// With everybody's entry.
    Whole,
    /// As this ballot has decided.
    By(Ballot),
}

/// One ballot of the running round, for a screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BallotView {
    /// Number and question.
    pub ballot: Ballot,
    /// Who owes an answer.
    pub asked: SeatSet,
    /// Who has said yes.
    pub yes: SeatSet,
    /// Who has said no.
    pub no: SeatSet,
    /// How it stands.
    pub standing: Standing,
    /// The own answer.
    pub own: Option<bool>,
    /// Whether the own person is asked.
    pub may_answer: bool,
}

/// What a screen needs for the sentence on who could see the piles and how many seats can be lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Trust {
    /// Who holds the pile key.
    pub holders: SeatSet,
    /// So many of them together could see the piles and what is drawn from them.
    pub together: usize,
    /// So many of the awake ones can be lost before the table pauses.
    pub spare: usize,
}

impl Table {
    /// The ballots of the running round.
    pub fn ballots(&self) -> Vec<BallotView> {
        let round = self.replica.round();
        let Some(book) = self.going_on.books.get(&round) else { return Vec::new() };
        let (awake, own) = (self.replica.awake(), self.config.seat);
        let view = |ballot: Ballot| BallotView {
            ballot,
            asked: awake.minus(ballot.question.named()),
            yes: book.voters(ballot, true),
            no: book.voters(ballot, false),
            standing: book.standing(ballot, awake),
            own: book.answer(ballot, own),
            may_answer: book.duty(ballot, own, awake, self.present()) == Duty::Decide,
        };
        book.ballots().map(view).collect()
    }

    /// Whether the own seat may ask this now.
    pub fn may_open(&self, question: Question) -> bool {
        self.fresh_ballot(question).is_some()
    }

    /// The seats that sleep; nobody before the first turn.
    pub fn asleep(&self) -> SeatSet {
        self.replica.state().map_or(SeatSet::EMPTY, |state| state.all().minus(state.awake()))
    }

    /// Who could see the piles, and how many seats can be lost; `None` before there is a pile key.
    pub fn trust(&self) -> Option<Trust> {
        let key = &self.replica.keys()?.pile;
        Some(Trust { holders: key.holders(), together: key.threshold, spare: self.replica.spare_seats() })
    }

    /// Whether the table could go on without these seats by ballot: no more of them than can be lost.
    pub fn may_sleep(&self, seats: SeatSet) -> bool {
        self.replica.may_ask(Question::Sleep(seats))
    }

    /// The own wish that nobody has let in yet.
    pub fn wishes_to(&self) -> Option<bool> {
        let own =
            self.going_on.wishes.get(&self.config.seat).and_then(|entry| wish::read(&self.replica, entry.content()));
        self.going_on.wish.or_else(|| own.map(|(_, wish)| wish)).map(|wish| wish == Wish::Wake)
    }

    /// Who has wished to leave or to come back, as far as it is known here and can still be met.
    pub fn wishing(&self) -> SeatSet {
        self.standing_wishes().map(|entry| Seat(entry.content().seat)).collect()
    }

    /// The ballot under which a question would be asked now.
    fn fresh_ballot(&self, question: Question) -> Option<Ballot> {
        let (awake, own) = (self.replica.awake(), self.config.seat);
        if self.halted() || self.held || !self.replica.may_ask(question) || question.named().contains(own) {
            return None;
        }
        let empty = Book::default();
        let book = self.going_on.books.get(&self.replica.round()).unwrap_or(&empty);
        // Whoever has agreed already asks again only if something that it agreed to later keeps it waiting.
        let mine = book.latest(own, awake).is_some_and(|latest| latest.question == question);
        let open = |ballot: &Ballot| {
            let unanswered = book.answer(*ballot, own).is_none();
            ballot.question == question && unanswered && book.standing(*ballot, awake) == Standing::Open
        };
        let ballot = match book.ballots().find(open) {
            Some(ballot) => ballot,
            None if mine => return None,
            None => Ballot { number: free_number(book, question, awake)?, question },
        };
        let room = self.answers(self.replica.round(), own, true) < MOST_YES;
        (room && book.duty(ballot, own, awake, self.present()) == Duty::Decide).then_some(ballot)
    }

    /// The own person asks; who asks says yes.
    pub(super) fn open_ballot(&mut self, question: Question, out: &mut Outputs) {
        match self.fresh_ballot(question) {
            Some(ballot) => self.cast(self.replica.round(), ballot, true, out),
            None => out.push(Output::Rejected(Rejection::Choice)),
        }
    }

    /// The own person answers.
    pub(super) fn vote(&mut self, ballot: Ballot, yes: bool, out: &mut Outputs) {
        let round = self.replica.round();
        let (awake, own) = (self.replica.awake(), self.config.seat);
        let book = self.going_on.books.get(&round);
        let asked = book.is_some_and(|book| book.duty(ballot, own, awake, self.present()) == Duty::Decide);
        let known = book.is_some_and(|book| book.ballots().any(|known| known == ballot));
        let room = !yes || self.answers(round, own, true) < MOST_YES;
        if asked && known && room && !self.held && !self.halted() {
            self.cast(round, ballot, yes, out);
        } else {
            out.push(Output::Rejected(Rejection::Choice));
        }
    }

    /// Whether the table stands for good: broken, at its end, or stopped over something that no ballot helps with.
    pub(super) fn halted(&self) -> bool {
        let stopped = self.stopped.is_some() && !self.may_go_on();
        self.broken || self.ended || stopped
    }

    /// Whether the table has stopped over a fault that the others may go on from, with the culprit asleep.
    pub fn may_go_on(&self) -> bool {
        let helps = |fault: &Fault| {
            let alone = Question::Sleep(SeatSet::only(fault.culprit));
            fault.check.may_go_on() && fault.culprit != self.config.seat && self.replica.may_ask(alone)
        };
        self.stopped.as_ref().is_some_and(|(fault, _)| helps(fault))
    }

    /// The seats that are known to be there: their entries of the running round are here and good.
    fn present(&self) -> SeatSet {
        let pending: SeatSet = self.pending.keys().copied().collect();
        match &self.stopped {
            Some((fault, _)) => pending.without(fault.culprit),
            None => pending,
        }
    }

    /// How the running round may be closed now, if all that this needs is here.
    pub(super) fn ready(&self) -> Ready {
        let round = self.replica.round();
        let (awake, own) = (self.replica.awake(), self.config.seat);
        let book = self.going_on.books.get(&round);
        let closing = book.map_or(Closing::Whole, |book| book.closing(own, awake));
        let passed = match closing {
            Closing::Wait => return Ready::No,
            Closing::Whole => None,
            Closing::Without(_) => book.and_then(|book| book.decided(awake)),
        };
        let question = passed.map(|ballot| ballot.question);
        let settles = |fault: &Fault| question.is_some_and(|question| question.named().contains(fault.culprit));
        let free = self.stopped.as_ref().is_none_or(|(fault, _)| settles(fault));
        let complete = self.replica.needed(question).iter().all(|seat| self.pending.contains_key(&seat));
        match passed {
            _ if !free || !complete => Ready::No,
            Some(ballot) if !self.replica.may_ask(ballot.question) => Ready::No,
            Some(ballot) => Ready::By(ballot),
            None => Ready::Whole,
        }
    }

    /// What is remembered of a round once it is closed.
    pub(super) fn round_closed(&mut self, round: u32, asked: Askable, passed: Option<Ballot>, out: &mut Outputs) {
        self.going_on.closed.push(asked);
        self.refuse_closed(round, asked.awake, passed, out);
        let Some(ballot) = passed else { return };
        self.going_on.passed.insert(round, ballot);
        if let Some((fault, _)) = self.stopped.take() {
            self.going_on.culprits = self.going_on.culprits.with(fault.culprit);
        }
    }

    /// Who has closed a round says no to what is open in it.
    fn refuse_closed(&mut self, round: u32, awake: SeatSet, passed: Option<Ballot>, out: &mut Outputs) {
        let own = self.config.seat;
        let Some(book) = self.going_on.books.get(&round).filter(|_| !self.held) else { return };
        let owes = |ballot: &Ballot| {
            let asked = awake.minus(ballot.question.named()).contains(own);
            asked && Some(*ballot) != passed && needs_answer(book, *ballot, own, awake)
        };
        for ballot in book.ballots().filter(owes).collect::<Vec<_>>() {
            self.cast(round, ballot, false, out);
        }
    }

    /// Signs an answer and binds the own seat to it; it is sent once it is durable.
    fn cast(&mut self, round: u32, ballot: Ballot, yes: bool, out: &mut Outputs) {
        let Some(head) = self.replica.head_of(round) else { return };
        let digest = if round == self.replica.round() { self.replica.digest() } else { [0; 32] };
        let Some(entry) = encode(&Vote { ballot, yes })
            .ok()
            .and_then(|body| self.sign_at(RecordKind::Vote, (round, head, digest), body))
        else {
            return;
        };
        let ticket = VOTE_TICKETS | self.going_on.tickets;
        self.going_on.tickets = self.going_on.tickets.wrapping_add(1) & (VOTE_TICKETS - 1);
        out.push(Output::Persist { ticket, entry: entry.record().to_vec(), private: Vec::new() });
        out.push(Output::Changed);
        self.going_on.books.entry(round).or_default().record(ballot, self.config.seat, yes);
        self.going_on.votes.insert((round, ballot, self.config.seat), entry.clone());
        self.going_on.voting.push((ticket, entry));
    }

    /// An own answer is durable: it is sent, with what speaks for a no.
    pub(super) fn vote_persisted(&mut self, ticket: u32, out: &mut Outputs) -> bool {
        let Some(at) = self.going_on.voting.iter().position(|(known, _)| *known == ticket) else {
            return ticket >= VOTE_TICKETS;
        };
        let (_, entry) = self.going_on.voting.swap_remove(at);
        out.push(Output::Send(entry.record().to_vec()));
        let content = entry.content();
        if let Ok(Vote { ballot, yes: false }) = decode(&content.body, MAX_LEN) {
            self.show_named(content.round, ballot.question.named(), out);
        }
        true
    }

    /// Hands on what is here of the named seats in that round, and how the round was closed.
    fn show_named(&self, round: u32, named: SeatSet, out: &mut Outputs) {
        let folded = usize::try_from(round).ok().and_then(|round| self.history.get(round)).into_iter().flatten();
        let folded = folded.map(|kept| (kept.seat(), kept.record()));
        let running = self.pending.values().map(|(entry, _)| entry).filter(|entry| entry.content().round == round);
        let running = running.map(|entry| (entry.content().seat, entry.record()));
        let of_named = folded.chain(running).filter(|(seat, _)| named.contains(Seat(*seat)));
        out.extend(of_named.map(|(_, record)| Output::Send(record.to_vec())));
        out.extend(self.deciding_votes(round).map(|entry| Output::Send(entry.record().to_vec())));
    }

    /// The answers that closed a round, in seat order.
    pub(super) fn deciding_votes(&self, round: u32) -> impl Iterator<Item = &Entry> {
        let ballot = self.going_on.passed.get(&round);
        let votes = ballot.into_iter().flat_map(move |ballot| {
            self.going_on.votes.range((round, *ballot, Seat(0))..=(round, *ballot, Seat(u8::MAX)))
        });
        votes.map(|(_, entry)| entry).filter(|entry| says_yes(entry))
    }

    /// All answers known of a round, but own ones that are not durable yet.
    pub(super) fn votes_of(&self, round: u32) -> impl Iterator<Item = &Entry> {
        let durable = |entry: &&Entry| !self.going_on.voting.iter().any(|(_, own)| own.hash() == entry.hash());
        let of_round = self.going_on.votes.iter().filter(move |((of, _, _), _)| *of == round);
        of_round.map(|(_, entry)| entry).filter(durable)
    }

    /// What is known of the running round beside its entries: answers to ballots, and wishes that nobody has let in yet.
    pub fn beside_the_round(&self) -> Vec<Vec<u8>> {
        let beside = self.votes_of(self.replica.round()).chain(self.standing_wishes());
        beside.map(|entry| entry.record().to_vec()).collect()
    }

    /// Wishes that can still be met.
    pub(super) fn standing_wishes(&self) -> impl Iterator<Item = &Entry> {
        self.going_on.wishes.values().filter(|entry| wish::read(&self.replica, entry.content()).is_some())
    }

    /// Says no wherever the own seat has to, without asking its person.
    pub(super) fn answer_ballots(&mut self, out: &mut Outputs) {
        if self.held || self.halted() {
            return;
        }
        let round = self.replica.round();
        let (awake, own, present) = (self.replica.awake(), self.config.seat, self.present());
        let Some(book) = self.going_on.books.get(&round) else { return };
        let must = |ballot: &Ballot| {
            book.duty(*ballot, own, awake, present) == Duty::SayNo && needs_answer(book, *ballot, own, awake)
        };
        for ballot in book.ballots().filter(must).collect::<Vec<_>>() {
            self.cast(round, ballot, false, out);
        }
    }

    /// An answer from a peer.
    pub(super) fn receive_vote(&mut self, entry: Entry, now: u64, out: &mut Outputs) {
        let Ok(Vote { ballot, yes }) = decode(&entry.content().body, MAX_LEN) else {
            return out.push(Output::Rejected(Rejection::Malformed));
        };
        let (round, seat) = (entry.content().round, Seat(entry.content().seat));
        let known = self.going_on.votes.get(&(round, ballot, seat));
        if let Some(first) = known.filter(|first| says_yes(first) != yes) {
            let fault = Fault { culprit: seat, round, check: Check::OneAnswer, reason: None };
            let evidence = alloc::vec![first.clone(), entry];
            return self.stop(fault, evidence, out);
        }
        if known.is_some() || self.ended || self.broken {
            return;
        }
        if round > self.replica.round() {
            return self.keep_early_aside(entry, out);
        }
        if self.replica.head_of(round) != Some(entry.content().head) {
            return out.push(Output::Rejected(Rejection::OtherTable));
        }
        let late = self.closed(round);
        let allowed = match late {
            Some(asked) => asked.takes(seat, Vote { ballot, yes }, &entry.content().digest),
            None => self.replica.check_vote(&entry).is_ok(),
        };
        if !allowed || self.has_said_enough(round, seat, yes) {
            return out.push(Output::Rejected(Rejection::Vote));
        }
        let book = self.going_on.books.entry(round).or_default();
        if book.record(ballot, seat, yes) == Recorded::New {
            out.push(Output::Accepted(entry.record().to_vec()));
            out.push(Output::Changed);
            self.going_on.votes.insert((round, ballot, seat), entry);
            if late.is_some() && yes {
                let late = self.going_on.late.entry(seat).or_default();
                *late = late.saturating_add(1);
            }
        }
        if late.is_some() {
            self.late_vote(round, ballot, now, out);
        }
    }

    /// What could be asked in a round that is closed here.
    fn closed(&self, round: u32) -> Option<Askable> {
        self.going_on.closed.get(usize::try_from(round).ok()?).copied()
    }

    /// How many ballots of a round a seat has agreed to, or answered at all.
    fn answers(&self, round: u32, seat: Seat, agreed: bool) -> usize {
        let book = self.going_on.books.get(&round);
        let counts = |book: &Book, ballot: Ballot| book.answer(ballot, seat).is_some_and(|yes| yes || !agreed);
        book.map_or(0, |book| book.ballots().filter(|ballot| counts(book, *ballot)).count())
    }

    /// Whether no further answer of this seat is heard. Each seat has room of its own, so that nobody can fill that of the others.
    fn has_said_enough(&self, round: u32, seat: Seat, yes: bool) -> bool {
        let late = self.closed(round).and_then(|_| self.going_on.late.get(&seat)).copied().unwrap_or_default();
        let agreed = yes && (self.answers(round, seat, true) >= MOST_YES || late >= MOST_LATE);
        agreed || self.answers(round, seat, false) >= MOST_ANSWERS
    }

    fn keep_early_aside(&mut self, entry: Entry, out: &mut Outputs) {
        let seat = entry.content().seat;
        let early = &mut self.going_on.early;
        if early.iter().any(|kept| kept.hash() == entry.hash()) {
            return;
        }
        if early.iter().filter(|kept| kept.content().seat == seat).count() >= MOST_EARLY_VOTES {
            return out.push(Output::Rejected(Rejection::TooEarly));
        }
        early.push(entry);
    }

    /// Answers and wishes whose round has come.
    pub(super) fn take_early_votes(&mut self, now: u64, out: &mut Outputs) {
        let round = self.replica.round();
        let (due, later): (Vec<Entry>, Vec<Entry>) =
            core::mem::take(&mut self.going_on.early).into_iter().partition(|entry| entry.content().round <= round);
        self.going_on.early = later;
        for entry in due {
            match entry.content().kind {
                RecordKind::Wish => self.receive_wish(entry, out),
                RecordKind::Vote | RecordKind::Entry | RecordKind::Closing => self.receive_vote(entry, now, out),
            }
        }
    }

    /// A ballot on a round that is closed here: who has closed it says no, unless the ballot names it and has been decided; then what
    /// it has closed since is void.
    fn late_vote(&mut self, round: u32, ballot: Ballot, now: u64, out: &mut Outputs) {
        let own = self.config.seat;
        let Some((closed, book)) = self.closed(round).zip(self.going_on.books.get(&round)) else { return };
        let awake = closed.awake;
        let decided = book.decided(awake);
        let done = self.going_on.passed.get(&round).map(|ballot| ballot.question);
        let names_me = |ballot: &Ballot| ballot.question.named().contains(own) && Some(ballot.question) != done;
        if decided.is_some_and(|ballot| names_me(&ballot)) {
            return self.go_back(round, now, out);
        }
        let asked = awake.minus(ballot.question.named()).contains(own);
        if asked && needs_answer(book, ballot, own, awake) && !self.held && self.stopped.is_none() {
            self.cast(round, ballot, false, out);
        }
    }

    /// Back to the start of a round, by the own record of the chain: everything since is void.
    fn go_back(&mut self, round: u32, now: u64, out: &mut Outputs) {
        let Ok(at) = usize::try_from(round) else { return };
        let mut history = core::mem::take(&mut self.history);
        let dropped = history.split_off(at.min(history.len()));
        if self.replay(history, now).is_err() {
            return self.break_off(out);
        }
        for entry in dropped.iter().take(1).flatten().filter_map(|kept| kept.entry().ok()) {
            if let Ok(staged) = self.checked(&entry) {
                self.pending.insert(Seat(entry.content().seat), (entry, staged));
            }
        }
        out.push(Output::Changed);
    }

    /// The session as it was when these rounds were closed.
    fn replay(&mut self, history: Vec<Vec<KeptEntry>>, now: u64) -> Result<(), GenesisError> {
        self.replica = Replica::new(self.replica.genesis().clone())?;
        self.author.begin_again(self.replica.genesis().options.losses > 0);
        (self.knowledge, self.view) = (None, None);
        self.pending.clear();
        self.going_on.closed.clear();
        let passed = core::mem::take(&mut self.going_on.passed);
        (self.suspect, self.stopped) = (None, None);
        self.own.forget();
        for (round, entries) in (0..).zip(history) {
            for entry in entries.iter().filter_map(|kept| kept.entry().ok()) {
                if let Ok(staged) = self.checked(&entry) {
                    self.pending.insert(Seat(entry.content().seat), (entry, staged));
                }
            }
            if let Some(kept) = self.going_on.kept.get(&round) {
                (self.own.sealed, self.own.selection) = decode(kept, kept.len()).unwrap_or_default();
            }
            // What it said then has been said.
            self.close_round(passed.get(&round).copied(), now, &mut Vec::new());
        }
        Ok(())
    }

    /// Whether an entry counts for nothing: its author was passed over in that round, or slept. It may come from a branch that a ballot has
    /// made void, and a sleeper that is not asked must not be able to stop the table.
    pub(super) fn is_void(&self, entry: &Entry) -> bool {
        let (round, seat) = (entry.content().round, Seat(entry.content().seat));
        let passed = self.going_on.passed.get(&round).is_some_and(|ballot| ballot.question.named().contains(seat));
        let awake = self.closed(round).map_or_else(|| self.replica.awake(), |asked| asked.awake);
        passed || !awake.contains(seat)
    }

    /// Keeps the private half of an own entry.
    pub(super) fn keep_private(&mut self, round: u32, private: Vec<u8>) {
        self.going_on.signed = self.going_on.signed.max(Some(round));
        self.going_on.kept.insert(round, private);
    }

    /// An own answer from the own journal.
    pub(super) fn restore_vote(&mut self, entry: Entry, out: &mut Outputs) {
        let Ok(Vote { ballot, yes }) = decode(&entry.content().body, MAX_LEN) else { return };
        let round = entry.content().round;
        self.going_on.books.entry(round).or_default().record(ballot, self.config.seat, yes);
        out.push(Output::Send(entry.record().to_vec()));
        self.going_on.votes.insert((round, ballot, self.config.seat), entry);
    }

    /// The own person wishes to leave or to come back.
    pub(super) fn wish(&mut self, wish: Wish, out: &mut Outputs) {
        let sleeps = self.asleep().contains(self.config.seat);
        let fits = self.replica.state().is_some() && sleeps == (wish == Wish::Wake) && !self.halted();
        if fits {
            self.going_on.wish = Some(wish);
            out.push(Output::Changed);
        } else {
            out.push(Output::Rejected(Rejection::Choice));
        }
    }

    /// Signs the own wish once it can stand. Who comes back from a branch that is void waits until the chain has passed all that it has
    /// signed there, so that it never signs twice for one round.
    pub(super) fn say_wish(&mut self, out: &mut Outputs) {
        let Some(wish) = self.going_on.wish.filter(|_| !self.held) else { return };
        let (round, seat) = (self.replica.round(), self.config.seat);
        let free = wish == Wish::Leave || self.going_on.signed.is_none_or(|signed| signed < round);
        let late = self.replica.changed_in(seat).is_none_or(|changed| changed < round);
        if !free || !late {
            return;
        }
        let place = (round, self.replica.head(), [0; 32]);
        let entry = encode(&wish).ok().and_then(|body| self.sign_at(RecordKind::Wish, place, body));
        self.going_on.wish = None;
        if let Some(entry) = entry {
            out.push(Output::Send(entry.record().to_vec()));
            out.push(Output::Changed);
            self.going_on.wishes.insert(seat, entry);
        }
    }

    /// A wish from a peer.
    pub(super) fn receive_wish(&mut self, entry: Entry, out: &mut Outputs) {
        let seat = Seat(entry.content().seat);
        // One wish at a time: another one of the same kind would only be handed on again and again.
        let known = self.going_on.wishes.get(&seat).and_then(|known| wish::read(&self.replica, known.content()));
        let new = wish::read(&self.replica, entry.content());
        if known.is_some() && known == new {
            return;
        }
        if entry.content().round > self.replica.round() {
            return self.keep_early_aside(entry, out);
        }
        if new.is_none() {
            return out.push(Output::Rejected(Rejection::Vote));
        }
        out.push(Output::Accepted(entry.record().to_vec()));
        out.push(Output::Changed);
        self.going_on.wishes.insert(seat, entry);
    }

    /// Wishes that whose turn it is can let in now, one after the other.
    pub(super) fn wishes_to_admit(&self) -> Vec<Vec<u8>> {
        let own = self.config.seat;
        let Some(state) = self.replica.state().filter(|_| self.replica.is_turn_start()) else { return Vec::new() };
        let mut state: State = state.clone();
        let mut records = Vec::new();
        for (seat, entry) in &self.going_on.wishes {
            let read = wish::read(&self.replica, entry.content());
            let read = read.filter(|_| *seat != own && !self.going_on.culprits.contains(*seat));
            if let Some((next, _)) = read.and_then(|(seat, wish)| wish::meet(&self.replica, &state, seat, wish)) {
                state = next;
                records.push(entry.record().to_vec());
            }
        }
        records
    }
}

/// Whether a ballot waits for an answer of this seat: one that has failed needs no further no.
fn needs_answer(book: &Book, ballot: Ballot, seat: Seat, awake: SeatSet) -> bool {
    book.answer(ballot, seat).is_none() && book.standing(ballot, awake) != Standing::Failed
}

/// The number of a new ballot: past all known ones, or, where somebody has used up the last, past all that have not failed.
fn free_number(book: &Book, question: Question, awake: SeatSet) -> Option<u8> {
    let last = book.ballots().map(|ballot| ballot.number).max().unwrap_or_default();
    if let Some(next) = last.checked_add(1) {
        return Some(next);
    }
    let live = book.ballots().filter(|ballot| book.standing(*ballot, awake) != Standing::Failed);
    let least = live.map(|ballot| ballot.number).max().unwrap_or_default().checked_add(1)?;
    let unused = |number: &u8| book.ballots().all(|known| known != Ballot { number: *number, question });
    (least..=u8::MAX).find(unused)
}
