//! The lobby: name, practice, host, tables, address, and what the network sees.

use egui::{Button, RichText, ScrollArea, TextEdit, Ui, vec2};
use nightcoach_rules::Options;
use nightcoach_table::lobby::Admission;
use nightcoach_words::{Language, Phrase, Text, options_error, phrase, text};

use super::parts::{group_ui, hint_ui, met_ui, named_field, remind_ui, seat_count_ui};
use super::{door, options};
use crate::model::{Order, Snapshot, TableListing};
use crate::{Command, theme};

/// Half-filled fields.
#[derive(Debug)]
pub(crate) struct Form {
    name: Option<String>,
    table_name: String,
    practice_seats: u8,
    options: Options,
    address: String,
    door: door::DoorForm,
}

impl Default for Form {
    fn default() -> Self {
        let (table_name, address, door) = (String::new(), String::new(), door::DoorForm::default());
        Self { name: None, table_name, practice_seats: 5, options: Options::usual(6), address, door }
    }
}

pub(crate) fn show(
    ui: &mut Ui,
    language: Language,
    form: &mut Form,
    remind: &mut Option<u64>,
    snapshot: &Snapshot,
    commands: &mut Vec<Command>,
) {
    ScrollArea::vertical().id_salt("lobby").auto_shrink([false; 2]).show(ui, |ui| {
        ui.columns(2, |columns| {
            if let [left, right] = columns {
                name_ui(left, language, form, snapshot, commands);
                practice_ui(left, language, form, commands);
                host_ui(left, language, form, snapshot, commands);
                group_ui(left, text(language, Text::RemindTitle), |ui| remind_ui(ui, language, remind));
                door::wanted_ui(right, language, &mut form.door, snapshot, commands);
                door::unfinished_ui(right, language, &mut form.door, &snapshot.unfinished, commands);
                tables_ui(right, language, &snapshot.tables, commands);
                address_ui(right, language, form, commands);
                machine_ui(right, language, snapshot);
            }
        });
    });
}

fn name_ui(ui: &mut Ui, language: Language, form: &mut Form, snapshot: &Snapshot, commands: &mut Vec<Command>) {
    group_ui(ui, text(language, Text::YourName), |ui| {
        let name = form.name.get_or_insert_with(|| snapshot.name.clone());
        let field = TextEdit::singleline(name).id_salt("name").char_limit(32).desired_width(f32::INFINITY);
        let field = ui.add(field);
        named_field(&field, text(language, Text::YourName), name);
        if field.lost_focus() && !name.trim().is_empty() && *name != snapshot.name {
            commands.push(Command::Order(Order::Rename(name.trim().to_owned())));
        }
    });
}

fn practice_ui(ui: &mut Ui, language: Language, form: &mut Form, commands: &mut Vec<Command>) {
    group_ui(ui, text(language, Text::PracticeTitle), |ui| {
        hint_ui(ui, text(language, Text::PracticeHint));
        seat_count_ui(ui, language, text(language, Text::PracticeTitle), &mut form.practice_seats);
        if wide_button(ui, text(language, Text::PracticeStart)) {
            commands.push(Command::Practice { seats: form.practice_seats });
        }
    });
}

fn host_ui(ui: &mut Ui, language: Language, form: &mut Form, snapshot: &Snapshot, commands: &mut Vec<Command>) {
    group_ui(ui, text(language, Text::HostTitle), |ui| {
        let label = text(language, Text::TableName);
        let field = TextEdit::singleline(&mut form.table_name)
            .id_salt("table name")
            .hint_text(label)
            .char_limit(32)
            .desired_width(f32::INFINITY);
        named_field(&ui.add(field), label, &form.table_name);
        let before = form.options.seats;
        seat_count_ui(ui, language, text(language, Text::HostTitle), &mut form.options.seats);
        if form.options.seats != before {
            form.options.losses = Options::usual_losses(form.options.seats);
        }
        if form.options.seats % 2 == 1 {
            hint_ui(ui, text(language, Text::OddHint));
        }
        options::form_ui(ui, language, &mut form.options);
        let wrong = form.options.check().err();
        if let Some(error) = wrong {
            ui.label(RichText::new(options_error(language, error)).color(theme::ALARM));
        }
        door::form_ui(ui, language, &mut form.door);
        let door = form.door.door();
        let opens =
            ui.add_enabled_ui(wrong.is_none() && door.is_some(), |ui| wide_button(ui, text(language, Text::HostStart)));
        if let Some(door) = door.filter(|_door| opens.inner) {
            let typed = form.table_name.trim();
            let table_name = if typed.is_empty() { snapshot.name.clone() } else { typed.to_owned() };
            commands.push(Command::Order(Order::Host { table_name, options: form.options.clone(), door }));
        }
    });
}

fn tables_ui(ui: &mut Ui, language: Language, tables: &[TableListing], commands: &mut Vec<Command>) {
    group_ui(ui, text(language, Text::TablesTitle), |ui| {
        if tables.is_empty() {
            hint_ui(ui, text(language, Text::NoTables));
        }
        for table in tables {
            table_ui(ui, language, table, commands);
        }
    });
}

fn table_ui(ui: &mut Ui, language: Language, table: &TableListing, commands: &mut Vec<Command>) {
    egui::Frame::group(ui.style()).fill(theme::RAISED).show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.horizontal(|ui| {
            ui.vertical(|ui| {
                ui.set_width((ui.available_width() - 170.0).max(60.0));
                ui.label(&table.name);
                let taken = Phrase::SeatsTaken { taken: usize::from(table.taken), seats: table.seats };
                let hosted = phrase(language, &[], &Phrase::HostedBy(&table.host));
                hint_ui(ui, &format!("{hosted} · {}", phrase(language, &[], &taken)));
                match table.admission {
                    Admission::Open => {}
                    Admission::Passphrase => hint_ui(ui, text(language, Text::AdmitPassphrase)),
                    Admission::Approval => {
                        hint_ui(ui, &phrase(language, &[], &Phrase::WaitsForHost(&table.host)));
                    }
                }
                if let Some(remark) = &table.remark {
                    hint_ui(ui, remark);
                }
            });
            let join = ui.add_enabled(table.joinable, Button::new(text(language, Text::Join)));
            let spoken = format!("{} {}", text(language, Text::Join), table.name);
            join.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, table.joinable, &spoken));
            if join.clicked() {
                commands.push(Command::Order(Order::Join { table: table.id }));
            }
            let watch = ui.add_enabled(table.watchable, Button::new(text(language, Text::Watch)));
            let watch = watch.on_hover_text(text(language, Text::YouWatchHint));
            let spoken = format!("{} {}", text(language, Text::Watch), table.name);
            watch.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, table.watchable, &spoken));
            if watch.clicked() {
                commands.push(Command::Order(Order::Watch { table: table.id }));
            }
        });
    });
}

fn address_ui(ui: &mut Ui, language: Language, form: &mut Form, commands: &mut Vec<Command>) {
    group_ui(ui, text(language, Text::AddressTitle), |ui| {
        let width = ui.available_width();
        let field = TextEdit::singleline(&mut form.address)
            .id_salt("address")
            .hint_text(text(language, Text::AddressHint))
            .desired_width(width);
        let field = ui.add(field);
        named_field(&field, text(language, Text::AddressTitle), &form.address);
        let typed = form.address.trim();
        let entered = field.lost_focus() && ui.input(|input| input.key_pressed(egui::Key::Enter));
        ui.horizontal(|ui| {
            let button = ui.add_enabled(!typed.is_empty(), Button::new(text(language, Text::JoinAddress)));
            if !typed.is_empty() && (entered || button.clicked()) {
                commands.push(Command::Order(Order::JoinAddress(typed.to_owned())));
            }
            let watch = ui.add_enabled(!typed.is_empty(), Button::new(text(language, Text::WatchAddress)));
            if watch.clicked() {
                commands.push(Command::Order(Order::WatchAddress(typed.to_owned())));
            }
        });
    });
}

fn machine_ui(ui: &mut Ui, language: Language, snapshot: &Snapshot) {
    group_ui(ui, text(language, Text::MachineTitle), |ui| {
        hint_ui(ui, text(language, Text::OwnAddresses));
        if snapshot.addresses.is_empty() {
            ui.label(text(language, Text::NoAddresses));
        }
        for address in &snapshot.addresses {
            ui.label(RichText::new(address).monospace());
        }
        hint_ui(ui, text(language, Text::Fingerprint));
        ui.label(RichText::new(&snapshot.fingerprint).monospace()).on_hover_text(text(language, Text::FingerprintHint));
        ui.add_space(4.0);
        hint_ui(ui, text(language, Text::PeersTitle));
        if snapshot.peers.is_empty() {
            ui.label(text(language, Text::NoPeers));
        }
        for peer in &snapshot.peers {
            let state = if peer.linked { Text::PeerLinked } else { Text::PeerSeen };
            ui.horizontal_wrapped(|ui| {
                ui.label(&peer.name);
                ui.label(RichText::new(&peer.fingerprint).monospace().color(theme::QUIET));
                hint_ui(ui, text(language, state));
                met_ui(ui, language, peer.met.as_ref());
            });
        }
        ui.separator();
        hint_ui(ui, text(language, Text::NetworkSees));
        hint_ui(ui, text(language, Text::Trust));
    });
}

fn wide_button(ui: &mut Ui, label: &str) -> bool {
    let size = vec2(ui.available_width(), 34.0);
    ui.add(Button::new(label).min_size(size)).clicked()
}
