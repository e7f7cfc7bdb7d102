//! What is dropped before any signature is looked at: records that are here already, and those that come again and again.

use std::collections::{BTreeMap, BTreeSet};

use sha2::{Digest as _, Sha256};

use crate::net::PeerKey;

const MINUTE_MS: u64 = 60_000;
/// Repeats that a peer may push in a minute, besides twice the whole chain: a fork makes honest seats send all of it.
const FREE_REPEATS: usize = 500;
/// How often in a minute a record is looked at that the table did not take.
const MAX_TRIES: u8 = 20;
/// Most records remembered that the table did not take.
const MAX_TRIED: usize = 8_192;

type Hash = [u8; 32];

/// Names a record.
pub(super) fn hash_of(record: &[u8]) -> Hash {
    Sha256::digest(record).into()
}

/// What to do with a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Look {
    /// The table shall see it.
    Close,
    /// It is here already.
    Known,
    /// It is here already, and its sender repeats itself more than an honest one would.
    Strike,
}

/// Records seen, by hash.
#[derive(Debug, Default)]
pub(super) struct Filter {
    known: BTreeSet<Hash>,
    minute: u64,
    tried: BTreeMap<Hash, u8>,
    repeats: BTreeMap<PeerKey, usize>,
}

impl Filter {
    /// The table holds this record. False: it did so before.
    pub(super) fn keep(&mut self, record: &[u8]) -> bool {
        self.known.insert(hash_of(record))
    }

    pub(super) fn knows(&self, record: &[u8]) -> bool {
        self.known.contains(&hash_of(record))
    }

    /// Looks at a record from a peer; what was asked for is no repeat.
    pub(super) fn look(&mut self, from: PeerKey, asked: bool, record: &[u8], now: u64) -> Look {
        let minute = now / MINUTE_MS;
        if minute != self.minute || self.tried.len() >= MAX_TRIED {
            self.minute = minute;
            self.tried.clear();
            self.repeats.clear();
        }
        let hash = hash_of(record);
        if !self.known.contains(&hash) {
            let tries = self.tried.entry(hash).or_default();
            *tries = tries.saturating_add(1);
            if *tries <= MAX_TRIES {
                return Look::Close;
            }
        }
        if asked {
            return Look::Known;
        }
        let most = self.known.len().saturating_mul(2).saturating_add(FREE_REPEATS);
        let repeats = self.repeats.entry(from).or_default();
        *repeats = repeats.saturating_add(1);
        if *repeats > most { Look::Strike } else { Look::Known }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PEER: PeerKey = PeerKey([1; 32]);

    #[test]
    fn a_known_record_is_looked_at_no_more_and_too_many_repeats_are_strikes() {
        let mut filter = Filter::default();
        assert_eq!(filter.look(PEER, false, b"one", 0), Look::Close);
        assert!(filter.keep(b"one"));
        assert!(!filter.keep(b"one"));
        for _repeat in 0..FREE_REPEATS + 2 {
            assert_eq!(filter.look(PEER, false, b"one", 1), Look::Known);
        }
        assert_eq!(filter.look(PEER, false, b"one", 2), Look::Strike);
        assert_eq!(filter.look(PeerKey([2; 32]), false, b"one", 2), Look::Known);
        assert_eq!(filter.look(PEER, false, b"one", MINUTE_MS), Look::Known);
    }

    #[test]
    fn what_was_asked_for_is_no_repeat() {
        let mut filter = Filter::default();
        filter.keep(b"one");
        for _repeat in 0..3 * FREE_REPEATS {
            assert_eq!(filter.look(PEER, true, b"one", 1), Look::Known);
        }
        assert_eq!(filter.look(PEER, false, b"one", 1), Look::Known);
    }

    #[test]
    fn a_record_that_the_table_never_takes_is_looked_at_only_so_often() {
        let mut filter = Filter::default();
        for _try in 0..MAX_TRIES {
            assert_eq!(filter.look(PEER, false, b"early", 0), Look::Close);
        }
        assert_eq!(filter.look(PEER, false, b"early", 0), Look::Known);
        assert_eq!(filter.look(PEER, false, b"early", MINUTE_MS), Look::Close, "its round may have come");
    }
}
