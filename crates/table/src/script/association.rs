//! Three associations before one seat (`three_player_mixed`): shuffled before one is picked, or before all are opened.

use alloc::vec::Vec;

use nightcoach_cards::{Hand, MaskedCard, Permutation, open};
use nightcoach_rules::{Association, Seat};

use super::{CannotProve, Fresh, Maker, PROOF_SLOT, Scene, hand};
use crate::body::OpProof;
use crate::fault::Check;
use crate::lists::CardLists;

pub(super) fn check_shuffle(scene: Scene<'_>, owner: Seat, proof: &OpProof, lists: &CardLists) -> Result<Fresh, Check> {
    if !proof.proof.is_empty() || !proof.copies.is_empty() {
        return Err(Check::Operations);
    }
    let shuffled = hand::check_list(scene, owner, lists.associations(owner), proof)?;
    Ok(Fresh { shuffled, ..Fresh::default() })
}

pub(super) fn check_open(
    scene: Scene<'_>,
    owner: Seat,
    faces: &[Association],
    proof: &OpProof,
    lists: &CardLists,
) -> Result<Fresh, Check> {
    if !proof.copies.is_empty() {
        return Err(Check::Operations);
    }
    let shuffled = hand::check_list(scene, owner, lists.associations(owner), proof)?;
    let key = scene.keys.hand(owner).ok_or(Check::Operations)?;
    let points: Vec<_> = faces.iter().map(|face| scene.faces.association(*face)).collect();
    let read = open::read(&scene.context.slot(PROOF_SLOT), key, &shuffled, &points, &proof.proof);
    scene.proofs.require(read, Check::OpeningProof)?;
    Ok(Fresh { shuffled, ..Fresh::default() })
}

pub(super) fn make_shuffle(
    scene: Scene<'_>,
    maker: &mut Maker<'_>,
    owner: Seat,
    lists: &CardLists,
) -> Result<(OpProof, Fresh), CannotProve> {
    let order = Permutation::random(lists.associations(owner).len(), maker.rng);
    let (proof, shuffled) = hand::make_list(scene, maker, owner, lists.associations(owner), &order)?;
    Ok((proof, Fresh { shuffled, ..Fresh::default() }))
}

pub(super) fn make_open(
    scene: Scene<'_>,
    maker: &mut Maker<'_>,
    owner: Seat,
    faces: &[Association],
    lists: &CardLists,
) -> Result<(OpProof, Fresh), CannotProve> {
    let before = lists.associations(owner);
    let points: Vec<_> = faces.iter().map(|face| scene.faces.association(*face)).collect();
    let mut places: Vec<usize> = Vec::with_capacity(points.len());
    for point in &points {
        let free =
            |(place, card): &(usize, &MaskedCard<Hand>)| !places.contains(place) && maker.secret.unmask(card) == *point;
        places.push(before.iter().enumerate().find(free).ok_or(CannotProve)?.0);
    }
    let order = Permutation::bringing_first(before.len(), &places, maker.rng).map_err(|_error| CannotProve)?;
    let (mut proof, shuffled) = hand::make_list(scene, maker, owner, before, &order)?;
    proof.proof = open::prove(&scene.context.slot(PROOF_SLOT), maker.secret, &shuffled, &points, maker.rng)
        .map_err(|_error| CannotProve)?;
    Ok((proof, Fresh { shuffled, ..Fresh::default() }))
}
