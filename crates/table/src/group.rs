//! Group operations: rounds in which no seat chooses anything, between a step and the next owed entry.

use alloc::vec;
use alloc::vec::Vec;

use nightcoach_cards::share::{RemaskShare, hand_over, strip};
use nightcoach_cards::{Hand, HandPublic, Layered, MaskedCard, Pile};
use nightcoach_rules::{CardOp, Pile as PileName, Seat, SeatSet};

use crate::keys::Keys;
use crate::lists::CardLists;

/// What the round of a group operation asks of the seats.
#[derive(Clone, Debug)]
pub(crate) enum GroupRound<'a> {
    /// Everybody's shares in handing these pile cards to these keys.
    HandOver { cards: &'a [MaskedCard<Pile>], to: Vec<HandPublic> },
    /// Everybody's shares in stripping the pile key from these cards.
    Strip { cards: Vec<MaskedCard<Layered>>, to: Vec<HandPublic> },
    /// One seat's shuffle of these pile cards.
    Shuffle { cards: &'a [MaskedCard<Pile>] },
}

/// Operations that need no round: there is no card that they move.
pub(crate) fn is_idle(op: &CardOp, lists: &CardLists) -> bool {
    match op {
        CardOp::ShuffleRest { by, from } => by.is_empty() || lists.pile.len() <= usize::from(*from),
        _ => false,
    }
}

/// The round that an operation asks for; `None` if it is no group operation or the lists lack its cards.
pub(crate) fn round<'a>(op: &CardOp, keys: &Keys, lists: &'a CardLists) -> Option<GroupRound<'a>> {
    let hand_over = |cards: &'a [MaskedCard<Pile>], to: &Seat| {
        let to = vec![*keys.hand(*to)?; cards.len()];
        (!cards.is_empty()).then_some(GroupRound::HandOver { cards, to })
    };
    match op {
        CardOp::Draw { to } => hand_over(lists.pile.get(..1)?, to),
        CardOp::DrawSpare { to } => hand_over(lists.spares.get(..1)?, to),
        CardOp::Look { pile, to } => hand_over(lists.pile(*pile), to),
        CardOp::Strip => {
            let cards = lists.passed.iter().map(|pass| pass.card).collect();
            let to = lists.passed.iter().map(|pass| keys.hand(pass.to).copied()).collect::<Option<_>>()?;
            Some(GroupRound::Strip { cards, to })
        }
        CardOp::ShuffleRest { from, .. } => Some(GroupRound::Shuffle { cards: lists.pile.get(usize::from(*from)..)? }),
        _ => None,
    }
}

/// Whose entries the round of an operation needs.
pub(crate) fn owing(op: &CardOp, n: u8) -> SeatSet {
    match op {
        CardOp::ShuffleRest { by, .. } => by.iter().next().map_or(SeatSet::EMPTY, SeatSet::only),
        _ => SeatSet::first(n),
    }
}

/// What is left of an operation once the seat that owed it has entered.
pub(crate) fn rest(op: &CardOp) -> Option<CardOp> {
    match op {
        CardOp::ShuffleRest { by, from } => {
            let by = by.iter().next().map_or(SeatSet::EMPTY, |first| by.without(first));
            (!by.is_empty()).then_some(CardOp::ShuffleRest { by, from: *from })
        }
        _ => None,
    }
}

impl GroupRound<'_> {
    /// The cards under their new keys, from everybody's shares; `None` for a shuffle, or if the shares cancel.
    pub(crate) fn combine(&self, shares: &[Vec<RemaskShare>]) -> Option<Vec<MaskedCard<Hand>>> {
        match self {
            Self::HandOver { cards, .. } => hand_over(cards, shares).ok(),
            Self::Strip { cards, .. } => strip(cards, shares).ok(),
            Self::Shuffle { .. } => None,
        }
    }
}

/// Number of the round of an operation in contexts (`protocol-spec/labels.md`).
pub(crate) const fn kind(op: &CardOp) -> u8 {
    match op {
        CardOp::Look { pile: PileName::Objects, .. } => 11,
        CardOp::Look { pile: PileName::Spares, .. } => 12,
        CardOp::Strip => 13,
        CardOp::ShuffleRest { .. } => 14,
        CardOp::DrawSpare { .. } => 15,
        // `Draw`, and all that is no group operation.
        _ => 9,
    }
}
