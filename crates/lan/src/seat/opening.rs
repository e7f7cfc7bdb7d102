//! What a table begins with: roster, own seat and own seeds, and where they lie on the disk.
//!
//! The seed of the seat stands in the journal, that of the deal in a file of its own: it is needed until the cards are
//! dealt and erased then, so that no later look at the disk opens what was dealt (`protocol-spec/table.md`, Set-up 6).

use std::path::{Path, PathBuf};

use nightcoach_table::lobby::Start;
use nightcoach_table::{Genesis, RosterSeat};
use nightcoach_transcript::IdentityKey;
use nightcoach_wire::{MAX_LEN, decode, encode};
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use zeroize::{Zeroize as _, Zeroizing};

use crate::LanError;
use crate::net::Blob;
use crate::store::{Profile, Record, checksum, table_name, wipe, write_secret};

type Seed = Zeroizing<[u8; 32]>;

/// All that is needed to sit down.
pub(super) struct Opening {
    pub(super) start: Start,
    pub(super) seat: u8,
    pub(super) seeds: Seeds,
}

/// Own seeds of one table.
pub(super) struct Seeds {
    pub(super) deal: Seed,
    pub(super) seat: Seed,
}

/// First record of a journal.
#[derive(Serialize, Deserialize)]
struct FirstLine {
    start: Start,
    seat: u8,
    seat_seed: [u8; 32],
}

impl Drop for FirstLine {
    fn drop(&mut self) {
        self.seat_seed.zeroize();
    }
}

impl Opening {
    /// The genesis that all seats sign.
    pub(super) fn genesis(&self) -> Genesis {
        genesis_of(&self.start)
    }

    /// Names the table among peers and in the profile folder before it has a chain.
    pub(super) fn mark(&self) -> [u8; 32] {
        mark_of(&self.genesis())
    }

    /// Names the table's files.
    pub(super) fn file_name(&self) -> String {
        table_name(&self.mark())
    }

    pub(super) fn journal_path(&self, profile: &Profile) -> PathBuf {
        profile.tables().join(format!("{}.journal", self.file_name()))
    }

    /// The first record of the journal.
    pub(super) fn record(&self) -> Result<Record, LanError> {
        let line = FirstLine { start: self.start.clone(), seat: self.seat, seat_seed: *self.seeds.seat };
        encode(&line).map(|bytes| Record::Opening(Blob(bytes))).map_err(|error| LanError::Table(error.to_string()))
    }

    /// Reads a journal's first record; the seed of the deal is zero where its file is gone, and then not needed any more.
    pub(super) fn read(record: Option<&Record>, journal: &Path) -> Result<Self, LanError> {
        let damaged = || LanError::Damaged { path: journal.to_owned(), what: "the opening of the table is missing" };
        let Some(Record::Opening(Blob(bytes))) = record else { return Err(damaged()) };
        let line: FirstLine = decode(bytes, MAX_LEN).map_err(|_error| damaged())?;
        let seeds = Seeds { deal: read_deal(journal)?, seat: Zeroizing::new(line.seat_seed) };
        Ok(Self { start: line.start.clone(), seat: line.seat, seeds })
    }

    /// Keeps the seed of the deal beside the journal, which does not exist yet.
    pub(super) fn write_deal(&self, journal: &Path) -> Result<PathBuf, LanError> {
        let path = deal_path(journal);
        // A crash before the journal was made may have left one.
        wipe(&path)?;
        let mut bytes = Zeroizing::new(self.seeds.deal.to_vec());
        bytes.extend(checksum(self.seeds.deal.as_slice()));
        write_secret(&path, &bytes)?;
        Ok(path)
    }
}

/// The genesis of a table that begins like this.
pub(super) fn genesis_of(start: &Start) -> Genesis {
    let Start { version, options, players, previous, .. } = start;
    let seat = |p: &nightcoach_table::lobby::Player| RosterSeat {
        name: p.name.clone(),
        key: IdentityKey(p.key),
        fresh: p.fresh,
    };
    let roster = players.iter().map(seat).collect();
    Genesis { version: *version, options: options.clone(), roster, previous: *previous }
}

/// The mark of a table with this genesis.
pub(super) fn mark_of(genesis: &Genesis) -> [u8; 32] {
    Sha256::digest(encode(genesis).unwrap_or_default()).into()
}

/// Where the seed of the deal lies while it is needed.
pub(super) fn deal_path(journal: &Path) -> PathBuf {
    journal.with_extension("deal")
}

fn read_deal(journal: &Path) -> Result<Seed, LanError> {
    let path = deal_path(journal);
    let mut seed = Seed::default();
    match std::fs::read(&path).map(Zeroizing::new) {
        Ok(bytes) => {
            let whole = bytes.split_first_chunk::<32>().filter(|(seed, sum)| checksum(*seed) == *sum);
            let Some((kept, _)) = whole else {
                return Err(LanError::Damaged { path, what: "the seed of the deal is not the one that was written" });
            };
            seed.copy_from_slice(kept);
        }
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {}
        Err(source) => return Err(LanError::File { what: "read", path, source }),
    }
    Ok(seed)
}

/// Wipes seeds whose table never came to be, or is over: a crash left them.
pub(super) fn sweep(tables: &Path) {
    for entry in std::fs::read_dir(tables).into_iter().flatten().filter_map(Result::ok) {
        let path = entry.path();
        let orphan = path.extension().is_some_and(|extension| extension == "deal");
        if orphan
            && !path.with_extension("journal").exists()
            && let Err(error) = wipe(&path)
        {
            tracing::warn!(%error, "a seed of a table that is over stays");
        }
    }
}
