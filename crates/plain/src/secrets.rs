//! All hidden faces of a game, and what every card operation does to them.

use nightcoach_rules::{
    Association, CardOp, Face, Knowledge, Occupation, Seat, Seen, Slot, SlotFace, TradeFaces, Why, claim_holds,
};

use crate::{Cause, Deal};

/// All hidden faces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Secrets {
    pub(crate) hands: Vec<Vec<Face>>,
    pub(crate) pile: Vec<Face>,
    pub(crate) associations: Vec<Association>,
    pub(crate) occupations: Vec<Occupation>,
    pub(crate) trade: Option<TradeFaces>,
}

/// Brings a hand into the order in which a seat is shown it.
pub(crate) type Shuffle<'a> = &'a mut dyn FnMut(Seat, Seat, &mut [Face]);

impl Secrets {
    pub(crate) fn new(deal: Deal) -> Self {
        Self {
            hands: deal.hands,
            pile: deal.pile,
            associations: deal.associations,
            occupations: deal.occupations,
            trade: None,
        }
    }

    /// What each seat knows after the deal.
    pub(crate) fn knowledge(&self) -> Vec<Knowledge> {
        let slots = self.occupations.iter().zip(&self.associations);
        (0u8..)
            .zip(self.hands.iter().zip(slots))
            .map(|(seat, (hand, (occupation, association)))| {
                Knowledge::new(Seat(seat), hand.clone(), *occupation, *association)
            })
            .collect()
    }

    /// Carries out one operation, and tells what its owner and its receiver see of it; `selected` is the card that the
    /// acting seat singles out, if it does.
    pub(crate) fn carry_out(
        &mut self,
        op: &CardOp,
        selected: Option<Face>,
        shuffle: Shuffle<'_>,
    ) -> Result<Seen, Cause> {
        Ok(match op {
            CardOp::Offer { from, .. } => {
                let offered = self.held(*from, selected)?;
                self.trade = Some(TradeFaces { offered, answer: None });
                Seen::Card(offered)
            }
            CardOp::Settle { from, to } => {
                let offered = self.trade.map(|trade| trade.offered);
                Seen::Card(self.move_card(*from, *to, offered)?)
            }
            CardOp::Transfer { from, to, why: Why::Trade } => {
                let face = self.move_card(*from, *to, selected)?;
                if let Some(trade) = &mut self.trade {
                    trade.answer = Some(face);
                }
                Seen::Card(face)
            }
            CardOp::Transfer { from, to, .. } => Seen::Card(self.move_card(*from, *to, selected)?),
            CardOp::Withdraw { .. } | CardOp::CloseTrade => {
                self.trade = None;
                Seen::Nothing
            }
            CardOp::ShowHand { owner, to } => {
                let hand = self.hands.get_mut(owner.index()).ok_or(Cause::Selection)?;
                shuffle(*owner, *to, hand);
                Seen::Hand(hand.clone())
            }
            CardOp::ShowSlot { owner, slot, .. } => Seen::Slot(self.slot(*owner, *slot)?),
            CardOp::Take { winner, loser, index } => {
                let hand = self.hands.get(loser.index());
                let face = hand.and_then(|hand| hand.get(usize::from(*index))).copied();
                Seen::Card(self.move_card(*loser, *winner, face)?)
            }
            CardOp::Draw { to } => self.draw(*to),
            CardOp::OpenObjects { owner, faces } => {
                self.open(*owner, faces)?;
                Seen::Nothing
            }
            CardOp::OpenSlot { owner, face } => {
                if self.slot(*owner, face.slot())? != *face {
                    return Err(Cause::FalseOpening);
                }
                Seen::Nothing
            }
            CardOp::Claim { prover, claim } => {
                let hand = self.hands.get(prover.index()).map_or(&[][..], Vec::as_slice);
                if !claim_holds(claim, self.trade.as_ref(), hand) {
                    return Err(Cause::FalseClaim(claim.clone()));
                }
                Seen::Nothing
            }
        })
    }

    /// A card that this seat holds.
    fn held(&self, seat: Seat, face: Option<Face>) -> Result<Face, Cause> {
        let hand = self.hands.get(seat.index()).ok_or(Cause::Selection)?;
        face.filter(|face| hand.contains(face)).ok_or(Cause::Selection)
    }

    fn move_card(&mut self, from: Seat, to: Seat, face: Option<Face>) -> Result<Face, Cause> {
        let face = self.held(from, face)?;
        if let Some(hand) = self.hands.get_mut(from.index())
            && let Some(place) = hand.iter().position(|held| *held == face)
        {
            hand.remove(place);
        }
        self.hands.get_mut(to.index()).ok_or(Cause::Selection)?.push(face);
        Ok(face)
    }

    fn draw(&mut self, to: Seat) -> Seen {
        match self.hands.get_mut(to.index()) {
            Some(hand) if !self.pile.is_empty() => {
                let face = self.pile.remove(0);
                hand.push(face);
                Seen::Card(face)
            }
            Some(_) | None => Seen::Nothing,
        }
    }

    /// Opened cards come first in the hand, in the order in which they are opened.
    fn open(&mut self, owner: Seat, faces: &[Face]) -> Result<(), Cause> {
        let hand = self.hands.get_mut(owner.index()).ok_or(Cause::Selection)?;
        let mut rest = hand.clone();
        for face in faces {
            let place = rest.iter().position(|held| held == face).ok_or(Cause::FalseOpening)?;
            rest.remove(place);
        }
        *hand = faces.iter().copied().chain(rest).collect();
        Ok(())
    }

    fn slot(&self, owner: Seat, slot: Slot) -> Result<SlotFace, Cause> {
        let at = owner.index();
        let face = match slot {
            Slot::Occupation => self.occupations.get(at).copied().map(SlotFace::Occupation),
            Slot::Association => self.associations.get(at).copied().map(SlotFace::Association),
        };
        face.ok_or(Cause::Selection)
    }
}
