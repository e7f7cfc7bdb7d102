//! What is done with any bytes: to decoders, to verifiers of card proofs, to a running table. `tests/fuzz` does it with feedback,
//! `tests/tests/fuzzed.rs` with the kept corpus and mutations of it.

pub mod decoders;
pub mod table;
pub mod verifiers;

/// Bytes that are used up from the front; zero when none are left.
#[derive(Debug)]
pub(crate) struct Bytes<'a>(&'a [u8]);

impl<'a> Bytes<'a> {
    pub(crate) const fn new(bytes: &'a [u8]) -> Self {
        Self(bytes)
    }

    pub(crate) const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(crate) fn next(&mut self) -> u8 {
        let Some((first, rest)) = self.0.split_first() else { return 0 };
        self.0 = rest;
        *first
    }

    /// Any number below this one; zero of none.
    pub(crate) fn below(&mut self, end: usize) -> usize {
        let number = usize::from(u16::from_le_bytes([self.next(), self.next()]));
        number.checked_rem(end).unwrap_or_default()
    }

    /// So many, or what is left.
    pub(crate) fn take(&mut self, most: usize) -> &'a [u8] {
        let (taken, rest) = self.0.split_at(most.min(self.0.len()));
        self.0 = rest;
        taken
    }

    /// Changes some bytes: one of them, the end, or a part of it that is written over another.
    pub(crate) fn spoil(&mut self, text: &mut Vec<u8>) {
        let at = self.below(text.len());
        match self.next() % 4 {
            0 => text.truncate(at),
            1 => text.extend_from_slice(self.take(32)),
            2 => {
                let part: Vec<u8> = text.iter().skip(self.below(text.len())).take(32).copied().collect();
                text.iter_mut().skip(at).zip(part).for_each(|(to, from)| *to = from);
            }
            _ => {
                let mask = self.next().max(1);
                text.iter_mut().skip(at).take(1).for_each(|byte| *byte ^= mask);
            }
        }
    }
}
