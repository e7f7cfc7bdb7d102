//! The prompt bar: one question, its answers at the same place always, and a button that does what is picked.

use egui::{Button, RichText, ScrollArea, Ui, vec2};
use nightcoach_rules::{Choice, Choices};
use nightcoach_words::{Phrase, Text};

use super::draft::Draft;
use super::scene::Scene;
use super::sheet::Sheet;
use super::{answers, outlook, speech};
use crate::theme;

/// Height of the line with the confirming button.
const CONFIRM_HEIGHT: f32 = 44.0;

/// Draws the bar; returns the choice that the person has confirmed.
pub(crate) fn show(ui: &mut Ui, scene: &Scene<'_>, draft: &mut Draft, sheet: &mut Option<Sheet>) -> Option<Choice> {
    let asked = !matches!(scene.choices, Choices::Nothing | Choices::Forced(_));
    let colour = if asked { theme::GOLD } else { theme::QUIET };
    let question = egui::Label::new(RichText::new(speech::question(scene)).size(theme::QUESTION).color(colour));
    // Whom the table waits for changes all the time: on one line, so that the table stays where it is.
    ui.add(if asked { question.wrap() } else { question.truncate() });
    if !asked {
        return None;
    }
    let height = (ui.available_height() - CONFIRM_HEIGHT - ui.spacing().item_spacing.y).max(36.0);
    let area = ScrollArea::vertical().id_salt("answers").auto_shrink([false, true]).max_height(height);
    area.show(ui, |ui| {
        ui.add_enabled_ui(scene.live, |ui| {
            ui.spacing_mut().item_spacing.y = 4.0;
            ui.horizontal_wrapped(|ui| answers::show(ui, scene, draft, sheet));
        });
    });
    confirm_ui(ui, scene, draft)
}

/// The button that sends, named by what it does, with the consequence beside it.
fn confirm_ui(ui: &mut Ui, scene: &Scene<'_>, draft: &mut Draft) -> Option<Choice> {
    let choice = draft.choice(scene.view, scene.choices);
    let spoken = choice.as_ref().and_then(|choice| outlook::spoken(scene, choice));
    let mut sent = None;
    ui.horizontal(|ui| {
        ui.set_min_height(CONFIRM_HEIGHT);
        if let Some((label, then)) = spoken {
            let text = RichText::new(scene.phrase(&Phrase::Confirm(&label))).color(theme::INK);
            let button = Button::new(text).fill(theme::GOLD).min_size(vec2(150.0, 34.0));
            if ui.add_enabled(scene.live, button).clicked() {
                sent = choice;
            }
            if ui.add_enabled(scene.live, Button::new(scene.text(Text::Clear)).min_size(vec2(0.0, 34.0))).clicked() {
                *draft = Draft::default();
            }
            ui.add(egui::Label::new(then).wrap());
        } else if let Some(hint) = speech::missing(draft, scene.choices) {
            ui.vertical(|ui| {
                ui.spacing_mut().item_spacing.y = 2.0;
                ui.label(RichText::new(scene.text(hint)).color(theme::TEXT));
                if let Some(why) = speech::barred(scene.choices) {
                    ui.label(RichText::new(scene.text(why)).size(theme::SMALL).color(theme::QUIET));
                }
            });
        }
    });
    sent
}
