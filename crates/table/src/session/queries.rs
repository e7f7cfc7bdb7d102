//! What a driver, a window or a bot may ask.

use alloc::collections::BTreeSet;
use alloc::vec::Vec;

use nightcoach_rules::{Event, Outcome, Seat, SeatSet, View};
use nightcoach_transcript::{Entry, Head, KeptEntry, file};

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

    /// Records of rounds from `round` on, those known of the running round, evidence if the table has stopped, and wishes that
    /// nobody has let in yet.
    pub fn entries_since(&self, round: u32) -> Vec<Vec<u8>> {
        let records = self.records_since(round, |table, round| table.votes_of(round).collect());
        records.chain(self.standing_wishes().map(Entry::record)).map(<[u8]>::to_vec).collect()
    }

    /// The records of the chain from a round on, with these answers to ballots before the entries of their round.
    fn records_since<'a>(
        &'a self,
        from: u32,
        votes: impl Fn(&'a Self, u32) -> Vec<&'a Entry> + 'a,
    ) -> impl Iterator<Item = &'a [u8]> {
        let running = votes(self, self.replica.round()).into_iter();
        let running = running.chain(self.pending.values().map(|(entry, _)| entry)).map(Entry::record);
        let evidence = self.stopped.iter().flat_map(|(_, evidence)| evidence).map(Entry::record);
        let folded = (0..).zip(&self.history).filter(move |(round, _)| *round >= from);
        let folded = folded.flat_map(move |(round, entries)| {
            let votes = votes(self, round).into_iter().map(Entry::record);
            votes.chain(entries.iter().map(KeptEntry::record))
        });
        folded.chain(running).chain(evidence)
    }

    /// Closing records known so far, by seat; two of a seat that has signed two.
    pub fn appendix(&self) -> Vec<Vec<u8>> {
        self.closing_records().map(<[u8]>::to_vec).collect()
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

    /// Who has signed two different closing records, which is evidence against that seat (NC-107); the game stands.
    pub fn closed_twice(&self) -> SeatSet {
        self.doubled.keys().copied().collect()
    }

    /// By seat, two of one seat by hash: every file of the same records is the same.
    fn closing_records(&self) -> impl Iterator<Item = &[u8]> {
        self.closings.iter().flat_map(|(seat, entry)| {
            let mut both: Vec<&Entry> = [Some(entry), self.doubled.get(seat)].into_iter().flatten().collect();
            both.sort_unstable_by_key(|entry| *entry.hash());
            both.into_iter().map(Entry::record)
        })
    }

    /// The public log: turn and event.
    pub fn log(&self) -> &[(u32, Event)] {
        self.replica.log()
    }

    /// The transcript file: the chain, what is known of the running round, evidence, closing records.
    pub fn transcript(&self) -> Vec<u8> {
        file::write(self.transcribed())
    }

    /// As [`Self::transcript`], piece by piece.
    ///
    /// # Errors
    /// Those of `sink`.
    pub fn transcribe<E>(&self, sink: impl FnMut(&[u8]) -> Result<(), E>) -> Result<(), E> {
        file::write_to(self.transcribed(), sink)
    }

    /// Each record once: evidence may stand in the chain as well.
    fn transcribed(&self) -> impl Iterator<Item = &[u8]> {
        let mut written = BTreeSet::new();
        let chain = self.records_since(0, |table, round| table.deciding_votes(round).collect());
        chain.chain(self.closing_records()).filter(move |record| written.insert(*record))
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
