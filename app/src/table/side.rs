//! The panel at the right: the public log, and the notebook that only this seat sees.

use egui::{Label, RichText, ScrollArea, Ui};
use nightcoach_rules::{Event, Memory, Sight};
use nightcoach_words::{Phrase, Source, Text, event, memory, sources};

use super::scene::{Board, Scene};
use crate::screens::{ChatForm, chat_ui};
use crate::{Command, theme};

/// Lines of the log that are drawn; the copy holds all of them.
const DRAWN: usize = 300;

/// What the panel shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Tab {
    /// What everybody saw.
    #[default]
    Log,
    /// What only this seat saw.
    Notes,
    /// What people say.
    Chat,
}

pub(crate) fn show(ui: &mut Ui, scene: &Scene<'_>, tab: &mut Tab, chat: &mut ChatForm, commands: &mut Vec<Command>) {
    ui.horizontal_wrapped(|ui| {
        ui.selectable_value(tab, Tab::Log, scene.text(Text::Log));
        ui.selectable_value(tab, Tab::Notes, scene.text(Text::Notes));
        if let Some(lines) = &scene.snapshot.chat {
            let label = match chat.unread(lines) {
                0 => scene.text(Text::Chat).to_owned(),
                count => scene.phrase(&Phrase::Unread(count)),
            };
            ui.selectable_value(tab, Tab::Chat, label);
        }
        if *tab == Tab::Log && ui.button(scene.text(Text::CopyLog)).clicked() {
            ui.ctx().copy_text(whole_log(&scene.board));
        }
    });
    ui.separator();
    just_seen_ui(ui, scene);
    chat.typing = false;
    match tab {
        Tab::Log => log_ui(ui, &scene.board),
        Tab::Notes => notes_ui(ui, scene),
        Tab::Chat => match &scene.snapshot.chat {
            Some(lines) => chat_ui(ui, scene.language, chat, lines, commands),
            None => drop(ui.label(scene.text(Text::ChatOff))),
        },
    }
}

/// The panel for those who watch: the public log is all there is.
pub(crate) fn watched_ui(ui: &mut Ui, board: &Board<'_>) {
    ui.horizontal_wrapped(|ui| {
        ui.label(RichText::new(board.text(Text::Log)).color(theme::GOLD));
        if ui.button(board.text(Text::CopyLog)).clicked() {
            ui.ctx().copy_text(whole_log(board));
        }
    });
    ui.separator();
    log_ui(ui, board);
}

fn log_ui(ui: &mut Ui, board: &Board<'_>) {
    let log = board.log;
    ScrollArea::vertical().id_salt("log").auto_shrink([false; 2]).stick_to_bottom(true).show(ui, |ui| {
        if log.is_empty() {
            ui.label(RichText::new(board.text(Text::LogEmpty)).color(theme::QUIET));
        }
        for (_, what) in log.iter().skip(log.len().saturating_sub(DRAWN)) {
            let sentence = RichText::new(event(board.language, board.names, what)).size(theme::SMALL + 1.0);
            if matches!(what, Event::TurnBegan { .. }) {
                ui.add_space(4.0);
                ui.add(Label::new(sentence.color(theme::GOLD)).wrap());
            } else {
                ui.add(Label::new(sentence).wrap());
            }
        }
    });
}

fn notes_ui(ui: &mut Ui, scene: &Scene<'_>) {
    ui.label(RichText::new(scene.text(Text::NotesPrivate)).size(theme::SMALL).color(theme::QUIET));
    let lines = notebook(scene);
    ScrollArea::vertical().id_salt("notes").auto_shrink([false; 2]).stick_to_bottom(true).show(ui, |ui| {
        if lines.is_empty() {
            ui.label(RichText::new(scene.text(Text::NotesEmpty)).color(theme::QUIET));
        }
        for sentence in lines {
            ui.add(Label::new(RichText::new(sentence).size(theme::SMALL + 1.0)).wrap());
        }
    });
}

/// Every memory with when and how it was learned.
fn notebook(scene: &Scene<'_>) -> Vec<String> {
    let (memories, log) = (&scene.view.memories, scene.playing.log.iter().map(|(_, event)| event));
    let sources = sources(scene.view.seat, log, memories);
    let line = |(seen, how): (&Memory, Option<Source>)| memory(scene.language, scene.names, seen, how);
    memories.iter().zip(sources).map(line).collect()
}

/// The looks of this turn or of the one before, above whatever else the panel shows.
fn just_seen_ui(ui: &mut Ui, scene: &Scene<'_>) {
    let memories = &scene.view.memories;
    let fresh = |seen: &&Memory| seen.turn.saturating_add(1) >= scene.view.state.turn && is_look(&seen.sight);
    let Some(last) = memories.iter().rev().find(fresh) else {
        return;
    };
    let lines = notebook(scene).into_iter().zip(memories);
    let of_turn = lines.filter(|(_, seen)| seen.turn == last.turn && is_look(&seen.sight));
    egui::Frame::group(ui.style()).fill(theme::RAISED).show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.label(RichText::new(scene.text(Text::JustSeen)).size(theme::SMALL).color(theme::GOLD));
        for (line, _) in of_turn {
            ui.add(Label::new(RichText::new(line).size(theme::SMALL + 1.0)).wrap());
        }
    });
}

/// Whether it is a look, and not a card that went from hand to hand.
const fn is_look(sight: &Sight) -> bool {
    match sight {
        Sight::Hand { .. }
        | Sight::Association { .. }
        | Sight::Occupation { .. }
        | Sight::Pile { .. }
        | Sight::Spares { .. } => true,
        Sight::Offered { .. } | Sight::Received { .. } | Sight::Given { .. } | Sight::Top { .. } => false,
    }
}

/// The public log as text, with the round of each line.
fn whole_log(board: &Board<'_>) -> String {
    let line = |(round, what): &(u32, Event)| format!("{round}\t{}\n", event(board.language, board.names, what));
    board.log.iter().map(line).collect()
}
