//! The screens of the window: lobby, gathering, table.

mod gathering;
mod lobby;
mod parts;

use egui::{CentralPanel, Frame, Panel, Ui};
use nightcoach_words::{Language, Text, text};

use crate::model::{Snapshot, Stage};
use crate::table::TablePanel;
use crate::{Command, theme};

pub(crate) use parts::language_ui;

/// What the window remembers between frames: half-filled forms and half-made choices, nothing of the game.
#[derive(Debug, Default)]
pub struct Screens {
    /// The language that is spoken.
    pub language: Language,
    lobby: lobby::Form,
    table: TablePanel,
    dismissed: usize,
}

impl Screens {
    /// Screens that speak a language.
    pub fn new(language: Language) -> Self {
        Self { language, ..Self::default() }
    }
}

/// Draws the screen that the snapshot asks for, and returns what the person wants.
pub fn show(ui: &mut Ui, screens: &mut Screens, snapshot: &Snapshot) -> Vec<Command> {
    let mut commands = Vec::new();
    let language = screens.language;
    match &snapshot.stage {
        Stage::Lobby => {
            head_ui(ui, language, &mut commands);
            CentralPanel::default_margins().show(ui, |ui| {
                parts::notices_ui(ui, language, &snapshot.notices, &mut screens.dismissed);
                lobby::show(ui, language, &mut screens.lobby, snapshot, &mut commands);
            });
        }
        Stage::Gathering(gathering) => {
            head_ui(ui, language, &mut commands);
            CentralPanel::default_margins().show(ui, |ui| {
                parts::notices_ui(ui, language, &snapshot.notices, &mut screens.dismissed);
                gathering::show(ui, language, gathering, &mut commands);
            });
        }
        Stage::Playing(playing) => {
            let fresh = snapshot.notices.len() > screens.dismissed;
            if fresh {
                Panel::top("remarks").show(ui, |ui| {
                    parts::notices_ui(ui, language, &snapshot.notices, &mut screens.dismissed);
                });
            }
            screens.table.show(ui, language, playing, &mut commands);
        }
    }
    for command in &commands {
        if let Command::Speak(language) = command {
            screens.language = *language;
        }
    }
    commands
}

fn head_ui(ui: &mut Ui, language: Language, commands: &mut Vec<Command>) {
    Panel::top("head").frame(Frame::side_top_panel(ui.style())).show(ui, |ui| {
        ui.horizontal(|ui| {
            ui.heading(egui::RichText::new(text(language, Text::AppName)).color(theme::GOLD));
            ui.label(egui::RichText::new(text(language, Text::Tagline)).color(theme::QUIET));
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                language_ui(ui, language, commands);
            });
        });
    });
}
