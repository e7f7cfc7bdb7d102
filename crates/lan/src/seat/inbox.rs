//! What waits for the engine. Nobody waits for a peer that floods: what comes beyond its share is dropped, and catching up
//! brings it again.

use std::collections::BTreeMap;

use nightcoach_table::Input;

use super::engine::Job;
use super::sitting::MAX_ANSWER;
use crate::net::{MAX_RECORD, PeerKey};

/// Most bytes and records of one peer that wait: a whole answer, and what is pushed meanwhile.
const MAX_WAITING: usize = MAX_ANSWER + 8 * MAX_RECORD;
const MAX_WAITING_RECORDS: usize = 8_192;
/// Least time between two answers to one peer.
const ANSWER_MS: u64 = 1_000;

/// Jobs in the order in which they came.
#[derive(Debug, Default)]
pub(super) struct Inbox {
    jobs: Vec<Job>,
    /// Records and bytes of each peer among the jobs.
    waiting: BTreeMap<PeerKey, (usize, usize)>,
    /// When a peer was last answered.
    answered: BTreeMap<PeerKey, u64>,
}

impl Inbox {
    pub(super) fn is_empty(&self) -> bool {
        self.jobs.is_empty()
    }

    pub(super) fn input(&mut self, input: Input) {
        self.jobs.push(Job::Input(input));
    }

    /// A good-bye to keep.
    pub(super) fn farewell(&mut self, farewell: Vec<u8>) {
        self.jobs.push(Job::Farewell(farewell));
    }

    /// A peer whose link is new.
    pub(super) fn tell(&mut self, peer: PeerKey) {
        self.jobs.push(Job::Tell(peer));
    }

    pub(super) fn record(&mut self, from: PeerKey, asked: bool, record: Vec<u8>) {
        let (records, bytes) = self.waiting.entry(from).or_default();
        if *records >= MAX_WAITING_RECORDS || bytes.saturating_add(record.len()) > MAX_WAITING {
            return;
        }
        *records = records.saturating_add(1);
        *bytes = bytes.saturating_add(record.len());
        self.jobs.push(Job::Record { from, asked, record });
    }

    /// A request; one per peer and second is answered.
    pub(super) fn want(&mut self, peer: PeerKey, round: u32, now: u64) {
        let last = self.answered.get(&peer);
        if last.is_none_or(|last| now.saturating_sub(*last) >= ANSWER_MS) {
            self.answered.insert(peer, now);
            self.jobs.push(Job::Want { peer, round });
        }
    }

    /// Everything; the shares are free again.
    pub(super) fn take(&mut self) -> Vec<Job> {
        self.waiting.clear();
        std::mem::take(&mut self.jobs)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FLOOD: PeerKey = PeerKey([1; 32]);
    const OTHER: PeerKey = PeerKey([2; 32]);

    #[test]
    fn who_floods_holds_a_bounded_share_and_the_others_are_heard() {
        let mut inbox = Inbox::default();
        for _record in 0..2 * MAX_WAITING / MAX_RECORD {
            inbox.record(FLOOD, false, vec![0; MAX_RECORD]);
        }
        inbox.record(OTHER, false, vec![1]);
        let jobs = inbox.take();
        assert_eq!(jobs.len(), MAX_WAITING / MAX_RECORD + 1);
        assert!(matches!(jobs.last(), Some(Job::Record { from: OTHER, .. })));
        for _record in 0..2 * MAX_WAITING_RECORDS {
            inbox.record(FLOOD, false, Vec::new());
        }
        assert_eq!(inbox.take().len(), MAX_WAITING_RECORDS);
    }

    #[test]
    fn one_request_per_peer_and_second_is_answered() {
        let mut inbox = Inbox::default();
        for now in [0, 10, 999] {
            inbox.want(FLOOD, 0, now);
        }
        inbox.want(OTHER, 0, 20);
        assert_eq!(inbox.take().len(), 2);
        inbox.want(FLOOD, 0, ANSWER_MS);
        assert_eq!(inbox.take().len(), 1);
    }
}
