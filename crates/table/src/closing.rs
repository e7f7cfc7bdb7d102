//! Closing records: the outcome co-signed over the final head, and with `full_reveal` or `scoring` own cards opened. They are no
//! rounds; they stand outside the chain and may come late or never (walk.md decision 20).

use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use nightcoach_rules::{CardOp, Face, Membership, Occupation, Outcome, Seat, SlotFace, State, View, outcome, scoring};
use nightcoach_transcript::{Entry, RecordKind};
use nightcoach_wire::{MAX_LEN, decode};

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

    /// What is opened is what the options ask for, and every card is opened by a proof of its own.
    fn check_reveal(&self, seat: Seat, reveal: &Reveal) -> Option<()> {
        let Reveal { hand, slots, proofs } = reveal;
        let options = self.options();
        let fits = if slots.is_some() {
            options.full_reveal && hand.len() == self.lists().hand(seat).len()
        } else {
            let counted = key_faces(self.state()?)?;
            !options.full_reveal && options.scoring && hand.iter().all(|face| counted.contains(face))
        };
        if !fits || !hand.is_sorted() {
            return None;
        }
        let context = self.stand().context(seat);
        let scene = Scene { keys: self.keys()?, faces: self.faces(), proofs: self.proofs(), context };
        check_all(scene, reveal_ops(seat, hand, *slots), proofs, self.lists()).ok().map(|_done| ())
    }
}

/// Objects, ascending, and with `full_reveal` what lies in the slots.
pub(crate) type Revealed = (Vec<Face>, Option<(Membership, Occupation)>);

/// What the own closing record reveals.
pub(crate) fn revealed(view: &View) -> Option<Revealed> {
    let options = &view.state.options;
    if options.full_reveal {
        return Some((view.hand.clone(), Some((view.membership, view.occupation))));
    }
    let won =
        matches!(outcome(&view.state)?, Outcome::Won { association, .. } if *association == view.membership.side());
    let counted = key_faces(&view.state)?;
    let mut items = view.hand.clone();
    items.retain(|face| counted.contains(face));
    (options.scoring && won && !items.is_empty()).then_some((items, None))
}

/// The points of a finished game together with those before it, where they are counted, from the objects that closing
/// records and the declaration have opened.
pub(crate) fn scores(state: &State, revealed: &BTreeMap<Seat, Vec<Face>>) -> Option<Vec<u16>> {
    let options = &state.options;
    let outcome = outcome(state).filter(|_| options.scoring)?;
    let counted = key_faces(state).unwrap_or(&[]);
    let shown = |seat: &Seat| revealed.get(seat).is_some_and(|faces| faces.iter().any(|face| counted.contains(face)));
    let declared = |seat: &Seat| state.seat(*seat).is_some_and(|seat| seat.key_items > 0);
    let holders = state.all().iter().filter(|seat| shown(seat) || declared(seat)).collect();
    let before = options.scores.iter().copied().chain(core::iter::repeat(0));
    Some(
        scoring::points(options, outcome, holders)
            .into_iter()
            .zip(before)
            .map(|(won, had)| had.saturating_add(won))
            .collect(),
    )
}

/// The faces that count as key items of the side that has won.
fn key_faces(state: &State) -> Option<&'static [Face]> {
    match outcome(state)? {
        Outcome::Won { association, .. } => Some(association.key_faces(state.pile_empty())),
        Outcome::WonAlone { .. } | Outcome::Drawn | Outcome::Unsettled => None,
    }
}

/// The operations of a reveal: objects in ascending order behind a last shuffle, and the slots.
pub(crate) fn reveal_ops(owner: Seat, hand: &[Face], slots: Option<(Membership, Occupation)>) -> Vec<CardOp> {
    let mut ops = Vec::from([CardOp::OpenObjects { owner, faces: hand.to_vec() }]);
    if let Some((membership, occupation)) = slots {
        ops.push(match membership {
            Membership::One(side) => CardOp::OpenSlot { owner, face: SlotFace::Association(side) },
            Membership::Three { .. } => CardOp::OpenAssociations { owner, faces: membership.cards() },
        });
        ops.push(CardOp::OpenSlot { owner, face: SlotFace::Occupation(occupation) });
    }
    ops
}
