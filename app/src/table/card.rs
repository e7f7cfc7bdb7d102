//! A card on the screen, and text that is cut to its place.

use std::sync::Arc;

use egui::text::{LayoutJob, TextWrapping};
use egui::{Align, Color32, FontId, Galley, Painter, Rect, Stroke, StrokeKind, pos2, vec2};
use nightcoach_rules::Face;

use super::emblem;
use crate::theme;

/// How a card lies there.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Look<'a> {
    /// Its name in the spoken language.
    pub(crate) name: &'a str,
    /// The digit that picks it.
    pub(crate) digit: Option<usize>,
    /// Whether it is picked.
    pub(crate) selected: bool,
    /// Whether it can be picked now.
    pub(crate) bright: bool,
    /// Whether the pointer or the keyboard is on it.
    pub(crate) near: bool,
}

/// Paints an object card.
pub(crate) fn paint(painter: &Painter, rect: Rect, face: Face, look: &Look<'_>) {
    let paper = if look.bright { theme::PAPER } else { theme::PAPER_DIM };
    let edge = if look.selected {
        Stroke::new(3.0, theme::GOLD)
    } else if look.near {
        Stroke::new(2.0, theme::TEXT)
    } else {
        Stroke::new(1.0, theme::INK)
    };
    painter.rect(rect, theme::ROUND, paper, edge, StrokeKind::Inside);
    let side = (rect.width() * 0.42).min(rect.height() * 0.42);
    let picture = Rect::from_center_size(pos2(rect.center().x, rect.top() + 8.0 + side / 2.0), vec2(side, side));
    emblem::object(painter, picture, face);
    let below = rect.with_min_y(picture.bottom() + 2.0).shrink2(vec2(5.0, 2.0));
    let name =
        fit(painter, look.name, theme::SMALL, theme::INK, Cut { width: below.width(), rows: 3, align: Align::Center });
    let at = pos2(below.center().x, below.top() + ((below.height() - name.size().y) / 2.0).max(0.0));
    painter.galley(at, name, theme::INK);
    if let Some(digit) = look.digit {
        let place = rect.left_top() + vec2(7.0, 4.0);
        painter.text(place, egui::Align2::LEFT_TOP, digit, FontId::proportional(theme::SMALL), theme::STEEL);
    }
}

/// A word across the picture of a card; its name stays readable.
pub(crate) fn paint_mark(painter: &Painter, rect: Rect, word: &str) {
    let band = Rect::from_min_size(rect.left_top() + vec2(2.0, 22.0), vec2(rect.width() - 4.0, 19.0));
    painter.rect_filled(band, 3, theme::INK);
    let word = fit(painter, word, theme::SMALL, theme::GOLD, Cut::line(band.width(), Align::Center));
    painter.galley(pos2(band.center().x, band.top() + 1.0), word, theme::GOLD);
}

/// The button in the corner of a card that opens its rules.
pub(crate) fn paint_about(painter: &Painter, corner: Rect, near: bool) {
    let colour = if near { theme::INK } else { theme::STEEL };
    painter.circle_stroke(corner.center(), 8.0, Stroke::new(if near { 2.0 } else { 1.0 }, colour));
    painter.text(corner.center(), egui::Align2::CENTER_CENTER, "?", FontId::proportional(theme::SMALL), colour);
}

/// The back of a card.
pub(crate) fn paint_back(painter: &Painter, rect: Rect) {
    painter.rect(rect, 2, theme::BACK, Stroke::new(1.0, theme::BACK_EDGE), StrokeKind::Inside);
}

/// The place that a text has.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cut {
    /// Width in points.
    pub(crate) width: f32,
    /// Most lines.
    pub(crate) rows: usize,
    /// Which edge the lines keep to.
    pub(crate) align: Align,
}

impl Cut {
    /// One line.
    pub(crate) const fn line(width: f32, align: Align) -> Self {
        Self { width, rows: 1, align }
    }
}

/// Text cut to its place with an ellipsis.
pub(crate) fn fit(painter: &Painter, text: &str, size: f32, colour: Color32, cut: Cut) -> Arc<Galley> {
    let Cut { width, rows, align } = cut;
    let mut job = LayoutJob::simple(text.to_owned(), FontId::proportional(size), colour, width);
    job.wrap = TextWrapping { max_width: width, max_rows: rows, break_anywhere: rows == 1, ..TextWrapping::default() };
    job.halign = align;
    painter.layout_job(job)
}
