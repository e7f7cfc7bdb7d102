//! libp2p and the disk, in three rooms: `net` (discovery, links), `store` (files) and `seat` (the driver of one table).
//!
//! The crate holds no rule and no cryptography of its own: it carries bytes between `nightcoach-table`, the network and
//! the disk, and decides only when to dial, when to resend and what to write first.

mod clock;
mod error;
pub mod net;
pub mod seat;
pub mod store;

pub use clock::Since;
pub use error::LanError;
pub use net::{
    AddressError, CodeError, Finding, Interface, InterfaceAddress, InterfaceKind, NetworkReport, PeerTrace, Traces,
    code_of,
};
pub use seat::{
    Audience, Chair, ChatLine, Gathering, GoingOn, Notice, Order, OwnWish, PeerInfo, Playing, Preset, SeatConfig,
    SeatHandle, Snapshot, Stage, TableListing, Unfinished, Wanted, Watched, bot_vote, drive, drive_slowly,
    loopback_table, start,
};
pub use store::{Met, Profile};

/// Random bytes of the system.
pub(crate) fn random<const N: usize>() -> Result<[u8; N], LanError> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).map_err(|_error| LanError::Randomness)?;
    Ok(bytes)
}
