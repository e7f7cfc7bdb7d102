//! Those who watch the table: whom the host lets in, and what everybody at the table gives them.
//!
//! Nobody but the seats gets a byte of the log, unless the host's newest list names them (NC-919). From then on each own
//! record goes to them as it goes to the players, and what they lack they ask for, within a ration. They are told nothing
//! else, and nothing that they send reaches the table: whoever watches can neither slow it nor stop it.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use nightcoach_table::aside::Said;
use nightcoach_table::lobby::{self, Door, GatheringId, Knock, LobbyMessage, Player, Refusal, Watcher};

use super::driver::{Driver, Place};
use super::engine::Effect;
use super::peers::Peer;
use super::sitting::lacks;
use super::snapshot::{Audience, Chair, Notice};
use crate::net::{Blob, Message, PeerKey};

/// Whoever watched and is gone for this long makes room for others: before the game, and during it.
const GONE_GATHERING_MS: u64 = 6_000;
const GONE_PLAYING_MS: u64 = 60_000;
/// Most bytes of one answer to somebody who watches; the next one brings more.
const MAX_ANSWER: usize = 2 << 20;
/// Most bytes of such answers to one of them in a minute: several whole games.
const MAX_IN_MINUTE: usize = 24 << 20;
const MINUTE_MS: u64 = 60_000;

/// Who watches, and what they were told.
#[derive(Debug, Default)]
pub(super) struct Onlookers {
    /// At the host: who was let in.
    door: lobby::Audience,
    /// At the host: whether everybody may watch.
    open: bool,
    /// What each was told last of who has left and who else watches, over the current link.
    told: BTreeMap<PeerKey, Vec<Vec<u8>>>,
    rations: Rations,
    /// Whose coming was told to the person.
    announced: BTreeSet<[u8; 32]>,
    pub(super) shown: Arc<Audience>,
}

/// Bytes of answers to each who watches, in this minute.
#[derive(Debug, Default)]
struct Rations {
    minute: u64,
    given: BTreeMap<PeerKey, usize>,
}

impl Rations {
    fn left(&mut self, key: PeerKey, now: u64) -> usize {
        if self.minute != now / MINUTE_MS {
            (self.minute, self.given) = (now / MINUTE_MS, BTreeMap::new());
        }
        MAX_IN_MINUTE.saturating_sub(self.given.get(&key).copied().unwrap_or_default())
    }

    /// The part of an answer that is still to be had.
    fn cut(&mut self, key: PeerKey, entries: Vec<Vec<u8>>, now: u64) -> Vec<Vec<u8>> {
        let most = self.left(key, now).min(MAX_ANSWER);
        let mut size = 0usize;
        let fits = |entry: &Vec<u8>| {
            size = size.saturating_add(entry.len());
            size <= most
        };
        let part: Vec<Vec<u8>> = entries.into_iter().take_while(fits).collect();
        let given = self.given.entry(key).or_default();
        *given = given.saturating_add(part.iter().map(Vec::len).sum());
        part
    }
}

impl Onlookers {
    /// A table of this host has opened.
    pub(super) fn open(&mut self, table: GatheringId, door: Door) {
        (self.door, self.open) = (lobby::Audience::new(table, door), false);
    }

    /// A new link: what was told over the old one may not have arrived.
    pub(super) fn linked(&mut self, peer: PeerKey) {
        self.told.remove(&peer);
    }

    /// Whether this one was asked for the passphrase before it may watch.
    pub(super) fn is_proving(&self, from: PeerKey, table: GatheringId) -> bool {
        self.door.table() == table && self.door.is_proving(&from.0)
    }

    /// Somebody watches no more.
    pub(super) fn leave(&mut self, from: PeerKey, table: GatheringId) {
        if self.door.table() == table {
            self.door.leave(from.0);
        }
    }
}

/// At the host.
impl Driver {
    /// The table that is hosted here, and the keys that have a seat at it.
    fn hosted(&self) -> Option<(GatheringId, Vec<[u8; 32]>)> {
        let keys = |players: &[Player]| players.iter().map(|player| player.key).collect::<Vec<_>>();
        let (table, keys) = match &self.place {
            Place::Hosting(gathering) => (gathering.table(), keys(gathering.players())),
            Place::Playing(sitting) => (sitting.start.table, keys(&sitting.start.players)),
            Place::Lobby | Place::Visiting(_) | Place::Watching(_) => return None,
        };
        (keys.first() == Some(&self.net.key().0)).then_some((table, keys))
    }

    /// Somebody asks to watch the table that is hosted here.
    pub(super) fn on_watch(&mut self, from: PeerKey, table: GatheringId, name: &str, version: u16) {
        let watcher = Watcher { name: lobby::tidy_name(name), key: from.0 };
        let Some((_, seats)) = self.hosted().filter(|(hosted, _)| *hosted == table) else {
            return self.refuse_to_show(from, table, &watcher.name, Refusal::UnknownTable);
        };
        self.follow_table();
        let nonce = match crate::random() {
            Ok(nonce) => nonce,
            Err(error) => return self.notice(Notice::Unclear(error.to_string())),
        };
        let asked = self.onlookers.door.asking().iter().any(|asking| asking.key == from.0);
        let (now, caller) = (self.clock.now(), self.caller(from));
        let answer = self.onlookers.door.knock(&watcher, version, &seats, caller, (now, nonce));
        for gone in self.onlookers.door.turned_out() {
            self.refuse_to_show(PeerKey(gone.key), table, &gone.name, Refusal::AudienceFull);
        }
        match answer {
            Ok(Knock::Enter) => self.welcome(from),
            Ok(Knock::Prove(nonce)) => self.answer(from, LobbyMessage::Challenge { table, nonce }),
            Ok(Knock::Wait) => {
                if !asked {
                    self.notice(Notice::AsksToWatch(watcher.name));
                }
                self.answer(from, LobbyMessage::Asked { table });
            }
            Err(refusal) => self.refuse_to_show(from, table, &watcher.name, refusal),
        }
    }

    fn refuse_to_show(&mut self, watcher: PeerKey, table: GatheringId, name: &str, refusal: Refusal) {
        self.notice(Notice::WatcherRefused { name: name.to_owned(), refusal });
        self.answer(watcher, LobbyMessage::Refused { table, refusal });
    }

    /// The passphrase was asked for, and this is the answer.
    pub(super) fn on_watcher_proof(&mut self, from: PeerKey, table: GatheringId, proof: &[u8; 32]) {
        let (own, now) = (self.net.key().0, self.clock.now());
        match self.onlookers.door.prove(from.0, &own, proof, now) {
            Ok(()) => self.welcome(from),
            Err(refusal) => {
                let name = self.peers.get(&from).map_or_else(String::new, |peer| peer.name.clone());
                self.refuse_to_show(from, table, &name, refusal);
            }
        }
    }

    /// Shows the table to somebody who may watch it. The list that lets the others know comes first.
    fn welcome(&mut self, watcher: PeerKey) {
        self.say_audience();
        match &self.place {
            Place::Hosting(gathering) => {
                let message = gathering.gathered();
                self.answer(watcher, message);
            }
            Place::Playing(sitting) => {
                let start = sitting.start.clone();
                self.answer(watcher, start.gathered());
                self.answer(watcher, LobbyMessage::Begin(start));
            }
            Place::Lobby | Place::Visiting(_) | Place::Watching(_) => {}
        }
    }

    /// Tells everybody who watches before the game what the players are told.
    pub(super) fn show_watchers(&mut self, message: &LobbyMessage) {
        if self.hosted().is_none_or(|(table, _)| table != self.onlookers.door.table()) {
            return;
        }
        let keys = self.onlookers.door.watchers().iter().map(|watcher| PeerKey(watcher.key)).collect();
        self.send_all(keys, &Message::Lobby(message.clone()));
    }

    /// The person lets somebody watch who asks; false if nobody of this key does.
    pub(super) fn let_in_watcher(&mut self, key: PeerKey) -> bool {
        let asking = self.onlookers.door.asking();
        let Some(watcher) = asking.iter().find(|asking| asking.key == key.0) else { return false };
        let table = self.onlookers.door.table();
        match self.onlookers.door.let_in(key.0) {
            Ok(()) => self.welcome(key),
            Err(refusal) => self.refuse_to_show(key, table, &watcher.name, refusal),
        }
        true
    }

    /// The person turns somebody down who asks to watch, or sends somebody away who does; false if nobody of this key does.
    pub(super) fn send_watcher_away(&mut self, key: PeerKey) -> bool {
        let Some(refusal) = self.onlookers.door.send_away(key.0) else { return false };
        self.say_audience();
        let table = self.onlookers.door.table();
        self.answer(key, LobbyMessage::Refused { table, refusal });
        true
    }

    /// Whether everybody may watch who asks.
    pub(super) fn allow_watchers(&mut self, all: bool) {
        if self.hosted().is_none() {
            return;
        }
        self.follow_table();
        let before: Vec<[u8; 32]> = self.onlookers.door.watchers().iter().map(|watcher| watcher.key).collect();
        self.onlookers.open = all;
        self.onlookers.door.allow(all);
        let fresh = self.onlookers.door.watchers().iter().map(|watcher| watcher.key);
        for key in fresh.filter(|key| !before.contains(key)).collect::<Vec<_>>() {
            self.welcome(PeerKey(key));
        }
    }

    /// A table that was not opened in this run, or is a rematch, begins without anybody who watches.
    fn follow_table(&mut self) {
        let table = self.hosted().map(|(table, _)| table);
        if let Some(table) = table.filter(|table| *table != self.onlookers.door.table()) {
            let open = self.onlookers.open;
            self.onlookers.open(table, Door::Open);
            self.onlookers.open = open;
            self.onlookers.door.allow(open);
        }
    }

    /// Says who watches, if that is news to the table.
    fn say_audience(&mut self) {
        self.tend_talk();
        let watchers = self.onlookers.door.watchers();
        let news = self.talk.room.as_ref().is_some_and(|room| room.audience() != watchers);
        if news && self.say(Said::Audience(watchers.to_vec())).is_err() {
            tracing::warn!("who watches cannot be said now");
        }
    }

    /// Lets those go who are gone, and those who have got a seat.
    fn tend_door(&mut self) {
        let Some((_, seats)) = self.hosted() else { return };
        self.follow_table();
        let (now, gathering) = (self.clock.now(), matches!(self.place, Place::Hosting(_)));
        let most = if gathering { GONE_GATHERING_MS } else { GONE_PLAYING_MS };
        let here = [self.onlookers.door.watchers().to_vec(), self.onlookers.door.asking()].concat();
        for Watcher { key, .. } in here {
            let peer = self.peers.get(&PeerKey(key));
            let away = peer.is_none_or(|p| p.link.is_none() && now.saturating_sub(p.lost_at) > most);
            if away || seats.contains(&key) {
                self.onlookers.door.leave(key);
            }
        }
        self.say_audience();
    }
}

/// At everybody's table.
impl Driver {
    /// Keeps those who watch in step with the table, and the screen with both.
    pub(super) fn tend_audience(&mut self) {
        if matches!(self.place, Place::Lobby) {
            self.onlookers.announced.clear();
        }
        self.tend_door();
        self.tell_public();
        self.show_audience();
    }

    /// The host has said who watches.
    pub(super) fn on_audience(&mut self) {
        let Some(room) = &self.talk.room else { return };
        let (audience, own) = (room.audience().to_vec(), self.net.key());
        let host = room.members().first() == Some(&own.0);
        if host {
            // What this host said in an earlier run.
            self.follow_table();
            self.onlookers.door.adopt(&audience);
        }
        for watcher in audience.into_iter().filter(|watcher| !host && watcher.key != own.0) {
            if self.onlookers.announced.insert(watcher.key) {
                self.notice(Notice::Watches(watcher.name));
            }
        }
    }

    /// NC-919: those who may have the log without a seat, and are linked.
    fn watchers(&self) -> Vec<PeerKey> {
        let (Place::Playing(sitting), Some(room)) = (&self.place, &self.talk.room) else { return Vec::new() };
        if room.place() != sitting.mark {
            return Vec::new();
        }
        let keys = room.audience().iter().map(|watcher| PeerKey(watcher.key));
        keys.filter(|key| !sitting.seats(*key) && self.is_linked(*key)).collect()
    }

    /// Whether somebody without a seat may have the log of the table that is played here.
    pub(super) fn may_follow(&self, key: PeerKey) -> bool {
        let (Place::Playing(sitting), Some(room)) = (&self.place, &self.talk.room) else { return false };
        room.place() == sitting.mark && room.may_follow(&key.0).is_ok()
    }

    /// Records, or a request for some, of somebody without a seat. Only who may have the log is answered, and whatever else
    /// such a peer sends is not looked at: who watches sends nothing.
    pub(super) fn on_outsider(&mut self, from: PeerKey, message: Message, now: u64) {
        if !self.may_follow(from) {
            return;
        }
        if !matches!(message, Message::Want { .. }) {
            return self.strike(from);
        }
        if self.onlookers.rations.left(from, now) > 0
            && let Place::Playing(sitting) = &mut self.place
        {
            sitting.receive(from, message, now);
        }
    }

    /// Sends what the table sends on to those who watch, and cuts answers to them to their ration.
    pub(super) fn for_watchers(&mut self, effect: Effect) -> Effect {
        let Place::Playing(sitting) = &self.place else { return effect };
        let (table, now) = (sitting.mark, self.clock.now());
        if let Effect::Batch { peer, entries } = effect {
            if sitting.seats(peer) {
                return Effect::Batch { peer, entries };
            }
            // It may have been sent away while the answer was made.
            let entries = if self.may_follow(peer) { entries } else { Vec::new() };
            return Effect::Batch { peer, entries: self.onlookers.rations.cut(peer, entries, now) };
        }
        let mut watchers = self.watchers();
        let entry = match &effect {
            Effect::Send(entry) => Some(entry),
            Effect::Forward { entry, from: Some(from) } => {
                let beacon = |key: &PeerKey| self.peers.get(key).map(|peer: &Peer| &peer.beacon);
                watchers.retain(|key| beacon(key).is_some_and(|beacon| lacks(beacon, *from)));
                Some(entry)
            }
            Effect::Forward { from: None, .. }
            | Effect::Batch { .. }
            | Effect::Tell { .. }
            | Effect::Rejected { .. }
            | Effect::Repeats(_)
            | Effect::Disk(_)
            | Effect::Broken
            | Effect::WakeAt(_) => None,
        };
        if let Some(entry) = entry.filter(|_entry| !watchers.is_empty()) {
            let push = Message::Push { table, entry: Blob(entry.clone()) };
            self.send_all(watchers, &push);
        }
        effect
    }

    /// Tells those who watch who has left and who else watches, when that is news to them.
    fn tell_public(&mut self) {
        let watchers = self.watchers();
        let Some(room) = self.talk.room.as_ref().filter(|_room| !watchers.is_empty()) else { return };
        let (place, records) = (room.place(), room.public_records());
        let fresh = |key: &PeerKey| self.onlookers.told.get(key) != Some(&records);
        let fresh: Vec<PeerKey> = watchers.into_iter().filter(fresh).collect();
        for key in &fresh {
            self.onlookers.told.insert(*key, records.clone());
        }
        if !fresh.is_empty() {
            self.send_asides(&fresh, place, &records);
        }
    }

    /// What the screen shows of them.
    fn show_audience(&mut self) {
        let hosting = self.hosted().is_some_and(|(table, _)| table == self.onlookers.door.table());
        let watchers = self.talk.room.as_ref().map_or(&[] as &[_], |room| room.audience());
        let chairs = |watchers: &[Watcher]| watchers.iter().map(|w| self.watcher_chair(w)).collect::<Vec<_>>();
        let shown = Audience {
            watchers: chairs(watchers),
            asking: if hosting { chairs(&self.onlookers.door.asking()) } else { Vec::new() },
            hosting: self.hosted().is_some(),
            open: hosting && self.onlookers.open,
        };
        if shown != *self.onlookers.shown {
            self.onlookers.shown = Arc::new(shown);
        }
    }

    fn watcher_chair(&self, watcher: &Watcher) -> Chair {
        let player = Player { name: watcher.name.clone(), key: watcher.key, fresh: [0; 32] };
        self.chair(&player, true)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WATCHER: PeerKey = PeerKey([8; 32]);

    #[test]
    fn whoever_asks_without_end_gets_a_bounded_number_of_bytes_a_minute() {
        let mut rations = Rations::default();
        let log = || vec![vec![0; 100_000]; 40];
        let mut given = 0;
        for _request in 0..1_000 {
            let part = rations.cut(WATCHER, log(), 10);
            assert!(part.len() <= MAX_ANSWER / 100_000);
            given += part.len() * 100_000;
        }
        assert!(given <= MAX_IN_MINUTE && given > MAX_IN_MINUTE - MAX_ANSWER, "{given}");
        assert!(!rations.cut(PeerKey([9; 32]), log(), 10).is_empty(), "others have their own ration");
        assert!(!rations.cut(WATCHER, log(), MINUTE_MS).is_empty(), "a minute later there is more");
    }
}
