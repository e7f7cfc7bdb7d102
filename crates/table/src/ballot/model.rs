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
    /// Yes to a second ballot only if it names more.
    Nesting,
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
            if late || duty == Duty::SayNo && !self.free(node, ballot) {
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
        let keeps = |message: &Message| match message {
            Message::Entry(_) => !closed,
            Message::Vote(..) => !(closed && done && !named),
        };
        world.sent.retain(|(message, to)| *to != seat || keeps(message));
    }

    fn present(&self, node: &Node) -> SeatSet {
        if self.without == Without::Knowing { SeatSet::EMPTY } else { node.entries }
    }

    /// Without the rule of nesting, a no that only that rule asks for is free.
    fn free(&self, node: &Node, ballot: Ballot) -> bool {
        self.without == Without::Nesting && ballot.question.named().and(node.entries).is_empty()
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
        // The next number is opened by who knows that the one before has failed.
        let first = ballot.number == 1
            || self.ballots.iter().any(|other| {
                let before = other.number + 1 == ballot.number && other.question == ballot.question;
                before && node.book.standing(*other, self.awake()) == Standing::Failed
            });
        let free = match node.book.duty(ballot, seat, self.awake(), self.present(node)) {
            Duty::Decide => true,
            Duty::SayNo | Duty::Wait => self.free(node, ballot),
            Duty::Nothing => false,
        };
        match (free, heard) {
            (true, true) => vec![true, false],
            (true, false) if first => vec![true],
            _ => vec![],
        }
    }

    /// Whether two seats have closed the round in two ways. Who is named by the other way drops its own as soon as it hears.
    fn forked(&self, world: &World) -> bool {
        let ways: BTreeSet<SeatSet> = world.nodes.iter().filter_map(|node| node.closed).collect();
        let largest = ways.iter().max_by_key(|way| way.len()).copied().unwrap_or(SeatSet::EMPTY);
        let stands = |seat: Seat| !largest.contains(seat);
        let other = |seat: Seat| world.nodes[seat.index()].closed.is_some_and(|way| way != largest);
        self.acting().iter().any(|seat| stands(seat) && other(seat))
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

    /// Walks through all of it; the number of worlds, or the first that is bad.
    fn walk(&self, bad: impl Fn(&World) -> bool) -> Result<usize, World> {
        let mut seen = BTreeSet::new();
        let mut left = vec![self.begin()];
        while let Some(world) = left.pop() {
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
    Model { seats: 4, silent, reading: SeatSet::EMPTY, entries: vec![(Z, P), (Z, Q), (Z, R)], ballots, without }
}

/// Two are silent, one of them can still answer: a ballot on the other one is overtaken by one on both.
fn nested(without: Without) -> Model {
    let both = SeatSet::only(R).with(Z);
    let ballots = vec![sleep(1, SeatSet::only(Z)), sleep(1, both)];
    Model { seats: 4, silent: both, reading: SeatSet::only(R), entries: vec![(Z, P), (R, Q)], ballots, without }
}

/// Two ballots on different seats at the same time.
fn crossing(without: Without) -> Model {
    let (r, z) = (SeatSet::only(R), SeatSet::only(Z));
    let ballots = vec![sleep(1, z), sleep(1, r), sleep(1, r.or(z))];
    let (reading, entries) =
        if without == Without::None { (SeatSet::EMPTY, vec![(R, P), (Z, Q)]) } else { (r.or(z), vec![]) };
    Model { seats: 4, silent: r.or(z), reading, entries, ballots, without }
}

#[test]
fn one_ballot_never_forks_and_leaves_nobody_stuck() {
    let worlds = single(Without::None, 1).is_sound();
    assert!(worlds > 1_000, "{worlds} worlds are too few to be all");
    assert_eq!((P.0, Q.0), (0, 1), "P and Q are seats of this model");
}

#[test]
fn a_larger_ballot_supersedes_without_a_fork() {
    let worlds = nested(Without::None).is_sound();
    assert!(worlds > 10_000, "{worlds} worlds are too few to be all");
}

#[test]
fn crossing_ballots_do_not_fork() {
    let worlds = crossing(Without::None).is_sound();
    assert!(worlds > 1_000, "{worlds} worlds are too few to be all");
}

/// The negative controls: each rule is needed.
#[test]
fn without_any_one_of_the_rules_the_table_forks() {
    for rule in [Without::Knowing, Without::Waiting] {
        assert!(single(rule, 1).forks(), "one ballot, without {rule:?}");
        assert!(nested(rule).forks(), "a larger ballot, without {rule:?}");
    }
    assert!(crossing(Without::Nesting).forks());
}
