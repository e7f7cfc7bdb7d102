//! The window itself: one frame after the other, from snapshot to commands.

use egui::{UserAttentionType, ViewportCommand};
use nightcoach_words::{Language, Text, text};

use crate::model::{Order, Snapshot, Stage};
use crate::session::{Session, Setup};
use crate::{Command, Screens, show, theme};

/// How long the finished game of a demonstration stays on the screen, in seconds.
const LINGER: f64 = 2.0;

/// What the window shall do by itself.
#[derive(Clone, Debug)]
pub struct Plan {
    /// How it takes part.
    pub setup: Setup,
    /// The language at first.
    pub language: Language,
    /// Start with a practice table of this size.
    pub practice: Option<u8>,
    /// Close when the game is over.
    pub quit_when_done: bool,
}

/// The running program.
#[derive(Debug)]
pub struct Window {
    screens: Screens,
    session: Session,
    quit_when_done: bool,
    done_since: Option<f64>,
    title: String,
}

impl Window {
    /// Opens the session and sets the style.
    ///
    /// # Errors
    /// As [`Session::open`].
    pub fn open(plan: &Plan, context: &egui::Context) -> anyhow::Result<Self> {
        theme::install(context);
        let mut session = Session::open(&plan.setup, context)?;
        if let Some(seats) = plan.practice {
            session.practise(seats, plan.setup.name.clone());
        }
        let (screens, quit_when_done) = (Screens::new(plan.language), plan.quit_when_done);
        Ok(Self { screens, session, quit_when_done, done_since: None, title: String::new() })
    }

    fn carry_out(&mut self, command: Command, name: &str) {
        match command {
            // Bots find no table by themselves: a practice table is made anew.
            Command::Order(Order::Rematch) if self.session.practise_again(name) => {}
            Command::Order(order) => self.session.order(order),
            Command::Practice { seats } if !self.session.is_starting() => {
                self.session.practise(seats, name.to_owned());
            }
            Command::Leave => self.session.leave(),
            Command::LeaveForGood => self.session.leave_for_good(),
            Command::BotPlays(plays) => self.session.let_bot_play(plays),
            Command::Practice { .. } | Command::Speak(_) | Command::Rules(_) | Command::Network => {}
        }
    }

    /// The title says when it is my turn, and asks for attention once.
    fn call(&mut self, ctx: &egui::Context, snapshot: &Snapshot) {
        let Screens { language, remind, .. } = &self.screens;
        let mut late = snapshot.nudged_by.is_some();
        let mut asked = false;
        if let Stage::Playing(playing) = &snapshot.stage {
            asked = playing.asked && playing.outcome.is_none();
            late |= asked && remind.is_some_and(|most| playing.waiting_since.seconds() >= most);
        }
        let name = text(*language, Text::AppName);
        let title = match (asked, late) {
            (true, true) => format!("▶▶ {name}"),
            (true, false) => format!("▶ {name}"),
            (false, _) => name.to_owned(),
        };
        if self.title != title {
            ctx.send_viewport_cmd(ViewportCommand::Title(title.clone()));
            if asked {
                ctx.send_viewport_cmd(ViewportCommand::RequestUserAttention(UserAttentionType::Informational));
            }
            self.title = title;
        }
    }

    /// A demonstration ends when its game has ended and its record is signed.
    fn close_when_done(&mut self, ctx: &egui::Context, snapshot: &Snapshot) {
        let Stage::Playing(playing) = &snapshot.stage else {
            return;
        };
        if !self.quit_when_done || !playing.is_over() {
            return;
        }
        let now = ctx.input(|input| input.time);
        let since = *self.done_since.get_or_insert(now);
        if now - since >= LINGER {
            ctx.send_viewport_cmd(ViewportCommand::Close);
        } else {
            ctx.request_repaint_after(std::time::Duration::from_secs_f64(LINGER));
        }
    }
}

impl eframe::App for Window {
    fn logic(&mut self, ctx: &egui::Context, _frame: &mut eframe::Frame) {
        let snapshot = self.session.snapshot();
        self.call(ctx, &snapshot);
        self.close_when_done(ctx, &snapshot);
    }

    fn ui(&mut self, ui: &mut egui::Ui, _frame: &mut eframe::Frame) {
        let snapshot = self.session.snapshot();
        self.screens.starting = self.session.is_starting();
        self.screens.bot_plays = self.session.bot_plays();
        self.screens.practice_failed = self.session.failure().map(str::to_owned);
        for command in show(ui, &mut self.screens, &snapshot) {
            self.carry_out(command, &snapshot.name);
        }
    }

    fn on_exit(&mut self, _gl: Option<&eframe::glow::Context>) {
        // A game that was left open is taken up at the next start: closing the window is no leaving.
        self.session.close();
    }
}
