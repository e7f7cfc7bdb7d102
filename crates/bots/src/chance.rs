//! The dice of a bot.

use rand_chacha::ChaCha8Rng;
use rand_core::{Rng as _, SeedableRng as _};

/// The dice of a bot, from a seed.
#[derive(Clone, Debug)]
pub(crate) struct Dice(ChaCha8Rng);

impl Dice {
    pub(crate) fn new(seed: u64) -> Self {
        Self(ChaCha8Rng::seed_from_u64(seed))
    }

    /// A number below `bound`; 0 if that is 0.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        let bound = u64::try_from(bound).unwrap_or(u64::MAX).max(1);
        usize::try_from(self.0.next_u64() % bound).unwrap_or(0)
    }

    /// True in so many of a hundred cases.
    pub(crate) fn percent(&mut self, percent: u32) -> bool {
        self.0.next_u32() % 100 < percent
    }

    /// A number from `-by` to `by`.
    pub(crate) fn noise(&mut self, by: i32) -> i32 {
        let width = usize::try_from(by.saturating_mul(2).saturating_add(1)).unwrap_or(1);
        i32::try_from(self.below(width)).unwrap_or(0).saturating_sub(by)
    }

    /// One of a list.
    pub(crate) fn pick<T: Clone>(&mut self, of: &[T]) -> Option<T> {
        of.get(self.below(of.len())).cloned()
    }
}
