//! The driver before the game: hosting, joining, and what the network hears of it.

use libp2p::Multiaddr;
use nightcoach_rules::{Options, Seat, SeatSet};
use nightcoach_table::Input;
use nightcoach_table::lobby::{
    self, Admission, Door, GatheringId, Listing, LobbyMessage, Passphrase, Player, Refusal, Start, TABLE_VERSION,
};

use super::admission::AtDoor;
use super::driver::{Driver, Place};
use super::snapshot::{self, Notice, TableListing};
use super::{Command, Order};
use crate::net::{AddressError, Message, PeerKey, resolve};

/// A guest that is not linked for this long loses the seat.
const GONE_MS: u64 = 6_000;
/// How often a guest asks again while it has no answer.
const ASK_MS: u64 = 2_000;

/// A guest's side of a gathering table.
#[derive(Debug)]
pub(super) struct Visit {
    pub(super) table: GatheringId,
    pub(super) host: PeerKey,
    asked_at: u64,
    /// Drawn for this seat.
    fresh: [u8; 32],
    seen: Option<Seen>,
    pub(super) at_door: AtDoor,
    /// What the person has typed, and how often it was used.
    pub(super) passphrase: Option<(Passphrase, u8)>,
    pub(super) ready: bool,
    /// Who is ready, as the host has last said.
    others_ready: SeatSet,
}

/// The table as its host has last shown it.
#[derive(Debug, PartialEq, Eq)]
struct Seen {
    table_name: String,
    options: Options,
    players: Vec<Player>,
    previous: [u8; 32],
}

impl Seen {
    /// Whether somebody who was ready for the table as it was before is ready for this one: the same terms, and nobody has
    /// gone or has another seat. Seats that were free may be taken; in a rematch they lie between the others.
    fn keeps(&self, before: &Self) -> bool {
        let same =
            (&self.table_name, &self.options, self.previous) == (&before.table_name, &before.options, before.previous);
        let rematch = self.previous != [0; 32];
        let mut now = self.players.iter();
        let stay = |old: &Player| if rematch { now.any(|player| player == old) } else { now.next() == Some(old) };
        same && before.players.iter().all(stay)
    }
}

impl Driver {
    pub(super) fn follow(&mut self, order: Order) {
        match order {
            Order::Host { table_name, options, door } => self.host(&table_name, options, door),
            Order::Join { table } => match self.host_of(table) {
                Some(host) => self.ask(table, host),
                None => self.notice(Notice::UnknownTable),
            },
            Order::JoinAddress(text) => self.resolve(text, false),
            Order::Watch { table } => match self.host_of(table) {
                Some(host) => self.watch(table, host),
                None => self.notice(Notice::UnknownTable),
            },
            Order::WatchAddress(text) => self.resolve(text, true),
            Order::AllowWatchers(all) => self.allow_watchers(all),
            Order::KeepTranscript => self.keep_transcript(),
            Order::Prove(passphrase) if self.prove_to_watch(&passphrase) => {}
            Order::Prove(passphrase) => self.prove(passphrase),
            Order::LetIn(guest) if self.let_in_watcher(guest) => {}
            Order::LetIn(guest) => self.let_in(guest),
            Order::SendAway(guest) if self.send_watcher_away(guest) => {}
            Order::SendAway(guest) => self.send_away(guest),
            Order::Move { guest, up } => self.move_seat(guest, up),
            Order::Ready(ready) => self.be_ready(ready),
            Order::LeaveTable => {
                self.reunion = None;
                self.leaving = true;
            }
            Order::LeaveForGood(table) => self.leave_for_good(table.as_deref()),
            Order::TakeUp(table) => self.take_up(&table),
            Order::Say(text) => self.say_line(&text),
            Order::Nudge => self.nudge(),
            Order::Preset(preset) if matches!(self.place, Place::Playing(_)) => self.advance.preset = preset,
            Order::Preset(_) => {}
            Order::Begin => self.begin(),
            Order::Rematch => self.wish_rematch(),
            Order::Choose(choice) => self.tell_table(Input::Choose(choice)),
            Order::OpenBallot(question) => self.tell_table(Input::OpenBallot(question)),
            Order::Vote { ballot, yes } => self.tell_table(Input::Vote { ballot, yes }),
            Order::Leave => self.tell_table(Input::Leave),
            Order::Wake => self.tell_table(Input::Wake),
            Order::Remind(seconds) => {
                self.reminder = seconds;
                if let Err(error) = self.profile.keep_reminder(seconds) {
                    self.notice(Notice::Disk(error.to_string()));
                }
            }
            Order::Rename(name) => {
                self.name = lobby::tidy_name(&name);
                self.net.set_name(&self.name);
            }
        }
    }

    /// What the person wants of the table that is played, if one is.
    fn tell_table(&mut self, input: Input) {
        if let Place::Playing(sitting) = &mut self.place {
            sitting.order(input);
        }
    }

    fn host(&mut self, table_name: &str, options: Options, door: Door) {
        if !matches!(self.place, Place::Lobby) {
            return self.notice(Notice::Unclear("Leave this table before you open another one".to_owned()));
        }
        let opened = self.secret::<16>("table").and_then(|id| {
            let host = Player { name: self.name.clone(), key: self.net.key().0, fresh: self.secret("fresh")? };
            Ok(lobby::Gathering::open(id, table_name, options, &host))
        });
        match opened {
            Ok(Ok(mut gathering)) => {
                gathering.set_door(door.clone());
                self.onlookers.open(gathering.table(), door);
                self.place = Place::Hosting(gathering);
            }
            Ok(Err(refusal)) => self.notice(Notice::CannotBegin(refusal)),
            Err(error) => self.notice(Notice::Unclear(error.to_string())),
        }
    }

    fn host_of(&self, table: GatheringId) -> Option<PeerKey> {
        let hosts = |listing: &Option<Listing>| listing.as_ref().is_some_and(|l| l.table == table);
        self.peers.iter().find(|(_, peer)| peer.link.is_some() && hosts(&peer.beacon.listing)).map(|(key, _)| *key)
    }

    /// Asks for a seat at a rematch: whoever wished for it is ready.
    pub(super) fn ask_ready(&mut self, table: GatheringId, host: PeerKey) {
        self.ask(table, host);
        if let Place::Visiting(visit) = &mut self.place {
            visit.ready = true;
        }
    }

    pub(super) fn ask(&mut self, table: GatheringId, host: PeerKey) {
        if !matches!(self.place, Place::Lobby | Place::Visiting(_)) {
            return self.notice(Notice::Unclear("Leave this table before you join another one".to_owned()));
        }
        self.wish = None;
        if let Place::Visiting(visit) = &self.place
            && visit.is_at(table, host)
        {
            return;
        }
        let fresh = match self.secret("fresh") {
            Ok(fresh) => fresh,
            Err(error) => return self.notice(Notice::Unclear(error.to_string())),
        };
        let visit = Visit::new(table, host, self.clock.now(), fresh);
        let (host, message) = visit.request(self.name.clone());
        self.place = Place::Visiting(visit);
        self.send(host, &message);
    }

    /// Looks a typed address up on a blocking thread: names may take seconds.
    fn resolve(&mut self, text: String, watch: bool) {
        let Some(commands) = self.commands.upgrade() else { return };
        tokio::task::spawn_blocking(move || {
            let found = resolve(&text);
            commands.blocking_send(Command::Resolved { text, found, watch }).ok();
        });
    }

    pub(super) fn resolved(&mut self, text: String, found: Result<Vec<Multiaddr>, AddressError>, watch: bool) {
        match found {
            Ok(addresses) => {
                self.wish = Some(super::driver::Wish { addresses: addresses.clone(), peer: None, told: false, watch });
                self.net.dial(addresses);
            }
            Err(why) => self.notice(Notice::BadAddress { text, why }),
        }
    }

    /// Sits down at the table of the peer at the typed address, as soon as there is one.
    pub(super) fn try_wish(&mut self) {
        let Some((peer, watch)) = self.wish.as_ref().and_then(|wish| Some((wish.peer?, wish.watch))) else { return };
        let Some(known) = self.peers.get(&peer).filter(|known| known.link.is_some() && known.heard) else { return };
        if let Some(listing) = &known.beacon.listing {
            let table = listing.table;
            return if watch { self.watch(table, peer) } else { self.ask(table, peer) };
        }
        let name = known.name.clone();
        if let Some(wish) = &mut self.wish
            && !std::mem::replace(&mut wish.told, true)
        {
            self.notice(Notice::NoTableThere(name));
        }
    }

    fn begin(&mut self) {
        let Place::Hosting(gathering) = &self.place else { return };
        let start = match gathering.begin() {
            Ok(start) => start,
            Err(refusal) => return self.notice(Notice::CannotBegin(refusal)),
        };
        let fresh = gathering.players().first().map_or([0; 32], |host| host.fresh);
        let own = self.net.key().0;
        let guests = start.players.iter().filter(|player| player.key != own);
        let lost = guests.filter(|player| !self.is_linked(PeerKey(player.key)));
        let lost: Vec<String> = lost.map(|player| player.name.clone()).collect();
        if !lost.is_empty() {
            return self.notice(Notice::NotLinked(lost));
        }
        self.tell_players(&start.players, &LobbyMessage::Begin(start.clone()));
        self.show_watchers(&LobbyMessage::Begin(start.clone()));
        self.sit(start, fresh);
    }

    pub(super) fn is_linked(&self, peer: PeerKey) -> bool {
        self.peers.get(&peer).is_some_and(|known| known.link.is_some())
    }

    fn tell_players(&mut self, players: &[Player], message: &LobbyMessage) {
        let own = self.net.key();
        let guests = players.iter().map(|player| PeerKey(player.key)).filter(|key| *key != own);
        self.send_all(guests.collect(), &Message::Lobby(message.clone()));
    }

    pub(super) fn tell_guests(&mut self) {
        let Place::Hosting(gathering) = &self.place else { return };
        let (players, message) = (gathering.players().to_vec(), gathering.gathered());
        self.tell_players(&players, &message);
        self.show_watchers(&message);
    }

    pub(super) fn on_lobby(&mut self, from: PeerKey, message: LobbyMessage) {
        if self.is_watched_host(from) {
            return self.on_watched(from, message);
        }
        match message {
            LobbyMessage::Join { table, name, version, fresh } => {
                let guest = Player { name: lobby::tidy_name(&name), key: from.0, fresh };
                self.on_join(from, table, &guest, version);
            }
            LobbyMessage::Challenge { table, nonce } => self.on_challenge(from, table, nonce),
            LobbyMessage::Prove { table, proof } if self.onlookers.is_proving(from, table) => {
                self.on_watcher_proof(from, table, &proof);
            }
            LobbyMessage::Prove { table, proof } => self.on_proof(from, table, &proof),
            LobbyMessage::Watch { table, name, version } => self.on_watch(from, table, &name, version),
            LobbyMessage::Asked { table } => self.on_asked(from, table),
            LobbyMessage::Ready { table, ready } => self.on_ready(from, table, ready),
            LobbyMessage::Leave { table } => {
                self.onlookers.leave(from, table);
                if let Place::Hosting(gathering) = &mut self.place
                    && gathering.table() == table
                    && gathering.leave(from.0)
                {
                    self.tell_guests();
                }
            }
            LobbyMessage::Refused { table, refusal } => self.on_refused(from, table, refusal),
            LobbyMessage::Gathered { table, table_name, options, players, previous, ready } => {
                let tidy = |player: Player| Player { name: lobby::tidy_name(&player.name), ..player };
                let players = players.into_iter().map(tidy).collect();
                let seen = Seen { table_name: lobby::tidy_name(&table_name), options, players, previous };
                self.on_gathered(from, table, seen, ready);
            }
            LobbyMessage::CalledOff { table } => {
                if let Place::Visiting(visit) = &self.place
                    && visit.is_at(table, from)
                {
                    self.place = Place::Lobby;
                    self.notice(Notice::CalledOff);
                }
            }
            LobbyMessage::Begin(start) => self.on_begin(from, start),
        }
    }

    /// The host shows its table. Whoever was ready for another one is not ready for this.
    fn on_gathered(&mut self, from: PeerKey, table: GatheringId, seen: Seen, ready: SeatSet) {
        let continues =
            self.last.as_ref().is_some_and(|last| last.continues(&seen.options, &seen.players, seen.previous));
        let Place::Visiting(visit) = &mut self.place else { return };
        if !visit.is_at(table, from) {
            return;
        }
        // Only who wishes for a rematch is ready before anything was shown.
        let agrees = visit.seen.as_ref().map_or(continues, |before| seen.keeps(before));
        visit.seen = Some(seen);
        visit.others_ready = ready;
        if visit.ready && !agrees {
            self.be_ready(false);
        }
        self.repeat_ready();
    }

    fn on_join(&mut self, from: PeerKey, table: GatheringId, guest: &Player, version: u16) {
        let refusal = match &mut self.place {
            Place::Hosting(_) => return self.on_knock(from, table, guest, version),
            Place::Playing(sitting) if sitting.start.table == table => {
                if sitting.seats(from) {
                    // It may have missed the last change before the game began, and sits down only where it was shown.
                    let start = sitting.start.clone();
                    self.send(from, &Message::Lobby(start.gathered()));
                    return self.send(from, &Message::Lobby(LobbyMessage::Begin(start)));
                }
                Refusal::Begun
            }
            Place::Playing(_) | Place::Lobby | Place::Visiting(_) | Place::Watching(_) => Refusal::UnknownTable,
        };
        self.refuse(from, table, &guest.name, refusal);
    }

    /// The host may have given the seat anew after a broken link, and with it a mark that is not set.
    fn repeat_ready(&mut self) {
        let own = self.net.key();
        let Place::Visiting(visit) = &self.place else { return };
        let seat = visit.seen.as_ref().and_then(|seen| seen.players.iter().position(|player| player.key == own.0));
        let seat = seat.and_then(|seat| u8::try_from(seat).ok()).map(Seat);
        if visit.ready && seat.is_some_and(|seat| !visit.others_ready.contains(seat)) {
            self.be_ready(true);
        }
    }

    /// NC-907: the host lets the game begin; the table must be the one that was shown, and that we were ready for.
    fn on_begin(&mut self, from: PeerKey, start: Start) {
        let Place::Visiting(visit) = &self.place else { return };
        if !visit.is_at(start.table, from) {
            return;
        }
        let hosted = start.players.first().is_some_and(|host| host.key == from.0);
        if hosted && visit.ready && visit.was_shown(&start) {
            let fresh = visit.fresh;
            self.sit(start, fresh);
        } else {
            self.place = Place::Lobby;
            self.notice(Notice::Refused(Refusal::Roster));
        }
    }

    /// Frees the seats of guests that are gone, and asks again where no answer came.
    pub(super) fn tend_gathering(&mut self) {
        let now = self.clock.now();
        if let Place::Hosting(gathering) = &mut self.place {
            let own = self.net.key().0;
            let mut changed = false;
            let here = gathering.players().iter().chain(gathering.asking()).map(|player| player.key);
            for key in here.collect::<Vec<_>>() {
                let peer = self.peers.get(&PeerKey(key));
                let away = peer.is_none_or(|p| p.link.is_none() && now.saturating_sub(p.lost_at) > GONE_MS);
                changed |= key != own && away && gathering.leave(key);
            }
            if changed {
                self.tell_guests();
            }
        }
        // Who is asked for the passphrase, or waits for the host, has an answer.
        if let Place::Visiting(visit) = &mut self.place
            && visit.seen.is_none()
            && matches!(visit.at_door, AtDoor::Knocking)
            && now.saturating_sub(visit.asked_at) > ASK_MS
        {
            visit.asked_at = now;
            let (host, message) = visit.request(self.name.clone());
            self.send(host, &message);
        }
    }

    /// A new link to the host: it may have forgotten us, or have begun meanwhile.
    pub(super) fn ask_again(&mut self, peer: PeerKey) {
        if let Place::Visiting(visit) = &self.place
            && visit.host == peer
        {
            let (host, message) = visit.request(self.name.clone());
            self.send(host, &message);
        }
        self.ask_to_watch_again(peer);
    }

    /// Tells the others that we leave a table that has not begun.
    pub(super) fn leave_gathering(&mut self) {
        match std::mem::replace(&mut self.place, Place::Lobby) {
            Place::Hosting(gathering) => {
                let message = LobbyMessage::CalledOff { table: gathering.table() };
                self.tell_players(gathering.players(), &message);
                self.show_watchers(&message);
            }
            Place::Visiting(visit) => {
                self.send(visit.host, &Message::Lobby(LobbyMessage::Leave { table: visit.table }));
            }
            Place::Watching(watching) => {
                let (host, message) = watching.farewell();
                self.send(host, &message);
            }
            place @ (Place::Lobby | Place::Playing(_)) => self.place = place,
        }
    }

    /// What the network is told of the table that we host.
    pub(super) fn listing(&self) -> Option<Listing> {
        match &self.place {
            Place::Hosting(gathering) => Some(gathering.listing()),
            Place::Playing(sitting) => {
                let host = sitting.start.players.first().filter(|host| host.key == self.net.key().0)?;
                Some(Listing {
                    table: sitting.start.table,
                    name: sitting.start.table_name.clone(),
                    host: host.name.clone(),
                    seats: sitting.start.options.seats,
                    taken: sitting.start.options.seats,
                    playing: true,
                    version: TABLE_VERSION,
                    admission: Admission::default(),
                })
            }
            Place::Lobby | Place::Visiting(_) | Place::Watching(_) => None,
        }
    }

    /// The gathering table for the screen.
    pub(super) fn gathering(&self) -> Option<snapshot::Gathering> {
        let chairs = |players: &[Player], ready: SeatSet| {
            let seated = players.iter().zip(0u8..);
            seated.map(|(player, seat)| self.chair(player, ready.contains(Seat(seat)))).collect::<Vec<_>>()
        };
        match &self.place {
            Place::Hosting(gathering) => Some(snapshot::Gathering {
                table_name: gathering.name().to_owned(),
                hosting: true,
                options: gathering.options().clone(),
                players: chairs(gathering.players(), gathering.ready()),
                can_begin: gathering.can_begin(),
                ready: true,
                admission: gathering.listing().admission,
                asking: chairs(gathering.asking(), SeatSet::EMPTY),
            }),
            Place::Visiting(visit) => {
                let Seen { table_name, options, players, .. } = visit.seen.as_ref()?;
                Some(snapshot::Gathering {
                    table_name: table_name.clone(),
                    hosting: false,
                    options: options.clone(),
                    players: chairs(players, visit.others_ready),
                    can_begin: false,
                    ready: visit.ready,
                    admission: self.admission_of(visit),
                    asking: Vec::new(),
                })
            }
            Place::Lobby | Place::Playing(_) | Place::Watching(_) => None,
        }
    }
}

impl Visit {
    fn new(table: GatheringId, host: PeerKey, asked_at: u64, fresh: [u8; 32]) -> Self {
        let (at_door, others_ready) = (AtDoor::Knocking, SeatSet::EMPTY);
        Self { table, host, asked_at, fresh, seen: None, at_door, passphrase: None, ready: false, others_ready }
    }

    /// The table as its host has last shown it: name, options, players.
    pub(super) fn shown(&self) -> Option<(GatheringId, &Options, &[Player])> {
        self.seen.as_ref().map(|seen| (self.table, &seen.options, seen.players.as_slice()))
    }

    pub(super) fn is_at(&self, table: GatheringId, host: PeerKey) -> bool {
        self.table == table && self.host == host
    }

    /// Whether the host has shown this table as it begins: keys, names, seats, options.
    fn was_shown(&self, start: &Start) -> bool {
        let Start { table_name, options, players, previous, .. } = start.clone();
        self.seen == Some(Seen { table_name, options, players, previous })
    }

    pub(super) fn request(&self, name: String) -> (PeerKey, Message) {
        let message = LobbyMessage::Join { table: self.table, name, version: TABLE_VERSION, fresh: self.fresh };
        (self.host, Message::Lobby(message))
    }
}

/// A listing for the screen.
pub(super) fn listed(listing: &Listing) -> TableListing {
    let remark = if listing.version != TABLE_VERSION {
        Some(format!("plays version {}, you play version {TABLE_VERSION}", listing.version))
    } else if listing.playing {
        Some("has begun".to_owned())
    } else if listing.taken >= listing.seats {
        Some("full".to_owned())
    } else {
        None
    };
    TableListing {
        id: listing.table,
        name: lobby::tidy_name(&listing.name),
        host: lobby::tidy_name(&listing.host),
        seats: listing.seats,
        taken: listing.taken,
        joinable: remark.is_none(),
        watchable: listing.version == TABLE_VERSION,
        remark,
        admission: listing.admission,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_is_ready_is_ready_for_what_was_shown_and_for_nothing_else() {
        let player = |n: u8| Player { name: format!("p{n}"), key: [n; 32], fresh: [n + 10; 32] };
        let seen = |places: &[u8], previous: u8| Seen {
            table_name: "Inn".to_owned(),
            options: Options::new(4),
            players: places.iter().map(|n| player(*n)).collect(),
            previous: [previous; 32],
        };
        let before = seen(&[1, 2], 0);
        assert!(seen(&[1, 2, 3], 0).keeps(&before), "a free seat was taken");
        for other in [seen(&[1, 3, 2], 0), seen(&[2, 1], 0), seen(&[1], 0), seen(&[1, 2], 7)] {
            assert!(!other.keeps(&before), "{other:?}");
        }
        let changed = Options { full_reveal: false, ..Options::new(4) };
        assert!(!Seen { options: changed, ..seen(&[1, 2], 0) }.keeps(&before));
        assert!(!Seen { table_name: "Else".to_owned(), ..seen(&[1, 2], 0) }.keeps(&before));
        let back = seen(&[1, 3], 7);
        assert!(seen(&[1, 2, 3], 7).keeps(&back), "in a rematch everybody has the old seat");
        assert!(!seen(&[3, 2, 1], 7).keeps(&back));
    }

    #[test]
    fn only_what_was_shown_last_may_begin() {
        let player = |n: u8| Player { name: format!("p{n}"), key: [n; 32], fresh: [n + 10; 32] };
        let start = Start {
            version: TABLE_VERSION,
            table: [1; 16],
            table_name: "Inn".to_owned(),
            options: Options::new(3),
            players: vec![player(1), player(2), player(3)],
            previous: [0; 32],
        };
        let mut visit = Visit::new([1; 16], PeerKey([1; 32]), 0, [12; 32]);
        assert!(!visit.was_shown(&start), "nothing was shown");
        let Start { table_name, options, players, previous, .. } = start.clone();
        visit.seen = Some(Seen { table_name, options, players, previous });
        assert!(visit.was_shown(&start));
        let spoilers: [fn(&mut Start); 6] = [
            |s| s.previous = [8; 32],
            |s| s.players[2].key = [9; 32],
            |s| s.players[2].fresh = [9; 32],
            |s| s.players[1].name = "else".to_owned(),
            |s| s.players.swap(1, 2),
            |s| s.options.full_reveal = false,
        ];
        for spoil in spoilers {
            let mut other = start.clone();
            spoil(&mut other);
            assert!(!visit.was_shown(&other), "{other:?}");
        }
    }

    #[test]
    fn a_table_that_cannot_be_joined_says_why() {
        let open = Listing {
            table: [1; 16],
            name: "Inn".to_owned(),
            host: "Anna".to_owned(),
            seats: 3,
            taken: 1,
            playing: false,
            version: TABLE_VERSION,
            admission: Admission::Open,
        };
        assert!(listed(&open).joinable);
        assert_eq!(listed(&Listing { taken: 3, ..open.clone() }).remark.as_deref(), Some("full"));
        assert_eq!(listed(&Listing { playing: true, ..open.clone() }).remark.as_deref(), Some("has begun"));
        assert!(!listed(&Listing { version: TABLE_VERSION + 1, ..open }).joinable);
    }
}
