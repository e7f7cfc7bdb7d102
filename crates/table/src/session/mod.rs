//! One seat's session of one table: a step function from inputs to outputs. No clock, no socket, no file.

mod going_on;
mod incoming;
mod own;
mod queries;

use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use nightcoach_rules::{Choice, Event, Face, Knowledge, Seat, Selection, View, choices};
use nightcoach_transcript::{Entry, IdentitySecret, KeptEntry, RecordKind};
use nightcoach_wire::encode;

use crate::author::Author;
use crate::ballot::{Ballot, Question};
use crate::body::{Genesis, Wish};
use crate::check::Staged;
use crate::closing;
use crate::fault::Fault;
use crate::knowledge::{self, Eyes};
use crate::phase::Phase;
use crate::replica::{Entries, GenesisError, Nobody, Replica};

pub(crate) use self::going_on::MOST_ANSWERS;
pub use self::going_on::{BallotView, Trust};
use self::going_on::{GoingOn, Ready};

/// Most entries of later rounds that are kept of one seat until their round comes; catch-up brings the rest again.
pub(crate) const MOST_EARLY: usize = 16;
/// How long an entry over a foreign head may wait for the equivocation that explains it, and one with a foreign digest for
/// others who agree with it, in milliseconds.
pub(crate) const DISPUTE_MS: u64 = 15_000;

/// What a seat's session is made of.
#[derive(Debug)]
pub struct TableConfig {
    /// The own seat.
    pub seat: Seat,
    /// What all agreed on in the lobby.
    pub genesis: Genesis,
    /// The own signing key.
    pub identity: IdentitySecret,
    /// Fresh per table; everything of the deal is derived from it, and it is erased after the deal.
    pub deal_seed: [u8; 32],
    /// Fresh per table; hand and pile key and all later randomness are derived from it.
    pub seat_seed: [u8; 32],
    /// Least time before a sealed or automatic entry leaves, in milliseconds: equal for everybody, whatever is held.
    pub pace_ms: u64,
}

/// What comes in.
#[derive(Clone, Debug)]
pub enum Input {
    /// A record from a peer.
    Entry(Vec<u8>),
    /// An own entry from the own journal with its private half; before anything else after a restart.
    Restore {
        /// The record.
        entry: Vec<u8>,
        /// What was persisted beside it.
        private: Vec<u8>,
    },
    /// Sign nothing new until [`Input::Release`]: after a restart others may hold own entries that are missing here. What
    /// was restored is sent again all the same.
    Hold,
    /// Nobody holds a newer own entry: go on signing.
    Release,
    /// The own entry of this round is durable.
    Persisted(u32),
    /// The person, or the bot, has chosen.
    Choose(Choice),
    /// The person asks the others whether to go on without somebody, or to end the game; asking says yes.
    OpenBallot(Question),
    /// The person answers a ballot.
    Vote {
        /// Which.
        ballot: Ballot,
        /// The answer.
        yes: bool,
    },
    /// The person leaves the table; it takes effect at the next start of somebody else's turn.
    Leave,
    /// The person comes back to a seat that sleeps; it takes effect at the next turn start that rules and others allow.
    Wake,
    /// Time has passed.
    Tick,
}

/// What the driver is asked to do, in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Output {
    /// Make this durable, then say [`Input::Persisted`]; nothing of it is sent before.
    Persist {
        /// What to say when done.
        ticket: u32,
        /// The record.
        entry: Vec<u8>,
        /// The private half; it never leaves this machine.
        private: Vec<u8>,
    },
    /// Send to every peer of the table.
    Send(Vec<u8>),
    /// A foreign record was accepted: keep it, forward it to those who may lack it.
    Accepted(Vec<u8>),
    /// Something happened in the game.
    Event(Event),
    /// View, question, waiting seats or progress may have changed.
    Changed,
    /// Bytes were dropped; they count against the peer that sent them.
    Rejected(Rejection),
    /// The table has stopped.
    Fault(Fault),
    /// The chain is complete.
    Ended,
    /// The own client must stop: its cards are no faces. Not a peer's entry, a break of the protocol itself.
    Broken,
    /// Call with [`Input::Tick`] at this time.
    WakeAt(u64),
}

/// Why bytes were dropped without blame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rejection {
    /// They are no record.
    Malformed,
    /// The signature is not the seat's.
    Signature,
    /// A record of another table.
    OtherTable,
    /// Too far ahead; catch-up brings it again.
    TooEarly,
    /// The choice was not a legal one now.
    Choice,
    /// A closing record that does not fit.
    Closing,
    /// An answer to a ballot, or a wish, that does not fit.
    Vote,
}

/// One seat's session.
#[derive(Debug)]
pub struct Table {
    config: Config,
    author: Author,
    replica: Replica,
    knowledge: Option<Knowledge>,
    view: Option<View>,
    pending: Entries,
    early: Vec<Entry>,
    history: Vec<Vec<KeptEntry>>,
    closings: BTreeMap<Seat, Entry>,
    /// Second, other closing records of a seat.
    doubled: BTreeMap<Seat, Entry>,
    /// Objects opened in closing records.
    revealed: BTreeMap<Seat, Vec<Face>>,
    own: Own,
    going_on: GoingOn,
    began: u64,
    suspect: Option<Suspect>,
    /// Whether nothing new is signed for now.
    held: bool,
    stopped: Option<(Fault, Vec<Entry>)>,
    broken: bool,
    ended: bool,
    /// What simulated peers of one process have checked already.
    #[cfg(feature = "shared-checks")]
    shared: Option<alloc::boxed::Box<dyn crate::shared::SharedChecks>>,
}

#[derive(Debug)]
struct Config {
    seat: Seat,
    identity: IdentitySecret,
    pace_ms: u64,
}

/// Entries that somebody may be to blame for, and until when what explains them is waited for.
#[derive(Debug)]
struct Suspect {
    fault: Fault,
    entries: Vec<Entry>,
    until: u64,
}

/// The own part of the running round.
#[derive(Debug, Default)]
struct Own {
    /// Written, waiting to be durable.
    written: Option<Entry>,
    chosen: Option<Choice>,
    sealed: Option<Choice>,
    /// Whether the written entry lets others in or out; the person's choice waits for the next round then.
    admits: bool,
    /// Own cards that the written entry singles out.
    selection: Selection,
    /// From the journal, by round.
    restored: BTreeMap<u32, (Entry, Vec<u8>)>,
}

impl Own {
    /// Forgets what is under way; what the journal holds stays.
    fn forget(&mut self) {
        let restored = core::mem::take(&mut self.restored);
        *self = Self { restored, ..Self::default() };
    }
}

type Outputs = Vec<Output>;

impl Table {
    /// A seat's session before the genesis round, and what to do first.
    ///
    /// # Errors
    /// The genesis makes no table, or the own seat is another's.
    pub fn new(config: TableConfig, now: u64) -> Result<(Self, Vec<Output>), GenesisError> {
        let TableConfig { seat, genesis, identity, deal_seed, seat_seed, pace_ms } = config;
        let own = genesis.roster.get(seat.index()).map(|roster| roster.key);
        if own != Some(identity.public()) {
            return Err(GenesisError::NotMySeat);
        }
        let mut table = Self {
            config: Config { seat, identity, pace_ms },
            author: Author::new(seat, deal_seed, seat_seed, genesis.options.losses > 0),
            replica: Replica::new(genesis)?,
            knowledge: None,
            view: None,
            pending: BTreeMap::new(),
            early: Vec::new(),
            history: Vec::new(),
            closings: BTreeMap::new(),
            doubled: BTreeMap::new(),
            revealed: BTreeMap::new(),
            own: Own::default(),
            going_on: GoingOn::default(),
            began: now,
            suspect: None,
            held: false,
            stopped: None,
            broken: false,
            ended: false,
            #[cfg(feature = "shared-checks")]
            shared: None,
        };
        let mut out = Vec::new();
        table.advance(now, &mut out);
        Ok((table, out))
    }

    /// Takes one input; returns what the driver must do.
    pub fn step(&mut self, input: Input, now: u64) -> Vec<Output> {
        let mut out = Vec::new();
        match input {
            Input::Entry(record) => self.receive(&record, now, &mut out),
            Input::Restore { entry, private } => self.restore(&entry, private, &mut out),
            Input::Hold => self.held = true,
            Input::Release => self.held = false,
            Input::Persisted(round) => self.persisted(round, &mut out),
            Input::Choose(choice) => self.choose(choice, &mut out),
            Input::OpenBallot(question) => self.open_ballot(question, &mut out),
            Input::Vote { ballot, yes } => self.vote(ballot, yes, &mut out),
            Input::Leave => self.wish(Wish::Leave, &mut out),
            Input::Wake => self.wish(Wish::Wake, &mut out),
            Input::Tick => self.settle_dispute(now, &mut out),
        }
        self.advance(now, &mut out);
        out
    }

    fn restore(&mut self, record: &[u8], private: Vec<u8>, out: &mut Outputs) {
        match self.verify(record) {
            Ok(entry) if entry.content().seat == self.config.seat.0 && entry.content().kind == RecordKind::Vote => {
                self.restore_vote(entry, out);
            }
            Ok(entry) if entry.content().seat == self.config.seat.0 => {
                self.own.restored.insert(entry.content().round, (entry, private));
            }
            Ok(_) => out.push(Output::Rejected(Rejection::Malformed)),
            Err(rejection) => out.push(Output::Rejected(rejection)),
        }
    }

    fn persisted(&mut self, round: u32, out: &mut Outputs) {
        if self.vote_persisted(round, out) {
            return;
        }
        if self.own.written.as_ref().is_some_and(|entry| entry.content().round == round)
            && let Some(entry) = self.own.written.take()
        {
            self.publish(entry, out);
        }
    }

    /// An own entry that is durable joins the round. It is checked like anybody's: an honest client never blames itself.
    fn publish(&mut self, entry: Entry, out: &mut Outputs) {
        if self.pending.contains_key(&self.config.seat) {
            return;
        }
        match self.checked(&entry) {
            Ok(staged) => {
                out.push(Output::Send(entry.record().to_vec()));
                self.pending.insert(self.config.seat, (entry, staged));
                out.push(Output::Changed);
            }
            // Writing another one would be equivocation, so this client stops.
            Err(_) => self.break_off(out),
        }
    }

    #[cfg(not(feature = "shared-checks"))]
    fn checked(&self, entry: &Entry) -> Result<Staged, Fault> {
        self.replica.check(entry)
    }

    #[cfg(feature = "shared-checks")]
    fn checked(&self, entry: &Entry) -> Result<Staged, Fault> {
        crate::shared::check_once(self.shared.as_deref(), &self.replica, entry)
    }

    #[cfg(feature = "shared-checks")]
    pub(crate) const fn replica_mut(&mut self) -> &mut Replica {
        &mut self.replica
    }

    #[cfg(feature = "shared-checks")]
    pub(crate) fn set_shared(&mut self, checks: alloc::boxed::Box<dyn crate::shared::SharedChecks>) {
        self.shared = Some(checks);
    }

    fn choose(&mut self, choice: Choice, out: &mut Outputs) {
        let legal = self.asked() && self.view.as_ref().is_some_and(|view| choices(view).contains(&choice));
        if legal {
            self.own.chosen = Some(choice);
        } else {
            out.push(Output::Rejected(Rejection::Choice));
        }
    }

    /// Goes on as far as what is known allows.
    fn advance(&mut self, now: u64, out: &mut Outputs) {
        while !self.halted() {
            self.write_own(now, out);
            self.say_wish(out);
            self.answer_ballots(out);
            match self.ready() {
                Ready::No => return,
                Ready::Whole => self.close_round(None, now, out),
                Ready::By(ballot) => self.close_round(Some(ballot), now, out),
            }
        }
    }

    /// Closes the running round, as a ballot says if one has decided it.
    fn close_round(&mut self, passed: Option<Ballot>, now: u64, out: &mut Outputs) {
        let (round, asked) = (self.replica.round(), self.replica.askable());
        let question = passed.map(|ballot| ballot.question);
        let needed = self.replica.needed(question);
        let mut pending = core::mem::take(&mut self.pending);
        pending.retain(|seat, _| needed.contains(*seat));
        let folded = match &mut self.knowledge {
            Some(knowledge) => {
                let table = self.replica.shared_faces();
                let secret = self.author.hand();
                let selection = &self.own.selection;
                let mut eyes = Eyes { seat: self.config.seat, secret, table: &table, selection, knowledge };
                self.replica.fold(&pending, question, &mut eyes)
            }
            None => self.replica.fold(&pending, question, &mut Nobody),
        };
        match folded {
            Err(fault) => {
                let evidence = pending.get(&fault.culprit).map(|(entry, _)| entry.clone());
                self.pending = pending;
                self.stop(fault, evidence.into_iter().collect(), out);
            }
            Ok(events) => {
                self.history.push(pending.into_values().map(|(entry, _)| entry.keep()).collect());
                self.round_closed(round, asked, passed, out);
                self.author.follow(&self.replica);
                self.began = now;
                if !self.own.admits {
                    self.own.chosen = None;
                }
                self.own.admits = false;
                self.own.written = None;
                self.own.selection = Selection::Nothing;
                out.extend(events.into_iter().map(Output::Event));
                out.push(Output::Changed);
                self.look(out);
                self.finish_if_over(out);
                self.take_early_votes(now, out);
                self.take_early(now, out);
            }
        }
    }

    fn look(&mut self, out: &mut Outputs) {
        let seat = self.config.seat;
        if self.knowledge.is_none() && self.replica.state().is_some() {
            self.author.erase_deal();
            match knowledge::after_deal(&self.replica, seat, self.author.hand()) {
                Ok(knowledge) => self.knowledge = Some(knowledge),
                Err(_) => return self.break_off(out),
            }
        }
        let Some(known) = &self.knowledge else { return };
        // In the middle of a group operation a card is under way, and hand and memory agree again when it is over.
        match knowledge::view(&self.replica, seat, self.author.hand(), known) {
            Ok(view) => self.view = view,
            Err(_) => self.break_off(out),
        }
    }

    fn break_off(&mut self, out: &mut Outputs) {
        self.broken = true;
        out.push(Output::Broken);
    }

    fn finish_if_over(&mut self, out: &mut Outputs) {
        if !matches!(self.replica.phase(), Phase::Over) || self.ended {
            return;
        }
        self.ended = true;
        out.push(Output::Ended);
        let reveal = self.view.as_ref().and_then(closing::revealed);
        let Ok(closing) = self.author.close(&self.replica, reveal) else { return };
        let entry = encode(&closing).ok().and_then(|body| self.sign(RecordKind::Closing, body));
        if let Some(entry) = entry {
            self.revealed.extend(closing.reveal.map(|reveal| (self.config.seat, reveal.hand)));
            out.push(Output::Send(entry.record().to_vec()));
            self.closings.insert(self.config.seat, entry);
        }
    }

    fn take_early(&mut self, now: u64, out: &mut Outputs) {
        let round = self.replica.round();
        let (due, later): (Vec<Entry>, Vec<Entry>) =
            core::mem::take(&mut self.early).into_iter().partition(|entry| entry.content().round <= round);
        self.early = later.into_iter().filter(|entry| self.is_of_this_table(entry.content())).collect();
        for entry in due.into_iter().filter(|entry| self.is_of_this_table(entry.content())).collect::<Vec<_>>() {
            self.receive_entry(entry, now, out);
        }
    }
}
