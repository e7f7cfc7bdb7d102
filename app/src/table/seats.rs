//! The seats on an ellipse, the own one at the bottom, and what everybody knows of each.

use std::f32::consts::TAU;

use egui::{Align, Color32, Painter, Pos2, Rect, Role, Sense, Stroke, StrokeKind, Ui, WidgetInfo, pos2, vec2};
use nightcoach_rules::components::has_drinks;
use nightcoach_rules::{Owed, Phase, Seat, SeatState, owed};
use nightcoach_words::{Phrase, Text, face, membership, occupation};

use super::card::{self, Cut, fit};
use super::draft::{Draft, Pick, seats};
use super::scene::{Board, Scene};
use super::{centre, emblem};
use crate::theme;

pub(crate) fn show(ui: &mut Ui, scene: &Scene<'_>, draft: &mut Draft) {
    let picked = board_ui(ui, &scene.board, |seat| Picking {
        pickable: scene.live && seats(scene.view, scene.choices).contains(seat),
        selected: is_picked(scene, draft, seat),
    });
    if let Some(seat) = picked {
        draft.toggle_seat(scene.view, scene.choices, seat);
    }
}

/// The table for those who watch: nothing is picked.
pub(crate) fn watched_ui(ui: &mut Ui, board: &Board<'_>) {
    board_ui(ui, board, |_seat| Picking { pickable: false, selected: false });
}

/// Whether a seat may be picked, and is.
#[derive(Clone, Copy, Debug)]
struct Picking {
    pickable: bool,
    selected: bool,
}

/// Draws seats and centre; gives the seat that was clicked, if it may be picked.
fn board_ui(ui: &mut Ui, board: &Board<'_>, picking: impl Fn(Seat) -> Picking) -> Option<Seat> {
    let area = ui.available_rect_before_wrap();
    let places = places(area, board.state.seats.len(), board.own.map_or(0, Seat::index));
    if let Some(middle) = middle(area, &places) {
        centre::show(ui, board, middle);
    }
    let mut clicked = None;
    for (index, rect) in places.iter().enumerate() {
        let seat = Seat(u8::try_from(index).unwrap_or(u8::MAX));
        if let Some(state) = board.state.seat(seat)
            && seat_ui(ui, board, picking(seat), seat, state, *rect)
        {
            clicked = Some(seat);
        }
    }
    ui.advance_cursor_after_rect(area);
    clicked
}

/// How often a seat fits into the table's width and height when it is drawn at its common size.
const ROOMY: f32 = 5.0;

/// Where each seat sits: clockwise, the own seat at the bottom, as large as fits without overlap; rather low seats than
/// narrow ones.
pub(crate) fn places(area: Rect, count: usize, own: usize) -> Vec<Rect> {
    let room = area.size() / (theme::SEAT_SIZE * ROOMY);
    let large = theme::SEAT_SIZE * room.min_elem().clamp(1.0, 1.3);
    let mut places = Vec::new();
    for (height, narrow) in [
        (large.y, theme::SEAT_SIZE.x),
        (theme::SEAT_SIZE.y, theme::SEAT_NARROW),
        (theme::SEAT_LOW, theme::SEAT_LOW_NARROW),
    ] {
        let mut width = large.x;
        while width >= narrow {
            places = places_of(area, count, own, vec2(width, height));
            if !clash(&places) {
                return places;
            }
            width -= 6.0;
        }
    }
    places
}

/// Whether two of them are too close to each other.
fn clash(places: &[Rect]) -> bool {
    places.iter().enumerate().any(|(at, one)| {
        let (one, rest) = (one.expand(3.0), places.iter().skip(at.saturating_add(1)));
        rest.into_iter().any(|other| one.intersects(*other))
    })
}

fn places_of(area: Rect, count: usize, own: usize, size: egui::Vec2) -> Vec<Rect> {
    let room = (area.size() - size) / 2.0;
    (0..count)
        .map(|index| {
            let steps = (index + count - own) % count;
            #[expect(clippy::cast_precision_loss, clippy::as_conversions, reason = "at most ten seats")]
            let angle = TAU * (0.25 + steps as f32 / count as f32);
            let centre = area.center() + vec2(angle.cos() * room.x, angle.sin() * room.y);
            Rect::from_center_size(centre, size)
        })
        .collect()
}

/// The largest free space around the middle that no seat reaches into.
fn middle(area: Rect, places: &[Rect]) -> Option<Rect> {
    const GAP: f32 = 8.0;
    let centre = area.center();
    // How far each seat is from the middle, to the side and up or down; nothing where it lies across.
    let away = |place: &Rect| {
        let (to, half) = ((place.center() - centre).abs(), place.size() / 2.0);
        (to - half - vec2(GAP, GAP)).max(egui::Vec2::ZERO)
    };
    let seats: Vec<egui::Vec2> = places.iter().map(away).collect();
    let widest = |height: f32| {
        let beside = seats.iter().filter(|seat| seat.y < height).map(|seat| seat.x);
        vec2(beside.fold(area.width() / 2.0, f32::min), height)
    };
    let heights = seats.iter().map(|seat| seat.y).filter(|height| *height > 0.0);
    let best = heights.map(widest).max_by(|one, other| (one.x * one.y).total_cmp(&(other.x * other.y)))?;
    (best.x > 30.0 && best.y > 15.0).then(|| Rect::from_center_size(centre, best * 2.0))
}

/// Draws a seat; says whether it was clicked.
fn seat_ui(ui: &mut Ui, board: &Board<'_>, picking: Picking, seat: Seat, state: &SeatState, rect: Rect) -> bool {
    let Picking { pickable, selected } = picking;
    let sense = if pickable { Sense::click() } else { Sense::hover() };
    let response = ui.interact(rect, ui.scope_id().with(("seat", seat.0)), sense);
    let spoken = describe(board, seat, state);
    response.widget_info(|| {
        if pickable {
            WidgetInfo::selected(Role::Button, true, selected, &spoken)
        } else {
            WidgetInfo::labeled(Role::Label, true, &spoken)
        }
    });
    let edge = if selected {
        Stroke::new(3.0, theme::GOLD)
    } else if moves(board, seat) {
        Stroke::new(2.0, theme::GOLD)
    } else if pickable && (response.hovered() || response.has_focus()) {
        Stroke::new(2.0, theme::TEXT)
    } else {
        Stroke::new(1.0, theme::EDGE)
    };
    let ground = if board.own == Some(seat) { theme::EDGE } else { theme::RAISED };
    let ground = if state.awake { ground } else { theme::NIGHT };
    ui.painter().rect(rect, theme::ROUND, ground, edge, StrokeKind::Inside);
    paint_seat(ui.painter(), board, seat, state, rect);
    let clicked = response.clicked();
    response.on_hover_text(spoken);
    clicked
}

fn is_picked(scene: &Scene<'_>, draft: &Draft, seat: Seat) -> bool {
    let supported = match (draft.pick, scene.view.state.phase.fight()) {
        (Some(Pick::Support(Some(side))), Some(fight)) => match side {
            nightcoach_rules::Side::Attacker => seat == fight.attacker,
            nightcoach_rules::Side::Defender => seat == fight.defender,
        },
        _ => false,
    };
    supported || draft.seat == Some(seat)
}

/// Whether the table waits for this seat by public rule; for sealed windows it is everybody who is asked.
fn moves(board: &Board<'_>, seat: Seat) -> bool {
    match owed(board.state) {
        Owed::Nobody => false,
        Owed::One(one) => one == seat,
        Owed::Each(seats) | Owed::Sealed(seats) => seats.contains(seat),
    }
}

/// The part of a seat in the fight that is being prepared.
fn part(board: &Board<'_>, seat: Seat) -> Option<Text> {
    let fight = board.state.phase.fight()?;
    if seat == fight.attacker {
        Some(Text::Attacker)
    } else if seat == fight.defender {
        Some(Text::Defender)
    } else if fight.attack.contains(seat) {
        Some(Text::ForAttacker)
    } else if fight.defence.contains(seat) {
        Some(Text::ForDefender)
    } else {
        None
    }
}

/// All that everybody knows of a seat, as one sentence.
fn describe(board: &Board<'_>, seat: Seat, state: &SeatState) -> String {
    let mut parts = vec![board.name(seat)];
    if board.is_marked(seat) {
        parts.push(board.text(Text::You).to_owned());
    }
    parts.push(board.phrase(&Phrase::Objects(state.hand)));
    parts.extend(state.membership.map(|cards| membership(board.language, cards).to_owned()));
    parts.push(match state.occupation {
        Some(role) => occupation(board.language, role).to_owned(),
        None => board.text(Text::HiddenOccupation).to_owned(),
    });
    if has_drinks(board.state.options.seats) {
        parts.push(board.text(Text::Drink).to_owned());
    }
    parts.extend(state.played.iter().map(|card| face(board.language, *card).to_owned()));
    parts.extend(part(board, seat).map(|part| board.text(part).to_owned()));
    if !state.awake {
        parts.push(board.text(Text::Asleep).to_owned());
    }
    if moves(board, seat) {
        parts.push(board.text(Text::Moves).to_owned());
    }
    parts.join(", ")
}

fn paint_seat(painter: &Painter, board: &Board<'_>, seat: Seat, state: &SeatState, rect: Rect) {
    let low = rect.height() < f32::midpoint(theme::SEAT_LOW, theme::SEAT_SIZE.y);
    let grown = (rect.height() / theme::SEAT_SIZE.y).max(1.0);
    let rect = rect.shrink2(if low { vec2(7.0, 3.0) } else { vec2(8.0, 5.0) });
    let name = if board.is_marked(seat) {
        format!("{} ({})", board.name(seat), board.text(Text::You))
    } else {
        board.name(seat)
    };
    let own_turn = seat == board.state.active && !matches!(board.state.phase, Phase::Over(_));
    let colour = if own_turn { theme::GOLD } else { theme::TEXT };
    let mut right = rect.right();
    if part(board, seat).is_some() {
        right -= 18.0;
        mark(painter, board, seat, Rect::from_min_size(pos2(right, rect.top() + 1.0), vec2(18.0, 18.0)));
        right -= 3.0;
    }
    if low {
        right = tally(painter, state.hand, pos2(right, rect.top() + 1.0)) - 5.0;
    }
    let size = if low { theme::BODY - 1.0 } else { theme::BODY * grown };
    let name = fit(painter, &name, size, colour, Cut::line(right - rect.left(), Align::Min));
    let below = rect.top() + name.size().y + 3.0;
    painter.galley(rect.left_top(), name, colour);
    if !low {
        backs(painter, state.hand, pos2(rect.left(), below), rect.width(), grown);
    }
    let (status, colour) = match part(board, seat) {
        Some(part) if state.played.is_empty() => (board.text(part).to_owned(), theme::GOLD),
        _ => status(board, state),
    };
    let line = fit(painter, &status, theme::SMALL * grown, colour, Cut::line(rect.width(), Align::Min));
    let at = pos2(rect.left(), rect.bottom() - line.size().y + if low { 0.0 } else { 2.0 });
    painter.galley(at, line, colour);
}

/// A sword or a shield beside the name of whoever takes part in the fight.
fn mark(painter: &Painter, board: &Board<'_>, seat: Seat, rect: Rect) {
    match part(board, seat) {
        Some(Text::Attacker) => emblem::sword(painter, rect, theme::GOLD),
        Some(Text::ForAttacker) => emblem::sword(painter, rect, theme::TEXT),
        Some(Text::Defender) => emblem::shield(painter, rect, theme::GOLD),
        Some(Text::ForDefender) => emblem::shield(painter, rect, theme::TEXT),
        _ => {}
    }
}

/// One small card back per object, and the number behind them.
fn backs(painter: &Painter, count: u8, at: Pos2, width: f32, grown: f32) {
    let step = (width / 11.0).clamp(6.0, 13.0 * grown);
    let size = vec2(step - 2.0, 14.0 * grown);
    let mut left = at.x;
    for _ in 0..count {
        card::paint_back(painter, Rect::from_min_size(pos2(left, at.y), size));
        left += step;
    }
    let number = fit(painter, &count.to_string(), theme::SMALL * grown, theme::QUIET, Cut::line(30.0, Align::Min));
    painter.galley(pos2(left + 3.0, at.y - 1.0), number, theme::QUIET);
}

/// One card back with the number of objects, up to a right edge; returns its left edge.
fn tally(painter: &Painter, count: u8, right_top: Pos2) -> f32 {
    let number = fit(painter, &count.to_string(), theme::SMALL, theme::TEXT, Cut::line(30.0, Align::Min));
    let left = right_top.x - number.size().x;
    painter.galley(pos2(left, right_top.y), number, theme::TEXT);
    let back = Rect::from_min_size(pos2(left - 13.0, right_top.y + 3.0), vec2(10.0, 13.0));
    card::paint_back(painter, back);
    back.left()
}

/// The most important public thing about a seat.
fn status(board: &Board<'_>, state: &SeatState) -> (String, Color32) {
    if !state.played.is_empty() {
        let cards: Vec<&str> = state.played.iter().map(|card| face(board.language, *card)).collect();
        return (cards.join(", "), theme::GOLD);
    }
    if let Some(cards) = state.membership {
        return (membership(board.language, cards).to_owned(), theme::association(cards.side()));
    }
    if !state.awake {
        return (board.text(Text::Asleep).to_owned(), theme::QUIET);
    }
    if let Some(role) = state.occupation {
        return (occupation(board.language, role).to_owned(), theme::TEXT);
    }
    let drink = if has_drinks(board.state.options.seats) { Text::Drink } else { Text::HiddenOccupation };
    (board.text(drink).to_owned(), theme::QUIET)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seats_lie_in_their_area_and_never_overlap() {
        for size in [vec2(616.0, 300.0), vec2(640.0, 330.0), vec2(1000.0, 480.0)] {
            let area = Rect::from_min_size(pos2(10.0, 40.0), size);
            for count in 3..=10 {
                let all = places(area, count, 2);
                assert_eq!(all.len(), count, "one place per seat");
                for (at, one) in all.iter().enumerate() {
                    assert!(area.expand(1.0).contains_rect(*one), "{count} seats: {one:?} leaves {area:?}");
                    let clash = all.iter().skip(at + 1).any(|other| one.intersects(*other));
                    assert!(!clash, "{count} seats overlap in {size:?}");
                }
            }
        }
    }

    #[test]
    fn the_own_seat_is_at_the_bottom_and_its_left_neighbour_at_the_left() {
        let area = Rect::from_min_size(Pos2::ZERO, vec2(800.0, 400.0));
        let all = places(area, 4, 1);
        assert!(all[1].center().y > all[3].center().y, "the own seat is not lowest");
        assert!(all[2].center().x < area.center().x, "clockwise from the bottom goes left");
    }
}
