//! One seat's session of one table: a step function from inputs to outputs. No clock, no socket, no file.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::vec::Vec;

use nightcoach_rules::{Choice, Choices, Event, Knowledge, Outcome, Seat, SeatSet, View, choices};
use nightcoach_transcript::{Content, Entry, Head, IdentitySecret, RecordKind, UnverifiedEntry, file};
use nightcoach_wire::{decode, encode};

use crate::author::{Author, AuthorError};
use crate::body::{Body, Genesis};
use crate::check::Staged;
use crate::fault::{Check, Fault};
use crate::knowledge::{self, Eyes};
use crate::phase::{Phase, setup_rounds};
use crate::replica::{GenesisError, Nobody, Replica};

/// Most entries of later rounds that are kept until their round comes; catch-up brings the rest again.
const MOST_EARLY: usize = 128;
/// How long an entry over a foreign head may wait for the equivocation that explains it, in milliseconds.
const DISPUTE_MS: u64 = 3_000;

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
    /// The own entry of this round is durable.
    Persisted(u32),
    /// The person, or the bot, has chosen.
    Choose(Choice),
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
}

/// One seat's session.
#[derive(Debug)]
pub struct Table {
    config: Config,
    author: Author,
    replica: Replica,
    knowledge: Option<Knowledge>,
    view: Option<View>,
    pending: BTreeMap<Seat, (Entry, Staged)>,
    early: Vec<Entry>,
    history: Vec<Vec<Entry>>,
    closings: BTreeMap<Seat, Entry>,
    own: Own,
    began: u64,
    suspect: Option<(Fault, Entry, u64)>,
    stopped: Option<(Fault, Vec<Entry>)>,
    broken: bool,
    ended: bool,
}

#[derive(Debug)]
struct Config {
    seat: Seat,
    identity: IdentitySecret,
    pace_ms: u64,
}

/// The own part of the running round.
#[derive(Debug, Default)]
struct Own {
    /// Written, waiting to be durable.
    written: Option<Entry>,
    chosen: Option<Choice>,
    sealed: Option<Choice>,
    /// From the journal, by round.
    restored: BTreeMap<u32, (Entry, Vec<u8>)>,
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
            author: Author::new(seat, deal_seed, seat_seed),
            replica: Replica::new(genesis)?,
            knowledge: None,
            view: None,
            pending: BTreeMap::new(),
            early: Vec::new(),
            history: Vec::new(),
            closings: BTreeMap::new(),
            own: Own::default(),
            began: now,
            suspect: None,
            stopped: None,
            broken: false,
            ended: false,
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
            Input::Persisted(round) => self.persisted(round, &mut out),
            Input::Choose(choice) => self.choose(choice, &mut out),
            Input::Tick => self.settle_dispute(now, &mut out),
        }
        self.advance(now, &mut out);
        out
    }

    fn restore(&mut self, record: &[u8], private: Vec<u8>, out: &mut Outputs) {
        match self.verify(record) {
            Ok(entry) if entry.content().seat == self.config.seat.0 => {
                self.own.restored.insert(entry.content().round, (entry, private));
            }
            Ok(_) => out.push(Output::Rejected(Rejection::Malformed)),
            Err(rejection) => out.push(Output::Rejected(rejection)),
        }
    }

    fn persisted(&mut self, round: u32, out: &mut Outputs) {
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
        match self.replica.check(&entry) {
            Ok(staged) => {
                out.push(Output::Send(entry.record().to_vec()));
                self.pending.insert(self.config.seat, (entry, staged));
                out.push(Output::Changed);
            }
            // Writing another one would be equivocation, so this client stops.
            Err(_) => self.break_off(out),
        }
    }

    fn choose(&mut self, choice: Choice, out: &mut Outputs) {
        let legal = self.asked() && self.view.as_ref().is_some_and(|view| choices(view).contains(&choice));
        if legal {
            self.own.chosen = Some(choice);
        } else {
            out.push(Output::Rejected(Rejection::Choice));
        }
    }

    /// Decodes a record and finds its author's key.
    fn verify(&self, record: &[u8]) -> Result<Entry, Rejection> {
        let unverified = UnverifiedEntry::decode(record).map_err(|_error| Rejection::Malformed)?;
        let claimed = unverified.claimed();
        if !self.is_of_this_table(claimed) {
            return Err(Rejection::OtherTable);
        }
        let seat = usize::from(claimed.seat);
        let key = self.replica.genesis().roster.get(seat).ok_or(Rejection::Malformed)?.key;
        unverified.verify(&key).map_err(|_error| Rejection::Signature)
    }

    /// A genesis entry is known by its head, which covers option block and roster; every later one by the table's id.
    fn is_of_this_table(&self, content: &Content) -> bool {
        match content.round {
            0 => content.table == [0; 32] && Some(content.head) == self.replica.head_of(0),
            _ => self.replica.round() == 0 || content.table == self.replica.table(),
        }
    }

    fn receive(&mut self, record: &[u8], now: u64, out: &mut Outputs) {
        let entry = match self.verify(record) {
            Ok(entry) => entry,
            Err(rejection) => return out.push(Output::Rejected(rejection)),
        };
        match entry.content().kind {
            RecordKind::Closing => self.receive_closing(entry, out),
            RecordKind::Entry => self.receive_entry(entry, now, out),
        }
    }

    fn receive_closing(&mut self, entry: Entry, out: &mut Outputs) {
        let seat = Seat(entry.content().seat);
        if !self.ended || self.closings.contains_key(&seat) {
            return;
        }
        if self.replica.check_closing(&entry).is_err() {
            return out.push(Output::Rejected(Rejection::Closing));
        }
        out.push(Output::Accepted(entry.record().to_vec()));
        out.push(Output::Changed);
        self.closings.insert(seat, entry);
    }

    fn receive_entry(&mut self, entry: Entry, now: u64, out: &mut Outputs) {
        if self.stopped.is_some() {
            return;
        }
        let round = entry.content().round;
        let seat = Seat(entry.content().seat);
        match self.known(round, seat) {
            Some(known) if known.hash() == entry.hash() => {}
            Some(known) => {
                let fault = Fault { culprit: seat, round, check: Check::OneEntry, reason: None };
                let evidence = alloc::vec![known.clone(), entry];
                self.stop(fault, evidence, out);
            }
            None if round < self.replica.round() => {
                let same_head = self.replica.head_of(round) == Some(entry.content().head);
                let check = if same_head { Check::Owed } else { Check::Head };
                let fault = Fault { culprit: seat, round, check, reason: None };
                if same_head { self.stop(fault, alloc::vec![entry], out) } else { self.dispute(fault, entry, now, out) }
            }
            None if round == self.replica.round() => self.stage(entry, now, out),
            None => self.keep_early(entry, out),
        }
    }

    fn known(&self, round: u32, seat: Seat) -> Option<&Entry> {
        if round == self.replica.round() {
            return self.pending.get(&seat).map(|(entry, _)| entry);
        }
        let folded = self.history.get(usize::try_from(round).ok()?)?;
        folded.iter().find(|entry| entry.content().seat == seat.0)
    }

    fn keep_early(&mut self, entry: Entry, out: &mut Outputs) {
        if self.early.iter().any(|kept| kept.hash() == entry.hash()) {
            return;
        }
        if self.early.len() >= MOST_EARLY {
            return out.push(Output::Rejected(Rejection::TooEarly));
        }
        self.early.push(entry);
    }

    fn stage(&mut self, entry: Entry, now: u64, out: &mut Outputs) {
        match self.replica.check(&entry) {
            Ok(staged) => {
                out.push(Output::Accepted(entry.record().to_vec()));
                out.push(Output::Changed);
                self.pending.insert(Seat(entry.content().seat), (entry, staged));
            }
            Err(fault) if fault.check == Check::Head => self.dispute(fault, entry, now, out),
            Err(fault) => self.stop(fault, alloc::vec![entry], out),
        }
    }

    /// A foreign head is never its author's fault by itself (walk.md decision 9): the entries of the last round are sent
    /// to all again, so that whoever signed two of them is found. If nobody did, the author of the head is at fault.
    fn dispute(&mut self, fault: Fault, entry: Entry, now: u64, out: &mut Outputs) {
        if self.suspect.is_some() {
            return;
        }
        for last in self.history.last().into_iter().flatten() {
            out.push(Output::Send(last.record().to_vec()));
        }
        out.push(Output::Send(entry.record().to_vec()));
        let until = now.saturating_add(DISPUTE_MS);
        out.push(Output::WakeAt(until));
        self.suspect = Some((fault, entry, until));
    }

    fn settle_dispute(&mut self, now: u64, out: &mut Outputs) {
        if let Some((fault, entry, until)) = self.suspect.take() {
            if now >= until {
                self.stop(fault, alloc::vec![entry], out);
            } else {
                self.suspect = Some((fault, entry, until));
            }
        }
    }

    /// The table stops; the evidence goes to everybody, so that it stops on every screen alike.
    fn stop(&mut self, fault: Fault, evidence: Vec<Entry>, out: &mut Outputs) {
        if self.stopped.is_some() {
            return;
        }
        for entry in &evidence {
            out.push(Output::Send(entry.record().to_vec()));
        }
        out.push(Output::Fault(fault.clone()));
        out.push(Output::Changed);
        self.stopped = Some((fault, evidence));
    }

    /// Goes on as far as what is known allows.
    fn advance(&mut self, now: u64, out: &mut Outputs) {
        while self.stopped.is_none() && !self.broken && !self.ended {
            self.write_own(now, out);
            if !self.replica.owed().iter().all(|seat| self.pending.contains_key(&seat)) {
                return;
            }
            self.close_round(now, out);
        }
    }

    fn close_round(&mut self, now: u64, out: &mut Outputs) {
        let pending = core::mem::take(&mut self.pending);
        let folded = match &mut self.knowledge {
            Some(knowledge) => {
                let table = self.replica.shared_faces();
                let secret = self.author.hand();
                let mut eyes = Eyes { seat: self.config.seat, secret, table: &table, knowledge };
                self.replica.fold(&pending, &mut eyes)
            }
            None => self.replica.fold(&pending, &mut Nobody),
        };
        match folded {
            Err(fault) => {
                let evidence = pending.get(&fault.culprit).map(|(entry, _)| entry.clone());
                self.pending = pending;
                self.stop(fault, evidence.into_iter().collect(), out);
            }
            Ok(events) => {
                self.history.push(pending.into_values().map(|(entry, _)| entry).collect());
                self.began = now;
                self.own.chosen = None;
                self.own.written = None;
                out.extend(events.into_iter().map(Output::Event));
                out.push(Output::Changed);
                self.look(out);
                self.finish_if_over(out);
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
        let hand = self.view.as_ref().map(|view| view.hand.clone()).filter(|_| self.replica.options().full_reveal);
        let closing = self.author.close(&self.replica, hand.as_deref()).ok().and_then(|closing| encode(&closing).ok());
        let entry = closing.and_then(|body| self.sign(RecordKind::Closing, body));
        if let Some(entry) = entry {
            out.push(Output::Send(entry.record().to_vec()));
            self.closings.insert(self.config.seat, entry);
        }
    }

    fn take_early(&mut self, now: u64, out: &mut Outputs) {
        let round = self.replica.round();
        let (due, later): (Vec<Entry>, Vec<Entry>) =
            core::mem::take(&mut self.early).into_iter().partition(|entry| entry.content().round <= round);
        self.early = later;
        for entry in due.into_iter().filter(|entry| self.is_of_this_table(entry.content())).collect::<Vec<_>>() {
            self.receive_entry(entry, now, out);
        }
    }

    /// Writes the own entry of the running round, if it is owed and can be made now.
    fn write_own(&mut self, now: u64, out: &mut Outputs) {
        let seat = self.config.seat;
        if !self.replica.owed().contains(seat) || self.pending.contains_key(&seat) || self.own.written.is_some() {
            return;
        }
        if let Some((entry, private)) = self.own.restored.remove(&self.replica.round()) {
            self.own.sealed = decode(&private, private.len()).unwrap_or(None);
            return self.publish(entry, out);
        }
        let release = self.release();
        if now < release {
            return out.push(Output::WakeAt(release));
        }
        let Some(written) = self.body() else { return };
        let made = written.ok().and_then(|body| encode(&body).ok()).and_then(|body| self.sign(RecordKind::Entry, body));
        let private = encode(&self.own.sealed).ok();
        match made.zip(private) {
            Some((entry, private)) => {
                let ticket = self.replica.round();
                out.push(Output::Persist { ticket, entry: entry.record().to_vec(), private });
                self.own.written = Some(entry);
            }
            None => {
                self.own.chosen = None;
                out.push(Output::Rejected(Rejection::Choice));
            }
        }
    }

    /// When an own entry may leave: at once where a person chooses openly, else after the table's pace.
    fn release(&self) -> u64 {
        let chosen_openly = matches!(self.replica.phase(), Phase::Act) && self.own.chosen.is_some() && !self.is_sealed();
        let setting_up = self.replica.state().is_none();
        if chosen_openly || setting_up { 0 } else { self.began.saturating_add(self.config.pace_ms) }
    }

    fn is_sealed(&self) -> bool {
        use nightcoach_rules::{Owed, owed};
        self.replica.state().is_some_and(|state| matches!(owed(state), Owed::Sealed(_)))
    }

    /// The own body; `None` while a person has to choose.
    fn body(&mut self) -> Option<Result<Body, AuthorError>> {
        match self.replica.phase() {
            Phase::Act => {
                let choice = self.own.chosen.clone().or_else(|| self.forced())?;
                if self.is_sealed() {
                    self.own.sealed = Some(choice.clone());
                    Some(self.author.seal(&self.replica, &choice))
                } else {
                    Some(self.author.act(&self.replica, &choice))
                }
            }
            Phase::Unseal { .. } => {
                let choice = self.own.sealed.take()?;
                let body = self.author.unseal(&self.replica, &choice);
                Some(body)
            }
            Phase::Genesis
            | Phase::KeyCommit
            | Phase::KeyOpen
            | Phase::Shuffle { .. }
            | Phase::DealOver
            | Phase::DealStrip
            | Phase::Rekey
            | Phase::Draw { .. } => Some(self.author.automatic(&self.replica)),
            Phase::Over => None,
        }
    }

    /// The one entry that the cards decide, where no person is asked.
    fn forced(&self) -> Option<Choice> {
        match choices(self.view.as_ref()?) {
            Choices::Forced(choice) => Some(choice),
            _ => None,
        }
    }

    fn sign(&self, kind: RecordKind, body: Vec<u8>) -> Option<Entry> {
        let content = Content {
            kind,
            table: self.replica.table(),
            round: self.replica.round(),
            head: self.replica.head(),
            digest: self.replica.digest(),
            seat: self.config.seat.0,
            body,
        };
        Entry::sign(content, &self.config.identity).ok()
    }
}

/// What a driver, a window or a bot may ask.
impl Table {
    /// The own seat.
    pub fn seat(&self) -> Seat {
        self.config.seat
    }

    /// What all agreed on.
    pub fn genesis(&self) -> &Genesis {
        self.replica.genesis()
    }

    /// Number of the running round.
    pub fn round(&self) -> u32 {
        self.replica.round()
    }

    /// The chain's head.
    pub fn head(&self) -> Head {
        self.replica.head()
    }

    /// The table's id, once the genesis round is folded.
    pub fn table_id(&self) -> Option<[u8; 32]> {
        (self.replica.round() > 0).then(|| self.replica.table())
    }

    /// Records of rounds from `round` on, those known of the running round, and evidence if the table has stopped.
    pub fn entries_since(&self, round: u32) -> Vec<Vec<u8>> {
        let from = usize::try_from(round).unwrap_or(usize::MAX);
        let folded = self.history.iter().skip(from).flatten();
        let running = self.pending.values().map(|(entry, _)| entry);
        let evidence = self.stopped.iter().flat_map(|(_, evidence)| evidence);
        folded.chain(running).chain(evidence).map(|entry| entry.record().to_vec()).collect()
    }

    /// Closing records known so far, by seat.
    pub fn appendix(&self) -> Vec<Vec<u8>> {
        self.closings.values().map(|entry| entry.record().to_vec()).collect()
    }

    /// All that the own seat may know, once it is dealt.
    pub fn view(&self) -> Option<View> {
        self.view.clone()
    }

    /// Whether the own seat has a choice to make now.
    pub fn asked(&self) -> bool {
        let seat = self.config.seat;
        let open = self.stopped.is_none() && !self.broken && matches!(self.replica.phase(), Phase::Act);
        open && self.replica.owed().contains(seat)
            && !self.pending.contains_key(&seat)
            && self.own.written.is_none()
            && self.own.chosen.is_none()
            && self.forced().is_none()
    }

    /// Whose entries are missing in the running round.
    pub fn waiting_for(&self) -> SeatSet {
        self.replica.owed().minus(self.pending.keys().copied().collect())
    }

    /// Rounds of the set-up done, and in all.
    pub fn progress(&self) -> (u32, u32) {
        let total = setup_rounds(self.replica.seats());
        (self.replica.round().min(total), total)
    }

    /// Why the table has stopped, if it has.
    pub fn fault(&self) -> Option<&Fault> {
        self.stopped.as_ref().map(|(fault, _)| fault)
    }

    /// How the game ended, if it has.
    pub fn outcome(&self) -> Option<&Outcome> {
        self.replica.outcome()
    }

    /// Who has co-signed the end.
    pub fn closed_by(&self) -> SeatSet {
        self.closings.keys().copied().collect()
    }

    /// The public log: turn and event.
    pub fn log(&self) -> &[(u32, Event)] {
        self.replica.log()
    }

    /// The transcript file: the chain, what is known of the running round, evidence, closing records.
    pub fn transcript(&self) -> Vec<u8> {
        let mut written = BTreeSet::new();
        let mut records = self.entries_since(0);
        records.extend(self.appendix());
        records.retain(|record| written.insert(record.clone()));
        file::write(records.iter().map(Vec::as_slice))
    }
}

/// What a forger needs.
#[cfg(feature = "cheat")]
impl Table {
    pub(crate) const fn replica(&self) -> &Replica {
        &self.replica
    }

    pub(crate) const fn author(&self) -> &Author {
        &self.author
    }

    pub(crate) const fn identity(&self) -> &IdentitySecret {
        &self.config.identity
    }
}
