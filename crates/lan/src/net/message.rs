//! What peers say to each other over a link.

use std::fmt;

use nightcoach_rules::SeatSet;
use nightcoach_table::aside::MAX_ASIDE;
use nightcoach_table::lobby::{Listing, LobbyMessage, MAX_NAME};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::PeerKey;

/// Version of these messages. The name of the libp2p protocol never changes, so that two versions can still tell each
/// other which of them must update.
pub(crate) const LINK_VERSION: u16 = 1;
/// Name of the libp2p protocol.
pub(crate) const LINK_PROTOCOL: &str = "/nightcoach/link";
/// Longest record; the longest seen at tables of three to ten seats has less than a tenth of it.
pub(crate) const MAX_RECORD: usize = 128 * 1024;
/// Most entry bytes of one batch; well below the largest frame.
pub(crate) const MAX_BATCH: usize = 512 * 1024;
/// Most entries of one batch.
const MAX_BATCH_ENTRIES: usize = 4096;
/// Most neighbours or address hints in one message.
pub(crate) const MAX_NEIGHBOURS: usize = 64;
/// Most asides in one message.
pub(crate) const MAX_ASIDES: usize = 64;
const MAX_ADDRESSES: usize = 8;
const MAX_TEXT: usize = 256;

/// Bytes that travel in one piece.
#[derive(Clone, PartialEq, Eq)]
pub struct Blob(pub Vec<u8>);

/// First message in both directions; a link counts as one only after it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hello {
    /// Version of the link protocol that the sender speaks.
    pub protocol: u16,
    /// Version of the program, for people.
    pub build: String,
    /// The person's name.
    pub name: String,
    /// TCP port that the sender listens on.
    pub port: u16,
    /// The sender's clock, in milliseconds since 1970: shown to people, and nothing else.
    pub clock: u64,
}

/// Once a second over every link: sign of life, progress, neighbours, and the table that the sender hosts.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Beacon {
    /// The person's name.
    pub name: String,
    /// How far the sender's table has come.
    pub mark: Option<Mark>,
    /// Peers that the sender has a link to.
    pub neighbours: Vec<PeerKey>,
    /// The table that the sender hosts.
    pub listing: Option<Listing>,
}

/// How far a table has come at one peer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mark {
    /// Which table: hash of its genesis.
    pub table: [u8; 32],
    /// The running round.
    pub round: u32,
    /// Head at its start.
    pub head: [u8; 32],
    /// Seats whose entry is missing here.
    pub waiting: SeatSet,
    /// Seats whose closing record is here.
    pub closed: SeatSet,
    /// Whether the table has stopped here, with evidence.
    pub stopped: bool,
}

impl Mark {
    /// Of a table that has ended here: whether whoever shows `theirs` lacks something of its end. Who shows another table,
    /// or none, does not.
    pub(crate) fn is_ahead_at_end(&self, theirs: Option<&Self>) -> bool {
        let theirs = theirs.filter(|theirs| theirs.table == self.table);
        theirs.is_some_and(|theirs| theirs.round < self.round || !self.closed.within(theirs.closed))
    }
}

/// Where a peer was reached.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AddressHint {
    /// Who.
    pub peer: PeerKey,
    /// Multiaddresses, as text.
    pub addresses: Vec<String>,
}

/// A message over a link.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Message {
    /// Opens the link.
    Hello(Hello),
    /// Sign of life.
    Beacon(Beacon),
    /// One signed record of a table.
    Push {
        /// Which table.
        table: [u8; 32],
        /// The record.
        entry: Blob,
    },
    /// Asks for all records from a round on.
    Want {
        /// Which table.
        table: [u8; 32],
        /// First round wanted.
        from: u32,
    },
    /// Records asked for, in order.
    Batch {
        /// Which table.
        table: [u8; 32],
        /// The records.
        entries: Vec<Blob>,
    },
    /// Gathering at a table.
    Lobby(LobbyMessage),
    /// Where the sender's neighbours can be reached.
    Addresses(Vec<AddressHint>),
    /// The sender goes, and why.
    Bye(String),
    /// What people of a table say off the chain, signed.
    Aside {
        /// Which table.
        place: [u8; 32],
        /// The asides.
        records: Vec<Blob>,
    },
}

impl Message {
    /// Whether every list and text in it is as short as it must be; checked before anything is stored.
    pub(crate) fn is_bounded(&self) -> bool {
        let short = |text: &str| text.chars().count() <= MAX_NAME;
        match self {
            Self::Hello(hello) => short(&hello.name) && short(&hello.build),
            Self::Beacon(beacon) => {
                let listing = beacon.listing.as_ref().is_none_or(|l| short(&l.name) && short(&l.host));
                short(&beacon.name) && beacon.neighbours.len() <= MAX_NEIGHBOURS && listing
            }
            Self::Want { .. } => true,
            Self::Push { entry, .. } => entry.0.len() <= MAX_RECORD,
            Self::Batch { entries, .. } => {
                entries.len() <= MAX_BATCH_ENTRIES && entries.iter().all(|entry| entry.0.len() <= MAX_RECORD)
            }
            Self::Lobby(lobby) => lobby.is_bounded(),
            Self::Addresses(hints) => {
                hints.len() <= MAX_NEIGHBOURS
                    && hints.iter().all(|hint| {
                        hint.addresses.len() <= MAX_ADDRESSES && hint.addresses.iter().all(|a| a.len() <= MAX_TEXT)
                    })
            }
            Self::Bye(why) => why.len() <= MAX_TEXT,
            Self::Aside { records, .. } => {
                records.len() <= MAX_ASIDES && records.iter().all(|record| record.0.len() <= MAX_ASIDE)
            }
        }
    }
}

impl fmt::Debug for Blob {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Blob({} bytes)", self.0.len())
    }
}

impl Serialize for Blob {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_bytes(&self.0)
    }
}

impl<'de> Deserialize<'de> for Blob {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Bytes;
        impl serde::de::Visitor<'_> for Bytes {
            type Value = Blob;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("bytes")
            }
            fn visit_bytes<E: serde::de::Error>(self, bytes: &[u8]) -> Result<Blob, E> {
                Ok(Blob(bytes.to_vec()))
            }
            fn visit_byte_buf<E: serde::de::Error>(self, bytes: Vec<u8>) -> Result<Blob, E> {
                Ok(Blob(bytes))
            }
        }
        deserializer.deserialize_byte_buf(Bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use nightcoach_wire::{MAX_LEN, decode, encode};

    #[test]
    fn messages_come_back_from_their_bytes() {
        let push = Message::Push { table: [1; 32], entry: Blob(vec![1, 2, 3]) };
        let batch = Message::Batch { table: [1; 32], entries: vec![Blob(vec![]), Blob(vec![9; 300])] };
        let beacon = Message::Beacon(Beacon { neighbours: vec![PeerKey([2; 32])], ..Beacon::default() });
        for message in [push, batch, beacon, Message::Bye("enough".to_owned())] {
            let bytes = encode(&message).unwrap();
            assert_eq!(decode::<Message>(&bytes, MAX_LEN).unwrap(), message);
        }
    }

    #[test]
    fn the_bytes_of_a_push_are_pinned() {
        let bytes = encode(&Message::Push { table: [7; 32], entry: Blob(vec![1, 2]) }).unwrap();
        assert_eq!(bytes.get(..4), Some([2, 0, 0, 0].as_slice()));
        assert_eq!(bytes.get(36..), Some([2, 0, 0, 0, 0, 0, 0, 0, 1, 2].as_slice()));
    }

    #[test]
    fn crowded_messages_are_out_of_bounds() {
        let neighbours = vec![PeerKey([2; 32]); MAX_NEIGHBOURS + 1];
        assert!(!Message::Beacon(Beacon { neighbours, ..Beacon::default() }).is_bounded());
        assert!(!Message::Bye("x".repeat(MAX_TEXT + 1)).is_bounded());
    }

    #[test]
    fn asides_past_the_limit_are_out_of_bounds() {
        let asides = |count, len| Message::Aside { place: [0; 32], records: vec![Blob(vec![0; len]); count] };
        assert!(asides(MAX_ASIDES, MAX_ASIDE).is_bounded());
        assert!(!asides(MAX_ASIDES + 1, 1).is_bounded() && !asides(1, MAX_ASIDE + 1).is_bounded());
    }

    #[test]
    fn a_record_past_the_limit_is_out_of_bounds() {
        let push = |len| Message::Push { table: [0; 32], entry: Blob(vec![0; len]) };
        let batch = |len| Message::Batch { table: [0; 32], entries: vec![Blob(vec![0; len])] };
        assert!(push(MAX_RECORD).is_bounded() && batch(MAX_RECORD).is_bounded());
        assert!(!push(MAX_RECORD + 1).is_bounded() && !batch(MAX_RECORD + 1).is_bounded());
    }
}
