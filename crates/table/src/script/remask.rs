//! Offer, transfer and show: own cards re-masked to another seat's hand key.

use alloc::vec::Vec;

use nightcoach_cards::{Hand, MaskedCard, transfer};
use nightcoach_rules::{Seat, Slot};

use super::{CannotProve, Fresh, Maker, PROOF_SLOT, Scene, hand};
use crate::body::OpProof;
use crate::fault::Check;
use crate::lists::{CardLists, bytes, parse};

/// Offer and transfer: place 0 of the shuffled hand.
pub(super) fn check_one(
    scene: Scene<'_>,
    from: Seat,
    to: Seat,
    proof: &OpProof,
    lists: &CardLists,
) -> Result<Fresh, Check> {
    let shuffled = hand::check(scene, from, proof, lists)?;
    let chosen = shuffled.get(..1).ok_or(Check::Operations)?;
    let copies = check_copies(scene, from, to, chosen, proof)?;
    Ok(Fresh { shuffled, copies })
}

/// Show: the whole shuffled hand.
pub(super) fn check_hand(
    scene: Scene<'_>,
    owner: Seat,
    to: Seat,
    proof: &OpProof,
    lists: &CardLists,
) -> Result<Fresh, Check> {
    let shuffled = hand::check(scene, owner, proof, lists)?;
    let copies = check_copies(scene, owner, to, &shuffled, proof)?;
    Ok(Fresh { shuffled, copies })
}

/// Show: a slot card, which lies openly in its place and needs no shuffle.
pub(super) fn check_slot(
    scene: Scene<'_>,
    (owner, slot): (Seat, Slot),
    to: Seat,
    proof: &OpProof,
    lists: &CardLists,
) -> Result<Fresh, Check> {
    if !proof.shuffled.is_empty() || !proof.argument.is_empty() {
        return Err(Check::Operations);
    }
    let card = lists.slot(owner, slot).ok_or(Check::Operations)?;
    let copies = check_copies(scene, owner, to, core::slice::from_ref(card), proof)?;
    Ok(Fresh { shuffled: Vec::new(), copies })
}

fn check_copies(
    scene: Scene<'_>,
    from: Seat,
    to: Seat,
    cards: &[MaskedCard<Hand>],
    proof: &OpProof,
) -> Result<Vec<MaskedCard<Hand>>, Check> {
    let (giver, receiver) = scene.keys.hand(from).zip(scene.keys.hand(to)).ok_or(Check::Operations)?;
    if proof.copies.len() != cards.len() {
        return Err(Check::Operations);
    }
    let copies = parse(&proof.copies).ok_or(Check::Operations)?;
    transfer::verify(&scene.context.slot(PROOF_SLOT), giver, cards, receiver, &copies, &proof.proof)
        .map_err(|_error| Check::TransferProof)?;
    Ok(copies)
}

pub(super) fn make_one(
    scene: Scene<'_>,
    maker: &mut Maker<'_>,
    from: Seat,
    to: Seat,
    lists: &CardLists,
) -> Result<(OpProof, Fresh), CannotProve> {
    let [_] = maker.first else { return Err(CannotProve) };
    let (proof, shuffled) = hand::make(scene, maker, from, maker.first, lists)?;
    let chosen = shuffled.get(..1).ok_or(CannotProve)?;
    let (proof, copies) = make_copies(scene, maker, to, chosen, proof)?;
    Ok((proof, Fresh { shuffled, copies }))
}

pub(super) fn make_hand(
    scene: Scene<'_>,
    maker: &mut Maker<'_>,
    owner: Seat,
    to: Seat,
    lists: &CardLists,
) -> Result<(OpProof, Fresh), CannotProve> {
    let (proof, shuffled) = hand::make(scene, maker, owner, &[], lists)?;
    let (proof, copies) = make_copies(scene, maker, to, &shuffled, proof)?;
    Ok((proof, Fresh { shuffled, copies }))
}

pub(super) fn make_slot(
    scene: Scene<'_>,
    maker: &mut Maker<'_>,
    (owner, slot): (Seat, Slot),
    to: Seat,
    lists: &CardLists,
) -> Result<(OpProof, Fresh), CannotProve> {
    let card = lists.slot(owner, slot).ok_or(CannotProve)?;
    let (proof, copies) = make_copies(scene, maker, to, core::slice::from_ref(card), OpProof::default())?;
    Ok((proof, Fresh { shuffled: Vec::new(), copies }))
}

fn make_copies(
    scene: Scene<'_>,
    maker: &mut Maker<'_>,
    to: Seat,
    cards: &[MaskedCard<Hand>],
    proof: OpProof,
) -> Result<(OpProof, Vec<MaskedCard<Hand>>), CannotProve> {
    let receiver = scene.keys.hand(to).ok_or(CannotProve)?;
    let (copies, transfer) = transfer::prove(&scene.context.slot(PROOF_SLOT), maker.secret, cards, receiver, maker.rng)
        .map_err(|_error| CannotProve)?;
    Ok((OpProof { copies: bytes(&copies), proof: transfer, ..proof }, copies))
}
