//! What people at one table say off the chain: chat, nudges, that somebody has left for good, and who watches.
//!
//! An aside is signed with the identity key under a label of its own, handed on like a record, never folded and in no
//! transcript. It holds a text, one of two fixed meanings, or keys and names of those whom the host lets watch: nothing can
//! attach a proof or a view to it (D33). A [`Room`] holds what one table has said, within bounds.

mod room;
#[cfg(test)]
mod tests;

use alloc::string::String;
use alloc::vec::Vec;

use nightcoach_rules::SeatSet;
use nightcoach_transcript::{IdentityKey, IdentitySecret, hash};
use nightcoach_wire::{Bytes64, decode, encode};
use serde::{Deserialize, Serialize};

use crate::fault::admission::Check;
use crate::labels;
use crate::lobby::{GatheringId, Watcher};

pub use room::{Heard, Room};

/// Longest chat line, in characters.
pub const MAX_TEXT: usize = 300;
/// Longest aside, in bytes.
pub const MAX_ASIDE: usize = 2_048;
/// Most asides of one person that a room keeps, and that the person may say in a minute.
pub const MAX_KEPT: usize = 40;

/// What is said.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Said {
    /// A chat line.
    Text(String),
    /// The table waits for these seats.
    Nudge(SeatSet),
    /// The author has left the table for good; its seat never comes back.
    Left,
    /// The author is the host, and these watch, nobody else. The newest list counts.
    Audience(Vec<Watcher>),
}

/// The signed content.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Content {
    /// The table: its mark, or [`gathering_place`] before it has one.
    place: [u8; 32],
    author: [u8; 32],
    /// Rises with each aside of its author at this place; repeats are known by it.
    number: u64,
    said: Said,
}

#[derive(Serialize, Deserialize)]
struct Signed {
    content: Vec<u8>,
    signature: Bytes64,
}

/// An aside whose signature is its author's.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Aside {
    content: Content,
    record: Vec<u8>,
}

/// Why an aside is dropped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unheard {
    /// It is here already, or so old that it must have been.
    Known,
    /// The violated check.
    Check(Check),
}

impl From<Check> for Unheard {
    fn from(check: Check) -> Self {
        Self::Check(check)
    }
}

impl Aside {
    fn sign(content: Content, secret: &IdentitySecret) -> Result<Self, Check> {
        let bytes = encode(&content).map_err(|_error| Check::AsideBounds)?;
        let signature = secret.sign_aside(labels::ASIDE, &bytes);
        let record = encode(&Signed { content: bytes, signature }).map_err(|_error| Check::AsideBounds)?;
        Ok(Self { content, record })
    }

    /// The claimed content with the bytes that are signed; nothing is verified.
    fn claimed(record: &[u8]) -> Result<(Content, Signed), Check> {
        let signed: Signed = decode(record, MAX_ASIDE).map_err(|_error| Check::AsideDecodes)?;
        let content = decode(&signed.content, MAX_ASIDE).map_err(|_error| Check::AsideDecodes)?;
        Ok((content, signed))
    }

    fn verify(content: Content, signed: &Signed, record: &[u8]) -> Result<Self, Check> {
        IdentityKey(content.author)
            .verify_aside(labels::ASIDE, &signed.content, &signed.signature)
            .map_err(|_error| Check::AsideSignature)?;
        Ok(Self { content, record: record.to_vec() })
    }
}

/// The place of what is said at a table that has not begun.
pub fn gathering_place(table: &GatheringId) -> [u8; 32] {
    hash(labels::GATHERING, &[table])
}

/// A line as it may be shown: without characters that steer the text around it or break the line. Joiners stay, since
/// many scripts are not written without them.
pub fn tidy_text(text: &str) -> String {
    let joiner = |c: char| matches!(c, '\u{200c}' | '\u{200d}');
    let visible = text.chars().filter(|c| joiner(*c) || !crate::lobby::is_invisible(*c));
    let printable: String =
        visible.map(|c| if c.is_control() || crate::lobby::is_break(c) { ' ' } else { c }).collect();
    printable.trim().chars().take(MAX_TEXT).collect()
}
