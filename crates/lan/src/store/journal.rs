//! The journal of one running table: what was received, and what was signed, before it was sent.
//!
//! Frames of length, checksum and payload, appended only. A crash may tear the last one; it is cut back on load. An own
//! record is synced before its entry leaves this machine: after a crash the same bytes are sent again, since other bytes
//! over the same round would look like cheating.

use std::fmt;
use std::fs::File;
use std::io::{Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};

use nightcoach_wire::{MAX_LEN, decode, encode};
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use zeroize::{Zeroize as _, Zeroizing};

use super::files::{create_private, sync_folder_of, wipe, write_atomically};
use crate::LanError;
use crate::net::Blob;

const HEADER: usize = 12;
pub(crate) const CLOSED: &str = "closed";
const ASIDE: &str = "aside";
/// Longest journal that is loaded.
const MAX_JOURNAL: u64 = 1 << 30;

/// One line of a journal.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Record {
    /// First: all that is needed to sit down again; contains secrets.
    Opening(Blob),
    /// An own entry with its private half.
    Own {
        /// The signed record.
        entry: Blob,
        /// What went into it.
        private: Blob,
    },
    /// Somebody else's record.
    Foreign(Blob),
    /// A record that speaks against its author: the table has stopped over it, and stops again after a restart.
    Evidence(Blob),
    /// The good-bye of somebody who has left this table for good; no record of the chain.
    Farewell(Blob),
}

impl Record {
    /// Forgets what is private in it.
    pub fn wipe(&mut self) {
        match self {
            Self::Opening(Blob(bytes)) | Self::Own { private: Blob(bytes), .. } => bytes.zeroize(),
            Self::Foreign(_) | Self::Evidence(_) | Self::Farewell(_) => {}
        }
    }
}

/// An open journal.
pub struct Journal {
    file: File,
    path: PathBuf,
    /// Where the last whole record ends.
    end: u64,
    /// Bytes that were damaged and cut off when it was loaded.
    cut: u64,
    #[cfg(test)]
    simulated: simulated::Disk,
}

/// What a simulated machine may do to its disk.
#[cfg(test)]
pub(crate) mod simulated {
    use std::cell::Cell;

    thread_local! {
        /// Whether a sync leaves the last write out, as on a disk that lies.
        pub(crate) static LYING: Cell<bool> = const { Cell::new(false) };
    }

    /// How far a file is durable, and when its machine loses power.
    #[derive(Clone, Copy, Debug, Default)]
    pub(crate) struct Disk {
        /// Bytes that no power cut takes back.
        pub(crate) synced: u64,
        /// Where the last record begins.
        pub(crate) last: u64,
        /// Writes that still happen; then the power is gone and nothing is written any more.
        pub(crate) writes_left: Option<u32>,
    }

    impl Disk {
        /// Whether the power is gone.
        pub(crate) fn is_dead(self) -> bool {
            self.writes_left == Some(0)
        }

        pub(super) fn write(&mut self) {
            self.writes_left = self.writes_left.map(|left| left.saturating_sub(1));
        }
    }
}

impl Journal {
    /// Begins a journal with its opening record.
    ///
    /// # Errors
    /// There is one already, or the folder cannot be written.
    pub fn create(path: &Path, opening: &Record) -> Result<Self, LanError> {
        let mut journal = Self {
            file: create_private(path)?,
            path: path.to_owned(),
            end: 0,
            cut: 0,
            #[cfg(test)]
            simulated: simulated::Disk::default(),
        };
        journal.append_synced(opening)?;
        sync_folder_of(path)?;
        Ok(journal)
    }

    /// Loads a journal, cuts a torn tail off, and goes on behind it.
    ///
    /// # Errors
    /// The file cannot be read or written, or not even its first record is whole; then it is left as it is.
    pub fn load(path: &Path) -> Result<(Self, Vec<Record>), LanError> {
        let opened = File::options().read(true).write(true).open(path);
        let mut file = opened.map_err(LanError::file("open", path))?;
        let mut bytes = Zeroizing::new(Vec::new());
        (&mut file).take(MAX_JOURNAL).read_to_end(&mut bytes).map_err(LanError::file("read", path))?;
        let (records, whole) = whole_records(&bytes);
        if records.is_empty() {
            return Err(LanError::Damaged { path: path.to_owned(), what: "the opening of the table is missing" });
        }
        let end = u64::try_from(whole).unwrap_or(u64::MAX);
        let cut = u64::try_from(bytes.len().saturating_sub(whole)).unwrap_or(u64::MAX);
        if cut > 0 {
            tracing::warn!(path = %path.display(), cut, "torn tail cut off");
            file.set_len(end).and_then(|()| file.sync_all()).map_err(LanError::file("repair", path))?;
        }
        file.seek(SeekFrom::End(0)).map_err(LanError::file("open", path))?;
        let journal = Self {
            file,
            path: path.to_owned(),
            end,
            cut,
            #[cfg(test)]
            simulated: simulated::Disk { synced: end, last: end, writes_left: None },
        };
        Ok((journal, records))
    }

    /// Appends a record; it may be lost in a power cut, so only what others can send again.
    ///
    /// # Errors
    /// The disk is full or gone.
    pub fn append(&mut self, record: &Record) -> Result<(), LanError> {
        #[cfg(test)]
        if self.simulated.is_dead() {
            return Err(LanError::Closed);
        }
        let payload = Zeroizing::new(encode(record).map_err(|_error| self.damaged("a record is too long"))?);
        let len = u32::try_from(payload.len()).map_err(|_error| self.damaged("a record is too long"))?;
        let mut frame = Zeroizing::new(Vec::with_capacity(payload.len().saturating_add(HEADER)));
        frame.extend_from_slice(&len.to_le_bytes());
        frame.extend_from_slice(&checksum(&payload));
        frame.extend_from_slice(&payload);
        if let Err(source) = self.file.write_all(&frame) {
            self.cut_back();
            return Err(LanError::File { what: "write", path: self.path.clone(), source });
        }
        #[cfg(test)]
        {
            self.simulated.last = self.end;
            self.simulated.write();
        }
        self.end = self.end.saturating_add(u64::try_from(frame.len()).unwrap_or(0));
        Ok(())
    }

    /// The disk below this journal.
    #[cfg(test)]
    pub(crate) const fn disk(&mut self) -> &mut simulated::Disk {
        &mut self.simulated
    }

    /// Takes back the part of a frame that a full disk still took; the next one must not stand behind a torn one.
    fn cut_back(&mut self) {
        let cut = self.file.set_len(self.end).and_then(|()| self.file.seek(SeekFrom::Start(self.end)));
        if let Err(error) = cut {
            tracing::warn!(%error, "a torn record stays in the journal");
        }
    }

    /// Appends a record and waits until it is durable, with all before it.
    ///
    /// # Errors
    /// The disk is full or gone.
    pub fn append_synced(&mut self, record: &Record) -> Result<(), LanError> {
        self.append(record)?;
        self.sync()
    }

    /// Waits until everything appended is durable.
    ///
    /// # Errors
    /// The disk is full or gone.
    pub fn sync(&mut self) -> Result<(), LanError> {
        #[cfg(test)]
        {
            // The opening record is there even on a disk that lies, or there is no table to speak of.
            if self.simulated.is_dead() {
                return Err(LanError::Closed);
            }
            let lies = simulated::LYING.get() && self.simulated.synced > 0;
            self.simulated.synced = if lies { self.simulated.last } else { self.end };
        }
        self.file.sync_data().map_err(LanError::file("sync", &self.path))
    }

    /// How many damaged bytes were cut off when it was loaded.
    pub const fn cut(&self) -> u64 {
        self.cut
    }

    /// Where it lies.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The table is finished or left: the journal is overwritten and deleted. A file keeps its name, so that no table ever
    /// begins under it again; it is empty, or holds the good-bye to a table that goes on without this seat.
    ///
    /// # Errors
    /// The folder cannot be written.
    pub fn retire(self, farewell: Option<&[u8]>) -> Result<(), LanError> {
        let closed = self.path.with_extension(CLOSED);
        write_atomically(&closed, farewell.unwrap_or_default())?;
        Self::mark_running(&self.path)?;
        wipe(&self.path)
    }

    /// The records of a journal that nobody has open, for a look at it.
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn peek(path: &Path) -> Result<Vec<Record>, LanError> {
        let mut bytes = Zeroizing::new(Vec::new());
        let file = File::open(path).map_err(LanError::file("open", path))?;
        file.take(MAX_JOURNAL).read_to_end(&mut bytes).map_err(LanError::file("read", path))?;
        Ok(whole_records(&bytes).0)
    }

    /// Puts a table aside on purpose: it is not taken up by itself at the next start.
    ///
    /// # Errors
    /// The folder cannot be written.
    pub fn put_aside(path: &Path) -> Result<(), LanError> {
        let mark = path.with_extension(ASIDE);
        File::create(&mark).map(drop).map_err(LanError::file("create", &mark))
    }

    /// Whether a table was put aside.
    pub fn is_aside(path: &Path) -> bool {
        path.with_extension(ASIDE).exists()
    }

    /// The table is played at again, or is over.
    ///
    /// # Errors
    /// The folder cannot be written.
    pub fn mark_running(path: &Path) -> Result<(), LanError> {
        let mark = path.with_extension(ASIDE);
        match std::fs::remove_file(&mark) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                Err(LanError::File { what: "delete", path: mark, source: error })
            }
            Ok(()) | Err(_) => Ok(()),
        }
    }

    /// Whether a table of this journal has begun here at any time.
    pub fn was_begun(path: &Path) -> bool {
        path.exists() || path.with_extension(CLOSED).exists()
    }

    /// The journals of tables that were neither finished nor left, in the order of their names.
    pub fn running(folder: &Path) -> Vec<PathBuf> {
        let entries = std::fs::read_dir(folder).into_iter().flatten().filter_map(Result::ok);
        let mut paths: Vec<PathBuf> =
            entries.map(|entry| entry.path()).filter(|p| p.extension().is_some_and(|e| e == "journal")).collect();
        paths.sort();
        paths
    }

    fn damaged(&self, what: &'static str) -> LanError {
        LanError::Damaged { path: self.path.clone(), what }
    }
}

/// Finds damage, not malice.
pub(crate) fn checksum(payload: &[u8]) -> [u8; 8] {
    let hash: [u8; 32] = Sha256::digest(payload).into();
    let [a, b, c, d, e, f, g, h, ..] = hash;
    [a, b, c, d, e, f, g, h]
}

/// The records up to the first damage, and how many bytes they take.
fn whole_records(bytes: &[u8]) -> (Vec<Record>, usize) {
    let mut records = Vec::new();
    let mut at = 0usize;
    while let Some((record, len)) = bytes.get(at..).and_then(first_record) {
        records.push(record);
        at = at.saturating_add(len);
    }
    (records, at)
}

fn first_record(bytes: &[u8]) -> Option<(Record, usize)> {
    let (header, rest) = bytes.split_first_chunk::<HEADER>()?;
    let (len, sum) = header.split_first_chunk::<4>()?;
    let len = usize::try_from(u32::from_le_bytes(*len)).ok()?;
    let payload = rest.get(..len)?;
    if checksum(payload) != sum {
        return None;
    }
    Some((decode(payload, MAX_LEN).ok()?, HEADER.saturating_add(len)))
}

impl fmt::Debug for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Opening(_) => f.write_str("Opening(..)"),
            Self::Own { entry, .. } => write!(f, "Own {{ entry: {entry:?}, .. }}"),
            Self::Foreign(entry) => write!(f, "Foreign({entry:?})"),
            Self::Evidence(entry) => write!(f, "Evidence({entry:?})"),
            Self::Farewell(record) => write!(f, "Farewell({record:?})"),
        }
    }
}

impl fmt::Debug for Journal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Journal").field("path", &self.path).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::Profile;

    fn opening() -> Record {
        Record::Opening(Blob(vec![1; 40]))
    }

    fn own(n: u8) -> Record {
        Record::Own { entry: Blob(vec![n; 5]), private: Blob(vec![n; 3]) }
    }

    #[test]
    fn records_come_back_in_order() {
        let profile = Profile::temporary("order").unwrap();
        let path = profile.tables().join("a.journal");
        let mut journal = Journal::create(&path, &opening()).unwrap();
        journal.append_synced(&own(1)).unwrap();
        journal.append(&Record::Foreign(Blob(vec![2]))).unwrap();
        drop(journal);
        let (_, records) = Journal::load(&path).unwrap();
        assert_eq!(records, [opening(), own(1), Record::Foreign(Blob(vec![2]))]);
    }

    #[test]
    fn a_tail_torn_at_any_byte_is_cut_and_the_journal_goes_on() {
        let profile = Profile::temporary("torn").unwrap();
        let path = profile.tables().join("a.journal");
        let mut journal = Journal::create(&path, &opening()).unwrap();
        let whole = std::fs::metadata(&path).unwrap().len();
        journal.append_synced(&own(1)).unwrap();
        drop(journal);
        let bytes = std::fs::read(&path).unwrap();
        for end in usize::try_from(whole).unwrap()..bytes.len() {
            std::fs::write(&path, &bytes[..end]).unwrap();
            let (mut journal, records) = Journal::load(&path).unwrap();
            assert_eq!(records, [opening()], "cut at {end}");
            journal.append_synced(&own(2)).unwrap();
            assert_eq!(Journal::load(&path).unwrap().1, [opening(), own(2)], "cut at {end}");
        }
    }

    #[test]
    fn a_flipped_bit_ends_the_journal_there() {
        let profile = Profile::temporary("flipped").unwrap();
        let path = profile.tables().join("a.journal");
        let mut journal = Journal::create(&path, &opening()).unwrap();
        journal.append_synced(&own(1)).unwrap();
        let mut bytes = std::fs::read(&path).unwrap();
        *bytes.last_mut().unwrap() ^= 1;
        std::fs::write(&path, &bytes).unwrap();
        assert_eq!(Journal::load(&path).unwrap().1, [opening()]);
    }

    #[test]
    fn a_retired_table_is_not_taken_up_again() {
        let profile = Profile::temporary("retired").unwrap();
        let path = profile.tables().join("a.journal");
        let journal = Journal::create(&path, &opening()).unwrap();
        assert_eq!(Journal::running(&profile.tables()), std::slice::from_ref(&path));
        journal.retire(None).unwrap();
        assert!(Journal::running(&profile.tables()).is_empty());
        assert!(Journal::was_begun(&path));
        assert!(!Journal::was_begun(&profile.tables().join("b.journal")));
        assert_eq!(std::fs::read(path.with_extension("closed")).unwrap(), b"");
    }

    #[test]
    fn a_journal_is_never_begun_twice() {
        let profile = Profile::temporary("twice").unwrap();
        let path = profile.tables().join("a.journal");
        drop(Journal::create(&path, &opening()).unwrap());
        assert!(matches!(Journal::create(&path, &opening()), Err(LanError::File { .. })));
    }

    #[test]
    fn private_bytes_do_not_show_in_debug_output() {
        assert_eq!(format!("{:?}", own(7)), "Own { entry: Blob(5 bytes), .. }");
    }
}
