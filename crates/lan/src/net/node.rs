//! The task that owns the libp2p swarm: dials, connections, and which of several links to one peer counts.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use futures::StreamExt as _;
use libp2p::core::ConnectedPoint;
use libp2p::swarm::dial_opts::{DialOpts, PeerCondition};
use libp2p::swarm::{ConnectionId, DialError, SwarmEvent};
use libp2p::{Multiaddr, PeerId, StreamProtocol, Swarm, mdns};
use libp2p_stream::Control;
use tokio::sync::{mpsc, oneshot, watch};
use tokio::time::{MissedTickBehavior, interval};

use super::behaviour::{self, Behaviour, BehaviourEvent, MAX_PER_PEER};
use super::book::{Book, FOREIGN_MS};
use super::link::Shared;
use super::message::{AddressHint, Beacon, Hello, LINK_PROTOCOL, LINK_VERSION, MAX_NEIGHBOURS, Message};
use super::report::{MAX_HEARD, Traces};
use super::typed::is_link_local;
use super::{Frame, NetCommand, NetConfig, NetEvent, PeerKey, door, multiaddr, socket, streams};
use crate::LanError;
use crate::clock::{Clock, Moment, moment};

const TICK: Duration = Duration::from_millis(100);
/// A tick that comes this late means that the machine slept: every link is suspect.
const SLEPT: Duration = Duration::from_secs(5);
/// A connection older than this gives way to a newer one; younger ones are two dials that crossed.
const SETTLED_MS: u64 = 2_000;
/// A connection without a link for this long is closed.
const UNLINKED_MS: u64 = 6_000;
/// Time between two attempts to open a stream.
const REOPEN_MS: u64 = 500;
/// Time between two dials of a typed address.
const RETYPE_MS: u64 = 700;
const MAX_TYPED: usize = 8;
/// Time between two looks at what the neighbours should know of addresses.
const HINTS_MS: u64 = 1_000;
/// Most addresses that a peer may tell us of that are news, besides those of the players at our table.
pub(super) const MAX_NEWS: usize = 32;
/// Most peers that are shut out at a time.
const MAX_SHUNNED: usize = 256;

/// What link tasks report.
#[derive(Debug)]
pub(super) enum Inner {
    Up { peer: PeerKey, generation: u64, port: u16 },
    Down { peer: PeerKey, generation: u64, silent: bool },
    Unopened { peer: PeerKey },
    Foreign { peer: PeerKey },
    Hints { peer: PeerKey, hints: Vec<AddressHint> },
}

/// The ends of the channels that the public half keeps.
pub(super) struct Started {
    pub(super) key: PeerKey,
    pub(super) beacon: watch::Sender<Frame>,
    pub(super) hello: watch::Sender<Hello>,
    pub(super) hints: watch::Receiver<Frame>,
    pub(super) traces: watch::Receiver<Traces>,
    pub(super) table: watch::Sender<BTreeSet<PeerKey>>,
}

#[derive(Clone, Debug)]
struct Connection {
    id: ConnectionId,
    since: u64,
    remote: Multiaddr,
    /// The own address that the peer came in by.
    came_in: Option<IpAddr>,
}

#[derive(Debug)]
struct Typed {
    address: Multiaddr,
    dial: Option<ConnectionId>,
    next: u64,
    failures: u32,
}

/// What is known of one connected peer.
#[derive(Debug)]
struct Peer {
    id: PeerId,
    connections: Vec<Connection>,
    link: Option<u64>,
    unlinked_since: u64,
    opening: bool,
    next_opening: u64,
    /// Addresses told that were news.
    news: usize,
}

struct Node {
    swarm: Swarm<Behaviour>,
    control: Control,
    own: PeerKey,
    clock: Clock,
    book: Book,
    peers: BTreeMap<PeerKey, Peer>,
    /// Players of the running table.
    table: BTreeSet<PeerKey>,
    /// Peers that are shut out, and until when.
    shunned: BTreeMap<PeerKey, u64>,
    typed: VecDeque<Typed>,
    shared: Shared,
    generations: Arc<AtomicU64>,
    hello: watch::Sender<Hello>,
    hints: watch::Sender<Frame>,
    next_hints: u64,
    traces: watch::Sender<Traces>,
    /// Addresses that multicast has brought.
    heard: BTreeSet<IpAddr>,
    /// Own addresses where a peer of ours came in.
    reached: BTreeSet<IpAddr>,
    /// Whether to listen by IPv6 as well, once the port is known.
    both_families: bool,
}

/// Starts the swarm and its tasks.
pub(super) fn start(
    config: &NetConfig,
    events: mpsc::Sender<NetEvent>,
    commands: mpsc::Receiver<NetCommand>,
) -> Result<Started, LanError> {
    let swarm = behaviour::listen(config)?;
    let own = PeerKey::of(swarm.local_peer_id()).ok_or(LanError::Identity)?;
    let mut control = swarm.behaviour().stream.new_control();
    let protocol = StreamProtocol::new(LINK_PROTOCOL);
    let incoming = control.accept(protocol).map_err(|error| LanError::Network(error.to_string()))?;
    let build = env!("CARGO_PKG_VERSION").to_owned();
    let own_hello = Hello { protocol: LINK_VERSION, build, name: config.name.clone(), port: 0, clock: 0 };
    let (hello, hellos) = watch::channel(own_hello);
    let (beacon, beacons) = watch::channel(first_frame(&Message::Beacon(Beacon::default()))?);
    let (hints_out, hints) = watch::channel(first_frame(&Message::Addresses(Vec::new()))?);
    let (traces_out, traces) = watch::channel(Traces::default());
    let (inner, reports) = mpsc::channel(256);
    let shared = Shared { hello: hellos, beacon: beacons, addresses: hints.clone(), events, inner };
    let generations = Arc::new(AtomicU64::new(1));
    tokio::spawn(streams::accept(incoming, shared.clone(), Arc::clone(&generations)));
    let node = Node {
        swarm,
        control,
        own,
        clock: Clock::start(),
        book: Book::new(own),
        peers: BTreeMap::new(),
        table: BTreeSet::new(),
        shunned: BTreeMap::new(),
        typed: VecDeque::new(),
        shared,
        generations,
        hello: hello.clone(),
        hints: hints_out,
        next_hints: 0,
        traces: traces_out,
        heard: BTreeSet::new(),
        reached: BTreeSet::new(),
        both_families: !config.loopback,
    };
    let (table, tables) = watch::channel(BTreeSet::new());
    tokio::spawn(node.run(commands, reports, tables));
    Ok(Started { key: own, beacon, hello, hints, traces, table })
}

fn first_frame(message: &Message) -> Result<Frame, LanError> {
    Frame::of(message).map_err(|error| LanError::Network(error.to_string()))
}

impl Node {
    async fn run(
        mut self,
        mut commands: mpsc::Receiver<NetCommand>,
        mut reports: mpsc::Receiver<Inner>,
        mut tables: watch::Receiver<BTreeSet<PeerKey>>,
    ) {
        let mut tick = interval(TICK);
        tick.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut last = moment();
        loop {
            tokio::select! {
                event = self.swarm.select_next_some() => self.on_swarm(event),
                Some(report) = reports.recv() => self.on_report(report),
                Ok(()) = tables.changed() => {
                    let table = tables.borrow_and_update().clone();
                    self.on_table(table);
                }
                command = commands.recv() => match command {
                    Some(NetCommand::Close(done)) => return self.close(done).await,
                    Some(command) => self.on_command(command),
                    None => return,
                },
                _ = tick.tick() => {
                    self.on_tick(last);
                    last = moment();
                }
            }
        }
    }

    async fn close(self, done: oneshot::Sender<()>) {
        drop(self.swarm);
        // Connection tasks see the end of the swarm on their next turn; only then are the sockets closed.
        tokio::time::sleep(Duration::from_millis(20)).await;
        done.send(()).ok();
    }

    fn on_command(&mut self, command: NetCommand) {
        match command {
            NetCommand::Dial(addresses) => {
                for address in addresses {
                    self.typed.retain(|typed| typed.address != address);
                    self.typed.push_front(Typed { address, dial: None, next: 0, failures: 0 });
                }
                self.typed.truncate(MAX_TYPED);
            }
            NetCommand::StopDialling => self.typed.clear(),
            NetCommand::Shun(peer) => self.shun(peer),
            NetCommand::Learn(hints) => {
                for (peer, address) in sockets(hints) {
                    self.book.hear(peer, address, self.clock.now());
                }
            }
            NetCommand::Close(done) => drop(done),
        }
    }

    /// The players of the running table always get a connection, whoever else is there.
    fn on_table(&mut self, table: BTreeSet<PeerKey>) {
        for peer in self.table.iter().filter_map(PeerKey::peer_id) {
            self.swarm.behaviour_mut().limits.remove_peer_id(&peer);
        }
        for peer in table.iter().filter_map(PeerKey::peer_id) {
            self.swarm.behaviour_mut().limits.bypass_peer_id(&peer);
        }
        let players = table.iter().filter_map(PeerKey::peer_id).collect();
        self.swarm.behaviour_mut().door.reserve(players);
        self.book.keep(table.clone());
        self.table = table;
    }

    /// Closes the connections of a peer and refuses new ones, in either direction, until its time is over.
    fn shun(&mut self, peer: PeerKey) {
        let now = self.clock.now();
        self.book.shun(peer, now);
        let Some(id) = peer.peer_id() else { return };
        self.swarm.behaviour_mut().blocked.block_peer(id);
        self.shunned.insert(peer, now.saturating_add(FOREIGN_MS));
        if self.shunned.len() > MAX_SHUNNED
            && let Some(first) = self.shunned.iter().min_by_key(|(_, until)| **until).map(|(peer, _)| *peer)
        {
            self.pardon(first);
        }
    }

    fn pardon(&mut self, peer: PeerKey) {
        self.shunned.remove(&peer);
        if let Some(id) = peer.peer_id() {
            self.swarm.behaviour_mut().blocked.unblock_peer(id);
        }
    }

    fn on_report(&mut self, report: Inner) {
        let now = self.clock.now();
        match report {
            Inner::Up { peer, generation, port } => {
                let Some(known) = self.peers.get_mut(&peer) else { return };
                known.link = known.link.max(Some(generation));
                known.opening = false;
                let seen_at = known.connections.last().and_then(|c| socket(&c.remote));
                if let Some(mut seen_at) = seen_at
                    && port != 0
                {
                    seen_at.set_port(port);
                    self.book.learn(peer, multiaddr(seen_at), now);
                    self.book.connected(peer);
                }
                let came_in = known.connections.iter().filter_map(|connection| connection.came_in);
                self.reached.extend(came_in);
                self.book.met(peer);
                self.publish_hints();
            }
            Inner::Down { peer, generation, silent } => {
                let Some(known) = self.peers.get_mut(&peer) else { return };
                if known.link != Some(generation) {
                    return;
                }
                known.link = None;
                known.unlinked_since = now;
                if silent {
                    self.disconnect(peer);
                }
            }
            Inner::Unopened { peer } => {
                if let Some(known) = self.peers.get_mut(&peer) {
                    known.opening = false;
                }
            }
            Inner::Foreign { peer } => {
                self.book.shun(peer, now);
                if let Some(known) = self.peers.get_mut(&peer) {
                    // Not at once: the other side shall still read our hello.
                    known.opening = true;
                }
            }
            Inner::Hints { peer, hints } => self.hear(peer, hints),
        }
    }

    /// While a table runs only its players tell us where others are; before it anybody, but not without end.
    fn hear(&mut self, from: PeerKey, hints: Vec<AddressHint>) {
        let now = self.clock.now();
        let Some(known) = self.peers.get_mut(&from) else { return };
        if !self.table.is_empty() && !self.table.contains(&from) {
            return;
        }
        for (peer, address) in sockets(hints) {
            let player = self.table.contains(&peer);
            if !player && known.news >= MAX_NEWS {
                continue;
            }
            if self.book.hear(peer, address, now) && !player {
                known.news = known.news.saturating_add(1);
            }
        }
    }

    fn on_swarm(&mut self, event: SwarmEvent<BehaviourEvent>) {
        let now = self.clock.now();
        // A match would have to name every event of the library; these are the ones that matter here.
        if let SwarmEvent::Behaviour(BehaviourEvent::Mdns(mdns::Event::Discovered(found))) = event {
            for (peer, address) in found {
                if self.heard.len() < MAX_HEARD {
                    self.heard.extend(door::ip(&address));
                }
                if let Some(peer) = PeerKey::of(&peer) {
                    self.book.hear(peer, plain(address), now);
                }
            }
        } else if let SwarmEvent::ConnectionEstablished { peer_id, connection_id, endpoint, .. } = event {
            let came_in = match &endpoint {
                ConnectedPoint::Listener { local_addr, .. } => door::ip(local_addr),
                ConnectedPoint::Dialer { .. } => None,
            };
            let remote = endpoint.get_remote_address().clone();
            let connection = Connection { id: connection_id, since: now, remote, came_in };
            self.on_connected(peer_id, connection, endpoint.is_dialer());
        } else if let SwarmEvent::ConnectionClosed { peer_id, connection_id, num_established, .. } = event {
            self.on_closed(&peer_id, connection_id, num_established);
        } else if let SwarmEvent::OutgoingConnectionError { connection_id, error, .. } = event {
            self.on_dial_failed(connection_id, &error);
        } else if let SwarmEvent::NewListenAddr { address, .. } = event {
            self.on_listening(address);
        } else if let SwarmEvent::ExpiredListenAddr { address, .. } = event {
            // Whatever ran over that address is dead; closing finds out sooner than waiting.
            self.disconnect_family(door::ip(&address).is_some_and(|ip| ip.is_ipv6()));
            self.tell(NetEvent::Expired(address));
        }
    }

    fn on_listening(&mut self, address: Multiaddr) {
        let Some(socket) = socket(&address) else { return };
        if let IpAddr::V6(ip) = socket.ip() {
            // Nobody else can dial these.
            if ip.is_loopback() || is_link_local(ip) {
                return;
            }
        } else {
            self.hello.send_modify(|hello| hello.port = socket.port());
            if std::mem::take(&mut self.both_families) {
                behaviour::listen_v6(&mut self.swarm, socket.port());
            }
        }
        self.tell(NetEvent::Listening(address));
    }

    fn on_connected(&mut self, id: PeerId, connection: Connection, dialled: bool) {
        let Some(peer) = PeerKey::of(&id) else {
            self.swarm.disconnect_peer_id(id).ok();
            return;
        };
        let now = self.clock.now();
        if dialled {
            self.book.learn(peer, plain(connection.remote.clone()), now);
            let answered: Vec<Multiaddr> =
                self.typed.iter().filter(|t| t.dial == Some(connection.id)).map(|t| t.address.clone()).collect();
            for address in answered {
                self.typed.retain(|typed| typed.address != address);
                self.tell(NetEvent::Reached { address, peer });
            }
        }
        self.book.connected(peer);
        let known = self.peers.entry(peer).or_insert_with(|| Peer {
            id,
            connections: Vec::new(),
            link: None,
            unlinked_since: now,
            opening: false,
            next_opening: 0,
            news: 0,
        });
        // The library counts no connections of players.
        let most = usize::try_from(MAX_PER_PEER).unwrap_or(usize::MAX);
        let too_many = known.connections.len().saturating_add(1).saturating_sub(most);
        let old = known.connections.iter().enumerate();
        let outdated: Vec<ConnectionId> = old
            .filter(|(place, old)| *place < too_many || now.saturating_sub(old.since) > SETTLED_MS)
            .map(|(_, old)| old.id)
            .collect();
        known.connections.push(connection);
        if !outdated.is_empty() {
            known.link = None;
            known.unlinked_since = now;
        }
        for old in outdated {
            self.swarm.close_connection(old);
        }
        // Before a word of the peer arrives it is known where it comes from.
        self.publish_traces();
        self.open_streams(now);
    }

    fn on_closed(&mut self, id: &PeerId, connection: ConnectionId, left: u32) {
        let Some(peer) = PeerKey::of(id) else { return };
        let now = self.clock.now();
        if let Some(known) = self.peers.get_mut(&peer) {
            known.connections.retain(|c| c.id != connection);
        }
        if left == 0 {
            self.peers.remove(&peer);
            self.book.lost(peer, now);
        }
        self.open_streams(now);
    }

    fn on_dial_failed(&mut self, connection: ConnectionId, error: &DialError) {
        // The library dials no address that it listens on and then says that there was none.
        let own = matches!(error, DialError::LocalPeerId { .. } | DialError::NoAddresses);
        let now = self.clock.now();
        let Some(typed) = self.typed.iter_mut().find(|typed| typed.dial == Some(connection)) else { return };
        typed.dial = None;
        typed.next = now.saturating_add(RETYPE_MS);
        typed.failures = typed.failures.saturating_add(1);
        let (address, first) = (typed.address.clone(), typed.failures % 10 == 1);
        let why = if own {
            self.typed.retain(|typed| typed.address != address);
            "this address is your own, or the profile there is a copy of yours".to_owned()
        } else {
            "nobody answers there yet; the host may still have to start, or a firewall keeps us out".to_owned()
        };
        tracing::debug!(%address, %error, "dial failed");
        if first || own {
            self.tell(NetEvent::DialFailed { address, why });
        }
    }

    fn on_tick(&mut self, last: Moment) {
        let now = self.clock.now();
        if last.age() > SLEPT {
            tracing::info!("the machine slept: all links are made anew");
            self.disconnect_all();
        }
        let known = self.table.iter().flat_map(|player| self.book.everywhere(*player));
        let homes = known.filter_map(door::ip).collect();
        self.swarm.behaviour_mut().door.homes(homes);
        let pardoned: Vec<PeerKey> =
            self.shunned.iter().filter(|(_, until)| **until <= now).map(|(peer, _)| *peer).collect();
        for peer in pardoned {
            self.pardon(peer);
        }
        for (peer, addresses) in self.book.due(now) {
            self.dial(peer, addresses);
        }
        self.dial_typed(now);
        self.open_streams(now);
        let unlinked = |known: &Peer| known.link.is_none() && now.saturating_sub(known.unlinked_since) > UNLINKED_MS;
        let useless: Vec<PeerKey> =
            self.peers.iter().filter(|(_, known)| unlinked(known)).map(|(key, _)| *key).collect();
        for peer in useless {
            self.disconnect(peer);
        }
        if now >= self.next_hints {
            self.next_hints = now.saturating_add(HINTS_MS);
            self.publish_hints();
            self.publish_traces();
        }
    }

    fn dial(&mut self, peer: PeerKey, addresses: Vec<Multiaddr>) {
        let Some(id) = peer.peer_id() else { return };
        let options = DialOpts::peer_id(id)
            .condition(PeerCondition::DisconnectedAndNotDialing)
            .addresses(addresses)
            .allocate_new_port()
            .build();
        if let Err(error) = self.swarm.dial(options) {
            tracing::trace!(%peer, %error, "no dial");
        }
    }

    fn dial_typed(&mut self, now: u64) {
        let (mut reached, mut failed) = (Vec::new(), Vec::new());
        for typed in &mut self.typed {
            if let Some((peer, _)) = self
                .peers
                .iter()
                .find(|(peer, known)| known.link.is_some() && self.book.addresses(**peer).contains(&typed.address))
            {
                reached.push(NetEvent::Reached { address: typed.address.clone(), peer: *peer });
                typed.next = u64::MAX;
            } else if typed.dial.is_none() && typed.next <= now {
                let options = DialOpts::unknown_peer_id().address(typed.address.clone()).allocate_new_port().build();
                typed.dial = Some(options.connection_id());
                let connection = options.connection_id();
                if let Err(error) = self.swarm.dial(options) {
                    failed.push((connection, error));
                }
            }
        }
        self.typed.retain(|typed| typed.next != u64::MAX);
        for event in reached {
            self.tell(event);
        }
        for (connection, error) in failed {
            self.on_dial_failed(connection, &error);
        }
    }

    /// The lower key opens the stream, so that there is one link per pair whoever dialled.
    fn open_streams(&mut self, now: u64) {
        for (peer, known) in &mut self.peers {
            let wait = known.link.is_some() || known.opening || now < known.next_opening;
            if wait || known.connections.is_empty() || *peer < self.own {
                continue;
            }
            known.opening = true;
            known.next_opening = now.saturating_add(REOPEN_MS);
            let generation = self.generations.fetch_add(1, Ordering::Relaxed);
            tokio::spawn(streams::open(self.control.clone(), self.shared.clone(), known.id, *peer, generation));
        }
    }

    fn publish_hints(&self) {
        let hints = self.book.acquaintances().take(MAX_NEIGHBOURS).map(|(peer, addresses)| AddressHint {
            peer,
            addresses: addresses.iter().take(3).map(Multiaddr::to_string).collect(),
        });
        let Ok(frame) = Frame::of(&Message::Addresses(hints.collect())) else { return };
        self.hints.send_if_modified(|old| {
            let changed = old.bytes() != frame.bytes();
            *old = frame;
            changed
        });
    }

    fn publish_traces(&self) {
        let met = self.peers.iter().filter_map(|(peer, known)| {
            let last = known.connections.last()?;
            Some((*peer, (socket(&last.remote)?, last.came_in.is_some())))
        });
        let traces = Traces {
            discovery: self.swarm.behaviour().mdns.is_enabled(),
            peers: met.collect(),
            heard: self.heard.clone(),
            reached: self.reached.clone(),
        };
        self.traces.send_if_modified(|old| {
            let changed = *old != traces;
            *old = traces;
            changed
        });
    }

    fn disconnect(&mut self, peer: PeerKey) {
        let id = self.peers.get(&peer).map(|known| known.id);
        if let Some(id) = id {
            self.swarm.disconnect_peer_id(id).ok();
        }
    }

    /// Closes all connections by IPv6, or all by IPv4.
    fn disconnect_family(&mut self, v6: bool) {
        let of_family = |connection: &Connection| door::ip(&connection.remote).is_none_or(|ip| ip.is_ipv6() == v6);
        let all = self.peers.values().flat_map(|known| &known.connections);
        let dead: Vec<ConnectionId> = all.filter(|connection| of_family(connection)).map(|dead| dead.id).collect();
        for connection in dead {
            self.swarm.close_connection(connection);
        }
    }

    fn disconnect_all(&mut self) {
        let ids: Vec<PeerId> = self.peers.values().map(|known| known.id).collect();
        for id in ids {
            self.swarm.disconnect_peer_id(id).ok();
        }
    }

    /// Tells the seat something that it can do without: never waits.
    fn tell(&self, event: NetEvent) {
        if self.shared.events.try_send(event).is_err() {
            tracing::debug!("the seat is too busy for news of the network");
        }
    }
}

/// The addresses of hints that a dial can go to.
fn sockets(hints: Vec<AddressHint>) -> impl Iterator<Item = (PeerKey, Multiaddr)> {
    hints.into_iter().flat_map(|AddressHint { peer, addresses }| {
        let parsed = addresses.into_iter().filter_map(|text| text.parse::<Multiaddr>().ok());
        parsed.filter(|address| socket(address).is_some()).map(move |address| (peer, address))
    })
}

/// The address without the peer id behind it.
fn plain(mut address: Multiaddr) -> Multiaddr {
    if matches!(address.iter().last(), Some(libp2p::multiaddr::Protocol::P2p(_))) {
        address.pop();
    }
    address
}
