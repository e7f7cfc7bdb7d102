//! The address book: where peers were seen, and when to dial the missing ones again.
//!
//! mDNS names an address once and never again after a lost link, so every address is kept and every missing peer is
//! redialled. The peer with the lower key dials at once and the other waits a period, so that two dials seldom cross;
//! both dial, since one of them may sit behind a firewall. Pure: time is an argument.
//!
//! An address where the peer itself was met counts more than one that anybody on the network has named: hearsay never
//! displaces what was seen, and nobody displaces the players of the running table.

use std::collections::{BTreeMap, BTreeSet};

use libp2p::Multiaddr;

use super::PeerKey;

/// Most peers kept.
const MAX_PEERS: usize = 64;
/// Most addresses kept per peer, the newest first.
const MAX_ADDRESSES: usize = 6;
/// Most addresses kept per peer that others have named, the newest first.
const MAX_RUMOURS: usize = 4;
/// Shortest time between two dials of one peer, in ms; up to as much again is added.
const REDIAL_MS: u64 = 500;
/// A peer missing for longer than this is dialled seldom.
const PATIENT_MS: u64 = 120_000;
/// How seldom.
const SELDOM_MS: u64 = 5_000;
/// A peer that turned out to be another program is left alone for this long.
pub(super) const FOREIGN_MS: u64 = 120_000;

#[derive(Debug)]
struct Page {
    addresses: Vec<Multiaddr>,
    rumours: Vec<Multiaddr>,
    connected: bool,
    /// Whether a link to the peer ever stood: then it is one of us.
    met: bool,
    missing_since: u64,
    next_dial: u64,
    attempts: u32,
}

/// Addresses by peer.
#[derive(Debug)]
pub(crate) struct Book {
    own: PeerKey,
    pages: BTreeMap<PeerKey, Page>,
    /// Players of the running table.
    kept: BTreeSet<PeerKey>,
}

impl Book {
    pub(crate) const fn new(own: PeerKey) -> Self {
        Self { own, pages: BTreeMap::new(), kept: BTreeSet::new() }
    }

    /// Never forgets these.
    pub(crate) fn keep(&mut self, keys: BTreeSet<PeerKey>) {
        self.kept = keys;
    }

    /// A peer was met at an address. A new address is dialled without waiting.
    pub(crate) fn learn(&mut self, peer: PeerKey, address: Multiaddr, now: u64) {
        let Some(page) = self.page(peer, now) else { return };
        page.rumours.retain(|a| *a != address);
        let known = put_first(&mut page.addresses, address, MAX_ADDRESSES);
        self.hurry(peer, known, now);
    }

    /// Somebody says that a peer is at an address. Says whether that is news.
    pub(crate) fn hear(&mut self, peer: PeerKey, address: Multiaddr, now: u64) -> bool {
        let Some(page) = self.page(peer, now) else { return false };
        if page.addresses.contains(&address) {
            return false;
        }
        let known = put_first(&mut page.rumours, address, MAX_RUMOURS);
        self.hurry(peer, known, now);
        !known
    }

    /// The peer's page, if there is room for one.
    fn page(&mut self, peer: PeerKey, now: u64) -> Option<&mut Page> {
        if peer == self.own || (!self.pages.contains_key(&peer) && !self.make_room()) {
            return None;
        }
        let next_dial = self.first_dial(peer, now);
        Some(self.pages.entry(peer).or_insert_with(|| Page {
            addresses: Vec::new(),
            rumours: Vec::new(),
            connected: false,
            met: false,
            missing_since: now,
            next_dial,
            attempts: 0,
        }))
    }

    fn first_dial(&self, peer: PeerKey, now: u64) -> u64 {
        now.saturating_add(if self.own < peer { 0 } else { REDIAL_MS })
    }

    fn hurry(&mut self, peer: PeerKey, known: bool, now: u64) {
        let first = self.first_dial(peer, now);
        if let Some(page) = self.pages.get_mut(&peer).filter(|page| !known && page.attempts > 0) {
            page.next_dial = page.next_dial.min(first);
        }
    }

    /// Forgets a peer if the book is full: one that was never met, if there is one, and the one that is missing longest.
    /// Says whether there is room.
    fn make_room(&mut self) -> bool {
        if self.pages.len() < MAX_PEERS {
            return true;
        }
        let absent = self.pages.iter().filter(|(peer, page)| !page.connected && !self.kept.contains(peer));
        let oldest = absent.min_by_key(|(_, page)| (page.met, page.missing_since)).map(|(peer, _)| *peer);
        oldest.is_some_and(|oldest| self.pages.remove(&oldest).is_some())
    }

    /// The peer is connected: nothing to dial.
    pub(crate) fn connected(&mut self, peer: PeerKey) {
        if let Some(page) = self.pages.get_mut(&peer) {
            page.connected = true;
            page.attempts = 0;
        }
    }

    /// A link to the peer stands.
    pub(crate) fn met(&mut self, peer: PeerKey) {
        if let Some(page) = self.pages.get_mut(&peer) {
            page.met = true;
        }
    }

    /// Everybody that a link ever stood to, with addresses, the newest first.
    pub(crate) fn acquaintances(&self) -> impl Iterator<Item = (PeerKey, &[Multiaddr])> {
        self.pages.iter().filter(|(_, page)| page.met).map(|(peer, page)| (*peer, page.addresses.as_slice()))
    }

    /// The last connection to the peer is gone.
    pub(crate) fn lost(&mut self, peer: PeerKey, now: u64) {
        let wait = if self.own < peer { 0 } else { REDIAL_MS };
        if let Some(page) = self.pages.get_mut(&peer)
            && page.connected
        {
            page.connected = false;
            page.missing_since = now;
            page.next_dial = now.saturating_add(wait);
        }
    }

    /// The peer is another program, or one that we do not talk to: not dialled for a while.
    pub(crate) fn shun(&mut self, peer: PeerKey, now: u64) {
        if let Some(page) = self.pages.get_mut(&peer) {
            page.next_dial = now.saturating_add(FOREIGN_MS);
        }
    }

    /// Peers to dial now, with their addresses.
    pub(crate) fn due(&mut self, now: u64) -> Vec<(PeerKey, Vec<Multiaddr>)> {
        let own = self.own;
        let mut due = Vec::new();
        for (peer, page) in &mut self.pages {
            let addresses: Vec<Multiaddr> = page.addresses.iter().chain(&page.rumours).cloned().collect();
            if page.connected || addresses.is_empty() || now < page.next_dial {
                continue;
            }
            let patient = now.saturating_sub(page.missing_since) > PATIENT_MS;
            let period = if patient { SELDOM_MS } else { REDIAL_MS };
            page.next_dial = now.saturating_add(period).saturating_add(jitter(own, *peer, page.attempts));
            page.attempts = page.attempts.saturating_add(1);
            due.push((*peer, addresses));
        }
        due
    }

    /// Every address known of a peer, hearsay too.
    pub(crate) fn everywhere(&self, peer: PeerKey) -> impl Iterator<Item = &Multiaddr> {
        self.pages.get(&peer).into_iter().flat_map(|page| page.addresses.iter().chain(&page.rumours))
    }

    /// The addresses where a peer was met, the newest first.
    pub(crate) fn addresses(&self, peer: PeerKey) -> &[Multiaddr] {
        self.pages.get(&peer).map_or(&[], |page| page.addresses.as_slice())
    }
}

/// Says whether it was there already.
fn put_first(list: &mut Vec<Multiaddr>, address: Multiaddr, most: usize) -> bool {
    let known = list.contains(&address);
    list.retain(|a| *a != address);
    list.insert(0, address);
    list.truncate(most);
    known
}

/// Up to [`REDIAL_MS`] more, different on both sides and from one attempt to the next.
fn jitter(own: PeerKey, peer: PeerKey, attempt: u32) -> u64 {
    let mix = |key: PeerKey| key.0.iter().fold(0u64, |sum, byte| sum.wrapping_mul(31).wrapping_add(u64::from(*byte)));
    let mixed = mix(own).wrapping_mul(3).wrapping_add(mix(peer)).wrapping_add(u64::from(attempt));
    (mixed.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 33) % REDIAL_MS
}

#[cfg(test)]
mod tests {
    use super::*;

    const LOW: PeerKey = PeerKey([1; 32]);
    const HIGH: PeerKey = PeerKey([2; 32]);

    fn address(port: u16) -> Multiaddr {
        format!("/ip4/192.0.2.1/tcp/{port}").parse().unwrap()
    }

    #[test]
    fn the_lower_key_dials_at_once_and_the_other_waits_a_period() {
        let (mut low, mut high) = (Book::new(LOW), Book::new(HIGH));
        low.learn(HIGH, address(1), 100);
        high.learn(LOW, address(1), 100);
        assert_eq!(low.due(100).len(), 1);
        assert!(high.due(100).is_empty());
        assert_eq!(high.due(100 + REDIAL_MS).len(), 1);
    }

    #[test]
    fn a_missing_peer_is_dialled_again_within_a_second() {
        let mut book = Book::new(LOW);
        book.learn(HIGH, address(1), 0);
        for now in [0u64, 1_000, 2_000, 3_000] {
            assert_eq!(book.due(now).len(), 1, "at {now}");
            assert!(book.due(now + REDIAL_MS - 1).is_empty(), "shortly after {now}");
        }
    }

    #[test]
    fn a_connected_peer_is_left_alone_until_it_is_lost() {
        let mut book = Book::new(LOW);
        book.learn(HIGH, address(1), 0);
        book.connected(HIGH);
        assert!(book.due(5_000).is_empty());
        book.lost(HIGH, 6_000);
        assert_eq!(book.due(6_000).len(), 1);
    }

    #[test]
    fn a_new_address_is_tried_first() {
        let mut book = Book::new(LOW);
        for port in 1..20 {
            book.learn(HIGH, address(port), 0);
        }
        assert_eq!(book.addresses(HIGH).first(), Some(&address(19)));
        assert_eq!(book.addresses(HIGH).len(), MAX_ADDRESSES);
    }

    #[test]
    fn a_full_book_forgets_a_missing_peer_and_never_a_connected_one() {
        let mut book = Book::new(PeerKey([255; 32]));
        for n in 0..=u8::try_from(MAX_PEERS).unwrap() {
            book.learn(PeerKey([n; 32]), address(1), u64::from(n));
            book.connected(PeerKey([n; 32]));
            if n == 5 {
                book.lost(PeerKey([5; 32]), 7);
            }
        }
        assert!(book.addresses(PeerKey([5; 32])).is_empty());
        assert!(!book.addresses(PeerKey([64; 32])).is_empty());
    }

    #[test]
    fn hearsay_never_displaces_an_address_where_the_peer_was_met() {
        let mut book = Book::new(LOW);
        book.learn(HIGH, address(1), 0);
        for port in 2..20 {
            assert!(book.hear(HIGH, address(port), 0));
        }
        assert!(!book.hear(HIGH, address(1), 0));
        assert_eq!(book.addresses(HIGH), [address(1)]);
        let due = book.due(0);
        assert_eq!(due[0].1.first(), Some(&address(1)));
        assert_eq!(due[0].1.len(), 1 + MAX_RUMOURS);
    }

    #[test]
    fn a_full_book_forgets_strangers_and_never_a_player() {
        let (player, met) = (PeerKey([200; 32]), PeerKey([201; 32]));
        let mut book = Book::new(PeerKey([255; 32]));
        book.learn(player, address(1), 0);
        book.keep(BTreeSet::from([player]));
        book.learn(met, address(1), 0);
        book.met(met);
        for n in 0..100 {
            book.hear(PeerKey([n; 32]), address(1), 10 + u64::from(n));
        }
        assert_eq!(book.addresses(player), [address(1)]);
        assert_eq!(book.addresses(met), [address(1)]);
        assert_eq!(book.pages.len(), MAX_PEERS);
    }

    #[test]
    fn only_peers_that_were_linked_are_passed_on() {
        let mut book = Book::new(LOW);
        book.learn(HIGH, address(1), 0);
        assert_eq!(book.acquaintances().count(), 0);
        book.met(HIGH);
        book.lost(HIGH, 1);
        assert_eq!(book.acquaintances().collect::<Vec<_>>(), [(HIGH, [address(1)].as_slice())]);
    }

    #[test]
    fn one_does_not_dial_oneself() {
        let mut book = Book::new(LOW);
        book.learn(LOW, address(1), 0);
        assert!(book.due(10_000).is_empty());
    }
}
