//! Why something was refused.
//!
//! `Length`, `Count`, `Malformed`, `Identity` and `Rejected` blame whoever sent the bytes; `FalseClaim` and `NotProven`
//! come from provers only and say that the own side asked for something that cannot be proven.

/// A key that cannot be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum KeyError {
    /// The bytes are no canonical encoding.
    #[error("the bytes are no canonical encoding of a key")]
    Encoding,
    /// The key is the identity, or a secret is zero.
    #[error("the key is the identity")]
    Identity,
    /// No keys to add up.
    #[error("there are no keys to add up")]
    Empty,
    /// The key at `index` was already among the keys before it.
    #[error("key {index} equals an earlier one")]
    Duplicate {
        /// Place of the later of the two.
        index: usize,
    },
    /// The keys add up to the identity.
    #[error("the keys add up to the identity")]
    ZeroSum,
}

/// A card, or a share of one, that cannot be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CardError {
    /// The first 32 bytes are no canonical encoding.
    #[error("the first half is no canonical encoding of a group element")]
    FirstHalf,
    /// The last 32 bytes are no canonical encoding.
    #[error("the second half is no canonical encoding of a group element")]
    SecondHalf,
    /// The first half is the identity: nothing is masked.
    #[error("the first half is the identity")]
    Identity,
}

/// Commitments to a polynomial that cannot be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DealingError {
    /// The polynomial has another degree than the threshold asks for.
    #[error("{found} commitments instead of {expected}")]
    Degree {
        /// Commitments that the threshold asks for.
        expected: usize,
        /// What came.
        found: usize,
    },
    /// A commitment is not canonical, or the first one is the identity.
    #[error("commitment {index} cannot be used")]
    Commitment {
        /// Which.
        index: usize,
    },
}

/// An element of a list that cannot be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("element {index}: {reason}")]
pub struct ListError<E: core::error::Error> {
    /// Place in the list.
    pub index: usize,
    /// What is wrong with it.
    pub reason: E,
}

/// A choice of cards that is no selection from a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PermutationError {
    /// A chosen place is outside the list.
    #[error("place {place} is outside a list of {n}")]
    OutOfRange {
        /// The chosen place.
        place: usize,
        /// Length of the list.
        n: usize,
    },
    /// A place was chosen twice.
    #[error("place {place} is chosen twice")]
    Repeated {
        /// The chosen place.
        place: usize,
    },
}

/// A proof that is refused, or cannot be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ProofError {
    /// The proof has another length than its statement asks for.
    #[error("a proof of this statement has {expected} bytes, not {found}")]
    Length {
        /// What the statement's shape asks for.
        expected: usize,
        /// What came.
        found: usize,
    },
    /// Two lists of the statement do not have the same length.
    #[error("{expected} {what} are needed, not {found}")]
    Count {
        /// The list that is too short or too long.
        what: &'static str,
        /// Length that the rest of the statement asks for.
        expected: usize,
        /// Length that it has.
        found: usize,
    },
    /// Nothing to shuffle, or nobody to add up shares of.
    #[error("the list is empty")]
    Empty,
    /// One seat's shares twice.
    #[error("two lists of shares are of place {place}")]
    Repeated {
        /// The seat's place.
        place: u8,
    },
    /// More cards than there are commitment bases.
    #[error("{found} cards are more than the limit of {limit}")]
    TooMany {
        /// Longest list.
        limit: usize,
        /// Length of this list.
        found: usize,
    },
    /// A group element inside the proof is not canonical.
    #[error("{what} {index} of the proof is no canonical group element")]
    Malformed {
        /// Kind of element.
        what: &'static str,
        /// Place among its kind.
        index: usize,
    },
    /// An element that must not be the identity is.
    #[error("{what} {index} is the identity")]
    Identity {
        /// Kind of element.
        what: &'static str,
        /// Place among its kind.
        index: usize,
    },
    /// The equations of the proof do not hold.
    #[error("the proof does not verify")]
    Rejected,
    /// The prover was asked to prove something untrue.
    #[error("the claim is not true")]
    FalseClaim,
    /// The prover's own result does not verify; nothing was given out.
    #[error("no valid proof was produced")]
    NotProven,
}
