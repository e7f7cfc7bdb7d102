//! Parts that several screens share.

use egui::{RichText, Ui};
use nightcoach_words::{AddressTrouble, Language, Phrase, Remark, Text, phrase, remark, text};

use crate::model::{AddressError, CodeError, Met, Notice};
use crate::{Command, theme};

/// One button per language, each in its own name.
pub(crate) fn language_ui(ui: &mut Ui, spoken: Language, commands: &mut Vec<Command>) {
    for language in Language::ALL.into_iter().rev() {
        if ui.selectable_label(language == spoken, language.own_name()).clicked() && language != spoken {
            commands.push(Command::Speak(language));
        }
    }
}

/// The button that opens the rules.
pub(crate) fn rules_ui(ui: &mut Ui, language: Language, commands: &mut Vec<Command>) {
    if ui.button(text(language, Text::Rules)).clicked() {
        commands.push(Command::Rules(None));
    }
}

/// The numbers 3 to 10, one of them chosen.
pub(crate) fn seat_count_ui(ui: &mut Ui, language: Language, what: &str, chosen: &mut u8) {
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        for count in 3..=10u8 {
            let label = ui.selectable_label(*chosen == count, count.to_string());
            let spoken = format!("{what}: {}", phrase(language, &[], &Phrase::Seats(count)));
            let (selected, enabled) = (*chosen == count, ui.is_enabled());
            label.widget_info(|| egui::WidgetInfo::selected(egui::Role::Button, enabled, selected, &spoken));
            if label.clicked() {
                *chosen = count;
            }
        }
    });
}

/// What the network has to say: the latest remarks, until they are dismissed.
pub(crate) fn notices_ui(ui: &mut Ui, language: Language, notices: &[Notice], dismissed: &mut usize) {
    const SHOWN: usize = 3;
    *dismissed = (*dismissed).min(notices.len());
    let skipped = notices.len().saturating_sub(SHOWN).max(*dismissed);
    let mut dismiss = false;
    for notice in notices.iter().skip(skipped) {
        ui.horizontal_wrapped(|ui| {
            ui.label(RichText::new(remark(language, &as_remark(notice))).color(theme::ALARM));
            dismiss |= ui.small_button(text(language, Text::Remove)).clicked();
        });
    }
    if dismiss {
        *dismissed = notices.len();
    }
}

fn as_remark(notice: &Notice) -> Remark<'_> {
    match notice {
        Notice::Refused(why) => Remark::Refused(*why),
        Notice::GuestRefused { name, refusal } => Remark::GuestRefused(name, *refusal),
        Notice::CalledOff => Remark::CalledOff,
        Notice::UnknownTable => Remark::UnknownTable,
        Notice::CannotBegin(why) => Remark::CannotBegin(*why),
        Notice::NotLinked(names) => Remark::NotLinked(names),
        Notice::VersionDiffers { name, theirs, ours, we_update: _ } => Remark::VersionDiffers { name, theirs, ours },
        Notice::Unreachable { address, why: _ } => Remark::Unreachable(address),
        Notice::BadAddress { text, why } => Remark::BadAddress(text, trouble(why)),
        Notice::NoTableThere(name) => Remark::NoTableThere(name),
        Notice::Unclear(why) => Remark::Unclear(why),
        Notice::Misbehaved(name) => Remark::Misbehaved(name),
        Notice::Disk(why) => Remark::Disk(why),
        Notice::Resumed(table) => Remark::Resumed(table),
        Notice::ChoiceRefused => Remark::ChoiceRefused,
        Notice::CutBack { path, bytes: _ } => Remark::CutBack(path),
        Notice::NoRematch => Remark::NoRematch,
        Notice::WaitingForRematch(host) => Remark::WaitingForRematch(host),
        Notice::WaitingForEnd(names) => Remark::WaitingForEnd(names),
        Notice::SignedTwice(name) => Remark::SignedTwice(name),
        Notice::HeldBack(names) => Remark::HeldBack(names),
        Notice::StoppedElsewhere(name) => Remark::StoppedElsewhere(name),
        Notice::LeftForGood(name) => Remark::LeftForGood(name),
        Notice::NoChat => Remark::NoChat,
        Notice::TooMuchSaid => Remark::TooMuchSaid,
        Notice::Knocks(name) => Remark::Knocks(name),
        Notice::PutAside(table) => Remark::PutAside(table),
        Notice::AsksToWatch(name) => Remark::AsksToWatch(name),
        Notice::Watches(name) => Remark::Watches(name),
        Notice::CannotWatch(why) => Remark::CannotWatch(*why),
        Notice::WatcherRefused { name, refusal } => Remark::WatcherRefused(name, *refusal),
        Notice::Broken => Remark::Broken,
    }
}

/// Gives a text field its name for those who do not see it.
pub(crate) fn named_field(field: &egui::Response, label: &str, value: &str) {
    field.widget_info(|| {
        let mut info = egui::WidgetInfo::text_edit(field.enabled(), value, value, "");
        info.label = Some(label.to_owned());
        info
    });
}

/// Since when somebody is known, or that they are new.
pub(crate) fn met_ui(ui: &mut Ui, language: Language, met: Option<&Met>) {
    let words = match met {
        Some(met) => phrase(language, &[], &Phrase::Known { name: &met.name, days: met.first_days }),
        None => text(language, Text::NewPerson).to_owned(),
    };
    ui.label(RichText::new(words).size(theme::SMALL).color(theme::QUIET))
        .on_hover_text(text(language, Text::CompareHint));
}

/// The timer of the own turn, which only nags.
pub(crate) fn remind_ui(ui: &mut Ui, language: Language, remind: &mut Option<u64>) {
    let after = |seconds| (Some(seconds), phrase(language, &[], &Phrase::After(seconds)));
    let never = (None, text(language, Text::RemindNever).to_owned());
    ui.horizontal_wrapped(|ui| {
        for (value, words) in [never, after(30), after(60), after(180)] {
            let selected = *remind == value;
            let label = ui.selectable_label(selected, &words);
            let spoken = format!("{}: {words}", text(language, Text::RemindTitle));
            let enabled = ui.is_enabled();
            label.widget_info(|| egui::WidgetInfo::selected(egui::Role::Button, enabled, selected, &spoken));
            if label.clicked() {
                *remind = value;
            }
        }
    });
}

const fn trouble(why: &AddressError) -> AddressTrouble {
    match why {
        AddressError::Empty => AddressTrouble::Empty,
        AddressError::Port => AddressTrouble::Port,
        AddressError::LinkLocal => AddressTrouble::LinkLocal,
        AddressError::Nowhere | AddressError::Code(CodeError::Nowhere) => AddressTrouble::Nowhere,
        AddressError::Transport => AddressTrouble::Transport,
        AddressError::Unknown => AddressTrouble::Unknown,
        AddressError::Code(CodeError::Length(len)) => AddressTrouble::CodeLength(*len),
        AddressError::Code(CodeError::Character(wrong)) => AddressTrouble::CodeCharacter(*wrong),
        AddressError::Code(CodeError::Check) => AddressTrouble::CodeCheck,
    }
}

/// A heading of a group.
pub(crate) fn title_ui(ui: &mut Ui, title: &str) {
    ui.label(RichText::new(title).size(theme::HEADING - 3.0).color(theme::GOLD));
}

/// A quiet explanation.
pub(crate) fn hint_ui(ui: &mut Ui, hint: &str) {
    ui.label(RichText::new(hint).size(theme::SMALL).color(theme::QUIET));
}

/// A group with a raised ground, as wide as its column.
pub(crate) fn group_ui(ui: &mut Ui, title: &str, inside: impl FnOnce(&mut Ui)) {
    egui::Frame::group(ui.style()).fill(theme::PANEL).inner_margin(10).show(ui, |ui| {
        ui.set_width(ui.available_width());
        title_ui(ui, title);
        inside(ui);
    });
}
