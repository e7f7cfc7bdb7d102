//! What comes from peers: records become entries of the round, evidence, or nothing.

use alloc::vec::Vec;

use nightcoach_rules::{Seat, SeatSet};
use nightcoach_transcript::{Content, Entry, KeptEntry, RecordKind, UnverifiedEntry};

use super::{DISPUTE_MS, MOST_EARLY, Output, Outputs, Rejection, Suspect, Table};
use crate::camps::{CAMP, other_camp};
use crate::fault::{Check, Fault};

/// A seat's entry that is here already.
enum Known<'a> {
    Running(&'a Entry),
    Folded(&'a KeptEntry),
}

impl Known<'_> {
    fn hash(&self) -> &[u8; 32] {
        match self {
            Self::Running(entry) => entry.hash(),
            Self::Folded(kept) => kept.hash(),
        }
    }

    fn entry(&self) -> Option<Entry> {
        match self {
            Self::Running(entry) => Some((*entry).clone()),
            Self::Folded(kept) => kept.entry().ok(),
        }
    }
}

impl Table {
    /// Decodes a record and finds its author's key.
    pub(super) fn verify(&self, record: &[u8]) -> Result<Entry, Rejection> {
        let unverified = UnverifiedEntry::decode(record).map_err(|_error| Rejection::Malformed)?;
        let claimed = unverified.claimed();
        if !self.is_of_this_table(claimed) {
            return Err(Rejection::OtherTable);
        }
        let seat = usize::from(claimed.seat);
        let key = self.replica.genesis().roster.get(seat).ok_or(Rejection::Malformed)?.key;
        unverified.verify(&key).map_err(|_error| Rejection::Signature)
    }

    /// A genesis entry is known by its head, which covers option block and roster; every later one by the table's id.
    pub(super) fn is_of_this_table(&self, content: &Content) -> bool {
        match content.round {
            0 => content.table == [0; 32] && Some(content.head) == self.replica.head_of(0),
            _ => self.replica.round() == 0 || content.table == self.replica.table(),
        }
    }

    pub(super) fn receive(&mut self, record: &[u8], now: u64, out: &mut Outputs) {
        let entry = match self.verify(record) {
            Ok(entry) => entry,
            Err(rejection) => return out.push(Output::Rejected(rejection)),
        };
        match entry.content().kind {
            RecordKind::Closing => self.receive_closing(entry, out),
            RecordKind::Entry => self.receive_entry(entry, now, out),
            RecordKind::Vote => self.receive_vote(entry, now, out),
            RecordKind::Wish => self.receive_wish(entry, out),
        }
    }

    fn receive_closing(&mut self, entry: Entry, out: &mut Outputs) {
        let seat = Seat(entry.content().seat);
        let known = self.closings.get(&seat);
        let doubled = known.is_some_and(|known| known.hash() != entry.hash());
        if !self.ended || (known.is_some() && !doubled) || self.doubled.contains_key(&seat) {
            return;
        }
        let Ok(reveal) = self.replica.check_closing(&entry) else {
            return out.push(Output::Rejected(Rejection::Closing));
        };
        out.push(Output::Accepted(entry.record().to_vec()));
        out.push(Output::Changed);
        if doubled {
            // NC-107: both are evidence, and neither shows anything: whoever has been shown one comes to the same points as
            // whoever has been shown the other.
            self.revealed.remove(&seat);
            self.doubled.insert(seat, entry);
        } else {
            self.revealed.extend(reveal.map(|reveal| (seat, reveal.hand)));
            self.closings.insert(seat, entry);
        }
    }

    pub(super) fn receive_entry(&mut self, entry: Entry, now: u64, out: &mut Outputs) {
        // What comes after the end, or after a fault that somebody is to blame for, changes nothing any more.
        let settled = self.stopped.as_ref().is_some_and(|(fault, _)| fault.check.blames()) && !self.may_go_on();
        let culprit = self.stopped.as_ref().is_some_and(|(fault, _)| fault.culprit.0 == entry.content().seat);
        if self.ended || settled || self.is_void(&entry) {
            return;
        }
        let round = entry.content().round;
        let seat = Seat(entry.content().seat);
        match self.known(round, seat) {
            Some(known) if known.hash() == entry.hash() => {}
            Some(known) => {
                let fault = Fault { culprit: seat, round, check: Check::OneEntry, reason: None };
                let evidence = known.entry().into_iter().chain([entry]).collect();
                self.stop(fault, evidence, out);
            }
            None if self.stopped.is_some() && (culprit || !self.may_go_on()) => {}
            None if round < self.replica.round() => self.judge_late(entry, now, out),
            None if round == self.replica.round() => self.stage(entry, now, out),
            None => self.keep_early(entry, out),
        }
        if self.suspect.as_ref().is_some_and(|suspect| suspect.fault.check == Check::Digest) {
            self.settle_dispute(now, out);
        }
    }

    /// An entry of a closed round by a seat that owed none: over the same head it is a fault, over another a fork.
    fn judge_late(&mut self, entry: Entry, now: u64, out: &mut Outputs) {
        let round = entry.content().round;
        let same_head = self.replica.head_of(round) == Some(entry.content().head);
        let check = if same_head { Check::Owed } else { Check::Head };
        let fault = Fault { culprit: Seat(entry.content().seat), round, check, reason: None };
        if same_head {
            self.stop(fault, alloc::vec![entry], out);
        } else {
            self.dispute(fault, entry, now, out);
        }
    }

    fn known(&self, round: u32, seat: Seat) -> Option<Known<'_>> {
        if round == self.replica.round() {
            let doubted = self.suspect.iter().filter(|suspect| suspect.fault.check == Check::Digest);
            let mut doubted = doubted.flat_map(|suspect| &suspect.entries);
            let doubted = doubted.find(|entry| entry.content().seat == seat.0);
            return self.pending.get(&seat).map(|(entry, _)| entry).or(doubted).map(Known::Running);
        }
        let folded = self.history.get(usize::try_from(round).ok()?)?;
        folded.iter().find(|entry| entry.seat() == seat.0).map(Known::Folded)
    }

    fn keep_early(&mut self, entry: Entry, out: &mut Outputs) {
        if self.early.iter().any(|kept| kept.hash() == entry.hash()) {
            return;
        }
        let seat = entry.content().seat;
        if self.early.iter().filter(|kept| kept.content().seat == seat).count() >= MOST_EARLY {
            return out.push(Output::Rejected(Rejection::TooEarly));
        }
        self.early.push(entry);
    }

    fn stage(&mut self, entry: Entry, now: u64, out: &mut Outputs) {
        match self.checked(&entry) {
            Ok(staged) => {
                out.push(Output::Accepted(entry.record().to_vec()));
                out.push(Output::Changed);
                if entry.content().seat == self.config.seat.0 {
                    self.recall(&entry);
                }
                self.pending.insert(Seat(entry.content().seat), (entry, staged));
            }
            Err(fault) if fault.check == Check::Head => self.dispute(fault, entry, now, out),
            Err(fault) if fault.check == Check::Digest => self.doubt(fault, entry, now, out),
            Err(fault) => self.stop(fault, alloc::vec![entry], out),
        }
    }

    /// A foreign head is never its author's fault by itself (walk.md decision 9): somebody has signed two entries in some
    /// round before, perhaps several rounds ago. So the whole chain is sent to all again, and whoever stands on the other
    /// side of the fork finds the second entry. If none is found in time, the table stops and blames nobody.
    fn dispute(&mut self, fault: Fault, entry: Entry, now: u64, out: &mut Outputs) {
        if self.suspect.is_some() {
            return;
        }
        out.extend(self.history.iter().flatten().map(|known| Output::Send(known.record().to_vec())));
        out.push(Output::Send(entry.record().to_vec()));
        self.suspect_first(fault, entry, now, out);
    }

    fn suspect_first(&mut self, fault: Fault, entry: Entry, now: u64, out: &mut Outputs) {
        let until = now.saturating_add(DISPUTE_MS);
        out.push(Output::WakeAt(until));
        self.suspect = Some(Suspect { fault, entries: alloc::vec![entry], until });
    }

    /// A digest that differs speaks against its author only if it stands alone (walk.md decision 9): so it is shown to all
    /// and held until it is seen who agrees with whom.
    fn doubt(&mut self, fault: Fault, entry: Entry, now: u64, out: &mut Outputs) {
        if self.suspect.as_ref().is_some_and(|suspect| suspect.fault.check != Check::Digest) {
            return;
        }
        out.push(Output::Send(entry.record().to_vec()));
        match &mut self.suspect {
            Some(suspect) => suspect.entries.push(entry),
            None => self.suspect_first(fault, entry, now, out),
        }
    }

    pub(super) fn settle_dispute(&mut self, now: u64, out: &mut Outputs) {
        let Some(suspect) = self.suspect.take() else { return };
        let doubted = suspect.fault.check == Check::Digest;
        let others = if doubted { self.others(&suspect) } else { SeatSet::EMPTY };
        if now < suspect.until && !(doubted && self.all_stand(&suspect, others)) {
            self.suspect = Some(suspect);
            return;
        }
        let Suspect { fault, mut entries, .. } = suspect;
        if others.len() < CAMP {
            return self.stop(fault, entries, out);
        }
        let next = self.replica.round().saturating_add(1);
        let theirs = |entry: &&Entry| entry.content().round == next && others.contains(Seat(entry.content().seat));
        entries.extend(self.early.iter().filter(theirs).cloned());
        self.stop(Fault { check: Check::OneReplay, ..fault }, entries, out);
    }

    /// The seats that stand together on another digest than ours.
    fn others(&self, suspect: &Suspect) -> SeatSet {
        other_camp(&self.replica, &self.pending, &suspect.entries, &self.early)
    }

    /// Whether it is known of every awake seat which digest it has come to.
    fn all_stand(&self, suspect: &Suspect, others: SeatSet) -> bool {
        let awake = self.replica.awake();
        let doubted: SeatSet = suspect.entries.iter().map(|entry| Seat(entry.content().seat)).collect();
        let known: SeatSet = self.pending.keys().copied().collect();
        awake.within(known.or(doubted).or(others).with(self.config.seat))
    }

    /// The table stops; the evidence goes to everybody, so that it stops on every screen alike. A fault that somebody is
    /// to blame for takes the place of one that blames nobody.
    pub(super) fn stop(&mut self, fault: Fault, evidence: Vec<Entry>, out: &mut Outputs) {
        let settled = self.stopped.as_ref().is_some_and(|(known, _)| known.check.blames() || !fault.check.blames());
        if settled {
            return;
        }
        for entry in &evidence {
            out.push(Output::Send(entry.record().to_vec()));
        }
        out.push(Output::Fault(fault.clone()));
        out.push(Output::Changed);
        self.stopped = Some((fault, evidence));
    }
}
