//! One link: the long-lived ordered stream to one peer, and the task that reads and writes it.
//!
//! The first message in both directions is a hello, and only after it the link counts: the library may drop a stream on
//! the way in although its opener could write. After that a beacon goes out each second whatever the table is busy with,
//! and a peer that is silent for 3.5 s is dead.

use std::time::Duration;

use futures::io::{ReadHalf, WriteHalf};
use futures::{AsyncReadExt as _, AsyncWriteExt as _};
use libp2p::Stream;
use tokio::sync::{mpsc, watch};
use tokio::time::{MissedTickBehavior, interval, timeout};

use super::frame::{self, Frame, FrameError};
use super::message::{Hello, Message};
use super::node::Inner;
use super::{NetEvent, PeerKey};

/// Time between two beacons.
pub(crate) const BEACON: Duration = Duration::from_secs(1);
/// A peer that is silent for this long is dead.
const DEAD: Duration = Duration::from_millis(3500);
/// Most time for a hello and its answer; the opener tries again after it.
const HELLO: Duration = Duration::from_secs(2);
/// Most frames that wait for a slow peer; past it the link is closed, and catching up repairs what is lost.
const QUEUE: usize = 512;

/// The sending end of a link; the link closes when this is dropped.
#[derive(Clone, Debug)]
pub struct Link {
    queue: mpsc::Sender<Frame>,
    generation: u64,
}

impl Link {
    /// Queues a frame. False: the peer is too slow or gone, the link is of no use any more.
    pub fn send(&self, frame: &Frame) -> bool {
        self.queue.try_send(frame.clone()).is_ok()
    }

    /// Numbers the links of this program; a higher one is newer.
    pub const fn generation(&self) -> u64 {
        self.generation
    }

    /// Waits until everything queued has been written, or the link is gone.
    pub async fn flushed(&self) {
        drop(self.queue.reserve_many(QUEUE).await);
    }
}

/// Which end of the stream this is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    Opener,
    Acceptor,
}

/// What every link task needs.
#[derive(Clone, Debug)]
pub(super) struct Shared {
    pub(super) hello: watch::Receiver<Hello>,
    pub(super) beacon: watch::Receiver<Frame>,
    pub(super) addresses: watch::Receiver<Frame>,
    pub(super) events: mpsc::Sender<NetEvent>,
    pub(super) inner: mpsc::Sender<Inner>,
}

/// Runs a link from the hello to its end.
pub(super) async fn run(shared: Shared, peer: PeerKey, generation: u64, end: End, mut stream: Stream) {
    let own = shared.hello.borrow().clone();
    let version = own.protocol;
    let theirs = match timeout(HELLO, shake_hands(&mut stream, end, own)).await {
        Ok(Ok(hello)) => hello,
        Ok(Err(error)) => return unopened(&shared, peer, &error.to_string()).await,
        Err(_elapsed) => return unopened(&shared, peer, "no answer to the hello").await,
    };
    if theirs.protocol != version {
        shared.inner.send(Inner::Foreign { peer }).await.ok();
        shared.events.send(NetEvent::Refused { peer, hello: theirs }).await.ok();
        return;
    }
    let (queue, frames) = mpsc::channel(QUEUE);
    let link = Link { queue, generation };
    if shared.inner.send(Inner::Up { peer, generation, port: theirs.port }).await.is_err() {
        return;
    }
    if shared.events.send(NetEvent::Linked { peer, hello: theirs, link }).await.is_err() {
        return;
    }
    let (reader, writer) = stream.split();
    let silent = tokio::select! {
        silent = read_all(&shared, peer, generation, reader) => silent,
        () = write_all(shared.beacon.clone(), shared.addresses.clone(), frames, writer) => false,
    };
    shared.inner.send(Inner::Down { peer, generation, silent }).await.ok();
    shared.events.send(NetEvent::Unlinked { peer, generation }).await.ok();
}

async fn unopened(shared: &Shared, peer: PeerKey, why: &str) {
    tracing::debug!(%peer, why, "no link");
    shared.inner.send(Inner::Unopened { peer }).await.ok();
}

async fn shake_hands(stream: &mut Stream, end: End, own: Hello) -> Result<Hello, FrameError> {
    let own = Frame::of(&Message::Hello(own))?;
    if end == End::Opener {
        write(stream, &own).await?;
    }
    let theirs = frame::read(stream, HELLO).await?;
    if end == End::Acceptor {
        write(stream, &own).await?;
    }
    if let Message::Hello(hello) = theirs { Ok(hello) } else { Err(FrameError::Unbounded) }
}

async fn write<W: futures::AsyncWrite + Unpin>(writer: &mut W, frame: &Frame) -> Result<(), FrameError> {
    writer.write_all(frame.bytes()).await?;
    writer.flush().await?;
    Ok(())
}

/// Reads until the link breaks; true if the peer fell silent.
async fn read_all(shared: &Shared, peer: PeerKey, generation: u64, mut reader: ReadHalf<Stream>) -> bool {
    loop {
        match frame::read(&mut reader, DEAD).await {
            Ok(Message::Addresses(hints)) => {
                if shared.inner.send(Inner::Hints(hints)).await.is_err() {
                    return false;
                }
            }
            Ok(message) => {
                if shared.events.send(NetEvent::Received { peer, generation, message }).await.is_err() {
                    return false;
                }
            }
            Err(error) => {
                tracing::debug!(%peer, %error, "link ends");
                return matches!(error, FrameError::Silent);
            }
        }
    }
}

/// Writes until the link breaks, or until nobody can queue a frame any more.
async fn write_all(
    beacon: watch::Receiver<Frame>,
    mut addresses: watch::Receiver<Frame>,
    mut frames: mpsc::Receiver<Frame>,
    mut writer: WriteHalf<Stream>,
) {
    let mut beat = interval(BEACON);
    beat.set_missed_tick_behavior(MissedTickBehavior::Delay);
    addresses.mark_changed();
    loop {
        let frame = tokio::select! {
            frame = frames.recv() => frame,
            _ = beat.tick() => Some(beacon.borrow().clone()),
            changed = addresses.changed() => changed.ok().map(|()| addresses.borrow_and_update().clone()),
        };
        let Some(frame) = frame else { break };
        if write(&mut writer, &frame).await.is_err() {
            return;
        }
    }
    writer.close().await.ok();
}
