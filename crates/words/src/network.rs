//! What a machine sees of the network, and what to do about it.

use crate::{Language, chinese_simplified as chinese, english};

/// What a network card looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Card {
    /// Cable or radio.
    Lan,
    /// It gave itself an address.
    SelfAssigned,
    /// A tunnel.
    Vpn,
    /// A bridge to virtual machines.
    Virtual,
    /// This computer itself.
    Loopback,
}

/// A line of a report on the network.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NetworkLine<'a> {
    /// Version and ports; no TCP port while nothing is listened on.
    Program {
        /// Version of the own program.
        build: &'a str,
        /// TCP port.
        port: Option<u16>,
    },
    /// A short code to be typed elsewhere.
    Code(&'a str),
    /// A network card.
    Card {
        /// Its name.
        name: &'a str,
        /// What it looks like.
        card: Card,
        /// Its addresses.
        addresses: &'a str,
        /// Whether multicast has brought somebody.
        heard: bool,
        /// Whether somebody came in.
        reached: bool,
    },
    /// Somebody else.
    Peer {
        /// Name.
        name: &'a str,
        /// Key, short.
        fingerprint: &'a str,
        /// Version.
        build: &'a str,
        /// Where it was met, if it is there.
        at: Option<&'a str>,
        /// Through which card.
        card: Option<&'a str>,
        /// Whether it reached us, or we it.
        inbound: bool,
        /// How much later its clock is, in milliseconds.
        skew_ms: i64,
    },
}

/// What follows from a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NetworkAdvice<'a> {
    /// No card has an address.
    NoNetwork,
    /// A card has given itself an address.
    SelfAssigned(&'a str),
    /// There are several networks.
    SeveralNetworks(&'a [String]),
    /// There is a tunnel.
    Vpn(&'a str),
    /// There is a bridge to virtual machines.
    Virtual(&'a str),
    /// Multicast discovery does not run.
    NoDiscovery,
    /// Multicast has brought nobody, although others are there.
    NothingHeard(&'a [String]),
    /// Nobody has come in.
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
        name: &'a str,
        /// Their version.
        theirs: &'a str,
    },
    /// Somebody's program is another one but can talk to ours.
    OtherBuild {
        /// Who.
        name: &'a str,
        /// Their version.
        theirs: &'a str,
    },
    /// Somebody's clock differs.
    Clock {
        /// Whose.
        name: &'a str,
        /// How much later it is, in seconds.
        seconds: i64,
    },
    /// Somebody was met through a tunnel.
    MetThroughVpn {
        /// Who.
        name: &'a str,
        /// Through which card.
        card: &'a str,
    },
    /// All is well.
    Well(usize),
}

/// A line of the report.
pub fn network_line(language: Language, line: &NetworkLine<'_>) -> String {
    match language {
        Language::English => english::network_line(line),
        Language::ChineseSimplified => chinese::network_line(line),
    }
}

/// A finding and what to do about it, in one sentence.
pub fn network_advice(language: Language, advice: &NetworkAdvice<'_>) -> String {
    match language {
        Language::English => english::network_advice(advice),
        Language::ChineseSimplified => chinese::network_advice(advice),
    }
}
