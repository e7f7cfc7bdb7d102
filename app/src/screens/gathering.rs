//! Players gather at a table before it begins.

use egui::{Button, RichText, ScrollArea, Ui, vec2};
use nightcoach_words::{Language, Phrase, Text, phrase, text};

use super::door::spoken_button;
use super::parts::{group_ui, hint_ui, met_ui};
use super::{audience, code, options};
use crate::model::{Chair, Gathering, Order, Snapshot};
use crate::{Command, theme};

pub(crate) fn show(
    ui: &mut Ui,
    language: Language,
    gathering: &Gathering,
    snapshot: &Snapshot,
    commands: &mut Vec<Command>,
) {
    let width = ui.available_width().min(620.0);
    ui.vertical_centered(|ui| {
        ui.set_max_width(width);
        ui.with_layout(egui::Layout::top_down(egui::Align::Min), |ui| {
            ui.heading(&gathering.table_name);
            let role = if gathering.hosting { Text::GatheringHost } else { Text::GatheringGuest };
            ui.label(text(language, role));
            // Before everything that may be long, so that nothing that is pressed is cut off.
            buttons_ui(ui, language, gathering, commands);
            ScrollArea::vertical().id_salt("agreed").show(ui, |ui| {
                asking_ui(ui, language, &gathering.asking, commands);
                audience::gathering_ui(ui, language, &snapshot.audience, commands);
                players_ui(ui, language, gathering, commands);
                if let Some(code) = snapshot.codes.first().filter(|_code| gathering.hosting) {
                    code::qr_ui(ui, language, code);
                }
                options::agreed_ui(ui, language, &gathering.options);
                hint_ui(ui, text(language, Text::Trust));
            });
        });
    });
}

fn players_ui(ui: &mut Ui, language: Language, gathering: &Gathering, commands: &mut Vec<Command>) {
    let seats = gathering.options.seats;
    let taken = gathering.players.len();
    group_ui(ui, text(language, Text::Players), |ui| {
        hint_ui(ui, &phrase(language, &[], &Phrase::SeatsTaken { taken, seats }));
        for (place, chair) in gathering.players.iter().enumerate() {
            ui.horizontal_wrapped(|ui| {
                ui.label(RichText::new(format!("{}.", place.saturating_add(1))).color(theme::QUIET));
                person_ui(ui, language, chair);
                let mark = if chair.ready { Text::IsReady } else { Text::NotReady };
                let colour = if chair.ready { theme::QUIET } else { theme::GOLD };
                ui.label(RichText::new(text(language, mark)).size(theme::SMALL).color(colour));
                if gathering.hosting && !chair.own {
                    order_ui(ui, language, gathering, place, chair, commands);
                }
            });
        }
        for place in taken..usize::from(seats) {
            let number = place.saturating_add(1);
            ui.label(RichText::new(format!("{number}. {}", text(language, Text::FreeSeat))).color(theme::QUIET));
        }
    });
}

/// Name, fingerprint to compare aloud, and since when the person is known.
fn person_ui(ui: &mut Ui, language: Language, chair: &Chair) {
    ui.label(&chair.name);
    ui.label(RichText::new(&chair.fingerprint).monospace().color(theme::QUIET))
        .on_hover_text(text(language, Text::CompareHint));
    if !chair.own {
        met_ui(ui, language, chair.met.as_ref());
    }
}

/// What the host may do with a guest.
fn order_ui(
    ui: &mut Ui,
    language: Language,
    gathering: &Gathering,
    place: usize,
    chair: &Chair,
    commands: &mut Vec<Command>,
) {
    let (guest, name) = (chair.key, chair.name.as_str());
    let said = |what: &Phrase<'_>| phrase(language, &[], what);
    if place > 1 && spoken_button(ui, RichText::new("↑"), &said(&Phrase::MoveUp(name))) {
        commands.push(Command::Order(Order::Move { guest, up: true }));
    }
    let last = place.saturating_add(1) >= gathering.players.len();
    if !last && spoken_button(ui, RichText::new("↓"), &said(&Phrase::MoveDown(name))) {
        commands.push(Command::Order(Order::Move { guest, up: false }));
    }
    if spoken_button(ui, RichText::new("×"), &said(&Phrase::SendAway(name))) {
        commands.push(Command::Order(Order::SendAway(guest)));
    }
}

/// Who asks the host for a seat.
fn asking_ui(ui: &mut Ui, language: Language, asking: &[Chair], commands: &mut Vec<Command>) {
    if asking.is_empty() {
        return;
    }
    group_ui(ui, text(language, Text::AskingTitle), |ui| {
        hint_ui(ui, text(language, Text::CompareHint));
        for chair in asking {
            ui.horizontal_wrapped(|ui| {
                person_ui(ui, language, chair);
                if ui.button(phrase(language, &[], &Phrase::LetIn(&chair.name))).clicked() {
                    commands.push(Command::Order(Order::LetIn(chair.key)));
                }
                if ui.button(phrase(language, &[], &Phrase::TurnDown(&chair.name))).clicked() {
                    commands.push(Command::Order(Order::SendAway(chair.key)));
                }
            });
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
        if !gathering.hosting {
            let mut ready = gathering.ready;
            if ui.checkbox(&mut ready, text(language, Text::Ready)).changed() {
                commands.push(Command::Order(Order::Ready(ready)));
            }
        }
        if ui.add(Button::new(text(language, Text::Leave)).min_size(vec2(100.0, 34.0))).clicked() {
            commands.push(Command::Order(Order::LeaveTable));
        }
    });
}
