//! One seat on this machine, from sitting down to the end of the last game.

use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context as _, bail};
use nightcoach_bots::Bot;
use nightcoach_lan::{
    Notice, Order, Playing, Profile, SeatConfig, SeatHandle, Snapshot, Stage, Wanted, bot_vote, start,
};
use nightcoach_rules::Choice;
use nightcoach_table::lobby::{Passphrase, Refusal};
use nightcoach_words::{Language, NetworkLine, fault, network_line, outcome};

use crate::prompt::{Prompt, Said};
use crate::trace::Trace;
use crate::watch::Company;
use crate::{Place, demo, say};

/// How often it is looked who is waited for.
const WAITING: Duration = Duration::from_secs(5);
/// How long a finished seat waits for the closing records of the others.
const CLOSING: Duration = Duration::from_secs(20);

/// The table that a guest looks for, and what opens its door.
#[derive(Default)]
pub(crate) struct Wish {
    pub(crate) table: Option<String>,
    pub(crate) passphrase: Option<Passphrase>,
}

/// What the command line asks for.
pub(crate) struct Errand {
    /// Open a table, or sit down at an address.
    pub(crate) order: Option<Order>,
    /// How many games in a row.
    pub(crate) games: u32,
    pub(crate) wish: Wish,
    /// Whether everybody may watch.
    pub(crate) allow_watchers: bool,
}

/// Takes a seat and stays until the last game has ended, or one has stopped.
pub(crate) async fn sit(name: String, place: Place, errand: Errand, player: Player) -> anyhow::Result<u8> {
    let profile = match &place.profile {
        Some(folder) => Profile::open(folder)?,
        None => Profile::default_dir()?,
    };
    let mdns = !place.no_mdns;
    let pace_ms = place.pace;
    let seat = start(SeatConfig { name, profile, port: place.port, mdns, loopback: false, pace_ms, seed: None })?;
    let Errand { order, games, wish, allow_watchers } = errand;
    let remind = place.remind.or_else(|| seat.snapshots().borrow().reminder);
    if place.remind.is_some() {
        seat.order(Order::Remind(place.remind));
    }
    let company = Company::new(place.lines, remind);
    let codes = matches!(order, Some(Order::Host { .. })).then(Vec::new);
    let wished = order.is_some();
    let mut watch = Watch { lines: place.lines, player, wish, wished, codes, company, ..Watch::default() };
    watch.trace = Trace::new(place.trace);
    let resumed = matches!(seat.snapshots().borrow().stage, Stage::Playing(_));
    if let Some(order) = order.filter(|_order| !resumed) {
        seat.order(order);
    }
    if allow_watchers {
        seat.order(Order::AllowWatchers(true));
    }
    let code = play(&mut watch, &seat, &place, games).await;
    seat.close().await;
    code
}

/// Plays game after game.
async fn play(watch: &mut Watch, seat: &SeatHandle, place: &Place, games: u32) -> anyhow::Result<u8> {
    let mut game = 1;
    loop {
        let Some(end) = watch.until_end(seat).await? else { return Ok(crate::UNFINISHED) };
        let code = finish(&end, place, game)?;
        if game >= games {
            return Ok(code);
        }
        game = game.saturating_add(1);
        watch.again(&end);
        seat.order(Order::Rematch);
    }
}

/// Prints how it ended and copies the transcript.
fn finish(end: &Playing, place: &Place, game: u32) -> anyhow::Result<u8> {
    let transcript = end.transcript.as_ref().context("there is no transcript")?;
    if let Some(out) = &place.out {
        let mut out = out.clone();
        if game > 1 {
            out.as_mut_os_string().push(format!(".{game}"));
        }
        std::fs::copy(transcript, &out).with_context(|| format!("cannot write {}", out.display()))?;
    }
    if let Some(stopped) = &end.fault {
        bail!("the table has stopped: {}", fault(Language::English, &end.names, stopped));
    }
    if let Some(how) = &end.outcome {
        if place.lines {
            say::line(&format!("table {}", say::hex(&end.table.context("the transcript is empty")?)));
            say::line(&format!("ended {}", say::outcome_word(how)));
            say::line(&format!("chain {}", say::hex(&end.head)));
        } else {
            say::line(&outcome(Language::English, &end.names, how));
        }
    }
    Ok(0)
}

/// Who decides for this seat.
pub(crate) enum Player {
    Bot(Box<Bot>),
    Person(Prompt),
}

/// What has been seen and told so far.
struct Watch {
    lines: bool,
    player: Player,
    wish: Wish,
    company: Company,
    wished: bool,
    linked: usize,
    addresses: usize,
    /// Codes told so far, where this seat opens the table and others need them.
    codes: Option<Vec<String>>,
    gathered: usize,
    progress: u32,
    told: usize,
    notices: Vec<String>,
    seated: bool,
    asked: Option<(u32, [u8; 32])>,
    /// The answer to a ballot that a bot has given last, and its round.
    voted: Option<(u32, Order)>,
    trace: Trace,
    /// Head of the finished game that a rematch is to follow.
    over: Option<[u8; 32]>,
}

impl Default for Watch {
    fn default() -> Self {
        Self {
            lines: false,
            player: Player::Person(Prompt::silent()),
            wish: Wish::default(),
            company: Company::default(),
            wished: false,
            linked: 0,
            addresses: 0,
            codes: None,
            gathered: 0,
            progress: 0,
            told: 0,
            notices: Vec::new(),
            seated: false,
            asked: None,
            voted: None,
            trace: Trace::default(),
            over: None,
        }
    }
}

impl Watch {
    /// The table after the end; nothing if it was left before.
    async fn until_end(&mut self, seat: &SeatHandle) -> anyhow::Result<Option<Arc<Playing>>> {
        let mut snapshots = seat.snapshots();
        let mut until = None;
        loop {
            let snapshot = snapshots.borrow_and_update().clone();
            self.tell(&snapshot);
            self.company.tell(&snapshot);
            if self.company.gone && matches!(snapshot.stage, Stage::Lobby) {
                return Ok(None);
            }
            self.give_up(&snapshot)?;
            self.act(seat, &snapshot);
            if let Stage::Playing(playing) = &snapshot.stage
                && playing.transcript.is_some()
                && playing.is_over()
                && self.over != Some(playing.head)
            {
                if playing.outcome.is_none() || playing.closed_by.len() == playing.names.len() {
                    return Ok(Some(Arc::clone(playing)));
                }
                until.get_or_insert_with(|| Box::pin(tokio::time::sleep(CLOSING)));
            }
            tokio::select! {
                changed = snapshots.changed() => changed.context("the seat was closed")?,
                said = self.player.answer() => match said {
                    Some(Said::Words(typed)) => self.company.follow(seat, typed)?,
                    Some(Said::Choice(choice)) => self.answer(seat, Some(choice)),
                    None => {}
                },
                () = tokio::time::sleep(WAITING) => {}
                () = demo::expired(&mut until) => {
                    if let Stage::Playing(playing) = &snapshot.stage {
                        return Ok(Some(Arc::clone(playing)));
                    }
                }
                _ = tokio::signal::ctrl_c() => bail!("interrupted; start again with the same profile to go on"),
            }
        }
    }

    /// Gets ready for the rematch of a finished game.
    fn again(&mut self, end: &Playing) {
        self.over = Some(end.head);
        // The seat finds the rematch by itself.
        self.wished = true;
        (self.gathered, self.progress, self.told, self.seated, self.asked) = (0, 0, 0, false, None);
        self.trace.next_game();
    }

    /// Ends where waiting leads nowhere: the wished table refuses us, or our own client has stopped.
    fn give_up(&self, snapshot: &Snapshot) -> anyhow::Result<()> {
        match snapshot.notices.last() {
            Some(Notice::Broken) => bail!("{}", Notice::Broken),
            // A wrong passphrase can be typed again, where somebody types.
            Some(refused @ Notice::Refused(Refusal::Passphrase)) => match self.player {
                Player::Bot(_) => bail!("{refused}"),
                Player::Person(_) => Ok(()),
            },
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
        self.tell_codes(snapshot);
        let linked = snapshot.peers.iter().filter(|peer| peer.linked).count();
        if linked != self.linked {
            self.linked = linked;
            say::line(&if self.lines {
                format!("linked {linked}")
            } else {
                format!("Connected to {linked} {}.", if linked == 1 { "other" } else { "others" })
            });
        }
        let fresh: Vec<String> = snapshot.notices.iter().map(ToString::to_string).collect();
        for notice in fresh.iter().filter(|notice| !self.notices.contains(notice)) {
            say::line(&if self.lines { format!("notice {notice}") } else { notice.clone() });
        }
        self.notices = fresh;
        match &snapshot.stage {
            Stage::Lobby | Stage::Watching(_) => self.gathered = 0,
            Stage::Gathering(gathering) => {
                if gathering.players.len() != self.gathered {
                    self.gathered = gathering.players.len();
                    let names: Vec<&str> = gathering.players.iter().map(|chair| chair.name.as_str()).collect();
                    let names = names.join(", ");
                    say::line(&if self.lines {
                        format!("gathered {} of {}", self.gathered, gathering.options.seats)
                    } else {
                        format!("At the table {:?}: {names} ({} seats).", gathering.table_name, gathering.options.seats)
                    });
                }
            }
            Stage::Playing(playing) if self.over == Some(playing.head) => {}
            Stage::Playing(playing) => self.tell_game(playing),
        }
    }

    /// What is to be typed elsewhere, where somebody hosts; each code once.
    fn tell_codes(&mut self, snapshot: &Snapshot) {
        let Some(told) = &mut self.codes else { return };
        for code in &snapshot.codes {
            if !told.contains(code) {
                told.push(code.clone());
                let line = network_line(Language::English, &NetworkLine::Code(code));
                say::line(&if self.lines { format!("code {code}") } else { line });
            }
        }
    }

    fn tell_game(&mut self, playing: &Playing) {
        self.trace.state(playing);
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
            Stage::Lobby if matches!(snapshot.wanted, Some(Wanted::Passphrase(_))) => {
                if let Some(passphrase) = self.wish.passphrase.take() {
                    seat.order(Order::Prove(passphrase));
                }
            }
            Stage::Lobby if !self.wished && !self.company.gone => {
                let wished = |name: &str| self.wish.table.as_ref().is_none_or(|table| table == name);
                if let Some(table) = snapshot.tables.iter().find(|table| table.joinable && wished(&table.name)) {
                    seat.order(Order::Join { table: table.id });
                }
            }
            Stage::Gathering(gathering) if gathering.hosting && gathering.can_begin => seat.order(Order::Begin),
            // Whoever sits down at a terminal is ready until they say something else, or the host changes the table; a bot
            // takes it as it comes.
            Stage::Gathering(gathering)
                if !gathering.hosting
                    && !gathering.ready
                    && (!self.company.ready || matches!(self.player, Player::Bot(_))) =>
            {
                self.company.ready = true;
                seat.order(Order::Ready(true));
            }
            Stage::Lobby | Stage::Gathering(_) | Stage::Watching(_) => {}
            Stage::Playing(playing) => {
                if let (Player::Bot(_), Some(vote)) = (&self.player, bot_vote(playing))
                    && self.voted.as_ref() != Some(&(playing.round, vote.clone()))
                {
                    self.voted = Some((playing.round, vote.clone()));
                    seat.order(vote);
                }
                let question = Some((playing.round, playing.head));
                if playing.asked
                    && self.asked != question
                    && let Some(view) = &playing.view
                {
                    self.asked = question;
                    self.trace.say("asked", playing.round);
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

    fn answer(&self, seat: &SeatHandle, answer: Option<Choice>) {
        if let Some(choice) = answer {
            if let Some((round, _)) = self.asked {
                self.trace.say("chose", round);
            }
            seat.order(Order::Choose(choice));
        }
    }
}

impl Player {
    pub(crate) fn of(by_bot: bool) -> anyhow::Result<Self> {
        Ok(if by_bot { Self::Bot(Box::new(demo::bot(None)?)) } else { Self::Person(Prompt::start()) })
    }

    /// What the person has typed; bots answer at once and never here.
    async fn answer(&mut self) -> Option<Said> {
        match self {
            Self::Bot(_) => std::future::pending().await,
            Self::Person(prompt) => prompt.answer().await,
        }
    }
}
