//! What a seat may enter into a round.

use alloc::vec::Vec;

use serde::{Deserialize, Serialize};

use crate::{Association, Face, Kind, Occupation, Seat, SeatSet};

/// A rules choice, legal or not, as it stands on the wire. It never names a face, except one that this very action makes
/// public.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Action {
    /// Turn: do nothing. Sealed window: open nothing.
    Pass,
    /// Turn: offer one own object to a seat. Selection: the object.
    Offer {
        /// To whom.
        to: Seat,
    },
    /// Trade response: refuse.
    Refuse,
    /// Trade response: accept. Selection: the answering object. Carries text 1 (what is said about X).
    Accept {
        /// The announced kind of X, or silence.
        text: Option<Kind>,
    },
    /// Text 2: what the offerer says about Y.
    Text {
        /// The announced kind of Y, or silence.
        text: Option<Kind>,
    },
    /// Forced: show the own hand to the seat that may see it (Privilege, luggage).
    ShowHand,
    /// Forced: show the own association (Monocle).
    ShowAssociation,
    /// Forced: show the own occupation and association (identity).
    ShowIdentity,
    /// Turn: attack a seat.
    Attack {
        /// The defender.
        target: Seat,
    },
    /// Support declaration: a side, or nobody.
    Support {
        /// The supported side.
        side: Option<Side>,
    },
    /// Priest window: stop the attack, or let it go on.
    Priest {
        /// Whether the own Priest stops it.
        stop: bool,
    },
    /// Forced by the Priest: hand him an object. Selection: the object.
    Pay,
    /// Hypnotist window: make one seat powerless in this fight, or nobody.
    Hypnotise {
        /// Whom.
        target: Option<Seat>,
    },
    /// Ability window: what is played in this fight; nothing at all is a pass.
    Abilities {
        /// The opened objects, ascending, without doubles.
        objects: Vec<Face>,
        /// The used occupation.
        power: Option<Power>,
    },
    /// Doctor window: cancel the effect of the fight, or not.
    Doctor {
        /// Whether the own Doctor cancels it.
        cancel: bool,
    },
    /// Winner's choice.
    Spoils(Spoils),
    /// Winner takes the shown card at this place.
    Take {
        /// Place in the hand as shown.
        index: u8,
    },
    /// Winner takes the loser's only card and gives one back in the same entry. Selection: the card given back.
    TakeAndReturn {
        /// Place in the hand as shown; 0.
        index: u8,
    },
    /// Hand limit: give one object away. Selection: the object.
    Give {
        /// To whom.
        to: Seat,
    },
    /// Turn: declare for the own association.
    DeclareTeam {
        /// Named companions.
        named: SeatSet,
        /// The own association, opened by this action.
        association: Association,
        /// The own occupation, opened by this action.
        occupation: Occupation,
        /// All own key items of the claim, ascending, opened by this action.
        items: Vec<Face>,
        /// With `claim_counts`: how many key items each companion holds, in seat order; else empty.
        counts: Vec<u8>,
    },
    /// Turn: declare a personal win with the Coat of Armor of the Loge, opened by this action.
    DeclareSolo {
        /// Three Keys, Goblets or transformed bags, ascending, opened by this action.
        items: Vec<Face>,
    },
    /// Turn: claim that the other association could declare.
    Prophesy {
        /// Members of the other association who could.
        named: SeatSet,
        /// The own association, opened by this action.
        association: Association,
    },
    /// A named seat opens association, occupation and all key items of the side of the claim.
    OpenNamed {
        /// The own association.
        association: Association,
        /// The own occupation.
        occupation: Occupation,
        /// All own key items of the side of the claim, ascending.
        items: Vec<Face>,
    },
    /// Closing round of a declaration: everybody else opens the association.
    OpenAssociation {
        /// The own association.
        association: Association,
        /// With `strict_naming`, if of the side of the claim: all own key items of it, ascending; else empty.
        items: Vec<Face>,
    },
    /// Draw vote.
    Vote {
        /// Whether to end the game as a draw.
        draw: bool,
    },
}

/// A side of a fight.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Side {
    /// The attacker's.
    Attacker,
    /// The defender's.
    Defender,
}

/// An occupation played in the ability window (rules.md C.5).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Power {
    /// +1 swords for the attacker himself.
    Thug,
    /// +1 shields for the defender himself.
    GrandMaster,
    /// +1 for the supported principal.
    Bodyguard,
    /// All supports are void, and +1 for the principal himself.
    Duelist,
    /// A seat that is no principal decides who wins.
    PoisonMixer {
        /// The winning side.
        wins: Side,
    },
}

impl Power {
    /// Every power.
    pub const ALL: [Self; 6] = [
        Self::Thug,
        Self::GrandMaster,
        Self::Bodyguard,
        Self::Duelist,
        Self::PoisonMixer { wins: Side::Attacker },
        Self::PoisonMixer { wins: Side::Defender },
    ];

    /// Whose power it is.
    pub const fn occupation(self) -> Occupation {
        match self {
            Self::Thug => Occupation::Thug,
            Self::GrandMaster => Occupation::GrandMaster,
            Self::Bodyguard => Occupation::Bodyguard,
            Self::Duelist => Occupation::Duelist,
            Self::PoisonMixer { .. } => Occupation::PoisonMixer,
        }
    }
}

/// What a winner chooses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Spoils {
    /// Look at the loser's occupation and association.
    Identity,
    /// Look at the loser's hand and take one object.
    Luggage,
}

/// Own faces that a choice singles out; it never leaves the seat. It tells the table which cards come first in the hand
/// shuffle. At most one card today: the offered, answering, given, paid or returned one.
pub type Selection = Vec<Face>;

/// An action together with the private half of the choice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Choice {
    /// The public half.
    pub action: Action,
    /// The private half.
    pub selection: Selection,
}
