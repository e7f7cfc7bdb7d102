//! The card operations: what each needs as proof, how it is made and checked, what it does to the lists.
//!
//! `make` and `check` of one operation stand in one file. Both work on the lists as the operations before them in the
//! same entry have left them; [`perform()`] is the only place that changes lists.

mod association;
mod claim;
mod hand;
mod open;
mod perform;
mod pile;
mod remask;

use alloc::vec::Vec;

use nightcoach_cards::{Context, Hand, HandSecret, Layered, MaskedCard, Pile};
use nightcoach_rules::{CardOp, Selection};
use rand_chacha::ChaCha20Rng;

#[cfg(feature = "cheat")]
pub(crate) use claim::formula;
pub(crate) use perform::perform;

use crate::body::OpProof;
use crate::faces::FaceTable;
use crate::fault::Check;
use crate::keys::Keys;
use crate::lists::CardLists;
use crate::proofs::Proofs;

/// What a checked operation brings to the lists.
#[derive(Clone, Debug, Default)]
pub(crate) struct Fresh {
    /// The owner's whole hand after its shuffle.
    pub shuffled: Vec<MaskedCard<Hand>>,
    /// Cards re-masked to the receiver.
    pub copies: Vec<MaskedCard<Hand>>,
    /// A pile, from the first place that moved, or a card for a pile.
    pub piled: Vec<MaskedCard<Pile>>,
    /// A card re-masked to its receiver and the pile key.
    pub passed: Option<MaskedCard<Layered>>,
}

/// What everybody needs to check an operation.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scene<'a> {
    pub keys: &'a Keys,
    pub faces: &'a FaceTable,
    /// When proofs are checked.
    pub proofs: &'a Proofs,
    /// Of the entry; each operation takes three slots of it.
    pub context: Context,
}

/// What the acting seat needs to make one.
#[derive(Debug)]
pub(crate) struct Maker<'a> {
    pub secret: &'a HandSecret,
    pub rng: &'a mut ChaCha20Rng,
    /// Own cards that come first in the shuffle.
    pub selection: &'a Selection,
}

/// An operation that this seat cannot prove: its choice is not legal for its real cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct CannotProve;

/// Whether an operation comes with a proof of its own in an entry; the others only move cards that are already proven, or
/// are group operations.
pub(crate) const fn needs_proof(op: &CardOp) -> bool {
    match op {
        CardOp::Offer { .. }
        | CardOp::Transfer { .. }
        | CardOp::Pledge { .. }
        | CardOp::Surrender { .. }
        | CardOp::TransferPledged { .. }
        | CardOp::TransferLayered { .. }
        | CardOp::ShowHand { .. }
        | CardOp::ShowSlot { .. }
        | CardOp::OpenObjects { .. }
        | CardOp::OpenSlot { .. }
        | CardOp::ShuffleAssociations { .. }
        | CardOp::ShowAssociation { .. }
        | CardOp::OpenAssociations { .. }
        | CardOp::ShufflePile { .. }
        | CardOp::ReturnOccupation { .. }
        | CardOp::Claim { .. } => true,
        CardOp::Withdraw { .. }
        | CardOp::Settle { .. }
        | CardOp::Release { .. }
        | CardOp::CloseTrade
        | CardOp::Take { .. }
        | CardOp::Draw { .. }
        | CardOp::Look { .. }
        | CardOp::Strip
        | CardOp::ShuffleRest { .. }
        | CardOp::DrawSpare { .. } => false,
    }
}

/// Checks the carried operations of one entry in order, on a copy of the lists.
pub(crate) fn check_all(
    scene: Scene<'_>,
    ops: Vec<CardOp>,
    proofs: &[OpProof],
    lists: &CardLists,
) -> Result<Vec<(CardOp, Fresh)>, Check> {
    if ops.iter().filter(|op| needs_proof(op)).count() != proofs.len() {
        return Err(Check::Operations);
    }
    let mut lists = lists.clone();
    let mut proofs = proofs.iter();
    let mut done = Vec::with_capacity(ops.len());
    for (index, op) in ops.into_iter().enumerate() {
        let fresh = if needs_proof(&op) {
            check(at(scene, index), &op, proofs.next().ok_or(Check::Operations)?, &lists)?
        } else {
            Fresh::default()
        };
        perform(&op, &fresh, &mut lists).ok_or(Check::Operations)?;
        done.push((op, fresh));
    }
    Ok(done)
}

/// Makes the proofs of the carried operations of one entry, in order.
pub(crate) fn make_all(
    scene: Scene<'_>,
    maker: &mut Maker<'_>,
    ops: &[CardOp],
    lists: &CardLists,
) -> Result<Vec<OpProof>, CannotProve> {
    let mut lists = lists.clone();
    let mut proofs = Vec::new();
    for (index, op) in ops.iter().enumerate() {
        let mut fresh = Fresh::default();
        if needs_proof(op) {
            let (proof, made) = make(at(scene, index), maker, op, &lists)?;
            proofs.push(proof);
            fresh = made;
        }
        perform(op, &fresh, &mut lists).ok_or(CannotProve)?;
    }
    Ok(proofs)
}

pub(crate) fn at(scene: Scene<'_>, index: usize) -> Scene<'_> {
    let slot = u32::try_from(index).unwrap_or(u32::MAX).saturating_mul(SLOTS);
    Scene { context: scene.context.slot(slot), ..scene }
}

/// Slots that are kept free for one operation.
const SLOTS: u32 = 4;
/// Slot of the hand shuffle within an operation.
const SHUFFLE_SLOT: u32 = 1;
/// Slot of the re-masking, opening or claim proof within an operation.
pub(crate) const PROOF_SLOT: u32 = 2;

fn check(scene: Scene<'_>, op: &CardOp, proof: &OpProof, lists: &CardLists) -> Result<Fresh, Check> {
    match op {
        CardOp::Offer { from, to } | CardOp::Transfer { from, to, .. } | CardOp::Surrender { from, to } => {
            remask::check_one(scene, *from, *to, proof, lists)
        }
        CardOp::Pledge { seat } => hand::check_alone(scene, *seat, proof, lists),
        CardOp::TransferPledged { from, to } => remask::check_pledged(scene, *from, *to, proof, lists),
        CardOp::TransferLayered { from, to, what } => remask::check_layered(scene, (*from, *what), *to, proof, lists),
        CardOp::ShowHand { owner, to } => remask::check_hand(scene, *owner, *to, proof, lists),
        CardOp::ShowSlot { owner, slot, to } => {
            let card = lists.slot(*owner, *slot).ok_or(Check::Operations)?;
            remask::check_card(scene, *owner, card, *to, proof)
        }
        CardOp::ShowAssociation { owner, place, to } => {
            let card = lists.associations(*owner).get(usize::from(*place)).ok_or(Check::Operations)?;
            remask::check_card(scene, *owner, card, *to, proof)
        }
        CardOp::OpenObjects { owner, faces } => open::check_objects(scene, *owner, faces, proof, lists),
        CardOp::OpenSlot { owner, face } => open::check_slot(scene, *owner, *face, proof, lists),
        CardOp::ShuffleAssociations { owner } => association::check_shuffle(scene, *owner, proof, lists),
        CardOp::OpenAssociations { owner, faces } => association::check_open(scene, *owner, faces, proof, lists),
        CardOp::ShufflePile { pile, from, .. } => pile::check_shuffle(scene, *pile, *from, proof, lists),
        CardOp::ReturnOccupation { owner } => pile::check_return(scene, *owner, proof, lists),
        CardOp::Claim { prover, claim } => claim::check(scene, *prover, claim, proof, lists),
        CardOp::Withdraw { .. }
        | CardOp::Settle { .. }
        | CardOp::Release { .. }
        | CardOp::CloseTrade
        | CardOp::Take { .. }
        | CardOp::Draw { .. }
        | CardOp::Look { .. }
        | CardOp::Strip
        | CardOp::ShuffleRest { .. }
        | CardOp::DrawSpare { .. } => Err(Check::Operations),
    }
}

pub(crate) fn make(
    scene: Scene<'_>,
    maker: &mut Maker<'_>,
    op: &CardOp,
    lists: &CardLists,
) -> Result<(OpProof, Fresh), CannotProve> {
    match op {
        CardOp::Offer { from, to } | CardOp::Transfer { from, to, .. } | CardOp::Surrender { from, to } => {
            remask::make_one(scene, maker, *from, *to, lists)
        }
        CardOp::Pledge { seat } => hand::make_alone(scene, maker, *seat, lists),
        CardOp::TransferPledged { from, to } => remask::make_pledged(scene, maker, *from, *to, lists),
        CardOp::TransferLayered { from, to, what } => remask::make_layered(scene, maker, (*from, *what), *to, lists),
        CardOp::ShowHand { owner, to } => remask::make_hand(scene, maker, *owner, *to, lists),
        CardOp::ShowSlot { owner, slot, to } => {
            remask::make_card(scene, maker, lists.slot(*owner, *slot).ok_or(CannotProve)?, *to)
        }
        CardOp::ShowAssociation { owner, place, to } => {
            let card = lists.associations(*owner).get(usize::from(*place)).ok_or(CannotProve)?;
            remask::make_card(scene, maker, card, *to)
        }
        CardOp::OpenObjects { owner, faces } => open::make_objects(scene, maker, *owner, faces, lists),
        CardOp::OpenSlot { owner, face } => open::make_slot(scene, maker, *owner, *face, lists),
        CardOp::ShuffleAssociations { owner } => association::make_shuffle(scene, maker, *owner, lists),
        CardOp::OpenAssociations { owner, faces } => association::make_open(scene, maker, *owner, faces, lists),
        CardOp::ShufflePile { pile, from, .. } => pile::make_shuffle(scene, maker, *pile, *from, lists),
        CardOp::ReturnOccupation { owner } => pile::make_return(scene, maker, *owner, lists),
        CardOp::Claim { prover, claim } => claim::make(scene, maker, *prover, claim, lists),
        CardOp::Withdraw { .. }
        | CardOp::Settle { .. }
        | CardOp::Release { .. }
        | CardOp::CloseTrade
        | CardOp::Take { .. }
        | CardOp::Draw { .. }
        | CardOp::Look { .. }
        | CardOp::Strip
        | CardOp::ShuffleRest { .. }
        | CardOp::DrawSpare { .. } => Err(CannotProve),
    }
}

/// The own hand in any order, with the proof of its shuffle.
#[cfg(feature = "cheat")]
pub(crate) fn shuffle_hand(
    scene: Scene<'_>,
    maker: &mut Maker<'_>,
    owner: nightcoach_rules::Seat,
    lists: &CardLists,
) -> Result<(OpProof, Vec<MaskedCard<Hand>>), CannotProve> {
    hand::make(scene, maker, owner, &[], lists)
}

/// The own three associations in any order, with the proof of their shuffle.
#[cfg(feature = "cheat")]
pub(crate) fn shuffle_associations(
    scene: Scene<'_>,
    maker: &mut Maker<'_>,
    owner: nightcoach_rules::Seat,
    lists: &CardLists,
) -> Result<(OpProof, Fresh), CannotProve> {
    association::make_shuffle(scene, maker, owner, lists)
}
