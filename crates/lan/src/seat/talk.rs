//! What the people of a table say off the chain: chat, nudges, and who has left for good.
//!
//! An aside goes to every linked peer of the table, and on to those who have no link to whoever sent it here, as records
//! do. Whoever comes later, or comes back, is told what is kept once its beacon shows that it is at this table.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use nightcoach_rules::{Seat, SeatSet};
use nightcoach_table::aside::{Heard, Room, Said, Unheard, gathering_place, tidy_text};
use nightcoach_table::fault::admission::Check;

use super::driver::{Driver, Place};
use super::peers::Peer;
use super::sitting::lacks;
use super::snapshot::{ChatLine, Notice};
use crate::clock;
use crate::net::{Blob, MAX_ASIDES, Message, PeerKey};

const MINUTE_MS: u64 = 60_000;
/// Asides that one peer may hand over in a minute, repeats included; more are not looked at.
const MAX_IN_MINUTE: usize = 1_000;
/// Most good-byes that are repeated, to one peer at one table each.
const MAX_PARTED: usize = 256;
/// Most lines shown.
const MAX_LINES: usize = 200;

/// The talk of the table that one sits at.
#[derive(Debug, Default)]
pub(super) struct Talk {
    pub(super) room: Option<Room>,
    /// Who has been told what is kept, over the current link.
    told: BTreeSet<PeerKey>,
    /// Asides looked at of each peer, in this minute.
    minute: u64,
    looked_at: BTreeMap<PeerKey, usize>,
    pub(super) lines: Arc<Vec<ChatLine>>,
    /// Who has reminded this seat, until it has answered.
    pub(super) nudged_by: Option<String>,
    /// Peers that were told lately that this person has left their table for good.
    parted: BTreeSet<(PeerKey, [u8; 32])>,
}

impl Talk {
    /// A new link to this peer.
    pub(super) fn linked(&mut self, peer: PeerKey) {
        self.told.remove(&peer);
        self.parted.retain(|(told, _)| *told != peer);
    }

    /// Whether the table has a chat.
    pub(super) fn is_open(&self) -> bool {
        self.room.as_ref().is_some_and(Room::has_chat)
    }

    /// Whether this peer may make us look at one more aside.
    fn may_look(&mut self, peer: PeerKey, now: u64) -> bool {
        if self.minute != now / MINUTE_MS {
            self.minute = now / MINUTE_MS;
            self.looked_at.clear();
        }
        let looked_at = self.looked_at.entry(peer).or_default();
        *looked_at = looked_at.saturating_add(1);
        *looked_at <= MAX_IN_MINUTE
    }

    fn show(&mut self, line: ChatLine) {
        let mut lines = Vec::clone(&self.lines);
        if lines.len() >= MAX_LINES {
            lines.remove(0);
        }
        lines.push(line);
        self.lines = Arc::new(lines);
    }
}

impl Driver {
    /// Keeps the room in step with the table, and tells those who have come what they may lack.
    pub(super) fn tend_talk(&mut self) {
        let wanted = self.room_wanted();
        match (&mut self.talk.room, wanted) {
            (Some(room), Some((place, members, _))) if room.place() == place => room.set_members(members),
            (_, Some((place, members, chat))) => self.open_room(Room::new(place, members, chat)),
            (Some(_), None) => self.talk = Talk::default(),
            (None, None) => {}
        }
        self.tell_late();
        if let Place::Playing(sitting) = &self.place
            && !sitting.playing.waiting_for.contains(sitting.playing.seat)
        {
            self.talk.nudged_by = None;
        }
    }

    /// The room that belongs to where the seat is: place, members, whether there is a chat.
    fn room_wanted(&self) -> Option<([u8; 32], Vec<[u8; 32]>, bool)> {
        let keys = |players: &[nightcoach_table::lobby::Player]| players.iter().map(|player| player.key).collect();
        match &self.place {
            Place::Lobby => None,
            Place::Hosting(gathering) => {
                Some((gathering_place(&gathering.table()), keys(gathering.players()), gathering.options().chat))
            }
            Place::Visiting(visit) => {
                let (table, options, players) = visit.shown()?;
                Some((gathering_place(&table), keys(players), options.chat))
            }
            Place::Playing(sitting) => Some((sitting.mark, keys(&sitting.start.players), sitting.start.options.chat)),
            // Whoever watches hears who has left and who else watches; what the players say to each other is theirs.
            Place::Watching(watching) => {
                let (mark, start) = watching.begun()?;
                Some((mark, keys(&start.players), false))
            }
        }
    }

    fn open_room(&mut self, mut room: Room) {
        let now = self.clock.now();
        if let Place::Playing(sitting) = &self.place {
            for farewell in &sitting.farewells {
                room.hear(farewell, now).ok();
            }
        }
        self.talk.told.clear();
        // What was said while the table gathered stays on the screen.
        self.talk.room = Some(room);
    }

    fn tell_late(&mut self) {
        let Some(room) = &self.talk.room else { return };
        let own = self.net.key();
        let here = |peer: &Peer| match &self.place {
            Place::Playing(sitting) => peer.beacon.mark.is_some_and(|mark| mark.table == sitting.mark),
            Place::Hosting(_) | Place::Visiting(_) => true,
            Place::Lobby | Place::Watching(_) => false,
        };
        let late = |key: &PeerKey| {
            let peer = self.peers.get(key).filter(|peer| peer.link.is_some());
            *key != own && !self.talk.told.contains(key) && peer.is_some_and(here)
        };
        let late: Vec<PeerKey> = room.members().iter().copied().map(PeerKey).filter(late).collect();
        if late.is_empty() {
            return;
        }
        let (place, records) = (room.place(), room.records());
        self.talk.told.extend(late.iter().copied());
        self.send_asides(&late, place, &records);
    }

    pub(super) fn send_asides(&mut self, to: &[PeerKey], place: [u8; 32], records: &[Vec<u8>]) {
        for part in records.chunks(MAX_ASIDES) {
            let records = part.iter().cloned().map(Blob).collect();
            self.send_all(to.to_vec(), &Message::Aside { place, records });
        }
    }

    /// Asides from a linked peer.
    pub(super) fn on_asides(&mut self, from: PeerKey, place: [u8; 32], records: Vec<Blob>) {
        let here = |room: &Room| room.place() == place && room.members().contains(&from.0);
        if !self.talk.room.as_ref().is_some_and(here) {
            return;
        }
        let now = self.clock.now();
        let mut fresh = Vec::new();
        for Blob(record) in records {
            if !self.talk.may_look(from, now) {
                break;
            }
            let Some(room) = &mut self.talk.room else { return };
            match room.hear(&record, now) {
                Ok(heard) => {
                    self.on_heard(heard);
                    fresh.push(record);
                }
                Err(Unheard::Check(Check::AsideDecodes | Check::AsideSignature)) => self.strike(from),
                Err(Unheard::Known | Unheard::Check(_)) => {}
            }
        }
        if matches!(self.place, Place::Watching(_)) {
            return;
        }
        let lacking = |(key, peer): (&PeerKey, &Peer)| {
            let room = self.talk.room.as_ref()?;
            (*key != from && room.members().contains(&key.0) && lacks(&peer.beacon, from)).then_some(*key)
        };
        let lacking: Vec<PeerKey> = self.peers.iter().filter_map(lacking).collect();
        self.send_asides(&lacking, place, &fresh);
    }

    fn on_heard(&mut self, heard: Heard) {
        match heard {
            Heard::Text(author, text) => {
                let line = ChatLine { name: self.name_of(author), own: author == self.net.key().0, text };
                self.talk.show(line);
            }
            Heard::Nudge(author, seats) => {
                let name = self.name_of(author);
                if let Place::Playing(sitting) = &self.place
                    && seats.and(sitting.playing.waiting_for).contains(sitting.playing.seat)
                {
                    self.talk.nudged_by = Some(name);
                }
            }
            Heard::Left(author) => self.on_left(author),
            Heard::Audience => self.on_audience(),
        }
    }

    /// Somebody has left for good: that is kept with the table, so that it is known after a restart as well.
    fn on_left(&mut self, author: [u8; 32]) {
        let name = self.name_of(author);
        let farewell = self.talk.room.as_ref().and_then(|room| room.farewell(&author));
        if let (Place::Playing(sitting), Some(farewell)) = (&mut self.place, farewell) {
            sitting.keep_farewell(farewell);
            self.notice(Notice::LeftForGood(name));
        }
    }

    pub(super) fn name_of(&self, key: [u8; 32]) -> String {
        let named = |players: &[nightcoach_table::lobby::Player]| {
            players.iter().find(|player| player.key == key).map(|player| player.name.clone())
        };
        let name = match &self.place {
            Place::Lobby => None,
            Place::Hosting(gathering) => named(gathering.players()),
            Place::Visiting(visit) => visit.shown().and_then(|(_, _, players)| named(players)),
            Place::Playing(sitting) => named(&sitting.start.players),
            Place::Watching(watching) => watching.begun().and_then(|(_, start)| named(&start.players)),
        };
        name.unwrap_or_default()
    }

    /// Says something to everybody at the table; returns the bytes.
    pub(super) fn say(&mut self, said: Said) -> Result<Vec<u8>, Unheard> {
        let (secret, now, hint) = (self.profile.identity(), self.clock.now(), clock::wall_ms());
        let Some(room) = &mut self.talk.room else { return Err(Unheard::Check(Check::AsideAuthor)) };
        let record = room.say(&secret, said, now, hint)?;
        let (place, members) = (room.place(), room.members().to_vec());
        let own = self.net.key();
        let to: Vec<PeerKey> = members.into_iter().map(PeerKey).filter(|key| *key != own).collect();
        self.send_asides(&to, place, std::slice::from_ref(&record));
        Ok(record)
    }

    /// The person says something.
    pub(super) fn say_line(&mut self, typed: &str) {
        self.tend_talk();
        let text = tidy_text(typed);
        match self.say(Said::Text(text.clone())) {
            Ok(_record) => {
                let name = self.name_of(self.net.key().0);
                self.talk.show(ChatLine { name, own: true, text });
            }
            Err(Unheard::Check(Check::ChatIsOn | Check::AsideAuthor)) => self.notice(Notice::NoChat),
            Err(Unheard::Check(Check::AsideBounds) | Unheard::Known) if text.is_empty() => {}
            Err(Unheard::Check(_) | Unheard::Known) => self.notice(Notice::TooMuchSaid),
        }
    }

    /// Reminds everybody whose entry is missing.
    pub(super) fn nudge(&mut self) {
        let Place::Playing(sitting) = &self.place else { return };
        let missing = sitting.playing.waiting_for.without(sitting.playing.seat);
        if !missing.is_empty() && self.say(Said::Nudge(missing)).is_err() {
            self.notice(Notice::TooMuchSaid);
        }
    }

    /// Tells everybody that this seat is left for good; returns the good-bye.
    pub(super) fn say_good_bye(&mut self) -> Option<Vec<u8>> {
        self.tend_talk();
        self.say(Said::Left).ok()
    }

    /// Seats that are left for good.
    pub(super) fn left_seats(&self) -> SeatSet {
        let start = match &self.place {
            Place::Playing(sitting) => Some(&sitting.start),
            Place::Watching(watching) => watching.begun().map(|(_, start)| start),
            Place::Lobby | Place::Hosting(_) | Place::Visiting(_) => None,
        };
        let (Some(start), Some(room)) = (start, &self.talk.room) else { return SeatSet::EMPTY };
        let players = start.players.iter().zip(0u8..);
        let gone: BTreeSet<&[u8; 32]> = room.left().collect();
        players.filter(|(player, _)| gone.contains(&player.key)).map(|(_, seat)| Seat(seat)).collect()
    }

    /// A peer is at a table that was left here for good: it may not have heard so.
    pub(super) fn part_again(&mut self, from: PeerKey) {
        let mark = self.peers.get(&from).and_then(|peer| peer.beacon.mark);
        let Some(table) = mark.map(|mark| mark.table).filter(|table| !self.sits_at(table)) else { return };
        if self.talk.parted.len() >= MAX_PARTED || !self.talk.parted.insert((from, table)) {
            return;
        }
        if let Some(farewell) = self.profile.farewell(&table) {
            self.send_asides(&[from], table, &[farewell]);
        }
    }

    fn sits_at(&self, table: &[u8; 32]) -> bool {
        if let Place::Playing(sitting) = &self.place { sitting.mark == *table } else { false }
    }
}
