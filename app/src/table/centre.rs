//! The middle of the table: pile and spares, and what is going on.

use egui::{Align, Color32, Label, Layout, Rect, RichText, Sense, TextStyle, Ui, UiBuilder, WidgetInfo, pos2, vec2};
use nightcoach_rules::{Demand, Event, Fight, Phase, SeatSet, Trade};
use nightcoach_words::{Phrase, Text, event, seat_list};

use super::card::{self, Cut};
use super::scene::Board;
use crate::theme;

/// Height of pile and spares.
const PILES: f32 = 58.0;
/// Between the lines.
const GAP: f32 = 3.0;

/// How much the middle says: it says less where there is less room.
const DETAILS: [Detail; 4] = [
    Detail { names: true, news: 2 },
    Detail { names: false, news: 2 },
    Detail { names: false, news: 1 },
    Detail { names: false, news: 0 },
];

/// How much is said.
#[derive(Clone, Copy, Debug)]
struct Detail {
    /// Whether supporters are named, not only counted.
    names: bool,
    /// How many of the last events are told.
    news: usize,
}

/// A line of the middle, and the whole of it where it is a short one.
#[derive(Debug)]
struct Line {
    shown: String,
    whole: Option<String>,
    colour: Color32,
}

impl Line {
    const fn new(shown: String, colour: Color32) -> Self {
        Self { shown, whole: None, colour }
    }
}

pub(crate) fn show(ui: &mut Ui, board: &Board<'_>, area: Rect) {
    let layout = Layout::top_down(Align::Center);
    let mut ui = ui.new_child(UiBuilder::new().max_rect(area).layout(layout));
    ui.spacing_mut().item_spacing.y = GAP;
    let mut lines = Vec::new();
    let mut height = PILES;
    for detail in DETAILS {
        lines = happening(board, detail);
        height = PILES + lines.iter().map(|line| GAP + height_of(&ui, &line.shown, area.width())).sum::<f32>();
        if height <= area.height() {
            break;
        }
    }
    ui.add_space(((area.height() - height) / 2.0).max(0.0));
    piles_ui(&mut ui, board);
    for Line { shown, whole, colour } in lines {
        let label = ui.add(Label::new(RichText::new(shown).color(colour)).wrap());
        if let Some(whole) = whole {
            label.widget_info(|| WidgetInfo::labeled(egui::Role::Label, true, &whole));
            label.on_hover_text(whole);
        }
    }
}

/// How high a text is when it is wrapped.
fn height_of(ui: &Ui, text: &str, width: f32) -> f32 {
    let font = TextStyle::Body.resolve(ui.style());
    ui.painter().layout(text.to_owned(), font, theme::TEXT, width).size().y
}

/// The pile as a stack with its number, the spares beside it.
fn piles_ui(ui: &mut Ui, board: &Board<'_>) {
    let state = &board.state;
    let width = 230.0f32.min(ui.available_width());
    let (rect, response) = ui.allocate_exact_size(vec2(width, PILES), Sense::hover());
    let pile = board.phrase(&Phrase::Pile(state.pile));
    let spares = board.phrase(&Phrase::Spares(state.spares));
    let spoken = format!("{pile}, {spares}");
    response.widget_info(|| WidgetInfo::labeled(egui::Role::Label, true, &spoken));
    let halves = rect.split_left_right_at_fraction(0.5);
    let painter = ui.painter();
    for (half, count, what) in [(halves.0, state.pile, Text::Pile), (halves.1, state.spares, Text::Spares)] {
        let label =
            card::fit(painter, board.text(what), theme::SMALL, theme::QUIET, Cut::line(half.width(), Align::Center));
        painter.galley(half.center_top(), label, theme::QUIET);
        let number = card::fit(painter, &count.to_string(), theme::QUESTION, theme::TEXT, Cut::line(60.0, Align::Min));
        // Stack and number stand in the middle below their label; without a stack the number stands there alone.
        let stack_width = if count == 0 { 0.0 } else { 38.0 };
        let left = half.center().x - f32::midpoint(stack_width, number.size().x);
        let stack = Rect::from_min_size(pos2(left, half.top() + 23.0), vec2(24.0, 32.0));
        for layer in 0..count.min(4) {
            let shift = f32::from(layer) * 2.0;
            card::paint_back(painter, stack.translate(vec2(shift, -shift / 2.0)));
        }
        painter.galley(pos2(left + stack_width, half.top() + 26.0), number, theme::TEXT);
    }
    response.on_hover_text(spoken);
}

/// What goes on, in one to three lines.
fn happening(board: &Board<'_>, detail: Detail) -> Vec<Line> {
    let state = &board.state;
    let turn = || Line::new(board.phrase(&Phrase::TurnOf(state.active)), theme::QUIET);
    let mut lines = match &state.phase {
        Phase::Priest(fight)
        | Phase::Support(fight)
        | Phase::Hypnotist(fight)
        | Phase::Abilities(fight)
        | Phase::Doctor { fight, .. } => fight_lines(board, *fight, detail),
        Phase::Response(trade)
        | Phase::Text { trade, .. }
        | Phase::Execution { trade, .. }
        | Phase::Consent { trade, .. }
        | Phase::Direction { trade, .. }
        | Phase::Swap { trade, .. }
        | Phase::Exchange { trade, .. }
        | Phase::HandOver(trade) => vec![trade_line(board, *trade)],
        Phase::Demand(Demand { diplomat, target, kind }) => {
            let demanded = Phrase::Demanded { diplomat: *diplomat, target: *target, kind: *kind };
            vec![Line::new(board.phrase(&demanded), theme::TEXT)]
        }
        Phase::Pledges(ring) | Phase::Passing(ring) => {
            vec![Line::new(board.phrase(&Phrase::SextantRuns(ring.side)), theme::TEXT)]
        }
        Phase::Turn
        | Phase::TurnEnd
        | Phase::Reorder { .. }
        | Phase::AssociationPick(_)
        | Phase::AssociationShow { .. }
        | Phase::Payment { .. }
        | Phase::Spoils(_)
        | Phase::Identity(_)
        | Phase::Luggage(_)
        | Phase::Taking(_)
        | Phase::Gift(_)
        | Phase::Named(_)
        | Phase::Closing(_)
        | Phase::Vote => vec![turn()],
        Phase::Over(_) => vec![Line::new(board.text(Text::ResultTitle).to_owned(), theme::GOLD)],
    };
    // What happened last, for those who do not look at the log.
    if state.phase.fight().is_none() {
        let (language, names) = (board.language, board.names);
        let last = board.log.iter().rev().filter(|(_, what)| !matches!(what, Event::TurnBegan { .. }));
        let last: Vec<_> =
            last.take(detail.news).map(|(_, what)| Line::new(event(language, names, what), theme::TEXT)).collect();
        lines.extend(last.into_iter().rev());
    }
    lines
}

fn trade_line(board: &Board<'_>, trade: Trade) -> Line {
    let Trade { offerer: from, responder: to, demanded, .. } = trade;
    let what = if demanded { Phrase::DemandMet { diplomat: from, target: to } } else { Phrase::Trade { from, to } };
    Line::new(board.phrase(&what), theme::TEXT)
}

fn fight_lines(board: &Board<'_>, fight: Fight, detail: Detail) -> Vec<Line> {
    let side = |label: Text, seats: SeatSet| {
        let label = board.text(label);
        let named = format!("{label}: {}", seat_list(board.language, board.names, seats));
        if detail.names || seats.is_empty() {
            return Line::new(named, theme::TEXT);
        }
        Line { shown: format!("{label}: {}", seats.len()), whole: Some(named), colour: theme::TEXT }
    };
    let Fight { attacker, defender, attack, defence, .. } = fight;
    vec![
        Line::new(board.phrase(&Phrase::Fight { attacker, defender }), theme::GOLD),
        side(Text::ForAttacker, attack),
        side(Text::ForDefender, defence),
    ]
}
