//! A host that lies: what a guest sits down at, and what it shows, with real links on 127.0.0.1.
#![expect(clippy::unwrap_used, clippy::panic, reason = "a test may stop at once")]

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use nightcoach_lan::net::{Beacon, Frame, Link, Message, Net, NetConfig, NetEvent, PeerKey, typed};
use nightcoach_lan::{Notice, Order, Profile, SeatConfig, SeatHandle, Snapshot, Stage, Wanted, start};
use nightcoach_rules::Options;
use nightcoach_table::lobby::{
    Admission, Door, Listing, LobbyMessage, Passphrase, Player, Refusal, Start, TABLE_VERSION,
};
use nightcoach_transcript::IdentitySecret;
use tokio::sync::mpsc::Receiver;
use tokio::time::timeout;

const PATIENCE: Duration = Duration::from_secs(40);
const TABLE: [u8; 16] = [7; 16];

/// A host made of bare messages.
struct Liar {
    net: Net,
    events: Receiver<NetEvent>,
    address: String,
    guest: Option<(PeerKey, Link)>,
}

impl Liar {
    async fn start() -> Self {
        let config = NetConfig { identity: [9; 32], name: "Liar".to_owned(), port: None, mdns: false, loopback: true };
        let (net, mut events) = Net::start(&config).unwrap();
        let address = loop {
            if let Some(NetEvent::Listening(address)) = events.recv().await {
                break typed(&address);
            }
        };
        let listing = Listing {
            table: TABLE,
            name: "In\u{202e}n".to_owned(),
            host: "Liar\u{2066}".to_owned(),
            seats: 3,
            taken: 2,
            playing: false,
            version: TABLE_VERSION,
            admission: Admission::Open,
        };
        net.set_beacon(Beacon { name: "Liar\u{200f}".to_owned(), listing: Some(listing), ..Beacon::default() });
        Self { net, events, address, guest: None }
    }

    /// The value that the guest sends with its next request for a seat.
    async fn joined(&mut self) -> [u8; 32] {
        let next = async {
            loop {
                match self.events.recv().await {
                    Some(NetEvent::Linked { peer, link, .. }) => self.guest = Some((peer, link)),
                    Some(NetEvent::Received { message: Message::Lobby(LobbyMessage::Join { fresh, .. }), .. }) => {
                        return fresh;
                    }
                    Some(_) => {}
                    None => panic!("the network is gone"),
                }
            }
        };
        timeout(PATIENCE, next).await.unwrap()
    }

    /// The table that the guest hosts itself.
    async fn listed(&mut self) -> [u8; 16] {
        let next = async {
            loop {
                if let Some(NetEvent::Received { message: Message::Beacon(beacon), .. }) = self.events.recv().await
                    && let Some(listing) = beacon.listing
                {
                    return listing.table;
                }
            }
        };
        timeout(PATIENCE, next).await.unwrap()
    }

    /// Why the guest, as a host, refuses.
    async fn refused(&mut self) -> Refusal {
        let next = async {
            loop {
                if let Some(NetEvent::Received {
                    message: Message::Lobby(LobbyMessage::Refused { refusal, .. }), ..
                }) = self.events.recv().await
                {
                    return refusal;
                }
            }
        };
        timeout(PATIENCE, next).await.unwrap()
    }

    /// What the guest answers to the question for the passphrase.
    async fn proved(&mut self) -> [u8; 32] {
        let next = async {
            loop {
                if let Some(NetEvent::Received { message: Message::Lobby(LobbyMessage::Prove { proof, .. }), .. }) =
                    self.events.recv().await
                {
                    return proof;
                }
            }
        };
        timeout(PATIENCE, next).await.unwrap()
    }

    fn say(&self, message: LobbyMessage) {
        assert!(self.guest.as_ref().unwrap().1.send(&Frame::of(&Message::Lobby(message)).unwrap()));
    }

    fn start_with(&self, fresh: [u8; 32]) -> Start {
        let player = |name: &str, key, fresh| Player { name: name.to_owned(), key, fresh };
        Start {
            version: TABLE_VERSION,
            table: TABLE,
            table_name: "Inn".to_owned(),
            options: Options::new(3),
            players: vec![
                player("Liar", self.net.key().0, [1; 32]),
                player("Bert", self.guest.as_ref().unwrap().0.0, fresh),
                player("Cleo", IdentitySecret::from_seed([5; 32]).public().0, [2; 32]),
            ],
            previous: [0; 32],
        }
    }
}

fn guest() -> SeatHandle {
    let (name, profile) = ("Bert".to_owned(), Profile::temporary("Bert").unwrap());
    start(SeatConfig { name, profile, port: None, mdns: false, loopback: true, pace_ms: 0, seed: None }).unwrap()
}

async fn until(seat: &SeatHandle, what: &str, reached: impl Fn(&Snapshot) -> bool) -> Arc<Snapshot> {
    let mut snapshots = seat.snapshots();
    let snapshot = timeout(PATIENCE, snapshots.wait_for(|snapshot| reached(snapshot))).await;
    Arc::clone(&snapshot.unwrap_or_else(|_elapsed| panic!("{what}: not in time")).unwrap())
}

/// Asks for a seat, and lets the host answer with these messages; whether the guest sat down. It is ready for the table as
/// it is shown first, unless it is `hasty`.
async fn sits_down(
    liar: &mut Liar,
    seat: &SeatHandle,
    hasty: bool,
    answers: impl Fn(&Liar, [u8; 32]) -> Vec<LobbyMessage>,
) -> bool {
    seat.order(Order::JoinAddress(liar.address.clone()));
    let fresh = liar.joined().await;
    let mut shown = hasty;
    for answer in answers(liar, fresh) {
        let shows = matches!(answer, LobbyMessage::Gathered { .. });
        liar.say(answer);
        if shows && !shown {
            shown = true;
            until(seat, "the table", |s| matches!(s.stage, Stage::Gathering(_))).await;
            seat.order(Order::Ready(true));
            until(seat, "the mark", |s| matches!(&s.stage, Stage::Gathering(table) if table.ready)).await;
        }
    }
    let refused = |snapshot: &Snapshot| {
        snapshot.notices.last() == Some(&Notice::Refused(Refusal::Roster)) && matches!(snapshot.stage, Stage::Lobby)
    };
    let end = until(seat, "an answer", |s| refused(s) || matches!(s.stage, Stage::Playing(_))).await;
    let sat = matches!(end.stage, Stage::Playing(_));
    // Another notice, so that the next refusal is news.
    seat.order(Order::Join { table: [0; 16] });
    until(seat, "another notice", |s| s.notices.last() == Some(&Notice::UnknownTable)).await;
    sat
}

#[tokio::test(flavor = "multi_thread")]
async fn a_guest_sits_down_only_at_what_was_shown_and_with_its_own_value() {
    let (mut liar, seat) = (Liar::start().await, guest());
    let values = std::sync::Mutex::new(BTreeSet::new());
    let unseen = |liar: &Liar, fresh| {
        values.lock().unwrap().insert(fresh);
        vec![LobbyMessage::Begin(liar.start_with(fresh))]
    };
    assert!(!sits_down(&mut liar, &seat, false, unseen).await, "nothing was shown");
    let stale = |liar: &Liar, fresh| {
        values.lock().unwrap().insert(fresh);
        let start = liar.start_with([3; 32]);
        vec![start.gathered(), LobbyMessage::Begin(start)]
    };
    assert!(!sits_down(&mut liar, &seat, false, stale).await, "a value of an earlier game");
    let swapped = |liar: &Liar, fresh| {
        let (start, mut other) = (liar.start_with(fresh), liar.start_with(fresh));
        other.players[2].key = [6; 32];
        vec![start.gathered(), LobbyMessage::Begin(other)]
    };
    assert!(!sits_down(&mut liar, &seat, false, swapped).await, "somebody else than was shown");
    assert_eq!(values.lock().unwrap().len(), 2, "each request has a value of its own");
    let honest = |liar: &Liar, fresh| {
        let start = liar.start_with(fresh);
        vec![start.gathered(), LobbyMessage::Begin(start)]
    };
    assert!(!sits_down(&mut liar, &seat, true, honest).await, "NC-907: it was not ready");
    let changed = |liar: &Liar, fresh| {
        let (start, mut other) = (liar.start_with(fresh), liar.start_with(fresh));
        other.options.full_reveal = false;
        vec![start.gathered(), other.gathered(), LobbyMessage::Begin(other)]
    };
    assert!(!sits_down(&mut liar, &seat, false, changed).await, "NC-907: it was ready for other options");
    assert!(sits_down(&mut liar, &seat, false, honest).await);
}

/// NC-902, from both sides: each hears both versions.
#[tokio::test(flavor = "multi_thread")]
async fn a_guest_of_another_version_is_told_both_versions_and_so_is_the_host() {
    let (mut liar, host) = (Liar::start().await, guest());
    let differs = Refusal::Version { host: TABLE_VERSION, guest: TABLE_VERSION + 1 };
    host.order(Order::JoinAddress(liar.address.clone()));
    liar.joined().await;
    host.order(Order::LeaveTable);
    until(&host, "the lobby", |snapshot| snapshot.wanted.is_none() && matches!(snapshot.stage, Stage::Lobby)).await;
    host.order(Order::Host { table_name: "Inn".to_owned(), options: Options::new(3), door: Door::Open });
    until(&host, "an open table", |snapshot| matches!(snapshot.stage, Stage::Gathering(_))).await;
    let table = liar.listed().await;
    let name = "Liar".to_owned();
    liar.say(LobbyMessage::Join { table, name: name.clone(), version: TABLE_VERSION + 1, fresh: [4; 32] });
    let told = Notice::GuestRefused { name, refusal: differs };
    until(&host, "a word to the host", |snapshot| snapshot.notices.contains(&told)).await;
    assert_eq!(liar.refused().await, differs);
    let words = differs.to_string();
    let versions = [TABLE_VERSION, TABLE_VERSION + 1].map(|version| format!("version {version}"));
    assert!(versions.iter().all(|version| words.contains(version)), "{words}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_typed_passphrase_answers_a_host_that_has_forgotten_its_question_but_not_without_end() {
    let (mut liar, seat) = (Liar::start().await, guest());
    seat.order(Order::JoinAddress(liar.address.clone()));
    liar.joined().await;
    let (host, own) = (liar.net.key().0, liar.guest.as_ref().unwrap().0.0);
    let wanted = |snapshot: &Snapshot| matches!(snapshot.wanted, Some(Wanted::Passphrase(_)));
    let owl = Passphrase::new("owl").unwrap();
    liar.say(LobbyMessage::Challenge { table: TABLE, nonce: [0; 32] });
    until(&seat, "the question", wanted).await;
    seat.order(Order::Prove(owl.clone()));
    for question in 0..8u8 {
        assert_eq!(liar.proved().await, owl.proof(&TABLE, &[question; 32], &host, &own), "nobody types again");
        liar.say(LobbyMessage::Challenge { table: TABLE, nonce: [question + 1; 32] });
    }
    until(&seat, "the question again", wanted).await;
    seat.order(Order::Prove(owl.clone()));
    assert_eq!(liar.proved().await, owl.proof(&TABLE, &[8; 32], &host, &own));
}

#[tokio::test(flavor = "multi_thread")]
async fn names_steer_no_text_however_they_arrive() {
    let (mut liar, seat) = (Liar::start().await, guest());
    seat.order(Order::JoinAddress(liar.address.clone()));
    let fresh = liar.joined().await;
    let seen = until(&seat, "the table", |s| !s.tables.is_empty()).await;
    assert_eq!((seen.tables[0].name.as_str(), seen.tables[0].host.as_str()), ("Inn", "Liar"));
    until(&seat, "the beacon's name", |s| s.peers.iter().any(|peer| peer.name == "Liar")).await;
    let mut start = liar.start_with(fresh);
    start.players[2].name = "Cl\u{202d}eo\n".to_owned();
    start.table_name = "\u{feff}Inn".to_owned();
    liar.say(start.gathered());
    let shown = until(&seat, "the players", |s| matches!(s.stage, Stage::Gathering(_))).await;
    let Stage::Gathering(gathering) = &shown.stage else { panic!() };
    assert_eq!(gathering.players[2].name, "Cleo");
    assert_eq!(gathering.table_name, "Inn");
}
