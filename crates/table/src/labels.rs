//! Every separator of this crate; `protocol-spec/labels.md` lists them.

/// First head of a table: over the option block and the roster.
pub const GENESIS: &[u8] = b"nightcoach/v1/genesis";
/// Table id: over the fold of the genesis round.
pub const TABLE: &[u8] = b"nightcoach/v1/table";
/// Context of a proof.
pub const CONTEXT: &[u8] = b"nightcoach/v1/ctx";
/// Digest of the public state and of every card list.
pub const DIGEST: &[u8] = b"nightcoach/v1/digest";
/// Commitment to keys and nonces.
pub const KEYS: &[u8] = b"nightcoach/v1/keys";
/// Start seat, from everybody's chance nonces.
pub const START: &[u8] = b"nightcoach/v1/start";
/// Commitment to an answer in a sealed window.
pub const SEAL: &[u8] = b"nightcoach/v1/seal";
/// What is folded in the place of a seat that a round went on without.
pub const PASSED: &[u8] = b"nightcoach/v1/passed";
/// A seat's own randomness for one entry.
pub const RANDOMNESS: &[u8] = b"nightcoach/v1/randomness";
/// Signed before something that is said off the chain.
pub const ASIDE: &[u8] = b"nightcoach/v1/aside";
/// The name of a gathering table among what is said off the chain.
pub const GATHERING: &[u8] = b"nightcoach/v1/gathering";
/// A guest's answer to a host that asks for the passphrase.
pub const PASSPHRASE: &[u8] = b"nightcoach/v1/passphrase";
