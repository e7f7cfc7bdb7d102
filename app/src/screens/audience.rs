//! Who watches the table: everybody at it sees their names, and its host decides.

use egui::{Checkbox, Label, RichText, Ui};
use nightcoach_words::{Language, Phrase, Text, phrase, text};

use super::door::spoken_button;
use super::parts::{group_ui, hint_ui, met_ui};
use crate::model::{Audience, Order};
use crate::{Command, theme};

/// Characters of a name on the host's button; all of it is spoken, and stands in the question before.
const SHOWN: usize = 9;

/// Those who watch, in small letters, and to the host those who would like to.
pub(crate) fn show(ui: &mut Ui, language: Language, audience: &Audience, commands: &mut Vec<Command>) {
    asking_ui(ui, language, audience, commands);
    if !audience.watchers.is_empty() {
        watchers_ui(ui, language, audience, commands);
    }
    if audience.hosting && !(audience.watchers.is_empty() && audience.asking.is_empty()) {
        open_ui(ui, language, audience, commands);
    }
}

/// The same at a table that gathers, with a heading of its own.
pub(crate) fn gathering_ui(ui: &mut Ui, language: Language, audience: &Audience, commands: &mut Vec<Command>) {
    if !audience.hosting && audience.watchers.is_empty() {
        return;
    }
    group_ui(ui, text(language, Text::WatchersTitle), |ui| {
        asking_ui(ui, language, audience, commands);
        if audience.watchers.is_empty() {
            hint_ui(ui, text(language, Text::NobodyWatches));
        } else {
            watchers_ui(ui, language, audience, commands);
        }
        if audience.hosting {
            open_ui(ui, language, audience, commands);
        }
    });
}

fn watchers_ui(ui: &mut Ui, language: Language, audience: &Audience, commands: &mut Vec<Command>) {
    if !audience.hosting {
        let names: Vec<&str> = audience.watchers.iter().map(|chair| chair.name.as_str()).collect();
        let line = phrase(language, &[], &Phrase::WatchedBy(&names.join(", ")));
        ui.add(Label::new(RichText::new(line).size(theme::SMALL).color(theme::QUIET)).wrap());
        return;
    }
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = egui::vec2(4.0, 2.0);
        for chair in &audience.watchers {
            let spoken = phrase(language, &[], &Phrase::ShowOut(&chair.name));
            let name: String = chair.name.chars().take(SHOWN).collect();
            let label = RichText::new(format!("× {name}")).size(theme::SMALL);
            if spoken_button(ui, label, &spoken) {
                commands.push(Command::Order(Order::SendAway(chair.key)));
            }
        }
    });
}

fn asking_ui(ui: &mut Ui, language: Language, audience: &Audience, commands: &mut Vec<Command>) {
    for chair in &audience.asking {
        egui::Frame::group(ui.style()).fill(theme::RAISED).show(ui, |ui| {
            ui.set_width(ui.available_width());
            let line = phrase(language, &[], &Phrase::AsksToWatch(&chair.name));
            ui.add(Label::new(RichText::new(line).color(theme::GOLD)).wrap());
            ui.horizontal_wrapped(|ui| {
                ui.label(RichText::new(&chair.fingerprint).monospace().size(theme::SMALL).color(theme::QUIET))
                    .on_hover_text(text(language, Text::CompareHint));
                met_ui(ui, language, chair.met.as_ref());
            });
            ui.horizontal_wrapped(|ui| {
                if ui.button(phrase(language, &[], &Phrase::LetWatch(&chair.name))).clicked() {
                    commands.push(Command::Order(Order::LetIn(chair.key)));
                }
                if ui.button(phrase(language, &[], &Phrase::TurnDown(&chair.name))).clicked() {
                    commands.push(Command::Order(Order::SendAway(chair.key)));
                }
            });
        });
    }
}

fn open_ui(ui: &mut Ui, language: Language, audience: &Audience, commands: &mut Vec<Command>) {
    let mut open = audience.open;
    let label = RichText::new(text(language, Text::AllowWatchers)).size(theme::SMALL);
    if ui.add(Checkbox::new(&mut open, label)).changed() {
        commands.push(Command::Order(Order::AllowWatchers(open)));
    }
}
