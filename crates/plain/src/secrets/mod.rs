//! All hidden faces of a game, and what every card operation does to them.

mod hands;
mod piles;
mod sights;

use nightcoach_rules::components::associations_each;
use nightcoach_rules::{
    Association, CardOp, Face, Knowledge, LayeredCard, Membership, Occupation, Options, Seat, Selection, TradeFaces,
};

use crate::{Cause, Chance, Deal};

pub(crate) use sights::Sights;

/// All hidden faces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Secrets {
    /// Hands by seat; a pledged card comes first.
    pub(crate) hands: Vec<Vec<Face>>,
    pub(crate) pile: Vec<Face>,
    /// By seat, then what lies aside.
    pub(crate) associations: Vec<Association>,
    /// By seat, then the spares.
    pub(crate) occupations: Vec<Occupation>,
    pub(crate) trade: Option<TradeFaces>,
    /// By seat: the object laid down or aside, which is still in the hand.
    pledged: Vec<Option<Face>>,
    /// What waits for the strip: from, to, what.
    layered: Vec<(Seat, Seat, LayeredCard)>,
    /// Associations of each seat.
    each: usize,
}

impl Secrets {
    pub(crate) fn new(deal: Deal, options: &Options) -> Self {
        Self {
            pledged: vec![None; deal.hands.len()],
            hands: deal.hands,
            pile: deal.pile,
            associations: deal.associations,
            occupations: deal.occupations,
            trade: None,
            layered: Vec::new(),
            each: associations_each(options),
        }
    }

    /// What each seat knows after the deal.
    pub(crate) fn knowledge(&self) -> Vec<Knowledge> {
        let memberships = self.associations.chunks(self.each).filter_map(Membership::of);
        let slots = self.occupations.iter().zip(memberships);
        (0u8..)
            .zip(self.hands.iter().zip(slots))
            .map(|(seat, (hand, (occupation, membership)))| {
                Knowledge::new(Seat(seat), hand.clone(), *occupation, membership)
            })
            .collect()
    }

    /// Carries out one operation, and tells what its owner and its receiver see of it; `selection` is what the acting seat
    /// singles out.
    pub(crate) fn carry_out(
        &mut self,
        op: &CardOp,
        selection: &Selection,
        chance: &mut dyn Chance,
    ) -> Result<Sights, Cause> {
        let object = selection.objects().first().copied();
        match op {
            CardOp::Offer { from, .. } => self.offer(*from, object),
            CardOp::Settle { from, to } => self.settle(*from, *to),
            CardOp::Transfer { from, to, why } => self.transfer(*from, *to, *why, object),
            CardOp::Withdraw { .. } | CardOp::CloseTrade => self.close_trade(),
            CardOp::Pledge { seat } => self.pledge(*seat, object),
            CardOp::Release { seat } => self.release(*seat),
            CardOp::Surrender { from, to } => self.surrender(*from, *to, object),
            CardOp::TransferPledged { from, to } => self.transfer_pledged(*from, *to),
            CardOp::TransferLayered { from, to, what } => self.transfer_layered(*from, *to, *what),
            CardOp::Strip => self.strip(),
            CardOp::ShowHand { owner, to } => self.show_hand(*owner, *to, chance),
            CardOp::ShowSlot { owner, slot, .. } => self.show_slot(*owner, *slot),
            CardOp::ShowAssociation { owner, place, .. } => self.show_association(*owner, *place),
            CardOp::Take { winner, loser, index } => self.take(*winner, *loser, *index),
            CardOp::OpenObjects { owner, faces } => self.open_objects(*owner, faces),
            CardOp::OpenSlot { owner, face } => self.open_slot(*owner, *face),
            CardOp::OpenAssociations { owner, faces } => self.open_associations(*owner, faces),
            CardOp::ShuffleAssociations { owner } => self.shuffle_associations(*owner, chance),
            CardOp::Claim { prover, claim } => self.check_claim(*prover, claim),
            CardOp::ShufflePile { pile, from, .. } => self.shuffle_pile(*pile, usize::from(*from), selection, chance),
            CardOp::ShuffleRest { from, .. } => self.shuffle_rest(usize::from(*from), chance),
            CardOp::Look { pile, .. } => Ok(self.look(*pile)),
            CardOp::Draw { to } => Ok(self.draw(*to)),
            CardOp::ReturnOccupation { owner } => self.return_occupation(*owner),
            CardOp::DrawSpare { to } => self.draw_spare(*to),
        }
    }
}
