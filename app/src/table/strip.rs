//! Above the log: who is waited for and since when, nudges, answers in advance, and the bot that plays on.

use std::time::Duration;

use egui::{Checkbox, Label, RichText, Ui};
use nightcoach_rules::{Owed, SeatSet, owed};
use nightcoach_words::{Phrase, Text};

use super::going_on;
use super::scene::{Board, Scene};
use crate::model::{Order, Preset};
use crate::screens::audience_ui;
use crate::{Command, theme};

/// Who answers at once is not timed, in seconds.
const SHORT: u64 = 5;
/// While sealed answers are out nobody is named who only thinks; who is silent for longer is away, in seconds.
const AWAY: u64 = 30;

pub(crate) fn show(ui: &mut Ui, scene: &Scene<'_>, commands: &mut Vec<Command>) {
    if !scene.is_over() {
        waiting_ui(ui, scene, commands);
        going_on::show(ui, scene, commands);
        switches_ui(ui, scene, commands);
    }
    company_ui(ui, &scene.board, commands);
}

/// The strip for those who watch: who is waited for, and who is around.
pub(crate) fn watched_ui(ui: &mut Ui, board: &Board<'_>, commands: &mut Vec<Command>) {
    if !board.is_over() {
        let (waiting, since) = board.waiting;
        ui.ctx().request_repaint_after(Duration::from_secs(1));
        others_ui(ui, board, waiting, since.seconds());
    }
    company_ui(ui, board, commands);
}

/// Who has left for good, and who watches.
fn company_ui(ui: &mut Ui, board: &Board<'_>, commands: &mut Vec<Command>) {
    if !board.snapshot.left.is_empty() {
        let left = board.phrase(&Phrase::LeftForGood(board.snapshot.left));
        ui.add(Label::new(RichText::new(left).size(theme::SMALL).color(theme::ALARM)).wrap());
    }
    audience_ui(ui, board.language, &board.snapshot.audience, commands);
}

fn waiting_ui(ui: &mut Ui, scene: &Scene<'_>, commands: &mut Vec<Command>) {
    let others = scene.playing.waiting_for.without(scene.playing.seat);
    let seconds = scene.playing.waiting_since.seconds();
    ui.ctx().request_repaint_after(Duration::from_secs(1));
    if let Some(name) = &scene.snapshot.nudged_by {
        let nudged = RichText::new(scene.phrase(&Phrase::Nudged(name))).color(theme::GOLD);
        ui.add(Label::new(nudged).wrap());
    }
    if scene.playing.asked {
        awaited_ui(ui, scene, seconds);
    }
    if others.is_empty() || seconds < SHORT {
        return;
    }
    ui.horizontal_wrapped(|ui| {
        let named = others_ui(ui, &scene.board, others, seconds);
        if named && ui.small_button(scene.text(Text::Nudge)).clicked() {
            commands.push(Command::Order(Order::Nudge));
        }
    });
}

/// Who is waited for, where it is worth a word; says whether they were named.
fn others_ui(ui: &mut Ui, board: &Board<'_>, others: SeatSet, seconds: u64) -> bool {
    if others.is_empty() || seconds < SHORT {
        return false;
    }
    let sealed = matches!(owed(board.state), Owed::Sealed(_)) && seconds < AWAY;
    let line = if sealed { Phrase::SealedSince(seconds) } else { Phrase::WaitingSince { seats: others, seconds } };
    ui.add(Label::new(RichText::new(board.phrase(&line)).size(theme::SMALL).color(theme::QUIET)).wrap());
    !sealed
}

/// How long the others have waited for this seat; the timer of the person's own choice only nags.
fn awaited_ui(ui: &mut Ui, scene: &Scene<'_>, seconds: u64) {
    if seconds >= SHORT {
        let line = RichText::new(scene.phrase(&Phrase::AwaitedSince(seconds))).size(theme::SMALL).color(theme::QUIET);
        ui.add(Label::new(line).wrap());
    }
    if scene.remind.is_some_and(|most| seconds >= most) {
        let line = RichText::new(scene.text(Text::YourTurnWaits)).color(theme::GOLD);
        ui.add(Label::new(line).wrap());
    }
}

/// The same for everybody, whatever they hold.
fn switches_ui(ui: &mut Ui, scene: &Scene<'_>, commands: &mut Vec<Command>) {
    ui.spacing_mut().item_spacing.y = 2.0;
    for (preset, label) in [(Preset::UntilTurn, Text::PassUntilTurn), (Preset::ThisFight, Text::PassThisFight)] {
        let mut on = scene.snapshot.preset == Some(preset);
        if small_checkbox(ui, &mut on, scene.text(label)) {
            commands.push(Command::Order(Order::Preset(on.then_some(preset))));
        }
    }
    let mut plays = scene.bot_plays;
    if small_checkbox(ui, &mut plays, scene.text(Text::BotPlays)) {
        commands.push(Command::BotPlays(plays));
    }
}

fn small_checkbox(ui: &mut Ui, on: &mut bool, label: &str) -> bool {
    ui.add(Checkbox::new(on, RichText::new(label).size(theme::SMALL))).changed()
}
