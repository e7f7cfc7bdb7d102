//! The streams that links run over, in both directions.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use futures::StreamExt as _;
use libp2p::{PeerId, StreamProtocol};
use libp2p_stream::{Control, IncomingStreams, OpenStreamError};
use tokio::sync::Semaphore;
use tokio::time::timeout;

use super::PeerKey;
use super::link::{self, End, Shared};
use super::message::LINK_PROTOCOL;
use super::node::Inner;

/// Most streams that a peer may have opened to us: a new link may overlap with an old one.
const MAX_STREAMS: usize = 4;

/// Takes streams over without delay: the library drops those that nobody waits for.
pub(super) async fn accept(mut incoming: IncomingStreams, shared: Shared, generations: Arc<AtomicU64>) {
    let mut streams: BTreeMap<PeerKey, Arc<Semaphore>> = BTreeMap::new();
    while let Some((peer, stream)) = incoming.next().await {
        let Some(peer) = PeerKey::of(&peer) else { continue };
        streams.retain(|_, free| free.available_permits() < MAX_STREAMS);
        let free = streams.entry(peer).or_insert_with(|| Arc::new(Semaphore::new(MAX_STREAMS)));
        let Ok(permit) = Arc::clone(free).try_acquire_owned() else { continue };
        let generation = generations.fetch_add(1, Ordering::Relaxed);
        let link = link::run(shared.clone(), peer, generation, End::Acceptor, stream);
        tokio::spawn(async move {
            link.await;
            drop(permit);
        });
    }
}

/// Opens the stream to a peer and runs the link; a peer that does not speak our protocol is another program.
pub(super) async fn open(mut control: Control, shared: Shared, id: PeerId, peer: PeerKey, generation: u64) {
    let opened = timeout(Duration::from_secs(3), control.open_stream(id, StreamProtocol::new(LINK_PROTOCOL))).await;
    match opened {
        Ok(Ok(stream)) => link::run(shared, peer, generation, End::Opener, stream).await,
        Ok(Err(OpenStreamError::UnsupportedProtocol(_))) => drop(shared.inner.send(Inner::Foreign { peer }).await),
        Ok(Err(_)) | Err(_) => drop(shared.inner.send(Inner::Unopened { peer }).await),
    }
}
