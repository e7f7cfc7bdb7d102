//! The public state of a game.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use serde::{Deserialize, Serialize};

use crate::components::hand_limit;
use crate::{Action, Association, CardOp, Event, Face, Membership, Occupation, Options, Phase, Seat, SeatSet};

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Outcome {
    /// An association won; its members among the seats whose association is known.
    Won {
        /// Which.
        association: Association,
        /// The winners.
        winners: SeatSet,
        /// Who declared or prophesied.
        declarer: Seat,
        /// Whether the claim was true.
        holds: bool,
        /// How many key items the declarer opened.
        items: u8,
    },
    /// One seat won alone, with the Coat of Armor of the Loge.
    WonAlone {
        /// Who.
        seat: Seat,
    },
    /// Draw by vote or by the lap limit.
    Drawn,
    /// A declaration could not be decided (walk.md decision 13).
    Unsettled,
}

/// What everybody knows of one seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeatState {
    /// Number of objects in the hand.
    pub hand: u8,
    /// Whether the seat takes part (walk.md a.5).
    pub awake: bool,
    /// The occupation, while it lies face-up.
    pub occupation: Option<Occupation>,
    /// The association cards, once opened.
    pub membership: Option<Membership>,
    /// Key items opened in a declaration.
    pub key_items: u8,
    /// Objects opened in the current fight; they lie open until its doctor window closes, and count as hand cards.
    pub played: Vec<Face>,
    /// Whether a hand above the limit waits to be settled until this sleeper wakes.
    pub over_limit: bool,
    /// Whether this sleeper owed an entry when he fell asleep and his next own turn has not been skipped yet; he cannot
    /// wake before that (walk.md decision 3).
    pub skip_turn: bool,
}

/// Whose entries a round needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Owed {
    /// Nobody's: the game is over.
    Nobody,
    /// One seat's.
    One(Seat),
    /// Every seat's of this set, over the same head.
    Each(SeatSet),
    /// Every seat's of this set, committed first, then opened.
    Sealed(SeatSet),
}

/// All entries of one round, and who fell asleep in it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RoundInput {
    /// Actions by seat.
    pub entries: BTreeMap<Seat, Action>,
    /// Seats that fell asleep.
    pub fallen: SeatSet,
}

/// What one round led to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The state after the round.
    pub state: State,
    /// What happened, in order.
    pub events: Vec<Event>,
    /// Card operations proven inside each seat's entry, in order.
    pub carried: BTreeMap<Seat, Vec<CardOp>>,
    /// Card operations in rounds of their own, before the next owed entry.
    pub group: Vec<CardOp>,
    /// Bookkeeping operations after the carried ones, with nothing to prove (withdrawn or closed trades).
    pub after: Vec<CardOp>,
}

/// The public state; equal on every peer, the auditor and a spectator.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct State {
    /// The signed option block.
    pub options: Options,
    /// Number of the running turn, from 1.
    pub turn: u32,
    /// Whose turn it is.
    pub active: Seat,
    /// By seat.
    pub seats: Vec<SeatState>,
    /// Objects in the pile.
    pub pile: u8,
    /// Undealt occupations.
    pub spares: u8,
    /// Turns of nothing but passes in a row, since the last draw vote.
    pub passes: u32,
    /// Who had the first turn.
    pub start: Seat,
    /// Whole laps played.
    pub laps: u32,
    /// What the table waits for.
    pub phase: Phase,
}

impl State {
    /// What everybody knows of a seat; nothing of a seat that is not at this table.
    pub fn seat(&self, seat: Seat) -> Option<&SeatState> {
        self.seats.get(seat.index())
    }

    /// Number of objects in a hand.
    pub fn hand(&self, seat: Seat) -> u8 {
        self.seat(seat).map_or(0, |seat| seat.hand)
    }

    /// Whether a seat takes part.
    pub fn is_awake(&self, seat: Seat) -> bool {
        self.seat(seat).is_some_and(|seat| seat.awake)
    }

    /// The seats that take part.
    pub fn awake(&self) -> SeatSet {
        self.all().iter().filter(|seat| self.is_awake(*seat)).collect()
    }

    /// All seats of the table.
    pub fn all(&self) -> SeatSet {
        SeatSet::first(self.options.seats)
    }

    /// Whether the pile is empty, so that Secret Bags are Keys and Goblets (rules.md C.6).
    pub const fn pile_empty(&self) -> bool {
        self.pile == 0
    }

    /// Most objects a hand may hold.
    pub const fn hand_limit(&self) -> u8 {
        hand_limit(self.options.seats)
    }

    /// The seat to the left of another.
    pub const fn left_of(&self, seat: Seat) -> Seat {
        let next = seat.0.wrapping_add(1);
        Seat(if next >= self.options.seats { 0 } else { next })
    }

    /// Every seat but `seat`, in order from its left.
    pub fn others_from_left(&self, seat: Seat) -> impl Iterator<Item = Seat> {
        let mut at = seat;
        (1..self.options.seats).map(move |_| {
            at = self.left_of(at);
            at
        })
    }
}

impl Owed {
    /// The seats that owe an entry.
    pub const fn seats(self) -> SeatSet {
        match self {
            Self::Nobody => SeatSet::EMPTY,
            Self::One(seat) => SeatSet::only(seat),
            Self::Each(seats) | Self::Sealed(seats) => seats,
        }
    }
}
