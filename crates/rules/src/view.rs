//! All that one seat may know.

use alloc::vec::Vec;

use serde::{Deserialize, Serialize};

use crate::{Association, Face, Membership, Occupation, Seat, State};

/// Something a seat has legitimately seen (rules.md section D).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Sight {
    /// The card that was offered to me.
    Offered {
        /// By whom.
        from: Seat,
        /// What.
        face: Face,
    },
    /// A card that I received.
    Received {
        /// From whom; `None` from the pile.
        from: Option<Seat>,
        /// What.
        face: Face,
    },
    /// A card of mine that somebody received or took.
    Given {
        /// To whom.
        to: Seat,
        /// What.
        face: Face,
    },
    /// A whole hand, sorted.
    Hand {
        /// Whose.
        of: Seat,
        /// What.
        faces: Vec<Face>,
    },
    /// An association.
    Association {
        /// Whose.
        of: Seat,
        /// Which.
        association: Association,
    },
    /// The objects of the pile, sorted.
    Pile {
        /// What.
        faces: Vec<Face>,
    },
    /// The two objects that I put on top of the pile.
    Top {
        /// The next to be drawn.
        first: Face,
        /// The one after it.
        second: Face,
    },
    /// The spares, sorted.
    Spares {
        /// What.
        occupations: Vec<Occupation>,
    },
    /// An occupation.
    Occupation {
        /// Whose.
        of: Seat,
        /// Which.
        occupation: Occupation,
    },
}

/// A sight with the turn in which it was had.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Memory {
    /// Number of the turn.
    pub turn: u32,
    /// What was seen.
    pub sight: Sight,
}

/// All that a seat may know: the public state and what it has seen itself. Bots and windows get this and nothing else.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct View {
    /// Whose view.
    pub seat: Seat,
    /// The public state.
    pub state: State,
    /// Own objects, in no telling order (sorted).
    pub hand: Vec<Face>,
    /// Own occupation.
    pub occupation: Occupation,
    /// Own association cards.
    pub membership: Membership,
    /// X of the running trade, if this seat holds or has held it.
    pub offered: Option<Face>,
    /// Y of the running trade, if this seat holds or has held it.
    pub answer: Option<Face>,
    /// The hand that is shown to this seat in the running step, by place; empty if none.
    pub shown: Vec<Face>,
    /// The pile as this seat looks through it in the running step, sorted; empty if it does not.
    pub pile: Vec<Face>,
    /// The spares as this seat looks through them in the running step, sorted; empty if it does not.
    pub spares: Vec<Occupation>,
    /// The own object that is laid down or aside.
    pub pledged: Option<Face>,
    /// Everything seen so far.
    pub memories: Vec<Memory>,
}
