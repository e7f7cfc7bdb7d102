//! Who sits down: what a host chooses, what keeps a guest out, and which tables wait to be taken up again.

use egui::{Button, Label, RichText, TextEdit, Ui, WidgetInfo};
use nightcoach_table::lobby::{Admission, Door, Passphrase};
use nightcoach_words::{Language, Phrase, Text, phrase, text};

use super::options::choice_ui;
use super::parts::{group_ui, hint_ui, named_field};
use crate::model::{Order, Snapshot, Unfinished, Wanted};
use crate::{Command, theme};

/// Half-filled fields about doors.
#[derive(Debug, Default)]
pub(crate) struct DoorForm {
    admission: Admission,
    own_words: String,
    told_words: String,
    /// The unfinished table whose leaving is asked back.
    leaving: Option<String>,
}

impl DoorForm {
    /// The door that is chosen; nothing while a passphrase is missing.
    pub(crate) fn door(&self) -> Option<Door> {
        match self.admission {
            Admission::Open => Some(Door::Open),
            Admission::Passphrase => Passphrase::new(&self.own_words).map(Door::Passphrase),
            Admission::Approval => Some(Door::Approval),
        }
    }
}

/// The host's choice.
pub(crate) fn form_ui(ui: &mut Ui, language: Language, form: &mut DoorForm) {
    let say = |what| text(language, what);
    let values = [
        (Admission::Open, say(Text::AdmitOpen)),
        (Admission::Passphrase, say(Text::AdmitPassphrase)),
        (Admission::Approval, say(Text::AdmitApproval)),
    ];
    choice_ui(ui, say(Text::AdmissionTitle), &values, &mut form.admission);
    if form.admission == Admission::Passphrase {
        words_ui(ui, language, "own words", &mut form.own_words);
        if form.door().is_none() {
            hint_ui(ui, say(Text::PassphraseMissing));
        }
    }
}

/// A field for a passphrase; it is read aloud at the table anyway, so it shows what is typed.
fn words_ui(ui: &mut Ui, language: Language, salt: &str, words: &mut String) -> bool {
    let label = text(language, Text::PassphraseField);
    let field = TextEdit::singleline(words).id_salt(salt).hint_text(label).char_limit(64);
    let field = ui.add(field.desired_width(f32::INFINITY));
    named_field(&field, label, words);
    field.lost_focus() && ui.input(|input| input.key_pressed(egui::Key::Enter))
}

/// What the host of a table that one wants to join waits for.
pub(crate) fn wanted_ui(
    ui: &mut Ui,
    language: Language,
    form: &mut DoorForm,
    snapshot: &Snapshot,
    commands: &mut Vec<Command>,
) {
    let Some(wanted) = &snapshot.wanted else { return };
    let title = match wanted {
        Wanted::Passphrase(host) => phrase(language, &[], &Phrase::WantsPassphrase(host)),
        Wanted::Approval(host) => phrase(language, &[], &Phrase::WaitsForHost(host)),
    };
    group_ui(ui, &title, |ui| {
        let mut entered = false;
        let asks = matches!(wanted, Wanted::Passphrase(_));
        if asks {
            entered = words_ui(ui, language, "told words", &mut form.told_words);
        }
        ui.horizontal(|ui| {
            if asks {
                let words = Passphrase::new(&form.told_words);
                let tell = ui.add_enabled(words.is_some(), Button::new(text(language, Text::PassphraseSend)));
                if let Some(words) = words.filter(|_words| entered || tell.clicked()) {
                    form.told_words.clear();
                    commands.push(Command::Order(Order::Prove(words)));
                }
            }
            if ui.button(text(language, Text::StopWaiting)).clicked() {
                commands.push(Command::Order(Order::LeaveTable));
            }
        });
    });
}

/// Tables that are neither finished nor left for good.
pub(crate) fn unfinished_ui(
    ui: &mut Ui,
    language: Language,
    form: &mut DoorForm,
    tables: &[Unfinished],
    commands: &mut Vec<Command>,
) {
    if tables.is_empty() {
        return;
    }
    group_ui(ui, text(language, Text::UnfinishedTitle), |ui| {
        hint_ui(ui, text(language, Text::UnfinishedHint));
        for table in tables {
            egui::Frame::group(ui.style()).fill(theme::RAISED).show(ui, |ui| {
                ui.set_width(ui.available_width());
                table_ui(ui, language, form, table, commands);
            });
        }
    });
}

fn table_ui(ui: &mut Ui, language: Language, form: &mut DoorForm, table: &Unfinished, commands: &mut Vec<Command>) {
    ui.label(&table.table_name);
    let with = phrase(language, &[], &Phrase::PlayedWith { names: &table.names, round: table.round });
    let ago = phrase(language, &[], &Phrase::PlayedAgo(table.minutes_ago));
    let line = RichText::new(format!("{with} · {ago}")).size(theme::SMALL).color(theme::QUIET);
    ui.add(Label::new(line).wrap());
    ui.horizontal_wrapped(|ui| {
        let named = |what: Text| format!("{} {}", text(language, what), table.table_name);
        if form.leaving.as_ref() == Some(&table.id) {
            let leave = RichText::new(text(language, Text::LeaveForGood)).color(theme::ALARM);
            if spoken_button(ui, leave, &named(Text::LeaveForGood)) {
                form.leaving = None;
                commands.push(Command::Order(Order::LeaveForGood(Some(table.id.clone()))));
            }
            if ui.button(text(language, Text::Back)).clicked() {
                form.leaving = None;
            }
            hint_ui(ui, text(language, Text::ReallyLeaveForGood));
        } else {
            if spoken_button(ui, RichText::new(text(language, Text::TakeUp)), &named(Text::TakeUp)) {
                commands.push(Command::Order(Order::TakeUp(table.id.clone())));
            }
            let leave = RichText::new(text(language, Text::LeaveForGood));
            if spoken_button(ui, leave, &named(Text::LeaveForGood)) {
                form.leaving = Some(table.id.clone());
            }
        }
    });
}

/// A button with a longer name for those who do not see what it stands beside.
pub(crate) fn spoken_button(ui: &mut Ui, label: RichText, spoken: &str) -> bool {
    let button = ui.button(label);
    let enabled = button.enabled();
    button.widget_info(|| WidgetInfo::labeled(egui::Role::Button, enabled, spoken));
    button.clicked()
}
