//! Mental-poker cards on ristretto255: keys, masking, shuffles, transfers, shares, openings and claims.
//!
//! A deck is dealt and played without anybody who is trusted: every seat puts layers of masking on the cards and takes
//! them off again, and proves in zero knowledge that it did what the rules ask for. Layers commute, see [`MaskedCard`].
//!
//! # What a caller must do
//!
//! - Give every proof its own [`Context`]; several proofs in one entry take [`Context::slot`]s of it.
//! - Make a share only for a (card, receiver) pair that the replicated game asks for, never on request.
//! - Begin everything that singles out a hand card with a shuffle of the whole hand.
//! - Refuse a card whose first half repeats one of the same table: equal randomness links faces.
//! - Announce keys by commitment and opening, with an [`ownership`] proof each, and sum them with
//!   [`PublicKey::aggregate`].
//!
//! # What is not here
//!
//! No clock, no operating-system randomness, no game rules, no wire format beyond the byte arrays of elements and
//! proofs.
//!
//! # Example
//!
//! ```
//! use nightcoach_cards::{CardPoint, Context, HandSecret, MaskedCard, Permutation, open, shuffle};
//! use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
//!
//! # fn main() -> Result<(), nightcoach_cards::ProofError> {
//! let mut rng = ChaCha20Rng::from_seed([7; 32]); // a real table takes the system's
//! let ctx = Context::new([1; 32]);
//! let secret = HandSecret::random(&mut rng);
//! let faces = ["key", "goblet"].map(|face| CardPoint::of_face("base", "objects", face));
//! let hand = faces.map(MaskedCard::open);
//!
//! let order = Permutation::random(hand.len(), &mut rng);
//! let (hidden, argument) = shuffle::shuffle(&ctx, &secret.public(), &hand, &order, &mut rng)?;
//! shuffle::verify(&ctx, &secret.public(), &hand, &hidden, &argument)?;
//!
//! let seen: Vec<_> = hidden.iter().map(|card| secret.unmask(card)).collect();
//! let proof = open::prove(&ctx.slot(1), &secret, &hidden, &seen, &mut rng)?;
//! open::verify(&ctx.slot(1), &secret.public(), &hidden, &seen, &proof)?;
//! # Ok(())
//! # }
//! ```
#![no_std]
extern crate alloc;

pub mod claim;
pub mod dkg;
pub mod open;
pub mod ownership;
pub mod share;
pub mod shuffle;
pub mod transfer;

mod card;
mod context;
mod element;
mod error;
mod key;
mod labels;
mod proof;
mod role;
mod sigma;
#[cfg(test)]
mod tests;
mod transcript;

pub use self::card::{CardBytes, CardPoint, MaskedCard};
pub use self::claim::{Formula, Leaf};
pub use self::context::Context;
pub use self::dkg::{Commitments, DealtShare, Guilty, Place, Polynomial, SealedShare, Way};
pub use self::error::{CardError, DealingError, KeyError, ListError, PermutationError, ProofError};
pub use self::key::{
    DealPublic, DealSecret, HandPublic, HandSecret, LayeredPublic, PilePublic, PileSecret, PublicKey, SecretKey,
    TransportPublic, TransportSecret, layered,
};
pub use self::role::{Deal, Hand, Layered, Pile, Role, Transport};
pub use self::share::RemaskShare;
pub use self::shuffle::Permutation;
pub use self::sigma::{Deferred, verify_all};
