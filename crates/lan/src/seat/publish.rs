//! What the seat shows: the beacon to the network, the snapshot to window or command line.

use std::sync::Arc;

use super::driver::{Driver, Place};
use super::gather::listed;
use super::peers::Peer;
use super::snapshot::{ChatLine, PeerInfo, Snapshot, Stage};
use crate::net::{Beacon, MAX_NEIGHBOURS, Mark, PeerKey, typed};

impl Driver {
    /// Brings beacon and snapshot up to date, if anything has changed.
    pub(super) fn publish(&mut self) {
        let linked = self.peers.iter().filter(|(_, peer)| peer.link.is_some());
        let beacon = Beacon {
            name: self.name.clone(),
            mark: self.own_mark(),
            neighbours: linked.map(|(key, _)| *key).take(MAX_NEIGHBOURS).collect(),
            listing: self.listing(),
        };
        if beacon != self.beacon {
            self.beacon = beacon.clone();
            self.net.set_beacon(beacon);
        }
        let snapshot = self.snapshot();
        self.snapshots.send_if_modified(|old| {
            let changed = !old.looks_like(&snapshot);
            if changed {
                *old = Arc::new(snapshot);
            }
            changed
        });
    }

    fn snapshot(&self) -> Snapshot {
        let stage = match (&self.place, self.gathering()) {
            (Place::Playing(sitting), _) => Stage::Playing(Arc::clone(&sitting.playing)),
            (Place::Watching(watching), _) => watching.watched().map_or(Stage::Lobby, Stage::Watching),
            (_, Some(gathering)) => Stage::Gathering(gathering),
            (_, None) => Stage::Lobby,
        };
        let info = |(key, peer): (&PeerKey, &Peer)| PeerInfo {
            name: peer.name.clone(),
            fingerprint: key.to_string(),
            linked: peer.link.is_some(),
            met: self.people.met(*key),
        };
        let linked = self.peers.values().filter(|peer| peer.link.is_some());
        Snapshot {
            name: self.name.clone(),
            fingerprint: self.net.key().to_string(),
            addresses: self.addresses.iter().map(typed).collect(),
            codes: self.look.report.codes(),
            network: Arc::clone(&self.look.report),
            peers: self.peers.iter().map(info).collect(),
            tables: linked.filter_map(|peer| peer.beacon.listing.as_ref()).map(listed).collect(),
            stage,
            notices: self.notices.iter().cloned().collect(),
            chat: self.talk.is_open().then(|| Arc::clone(&self.talk.lines)),
            nudged_by: self.talk.nudged_by.clone(),
            left: self.left_seats(),
            preset: self.advance.preset,
            unfinished: Arc::clone(&self.unfinished),
            reminder: self.reminder,
            wanted: self.wanted().or_else(|| self.wanted_to_watch()),
            audience: Arc::clone(&self.onlookers.shown),
        }
    }

    /// How far the table has come that is played at or watched here.
    fn own_mark(&self) -> Option<Mark> {
        match &self.place {
            Place::Playing(sitting) => Some(sitting.own_mark()),
            Place::Watching(watching) => watching.own_mark(),
            Place::Lobby | Place::Hosting(_) | Place::Visiting(_) => None,
        }
    }
}

impl Snapshot {
    /// Whether a screen drawn from the other one would look the same.
    fn looks_like(&self, other: &Self) -> bool {
        let same_stage = match (&self.stage, &other.stage) {
            (Stage::Lobby, Stage::Lobby) => true,
            (Stage::Gathering(a), Stage::Gathering(b)) => a == b,
            (Stage::Playing(a), Stage::Playing(b)) => Arc::ptr_eq(a, b),
            (Stage::Watching(a), Stage::Watching(b)) => Arc::ptr_eq(a, b),
            _different => false,
        };
        same_stage
            && self.name == other.name
            && self.addresses == other.addresses
            && Arc::ptr_eq(&self.network, &other.network)
            && self.peers == other.peers
            && self.tables == other.tables
            && self.notices == other.notices
            && self.audience == other.audience
            && same_lines(self.chat.as_ref(), other.chat.as_ref())
            && self.nudged_by == other.nudged_by
            && self.left == other.left
            && self.preset == other.preset
            && Arc::ptr_eq(&self.unfinished, &other.unfinished)
            && self.wanted == other.wanted
            && self.reminder == other.reminder
    }
}

fn same_lines(one: Option<&Arc<Vec<ChatLine>>>, other: Option<&Arc<Vec<ChatLine>>>) -> bool {
    match (one, other) {
        (Some(one), Some(other)) => Arc::ptr_eq(one, other),
        (one, other) => one.is_none() && other.is_none(),
    }
}
