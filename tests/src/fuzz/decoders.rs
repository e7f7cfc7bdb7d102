//! Any bytes for everything that decodes: what is taken is canonical, and nothing panics.

use std::fmt::Debug;

use nightcoach_table::aside::{Room, Said, gathering_place};
use nightcoach_table::lobby::{Listing, LobbyMessage, Player, Start, Watcher};
use nightcoach_table::{Ballot, Genesis, Question, Verdict, audit};
use nightcoach_transcript::{Content, IdentityKey, UnverifiedEntry, file};
use nightcoach_wire::{MAX_LEN, decode, encode};
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::Bytes;

/// The first byte says what the others are taken for.
pub fn run(data: &[u8]) {
    let mut bytes = Bytes::new(data);
    let kind = bytes.next();
    let rest = bytes.take(data.len());
    match kind % 6 {
        0 => entry(rest),
        1 => aside(rest),
        2 => lobby(rest),
        3 => transcript(rest),
        4 => values(rest),
        _ => records(rest),
    }
}

/// What decodes is what its own encoding gives.
fn value<T: Serialize + DeserializeOwned + PartialEq + Debug>(bytes: &[u8]) -> Option<T> {
    let value: T = decode(bytes, MAX_LEN).ok()?;
    let again = encode(&value).unwrap();
    assert_eq!(again, bytes, "one value, one encoding");
    assert_eq!(decode::<T>(&again, MAX_LEN).as_ref(), Ok(&value));
    Some(value)
}

fn entry(bytes: &[u8]) {
    let Ok(unverified) = UnverifiedEntry::decode(bytes) else { return };
    let content = unverified.claimed().clone();
    assert_eq!(value::<Content>(&encode(&content).unwrap()), Some(content));
    // Nobody has signed it: the key of nobody's secret is any 32 bytes.
    assert!(unverified.verify(&IdentityKey([3; 32])).is_err());
}

/// A room in which nobody who speaks here has a seat.
fn aside(bytes: &[u8]) {
    let mut room = Room::new(gathering_place(&[7; 16]), vec![[1; 32], [2; 32]], true);
    assert!(room.hear(bytes, 0).is_err(), "an aside that nobody has signed");
    assert!(room.records().is_empty());
    value::<Said>(bytes);
}

fn lobby(bytes: &[u8]) {
    if let Some(message) = value::<LobbyMessage>(bytes)
        && message.is_bounded()
        && let LobbyMessage::Begin(start) = message
        && start.is_sound().is_ok()
    {
        for player in &start.players {
            assert!(start.players.iter().filter(|other| other.key == player.key).count() == 1);
        }
    }
}

fn values(bytes: &[u8]) {
    value::<Content>(bytes);
    value::<Genesis>(bytes);
    value::<Ballot>(bytes);
    value::<Question>(bytes);
    value::<Listing>(bytes);
    value::<Player>(bytes);
    value::<Start>(bytes);
    value::<Watcher>(bytes);
}

/// A file that is read whole is written the same.
fn transcript(bytes: &[u8]) {
    if let Ok(records) = file::read(bytes) {
        assert_eq!(file::write(records.into_iter()), bytes);
    }
    sound(bytes);
}

/// As many records as there is room for, each with its length before it, in a file.
fn records(bytes: &[u8]) {
    let (mut bytes, mut records) = (Bytes::new(bytes), Vec::new());
    while !bytes.is_empty() {
        let length = usize::from(bytes.next()) + 256 * usize::from(bytes.next() % 8);
        records.push(bytes.take(length));
    }
    let written = file::write(records.iter().copied());
    assert_eq!(file::read(&written).as_deref(), Ok(records.as_slice()));
    sound(&written);
}

/// Whatever a file holds, an audit ends with a verdict that goes with what it has found.
fn sound(bytes: &[u8]) {
    let found = audit(bytes);
    match found.verdict {
        Verdict::ValidFinished => assert!(found.outcome.is_some()),
        Verdict::ValidUnfinished { .. } => {}
        Verdict::Invalid { entry, seat, .. } => {
            assert!(entry >= found.entries.min(entry));
            assert!(seat.is_none_or(|seat| seat.index() < found.roster.len()), "a seat of this table");
        }
    }
}
