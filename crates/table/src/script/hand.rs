//! The hand shuffle that precedes everything that singles out a card (walk.md decision 12).

use alloc::vec::Vec;

use nightcoach_cards::{Hand, MaskedCard, Permutation, shuffle};
use nightcoach_rules::{Face, Seat};

use super::{CannotProve, Fresh, Maker, SHUFFLE_SLOT, Scene};
use crate::body::OpProof;
use crate::fault::Check;
use crate::lists::{CardLists, bytes, parse};

/// The owner's hand after the shuffle that `proof` carries.
pub(super) fn check(
    scene: Scene<'_>,
    owner: Seat,
    proof: &OpProof,
    lists: &CardLists,
) -> Result<Vec<MaskedCard<Hand>>, Check> {
    check_list(scene, owner, lists.hand(owner), proof)
}

/// A seat's own cards, hand or associations, after the shuffle that `proof` carries.
pub(super) fn check_list(
    scene: Scene<'_>,
    owner: Seat,
    before: &[MaskedCard<Hand>],
    proof: &OpProof,
) -> Result<Vec<MaskedCard<Hand>>, Check> {
    let key = scene.keys.hand(owner).ok_or(Check::Operations)?;
    if proof.shuffled.len() != before.len() || before.is_empty() {
        return Err(Check::Operations);
    }
    let after = parse(&proof.shuffled).ok_or(Check::Operations)?;
    let read = shuffle::read(&scene.context.slot(SHUFFLE_SLOT), key, before, &after, &proof.argument);
    scene.proofs.require(read, Check::HandShuffle)?;
    Ok(after)
}

/// Shuffles the own hand with `first` in front, and writes the shuffle into a new proof.
pub(super) fn make(
    scene: Scene<'_>,
    maker: &mut Maker<'_>,
    owner: Seat,
    first: &[Face],
    lists: &CardLists,
) -> Result<(OpProof, Vec<MaskedCard<Hand>>), CannotProve> {
    let before = lists.hand(owner);
    let places = places(scene, maker, before, first)?;
    let order = Permutation::bringing_first(before.len(), &places, maker.rng).map_err(|_error| CannotProve)?;
    make_list(scene, maker, owner, before, &order)
}

/// Shuffles own cards, hand or associations, into this order.
pub(super) fn make_list(
    scene: Scene<'_>,
    maker: &mut Maker<'_>,
    owner: Seat,
    before: &[MaskedCard<Hand>],
    order: &Permutation,
) -> Result<(OpProof, Vec<MaskedCard<Hand>>), CannotProve> {
    let key = scene.keys.hand(owner).ok_or(CannotProve)?;
    let (after, argument) = shuffle::shuffle(&scene.context.slot(SHUFFLE_SLOT), key, before, order, maker.rng)
        .map_err(|_error| CannotProve)?;
    Ok((OpProof { shuffled: bytes(&after), argument, ..OpProof::default() }, after))
}

/// A shuffle that nothing else goes with: a pledge.
pub(super) fn check_alone(scene: Scene<'_>, owner: Seat, proof: &OpProof, lists: &CardLists) -> Result<Fresh, Check> {
    if !proof.copies.is_empty() || !proof.proof.is_empty() {
        return Err(Check::Operations);
    }
    let shuffled = check(scene, owner, proof, lists)?;
    Ok(Fresh { shuffled, ..Fresh::default() })
}

pub(super) fn make_alone(
    scene: Scene<'_>,
    maker: &mut Maker<'_>,
    owner: Seat,
    lists: &CardLists,
) -> Result<(OpProof, Fresh), CannotProve> {
    let [chosen] = maker.selection.objects() else { return Err(CannotProve) };
    let (proof, shuffled) = make(scene, maker, owner, &[*chosen], lists)?;
    Ok((proof, Fresh { shuffled, ..Fresh::default() }))
}

/// Places of the chosen faces in the hand, each place once.
fn places(
    scene: Scene<'_>,
    maker: &Maker<'_>,
    hand: &[MaskedCard<Hand>],
    first: &[Face],
) -> Result<Vec<usize>, CannotProve> {
    let mut places = Vec::with_capacity(first.len());
    for face in first {
        let point = scene.faces.object(*face);
        let place = hand
            .iter()
            .enumerate()
            .find(|(place, card)| !places.contains(place) && maker.secret.unmask(card) == point)
            .ok_or(CannotProve)?;
        places.push(place.0);
    }
    Ok(places)
}
