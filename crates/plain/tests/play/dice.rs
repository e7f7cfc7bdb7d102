//! Dice from a seed.

use rand_chacha::ChaCha8Rng;
use rand_core::{Rng as _, SeedableRng as _};

/// Dice from a seed; equal seeds throw equal numbers.
#[derive(Clone, Debug)]
pub struct Dice(ChaCha8Rng);

impl Dice {
    /// Dice from this seed.
    pub fn new(seed: u64) -> Self {
        Self(ChaCha8Rng::seed_from_u64(seed))
    }

    /// A number below `bound`; 0 if that is 0.
    pub fn below(&mut self, bound: usize) -> usize {
        usize::try_from(self.0.next_u64() % u64::try_from(bound.max(1)).unwrap_or(1)).unwrap_or(0)
    }

    /// True in so many of a hundred cases.
    pub fn percent(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    /// True in half of all cases.
    pub fn flip(&mut self) -> bool {
        self.percent(50)
    }

    /// One of a list.
    pub fn pick<'a, T>(&mut self, of: &'a [T]) -> Option<&'a T> {
        of.get(self.below(of.len()))
    }

    /// Any order.
    pub fn shuffle<T>(&mut self, cards: &mut [T]) {
        for place in (1..cards.len()).rev() {
            let other = self.below(place + 1);
            cards.swap(place, other);
        }
    }
}
