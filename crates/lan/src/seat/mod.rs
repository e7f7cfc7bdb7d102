//! The seat room: drives one table over the network and the disk. A window or a command line holds a [`SeatHandle`],
//! gives [`Order`]s and draws [`Snapshot`]s.

mod admission;
mod audience;
mod auditing;
mod bench;
mod bots;
mod catchup;
mod driver;
mod engine;
mod filter;
mod gather;
mod inbox;
mod look;
mod opening;
mod peers;
mod preset;
mod publish;
mod rematch;
#[cfg(test)]
mod simulation;
mod sitting;
mod snapshot;
mod talk;
mod unfinished;
mod watching;

use std::sync::Arc;

use nightcoach_rules::{Choice, Options};
use nightcoach_table::lobby::{Door, GatheringId, Passphrase};
use nightcoach_table::{Ballot, Question};
use tokio::sync::{mpsc, oneshot, watch};

pub use bots::{bot_vote, drive, drive_slowly, loopback_table};
pub use preset::Preset;
pub use snapshot::{
    Audience, Chair, ChatLine, Gathering, GoingOn, Notice, OwnWish, PeerInfo, Playing, Snapshot, Stage, TableListing,
    Unfinished, Wanted, Watched,
};

use crate::LanError;
use crate::net::PeerKey;
use crate::store::Profile;

/// Most orders that wait.
const ORDERS: usize = 64;

/// How to take a seat.
#[derive(Debug)]
pub struct SeatConfig {
    /// Shown name.
    pub name: String,
    /// Who one is on this machine.
    pub profile: Profile,
    /// TCP port; without one, the default or any free one.
    pub port: Option<u16>,
    /// Whether to find others by mDNS.
    pub mdns: bool,
    /// Whether to stay on 127.0.0.1.
    pub loopback: bool,
    /// Least time before an automatic or sealed entry, in milliseconds; equal for everybody at a table.
    pub pace_ms: u64,
    /// All randomness of this seat, for reproducible demos only: whoever knows it knows all cards.
    pub seed: Option<[u8; 32]>,
}

/// A wish of the person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Order {
    /// Open a table.
    Host {
        /// Its name.
        table_name: String,
        /// Its options.
        options: Options,
        /// Who may sit down.
        door: Door,
    },
    /// Sit down at a table in sight.
    Join {
        /// Which.
        table: GatheringId,
    },
    /// Sit down at the table that somebody hosts at this address: `192.168.1.5:24642`, `[fd00::5]:24642`, a host name, the
    /// host's short code, or a multiaddress.
    JoinAddress(String),
    /// Watch a table in sight, whether it plays or still gathers.
    Watch {
        /// Which.
        table: GatheringId,
    },
    /// Watch the table that somebody hosts at this address.
    WatchAddress(String),
    /// As the host, let everybody watch who asks, or decide for each.
    AllowWatchers(bool),
    /// As somebody who watches, write the transcript so far to the profile.
    KeepTranscript,
    /// Tell the host the passphrase of the table that we want to join or to watch.
    Prove(Passphrase),
    /// As the host, let somebody in who asks for a seat, or to watch.
    LetIn(PeerKey),
    /// As the host, turn somebody down who asks, take a guest's seat away, or send somebody away who watches.
    SendAway(PeerKey),
    /// As the host, move a guest one seat up or down.
    Move {
        /// Whom.
        guest: PeerKey,
        /// Whether up, towards the host.
        up: bool,
    },
    /// As a guest, be ready to begin, or not any more.
    Ready(bool),
    /// Leave the table, or call it off as its host. A game that is not over is put aside and can be taken up again.
    LeaveTable,
    /// Leave a game for good: the one that is played, or the unfinished one of this name. The others are told, and there
    /// is no way back.
    LeaveForGood(Option<String>),
    /// Take up an unfinished table again.
    TakeUp(String),
    /// Say something to everybody at the table.
    Say(String),
    /// Remind those that the table waits for.
    Nudge,
    /// Give answers in advance, or none any more.
    Preset(Option<Preset>),
    /// As the host, let the game begin.
    Begin,
    /// Play the finished game's people and seats once more; the points go on.
    Rematch,
    /// Choose in the game.
    Choose(Choice),
    /// Ask the others whether to go on without somebody; asking says yes.
    OpenBallot(Question),
    /// Answer a ballot.
    Vote {
        /// Which.
        ballot: Ballot,
        /// The answer.
        yes: bool,
    },
    /// Give the own seat up at the next start of somebody else's turn; it sleeps, and the others go on.
    Leave,
    /// Come back to the own seat, which sleeps.
    Wake,
    /// Change the own name.
    Rename(String),
    /// Remember after how many seconds the person wants to be reminded of the own turn. Nobody else is told.
    Remind(Option<u64>),
}

#[derive(Debug)]
enum Command {
    Order(Order),
    /// An address whose host name has been looked up.
    Resolved {
        text: String,
        found: Result<Vec<libp2p::Multiaddr>, crate::net::AddressError>,
        watch: bool,
    },
    Close(oneshot::Sender<()>),
}

/// A running seat; it ends when the last copy of its handle is dropped, or at [`SeatHandle::close`].
#[derive(Clone, Debug)]
pub struct SeatHandle {
    commands: mpsc::Sender<Command>,
    snapshots: watch::Receiver<Arc<Snapshot>>,
}

/// Starts a seat on the current tokio runtime. A table that an earlier run left unfinished is taken up again.
///
/// # Errors
/// The network cannot be used, or there is no randomness.
pub fn start(config: SeatConfig) -> Result<SeatHandle, LanError> {
    let (commands, receiver) = mpsc::channel(ORDERS);
    let snapshots = driver::start(config, receiver, commands.downgrade())?;
    Ok(SeatHandle { commands, snapshots })
}

impl SeatHandle {
    /// Gives an order; what comes of it shows in the snapshots.
    pub fn order(&self, order: Order) {
        if self.commands.try_send(Command::Order(order)).is_err() {
            tracing::warn!("the seat is gone or too busy for an order");
        }
    }

    /// The snapshots; the receiver wakes at each change.
    pub fn snapshots(&self) -> watch::Receiver<Arc<Snapshot>> {
        self.snapshots.clone()
    }

    /// Says good-bye, serves those who still lack the end of the game for a moment, and frees port and profile.
    pub async fn close(self) {
        let (done, closed) = oneshot::channel();
        if self.commands.send(Command::Close(done)).await.is_ok() {
            closed.await.ok();
        }
    }
}
