//! Offer, transfer and show: own cards re-masked to another seat's hand key, with a layer of the pile key or without.

use alloc::vec::Vec;

use nightcoach_cards::{Hand, MaskedCard, transfer};
use nightcoach_rules::{LayeredCard, Seat, Slot};

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
    Ok(Fresh { shuffled, copies, ..Fresh::default() })
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
    Ok(Fresh { shuffled, copies, ..Fresh::default() })
}

/// Show: a slot card or an association, which lies openly in its place and needs no shuffle.
pub(super) fn check_card(
    scene: Scene<'_>,
    owner: Seat,
    card: &MaskedCard<Hand>,
    to: Seat,
    proof: &OpProof,
) -> Result<Fresh, Check> {
    check_unshuffled(proof)?;
    let copies = check_copies(scene, owner, to, core::slice::from_ref(card), proof)?;
    Ok(Fresh { copies, ..Fresh::default() })
}

/// The pledged card, which an earlier entry has brought to place 0.
pub(super) fn check_pledged(
    scene: Scene<'_>,
    from: Seat,
    to: Seat,
    proof: &OpProof,
    lists: &CardLists,
) -> Result<Fresh, Check> {
    check_card(scene, from, lists.hand(from).first().ok_or(Check::Operations)?, to, proof)
}

/// A pledged card or an occupation, to the receiver's hand key plus the pile key.
pub(super) fn check_layered(
    scene: Scene<'_>,
    (from, what): (Seat, LayeredCard),
    to: Seat,
    proof: &OpProof,
    lists: &CardLists,
) -> Result<Fresh, Check> {
    check_unshuffled(proof)?;
    let card = layered_card(from, what, lists).ok_or(Check::Operations)?;
    let giver = scene.keys.hand(from).ok_or(Check::Operations)?;
    let receiver = scene.keys.layered.get(to.index()).ok_or(Check::Operations)?;
    let [copy] = proof.copies.as_slice() else { return Err(Check::Operations) };
    let passed = MaskedCard::from_bytes(&copy.0).map_err(|_error| Check::Operations)?;
    let cards = core::slice::from_ref(card);
    let read = transfer::read(&scene.context.slot(PROOF_SLOT), giver, cards, receiver, &[passed], &proof.proof);
    scene.proofs.require(read, Check::TransferProof)?;
    Ok(Fresh { passed: Some(passed), ..Fresh::default() })
}

const fn check_unshuffled(proof: &OpProof) -> Result<(), Check> {
    if proof.shuffled.is_empty() && proof.argument.is_empty() { Ok(()) } else { Err(Check::Operations) }
}

fn layered_card(from: Seat, what: LayeredCard, lists: &CardLists) -> Option<&MaskedCard<Hand>> {
    match what {
        LayeredCard::Pledged => lists.hand(from).first(),
        LayeredCard::Occupation => lists.slot(from, Slot::Occupation),
    }
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
    let read = transfer::read(&scene.context.slot(PROOF_SLOT), giver, cards, receiver, &copies, &proof.proof);
    scene.proofs.require(read, Check::TransferProof)?;
    Ok(copies)
}

pub(super) fn make_one(
    scene: Scene<'_>,
    maker: &mut Maker<'_>,
    from: Seat,
    to: Seat,
    lists: &CardLists,
) -> Result<(OpProof, Fresh), CannotProve> {
    let [chosen] = maker.selection.objects() else { return Err(CannotProve) };
    let (proof, shuffled) = hand::make(scene, maker, from, &[*chosen], lists)?;
    let chosen = shuffled.get(..1).ok_or(CannotProve)?;
    let (proof, copies) = make_copies(scene, maker, to, chosen, proof)?;
    Ok((proof, Fresh { shuffled, copies, ..Fresh::default() }))
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
    Ok((proof, Fresh { shuffled, copies, ..Fresh::default() }))
}

pub(super) fn make_card(
    scene: Scene<'_>,
    maker: &mut Maker<'_>,
    card: &MaskedCard<Hand>,
    to: Seat,
) -> Result<(OpProof, Fresh), CannotProve> {
    let (proof, copies) = make_copies(scene, maker, to, core::slice::from_ref(card), OpProof::default())?;
    Ok((proof, Fresh { copies, ..Fresh::default() }))
}

pub(super) fn make_pledged(
    scene: Scene<'_>,
    maker: &mut Maker<'_>,
    from: Seat,
    to: Seat,
    lists: &CardLists,
) -> Result<(OpProof, Fresh), CannotProve> {
    make_card(scene, maker, lists.hand(from).first().ok_or(CannotProve)?, to)
}

pub(super) fn make_layered(
    scene: Scene<'_>,
    maker: &mut Maker<'_>,
    (from, what): (Seat, LayeredCard),
    to: Seat,
    lists: &CardLists,
) -> Result<(OpProof, Fresh), CannotProve> {
    let card = layered_card(from, what, lists).ok_or(CannotProve)?;
    let receiver = scene.keys.layered.get(to.index()).ok_or(CannotProve)?;
    let cards = core::slice::from_ref(card);
    let (passed, proof) = transfer::prove(&scene.context.slot(PROOF_SLOT), maker.secret, cards, receiver, maker.rng)
        .map_err(|_error| CannotProve)?;
    let proof = OpProof { copies: bytes(&passed), proof, ..OpProof::default() };
    Ok((proof, Fresh { passed: passed.first().copied(), ..Fresh::default() }))
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
