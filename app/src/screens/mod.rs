//! The screens of the window: lobby, gathering, table.

mod audience;
mod chat;
mod code;
mod door;
mod gathering;
mod lobby;
mod network;
mod options;
mod parts;
mod rules;

use egui::{CentralPanel, Frame, Panel, Ui};
use nightcoach_rules::Options;
use nightcoach_words::{Language, Remark, Text, remark, text};

use crate::model::{Order, Snapshot, Stage};
use crate::table::{Around, TablePanel, watched_ui};
use crate::{Command, theme};

pub(crate) use audience::show as audience_ui;
pub(crate) use chat::{ChatForm, show as chat_ui};
pub(crate) use parts::{language_ui, rules_ui};

/// What the window remembers between frames: half-filled forms and half-made choices, nothing of the game.
#[derive(Debug, Default)]
pub struct Screens {
    /// The language that is spoken.
    pub language: Language,
    /// Whether a practice table is starting, which is then shown in place of the lobby.
    pub starting: bool,
    /// Why the last practice table did not start.
    pub practice_failed: Option<String>,
    /// Whether a bot plays on for the person.
    pub bot_plays: bool,
    /// After how many seconds the own turn is called to mind; nobody else knows of it.
    pub remind: Option<u64>,
    /// Whether the profile was asked for that.
    remembered: bool,
    chat: ChatForm,
    lobby: lobby::Form,
    table: TablePanel,
    rules: rules::Panel,
    network: network::Page,
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
    if !std::mem::replace(&mut screens.remembered, true) {
        screens.remind = screens.remind.or(snapshot.reminder);
    }
    let reminded = screens.remind;
    match &snapshot.stage {
        Stage::Lobby => {
            head_ui(ui, language, &mut commands);
            CentralPanel::default_margins().show(ui, |ui| {
                parts::notices_ui(ui, language, &snapshot.notices, &mut screens.dismissed);
                if screens.starting {
                    starting_ui(ui, language, &mut commands);
                } else {
                    if let Some(why) = &screens.practice_failed {
                        let sentence = remark(language, &Remark::PracticeFailed(why));
                        ui.label(egui::RichText::new(sentence).color(theme::ALARM));
                    }
                    lobby::show(ui, language, &mut screens.lobby, &mut screens.remind, snapshot, &mut commands);
                }
            });
        }
        Stage::Gathering(gathering) => {
            head_ui(ui, language, &mut commands);
            gathering_chat_ui(ui, screens, snapshot, &mut commands);
            CentralPanel::default_margins().show(ui, |ui| {
                parts::notices_ui(ui, language, &snapshot.notices, &mut screens.dismissed);
                gathering::show(ui, language, gathering, snapshot, &mut commands);
            });
        }
        Stage::Playing(playing) => {
            remarks_ui(ui, screens, snapshot);
            let reading = screens.rules.is_open() || screens.network.is_open();
            let (bot_plays, remind) = (screens.bot_plays, screens.remind);
            let around = Around { language, snapshot, bot_plays, remind, reading };
            screens.table.show(ui, playing, &around, &mut screens.chat, &mut commands);
        }
        Stage::Watching(watched) => {
            remarks_ui(ui, screens, snapshot);
            watched_ui(ui, language, snapshot, watched, &mut commands);
        }
    }
    if screens.remind != reminded {
        commands.push(Command::Order(Order::Remind(screens.remind)));
    }
    obey(screens, &commands);
    screens.rules.show(ui, language, options_of(snapshot));
    screens.network.show(ui, language, &snapshot.network, &snapshot.codes);
    commands
}

/// Does at once what concerns the screens alone.
fn obey(screens: &mut Screens, commands: &[Command]) {
    for command in commands {
        match command {
            Command::Speak(language) => screens.language = *language,
            Command::Rules(topic) => screens.rules.open(*topic),
            Command::Network => screens.network.open(),
            Command::Order(_)
            | Command::Practice { .. }
            | Command::Leave
            | Command::LeaveForGood
            | Command::BotPlays(_) => {}
        }
    }
}

/// Remarks above a table, while there are any that were not dismissed.
fn remarks_ui(ui: &mut Ui, screens: &mut Screens, snapshot: &Snapshot) {
    if snapshot.notices.len() > screens.dismissed {
        Panel::top("remarks").show(ui, |ui| {
            parts::notices_ui(ui, screens.language, &snapshot.notices, &mut screens.dismissed);
        });
    }
}

/// What people say while they gather.
fn gathering_chat_ui(ui: &mut Ui, screens: &mut Screens, snapshot: &Snapshot, commands: &mut Vec<Command>) {
    let Some(lines) = &snapshot.chat else { return };
    let language = screens.language;
    Panel::right("gathering chat").exact_size(theme::SIDE_WIDTH).resizable(false).show(ui, |ui| {
        parts::title_ui(ui, text(language, Text::Chat));
        chat::show(ui, language, &mut screens.chat, lines, commands);
    });
}

/// The options of the table that one sits at.
fn options_of(snapshot: &Snapshot) -> Option<&Options> {
    match &snapshot.stage {
        Stage::Lobby => None,
        Stage::Gathering(gathering) => Some(&gathering.options),
        Stage::Playing(playing) => playing.view.as_ref().map(|view| &view.state.options),
        Stage::Watching(watched) => Some(&watched.options),
    }
}

/// The second before a practice table is there: at the place where the set-up will be told.
fn starting_ui(ui: &mut Ui, language: Language, commands: &mut Vec<Command>) {
    ui.vertical_centered(|ui| {
        ui.add_space(ui.available_height() * 0.25);
        ui.heading(egui::RichText::new(text(language, Text::PracticeStarting)).color(theme::GOLD));
        ui.label(text(language, Text::PracticeStartingHint));
        ui.add_space(12.0);
        let spinner = ui.add(egui::Spinner::new().size(28.0).color(theme::GOLD));
        let spoken = text(language, Text::PracticeStarting);
        spinner.widget_info(|| egui::WidgetInfo::labeled(egui::Role::ProgressIndicator, true, spoken));
        ui.add_space(12.0);
        if ui.button(text(language, Text::Leave)).clicked() {
            commands.push(Command::Leave);
        }
    });
}

fn head_ui(ui: &mut Ui, language: Language, commands: &mut Vec<Command>) {
    Panel::top("head").frame(Frame::side_top_panel(ui.style())).show(ui, |ui| {
        ui.horizontal(|ui| {
            ui.heading(egui::RichText::new(text(language, Text::AppName)).color(theme::GOLD));
            ui.label(egui::RichText::new(text(language, Text::Tagline)).color(theme::QUIET));
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                language_ui(ui, language, commands);
                ui.separator();
                rules_ui(ui, language, commands);
                if ui.button(text(language, Text::Network)).clicked() {
                    commands.push(Command::Network);
                }
            });
        });
    });
}
