//! What is missing here of a peer's table, and when it is asked for.

use nightcoach_transcript::UnverifiedEntry;

use super::sitting::MAX_ANSWER;
use crate::net::{MAX_RECORD, Mark};

/// What a peer holds that is missing here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Lack {
    Nothing,
    /// Everything from this round on.
    From(u32),
    /// The other side of a fork, under this head: somebody signed two entries in some round before, perhaps long ago.
    Fork([u8; 32]),
}

/// One peer's part in catching up.
#[derive(Debug, Default)]
pub(super) struct Catchup {
    /// What was here when a beacon last showed more.
    behind: Option<Mark>,
    fork: Option<Fork>,
    /// Bytes of answers that may still come.
    expected: usize,
}

/// How far the other side of a fork has been asked for: once from the start, then on from where the last answer ended.
#[derive(Debug)]
struct Fork {
    head: [u8; 32],
    asked: u32,
    reached: u32,
}

impl Catchup {
    /// With what is here now: the first beacon that shows more leads to a request.
    pub(super) fn at_once(own: Mark) -> Self {
        Self { behind: Some(own), ..Self::default() }
    }

    /// The round to ask from, if something is missing and nothing has moved since the last beacon.
    pub(super) fn ask(&mut self, own: Mark, lack: Lack) -> Option<u32> {
        let before = std::mem::replace(&mut self.behind, (lack != Lack::Nothing).then_some(own));
        let from = match lack {
            Lack::Nothing => None,
            Lack::From(round) => Some(round).filter(|_round| before == Some(own)),
            Lack::Fork(head) => self.dig(head),
        };
        if from.is_some() {
            self.expected = MAX_ANSWER.saturating_add(MAX_RECORD);
        }
        from
    }

    fn dig(&mut self, head: [u8; 32]) -> Option<u32> {
        match self.fork.as_mut().filter(|fork| fork.head == head) {
            Some(fork) if fork.reached > fork.asked => fork.asked = fork.reached,
            Some(_) => return None,
            None => self.fork = Some(Fork { head, asked: 0, reached: 0 }),
        }
        self.fork.as_ref().map(|fork| fork.asked)
    }

    /// Whether a record in a batch was asked for.
    pub(super) fn expects(&mut self, record: &[u8]) -> bool {
        let Some(left) = self.expected.checked_sub(record.len()) else { return false };
        self.expected = left;
        if let Some(fork) = &mut self.fork
            && let Ok(entry) = UnverifiedEntry::decode(record)
        {
            fork.reached = fork.reached.max(entry.claimed().round);
        }
        true
    }
}

impl Lack {
    /// What they hold that is missing here.
    pub(super) fn between(own: &Mark, theirs: &Mark) -> Self {
        let forked = theirs.head != own.head && theirs.round == own.round;
        if forked {
            return Self::Fork(theirs.head);
        }
        if theirs.stopped && !own.stopped {
            return Self::From(own.round.saturating_sub(1));
        }
        if theirs.round > own.round {
            return Self::From(own.round);
        }
        let missing = own.waiting.minus(theirs.waiting).or(theirs.closed.minus(own.closed));
        if theirs.round < own.round || missing.is_empty() { Self::Nothing } else { Self::From(own.round) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use nightcoach_rules::SeatSet;
    use nightcoach_transcript::{Content, Entry, IdentitySecret, RecordKind};

    fn mark(round: u32, head: u8, waiting: u16) -> Mark {
        Mark {
            table: [1; 32],
            round,
            head: [head; 32],
            waiting: SeatSet(waiting),
            closed: SeatSet::EMPTY,
            stopped: false,
        }
    }

    fn record(round: u32) -> Vec<u8> {
        let content = Content {
            kind: RecordKind::Entry,
            table: [1; 32],
            round,
            head: [2; 32],
            digest: [3; 32],
            seat: 0,
            body: vec![],
        };
        Entry::sign(content, &IdentitySecret::from_seed([1; 32])).unwrap().record().to_vec()
    }

    #[test]
    fn the_evidence_of_a_stopped_table_is_asked_for() {
        let theirs = Mark { stopped: true, ..mark(5, 1, 0b111) };
        assert_eq!(Lack::between(&mark(5, 1, 0b111), &theirs), Lack::From(4));
        assert_eq!(Lack::between(&theirs, &theirs), Lack::Nothing);
    }

    #[test]
    fn whoever_has_come_further_is_asked_from_the_own_round_on() {
        assert_eq!(Lack::between(&mark(5, 1, 0b111), &mark(9, 2, 0b111)), Lack::From(5));
        assert_eq!(Lack::between(&mark(9, 2, 0b111), &mark(5, 1, 0b111)), Lack::Nothing);
    }

    #[test]
    fn in_one_round_only_a_missing_entry_is_worth_asking_for() {
        assert_eq!(Lack::between(&mark(5, 1, 0b110), &mark(5, 1, 0b110)), Lack::Nothing);
        assert_eq!(Lack::between(&mark(5, 1, 0b010), &mark(5, 1, 0b110)), Lack::Nothing);
        assert_eq!(Lack::between(&mark(5, 1, 0b110), &mark(5, 1, 0b010)), Lack::From(5));
    }

    #[test]
    fn a_closing_record_that_is_missing_here_is_asked_for() {
        let theirs = Mark { closed: SeatSet(0b1), ..mark(5, 1, 0) };
        assert_eq!(Lack::between(&mark(5, 1, 0), &theirs), Lack::From(5));
        assert_eq!(Lack::between(&theirs, &mark(5, 1, 0)), Lack::Nothing);
    }

    #[test]
    fn two_heads_in_one_round_reach_back_to_the_start_once_per_head() {
        let own = mark(5, 1, 0);
        let (second, third) = (Lack::between(&own, &mark(5, 2, 0)), Lack::between(&own, &mark(5, 3, 0)));
        let mut catchup = Catchup::default();
        assert_eq!(catchup.ask(own, second), Some(0));
        assert_eq!(catchup.ask(own, second), None);
        assert_eq!(catchup.ask(own, third), Some(0));
    }

    #[test]
    fn a_long_answer_is_asked_on_where_it_ended() {
        let (own, fork) = (mark(5, 1, 0), Lack::Fork([2; 32]));
        let mut catchup = Catchup::default();
        assert_eq!(catchup.ask(own, fork), Some(0));
        assert!(catchup.expects(&record(0)) && catchup.expects(&record(3)));
        assert_eq!(catchup.ask(own, fork), Some(3));
        assert!(catchup.expects(&record(3)));
        assert_eq!(catchup.ask(own, fork), None, "nothing new came");
    }

    #[test]
    fn batches_that_nobody_asked_for_are_dropped() {
        let mut catchup = Catchup::default();
        assert!(!catchup.expects(&record(1)));
        catchup.ask(mark(5, 1, 0), Lack::Fork([2; 32]));
        assert!(catchup.expects(&record(1)));
        let mut taken = 0usize;
        while catchup.expects(&vec![0; 100_000]) {
            taken += 100_000;
        }
        assert!(taken <= MAX_ANSWER + MAX_RECORD);
    }
}
