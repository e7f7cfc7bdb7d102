//! Who is there, and for how long those are remembered that are not.

use std::collections::BTreeMap;

use crate::net::{Beacon, Link, PeerKey};

/// A stranger that is gone for this long is forgotten.
const STRANGER_MS: u64 = 60_000;
/// Most strangers remembered that are gone.
const MAX_GONE: usize = 64;

/// What is known of somebody on the network.
#[derive(Debug, Default)]
pub(super) struct Peer {
    pub(super) name: String,
    pub(super) link: Option<Link>,
    pub(super) beacon: Beacon,
    /// Whether a beacon came over the current link.
    pub(super) heard: bool,
    pub(super) lost_at: u64,
    pub(super) strikes: u32,
    /// Version of its program.
    pub(super) build: String,
    /// How much later its clock is.
    pub(super) skew_ms: i64,
}

/// Forgets peers that are gone for long, or that are too many, unless they sit at our table.
pub(super) fn forget_strangers(peers: &mut BTreeMap<PeerKey, Peer>, seated: impl Fn(&PeerKey) -> bool, now: u64) {
    let mut gone: Vec<(u64, PeerKey)> = peers
        .iter()
        .filter(|(key, peer)| peer.link.is_none() && !seated(key))
        .map(|(key, peer)| (peer.lost_at, *key))
        .collect();
    gone.sort_unstable();
    let too_many = gone.len().saturating_sub(MAX_GONE);
    for (place, (lost_at, key)) in gone.into_iter().enumerate() {
        if place < too_many || now.saturating_sub(lost_at) > STRANGER_MS {
            peers.remove(&key);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn gone(at: u64) -> Peer {
        Peer { lost_at: at, ..Peer::default() }
    }

    #[test]
    fn strangers_are_forgotten_after_a_minute_and_players_never() {
        let (stranger, player) = (PeerKey([1; 32]), PeerKey([2; 32]));
        let mut peers = BTreeMap::from([(stranger, gone(5)), (player, gone(5))]);
        forget_strangers(&mut peers, |key| *key == player, 5 + STRANGER_MS);
        assert_eq!(peers.len(), 2);
        forget_strangers(&mut peers, |key| *key == player, 6 + STRANGER_MS);
        assert!(peers.contains_key(&player) && !peers.contains_key(&stranger));
    }

    #[test]
    fn strangers_that_come_and_go_do_not_pile_up() {
        let mut peers: BTreeMap<PeerKey, Peer> = (0..200).map(|n| (PeerKey([n; 32]), gone(u64::from(n)))).collect();
        forget_strangers(&mut peers, |_| false, 200);
        assert_eq!(peers.len(), MAX_GONE);
        assert!(peers.contains_key(&PeerKey([199; 32])));
    }
}
