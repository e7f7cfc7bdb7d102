//! Nothing is painted over anything else, and nothing moves under the pointer.

mod support;

use egui::Rect;
use egui_kittest::kittest::Queryable as _;
use nightcoach_rules::{Face, Fight, Occupation, Phase, Seat, SeatSet, View};
use nightcoach_words::{Language, Text, Topic, chapter, text};
use support::{LARGE, SMALL, Window, at_table, click, names, open, painted, playing, view};

/// All that can stand in a seat: many objects, parts in a fight, shown cards.
fn crowded(mut view: View) -> View {
    for (index, seat) in view.state.seats.iter_mut().enumerate() {
        seat.hand = 9;
        if index % 3 == 1 {
            seat.played = vec![Face::Dagger, Face::Gloves];
        }
        if index % 3 == 2 {
            seat.awake = false;
        }
    }
    view
}

/// A fight in which everybody takes part.
fn fight(seats: u8) -> Fight {
    let side = |parity| (0..seats).map(Seat).filter(|seat| seat.0 % 2 == parity).collect::<Vec<_>>();
    let set = |seats: Vec<Seat>| seats.into_iter().fold(SeatSet::EMPTY, SeatSet::with);
    let (attack, defence) = (set(side(0)).without(Seat(2)), set(side(1)).without(Seat(1)));
    Fight { attack, defence, declared: attack.or(defence), ..Fight::new(Seat(2), Seat(1)) }
}

/// The places of the seats: each is labelled by a sentence that starts with its name.
fn seats(window: &Window, count: u8) -> Vec<Rect> {
    let place = |name: &String| {
        let start = format!("{name}, ");
        let of_seat = |label: &str| label.starts_with(&start);
        let mut nodes =
            window.query_all_by(|node| node.label().or_else(|| node.value()).is_some_and(|label| of_seat(&label)));
        nodes.next().map(|node| node.rect())
    };
    names(count).iter().filter_map(place).collect()
}

fn inside(place: Rect, window: &Window) -> Vec<(String, Rect)> {
    painted(window).into_iter().filter(|(_, ink)| place.contains(ink.center())).collect()
}

fn never_overlap(texts: &[(String, Rect)], context: &str) {
    for (at, (text, one)) in texts.iter().enumerate() {
        for (other_text, other) in texts.iter().skip(at + 1) {
            let both = one.shrink(0.5).intersect(other.shrink(0.5));
            assert!(!both.is_positive(), "{context}: {text:?} {one:?} lies on {other_text:?} {other:?}");
        }
    }
}

/// Languages, window sizes and seats at the table.
fn tables() -> Vec<(Language, [f32; 2], u8)> {
    let sizes = [(SMALL, 10), (SMALL, 8), (SMALL, 6), (SMALL, 3), (LARGE, 10), (LARGE, 6)];
    let of = |language| sizes.map(|(size, count)| (language, size, count));
    Language::ALL.into_iter().flat_map(of).collect()
}

/// The texts of every seat lie beside each other and inside it.
fn check_seats(window: &Window, count: u8, context: &str) {
    let places = seats(window, count);
    assert_eq!(places.len(), usize::from(count), "{context}: not every seat is there");
    for place in places {
        let texts = inside(place, window);
        assert!(texts.len() >= 3, "{context}: a seat lacks a text: {texts:?}");
        never_overlap(&texts, context);
        let out = texts.iter().find(|(_, ink)| !place.contains_rect(ink.shrink(1.0)));
        assert!(out.is_none(), "{context}: {out:?} leaves {place:?}");
    }
}

#[test]
fn the_texts_of_a_seat_never_overlap_and_stay_in_it() {
    for (language, size, count) in tables() {
        for (phase, asked) in [(Phase::Turn, true), (Phase::Turn, false), (Phase::Support(fight(count)), true)] {
            let view = crowded(view(count, &[Face::Key, Face::Dagger], phase));
            let window = open(language, size, at_table(playing(view, asked)));
            check_seats(&window, count, &format!("{language:?} {size:?} {count} seats, asked: {asked}"));
        }
    }
}

#[test]
fn no_text_of_the_middle_runs_under_a_seat() {
    for (language, size, count) in tables() {
        let context = format!("{language:?} {size:?} {count} seats");
        let view = view(count, &[Face::Key, Face::Dagger], Phase::Support(fight(count)));
        let window = open(language, size, at_table(playing(view, true)));
        let sides = [Text::ForAttacker, Text::ForDefender].map(|side| format!("{}:", text(language, side)));
        let is_middle = |line: &str| sides.iter().any(|side| line.starts_with(side));
        let middle: Vec<_> = painted(&window).into_iter().filter(|(line, _)| is_middle(line)).collect();
        assert_eq!(middle.len(), 2, "{context}: the sides are not told");
        let places = seats(&window, count);
        let under = middle.iter().find(|(_, ink)| places.iter().any(|place| place.intersects(ink.shrink(1.0))));
        assert!(under.is_none(), "{context}: {under:?} lies under a seat");
    }
}

/// The places of the answer buttons.
fn buttons(window: &Window, labels: &[&str]) -> Vec<Rect> {
    labels.iter().map(|label| window.get_by_label(label).rect()).collect()
}

#[test]
fn no_answer_moves_while_a_prompt_stands() {
    for (language, size, count) in tables() {
        let context = format!("{language:?} {size:?} {count} seats");
        let view = view(count, &[Face::Key, Face::Dagger], Phase::Turn);
        let mut window = open(language, size, at_table(playing(view, true)));
        let answers = [Text::DoOffer, Text::DoAttack, Text::DoDeclare, Text::DoPass];
        let mut all = answers.map(|what| text(language, what)).to_vec();
        all.push("Tom");
        let (places, chairs) = (buttons(&window, &all), seats(&window, count));
        for pick in [text(language, Text::DoOffer), "Tom", text(language, Text::DoAttack)] {
            click(&mut window, pick);
            window.key_press(egui::Key::Num1);
            window.run_steps(2);
            assert_eq!(buttons(&window, &all), places, "{context}: an answer moved at {pick}");
            assert_eq!(seats(&window, count), chairs, "{context}: a seat moved at {pick}");
        }
    }
}

#[test]
fn the_table_gets_what_the_prompt_does_not_need() {
    let hand = [Face::Key, Face::Dagger];
    let waiting = open(Language::English, SMALL, at_table(playing(view(10, &hand, Phase::Turn), false)));
    let asked = open(Language::English, SMALL, at_table(playing(view(10, &hand, Phase::Turn), true)));
    let lowest = |window: &Window| seats(window, 10).iter().map(Rect::bottom).fold(0.0, f32::max);
    assert!(lowest(&waiting) > lowest(&asked) + 80.0, "one line of prompt takes as much as a question");
    assert!(lowest(&waiting) > SMALL[1] - nightcoach::theme::HAND_HEIGHT - 70.0, "the prompt takes too much");
}

#[test]
fn whoever_gave_no_name_is_called_you_once() {
    for language in Language::ALL {
        let mut nameless = playing(view(3, &[Face::Key], Phase::Turn), false);
        nameless.names[0] = text(language, Text::You).to_owned();
        let window = open(language, LARGE, at_table(nameless));
        let twice = format!("{0} ({0})", text(language, Text::You));
        assert!(painted(&window).iter().all(|(line, _)| *line != twice), "{twice}");
    }
}

#[test]
fn the_sheet_of_a_demand_fits_into_the_small_window() {
    let frame = Rect::from_min_size(egui::Pos2::ZERO, SMALL.into());
    for language in Language::ALL {
        let mut own = view(10, &Face::ALL[8..16], Phase::Turn);
        own.occupation = Occupation::Diplomat;
        let mut window = open(language, SMALL, at_table(playing(own, true)));
        click(&mut window, text(language, Text::DoDemand));
        window.run_steps(3);
        for what in [Text::Back, Text::DemandNow] {
            assert!(frame.contains_rect(window.get_by_label(text(language, what)).rect()), "{what:?} is cut off");
        }
    }
}

#[test]
fn the_chapters_stand_in_a_list_beside_the_text() {
    for (language, size) in [(Language::English, SMALL), (Language::ChineseSimplified, LARGE)] {
        let mut window = open(language, size, at_table(playing(view(5, &[Face::Key], Phase::Turn), true)));
        click(&mut window, text(language, Text::Rules));
        window.run_steps(3);
        let place = |topic| window.get_by_label(&chapter(language, topic, None).title).rect();
        let (turn, trade) = (place(Topic::Turn), place(Topic::Trade));
        let beside = (trade.left() - turn.left()).abs() > 1.0;
        assert!(trade.top() >= turn.bottom() && !beside, "{turn:?} and {trade:?} are no list");
    }
}
