//! What the own seat sees: the eyes that turn card operations into its view.

use alloc::vec::Vec;

use nightcoach_cards::{Hand, HandSecret, MaskedCard};
use nightcoach_rules::{
    CardOp, Face, Knowledge, LayeredCard, Membership, Occupation, Pile, Seat, Seen, Selection, Slot, SlotFace, State,
    View,
};

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
    let associations = replica.lists().associations(seat).iter();
    let associations = associations.map(|card| table.read_association(secret.unmask(card)).ok_or(NoFace));
    let membership = Membership::of(&associations.collect::<Result<Vec<_>, _>>()?).ok_or(NoFace)?;
    let occupation = read_occupation(replica, seat, secret)?;
    let hand = read_hand(table, secret, replica.lists().hand(seat))?;
    Ok(Knowledge::new(seat, hand, occupation, membership))
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
    let view = knowledge.view(state);
    if hand != view.hand || read_occupation(replica, seat, secret)? != view.occupation {
        return Err(NoFace);
    }
    Ok(Some(view))
}

fn read_occupation(replica: &Replica, seat: Seat, secret: &HandSecret) -> Result<Occupation, NoFace> {
    let card = replica.lists().slot(seat, Slot::Occupation).ok_or(NoFace)?;
    replica.faces().read_occupation(secret.unmask(card)).ok_or(NoFace)
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
    /// Own cards that the own entry of the round singles out.
    pub selection: &'a Selection,
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
        let own = |seat: &Seat| *seat == self.seat;
        match op {
            CardOp::Offer { from, .. } | CardOp::Transfer { from, .. } | CardOp::Surrender { from, .. } => {
                self.object(if own(from) { fresh.shuffled.first()? } else { fresh.copies.first()? })
            }
            CardOp::Pledge { .. } => self.object(fresh.shuffled.first()?),
            CardOp::TransferPledged { from, .. } => {
                self.object(if own(from) { lists.hand(*from).first()? } else { fresh.copies.first()? })
            }
            CardOp::TransferLayered { from, what: LayeredCard::Pledged, .. } => self.object(lists.hand(*from).first()?),
            CardOp::TransferLayered { from, what: LayeredCard::Occupation, .. } => {
                self.occupation(lists.slot(*from, Slot::Occupation)?)
            }
            CardOp::Strip => {
                let place = lists.passed.iter().position(|pass| own(&pass.to))?;
                let card = fresh.copies.get(place)?;
                match lists.passed.get(place)?.what {
                    LayeredCard::Pledged => self.object(card),
                    LayeredCard::Occupation => self.occupation(card),
                }
            }
            CardOp::Draw { .. } => self.object(fresh.copies.first()?),
            CardOp::DrawSpare { .. } | CardOp::ShowSlot { slot: Slot::Occupation, .. } => {
                self.occupation(fresh.copies.first()?)
            }
            CardOp::ShowAssociation { .. } | CardOp::ShowSlot { slot: Slot::Association, .. } => {
                let face = self.table.read_association(self.secret.unmask(fresh.copies.first()?))?;
                Some(Seen::Slot(SlotFace::Association(face)))
            }
            CardOp::ShowHand { .. } | CardOp::Look { pile: Pile::Objects, .. } => {
                read_hand(self.table, self.secret, &fresh.copies).ok().map(Seen::Hand)
            }
            CardOp::Look { pile: Pile::Spares, .. } => {
                let read = |card| self.table.read_occupation(self.secret.unmask(card));
                fresh.copies.iter().map(read).collect::<Option<_>>().map(Seen::Spares)
            }
            CardOp::ShufflePile { pile: Pile::Objects, .. } => Some(Seen::Hand(self.selection.objects().to_vec())),
            CardOp::Take { winner, loser, index } => {
                let at = usize::from(*index);
                let shown = || lists.shown.as_ref()?.copies.get(at);
                self.object(if own(winner) { shown()? } else { lists.hand(*loser).get(at)? })
            }
            CardOp::Withdraw { .. }
            | CardOp::Settle { .. }
            | CardOp::Release { .. }
            | CardOp::CloseTrade
            | CardOp::OpenObjects { .. }
            | CardOp::OpenSlot { .. }
            | CardOp::ShuffleAssociations { .. }
            | CardOp::OpenAssociations { .. }
            | CardOp::ShufflePile { pile: Pile::Spares, .. }
            | CardOp::ShuffleRest { .. }
            | CardOp::ReturnOccupation { .. }
            | CardOp::Claim { .. } => None,
        }
    }

    fn object(&self, card: &MaskedCard<Hand>) -> Option<Seen> {
        self.table.read_object(self.secret.unmask(card)).map(Seen::Card)
    }

    fn occupation(&self, card: &MaskedCard<Hand>) -> Option<Seen> {
        let face = self.table.read_occupation(self.secret.unmask(card))?;
        Some(Seen::Slot(SlotFace::Occupation(face)))
    }
}
