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

/// What may be asked in one round, and over which digest; remembered of closed rounds, since answers may come late.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Askable {
    /// Who was awake.
    pub(crate) awake: SeatSet,
    holders: SeatSet,
    threshold: Option<usize>,
    can_fall: bool,
    declaring: bool,
    playing: bool,
    digest: [u8; 32],
}

impl Askable {
    /// NC-721: whether this may be asked.
    pub(crate) fn allows(&self, question: Question) -> bool {
        let named = question.named();
        let left = self.awake.minus(named);
        if !named.within(self.awake) || left.len() < 2 || !is_quorum(self.awake, left) {
            return false;
        }
        let enough = self.threshold.is_some_and(|threshold| self.holders.minus(named).len() >= threshold);
        match question {
            Question::Sleep(_) => !named.is_empty() && self.can_fall && enough,
            Question::Close(_) => !named.is_empty() && self.declaring,
            Question::End(_) => self.playing,
        }
    }

    /// Whether an answer over the head of this round is one that counts, though the round is closed (NC-721, NC-722). A no may come after
    /// that, and then carries no digest.
    pub(crate) fn takes(&self, seat: Seat, vote: Vote, digest: &[u8; 32]) -> bool {
        let asked = self.awake.minus(vote.ballot.question.named());
        let fits = vote.ballot.number > 0 && asked.contains(seat) && self.allows(vote.ballot.question);
        fits && (!vote.yes || *digest == self.digest)
    }
}

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

    /// What may be asked in the running round.
    pub(crate) fn askable(&self) -> Askable {
        Askable {
            awake: self.awake(),
            holders: self.awake_holders(),
            threshold: self.keys.as_ref().map(|keys| keys.pile.threshold),
            can_fall: self.can_fall(),
            declaring: self.is_declaring(),
            playing: self.state.is_some() && !matches!(self.phase, Phase::Over),
            digest: self.digest(),
        }
    }

    /// Whether this can be asked in the running round (NC-721).
    pub(crate) fn may_ask(&self, question: Question) -> bool {
        self.askable().allows(question)
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
