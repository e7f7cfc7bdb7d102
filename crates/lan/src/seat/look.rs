//! What the seat tells of the network: the report that a person reads when nobody is there.

use std::sync::Arc;

use nightcoach_table::lobby::tidy_name;

use super::driver::Driver;
use crate::clock::wall_ms;
use crate::net::{Hello, NetworkReport, PeerTrace, interfaces};

/// Time between two looks at the own network cards.
const LOOK_MS: u64 = 1_000;
/// Most peers of other versions that are remembered.
const MAX_REFUSED: usize = 16;

/// What was last seen.
#[derive(Debug, Default)]
pub(super) struct Look {
    pub(super) report: Arc<NetworkReport>,
    next: u64,
    refused: Vec<(String, String)>,
}

impl Look {
    /// Somebody's program cannot talk to ours.
    pub(super) fn refuse(&mut self, hello: &Hello) {
        let entry = (tidy_name(&hello.name), tidy_name(&hello.build));
        if self.refused.len() < MAX_REFUSED && !self.refused.contains(&entry) {
            self.refused.push(entry);
        }
    }
}

/// How much later another clock is, the way of the message included.
pub(super) fn skew_ms(theirs: u64) -> i64 {
    let own = wall_ms();
    let distance = i64::try_from(theirs.abs_diff(own)).unwrap_or(i64::MAX);
    if theirs < own { distance.saturating_neg() } else { distance }
}

impl Driver {
    /// Looks at cards and peers, once in a while.
    pub(super) fn look_around(&mut self) {
        let now = self.clock.now();
        if now < self.look.next {
            return;
        }
        self.look.next = now.saturating_add(LOOK_MS);
        let traces = self.net.traces();
        let trace = |(key, peer): (&crate::net::PeerKey, &super::peers::Peer)| PeerTrace {
            name: peer.name.clone(),
            fingerprint: key.to_string(),
            build: peer.build.clone(),
            linked: peer.link.is_some(),
            address: traces.peers.get(key).map(|(address, _)| *address),
            inbound: traces.peers.get(key).is_some_and(|(_, inbound)| *inbound),
            skew_ms: peer.skew_ms,
        };
        let report = NetworkReport {
            build: env!("CARGO_PKG_VERSION").to_owned(),
            port: self.net.port(),
            // Shown in steps, so that nothing is drawn anew for a second that has passed.
            seconds: now.checked_div(4_000).unwrap_or(0).saturating_mul(4),
            interfaces: interfaces(),
            peers: self.peers.iter().map(trace).collect(),
            refused: self.look.refused.clone(),
            traces: traces.clone(),
        };
        if *self.look.report != report {
            self.look.report = Arc::new(report);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_later_clock_is_ahead_and_an_earlier_one_behind() {
        assert!(skew_ms(wall_ms() + 60_000) > 55_000);
        assert!(skew_ms(wall_ms() - 60_000) < -55_000);
        assert_eq!(skew_ms(u64::MAX), i64::MAX);
    }

    #[test]
    fn refused_versions_are_remembered_once_and_not_without_end() {
        let mut look = Look::default();
        for n in 0..200u32 {
            let build = (n % 40).to_string();
            look.refuse(&Hello { protocol: 9, build, name: "p".to_owned(), port: 0, clock: 0 });
        }
        assert_eq!(look.refused.len(), MAX_REFUSED);
    }
}
