//! Kind is not face: what players say against what lies there (walk.md decision 6 and a.1), and names in the spec.

use crate::{Association, Face, Kind, Occupation};

impl Face {
    /// All 17 faces, ascending.
    pub const ALL: [Self; 17] = [
        Self::Key,
        Self::Goblet,
        Self::BagKey,
        Self::BagGoblet,
        Self::Pearl,
        Self::Mirror,
        Self::Dagger,
        Self::Gloves,
        Self::Ring,
        Self::Knives,
        Self::Whip,
        Self::Privilege,
        Self::Monocle,
        Self::Sextant,
        Self::Coat,
        Self::Tome,
        Self::Loge,
    ];

    /// The name in the spec (rules.md A.1, column id).
    pub const fn name(self) -> &'static str {
        match self {
            Self::Key => "key",
            Self::Goblet => "goblet",
            Self::BagKey => "bag_key",
            Self::BagGoblet => "bag_goblet",
            Self::Pearl => "pearl",
            Self::Mirror => "mirror",
            Self::Dagger => "dagger",
            Self::Gloves => "gloves",
            Self::Ring => "ring",
            Self::Knives => "knives",
            Self::Whip => "whip",
            Self::Privilege => "privilege",
            Self::Monocle => "monocle",
            Self::Sextant => "sextant",
            Self::Coat => "coat",
            Self::Tome => "tome",
            Self::Loge => "loge",
        }
    }

    /// The kind of this face; bags change theirs when the pile is empty (rules.md C.6).
    pub const fn kind(self, pile_empty: bool) -> Kind {
        match self {
            Self::Key => Kind::Key,
            Self::Goblet => Kind::Goblet,
            Self::BagKey if pile_empty => Kind::Key,
            Self::BagGoblet if pile_empty => Kind::Goblet,
            Self::BagKey | Self::BagGoblet => Kind::SecretBag,
            Self::Pearl => Kind::Pearl,
            Self::Mirror => Kind::Mirror,
            Self::Dagger => Kind::Dagger,
            Self::Gloves => Kind::Gloves,
            Self::Ring => Kind::Ring,
            Self::Knives => Kind::Knives,
            Self::Whip => Kind::Whip,
            Self::Privilege => Kind::Privilege,
            Self::Monocle => Kind::Monocle,
            Self::Sextant => Kind::Sextant,
            Self::Coat => Kind::Coat,
            Self::Tome => Kind::Tome,
            Self::Loge => Kind::Loge,
        }
    }

    /// Whether it is one of the two Secret Bags.
    pub const fn is_bag(self) -> bool {
        matches!(self, Self::BagKey | Self::BagGoblet)
    }
}

impl Kind {
    /// All 16 kinds, ascending.
    pub const ALL: [Self; 16] = [
        Self::Key,
        Self::Goblet,
        Self::SecretBag,
        Self::Pearl,
        Self::Mirror,
        Self::Dagger,
        Self::Gloves,
        Self::Ring,
        Self::Knives,
        Self::Whip,
        Self::Privilege,
        Self::Monocle,
        Self::Sextant,
        Self::Coat,
        Self::Tome,
        Self::Loge,
    ];
}

impl Association {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Order, Self::Brotherhood];

    /// The name in the spec.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Order => "order",
            Self::Brotherhood => "brotherhood",
        }
    }

    /// The other association.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::Order => Self::Brotherhood,
            Self::Brotherhood => Self::Order,
        }
    }

    /// The kind of its key items (rules.md A.3).
    pub const fn key_kind(self) -> Kind {
        match self {
            Self::Order => Kind::Key,
            Self::Brotherhood => Kind::Goblet,
        }
    }

    /// The faces that count as its key items (rules.md C.8).
    pub const fn key_faces(self, pile_empty: bool) -> &'static [Face] {
        faces(self.key_kind(), pile_empty)
    }
}

impl Occupation {
    /// All ten.
    pub const ALL: [Self; 10] = [
        Self::Diplomat,
        Self::Doctor,
        Self::Duelist,
        Self::PoisonMixer,
        Self::Clairvoyant,
        Self::Priest,
        Self::GrandMaster,
        Self::Hypnotist,
        Self::Bodyguard,
        Self::Thug,
    ];

    /// Whether it may be used in every fight, also while it lies face-up; all others are spent by one use (A.2).
    pub const fn is_reusable(self) -> bool {
        match self {
            Self::GrandMaster | Self::Hypnotist | Self::Bodyguard | Self::Thug => true,
            Self::Diplomat | Self::Doctor | Self::Duelist | Self::PoisonMixer | Self::Clairvoyant | Self::Priest => {
                false
            }
        }
    }

    /// The name in the spec (rules.md A.2, column id).
    pub const fn name(self) -> &'static str {
        match self {
            Self::Diplomat => "diplomat",
            Self::Doctor => "doctor",
            Self::Duelist => "duelist",
            Self::PoisonMixer => "poisonmixer",
            Self::Clairvoyant => "clairvoyant",
            Self::Priest => "priest",
            Self::GrandMaster => "grandmaster",
            Self::Hypnotist => "hypnotist",
            Self::Bodyguard => "bodyguard",
            Self::Thug => "thug",
        }
    }
}

/// `faces(kind, p)` of walk.md a.1, ascending; a Secret Bag cannot be named once the pile is empty.
pub const fn faces(kind: Kind, pile_empty: bool) -> &'static [Face] {
    match kind {
        Kind::Key if pile_empty => &[Face::Key, Face::BagKey],
        Kind::Goblet if pile_empty => &[Face::Goblet, Face::BagGoblet],
        Kind::Key => &[Face::Key],
        Kind::Goblet => &[Face::Goblet],
        Kind::SecretBag if pile_empty => &[],
        Kind::SecretBag => &[Face::BagKey, Face::BagGoblet],
        Kind::Pearl => &[Face::Pearl],
        Kind::Mirror => &[Face::Mirror],
        Kind::Dagger => &[Face::Dagger],
        Kind::Gloves => &[Face::Gloves],
        Kind::Ring => &[Face::Ring],
        Kind::Knives => &[Face::Knives],
        Kind::Whip => &[Face::Whip],
        Kind::Privilege => &[Face::Privilege],
        Kind::Monocle => &[Face::Monocle],
        Kind::Sextant => &[Face::Sextant],
        Kind::Coat => &[Face::Coat],
        Kind::Tome => &[Face::Tome],
        Kind::Loge => &[Face::Loge],
    }
}

/// `texted(p)` of walk.md a.1: whether this face has a trade text now.
pub const fn is_texted(face: Face, pile_empty: bool) -> bool {
    match face {
        Face::Privilege | Face::Monocle | Face::Sextant | Face::Coat | Face::Tome => true,
        Face::BagKey | Face::BagGoblet => !pile_empty,
        Face::Key
        | Face::Goblet
        | Face::Pearl
        | Face::Mirror
        | Face::Dagger
        | Face::Gloves
        | Face::Ring
        | Face::Knives
        | Face::Whip
        | Face::Loge => false,
    }
}

/// What the receiver of `card` must say when `other` went the other way: its kind, or nothing (rules.md C.3).
pub fn announcement(card: Face, other: Face, pile_empty: bool) -> Option<Kind> {
    (other != Face::Mirror && is_texted(card, pile_empty)).then(|| card.kind(pile_empty))
}
