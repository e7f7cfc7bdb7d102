//! Somebody else on the network, for tests in namespaces: `foreign`, a libp2p program that plays no game, or
//! `flood ADDRESS SECONDS`, who wants to spoil one.

use std::collections::BTreeSet;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use anyhow::{Context as _, bail};
use futures::StreamExt as _;
use libp2p::swarm::dial_opts::DialOpts;
use libp2p::swarm::{NetworkBehaviour, SwarmEvent};
use libp2p::{Multiaddr, SwarmBuilder, mdns, noise, ping, tcp, yamux};
use nightcoach_lan::net::{
    AddressHint, Beacon, Blob, Frame, Link, Message, Net, NetConfig, NetEvent, PeerKey, multiaddr,
};
use rand_chacha::ChaCha8Rng;
use rand_core::{Rng as _, SeedableRng as _};
use tokio::io::AsyncWriteExt as _;
use tokio::net::TcpStream;
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};

/// Sockets that are opened and then say nothing.
const SILENT: usize = 200;
/// Tasks that connect, send garbage and hang up, again and again.
const BABBLERS: u64 = 8;
/// Real peers of the link protocol that send what looks like messages of the table.
const PEERS: u8 = 4;
/// What such a peer sends before it rests for [`REST`].
const BURST: usize = 100;
const REST: Duration = Duration::from_millis(10);
/// How long such peers may take to get in.
const LINKED: Duration = Duration::from_secs(2);

fn main() -> anyhow::Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    match words.as_slice() {
        ["foreign"] => runtime.block_on(foreign()),
        ["flood", address, seconds] => runtime.block_on(flood(address.parse()?, Duration::from_secs(seconds.parse()?))),
        _other => bail!("stranger foreign | stranger flood ADDRESS SECONDS"),
    }
}

#[derive(NetworkBehaviour)]
struct Foreign {
    mdns: mdns::tokio::Behaviour,
    ping: ping::Behaviour,
}

/// As the examples of the library have it: announces itself, dials whomever it finds, and pings.
async fn foreign() -> anyhow::Result<()> {
    let mut swarm = SwarmBuilder::with_new_identity()
        .with_tokio()
        .with_tcp(tcp::Config::default(), noise::Config::new, yamux::Config::default)?
        .with_behaviour(|key| {
            let settings = mdns::Config { query_interval: Duration::from_secs(1), ..mdns::Config::default() };
            Ok(Foreign {
                mdns: mdns::tokio::Behaviour::new(settings, key.public().to_peer_id())?,
                ping: ping::Behaviour::default(),
            })
        })?
        .build();
    swarm.listen_on("/ip4/0.0.0.0/tcp/0".parse()?)?;
    let mut found = BTreeSet::new();
    loop {
        match swarm.select_next_some().await {
            SwarmEvent::Behaviour(ForeignEvent::Mdns(mdns::Event::Discovered(list))) => {
                for (peer, address) in list {
                    if found.insert(peer) {
                        println!("found {}", found.len());
                    }
                    swarm.dial(DialOpts::peer_id(peer).addresses(vec![address]).build()).ok();
                }
            }
            SwarmEvent::ConnectionEstablished { peer_id, .. } => println!("connected {peer_id}"),
            _other => {}
        }
    }
}

/// How much was thrown at the victim.
#[derive(Default)]
struct Thrown {
    sockets: AtomicU64,
    bytes: AtomicU64,
    messages: AtomicU64,
    links: AtomicU64,
}

async fn flood(victim: SocketAddr, time: Duration) -> anyhow::Result<()> {
    let thrown = Arc::new(Thrown::default());
    let mut tasks = JoinSet::new();
    for number in 0..PEERS {
        let thrown = Arc::clone(&thrown);
        tasks.spawn(async move {
            if let Err(error) = pester(victim, number, thrown).await {
                eprintln!("stranger {number}: {error:#}");
            }
        });
    }
    // Once the sockets come there is no way in any more, not even for a stranger.
    let linked = async {
        while thrown.links.load(Ordering::Relaxed) < u64::from(PEERS) {
            sleep(REST).await;
        }
    };
    timeout(LINKED, linked).await.ok();
    for _socket in 0..SILENT {
        tasks.spawn(silence(victim, Arc::clone(&thrown)));
    }
    for number in 0..BABBLERS {
        tasks.spawn(babble(victim, number, Arc::clone(&thrown)));
    }
    println!("flooding");
    sleep(time).await;
    tasks.shutdown().await;
    let [sockets, bytes, messages, links] =
        [&thrown.sockets, &thrown.bytes, &thrown.messages, &thrown.links].map(|count| count.load(Ordering::Relaxed));
    println!("flooded {sockets} sockets, {bytes} bytes of garbage, {links} links, {messages} messages");
    Ok(())
}

/// Opens a socket, says nothing, and opens another one when it is thrown out.
async fn silence(victim: SocketAddr, thrown: Arc<Thrown>) {
    loop {
        if let Ok(Ok(socket)) = timeout(Duration::from_secs(2), TcpStream::connect(victim)).await {
            thrown.sockets.fetch_add(1, Ordering::Relaxed);
            let mut nothing = [0; 64];
            while socket.readable().await.is_ok() && socket.try_read(&mut nothing).is_ok_and(|len| len > 0) {}
        }
        sleep(Duration::from_millis(20)).await;
    }
}

/// Garbage from the first byte, or after the words that open a handshake.
async fn babble(victim: SocketAddr, number: u64, thrown: Arc<Thrown>) {
    let mut random = ChaCha8Rng::seed_from_u64(number);
    let mut garbage = vec![0; 16 << 10];
    loop {
        random.fill_bytes(&mut garbage);
        if let Ok(Ok(mut socket)) = timeout(Duration::from_secs(2), TcpStream::connect(victim)).await {
            thrown.sockets.fetch_add(1, Ordering::Relaxed);
            if number.is_multiple_of(2) {
                socket.write_all(b"\x13/multistream/1.0.0\n\x07/noise\n").await.ok();
            }
            if let Ok(Ok(())) = timeout(Duration::from_secs(1), socket.write_all(&garbage)).await {
                thrown.bytes.fetch_add(garbage.len() as u64, Ordering::Relaxed);
            }
        }
        sleep(Duration::from_millis(5)).await;
    }
}

/// A peer in good standing as far as the library goes, which sends messages of every kind, made up.
async fn pester(victim: SocketAddr, number: u8, thrown: Arc<Thrown>) -> anyhow::Result<()> {
    let identity = [number.wrapping_add(100); 32];
    let name = format!("Stranger {number}");
    let (net, mut events) = Net::start(&NetConfig { identity, name, port: None, mdns: false, loopback: false })?;
    let mut random = ChaCha8Rng::seed_from_u64(u64::from(number));
    let mut link: Option<(PeerKey, Link)> = None;
    let mut table = [0; 32];
    net.dial(vec![multiaddr(victim)]);
    loop {
        while let Ok(Some(event)) = timeout(Duration::from_millis(1), events.recv()).await {
            match event {
                NetEvent::Linked { peer, link: new, .. } => {
                    thrown.links.fetch_add(1, Ordering::Relaxed);
                    link = Some((peer, new));
                }
                NetEvent::Unlinked { .. } => {
                    link = None;
                    net.dial(vec![multiaddr(victim)]);
                }
                NetEvent::Received { message: Message::Beacon(beacon), .. } => {
                    table = beacon.mark.map_or(table, |mark| mark.table);
                }
                NetEvent::Received { .. }
                | NetEvent::Listening(_)
                | NetEvent::Expired(_)
                | NetEvent::Refused { .. }
                | NetEvent::Reached { .. }
                | NetEvent::DialFailed { .. } => {}
            }
        }
        if let Some((_, link)) = &link {
            for _message in 0..BURST {
                let frame = Frame::of(&made_up(&mut random, table)).context("a made-up message is too long")?;
                if !link.send(&frame) {
                    break;
                }
                thrown.messages.fetch_add(1, Ordering::Relaxed);
            }
        }
        sleep(REST).await;
    }
}

fn made_up(random: &mut ChaCha8Rng, table: [u8; 32]) -> Message {
    let mut record = vec![0; 600];
    random.fill_bytes(&mut record);
    let mut key = [0; 32];
    random.fill_bytes(&mut key);
    match random.next_u32() % 5 {
        0 => Message::Push { table, entry: Blob(record) },
        1 => Message::Want { table, from: 0 },
        2 => Message::Batch { table, entries: vec![Blob(record); 4] },
        3 => {
            let neighbours = (0..64).map(|number| PeerKey([number; 32])).collect();
            Message::Beacon(Beacon { name: format!("Liar {}", key[0]), neighbours, ..Beacon::default() })
        }
        _ => {
            let address: Multiaddr = multiaddr(SocketAddr::from(([192, 0, 2, key[0]], 24_642)));
            Message::Addresses(vec![AddressHint { peer: PeerKey(key), addresses: vec![address.to_string()] }])
        }
    }
}
