//! Every order of deliveries, walked through: never two ways to close one round, and nobody stuck.
//!
//! The model is the round of a table in which everybody's entry is known to all but those of the silent seats. A silent seat's entry may
//! have been sent to nobody, may be on its way to anybody, and may be lost for anybody. Seats open ballots, answer as [`Book`]
//! lets them, yes or no at will where it leaves them a choice, and close the round when they may.

use alloc::collections::BTreeSet;
use alloc::vec;
use alloc::vec::Vec;

use super::*;

/// A rule that a negative control leaves out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Without {
    /// None of them.
    None,
    /// Who has closed the round, or holds a named seat's entry, says no.
    Knowing,
    /// Who has said yes waits until the ballot is settled.
    Waiting,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Node {
    book: Book,
    /// Silent seats whose entries it holds.
    entries: SeatSet,
    /// How it has closed the round: without whom.
    closed: Option<SeatSet>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Message {
    Entry(Seat),
    Vote(Ballot, Seat, bool),
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct World {
    nodes: Vec<Node>,
    /// What is on its way, and to whom; it may stay there for ever.
    sent: BTreeSet<(Message, Seat)>,
}

struct Model {
    seats: u8,
    /// Whose entries are missing at first.
    silent: SeatSet,
    /// Silent seats that can still read and answer.
    reading: SeatSet,
    /// Which of their entries may arrive where.
    entries: Vec<(Seat, Seat)>,
    ballots: Vec<Ballot>,
    /// Whether persons say no of their own free will, too.
    doubts: bool,
    without: Without,
}

impl Model {
    fn awake(&self) -> SeatSet {
        SeatSet::first(self.seats)
    }

    /// Seats that act in this model.
    fn acting(&self) -> SeatSet {
        self.awake().minus(self.silent).or(self.reading)
    }

    fn begin(&self) -> World {
        let node =
            |seat: Seat| Node { book: Book::default(), entries: self.silent.and(SeatSet::only(seat)), closed: None };
        let sent = self.entries.iter().map(|(from, to)| (Message::Entry(*from), *to)).collect();
        World { nodes: self.awake().iter().map(node).collect(), sent }
    }

    fn send(&self, world: &mut World, from: Seat, message: Message) {
        let others = self.acting().without(from);
        world.sent.extend(others.iter().map(|to| (message, to)));
    }

    /// What a node says of its own accord, and closes, after something has changed.
    fn react(&self, world: &mut World, seat: Seat) {
        let awake = self.awake();
        let known: Vec<Ballot> = world.nodes[seat.index()].book.ballots().collect();
        for ballot in known {
            let node = &world.nodes[seat.index()];
            let open = awake.minus(ballot.question.named()).contains(seat) && node.book.answer(ballot, seat).is_none();
            if !open {
                continue;
            }
            let late = node.closed.is_some() && self.without != Without::Knowing;
            let duty = node.book.duty(ballot, seat, awake, self.present(node));
            if late || duty == Duty::SayNo {
                self.answer(world, seat, ballot, false);
            }
        }
        self.close(world, seat);
        self.prune(world, seat);
    }

    /// What reaches a seat that has closed the round and answered all there is to answer changes nothing, unless a ballot names it: those
    /// deliveries need not be walked through.
    fn prune(&self, world: &mut World, seat: Seat) {
        let node = &world.nodes[seat.index()];
        let named = self.silent.contains(seat);
        let asked = |ballot: &&Ballot| !ballot.question.named().contains(seat);
        let done = self.ballots.iter().filter(asked).all(|ballot| node.book.answer(*ballot, seat).is_some());
        let closed = node.closed.is_some();
        let settled = |ballot: Ballot| {
            let asked = self.awake().minus(ballot.question.named()).contains(seat);
            let owes = asked && node.book.answer(ballot, seat).is_none();
            !owes && node.book.standing(ballot, self.awake()) == Standing::Failed
        };
        let keeps = |message: &Message| match message {
            Message::Entry(_) => !closed,
            Message::Vote(ballot, ..) => !(closed && done && !named || settled(*ballot)),
        };
        world.sent.retain(|(message, to)| *to != seat || keeps(message));
    }

    fn present(&self, node: &Node) -> SeatSet {
        if self.without == Without::Knowing { SeatSet::EMPTY } else { node.entries }
    }

    /// An answer; with a no goes what the seat holds of the named.
    fn answer(&self, world: &mut World, seat: Seat, ballot: Ballot, yes: bool) {
        world.nodes[seat.index()].book.record(ballot, seat, yes);
        self.send(world, seat, Message::Vote(ballot, seat, yes));
        let held = world.nodes[seat.index()].entries.and(ballot.question.named());
        if !yes {
            held.iter().for_each(|other| self.send(world, seat, Message::Entry(other)));
        }
    }

    fn close(&self, world: &mut World, seat: Seat) {
        let node = &mut world.nodes[seat.index()];
        if let Some(without) = node.closed {
            // A seat that a decided ballot names drops what it has closed.
            let decided = node.book.decided(self.awake()).map(|ballot| ballot.question.named());
            let supersedes = |named: &SeatSet| named.contains(seat) && *named != without;
            node.closed = decided.filter(supersedes).or(Some(without));
            return;
        }
        let closing = match node.book.closing(seat, self.awake()) {
            Closing::Wait if self.without == Without::Waiting => {
                node.book.decided(self.awake()).map_or(Closing::Whole, |ballot| Closing::Without(ballot.question))
            }
            closing @ (Closing::Wait | Closing::Whole | Closing::Without(_)) => closing,
        };
        let named = match closing {
            Closing::Wait => return,
            Closing::Whole => SeatSet::EMPTY,
            Closing::Without(question) => question.named(),
        };
        if self.silent.minus(named).within(node.entries) {
            node.closed = Some(named);
        }
    }

    /// Everything that can happen next.
    fn next(&self, world: &World) -> Vec<World> {
        let mut all = Vec::new();
        let mut push = |mut next: World, seat: Seat| {
            self.react(&mut next, seat);
            all.push(next);
        };
        for (message, to) in &world.sent {
            let mut next = world.clone();
            next.sent.remove(&(*message, *to));
            let node = &mut next.nodes[to.index()];
            match message {
                Message::Entry(from) => node.entries = node.entries.with(*from),
                Message::Vote(ballot, from, yes) => {
                    node.book.record(*ballot, *from, *yes);
                }
            }
            push(next, *to);
        }
        for seat in self.acting().iter() {
            for ballot in &self.ballots {
                for yes in self.answers(world, seat, *ballot) {
                    let mut next = world.clone();
                    self.answer(&mut next, seat, *ballot, yes);
                    push(next, seat);
                }
            }
        }
        all
    }

    /// What a person may answer, or open: yes opens a ballot that the seat has not heard of.
    fn answers(&self, world: &World, seat: Seat, ballot: Ballot) -> Vec<bool> {
        let node = &world.nodes[seat.index()];
        let late = node.closed.is_some() && self.without != Without::Knowing;
        let asked = self.awake().minus(ballot.question.named()).contains(seat);
        if late || !asked || node.book.answer(ballot, seat).is_some() {
            return vec![];
        }
        let heard = node.book.ballots().any(|known| known == ballot);
        // The next number is taken by who has heard of the one before.
        let first = ballot.number == 1 || node.book.ballots().any(|known| known.number + 1 == ballot.number);
        let free = node.book.duty(ballot, seat, self.awake(), self.present(node)) == Duty::Decide;
        match (free, heard) {
            (true, true) if self.doubts => vec![false, true],
            (true, true) => vec![true],
            (true, false) if first => vec![true],
            _ => vec![],
        }
    }

    /// Whether two seats have closed the round in two ways for good. A seat drops its way as soon as it hears of a decided ballot that
    /// names it, so there must be one way that all others can still come to: of any two, those who went one are named by the other.
    fn forked(&self, world: &World) -> bool {
        let ways: BTreeSet<SeatSet> = world.nodes.iter().filter_map(|node| node.closed).collect();
        let went = |way: SeatSet| -> SeatSet {
            let goes = |seat: &Seat| world.nodes[seat.index()].closed == Some(way);
            self.acting().iter().filter(goes).collect()
        };
        let yields = |one: SeatSet, other: SeatSet| went(one).within(other);
        ways.iter().any(|one| ways.iter().any(|other| one != other && !yields(*one, *other) && !yields(*other, *one)))
    }

    /// A seat that is there waits for answers that nobody will give: all that anybody who is there has said has arrived, and nobody
    /// there has anything to answer or to ask. Who is not bound, or can ask about all who are silent, is not stuck.
    fn stuck(&self, world: &World) -> bool {
        let here = self.awake().minus(self.silent);
        let waits = |seat: Seat| {
            let node = &world.nodes[seat.index()];
            node.closed.is_none() && node.book.closing(seat, self.awake()) == Closing::Wait
        };
        let held = here.iter().fold(SeatSet::EMPTY, |held, seat| held.or(world.nodes[seat.index()].entries));
        let comes = |message: &Message| match message {
            Message::Entry(from) => held.contains(*from),
            Message::Vote(..) => true,
        };
        let all = sleep(u8::MAX, self.silent);
        let can_ask = |seat: Seat| {
            let node = &world.nodes[seat.index()];
            node.closed.is_none() && node.book.duty(all, seat, self.awake(), node.entries) == Duty::Decide
        };
        here.iter().any(|seat| waits(seat) && !can_ask(seat))
            && !world.sent.iter().any(|(message, to)| here.contains(*to) && comes(message))
            && here.iter().all(|seat| self.ballots.iter().all(|ballot| self.answers(world, seat, *ballot).is_empty()))
    }

    /// Walks through all of it, in no particular order, so that a fork is found early; the number of worlds, or the first that is bad.
    fn walk(&self, bad: impl Fn(&World) -> bool) -> Result<usize, World> {
        let mut seen = BTreeSet::new();
        let mut left = vec![self.begin()];
        while !left.is_empty() {
            let world = left.swap_remove(seen.len().wrapping_mul(40_503) % left.len());
            if bad(&world) {
                return Err(world);
            }
            let new = self.next(&world).into_iter().filter(|next| seen.insert(next.clone()));
            left.extend(new);
        }
        Ok(seen.len())
    }

    /// The number of worlds, none of which forks or is stuck.
    fn is_sound(&self) -> usize {
        let sound = self.walk(|world| self.forked(world) || self.stuck(world));
        sound.unwrap_or_else(|world| panic!("forked: {}, {world:?}", self.forked(&world)))
    }

    fn forks(&self) -> bool {
        self.walk(|world| self.forked(world)).is_err()
    }
}

fn sleep(number: u8, seats: SeatSet) -> Ballot {
    Ballot { number, question: Question::Sleep(seats) }
}

const P: Seat = Seat(0);
const Q: Seat = Seat(1);
const R: Seat = Seat(2);
const Z: Seat = Seat(3);

/// P, Q, R and Z, whose entry may have reached anybody or nobody; the ballot is opened by anybody, and again when it has failed.
fn single(without: Without, numbers: u8) -> Model {
    let silent = SeatSet::only(Z);
    let ballots = (1..=numbers).map(|number| sleep(number, silent)).collect();
    Model {
        seats: 4,
        silent,
        reading: SeatSet::EMPTY,
        entries: vec![(Z, P), (Z, Q), (Z, R)],
        ballots,
        doubts: true,
        without,
    }
}

/// Two of so many are silent, one of them can still answer: a ballot on the other one is overtaken by one on both.
fn larger(seats: u8, without: Without) -> Model {
    let (r, z) = (Seat(seats - 2), Seat(seats - 1));
    let both = SeatSet::only(r).with(z);
    let ballots = vec![sleep(1, SeatSet::only(z)), sleep(2, both)];
    let entries = vec![(z, P), (r, P)];
    Model { seats, silent: both, reading: SeatSet::only(r), entries, ballots, doubts: true, without }
}

/// The last was thought lost and is back, and the one before does not answer any more: the ballot on the last is overtaken by one
/// on the other.
fn other(seats: u8, without: Without) -> Model {
    let (r, z) = (Seat(seats - 2), Seat(seats - 1));
    let ballots = vec![sleep(1, SeatSet::only(z)), sleep(2, SeatSet::only(r))];
    let both = SeatSet::only(r).with(z);
    let entries = vec![(z, P), (r, P)];
    Model { seats, silent: both, reading: both, entries, ballots, doubts: true, without }
}

/// Two ballots on different seats at the same time.
fn crossing() -> Model {
    let (r, z) = (SeatSet::only(R), SeatSet::only(Z));
    let ballots = vec![sleep(1, z), sleep(1, r)];
    let entries = vec![(R, P), (Z, Q)];
    let without = Without::None;
    Model { seats: 4, silent: r.or(z), reading: SeatSet::EMPTY, entries, ballots, doubts: true, without }
}

#[test]
fn one_ballot_never_forks_and_leaves_nobody_stuck() {
    let worlds = single(Without::None, 1).is_sound();
    assert!(worlds > 1_000, "{worlds} worlds are too few to be all");
}

#[test]
fn a_later_ballot_overtakes_without_a_fork() {
    let worlds = [larger(3, Without::None).is_sound(), other(3, Without::None).is_sound()];
    assert!(worlds.iter().all(|worlds| *worlds > 100), "{worlds:?} worlds are too few to be all");
}

#[test]
fn crossing_ballots_do_not_fork() {
    let worlds = crossing().is_sound();
    assert!(worlds > 400, "{worlds} worlds are too few to be all");
}

/// The negative controls: each half of the rule is needed.
#[test]
fn without_either_half_of_the_rule_the_table_forks() {
    for rule in [Without::Knowing, Without::Waiting] {
        assert!(single(rule, 1).forks(), "one ballot, without {rule:?}");
    }
}
