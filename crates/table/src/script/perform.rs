//! What an operation does to the lists: the only place that changes them.

use alloc::vec::Vec;

use nightcoach_cards::{Hand, MaskedCard};
use nightcoach_rules::{CardOp, LayeredCard, Pile, Seat, Why};

use super::Fresh;
use crate::lists::{CardLists, Looked, Passed, Shown, TradeRecord};

/// Moves the cards. `None` if the lists do not have what the operation speaks of.
#[expect(clippy::too_many_lines, reason = "one arm for each operation, most of them one line")]
pub(crate) fn perform(op: &CardOp, fresh: &Fresh, lists: &mut CardLists) -> Option<()> {
    match op {
        CardOp::Offer { from, to } => {
            let offered = Some(first_and_copy(fresh)?);
            lists.hands.get_mut(from.index())?.clone_from(&fresh.shuffled);
            lists.trade = Some(TradeRecord { from: *from, to: *to, offered, answer: None });
        }
        CardOp::Surrender { from, to } => {
            let answer = Some(first_and_copy(fresh)?);
            lists.hands.get_mut(from.index())?.clone_from(&fresh.shuffled);
            lists.trade = Some(TradeRecord { from: *to, to: *from, offered: None, answer });
        }
        CardOp::Withdraw { .. } | CardOp::CloseTrade => lists.trade = None,
        CardOp::Settle { from, to } => {
            let [_, received] = lists.trade.as_ref()?.offered?;
            take_at(lists.hands.get_mut(from.index())?, 0)?;
            give(*to, &received, lists)?;
        }
        CardOp::Transfer { from, to, why } => {
            let [given, received] = first_and_copy(fresh)?;
            if *why == Why::Trade {
                lists.trade.as_mut()?.answer = Some([given, received]);
            }
            *lists.hands.get_mut(from.index())? = fresh.shuffled.get(1..)?.to_vec();
            give(*to, &received, lists)?;
        }
        CardOp::TransferPledged { from, to } => hand_over(*from, *to, fresh, lists)?,
        CardOp::TransferLayered { from, to, what } => {
            let pass = Passed { from: *from, to: *to, what: *what, card: fresh.passed? };
            lists.passed.push(pass);
        }
        CardOp::Strip => strip(fresh, lists)?,
        CardOp::Release { seat } => lists.passed.retain(|pass| pass.from != *seat),
        CardOp::ShowHand { owner, to } => {
            lists.hands.get_mut(owner.index())?.clone_from(&fresh.shuffled);
            lists.shown = Some(Shown { to: *to, copies: fresh.copies.clone() });
        }
        CardOp::Take { winner, loser, index } => {
            let shown = lists.shown.take().filter(|shown| shown.to == *winner)?;
            let taken = *shown.copies.get(usize::from(*index))?;
            take_at(lists.hands.get_mut(loser.index())?, usize::from(*index))?;
            give(*winner, &taken, lists)?;
        }
        CardOp::Pledge { seat: owner } | CardOp::OpenObjects { owner, .. } => {
            lists.hands.get_mut(owner.index())?.clone_from(&fresh.shuffled);
        }
        CardOp::ShuffleAssociations { owner } | CardOp::OpenAssociations { owner, .. } => {
            lists.associations.get_mut(owner.index())?.clone_from(&fresh.shuffled);
        }
        CardOp::Look { pile, to } => {
            lists.looked = Some(Looked { to: *to, pile: *pile, copies: fresh.copies.clone() });
        }
        CardOp::ShufflePile { pile, from, .. } => put_from(lists, *pile, *from, fresh)?,
        CardOp::ShuffleRest { from, .. } => put_from(lists, Pile::Objects, *from, fresh)?,
        CardOp::ReturnOccupation { .. } => lists.spares.push(*fresh.piled.first()?),
        CardOp::DrawSpare { to } => {
            take_at(&mut lists.spares, 0)?;
            *lists.occupations.get_mut(to.index())? = *fresh.copies.first()?;
        }
        CardOp::Draw { to } => {
            take_at(&mut lists.pile, 0)?;
            give(*to, fresh.copies.first()?, lists)?;
        }
        CardOp::ShowSlot { .. } | CardOp::ShowAssociation { .. } | CardOp::OpenSlot { .. } | CardOp::Claim { .. } => {}
    }
    Some(())
}

/// The chosen card as its giver holds it, and as its receiver will.
fn first_and_copy(fresh: &Fresh) -> Option<[MaskedCard<Hand>; 2]> {
    Some([*fresh.shuffled.first()?, *fresh.copies.first()?])
}

/// What was laid down for a demand goes over, and what was surrendered comes back.
fn hand_over(from: Seat, to: Seat, fresh: &Fresh, lists: &mut CardLists) -> Option<()> {
    let held = *lists.hand(from).first()?;
    let received = *fresh.copies.first()?;
    let record = lists.trade.as_mut().filter(|record| record.from == from && record.to == to)?;
    record.offered = Some([held, received]);
    let [_, answer] = record.answer?;
    take_at(lists.hands.get_mut(from.index())?, 0)?;
    take_at(lists.hands.get_mut(to.index())?, 0)?;
    give(to, &received, lists)?;
    give(from, &answer, lists)
}

/// Puts shuffled cards in the place of a pile's cards from `from` on.
fn put_from(lists: &mut CardLists, pile: Pile, from: u8, fresh: &Fresh) -> Option<()> {
    let place = lists.pile_mut(pile).get_mut(usize::from(from)..)?;
    (place.len() == fresh.piled.len()).then(|| place.copy_from_slice(&fresh.piled))
}

/// All cards on their way arrive, in the order of their givers.
fn strip(fresh: &Fresh, lists: &mut CardLists) -> Option<()> {
    let passed = core::mem::take(&mut lists.passed);
    if passed.len() != fresh.copies.len() {
        return None;
    }
    for (pass, card) in passed.iter().zip(&fresh.copies) {
        match pass.what {
            LayeredCard::Pledged => {
                take_at(lists.hands.get_mut(pass.from.index())?, 0)?;
                give(pass.to, card, lists)?;
            }
            LayeredCard::Occupation => *lists.occupations.get_mut(pass.to.index())? = *card,
        }
    }
    Some(())
}

fn give(to: Seat, card: &MaskedCard<Hand>, lists: &mut CardLists) -> Option<()> {
    lists.hands.get_mut(to.index())?.push(*card);
    Some(())
}

fn take_at<T>(list: &mut Vec<T>, index: usize) -> Option<T> {
    (index < list.len()).then(|| list.remove(index))
}
