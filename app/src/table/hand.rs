//! The own hand: one card beside the other, picked by click, Enter or digit; the rule text on hover.

use egui::{Rect, Role, Sense, Ui, WidgetInfo, pos2, vec2};
use nightcoach_words::{Phrase, Text, Topic, face, face_rule};

use super::card::{self, Look};
use super::draft::{Draft, can_pick};
use super::scene::Scene;
use crate::{Command, theme};

pub(crate) fn show(ui: &mut Ui, scene: &Scene<'_>, draft: &mut Draft, commands: &mut Vec<Command>) {
    let area = ui.available_rect_before_wrap();
    let count = scene.view.hand.len();
    let label = ui.label(egui::RichText::new(scene.text(Text::YourHand)).size(theme::SMALL).color(theme::QUIET));
    let start = label.rect.right().min(area.left() + 90.0) + 10.0;
    #[expect(clippy::cast_precision_loss, clippy::as_conversions, reason = "a hand has at most nine cards")]
    let cards = count.max(1) as f32;
    let width = ((area.right() - start) / cards - theme::CARD_GAP).min(theme::CARD_WIDTH);
    let mut left = start;
    for place in 0..count {
        let rect = Rect::from_min_size(pos2(left, area.top()), vec2(width, theme::CARD_HEIGHT));
        card_ui(ui, scene, draft, place, rect);
        about_ui(ui, scene, place, rect, commands);
        left += width + theme::CARD_GAP;
    }
}

fn card_ui(ui: &mut Ui, scene: &Scene<'_>, draft: &mut Draft, place: usize, rect: Rect) {
    let Some(card) = scene.view.hand.get(place).copied() else {
        return;
    };
    let asked = can_pick(scene.choices, card);
    let sense = if asked && scene.live { Sense::click() } else { Sense::hover() };
    let response = ui.interact(rect, ui.scope_id().with(("hand", place)), sense);
    let selected = draft.has_card(scene.view, place);
    let (name, rule) = (face(scene.language, card), face_rule(scene.language, card));
    let number = place.saturating_add(1);
    let laid_down = is_laid_down(scene, place);
    let mut spoken = format!("{number}. {name}. {rule}");
    if laid_down {
        spoken = format!("{spoken} {}", scene.text(Text::LaidDown));
    }
    response.widget_info(|| WidgetInfo::selected(Role::Button, asked && scene.live, selected, &spoken));
    if response.clicked() {
        draft.toggle_card(scene.view, scene.choices, place);
    }
    let idle = matches!(scene.choices, nightcoach_rules::Choices::Nothing | nightcoach_rules::Choices::Forced(_));
    let look = Look {
        name,
        digit: asked.then_some(number),
        selected,
        bright: asked || idle,
        near: response.has_focus() || (asked && response.hovered()),
    };
    card::paint(ui.painter(), rect, card, &look);
    if laid_down {
        card::paint_mark(ui.painter(), rect, scene.text(Text::LaidDown));
    }
    response.on_hover_text(format!("{name}\n{rule}"));
}

/// Whether this card lies on the table for a demand or a Sextant; of two equal ones it is the first.
fn is_laid_down(scene: &Scene<'_>, place: usize) -> bool {
    let pledged = scene.view.pledged;
    pledged.is_some() && scene.view.hand.iter().position(|card| Some(*card) == pledged) == Some(place)
}

/// A small button in the corner of a card that opens its chapter of the rules.
fn about_ui(ui: &mut Ui, scene: &Scene<'_>, place: usize, card: Rect, commands: &mut Vec<Command>) {
    let Some(face) = scene.view.hand.get(place).copied() else {
        return;
    };
    let corner = Rect::from_min_size(card.right_top() + vec2(-21.0, 3.0), vec2(18.0, 18.0));
    let response = ui.interact(corner, ui.scope_id().with(("about", place)), Sense::click());
    let number = place.saturating_add(1);
    let spoken = scene.phrase(&Phrase::About { face, digit: number });
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &spoken));
    card::paint_about(ui.painter(), corner, response.hovered() || response.has_focus());
    if response.clicked() {
        commands.push(Command::Rules(Some(Topic::Object(face))));
    }
}
