//! What an object is worth to a bot.

use nightcoach_rules::{Association, Face, Kind, View};

/// What holding this face is worth to the view's seat, roughly: own key items first, then what hurts to give away.
pub(crate) fn worth(view: &View, face: Face) -> i32 {
    let own = view.membership.side();
    let kind = face.kind(view.state.pile_empty());
    match kind {
        Kind::Key | Kind::Goblet if kind == own.key_kind() => 20,
        Kind::Key | Kind::Goblet => 6,
        Kind::SecretBag if bag_of(own) == face => 8,
        Kind::SecretBag => 5,
        Kind::Pearl => -6,
        Kind::Mirror => 0,
        Kind::Privilege | Kind::Monocle => 3,
        Kind::Dagger | Kind::Gloves | Kind::Ring => 4,
        // With three items it wins alone.
        Kind::Loge => 2 + items(view),
        Kind::Knives | Kind::Whip | Kind::Sextant | Kind::Coat | Kind::Tome => 2,
    }
}

/// Key items of either side in the own hand.
fn items(view: &View) -> i32 {
    let pile_empty = view.state.pile_empty();
    let counts = |face: &&Face| matches!(face.kind(pile_empty), Kind::Key | Kind::Goblet);
    i32::try_from(view.hand.iter().filter(counts).count()).unwrap_or(0)
}

/// The bag that becomes a key item of this side.
const fn bag_of(side: Association) -> Face {
    match side {
        Association::Order => Face::BagKey,
        Association::Brotherhood => Face::BagGoblet,
    }
}
