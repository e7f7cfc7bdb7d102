//! The card operations: what each needs as proof, how it is made and checked, what it does to the lists.
//!
//! `make` and `check` of one operation stand in one file. Both work on the lists as the operations before them in the
//! same entry have left them; [`perform`] is the only place that changes lists.

mod claim;
mod hand;
mod open;
mod remask;

use alloc::vec::Vec;

use nightcoach_cards::{Context, Hand, HandSecret, MaskedCard};
use nightcoach_rules::{CardOp, Face, Why};
use rand_chacha::ChaCha20Rng;

#[cfg(feature = "cheat")]
pub(crate) use claim::formula;

use crate::body::OpProof;
use crate::faces::FaceTable;
use crate::fault::Check;
use crate::keys::Keys;
use crate::lists::{CardLists, Shown, TradeRecord};

/// What a checked operation brings to the lists.
#[derive(Clone, Debug, Default)]
pub(crate) struct Fresh {
    /// The owner's whole hand after its shuffle.
    pub shuffled: Vec<MaskedCard<Hand>>,
    /// Cards re-masked to the receiver.
    pub copies: Vec<MaskedCard<Hand>>,
}

/// What everybody needs to check an operation.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scene<'a> {
    pub keys: &'a Keys,
    pub faces: &'a FaceTable,
    /// Of the entry; each operation takes three slots of it.
    pub context: Context,
}

/// What the acting seat needs to make one.
#[derive(Debug)]
pub(crate) struct Maker<'a> {
    pub secret: &'a HandSecret,
    pub rng: &'a mut ChaCha20Rng,
    /// Own faces to come first in the hand shuffle.
    pub first: &'a [Face],
}

/// An operation that this seat cannot prove: its choice is not legal for its real cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct CannotProve;

/// Whether an operation comes with a proof; the others only move cards that are already proven.
pub(crate) const fn needs_proof(op: &CardOp) -> bool {
    match op {
        CardOp::Offer { .. }
        | CardOp::Transfer { .. }
        | CardOp::ShowHand { .. }
        | CardOp::ShowSlot { .. }
        | CardOp::OpenObjects { .. }
        | CardOp::OpenSlot { .. }
        | CardOp::Claim { .. } => true,
        CardOp::Withdraw { .. }
        | CardOp::Settle { .. }
        | CardOp::CloseTrade
        | CardOp::Take { .. }
        | CardOp::Draw { .. } => false,
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
        CardOp::Offer { from, to } | CardOp::Transfer { from, to, .. } => {
            remask::check_one(scene, *from, *to, proof, lists)
        }
        CardOp::ShowHand { owner, to } => remask::check_hand(scene, *owner, *to, proof, lists),
        CardOp::ShowSlot { owner, slot, to } => remask::check_slot(scene, (*owner, *slot), *to, proof, lists),
        CardOp::OpenObjects { owner, faces } => open::check_objects(scene, *owner, faces, proof, lists),
        CardOp::OpenSlot { owner, face } => open::check_slot(scene, *owner, *face, proof, lists),
        CardOp::Claim { prover, claim } => claim::check(scene, *prover, claim, proof, lists),
        CardOp::Withdraw { .. }
        | CardOp::Settle { .. }
        | CardOp::CloseTrade
        | CardOp::Take { .. }
        | CardOp::Draw { .. } => Err(Check::Operations),
    }
}

pub(crate) fn make(
    scene: Scene<'_>,
    maker: &mut Maker<'_>,
    op: &CardOp,
    lists: &CardLists,
) -> Result<(OpProof, Fresh), CannotProve> {
    match op {
        CardOp::Offer { from, to } | CardOp::Transfer { from, to, .. } => {
            remask::make_one(scene, maker, *from, *to, lists)
        }
        CardOp::ShowHand { owner, to } => remask::make_hand(scene, maker, *owner, *to, lists),
        CardOp::ShowSlot { owner, slot, to } => remask::make_slot(scene, maker, (*owner, *slot), *to, lists),
        CardOp::OpenObjects { owner, faces } => open::make_objects(scene, maker, *owner, faces, lists),
        CardOp::OpenSlot { owner, face } => open::make_slot(scene, maker, *owner, *face, lists),
        CardOp::Claim { prover, claim } => claim::make(scene, maker, *prover, claim, lists),
        CardOp::Withdraw { .. }
        | CardOp::Settle { .. }
        | CardOp::CloseTrade
        | CardOp::Take { .. }
        | CardOp::Draw { .. } => Err(CannotProve),
    }
}

/// Moves the cards. `None` if the lists do not have what the operation speaks of.
pub(crate) fn perform(op: &CardOp, fresh: &Fresh, lists: &mut CardLists) -> Option<()> {
    match op {
        CardOp::Offer { from, to } => {
            let offered = [*fresh.shuffled.first()?, *fresh.copies.first()?];
            lists.hands.get_mut(from.index())?.clone_from(&fresh.shuffled);
            lists.trade = Some(TradeRecord { from: *from, to: *to, offered, answer: None });
        }
        CardOp::Withdraw { .. } | CardOp::CloseTrade => lists.trade = None,
        CardOp::Settle { from, to } => {
            let [_, received] = lists.trade.as_ref()?.offered;
            take_at(lists.hands.get_mut(from.index())?, 0)?;
            lists.hands.get_mut(to.index())?.push(received);
        }
        CardOp::Transfer { from, to, why } => {
            let (given, rest) = fresh.shuffled.split_first()?;
            let received = *fresh.copies.first()?;
            if *why == Why::Trade {
                lists.trade.as_mut()?.answer = Some([*given, received]);
            }
            *lists.hands.get_mut(from.index())? = rest.to_vec();
            lists.hands.get_mut(to.index())?.push(received);
        }
        CardOp::ShowHand { owner, to } => {
            lists.hands.get_mut(owner.index())?.clone_from(&fresh.shuffled);
            lists.shown = Some(Shown { to: *to, copies: fresh.copies.clone() });
        }
        CardOp::Take { winner, loser, index } => {
            let shown = lists.shown.take().filter(|shown| shown.to == *winner)?;
            let taken = *shown.copies.get(usize::from(*index))?;
            take_at(lists.hands.get_mut(loser.index())?, usize::from(*index))?;
            lists.hands.get_mut(winner.index())?.push(taken);
        }
        CardOp::OpenObjects { owner, .. } => lists.hands.get_mut(owner.index())?.clone_from(&fresh.shuffled),
        CardOp::Draw { to } => {
            take_at(&mut lists.pile, 0)?;
            lists.hands.get_mut(to.index())?.push(*fresh.copies.first()?);
        }
        CardOp::ShowSlot { .. } | CardOp::OpenSlot { .. } | CardOp::Claim { .. } => {}
    }
    Some(())
}

fn take_at<T>(list: &mut Vec<T>, index: usize) -> Option<T> {
    (index < list.len()).then(|| list.remove(index))
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
