//! Closing records: the outcome co-signed over the final head, and with `full_reveal` the own cards opened. They are no
//! rounds; they stand outside the chain and may come late or never (walk.md decision 20).

use nightcoach_rules::{Seat, SlotFace};
use nightcoach_transcript::{Entry, RecordKind};
use nightcoach_wire::{MAX_LEN, decode};

use crate::author::reveal_ops;
use crate::body::{Closing, Reveal};
use crate::fault::Check;
use crate::phase::Phase;
use crate::replica::Replica;
use crate::script::{Scene, check_all};

impl Replica {
    /// Checks a closing record whose signature is known to be right. The check it violates is always
    /// [`Check::ClosingRecord`]: a bad one is dropped, the game stands.
    pub(crate) fn check_closing(&self, entry: &Entry) -> Result<Option<Reveal>, Check> {
        let content = entry.content();
        let stands = content.kind == RecordKind::Closing
            && matches!(self.phase(), Phase::Over)
            && content.table == self.table()
            && content.round == self.round()
            && content.head == self.head()
            && content.digest == self.digest();
        if !stands {
            return Err(Check::ClosingRecord);
        }
        let closing: Closing = decode(&content.body, MAX_LEN).map_err(|_error| Check::ClosingRecord)?;
        if Some(&closing.outcome) != self.outcome() {
            return Err(Check::ClosingRecord);
        }
        if let Some(reveal) = &closing.reveal {
            self.check_reveal(Seat(content.seat), reveal).ok_or(Check::ClosingRecord)?;
        }
        Ok(closing.reveal)
    }

    /// All hand cards and both slots are opened, by proofs for single cards.
    fn check_reveal(&self, seat: Seat, reveal: &Reveal) -> Option<()> {
        let Reveal { hand, slots, proofs } = reveal;
        let [SlotFace::Association(_), SlotFace::Occupation(_)] = slots.as_slice() else { return None };
        if hand.len() != self.lists().hand(seat).len() || !hand.is_sorted() || !self.options().full_reveal {
            return None;
        }
        let scene = Scene { keys: self.keys()?, faces: self.faces(), context: self.stand().context(seat) };
        check_all(scene, reveal_ops(seat, hand, slots), proofs, self.lists()).ok().map(|_done| ())
    }
}
