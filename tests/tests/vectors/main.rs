//! The vectors of `protocol-spec/vectors/` that concern more than the proofs: encodings, signatures, whole transcripts.
//!
//! `NIGHTCOACH_BLESS=1` writes the files anew; without it a difference is a failure.

mod pinned;
mod transcripts;
mod wire;
