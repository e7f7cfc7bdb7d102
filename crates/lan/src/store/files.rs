//! Files that are whole or not there, and files that are nobody else's business.

use std::fs::{File, OpenOptions};
use std::io::Write as _;
use std::path::Path;

use crate::LanError;

/// Replaces a file so that after a crash either the old or the new content is there, never a part.
///
/// # Errors
/// The folder is full or not writable; the old file is untouched.
pub fn write_atomically(path: &Path, bytes: &[u8]) -> Result<(), LanError> {
    let temporary = path.with_extension("new");
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(true);
    let mut file = options.open(&temporary).map_err(LanError::file("write", &temporary))?;
    file.write_all(bytes).and_then(|()| file.sync_all()).map_err(LanError::file("write", &temporary))?;
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
