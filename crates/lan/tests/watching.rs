//! Whoever watches a table: let in by its host, shown everything that everybody may see, and a burden to nobody. Whole
//! seats on 127.0.0.1.
#![expect(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, reason = "a test may stop at once")]

mod support;

use std::sync::Arc;
use std::time::Duration;

use nightcoach_lan::net::{Beacon, Blob, Link, Mark, Message, Net, NetConfig, NetEvent, PeerKey, typed};
use nightcoach_lan::{
    Notice, Order, Profile, SeatConfig, SeatHandle, Snapshot, Stage, Watched, drive, drive_slowly, loopback_table,
    start,
};
use nightcoach_rules::{Outcome, Seat, SeatSet};
use nightcoach_table::lobby::{
    Admission, Door, Listing, LobbyMessage, Passphrase, Player, Refusal, Start, TABLE_VERSION,
};
use nightcoach_table::{Check, Genesis, Output, RosterSeat, Table, TableConfig, Verdict, audit};
use nightcoach_transcript::{Entry, IdentityKey, IdentitySecret, UnverifiedEntry};
use tokio::sync::mpsc::Receiver;
use tokio::time::timeout;

use support::{Folder, PATIENCE, options, passes, playing, until};

fn seat(name: &str, profile: Profile) -> SeatHandle {
    let name = name.to_owned();
    start(SeatConfig { name, profile, port: None, mdns: false, loopback: true, pace_ms: 0, seed: None }).unwrap()
}

fn somebody(name: &str) -> SeatHandle {
    seat(name, Profile::temporary(name).unwrap())
}

async fn address(seat: &SeatHandle) -> String {
    until(seat, "an address", |snapshot| !snapshot.addresses.is_empty()).await.addresses[0].clone()
}

fn watched(snapshot: &Snapshot) -> Option<&Arc<Watched>> {
    if let Stage::Watching(watched) = &snapshot.stage { Some(watched) } else { None }
}

fn watchers(snapshot: &Snapshot) -> Vec<&str> {
    snapshot.audience.watchers.iter().map(|chair| chair.name.as_str()).collect()
}

fn now(seat: &SeatHandle) -> Arc<Snapshot> {
    Arc::clone(&seat.snapshots().borrow())
}

fn head(snapshot: &Snapshot) -> Option<[u8; 32]> {
    watched(snapshot)?.audit.as_ref().map(|audit| audit.head)
}

/// A table of three that plays by itself, slowly enough to be joined in the middle.
async fn table(laps: u16) -> Vec<SeatHandle> {
    let names = ["Anna", "Bert", "Cleo"].map(str::to_owned).to_vec();
    loopback_table(names, options(3, laps), None, 0, None).await.unwrap()
}

fn play(seats: &[SeatHandle]) {
    for seat in seats {
        let seat = seat.clone();
        tokio::spawn(async move { drive(&seat, passes).await });
    }
}

/// The host lets in the first one who asks to watch.
async fn let_in(host: &SeatHandle) {
    let asked = until(host, "somebody asks", |snapshot| !snapshot.audience.asking.is_empty()).await;
    host.order(Order::LetIn(asked.audience.asking[0].key));
}

fn closed(snapshot: &Snapshot) -> bool {
    let audit = watched(snapshot).and_then(|watched| watched.audit.as_ref());
    audit.is_some_and(|audit| audit.closed_by.len() == 3)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_that_is_watched_from_the_middle_has_the_same_end_for_who_watches() {
    let seats = table(2).await;
    let (host, spectator) = (&seats[0], somebody("Wanda"));
    // The third of the others waits, so that the game is in its middle.
    play(&seats[..2]);
    until(&seats[2], "a question in the middle", |snapshot| playing(snapshot).is_some_and(|p| p.asked)).await;
    spectator.order(Order::WatchAddress(address(host).await));
    let_in(host).await;
    let seen = until(&spectator, "the table", |snapshot| {
        watched(snapshot).is_some_and(|watched| watched.waiting_for == SeatSet::only(Seat(2)) && watched.round >= 12)
    });
    let seen = seen.await;
    let names = &watched(&seen).unwrap().names;
    assert_eq!(names, &["Anna", "Bert", "Cleo"]);
    let audit_so_far = watched(&seen).unwrap().audit.clone().unwrap();
    assert!(matches!(audit_so_far.verdict, Verdict::ValidUnfinished { .. }));
    let own = now(host);
    assert_eq!(head(&seen), playing(&own).map(|playing| playing.head));
    for seat in &seats {
        until(seat, "who watches", |snapshot| watchers(snapshot) == ["Wanda"]).await;
    }
    for guest in &seats[1..] {
        let told = Notice::Watches("Wanda".to_owned());
        until(guest, "a word", |snapshot| snapshot.notices.contains(&told)).await;
    }
    until(&spectator, "the own name", |snapshot| watchers(snapshot) == ["Wanda"]).await;

    play(&seats[2..]);
    let end = until(&spectator, "the end", |s| closed(s) && watched(s).unwrap().transcript.is_some()).await;
    let end = watched(&end).unwrap();
    let host_end =
        until(host, "the end", |s| playing(s).is_some_and(|p| p.transcript.is_some() && p.closed_by.len() == 3));
    let host_end = host_end.await;
    let host_end = playing(&host_end).unwrap();
    let found = end.audit.as_ref().unwrap();
    assert_eq!((&found.verdict, found.head), (&Verdict::ValidFinished, host_end.head));
    assert_eq!((&found.outcome, &found.log), (&Some(Outcome::Drawn), &*host_end.log));
    until(&spectator, "the whole file", |s| {
        let kept = std::fs::read(watched(s).unwrap().transcript.as_ref().unwrap()).unwrap();
        kept == std::fs::read(host_end.transcript.as_ref().unwrap()).unwrap()
    })
    .await;
    spectator.order(Order::LeaveTable);
    until(&spectator, "the lobby", |snapshot| matches!(snapshot.stage, Stage::Lobby)).await;
    until(host, "nobody watches", |snapshot| watchers(snapshot).is_empty()).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_that_gathers_is_watched_from_its_first_round_on() {
    let host = somebody("Anna");
    let words = Passphrase::new("the owl").unwrap();
    let door = Door::Passphrase(words.clone());
    host.order(Order::Host { table_name: "Inn".to_owned(), options: options(3, 1), door });
    let address = address(&host).await;
    let guests = [somebody("Bert"), somebody("Cleo")];
    let spectator = somebody("Wanda");
    spectator.order(Order::WatchAddress(address.clone()));
    until(&spectator, "a question", |snapshot| snapshot.wanted.is_some()).await;
    spectator.order(Order::Prove(Passphrase::new("the cat").unwrap()));
    let wrong = Notice::CannotWatch(Refusal::Passphrase);
    until(&spectator, "a refusal", |snapshot| snapshot.notices.contains(&wrong) && snapshot.wanted.is_some()).await;
    spectator.order(Order::Prove(words.clone()));
    until(&spectator, "the table", |s| watched(s).is_some_and(|w| w.table_name == "Inn" && w.audit.is_none())).await;
    for guest in &guests {
        guest.order(Order::JoinAddress(address.clone()));
        until(guest, "a question", |snapshot| snapshot.wanted.is_some()).await;
        guest.order(Order::Prove(words.clone()));
        until(guest, "a seat", |snapshot| matches!(snapshot.stage, Stage::Gathering(_))).await;
        guest.order(Order::Ready(true));
    }
    until(&spectator, "everybody", |s| watched(s).is_some_and(|w| w.names.len() == 3)).await;
    until(&guests[1], "who watches", |snapshot| watchers(snapshot) == ["Wanda"]).await;
    until(&host, "everybody ready", |s| matches!(&s.stage, Stage::Gathering(table) if table.can_begin)).await;
    host.order(Order::Begin);
    let seats = [host, guests[0].clone(), guests[1].clone()];
    play(&seats);
    let end = until(&spectator, "the end", closed).await;
    assert_eq!(watched(&end).unwrap().audit.as_ref().unwrap().verdict, Verdict::ValidFinished);
    for seat in &seats {
        until(seat, "who watches", |snapshot| watchers(snapshot) == ["Wanda"]).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn who_is_turned_down_or_sent_away_is_told_and_sees_no_more() {
    let seats = table(2).await;
    let host = &seats[0];
    let address = address(host).await;
    let (unwanted, watching) = (somebody("Uwe"), somebody("Wanda"));
    unwanted.order(Order::WatchAddress(address.clone()));
    let asked = until(host, "somebody asks", |snapshot| !snapshot.audience.asking.is_empty()).await;
    until(&unwanted, "waiting", |snapshot| snapshot.wanted.is_some()).await;
    host.order(Order::SendAway(asked.audience.asking[0].key));
    let turned_down = Notice::CannotWatch(Refusal::MayNotWatch);
    until(&unwanted, "a word", |s| s.notices.contains(&turned_down) && matches!(s.stage, Stage::Lobby)).await;
    host.order(Order::AllowWatchers(true));
    until(host, "an open door", |snapshot| snapshot.audience.open).await;
    watching.order(Order::WatchAddress(address));
    until(&watching, "the table", |snapshot| watched(snapshot).is_some_and(|w| w.state.is_some())).await;
    let shown = until(host, "who watches", |snapshot| watchers(snapshot) == ["Wanda"]).await;
    host.order(Order::SendAway(shown.audience.watchers[0].key));
    let sent_away = Notice::CannotWatch(Refusal::MayNotWatch);
    until(&watching, "a word", |s| s.notices.contains(&sent_away) && matches!(s.stage, Stage::Lobby)).await;
    for seat in &seats {
        until(seat, "nobody watches", |snapshot| watchers(snapshot).is_empty()).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_host_that_starts_anew_keeps_who_watches_and_who_watches_keeps_the_table() {
    let folder = Folder::new("watched-host");
    let host = seat("Anna", folder.profile().await);
    host.order(Order::Host { table_name: "Inn".to_owned(), options: options(3, 2), door: Door::Open });
    let address = address(&host).await;
    let guests = [somebody("Bert"), somebody("Cleo")];
    for guest in &guests {
        guest.order(Order::JoinAddress(address.clone()));
        until(guest, "a seat", |snapshot| matches!(snapshot.stage, Stage::Gathering(_))).await;
        guest.order(Order::Ready(true));
    }
    until(&host, "everybody ready", |s| matches!(&s.stage, Stage::Gathering(table) if table.can_begin)).await;
    host.order(Order::Begin);
    let spectator = somebody("Wanda");
    spectator.order(Order::WatchAddress(address));
    let_in(&host).await;
    until(&spectator, "the deal", |snapshot| watched(snapshot).is_some_and(|w| w.state.is_some())).await;
    until(&guests[1], "who watches", |snapshot| watchers(snapshot) == ["Wanda"]).await;
    drop(host);

    let host = seat("Anna", folder.profile().await);
    until(&host, "who watches", |snapshot| watchers(snapshot) == ["Wanda"]).await;
    let seats = [host, guests[0].clone(), guests[1].clone()];
    play(&seats);
    let end = until(&spectator, "the end", closed).await;
    assert_eq!(watched(&end).unwrap().audit.as_ref().unwrap().verdict, Verdict::ValidFinished);
}

/// A peer made of bare messages.
struct Bare {
    net: Net,
    events: Receiver<NetEvent>,
    address: String,
    links: Vec<(PeerKey, Link)>,
    /// The mark of the table that the others show.
    mark: Option<[u8; 32]>,
    listing: Option<Listing>,
    /// Records of a table that it was given.
    records: usize,
}

impl Bare {
    async fn start(identity: [u8; 32]) -> Self {
        let config = NetConfig { identity, name: "Bare".to_owned(), port: None, mdns: false, loopback: true };
        let (net, mut events) = Net::start(&config).unwrap();
        let address = loop {
            if let Some(NetEvent::Listening(address)) = events.recv().await {
                break typed(&address);
            }
        };
        Self { net, events, address, links: Vec::new(), mark: None, listing: None, records: 0 }
    }

    fn send(&self, message: &Message) {
        let frame = nightcoach_lan::net::Frame::of(message).unwrap();
        for (_, link) in &self.links {
            link.send(&frame);
        }
    }

    /// Hears what comes, until it is enough or the time is over.
    async fn hear(&mut self, time: Duration, enough: impl Fn(&Self) -> bool) -> bool {
        let until = tokio::time::Instant::now() + time;
        while !enough(self) {
            let Ok(Some(event)) = tokio::time::timeout_at(until, self.events.recv()).await else { return false };
            match event {
                NetEvent::Linked { peer, link, .. } => {
                    self.links.retain(|(key, _)| *key != peer);
                    self.links.push((peer, link));
                }
                NetEvent::Received { message: Message::Beacon(beacon), .. } => {
                    self.mark = beacon.mark.map(|mark: Mark| mark.table).or(self.mark);
                    self.listing = beacon.listing.or_else(|| self.listing.take());
                }
                NetEvent::Received { message: Message::Push { .. }, .. } => self.records += 1,
                NetEvent::Received { message: Message::Batch { entries, .. }, .. } => self.records += entries.len(),
                NetEvent::Received { .. }
                | NetEvent::Listening(_)
                | NetEvent::Expired(_)
                | NetEvent::Unlinked { .. }
                | NetEvent::Refused { .. }
                | NetEvent::Reached { .. }
                | NetEvent::DialFailed { .. } => {}
            }
        }
        true
    }

    /// Begins a table until it shows in a seat.
    async fn begin(&mut self, start: &Start, seat: &SeatHandle, seen: impl Fn(&Snapshot) -> bool) {
        let begins = async {
            while !seen(&now(seat)) {
                self.send(&Message::Lobby(LobbyMessage::Begin(start.clone())));
                self.hear(Duration::from_millis(200), |_| false).await;
            }
        };
        timeout(PATIENCE, begins).await.unwrap();
    }

    fn asks(&self) -> Message {
        Message::Want { table: self.mark.unwrap(), from: 0 }
    }
}

/// A stranger that is linked to every seat of a table.
async fn stranger(seats: &[SeatHandle]) -> Bare {
    let mut bare = Bare::start([77; 32]).await;
    for seat in seats {
        let address = address(seat).await;
        let multiaddr = format!("/ip4/127.0.0.1/tcp/{}", address.rsplit(':').next().unwrap());
        bare.net.dial(vec![multiaddr.parse().unwrap()]);
    }
    let all = seats.len();
    assert!(bare.hear(PATIENCE, |bare| bare.links.len() == all && bare.mark.is_some() && bare.listing.is_some()).await);
    bare
}

/// NC-919, and what the host takes back is gone.
#[tokio::test(flavor = "multi_thread")]
async fn nobody_who_is_not_let_in_gets_a_byte_of_the_log() {
    let seats = table(60).await;
    let mut bare = stranger(&seats).await;
    let own = bare.net.key();
    // It claims to be at the table, asks everybody for everything, and a game runs meanwhile.
    let mark = Mark {
        table: bare.mark.unwrap(),
        round: 0,
        head: [0; 32],
        waiting: SeatSet::EMPTY,
        closed: SeatSet::EMPTY,
        stopped: false,
    };
    bare.net.set_beacon(Beacon { name: "Bare".to_owned(), mark: Some(mark), ..Beacon::default() });
    for seat in &seats {
        let seat = seat.clone();
        tokio::spawn(async move { drive_slowly(&seat, || Duration::from_millis(80), passes).await });
    }
    for _second in 0..3 {
        bare.send(&bare.asks());
        bare.hear(Duration::from_secs(1), |_| false).await;
    }
    assert_eq!(bare.records, 0, "a stranger has got records");
    let table = bare.listing.as_ref().unwrap().table;
    bare.send(&Message::Lobby(LobbyMessage::Watch { table, name: "Bare".to_owned(), version: TABLE_VERSION }));
    bare.hear(Duration::from_secs(1), |_| false).await;
    bare.send(&bare.asks());
    bare.hear(Duration::from_secs(1), |_| false).await;
    assert_eq!(bare.records, 0, "asking is not being let in");
    seats[0].order(Order::LetIn(own));
    for seat in &seats {
        until(seat, "who watches", |snapshot| watchers(snapshot) == ["Bare"]).await;
    }
    bare.send(&bare.asks());
    assert!(bare.hear(PATIENCE, |bare| bare.records > 50).await, "who is let in gets the log");
    seats[0].order(Order::SendAway(own));
    for seat in &seats {
        until(seat, "nobody watches", |snapshot| watchers(snapshot).is_empty()).await;
    }
    // What was under way.
    bare.hear(Duration::from_secs(1), |_| false).await;
    let before = bare.records;
    bare.send(&bare.asks());
    bare.hear(Duration::from_secs(2), |_| false).await;
    assert_eq!(bare.records, before, "who was sent away gets more");
    assert!(playing(&now(&seats[0])).unwrap().outcome.is_none(), "the game ran all the time");
}

#[tokio::test(flavor = "multi_thread")]
async fn who_watches_cannot_write_and_who_floods_is_shut_out_while_the_game_goes_on() {
    let seats = table(3).await;
    let bare = stranger(&seats).await;
    seats[0].order(Order::AllowWatchers(true));
    let table = bare.listing.as_ref().unwrap().table;
    bare.send(&Message::Lobby(LobbyMessage::Watch { table, name: "Bare".to_owned(), version: TABLE_VERSION }));
    for seat in &seats {
        until(seat, "who watches", |snapshot| watchers(snapshot) == ["Bare"]).await;
    }
    let push = Message::Push { table: bare.mark.unwrap(), entry: Blob(vec![1; 1_000]) };
    for _flood in 0..200 {
        bare.send(&bare.asks());
        bare.send(&push);
    }
    for seat in &seats {
        let misbehaved = |notice: &Notice| matches!(notice, Notice::Misbehaved(_));
        until(seat, "a word", |snapshot| snapshot.notices.iter().any(misbehaved)).await;
    }
    play(&seats);
    let end = until(&seats[1], "the end", |snapshot| playing(snapshot).is_some_and(|p| p.outcome.is_some())).await;
    assert!(playing(&end).unwrap().fault.is_none());
}

/// The host and two of its players, whose keys the test has, and their entries of the first round.
fn cast(fresh: [u8; 32]) -> (Start, Vec<Vec<u8>>) {
    let identity = |n: u8| IdentitySecret::from_seed([n; 32]);
    let player = |n: u8| Player { name: format!("Player {n}"), key: identity(n).public().0, fresh: [n; 32] };
    let players = vec![player(1), player(2), Player { fresh, ..player(3) }];
    let start = Start {
        version: TABLE_VERSION,
        table: [7; 16],
        table_name: "Inn".to_owned(),
        options: options(3, 1),
        players,
        previous: [0; 32],
    };
    let roster =
        start.players.iter().map(|p| RosterSeat { name: p.name.clone(), key: IdentityKey(p.key), fresh: p.fresh });
    let genesis =
        Genesis { version: TABLE_VERSION, options: start.options.clone(), roster: roster.collect(), previous: [0; 32] };
    let first = |n: u8| {
        let config = TableConfig {
            seat: Seat(n - 1),
            genesis: genesis.clone(),
            identity: identity(n),
            deal_seed: [n; 32],
            seat_seed: [n + 10; 32],
            pace_ms: 0,
        };
        let (_, out) = Table::new(config, 0).unwrap();
        let persist = |output| if let Output::Persist { entry, .. } = output { Some(entry) } else { None };
        out.into_iter().find_map(persist).unwrap()
    };
    let records = (1..=3).map(first).collect();
    (start, records)
}

/// A seat that signs two entries of one round, seen by somebody who only watches.
#[tokio::test(flavor = "multi_thread")]
async fn a_fault_is_seen_by_who_watches_with_evidence_in_the_transcript() {
    let (start, records) = cast([3; 32]);
    let mut host = Bare::start([1; 32]).await;
    let listing = Listing {
        table: start.table,
        name: "Inn".to_owned(),
        host: "Player 1".to_owned(),
        seats: 3,
        taken: 3,
        playing: true,
        version: TABLE_VERSION,
        admission: Admission::Open,
    };
    host.net.set_beacon(Beacon { name: "Player 1".to_owned(), listing: Some(listing), ..Beacon::default() });
    let spectator = somebody("Wanda");
    spectator.order(Order::WatchAddress(host.address.clone()));
    assert!(host.hear(PATIENCE, |host| !host.links.is_empty()).await);
    until(&spectator, "asking", |snapshot| !snapshot.tables.is_empty()).await;
    // A list of players that somebody else leads is none of this host's.
    let foreign = Start { players: start.players.iter().rev().cloned().collect(), ..start.clone() };
    let refused = Notice::CannotWatch(Refusal::Roster);
    host.begin(&foreign, &spectator, |snapshot| snapshot.notices.contains(&refused)).await;
    spectator.order(Order::Watch { table: start.table });
    host.begin(&start, &spectator, |snapshot| watched(snapshot).is_some()).await;
    assert!(host.hear(PATIENCE, |host| host.mark.is_some()).await);
    // The host leaves the table; whoever follows it does not lose what the others say.
    host.send(&Message::Lobby(LobbyMessage::Refused { table: start.table, refusal: Refusal::UnknownTable }));
    let table = host.mark.unwrap();
    let honest = UnverifiedEntry::decode(&records[1]).unwrap();
    let mut content = honest.claimed().clone();
    content.digest = [9; 32];
    let second = Entry::sign(content, &IdentitySecret::from_seed([2; 32])).unwrap().record().to_vec();
    for record in [&records[1], &second] {
        host.send(&Message::Push { table, entry: Blob(record.clone()) });
    }
    let seen =
        until(&spectator, "a fault", |s| watched(s).is_some_and(|w| w.fault.is_some() && w.transcript.is_some()));
    let seen = seen.await;
    let seen = watched(&seen).unwrap();
    let fault = seen.fault.as_ref().unwrap();
    assert_eq!((fault.culprit, fault.check), (Seat(1), Check::OneEntry));
    let found = audit(&std::fs::read(seen.transcript.as_ref().unwrap()).unwrap());
    assert_eq!(found.verdict, seen.audit.as_ref().unwrap().verdict);
    assert!(matches!(found.verdict, Verdict::Invalid { seat: Some(Seat(1)), check: Some(Check::OneEntry), .. }));
}
