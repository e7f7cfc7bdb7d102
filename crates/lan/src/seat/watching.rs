//! Watching a table without a seat: asking the host, following the game, and nothing that anybody at the table waits for.
//!
//! Whoever watches holds no secret of the table and signs nothing; what it knows is what an audit finds (walk.md decision
//! 21). Nothing of it lies on the disk but the transcript, and that only once the game is over, or the person wants it.

use std::collections::BTreeMap;
use std::sync::Arc;

use nightcoach_rules::{Seat, SeatSet};
use nightcoach_table::Input;
use nightcoach_table::lobby::{self, GatheringId, LobbyMessage, Passphrase, Player, Refusal, Start, TABLE_VERSION};
use tokio::task::JoinHandle;

use super::admission::AtDoor;
use super::auditing::Auditing;
use super::catchup::{Catchup, Lack};
use super::driver::{Driver, Place};
use super::engine::Effect;
use super::inbox::Inbox;
use super::snapshot::{Notice, Wanted, Watched};
use crate::clock::Since;
use crate::net::{Blob, Mark, Message, PeerKey};

/// How often the host is asked again while it has not answered.
const ASK_MS: u64 = 2_000;

/// A table that this person watches, or would like to.
#[derive(Debug)]
pub(super) struct Watching {
    table: GatheringId,
    host: PeerKey,
    asked_at: u64,
    at_door: AtDoor,
    passphrase: Option<Passphrase>,
    /// What is shown, once the host has shown anything.
    watched: Option<Arc<Watched>>,
    game: Option<Game>,
}

/// A game that is followed.
#[derive(Debug)]
struct Game {
    start: Start,
    mark: Mark,
    roster: BTreeMap<PeerKey, Seat>,
    audit: Work,
    inbox: Inbox,
    wake_at: Option<u64>,
    /// Whether the person wants the transcript as soon as the audit is idle.
    keep: bool,
    catchup: BTreeMap<PeerKey, Catchup>,
}

/// The audit is either here or at work on a blocking thread.
#[derive(Debug)]
enum Work {
    Idle(Box<Auditing>),
    Busy(JoinHandle<(Box<Auditing>, Vec<Effect>)>),
    Gone,
}

impl Watching {
    fn new(table: GatheringId, host: PeerKey, asked_at: u64) -> Self {
        let at_door = AtDoor::Knocking;
        Self { table, host, asked_at, at_door, passphrase: None, watched: None, game: None }
    }

    fn request(&self, name: String) -> (PeerKey, Message) {
        (self.host, Message::Lobby(LobbyMessage::Watch { table: self.table, name, version: TABLE_VERSION }))
    }

    /// What the host is told when one goes.
    pub(super) fn farewell(&self) -> (PeerKey, Message) {
        (self.host, Message::Lobby(LobbyMessage::Leave { table: self.table }))
    }

    /// What is shown of the table.
    pub(super) fn watched(&self) -> Option<Arc<Watched>> {
        self.watched.clone()
    }

    /// Mark and roster of the game that is followed.
    pub(super) fn begun(&self) -> Option<([u8; 32], &Start)> {
        self.game.as_ref().map(|game| (game.mark.table, &game.start))
    }

    /// How far the game has come here.
    pub(super) fn own_mark(&self) -> Option<Mark> {
        self.game.as_ref().map(|game| game.mark)
    }

    /// Whether this peer plays the game that is followed.
    pub(super) fn seats(&self, peer: PeerKey) -> bool {
        self.game.as_ref().is_some_and(|game| game.roster.contains_key(&peer))
    }

    /// A new link: what the peer's first beacon shows is asked for at once.
    pub(super) fn linked(&mut self, peer: PeerKey) {
        if let Some(game) = &mut self.game {
            game.catchup.insert(peer, Catchup::at_once(game.mark));
        }
    }

    /// Compares a player's progress with the own one; returns the request, if something is missing here and nothing moves.
    pub(super) fn compare(&mut self, peer: PeerKey, theirs: Option<&Mark>) -> Option<Message> {
        let game = self.game.as_mut().filter(|game| game.roster.contains_key(&peer))?;
        let theirs = theirs.filter(|theirs| theirs.table == game.mark.table);
        let lack = theirs.map_or(Lack::Nothing, |theirs| Lack::between(&game.mark, theirs));
        let from = game.catchup.entry(peer).or_default().ask(game.mark, lack)?;
        Some(Message::Want { table: game.mark.table, from })
    }

    /// Takes records of a player; everything else is for players.
    pub(super) fn receive(&mut self, from: PeerKey, message: Message) {
        let Some(game) = self.game.as_mut().filter(|game| game.roster.contains_key(&from)) else { return };
        if let Message::Push { table, entry: Blob(record) } = message {
            if table == game.mark.table {
                game.inbox.record(from, false, record);
            }
        } else if let Message::Batch { table, entries } = message
            && table == game.mark.table
        {
            for Blob(record) in entries {
                if game.catchup.get_mut(&from).is_some_and(|catchup| catchup.expects(&record)) {
                    game.inbox.record(from, true, record);
                }
            }
        }
    }

    /// Starts the audit if it is idle and has something to do.
    pub(super) fn turn(&mut self, now: u64) {
        let Some(game) = &mut self.game else { return };
        if game.wake_at.is_some_and(|at| at <= now) {
            game.wake_at = None;
            game.inbox.input(Input::Tick);
        }
        if game.inbox.is_empty() && !game.keep {
            return;
        }
        match std::mem::replace(&mut game.audit, Work::Gone) {
            Work::Idle(mut audit) => {
                let (jobs, keep) = (game.inbox.take(), std::mem::take(&mut game.keep));
                game.audit = Work::Busy(tokio::task::spawn_blocking(move || {
                    let effects = audit.run(jobs, keep);
                    (audit, effects)
                }));
            }
            work @ Work::Busy(_) => game.audit = work,
            Work::Gone => drop(game.inbox.take()),
        }
    }

    /// Waits until the audit has run; for ever while it is idle. Safe to drop while waiting.
    pub(super) async fn done(&mut self) -> Vec<Effect> {
        let Some(game) = &mut self.game else { return std::future::pending().await };
        let Work::Busy(work) = &mut game.audit else { return std::future::pending().await };
        match work.await {
            Ok((audit, effects)) => {
                self.watched = Some(audit.watched());
                (game.mark, game.wake_at) = (audit.own_mark(), audit.wake_at());
                game.audit = Work::Idle(audit);
                effects
            }
            Err(error) => {
                tracing::error!(%error, "the audit has stopped");
                game.audit = Work::Gone;
                vec![Effect::Broken]
            }
        }
    }
}

impl Driver {
    /// Asks the host of a table to let this person watch it.
    pub(super) fn watch(&mut self, table: GatheringId, host: PeerKey) {
        if !matches!(self.place, Place::Lobby | Place::Watching(_)) {
            return self.notice(Notice::Unclear("Leave this table before you watch another one".to_owned()));
        }
        self.wish = None;
        if let Place::Watching(watching) = &self.place
            && (watching.table, watching.host) == (table, host)
        {
            return;
        }
        self.leave_gathering();
        let watching = Watching::new(table, host, self.clock.now());
        let (host, message) = watching.request(self.name.clone());
        self.place = Place::Watching(Box::new(watching));
        self.send(host, &message);
    }

    /// A new link to the host: it may have lost sight of us.
    pub(super) fn ask_to_watch_again(&mut self, peer: PeerKey) {
        if let Place::Watching(watching) = &self.place
            && watching.host == peer
        {
            let (host, message) = watching.request(self.name.clone());
            self.send(host, &message);
        }
    }

    /// Asks again where no answer came.
    pub(super) fn tend_watching(&mut self) {
        let now = self.clock.now();
        let Place::Watching(watching) = &mut self.place else { return };
        let unanswered = watching.watched.is_none() && matches!(watching.at_door, AtDoor::Knocking);
        if unanswered && now.saturating_sub(watching.asked_at) > ASK_MS {
            watching.asked_at = now;
            let (host, message) = watching.request(self.name.clone());
            self.send(host, &message);
        }
    }

    /// Whether this peer hosts the table that is watched here.
    pub(super) fn is_watched_host(&self, peer: PeerKey) -> bool {
        matches!(&self.place, Place::Watching(watching) if watching.host == peer)
    }

    /// What the host of the table says to somebody who watches it.
    pub(super) fn on_watched(&mut self, from: PeerKey, message: LobbyMessage) {
        let Place::Watching(watching) = &mut self.place else { return };
        let wanted = watching.table;
        match message {
            LobbyMessage::Gathered { table, table_name, options, players, .. } if table == wanted => {
                if watching.game.is_none() {
                    watching.at_door = AtDoor::Knocking;
                    watching.watched = Some(Arc::new(gathering(&table_name, options, &players)));
                }
            }
            LobbyMessage::Begin(start) if start.table == wanted => self.follow_game(from, start),
            LobbyMessage::Challenge { table, nonce } if table == wanted => {
                watching.at_door = AtDoor::Asked(nonce);
                self.answer_challenge();
            }
            LobbyMessage::Asked { table } if table == wanted => watching.at_door = AtDoor::Waiting,
            LobbyMessage::Refused { table, refusal } if table == wanted => self.on_watching_refused(refusal),
            LobbyMessage::CalledOff { table } if table == wanted => {
                self.place = Place::Lobby;
                self.notice(Notice::CalledOff);
            }
            LobbyMessage::Join { .. }
            | LobbyMessage::Watch { .. }
            | LobbyMessage::Prove { .. }
            | LobbyMessage::Leave { .. }
            | LobbyMessage::Ready { .. }
            | LobbyMessage::Refused { .. }
            | LobbyMessage::Gathered { .. }
            | LobbyMessage::CalledOff { .. }
            | LobbyMessage::Begin(_)
            | LobbyMessage::Challenge { .. }
            | LobbyMessage::Asked { .. } => {}
        }
    }

    /// The person has typed the passphrase of a table that is to be watched; false if none is.
    pub(super) fn prove_to_watch(&mut self, passphrase: &Passphrase) -> bool {
        let Place::Watching(watching) = &mut self.place else { return false };
        watching.passphrase = Some(passphrase.clone());
        self.answer_challenge();
        true
    }

    /// Answers once there are both a question and a passphrase; each question takes one answer.
    fn answer_challenge(&mut self) {
        let own = self.net.key();
        let Place::Watching(watching) = &mut self.place else { return };
        let (AtDoor::Asked(nonce), Some(passphrase)) = (&watching.at_door, &watching.passphrase) else { return };
        let (table, host) = (watching.table, watching.host);
        let proof = passphrase.proof(&table, nonce, &host.0, &own.0);
        watching.at_door = AtDoor::Knocking;
        self.answer(host, LobbyMessage::Prove { table, proof });
    }

    fn on_watching_refused(&mut self, refusal: Refusal) {
        let name = self.name.clone();
        let Place::Watching(watching) = &mut self.place else { return };
        // Only after an answer of ours: a host that refuses without end shall not keep us asking.
        if refusal == Refusal::Passphrase && watching.passphrase.take().is_some() {
            let (host, message) = watching.request(name);
            self.send(host, &message);
        } else if watching.game.is_some() && refusal != Refusal::MayNotWatch {
            // The host may have left the table that the others still play, or that is over: the log stays to be read.
            return;
        } else {
            self.net.set_table(std::collections::BTreeSet::new());
            self.place = Place::Lobby;
        }
        self.notice(Notice::CannotWatch(refusal));
    }

    /// The game begins, or runs already: from now on its records are asked for.
    fn follow_game(&mut self, from: PeerKey, start: Start) {
        let hosted = start.players.first().is_some_and(|host| host.key == from.0);
        let Place::Watching(watching) = &mut self.place else { return };
        if watching.game.is_some() {
            return;
        }
        let sound = if hosted { start.is_sound() } else { Err(Refusal::Roster) };
        if let Err(refusal) = sound {
            self.place = Place::Lobby;
            return self.notice(Notice::CannotWatch(refusal));
        }
        let audit = match Auditing::begin(&start, &self.profile, self.clock) {
            Ok(audit) => audit,
            Err(error) => {
                self.place = Place::Lobby;
                return self.notice(Notice::Unclear(error.to_string()));
            }
        };
        let mark = audit.own_mark();
        let linked = self.peers.iter().filter(|(_, peer)| peer.link.is_some());
        watching.watched = Some(audit.watched());
        let players = start.players.iter().zip(0u8..);
        let game = Game {
            roster: players.map(|(player, seat)| (PeerKey(player.key), Seat(seat))).collect(),
            mark,
            start,
            audit: Work::Idle(Box::new(audit)),
            inbox: Inbox::default(),
            wake_at: None,
            keep: false,
            catchup: linked.map(|(key, _)| (*key, Catchup::at_once(mark))).collect(),
        };
        self.net.set_table(game.roster.keys().copied().collect());
        watching.game = Some(game);
    }

    /// The person wants the transcript so far.
    pub(super) fn keep_transcript(&mut self) {
        let Place::Watching(watching) = &mut self.place else { return };
        if let Some(game) = &mut watching.game {
            game.keep = true;
        }
    }

    /// What keeps us from watching, for the screen.
    pub(super) fn wanted_to_watch(&self) -> Option<Wanted> {
        let Place::Watching(watching) = &self.place else { return None };
        let host = self.peers.get(&watching.host).map_or_else(String::new, |peer| peer.name.clone());
        match watching.at_door {
            _ if watching.watched.is_some() => None,
            AtDoor::Knocking => None,
            AtDoor::Asked(_) => Some(Wanted::Passphrase(host)),
            AtDoor::Waiting => Some(Wanted::Approval(host)),
        }
    }
}

/// A table that has not begun, as its host shows it.
fn gathering(table_name: &str, options: nightcoach_rules::Options, players: &[Player]) -> Watched {
    Watched {
        table_name: lobby::tidy_name(table_name),
        names: players.iter().map(|player| lobby::tidy_name(&player.name)).collect(),
        options,
        state: None,
        audit: None,
        waiting_for: SeatSet::EMPTY,
        waiting_since: Since::now(),
        progress: (0, 0),
        fault: None,
        round: 0,
        transcript: None,
    }
}
