//! The vectors of `protocol-spec/vectors/` that concern more than the proofs: elements, hashes, signatures, encodings,
//! messages, whole transcripts.
//!
//! `NIGHTCOACH_BLESS=1` writes the files anew; without it a difference is a failure. All tests have `vectors` in their path.

mod forgeries;
mod messages;
mod pinned;
mod points;
mod transcripts;
mod wire;
