//! What a driver, a window or a bot may ask.

use alloc::collections::BTreeSet;
use alloc::vec::Vec;

use nightcoach_rules::{Event, Outcome, Seat, SeatSet, View};
use nightcoach_transcript::{Entry, Head, file};

use super::Table;
use crate::body::Genesis;
use crate::closing;
use crate::fault::Fault;
use crate::lobby::Finished;
use crate::phase::{Phase, setup_rounds};

impl Table {
    /// The own seat.
    pub fn seat(&self) -> Seat {
        self.config.seat
    }

    /// What all agreed on.
    pub fn genesis(&self) -> &Genesis {
        self.replica.genesis()
    }

    /// Number of the running round.
    pub fn round(&self) -> u32 {
        self.replica.round()
    }

    /// The chain's head.
    pub fn head(&self) -> Head {
        self.replica.head()
    }

    /// The table's id, once the genesis round is folded.
    pub fn table_id(&self) -> Option<[u8; 32]> {
        (self.replica.round() > 0).then(|| self.replica.table())
    }

    /// Records of rounds from `round` on, those known of the running round, and evidence if the table has stopped.
    pub fn entries_since(&self, round: u32) -> Vec<Vec<u8>> {
        self.records(round, |table, round| table.votes_of(round).collect())
    }

    /// The records of the chain from a round on, with these answers to ballots before the entries of their round.
    fn records<'a>(&'a self, from: u32, votes: impl Fn(&'a Self, u32) -> Vec<&'a Entry>) -> Vec<Vec<u8>> {
        let mut records: Vec<&Entry> = Vec::new();
        for (round, entries) in (0..).zip(&self.history).filter(|(round, _)| *round >= from) {
            records.extend(votes(self, round));
            records.extend(entries);
        }
        records.extend(votes(self, self.replica.round()));
        records.extend(self.pending.values().map(|(entry, _)| entry));
        records.extend(self.stopped.iter().flat_map(|(_, evidence)| evidence));
        records.into_iter().map(|entry| entry.record().to_vec()).collect()
    }

    /// Closing records known so far, by seat.
    pub fn appendix(&self) -> Vec<Vec<u8>> {
        self.closings.values().map(|entry| entry.record().to_vec()).collect()
    }

    /// All that the own seat may know, once it is dealt.
    pub fn view(&self) -> Option<View> {
        self.view.clone()
    }

    /// Whether the own seat has a choice to make now.
    pub fn asked(&self) -> bool {
        let seat = self.config.seat;
        let open = !self.halted() && matches!(self.replica.phase(), Phase::Act);
        open && self.replica.owed().contains(seat)
            && !self.pending.contains_key(&seat)
            && self.own.written.is_none()
            && self.own.chosen.is_none()
            && self.wishes_to_admit().is_empty()
            && self.forced().is_none()
    }

    /// Whose entries are missing in the running round.
    pub fn waiting_for(&self) -> SeatSet {
        self.replica.owed().minus(self.pending.keys().copied().collect())
    }

    /// Rounds of the set-up done, and in all.
    pub fn progress(&self) -> (u32, u32) {
        let total = setup_rounds(self.replica.options());
        (self.replica.round().min(total), total)
    }

    /// Why the table has stopped, if it has.
    pub fn fault(&self) -> Option<&Fault> {
        self.stopped.as_ref().map(|(fault, _)| fault)
    }

    /// How the game ended, if it has.
    pub fn outcome(&self) -> Option<&Outcome> {
        self.replica.outcome()
    }

    /// The score sheet after this game, by seat, where points are counted; closing records that come later may raise it.
    pub fn scores(&self) -> Option<Vec<u16>> {
        closing::scores(self.replica.state()?, &self.revealed)
    }

    /// The finished game, as a rematch goes on from it.
    pub fn finished(&self) -> Option<Finished> {
        self.outcome()?;
        let keys = self.genesis().roster.iter().map(|seat| seat.key.0).collect();
        Some(Finished { head: self.head(), keys, scores: self.scores().unwrap_or_default() })
    }

    /// Who has co-signed the end.
    pub fn closed_by(&self) -> SeatSet {
        self.closings.keys().copied().collect()
    }

    /// The public log: turn and event.
    pub fn log(&self) -> &[(u32, Event)] {
        self.replica.log()
    }

    /// The transcript file: the chain, what is known of the running round, evidence, closing records.
    pub fn transcript(&self) -> Vec<u8> {
        let mut written = BTreeSet::new();
        let mut records = self.records(0, |table, round| table.deciding_votes(round).collect());
        records.extend(self.appendix());
        records.retain(|record| written.insert(record.clone()));
        file::write(records.iter().map(Vec::as_slice))
    }
}

/// What a forger needs.
#[cfg(feature = "cheat")]
impl Table {
    pub(crate) const fn replica(&self) -> &crate::replica::Replica {
        &self.replica
    }

    pub(crate) const fn author(&self) -> &crate::author::Author {
        &self.author
    }

    pub(crate) const fn identity(&self) -> &nightcoach_transcript::IdentitySecret {
        &self.config.identity
    }
}
