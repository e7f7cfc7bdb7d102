//! The store room: what stays on this machine. One profile folder per identity.
//!
//! ```text
//! identity              seed of the identity key, readable by its owner only
//! lock                  held while an instance runs
//! addresses             where the players of earlier tables were reached
//! tables/*.journal      running tables: private, appended to, synced before anything is sent
//! tables/*.deal         seed of the deal beside its journal, until the cards are dealt
//! tables/*.aside        empty: beside a journal whose table was put aside on purpose
//! tables/*.closed       names of tables that are over, so that none of them begins again; a good-bye, where one was left
//! people                who was met at a table, by key
//! transcripts/*.nightcoach     public records of tables, written whole
//! ```

#[cfg(test)]
mod faults;
mod files;
mod journal;
mod people;
mod profile;

#[cfg(test)]
pub(crate) use faults::SmallDisk;
pub(crate) use files::write_atomically_by;
pub use files::{wipe, write_atomically, write_secret};
#[cfg(test)]
pub(crate) use journal::simulated;
pub(crate) use journal::{CLOSED, checksum};
pub use journal::{Journal, Record};
pub use people::Met;
pub(crate) use people::People;
pub use profile::Profile;
pub(crate) use profile::table_name;
