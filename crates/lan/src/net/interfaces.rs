//! The network cards of this machine, and what they look like.

use std::collections::BTreeMap;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// What a network card looks like, by its name and addresses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum InterfaceKind {
    /// Cable or radio, as far as can be told.
    Lan,
    /// A card that got no address from anybody and gave itself one.
    SelfAssigned,
    /// A tunnel to somewhere else.
    Vpn,
    /// A bridge to containers or virtual machines of this computer.
    Virtual,
    /// This computer itself.
    Loopback,
}

/// One address with the length of its network's prefix.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct InterfaceAddress {
    /// The address.
    pub ip: IpAddr,
    /// How many bits of it name the network.
    pub prefix: u8,
}

/// One network card.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Interface {
    /// Its name in this system.
    pub name: String,
    /// What it looks like.
    pub kind: InterfaceKind,
    /// Its addresses.
    pub addresses: Vec<InterfaceAddress>,
}

impl InterfaceAddress {
    /// Whether another address is one of the same network.
    pub fn reaches(&self, other: IpAddr) -> bool {
        let (own, theirs, bits) = match (self.ip, other) {
            (IpAddr::V4(own), IpAddr::V4(theirs)) => (u128::from(u32::from(own)), u128::from(u32::from(theirs)), 32),
            (IpAddr::V6(own), IpAddr::V6(theirs)) => (u128::from(own), u128::from(theirs), 128),
            (IpAddr::V4(_), IpAddr::V6(_)) | (IpAddr::V6(_), IpAddr::V4(_)) => return false,
        };
        let free = u32::saturating_sub(bits, u32::from(self.prefix));
        (own ^ theirs).checked_shr(free).unwrap_or(0) == 0
    }
}

impl Interface {
    /// Whether an address is one of this card's networks.
    pub fn reaches(&self, other: IpAddr) -> bool {
        self.addresses.iter().any(|address| address.reaches(other))
    }

    /// Whether this address is its own.
    pub fn has(&self, ip: IpAddr) -> bool {
        self.addresses.iter().any(|address| address.ip == ip)
    }
}

/// The network cards that have an address; none if the system does not tell.
pub(crate) fn interfaces() -> Vec<Interface> {
    let found = if_addrs::get_if_addrs().unwrap_or_else(|error| {
        tracing::debug!(%error, "the system names no network cards");
        Vec::new()
    });
    let mut by_name: BTreeMap<String, (bool, Vec<InterfaceAddress>)> = BTreeMap::new();
    for card in found {
        let prefix = match &card.addr {
            if_addrs::IfAddr::V4(v4) => v4.prefixlen,
            if_addrs::IfAddr::V6(v6) => v6.prefixlen,
        };
        let (tunnel, addresses) = by_name.entry(card.name.clone()).or_default();
        *tunnel |= card.is_p2p;
        addresses.push(InterfaceAddress { ip: card.ip(), prefix });
    }
    by_name.into_iter().map(|(name, (tunnel, addresses))| interface(name, tunnel, addresses)).collect()
}

fn interface(name: String, tunnel: bool, mut addresses: Vec<InterfaceAddress>) -> Interface {
    addresses.sort_unstable();
    let kind = kind(&name, tunnel, &addresses);
    Interface { name, kind, addresses }
}

/// Names of tunnels and of bridges to virtual machines, as Linux, Windows and macOS call them.
const VPN: &[&str] = &[
    "tun",
    "tap",
    "wg",
    "utun",
    "ppp",
    "tailscale",
    "zt",
    "zerotier",
    "nordlynx",
    "proton",
    "ipsec",
    "vpn",
    "wireguard",
    "hamachi",
];
const VIRTUAL: &[&str] = &[
    "docker",
    "br-",
    "veth",
    "virbr",
    "vmnet",
    "vboxnet",
    "virtualbox",
    "vmware",
    "vethernet",
    "lxc",
    "lxd",
    "podman",
    "cni",
    "flannel",
    "bridge1",
];

fn kind(name: &str, tunnel: bool, addresses: &[InterfaceAddress]) -> InterfaceKind {
    let name = name.to_lowercase();
    let is = |known: &[&str]| known.iter().any(|known| name.starts_with(known) || name.contains(&format!(" {known}")));
    if addresses.iter().any(|address| address.ip.is_loopback()) {
        InterfaceKind::Loopback
    } else if is(VIRTUAL) {
        InterfaceKind::Virtual
    } else if tunnel || is(VPN) || name.contains("vpn") {
        InterfaceKind::Vpn
    } else if addresses.iter().all(|address| is_self_assigned(address.ip)) {
        InterfaceKind::SelfAssigned
    } else {
        InterfaceKind::Lan
    }
}

const fn is_self_assigned(ip: IpAddr) -> bool {
    match ip {
        IpAddr::V4(ip) => Ipv4Addr::is_link_local(&ip),
        IpAddr::V6(ip) => Ipv6Addr::is_unicast_link_local(&ip),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(ip: &str, prefix: u8) -> InterfaceAddress {
        InterfaceAddress { ip: ip.parse().unwrap(), prefix }
    }

    fn looks(name: &str, ip: &str) -> InterfaceKind {
        kind(name, false, &[address(ip, 24)])
    }

    #[test]
    fn cards_are_told_apart_by_name_and_address() {
        assert_eq!(looks("lo", "127.0.0.1"), InterfaceKind::Loopback);
        for name in ["eth0", "wlp3s0", "en0", "Wi-Fi", "Ethernet 2", "br0"] {
            assert_eq!(looks(name, "192.0.2.1"), InterfaceKind::Lan, "{name}");
        }
        for name in ["docker0", "br-5f3a", "virbr0", "vEthernet (WSL)", "VirtualBox Host-Only Network", "bridge100"] {
            assert_eq!(looks(name, "172.17.0.1"), InterfaceKind::Virtual, "{name}");
        }
        for name in ["tun0", "utun4", "wg0", "Tailscale", "OpenVPN TAP-Windows6", "ztabc"] {
            assert_eq!(looks(name, "10.8.0.2"), InterfaceKind::Vpn, "{name}");
        }
        assert_eq!(kind("ppp-like", true, &[address("10.0.0.1", 32)]), InterfaceKind::Vpn);
        assert_eq!(looks("eth0", "169.254.3.4"), InterfaceKind::SelfAssigned);
        let both = [address("fe80::1", 64), address("192.0.2.1", 24)];
        assert_eq!(kind("eth0", false, &both), InterfaceKind::Lan);
    }

    #[test]
    fn a_network_reaches_its_own_addresses_only() {
        let own = address("192.0.2.1", 25);
        assert!(own.reaches("192.0.2.127".parse().unwrap()));
        assert!(!own.reaches("192.0.2.128".parse().unwrap()) && !own.reaches("2001:db8::1".parse().unwrap()));
        assert!(address("2001:db8::1", 64).reaches("2001:db8::ffff".parse().unwrap()));
        assert!(!address("2001:db8::1", 64).reaches("2001:db8:0:1::1".parse().unwrap()));
        assert!(address("10.0.0.1", 0).reaches("192.0.2.1".parse().unwrap()), "a network of everything");
        assert!(!address("10.0.0.1", 32).reaches("10.0.0.2".parse().unwrap()));
    }

    #[test]
    fn this_machine_has_its_loopback() {
        let cards = interfaces();
        assert!(cards.iter().any(|card| card.kind == InterfaceKind::Loopback), "{cards:?}");
    }
}
