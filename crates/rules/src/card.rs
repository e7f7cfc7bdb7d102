//! What is printed on the cards (rules.md section A).

use alloc::vec::Vec;

use serde::{Deserialize, Serialize};

/// The deck a face belongs to; faces of different decks are different card points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Deck {
    /// Order and Brotherhood.
    Associations,
    /// The ten occupations.
    Occupations,
    /// The luggage.
    Objects,
}

/// A face of an object card (rules.md A.1). Equal cards are one face.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Face {
    /// Key item of the Order.
    Key,
    /// Key item of the Brotherhood.
    Goblet,
    /// Secret Bag that becomes a Key when the pile is empty.
    BagKey,
    /// Secret Bag that becomes a Goblet when the pile is empty.
    BagGoblet,
    /// Black Pearl: its holder may not declare.
    Pearl,
    /// Broken Mirror: cancels both texts of its trade.
    Mirror,
    /// +1 swords for the attacker.
    Dagger,
    /// +1 shields for the defender.
    Gloves,
    /// Poison Ring: wins a level fight for a principal.
    Ring,
    /// Casting Knives: +1 swords for a supporter of the attacker.
    Knives,
    /// +1 shields for a supporter of the defender.
    Whip,
    /// Text: the giver sees the partner's hand.
    Privilege,
    /// Text: the giver sees the partner's association.
    Monocle,
    /// Text: everybody passes a card to one side.
    Sextant,
    /// Text: the giver exchanges his occupation with a spare.
    Coat,
    /// Text: the traders swap occupations.
    Tome,
    /// Coat of Armor of the Loge: a personal win.
    Loge,
}

/// A kind of object as players speak of it: both bags are one kind (walk.md decision 6).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Kind {
    /// Key, and the transformed bag.
    Key,
    /// Goblet, and the transformed bag.
    Goblet,
    /// Either bag while the pile lasts.
    SecretBag,
    /// Black Pearl.
    Pearl,
    /// Broken Mirror.
    Mirror,
    /// Dagger.
    Dagger,
    /// Gloves.
    Gloves,
    /// Poison Ring.
    Ring,
    /// Casting Knives.
    Knives,
    /// Whip.
    Whip,
    /// Privilege.
    Privilege,
    /// Monocle.
    Monocle,
    /// Sextant.
    Sextant,
    /// Coat.
    Coat,
    /// Tome.
    Tome,
    /// Coat of Armor of the Loge.
    Loge,
}

/// An association (rules.md A.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Association {
    /// Order of Open Secrets: three Keys.
    Order,
    /// Brotherhood of True Lies: three Goblets.
    Brotherhood,
}

/// What a seat's association cards are: one, or with `three_player_mixed` three, of which two decide (rules.md C.9).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Membership {
    /// The one card.
    One(Association),
    /// Three cards.
    Three {
        /// The association that two or more of them show.
        side: Association,
        /// Whether all three do.
        unanimous: bool,
    },
}

impl Membership {
    /// The association that the seat belongs to.
    pub const fn side(self) -> Association {
        match self {
            Self::One(side) | Self::Three { side, .. } => side,
        }
    }

    /// How many of the cards show this association.
    pub const fn count(self, association: Association) -> usize {
        let (same, other) = match self {
            Self::One(_) => (1, 0),
            Self::Three { unanimous: true, .. } => (3, 0),
            Self::Three { unanimous: false, .. } => (2, 1),
        };
        let own = matches!(
            (self.side(), association),
            (Association::Order, Association::Order) | (Association::Brotherhood, Association::Brotherhood)
        );
        if own { same } else { other }
    }

    /// The cards, ascending.
    pub fn cards(self) -> Vec<Association> {
        let mut cards = match self {
            Self::One(side) => Vec::from([side]),
            Self::Three { side, unanimous } => Vec::from([side, side, if unanimous { side } else { side.other() }]),
        };
        cards.sort_unstable();
        cards
    }

    /// What these cards are; nothing for other numbers of cards than one and three.
    pub fn of(cards: &[Association]) -> Option<Self> {
        match *cards {
            [card] => Some(Self::One(card)),
            [a, b, c] => {
                let side = if a == b || a == c { a } else { b };
                Some(Self::Three { side, unanimous: a == b && b == c })
            }
            _ => None,
        }
    }
}

/// An occupation (rules.md A.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Occupation {
    /// Demands a named object.
    Diplomat,
    /// Cancels the effect of a fight.
    Doctor,
    /// Voids all supports.
    Duelist,
    /// Decides who wins a fight.
    PoisonMixer,
    /// Orders the top of the pile.
    Clairvoyant,
    /// Stops an attack.
    Priest,
    /// +1 shields as defender.
    GrandMaster,
    /// Voids one support.
    Hypnotist,
    /// +1 for the supported principal.
    Bodyguard,
    /// +1 swords as attacker.
    Thug,
}

/// A face-down pile of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Pile {
    /// The objects to be drawn, top card first.
    Objects,
    /// The spares: undealt occupations.
    Spares,
}

/// A place on the table before a seat that holds one card outside the hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Slot {
    /// The occupation card.
    Occupation,
    /// The association card.
    Association,
}

/// The face of a slot card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum SlotFace {
    /// An occupation.
    Occupation(Occupation),
    /// An association.
    Association(Association),
}

impl SlotFace {
    /// The slot that such a face lies in.
    pub const fn slot(self) -> Slot {
        match self {
            Self::Occupation(_) => Slot::Occupation,
            Self::Association(_) => Slot::Association,
        }
    }
}
