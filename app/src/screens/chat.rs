//! The chat of a table: lines, and a field to say something. A line is text and nothing else: no card, no proof.

use egui::{Button, Key, Label, RichText, ScrollArea, TextEdit, Ui, WidgetInfo};
use nightcoach_words::{Language, Text, text};

use crate::model::{ChatLine, Order};
use crate::{Command, theme};

/// Longest line that can be typed.
const LONGEST: usize = 300;

/// The half-typed line.
#[derive(Debug, Default)]
pub(crate) struct ChatForm {
    typed: String,
    /// Whether keys are the field's.
    pub(crate) typing: bool,
    /// Lines that were on the screen.
    pub(crate) seen: usize,
}

impl ChatForm {
    /// Lines that were not on the screen yet.
    pub(crate) fn unread(&self, lines: &[ChatLine]) -> usize {
        lines.len().saturating_sub(self.seen)
    }
}

/// Draws field and lines.
pub(crate) fn show(
    ui: &mut Ui,
    language: Language,
    form: &mut ChatForm,
    lines: &[ChatLine],
    commands: &mut Vec<Command>,
) {
    form.seen = lines.len();
    field_ui(ui, language, form, commands);
    ScrollArea::vertical().id_salt("chat").auto_shrink([false; 2]).stick_to_bottom(true).show(ui, |ui| {
        if lines.is_empty() {
            let hint = RichText::new(text(language, Text::ChatEmpty)).size(theme::SMALL).color(theme::QUIET);
            ui.add(Label::new(hint).wrap());
        }
        for line in lines {
            let said = RichText::new(format!("{}: {}", line.name, line.text)).size(theme::SMALL + 1.0);
            ui.add(Label::new(if line.own { said.color(theme::QUIET) } else { said }).wrap());
        }
    });
}

fn field_ui(ui: &mut Ui, language: Language, form: &mut ChatForm, commands: &mut Vec<Command>) {
    ui.horizontal(|ui| {
        let label = text(language, Text::ChatField);
        let width = (ui.available_width() - 62.0).max(60.0);
        let field = TextEdit::singleline(&mut form.typed).id_salt("say").hint_text(label).char_limit(LONGEST);
        let field = ui.add(field.desired_width(width));
        let typed = form.typed.as_str();
        field.widget_info(|| {
            let mut info = WidgetInfo::text_edit(field.enabled(), typed, typed, "");
            info.label = Some(label.to_owned());
            info
        });
        form.typing = field.has_focus();
        let entered = field.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
        let something = !form.typed.trim().is_empty();
        let pressed = ui.add_enabled(something, Button::new(text(language, Text::ChatSend))).clicked();
        if something && (entered || pressed) {
            commands.push(Command::Order(Order::Say(std::mem::take(&mut form.typed))));
            // Whoever talks goes on talking.
            field.request_focus();
        }
    });
}
