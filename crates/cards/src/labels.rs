//! Every label and domain separator of the crate, in one place.
//!
//! A label is hashed as a length-prefixed string (see [`crate::transcript`]), so no label needs a terminator and none
//! can be a prefix of another in effect. A label never changes its meaning: a new meaning is a new version.

/// First part of the hash that a face's point comes from.
pub(crate) const FACE: &str = "nightcoach/v1/face";
/// First part of the hash that a commitment base of the shuffle argument comes from.
pub(crate) const BASE: &str = "nightcoach/v1/shuffle/base";
/// Derives the context of one of several proofs in an entry.
pub(crate) const SLOT: &str = "nightcoach/v1/ctx/slot";
/// Hedges a prover's randomness with its witness and its statement.
pub(crate) const HEDGE: &str = "nightcoach/v1/hedge";
/// Names group and hash. It is part of every proof's transcript.
pub(crate) const SUITE: &str = "nightcoach/v1/suite/ristretto255-SHA512";

/// Possession of a secret key.
pub(crate) const OWNERSHIP: &str = "nightcoach/v1/proof/ownership";
/// A whole list of cards was permuted and remasked.
pub(crate) const SHUFFLE: &str = "nightcoach/v1/proof/shuffle";
/// The random weights of the shuffle argument.
pub(crate) const SHUFFLE_WEIGHTS: &str = "nightcoach/v1/proof/shuffle/weights";
/// Cards went from a holder's key to another key.
pub(crate) const TRANSFER: &str = "nightcoach/v1/proof/transfer";
/// One seat's shares in handing cards to new keys.
pub(crate) const SHARE: &str = "nightcoach/v1/proof/share";
/// Masks a share of a dealt pile key on its way to one seat.
pub(crate) const SEALED_SHARE: &str = "nightcoach/v1/dkg/share";
/// A sealed share was opened to all with the receiver's transport key.
pub(crate) const COMPLAINT: &str = "nightcoach/v1/proof/complaint";
/// Cards were opened to all.
pub(crate) const OPEN: &str = "nightcoach/v1/proof/open";
/// A formula over hidden faces is true.
pub(crate) const CLAIM: &str = "nightcoach/v1/proof/claim";

/// A linear relation: the proof transmits its commitments.
pub(crate) const LINEAR: &str = "nightcoach/v1/proof/linear";
/// A disjunction: the proof transmits its challenges.
pub(crate) const DISJUNCTION: &str = "nightcoach/v1/proof/disjunction";
/// A verifier's own weights for checking many equations as one.
pub(crate) const FOLD: &str = "nightcoach/v1/fold";

#[cfg(test)]
mod tests {
    use alloc::collections::BTreeSet;

    use super::*;

    #[test]
    fn labels_are_distinct_and_carry_the_version() {
        let labels = [
            FACE,
            BASE,
            SLOT,
            HEDGE,
            SUITE,
            OWNERSHIP,
            SHUFFLE,
            SHUFFLE_WEIGHTS,
            TRANSFER,
            SHARE,
            SEALED_SHARE,
            COMPLAINT,
            OPEN,
            CLAIM,
            LINEAR,
            DISJUNCTION,
            FOLD,
        ];
        assert!(labels.iter().all(|label| label.starts_with("nightcoach/v1/")));
        assert_eq!(labels.iter().collect::<BTreeSet<_>>().len(), labels.len());
    }
}
