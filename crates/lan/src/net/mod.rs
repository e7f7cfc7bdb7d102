//! The network room: discovery, links, heartbeats. It knows nothing of games; entries are opaque bytes here.
//!
//! Every peer of the local network is linked to every other one by a single ordered stream over TCP, encrypted and
//! authenticated by noise, found by mDNS or by a typed address. The policies stand in [`book`](self) and `node`: own
//! address book, redial of whoever is missing, fresh port for each dial, newest link wins, beacon each second.

mod behaviour;
mod book;
mod code;
mod door;
mod frame;
mod interfaces;
mod key;
mod link;
mod message;
mod node;
mod report;
mod streams;
mod typed;

use std::collections::BTreeSet;
use std::net::SocketAddr;

use libp2p::Multiaddr;
use libp2p::multiaddr::Protocol;
use tokio::sync::{mpsc, oneshot, watch};

pub use code::{CodeError, code_of, socket_of};
pub use frame::Frame;
pub use interfaces::{Interface, InterfaceAddress, InterfaceKind};
pub use key::PeerKey;
pub use link::{Link, Room};
pub use message::{AddressHint, Beacon, Blob, Hello, Mark, Message};
pub use report::{Finding, NetworkReport, PeerTrace, Traces};
pub use typed::{AddressError, resolve};

pub(crate) use interfaces::interfaces;
pub(crate) use message::{LINK_VERSION, MAX_ASIDES, MAX_BATCH, MAX_NEIGHBOURS, MAX_RECORD};

use crate::LanError;

/// The port that is tried first, so that firewalls can be told a number.
pub const DEFAULT_PORT: u16 = 24_642;

/// Most events that wait for the seat; links then wait, and the senders behind them.
const EVENTS: usize = 1024;
const COMMANDS: usize = 64;

/// How to take part in the network.
#[derive(Clone)]
pub struct NetConfig {
    /// Seed of the identity key.
    pub identity: [u8; 32],
    /// The person's name.
    pub name: String,
    /// TCP port; without one, the default or any free one.
    pub port: Option<u16>,
    /// Whether to find others by mDNS.
    pub mdns: bool,
    /// Whether to stay on 127.0.0.1.
    pub loopback: bool,
}

impl std::fmt::Debug for NetConfig {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("NetConfig")
            .field("name", &self.name)
            .field("port", &self.port)
            .field("mdns", &self.mdns)
            .field("loopback", &self.loopback)
            .finish_non_exhaustive()
    }
}

/// What the network tells the seat.
#[derive(Debug)]
pub enum NetEvent {
    /// Others can reach us here.
    Listening(Multiaddr),
    /// An address of ours is gone.
    Expired(Multiaddr),
    /// A link stands; it replaces an older one to the same peer.
    Linked {
        /// To whom.
        peer: PeerKey,
        /// What the peer said of itself.
        hello: Hello,
        /// For sending.
        link: Link,
    },
    /// A link is gone.
    Unlinked {
        /// To whom.
        peer: PeerKey,
        /// Which one.
        generation: u64,
    },
    /// A message came.
    Received {
        /// From whom.
        peer: PeerKey,
        /// Over which link.
        generation: u64,
        /// What.
        message: Message,
        /// Keeps the link waiting if too much of it has not been dealt with.
        room: Room,
    },
    /// A peer of our game, but of another version.
    Refused {
        /// Who.
        peer: PeerKey,
        /// What it said of itself.
        hello: Hello,
    },
    /// A typed address answered.
    Reached {
        /// The address.
        address: Multiaddr,
        /// Who is there.
        peer: PeerKey,
    },
    /// A typed address did not answer; it is tried again.
    DialFailed {
        /// The address.
        address: Multiaddr,
        /// Why, for people.
        why: String,
    },
}

#[derive(Debug)]
pub(crate) enum NetCommand {
    Dial(Vec<Multiaddr>),
    StopDialling,
    Shun(PeerKey),
    Learn(Vec<AddressHint>),
    Close(oneshot::Sender<()>),
}

/// The running network of one peer; it ends when this is dropped.
#[derive(Debug)]
pub struct Net {
    key: PeerKey,
    commands: mpsc::Sender<NetCommand>,
    beacon: watch::Sender<Frame>,
    hello: watch::Sender<Hello>,
    hints: watch::Receiver<Frame>,
    traces: watch::Receiver<Traces>,
    table: watch::Sender<BTreeSet<PeerKey>>,
}

impl Net {
    /// Starts listening, on the current tokio runtime.
    ///
    /// # Errors
    /// The port is taken, or the system lets us not listen at all.
    pub fn start(config: &NetConfig) -> Result<(Self, mpsc::Receiver<NetEvent>), LanError> {
        let (events, receiver) = mpsc::channel(EVENTS);
        let (commands, orders) = mpsc::channel(COMMANDS);
        let started = node::start(config, events, orders)?;
        let node::Started { key, beacon, hello, hints, traces, table } = started;
        let net = Self { key, commands, beacon, hello, hints, traces, table };
        Ok((net, receiver))
    }

    /// The own key.
    pub const fn key(&self) -> PeerKey {
        self.key
    }

    /// Sets what all links say each second.
    pub fn set_beacon(&self, beacon: Beacon) {
        match Frame::of(&Message::Beacon(beacon)) {
            Ok(frame) => drop(self.beacon.send_replace(frame)),
            Err(error) => tracing::warn!(%error, "beacon too long"),
        }
    }

    /// Changes the name that new links hear.
    pub fn set_name(&self, name: &str) {
        self.hello.send_modify(|hello| name.clone_into(&mut hello.name));
    }

    /// Says who sits at the running table: nobody else takes a place away from them, or tells us where to look for people.
    pub fn set_table(&self, keys: BTreeSet<PeerKey>) {
        self.table.send_replace(keys);
    }

    /// Dials typed addresses until one answers.
    pub fn dial(&self, addresses: Vec<Multiaddr>) {
        self.command(NetCommand::Dial(addresses));
    }

    /// Forgets typed addresses that have not answered.
    pub fn stop_dialling(&self) {
        self.command(NetCommand::StopDialling);
    }

    /// Closes the connection to a peer that misbehaves, and lets no new one come for a while.
    pub fn shun(&self, peer: PeerKey) {
        self.command(NetCommand::Shun(peer));
    }

    /// Adds addresses from an earlier run to the address book.
    pub fn learn(&self, hints: Vec<AddressHint>) {
        self.command(NetCommand::Learn(hints));
    }

    /// Addresses of everybody met, as last told to the neighbours.
    pub fn known_addresses(&self) -> Frame {
        self.hints.borrow().clone()
    }

    /// What was noticed of the network.
    pub fn traces(&self) -> Traces {
        self.traces.borrow().clone()
    }

    /// The port that others connect to, once it is known.
    pub fn port(&self) -> Option<u16> {
        Some(self.hello.borrow().port).filter(|port| *port > 0)
    }

    /// Closes all connections and waits until the port is free.
    pub async fn close(self) {
        let (done, closed) = oneshot::channel();
        if self.commands.send(NetCommand::Close(done)).await.is_ok() {
            closed.await.ok();
        }
    }

    fn command(&self, command: NetCommand) {
        if self.commands.try_send(command).is_err() {
            tracing::warn!("the network is too busy for a command");
        }
    }
}

/// The multiaddress of a socket.
pub fn multiaddr(socket: SocketAddr) -> Multiaddr {
    Multiaddr::from(socket.ip()).with(Protocol::Tcp(socket.port()))
}

/// An address as a person would type it elsewhere: `192.168.1.5:24642`.
pub fn typed(address: &Multiaddr) -> String {
    socket(address).map_or_else(|| address.to_string(), |socket| socket.to_string())
}

/// The socket of a plain TCP multiaddress.
pub(crate) fn socket(address: &Multiaddr) -> Option<SocketAddr> {
    let mut parts = address.iter();
    let ip = match (parts.next()?, parts.next()?) {
        (Protocol::Ip4(ip), Protocol::Tcp(port)) => SocketAddr::from((ip, port)),
        (Protocol::Ip6(ip), Protocol::Tcp(port)) => SocketAddr::from((ip, port)),
        _other => return None,
    };
    Some(ip)
}

#[cfg(test)]
mod tests;
