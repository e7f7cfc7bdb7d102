//! Where in a turn the game stands (rules.md section C as a state machine).

use serde::{Deserialize, Serialize};

use crate::{Association, Outcome, Seat, SeatSet, TradeCard};

/// What the table waits for. A phase owns just its own data.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Phase {
    /// The active seat chooses the main action (C.1).
    Turn,
    /// The partner of an offer answers (C.3).
    Response(Trade),
    /// A trade text runs that the partner of its giver must carry out (C.3).
    Execution {
        /// The trade.
        trade: Trade,
        /// Whose text runs.
        card: TradeCard,
        /// What is shown to the giver of that card.
        look: Look,
    },
    /// The offerer owes what is said about the answering card, always (C.3).
    AnswerText(Trade),
    /// Support is declared one by one (C.5).
    Support(Fight),
    /// The sealed ability round (C.5).
    Abilities(Fight),
    /// The winner chooses between identity and luggage (C.5).
    Spoils(Victory),
    /// The loser shows occupation and association (C.5).
    Identity(Victory),
    /// The loser shows the hand (C.5).
    Luggage(Victory),
    /// The winner takes one of the shown objects (C.5).
    Taking(Victory),
    /// A hand above the limit gives one object away (C.7).
    Gift(Gift),
    /// The named companions of a declaration open (C.8, walk.md decision 13).
    Named(Declaration),
    /// All other awake seats open their associations (walk.md decision 13).
    Closing(Declaration),
    /// A draw vote among the awake seats (E7).
    Vote,
    /// The game is over.
    Over(Outcome),
}

/// A trade between two seats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Trade {
    /// Who offered, and gave X.
    pub offerer: Seat,
    /// Who answers, and gave Y.
    pub responder: Seat,
}

impl Trade {
    /// Who received this card, announces it, and must serve its text.
    pub const fn receiver(self, card: TradeCard) -> Seat {
        match card {
            TradeCard::Offered => self.responder,
            TradeCard::Answer => self.offerer,
        }
    }

    /// Who gave this card and profits from its text.
    pub const fn giver(self, card: TradeCard) -> Seat {
        match card {
            TradeCard::Offered => self.offerer,
            TradeCard::Answer => self.responder,
        }
    }
}

/// What a trade text lets its giver see.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Look {
    /// Privilege: the hand.
    Hand,
    /// Monocle: the association.
    Association,
}

/// A running fight.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fight {
    /// Who attacks.
    pub attacker: Seat,
    /// Who is attacked.
    pub defender: Seat,
    /// Supporters of the attacker.
    pub attack: SeatSet,
    /// Supporters of the defender.
    pub defence: SeatSet,
    /// Who has declared support or abstained.
    pub declared: SeatSet,
}

/// A fight that somebody won.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Victory {
    /// Who won.
    pub winner: Seat,
    /// Who lost.
    pub loser: Seat,
}

/// A gift that is due because of the hand limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Gift {
    /// Who must give.
    pub giver: Seat,
    /// Who has already given in this chain.
    pub given: SeatSet,
    /// What goes on when the chain ends.
    pub then: Then,
}

/// What goes on after an interruption.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Then {
    /// The second text of this trade.
    AnswerText(Trade),
    /// The turn ends.
    EndTurn,
    /// The turn begins: the gift was a waking seat's.
    Turn,
}

/// A team declaration that is being opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Declaration {
    /// Who declared.
    pub declarer: Seat,
    /// For which association.
    pub association: Association,
    /// Named companions.
    pub named: SeatSet,
    /// Key items opened so far.
    pub items: u8,
    /// Whether every companion who has opened is of the association and holds a key item.
    pub sound: bool,
}
