//! The middle of the table: pile and spares, and what is going on.

use egui::{Align, Label, Layout, Rect, RichText, Sense, Ui, UiBuilder, WidgetInfo, vec2};
use nightcoach_rules::{Event, Fight, Phase, SeatSet};
use nightcoach_words::{Phrase, Text, event, seat_list};

use super::card::{self, Cut};
use super::scene::{Scene, fight};
use crate::theme;

pub(crate) fn show(ui: &mut Ui, scene: &Scene<'_>, area: Rect) {
    let layout = Layout::top_down(Align::Center);
    let mut ui = ui.new_child(UiBuilder::new().max_rect(area).layout(layout));
    ui.spacing_mut().item_spacing.y = 3.0;
    let lines = happening(scene);
    let height = 62.0 + 21.0 * f32::from(u8::try_from(lines.len()).unwrap_or(u8::MAX));
    ui.add_space(((area.height() - height) / 2.0).max(0.0));
    piles_ui(&mut ui, scene);
    for (line, colour) in lines {
        ui.add(Label::new(RichText::new(line).color(colour)).truncate());
    }
}

/// The pile as a stack with its number, the spares beside it.
fn piles_ui(ui: &mut Ui, scene: &Scene<'_>) {
    let state = &scene.view.state;
    let width = 230.0f32.min(ui.available_width());
    let (rect, response) = ui.allocate_exact_size(vec2(width, 58.0), Sense::hover());
    let pile = scene.phrase(&Phrase::Pile(state.pile));
    let spares = scene.phrase(&Phrase::Spares(state.spares));
    let spoken = format!("{pile}, {spares}");
    response.widget_info(|| WidgetInfo::labeled(egui::Role::Label, true, &spoken));
    let halves = rect.split_left_right_at_fraction(0.5);
    let painter = ui.painter();
    for (half, count, what) in [(halves.0, state.pile, Text::Pile), (halves.1, state.spares, Text::Spares)] {
        let label =
            card::fit(painter, scene.text(what), theme::SMALL, theme::QUIET, Cut::line(half.width(), Align::Center));
        painter.galley(half.center_top(), label, theme::QUIET);
        let stack = Rect::from_min_size(half.left_top() + vec2(26.0, 23.0), vec2(24.0, 32.0));
        for layer in 0..count.min(4) {
            let shift = f32::from(layer) * 2.0;
            card::paint_back(painter, stack.translate(vec2(shift, -shift / 2.0)));
        }
        let number = card::fit(painter, &count.to_string(), theme::QUESTION, theme::TEXT, Cut::line(60.0, Align::Min));
        painter.galley(half.left_top() + vec2(64.0, 26.0), number, theme::TEXT);
    }
    response.on_hover_text(spoken);
}

/// What goes on, in one to three lines.
fn happening(scene: &Scene<'_>) -> Vec<(String, egui::Color32)> {
    let state = &scene.view.state;
    let turn = || (scene.phrase(&Phrase::TurnOf(state.active)), theme::QUIET);
    let mut lines = match &state.phase {
        Phase::Priest(fight)
        | Phase::Support(fight)
        | Phase::Hypnotist(fight)
        | Phase::Abilities(fight)
        | Phase::Doctor { fight, .. } => fight_lines(scene, *fight),
        Phase::Response(trade) | Phase::AnswerText(trade) | Phase::Execution { trade, .. } => {
            vec![(scene.phrase(&Phrase::Trade { from: trade.offerer, to: trade.responder }), theme::TEXT)]
        }
        Phase::Turn
        | Phase::Payment { .. }
        | Phase::Spoils(_)
        | Phase::Identity(_)
        | Phase::Luggage(_)
        | Phase::Taking(_)
        | Phase::Gift(_)
        | Phase::Named(_)
        | Phase::Closing(_)
        | Phase::Vote => vec![turn()],
        Phase::Over(_) => vec![(scene.text(Text::ResultTitle).to_owned(), theme::GOLD)],
    };
    // What happened last, for those who do not look at the log.
    if fight(state).is_none() {
        let (language, names) = (scene.language, &scene.playing.names);
        let last = scene.playing.log.iter().rev().filter(|(_, what)| !matches!(what, Event::TurnBegan { .. }));
        let last: Vec<_> = last.take(2).map(|(_, what)| (event(language, names, what), theme::TEXT)).collect();
        lines.extend(last.into_iter().rev());
    }
    lines
}

fn fight_lines(scene: &Scene<'_>, fight: Fight) -> Vec<(String, egui::Color32)> {
    let side = |label: Text, seats: SeatSet| {
        let names = seat_list(scene.language, &scene.playing.names, seats);
        (format!("{}: {names}", scene.text(label)), theme::TEXT)
    };
    let Fight { attacker, defender, attack, defence, .. } = fight;
    vec![
        (scene.phrase(&Phrase::Fight { attacker, defender }), theme::GOLD),
        side(Text::ForAttacker, attack),
        side(Text::ForDefender, defence),
    ]
}
