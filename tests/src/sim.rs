//! A whole table in one thread: every seat's session, a virtual clock, and a network that keeps nothing back.

use std::collections::{BTreeMap, VecDeque};
use std::sync::{Arc, Mutex};

use nightcoach_rules::{Choice, Event, Options, Outcome, Seat, SeatSet, View};
use nightcoach_table::shared::{Checked, SharedChecks};
use nightcoach_table::{
    Fault, Genesis, GenesisError, Input, Output, Question, Rejection, RosterSeat, Table, TableConfig, VERSION,
};
use nightcoach_transcript::{IdentitySecret, hash};

/// One table with all its seats.
#[derive(Debug)]
pub struct Sim {
    /// By seat.
    pub tables: Vec<Table>,
    /// Events that seat 0 has reported.
    pub events: Vec<Event>,
    /// What every seat has reported as fault.
    pub faults: Vec<Option<Fault>>,
    /// Records dropped, with the seat that dropped them.
    pub rejected: Vec<(Seat, Rejection)>,
    /// Every record that anybody sent, in order.
    pub traffic: Vec<Vec<u8>>,
    /// Seats that nothing reaches and that nothing comes from.
    pub gone: SeatSet,
    /// Seats from which nothing comes, though all reaches them.
    pub unheard: SeatSet,
    /// After so many records of its own a seat vanishes.
    pub cut: Option<(Seat, usize)>,
    /// What kind of round each own record was made in, by seat.
    pub written: Vec<Vec<(u8, String)>>,
    /// Seats whose own cards were no faces, or whose own entry was refused.
    pub broken: SeatSet,
    /// The honest program of this seat keeps its entry of this round back: a cheater will send another.
    pub muted: Option<(Seat, u32)>,
    queue: VecDeque<(Seat, Vec<u8>)>,
    now: u64,
}

/// What one of the simulated peers has checked holds for all: the group operations are done once.
#[derive(Clone, Debug, Default)]
struct Shared(Arc<Mutex<BTreeMap<[u8; 32], Checked>>>);

impl SharedChecks for Shared {
    fn find(&self, key: &[u8; 32]) -> Option<Checked> {
        self.0.lock().unwrap().get(key).cloned()
    }

    fn keep(&self, key: [u8; 32], found: Checked) {
        let mut known = self.0.lock().unwrap();
        // A table's rounds pass; what is older than a few hundred entries is not asked for again.
        if known.len() > 512 {
            known.clear();
        }
        known.insert(key, found);
    }
}

/// A seat that shares nothing.
#[derive(Debug)]
struct Alone;

impl SharedChecks for Alone {
    fn find(&self, _key: &[u8; 32]) -> Option<Checked> {
        None
    }

    fn keep(&self, _key: [u8; 32], _found: Checked) {}
}

/// Options of the default table.
pub fn options(seats: u8) -> Options {
    Options::new(seats)
}

/// A 32-byte seed from a label and numbers, so that every simulated seat differs and every run is the same.
pub fn seed(label: &str, game: u64, seat: u8) -> [u8; 32] {
    hash(label.as_bytes(), &[&game.to_le_bytes(), &[seat]])
}

/// The identity of a simulated seat.
pub fn identity(game: u64, seat: u8) -> IdentitySecret {
    IdentitySecret::from_seed(seed("identity", game, seat))
}

/// What the seats of a simulated game agree on.
pub fn genesis(options: &Options, game: u64) -> Genesis {
    let roster = (0..options.seats)
        .map(|seat| RosterSeat {
            name: format!("Seat {seat}"),
            key: identity(game, seat).public(),
            fresh: seed("fresh", game, seat),
        })
        .collect();
    Genesis { version: VERSION, options: options.clone(), roster, previous: [0; 32] }
}

/// The configuration of one simulated seat.
pub fn config(options: &Options, game: u64, seat: u8) -> TableConfig {
    TableConfig {
        seat: Seat(seat),
        genesis: genesis(options, game),
        identity: identity(game, seat),
        deal_seed: seed("deal", game, seat),
        seat_seed: seed("seat", game, seat),
        pace_ms: 0,
    }
}

impl Sim {
    /// Seats everybody and plays the set-up.
    ///
    /// # Errors
    /// The options make no table.
    pub fn begin(options: &Options, game: u64) -> Result<Self, GenesisError> {
        Self::begin_muted(options, game, None)
    }

    /// Seats everybody; the set-up goes as far as the muted entry allows.
    ///
    /// # Errors
    /// The options make no table.
    pub fn begin_muted(options: &Options, game: u64, muted: Option<(Seat, u32)>) -> Result<Self, GenesisError> {
        Self::begin_with(options, game, muted, |_config| {})
    }

    /// Seats everybody; a seat vanishes after so many records of its own.
    ///
    /// # Errors
    /// The options make no table.
    pub fn begin_cut(options: &Options, game: u64, cut: (Seat, usize)) -> Result<Self, GenesisError> {
        Self::begin_all(options, game, None, Some(cut), |_config| {})
    }

    /// The same, with configurations changed by `adjust`.
    ///
    /// # Errors
    /// The options make no table.
    pub fn begin_with(
        options: &Options,
        game: u64,
        muted: Option<(Seat, u32)>,
        adjust: impl Fn(&mut TableConfig),
    ) -> Result<Self, GenesisError> {
        Self::begin_all(options, game, muted, None, adjust)
    }

    fn begin_all(
        options: &Options,
        game: u64,
        muted: Option<(Seat, u32)>,
        cut: Option<(Seat, usize)>,
        adjust: impl Fn(&mut TableConfig),
    ) -> Result<Self, GenesisError> {
        let mut sim = Self {
            tables: Vec::new(),
            events: Vec::new(),
            faults: vec![None; usize::from(options.seats)],
            rejected: Vec::new(),
            traffic: Vec::new(),
            gone: SeatSet::EMPTY,
            unheard: SeatSet::EMPTY,
            cut,
            written: vec![Vec::new(); usize::from(options.seats)],
            broken: SeatSet::EMPTY,
            muted,
            queue: VecDeque::new(),
            now: 0,
        };
        let mut first = Vec::new();
        let shared = Shared::default();
        for seat in 0..options.seats {
            let mut config = config(options, game, seat);
            adjust(&mut config);
            let (mut table, out) = Table::new(config, 0)?;
            table.share_checks(Box::new(shared.clone()));
            sim.tables.push(table);
            first.push((Seat(seat), out));
        }
        for (seat, out) in first {
            sim.carry_out(seat, out);
        }
        sim.settle();
        Ok(sim)
    }

    /// From now on every seat checks for itself.
    pub fn unshare(&mut self) {
        for table in &mut self.tables {
            table.share_checks(Box::new(Alone));
        }
    }

    /// Gives one input to one seat and does what it asks for.
    pub fn input(&mut self, seat: Seat, input: Input) {
        let Some(table) = self.tables.get_mut(seat.index()) else { return };
        let out = table.step(input, self.now);
        self.carry_out(seat, out);
    }

    /// Hands a record to every seat but one, as if that one had sent it.
    pub fn broadcast(&mut self, from: Seat, record: &[u8]) {
        self.post(from, record);
        self.settle();
    }

    /// Hands a record to one seat.
    pub fn send(&mut self, to: Seat, record: &[u8]) {
        self.queue.push_back((to, record.to_vec()));
        self.settle();
    }

    /// Lets time pass for everybody.
    pub fn wait(&mut self, ms: u64) {
        self.now += ms;
        for seat in self.seats() {
            self.input(seat, Input::Tick);
        }
        self.settle();
    }

    /// The seats that have a choice to make, with their views.
    pub fn asked(&self) -> Vec<(Seat, View)> {
        self.tables
            .iter()
            .filter(|table| table.asked() && !self.gone.or(self.unheard).contains(table.seat()))
            .filter_map(|table| Some((table.seat(), table.view()?)))
            .collect()
    }

    /// A seat makes a choice, and everything that follows from it happens.
    pub fn choose(&mut self, seat: Seat, choice: Choice) {
        self.input(seat, Input::Choose(choice));
        self.settle();
    }

    /// Plays until the game ends, a fault stops it, `chooser` has no answer, or `most` choices were made.
    pub fn play(&mut self, most: usize, mut chooser: impl FnMut(&View) -> Option<Choice>) -> usize {
        for made in 0..most {
            let Some((seat, view)) = self.asked().into_iter().next() else { return made };
            let Some(choice) = chooser(&view) else { return made };
            self.choose(seat, choice);
        }
        most
    }

    /// A seat's link is cut: what it sends and what is sent to it is lost.
    pub fn vanish(&mut self, seat: Seat) {
        self.gone = self.gone.with(seat);
    }

    /// The link is there again, and the seat catches up from another one.
    pub fn return_from(&mut self, seat: Seat, other: Seat) {
        self.gone = self.gone.without(seat);
        for record in self.tables[other.index()].entries_since(0) {
            self.input(seat, Input::Entry(record));
        }
        for record in self.tables[seat.index()].entries_since(0) {
            self.input(other, Input::Entry(record));
        }
        self.settle();
    }

    /// A seat asks, and everybody who is asked says yes.
    pub fn agree(&mut self, opener: Seat, question: Question) {
        self.input(opener, Input::OpenBallot(question));
        self.settle();
        let all: Vec<Seat> = self.seats().filter(|seat| !self.gone.contains(*seat)).collect();
        for seat in all {
            for view in self.tables[seat.index()].ballots() {
                if view.may_answer && view.ballot.question == question {
                    self.input(seat, Input::Vote { ballot: view.ballot, yes: true });
                    self.settle();
                }
            }
        }
    }

    /// If the seats that are here wait for nobody but seats that are not, for their entries or for their answers, they agree to go on
    /// without those. False: they wait for somebody who is here, or cannot go on.
    pub fn go_on(&mut self) -> bool {
        let away = self.gone.or(self.unheard);
        let here: Vec<Seat> = self.seats().filter(|seat| !away.contains(*seat)).collect();
        let Some(first) = here.first().copied() else { return false };
        let at = |sim: &Self| (sim.tables[first.index()].round(), sim.tables[first.index()].asleep());
        let (round, asleep) = at(self);
        let waiting = self.tables[first.index()].waiting_for();
        if !waiting.minus(away).is_empty() {
            return false;
        }
        let lost = away.minus(asleep);
        let alone = lost.iter().map(SeatSet::only);
        for named in [waiting.and(lost), lost].into_iter().chain(alone).collect::<Vec<_>>() {
            self.agree(first, Question::Sleep(named));
            if at(self).0 > round {
                return true;
            }
        }
        false
    }

    /// How the game ended, if all seats say the same.
    pub fn outcome(&self) -> Option<Outcome> {
        let here: Vec<&Table> = self.tables.iter().filter(|table| !self.gone.contains(table.seat())).collect();
        let first = here.first()?.outcome()?;
        here.iter().all(|table| table.outcome() == Some(first)).then(|| first.clone())
    }

    fn carry_out(&mut self, seat: Seat, out: Vec<Output>) {
        for output in out {
            match output {
                Output::Persist { ticket, .. } if self.muted == Some((seat, ticket)) => {}
                Output::Persist { ticket, .. } => {
                    let kind = self.tables[seat.index()].round_kind();
                    self.written[seat.index()].push(kind);
                    if self.cut.is_some_and(|(cut, at)| cut == seat && self.written[seat.index()].len() > at) {
                        self.vanish(seat);
                    }
                    self.input(seat, Input::Persisted(ticket));
                }
                Output::Send(record) => self.post(seat, &record),
                Output::Event(event) if seat == Seat(0) => self.events.push(event),
                Output::Fault(fault) => {
                    if let Some(slot) = self.faults.get_mut(seat.index()) {
                        *slot = Some(fault);
                    }
                }
                Output::Rejected(rejection) => self.rejected.push((seat, rejection)),
                Output::Broken => self.broken = self.broken.with(seat),
                Output::Event(_) | Output::Accepted(_) | Output::Changed | Output::Ended | Output::WakeAt(_) => {}
            }
        }
    }

    /// Lays a record before every seat but its sender.
    fn post(&mut self, from: Seat, record: &[u8]) {
        if self.gone.or(self.unheard).contains(from) {
            return;
        }
        self.traffic.push(record.to_vec());
        let others = self.seats().filter(|to| *to != from);
        self.queue.extend(others.map(|to| (to, record.to_vec())));
    }

    fn seats(&self) -> impl Iterator<Item = Seat> + use<> {
        (0..u8::try_from(self.faults.len()).unwrap_or(u8::MAX)).map(Seat)
    }

    fn settle(&mut self) {
        while let Some((to, record)) = self.queue.pop_front() {
            if !self.gone.contains(to) {
                self.input(to, Input::Entry(record));
            }
        }
    }
}
