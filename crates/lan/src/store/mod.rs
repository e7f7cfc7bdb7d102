//! The store room: what stays on this machine. One profile folder per identity.
//!
//! ```text
//! identity              seed of the identity key, readable by its owner only
//! lock                  held while an instance runs
//! addresses             where the players of earlier tables were reached
//! tables/*.journal      running tables: private, appended to, synced before anything is sent
//! transcripts/*.nightcoach     public records of tables, written whole
//! ```

mod files;
mod journal;
mod profile;

pub use files::write_atomically;
pub use journal::{Journal, Record};
pub use profile::Profile;
