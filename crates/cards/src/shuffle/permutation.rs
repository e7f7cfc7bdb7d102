//! Secret orders.

use alloc::vec::Vec;

use rand_core::CryptoRng;
use subtle::{Choice, ConditionallySelectable, ConstantTimeEq as _};
use zeroize::Zeroizing;

use crate::error::PermutationError;

/// A secret order of `n` cards; wiped when dropped, never printed, never cloned.
pub struct Permutation(Zeroizing<Vec<usize>>);

impl Permutation {
    /// A uniformly random order.
    pub fn random(n: usize, rng: &mut impl CryptoRng) -> Self {
        let mut sources: Vec<usize> = (0..n).collect();
        mix(&mut sources, rng);
        Self(Zeroizing::new(sources))
    }

    /// An order that puts chosen cards first: output place `k` holds input card `chosen[k]`, the places behind them
    /// hold the other cards in uniformly random order.
    ///
    /// # Errors
    ///
    /// A [`PermutationError`] when a place is outside the list or chosen twice.
    pub fn bringing_first(n: usize, chosen: &[usize], rng: &mut impl CryptoRng) -> Result<Self, PermutationError> {
        let mut sources = Zeroizing::new(Vec::with_capacity(n));
        for &place in chosen {
            if place >= n {
                return Err(PermutationError::OutOfRange { place, n });
            }
            if sources.contains(&place) {
                return Err(PermutationError::Repeated { place });
            }
            sources.push(place);
        }
        let mut rest: Zeroizing<Vec<usize>> = Zeroizing::new((0..n).filter(|place| !chosen.contains(place)).collect());
        mix(&mut rest, rng);
        sources.extend(rest.iter());
        Ok(Self(sources))
    }

    /// Output place `i` holds input card `sources()[i]`.
    pub fn sources(&self) -> &[usize] {
        &self.0
    }

    /// The elements of a list of the same length in this order. Every element is read for every place, so that what is
    /// read when says nothing of the order.
    pub(super) fn gather<T: ConditionallySelectable>(&self, list: &[T]) -> Vec<T> {
        let pick = |source: &usize| pick(list.iter().enumerate().map(|(place, item)| (place.ct_eq(source), item)));
        self.0.iter().filter_map(pick).collect()
    }

    /// Puts the elements of a list back where they were before [`Self::gather`], with as little trace.
    pub(super) fn scatter<T: ConditionallySelectable>(&self, list: &[T]) -> Vec<T> {
        let pick = |place: usize| pick(self.0.iter().map(|source| source.ct_eq(&place)).zip(list));
        (0..list.len()).filter_map(pick).collect()
    }
}

impl core::fmt::Debug for Permutation {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "Permutation(secret, {} cards)", self.0.len())
    }
}

/// The chosen one of several items, or the first if none is.
fn pick<'a, T: ConditionallySelectable + 'a>(mut items: impl Iterator<Item = (Choice, &'a T)>) -> Option<T> {
    let (_chosen, first) = items.next()?;
    let mut picked = *first;
    items.for_each(|(chosen, item)| picked.conditional_assign(item, chosen));
    Some(picked)
}

/// The Fisher-Yates shuffle: every order is equally likely.
fn mix(places: &mut [usize], rng: &mut impl CryptoRng) {
    for last in (1..places.len()).rev() {
        places.swap(last, below(last + 1, rng));
    }
}

/// A uniform number below `bound`, which is at least one, by rejection: a remainder alone would prefer small numbers.
fn below(bound: usize, rng: &mut impl CryptoRng) -> usize {
    let Ok(bound) = u64::try_from(bound) else {
        return 0;
    };
    let accepted = u64::MAX - u64::MAX % bound;
    loop {
        let candidate = rng.next_u64();
        if candidate < accepted {
            return usize::try_from(candidate % bound).unwrap_or(0);
        }
    }
}

#[cfg(test)]
mod tests {
    use core::convert::Infallible;

    use rand_core::{TryCryptoRng, TryRng};

    use super::*;

    /// Gives these numbers, in turn.
    struct Script(Vec<u64>);

    impl TryRng for Script {
        type Error = Infallible;

        fn try_next_u32(&mut self) -> Result<u32, Infallible> {
            panic!("numbers of 64 bits only")
        }

        fn try_next_u64(&mut self) -> Result<u64, Infallible> {
            Ok(self.0.remove(0))
        }

        fn try_fill_bytes(&mut self, _bytes: &mut [u8]) -> Result<(), Infallible> {
            panic!("numbers only")
        }
    }

    impl TryCryptoRng for Script {}

    #[test]
    fn numbers_past_the_last_multiple_are_drawn_again() {
        for bound in [7_usize, 10, 21, 64] {
            let wide = u64::try_from(bound).unwrap();
            let multiple = u64::MAX - u64::MAX % wide;
            let mut script = Script([u64::MAX, multiple, multiple - 1, 7].to_vec());
            assert_eq!(below(bound, &mut script), bound - 1);
            assert_eq!(script.0, [7], "two numbers were refused, and the one after them was not needed");
        }
    }

    #[test]
    fn scatter_undoes_gather_and_both_follow_the_order() {
        let order = Permutation(Zeroizing::new([2, 0, 3, 1].to_vec()));
        let list = [10_u64, 11, 12, 13];
        assert_eq!(order.gather(&list), [12, 10, 13, 11]);
        assert_eq!(order.scatter(&order.gather(&list)), list);
    }
}
