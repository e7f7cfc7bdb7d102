//! What can go wrong on this machine; what other players do wrong is a fault and no error.

use std::path::PathBuf;

/// Why the seat cannot start or go on; each text says what to do.
#[derive(Debug, thiserror::Error)]
pub enum LanError {
    /// The identity seed gives no key.
    #[error("the identity key of this profile is unusable: move the file `identity` away to get a new one")]
    Identity,
    /// The port cannot be listened on.
    #[error("cannot listen on TCP port {port} ({why}): choose another one with --port")]
    Port {
        /// Which.
        port: u16,
        /// What the system says.
        why: String,
    },
    /// The network stack does not start.
    #[error("the network does not start: {0}")]
    Network(String),
    /// No place for the profile.
    #[error("this system names no folder for programs' data: choose one with --profile")]
    NoFolder,
    /// Another instance uses the profile.
    #[error("the profile {0} is in use by another Night Coach: close it, or choose another folder with --profile")]
    InUse(PathBuf),
    /// A file cannot be read or written.
    #[error("cannot {what} {path}: {source}{}", advice(source))]
    File {
        /// What was tried.
        what: &'static str,
        /// With which file.
        path: PathBuf,
        /// What the system says.
        source: std::io::Error,
    },
    /// A file of ours holds something else.
    #[error("{path} is damaged ({what}): move it away")]
    Damaged {
        /// Which.
        path: PathBuf,
        /// What is wrong.
        what: &'static str,
    },
    /// The system gives no random bytes.
    #[error("this system gives no random numbers")]
    Randomness,
    /// The system starts no thread.
    #[error("this system starts no thread ({0}): close other programs")]
    Thread(String),
    /// The table cannot begin.
    #[error("the table cannot begin: {0}")]
    Table(String),
    /// The seat has ended.
    #[error("this seat has been closed")]
    Closed,
}

/// What to do about an error of the system.
fn advice(error: &std::io::Error) -> &'static str {
    use std::io::ErrorKind;
    let kind = error.kind();
    if matches!(kind, ErrorKind::StorageFull | ErrorKind::QuotaExceeded) {
        "; make room on the disk, it is tried again"
    } else if matches!(kind, ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem) {
        "; make the folder writable, or choose another one with --profile"
    } else {
        ""
    }
}

impl LanError {
    /// For `map_err` behind a file operation.
    pub(crate) fn file(what: &'static str, path: &std::path::Path) -> impl FnOnce(std::io::Error) -> Self {
        move |source| Self::File { what, path: path.to_owned(), source }
    }
}
