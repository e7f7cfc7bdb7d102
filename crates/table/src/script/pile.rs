//! Shuffles of a pile by one seat, and an occupation that goes back to the spares.

use alloc::vec;
use alloc::vec::Vec;

use nightcoach_cards::{CardPoint, MaskedCard, Permutation, Pile, shuffle, transfer};
use nightcoach_rules::{Pile as PileName, Seat, Slot};

use super::{CannotProve, Fresh, Maker, PROOF_SLOT, SHUFFLE_SLOT, Scene};
use crate::body::OpProof;
use crate::fault::Check;
use crate::lists::{CardLists, bytes, parse};

pub(super) fn check_shuffle(
    scene: Scene<'_>,
    pile: PileName,
    from: u8,
    proof: &OpProof,
    lists: &CardLists,
) -> Result<Fresh, Check> {
    let before = lists.pile(pile).get(usize::from(from)..).ok_or(Check::Operations)?;
    if proof.shuffled.len() != before.len() || !proof.copies.is_empty() || !proof.proof.is_empty() {
        return Err(Check::Operations);
    }
    let piled: Vec<MaskedCard<Pile>> = parse(&proof.shuffled).ok_or(Check::Operations)?;
    let read = shuffle::read(&scene.context.slot(SHUFFLE_SLOT), &scene.keys.pile.key, before, &piled, &proof.argument);
    scene.proofs.require(read, Check::HandShuffle)?;
    Ok(Fresh { piled, ..Fresh::default() })
}

/// From place 0 on the selected cards come first; the others, and all below a place that stays, in random order.
pub(super) fn make_shuffle(
    scene: Scene<'_>,
    maker: &mut Maker<'_>,
    pile: PileName,
    from: u8,
    lists: &CardLists,
) -> Result<(OpProof, Fresh), CannotProve> {
    let before = lists.pile(pile).get(usize::from(from)..).ok_or(CannotProve)?;
    let first = if from == 0 { chosen(scene, maker, pile, lists)? } else { vec![] };
    let order = Permutation::bringing_first(before.len(), &first, maker.rng).map_err(|_error| CannotProve)?;
    let (piled, argument) =
        shuffle::shuffle(&scene.context.slot(SHUFFLE_SLOT), &scene.keys.pile.key, before, &order, maker.rng)
            .map_err(|_error| CannotProve)?;
    let proof = OpProof { shuffled: bytes(&piled), argument, ..OpProof::default() };
    Ok((proof, Fresh { piled, ..Fresh::default() }))
}

pub(super) fn check_return(scene: Scene<'_>, owner: Seat, proof: &OpProof, lists: &CardLists) -> Result<Fresh, Check> {
    if !proof.shuffled.is_empty() || !proof.argument.is_empty() || proof.copies.len() != 1 {
        return Err(Check::Operations);
    }
    let card = lists.slot(owner, Slot::Occupation).ok_or(Check::Operations)?;
    let key = scene.keys.hand(owner).ok_or(Check::Operations)?;
    let piled: Vec<MaskedCard<Pile>> = parse(&proof.copies).ok_or(Check::Operations)?;
    let cards = core::slice::from_ref(card);
    let read = transfer::read(&scene.context.slot(PROOF_SLOT), key, cards, &scene.keys.pile.key, &piled, &proof.proof);
    scene.proofs.require(read, Check::TransferProof)?;
    Ok(Fresh { piled, ..Fresh::default() })
}

pub(super) fn make_return(
    scene: Scene<'_>,
    maker: &mut Maker<'_>,
    owner: Seat,
    lists: &CardLists,
) -> Result<(OpProof, Fresh), CannotProve> {
    let card = lists.slot(owner, Slot::Occupation).ok_or(CannotProve)?;
    let cards = core::slice::from_ref(card);
    let (piled, proof) =
        transfer::prove(&scene.context.slot(PROOF_SLOT), maker.secret, cards, &scene.keys.pile.key, maker.rng)
            .map_err(|_error| CannotProve)?;
    let proof = OpProof { copies: bytes(&piled), proof, ..OpProof::default() };
    Ok((proof, Fresh { piled, ..Fresh::default() }))
}

/// Places of the selected cards, as the seat has seen the pile; the own occupation, if it was appended to the spares, is
/// the last one.
fn chosen(scene: Scene<'_>, maker: &Maker<'_>, pile: PileName, lists: &CardLists) -> Result<Vec<usize>, CannotProve> {
    let looked = lists.looked.as_ref().filter(|looked| looked.pile == pile).ok_or(CannotProve)?;
    let mut seen: Vec<CardPoint> = looked.copies.iter().map(|card| maker.secret.unmask(card)).collect();
    let wanted: Vec<CardPoint> = match pile {
        PileName::Objects => scene.faces.objects(maker.selection.objects()),
        PileName::Spares => maker.selection.occupation().map(|face| scene.faces.occupation(face)).into_iter().collect(),
    };
    if pile == PileName::Spares && lists.spares.len() == seen.len().saturating_add(1) {
        let own = lists.slot(looked.to, Slot::Occupation).ok_or(CannotProve)?;
        seen.push(maker.secret.unmask(own));
    }
    let picks = if pile == PileName::Objects { 2 } else { 1 };
    if wanted.len() != picks || seen.len() != lists.pile(pile).len() {
        return Err(CannotProve);
    }
    let mut places: Vec<usize> = Vec::with_capacity(wanted.len());
    for point in wanted {
        let free = |(place, seen): &(usize, &CardPoint)| **seen == point && !places.contains(place);
        let (place, _) = seen.iter().enumerate().find(free).ok_or(CannotProve)?;
        places.push(place);
    }
    Ok(places)
}
