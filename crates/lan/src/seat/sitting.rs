//! A seat at a playing table: which records go to whom, and who is asked for what is missing.
//!
//! An own record goes to every linked peer of the table. A foreign one goes on to those who have no link to whoever sent
//! it here, by their last beacon; so a peer that reaches only one other still gets everything, and in a full mesh nothing
//! is sent twice. What got lost is asked for when a beacon shows more than is here and nothing moves.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use nightcoach_rules::{Seat, SeatSet};
use nightcoach_table::lobby::Start;
use nightcoach_table::{Input, Rejection};

use super::bench::{Bench, Done};
use super::catchup::{Catchup, Lack};
use super::engine::{Effect, Engine};
use super::inbox::Inbox;
use super::opening::Opening;
use super::peers::Peer;
use super::snapshot::Playing;
use crate::net::{Beacon, Blob, MAX_BATCH, Mark, Message, PeerKey};

/// Most bytes sent for one request; the next one brings the rest.
pub(super) const MAX_ANSWER: usize = 8 << 20;
/// How long what was sent before a restart may have been under way when the others were compared with.
const UNDER_WAY_MS: u64 = 1_500;
/// How long after the first comparison with a peer the others are waited for, before anything new is signed again.
const OTHERS_MS: u64 = 5_000;
/// How long after a restart it is not told that nothing is signed yet; mostly the others answer before.
const HELD_BACK_MS: u64 = 4_000;
/// How long a table may stand stopped elsewhere before it is told here: evidence takes a beacon or two to come.
const STOPPED_MS: u64 = 5_000;
/// Nonsense that a peer may send before it is shut out.
pub(super) const MAX_STRIKES: u32 = 50;

/// The engine is either here or at work on its thread.
#[derive(Debug)]
enum Place {
    Here(Box<Engine>),
    AtWork(Done),
    Gone,
}

/// A seat at a playing table.
#[derive(Debug)]
pub(super) struct Sitting {
    pub(super) start: Start,
    pub(super) mark: [u8; 32],
    pub(super) playing: Arc<Playing>,
    roster: BTreeMap<PeerKey, Seat>,
    place: Place,
    inbox: Inbox,
    wake_at: Option<u64>,
    catchup: BTreeMap<PeerKey, Catchup>,
    pub(super) broken: bool,
    /// Seats of which it was told that they have signed two ends.
    told_doubled: SeatSet,
    /// Good-byes of those who have left this table for good.
    pub(super) farewells: Vec<Vec<u8>>,
    /// After a restart: whether anybody holds own entries that are missing here.
    doubt: Option<Doubt>,
    /// Since when peers show that this table has stopped at theirs, and not here; nothing once that was told.
    stopped_elsewhere: BTreeMap<PeerKey, Option<u64>>,
}

/// Who has shown after a restart that no newer own entry is there.
#[derive(Debug, Default)]
struct Doubt {
    compared: BTreeSet<PeerKey>,
    since: Option<u64>,
    /// When it is told who has not, if it is not over by then.
    tell_at: Option<u64>,
}

impl Sitting {
    pub(super) fn new(opening: &Opening, engine: Engine) -> Self {
        let players = opening.start.players.iter().zip(0u8..);
        Self {
            start: opening.start.clone(),
            mark: opening.mark(),
            playing: engine.playing(),
            farewells: engine.farewells().to_vec(),
            roster: players.map(|(player, seat)| (PeerKey(player.key), Seat(seat))).collect(),
            place: Place::Here(Box::new(engine)),
            inbox: Inbox::default(),
            wake_at: None,
            catchup: BTreeMap::new(),
            broken: false,
            told_doubled: SeatSet::EMPTY,
            doubt: None,
            stopped_elsewhere: BTreeMap::new(),
        }
    }

    /// At a table that an earlier run left: nothing new is signed before it is seen what the others hold of us (walk.md
    /// decision 24). A disk that was set back would else sign a second entry.
    pub(super) fn again(opening: &Opening, engine: Engine) -> Self {
        Self { doubt: Some(Doubt::default()), ..Self::new(opening, engine) }
    }

    /// Counts who has nothing of ours that is missing here; once that is enough, signing goes on.
    fn dispel(&mut self, now: u64) {
        let others = self.roster.len().saturating_sub(1);
        let Some(doubt) = &mut self.doubt else { return };
        if doubt.compared.is_empty() {
            doubt.since = None;
            return;
        }
        let since = *doubt.since.get_or_insert(now);
        let wait = if doubt.compared.len() >= others { UNDER_WAY_MS } else { OTHERS_MS };
        if now.saturating_sub(since) >= wait {
            self.doubt = None;
            self.inbox.input(Input::Release);
        }
    }

    /// Who has to show what they hold before anything is signed here, once that takes long.
    pub(super) fn held_back_by(&mut self, now: u64) -> Option<Vec<String>> {
        let doubt = self.doubt.as_mut()?;
        let tell_at = *doubt.tell_at.get_or_insert_with(|| now.saturating_add(HELD_BACK_MS));
        if now < tell_at {
            return None;
        }
        doubt.tell_at = Some(u64::MAX);
        let (own, doubt) = (self.playing.seat, self.doubt.as_ref()?);
        let silent = self.roster.iter().filter(|(key, seat)| **seat != own && !doubt.compared.contains(key));
        Some(silent.filter_map(|(_, seat)| self.playing.names.get(seat.index()).cloned()).collect())
    }

    /// Players at whose side this table has stopped for long, while it has not here: no evidence has come that would stop
    /// it, so it is said. Each is named once.
    pub(super) fn stopped_elsewhere(&mut self, peers: &BTreeMap<PeerKey, Peer>, now: u64) -> Vec<String> {
        let stops = |key: &PeerKey| {
            let mark = peers.get(key).and_then(|peer| peer.beacon.mark);
            mark.is_some_and(|mark| mark.table == self.mark && mark.stopped)
        };
        let mut named = Vec::new();
        let here = self.playing.fault.is_some();
        for (key, seat) in &self.roster {
            if here || !stops(key) {
                self.stopped_elsewhere.remove(key);
                continue;
            }
            let since = self.stopped_elsewhere.entry(*key).or_insert(Some(now));
            if since.is_some_and(|since| now.saturating_sub(since) >= STOPPED_MS) {
                *since = None;
                named.extend(self.playing.names.get(seat.index()).cloned());
            }
        }
        named
    }

    fn heed(&mut self, peer: PeerKey, own: &Mark, theirs: Option<&Mark>, lack: Lack) {
        let idle = matches!(self.place, Place::Here(_)) && self.inbox.is_empty();
        let Some(doubt) = &mut self.doubt else { return };
        // Whoever is behind may hold an own entry for later that it does not speak of.
        if idle && lack == Lack::Nothing && theirs.is_some_and(|theirs| theirs.round >= own.round) {
            doubt.compared.insert(peer);
        } else {
            doubt.compared.remove(&peer);
        }
    }

    /// Whether this peer sits here.
    pub(super) fn seats(&self, peer: PeerKey) -> bool {
        self.roster.contains_key(&peer)
    }

    /// The keys of all seats.
    pub(super) fn keys(&self) -> impl Iterator<Item = PeerKey> {
        self.roster.keys().copied()
    }

    /// How far this table has come here.
    pub(super) fn own_mark(&self) -> Mark {
        Mark {
            table: self.mark,
            round: self.playing.round,
            head: self.playing.head,
            waiting: self.playing.waiting_for,
            closed: self.playing.closed_by,
            stopped: self.playing.fault.is_some(),
        }
    }

    /// Whether the game is over and everybody has co-signed.
    pub(super) fn is_closed(&self) -> bool {
        self.playing.outcome.is_some() && self.playing.closed_by.len() == self.roster.len()
    }

    /// Seats that are seen now to have signed two ends.
    pub(super) fn news_of_doubles(&mut self) -> SeatSet {
        let news = self.playing.closed_twice.minus(self.told_doubled);
        self.told_doubled = self.playing.closed_twice;
        news
    }

    /// Of an ended table: the seats that may lack something of its end, or whose closing record is missing here. Whoever is
    /// linked and at another table, or at none, has left this one.
    pub(super) fn lacking(&self, peers: &BTreeMap<PeerKey, Peer>) -> SeatSet {
        let own = self.own_mark();
        let holds_all = |key: &PeerKey| {
            let peer = peers.get(key).filter(|peer| peer.link.is_some() && peer.heard);
            peer.is_some_and(|peer| !own.is_ahead_at_end(peer.beacon.mark.as_ref()))
        };
        let others = self.roster.iter().filter(|(_, seat)| **seat != self.playing.seat);
        let lacking = others.filter(|(key, seat)| !own.closed.contains(**seat) || !holds_all(key));
        lacking.map(|(_, seat)| *seat).collect()
    }

    /// Takes a message of a linked peer that sits here.
    pub(super) fn receive(&mut self, from: PeerKey, message: Message, now: u64) {
        if let Message::Push { table, entry: Blob(record) } = message {
            if table == self.mark {
                self.inbox.record(from, false, record);
            }
        } else if let Message::Batch { table, entries } = message {
            if table == self.mark {
                self.take_batch(from, entries);
            }
        } else if let Message::Want { table, from: round } = message
            && table == self.mark
        {
            self.inbox.want(from, round, now);
        }
    }

    fn take_batch(&mut self, from: PeerKey, entries: Vec<Blob>) {
        for Blob(record) in entries {
            let expected = self.catchup.get_mut(&from).is_some_and(|catchup| catchup.expects(&record));
            if expected {
                self.inbox.record(from, true, record);
            }
        }
    }

    /// Keeps the good-bye of somebody who has left for good, unless it is here already.
    pub(super) fn keep_farewell(&mut self, farewell: Vec<u8>) {
        if !self.farewells.contains(&farewell) {
            self.farewells.push(farewell.clone());
            self.inbox.farewell(farewell);
        }
    }

    /// Whether there is nothing left to play for.
    pub(super) fn is_over(&self) -> bool {
        self.playing.is_over()
    }

    /// Gives the engine something to do.
    pub(super) fn order(&mut self, input: Input) {
        self.inbox.input(input);
    }

    /// A new link: what the peer's first beacon shows is asked for at once. Answers to ballots and wishes are in no beacon, and
    /// may have been lost with the last link, so the peer is told them.
    pub(super) fn linked(&mut self, peer: PeerKey) {
        if self.seats(peer) && self.playing.going_on.has_asides() {
            self.inbox.tell(peer);
        }
        self.catchup.insert(peer, Catchup::at_once(self.own_mark()));
    }

    /// Compares a peer's progress with the own one; returns the request, if something is missing here and nothing moves.
    pub(super) fn compare(&mut self, peer: PeerKey, theirs: Option<&Mark>) -> Option<Message> {
        let own = self.own_mark();
        let theirs = theirs.filter(|mark| mark.table == self.mark);
        let lack = theirs.map_or(Lack::Nothing, |theirs| Lack::between(&own, theirs));
        self.heed(peer, &own, theirs, lack);
        let from = self.catchup.entry(peer).or_default().ask(own, lack)?;
        Some(Message::Want { table: self.mark, from })
    }

    /// Starts the engine if it is idle and has something to do.
    pub(super) fn turn(&mut self, now: u64, bench: &Bench) {
        self.dispel(now);
        if self.wake_at.is_some_and(|at| at <= now) {
            self.wake_at = None;
            self.order(Input::Tick);
        }
        if self.inbox.is_empty() {
            return;
        }
        match std::mem::replace(&mut self.place, Place::Gone) {
            Place::Here(engine) => self.place = Place::AtWork(bench.work(engine, self.inbox.take())),
            place @ Place::AtWork(_) => self.place = place,
            Place::Gone => drop(self.inbox.take()),
        }
    }

    /// What goes to whom for an effect that sends something: own records to all of the table, foreign ones to those who may
    /// lack them, batches to who asked.
    pub(super) fn deliveries(&self, effect: Effect, peers: &BTreeMap<PeerKey, Peer>) -> Vec<(Vec<PeerKey>, Message)> {
        let seated = |key: &PeerKey| self.seats(*key);
        match effect {
            Effect::Send(entry) => {
                let all = peers.keys().copied().filter(seated).collect();
                vec![(all, self.push(entry))]
            }
            Effect::Forward { entry, from: Some(from) } => {
                // After the end only closing records are news, and no head shows who was shown which of two: all see all.
                let all = self.playing.outcome.is_some();
                let lacking = peers
                    .iter()
                    .filter(|(key, peer)| **key != from && seated(key) && (all || lacks(&peer.beacon, from)));
                vec![(lacking.map(|(key, _)| *key).collect(), self.push(entry))]
            }
            Effect::Batch { peer, entries } => {
                self.batches(entries).into_iter().map(|batch| (vec![peer], batch)).collect()
            }
            Effect::Tell { peer, records } => {
                records.into_iter().map(|record| (vec![peer], self.push(record))).collect()
            }
            Effect::Forward { from: None, .. }
            | Effect::Rejected { .. }
            | Effect::Repeats(_)
            | Effect::Disk(_)
            | Effect::Broken
            | Effect::WakeAt(_) => Vec::new(),
        }
    }

    /// Does at once what is to be done, for simulated peers; nothing while there is nothing.
    #[cfg(test)]
    pub(super) fn work(&mut self, now: u64) -> Vec<Effect> {
        self.dispel(now);
        if self.wake_at.is_some_and(|at| at <= now) {
            self.wake_at = None;
            self.order(Input::Tick);
        }
        let Place::Here(engine) = &mut self.place else { return Vec::new() };
        if self.inbox.is_empty() {
            return Vec::new();
        }
        let effects = engine.run(self.inbox.take());
        self.playing = engine.playing();
        effects
    }

    #[cfg(test)]
    pub(super) fn engine(&mut self) -> Option<&mut Engine> {
        if let Place::Here(engine) = &mut self.place { Some(engine) } else { None }
    }

    /// Waits until the engine has run; for ever while it is idle. Safe to drop while waiting.
    pub(super) async fn done(&mut self) -> Vec<Effect> {
        let Place::AtWork(work) = &mut self.place else { return std::future::pending().await };
        match work.await {
            Ok((engine, effects)) => {
                self.playing = engine.playing();
                self.place = Place::Here(engine);
                effects
            }
            Err(_panicked) => {
                self.place = Place::Gone;
                vec![Effect::Broken]
            }
        }
    }

    /// When the engine wants to be woken.
    pub(super) const fn wake_at(&self) -> Option<u64> {
        self.wake_at
    }

    pub(super) fn wish_wake(&mut self, at: u64) {
        self.wake_at = Some(self.wake_at.map_or(at, |earlier| earlier.min(at)));
    }

    fn push(&self, entry: Vec<u8>) -> Message {
        Message::Push { table: self.mark, entry: Blob(entry) }
    }

    /// Records asked for, in messages of bounded size.
    fn batches(&self, entries: Vec<Vec<u8>>) -> Vec<Message> {
        let mut batches: Vec<Vec<Blob>> = Vec::new();
        let (mut size, mut total) = (MAX_BATCH, 0usize);
        for entry in entries {
            total = total.saturating_add(entry.len());
            if total > MAX_ANSWER {
                break;
            }
            size = size.saturating_add(entry.len());
            if size > MAX_BATCH {
                size = entry.len();
                batches.push(Vec::new());
            }
            if let Some(batch) = batches.last_mut() {
                batch.push(Blob(entry));
            }
        }
        batches.into_iter().map(|entries| Message::Batch { table: self.mark, entries }).collect()
    }

    /// The engine, once it is idle; for taking the seat away.
    pub(super) async fn into_engine(mut self) -> Option<Box<Engine>> {
        if matches!(self.place, Place::AtWork(_)) {
            self.done().await;
        }
        match self.place {
            Place::Here(engine) => Some(engine),
            Place::AtWork(_) | Place::Gone => None,
        }
    }
}

/// Whether a foreign record that came from `from` should go on to a peer with this beacon.
pub(super) fn lacks(beacon: &Beacon, from: PeerKey) -> bool {
    !beacon.neighbours.contains(&from)
}

/// Whether rejected bytes speak against their sender.
pub(super) const fn is_nonsense(rejection: Rejection) -> bool {
    match rejection {
        Rejection::Malformed | Rejection::Signature => true,
        // Only what carries this table's mark gets here: after a fork of the first round two honest seats have two ids.
        Rejection::OtherTable | Rejection::TooEarly | Rejection::Choice | Rejection::Closing | Rejection::Vote => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_of_a_forked_table_is_no_strike() {
        assert!(!is_nonsense(Rejection::OtherTable));
        assert!(is_nonsense(Rejection::Signature));
    }
}
