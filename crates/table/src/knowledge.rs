//! What the own seat sees: the eyes that turn card operations into its view.

use alloc::vec::Vec;

use nightcoach_cards::{Hand, HandSecret, MaskedCard};
use nightcoach_rules::{CardOp, Face, Knowledge, Seat, Seen, Slot, SlotFace, State, View};

use crate::faces::FaceTable;
use crate::lists::CardLists;
use crate::replica::{Replica, Witness};
use crate::script::Fresh;

/// A card under the own key is no face of its deck: a soundness break, nobody's entry shows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct NoFace;

/// The own knowledge after the deal.
pub(crate) fn after_deal(replica: &Replica, seat: Seat, secret: &HandSecret) -> Result<Knowledge, NoFace> {
    let table = replica.faces();
    let slot = |slot| replica.lists().slot(seat, slot).map(|card| secret.unmask(card)).ok_or(NoFace);
    let association = table.read_association(slot(Slot::Association)?).ok_or(NoFace)?;
    let occupation = table.read_occupation(slot(Slot::Occupation)?).ok_or(NoFace)?;
    let hand = read_hand(table, secret, replica.lists().hand(seat))?;
    Ok(Knowledge::new(seat, hand, occupation, association))
}

/// The view of a seat, if what it remembers agrees with the cards under its key.
pub(crate) fn view(
    replica: &Replica,
    seat: Seat,
    secret: &HandSecret,
    knowledge: &Knowledge,
) -> Result<Option<View>, NoFace> {
    let Some(state) = replica.state() else { return Ok(None) };
    let mut hand = read_hand(replica.faces(), secret, replica.lists().hand(seat))?;
    hand.sort_unstable();
    if hand != knowledge.hand() {
        return Err(NoFace);
    }
    Ok(Some(knowledge.view(state)))
}

fn read_hand(table: &FaceTable, secret: &HandSecret, cards: &[MaskedCard<Hand>]) -> Result<Vec<Face>, NoFace> {
    cards.iter().map(|card| table.read_object(secret.unmask(card)).ok_or(NoFace)).collect()
}

/// The own eyes during a fold.
#[derive(Debug)]
pub(crate) struct Eyes<'a> {
    pub seat: Seat,
    pub secret: &'a HandSecret,
    pub table: &'a FaceTable,
    pub knowledge: &'a mut Knowledge,
}

impl Witness for Eyes<'_> {
    fn see(&mut self, turn: u32, lists: &CardLists, op: &CardOp, fresh: &Fresh) {
        let seen =
            if self.knowledge.sees(op) { self.look(lists, op, fresh).unwrap_or(Seen::Nothing) } else { Seen::Nothing };
        self.knowledge.note(turn, op, &seen);
    }

    fn end_step(&mut self, state: &State) {
        self.knowledge.end_step(state);
    }
}

impl Eyes<'_> {
    fn look(&self, lists: &CardLists, op: &CardOp, fresh: &Fresh) -> Option<Seen> {
        let object = |card: &MaskedCard<Hand>| self.table.read_object(self.secret.unmask(card));
        match op {
            CardOp::Offer { from, .. } | CardOp::Transfer { from, .. } => {
                let card = if *from == self.seat { fresh.shuffled.first() } else { fresh.copies.first() };
                object(card?).map(Seen::Card)
            }
            CardOp::Draw { .. } => object(fresh.copies.first()?).map(Seen::Card),
            CardOp::ShowHand { .. } => fresh.copies.iter().map(object).collect::<Option<_>>().map(Seen::Hand),
            CardOp::ShowSlot { slot, .. } => {
                let point = self.secret.unmask(fresh.copies.first()?);
                let face = match slot {
                    Slot::Association => SlotFace::Association(self.table.read_association(point)?),
                    Slot::Occupation => SlotFace::Occupation(self.table.read_occupation(point)?),
                };
                Some(Seen::Slot(face))
            }
            CardOp::Take { winner, loser, index } => {
                let at = usize::from(*index);
                let card = if *winner == self.seat {
                    lists.shown.as_ref()?.copies.get(at)
                } else {
                    lists.hand(*loser).get(at)
                };
                object(card?).map(Seen::Card)
            }
            CardOp::Withdraw { .. }
            | CardOp::Settle { .. }
            | CardOp::CloseTrade
            | CardOp::OpenObjects { .. }
            | CardOp::OpenSlot { .. }
            | CardOp::Claim { .. } => None,
        }
    }
}
