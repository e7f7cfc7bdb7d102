//! The end of a game, or the fault that stopped it, in the place of the prompt.

use egui::{RichText, Role, ScrollArea, Ui, WidgetInfo};
use nightcoach_words::{Phrase, Text, fault, outcome};

use super::answers::short;
use super::scene::{Board, Scene};
use crate::model::Order;
use crate::{Command, theme};

/// Height of the line with the buttons.
const BUTTONS: f32 = 38.0;

/// Draws the end, if it has come; says whether it has.
pub(crate) fn show(ui: &mut Ui, scene: &Scene<'_>, commands: &mut Vec<Command>) -> bool {
    if !scene.is_over() {
        return false;
    }
    whole_ui(ui, &scene.board, |ui| {
        if ui.button(scene.text(Text::BackToLobby)).clicked() {
            commands.push(Command::Leave);
        }
        if scene.playing.finished.is_some() {
            let again = ui.button(scene.text(Text::Rematch));
            if again.on_hover_text(scene.text(Text::RematchHint)).clicked() {
                commands.push(Command::Order(Order::Rematch));
            }
        }
    });
    true
}

/// The end for those who have watched, if it has come; says whether it has.
pub(crate) fn watched_ui(ui: &mut Ui, board: &Board<'_>, commands: &mut Vec<Command>) -> bool {
    if board.is_over() {
        whole_ui(ui, board, |ui| {
            if ui.button(board.text(Text::BackToLobby)).clicked() {
                commands.push(Command::Leave);
            }
        });
    }
    board.is_over()
}

fn whole_ui(ui: &mut Ui, board: &Board<'_>, buttons: impl FnOnce(&mut Ui)) {
    // However much there is to tell, the buttons below it are never cut off.
    let height = (ui.available_height() - BUTTONS - ui.spacing().item_spacing.y).max(36.0);
    let told = ScrollArea::vertical().id_salt("end").auto_shrink([false, true]).max_height(height);
    told.show(ui, |ui| told_ui(ui, board));
    ui.horizontal(buttons);
}

/// What has happened, the points, who has signed it, and where the record lies.
fn told_ui(ui: &mut Ui, board: &Board<'_>) {
    let (language, names) = (board.language, board.names);
    if let Some(why) = board.end.fault {
        title_ui(ui, board.text(Text::FaultTitle), theme::ALARM);
        ui.add(egui::Label::new(fault(language, names, why)).wrap());
        ui.label(RichText::new(board.text(Text::FaultHint)).size(theme::SMALL).color(theme::QUIET));
    } else if let Some(how) = board.end.outcome {
        title_ui(ui, &outcome(language, names, how), theme::GOLD);
        points_ui(ui, board);
        let signed = board.end.closed_by;
        if !signed.is_empty() {
            ui.label(board.phrase(&Phrase::CoSigned(signed)));
        }
    }
    record_ui(ui, board);
}

/// The score sheet, where the table counts points.
fn points_ui(ui: &mut Ui, board: &Board<'_>) {
    let Some(scores) = board.end.scores else {
        return;
    };
    let before = board.state.options.scores.iter().copied().chain(std::iter::repeat(0));
    ui.horizontal_wrapped(|ui| {
        ui.label(RichText::new(board.text(Text::ScoreTitle)).color(theme::QUIET));
        for ((seat, total), before) in board.state.all().iter().zip(scores).zip(before) {
            let now = total.saturating_sub(before);
            let label = ui.label(format!("{} {total} (+{now})", short(&board.name(seat))));
            let spoken = board.phrase(&Phrase::Points { seat, now, total: *total });
            label.widget_info(|| WidgetInfo::labeled(Role::Label, true, &spoken));
            label.on_hover_text(spoken);
        }
    });
}

fn title_ui(ui: &mut Ui, title: &str, colour: egui::Color32) {
    ui.add(egui::Label::new(RichText::new(title).size(theme::QUESTION).color(colour)).wrap());
}

fn record_ui(ui: &mut Ui, board: &Board<'_>) {
    ui.horizontal_wrapped(|ui| {
        let Some(path) = board.end.transcript else {
            ui.label(RichText::new(board.text(Text::NoTranscript)).color(theme::QUIET));
            return;
        };
        let path = path.display().to_string();
        ui.label(RichText::new(board.text(Text::Transcript)).color(theme::QUIET));
        ui.label(RichText::new(&path).monospace());
        if ui.button(board.text(Text::CopyPath)).clicked() {
            ui.ctx().copy_text(path);
        }
    });
}
