//! Encodings of what peers say to each other over a link, beside the chain.

use nightcoach_lan::net::{AddressHint, Beacon, Blob, Hello, Mark, Message, PeerKey};
use nightcoach_rules::{Options, SeatSet};
use nightcoach_table::aside::Said;
use nightcoach_table::lobby::{Admission, Listing, LobbyMessage, Player, Refusal, Start, Watcher};
use serde_json::json;

use crate::pinned::assert_pinned;
use crate::wire::Book;

const TABLE: [u8; 16] = [4; 16];

fn refusals() -> [Refusal; 19] {
    [
        Refusal::UnknownTable,
        Refusal::Full,
        Refusal::Begun,
        Refusal::Version { host: 1, guest: 258 },
        Refusal::WeakKey,
        Refusal::NotFull,
        Refusal::Options,
        Refusal::Roster,
        Refusal::NotInvited,
        Refusal::Rematch,
        Refusal::Scores,
        Refusal::Passphrase,
        Refusal::TooManyGuesses,
        Refusal::TurnedDown,
        Refusal::SentAway,
        Refusal::NotReady,
        Refusal::AudienceFull,
        Refusal::Seated,
        Refusal::MayNotWatch,
    ]
}

fn lobby() -> Vec<LobbyMessage> {
    let (table, options, previous) = (TABLE, Options::new(5), [3; 32]);
    let players = vec![
        Player { name: "Ada".to_owned(), key: [1; 32], fresh: [2; 32] },
        Player { name: "Zoë".to_owned(), key: [5; 32], fresh: [6; 32] },
    ];
    let table_name = "Friday".to_owned();
    let start = Start {
        version: 1,
        table,
        table_name: table_name.clone(),
        options: options.clone(),
        players: players.clone(),
        previous,
    };
    vec![
        LobbyMessage::Join { table, name: "Zoë".to_owned(), version: 1, fresh: [6; 32] },
        LobbyMessage::Refused { table, refusal: Refusal::Full },
        LobbyMessage::Gathered { table, table_name, options, players, previous, ready: SeatSet(3) },
        LobbyMessage::Leave { table },
        LobbyMessage::CalledOff { table },
        LobbyMessage::Begin(start),
        LobbyMessage::Challenge { table, nonce: [7; 32] },
        LobbyMessage::Prove { table, proof: [8; 32] },
        LobbyMessage::Asked { table },
        LobbyMessage::Ready { table, ready: true },
        LobbyMessage::Watch { table, name: "Ida".to_owned(), version: 1 },
    ]
}

fn listing() -> Listing {
    Listing {
        table: TABLE,
        name: "Friday".to_owned(),
        host: "Ada".to_owned(),
        seats: 5,
        taken: 2,
        playing: false,
        version: 1,
        admission: Admission::Approval,
    }
}

fn messages() -> Vec<Message> {
    let mark =
        Mark { table: [1; 32], round: 258, head: [2; 32], waiting: SeatSet(5), closed: SeatSet(0), stopped: true };
    let name = "Ada".to_owned();
    let hello = Hello { protocol: 1, build: "0.1.0".to_owned(), name: name.clone(), port: 24642, clock: 1 << 40 };
    let beacon = Beacon { name, mark: Some(mark), neighbours: vec![PeerKey([9; 32])], listing: Some(listing()) };
    let hint = AddressHint { peer: PeerKey([9; 32]), addresses: vec!["/ip4/10.0.0.7/tcp/4001".to_owned()] };
    vec![
        Message::Hello(hello),
        Message::Beacon(Beacon::default()),
        Message::Beacon(beacon),
        Message::Push { table: [1; 32], entry: Blob(vec![1, 2, 3]) },
        Message::Want { table: [1; 32], from: 7 },
        Message::Batch { table: [1; 32], entries: vec![Blob(vec![]), Blob(vec![4])] },
        Message::Lobby(LobbyMessage::Asked { table: TABLE }),
        Message::Addresses(vec![hint]),
        Message::Bye("good night".to_owned()),
        Message::Aside { place: [1; 32], records: vec![Blob(vec![5])] },
    ]
}

fn said() -> Vec<Said> {
    let watcher = Watcher { name: "Ida".to_owned(), key: [3; 32] };
    vec![Said::Text("hello".to_owned()), Said::Nudge(SeatSet(6)), Said::Left, Said::Audience(vec![watcher])]
}

#[test]
fn messages_are_those_of_the_vectors() {
    let mut book = Book::default();
    book.variants("Refusal", &refusals());
    book.variants("Admission", &[Admission::Open, Admission::Passphrase, Admission::Approval]);
    book.variants("Lobby", &lobby());
    book.all("Listing", &[listing()]);
    book.variants("Message", &messages());
    book.variants("Said", &said());
    assert_pinned("messages.json", &json!({"accepted": book.accepted, "refused": book.refused}));
}
