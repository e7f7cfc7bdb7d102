//! Files that are whole or not there, and files that are nobody else's business.

use std::fs::{File, OpenOptions};
use std::io::{BufWriter, Seek as _, SeekFrom, Write as _};
use std::path::Path;

use crate::LanError;

/// Replaces a file so that after a crash either the old or the new content is there, never a part.
///
/// # Errors
/// The folder is full or not writable; the old file is untouched.
pub fn write_atomically(path: &Path, bytes: &[u8]) -> Result<(), LanError> {
    write_atomically_by(path, |file| file.write_all(bytes))
}

/// As [`write_atomically`], with what `write` gives, piece by piece.
///
/// # Errors
/// The folder is full or not writable; the old file is untouched.
pub(crate) fn write_atomically_by(
    path: &Path,
    write: impl FnOnce(&mut BufWriter<File>) -> std::io::Result<()>,
) -> Result<(), LanError> {
    let temporary = path.with_extension("new");
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(true);
    let mut file = BufWriter::new(options.open(&temporary).map_err(LanError::file("write", &temporary))?);
    let written = write(&mut file).and_then(|()| file.flush()).and_then(|()| file.get_ref().sync_all());
    written.map_err(LanError::file("write", &temporary))?;
    std::fs::rename(&temporary, path).map_err(LanError::file("replace", path))?;
    sync_folder_of(path)
}

/// Creates a file that only its owner may read; it must not exist.
pub(super) fn create_private(path: &Path) -> Result<File, LanError> {
    let mut options = OpenOptions::new();
    options.read(true).write(true).create_new(true);
    owner_only(&mut options);
    options.open(path).map_err(LanError::file("create", path))
}

/// Writes a secret to a file that only its owner may read, and waits until it is durable; the file must not exist.
///
/// # Errors
/// There is one already, or the folder cannot be written.
pub fn write_secret(path: &Path, secret: &[u8]) -> Result<(), LanError> {
    let mut file = create_private(path)?;
    file.write_all(secret).and_then(|()| file.sync_all()).map_err(LanError::file("write", path))?;
    sync_folder_of(path)
}

/// Overwrites a file and deletes it; one that is not there is fine. How far old blocks are gone is up to the file system.
///
/// # Errors
/// The file stays, perhaps overwritten.
pub fn wipe(path: &Path) -> Result<(), LanError> {
    let mut file = match File::options().write(true).open(path) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(()),
        opened => opened.map_err(LanError::file("open", path))?,
    };
    overwrite(&mut file).map_err(LanError::file("wipe", path))?;
    std::fs::remove_file(path).map_err(LanError::file("delete", path))?;
    sync_folder_of(path)
}

/// Zeros over all that the file holds.
fn overwrite(file: &mut File) -> std::io::Result<()> {
    let mut left = file.metadata()?.len();
    file.seek(SeekFrom::Start(0))?;
    let zeros = [0; 4096];
    while left > 0 {
        let len = usize::try_from(left).unwrap_or(zeros.len()).min(zeros.len());
        file.write_all(zeros.get(..len).unwrap_or_default())?;
        left = left.saturating_sub(u64::try_from(len).unwrap_or(left));
    }
    file.sync_all()
}

/// Creates a folder, and those above it, that only its owner may enter.
pub(super) fn create_private_folder(path: &Path) -> Result<(), LanError> {
    let mut builder = std::fs::DirBuilder::new();
    builder.recursive(true);
    owner_only_folder(&mut builder);
    builder.create(path).map_err(LanError::file("create the folder", path))
}

/// Makes the names in the folder of a file durable.
pub(super) fn sync_folder_of(path: &Path) -> Result<(), LanError> {
    let Some(folder) = path.parent() else { return Ok(()) };
    sync_folder(folder)
}

#[cfg(unix)]
fn owner_only(options: &mut OpenOptions) {
    use std::os::unix::fs::OpenOptionsExt as _;
    options.mode(0o600);
}

#[cfg(unix)]
fn owner_only_folder(builder: &mut std::fs::DirBuilder) {
    use std::os::unix::fs::DirBuilderExt as _;
    builder.mode(0o700);
}

#[cfg(unix)]
fn sync_folder(folder: &Path) -> Result<(), LanError> {
    File::open(folder).and_then(|folder| folder.sync_all()).map_err(LanError::file("sync the folder", folder))
}

/// Elsewhere the folder of a user's program data is the user's own already.
#[cfg(not(unix))]
fn owner_only(_options: &mut OpenOptions) {}

#[cfg(not(unix))]
fn owner_only_folder(_builder: &mut std::fs::DirBuilder) {}

/// Elsewhere a folder cannot be opened for syncing; the file system orders renames itself.
#[cfg(not(unix))]
#[expect(clippy::unnecessary_wraps, reason = "same shape as on unix")]
fn sync_folder(_folder: &Path) -> Result<(), LanError> {
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::Profile;

    #[test]
    fn a_file_is_replaced_whole_and_leaves_nothing_behind() {
        let profile = Profile::temporary("atomic").unwrap();
        let path = profile.folder().join("transcripts").join("a.nightcoach");
        write_atomically(&path, b"first").unwrap();
        write_atomically(&path, b"second").unwrap();
        assert_eq!(std::fs::read(&path).unwrap(), b"second");
        assert_eq!(std::fs::read_dir(path.parent().unwrap()).unwrap().count(), 1);
    }

    #[test]
    fn an_unwritable_place_is_an_error_that_names_it() {
        let profile = Profile::temporary("unwritable").unwrap();
        let path = profile.folder().join("no such folder").join("a.nightcoach");
        let error = write_atomically(&path, b"x").unwrap_err();
        assert!(error.to_string().contains("no such folder"), "{error}");
    }

    #[test]
    fn a_wiped_file_is_overwritten_before_its_name_goes() {
        let profile = Profile::temporary("wiped").unwrap();
        let (path, other) = (profile.folder().join("secret"), profile.folder().join("other name"));
        write_secret(&path, &[7; 9_000]).unwrap();
        assert!(write_secret(&path, &[8; 2]).is_err(), "a secret is never replaced");
        std::fs::hard_link(&path, &other).unwrap();
        wipe(&path).unwrap();
        assert!(!path.exists());
        assert_eq!(std::fs::read(&other).unwrap(), vec![0; 9_000]);
        wipe(&path).unwrap();
    }

    #[cfg(unix)]
    #[test]
    fn a_private_file_is_for_its_owner_only() {
        use std::os::unix::fs::PermissionsExt as _;
        let profile = Profile::temporary("private").unwrap();
        let path = profile.folder().join("secret");
        let file = create_private(&path).unwrap();
        assert_eq!(file.metadata().unwrap().permissions().mode() & 0o777, 0o600);
    }
}
