//! Who is there, and what may be asked about going on without somebody.

use nightcoach_rules::{Phase as Play, Seat, SeatSet, State};
use nightcoach_transcript::Entry;
use nightcoach_wire::{MAX_LEN, decode};

use super::Replica;
use crate::ballot::{Question, is_quorum};
use crate::body::Vote;
use crate::dealing::Round;
use crate::fault::Check;
use crate::phase::Phase;

impl Replica {
    /// The seats that are awake; before the first turn all of them.
    pub(crate) fn awake(&self) -> SeatSet {
        let awake = self.state.as_ref().map_or_else(|| SeatSet::first(self.seats()), State::awake);
        if let Phase::Unseal { fallen, .. } = &self.phase { awake.minus(*fallen) } else { awake }
    }

    /// Who of them holds the pile key.
    pub(crate) fn awake_holders(&self) -> SeatSet {
        self.keys.as_ref().map_or_else(|| self.awake(), |keys| keys.pile.holders().and(self.awake()))
    }

    /// How many more seats may be lost now: 0 where a lost seat pauses the table.
    pub(crate) fn spare_seats(&self) -> usize {
        let keys = self.keys.as_ref().filter(|keys| keys.pile.dealt);
        keys.map_or(0, |keys| self.awake_holders().len().saturating_sub(keys.pile.threshold))
    }

    /// In which round a seat has fallen asleep or woken last.
    pub(crate) fn changed_in(&self, seat: Seat) -> Option<u32> {
        self.changed.get(&seat).copied()
    }

    /// The last dealing of the pile key that was well, and its epoch.
    pub(crate) fn dealt(&self) -> Option<&(u32, Round)> {
        self.dealt.as_ref()
    }

    /// Whether this can be asked in the running round (NC-721).
    pub(crate) fn may_ask(&self, question: Question) -> bool {
        let (awake, named) = (self.awake(), question.named());
        let left = awake.minus(named);
        if !named.within(awake) || left.len() < 2 || !is_quorum(awake, left) {
            return false;
        }
        match question {
            Question::Sleep(_) => !named.is_empty() && self.can_fall() && self.enough_without(named),
            Question::Close(_) => !named.is_empty() && self.is_declaring(),
            Question::End(_) => self.state.is_some() && !matches!(self.phase, Phase::Over),
        }
    }

    /// Whether the rest of the holders can still use the pile key.
    fn enough_without(&self, named: SeatSet) -> bool {
        let keys = self.keys.as_ref();
        keys.is_some_and(|keys| self.awake_holders().minus(named).len() >= keys.pile.threshold)
    }

    /// Whether the running round can close without somebody: not before the deal can do without.
    fn can_fall(&self) -> bool {
        match self.phase {
            Phase::DealStrip | Phase::Act | Phase::Unseal { .. } | Phase::Group { .. } | Phase::Rehand(_) => true,
            Phase::Boxes(_) | Phase::Verdicts(_) => self.state.is_some(),
            Phase::Genesis
            | Phase::KeyCommit
            | Phase::KeyOpen
            | Phase::Shuffle { .. }
            | Phase::DealOver
            | Phase::Rekey
            | Phase::DealAll
            | Phase::Over => false,
        }
    }

    /// Whether the round is one of a declaration, in which no share is needed any more (walk.md decision 13).
    pub(crate) fn is_declaring(&self) -> bool {
        let state = self.state.as_ref().filter(|_| matches!(self.phase, Phase::Act));
        state.is_some_and(|state| matches!(state.phase, Play::Named(_) | Play::Closing(_)))
    }

    /// Whether whose turn it is may let others in and out.
    pub(crate) fn is_turn_start(&self) -> bool {
        let state = self.state.as_ref().filter(|_| matches!(self.phase, Phase::Act));
        state.is_some_and(|state| state.phase == Play::Turn)
    }
}

impl Replica {
    /// Checks an answer to a ballot of the running round, whose signature is known to be right.
    pub(crate) fn check_vote(&self, entry: &Entry) -> Result<Vote, Check> {
        let content = entry.content();
        if content.head != self.head() {
            return Err(Check::Head);
        }
        if content.digest != self.digest() {
            return Err(Check::Digest);
        }
        let vote: Vote = decode(&content.body, MAX_LEN).map_err(|_error| Check::EntryDecodes)?;
        if vote.ballot.number == 0 || !self.may_ask(vote.ballot.question) {
            return Err(Check::BallotAllowed);
        }
        let asked = self.awake().minus(vote.ballot.question.named());
        if asked.contains(Seat(content.seat)) { Ok(vote) } else { Err(Check::BallotAsked) }
    }

    /// Whose entries close the round, if a ballot has decided to go on without some.
    pub(crate) fn needed(&self, passed: Option<Question>) -> SeatSet {
        match passed {
            None => self.owed(),
            Some(Question::Sleep(named) | Question::Close(named)) => self.owed().minus(named),
            Some(Question::End(_)) => SeatSet::EMPTY,
        }
    }
}
