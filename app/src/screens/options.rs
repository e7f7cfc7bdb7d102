//! The options of a table: the form of the host, and what a table has agreed on.

use egui::{CollapsingHeader, Ui, WidgetInfo};
use nightcoach_rules::{AbilityMode, Options, StartPlayer};
use nightcoach_words::{
    Language, Switch, Text, ability_mode, differences, losses, most_laps, start_player, switch_label, switch_meaning,
    text,
};

use super::parts::{group_ui, hint_ui};

/// Numbers of laps to choose from; 0 is no limit.
const LAPS: [u16; 6] = [0, 10, 20, 30, 50, 100];

/// Every option but the number of seats, folded away at first.
pub(crate) fn form_ui(ui: &mut Ui, language: Language, options: &mut Options) {
    CollapsingHeader::new(text(language, Text::MoreOptions)).id_salt("more options").show(ui, |ui| {
        hint_ui(ui, text(language, Text::MoreOptionsHint));
        let starts = [StartPlayer::Random, StartPlayer::Host].map(|start| (start, start_player(language, start)));
        choice_ui(ui, text(language, Text::OptionStart), &starts, &mut options.start_player);
        let laps = LAPS.map(|laps| (laps, most_laps(language, laps)));
        choice_ui(ui, text(language, Text::OptionLaps), &laps, &mut options.max_laps);
        let may = (0..=Options::most_losses(options.seats)).map(|losses| (losses, losses.to_string()));
        choice_ui(ui, text(language, Text::OptionLosses), &may.collect::<Vec<_>>(), &mut options.losses);
        hint_ui(ui, &losses(language, options.seats, options.losses));
        let modes = [AbilityMode::SealedRounds, AbilityMode::OneShot, AbilityMode::SeatOrder];
        let modes = modes.map(|mode| (mode, ability_mode(language, mode)));
        choice_ui(ui, text(language, Text::OptionFight), &modes, &mut options.ability_mode);
        let standard = Options::new(options.seats);
        for switch in Switch::ALL {
            let label = switch_label(language, switch, switch.is_on(&standard));
            ui.checkbox(switch.place(options), label);
            hint_ui(ui, switch_meaning(language, switch));
        }
    });
}

/// One of several values, each with its words.
pub(crate) fn choice_ui<T: Copy + PartialEq>(ui: &mut Ui, what: &str, values: &[(T, impl AsRef<str>)], chosen: &mut T) {
    hint_ui(ui, what);
    ui.horizontal_wrapped(|ui| {
        for (value, words) in values {
            let selected = *chosen == *value;
            let label = ui.selectable_label(selected, words.as_ref());
            let enabled = ui.is_enabled();
            label.widget_info(|| WidgetInfo::selected(egui::Role::Button, enabled, selected, words.as_ref()));
            if label.clicked() {
                *chosen = *value;
            }
        }
    });
}

/// What the table has agreed on: what differs from the default, or that nothing does.
pub(crate) fn agreed_ui(ui: &mut Ui, language: Language, options: &Options) {
    group_ui(ui, text(language, Text::AgreedRules), |ui| {
        let differing = differences(language, options);
        if differing.is_empty() {
            ui.label(text(language, Text::StandardRules));
        }
        for rule in differing {
            ui.label(rule);
        }
        ui.label(losses(language, options.seats, options.losses));
        if options.seats % 2 == 1 {
            hint_ui(ui, text(language, Text::OddHint));
        }
    });
}
