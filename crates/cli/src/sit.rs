//! `host`, `join` and `bot`: one seat on this machine.

use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context as _, bail};
use clap::Args;
use nightcoach_bots::Bot;
use nightcoach_lan::{Notice, Order, Playing, Profile, SeatConfig, SeatHandle, Snapshot, Stage, start};
use nightcoach_rules::Choice;
use nightcoach_words::{Language, fault, outcome};

use crate::prompt::Prompt;
use crate::{Place, demo, say};

/// How long a finished seat waits for the closing records of the others.
const CLOSING: Duration = Duration::from_secs(20);

/// Opens a table on the local network and plays at it.
#[derive(Debug, Args)]
pub(crate) struct Host {
    /// Own name.
    #[arg(long, default_value = "Host")]
    name: String,
    /// Name of the table.
    #[arg(long, default_value = "Night Coach")]
    table: String,
    /// Number of players; the game begins when all are there.
    #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u8).range(3..=10))]
    seats: u8,
    /// Let a bot play for this seat.
    #[arg(long)]
    bot: bool,
    #[command(flatten)]
    place: Place,
}

/// Sits down at a table on the local network.
#[derive(Debug, Args)]
pub(crate) struct Join {
    /// The host's address, such as 192.168.1.5:24642, or a name; without it, a table that is found on the
    /// network.
    #[arg(conflicts_with = "code")]
    address: Option<String>,
    /// The host's code, such as R2M0-218Y.
    #[arg(long)]
    code: Option<String>,
    /// Own name.
    #[arg(long, default_value = "Guest")]
    name: String,
    /// Name of the table to wait for; without it, the first one found.
    #[arg(long)]
    table: Option<String>,
    #[command(flatten)]
    place: Place,
}

/// Lets a bot sit down at a table on the local network.
#[derive(Debug, Args)]
pub(crate) struct BotSeat {
    /// The host's address or code, such as 192.168.1.5:24642; without it, a table that is found on the network.
    #[arg(long, value_name = "ADDRESS")]
    join: Option<String>,
    /// Own name.
    #[arg(long, default_value = "Bot")]
    name: String,
    /// Name of the table to wait for; without it, the first one found.
    #[arg(long)]
    table: Option<String>,
    #[command(flatten)]
    place: Place,
}

impl Host {
    pub(crate) async fn run(self) -> anyhow::Result<u8> {
        let table_name = self.table.clone();
        let order = Order::Host { table_name, options: demo::options(self.seats) };
        sit(self.name, self.place, self.bot, Some(order), None).await
    }
}

impl Join {
    pub(crate) async fn run(self) -> anyhow::Result<u8> {
        let order = self.address.or(self.code).map(Order::JoinAddress);
        sit(self.name, self.place, false, order, self.table).await
    }
}

impl BotSeat {
    pub(crate) async fn run(self) -> anyhow::Result<u8> {
        let order = self.join.map(Order::JoinAddress);
        sit(self.name, self.place, true, order, self.table).await
    }
}

/// Takes a seat and stays until the game has ended or stopped.
async fn sit(
    name: String,
    place: Place,
    by_bot: bool,
    order: Option<Order>,
    table: Option<String>,
) -> anyhow::Result<u8> {
    let profile = match &place.profile {
        Some(folder) => Profile::open(folder)?,
        None => Profile::default_dir()?,
    };
    let mdns = !place.no_mdns;
    let pace_ms = place.pace;
    let seat = start(SeatConfig { name, profile, port: place.port, mdns, loopback: false, pace_ms, seed: None })?;
    let player = if by_bot { Player::Bot(Box::new(demo::bot(None)?)) } else { Player::Person(Prompt::start()) };
    let mut watch = Watch { lines: place.lines, player, table, wished: order.is_some(), ..Watch::default() };
    let resumed = matches!(seat.snapshots().borrow().stage, Stage::Playing(_));
    if let Some(order) = order.filter(|_order| !resumed) {
        seat.order(order);
    }
    let ended = watch.until_end(&seat).await;
    let code = match &ended {
        Ok(end) => finish(end, &place),
        Err(_) => Ok(crate::FAILED),
    };
    seat.close().await;
    ended?;
    code
}

/// Prints how it ended and copies the transcript.
fn finish(end: &Playing, place: &Place) -> anyhow::Result<u8> {
    let transcript = demo::read_transcript(end)?;
    if let Some(out) = &place.out {
        std::fs::write(out, &transcript).with_context(|| format!("cannot write {}", out.display()))?;
    }
    if let Some(stopped) = &end.fault {
        bail!("the table has stopped: {}", fault(Language::English, &end.names, stopped));
    }
    if let Some(how) = &end.outcome {
        if place.lines {
            say::line(&format!("table {}", say::hex(&demo::table_id(&transcript)?)));
            say::line(&format!("ended {}", say::outcome_word(how)));
            say::line(&format!("chain {}", say::hex(&end.head)));
        } else {
            say::line(&outcome(Language::English, &end.names, how));
        }
    }
    Ok(0)
}

/// Who decides for this seat.
enum Player {
    Bot(Box<Bot>),
    Person(Prompt),
}

/// What has been seen and told so far.
struct Watch {
    lines: bool,
    player: Player,
    table: Option<String>,
    wished: bool,
    linked: usize,
    addresses: usize,
    gathered: usize,
    progress: u32,
    told: usize,
    notices: Vec<String>,
    seated: bool,
    asked: Option<(u32, [u8; 32])>,
}

impl Default for Watch {
    fn default() -> Self {
        Self {
            lines: false,
            player: Player::Person(Prompt::silent()),
            table: None,
            wished: false,
            linked: 0,
            addresses: 0,
            gathered: 0,
            progress: 0,
            told: 0,
            notices: Vec::new(),
            seated: false,
            asked: None,
        }
    }
}

impl Watch {
    async fn until_end(&mut self, seat: &SeatHandle) -> anyhow::Result<Arc<Playing>> {
        let mut snapshots = seat.snapshots();
        let mut until = None;
        loop {
            let snapshot = snapshots.borrow_and_update().clone();
            self.tell(&snapshot);
            self.give_up(&snapshot)?;
            self.act(seat, &snapshot);
            if let Stage::Playing(playing) = &snapshot.stage
                && playing.transcript.is_some()
            {
                if playing.fault.is_some() || playing.closed_by.len() == playing.names.len() {
                    return Ok(Arc::clone(playing));
                }
                until.get_or_insert_with(|| Box::pin(tokio::time::sleep(CLOSING)));
            }
            tokio::select! {
                changed = snapshots.changed() => changed.context("the seat was closed")?,
                answer = self.player.answer() => self.answer(seat, answer),
                () = expired(&mut until) => {
                    if let Stage::Playing(playing) = &snapshot.stage {
                        return Ok(Arc::clone(playing));
                    }
                }
                _ = tokio::signal::ctrl_c() => bail!("interrupted; start again with the same profile to go on"),
            }
        }
    }

    /// Ends where waiting leads nowhere: the wished table refuses us, or our own client has stopped.
    fn give_up(&self, snapshot: &Snapshot) -> anyhow::Result<()> {
        match snapshot.notices.last() {
            Some(Notice::Broken) => bail!("{}", Notice::Broken),
            Some(refused @ Notice::Refused(_)) if self.wished => bail!("{refused}"),
            Some(_) | None => Ok(()),
        }
    }

    fn tell(&mut self, snapshot: &Snapshot) {
        for address in snapshot.addresses.iter().skip(self.addresses) {
            say::line(&if self.lines {
                format!("listening {address}")
            } else {
                format!("Others reach you at {address}")
            });
        }
        self.addresses = snapshot.addresses.len();
        let linked = snapshot.peers.iter().filter(|peer| peer.linked).count();
        if linked != self.linked {
            self.linked = linked;
            say::line(&if self.lines { format!("linked {linked}") } else { format!("Connected to {linked} others.") });
        }
        let fresh: Vec<String> = snapshot.notices.iter().map(ToString::to_string).collect();
        for notice in fresh.iter().filter(|notice| !self.notices.contains(notice)) {
            say::line(&if self.lines { format!("notice {notice}") } else { notice.clone() });
        }
        self.notices = fresh;
        match &snapshot.stage {
            Stage::Lobby => self.gathered = 0,
            Stage::Gathering(gathering) => {
                if gathering.players.len() != self.gathered {
                    self.gathered = gathering.players.len();
                    let names: Vec<&str> = gathering.players.iter().map(|(name, _)| name.as_str()).collect();
                    let names = names.join(", ");
                    say::line(&if self.lines {
                        format!("gathered {} of {}", self.gathered, gathering.options.seats)
                    } else {
                        format!("At the table {:?}: {names} ({} seats).", gathering.table_name, gathering.options.seats)
                    });
                }
            }
            Stage::Playing(playing) => self.tell_game(playing),
        }
    }

    fn tell_game(&mut self, playing: &Playing) {
        if !std::mem::replace(&mut self.seated, true) {
            say::line(&if self.lines {
                format!("seat {}", playing.seat.0)
            } else {
                format!("The game begins: {}. Shuffling takes a moment.", playing.names.join(", "))
            });
        }
        let (done, total) = playing.progress;
        if self.progress == 0 && done == total {
            self.progress = done;
            say::line(if self.lines { "dealt" } else { "The cards are dealt." });
        }
        if self.lines {
            for (turn, happened) in playing.log.iter().skip(self.told) {
                say::line(&format!("event {turn} {happened:?}"));
            }
            self.told = playing.log.len();
        } else {
            self.told = say::story(&playing.names, &playing.log, self.told);
        }
    }

    /// Joins a table in sight, begins when all are there, and decides when asked.
    fn act(&mut self, seat: &SeatHandle, snapshot: &Snapshot) {
        match &snapshot.stage {
            Stage::Lobby if !self.wished => {
                let wished = |name: &str| self.table.as_ref().is_none_or(|table| table == name);
                if let Some(table) = snapshot.tables.iter().find(|table| table.joinable && wished(&table.name)) {
                    seat.order(Order::Join { table: table.id });
                }
            }
            Stage::Gathering(gathering) if gathering.hosting && gathering.can_begin => seat.order(Order::Begin),
            Stage::Lobby | Stage::Gathering(_) => {}
            Stage::Playing(playing) => {
                let question = Some((playing.round, playing.head));
                if playing.asked
                    && self.asked != question
                    && let Some(view) = &playing.view
                {
                    self.asked = question;
                    let answer = match &mut self.player {
                        Player::Bot(bot) => bot.choose(view),
                        Player::Person(prompt) => {
                            prompt.ask(&playing.names, view, playing.log.iter().map(|(_, event)| event));
                            None
                        }
                    };
                    self.answer(seat, answer);
                }
            }
        }
    }

    #[expect(clippy::unused_self, reason = "reads as the watcher's answer")]
    fn answer(&self, seat: &SeatHandle, answer: Option<Choice>) {
        if let Some(choice) = answer {
            seat.order(Order::Choose(choice));
        }
    }
}

impl Player {
    /// What the person has typed; bots answer at once and never here.
    async fn answer(&mut self) -> Option<Choice> {
        match self {
            Self::Bot(_) => std::future::pending().await,
            Self::Person(prompt) => prompt.answer().await,
        }
    }
}

async fn expired(until: &mut Option<std::pin::Pin<Box<tokio::time::Sleep>>>) {
    match until {
        Some(until) => until.await,
        None => std::future::pending().await,
    }
}
