//! What the engine requires of the card protocol before a step counts (walk.md, Part A).

use alloc::vec::Vec;

use serde::{Deserialize, Serialize};

use crate::{Face, Kind, Seat, Slot, SlotFace};

/// An operation on hidden cards. All but [`CardOp::Draw`] are carried: proven inside the acting seat's own entry, in the
/// order in which the engine lists them, each over the card lists as the ones before have left them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum CardOp {
    /// `from` shuffles the own hand, chosen card first, and re-masks place 0 to `to`. Opens the trade record: X as held,
    /// X as received. The card stays in the hand of `from`, at place 0, until settled or withdrawn.
    Offer {
        /// Who offers.
        from: Seat,
        /// Who may accept.
        to: Seat,
    },
    /// The offer was refused: the re-masked copy is dropped and the trade record closed. Nothing to prove.
    Withdraw {
        /// Whose offer it was.
        from: Seat,
    },
    /// The offered card leaves place 0 of `from` and is appended, as re-masked, to the hand of `to`. Nothing to prove.
    Settle {
        /// Who offered.
        from: Seat,
        /// Who accepted.
        to: Seat,
    },
    /// `from` shuffles the own hand, chosen card first; place 0 is re-masked, leaves, and is appended to the hand of `to`.
    /// With [`Why::Trade`] it enters the trade record as Y.
    Transfer {
        /// Who gives.
        from: Seat,
        /// Who receives.
        to: Seat,
        /// For what.
        why: Why,
    },
    /// The trade is over: its record is dropped. Nothing to prove.
    CloseTrade,
    /// `owner` shuffles the hand and re-masks every card to `to`; the copies stay aside until the next
    /// step, and as long as the winner of a fight owes a take.
    ShowHand {
        /// Whose hand.
        owner: Seat,
        /// Who sees it.
        to: Seat,
    },
    /// A slot card re-masked to `to`.
    ShowSlot {
        /// Whose card.
        owner: Seat,
        /// Which card.
        slot: Slot,
        /// Who sees it.
        to: Seat,
    },
    /// The shown copy at `index` becomes the winner's card (appended); the loser's card at that place is deleted.
    Take {
        /// Who takes.
        winner: Seat,
        /// Who loses it.
        loser: Seat,
        /// Place in the loser's hand as shown.
        index: u8,
    },
    /// `owner` shuffles the hand, the opened cards first in the order of `faces`, and opens that prefix to all.
    OpenObjects {
        /// Whose cards.
        owner: Seat,
        /// What is opened, in ascending order; may be empty (the shuffle happens all the same).
        faces: Vec<Face>,
    },
    /// A slot card opened to all.
    OpenSlot {
        /// Whose card.
        owner: Seat,
        /// What it is.
        face: SlotFace,
    },
    /// A statement about hidden cards that must be proven.
    Claim {
        /// Who proves it, over cards under his own hand key.
        prover: Seat,
        /// What is claimed.
        claim: Claim,
    },
    /// Group operation: the top card of the pile (place 0) goes to the hand of `to` (appended).
    Draw {
        /// Who draws.
        to: Seat,
    },
}

/// Why a card changes hands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Why {
    /// The answering card Y of a trade.
    Trade,
    /// A gift, because of the hand limit.
    Gift,
    /// Given back to an emptied loser.
    Return,
    /// The attacker's payment to the Priest.
    Payment,
}

/// One of the two cards of a trade.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum TradeCard {
    /// X, the offered card.
    Offered,
    /// Y, the answer.
    Answer,
}

/// Statements about hidden faces (walk.md a.1); trade claims are about the trade record, as the prover holds or held it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Claim {
    /// X is neither Pearl nor Mirror.
    Refusable,
    /// X is no bag, or Y is no bag.
    NotTwoBags,
    /// `card` has no text, or the other card of the trade is the Mirror.
    Silent {
        /// Whose text entry this is.
        card: TradeCard,
        /// Whether the pile is empty at this moment.
        pile_empty: bool,
    },
    /// `card` is of this kind and the other card of the trade is not the Mirror.
    Texted {
        /// Whose text entry this is.
        card: TradeCard,
        /// The announced kind.
        kind: Kind,
        /// Whether the pile is empty at this moment.
        pile_empty: bool,
    },
    /// From place `after` on, no card of the prover's hand has one of these faces. The same entry has shuffled the hand.
    LacksFaces {
        /// How many cards at the front are not spoken of (they were opened).
        after: u8,
        /// The faces that do not occur.
        faces: Vec<Face>,
    },
}
