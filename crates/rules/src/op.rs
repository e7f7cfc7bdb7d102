//! What the engine requires of the card protocol before a step counts (walk.md, Part A).

use alloc::vec::Vec;

use serde::{Deserialize, Serialize};

use crate::{Association, Face, Kind, Pile, Seat, SeatSet, Slot, SlotFace};

/// An operation on hidden cards. Carried ones are proven inside the acting seat's own entry, in the order in which the
/// engine lists them, each over the card lists as the ones before have left them. Group operations follow in rounds of
/// their own: [`CardOp::Draw`], [`CardOp::Look`], [`CardOp::Strip`], [`CardOp::ShuffleRest`], [`CardOp::DrawSpare`].
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
    /// `seat` shuffles the own hand, chosen card first; place 0 is locked until it is given away or released.
    Pledge {
        /// Who lays a card down.
        seat: Seat,
    },
    /// The pledge of `seat` is void, and so is its layered transfer of this step, if any. Nothing to prove.
    Release {
        /// Whose pledge it was.
        seat: Seat,
    },
    /// `from` shuffles the own hand, chosen card first, and re-masks place 0 to `to`. Opens the trade record of a
    /// demand, as its Y. The card stays at place 0 of `from` until [`CardOp::TransferPledged`].
    Surrender {
        /// The seat that holds what was demanded.
        from: Seat,
        /// The Diplomat.
        to: Seat,
    },
    /// The pledged card at place 0 of `from` is re-masked to `to`, without a shuffle, and enters the trade record as X.
    /// Then X and Y change hands.
    TransferPledged {
        /// The Diplomat.
        from: Seat,
        /// The seat that has surrendered a card.
        to: Seat,
    },
    /// A pledged card (place 0) or the occupation of `from` is re-masked to the hand key of `to` plus the pile key. It is
    /// readable for nobody, and stays where it is, until [`CardOp::Strip`].
    TransferLayered {
        /// Who gives.
        from: Seat,
        /// Who receives.
        to: Seat,
        /// What.
        what: LayeredCard,
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
    /// With `three_player_mixed`: `owner` shuffles the own three associations.
    ShuffleAssociations {
        /// Whose.
        owner: Seat,
    },
    /// With `three_player_mixed`: one association re-masked to `to`.
    ShowAssociation {
        /// Whose.
        owner: Seat,
        /// Its place, 0 to 2.
        place: u8,
        /// Who sees it.
        to: Seat,
    },
    /// With `three_player_mixed`: `owner` shuffles the three associations and opens them to all in this order.
    OpenAssociations {
        /// Whose.
        owner: Seat,
        /// What they are, ascending.
        faces: Vec<Association>,
    },
    /// `by` shuffles a pile under the pile key from place `from` on; in a carried one from place 0 the selected cards come
    /// first.
    ShufflePile {
        /// Who.
        by: Seat,
        /// Which pile.
        pile: Pile,
        /// How many cards on top stay where they are.
        from: u8,
    },
    /// The occupation of `owner` is re-masked to the pile key and appended to the spares.
    ReturnOccupation {
        /// Whose.
        owner: Seat,
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
    /// Group operation: every card of a pile is re-masked to `to`, who sees it; the pile stays as it is.
    Look {
        /// Which pile.
        pile: Pile,
        /// Who sees it.
        to: Seat,
    },
    /// Group operation: the pile key is stripped from every layered card of this step, and the cards change places.
    Strip,
    /// Group operation: each of these seats in turn, in seat order, shuffles the objects from place `from` on.
    ShuffleRest {
        /// Who.
        by: SeatSet,
        /// How many cards on top stay where they are.
        from: u8,
    },
    /// Group operation: the spare at place 0 becomes the occupation of `to`.
    DrawSpare {
        /// Who.
        to: Seat,
    },
}

/// What goes through the pile key's layer to another seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum LayeredCard {
    /// The pledged object.
    Pledged,
    /// The occupation.
    Occupation,
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

impl TradeCard {
    /// The card that went the other way.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::Offered => Self::Answer,
            Self::Answer => Self::Offered,
        }
    }
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
    /// Y is of this kind.
    IsKind {
        /// The demanded kind.
        kind: Kind,
        /// Whether the pile is empty at this moment.
        pile_empty: bool,
    },
    /// The card that the same entry pledges has none of these faces.
    PledgeIsNot {
        /// The faces.
        faces: Vec<Face>,
    },
    /// From place `after` on, no card of the prover's hand has one of these faces. The same entry has shuffled the hand.
    LacksFaces {
        /// How many cards at the front are not spoken of (they were opened).
        after: u8,
        /// The faces that do not occur.
        faces: Vec<Face>,
    },
}
