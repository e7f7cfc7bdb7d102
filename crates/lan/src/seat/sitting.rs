//! A seat at a playing table: which records go to whom, and who is asked for what is missing.
//!
//! An own record goes to every linked peer of the table. A foreign one goes on to those who have no link to whoever sent
//! it here, by their last beacon; so a peer that reaches only one other still gets everything, and in a full mesh nothing
//! is sent twice. What got lost is asked for when a beacon shows more than is here and nothing moves.

use std::collections::BTreeMap;
use std::sync::Arc;

use nightcoach_rules::Seat;
use nightcoach_table::lobby::Start;
use nightcoach_table::{Input, Rejection};
use tokio::task::JoinHandle;

use super::engine::{Effect, Engine, Job, Opening};
use super::snapshot::Playing;
use crate::net::{Beacon, Blob, MAX_BATCH, Mark, Message, PeerKey};

/// Most jobs that wait for the engine; past it the links wait.
const MAX_JOBS: usize = 4096;
/// Most bytes sent for one request; the next one brings the rest.
const MAX_ANSWER: usize = 8 << 20;

/// The engine is either here or at work on a blocking thread.
#[derive(Debug)]
enum Place {
    Here(Box<Engine>),
    AtWork(JoinHandle<(Box<Engine>, Vec<Effect>)>),
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
    jobs: Vec<Job>,
    wake_at: Option<u64>,
    /// What was here when a peer's beacon last showed more.
    behind: BTreeMap<PeerKey, Option<Mark>>,
    pub(super) broken: bool,
}

impl Sitting {
    pub(super) fn new(opening: &Opening, engine: Engine) -> Self {
        let players = opening.start.players.iter().zip(0u8..);
        Self {
            start: opening.start.clone(),
            mark: opening.mark(),
            playing: engine.playing(),
            roster: players.map(|(player, seat)| (PeerKey(player.key), Seat(seat))).collect(),
            place: Place::Here(Box::new(engine)),
            jobs: Vec::new(),
            wake_at: None,
            behind: BTreeMap::new(),
            broken: false,
        }
    }

    /// Whether this peer sits here.
    pub(super) fn seats(&self, peer: PeerKey) -> bool {
        self.roster.contains_key(&peer)
    }

    /// Whether more may be read from the links.
    pub(super) fn has_room(&self) -> bool {
        self.jobs.len() < MAX_JOBS
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

    /// Takes a message of a linked peer that sits here.
    pub(super) fn receive(&mut self, from: PeerKey, message: Message) {
        if let Message::Push { table, entry: Blob(entry) } = message {
            if table == self.mark {
                self.jobs.push(Job::Input { from: Some(from), input: Input::Entry(entry) });
            }
        } else if let Message::Batch { table, entries } = message {
            if table == self.mark {
                let inputs = entries.into_iter().map(|Blob(entry)| Input::Entry(entry));
                self.jobs.extend(inputs.map(|input| Job::Input { from: Some(from), input }));
            }
        } else if let Message::Want { table, from: round } = message
            && table == self.mark
            && !self.jobs.iter().any(|job| matches!(job, Job::Want { peer, .. } if *peer == from))
        {
            self.jobs.push(Job::Want { peer: from, round });
        }
    }

    /// Gives the engine something to do.
    pub(super) fn order(&mut self, input: Input) {
        self.jobs.push(Job::Input { from: None, input });
    }

    /// A new link: what the peer's first beacon shows is asked for at once.
    pub(super) fn linked(&mut self, peer: PeerKey) {
        self.behind.insert(peer, Some(self.own_mark()));
    }

    /// Compares a peer's progress with the own one; returns the request, if something is missing here and nothing moves.
    pub(super) fn compare(&mut self, peer: PeerKey, theirs: Option<&Mark>) -> Option<Message> {
        let own = self.own_mark();
        let missing = theirs.filter(|mark| mark.table == self.mark).and_then(|mark| first_missing(&own, mark));
        let before = self.behind.insert(peer, missing.map(|_round| own)).flatten();
        let from = missing.filter(|_round| before == Some(own))?;
        Some(Message::Want { table: self.mark, from })
    }

    /// Starts the engine if it is idle and has something to do.
    pub(super) fn turn(&mut self, now: u64) {
        if self.wake_at.is_some_and(|at| at <= now) {
            self.wake_at = None;
            self.order(Input::Tick);
        }
        if self.jobs.is_empty() {
            return;
        }
        match std::mem::replace(&mut self.place, Place::Gone) {
            Place::Here(mut engine) => {
                let jobs = std::mem::take(&mut self.jobs);
                self.place = Place::AtWork(tokio::task::spawn_blocking(move || {
                    let effects = engine.run(jobs);
                    (engine, effects)
                }));
            }
            place @ Place::AtWork(_) => self.place = place,
            Place::Gone => self.jobs.clear(),
        }
    }

    /// Waits until the engine has run; for ever while it is idle. Safe to drop while waiting.
    pub(super) async fn done(&mut self) -> Vec<Effect> {
        let Place::AtWork(work) = &mut self.place else { return std::future::pending().await };
        let finished = work.await;
        match finished {
            Ok((engine, effects)) => {
                self.playing = engine.playing();
                self.place = Place::Here(engine);
                effects
            }
            Err(error) => {
                tracing::error!(%error, "the table has stopped");
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

    pub(super) fn push(&self, entry: Vec<u8>) -> Message {
        Message::Push { table: self.mark, entry: Blob(entry) }
    }

    /// Records asked for, in messages of bounded size.
    pub(super) fn batches(&self, entries: Vec<Vec<u8>>) -> Vec<Message> {
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
        Rejection::Malformed | Rejection::Signature | Rejection::OtherTable => true,
        Rejection::TooEarly | Rejection::Choice | Rejection::Closing => false,
    }
}

/// The first round of which they hold something that is missing here.
fn first_missing(own: &Mark, theirs: &Mark) -> Option<u32> {
    if theirs.stopped && !own.stopped {
        return Some(own.round.saturating_sub(1));
    }
    if theirs.round > own.round {
        return Some(own.round);
    }
    if theirs.round < own.round {
        return None;
    }
    if theirs.head != own.head {
        // Two heads after one round: somebody signed two entries in the round before; both sides must see both.
        return Some(own.round.saturating_sub(1));
    }
    let missing = own.waiting.minus(theirs.waiting).or(theirs.closed.minus(own.closed));
    (!missing.is_empty()).then_some(own.round)
}

#[cfg(test)]
mod tests {
    use super::*;
    use nightcoach_rules::SeatSet;

    fn mark(round: u32, head: u8, waiting: u16) -> Mark {
        Mark {
            table: [1; 32],
            round,
            head: [head; 32],
            waiting: SeatSet(waiting),
            closed: SeatSet::EMPTY,
            stopped: false,
        }
    }

    #[test]
    fn the_evidence_of_a_stopped_table_is_asked_for() {
        let theirs = Mark { stopped: true, ..mark(5, 1, 0b111) };
        assert_eq!(first_missing(&mark(5, 1, 0b111), &theirs), Some(4));
        assert_eq!(first_missing(&theirs, &theirs), None);
    }

    #[test]
    fn whoever_has_come_further_is_asked_from_the_own_round_on() {
        assert_eq!(first_missing(&mark(5, 1, 0b111), &mark(9, 2, 0b111)), Some(5));
        assert_eq!(first_missing(&mark(9, 2, 0b111), &mark(5, 1, 0b111)), None);
    }

    #[test]
    fn in_one_round_only_a_missing_entry_is_worth_asking_for() {
        assert_eq!(first_missing(&mark(5, 1, 0b110), &mark(5, 1, 0b110)), None);
        assert_eq!(first_missing(&mark(5, 1, 0b010), &mark(5, 1, 0b110)), None);
        assert_eq!(first_missing(&mark(5, 1, 0b110), &mark(5, 1, 0b010)), Some(5));
    }

    #[test]
    fn two_heads_in_one_round_reach_back_to_the_round_before() {
        assert_eq!(first_missing(&mark(5, 1, 0), &mark(5, 2, 0)), Some(4));
    }

    #[test]
    fn a_closing_record_that_is_missing_here_is_asked_for() {
        let theirs = Mark { closed: SeatSet(0b1), ..mark(5, 1, 0) };
        assert_eq!(first_missing(&mark(5, 1, 0), &theirs), Some(5));
        assert_eq!(first_missing(&theirs, &mark(5, 1, 0)), None);
    }
}
