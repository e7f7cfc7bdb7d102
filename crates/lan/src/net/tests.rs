//! Real links on 127.0.0.1: hello, push, reconnect, and what happens to strangers.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use nightcoach_table::lobby::LobbyMessage;
use tokio::sync::mpsc::Receiver;
use tokio::time::timeout;

use super::*;

struct Peer {
    net: Net,
    events: Receiver<NetEvent>,
    address: Multiaddr,
    links: BTreeMap<PeerKey, Link>,
}

fn config(n: u8, port: Option<u16>) -> NetConfig {
    NetConfig { identity: [n; 32], name: format!("p{n}"), port, mdns: false, loopback: true }
}

async fn event(events: &mut Receiver<NetEvent>) -> NetEvent {
    timeout(Duration::from_secs(20), events.recv()).await.expect("an event in time").expect("a running network")
}

impl Peer {
    async fn start(n: u8, port: Option<u16>) -> Self {
        let (net, mut events) = Net::start(&config(n, port)).unwrap();
        let address = loop {
            if let NetEvent::Listening(address) = event(&mut events).await {
                break address;
            }
        };
        Self { net, events, address, links: BTreeMap::new() }
    }

    fn port(&self) -> u16 {
        socket(&self.address).unwrap().port()
    }

    /// Handles events until the number of links is the wished one.
    async fn links(&mut self, count: usize) {
        while self.links.len() != count {
            self.next().await;
        }
    }

    async fn next(&mut self) -> Option<Message> {
        let event = event(&mut self.events).await;
        if let NetEvent::Linked { peer, link, .. } = event {
            self.links.insert(peer, link);
        } else if let NetEvent::Unlinked { peer, generation } = event {
            self.links.retain(|key, link| *key != peer || link.generation() != generation);
        } else if let NetEvent::Received { message, .. } = event {
            return Some(message);
        }
        None
    }

    /// The next message that is no beacon.
    async fn message(&mut self) -> Message {
        loop {
            match self.next().await {
                None | Some(Message::Beacon(_)) => {}
                Some(message) => return message,
            }
        }
    }

    fn send(&self, to: &Self, message: &Message) -> bool {
        self.links[&to.net.key()].send(&Frame::of(message).unwrap())
    }
}

fn push(n: u8) -> Message {
    Message::Push { table: [0; 32], entry: Blob(vec![n; 70_000]) }
}

#[tokio::test]
async fn two_peers_link_by_address_and_exchange_messages_in_order() {
    let (mut a, mut b) = (Peer::start(1, None).await, Peer::start(2, None).await);
    b.net.dial(vec![a.address.clone()]);
    a.links(1).await;
    b.links(1).await;
    for n in 0..20 {
        assert!(a.send(&b, &push(n)));
    }
    for n in 0..20 {
        assert_eq!(b.message().await, push(n));
    }
}

#[tokio::test]
async fn peers_that_share_a_neighbour_find_each_other() {
    let mut hub = Peer::start(1, None).await;
    let mut others = vec![Peer::start(2, None).await, Peer::start(3, None).await, Peer::start(4, None).await];
    for other in &others {
        other.net.dial(vec![hub.address.clone()]);
    }
    hub.links(3).await;
    for other in &mut others {
        other.links(3).await;
    }
}

#[tokio::test]
async fn a_peer_that_was_dropped_comes_back_by_itself() {
    let (mut a, mut b) = (Peer::start(1, None).await, Peer::start(2, None).await);
    b.net.dial(vec![a.address.clone()]);
    a.links(1).await;
    b.links(1).await;
    let port = b.port();
    b.net.close().await;
    a.links(0).await;
    let mut b = Peer::start(2, Some(port)).await;
    a.links(1).await;
    b.links(1).await;
    assert!(a.send(&b, &push(1)));
    assert_eq!(b.message().await, push(1));
}

#[tokio::test]
async fn dropping_the_link_of_a_slow_peer_makes_a_new_one() {
    let (mut a, mut b) = (Peer::start(1, None).await, Peer::start(2, None).await);
    b.net.dial(vec![a.address.clone()]);
    a.links(1).await;
    b.links(1).await;
    a.links.clear();
    a.links(1).await;
    b.links(0).await;
    b.links(1).await;
}

#[tokio::test]
async fn crossed_dials_end_in_one_link_each() {
    for round in 0..5 {
        let (mut a, mut b) = (Peer::start(10 + round, None).await, Peer::start(20 + round, None).await);
        a.net.dial(vec![b.address.clone()]);
        b.net.dial(vec![a.address.clone()]);
        a.links(1).await;
        b.links(1).await;
        assert!(a.send(&b, &push(1)));
        assert_eq!(b.message().await, push(1));
    }
}

#[tokio::test]
async fn an_address_where_nobody_answers_is_tried_until_somebody_does() {
    let late = Peer::start(1, None).await;
    let (port, address) = (late.port(), late.address.clone());
    late.net.close().await;
    let mut b = Peer::start(2, None).await;
    b.net.dial(vec![address.clone()]);
    loop {
        if let NetEvent::DialFailed { address: failed, .. } = event(&mut b.events).await {
            assert_eq!(failed, address);
            break;
        }
    }
    let mut late = Peer::start(1, Some(port)).await;
    late.links(1).await;
    b.links(1).await;
}

#[tokio::test]
async fn a_dialled_own_address_says_so() {
    let mut a = Peer::start(1, None).await;
    a.net.dial(vec![a.address.clone()]);
    loop {
        if let NetEvent::DialFailed { why, .. } = event(&mut a.events).await {
            assert!(why.contains("your own"), "{why}");
            break;
        }
    }
}

#[tokio::test]
async fn beacons_carry_what_was_set_last() {
    let (mut a, mut b) = (Peer::start(1, None).await, Peer::start(2, None).await);
    b.net.dial(vec![a.address.clone()]);
    a.links(1).await;
    b.links(1).await;
    a.net.set_beacon(Beacon { name: "new".to_owned(), ..Beacon::default() });
    loop {
        if let Some(Message::Beacon(beacon)) = b.next().await
            && beacon.name == "new"
        {
            break;
        }
    }
}

#[tokio::test]
async fn a_bye_arrives_before_the_end() {
    let (mut a, mut b) = (Peer::start(1, None).await, Peer::start(2, None).await);
    b.net.dial(vec![a.address.clone()]);
    a.links(1).await;
    b.links(1).await;
    assert!(a.send(&b, &Message::Lobby(LobbyMessage::Leave { table: [1; 16] })));
    assert!(a.send(&b, &Message::Bye("late".to_owned())));
    a.links[&b.net.key()].flushed().await;
    tokio::time::sleep(Duration::from_millis(50)).await;
    a.net.close().await;
    assert!(matches!(b.message().await, Message::Lobby(_)));
    assert_eq!(b.message().await, Message::Bye("late".to_owned()));
    b.links(0).await;
}

#[tokio::test]
async fn another_version_is_named_on_both_sides_and_never_linked() {
    let (mut a, mut b) = (Peer::start(1, None).await, Peer::start(2, None).await);
    b.net.hello.send_modify(|hello| hello.protocol = LINK_VERSION + 1);
    b.net.dial(vec![a.address.clone()]);
    for (peer, theirs) in [(&mut a, LINK_VERSION + 1), (&mut b, LINK_VERSION)] {
        let mut refused = event(&mut peer.events).await;
        if matches!(refused, NetEvent::Reached { .. }) {
            refused = event(&mut peer.events).await;
        }
        let NetEvent::Refused { hello, .. } = refused else { panic!("{refused:?}") };
        assert_eq!(hello.protocol, theirs);
    }
}

#[tokio::test]
async fn another_program_is_never_linked_and_soon_left_alone() {
    use futures::StreamExt as _;
    use libp2p::swarm::SwarmEvent;

    let mut a = Peer::start(1, None).await;
    let mut stranger = libp2p::SwarmBuilder::with_new_identity()
        .with_tokio()
        .with_tcp(libp2p::tcp::Config::default(), libp2p::noise::Config::new, libp2p::yamux::Config::default)
        .unwrap()
        .with_behaviour(|_key| libp2p::ping::Behaviour::default())
        .unwrap()
        .with_swarm_config(|swarm| swarm.with_idle_connection_timeout(Duration::from_mins(1)))
        .build();
    stranger.dial(a.address.clone()).unwrap();
    let closed = async { while !matches!(stranger.select_next_some().await, SwarmEvent::ConnectionClosed { .. }) {} };
    tokio::select! {
        () = closed => {}
        event = event(&mut a.events) => panic!("a stranger made news: {event:?}"),
    }
}

#[tokio::test]
async fn while_a_table_runs_strangers_tell_nobody_where_others_are() {
    let (mut a, mut stranger, mut b) =
        (Peer::start(1, None).await, Peer::start(2, None).await, Peer::start(3, None).await);
    for peer in [&a, &b] {
        peer.net.set_table(BTreeSet::from([PeerKey([9; 32])]));
        peer.net.dial(vec![stranger.address.clone()]);
    }
    stranger.links(2).await;
    let quiet = async {
        loop {
            tokio::select! {
                _ = a.next() => {}
                _ = b.next() => {}
                _ = stranger.next() => {}
            }
        }
    };
    assert!(timeout(Duration::from_secs(3), quiet).await.is_err());
    assert_eq!((a.links.len(), b.links.len()), (1, 1), "linked by a stranger's hints");
}

#[tokio::test]
async fn a_stranger_in_the_lobby_sends_us_only_to_so_many_places() {
    let listener = tokio::net::TcpListener::bind("0.0.0.0:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    let (mut a, mut stranger) = (Peer::start(1, None).await, Peer::start(2, None).await);
    stranger.net.dial(vec![a.address.clone()]);
    a.links(1).await;
    stranger.links(1).await;
    // Twenty people who do not exist, each at five places of this machine.
    let someone = |n: u8| AddressHint {
        peer: PeerKey(nightcoach_transcript::IdentitySecret::from_seed([100 + n; 32]).public().0),
        addresses: (0..5).map(|m| format!("/ip4/127.0.{n}.{}/tcp/{port}", m + 1)).collect(),
    };
    assert!(stranger.send(&a, &Message::Addresses((0..20).map(someone).collect())));
    let mut places = std::collections::BTreeSet::new();
    let visits = async {
        loop {
            let (visitor, _) = listener.accept().await.unwrap();
            places.insert(visitor.local_addr().unwrap());
        }
    };
    assert!(timeout(Duration::from_secs(3), visits).await.is_err());
    assert!(!places.is_empty() && places.len() <= node::MAX_NEWS, "{} places", places.len());
}

#[tokio::test]
async fn a_peer_that_was_shut_out_stays_out() {
    let (mut a, mut b) = (Peer::start(1, None).await, Peer::start(2, None).await);
    b.net.dial(vec![a.address.clone()]);
    a.links(1).await;
    b.links(1).await;
    a.net.shun(b.net.key());
    a.links(0).await;
    b.links(0).await;
    b.net.dial(vec![a.address.clone()]);
    let back = async {
        tokio::select! {
            () = a.links(1) => {}
            () = async { loop { b.next().await; } } => {}
        }
    };
    assert!(timeout(Duration::from_secs(3), back).await.is_err(), "it is back");
}

/// Connects again and again without ever speaking our protocol.
async fn take_a_slot(address: Multiaddr) {
    use futures::StreamExt as _;
    use libp2p::swarm::SwarmEvent;

    let mut stranger = libp2p::SwarmBuilder::with_new_identity()
        .with_tokio()
        .with_tcp(libp2p::tcp::Config::default(), libp2p::noise::Config::new, libp2p::yamux::Config::default)
        .unwrap()
        .with_behaviour(|_key| libp2p::ping::Behaviour::default())
        .unwrap()
        .with_swarm_config(|swarm| swarm.with_idle_connection_timeout(Duration::from_mins(1)))
        .build();
    stranger.dial(address.clone()).unwrap();
    loop {
        let event = stranger.select_next_some().await;
        if matches!(event, SwarmEvent::ConnectionClosed { .. } | SwarmEvent::OutgoingConnectionError { .. }) {
            tokio::time::sleep(Duration::from_millis(50)).await;
            stranger.dial(address.clone()).unwrap();
        }
    }
}

#[tokio::test]
async fn strangers_take_no_connection_away_from_a_player() {
    let mut a = Peer::start(1, None).await;
    let mut strangers = tokio::task::JoinSet::new();
    for _stranger in 0..80 {
        strangers.spawn(take_a_slot(a.address.clone()));
    }
    // All of this within the time after which connections without a link are closed.
    tokio::time::sleep(Duration::from_secs(1)).await;
    let (mut player, mut other) = (Peer::start(2, None).await, Peer::start(3, None).await);
    other.net.dial(vec![a.address.clone()]);
    let refused = timeout(Duration::from_secs(1), other.links(1)).await;
    assert!(refused.is_err(), "the slots are not full, so this test shows nothing");
    a.net.set_table(BTreeSet::from([player.net.key()]));
    // The strangers knock from this very address; a player's address is known from before.
    let home = AddressHint { peer: player.net.key(), addresses: vec![player.address.to_string()] };
    a.net.learn(vec![home]);
    player.net.dial(vec![a.address.clone()]);
    let both = async {
        player.links(1).await;
        a.links(1).await;
    };
    timeout(Duration::from_secs(3), both).await.expect("a player is let in");
}

/// Connections from one of this machine's other addresses that never say a word.
async fn say_nothing(n: u8, count: usize, to: &Multiaddr) -> Vec<tokio::net::TcpStream> {
    let mut silent = Vec::new();
    for _connection in 0..count {
        let socket = tokio::net::TcpSocket::new_v4().unwrap();
        socket.bind(SocketAddr::from(([127, 0, 0, n], 0))).unwrap();
        silent.push(socket.connect(super::socket(to).unwrap()).await.unwrap());
    }
    silent
}

#[cfg(target_os = "linux")]
#[tokio::test]
async fn one_machine_that_connects_and_says_nothing_keeps_nobody_out() {
    let (mut a, mut b) = (Peer::start(1, None).await, Peer::start(2, None).await);
    let silent = say_nothing(2, 200, &a.address).await;
    b.net.dial(vec![a.address.clone()]);
    let both = async {
        a.links(1).await;
        b.links(1).await;
    };
    timeout(Duration::from_secs(2), both).await.expect("linked before the silent ones are gone");
    drop(silent);
}

#[cfg(target_os = "linux")]
#[tokio::test]
async fn many_machines_that_say_nothing_keep_a_guest_out_for_seconds_and_a_player_never() {
    let (mut a, mut guest, mut player) =
        (Peer::start(1, None).await, Peer::start(2, None).await, Peer::start(3, None).await);
    player.net.dial(vec![a.address.clone()]);
    a.links(1).await;
    player.links(1).await;
    let mut silent = Vec::new();
    for n in 2..10 {
        silent.extend(say_nothing(n, 20, &a.address).await);
    }
    guest.net.dial(vec![a.address.clone()]);
    assert!(timeout(Duration::from_secs(1), guest.links(1)).await.is_err(), "the places are not full");
    a.net.set_table(BTreeSet::from([player.net.key()]));
    // A second program of the same person: the older link gives way.
    let port = player.port();
    player.net.close().await;
    a.links(0).await;
    let mut player = Peer::start(3, Some(port)).await;
    let back = async {
        a.links(1).await;
        player.links(1).await;
    };
    timeout(Duration::from_secs(2), back).await.expect("a player is let in");
    timeout(Duration::from_secs(12), guest.links(1)).await.expect("whoever says nothing loses its place");
    drop(silent);
}

#[tokio::test]
async fn a_taken_port_is_an_error_that_names_it() {
    let a = Peer::start(1, None).await;
    let error = Net::start(&config(2, Some(a.port()))).map(|_started| ()).unwrap_err();
    assert!(error.to_string().contains(&a.port().to_string()), "{error}");
}

#[test]
fn addresses_are_shown_as_people_type_them() {
    let address: Multiaddr = "/ip4/192.0.2.7/tcp/4001".parse().unwrap();
    assert_eq!(typed(&address), "192.0.2.7:4001");
    assert_eq!(multiaddr("192.0.2.7:4001".parse().unwrap()), address);
}
