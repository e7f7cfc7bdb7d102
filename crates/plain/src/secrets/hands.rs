//! Operations on hands, slots and the running trade.

use nightcoach_rules::{
    Association, Claim, Face, LayeredCard, Seat, Seen, Slot, SlotFace, TradeFaces, Why, claim_holds,
};

use super::{Secrets, Sights};
use crate::{Cause, Chance};

impl Secrets {
    pub(super) fn offer(&mut self, from: Seat, object: Option<Face>) -> Result<Sights, Cause> {
        let offered = self.held(from, object)?;
        self.trade = Some(TradeFaces { offered, answer: None });
        Ok(Sights::card(offered))
    }

    pub(super) fn settle(&mut self, from: Seat, to: Seat) -> Result<Sights, Cause> {
        let offered = self.trade.map(|trade| trade.offered);
        self.move_card(from, to, offered).map(Sights::card)
    }

    pub(super) fn transfer(&mut self, from: Seat, to: Seat, why: Why, object: Option<Face>) -> Result<Sights, Cause> {
        let face = self.move_card(from, to, object)?;
        if let (Why::Trade, Some(trade)) = (why, &mut self.trade) {
            trade.answer = Some(face);
        }
        Ok(Sights::card(face))
    }

    #[expect(clippy::unnecessary_wraps, reason = "all operations answer alike")]
    pub(super) fn close_trade(&mut self) -> Result<Sights, Cause> {
        self.trade = None;
        Ok(Sights::NOTHING)
    }

    /// The chosen card comes first in the hand.
    pub(super) fn pledge(&mut self, seat: Seat, object: Option<Face>) -> Result<Sights, Cause> {
        let face = self.held(seat, object)?;
        self.open_objects(seat, &[face])?;
        *self.pledged.get_mut(seat.index()).ok_or(Cause::Selection)? = Some(face);
        Ok(Sights::card(face))
    }

    pub(super) fn release(&mut self, seat: Seat) -> Result<Sights, Cause> {
        self.layered.retain(|(from, ..)| *from != seat);
        *self.pledged.get_mut(seat.index()).ok_or(Cause::Selection)? = None;
        Ok(Sights::NOTHING)
    }

    /// The trade record of a demand: what was laid down for it is X already, though nobody has seen it yet.
    pub(super) fn surrender(&mut self, from: Seat, to: Seat, object: Option<Face>) -> Result<Sights, Cause> {
        let answer = self.held(from, object)?;
        let offered = self.laid_down(to)?;
        self.trade = Some(TradeFaces { offered, answer: Some(answer) });
        Ok(Sights::card(answer))
    }

    pub(super) fn transfer_pledged(&mut self, from: Seat, to: Seat) -> Result<Sights, Cause> {
        let offered = self.laid_down(from)?;
        let answer = self.trade.and_then(|trade| trade.answer);
        self.move_card(from, to, Some(offered))?;
        self.move_card(to, from, answer)?;
        self.release(from)?;
        Ok(Sights::card(offered))
    }

    pub(super) fn transfer_layered(&mut self, from: Seat, to: Seat, what: LayeredCard) -> Result<Sights, Cause> {
        let sights = match what {
            LayeredCard::Pledged => Sights::card(self.laid_down(from)?),
            LayeredCard::Occupation => Sights::slot(self.slot(from, Slot::Occupation)?),
        };
        self.layered.push((from, to, what));
        Ok(sights)
    }

    /// All layered cards change places at once.
    pub(super) fn strip(&mut self) -> Result<Sights, Cause> {
        let layered = core::mem::take(&mut self.layered);
        let mut received = Vec::new();
        for (from, to, what) in layered {
            let seen = match what {
                LayeredCard::Pledged => Seen::Card(self.take_pledged(from)?),
                LayeredCard::Occupation => Seen::Slot(self.slot(from, Slot::Occupation)?),
            };
            received.push((to, seen));
        }
        for (to, seen) in &received {
            match seen {
                Seen::Card(face) => self.hands.get_mut(to.index()).ok_or(Cause::Selection)?.push(*face),
                Seen::Slot(SlotFace::Occupation(occupation)) => {
                    *self.occupations.get_mut(to.index()).ok_or(Cause::Selection)? = *occupation;
                }
                Seen::Slot(SlotFace::Association(_)) | Seen::Nothing | Seen::Hand(_) | Seen::Spares(_) => {}
            }
        }
        Ok(Sights::Each(received))
    }

    pub(super) fn show_hand(&mut self, owner: Seat, to: Seat, chance: &mut dyn Chance) -> Result<Sights, Cause> {
        let hand = self.hands.get_mut(owner.index()).ok_or(Cause::Selection)?;
        chance.shuffle_shown(owner, to, hand);
        Ok(Sights::Same(Seen::Hand(hand.clone())))
    }

    pub(super) fn show_slot(&self, owner: Seat, slot: Slot) -> Result<Sights, Cause> {
        self.slot(owner, slot).map(Sights::slot)
    }

    pub(super) fn show_association(&mut self, owner: Seat, place: u8) -> Result<Sights, Cause> {
        let card = self.associations_of(owner)?.get(usize::from(place)).copied().ok_or(Cause::Selection)?;
        Ok(Sights::slot(SlotFace::Association(card)))
    }

    pub(super) fn take(&mut self, winner: Seat, loser: Seat, index: u8) -> Result<Sights, Cause> {
        let hand = self.hands.get(loser.index());
        let face = hand.and_then(|hand| hand.get(usize::from(index))).copied();
        self.move_card(loser, winner, face).map(Sights::card)
    }

    /// Opened cards come first in the hand, in the order in which they are opened.
    pub(super) fn open_objects(&mut self, owner: Seat, faces: &[Face]) -> Result<Sights, Cause> {
        let hand = self.hands.get_mut(owner.index()).ok_or(Cause::Selection)?;
        let mut rest = hand.clone();
        for face in faces {
            let place = rest.iter().position(|held| held == face).ok_or(Cause::FalseOpening)?;
            rest.remove(place);
        }
        *hand = faces.iter().copied().chain(rest).collect();
        Ok(Sights::NOTHING)
    }

    pub(super) fn open_slot(&self, owner: Seat, face: SlotFace) -> Result<Sights, Cause> {
        if self.slot(owner, face.slot())? == face { Ok(Sights::NOTHING) } else { Err(Cause::FalseOpening) }
    }

    pub(super) fn open_associations(&mut self, owner: Seat, faces: &[Association]) -> Result<Sights, Cause> {
        let cards = self.associations_of(owner)?;
        cards.sort_unstable();
        if cards == faces { Ok(Sights::NOTHING) } else { Err(Cause::FalseOpening) }
    }

    pub(super) fn shuffle_associations(&mut self, owner: Seat, chance: &mut dyn Chance) -> Result<Sights, Cause> {
        chance.shuffle_associations(owner, self.associations_of(owner)?);
        Ok(Sights::NOTHING)
    }

    pub(super) fn check_claim(&self, prover: Seat, claim: &Claim) -> Result<Sights, Cause> {
        let hand = self.hands.get(prover.index()).map_or(&[][..], Vec::as_slice);
        if claim_holds(claim, self.trade.as_ref(), hand) {
            Ok(Sights::NOTHING)
        } else {
            Err(Cause::FalseClaim(claim.clone()))
        }
    }

    /// A card that this seat holds.
    fn held(&self, seat: Seat, face: Option<Face>) -> Result<Face, Cause> {
        let hand = self.hands.get(seat.index()).ok_or(Cause::Selection)?;
        face.filter(|face| hand.contains(face)).ok_or(Cause::Selection)
    }

    /// What this seat has pledged.
    fn laid_down(&self, seat: Seat) -> Result<Face, Cause> {
        self.pledged.get(seat.index()).copied().flatten().ok_or(Cause::Selection)
    }

    /// What this seat has pledged leaves its hand.
    fn take_pledged(&mut self, seat: Seat) -> Result<Face, Cause> {
        let face = self.laid_down(seat)?;
        self.release(seat)?;
        self.remove(seat, face);
        Ok(face)
    }

    fn move_card(&mut self, from: Seat, to: Seat, face: Option<Face>) -> Result<Face, Cause> {
        let face = self.held(from, face)?;
        self.remove(from, face);
        self.hands.get_mut(to.index()).ok_or(Cause::Selection)?.push(face);
        Ok(face)
    }

    fn remove(&mut self, from: Seat, face: Face) {
        if let Some(hand) = self.hands.get_mut(from.index())
            && let Some(place) = hand.iter().position(|held| *held == face)
        {
            hand.remove(place);
        }
    }

    fn associations_of(&mut self, owner: Seat) -> Result<&mut [Association], Cause> {
        let first = owner.index().saturating_mul(self.each);
        self.associations.get_mut(first..first.saturating_add(self.each)).ok_or(Cause::Selection)
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
