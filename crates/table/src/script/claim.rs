//! Claims about hidden faces, as formulas over the prover's own cards (walk.md a.1).

use alloc::vec;

use nightcoach_cards::claim::{self, Formula, Leaf};
use nightcoach_cards::{Hand, MaskedCard};
use nightcoach_rules::{Claim, Face, Seat, TradeCard, faces, is_texted};

use super::{CannotProve, Fresh, Maker, PROOF_SLOT, Scene};
use crate::body::OpProof;
use crate::faces::FaceTable;
use crate::fault::Check;
use crate::lists::CardLists;

pub(super) fn check(
    scene: Scene<'_>,
    prover: Seat,
    claim: &Claim,
    proof: &OpProof,
    lists: &CardLists,
) -> Result<Fresh, Check> {
    if !proof.shuffled.is_empty() || !proof.argument.is_empty() || !proof.copies.is_empty() {
        return Err(Check::Operations);
    }
    let formula = formula(scene.faces, prover, claim, lists).ok_or(Check::Operations)?;
    let key = scene.keys.hand(prover).ok_or(Check::Operations)?;
    claim::verify(&scene.context.slot(PROOF_SLOT), key, &formula, &proof.proof).map_err(|_error| violated(claim))?;
    Ok(Fresh::default())
}

pub(super) fn make(
    scene: Scene<'_>,
    maker: &mut Maker<'_>,
    prover: Seat,
    claim: &Claim,
    lists: &CardLists,
) -> Result<(OpProof, Fresh), CannotProve> {
    let formula = formula(scene.faces, prover, claim, lists).ok_or(CannotProve)?;
    let proof = claim::prove(&scene.context.slot(PROOF_SLOT), maker.secret, &formula, maker.rng)
        .map_err(|_error| CannotProve)?;
    Ok((OpProof { proof, ..OpProof::default() }, Fresh::default()))
}

const fn violated(claim: &Claim) -> Check {
    match claim {
        Claim::Refusable => Check::Refusable,
        Claim::NotTwoBags => Check::NotTwoBags,
        Claim::Silent { .. } => Check::Silent,
        Claim::Texted { .. } => Check::Texted,
        Claim::LacksFaces { .. } => Check::LacksFaces,
    }
}

/// The formula of a claim; `None` if there is no such card.
pub(crate) fn formula(table: &FaceTable, prover: Seat, claim: &Claim, lists: &CardLists) -> Option<Formula> {
    let is = |card, face| Leaf::Equal { card, face: table.object(face) };
    let is_not = |card, face| Leaf::NotEqual { card, face: table.object(face) };
    let no_bag = |card| vec![is_not(card, Face::BagKey), is_not(card, Face::BagGoblet)];
    Some(Formula(match claim {
        Claim::Refusable => {
            let card = traded(prover, TradeCard::Offered, lists)?;
            vec![vec![is_not(card, Face::Pearl), is_not(card, Face::Mirror)]]
        }
        Claim::NotTwoBags => vec![
            no_bag(traded(prover, TradeCard::Offered, lists)?),
            no_bag(traded(prover, TradeCard::Answer, lists)?),
        ],
        Claim::Silent { card, pile_empty } => {
            let (card, other) = both(prover, *card, lists)?;
            let textless = Face::ALL.into_iter().filter(|face| !is_texted(*face, *pile_empty));
            let mut branches = vec![vec![is(other, Face::Mirror)]];
            branches.extend(textless.map(|face| vec![is(card, face)]));
            branches
        }
        Claim::Texted { card, kind, pile_empty } => {
            let (card, other) = both(prover, *card, lists)?;
            let announced = faces(*kind, *pile_empty).iter();
            announced.map(|face| vec![is(card, *face), is_not(other, Face::Mirror)]).collect()
        }
        Claim::LacksFaces { after, faces } => {
            let rest = lists.hand(prover).get(usize::from(*after)..)?;
            vec![rest.iter().flat_map(|card| faces.iter().map(move |face| is_not(*card, *face))).collect()]
        }
    }))
}

/// A card of the running trade under the prover's own key.
fn traded(prover: Seat, card: TradeCard, lists: &CardLists) -> Option<MaskedCard<Hand>> {
    let record = lists.trade.as_ref()?;
    let [at_offerer, at_other] = match card {
        TradeCard::Offered => record.offered,
        TradeCard::Answer => {
            let [at_other, at_offerer] = record.answer?;
            [at_offerer, at_other]
        }
    };
    if prover == record.from {
        Some(at_offerer)
    } else if prover == record.to {
        Some(at_other)
    } else {
        None
    }
}

/// The card a text entry is about, and the other one.
fn both(prover: Seat, card: TradeCard, lists: &CardLists) -> Option<(MaskedCard<Hand>, MaskedCard<Hand>)> {
    let other = match card {
        TradeCard::Offered => TradeCard::Answer,
        TradeCard::Answer => TradeCard::Offered,
    };
    Some((traded(prover, card, lists)?, traded(prover, other, lists)?))
}

