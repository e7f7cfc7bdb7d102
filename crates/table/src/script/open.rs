//! Openings to everybody: a prefix of the shuffled hand, or a slot card.

use nightcoach_cards::open;
use nightcoach_rules::{Face, Seat, SlotFace};

use super::{CannotProve, Fresh, Maker, PROOF_SLOT, Scene, hand};
use crate::body::OpProof;
use crate::fault::Check;
use crate::lists::CardLists;

pub(super) fn check_objects(
    scene: Scene<'_>,
    owner: Seat,
    faces: &[Face],
    proof: &OpProof,
    lists: &CardLists,
) -> Result<Fresh, Check> {
    if !proof.copies.is_empty() {
        return Err(Check::Operations);
    }
    let shuffled = hand::check(scene, owner, proof, lists)?;
    let opened = shuffled.get(..faces.len()).ok_or(Check::Operations)?;
    let key = scene.keys.hand(owner).ok_or(Check::Operations)?;
    let points = scene.faces.objects(faces);
    let read = open::read(&scene.context.slot(PROOF_SLOT), key, opened, &points, &proof.proof);
    scene.proofs.require(read, Check::OpeningProof)?;
    Ok(Fresh { shuffled, ..Fresh::default() })
}

pub(super) fn check_slot(
    scene: Scene<'_>,
    owner: Seat,
    face: SlotFace,
    proof: &OpProof,
    lists: &CardLists,
) -> Result<Fresh, Check> {
    if !proof.shuffled.is_empty() || !proof.argument.is_empty() || !proof.copies.is_empty() {
        return Err(Check::Operations);
    }
    let card = lists.slot(owner, face.slot()).ok_or(Check::Operations)?;
    let key = scene.keys.hand(owner).ok_or(Check::Operations)?;
    let cards = core::slice::from_ref(card);
    let read = open::read(&scene.context.slot(PROOF_SLOT), key, cards, &[scene.faces.slot(face)], &proof.proof);
    scene.proofs.require(read, Check::OpeningProof)?;
    Ok(Fresh::default())
}

pub(super) fn make_objects(
    scene: Scene<'_>,
    maker: &mut Maker<'_>,
    owner: Seat,
    faces: &[Face],
    lists: &CardLists,
) -> Result<(OpProof, Fresh), CannotProve> {
    let (mut proof, shuffled) = hand::make(scene, maker, owner, faces, lists)?;
    let opened = shuffled.get(..faces.len()).ok_or(CannotProve)?;
    let points = scene.faces.objects(faces);
    proof.proof = open::prove(&scene.context.slot(PROOF_SLOT), maker.secret, opened, &points, maker.rng)
        .map_err(|_error| CannotProve)?;
    Ok((proof, Fresh { shuffled, ..Fresh::default() }))
}

pub(super) fn make_slot(
    scene: Scene<'_>,
    maker: &mut Maker<'_>,
    owner: Seat,
    face: SlotFace,
    lists: &CardLists,
) -> Result<(OpProof, Fresh), CannotProve> {
    let card = lists.slot(owner, face.slot()).ok_or(CannotProve)?;
    let cards = core::slice::from_ref(card);
    let points = [scene.faces.slot(face)];
    let proof = open::prove(&scene.context.slot(PROOF_SLOT), maker.secret, cards, &points, maker.rng)
        .map_err(|_error| CannotProve)?;
    Ok((OpProof { proof, ..OpProof::default() }, Fresh::default()))
}
