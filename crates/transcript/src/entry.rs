//! Entries: what one seat signs in one round. Off the wire, then verified; the types keep the two apart.

use alloc::boxed::Box;
use alloc::vec::Vec;

use nightcoach_wire::{Bytes64, MAX_LEN, WireError, decode, encode};
use serde::{Deserialize, Serialize};

use crate::hash::hash;
use crate::identity::{IdentityKey, IdentitySecret, SignatureError};
use crate::labels;

/// Hash of the chain after some round.
pub type Head = [u8; 32];

/// What a record is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum RecordKind {
    /// One seat's entry of one round.
    Entry,
    /// One seat's closing record over the final head; outside the chain.
    Closing,
    /// One seat's answer to a ballot on going on without seats; those that decide a round stand before its entries.
    Vote,
    /// One seat's wish to leave or to come back; an entry of another seat carries it into the chain.
    Wish,
}

/// The signed content of a record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Content {
    /// What it is.
    pub kind: RecordKind,
    /// The table; zero in the genesis round.
    pub table: [u8; 32],
    /// Number of the round, from 0; for a closing record, the number of rounds.
    pub round: u32,
    /// The chain's head at the start of the round.
    pub head: Head,
    /// Digest of the public state and of every card list at the start of the round.
    pub digest: [u8; 32],
    /// The author's seat.
    pub seat: u8,
    /// What the seat says, as the table's wire type.
    pub body: Vec<u8>,
}

#[derive(Serialize, Deserialize)]
struct Signed {
    content: Vec<u8>,
    signature: Bytes64,
}

/// A record off the wire: it decodes, nothing more is known.
#[derive(Clone, Debug)]
pub struct UnverifiedEntry {
    record: Vec<u8>,
    signed: Vec<u8>,
    signature: Bytes64,
    content: Content,
}

/// A record whose signature is its author's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    record: Vec<u8>,
    hash: [u8; 32],
    content: Content,
}

/// A verified record of a round that is over, with its bytes once: of a whole game nothing else is looked at again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeptEntry {
    record: Box<[u8]>,
    hash: [u8; 32],
    seat: u8,
}

impl UnverifiedEntry {
    /// Decodes the bytes of one record.
    ///
    /// # Errors
    /// The bytes are too long, malformed, not canonical or have a tail.
    pub fn decode(record: &[u8]) -> Result<Self, WireError> {
        let Signed { content, signature } = decode(record, MAX_LEN)?;
        let claimed = decode(&content, MAX_LEN)?;
        Ok(Self { record: record.to_vec(), signed: content, signature, content: claimed })
    }

    /// What the record claims to be; good for finding the key, for nothing else.
    pub fn claimed(&self) -> &Content {
        &self.content
    }

    /// The entry, if the signature is the key's.
    ///
    /// # Errors
    /// The key is weak or the signature does not verify.
    pub fn verify(self, key: &IdentityKey) -> Result<Entry, SignatureError> {
        key.verify(&self.signed, &self.signature)?;
        Ok(Entry { record: self.record, hash: hash(labels::ENTRY, &[&self.signed]), content: self.content })
    }
}

impl Entry {
    /// Signs a content.
    ///
    /// # Errors
    /// The content is longer than any message may be.
    pub fn sign(content: Content, secret: &IdentitySecret) -> Result<Self, WireError> {
        let signed = encode(&content)?;
        let signature = secret.sign(&signed);
        let hash = hash(labels::ENTRY, &[&signed]);
        let record = encode(&Signed { content: signed, signature })?;
        Ok(Self { record, hash, content })
    }

    /// What was signed.
    pub fn content(&self) -> &Content {
        &self.content
    }

    /// The bytes to send, store and forward; never encoded again.
    pub fn record(&self) -> &[u8] {
        &self.record
    }

    /// Hash of the content: two entries with one hash say the same, whatever their signatures.
    pub fn hash(&self) -> &[u8; 32] {
        &self.hash
    }

    /// The same, as it is kept once its round is over.
    pub fn keep(self) -> KeptEntry {
        KeptEntry { record: self.record.into_boxed_slice(), hash: self.hash, seat: self.content.seat }
    }
}

impl KeptEntry {
    /// The bytes to send and store.
    pub fn record(&self) -> &[u8] {
        &self.record
    }

    /// Hash of the content, as [`Entry::hash`].
    pub fn hash(&self) -> &[u8; 32] {
        &self.hash
    }

    /// The author's seat.
    pub fn seat(&self) -> u8 {
        self.seat
    }

    /// The entry that was kept.
    ///
    /// # Errors
    /// None that can happen: the bytes were decoded before.
    pub fn entry(&self) -> Result<Entry, WireError> {
        let UnverifiedEntry { record, content, .. } = UnverifiedEntry::decode(&self.record)?;
        Ok(Entry { record, hash: self.hash, content })
    }
}

/// The head after a round: its entries folded in seat order, never in order of arrival.
pub fn fold<'a>(head: &Head, round: u32, entries: impl Iterator<Item = &'a Entry>) -> Head {
    fold_hashes(head, round, entries.map(Entry::hash))
}

/// The head after a round from one hash for each place, in seat order: that of the seat's entry, or what stands in its place.
pub fn fold_hashes<'a>(head: &Head, round: u32, hashes: impl Iterator<Item = &'a [u8; 32]>) -> Head {
    let (round, hashes) = (round.to_le_bytes(), hashes.collect::<Vec<_>>());
    let mut parts: Vec<&[u8]> = Vec::from([head.as_slice(), round.as_slice()]);
    parts.extend(hashes.into_iter().map(<[u8; 32]>::as_slice));
    hash(labels::HEAD, &parts)
}
