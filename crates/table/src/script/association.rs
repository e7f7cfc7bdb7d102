//! Three associations before one seat (`three_player_mixed`): shuffled before one is picked, or before all are opened.

use nightcoach_cards::{Hand, MaskedCard, Permutation, open, shuffle};
use nightcoach_rules::{Association, Seat};

use alloc::vec::Vec;

use super::{CannotProve, Fresh, Maker, PROOF_SLOT, SHUFFLE_SLOT, Scene};
use crate::body::OpProof;
use crate::fault::Check;
use crate::lists::{CardLists, bytes, parse};

pub(super) fn check_shuffle(scene: Scene<'_>, owner: Seat, proof: &OpProof, lists: &CardLists) -> Result<Fresh, Check> {
    if !proof.proof.is_empty() {
        return Err(Check::Operations);
    }
    let shuffled = shuffled(scene, owner, proof, lists)?;
    Ok(Fresh { shuffled, ..Fresh::default() })
}

pub(super) fn check_open(
    scene: Scene<'_>,
    owner: Seat,
    faces: &[Association],
    proof: &OpProof,
    lists: &CardLists,
) -> Result<Fresh, Check> {
    let shuffled = shuffled(scene, owner, proof, lists)?;
    let key = scene.keys.hand(owner).ok_or(Check::Operations)?;
    let points: Vec<_> = faces.iter().map(|face| scene.faces.association(*face)).collect();
    open::verify(&scene.context.slot(PROOF_SLOT), key, &shuffled, &points, &proof.proof)
        .map_err(|_error| Check::OpeningProof)?;
    Ok(Fresh { shuffled, ..Fresh::default() })
}

fn shuffled(scene: Scene<'_>, owner: Seat, proof: &OpProof, lists: &CardLists) -> Result<Vec<MaskedCard<Hand>>, Check> {
    let before = lists.associations(owner);
    let key = scene.keys.hand(owner).ok_or(Check::Operations)?;
    if proof.shuffled.len() != before.len() || !proof.copies.is_empty() {
        return Err(Check::Operations);
    }
    let after = parse(&proof.shuffled).ok_or(Check::Operations)?;
    shuffle::verify(&scene.context.slot(SHUFFLE_SLOT), key, before, &after, &proof.argument)
        .map_err(|_error| Check::HandShuffle)?;
    Ok(after)
}

pub(super) fn make_shuffle(
    scene: Scene<'_>,
    maker: &mut Maker<'_>,
    owner: Seat,
    lists: &CardLists,
) -> Result<(OpProof, Fresh), CannotProve> {
    let order = Permutation::random(lists.associations(owner).len(), maker.rng);
    made(scene, maker, owner, &order, lists)
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
    let (mut proof, fresh) = made(scene, maker, owner, &order, lists)?;
    proof.proof = open::prove(&scene.context.slot(PROOF_SLOT), maker.secret, &fresh.shuffled, &points, maker.rng)
        .map_err(|_error| CannotProve)?;
    Ok((proof, fresh))
}

fn made(
    scene: Scene<'_>,
    maker: &mut Maker<'_>,
    owner: Seat,
    order: &Permutation,
    lists: &CardLists,
) -> Result<(OpProof, Fresh), CannotProve> {
    let key = scene.keys.hand(owner).ok_or(CannotProve)?;
    let before = lists.associations(owner);
    let (shuffled, argument) = shuffle::shuffle(&scene.context.slot(SHUFFLE_SLOT), key, before, order, maker.rng)
        .map_err(|_error| CannotProve)?;
    let proof = OpProof { shuffled: bytes(&shuffled), argument, ..OpProof::default() };
    Ok((proof, Fresh { shuffled, ..Fresh::default() }))
}
