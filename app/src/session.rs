//! Between window and network: the own seat in the lobby, and the practice table while there is one.

use std::path::PathBuf;
use std::sync::{Arc, mpsc};
use std::time::Duration;

use anyhow::Context as _;
use nightcoach_bots::Bot;
use nightcoach_lan::{LanError, Profile, SeatConfig, SeatHandle, drive_slowly, loopback_table, start};
use nightcoach_rules::Options;
use tokio::runtime::Runtime;
use tokio::task::JoinHandle;

use crate::model::{Order, Snapshot, Stage};

/// Names of the bots at a practice table.
const BOTS: [&str; 9] = ["Anselm", "Berta", "Caspar", "Dorothea", "Egon", "Friederike", "Gregor", "Hedwig", "Ignaz"];
/// Least time before an automatic entry.
const PACE_MS: u64 = 300;
/// How long a bot thinks, so that a person can follow: drawn anew for every answer, whatever it holds, in milliseconds.
const THINK: std::ops::Range<u64> = 600..1_500;

/// How this window takes part.
#[derive(Clone, Debug)]
pub struct Setup {
    /// Shown name.
    pub name: String,
    /// Folder of the profile; without one, the user's own.
    pub profile: Option<PathBuf>,
    /// TCP port; without one, the default or any free one.
    pub port: Option<u16>,
    /// Whether to find others by mDNS.
    pub mdns: bool,
    /// Whether a bot plays the own seat, too: a demonstration.
    pub auto: bool,
}

/// The seats that this window drives.
pub struct Session {
    runtime: Runtime,
    context: egui::Context,
    auto: bool,
    /// Where practice games keep their records, each in a folder of its own.
    records: PathBuf,
    lobby: SeatHandle,
    practice: Practice,
    /// Seats of the last practice table.
    practice_seats: u8,
    /// The bot that plays on for the person.
    stand_in: Option<JoinHandle<()>>,
    /// Why the last practice table did not start.
    failure: Option<String>,
}

/// The practice table.
enum Practice {
    /// None.
    No,
    /// Its peers are starting.
    Starting(mpsc::Receiver<Result<Vec<SeatHandle>, LanError>>),
    /// The own seat, and the tasks that hold and play the others.
    Running(SeatHandle, Vec<JoinHandle<()>>),
}

impl std::fmt::Debug for Session {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Session").field("auto", &self.auto).finish_non_exhaustive()
    }
}

impl Session {
    /// Takes a seat on the network.
    ///
    /// # Errors
    /// Neither the wished profile nor a temporary one can be used, or the network cannot.
    pub fn open(setup: &Setup, context: &egui::Context) -> anyhow::Result<Self> {
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().context("no runtime")?;
        let profile = match &setup.profile {
            Some(folder) => Profile::open(folder)?,
            // The own folder may be in use by another window on this machine; then this one is somebody new.
            None => Profile::default_dir().or_else(|_in_use| Profile::temporary(&setup.name))?,
        };
        let records = profile.folder().join("practice");
        let config = SeatConfig {
            name: setup.name.clone(),
            profile,
            port: setup.port,
            mdns: setup.mdns,
            loopback: false,
            pace_ms: PACE_MS,
            seed: None,
        };
        let inside = runtime.enter();
        let lobby = start(config)?;
        drop(inside);
        let (context, auto, practice, failure) = (context.clone(), setup.auto, Practice::No, None);
        let (practice_seats, stand_in) = (0, None);
        let session = Self { runtime, context, auto, records, lobby, practice, practice_seats, stand_in, failure };
        session.wake_on_change(&session.lobby);
        Ok(session)
    }

    /// Redraws whenever this seat's snapshot changes, and never else.
    fn wake_on_change(&self, seat: &SeatHandle) {
        let (mut snapshots, context) = (seat.snapshots(), self.context.clone());
        self.runtime.spawn(async move {
            while snapshots.changed().await.is_ok() {
                context.request_repaint();
            }
        });
    }

    /// What is to be drawn.
    pub fn snapshot(&mut self) -> Arc<Snapshot> {
        self.sit_down();
        let snapshot = self.seat().snapshots().borrow().clone();
        // A bot that was asked to play on does so in one game, not in all to come.
        let playing = matches!(&snapshot.stage, Stage::Playing(playing) if playing.outcome.is_none());
        if !playing && self.stand_in.is_some() {
            self.let_bot_play(false);
        }
        snapshot
    }

    /// Why the last practice table did not start.
    pub fn failure(&self) -> Option<&str> {
        self.failure.as_deref()
    }

    /// Whether a practice table is starting.
    pub const fn is_starting(&self) -> bool {
        matches!(self.practice, Practice::Starting(_))
    }

    const fn seat(&self) -> &SeatHandle {
        match &self.practice {
            Practice::No | Practice::Starting(_) => &self.lobby,
            Practice::Running(seat, _) => seat,
        }
    }

    /// Gives an order to the seat that is drawn.
    pub fn order(&self, order: Order) {
        self.seat().order(order);
    }

    /// Starts a practice table: as many peers as seats, over real links on this machine.
    pub fn practise(&mut self, seats: u8, name: String) {
        let others = usize::from(seats.saturating_sub(1));
        let names = std::iter::once(name).chain(BOTS.iter().take(others).map(|bot| (*bot).to_owned())).collect();
        let options = Options::new(seats);
        let (done, starting) = mpsc::channel();
        let context = self.context.clone();
        let own = Profile::open(self.records.join(format!("{:016x}", random()))).ok();
        self.runtime.spawn(async move {
            let table = loopback_table(names, options, None, PACE_MS, own).await;
            done.send(table).ok();
            context.request_repaint();
        });
        self.practice = Practice::Starting(starting);
        self.practice_seats = seats;
        self.failure = None;
    }

    /// Starts another practice table like the one that is drawn, if one is; says whether it did.
    pub fn practise_again(&mut self, name: &str) -> bool {
        let running = matches!(self.practice, Practice::Running(..));
        if running {
            self.leave();
            self.practise(self.practice_seats, name.to_owned());
        }
        running
    }

    /// Takes over a practice table that has started.
    fn sit_down(&mut self) {
        let Practice::Starting(starting) = &self.practice else {
            return;
        };
        let why = match starting.try_recv() {
            Err(mpsc::TryRecvError::Empty) => return,
            Ok(Ok(seats)) => {
                let mut seats = seats.into_iter();
                if let Some(own) = seats.next() {
                    self.take_over(own, seats);
                    return;
                }
                LanError::Closed.to_string()
            }
            Ok(Err(error)) => error.to_string(),
            Err(error @ mpsc::TryRecvError::Disconnected) => error.to_string(),
        };
        self.practice = Practice::No;
        self.failure = Some(why);
    }

    /// Sits down at the own seat, and lets bots play the others.
    fn take_over(&mut self, own: SeatHandle, seats: impl Iterator<Item = SeatHandle>) {
        self.wake_on_change(&own);
        let mut tasks: Vec<JoinHandle<()>> = seats.map(|seat| self.play(seat)).collect();
        if self.auto {
            tasks.push(self.play(own.clone()));
        }
        self.practice = Practice::Running(own, tasks);
    }

    /// Lets a bot play a seat; the task keeps the seat at the table after the end, until it is aborted.
    fn play(&self, seat: SeatHandle) -> JoinHandle<()> {
        let mut bot = Bot::new(random());
        let hurry = self.auto;
        self.runtime.spawn(async move {
            let pause = || if hurry { Duration::ZERO } else { pause() };
            drive_slowly(&seat, pause, |view| bot.choose(view)).await;
            std::future::pending::<()>().await;
            drop(seat);
        })
    }

    /// Whether a bot plays on for the person.
    pub fn bot_plays(&self) -> bool {
        self.stand_in.is_some()
    }

    /// Lets a bot play on for the person, by the same code as the bots of a practice table, or not any more.
    pub fn let_bot_play(&mut self, plays: bool) {
        if let Some(task) = self.stand_in.take() {
            task.abort();
        }
        if plays {
            self.stand_in = Some(self.play(self.seat().clone()));
        }
        self.context.request_repaint();
    }

    /// Leaves the running game for good; a practice game is gone as soon as it is left.
    pub fn leave_for_good(&mut self) {
        if matches!(self.practice, Practice::No) {
            self.let_bot_play(false);
            self.lobby.order(Order::LeaveForGood(None));
        } else {
            self.leave();
        }
    }

    /// Leaves the game that is drawn, running or finished.
    pub fn leave(&mut self) {
        self.let_bot_play(false);
        match std::mem::replace(&mut self.practice, Practice::No) {
            Practice::Running(seat, tasks) => {
                tasks.iter().for_each(JoinHandle::abort);
                drop(seat);
            }
            Practice::Starting(_) => {}
            Practice::No => self.lobby.order(Order::LeaveTable),
        }
        self.context.request_repaint();
    }

    /// Says good-bye on the network before the window closes.
    pub fn close(&mut self) {
        self.let_bot_play(false);
        if let Practice::Running(_, tasks) = &self.practice {
            tasks.iter().for_each(JoinHandle::abort);
        }
        self.practice = Practice::No;
        let farewell = self.lobby.clone().close();
        let limit = Duration::from_secs(2);
        self.runtime.block_on(async { tokio::time::timeout(limit, farewell).await.ok() });
    }
}

/// A time to think.
fn pause() -> Duration {
    let spread = random().checked_rem(THINK.end.saturating_sub(THINK.start)).unwrap_or_default();
    Duration::from_millis(THINK.start.saturating_add(spread))
}

/// A number that nobody foresees, unless the system has no randomness: then nothing here depends on it but looks.
fn random() -> u64 {
    let mut bytes = [0; 8];
    getrandom::fill(&mut bytes).ok();
    u64::from_le_bytes(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_practice_table_that_does_not_start_is_told_and_left() {
        let folder = std::env::temp_dir().join(format!("nightcoach-session-{:016x}", random()));
        let setup =
            Setup { name: "Mei".to_owned(), profile: Some(folder.clone()), port: None, mdns: false, auto: false };
        let mut session = Session::open(&setup, &egui::Context::default()).unwrap();
        for failed in [true, false] {
            let (done, starting) = mpsc::channel();
            (session.practice, session.failure) = (Practice::Starting(starting), None);
            session.snapshot();
            assert!(session.failure().is_none() && session.is_starting(), "it has not failed yet");
            if failed {
                done.send(Err(LanError::Network("no sockets left".to_owned()))).unwrap();
            }
            drop(done);
            session.snapshot();
            assert!(!session.is_starting(), "the failed start still spins");
            assert!(session.failure().is_some_and(|why| !failed || why.contains("no sockets left")));
        }
        session.close();
        drop(session);
        std::fs::remove_dir_all(folder).ok();
    }
}
