//! The store room: what stays on this machine. One profile folder per identity.
//!
//! ```text
//! identity              seed of the identity key, readable by its owner only
//! lock                  held while an instance runs
//! addresses             where the players of earlier tables were reached
//! tables/*.journal      running tables: private, appended to, synced before anything is sent
//! tables/*.deal         seed of the deal beside its journal, until the cards are dealt
//! tables/*.closed       empty: names of tables that are over, so that none of them begins again
//! transcripts/*.nightcoach     public records of tables, written whole
//! ```

#[cfg(test)]
mod faults;
mod files;
mod journal;
mod profile;

#[cfg(test)]
pub(crate) use faults::SmallDisk;
pub use files::{wipe, write_atomically, write_secret};
pub(crate) use journal::checksum;
#[cfg(test)]
pub(crate) use journal::simulated;
pub use journal::{Journal, Record};
pub use profile::Profile;
