//! Prophecies, and declarations that say numbers.

mod support;

use egui_kittest::kittest::Queryable as _;
use nightcoach_rules::{
    Action, Association, Choice, Face, Membership, Occupation, Phase, Seat, SeatSet, View, choices,
};
use nightcoach_words::{Language, Phrase, Text, phrase, text};
use support::{LARGE, SMALL, Window, at_table, click, names, open, playing, reach, sent, view};

const TOM: Seat = Seat(1);

fn at(language: Language, size: [f32; 2], view: &View) -> Window {
    open(language, size, at_table(playing(view.clone(), true)))
}

/// Names a seat in the sheet.
fn name(window: &mut Window, name: &str) {
    for checkbox in window.query_all_by_role_and_label(egui::accesskit::Role::CheckBox, name).take(1) {
        checkbox.click();
    }
    window.run_steps(2);
}

#[test]
fn a_prophecy_is_made_by_mouse_and_by_keyboard_where_the_option_is_on() {
    let mut view = view(5, &[Face::Whip], Phase::Turn);
    for language in Language::ALL {
        view.state.options.prophecy = false;
        let window = at(language, SMALL, &view);
        assert!(window.query_by_label(text(language, Text::DoProphesy)).is_none(), "a prophecy without the option");
        view.state.options.prophecy = true;
        let named = SeatSet::only(TOM);
        let action = Action::Prophesy { named, membership: Membership::One(Association::Order) };
        let expected = Choice::plain(action);
        for act in [click, reach] {
            let mut window = at(language, SMALL, &view);
            act(&mut window, text(language, Text::DoProphesy));
            window.get_by_label(text(language, Text::ProphecyWins));
            name(&mut window, "Tom");
            act(&mut window, text(language, Text::ProphesyNow));
            assert_eq!(sent(&window), vec![expected.clone()]);
            assert!(choices(&view).contains(&expected));
        }
    }
}

#[test]
fn who_holds_the_pearl_cannot_prophesy() {
    let mut view = view(5, &[Face::Pearl], Phase::Turn);
    view.state.options.prophecy = true;
    let mut window = at(Language::English, LARGE, &view);
    click(&mut window, text(Language::English, Text::DoProphesy));
    assert!(window.query_by_label(text(Language::English, Text::ProphesyNow)).is_none());
}

#[test]
fn a_number_is_said_for_each_companion_and_never_too_many() {
    let mut view = view(5, &[Face::Key, Face::Whip], Phase::Turn);
    view.state.options.claim_counts = true;
    let expected = Action::DeclareTeam {
        named: SeatSet::only(TOM),
        membership: Membership::One(Association::Order),
        occupation: Occupation::Thug,
        items: vec![Face::Key],
        counts: vec![2],
    };
    for language in Language::ALL {
        let say = |seat, count| phrase(language, &names(5), &Phrase::SayHolds { seat, count });
        for act in [click, reach] {
            let mut window = at(language, SMALL, &view);
            click(&mut window, text(language, Text::DoDeclare));
            window.get_by_label(&phrase(language, &names(5), &Phrase::MostCounted(2)));
            name(&mut window, "Tom");
            act(&mut window, &say(TOM, 2));
            name(&mut window, "Jürgen");
            act(&mut window, &say(Seat(2), 1));
            click(&mut window, text(language, Text::DeclareNow));
            assert!(sent(&window).is_empty(), "three key items are said where two are left");
            name(&mut window, "Jürgen");
            act(&mut window, text(language, Text::DeclareNow));
            assert_eq!(sent(&window), [Choice::plain(expected.clone())]);
        }
    }
}
