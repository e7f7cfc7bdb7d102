//! `check-network`: what this machine sees of the local network, and what to do about it.

use std::time::Duration;

use clap::{Args, ValueEnum};
use nightcoach_lan::{Finding, Interface, InterfaceKind, NetworkReport, PeerTrace, Profile, SeatConfig, start};
use nightcoach_words::{Card, Language, NetworkAdvice, NetworkLine, network_advice, network_line};

use crate::say;

/// Shows what this machine sees of the network within some seconds, and what to do about it.
///
/// Exit code 0: others are there; 1: nobody is.
#[derive(Debug, Args)]
pub(crate) struct CheckNetwork {
    /// How long to look.
    #[arg(long, default_value_t = 10)]
    seconds: u64,
    /// TCP port to listen on; without it, 24642 or any free one.
    #[arg(long)]
    port: Option<u16>,
    /// Language of the report.
    #[arg(long, default_value = "en")]
    language: Tongue,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Tongue {
    /// English.
    En,
    /// Simplified Chinese.
    Zh,
}

impl CheckNetwork {
    pub(crate) async fn run(&self) -> anyhow::Result<u8> {
        let language = match self.language {
            Tongue::En => Language::English,
            Tongue::Zh => Language::ChineseSimplified,
        };
        let config = SeatConfig {
            name: "network check".to_owned(),
            profile: Profile::temporary("check")?,
            port: self.port,
            mdns: true,
            loopback: false,
            pace_ms: 0,
            seed: None,
        };
        let seat = start(config)?;
        tokio::time::sleep(Duration::from_secs(self.seconds)).await;
        let snapshot = seat.snapshots().borrow().clone();
        for line in report(language, &snapshot.network) {
            say::line(&line);
        }
        for table in &snapshot.tables {
            let remark = table.remark.as_deref().unwrap_or("open");
            say::line(&format!(
                "  table {:?} of {}, {} of {} seats taken, {remark}",
                table.name, table.host, table.taken, table.seats
            ));
        }
        let found = snapshot.network.peers.iter().any(|peer| peer.linked);
        seat.close().await;
        Ok(u8::from(!found))
    }
}

/// What is seen, line by line, and then one sentence for each finding.
fn report(language: Language, report: &NetworkReport) -> Vec<String> {
    let mut lines = vec![network_line(language, &NetworkLine::Program { build: &report.build, port: report.port })];
    lines.extend(report.codes().iter().map(|code| network_line(language, &NetworkLine::Code(code))));
    lines.extend(report.interfaces.iter().map(|card| format!("  {}", card_line(language, report, card))));
    lines.extend(report.peers.iter().map(|peer| format!("  {}", peer_line(language, report, peer))));
    let advice = report.findings();
    lines.extend(advice.iter().map(|finding| format!("* {}", network_advice(language, &as_advice(finding)))));
    lines
}

fn card_line(language: Language, report: &NetworkReport, card: &Interface) -> String {
    let addresses: Vec<String> = card.addresses.iter().map(|address| address.ip.to_string()).collect();
    let (heard, reached) = (report.heard_on(card), report.reached_on(card));
    let looks = match card.kind {
        InterfaceKind::Lan => Card::Lan,
        InterfaceKind::SelfAssigned => Card::SelfAssigned,
        InterfaceKind::Vpn => Card::Vpn,
        InterfaceKind::Virtual => Card::Virtual,
        InterfaceKind::Loopback => Card::Loopback,
    };
    let addresses = addresses.join(", ");
    network_line(language, &NetworkLine::Card { name: &card.name, card: looks, addresses: &addresses, heard, reached })
}

fn peer_line(language: Language, report: &NetworkReport, peer: &PeerTrace) -> String {
    let PeerTrace { name, fingerprint, build, linked, address, inbound, skew_ms } = peer;
    let at = address.filter(|_address| *linked);
    let card = at.and_then(|at| report.interface_of(at.ip())).map(|card| card.name.as_str());
    let at = at.map(|at| at.to_string());
    let (inbound, skew_ms) = (*inbound, *skew_ms);
    network_line(language, &NetworkLine::Peer { name, fingerprint, build, at: at.as_deref(), card, inbound, skew_ms })
}

fn as_advice(finding: &Finding) -> NetworkAdvice<'_> {
    match finding {
        Finding::NoNetwork => NetworkAdvice::NoNetwork,
        Finding::SelfAssigned(card) => NetworkAdvice::SelfAssigned(card),
        Finding::SeveralNetworks(cards) => NetworkAdvice::SeveralNetworks(cards),
        Finding::Vpn(card) => NetworkAdvice::Vpn(card),
        Finding::Virtual(card) => NetworkAdvice::Virtual(card),
        Finding::NoDiscovery => NetworkAdvice::NoDiscovery,
        Finding::NothingHeard(cards) => NetworkAdvice::NothingHeard(cards),
        Finding::NobodyCameIn(port) => NetworkAdvice::NobodyCameIn(*port),
        Finding::OtherPort(port) => NetworkAdvice::OtherPort(*port),
        Finding::Alone => NetworkAdvice::Alone,
        Finding::Looking => NetworkAdvice::Looking,
        Finding::VersionDiffers { name, theirs } => NetworkAdvice::VersionDiffers { name, theirs },
        Finding::OtherBuild { name, theirs } => NetworkAdvice::OtherBuild { name, theirs },
        Finding::Clock { name, seconds } => NetworkAdvice::Clock { name, seconds: *seconds },
        Finding::MetThroughVpn { name, interface } => NetworkAdvice::MetThroughVpn { name, card: interface },
        Finding::Well(others) => NetworkAdvice::Well(*others),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use nightcoach_lan::{InterfaceAddress, Traces};

    use super::*;

    fn card(name: &str, kind: InterfaceKind, ip: &str) -> Interface {
        Interface {
            name: name.to_owned(),
            kind,
            addresses: vec![InterfaceAddress { ip: ip.parse().unwrap(), prefix: 24 }],
        }
    }

    /// A LAN, a VPN and a bridge; one other, met over the LAN, whom multicast has not brought and who did not come in.
    fn odd() -> NetworkReport {
        NetworkReport {
            build: "0.1.0".to_owned(),
            port: Some(24_642),
            seconds: 12,
            traces: Traces {
                discovery: true,
                peers: BTreeMap::new(),
                heard: BTreeSet::new(),
                reached: BTreeSet::new(),
            },
            interfaces: vec![
                card("docker0", InterfaceKind::Virtual, "172.17.0.1"),
                card("eth0", InterfaceKind::Lan, "192.168.1.5"),
                card("wg0", InterfaceKind::Vpn, "10.8.0.2"),
            ],
            peers: vec![PeerTrace {
                name: "Anna".to_owned(),
                fingerprint: "KX7M-2QPD-9RTA".to_owned(),
                build: "0.1.0".to_owned(),
                linked: true,
                address: Some("192.168.1.9:24642".parse().unwrap()),
                inbound: false,
                skew_ms: -3_600_000,
            }],
            refused: vec![("Ben".to_owned(), "0.0.9".to_owned())],
        }
    }

    #[test]
    fn a_report_says_what_is_seen_and_what_to_do() {
        let lines = report(Language::English, &odd());
        assert_eq!(
            lines,
            [
                "Night Coach 0.1.0, TCP port 24642, UDP port 5353 for finding others",
                "Code to be typed elsewhere: R2M0-218Y",
                "Code to be typed elsewhere: 1840-00JG",
                "  docker0 (virtual machines): 172.17.0.1 \u{2014} nobody heard, nobody came in",
                "  eth0 (network): 192.168.1.5 \u{2014} nobody heard, nobody came in",
                "  wg0 (VPN): 10.8.0.2 \u{2014} nobody heard, nobody came in",
                "  Anna (KX7M-2QPD-9RTA), version 0.1.0: reached by us at 192.168.1.9:24642 through eth0, clock -3600.0 s",
                "* wg0 looks like a VPN: switch it off if somebody is not found.",
                "* docker0 belongs to virtual machines or containers: nothing to do, nobody is looked for there.",
                "* Others are there, but multicast brings nothing through eth0: allow UDP port 5353 in, or join by code.",
                "* Nobody has come in to this computer so far: allow TCP port 24642 in its firewall, or let this one do the joining.",
                "* Ben runs version 0.0.9, which cannot play with this one: whoever has the older one must update.",
                "* The clock of Anna is 3600 s behind this one: the game does not mind, but one of the two is wrong.",
            ]
        );
    }

    #[test]
    fn every_language_tells_the_same_findings() {
        for language in Language::ALL {
            let lines = report(language, &odd());
            assert_eq!(lines.iter().filter(|line| line.starts_with("* ")).count(), odd().findings().len());
        }
    }
}
