//! The task of one seat: takes what network, person, engine and time bring, and keeps the snapshot up to date.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::Arc;
use std::time::Duration;

use libp2p::Multiaddr;
use nightcoach_table::Rejection;
use nightcoach_table::lobby::{self, Start};
use sha2::{Digest as _, Sha256};
use tokio::sync::{mpsc, oneshot, watch};
use tokio::time::{MissedTickBehavior, interval};
use zeroize::Zeroizing;

use super::audience::Onlookers;
use super::bench::Bench;
use super::engine::{Effect, Engine};
use super::gather::Visit;
use super::look::Look;
use super::opening::{Opening, Seeds};
use super::peers::{Peer, forget_strangers};
use super::preset::{self, Preset};
use super::rematch::{Last, Reunion};
use super::sitting::{self, MAX_STRIKES, Sitting};
use super::snapshot::{MAX_NOTICES, Notice, Snapshot, Stage, Unfinished};
use super::talk::Talk;
use super::watching::Watching;
use super::{Command, SeatConfig};
use crate::LanError;
use crate::clock::Clock;
use crate::net::{Beacon, Frame, LINK_VERSION, Link, Message, Net, NetConfig, NetEvent, PeerKey, typed};
use crate::store::{People, Profile};

const TICK: Duration = Duration::from_millis(250);
/// Most time that a closing seat serves those who lack the end of the game.
const LINGER_MS: u64 = 5_000;

/// Where the seat is.
#[derive(Debug)]
pub(super) enum Place {
    Lobby,
    Hosting(lobby::Gathering),
    Visiting(Visit),
    Playing(Box<Sitting>),
    Watching(Box<Watching>),
}

/// A typed address that is to lead to a table.
#[derive(Debug)]
pub(super) struct Wish {
    pub(super) addresses: Vec<Multiaddr>,
    pub(super) peer: Option<PeerKey>,
    pub(super) told: bool,
    /// Whether it is only to be watched.
    pub(super) watch: bool,
}

/// Round and head that it is asked over.
type Question = (u32, [u8; 32]);

/// Answers that are given in advance, and when the next one is due.
#[derive(Debug, Default)]
pub(super) struct Advance {
    pub(super) preset: Option<Preset>,
    /// The question by round and head, and when it is answered; once answered, never again.
    due: Option<(Question, Option<u64>)>,
}

/// The task's state.
pub(super) struct Driver {
    pub(super) name: String,
    pub(super) net: Net,
    pub(super) bench: Bench,
    pub(super) clock: Clock,
    pub(super) commands: mpsc::WeakSender<Command>,
    pub(super) peers: BTreeMap<PeerKey, Peer>,
    pub(super) place: Place,
    pub(super) wish: Option<Wish>,
    pub(super) leaving: bool,
    /// The game that was played last, for a rematch.
    pub(super) last: Option<Last>,
    pub(super) reunion: Option<Reunion>,
    pub(super) talk: Talk,
    pub(super) onlookers: Onlookers,
    pub(super) people: People,
    pub(super) reminder: Option<u64>,
    pub(super) unfinished: Arc<Vec<Unfinished>>,
    /// Answers in advance.
    pub(super) advance: Advance,
    /// The good-bye to the table that is being left for good.
    pub(super) farewell: Option<Vec<u8>>,
    pub(super) profile: Arc<Profile>,
    pub(super) pace_ms: u64,
    seed: Option<[u8; 32]>,
    pub(super) addresses: Vec<Multiaddr>,
    pub(super) notices: VecDeque<Notice>,
    pub(super) snapshots: watch::Sender<Arc<Snapshot>>,
    pub(super) beacon: Beacon,
    /// Addresses as last written to the profile.
    saved: Option<Frame>,
    pub(super) look: Look,
}

/// Starts the task.
pub(super) fn start(
    config: SeatConfig,
    orders: mpsc::Receiver<Command>,
    commands: mpsc::WeakSender<Command>,
) -> Result<watch::Receiver<Arc<Snapshot>>, LanError> {
    let SeatConfig { name, profile, port, mdns, loopback, pace_ms, seed } = config;
    let name = lobby::tidy_name(&name);
    let identity = profile.seed();
    let (net, events) = Net::start(&NetConfig { identity, name: name.clone(), port, mdns, loopback })?;
    net.learn(profile.load_addresses());
    let first = Snapshot {
        name: name.clone(),
        fingerprint: net.key().to_string(),
        addresses: Vec::new(),
        codes: Vec::new(),
        network: Arc::default(),
        peers: Vec::new(),
        tables: Vec::new(),
        stage: Stage::Lobby,
        notices: Vec::new(),
        chat: None,
        nudged_by: None,
        left: nightcoach_rules::SeatSet::EMPTY,
        preset: None,
        unfinished: Arc::default(),
        wanted: None,
        reminder: profile.reminder(),
        audience: Arc::default(),
    };
    let (snapshots, receiver) = watch::channel(Arc::new(first));
    let mut driver = Driver {
        name,
        net,
        bench: Bench::start()?,
        clock: Clock::start(),
        commands,
        peers: BTreeMap::new(),
        place: Place::Lobby,
        wish: None,
        leaving: false,
        last: None,
        reunion: None,
        talk: Talk::default(),
        onlookers: Onlookers::default(),
        people: People::load(&profile),
        reminder: profile.reminder(),
        unfinished: Arc::default(),
        advance: Advance::default(),
        farewell: None,
        profile: Arc::new(profile),
        pace_ms,
        seed,
        addresses: Vec::new(),
        notices: VecDeque::new(),
        snapshots,
        beacon: Beacon::default(),
        saved: None,
        look: Look::default(),
    };
    driver.resume();
    // Whoever starts a seat sees at once what it has taken up.
    driver.publish();
    tokio::spawn(driver.run(events, orders));
    Ok(receiver)
}

impl Driver {
    async fn run(mut self, mut events: mpsc::Receiver<NetEvent>, mut orders: mpsc::Receiver<Command>) {
        let mut tick = interval(TICK);
        tick.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut closing: Option<(u64, oneshot::Sender<()>)> = None;
        loop {
            self.publish();
            tokio::select! {
                Some(event) = events.recv() => self.on_net(event),
                command = orders.recv(), if closing.is_none() => match command {
                    Some(Command::Order(order)) => self.follow(order),
                    Some(Command::Resolved { text, found, watch }) => self.resolved(text, found, watch),
                    Some(Command::Close(done)) => {
                        closing = Some((self.clock.now().saturating_add(LINGER_MS), done));
                    }
                    None => break,
                },
                effects = engine(self.clock, &mut self.place) => {
                    self.carry_out(effects);
                    self.tell_signed_twice();
                }
                _ = tick.tick() => {
                    self.tend_gathering();
                    self.tend_watching();
                    self.try_wish();
                    self.find_rematch();
                    self.answer_in_advance();
                    self.tell_standstill();
                    self.save_addresses();
                    self.forget_strangers();
                    self.look_around();
                }
            }
            self.part();
            if std::mem::take(&mut self.leaving) {
                self.leave().await;
                self.reunite();
            }
            self.tend_talk();
            self.tend_audience();
            let now = self.clock.now();
            match &mut self.place {
                Place::Playing(sitting) => sitting.turn(now, &self.bench),
                Place::Watching(watching) => watching.turn(now),
                Place::Lobby | Place::Hosting(_) | Place::Visiting(_) => {}
            }
            if let Some((until, done)) = closing.take() {
                if now >= until || self.nobody_waits() {
                    return self.close(Some(done)).await;
                }
                closing = Some((until, done));
            }
        }
        self.close(None).await;
    }

    /// Says good-bye, so that the others see it at once.
    async fn close(mut self, done: Option<oneshot::Sender<()>>) {
        self.leave_gathering();
        self.save_addresses();
        let all: Vec<PeerKey> = self.peers.keys().copied().collect();
        self.send_all(all, &Message::Bye("closed".to_owned()));
        let links: Vec<Link> = self.peers.values().filter_map(|peer| peer.link.clone()).collect();
        let flushed = async {
            for link in &links {
                link.flushed().await;
            }
        };
        tokio::time::timeout(Duration::from_millis(300), flushed).await.ok();
        let Self { net, place, profile, bench, .. } = self;
        if let Place::Playing(sitting) = place {
            let closed = sitting.is_closed();
            let engine = sitting.into_engine().await;
            if let Some(engine) = engine.filter(|_engine| closed)
                && let Err(error) = bench.wait(move || engine.retire(None)).and_then(|retired| retired)
            {
                tracing::error!(%error, "the journal of a finished table stays");
            }
        }
        net.close().await;
        drop(profile);
        if let Some(done) = done {
            done.send(()).ok();
        }
    }

    /// Whether every linked peer of an ended table, with a seat or without, has all of its end; at another table nobody waits for us.
    fn nobody_waits(&self) -> bool {
        let Place::Playing(sitting) = &self.place else { return true };
        if sitting.playing.outcome.is_none() {
            return true;
        }
        let own = sitting.own_mark();
        let has_all = |peer: &Peer| !own.is_ahead_at_end(peer.beacon.mark.as_ref());
        let follows = |key: PeerKey| sitting.seats(key) || self.may_follow(key);
        let linked = self.peers.iter().filter(|(key, peer)| peer.link.is_some() && follows(**key));
        linked.into_iter().all(|(_, peer)| has_all(peer))
    }

    fn on_net(&mut self, event: NetEvent) {
        match event {
            NetEvent::Listening(address) => self.addresses.push(address),
            NetEvent::Expired(address) => self.addresses.retain(|known| *known != address),
            NetEvent::Linked { peer, hello, link } => {
                let known = self.peers.entry(peer).or_default();
                known.name = lobby::tidy_name(&hello.name);
                known.build = lobby::tidy_name(&hello.build);
                known.skew_ms = super::look::skew_ms(hello.clock);
                known.link = Some(link);
                known.beacon = Beacon::default();
                known.heard = false;
                match &mut self.place {
                    Place::Playing(sitting) => sitting.linked(peer),
                    Place::Watching(watching) => watching.linked(peer),
                    Place::Lobby | Place::Hosting(_) | Place::Visiting(_) => {}
                }
                self.talk.linked(peer);
                self.onlookers.linked(peer);
                self.ask_again(peer);
            }
            NetEvent::Unlinked { peer, generation } => {
                let now = self.clock.now();
                if let Some(known) = self.peers.get_mut(&peer)
                    && known.link.as_ref().is_some_and(|link| link.generation() == generation)
                {
                    known.link = None;
                    known.lost_at = now;
                }
            }
            NetEvent::Received { peer, message, room, .. } => {
                self.on_message(peer, message);
                drop(room);
            }
            NetEvent::Refused { hello, .. } => {
                self.look.refuse(&hello);
                self.notice(Notice::VersionDiffers {
                    name: lobby::tidy_name(&hello.name),
                    theirs: lobby::tidy_name(&hello.build),
                    ours: env!("CARGO_PKG_VERSION").to_owned(),
                    we_update: hello.protocol > LINK_VERSION,
                });
            }
            NetEvent::Reached { address, peer } => {
                if let Some(wish) = self.wish.as_mut().filter(|wish| wish.addresses.contains(&address)) {
                    wish.peer = Some(peer);
                }
            }
            NetEvent::DialFailed { address, why } => {
                self.notice(Notice::Unreachable { address: typed(&address), why });
            }
        }
    }

    fn on_message(&mut self, from: PeerKey, message: Message) {
        match message {
            Message::Beacon(beacon) => {
                let Some(known) = self.peers.get_mut(&from) else { return };
                known.name = lobby::tidy_name(&beacon.name);
                known.heard = true;
                let mark = beacon.mark;
                known.beacon = beacon;
                let request = match &mut self.place {
                    Place::Playing(sitting) if sitting.seats(from) => sitting.compare(from, mark.as_ref()),
                    Place::Watching(watching) => watching.compare(from, mark.as_ref()),
                    Place::Playing(_) | Place::Lobby | Place::Hosting(_) | Place::Visiting(_) => None,
                };
                if let Some(request) = request {
                    self.send(from, &request);
                }
                self.part_again(from);
            }
            Message::Lobby(message) => self.on_lobby(from, message),
            Message::Push { .. } | Message::Want { .. } | Message::Batch { .. } => {
                let now = self.clock.now();
                match &mut self.place {
                    Place::Playing(sitting) if sitting.seats(from) => sitting.receive(from, message, now),
                    Place::Playing(_) => self.on_outsider(from, message, now),
                    Place::Watching(watching) => watching.receive(from, message),
                    Place::Lobby | Place::Hosting(_) | Place::Visiting(_) => {}
                }
            }
            Message::Aside { place, records } => self.on_asides(from, place, records),
            Message::Bye(why) => {
                tracing::debug!(%from, why, "peer goes");
                if let Some(known) = self.peers.get_mut(&from) {
                    known.beacon.listing = None;
                }
            }
            Message::Hello(_) | Message::Addresses(_) => {}
        }
    }

    fn carry_out(&mut self, effects: Vec<Effect>) {
        for effect in effects {
            let effect = self.for_watchers(effect);
            match effect {
                Effect::Send(_) | Effect::Forward { .. } | Effect::Batch { .. } | Effect::Tell { .. } => {
                    let Place::Playing(sitting) = &self.place else { return };
                    for (to, message) in sitting.deliveries(effect, &self.peers) {
                        self.send_all(to, &message);
                    }
                }
                Effect::Rejected { from, rejection } => self.on_rejected(from, rejection),
                Effect::Repeats(from) => self.strike(from),
                Effect::Disk(why) => self.notice(Notice::Disk(why)),
                Effect::Broken => {
                    if let Place::Playing(sitting) = &mut self.place {
                        sitting.broken = true;
                    }
                    self.notice(Notice::Broken);
                }
                Effect::WakeAt(at) => {
                    if let Place::Playing(sitting) = &mut self.place {
                        sitting.wish_wake(at);
                    }
                }
            }
        }
    }

    fn on_rejected(&mut self, from: Option<PeerKey>, rejection: Rejection) {
        match from {
            Some(key) if sitting::is_nonsense(rejection) => {
                tracing::debug!(%key, ?rejection, "dropped");
                self.strike(key);
            }
            None if rejection == Rejection::Choice => self.notice(Notice::ChoiceRefused),
            Some(_) | None => {}
        }
    }

    /// Counts against a peer; too much of it, and the peer is shut out for a while.
    pub(super) fn strike(&mut self, key: PeerKey) {
        let Some(peer) = self.peers.get_mut(&key) else { return };
        peer.strikes = peer.strikes.saturating_add(1);
        if peer.strikes == MAX_STRIKES {
            peer.strikes = 0;
            let name = peer.name.clone();
            self.net.shun(key);
            self.notice(Notice::Misbehaved(name));
        }
    }

    /// Says why nothing moves where no screen would show it.
    fn tell_standstill(&mut self) {
        let now = self.clock.now();
        let Place::Playing(sitting) = &mut self.place else { return };
        let held_back = sitting.held_back_by(now).filter(|names| !names.is_empty());
        let stopped = sitting.stopped_elsewhere(&self.peers, now);
        let notices = held_back.map(Notice::HeldBack).into_iter();
        for notice in notices.chain(stopped.into_iter().map(Notice::StoppedElsewhere)) {
            self.notice(notice);
        }
    }

    fn forget_strangers(&mut self) {
        let now = self.clock.now();
        let place = &self.place;
        let seated = |key: &PeerKey| match place {
            Place::Playing(sitting) => sitting.seats(*key),
            Place::Watching(watching) => watching.seats(*key),
            Place::Lobby | Place::Hosting(_) | Place::Visiting(_) => false,
        };
        forget_strangers(&mut self.peers, seated, now);
    }

    /// Sits down at a table whose roster is fixed and holds the value that we have drawn for it.
    pub(super) fn sit(&mut self, start: Start, fresh: [u8; 32]) {
        let last = self.last.as_ref().map(|last| &last.finished);
        let seat = match start.seat_of(self.net.key().0, fresh, last) {
            Ok(seat) => seat,
            Err(refusal) => {
                self.place = Place::Lobby;
                return self.notice(Notice::Refused(refusal));
            }
        };
        let seeds = self.secret("deal").and_then(|deal| Ok((deal, self.secret("seat")?)));
        let begun = seeds.and_then(|(deal, own)| {
            let seeds = Seeds { deal: Zeroizing::new(deal), seat: Zeroizing::new(own) };
            let opening = Opening { start, seat, seeds };
            let (profile, pace_ms, clock) = (Arc::clone(&self.profile), self.pace_ms, self.clock);
            self.bench.wait(move || {
                let (engine, effects) = Engine::begin(&profile, &opening, pace_ms, clock)?;
                Ok((opening, engine, effects))
            })?
        });
        match begun {
            Ok((opening, engine, effects)) => {
                self.take_place(Sitting::new(&opening, engine), effects);
                self.meet(&opening);
            }
            Err(error) => {
                self.place = Place::Lobby;
                self.notice(Notice::Disk(error.to_string()));
            }
        }
        self.save_addresses();
    }

    /// Remembers with whom a table has begun.
    fn meet(&mut self, opening: &Opening) {
        let own = self.net.key();
        let others = opening.start.players.iter().filter(|player| player.key != own.0);
        let others: Vec<(PeerKey, String)> = others.map(|player| (PeerKey(player.key), player.name.clone())).collect();
        if let Err(error) = self.people.meet(&self.profile, &others) {
            self.notice(Notice::Disk(error.to_string()));
        }
    }

    pub(super) fn take_place(&mut self, sitting: Sitting, effects: Vec<Effect>) {
        self.net.set_table(sitting.keys().collect());
        self.place = Place::Playing(Box::new(sitting));
        self.carry_out(effects);
    }

    /// Leaves the table. One that is over is retired, and so is one that is left for good; any other is put aside.
    async fn leave(&mut self) {
        self.remember_finished();
        self.wish = None;
        self.net.stop_dialling();
        self.leave_gathering();
        let farewell = self.farewell.take();
        if let Place::Playing(sitting) = std::mem::replace(&mut self.place, Place::Lobby) {
            let (over, name) = (sitting.is_over(), sitting.start.table_name.clone());
            let left = match sitting.into_engine().await {
                None => Ok(()),
                Some(engine) if over || farewell.is_some() => {
                    self.bench.wait(move || engine.retire(farewell.as_deref())).and_then(|retired| retired)
                }
                Some(engine) => {
                    self.notice(Notice::PutAside(name));
                    self.bench.wait(move || engine.put_aside()).and_then(|put_aside| put_aside)
                }
            };
            if let Err(error) = left {
                self.notice(Notice::Disk(error.to_string()));
            }
        }
        self.advance = Advance::default();
        self.net.set_table(BTreeSet::new());
        self.list_unfinished();
    }

    /// Passes a window for the person who has said so in advance, after a delay that depends on nothing.
    fn answer_in_advance(&mut self) {
        let now = self.clock.now();
        let Place::Playing(sitting) = &mut self.place else { return };
        let playing = Arc::clone(&sitting.playing);
        let (Some(preset), Some(view)) = (self.advance.preset, &playing.view) else { return };
        if preset.is_over(view, playing.asked) {
            self.advance.preset = None;
            return;
        }
        if !playing.asked {
            return;
        }
        let question = (playing.round, playing.head);
        match self.advance.due {
            Some((asked, Some(at))) if asked == question && at <= now => {
                self.advance.due = Some((question, None));
                if let Some(choice) = preset::pass(view) {
                    sitting.order(nightcoach_table::Input::Choose(choice));
                }
            }
            Some((asked, _)) if asked == question => {}
            Some(_) | None => {
                let random = u64::from_le_bytes(crate::random().unwrap_or_default());
                self.advance.due = Some((question, Some(now.saturating_add(preset::delay(self.pace_ms, random)))));
            }
        }
    }

    /// Keeps the addresses of the players of a table, for finding them again after a crash.
    fn save_addresses(&mut self) {
        let known = self.net.known_addresses();
        if !matches!(self.place, Place::Playing(_)) || self.saved.as_ref().is_some_and(|saved| *saved == known) {
            return;
        }
        match self.profile.save_addresses(&known) {
            Ok(()) => self.saved = Some(known),
            Err(error) => self.notice(Notice::Disk(error.to_string())),
        }
    }

    /// Fresh secret bytes, or those that the demo's seed gives.
    pub(super) fn secret<const N: usize>(&self, label: &str) -> Result<[u8; N], LanError> {
        let Some(seed) = self.seed else { return crate::random() };
        let last = self.last.as_ref().map_or([0; 32], |last| last.finished.head);
        let own = Sha256::new().chain_update(seed).chain_update(self.net.key().0);
        let hash = own.chain_update(last).chain_update(label).finalize();
        hash.first_chunk().copied().ok_or(LanError::Randomness)
    }

    pub(super) fn send(&mut self, to: PeerKey, message: &Message) {
        self.send_all(vec![to], message);
    }

    /// Queues a message; a link that takes no more is closed, and catching up repairs what is lost.
    pub(super) fn send_all(&mut self, to: Vec<PeerKey>, message: &Message) {
        let frame = match Frame::of(message) {
            Ok(frame) => frame,
            Err(error) => return tracing::warn!(%error, "a message too long to send"),
        };
        let now = self.clock.now();
        for key in to {
            let Some(peer) = self.peers.get_mut(&key) else { continue };
            if peer.link.as_ref().is_some_and(|link| !link.send(&frame)) {
                peer.link = None;
                peer.lost_at = now;
            }
        }
    }

    pub(super) fn notice(&mut self, notice: Notice) {
        if self.notices.back() == Some(&notice) {
            return;
        }
        tracing::info!("{notice}");
        if self.notices.len() >= MAX_NOTICES {
            self.notices.pop_front();
        }
        self.notices.push_back(notice);
    }
}

/// Waits until the engine has run, or until the table wants to be woken.
async fn engine(clock: Clock, place: &mut Place) -> Vec<Effect> {
    if let Place::Watching(watching) = place {
        return watching.done().await;
    }
    let Place::Playing(sitting) = place else { return std::future::pending().await };
    let wake_at = sitting.wake_at();
    let wake = async {
        match wake_at {
            Some(at) => tokio::time::sleep(Duration::from_millis(at.saturating_sub(clock.now()))).await,
            None => std::future::pending().await,
        }
    };
    tokio::select! {
        effects = sitting.done() => effects,
        () = wake => Vec::new(),
    }
}
