//! The machines, what is under way between them, and what must never happen.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicU64, Ordering};

use nightcoach_rules::Options;
use nightcoach_table::VERSION;
use nightcoach_table::lobby::{Player, Start};
use nightcoach_transcript::{RecordKind, UnverifiedEntry};
use rand_chacha::ChaCha8Rng;
use rand_core::{Rng as _, SeedableRng as _};

use super::machine::Machine;
use super::{Chaos, Ended, Without};
use crate::clock::Clock;
use crate::net::{Message, PeerKey};
use crate::seat::engine::Effect;
use crate::store::Profile;

/// A game that takes longer hangs, in milliseconds after the last thing that went wrong.
const PATIENCE: u64 = 300_000;
const BEACON_MS: u64 = 1_000;

enum Happening {
    Arrival { from: usize, to: usize, message: Box<Message> },
    Beacon(usize),
    Wake(usize),
    PowerCut(usize),
    PowerOn(usize),
    Split(u64),
    Heal,
}

pub(super) struct World {
    clock: &'static AtomicU64,
    rng: ChaCha8Rng,
    chaos: Chaos,
    without: Without,
    machines: Vec<Machine>,
    queue: BTreeMap<(u64, u64), Happening>,
    number: u64,
    /// Machines in one part of a split network, as bits; the others are in the other one.
    part: Option<u64>,
    /// Two that never reach each other.
    estranged: Option<(usize, usize)>,
    /// What each seat has signed for each round.
    signed: BTreeMap<(u32, u8), [u8; 32]>,
    /// Own entries that have left a machine.
    sent: BTreeSet<Vec<u8>>,
    heads: BTreeMap<u32, [u8; 32]>,
    wrong: Option<String>,
    /// Whether the error of [`Chaos::error`] was made.
    erred: bool,
}

impl World {
    pub(super) fn new(seed: u64, seats: u8, chaos: Chaos, without: Without) -> Self {
        let clock: &'static AtomicU64 = Box::leak(Box::new(AtomicU64::new(0)));
        let mut world = Self {
            clock,
            rng: ChaCha8Rng::seed_from_u64(seed),
            chaos,
            without,
            machines: Vec::new(),
            queue: BTreeMap::new(),
            number: 0,
            part: None,
            estranged: None,
            signed: BTreeMap::new(),
            sent: BTreeSet::new(),
            heads: BTreeMap::new(),
            wrong: None,
            erred: false,
        };
        world.seat(seats);
        world.plan();
        world
    }

    /// Seats everybody at a table that ends after two laps, or six, if nobody declares before.
    fn seat(&mut self, seats: u8) {
        let clock = Clock::simulated(self.clock);
        for place in 0..seats {
            let profile = Profile::reproducible("simulated", self.bytes());
            let bot = self.rng.next_u64();
            match profile {
                Ok(profile) => self.machines.push(Machine::new(profile, clock, bot)),
                Err(error) => self.fail(format!("no profile for seat {place}: {error}")),
            }
        }
        let keys: Vec<PeerKey> = self.machines.iter().map(|machine| machine.key).collect();
        let max_laps = if self.below(5) == 0 { 6 } else { 2 };
        let players =
            keys.iter().zip(0u8..).map(|(key, n)| Player { name: format!("p{n}"), key: key.0, fresh: self.bytes() });
        let start = Start {
            version: VERSION,
            table: [5; 16],
            table_name: "simulated".to_owned(),
            options: Options { max_laps, draw_vote: false, ..Options::new(seats) },
            players: players.collect(),
            previous: [0; 32],
        };
        for (place, seat) in (0..self.machines.len()).zip(0u8..) {
            let seeds = [self.bytes(), self.bytes()];
            let own = self.machines.get_mut(place);
            let begun = own.map_or(Ok(Vec::new()), |machine| {
                let others = keys.iter().filter(|key| **key != machine.key);
                machine.peers = others.map(|key| (*key, crate::seat::peers::Peer::default())).collect();
                machine.begin(&start, seat, seeds)
            });
            match begun {
                Ok(effects) => self.carry_out(place, effects),
                Err(why) => self.fail(why),
            }
            let first = self.below(BEACON_MS);
            self.after(first, Happening::Beacon(place));
        }
    }

    /// What will go wrong, and when.
    fn plan(&mut self) {
        let machines = self.machines.len();
        if self.chaos.estranged {
            let first = self.pick(machines);
            let second = (first + 1 + self.pick(machines - 1)) % machines;
            self.estranged = Some((first, second));
        }
        for _ in 0..self.chaos.power_cuts {
            let (at, who) = (self.below(self.chaos.until.max(1)), self.pick(machines));
            // One machine's disk: what all have forgotten nobody can know.
            let who = if self.chaos.set_back { 0 } else { who };
            self.after(at, Happening::PowerCut(who));
        }
        for _ in 0..self.chaos.splits {
            let at = self.below(self.chaos.until.max(1));
            let part = self.rng.next_u64();
            self.after(at, Happening::Split(part));
            let until = at + 500 + self.below(8_000);
            self.after(until, Happening::Heal);
        }
    }

    /// Plays to the end.
    pub(super) fn run(mut self) -> Result<Ended, String> {
        let limit = self.chaos.until + PATIENCE;
        while let Some(((at, _), happening)) = self.queue.pop_first() {
            self.clock.store(at, Ordering::Relaxed);
            self.happen(happening);
            if let Some(wrong) = self.wrong {
                return Err(format!("at {at} ms: {wrong}"));
            }
            if self.machines.iter().all(Machine::is_done) {
                return self.compare(at);
            }
            if at > limit {
                let waits: Vec<_> =
                    self.machines.iter().map(|machine| machine.waits_for().iter().collect::<Vec<_>>()).collect();
                return Err(format!("at {at} ms: the game hangs; the machines wait for {waits:?}"));
            }
        }
        Err("nothing happens any more".to_owned())
    }

    /// All chains are equal, and nothing that was sent is missing in them.
    fn compare(&mut self, at: u64) -> Result<Ended, String> {
        let chains: Vec<_> = self.machines.iter_mut().map(Machine::chain).collect();
        let Some(first) = chains.first() else { return Err("no machine".to_owned()) };
        if chains.iter().any(|chain| chain != first) {
            return Err("the chains differ at the end".to_owned());
        }
        let kept: BTreeSet<&Vec<u8>> = first.iter().collect();
        if self.sent.iter().any(|sent| !kept.contains(sent)) {
            return Err("an entry was sent and is in no chain".to_owned());
        }
        let mut states = self.machines.iter_mut().map(Machine::state);
        let first = states.next();
        if states.any(|state| Some(state) != first) {
            return Err("the states differ at the end".to_owned());
        }
        let rounds = self.heads.keys().next_back().copied().unwrap_or(0);
        Ok(Ended { at, rounds })
    }

    fn happen(&mut self, happening: Happening) {
        let now = self.now();
        match happening {
            Happening::Arrival { from, to, message } => {
                let key = self.key(from);
                let answer = self.machines.get_mut(to).and_then(|machine| machine.receive(key, *message, now));
                if let Some(answer) = answer {
                    self.send(to, from, answer);
                }
                self.work(to);
            }
            Happening::Beacon(place) => {
                self.after(BEACON_MS, Happening::Beacon(place));
                self.beacon(place);
            }
            Happening::Wake(place) => self.work(place),
            Happening::PowerCut(place) => self.cut_power(place),
            Happening::PowerOn(place) => self.power_on(place),
            Happening::Split(part) => self.part = Some(part),
            Happening::Heal => {
                self.part = None;
                for place in 0..self.machines.len() {
                    self.link(place);
                }
            }
        }
    }

    /// The table does what it can, and what comes of it leaves the machine, unless the power goes meanwhile.
    fn work(&mut self, place: usize) {
        let now = self.now();
        loop {
            let Some(machine) = self.machines.get_mut(place) else { return };
            machine.choose();
            let Some(sitting) = &mut machine.sitting else { return };
            let effects = sitting.work(now);
            if place == 0 && self.chaos.error && !self.erred {
                self.erred = machine.err();
            }
            machine.note_deal();
            let Some(sitting) = &machine.sitting else { return };
            let (round, head, fault) = (sitting.playing.round, sitting.playing.head, sitting.playing.fault.clone());
            if machine.is_dead() {
                return self.power_off(place);
            }
            if let Some(fault) = fault {
                self.fail(format!("seat {} of honest people is accused: {}", fault.culprit.0, fault.check));
            }
            // A machine that is set back may come to another head where nobody has seen the first one.
            let forgetful = self.chaos.set_back && place == 0;
            let known = self.heads.get(&round).copied().unwrap_or(head);
            if !forgetful {
                self.heads.insert(round, known);
            }
            if known != head {
                self.fail(format!("two heads in round {round}"));
            }
            if effects.is_empty() {
                return;
            }
            self.carry_out(place, effects);
        }
    }

    fn carry_out(&mut self, place: usize, effects: Vec<Effect>) {
        for effect in effects {
            match effect {
                Effect::WakeAt(at) => {
                    let wait = at.saturating_sub(self.now());
                    if let Some(sitting) = self.machines.get_mut(place).and_then(|machine| machine.sitting.as_mut()) {
                        sitting.wish_wake(at);
                    }
                    self.after(wait, Happening::Wake(place));
                }
                Effect::Broken => self.fail(format!("seat {place} is broken")),
                Effect::Disk(why) => self.fail(format!("the disk of seat {place}: {why}")),
                Effect::Rejected { .. } | Effect::Repeats(_) => {}
                Effect::Send(_) | Effect::Forward { .. } | Effect::Batch { .. } | Effect::Tell { .. } => {
                    if self.without == Without::Forwarding && matches!(effect, Effect::Forward { .. }) {
                        continue;
                    }
                    if let Effect::Send(record) = &effect
                        && !self.chaos.set_back
                    {
                        self.note_signed(record);
                    }
                    if !self.deliver(place, effect) {
                        return;
                    }
                }
            }
        }
    }

    /// Sends what an effect asks for. False: the power has gone meanwhile.
    fn deliver(&mut self, place: usize, effect: Effect) -> bool {
        let Some(machine) = self.machines.get(place) else { return false };
        let Some(sitting) = &machine.sitting else { return false };
        let own = self.chaos.set_back && matches!(effect, Effect::Send(_));
        let deliveries = sitting.deliveries(effect, &machine.peers).into_iter();
        let single = deliveries.flat_map(|(to, message)| to.into_iter().map(move |key| (key, message.clone())));
        for (key, message) in single.collect::<Vec<_>>() {
            if self.runs_out(place) {
                self.power_off(place);
                return false;
            }
            if let Some(other) = self.machines.iter().position(|machine| machine.key == key) {
                // A disk that was set back may forget what nobody has seen.
                if let (Message::Push { entry, .. }, true, true) = (&message, own, self.reaches(place, other)) {
                    self.note_signed(&entry.0);
                }
                self.send(place, other, message);
            }
        }
        true
    }

    /// Whether the power goes before the next message leaves.
    fn runs_out(&mut self, place: usize) -> bool {
        let left = self.machines.get_mut(place).and_then(|machine| machine.sends_left.as_mut());
        left.is_some_and(|left| {
            let gone = *left == 0;
            *left = left.saturating_sub(1);
            gone
        })
    }

    /// A seat signs one entry a round; what has left a machine must stay.
    fn note_signed(&mut self, record: &[u8]) {
        let Ok(entry) = UnverifiedEntry::decode(record) else { return self.fail("an own record is none".to_owned()) };
        let content = entry.claimed();
        if content.kind != RecordKind::Entry {
            return;
        }
        let hash = nightcoach_transcript::hash(b"simulated", &[record]);
        if *self.signed.entry((content.round, content.seat)).or_insert(hash) != hash {
            self.fail(format!("seat {} has signed round {} twice", content.seat, content.round));
        }
        self.sent.insert(record.to_vec());
    }

    fn send(&mut self, from: usize, to: usize, message: Message) {
        let message = Box::new(message);
        if !self.reaches(from, to) {
            return;
        }
        let troubled = self.now() < self.chaos.until;
        if troubled && self.below(1_000) < self.chaos.loss {
            return;
        }
        if troubled && self.below(1_000) < self.chaos.repeats {
            let later = self.below(self.chaos.delay.max(1) * 4);
            self.after(later, Happening::Arrival { from, to, message: message.clone() });
        }
        let delay = 1 + self.below(self.chaos.delay.max(1));
        self.after(delay, Happening::Arrival { from, to, message });
    }

    fn beacon(&mut self, place: usize) {
        let others: Vec<usize> = (0..self.machines.len()).filter(|other| self.reaches(place, *other)).collect();
        let neighbours = others.iter().map(|other| self.key(*other)).collect();
        let beacon = self.machines.get(place).and_then(|machine| machine.beacon(neighbours));
        if let Some(beacon) = beacon.filter(|_| self.without != Without::Beacons) {
            for other in others {
                self.send(place, other, beacon.clone());
            }
        }
        self.work(place);
    }

    /// Links come up again: both sides ask for what they lack at the first beacon.
    fn link(&mut self, place: usize) {
        let others: Vec<PeerKey> =
            (0..self.machines.len()).filter(|other| *other != place).map(|other| self.key(other)).collect();
        if let Some(sitting) = self.machines.get_mut(place).and_then(|machine| machine.sitting.as_mut()) {
            for key in others {
                sitting.linked(key);
            }
        }
    }

    /// Now, after some more writes, or after some more messages.
    fn cut_power(&mut self, place: usize) {
        let (how, later) = (self.below(3), u32::try_from(self.below(6)).unwrap_or(0));
        let Some(machine) = self.machines.get_mut(place) else { return };
        match how {
            0 => self.power_off(place),
            1 => machine.die_after_writes(later),
            _ => machine.sends_left = Some(later),
        }
    }

    fn power_off(&mut self, place: usize) {
        let lies = self.without == Without::Syncing;
        let pick = if lies { 0 } else { self.rng.next_u64() };
        let set_back = self.chaos.set_back;
        let keep = |synced: u64, len: u64| synced + pick % (len - synced + 1);
        let off = self
            .machines
            .get_mut(place)
            .filter(|machine| machine.sitting.is_some())
            .map(|machine| machine.power_off(set_back, keep));
        match off {
            Some(Ok(())) => {
                let later = 50 + self.below(10_000);
                self.after(later, Happening::PowerOn(place));
            }
            Some(Err(why)) => self.fail(why),
            None => {}
        }
    }

    fn power_on(&mut self, place: usize) {
        let asking = !matches!(self.without, Without::Syncing | Without::Asking);
        match self.machines.get_mut(place).map(|machine| machine.power_on(asking)) {
            Some(Ok(effects)) => {
                self.carry_out(place, effects);
                self.link(place);
                let key = self.key(place);
                for other in self.machines.iter_mut().filter_map(|machine| machine.sitting.as_mut()) {
                    other.linked(key);
                }
                self.work(place);
            }
            Some(Err(why)) => self.fail(format!("seat {place} does not come back: {why}")),
            None => {}
        }
    }

    fn reaches(&self, from: usize, to: usize) -> bool {
        let on = |place: usize| self.machines.get(place).is_some_and(|machine| machine.sitting.is_some());
        let together = self.part.is_none_or(|part| (part >> from) & 1 == (part >> to) & 1);
        let strange = self.estranged.is_some_and(|(a, b)| (from, to) == (a, b) || (to, from) == (a, b));
        from != to && on(from) && on(to) && together && !strange
    }

    fn key(&self, place: usize) -> PeerKey {
        self.machines.get(place).map_or(PeerKey([0; 32]), |machine| machine.key)
    }

    fn now(&self) -> u64 {
        self.clock.load(Ordering::Relaxed)
    }

    fn after(&mut self, wait: u64, happening: Happening) {
        self.number += 1;
        self.queue.insert((self.now() + wait, self.number), happening);
    }

    fn fail(&mut self, what: String) {
        self.wrong.get_or_insert(what);
    }

    fn below(&mut self, bound: u64) -> u64 {
        self.rng.next_u64() % bound.max(1)
    }

    fn pick(&mut self, of: usize) -> usize {
        usize::try_from(self.below(u64::try_from(of).unwrap_or(1))).unwrap_or(0)
    }

    fn bytes(&mut self) -> [u8; 32] {
        let mut bytes = [0; 32];
        self.rng.fill_bytes(&mut bytes);
        bytes
    }
}
