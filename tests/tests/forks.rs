//! One seat signs two entries and keeps two halves of the table apart: whatever the delays, no honest seat is blamed, and
//! once the halves can talk, the forger is.

use std::collections::VecDeque;

use nightcoach_rules::{Action, Choice, Choices, Seat, choices};
use nightcoach_table::cheat::Forgery;
use nightcoach_table::{Check, Input, Output, Table, Verdict, audit};
use nightcoach_tests::cast::{Scene, neighbour, until};

/// Sessions with links that can be cut; what a cut link should carry waits for it.
struct Links {
    tables: Vec<Table>,
    forger: Seat,
    cut: Vec<(Seat, Seat)>,
    queue: VecDeque<(Seat, Seat, Vec<u8>)>,
    now: u64,
}

impl Links {
    fn new(scene: Scene) -> Self {
        Self { tables: scene.sim.tables, forger: scene.cheater, cut: Vec::new(), queue: VecDeque::new(), now: 1_000 }
    }

    fn honest(&self) -> Vec<Seat> {
        self.tables.iter().map(Table::seat).filter(|seat| *seat != self.forger).collect()
    }

    /// Everybody between these two groups is cut off from the other.
    fn cut_between(&mut self, left: &[Seat], right: &[Seat]) {
        self.cut = left.iter().flat_map(|a| right.iter().flat_map(move |b| [(*a, *b), (*b, *a)])).collect();
    }

    fn step(&mut self, seat: Seat, input: Input) {
        for output in self.tables[seat.index()].step(input, self.now) {
            match output {
                Output::Persist { ticket, .. } => self.step(seat, Input::Persisted(ticket)),
                Output::Send(record) | Output::Accepted(record) => {
                    let others = self.honest().into_iter().filter(|to| *to != seat);
                    self.queue.extend(others.map(|to| (seat, to, record.clone())));
                }
                _ => {}
            }
        }
    }

    fn give(&mut self, seats: &[Seat], record: &[u8]) {
        for seat in seats {
            self.step(*seat, Input::Entry(record.to_vec()));
        }
    }

    /// Delivers all that no cut link holds back.
    fn deliver(&mut self) {
        let mut held = VecDeque::new();
        while let Some((from, to, record)) = self.queue.pop_front() {
            if self.cut.contains(&(from, to)) {
                held.push_back((from, to, record));
            } else {
                self.step(to, Input::Entry(record));
            }
        }
        self.queue = held;
    }

    fn wait(&mut self, ms: u64) {
        self.now += ms;
        for seat in self.honest() {
            self.step(seat, Input::Tick);
        }
        self.deliver();
    }

    /// Some asked seat of a group makes its first choice; true if there was one.
    fn go_on(&mut self, group: &[Seat]) -> bool {
        let Some(seat) = group.iter().copied().find(|seat| self.tables[seat.index()].asked()) else { return false };
        let choice = choices(&self.tables[seat.index()].view().unwrap()).all().into_iter().next().unwrap();
        self.step(seat, Input::Choose(choice));
        self.deliver();
        true
    }

    fn assert_only_the_forger_is_blamed(&self) {
        for seat in self.honest() {
            if let Some(fault) = self.tables[seat.index()].fault().filter(|fault| fault.check.blames()) {
                assert_eq!((fault.culprit, fault.check), (self.forger, Check::OneEntry), "seat {} says so", seat.0);
            }
            if let Verdict::Invalid { seat: Some(named), .. } = audit(&self.tables[seat.index()].transcript()).verdict {
                assert_eq!(named, self.forger, "the audit of seat {}'s file says so", seat.0);
            }
        }
    }

    fn assert_the_forger_is_named_by_all(&self) {
        self.assert_only_the_forger_is_blamed();
        for seat in self.honest() {
            assert!(self.tables[seat.index()].fault().is_some_and(|fault| fault.check.blames()), "seat {}", seat.0);
        }
    }
}

/// A table of `n`, and two entries of the seat whose turn it is.
fn fork(n: u8) -> (Links, Vec<u8>, Vec<u8>) {
    let scene = until(n, |_| false, neighbour, |view| matches!(choices(view), Choices::Turn(_)));
    let table = &scene.sim.tables[scene.cheater.index()];
    let pass = Choice::plain(Action::Pass);
    let pass = table.forge(Forgery::FalseChoice, Some(&pass)).unwrap();
    let target = Seat((scene.cheater.0 + n - 1) % n);
    let attack = Choice::plain(Action::Attack { target });
    let attack = table.forge(Forgery::FalseChoice, Some(&attack)).unwrap();
    (Links::new(scene), pass, attack)
}

/// The halves go `depth` entries apart before they can talk again.
fn halves_apart(depth: usize) {
    let (mut links, pass, attack) = fork(6);
    let honest = links.honest();
    let (left, right) = honest.split_at(3);
    links.cut_between(left, right);
    links.give(left, &pass);
    links.give(right, &attack);
    links.deliver();
    for _ in 0..depth {
        links.go_on(left);
        links.go_on(right);
    }
    links.assert_only_the_forger_is_blamed();
    links.cut.clear();
    links.deliver();
    links.wait(20_000);
    links.wait(20_000);
    links.assert_the_forger_is_named_by_all();
}

#[test]
fn a_fork_of_one_round_is_found() {
    halves_apart(1);
}

#[test]
fn a_fork_several_rounds_deep_is_found() {
    for depth in 2..5 {
        halves_apart(depth);
    }
}

#[test]
fn a_long_silence_between_the_halves_blames_nobody_and_the_verdict_is_mended_later() {
    let (mut links, pass, attack) = fork(4);
    let honest = links.honest();
    let (alone, rest) = honest.split_at(1);
    links.cut_between(alone, rest);
    links.give(alone, &pass);
    links.give(rest, &attack);
    links.deliver();
    // The forger is the only way between them, and hands on just the entry that stands on a foreign head.
    links.go_on(alone);
    let foreign: Vec<Vec<u8>> =
        links.queue.iter().filter(|(from, ..)| *from == alone[0]).map(|q| q.2.clone()).collect();
    for record in &foreign {
        links.give(rest, record);
    }
    links.deliver();
    links.wait(60_000);
    links.assert_only_the_forger_is_blamed();
    links.cut.clear();
    links.deliver();
    links.wait(1);
    links.assert_the_forger_is_named_by_all();
}
