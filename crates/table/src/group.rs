//! Group operations: rounds in which no seat chooses anything, between a step and the next owed entry.

use alloc::vec;
use alloc::vec::Vec;

use nightcoach_cards::{Hand, HandPublic, Layered, MaskedCard, Pile};
use nightcoach_rules::{CardOp, Pile as PileName, Seat, SeatSet};

use crate::keys::{Keys, PileKey, SeatShares};
use crate::lists::CardLists;

/// A group operation of one round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum GroupOp {
    Draw { to: Seat },
    Look { pile: PileName, to: Seat },
    Strip,
    ShuffleRest { by: Seat, from: u8 },
    DrawSpare { to: Seat },
}

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

impl GroupOp {
    /// The rounds that the group operations of a step need, in order.
    pub(crate) fn rounds(ops: &[CardOp]) -> Vec<Self> {
        ops.iter().flat_map(Self::rounds_of).collect()
    }

    fn rounds_of(op: &CardOp) -> Vec<Self> {
        match op {
            CardOp::Draw { to } => vec![Self::Draw { to: *to }],
            CardOp::Look { pile, to } => vec![Self::Look { pile: *pile, to: *to }],
            CardOp::Strip => vec![Self::Strip],
            CardOp::ShuffleRest { by, from } => by.iter().map(|by| Self::ShuffleRest { by, from: *from }).collect(),
            CardOp::DrawSpare { to } => vec![Self::DrawSpare { to: *to }],
            CardOp::Offer { .. }
            | CardOp::Withdraw { .. }
            | CardOp::Settle { .. }
            | CardOp::Transfer { .. }
            | CardOp::Pledge { .. }
            | CardOp::Release { .. }
            | CardOp::Surrender { .. }
            | CardOp::TransferPledged { .. }
            | CardOp::TransferLayered { .. }
            | CardOp::CloseTrade
            | CardOp::ShowHand { .. }
            | CardOp::ShowSlot { .. }
            | CardOp::Take { .. }
            | CardOp::OpenObjects { .. }
            | CardOp::OpenSlot { .. }
            | CardOp::ShuffleAssociations { .. }
            | CardOp::ShowAssociation { .. }
            | CardOp::OpenAssociations { .. }
            | CardOp::ShufflePile { .. }
            | CardOp::ReturnOccupation { .. }
            | CardOp::Claim { .. } => vec![],
        }
    }

    /// What this round does to the lists.
    pub(crate) const fn card_op(self) -> CardOp {
        match self {
            Self::Draw { to } => CardOp::Draw { to },
            Self::Look { pile, to } => CardOp::Look { pile, to },
            Self::Strip => CardOp::Strip,
            Self::ShuffleRest { by, from } => CardOp::ShuffleRest { by: SeatSet::only(by), from },
            Self::DrawSpare { to } => CardOp::DrawSpare { to },
        }
    }

    /// Whose entries the round needs, of those who are awake and those of them who hold the pile key; the receiver's share too.
    pub(crate) const fn owing(self, awake: SeatSet, holders: SeatSet) -> SeatSet {
        match self {
            Self::ShuffleRest { by, .. } => SeatSet::only(by).and(awake),
            Self::Draw { .. } | Self::Look { .. } | Self::DrawSpare { .. } | Self::Strip => holders,
        }
    }

    /// Number of this kind of round in contexts (`protocol-spec/table.md`).
    pub(crate) const fn kind(self) -> u8 {
        match self {
            Self::Draw { .. } => 9,
            Self::Look { pile: PileName::Objects, .. } => 11,
            Self::Look { pile: PileName::Spares, .. } => 12,
            Self::Strip => 13,
            Self::ShuffleRest { .. } => 14,
            Self::DrawSpare { .. } => 15,
        }
    }

    /// What the round asks for; `None` if the lists lack its cards.
    pub(crate) fn round<'a>(self, keys: &Keys, lists: &'a CardLists) -> Option<GroupRound<'a>> {
        let hand_over = |cards: &'a [MaskedCard<Pile>], to: Seat| {
            let to = vec![*keys.hand(to)?; cards.len()];
            (!cards.is_empty()).then_some(GroupRound::HandOver { cards, to })
        };
        match self {
            Self::Draw { to } => hand_over(lists.pile.get(..1)?, to),
            Self::DrawSpare { to } => hand_over(lists.spares.get(..1)?, to),
            Self::Look { pile, to } => hand_over(lists.pile(pile), to),
            Self::Strip => {
                let cards = lists.passed.iter().map(|pass| pass.card).collect();
                let to = lists.passed.iter().map(|pass| keys.hand(pass.to).copied()).collect::<Option<_>>()?;
                Some(GroupRound::Strip { cards, to })
            }
            Self::ShuffleRest { from, .. } => Some(GroupRound::Shuffle { cards: lists.pile.get(usize::from(from)..)? }),
        }
    }
}

impl GroupRound<'_> {
    /// The cards under their new keys, from the holders' shares; `None` for a shuffle, or if the shares do not fit or cancel.
    pub(crate) fn combine(&self, key: &PileKey, shares: &SeatShares) -> Option<Vec<MaskedCard<Hand>>> {
        match self {
            Self::HandOver { cards, .. } => key.hand_over(cards, shares),
            Self::Strip { cards, .. } => key.strip(cards, shares),
            Self::Shuffle { .. } => None,
        }
    }
}
