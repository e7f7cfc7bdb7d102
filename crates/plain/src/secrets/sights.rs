//! What the seats see of one operation.

use nightcoach_rules::{Face, Seat, Seen, SlotFace};

/// What the seats see of one operation, if they see anything.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Sights {
    /// Owner and receiver see the same.
    Same(Seen),
    /// Every receiver sees its own card.
    Each(Vec<(Seat, Seen)>),
}

impl Sights {
    /// Nobody sees anything.
    pub(crate) const NOTHING: Self = Self::Same(Seen::Nothing);

    /// One object.
    pub(crate) const fn card(face: Face) -> Self {
        Self::Same(Seen::Card(face))
    }

    /// A slot card.
    pub(crate) const fn slot(face: SlotFace) -> Self {
        Self::Same(Seen::Slot(face))
    }

    /// What this seat sees.
    pub(crate) fn of(&self, seat: Seat) -> &Seen {
        match self {
            Self::Same(seen) => seen,
            Self::Each(each) => each.iter().find(|(of, _)| *of == seat).map_or(&Seen::Nothing, |(_, seen)| seen),
        }
    }
}
