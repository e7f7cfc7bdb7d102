//! The table for those who watch: what lies open, what was said in the log, who is waited for, and nothing to press but the
//! way out.

use std::time::Duration;

use egui::{Align, CentralPanel, Frame, Label, Layout, Panel, ProgressBar, RichText, Ui};
use nightcoach_words::{Language, Phrase, Text, phrase, text};

use super::scene::Board;
use super::{end, seats, side, strip};
use crate::model::{Snapshot, Watched};
use crate::screens::{audience_ui, language_ui, rules_ui};
use crate::{Command, theme};

/// Height of the line that stands in the place of hand and prompt, and of the end that takes it over.
const FOOT: f32 = 44.0;

/// Draws the table as it is watched.
pub(crate) fn show(
    ui: &mut Ui,
    language: Language,
    snapshot: &Snapshot,
    watched: &Watched,
    commands: &mut Vec<Command>,
) {
    head_ui(ui, language, watched, commands);
    let Some(board) = Board::watched(language, snapshot, watched) else {
        return before_ui(ui, language, snapshot, watched, commands);
    };
    let side = Panel::right("side").exact_size(theme::SIDE_WIDTH).resizable(false);
    side.show(ui, |ui| {
        strip::watched_ui(ui, &board, commands);
        side::watched_ui(ui, &board);
    });
    let height = if board.is_over() { theme::PROMPT_MOST } else { FOOT };
    Panel::bottom("prompt").exact_size(height).resizable(false).show(ui, |ui| {
        if !end::watched_ui(ui, &board, commands) {
            ui.horizontal_wrapped(|ui| {
                ui.label(board.phrase(&Phrase::TurnOf(board.state.active)));
                let checked = watched.audit.as_ref().map_or(0, |audit| audit.entries);
                let checked = board.phrase(&Phrase::Audited(checked));
                ui.label(RichText::new(checked).size(theme::SMALL).color(theme::QUIET));
            });
        }
    });
    let cloth = Frame::central_panel(ui.style()).fill(theme::CLOTH);
    CentralPanel::default_margins().frame(cloth).show(ui, |ui| seats::watched_ui(ui, &board));
}

fn head_ui(ui: &mut Ui, language: Language, watched: &Watched, commands: &mut Vec<Command>) {
    Panel::top("table head").show(ui, |ui| {
        ui.horizontal(|ui| {
            ui.heading(RichText::new(text(language, Text::AppName)).color(theme::GOLD));
            ui.label(RichText::new(text(language, Text::YouWatch)).strong()).on_hover_text(hint(language));
            if let Some(state) = &watched.state {
                ui.label(phrase(language, &watched.names, &Phrase::Turn(state.turn)));
            }
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                if ui.button(text(language, Text::StopWatching)).clicked() {
                    commands.push(Command::Leave);
                }
                ui.separator();
                language_ui(ui, language, commands);
                ui.separator();
                rules_ui(ui, language, commands);
            });
        });
    });
}

const fn hint(language: Language) -> &'static str {
    text(language, Text::YouWatchHint)
}

/// Before the cards are dealt: who sits there, and how far the computers are.
fn before_ui(ui: &mut Ui, language: Language, snapshot: &Snapshot, watched: &Watched, commands: &mut Vec<Command>) {
    let names = &watched.names;
    let begun = watched.audit.is_some();
    CentralPanel::default_margins().show(ui, |ui| {
        ui.vertical_centered(|ui| {
            ui.add_space(ui.available_height() * 0.2);
            ui.heading(RichText::new(&watched.table_name).color(theme::GOLD));
            ui.label(hint(language));
            ui.add_space(12.0);
            ui.label(text(language, if begun { Text::SettingUp } else { Text::WatchGathering }));
            if begun {
                progress_ui(ui, language, watched);
            } else {
                let seats = watched.options.seats;
                ui.label(phrase(language, &[], &Phrase::SeatsTaken { taken: names.len(), seats }));
            }
            ui.add_space(12.0);
            ui.add(Label::new(RichText::new(names.join(" · ")).color(theme::QUIET)).wrap());
            ui.add_space(12.0);
            audience_ui(ui, language, &snapshot.audience, commands);
        });
    });
}

fn progress_ui(ui: &mut Ui, language: Language, watched: &Watched) {
    let names = &watched.names;
    let (done, total) = watched.progress;
    let step = phrase(language, names, &Phrase::Progress { done, total });
    let part = f64::from(done) / f64::from(total.max(1));
    #[expect(clippy::cast_possible_truncation, reason = "a share between 0 and 1")]
    ui.add(ProgressBar::new(part as f32).desired_width(420.0).text(step));
    if let Some(fault) = &watched.fault {
        let sentence = nightcoach_words::fault(language, names, fault);
        ui.label(RichText::new(sentence).color(theme::ALARM));
    } else if !watched.waiting_for.is_empty() {
        let seconds = watched.waiting_since.seconds();
        ui.ctx().request_repaint_after(Duration::from_secs(1));
        ui.label(phrase(language, names, &Phrase::WaitingSince { seats: watched.waiting_for, seconds }));
    }
}
