//! Every colour, size, duration and font of the window.

use std::sync::Arc;

use egui::{Color32, CornerRadius, FontData, FontDefinitions, FontFamily, FontId, Stroke, TextStyle, vec2};
use nightcoach_rules::Association;

/// Behind everything.
pub const NIGHT: Color32 = Color32::from_rgb(0x12, 0x15, 0x1E);
/// Behind panels.
pub const PANEL: Color32 = Color32::from_rgb(0x1B, 0x1F, 0x2B);
/// Behind groups and seats.
pub const RAISED: Color32 = Color32::from_rgb(0x26, 0x2C, 0x3B);
/// The table's cloth.
pub const CLOTH: Color32 = Color32::from_rgb(0x17, 0x2A, 0x2C);
/// Edges.
pub const EDGE: Color32 = Color32::from_rgb(0x45, 0x4E, 0x63);
/// Text.
pub const TEXT: Color32 = Color32::from_rgb(0xE9, 0xE4, 0xD8);
/// Quieter text, still easy to read.
pub const QUIET: Color32 = Color32::from_rgb(0xA9, 0xAF, 0xBD);
/// Who is asked, what is selected.
pub const GOLD: Color32 = Color32::from_rgb(0xE8, 0xC2, 0x5A);
/// Faults.
pub const ALARM: Color32 = Color32::from_rgb(0xFF, 0x9A, 0x8A);
/// A card's paper.
pub const PAPER: Color32 = Color32::from_rgb(0xEF, 0xE6, 0xD2);
/// A card that cannot be chosen now.
pub const PAPER_DIM: Color32 = Color32::from_rgb(0xC9, 0xC1, 0xB0);
/// Ink on paper.
pub const INK: Color32 = Color32::from_rgb(0x26, 0x1F, 0x18);
/// The back of a card.
pub const BACK: Color32 = Color32::from_rgb(0x6B, 0x3A, 0x46);
/// The edge of a card's back.
pub const BACK_EDGE: Color32 = Color32::from_rgb(0xC9, 0x9A, 0x7A);
/// Metal of small drawings on paper.
pub const STEEL: Color32 = Color32::from_rgb(0x5C, 0x67, 0x78);
/// Leather and wood of small drawings.
pub const LEATHER: Color32 = Color32::from_rgb(0x8A, 0x5A, 0x2E);

/// A gem on a small drawing.
pub const GEM: Color32 = Color32::from_rgb(0x2E, 0x7D, 0x4F);

/// Body text, in points.
pub const BODY: f32 = 15.0;
/// The question in the prompt bar.
pub const QUESTION: f32 = 20.0;
/// The smallest text.
pub const SMALL: f32 = 13.0;
/// Headings.
pub const HEADING: f32 = 20.0;

/// Width of the panel with log and notes.
pub const SIDE_WIDTH: f32 = 264.0;
/// Most height of the prompt bar; with less to say it is lower.
pub const PROMPT_MOST: f32 = 200.0;
/// Height of the own hand.
pub const HAND_HEIGHT: f32 = 112.0;
/// Widest card.
pub const CARD_WIDTH: f32 = 104.0;
/// Height of a card.
pub const CARD_HEIGHT: f32 = 92.0;
/// Between cards.
pub const CARD_GAP: f32 = 6.0;
/// A seat with a row of card backs between its name and its role.
pub const SEAT_SIZE: egui::Vec2 = vec2(150.0, 70.0);
/// Narrowest seat of that kind.
pub const SEAT_NARROW: f32 = 112.0;
/// Height of a seat that shows its cards as a number beside the name.
pub const SEAT_LOW: f32 = 48.0;
/// Narrowest seat of that kind.
pub const SEAT_LOW_NARROW: f32 = 80.0;
/// Corners of cards and seats.
pub const ROUND: u8 = 6;

/// How long a new prompt takes no answer, so that a click meant for the last one is not taken for it.
pub const GUARD: f64 = 0.35;

/// The smallest window.
pub const WINDOW_MIN: [f32; 2] = [900.0, 640.0];
/// The window at first.
pub const WINDOW_FIRST: [f32; 2] = [1280.0, 800.0];

/// The colour of an association on dark ground.
pub const fn association(association: Association) -> Color32 {
    match association {
        Association::Order => Color32::from_rgb(0x56, 0xB4, 0xE9),
        Association::Brotherhood => Color32::from_rgb(0xE8, 0x74, 0x3B),
    }
}

/// The colour of an association on paper.
pub const fn association_on_paper(association: Association) -> Color32 {
    match association {
        Association::Order => Color32::from_rgb(0x1F, 0x4F, 0xBF),
        Association::Brotherhood => Color32::from_rgb(0xC8, 0x10, 0x2E),
    }
}

/// Sets fonts and style.
pub fn install(ctx: &egui::Context) {
    ctx.set_fonts(fonts());
    ctx.set_theme(egui::Theme::Dark);
    ctx.all_styles_mut(style);
}

/// Latin from Noto Sans, Chinese from the bundled subset, then what the toolkit brings; the system comes last.
fn fonts() -> FontDefinitions {
    let mut fonts = FontDefinitions::default();
    let bundled: [(&str, &'static [u8]); 2] = [
        ("NotoSans", include_bytes!("../fonts/NotoSans-Regular.ttf")),
        ("NotoSansSC", include_bytes!("../fonts/NotoSansSC-Regular.otf")),
    ];
    for (place, (name, bytes)) in bundled.into_iter().enumerate() {
        fonts.font_data.insert(name.to_owned(), Arc::new(FontData::from_static(bytes)));
        for family in [FontFamily::Proportional, FontFamily::Monospace] {
            let list = fonts.families.entry(family.clone()).or_default();
            let at = if family == FontFamily::Monospace { list.len() } else { place };
            list.insert(at, name.to_owned());
        }
    }
    fonts
}

fn style(style: &mut egui::Style) {
    let size = |size| FontId::new(size, FontFamily::Proportional);
    style.text_styles.insert(TextStyle::Body, size(BODY));
    style.text_styles.insert(TextStyle::Button, size(BODY));
    style.text_styles.insert(TextStyle::Small, size(SMALL));
    style.text_styles.insert(TextStyle::Heading, size(HEADING));
    style.text_styles.insert(TextStyle::Monospace, FontId::new(SMALL, FontFamily::Monospace));
    style.spacing.item_spacing = vec2(8.0, 6.0);
    style.spacing.button_padding = vec2(10.0, 5.0);
    style.spacing.interact_size.y = 28.0;

    let visuals = &mut style.visuals;
    *visuals = egui::Visuals::dark();
    visuals.panel_fill = PANEL;
    visuals.window_fill = PANEL;
    visuals.extreme_bg_color = NIGHT;
    visuals.override_text_color = None;
    visuals.window_stroke = Stroke::new(1.0, EDGE);
    visuals.selection.bg_fill = GOLD.gamma_multiply(0.35);
    visuals.selection.stroke = Stroke::new(1.5, GOLD);
    for (widget, fill, edge) in [
        (&mut visuals.widgets.noninteractive, PANEL, EDGE),
        (&mut visuals.widgets.inactive, RAISED, EDGE),
        (&mut visuals.widgets.hovered, RAISED, GOLD),
        (&mut visuals.widgets.active, EDGE, GOLD),
        (&mut visuals.widgets.open, RAISED, EDGE),
    ] {
        widget.bg_fill = fill;
        widget.weak_bg_fill = fill;
        widget.bg_stroke = Stroke::new(1.0, edge);
        widget.fg_stroke = Stroke::new(1.0, TEXT);
        widget.corner_radius = CornerRadius::same(ROUND);
    }
}
