//! One link: the long-lived ordered stream to one peer, and the task that reads and writes it.
//!
//! The first message in both directions is a hello, and only after it the link counts: the library may drop a stream on
//! the way in although its opener could write. After that a beacon goes out each second whatever the table is busy with,
//! and a peer that is silent for 3.5 s is dead.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use futures::io::{ReadHalf, WriteHalf};
use futures::{AsyncReadExt as _, AsyncWriteExt as _};
use libp2p::Stream;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, mpsc, watch};
use tokio::time::{MissedTickBehavior, interval, timeout};

use super::frame::{self, Frame, FrameError};
use super::message::{Hello, Message};
use super::node::Inner;
use super::{NetEvent, PeerKey};
use crate::clock::wall_ms;

/// Time between two beacons.
pub(crate) const BEACON: Duration = Duration::from_secs(1);
/// A peer that is silent for this long is dead.
const DEAD: Duration = Duration::from_millis(3500);
/// Most time for a hello and its answer; the opener tries again after it.
const HELLO: Duration = Duration::from_secs(2);
/// Most frames, and bytes of them, that wait for a slow peer; past it the link is closed, and catching up repairs what is
/// lost.
const QUEUE: usize = 8_192;
const MAX_OUT: usize = 32 << 20;
/// Most bytes of messages from one link that wait for the seat; past it this link waits, and no other.
const MAX_IN: usize = 2 << 20;

/// The sending end of a link; the link closes when this is dropped.
#[derive(Clone, Debug)]
pub struct Link {
    queue: mpsc::Sender<Frame>,
    waiting: Arc<AtomicUsize>,
    generation: u64,
}

/// The room that a message takes until it is dealt with; free again when this is dropped.
#[derive(Debug)]
pub struct Room {
    _permit: OwnedSemaphorePermit,
}

impl Link {
    /// Queues a frame. False: the peer is too slow or gone, the link is of no use any more.
    pub fn send(&self, frame: &Frame) -> bool {
        let len = frame.bytes().len();
        let before = self.waiting.fetch_add(len, Ordering::Relaxed);
        let queued = before.saturating_add(len) <= MAX_OUT && self.queue.try_send(frame.clone()).is_ok();
        if !queued {
            self.waiting.fetch_sub(len, Ordering::Relaxed);
        }
        queued
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
    let own = Hello { clock: wall_ms(), ..shared.hello.borrow().clone() };
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
    let waiting = Arc::new(AtomicUsize::new(0));
    let link = Link { queue, waiting: Arc::clone(&waiting), generation };
    if shared.inner.send(Inner::Up { peer, generation, port: theirs.port }).await.is_err() {
        return;
    }
    if shared.events.send(NetEvent::Linked { peer, hello: theirs, link }).await.is_err() {
        return;
    }
    let (reader, writer) = stream.split();
    let silent = tokio::select! {
        silent = read_all(&shared, peer, generation, reader) => silent,
        () = write_all(&shared, &waiting, frames, writer) => false,
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
    let (theirs, _len) = frame::read(stream, HELLO).await?;
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
    let budget = Arc::new(Semaphore::new(MAX_IN));
    loop {
        match frame::read(&mut reader, DEAD).await {
            Ok((Message::Addresses(hints), _len)) => {
                if shared.inner.send(Inner::Hints { peer, hints }).await.is_err() {
                    return false;
                }
            }
            Ok((message, len)) => {
                let len = u32::try_from(len).unwrap_or(u32::MAX);
                let Ok(permit) = Arc::clone(&budget).acquire_many_owned(len).await else { return false };
                let room = Room { _permit: permit };
                if shared.events.send(NetEvent::Received { peer, generation, message, room }).await.is_err() {
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
    shared: &Shared,
    waiting: &AtomicUsize,
    mut frames: mpsc::Receiver<Frame>,
    mut writer: WriteHalf<Stream>,
) {
    let (beacon, mut addresses) = (shared.beacon.clone(), shared.addresses.clone());
    let mut beat = interval(BEACON);
    beat.set_missed_tick_behavior(MissedTickBehavior::Delay);
    addresses.mark_changed();
    loop {
        let frame = tokio::select! {
            frame = frames.recv() => {
                waiting.fetch_sub(frame.as_ref().map_or(0, |frame| frame.bytes().len()), Ordering::Relaxed);
                frame
            }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::net::Blob;

    #[tokio::test]
    async fn a_peer_that_reads_nothing_holds_only_so_many_bytes() {
        let (queue, mut frames) = mpsc::channel(QUEUE);
        let link = Link { queue, waiting: Arc::default(), generation: 1 };
        let frame = Frame::of(&Message::Push { table: [0; 32], entry: Blob(vec![0; 100_000]) }).unwrap();
        let sent = (0..QUEUE).take_while(|_| link.send(&frame)).count();
        assert_eq!(sent, MAX_OUT / frame.bytes().len());
        assert!(frames.try_recv().is_ok());
    }
}
