//! Names and rule texts of everything printed on cards.

use nightcoach_rules::{Association, Face, Kind, Membership, Neighbour, Occupation, Power, Side, Spoils};

pub(crate) const fn face(face: Face) -> &'static str {
    match face {
        Face::Key => "Key",
        Face::Goblet => "Goblet",
        Face::BagKey => "Secret Bag (Key)",
        Face::BagGoblet => "Secret Bag (Goblet)",
        Face::Pearl => "Black Pearl",
        Face::Mirror => "Broken Mirror",
        Face::Dagger => "Dagger",
        Face::Gloves => "Gloves",
        Face::Ring => "Poison Ring",
        Face::Knives => "Casting Knives",
        Face::Whip => "Whip",
        Face::Privilege => "Privilege",
        Face::Monocle => "Monocle",
        Face::Sextant => "Sextant",
        Face::Coat => "Coat",
        Face::Tome => "Tome",
        Face::Loge => "Coat of Armor of the Loge",
    }
}

pub(crate) const fn kind(kind: Kind) -> &'static str {
    match kind {
        Kind::Key => "Key",
        Kind::Goblet => "Goblet",
        Kind::SecretBag => "Secret Bag",
        Kind::Pearl => "Black Pearl",
        Kind::Mirror => "Broken Mirror",
        Kind::Dagger => "Dagger",
        Kind::Gloves => "Gloves",
        Kind::Ring => "Poison Ring",
        Kind::Knives => "Casting Knives",
        Kind::Whip => "Whip",
        Kind::Privilege => "Privilege",
        Kind::Monocle => "Monocle",
        Kind::Sextant => "Sextant",
        Kind::Coat => "Coat",
        Kind::Tome => "Tome",
        Kind::Loge => "Coat of Armor of the Loge",
    }
}

pub(crate) const fn face_rule(face: Face) -> &'static str {
    match face {
        Face::Key => "Counts for the Order in a declaration. Says nothing in a trade.",
        Face::Goblet => "Counts for the Brotherhood in a declaration. Says nothing in a trade.",
        Face::BagKey => {
            "Trade it away: you draw a card, and only the name Secret Bag is announced. Once the pile is empty it is a Key."
        }
        Face::BagGoblet => {
            "Trade it away: you draw a card, and only the name Secret Bag is announced. Once the pile is empty it is a Goblet."
        }
        Face::Pearl => "Whoever holds it cannot declare. Offered, it must be accepted.",
        Face::Mirror => "Offered, it must be accepted. It silences both cards of its trade.",
        Face::Dagger => "Open it as attacker: +1 sword.",
        Face::Gloves => "Open them as defender: +1 shield.",
        Face::Ring => "Open it as attacker or defender: you win the fight if it ends level.",
        Face::Knives => "Open them while you support the attacker: +1 sword.",
        Face::Whip => "Open it while you support the defender: +1 shield.",
        Face::Privilege => "Trade it away: you look at all objects of your trade partner.",
        Face::Monocle => "Trade it away: you look at the association of your trade partner.",
        Face::Sextant => "Trade it away: you name a direction, and everybody passes one object that way.",
        Face::Coat => "Trade it away: you look through the spare occupations and swap yours for one of them.",
        Face::Tome => "Trade it away: you and your trade partner swap occupations.",
        Face::Loge => "With this and any three Keys or Goblets in your hand you may win alone.",
    }
}

pub(crate) const fn occupation(occupation: Occupation) -> &'static str {
    match occupation {
        Occupation::Diplomat => "Diplomat",
        Occupation::Doctor => "Doctor",
        Occupation::Duelist => "Duelist",
        Occupation::PoisonMixer => "Poison Mixer",
        Occupation::Clairvoyant => "Clairvoyant",
        Occupation::Priest => "Priest",
        Occupation::GrandMaster => "Grand Master",
        Occupation::Hypnotist => "Hypnotist",
        Occupation::Bodyguard => "Bodyguard",
        Occupation::Thug => "Thug",
    }
}

pub(crate) const fn occupation_rule(occupation: Occupation) -> &'static str {
    match occupation {
        Occupation::Diplomat => "Once, as your trade: demand a named object; whoever holds it must give it.",
        Occupation::Doctor => "Once: after a fight, cancel what it would lead to.",
        Occupation::Duelist => "Once: as attacker or defender, void all supports and gain +1.",
        Occupation::PoisonMixer => "Once: as a bystander of a fight, decide who wins.",
        Occupation::Clairvoyant => "Once, on your turn: look through the pile and put two objects on top.",
        Occupation::Priest => "Once: stop an attack; the attacker pays you an object if he has two.",
        Occupation::GrandMaster => "Every fight: +1 shield as defender.",
        Occupation::Hypnotist => "Every fight: as attacker, silence one seat that is neither of you two.",
        Occupation::Bodyguard => "Every fight: +1 for the side you support.",
        Occupation::Thug => "Every fight: +1 sword as attacker.",
    }
}

pub(crate) const fn association(association: Association) -> &'static str {
    match association {
        Association::Order => "Order of Open Secrets",
        Association::Brotherhood => "Brotherhood of True Lies",
    }
}

pub(crate) const fn association_rule(association: Association) -> &'static str {
    match association {
        Association::Order => "Wins with three Keys among its members.",
        Association::Brotherhood => "Wins with three Goblets among its members.",
    }
}

/// Association cards as one thing: the side, and with three of them how many show it.
pub(crate) const fn membership(cards: Membership) -> &'static str {
    match cards {
        Membership::One(side) => association(side),
        Membership::Three { side: Association::Order, unanimous: true } => "Order of Open Secrets (all three cards)",
        Membership::Three { side: Association::Order, unanimous: false } => {
            "Order of Open Secrets (two of three cards)"
        }
        Membership::Three { side: Association::Brotherhood, unanimous: true } => {
            "Brotherhood of True Lies (all three cards)"
        }
        Membership::Three { side: Association::Brotherhood, unanimous: false } => {
            "Brotherhood of True Lies (two of three cards)"
        }
    }
}

pub(crate) const fn neighbour(side: Neighbour) -> &'static str {
    match side {
        Neighbour::Left => "left",
        Neighbour::Right => "right",
    }
}

pub(crate) const fn side(side: Side) -> &'static str {
    match side {
        Side::Attacker => "the attacker",
        Side::Defender => "the defender",
    }
}

pub(crate) const fn power(power: Power) -> &'static str {
    match power {
        Power::Thug => "Thug",
        Power::GrandMaster => "Grand Master",
        Power::Bodyguard => "Bodyguard",
        Power::Duelist => "Duelist",
        Power::PoisonMixer { wins: Side::Attacker } => "Poison Mixer for the attacker",
        Power::PoisonMixer { wins: Side::Defender } => "Poison Mixer for the defender",
    }
}

pub(crate) const fn spoils(spoils: Spoils) -> &'static str {
    match spoils {
        Spoils::Identity => "Look at occupation and association",
        Spoils::Luggage => "Look at the hand and take one object",
    }
}
