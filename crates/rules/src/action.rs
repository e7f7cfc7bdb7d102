//! What a seat may enter into a round.

use alloc::vec::Vec;

use serde::{Deserialize, Serialize};

use crate::{Face, Kind, Membership, Occupation, Seat, SeatSet};

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
    /// Turn, or the window at its end: use the own Clairvoyant.
    Foresee,
    /// Clairvoyant: two objects on top of the pile. Selection: the first, the second.
    Reorder,
    /// Turn: demand an object of a kind with the own Diplomat. Selection: the object laid down for it.
    Demand {
        /// From whom.
        target: Seat,
        /// What.
        kind: Kind,
    },
    /// Demanded: give an object of the kind. Selection: the object.
    Surrender,
    /// Demanded: show that no object of the kind is in the own hand.
    Lack,
    /// Forced: the object that was laid down for a demand goes to the seat that gave its own.
    HandOver,
    /// With `tome_coat_optional`: let the text of the own Tome or Coat happen, or not.
    UseText {
        /// Whether it happens.
        using: bool,
    },
    /// Sextant: to which side everybody passes an object.
    Direct {
        /// The side.
        side: Neighbour,
    },
    /// Sextant: lay one object aside to be passed. Selection: the object.
    Pledge,
    /// Forced by the Sextant: pass the pledged object on.
    PassOn,
    /// Forced by the Tome: pass the own occupation to the partner of the trade.
    SwapOccupation,
    /// Coat: take a spare occupation and give the own one back. Selection: the occupation taken.
    Exchange,
    /// Forced, with `three_player_mixed`: shuffle the own three associations before one of them is picked.
    ShuffleAssociations,
    /// With `three_player_mixed`: pick one of the associations of another seat.
    PickAssociation {
        /// Its place, 0 to 2.
        place: u8,
    },
    /// Forced: show the own hand to the seat that may see it (Privilege, luggage).
    ShowHand,
    /// Forced: show the own association (Monocle), or the one that was picked.
    ShowAssociation,
    /// Forced: show the own occupation and association (identity); of three associations none yet.
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
        /// The own association cards, opened by this action.
        membership: Membership,
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
        /// The own association cards, opened by this action.
        membership: Membership,
    },
    /// A named seat opens association, occupation and all key items of the side of the claim.
    OpenNamed {
        /// The own association cards.
        membership: Membership,
        /// The own occupation.
        occupation: Occupation,
        /// All own key items of the side of the claim, ascending.
        items: Vec<Face>,
    },
    /// Closing round of a declaration: everybody else opens the association.
    OpenAssociation {
        /// The own association cards.
        membership: Membership,
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

/// To whom the Sextant passes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Neighbour {
    /// The next seat in turn order.
    Left,
    /// The seat before.
    Right,
}

/// Own cards that a choice singles out; it never leaves the seat. It tells the table which cards come first in a shuffle.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Selection {
    /// None.
    #[default]
    Nothing,
    /// Objects: the one offered, given, laid down, pledged, paid or returned; or two for the top of the pile, in order.
    Objects(Vec<Face>),
    /// The spare occupation that the Coat takes.
    Occupation(Occupation),
}

impl Selection {
    /// One object.
    pub fn object(face: Face) -> Self {
        Self::Objects(Vec::from([face]))
    }

    /// The objects, in order.
    pub fn objects(&self) -> &[Face] {
        match self {
            Self::Objects(faces) => faces,
            Self::Nothing | Self::Occupation(_) => &[],
        }
    }

    /// The occupation.
    pub const fn occupation(&self) -> Option<Occupation> {
        match self {
            Self::Occupation(occupation) => Some(*occupation),
            Self::Nothing | Self::Objects(_) => None,
        }
    }
}

/// An action together with the private half of the choice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Choice {
    /// The public half.
    pub action: Action,
    /// The private half.
    pub selection: Selection,
}

impl Choice {
    /// A choice without a private half.
    pub const fn plain(action: Action) -> Self {
        Self { action, selection: Selection::Nothing }
    }

    /// A choice that singles out an own object.
    pub fn with(action: Action, card: Face) -> Self {
        Self { action, selection: Selection::object(card) }
    }
}
