//! The transcript file: a first line, then length-prefixed records. Chain entries in order of round and seat, then at most
//! one offending record, then closing records in order of seat. `protocol-spec/transcript.md` has the bytes.

use alloc::vec::Vec;
use core::convert::Infallible;

use nightcoach_wire::MAX_LEN;

use crate::labels;

/// Why bytes are no transcript file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FileError {
    /// The first line is not ours.
    #[error("this is no Night Coach transcript, or one of another version")]
    NoTranscript,
    /// A record is cut off at the end.
    #[error("the file is cut off after {whole} whole records")]
    CutOff {
        /// Whole records before the cut.
        whole: usize,
    },
    /// A record is longer than any may be.
    #[error("record {index} claims {len} bytes")]
    TooLong {
        /// Which record.
        index: usize,
        /// Claimed length.
        len: usize,
    },
}

/// The file of these records.
pub fn write<'a>(records: impl Iterator<Item = &'a [u8]>) -> Vec<u8> {
    let mut bytes = Vec::new();
    let written: Result<(), Infallible> = write_to(records, |piece| {
        bytes.extend_from_slice(piece);
        Ok(())
    });
    match written {
        Ok(()) => bytes,
    }
}

/// As [`write()`], piece by piece, so that nobody has to hold the whole file.
///
/// # Errors
/// Those of `sink`.
pub fn write_to<'a, E>(
    records: impl Iterator<Item = &'a [u8]>,
    mut sink: impl FnMut(&[u8]) -> Result<(), E>,
) -> Result<(), E> {
    sink(labels::FILE)?;
    for record in records {
        let len = u32::try_from(record.len()).unwrap_or(u32::MAX);
        sink(&len.to_le_bytes())?;
        sink(record)?;
    }
    Ok(())
}

/// The records of a file.
///
/// # Errors
/// The file does not start as ours, or a record is cut off or too long.
pub fn read(bytes: &[u8]) -> Result<Vec<&[u8]>, FileError> {
    let mut rest = bytes.strip_prefix(labels::FILE).ok_or(FileError::NoTranscript)?;
    let mut records = Vec::new();
    while !rest.is_empty() {
        let cut = FileError::CutOff { whole: records.len() };
        let (len, tail) = rest.split_first_chunk::<4>().ok_or(cut)?;
        let len = usize::try_from(u32::from_le_bytes(*len)).unwrap_or(usize::MAX);
        if len > MAX_LEN {
            return Err(FileError::TooLong { index: records.len(), len });
        }
        let (record, tail) = tail.split_at_checked(len).ok_or(cut)?;
        records.push(record);
        rest = tail;
    }
    Ok(records)
}
