//! Players gather at a table before it begins.

use egui::{Button, RichText, ScrollArea, Ui, vec2};
use nightcoach_words::{Language, Phrase, Text, phrase, text};

use super::parts::{group_ui, hint_ui};
use super::{code, options};
use crate::model::{Gathering, Order};
use crate::{Command, theme};

pub(crate) fn show(
    ui: &mut Ui,
    language: Language,
    gathering: &Gathering,
    codes: &[String],
    commands: &mut Vec<Command>,
) {
    let width = ui.available_width().min(620.0);
    ui.vertical_centered(|ui| {
        ui.set_max_width(width);
        ui.with_layout(egui::Layout::top_down(egui::Align::Min), |ui| {
            ui.heading(&gathering.table_name);
            let role = if gathering.hosting { Text::GatheringHost } else { Text::GatheringGuest };
            ui.label(text(language, role));
            players_ui(ui, language, gathering);
            // Before the rules, so that however many differ, nothing that is pressed is cut off.
            buttons_ui(ui, language, gathering, commands);
            ScrollArea::vertical().id_salt("agreed").show(ui, |ui| {
                if let Some(code) = codes.first().filter(|_code| gathering.hosting) {
                    code::qr_ui(ui, language, code);
                }
                options::agreed_ui(ui, language, &gathering.options);
                hint_ui(ui, text(language, Text::Trust));
            });
        });
    });
}

fn players_ui(ui: &mut Ui, language: Language, gathering: &Gathering) {
    let seats = gathering.options.seats;
    let taken = gathering.players.len();
    group_ui(ui, text(language, Text::Players), |ui| {
        hint_ui(ui, &phrase(language, &[], &Phrase::SeatsTaken { taken, seats }));
        for (place, (name, fingerprint)) in gathering.players.iter().enumerate() {
            ui.horizontal(|ui| {
                ui.label(RichText::new(format!("{}.", place.saturating_add(1))).color(theme::QUIET));
                ui.label(name);
                ui.label(RichText::new(fingerprint).monospace().color(theme::QUIET));
            });
        }
        for place in taken..usize::from(seats) {
            let number = place.saturating_add(1);
            ui.label(RichText::new(format!("{number}. {}", text(language, Text::FreeSeat))).color(theme::QUIET));
        }
    });
}

fn buttons_ui(ui: &mut Ui, language: Language, gathering: &Gathering, commands: &mut Vec<Command>) {
    ui.horizontal(|ui| {
        if gathering.hosting {
            let begin = Button::new(text(language, Text::Begin)).min_size(vec2(140.0, 34.0));
            let begin = ui.add_enabled(gathering.can_begin, begin);
            if begin.on_disabled_hover_text(text(language, Text::BeginNotYet)).clicked() {
                commands.push(Command::Order(Order::Begin));
            }
        }
        if ui.add(Button::new(text(language, Text::Leave)).min_size(vec2(100.0, 34.0))).clicked() {
            commands.push(Command::Order(Order::LeaveTable));
        }
    });
}
