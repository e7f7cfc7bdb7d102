//! Roles of keys: the key that a card lies under is part of the card's type.
//!
//! A hand key does not take a card of the pile, and a secret is not copied by accident:
//!
//! ```compile_fail,E0308
//! # use nightcoach_cards::{CardPoint, HandSecret, MaskedCard, Pile};
//! fn look(secret: &HandSecret, card: &MaskedCard<Pile>) -> CardPoint {
//!     secret.unmask(card)
//! }
//! ```
//! ```compile_fail,E0599
//! # use nightcoach_cards::HandSecret;
//! fn copy(secret: &HandSecret) -> HandSecret {
//!     HandSecret::clone(secret)
//! }
//! ```

use core::fmt::Debug;

/// What a key is for. Sealed: the five roles below are all there are.
pub trait Role: sealed::Sealed + Copy + Debug + 'static {
    /// The role's name as every proof binds it.
    const NAME: &'static str;
}

/// The n-of-n key that start decks are shuffled and dealt under; erased after the deal.
#[derive(Clone, Copy, Debug)]
pub struct Deal;

/// The key of the piles.
#[derive(Clone, Copy, Debug)]
pub struct Pile;

/// A seat's own key for its hand.
#[derive(Clone, Copy, Debug)]
pub struct Hand;

/// A hand key plus the pile key: a card under it opens only after the pile layer was taken off by all.
#[derive(Clone, Copy, Debug)]
pub struct Layered;

/// A seat's key that shares of the pile key travel under, and nothing else.
#[derive(Clone, Copy, Debug)]
pub struct Transport;

impl Role for Deal {
    const NAME: &'static str = "deal";
}
impl Role for Pile {
    const NAME: &'static str = "pile";
}
impl Role for Hand {
    const NAME: &'static str = "hand";
}
impl Role for Layered {
    const NAME: &'static str = "layered";
}

impl Role for Transport {
    const NAME: &'static str = "transport";
}

/// Keeps other crates from adding roles.
#[expect(unnameable_types, reason = "a seal is meant to have no name outside")]
mod sealed {
    pub trait Sealed {}
    impl Sealed for super::Deal {}
    impl Sealed for super::Pile {}
    impl Sealed for super::Hand {}
    impl Sealed for super::Layered {}
    impl Sealed for super::Transport {}
}
