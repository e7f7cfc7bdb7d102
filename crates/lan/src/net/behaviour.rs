//! The libp2p stack: TCP, noise, yamux, mDNS, streams and limits.

use std::net::{Ipv4Addr, Ipv6Addr, TcpListener};
use std::time::Duration;

use libp2p::allow_block_list::{self, BlockedPeers};
use libp2p::connection_limits::{self, ConnectionLimits};
use libp2p::multiaddr::Protocol;
use libp2p::swarm::NetworkBehaviour;
use libp2p::swarm::behaviour::toggle::Toggle;
use libp2p::{Multiaddr, PeerId, Swarm, SwarmBuilder, mdns, noise, tcp, yamux};

use super::door::Door;
use super::{DEFAULT_PORT, NetConfig, key};
use crate::LanError;

/// Links of one peer at a moment: an old one that died silently, and two dials that crossed.
pub(super) const MAX_PER_PEER: u32 = 4;
const MAX_CONNECTIONS: u32 = 64;
const MAX_PENDING: u32 = 48;
/// Most time for a handshake: long enough for a lost packet or two, short enough that who says nothing holds no place.
const HANDSHAKE: Duration = Duration::from_secs(4);

#[derive(NetworkBehaviour)]
pub(super) struct Behaviour {
    pub(super) door: Door,
    pub(super) limits: connection_limits::Behaviour,
    pub(super) blocked: allow_block_list::Behaviour<BlockedPeers>,
    pub(super) mdns: Toggle<mdns::tokio::Behaviour>,
    pub(super) stream: libp2p_stream::Behaviour,
}

/// Builds the stack and starts to listen.
pub(super) fn listen(config: &NetConfig) -> Result<Swarm<Behaviour>, LanError> {
    let keypair = key::keypair(config.identity).ok_or(LanError::Identity)?;
    let mdns = discovery(config, keypair.public().to_peer_id());
    let mut swarm = SwarmBuilder::with_existing_identity(keypair)
        .with_tokio()
        .with_tcp(tcp::Config::default().nodelay(true), noise::Config::new, yamux::Config::default)
        .map_err(|error| LanError::Network(error.to_string()))?
        .with_behaviour(|_key| Behaviour {
            door: Door::new(),
            limits: connection_limits::Behaviour::new(limits()),
            blocked: allow_block_list::Behaviour::default(),
            mdns: Toggle::from(mdns),
            stream: libp2p_stream::Behaviour::new(),
        })
        .map_err(|error| LanError::Network(error.to_string()))?
        .with_swarm_config(|swarm| swarm.with_idle_connection_timeout(Duration::from_hours(1)))
        .with_connection_timeout(HANDSHAKE)
        .build();
    listen_on(&mut swarm, config)?;
    Ok(swarm)
}

/// mDNS with a short query interval: by default a peer whose first query got lost would stay unknown for five minutes.
fn discovery(config: &NetConfig, own: PeerId) -> Option<mdns::tokio::Behaviour> {
    if !config.mdns || config.loopback {
        return None;
    }
    let settings =
        mdns::Config { ttl: Duration::from_mins(10), query_interval: Duration::from_secs(2), enable_ipv6: false };
    let started = mdns::tokio::Behaviour::new(settings, own);
    if let Err(error) = &started {
        tracing::warn!(%error, "no discovery: join by address");
    }
    started.ok()
}

fn limits() -> ConnectionLimits {
    ConnectionLimits::default()
        .with_max_pending_outgoing(Some(MAX_PENDING))
        .with_max_established(Some(MAX_CONNECTIONS))
        .with_max_established_per_peer(Some(MAX_PER_PEER))
}

/// Listens on the same port by IPv6, where there is that: everybody listens by IPv4, so a failure costs little.
pub(super) fn listen_v6(swarm: &mut Swarm<Behaviour>, port: u16) {
    let address = Multiaddr::from(Ipv6Addr::UNSPECIFIED).with(Protocol::Tcp(port));
    if let Err(error) = swarm.listen_on(address) {
        tracing::debug!(%error, "not by IPv6");
    }
}

/// Listens on the wished port, or on the default one, or on any free one.
fn listen_on(swarm: &mut Swarm<Behaviour>, config: &NetConfig) -> Result<(), LanError> {
    let ip = if config.loopback { Ipv4Addr::LOCALHOST } else { Ipv4Addr::UNSPECIFIED };
    let address = |port| Multiaddr::from(ip).with(Protocol::Tcp(port));
    let ports: &[u16] = match config.port {
        Some(port) => &[port],
        None if config.loopback => &[0],
        None => &[DEFAULT_PORT, 0],
    };
    let mut last = None;
    for port in ports {
        // The transport shares ports between processes; a second instance must not get half of our connections.
        let free = TcpListener::bind((ip, *port)).map(drop).map_err(|error| error.to_string());
        match free.and_then(|()| swarm.listen_on(address(*port)).map_err(|error| error.to_string())) {
            Ok(_listener) => return Ok(()),
            Err(why) => last = Some((*port, why)),
        }
    }
    let (port, why) = last.unwrap_or_default();
    Err(LanError::Port { port, why })
}
