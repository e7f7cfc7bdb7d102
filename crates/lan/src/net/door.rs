//! Who may knock: bounds on connections from one address, before and after the handshake.
//!
//! A stranger costs nothing until it has spoken, so it must not be able to hold what players need. Before the handshake a
//! connection has only an address: so many of one address at a time and in a while, so many of all strangers together, and
//! the addresses where players of the running table may be are counted apart. After it the key is known, and players of
//! the table always come in.

use std::collections::{BTreeMap, BTreeSet};
use std::convert::Infallible;
use std::fmt;
use std::net::IpAddr;
use std::task::{Context, Poll};

use libp2p::core::Endpoint;
use libp2p::core::transport::PortUse;
use libp2p::multiaddr::Protocol;
use libp2p::swarm::{
    ConnectionDenied, ConnectionId, FromSwarm, NetworkBehaviour, THandler, THandlerInEvent, THandlerOutEvent, ToSwarm,
    dummy,
};
use libp2p::{Multiaddr, PeerId};

use crate::clock::Clock;

/// Most connections from one address whose handshake is not over: a whole table may sit on one machine.
const MAX_KNOCKING: usize = 12;
/// Most connections of all strangers whose handshake is not over.
const MAX_STRANGERS: usize = 48;
/// Most connections from one address that came in, players of the running table apart.
const MAX_INSIDE: usize = 24;
/// Most tries from one address in [`WHILE_MS`], players of the running table apart.
const MAX_TRIES: u32 = 100;
const WHILE_MS: u64 = 10_000;
/// Most addresses whose tries are counted; past it all are forgotten, since only a flood from everywhere gets there.
const MAX_COUNTED: usize = 1_024;

/// Why somebody was not let in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Refused(&'static str);

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

impl std::error::Error for Refused {}

/// Counts connections by address.
#[derive(Debug, Default)]
pub(super) struct Counts {
    /// Addresses where players of the running table may be.
    homes: BTreeSet<IpAddr>,
    knocking: BTreeMap<ConnectionId, IpAddr>,
    inside: BTreeMap<ConnectionId, IpAddr>,
    tries: BTreeMap<IpAddr, u32>,
    since: u64,
}

impl Counts {
    /// Somebody connects from an address.
    fn knock(&mut self, connection: ConnectionId, ip: IpAddr, now: u64) -> Result<(), Refused> {
        if now.saturating_sub(self.since) >= WHILE_MS || self.tries.len() > MAX_COUNTED {
            self.tries.clear();
            self.since = now;
        }
        let home = self.homes.contains(&ip);
        let tries = self.tries.entry(ip).or_default();
        *tries = tries.saturating_add(1);
        if *tries > MAX_TRIES && !home {
            return Err(Refused("too many tries from this address"));
        }
        if self.knocking.values().filter(|other| **other == ip).count() >= MAX_KNOCKING {
            return Err(Refused("too many handshakes with this address"));
        }
        let strangers = self.knocking.values().filter(|other| !self.homes.contains(other)).count();
        if !home && strangers >= MAX_STRANGERS {
            return Err(Refused("too many handshakes"));
        }
        self.knocking.insert(connection, ip);
        Ok(())
    }

    /// The handshake is over.
    fn enter(&mut self, connection: ConnectionId, player: bool) -> Result<(), Refused> {
        let Some(ip) = self.knocking.remove(&connection) else { return Ok(()) };
        let inside = self.inside.values().filter(|other| **other == ip).count();
        if !player && inside >= MAX_INSIDE {
            return Err(Refused("too many connections from this address"));
        }
        self.inside.insert(connection, ip);
        Ok(())
    }

    fn gone(&mut self, connection: ConnectionId) {
        self.knocking.remove(&connection);
        self.inside.remove(&connection);
    }
}

/// The counts as a part of the libp2p stack.
pub(super) struct Door {
    counts: Counts,
    players: BTreeSet<PeerId>,
    clock: Clock,
}

impl Door {
    pub(super) fn new() -> Self {
        Self { counts: Counts::default(), players: BTreeSet::new(), clock: Clock::start() }
    }

    /// Who sits at the running table.
    pub(super) fn reserve(&mut self, players: BTreeSet<PeerId>) {
        self.players = players;
    }

    /// Where they may be, as far as is known.
    pub(super) fn homes(&mut self, homes: BTreeSet<IpAddr>) {
        self.counts.homes = homes;
    }
}

/// The address of the other side.
pub(super) fn ip(address: &Multiaddr) -> Option<IpAddr> {
    let first = address.iter().next()?;
    if let Protocol::Ip4(ip) = first {
        Some(IpAddr::V4(ip))
    } else if let Protocol::Ip6(ip) = first {
        Some(IpAddr::V6(ip))
    } else {
        None
    }
}

impl NetworkBehaviour for Door {
    type ConnectionHandler = dummy::ConnectionHandler;
    type ToSwarm = Infallible;

    fn handle_pending_inbound_connection(
        &mut self,
        connection: ConnectionId,
        _local: &Multiaddr,
        remote: &Multiaddr,
    ) -> Result<(), ConnectionDenied> {
        let Some(ip) = ip(remote) else { return Err(ConnectionDenied::new(Refused("no address"))) };
        self.counts.knock(connection, ip, self.clock.now()).map_err(ConnectionDenied::new)
    }

    fn handle_established_inbound_connection(
        &mut self,
        connection: ConnectionId,
        peer: PeerId,
        _local: &Multiaddr,
        _remote: &Multiaddr,
    ) -> Result<THandler<Self>, ConnectionDenied> {
        self.counts.enter(connection, self.players.contains(&peer)).map_err(ConnectionDenied::new)?;
        Ok(dummy::ConnectionHandler)
    }

    fn handle_established_outbound_connection(
        &mut self,
        _connection: ConnectionId,
        _peer: PeerId,
        _address: &Multiaddr,
        _role: Endpoint,
        _port_use: PortUse,
    ) -> Result<THandler<Self>, ConnectionDenied> {
        Ok(dummy::ConnectionHandler)
    }

    fn on_swarm_event(&mut self, event: FromSwarm<'_>) {
        // The library adds events; these two end a connection.
        if let FromSwarm::ConnectionClosed(closed) = event {
            self.counts.gone(closed.connection_id);
        } else if let FromSwarm::ListenFailure(failed) = event {
            self.counts.gone(failed.connection_id);
        }
    }

    fn on_connection_handler_event(&mut self, _peer: PeerId, _connection: ConnectionId, event: THandlerOutEvent<Self>) {
        match event {}
    }

    fn poll(&mut self, _context: &mut Context<'_>) -> Poll<ToSwarm<Self::ToSwarm, THandlerInEvent<Self>>> {
        Poll::Pending
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(n: u8) -> IpAddr {
        IpAddr::from([192, 0, 2, n])
    }

    fn connection(n: usize) -> ConnectionId {
        ConnectionId::new_unchecked(n)
    }

    #[test]
    fn one_address_holds_only_so_many_handshakes_and_others_are_heard() {
        let mut counts = Counts::default();
        let held = (0..40).filter(|n| counts.knock(connection(*n), address(1), 0).is_ok()).count();
        assert_eq!(held, MAX_KNOCKING);
        assert!(counts.knock(connection(100), address(2), 0).is_ok());
        counts.gone(connection(0));
        assert!(counts.knock(connection(101), address(1), 0).is_ok(), "a handshake that fails frees its place");
    }

    #[test]
    fn many_addresses_together_do_not_take_the_places_of_players() {
        let mut counts = Counts { homes: BTreeSet::from([address(200)]), ..Counts::default() };
        let all =
            (0..200usize).filter(|n| counts.knock(connection(*n), address(u8::try_from(n % 100).unwrap()), 0).is_ok());
        assert_eq!(all.count(), MAX_STRANGERS);
        assert!(counts.knock(connection(500), address(150), 0).is_err());
        assert!(counts.knock(connection(501), address(200), 0).is_ok());
    }

    #[test]
    fn who_tries_without_end_waits_for_the_next_while() {
        let mut counts = Counts::default();
        for n in 0..usize::try_from(MAX_TRIES).unwrap() {
            counts.knock(connection(n), address(1), 0).unwrap();
            counts.gone(connection(n));
        }
        assert_eq!(counts.knock(connection(500), address(1), 1), Err(Refused("too many tries from this address")));
        assert!(counts.knock(connection(500), address(1), WHILE_MS).is_ok());
    }

    #[test]
    fn many_keys_behind_one_address_are_bounded_and_players_come_in() {
        let mut counts = Counts::default();
        for n in 0..MAX_INSIDE {
            counts.knock(connection(n), address(1), 0).unwrap();
            counts.enter(connection(n), false).unwrap();
        }
        counts.knock(connection(98), address(1), 0).unwrap();
        counts.knock(connection(99), address(1), 0).unwrap();
        assert!(counts.enter(connection(98), false).is_err());
        assert!(counts.enter(connection(99), true).is_ok());
        counts.gone(connection(0));
        counts.gone(connection(1));
        counts.knock(connection(100), address(1), 0).unwrap();
        assert!(counts.enter(connection(100), false).is_ok(), "a connection that ends frees its place");
    }

    #[test]
    fn counts_of_a_flood_from_everywhere_are_bounded() {
        let mut counts = Counts::default();
        for n in 0..5_000u32 {
            counts.knock(connection(1), IpAddr::from(n.to_be_bytes()), 0).ok();
            counts.gone(connection(1));
        }
        assert!(counts.tries.len() <= MAX_COUNTED + 1);
    }
}
