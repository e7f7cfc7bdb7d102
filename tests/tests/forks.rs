//! One seat signs two entries and keeps two halves of the table apart: whatever the delays, no honest seat is blamed, and
//! once the halves can talk, the forger is. And seats whose programs come to other digests: one alone is to blame, two not.

use std::collections::VecDeque;

use nightcoach_rules::{Action, Choice, Choices, Seat, choices};
use nightcoach_table::cheat::Forgery;
use nightcoach_table::{Auditor, Check, Fault, Input, Output, Table, Verdict, audit};
use nightcoach_tests::cast::{Scene, neighbour, until};
use nightcoach_tests::sim::{config, identity, options};
use nightcoach_transcript::{Content, Entry, UnverifiedEntry, fold};

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

/// What the others see of one who signs over another head and is never heard of again.
fn seen_of_one_who_vanishes(is_victim: bool) -> Vec<(Fault, Option<Seat>, Option<Check>)> {
    let (mut links, pass, attack) = fork(4);
    let one = Seat((links.forger.0 + 1) % 4);
    let rest: Vec<Seat> = links.honest().into_iter().filter(|seat| *seat != one).collect();
    links.cut_between(&[one], &rest);
    links.give(&rest, &attack);
    // The forger shows its second entry to this seat alone, and hands on only what the seat signs over it.
    links.give(&[one], &pass);
    let foreign: Vec<Vec<u8>> = if is_victim {
        assert!(links.go_on(&[one]), "it is this seat's turn");
        let signed = |record: &&Vec<u8>| UnverifiedEntry::decode(record).unwrap().claimed().seat == one.0;
        links.queue.iter().map(|(_, _, record)| record).filter(signed).cloned().collect()
    } else {
        // Or the seat invents a head that comes of no entries at all.
        let pass = Choice::plain(Action::Pass);
        Vec::from([links.tables[one.index()].forge(Forgery::WrongHead, Some(&pass)).unwrap()])
    };
    for record in foreign {
        links.give(&rest, &record);
    }
    links.deliver();
    links.wait(60_000);
    let seen = rest.iter().map(|seat| {
        let table = &links.tables[seat.index()];
        let Verdict::Invalid { seat, check, .. } = audit(&table.transcript()).verdict else { panic!("accepted") };
        (table.fault().expect("the table has stopped").clone(), seat, check)
    });
    seen.collect()
}

/// NC-104 blames nobody, also where the entries of the last common round are equal among all who can be asked: the others
/// see of an honest seat that only the forger has talked to just what they see of one that has invented a head.
#[test]
fn an_honest_victim_that_vanishes_looks_like_one_who_has_invented_a_head() {
    let victim = seen_of_one_who_vanishes(true);
    assert_eq!(victim, seen_of_one_who_vanishes(false));
    for (fault, seat, check) in victim {
        assert_eq!((fault.check, fault.check.blames()), (Check::Head, false));
        assert_eq!((seat, check), (None, Some(Check::Head)));
    }
}

/// A table in its first common round, where the others' programs come to another digest.
struct Programs {
    tables: Vec<Table>,
    others: Vec<u8>,
    sent: VecDeque<(u8, Vec<u8>)>,
    now: u64,
}

impl Programs {
    fn new(seats: u8, others: &[u8]) -> Self {
        let mut programs = Self { tables: Vec::new(), others: others.to_vec(), sent: VecDeque::new(), now: 0 };
        for seat in 0..seats {
            let (table, outputs) = Table::new(config(&options(seats), 9, seat), 0).unwrap();
            programs.tables.push(table);
            programs.carry_out(seat, outputs);
        }
        programs.deliver();
        programs
    }

    fn step(&mut self, seat: u8, input: Input) {
        let outputs = self.tables[usize::from(seat)].step(input, self.now);
        self.carry_out(seat, outputs);
    }

    fn carry_out(&mut self, seat: u8, outputs: Vec<Output>) {
        for output in outputs {
            match output {
                // The others' entries after the genesis are forged.
                Output::Persist { ticket, .. } if ticket == 0 || !self.others.contains(&seat) => {
                    self.step(seat, Input::Persisted(ticket));
                }
                Output::Send(record) => self.sent.push_back((seat, record)),
                _ => {}
            }
        }
    }

    fn deliver(&mut self) {
        let seats = u8::try_from(self.tables.len()).unwrap();
        while let Some((from, record)) = self.sent.pop_front() {
            for to in (0..seats).filter(|to| *to != from) {
                self.step(to, Input::Entry(record.clone()));
            }
        }
    }

    /// These say what they have come to.
    fn disagree(&mut self, seats: &[u8]) {
        for seat in seats {
            let record = self.tables[usize::from(*seat)].forge(Forgery::WrongDigest, None).unwrap();
            self.sent.push_back((*seat, record));
        }
        self.deliver();
    }

    fn wait(&mut self) {
        self.now += 20_000;
        for seat in 0..u8::try_from(self.tables.len()).unwrap() {
            self.step(seat, Input::Tick);
        }
        self.deliver();
    }

    fn ours(&self) -> impl Iterator<Item = &Table> {
        self.tables.iter().filter(|table| !self.others.contains(&table.seat().0))
    }
}

fn assert_nobody_is_blamed(table: &Table) {
    let fault = table.fault().expect("the table has stopped");
    assert_eq!((fault.check, fault.check.blames()), (Check::OneReplay, false), "seat {}", table.seat().0);
    let Verdict::Invalid { seat, check, .. } = audit(&table.transcript()).verdict else { panic!("accepted") };
    assert_eq!((seat, check), (None, Some(Check::OneReplay)), "the audit of seat {}'s file", table.seat().0);
}

#[test]
fn two_on_each_side_are_two_programs_and_nobody_is_blamed() {
    let mut programs = Programs::new(4, &[1, 3]);
    programs.disagree(&[1]);
    assert!(programs.ours().all(|table| table.fault().is_none()), "who agrees with seat 1 is not known yet");
    programs.disagree(&[3]);
    programs.ours().for_each(assert_nobody_is_blamed);
    let table = programs.ours().next().unwrap();
    let mut auditor = Auditor::new(table.genesis().clone()).unwrap();
    for record in table.entries_since(0) {
        auditor.hear(&record, 0).unwrap();
    }
    auditor.tick(60_000);
    assert_eq!(auditor.fault().map(|fault| fault.check), Some(Check::OneReplay), "on the screen of who watches");
}

#[test]
fn one_who_stands_alone_with_a_digest_is_blamed_as_soon_as_all_others_have_spoken() {
    let mut programs = Programs::new(4, &[2]);
    programs.disagree(&[2]);
    for table in programs.ours() {
        let fault = table.fault().expect("the table has stopped");
        assert_eq!((fault.culprit, fault.check), (Seat(2), Check::Digest));
    }
}

#[test]
fn one_who_stands_alone_is_blamed_even_if_others_stay_silent() {
    let mut programs = Programs::new(4, &[1, 3]);
    programs.disagree(&[1]);
    programs.wait();
    for table in programs.ours() {
        let fault = table.fault().expect("the table has stopped");
        assert_eq!((fault.culprit, fault.check), (Seat(1), Check::Digest));
    }
}

#[test]
fn who_goes_on_over_an_entry_with_another_digest_stands_on_its_side() {
    let Scene { mut sim, cheater, .. } =
        until(4, |_| false, neighbour, |view| matches!(choices(view), Choices::Turn(_)));
    sim.unshare();
    let pass = Choice::plain(Action::Pass);
    let table = &sim.tables[cheater.index()];
    let record = table.forge(Forgery::WrongDigest, Some(&pass)).unwrap();
    let follower = Seat((cheater.0 + 1) % 4);
    let key = table.genesis().roster[follower.index()].key;
    let secret = (100..140).map(|game| identity(game, follower.0)).find(|secret| secret.public() == key).unwrap();
    let wrong = UnverifiedEntry::decode(&record).unwrap();
    let claimed = wrong.claimed().clone();
    let wrong = wrong.verify(&table.genesis().roster[cheater.index()].key).unwrap();
    let head = fold(&claimed.head, claimed.round, [&wrong].into_iter());
    let next = Content { round: claimed.round + 1, head, seat: follower.0, body: vec![0], ..claimed };
    let next = Entry::sign(next, &secret).unwrap();
    let ours: Vec<Seat> = (0..4).map(Seat).filter(|seat| ![cheater, follower].contains(seat)).collect();
    for seat in &ours {
        sim.send(*seat, &record);
        sim.send(*seat, next.record());
    }
    sim.wait(20_000);
    for seat in &ours {
        assert_nobody_is_blamed(&sim.tables[seat.index()]);
    }
}
