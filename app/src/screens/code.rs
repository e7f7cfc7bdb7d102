//! The short code of the own address, and its QR picture.

use egui::{Color32, Rect, RichText, Sense, Ui, pos2, vec2};
use nightcoach_words::{Language, Text, text};
use qrcode::{Color, QrCode};

use super::parts::hint_ui;
use crate::theme;

/// Side of one dark or light square.
const SQUARE: f32 = 4.0;
/// Light squares around the picture, as readers want them.
const MARGIN: usize = 4;

/// The code in large letters beside its picture.
pub(crate) fn qr_ui(ui: &mut Ui, language: Language, code: &str) {
    ui.horizontal(|ui| {
        picture_ui(ui, language, code);
        ui.vertical(|ui| {
            hint_ui(ui, text(language, Text::CodeHint));
            ui.label(RichText::new(code).monospace().size(theme::HEADING).color(theme::GOLD));
        });
    });
}

fn picture_ui(ui: &mut Ui, language: Language, code: &str) {
    let Ok(qr) = QrCode::new(code) else { return };
    let squares = qr.width().saturating_add(MARGIN.saturating_mul(2));
    let side = length(squares);
    let (rect, response) = ui.allocate_exact_size(vec2(side, side), Sense::hover());
    let spoken = format!("{} {code}", text(language, Text::CodePicture));
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Image, true, &spoken));
    let painter = ui.painter();
    // Readers want dark on light, whatever the window looks like.
    painter.rect_filled(rect, 0.0, Color32::WHITE);
    let (width, colours) = (qr.width(), qr.to_colors());
    for (row, line) in colours.chunks(width).enumerate() {
        for (column, _dark) in line.iter().enumerate().filter(|(_, colour)| **colour == Color::Dark) {
            let corner = |place: usize| length(place.saturating_add(MARGIN));
            let at = pos2(rect.left() + corner(column), rect.top() + corner(row));
            painter.rect_filled(Rect::from_min_size(at, vec2(SQUARE, SQUARE)), 0.0, Color32::BLACK);
        }
    }
}

fn length(squares: usize) -> f32 {
    f32::from(u16::try_from(squares).unwrap_or(u16::MAX)) * SQUARE
}
