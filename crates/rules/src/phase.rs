//! Where in a turn the game stands (rules.md section C as a state machine).

use serde::{Deserialize, Serialize};

use crate::{Association, Kind, Neighbour, Outcome, Seat, SeatSet, Side, TradeCard};

/// What the table waits for. A phase owns just its own data.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Phase {
    /// The active seat chooses the main action (C.1).
    Turn,
    /// With `clairvoyant_anytime` the active seat is asked for the Clairvoyant once more.
    TurnEnd,
    /// The owner of the Clairvoyant puts two objects on top of the pile (C.2).
    Reorder {
        /// Whether the turn is over then.
        at_end: bool,
    },
    /// The target of a demand answers (C.4).
    Demand(Demand),
    /// The Diplomat hands over what it laid down (C.4).
    HandOver(Trade),
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
    /// What is said about a received card is owed, always (C.3): by its receiver, with `smuggling` by its giver.
    Text {
        /// The trade.
        trade: Trade,
        /// About which card.
        card: TradeCard,
    },
    /// With `tome_coat_optional`: the giver of an announced Tome or Coat lets its text happen or not.
    Consent {
        /// The trade.
        trade: Trade,
        /// Whose text.
        card: TradeCard,
        /// Tome or Coat.
        kind: Kind,
    },
    /// Sextant: its giver names a side (C.3).
    Direction {
        /// The trade.
        trade: Trade,
        /// Which card is the Sextant.
        card: TradeCard,
    },
    /// Sextant: everybody awake lays an object aside.
    Pledges(Ring),
    /// Sextant: everybody awake passes it on.
    Passing(Ring),
    /// Tome: both traders pass their occupations to each other.
    Swap {
        /// The trade.
        trade: Trade,
        /// Which card is the Tome.
        card: TradeCard,
    },
    /// Coat: its giver takes a spare and gives the own occupation back.
    Exchange {
        /// The trade.
        trade: Trade,
        /// Which card is the Coat.
        card: TradeCard,
    },
    /// With `three_player_mixed`: one of three shuffled associations is picked.
    AssociationPick(AssociationPick),
    /// With `three_player_mixed`: the picked association is shown.
    AssociationShow {
        /// Whose, and to whom.
        pick: AssociationPick,
        /// Its place.
        place: u8,
    },
    /// Everybody but the attacker is asked, sealed, for the Priest (C.5).
    Priest(Fight),
    /// The attacker pays the Priest who stopped him (C.5).
    Payment {
        /// The attacker.
        payer: Seat,
        /// The Priest.
        priest: Seat,
    },
    /// Support is declared (C.5): one by one, or sealed with `secret_support`.
    Support(Fight),
    /// The attacker is asked for the Hypnotist (C.5).
    Hypnotist(Fight),
    /// A round of objects and occupations (C.5): sealed, or one by one with `ability_mode`.
    Abilities(Fight),
    /// The fight is counted; everybody is asked, sealed, for the Doctor (C.5).
    Doctor {
        /// The fight.
        fight: Fight,
        /// Who has won it, or level.
        winner: Option<Side>,
    },
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

impl Phase {
    /// The fight that runs, from its Priest window to its Doctor window (rules.md C.5).
    pub const fn fight(&self) -> Option<&Fight> {
        match self {
            Self::Priest(fight)
            | Self::Support(fight)
            | Self::Hypnotist(fight)
            | Self::Abilities(fight)
            | Self::Doctor { fight, .. } => Some(fight),
            Self::Turn
            | Self::TurnEnd
            | Self::Reorder { .. }
            | Self::Demand(_)
            | Self::HandOver(_)
            | Self::Response(_)
            | Self::Execution { .. }
            | Self::Text { .. }
            | Self::Consent { .. }
            | Self::Direction { .. }
            | Self::Pledges(_)
            | Self::Passing(_)
            | Self::Swap { .. }
            | Self::Exchange { .. }
            | Self::AssociationPick(_)
            | Self::AssociationShow { .. }
            | Self::Payment { .. }
            | Self::Spoils(_)
            | Self::Identity(_)
            | Self::Luggage(_)
            | Self::Taking(_)
            | Self::Gift(_)
            | Self::Named(_)
            | Self::Closing(_)
            | Self::Vote
            | Self::Over(_) => None,
        }
    }
}

/// A trade between two seats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Trade {
    /// Who offered, and gave X.
    pub offerer: Seat,
    /// Who answers, and gave Y.
    pub responder: Seat,
    /// Whether the Diplomat demanded Y.
    pub demanded: bool,
    /// With `sextant_last`: the announced Sextant that runs after the other text.
    pub sextant: Option<TradeCard>,
}

/// A demand of the Diplomat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Demand {
    /// Who demands.
    pub diplomat: Seat,
    /// From whom.
    pub target: Seat,
    /// What.
    pub kind: Kind,
}

/// A running Sextant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ring {
    /// The trade.
    pub trade: Trade,
    /// Which card is the Sextant.
    pub card: TradeCard,
    /// To which side everybody passes.
    pub side: Neighbour,
}

/// With `three_player_mixed`: a look at one of three associations.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AssociationPick {
    /// Whose.
    pub owner: Seat,
    /// Who picks and sees.
    pub by: Seat,
    /// The text that it serves; none after a fight.
    pub text: Option<(Trade, TradeCard)>,
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
    /// Valid supporters of the attacker.
    pub attack: SeatSet,
    /// Valid supporters of the defender.
    pub defence: SeatSet,
    /// Who has declared support or abstained.
    pub declared: SeatSet,
    /// Who may use neither object nor occupation in this fight.
    pub hypnotised: Option<Seat>,
    /// Who has used an occupation in the ability window.
    pub used: SeatSet,
    /// Whether a Duelist has made all supports void.
    pub duel: bool,
    /// What a Poison Mixer has decided.
    pub poison: Option<Side>,
    /// With [`AbilityMode::SeatOrder`](crate::AbilityMode): who answered last.
    pub last: Option<Seat>,
    /// With [`AbilityMode::SeatOrder`](crate::AbilityMode): who has passed since something was played.
    pub passed: SeatSet,
}

impl Fight {
    /// A fight that has just begun.
    pub const fn new(attacker: Seat, defender: Seat) -> Self {
        Self {
            attacker,
            defender,
            attack: SeatSet::EMPTY,
            defence: SeatSet::EMPTY,
            declared: SeatSet::EMPTY,
            hypnotised: None,
            used: SeatSet::EMPTY,
            duel: false,
            poison: None,
            last: None,
            passed: SeatSet::EMPTY,
        }
    }

    /// Attacker and defender.
    pub const fn principals(&self) -> SeatSet {
        SeatSet::only(self.attacker).with(self.defender)
    }

    /// The principal of a side.
    pub const fn principal(&self, side: Side) -> Seat {
        match side {
            Side::Attacker => self.attacker,
            Side::Defender => self.defender,
        }
    }

    /// The valid supporters of a side.
    pub const fn supporters(&self, side: Side) -> SeatSet {
        match side {
            Side::Attacker => self.attack,
            Side::Defender => self.defence,
        }
    }
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
    /// This text of this trade.
    Text(Trade, TradeCard),
    /// The trade is over.
    TradeOver(Trade),
    /// The turn ends.
    EndTurn,
    /// The turn begins: the gift was a waking seat's.
    Turn,
}

/// A team declaration or a prophecy that is being opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Declaration {
    /// Who declared.
    pub declarer: Seat,
    /// The declarer's own association, which wins if the claim is true.
    pub own: Association,
    /// Whose key items the claim is about: the own association's, in a prophecy the other's.
    pub association: Association,
    /// Named seats.
    pub named: SeatSet,
    /// With `claim_counts`: how many key items the named are said to hold, in seat order; else zeros.
    pub counts: [u8; MOST_COUNTED],
    /// Key items opened so far by declarer and named.
    pub items: u8,
    /// Whether every named seat that has opened is of the association and holds as many key items as it is said to.
    pub sound: bool,
    /// Whether some named seat opened no key item at all.
    pub bare: bool,
}

/// Most companions that a claim with counts can name: a side owns four key items, and the declarer holds one.
pub const MOST_COUNTED: usize = 3;
