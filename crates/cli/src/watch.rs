//! What a seat at a terminal tells of the people at its table, and what it orders for the person.

use std::collections::BTreeSet;
use std::time::Duration;

use nightcoach_bots::Bot;
use nightcoach_lan::{Chair, Gathering, Order, Playing, SeatHandle, Snapshot, Stage, Wanted, drive_slowly};
use nightcoach_table::lobby::Passphrase;
use nightcoach_words::{Language, seat_list};
use tokio::task::JoinHandle;

use crate::typed::{HELP, Typed};
use crate::{demo, going_on, say};

/// After how many seconds of waiting it is told who is waited for.
const TOLD_AT: [u64; 5] = [10, 30, 60, 300, 1_800];
/// A bot that plays on thinks for so long, drawn anew for every answer.
const THINK: std::ops::Range<u64> = 600..1_800;

/// What has been told of the people at the table, and who plays for this seat.
#[derive(Debug, Default)]
pub(crate) struct Company {
    lines: bool,
    /// Whether the host was told that this seat is ready.
    pub(crate) ready: bool,
    /// Whether the person has left.
    pub(crate) gone: bool,
    chat: usize,
    nudged: Option<String>,
    left: usize,
    asking: BTreeSet<String>,
    watchers: Vec<String>,
    wanted: Option<Wanted>,
    unfinished: usize,
    waited: Option<(u32, usize)>,
    /// Seconds after which the own turn is called to mind.
    remind: Option<u64>,
    reminded: Option<u32>,
    stand_in: Option<JoinHandle<()>>,
    going_on: going_on::Told,
}

impl Company {
    pub(crate) fn new(lines: bool, remind: Option<u64>) -> Self {
        Self { lines, remind, ..Self::default() }
    }

    fn tell_line(&self, program: &str, person: &str) {
        say::line(if self.lines { program } else { person });
    }

    /// Tells what is new.
    pub(crate) fn tell(&mut self, snapshot: &Snapshot) {
        self.tell_chat(snapshot);
        if snapshot.nudged_by != self.nudged {
            if let Some(name) = &snapshot.nudged_by {
                self.tell_line(&format!("nudged {name}"), &format!("{name} nudges you: the table waits for you."));
            }
            self.nudged.clone_from(&snapshot.nudged_by);
        }
        if snapshot.wanted != self.wanted {
            match &snapshot.wanted {
                Some(Wanted::Passphrase(host)) => {
                    self.tell_line(
                        "wanted passphrase",
                        &format!("{host} wants the passphrase: type `passphrase WORDS`."),
                    );
                }
                Some(Wanted::Approval(host)) => {
                    self.tell_line("wanted approval", &format!("Waiting for {host} to let you in."));
                }
                None => {}
            }
            self.wanted.clone_from(&snapshot.wanted);
        }
        if snapshot.unfinished.len() != self.unfinished {
            self.unfinished = snapshot.unfinished.len();
            for (table, number) in snapshot.unfinished.iter().zip(1..) {
                let (name, with, ago) = (&table.table_name, table.names.join(", "), table.minutes_ago);
                let person = format!("Unfinished, `take up {number}`: {name:?} with {with}, played {ago} minutes ago.");
                self.tell_line(&format!("unfinished {number} {}", table.id), &person);
            }
        }
        self.tell_audience(snapshot);
        match &snapshot.stage {
            Stage::Lobby | Stage::Watching(_) => {}
            Stage::Gathering(gathering) => self.tell_gathering(gathering),
            Stage::Playing(playing) => {
                self.tell_left(snapshot, playing);
                self.going_on.tell(self.lines, playing);
                self.tell_waiting(playing);
            }
        }
    }

    fn tell_chat(&mut self, snapshot: &Snapshot) {
        let lines = snapshot.chat.as_ref().map_or(&[] as &[_], |lines| lines.as_slice());
        self.chat = self.chat.min(lines.len());
        for line in lines.iter().skip(self.chat) {
            self.tell_line(&format!("chat {}: {}", line.name, line.text), &format!("<{}> {}", line.name, line.text));
        }
        self.chat = lines.len();
    }

    fn tell_gathering(&mut self, gathering: &Gathering) {
        for (guest, number) in gathering.asking.iter().zip(1..) {
            if self.asking.insert(guest.fingerprint.clone()) {
                let met = guest.met.as_ref().map_or_else(|| "new".to_owned(), |met| format!("known as {}", met.name));
                let person =
                    format!("`let in {number}`: {} ({}, {met}) asks for a seat.", guest.name, guest.fingerprint);
                self.tell_line(&format!("asks {number} {}", guest.name), &person);
            }
        }
    }

    /// Who would like to watch, by the number behind those who ask for a seat, and who does.
    fn tell_audience(&mut self, snapshot: &Snapshot) {
        for (chair, number) in waiting(snapshot).into_iter().zip(1..) {
            let watches = snapshot.audience.asking.iter().any(|asking| asking.key == chair.key);
            if watches && self.asking.insert(format!("watch {}", chair.fingerprint)) {
                let person = format!("`let in {number}`: {} ({}) would like to watch.", chair.name, chair.fingerprint);
                self.tell_line(&format!("asks to watch {number} {}", chair.name), &person);
            }
        }
        let watchers: Vec<String> = snapshot.audience.watchers.iter().map(|chair| chair.name.clone()).collect();
        if watchers != self.watchers {
            self.watchers = watchers;
            let names = self.watchers.join(", ");
            let person = if names.is_empty() { "Nobody watches.".to_owned() } else { format!("Watching: {names}.") };
            self.tell_line(&format!("watchers {names}"), &person);
        }
    }

    fn tell_left(&mut self, snapshot: &Snapshot, playing: &Playing) {
        if snapshot.left.len() != self.left {
            self.left = snapshot.left.len();
            let seats: Vec<String> = snapshot.left.iter().map(|seat| seat.0.to_string()).collect();
            let names = seat_list(Language::English, &playing.names, snapshot.left);
            self.tell_line(&format!("left {}", seats.join(",")), &format!("Left for good: {names}."));
        }
    }

    /// Says who is waited for after some seconds, and again as it gets longer.
    fn tell_waiting(&mut self, playing: &Playing) {
        if playing.waiting_for.is_empty() || playing.is_over() {
            return;
        }
        let seconds = playing.waiting_since.seconds();
        let step = TOLD_AT.iter().filter(|at| **at <= seconds).count();
        if step > 0 && self.waited.is_none_or(|waited| waited.0 != playing.round || waited.1 < step) {
            self.waited = Some((playing.round, step));
            let names = seat_list(Language::English, &playing.names, playing.waiting_for);
            self.tell_line(&format!("waiting {seconds} {names}"), &format!("Waiting for {names} since {seconds} s."));
        }
        let late = self.remind.is_some_and(|most| seconds >= most);
        if late && playing.asked && self.reminded != Some(playing.round) {
            self.reminded = Some(playing.round);
            self.tell_line("remind", "It is for you to choose; the others wait.");
        }
    }

    /// Carries out what was typed.
    pub(crate) fn follow(&mut self, seat: &SeatHandle, typed: Typed) -> anyhow::Result<()> {
        let snapshot = seat.snapshots().borrow().clone();
        match typed {
            Typed::Say(text) => seat.order(Order::Say(text)),
            Typed::Nudge => seat.order(Order::Nudge),
            Typed::Ready(ready) => seat.order(Order::Ready(ready)),
            Typed::LetIn(number) => self.decide(seat, &snapshot, number),
            Typed::SendAway(name) => order_for(seat, &snapshot, &name, Order::SendAway),
            Typed::Up(name) => order_for(seat, &snapshot, &name, |guest| Order::Move { guest, up: true }),
            Typed::Passphrase(words) => {
                if let Some(passphrase) = Passphrase::new(&words) {
                    seat.order(Order::Prove(passphrase));
                }
            }
            Typed::Pass(preset) => seat.order(Order::Preset(preset)),
            Typed::Bot(plays) => self.let_bot_play(seat, plays)?,
            Typed::TakeUp(number) => {
                let table = number.checked_sub(1).and_then(|place| snapshot.unfinished.get(place));
                if let Some(table) = table {
                    seat.order(Order::TakeUp(table.id.clone()));
                }
            }
            Typed::GoOnWithout(name) => going_on::ask(seat, &snapshot, Some(&name)),
            Typed::EndGame => going_on::ask(seat, &snapshot, None),
            Typed::Vote(yes) => going_on::vote(seat, &snapshot, yes),
            Typed::ComeBack => seat.order(Order::Wake),
            Typed::GiveUp => seat.order(Order::Leave),
            Typed::Leave => {
                seat.order(Order::LeaveTable);
                self.gone = true;
            }
            Typed::LeaveForGood(false) => {
                say::line("There is no way back, and the others are told. Type `leave for good yes` to do so.");
            }
            Typed::LeaveForGood(true) => {
                seat.order(Order::LeaveForGood(None));
                self.gone = true;
            }
            Typed::Help => say::line(HELP),
        }
        Ok(())
    }

    #[expect(clippy::unused_self, reason = "reads as the company's answer")]
    fn decide(&self, seat: &SeatHandle, snapshot: &Snapshot, number: usize) {
        if let Some(guest) = number.checked_sub(1).and_then(|place| waiting(snapshot).into_iter().nth(place)) {
            seat.order(Order::LetIn(guest.key));
        }
    }

    fn let_bot_play(&mut self, seat: &SeatHandle, plays: bool) -> anyhow::Result<()> {
        if let Some(task) = self.stand_in.take() {
            task.abort();
        }
        if plays {
            let mut bot: Bot = demo::bot(None)?;
            let seat = seat.clone();
            self.stand_in = Some(tokio::spawn(async move {
                drive_slowly(&seat, pause, |view| bot.choose(view)).await;
            }));
        }
        say::line(if plays { "A bot plays on for you; `bot off` ends it." } else { "You play yourself again." });
        Ok(())
    }
}

/// A time to think, from one distribution whatever is held.
fn pause() -> Duration {
    let mut bytes = [0; 8];
    getrandom::fill(&mut bytes).ok();
    let spread = u64::from_le_bytes(bytes).checked_rem(THINK.end.saturating_sub(THINK.start)).unwrap_or_default();
    Duration::from_millis(THINK.start.saturating_add(spread))
}

/// Those who wait for the host's word: for a seat, then to watch.
fn waiting(snapshot: &Snapshot) -> Vec<&Chair> {
    let guests: &[Chair] = if let Stage::Gathering(gathering) = &snapshot.stage { &gathering.asking } else { &[] };
    guests.iter().chain(&snapshot.audience.asking).collect()
}

/// An order for the person of this name at a gathering table or before its door.
fn order_for(
    seat: &SeatHandle,
    snapshot: &Snapshot,
    name: &str,
    order: impl FnOnce(nightcoach_lan::net::PeerKey) -> Order,
) {
    let seated: &[Chair] = if let Stage::Gathering(gathering) = &snapshot.stage { &gathering.players } else { &[] };
    let here = waiting(snapshot).into_iter().chain(seated).chain(&snapshot.audience.watchers);
    match here.into_iter().find(|chair| chair.name == name && !chair.own) {
        Some(chair) => seat.order(order(chair.key)),
        None => say::line(&format!("Nobody here is called {name}.")),
    }
}
