//! What this machine sees of the network, and what follows from it. Pure: a value in, findings out; the words are
//! elsewhere.

use std::collections::{BTreeMap, BTreeSet};
use std::net::{IpAddr, SocketAddr, SocketAddrV4};

use super::interfaces::{Interface, InterfaceKind};
use super::{DEFAULT_PORT, PeerKey, code_of};

/// Somebody who is alone for this long is told what may be wrong.
const ALONE_S: u64 = 4;
/// A clock that differs by more is worth a word.
const SKEW_MS: u64 = 120_000;
/// Most addresses that are remembered as heard.
pub(super) const MAX_HEARD: usize = 256;

/// What the network room has noticed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Traces {
    /// Whether multicast discovery runs.
    pub discovery: bool,
    /// Where connected peers were met, and whether it was they who reached us.
    pub peers: BTreeMap<PeerKey, (SocketAddr, bool)>,
    /// Addresses that multicast has brought.
    pub heard: BTreeSet<IpAddr>,
    /// Own addresses where a peer of ours came in.
    pub reached: BTreeSet<IpAddr>,
}

/// One peer, as it was met.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PeerTrace {
    /// The person's name.
    pub name: String,
    /// Its key, short.
    pub fingerprint: String,
    /// Version of its program.
    pub build: String,
    /// Whether there is a link now.
    pub linked: bool,
    /// Where it was met.
    pub address: Option<SocketAddr>,
    /// Whether it reached us, or we it.
    pub inbound: bool,
    /// How much later its clock is, in milliseconds.
    pub skew_ms: i64,
}

/// What this machine sees of the network.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NetworkReport {
    /// Version of the own program.
    pub build: String,
    /// The TCP port that others connect to.
    pub port: Option<u16>,
    /// For how long it has been looked, in seconds.
    pub seconds: u64,
    /// What the network room has noticed.
    pub traces: Traces,
    /// The own network cards.
    pub interfaces: Vec<Interface>,
    /// Who is or was there.
    pub peers: Vec<PeerTrace>,
    /// Names and versions of those whose program cannot talk to ours.
    pub refused: Vec<(String, String)>,
}

/// What follows from a report; every one has a sentence of advice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Finding {
    /// No network card has an address.
    NoNetwork,
    /// A card has given itself an address.
    SelfAssigned(String),
    /// There are several networks.
    SeveralNetworks(Vec<String>),
    /// There is a tunnel.
    Vpn(String),
    /// There is a bridge to virtual machines.
    Virtual(String),
    /// Multicast discovery does not run.
    NoDiscovery,
    /// Others are there, but multicast has brought nobody.
    NothingHeard(Vec<String>),
    /// Others are there, but nobody has come in.
    NobodyCameIn(u16),
    /// The usual port was taken.
    OtherPort(u16),
    /// Nobody is there.
    Alone,
    /// Nobody is there yet.
    Looking,
    /// Somebody's program cannot talk to ours.
    VersionDiffers {
        /// Who.
        name: String,
        /// Their version.
        theirs: String,
    },
    /// Somebody's program is another one but can talk to ours.
    OtherBuild {
        /// Who.
        name: String,
        /// Their version.
        theirs: String,
    },
    /// Somebody's clock differs.
    Clock {
        /// Whose.
        name: String,
        /// How much later it is, in seconds.
        seconds: i64,
    },
    /// Somebody was met through a tunnel.
    MetThroughVpn {
        /// Who.
        name: String,
        /// Through which card.
        interface: String,
    },
    /// All is well with so many others.
    Well(usize),
}

impl NetworkReport {
    /// The card through which an address is reached, also where it is written as an IPv6 one.
    pub fn interface_of(&self, ip: IpAddr) -> Option<&Interface> {
        let ip = ip.to_canonical();
        let own = self.interfaces.iter().find(|card| card.has(ip));
        own.or_else(|| self.interfaces.iter().find(|card| card.reaches(ip)))
    }

    /// Whether multicast has brought somebody through a card.
    pub fn heard_on(&self, card: &Interface) -> bool {
        self.traces.heard.iter().any(|ip| card.reaches(*ip) && !card.has(*ip))
    }

    /// Whether somebody came in through a card.
    pub fn reached_on(&self, card: &Interface) -> bool {
        self.traces.reached.iter().any(|ip| card.has(*ip))
    }

    /// Short codes of the own addresses, the likeliest first.
    pub fn codes(&self) -> Vec<String> {
        let Some(port) = self.port else { return Vec::new() };
        let mut cards: Vec<&Interface> = self.interfaces.iter().collect();
        cards.retain(|card| matches!(card.kind, InterfaceKind::Lan | InterfaceKind::SelfAssigned | InterfaceKind::Vpn));
        cards.sort_by_key(|card| (!self.heard_on(card) && !self.reached_on(card), card.kind));
        let sockets = cards.into_iter().flat_map(|card| &card.addresses).filter_map(|address| match address.ip {
            IpAddr::V4(ip) => Some(SocketAddrV4::new(ip, port)),
            IpAddr::V6(_) => None,
        });
        sockets.filter_map(code_of).collect()
    }

    /// What follows, the gravest first.
    pub fn findings(&self) -> Vec<Finding> {
        let mut findings = self.of_the_cards();
        findings.extend(self.of_the_others());
        let others = self.peers.iter().filter(|peer| peer.linked).count();
        let grave = findings.iter().any(|finding| !matches!(finding, Finding::Virtual(_) | Finding::OtherPort(_)));
        if others > 0 && !grave {
            findings.push(Finding::Well(others));
        }
        findings
    }

    fn cards(&self, kind: InterfaceKind) -> impl Iterator<Item = &Interface> {
        self.interfaces.iter().filter(move |card| card.kind == kind)
    }

    fn of_the_cards(&self) -> Vec<Finding> {
        let name = |card: &Interface| card.name.clone();
        let lans: Vec<String> = self.cards(InterfaceKind::Lan).map(name).collect();
        let own: Vec<String> = self.cards(InterfaceKind::SelfAssigned).map(name).collect();
        let mut findings = Vec::new();
        if lans.is_empty() && own.is_empty() {
            findings.push(Finding::NoNetwork);
        }
        findings.extend(own.into_iter().map(Finding::SelfAssigned));
        if lans.len() > 1 {
            findings.push(Finding::SeveralNetworks(lans));
        }
        findings.extend(self.cards(InterfaceKind::Vpn).map(name).map(Finding::Vpn));
        findings.extend(self.cards(InterfaceKind::Virtual).map(name).map(Finding::Virtual));
        if !self.traces.discovery {
            findings.push(Finding::NoDiscovery);
        }
        findings.extend(self.port.filter(|port| *port != DEFAULT_PORT).map(Finding::OtherPort));
        findings
    }

    fn of_the_others(&self) -> Vec<Finding> {
        let mut findings = Vec::new();
        let linked: Vec<&PeerTrace> = self.peers.iter().filter(|peer| peer.linked).collect();
        if linked.is_empty() && self.refused.is_empty() {
            findings.push(if self.seconds < ALONE_S { Finding::Looking } else { Finding::Alone });
        }
        let deaf = self.deaf();
        if self.traces.discovery && !deaf.is_empty() {
            findings.push(Finding::NothingHeard(deaf));
        }
        if !linked.is_empty() && self.traces.reached.is_empty() {
            findings.extend(self.port.map(Finding::NobodyCameIn));
        }
        let refused = self.refused.iter().cloned();
        findings.extend(refused.map(|(name, theirs)| Finding::VersionDiffers { name, theirs }));
        for peer in linked {
            findings.extend(self.of_one(peer));
        }
        findings
    }

    /// Cards through which somebody was met, but which have brought nobody by multicast.
    fn deaf(&self) -> Vec<String> {
        let met = self.peers.iter().filter(|peer| peer.linked).filter_map(|peer| peer.address);
        let cards = met.filter_map(|address| self.interface_of(address.ip()));
        let deaf = cards.filter(|card| card.kind != InterfaceKind::Loopback && !self.heard_on(card));
        let names: BTreeSet<String> = deaf.map(|card| card.name.clone()).collect();
        names.into_iter().collect()
    }

    fn of_one(&self, peer: &PeerTrace) -> Vec<Finding> {
        let mut findings = Vec::new();
        let PeerTrace { name, build, address, skew_ms, .. } = peer;
        if *build != self.build {
            findings.push(Finding::OtherBuild { name: name.clone(), theirs: build.clone() });
        }
        if skew_ms.unsigned_abs() > SKEW_MS {
            let seconds = skew_ms.checked_div(1_000).unwrap_or(0);
            findings.push(Finding::Clock { name: name.clone(), seconds });
        }
        let card = address.and_then(|address| self.interface_of(address.ip()));
        if let Some(card) = card.filter(|card| card.kind == InterfaceKind::Vpn) {
            findings.push(Finding::MetThroughVpn { name: name.clone(), interface: card.name.clone() });
        }
        findings
    }
}

#[cfg(test)]
mod tests {
    use super::super::InterfaceAddress;
    use super::*;

    fn card(name: &str, kind: InterfaceKind, ip: &str) -> Interface {
        Interface {
            name: name.to_owned(),
            kind,
            addresses: vec![InterfaceAddress { ip: ip.parse().unwrap(), prefix: 24 }],
        }
    }

    fn peer(n: u8) -> PeerTrace {
        PeerTrace {
            name: format!("p{n}"),
            fingerprint: format!("f{n}"),
            build: "1".to_owned(),
            linked: true,
            address: Some(SocketAddr::from(([192, 0, 2, n], DEFAULT_PORT))),
            inbound: false,
            skew_ms: 40,
        }
    }

    /// Two others on one LAN, all well.
    fn well() -> NetworkReport {
        NetworkReport {
            build: "1".to_owned(),
            port: Some(DEFAULT_PORT),
            seconds: 20,
            traces: Traces {
                discovery: true,
                peers: BTreeMap::new(),
                heard: BTreeSet::from(["192.0.2.2".parse().unwrap()]),
                reached: BTreeSet::from(["192.0.2.1".parse().unwrap()]),
            },
            interfaces: vec![
                card("lo", InterfaceKind::Loopback, "127.0.0.1"),
                card("eth0", InterfaceKind::Lan, "192.0.2.1"),
            ],
            peers: vec![peer(2), peer(3)],
            refused: Vec::new(),
        }
    }

    #[test]
    fn a_good_network_is_said_to_be_one() {
        assert_eq!(well().findings(), [Finding::Well(2)]);
    }

    #[test]
    fn who_is_alone_is_told_so_after_a_while_and_not_at_once() {
        let alone = NetworkReport { peers: Vec::new(), ..well() };
        assert_eq!(alone.findings(), [Finding::Alone]);
        assert_eq!(NetworkReport { seconds: 2, ..alone }.findings(), [Finding::Looking]);
    }

    #[test]
    fn others_whom_multicast_has_not_brought_mean_that_it_is_blocked_there() {
        let mut report = well();
        report.traces.heard.clear();
        assert_eq!(report.findings(), [Finding::NothingHeard(vec!["eth0".to_owned()])]);
        report.traces.heard.insert("192.0.2.1".parse().unwrap());
        assert_eq!(report.findings().len(), 1, "the own voice does not count");
        report.traces.discovery = false;
        assert_eq!(report.findings(), [Finding::NoDiscovery]);
    }

    #[test]
    fn links_that_are_all_our_own_dials_mean_that_a_firewall_keeps_others_out() {
        let mut report = well();
        report.traces.reached.clear();
        assert_eq!(report.findings(), [Finding::NobodyCameIn(DEFAULT_PORT)]);
    }

    #[test]
    fn tunnels_bridges_and_second_networks_are_named() {
        let mut report = well();
        report.interfaces.push(card("wlan0", InterfaceKind::Lan, "10.0.0.1"));
        report.interfaces.push(card("wg0", InterfaceKind::Vpn, "10.8.0.1"));
        report.interfaces.push(card("docker0", InterfaceKind::Virtual, "172.17.0.1"));
        report.peers[0].address = Some("10.8.0.9:24642".parse().unwrap());
        report.traces.heard.insert("10.8.0.9".parse().unwrap());
        let through = Finding::MetThroughVpn { name: "p2".to_owned(), interface: "wg0".to_owned() };
        let several = Finding::SeveralNetworks(vec!["eth0".to_owned(), "wlan0".to_owned()]);
        let rest = [Finding::Vpn("wg0".to_owned()), Finding::Virtual("docker0".to_owned()), through];
        assert_eq!(report.findings(), [vec![several], rest.to_vec()].concat());
    }

    #[test]
    fn an_address_that_every_machine_has_is_nobody_else() {
        // docker0 has 172.17.0.1 on every machine: whoever is met there is this one.
        let mut report = well();
        report.interfaces.push(card("docker0", InterfaceKind::Virtual, "172.17.0.1"));
        report.traces.heard.insert("172.17.0.1".parse().unwrap());
        let docker = report.interfaces.last().unwrap();
        assert!(!report.heard_on(docker));
        assert!(!report.codes().iter().any(|code| super::super::socket_of(code).unwrap().ip().octets()[0] == 172));
    }

    #[test]
    fn cards_without_a_network_are_named() {
        let mut report = NetworkReport { peers: Vec::new(), seconds: 1, ..well() };
        report.interfaces = vec![card("eth0", InterfaceKind::SelfAssigned, "169.254.1.1")];
        assert_eq!(report.findings(), [Finding::SelfAssigned("eth0".to_owned()), Finding::Looking]);
        report.interfaces.clear();
        assert_eq!(report.findings(), [Finding::NoNetwork, Finding::Looking]);
    }

    #[test]
    fn versions_clocks_and_ports_that_differ_are_named() {
        let mut report = well();
        report.port = Some(4_001);
        report.peers[0].build = "2".to_owned();
        report.peers[1].skew_ms = -3_600_000;
        report.refused.push(("p9".to_owned(), "0.9".to_owned()));
        let other = Finding::OtherBuild { name: "p2".to_owned(), theirs: "2".to_owned() };
        let clock = Finding::Clock { name: "p3".to_owned(), seconds: -3_600 };
        let refused = Finding::VersionDiffers { name: "p9".to_owned(), theirs: "0.9".to_owned() };
        assert_eq!(report.findings(), [Finding::OtherPort(4_001), refused, other, clock]);
    }

    #[test]
    fn codes_come_from_cards_that_others_reach_first() {
        let mut report = well();
        report.interfaces.insert(0, card("a-second", InterfaceKind::Lan, "10.0.0.1"));
        let first = report.codes().first().map(|code| super::super::socket_of(code).unwrap()).unwrap();
        assert_eq!(first.to_string(), format!("192.0.2.1:{DEFAULT_PORT}"));
        assert_eq!(report.codes().len(), 2);
    }
}
