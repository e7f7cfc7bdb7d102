//! Addresses as people type them: `192.168.1.5:24642`, `[fd00::5]:24642`, `laptop.local`, a short code, a multiaddress.

use std::net::{IpAddr, Ipv6Addr, SocketAddr, ToSocketAddrs as _};

use libp2p::Multiaddr;

use super::code::{CodeError, looks_like_code, socket_of};
use super::{DEFAULT_PORT, multiaddr, socket};

/// Most addresses of one host name that are tried.
const MAX_FOUND: usize = 6;

/// Why nobody can be reached at what was typed; each text says what to do.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AddressError {
    /// Nothing was typed.
    #[error("type an address like 192.168.1.5:24642, a name, or the host's code")]
    Empty,
    /// What stands behind the colon is no port.
    #[error("behind the colon stands a port, a number from 1 to 65535")]
    Port,
    /// An IPv6 address of one cable only.
    #[error(
        "addresses that begin with fe80 work only together with a network card: use the host's IPv4 address or code"
    )]
    LinkLocal,
    /// No computer has this address.
    #[error("no single computer has this address")]
    Nowhere,
    /// A multiaddress of another kind.
    #[error("only addresses like /ip4/192.168.1.5/tcp/24642 can be dialled")]
    Transport,
    /// A code that was mistyped.
    #[error("{0}")]
    Code(CodeError),
    /// The name leads nowhere.
    #[error("no computer of this name is known here: use the host's address or code")]
    Unknown,
}

/// What was typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Target {
    At(SocketAddr),
    /// A name to look up, and what to do if nobody has it: eight letters may be a name as well as a code.
    Named {
        host: String,
        port: u16,
        instead: Result<SocketAddr, AddressError>,
    },
}

/// The addresses to dial. Blocks while a name is looked up.
///
/// # Errors
/// What was typed leads to no address that could be dialled.
pub fn resolve(text: &str) -> Result<Vec<Multiaddr>, AddressError> {
    match target(text)? {
        Target::At(socket) => Ok(vec![multiaddr(socket)]),
        Target::Named { host, port, instead } => {
            let found = (host.as_str(), port).to_socket_addrs().into_iter().flatten();
            let mut found: Vec<SocketAddr> = found.filter(|found| reachable(*found).is_ok()).collect();
            // Everybody listens by IPv4, whatever else there is.
            found.sort_by_key(SocketAddr::is_ipv6);
            found.dedup();
            found.truncate(MAX_FOUND);
            if found.is_empty() {
                found.push(instead?);
            }
            Ok(found.into_iter().map(multiaddr).collect())
        }
    }
}

/// Reads what was typed, without looking anything up.
pub(crate) fn target(text: &str) -> Result<Target, AddressError> {
    let text = text.trim();
    if text.is_empty() {
        return Err(AddressError::Empty);
    }
    if text.starts_with('/') {
        let parsed = text.parse::<Multiaddr>().ok().and_then(|address| socket(&address));
        return parsed.ok_or(AddressError::Transport).and_then(reachable).map(Target::At);
    }
    let code = socket_of(text).map(SocketAddr::from);
    let grouped = looks_like_code(text);
    if let (true, Ok(socket)) = (grouped, code) {
        return Ok(Target::At(socket));
    }
    let (host, port) = split(text)?;
    if host.to_ascii_lowercase().starts_with("fe80:") {
        // With or without a zone behind it: no multiaddress holds one.
        return Err(AddressError::LinkLocal);
    }
    if let Ok(ip) = host.parse::<IpAddr>() {
        return reachable(SocketAddr::new(ip, port)).map(Target::At);
    }
    let instead = match code {
        Ok(socket) => Ok(socket),
        Err(error) if grouped => Err(AddressError::Code(error)),
        Err(_no_code) => Err(AddressError::Unknown),
    };
    if host.is_empty() || host.contains(char::is_whitespace) || host.contains(':') {
        return instead.map(Target::At);
    }
    Ok(Target::Named { host: host.to_owned(), port, instead })
}

/// Host and port; the colons of a bare IPv6 address are no port's.
fn split(text: &str) -> Result<(&str, u16), AddressError> {
    if let Some((host, rest)) = text.strip_prefix('[').and_then(|inner| inner.split_once(']')) {
        return match rest.strip_prefix(':') {
            Some(digits) => Ok((host, port(digits)?)),
            None if rest.is_empty() => Ok((host, DEFAULT_PORT)),
            None => Err(AddressError::Port),
        };
    }
    match text.split_once(':') {
        Some((host, digits)) if !digits.contains(':') => Ok((host, port(digits)?)),
        Some(_) | None => Ok((text, DEFAULT_PORT)),
    }
}

fn port(digits: &str) -> Result<u16, AddressError> {
    digits.parse().ok().filter(|port| *port > 0).ok_or(AddressError::Port)
}

fn reachable(socket: SocketAddr) -> Result<SocketAddr, AddressError> {
    let ip = socket.ip();
    if let IpAddr::V6(ip) = ip
        && is_link_local(ip)
    {
        return Err(AddressError::LinkLocal);
    }
    if ip.is_unspecified() || ip.is_multicast() || ip == IpAddr::from([255; 4]) || socket.port() == 0 {
        return Err(AddressError::Nowhere);
    }
    Ok(socket)
}

/// Whether an address means nothing without the network card that it belongs to.
pub(crate) const fn is_link_local(ip: Ipv6Addr) -> bool {
    ip.is_unicast_link_local()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> SocketAddr {
        let Ok(Target::At(socket)) = target(text) else { panic!("{text}: {:?}", target(text)) };
        socket
    }

    #[test]
    fn addresses_of_both_families_are_read_with_and_without_port() {
        assert_eq!(at(" 192.0.2.5:4001 ").to_string(), "192.0.2.5:4001");
        assert_eq!(at("192.0.2.5").to_string(), "192.0.2.5:24642");
        assert_eq!(at("[2001:db8::5]:4001").to_string(), "[2001:db8::5]:4001");
        assert_eq!(at("[2001:db8::5]").to_string(), "[2001:db8::5]:24642");
        assert_eq!(at("2001:db8::5").to_string(), "[2001:db8::5]:24642");
        assert_eq!(at("/ip4/192.0.2.5/tcp/4001").to_string(), "192.0.2.5:4001");
        assert_eq!(at("/ip6/2001:db8::5/tcp/4001").to_string(), "[2001:db8::5]:4001");
    }

    #[test]
    fn a_code_is_read_where_an_address_is_typed() {
        let code = super::super::code_of("192.0.2.5:4001".parse().unwrap()).unwrap();
        assert_eq!(at(&code).to_string(), "192.0.2.5:4001");
        assert_eq!(at(&format!(" {} ", code.to_lowercase())).to_string(), "192.0.2.5:4001");
        assert_eq!(at(&code.replace('-', " ")).to_string(), "192.0.2.5:4001");
        let Ok(Target::Named { instead, .. }) = target(&code.replace('-', "")) else { panic!("may be a name too") };
        assert_eq!(instead.unwrap().to_string(), "192.0.2.5:4001");
        let Ok(Target::Named { instead, .. }) = target("4G7K-2MQX") else { panic!("may be a name too") };
        assert_eq!(instead, Err(AddressError::Code(CodeError::Check)));
    }

    #[test]
    fn names_are_kept_for_looking_up() {
        let instead = Err(AddressError::Unknown);
        let named = |host: &str, port| Ok(Target::Named { host: host.to_owned(), port, instead: instead.clone() });
        assert_eq!(target("anna.local"), named("anna.local", DEFAULT_PORT));
        assert_eq!(target("anna:4001"), named("anna", 4001));
        assert_eq!(resolve("localhost:4001").unwrap().first().unwrap().to_string(), "/ip4/127.0.0.1/tcp/4001");
    }

    #[test]
    fn what_cannot_be_dialled_says_why() {
        for (text, why) in [
            ("", AddressError::Empty),
            ("192.0.2.5:port", AddressError::Port),
            ("192.0.2.5:0", AddressError::Port),
            ("192.0.2.5:70000", AddressError::Port),
            ("[2001:db8::5]4001", AddressError::Port),
            ("fe80::1", AddressError::LinkLocal),
            ("fe80::1%eth0", AddressError::LinkLocal),
            ("[FE80::1%3]:4001", AddressError::LinkLocal),
            ("/ip6/fe80::1/tcp/4001", AddressError::LinkLocal),
            ("0.0.0.0", AddressError::Nowhere),
            ("224.0.0.251", AddressError::Nowhere),
            ("/ip4/192.0.2.5/udp/4001/quic-v1", AddressError::Transport),
            ("/dns4/anna/tcp/1", AddressError::Transport),
            ("my computer", AddressError::Unknown),
            ("2001:db8::zz", AddressError::Unknown),
        ] {
            assert_eq!(target(text), Err(why), "{text}");
        }
    }
}
