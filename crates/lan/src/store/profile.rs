//! The profile folder: who one is on this machine.

use std::fmt;
use std::fs::File;
use std::io::{Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use nightcoach_transcript::IdentitySecret;
use zeroize::Zeroizing;

use super::files::{create_private, create_private_folder, sync_folder_of, write_atomically};
use super::{CLOSED, checksum};
use crate::LanError;
use crate::net::{AddressHint, Frame, Message, PeerKey};

const IDENTITY: &str = "identity";
const LOCK: &str = "lock";
/// After how many seconds the person is reminded; empty for never.
const REMINDER: &str = "reminder";
const ADDRESSES: &str = "addresses";
const PEOPLE: &str = "people";
/// Stands before the seed and its checksum, so that another file, or a damaged one, is not taken for one.
const MAGIC: &[u8; 16] = b"nightcoach-key2\n";
const MAX_ADDRESS_FILE: u64 = 1 << 20;

/// An opened profile folder; nobody else opens it while this lives.
pub struct Profile {
    folder: PathBuf,
    seed: Zeroizing<[u8; 32]>,
    temporary: bool,
    _lock: File,
}

impl Profile {
    /// The folder where programs of this user keep their data.
    ///
    /// # Errors
    /// The system names none, or as [`Profile::open`].
    pub fn default_dir() -> Result<Self, LanError> {
        let folders = directories::ProjectDirs::from("", "", "nightcoach").ok_or(LanError::NoFolder)?;
        Self::open(folders.data_dir())
    }

    /// Opens a profile folder, or makes one with a new identity key.
    ///
    /// # Errors
    /// Another instance uses it, it cannot be written, or its identity file is damaged.
    pub fn open(folder: impl AsRef<Path>) -> Result<Self, LanError> {
        Self::open_with(folder.as_ref(), None, false)
    }

    /// A new profile in the folder for temporary files; it is deleted when this is dropped.
    ///
    /// # Errors
    /// As [`Profile::open`].
    pub fn temporary(label: &str) -> Result<Self, LanError> {
        Self::open_with(&temporary_folder(label), None, true)
    }

    /// A temporary profile whose identity key comes from a seed: for reproducible demos, where nothing is secret.
    ///
    /// # Errors
    /// As [`Profile::open`].
    pub fn reproducible(label: &str, identity: [u8; 32]) -> Result<Self, LanError> {
        Self::open_with(&temporary_folder(label), Some(identity), true)
    }

    fn open_with(folder: &Path, seed: Option<[u8; 32]>, temporary: bool) -> Result<Self, LanError> {
        create_private_folder(folder)?;
        for inner in ["tables", "transcripts"] {
            create_private_folder(&folder.join(inner))?;
        }
        let lock = lock(folder)?;
        let seed = Zeroizing::new(identity(&folder.join(IDENTITY), seed)?);
        Ok(Self { folder: folder.to_owned(), seed, temporary, _lock: lock })
    }

    /// The folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Where the transcript of a table goes.
    pub fn transcript_path(&self, table: &str) -> PathBuf {
        self.folder.join("transcripts").join(format!("{table}.nightcoach"))
    }

    /// Where the journals of running tables are.
    pub fn tables(&self) -> PathBuf {
        self.folder.join("tables")
    }

    /// Where the people met so far are remembered.
    pub(crate) fn people_path(&self) -> PathBuf {
        self.folder.join(PEOPLE)
    }

    /// The good-bye to a table that was left for good, if it was.
    pub(crate) fn farewell(&self, mark: &[u8; 32]) -> Option<Vec<u8>> {
        let closed = self.tables().join(table_name(mark)).with_extension(CLOSED);
        std::fs::read(closed).ok().filter(|bytes| !bytes.is_empty())
    }

    /// The identity secret.
    pub fn identity(&self) -> IdentitySecret {
        IdentitySecret::from_seed(*self.seed)
    }

    /// The seed of the identity, for the transport.
    pub(crate) fn seed(&self) -> [u8; 32] {
        *self.seed
    }

    /// The own key.
    pub fn key(&self) -> PeerKey {
        PeerKey(self.identity().public().0)
    }

    /// After how many seconds the person wants to be reminded of the own turn; a damaged file is as good as none.
    pub fn reminder(&self) -> Option<u64> {
        let kept = std::fs::read_to_string(self.folder.join(REMINDER)).ok()?;
        kept.trim().parse().ok()
    }

    /// Remembers after how many seconds the person wants to be reminded of the own turn.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn keep_reminder(&self, seconds: Option<u64>) -> Result<(), LanError> {
        let kept = seconds.map_or_else(String::new, |seconds| seconds.to_string());
        write_atomically(&self.folder.join(REMINDER), kept.as_bytes())
    }

    /// Keeps the addresses of linked peers for the next start, where discovery may not work.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn save_addresses(&self, known: &Frame) -> Result<(), LanError> {
        write_atomically(&self.folder.join(ADDRESSES), known.bytes())
    }

    /// The addresses of an earlier run; a damaged file is as good as none.
    pub fn load_addresses(&self) -> Vec<AddressHint> {
        let mut bytes = Vec::new();
        let opened = File::open(self.folder.join(ADDRESSES));
        let read = opened.and_then(|file| file.take(MAX_ADDRESS_FILE).read_to_end(&mut bytes));
        let body = bytes.get(4..).unwrap_or_default();
        match nightcoach_wire::decode(body, nightcoach_wire::MAX_LEN) {
            Ok(Message::Addresses(hints)) if read.is_ok() => hints,
            _damaged => Vec::new(),
        }
    }
}

/// The name of a table's files.
pub(crate) fn table_name(mark: &[u8; 32]) -> String {
    use fmt::Write as _;
    mark.iter().take(8).fold(String::new(), |mut name, byte| {
        write!(name, "{byte:02x}").ok();
        name
    })
}

impl fmt::Debug for Profile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Profile").field("folder", &self.folder).finish_non_exhaustive()
    }
}

impl Drop for Profile {
    fn drop(&mut self) {
        if self.temporary
            && let Err(error) = std::fs::remove_dir_all(&self.folder)
        {
            tracing::debug!(folder = %self.folder.display(), %error, "temporary profile stays");
        }
    }
}

fn temporary_folder(label: &str) -> PathBuf {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let count = COUNT.fetch_add(1, Ordering::Relaxed);
    let label: String = label.chars().filter(char::is_ascii_alphanumeric).take(20).collect();
    std::env::temp_dir().join(format!("nightcoach-{}-{count}-{label}", std::process::id()))
}

fn lock(folder: &Path) -> Result<File, LanError> {
    let path = folder.join(LOCK);
    let file = File::options().create(true).truncate(false).write(true).open(&path);
    let file = file.map_err(LanError::file("open", &path))?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(std::fs::TryLockError::WouldBlock) => Err(LanError::InUse(folder.to_owned())),
        Err(std::fs::TryLockError::Error(source)) => Err(LanError::File { what: "lock", path, source }),
    }
}

/// Reads the identity seed, or makes one.
fn identity(path: &Path, wished: Option<[u8; 32]>) -> Result<[u8; 32], LanError> {
    let damaged = |what| LanError::Damaged { path: path.to_owned(), what };
    match std::fs::read(path) {
        Ok(bytes) => {
            let seed = bytes.strip_prefix(MAGIC).ok_or_else(|| damaged("no identity file"))?;
            let (seed, sum) = seed.split_first_chunk::<32>().ok_or_else(|| damaged("the key is cut"))?;
            if checksum(seed) == sum { Ok(*seed) } else { Err(damaged("the key is not the one that was written")) }
        }
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            let seed = wished.map_or_else(crate::random, Ok)?;
            let mut file = create_private(path)?;
            let written = file.write_all(MAGIC).and_then(|()| file.write_all(&seed));
            let written = written.and_then(|()| file.write_all(&checksum(&seed))).and_then(|()| file.sync_all());
            written.map_err(LanError::file("write", path))?;
            sync_folder_of(path)?;
            Ok(seed)
        }
        Err(source) => Err(LanError::File { what: "read", path: path.to_owned(), source }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder(label: &str) -> PathBuf {
        temporary_folder(label)
    }

    #[test]
    fn the_reminder_is_remembered_and_a_damaged_one_is_none() {
        let profile = Profile::temporary("reminder").unwrap();
        assert_eq!(profile.reminder(), None);
        for seconds in [Some(30), Some(120), None] {
            profile.keep_reminder(seconds).unwrap();
            assert_eq!(profile.reminder(), seconds);
        }
        std::fs::write(profile.folder().join(REMINDER), [0xff; 9]).unwrap();
        assert_eq!(profile.reminder(), None);
    }

    #[test]
    fn the_identity_stays_the_same_from_start_to_start() {
        let folder = folder("stays");
        let first = Profile::open(&folder).unwrap().key();
        assert_eq!(Profile::open(&folder).unwrap().key(), first);
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn a_second_instance_is_refused_while_the_first_runs() {
        let folder = folder("second");
        let first = Profile::open(&folder).unwrap();
        assert!(matches!(Profile::open(&folder), Err(LanError::InUse(_))));
        drop(first);
        assert!(Profile::open(&folder).is_ok());
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn a_damaged_identity_is_an_error_and_not_a_new_identity() {
        let folder = folder("damaged");
        drop(Profile::open(&folder).unwrap());
        std::fs::write(folder.join(IDENTITY), b"nightcoach-key2\nshort").unwrap();
        assert!(matches!(Profile::open(&folder), Err(LanError::Damaged { .. })));
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn a_temporary_profile_is_gone_afterwards() {
        let profile = Profile::temporary("gone").unwrap();
        let folder = profile.folder().to_owned();
        drop(profile);
        assert!(!folder.exists());
    }

    #[test]
    fn addresses_come_back() {
        let profile = Profile::temporary("addresses").unwrap();
        assert!(profile.load_addresses().is_empty());
        let hint = AddressHint { peer: PeerKey([3; 32]), addresses: vec!["/ip4/192.0.2.1/tcp/1".to_owned()] };
        profile.save_addresses(&Frame::of(&Message::Addresses(vec![hint.clone()])).unwrap()).unwrap();
        assert_eq!(profile.load_addresses(), [hint]);
    }

    #[test]
    fn the_seed_does_not_show_in_debug_output() {
        let profile = Profile::reproducible("debug", [0xab; 32]).unwrap();
        assert!(!format!("{profile:?}").contains("171"));
    }
}
