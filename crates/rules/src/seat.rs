//! Seats and sets of seats.

use serde::{Deserialize, Serialize};

/// A place at the table, `0..n` clockwise; the left neighbour of seat `s` is `s + 1` modulo `n`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Seat(pub u8);

impl Seat {
    /// The place of this seat in a list by seat.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A set of seats, at most sixteen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct SeatSet(pub u16);

impl SeatSet {
    /// No seat.
    pub const EMPTY: Self = Self(0);

    /// Seats `0..n`.
    pub const fn first(n: u8) -> Self {
        if n >= 16 { Self(u16::MAX) } else { Self((1u16 << n).wrapping_sub(1)) }
    }

    /// Just this seat.
    pub const fn only(seat: Seat) -> Self {
        if seat.0 < 16 { Self(1 << seat.0) } else { Self(0) }
    }

    /// Whether the seat is in the set.
    pub const fn contains(self, seat: Seat) -> bool {
        seat.0 < 16 && self.0 & (1 << seat.0) != 0
    }

    /// The set with this seat.
    #[must_use]
    pub const fn with(self, seat: Seat) -> Self {
        Self(self.0 | Self::only(seat).0)
    }

    /// The set without this seat.
    #[must_use]
    pub const fn without(self, seat: Seat) -> Self {
        Self(self.0 & !Self::only(seat).0)
    }

    /// Seats in both.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// Seats in either.
    #[must_use]
    pub const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Seats of this set that are not in the other.
    #[must_use]
    pub const fn minus(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// Whether every seat of this set is in the other.
    pub const fn within(self, other: Self) -> bool {
        self.0 & !other.0 == 0
    }

    /// Whether no seat is in it.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many seats are in it.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// The seats in ascending order.
    pub fn iter(self) -> impl Iterator<Item = Seat> {
        (0..16u8).map(Seat).filter(move |seat| self.contains(*seat))
    }
}

impl FromIterator<Seat> for SeatSet {
    fn from_iter<I: IntoIterator<Item = Seat>>(seats: I) -> Self {
        seats.into_iter().fold(Self::EMPTY, Self::with)
    }
}
