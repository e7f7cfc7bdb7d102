//! What a machine sees of the network, and what to do about it.

use super::list;
use crate::{Card, NetworkAdvice, NetworkLine};

pub(crate) fn network_line(line: &NetworkLine<'_>) -> String {
    match *line {
        NetworkLine::Program { build, port: Some(port) } => {
            format!("Night Coach {build}, TCP port {port}, UDP port 5353 for finding others")
        }
        NetworkLine::Program { build, port: None } => format!("Night Coach {build}, no TCP port yet"),
        NetworkLine::Code(code) => format!("Code to be typed elsewhere: {code}"),
        NetworkLine::Card { name, card: Card::Loopback, addresses, .. } => {
            format!("{name} ({}): {addresses}", card(Card::Loopback))
        }
        NetworkLine::Card { name, card: looks, addresses, heard, reached } => {
            let heard = if heard { "others heard" } else { "nobody heard" };
            let reached = if reached { "others came in" } else { "nobody came in" };
            format!("{name} ({}): {addresses} \u{2014} {heard}, {reached}", card(looks))
        }
        NetworkLine::Peer { name, fingerprint, build, at, card, inbound, skew_ms } => {
            let Some(at) = at else { return format!("{name} ({fingerprint}), version {build}: not there now") };
            let card = card.map_or_else(String::new, |card| format!(" through {card}"));
            let way = if inbound { "came to us" } else { "reached by us" };
            let clock = clock(skew_ms);
            format!("{name} ({fingerprint}), version {build}: {way} at {at}{card}, clock {clock}")
        }
    }
}

fn clock(skew_ms: i64) -> String {
    let tenths = skew_ms.unsigned_abs().saturating_add(50).checked_div(100).unwrap_or(0);
    let (whole, tenth) = (tenths.checked_div(10).unwrap_or(0), tenths.checked_rem(10).unwrap_or(0));
    let sign = if skew_ms < 0 { "-" } else { "+" };
    format!("{sign}{whole}.{tenth} s")
}

const fn card(card: Card) -> &'static str {
    match card {
        Card::Lan => "network",
        Card::SelfAssigned => "network without addresses",
        Card::Vpn => "VPN",
        Card::Virtual => "virtual machines",
        Card::Loopback => "this computer",
    }
}

pub(crate) fn network_advice(advice: &NetworkAdvice<'_>) -> String {
    match *advice {
        NetworkAdvice::NoNetwork => "This computer is on no network: join the wifi or plug in a cable.".to_owned(),
        NetworkAdvice::SelfAssigned(card) => {
            format!(
                "{card} got no address from the network: reconnect it, or let all computers use one router or hotspot."
            )
        }
        NetworkAdvice::SeveralNetworks(cards) => {
            format!("This computer is on several networks ({}): make sure the others are on one of them.", list(cards))
        }
        NetworkAdvice::Vpn(card) => format!("{card} looks like a VPN: switch it off if somebody is not found."),
        NetworkAdvice::Virtual(card) => {
            format!("{card} belongs to virtual machines or containers: nothing to do, nobody is looked for there.")
        }
        NetworkAdvice::NoDiscovery => {
            "Others are not looked for by multicast: join by the host's code or address.".to_owned()
        }
        NetworkAdvice::NothingHeard(cards) => format!(
            "Others are there, but multicast brings nothing through {}: allow UDP port 5353 in, or join by code.",
            list(cards)
        ),
        NetworkAdvice::NobodyCameIn(port) => format!(
            "Nobody has come in to this computer so far: allow TCP port {port} in its firewall, or let this one do the joining."
        ),
        NetworkAdvice::OtherPort(port) => {
            format!("Port 24642 was taken, so this program has port {port}: a firewall has to allow that one.")
        }
        NetworkAdvice::Alone => {
            "Nobody is found: allow UDP port 5353 and the TCP port above in every firewall, leave guest \
             networks (or use a phone's hotspot), or join by the host's code."
                .to_owned()
        }
        NetworkAdvice::Looking => "Nobody is found yet: give it some seconds.".to_owned(),
        NetworkAdvice::VersionDiffers { name, theirs } => {
            format!(
                "{name} runs version {theirs}, which cannot play with this one: whoever has the older one must update."
            )
        }
        NetworkAdvice::OtherBuild { name, theirs } => {
            format!("{name} runs version {theirs}: it can play with this one, but update when there is time.")
        }
        NetworkAdvice::Clock { name, seconds } => {
            let by = seconds.unsigned_abs();
            let way = if seconds < 0 { "behind" } else { "ahead of" };
            format!(
                "The clock of {name} is {by} s {way} this one: the game does not mind, but one of the two is wrong."
            )
        }
        NetworkAdvice::MetThroughVpn { name, card } => {
            format!("{name} is reached through {card}, a VPN: if the game is slow, switch it off on both sides.")
        }
        NetworkAdvice::Well(1) => {
            "All is well: one other is here, multicast is heard, and others can come in.".to_owned()
        }
        NetworkAdvice::Well(others) => {
            format!("All is well: {others} others are here, multicast is heard, and others can come in.")
        }
    }
}
