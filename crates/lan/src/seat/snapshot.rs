//! What a seat looks like from outside: a window or a command line draws it and holds nothing else.

use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;

use nightcoach_rules::{Event, Options, Outcome, Seat, SeatSet, State, View};
use nightcoach_table::lobby::{Admission, Finished, GatheringId, Refusal};
use nightcoach_table::{Audit, BallotView, Fault, Question, Trust};

use super::preset::Preset;
use crate::clock::Since;
use crate::net::PeerKey;
use crate::store::Met;

use crate::net::{AddressError, NetworkReport};

/// Most notices that are kept.
pub(super) const MAX_NOTICES: usize = 20;

/// Everything at one moment.
#[derive(Clone, Debug)]
pub struct Snapshot {
    /// Own name.
    pub name: String,
    /// Own key, short, for comparing aloud.
    pub fingerprint: String,
    /// Addresses to type elsewhere.
    pub addresses: Vec<String>,
    /// Short codes of those addresses, the likeliest first.
    pub codes: Vec<String>,
    /// What this machine sees of the network.
    pub network: Arc<NetworkReport>,
    /// Who else is there.
    pub peers: Vec<PeerInfo>,
    /// Tables on the network.
    pub tables: Vec<TableListing>,
    /// What is going on.
    pub stage: Stage,
    /// What a person should know, the latest last.
    pub notices: Vec<Notice>,
    /// What was said at this table; nothing where there is no chat.
    pub chat: Option<Arc<Vec<ChatLine>>>,
    /// Who has reminded us that the table waits.
    pub nudged_by: Option<String>,
    /// Seats that are left for good.
    pub left: SeatSet,
    /// Answers that are given in advance.
    pub preset: Option<Preset>,
    /// Tables of this profile that are neither finished nor left for good.
    pub unfinished: Arc<Vec<Unfinished>>,
    /// What the host of a table that we want to join waits for.
    pub wanted: Option<Wanted>,
    /// After how many seconds the person wants to be reminded of the own turn, as the profile remembers it.
    pub reminder: Option<u64>,
    /// Who watches the table, and who would like to.
    pub audience: Arc<Audience>,
}

/// Who watches a table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Audience {
    /// Who watches, as everybody at the table sees it.
    pub watchers: Vec<Chair>,
    /// Who waits for the host's word, to the host.
    pub asking: Vec<Chair>,
    /// Whether this person hosts the table, and may send them away.
    pub hosting: bool,
    /// Whether everybody may watch who asks, at the host.
    pub open: bool,
}

/// A line of the chat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChatLine {
    /// Who has said it.
    pub name: String,
    /// Whether it was said here.
    pub own: bool,
    /// What.
    pub text: String,
}

/// A table to take up again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unfinished {
    /// For [`super::Order::TakeUp`] and [`super::Order::LeaveForGood`].
    pub id: String,
    /// Its name.
    pub table_name: String,
    /// Names by seat.
    pub names: Vec<String>,
    /// Own seat.
    pub seat: Seat,
    /// How far it has come.
    pub round: u32,
    /// Minutes since it was played at.
    pub minutes_ago: u64,
}

/// What keeps us out of a table that we want to join.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// The host of this name wants the passphrase.
    Passphrase(String),
    /// The person of this name, who hosts, has to let us in.
    Approval(String),
}

/// Somebody on the network.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PeerInfo {
    /// Name.
    pub name: String,
    /// Key, short.
    pub fingerprint: String,
    /// Whether there is a link now.
    pub linked: bool,
    /// Since when this key is known from common tables.
    pub met: Option<Met>,
}

/// A table on the network.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableListing {
    /// For [`super::Order::Join`].
    pub id: GatheringId,
    /// Its name.
    pub name: String,
    /// Its host's name.
    pub host: String,
    /// Number of seats.
    pub seats: u8,
    /// Seats taken.
    pub taken: u8,
    /// Whether one may sit down.
    pub joinable: bool,
    /// Whether one may ask to watch.
    pub watchable: bool,
    /// Why one may not sit down, in a few words.
    pub remark: Option<String>,
    /// Who is let in.
    pub admission: Admission,
}

/// What is going on.
#[derive(Clone, Debug)]
pub enum Stage {
    /// No table.
    Lobby,
    /// At a table that waits for players.
    Gathering(Gathering),
    /// At a table that plays or has played.
    Playing(Arc<Playing>),
    /// Watching a table, without a seat.
    Watching(Arc<Watched>),
}

/// A table that is watched: what everybody in the room may see, and nothing of any hand.
#[derive(Clone, Debug)]
pub struct Watched {
    /// Its name.
    pub table_name: String,
    /// Names by seat; before the game of those who have sat down.
    pub names: Vec<String>,
    /// Its options.
    pub options: Options,
    /// The public state, once the cards are dealt.
    pub state: Option<State>,
    /// What the audit has found so far, once the game has begun: log, outcome, what was opened.
    pub audit: Option<Audit>,
    /// Seats whose entry is missing in the running round.
    pub waiting_for: SeatSet,
    /// Since when the running round lacks just these.
    pub waiting_since: Since,
    /// Rounds of the set-up done, and in all.
    pub progress: (u32, u32),
    /// Why the table has stopped.
    pub fault: Option<Fault>,
    /// The running round.
    pub round: u32,
    /// Where the transcript lies, once it is written.
    pub transcript: Option<PathBuf>,
}

/// A table that waits for players.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gathering {
    /// Its name.
    pub table_name: String,
    /// Whether we are the host.
    pub hosting: bool,
    /// Options as the host wants them.
    pub options: Options,
    /// Everybody who sits here, the host first.
    pub players: Vec<Chair>,
    /// Whether the host may let the game begin.
    pub can_begin: bool,
    /// Whether this person is ready.
    pub ready: bool,
    /// Who is let in, as far as it is known here.
    pub admission: Admission,
    /// Guests that wait for the host's word, to the host.
    pub asking: Vec<Chair>,
}

/// Somebody at a table that waits for players, or before its door.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chair {
    /// Name.
    pub name: String,
    /// Key, for the orders of the host.
    pub key: PeerKey,
    /// Key, short.
    pub fingerprint: String,
    /// Whether they are ready.
    pub ready: bool,
    /// Whether this is ourselves.
    pub own: bool,
    /// Since when this key is known from common tables.
    pub met: Option<Met>,
}

/// A table that plays or has played.
#[derive(Clone, Debug)]
pub struct Playing {
    /// Own seat.
    pub seat: Seat,
    /// Names by seat.
    pub names: Vec<String>,
    /// All that this seat may know, once it is dealt.
    pub view: Option<View>,
    /// Whether this seat has to choose now.
    pub asked: bool,
    /// Public log: turn and event.
    pub log: Arc<Vec<(u32, Event)>>,
    /// Seats whose entry is missing in the running round.
    pub waiting_for: SeatSet,
    /// Since when the running round lacks just these.
    pub waiting_since: Since,
    /// Rounds of the set-up done, and in all.
    pub progress: (u32, u32),
    /// Why the table has stopped.
    pub fault: Option<Fault>,
    /// How the game ended.
    pub outcome: Option<Outcome>,
    /// Who has co-signed the end.
    pub closed_by: SeatSet,
    /// Who has signed two different ends; the game stands, and what these seats have opened counts for nothing.
    pub closed_twice: SeatSet,
    /// The score sheet after this game, by seat, where points are counted.
    pub scores: Option<Vec<u16>>,
    /// The finished game, as a rematch goes on from it.
    pub finished: Option<Finished>,
    /// Where the transcript lies, once it is written.
    pub transcript: Option<PathBuf>,
    /// The running round.
    pub round: u32,
    /// The chain's head.
    pub head: [u8; 32],
    /// The table's id, once all have signed its genesis.
    pub table: Option<[u8; 32]>,
    /// How the table can go on without somebody.
    pub going_on: GoingOn,
}

impl Playing {
    /// Whether there is nothing left to play for: the game has ended, or stopped over something that no ballot helps with.
    pub const fn is_over(&self) -> bool {
        self.outcome.is_some() || (self.fault.is_some() && !self.going_on.may_continue)
    }

    /// The ballot that waits for this person's answer: of several the one with the highest number.
    pub fn ballot_to_answer(&self) -> Option<&BallotView> {
        self.going_on.ballots.iter().rev().find(|view| view.may_answer)
    }
}

/// How a table can go on without somebody.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GoingOn {
    /// How many seats may be lost, as all agreed in the option block.
    pub losses: u8,
    /// The ballots of the running round, by number.
    pub ballots: Vec<BallotView>,
    /// What this person may ask the others now about those whom the table waits for, or who is to blame for its stop: how to go on
    /// first, to end the game last.
    pub may_ask: Vec<Question>,
    /// Who sleeps.
    pub asleep: SeatSet,
    /// Who could see the piles, and how many seats can be lost; nothing before there is a pile key.
    pub trust: Option<Trust>,
    /// What this seat wishes, as long as nobody has let it in or out.
    pub wish: Option<OwnWish>,
    /// Whose signed wish to leave or to come back is known here and still to be met.
    pub wishing: SeatSet,
    /// Whether the table has stopped over a fault that a ballot can pass over.
    pub may_continue: bool,
}

impl GoingOn {
    /// Whether a peer whose link is new may lack answers or wishes.
    pub(super) const fn has_asides(&self) -> bool {
        self.losses > 0 || !self.ballots.is_empty()
    }
}

/// A wish of the own seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OwnWish {
    /// To leave; it takes effect at the next start of somebody else's turn.
    Leave,
    /// To come back from sleep; it takes effect at a start of a turn.
    ComeBack,
}

/// Something that a person should know.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Notice {
    /// The host lets us not sit down.
    Refused(Refusal),
    /// We, the host, let somebody not sit down.
    GuestRefused {
        /// Whom.
        name: String,
        /// Why.
        refusal: Refusal,
    },
    /// The host has called the table off.
    CalledOff,
    /// No such table is in sight.
    UnknownTable,
    /// The game cannot begin yet.
    CannotBegin(Refusal),
    /// The game cannot begin: these guests are not linked.
    NotLinked(Vec<String>),
    /// The peer runs a version of the program that cannot talk to ours.
    VersionDiffers {
        /// The peer's name.
        name: String,
        /// Its version.
        theirs: String,
        /// Our version.
        ours: String,
        /// Whether we are the ones to update.
        we_update: bool,
    },
    /// A typed address does not answer; it is tried again.
    Unreachable {
        /// Which.
        address: String,
        /// Why.
        why: String,
    },
    /// What was typed is no address.
    BadAddress {
        /// What was typed.
        text: String,
        /// Why.
        why: AddressError,
    },
    /// Nobody at the typed address hosts a table; we wait for one.
    NoTableThere(String),
    /// An order that cannot be followed, in words.
    Unclear(String),
    /// A peer sent too much that makes no sense and was shut out.
    Misbehaved(String),
    /// The disk fails; nothing is signed until it works again.
    Disk(String),
    /// A table of an earlier run was taken up again.
    Resumed(String),
    /// The end of a saved table was damaged and is cut off; the others send it again.
    CutBack {
        /// The file.
        path: String,
        /// How much of it.
        bytes: u64,
    },
    /// After a restart nothing new is signed yet: these have not shown what they hold of us.
    HeldBack(Vec<String>),
    /// The table has stopped at somebody's, and not here.
    StoppedElsewhere(String),
    /// There is no finished game that a rematch could go on from.
    NoRematch,
    /// The host of the last game has not opened the rematch yet; it is waited for.
    WaitingForRematch(String),
    /// The rematch follows when these have the end of the last game, with everybody's signature.
    WaitingForEnd(Vec<String>),
    /// Somebody has signed two different ends of the game.
    SignedTwice(String),
    /// The choice was no legal one by the time it came.
    ChoiceRefused,
    /// The own client has stopped at a break of the protocol itself.
    Broken,
    /// Somebody has left the table for good.
    LeftForGood(String),
    /// There is nobody to say anything to: no table, or one without a chat.
    NoChat,
    /// More was said than others take in a minute.
    TooMuchSaid,
    /// Somebody asks the host to be let in.
    Knocks(String),
    /// A table was put aside; the lobby lists it.
    PutAside(String),
    /// Somebody asks the host to watch.
    AsksToWatch(String),
    /// Somebody watches the table from now on.
    Watches(String),
    /// The host lets us not watch.
    CannotWatch(Refusal),
    /// We, the host, let somebody not watch.
    WatcherRefused {
        /// Whom.
        name: String,
        /// Why.
        refusal: Refusal,
    },
}

impl fmt::Display for Notice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Refused(refusal) => write!(f, "You cannot sit down: {refusal}."),
            Self::GuestRefused { name, refusal } => write!(f, "{name} could not sit down: {refusal}."),
            Self::CalledOff => f.write_str("The host has called the table off."),
            Self::UnknownTable => f.write_str("No such table is in sight; it may be gone."),
            Self::CannotBegin(refusal) => write!(f, "The game cannot begin: {refusal}."),
            Self::NotLinked(names) => {
                write!(f, "The game cannot begin: no connection to {} at the moment.", names.join(", "))
            }
            Self::VersionDiffers { name, theirs, ours, we_update } => {
                let who = if *we_update { "you" } else { "they" };
                write!(f, "{name} runs version {theirs}, you run {ours}: {who} must update.")
            }
            Self::Unreachable { address, why } => write!(f, "{address}: {why}."),
            Self::BadAddress { text, why } => write!(f, "{text}: {why}."),
            Self::NoTableThere(name) => write!(f, "{name} hosts no table yet; waiting for one."),
            Self::Unclear(why) | Self::Disk(why) => write!(f, "{why}."),
            Self::Misbehaved(name) => write!(f, "{name} sent too many messages that make no sense and was shut out."),
            Self::Resumed(table) => write!(f, "You are back at the table {table}."),
            Self::CutBack { path, bytes } => write!(
                f,
                "The last {bytes} bytes of {path} were damaged and are cut off; what is missing comes from the others."
            ),
            Self::HeldBack(names) => write!(
                f,
                "After the restart nothing is signed here before it is seen what the others hold; waiting for {}.",
                names.join(", ")
            ),
            Self::StoppedElsewhere(name) => write!(
                f,
                "The table has stopped at {name}: their program has come to another state of the game than yours."
            ),
            Self::NoRematch => f.write_str("A rematch goes on from a game that is over: play one to its end first."),
            Self::WaitingForRematch(host) => {
                write!(f, "{host} hosted the last game and has not opened the rematch yet; waiting.")
            }
            Self::WaitingForEnd(names) => write!(
                f,
                "The rematch follows when everybody has signed the end of this game; waiting for {}.",
                names.join(", ")
            ),
            Self::SignedTwice(name) => write!(
                f,
                "{name} has signed two different ends of this game. The result stands; both are in the transcript."
            ),
            Self::ChoiceRefused => f.write_str("This choice was not possible any more."),
            Self::Broken => f.write_str("The game has stopped: its cards make no sense. The transcript is kept."),
            Self::LeftForGood(name) => write!(f, "{name} has left for good: the game cannot go on without that seat."),
            Self::NoChat => f.write_str("Nobody hears this: there is no chat here."),
            Self::TooMuchSaid => f.write_str("That was too much at once: wait a moment."),
            Self::Knocks(name) => write!(f, "{name} asks to be let in."),
            Self::AsksToWatch(name) => write!(f, "{name} would like to watch."),
            Self::Watches(name) => write!(f, "{name} watches now."),
            Self::CannotWatch(refusal) => write!(f, "You cannot watch: {refusal}."),
            Self::WatcherRefused { name, refusal } => write!(f, "{name} could not watch: {refusal}."),
            Self::PutAside(table) => write!(f, "The table {table} is kept: take it up again when everybody is back."),
        }
    }
}
