//! Personal points: rules.md C.10 and section F.
#![expect(clippy::expect_used, clippy::indexing_slicing, clippy::panic, reason = "a test fails by panicking")]
#![expect(dead_code, unreachable_pub, reason = "each test file uses another part of the support")]

mod support;

use nightcoach_rules::scoring::points;
use nightcoach_rules::{Action, Choices, Face, Outcome, Seat, SeatSet};
use support::{A, B, C, E, Scene, options};

/// A declares with these companions; the points, if these others have shown a key item.
fn declared(scene: Scene, named: &[Seat], shown: &[Seat]) -> Vec<u16> {
    let mut t = scene.table();
    t.declare(named);
    t.forced();
    let state = t.table.state();
    let opened = state.all().iter().filter(|seat| state.seats[seat.index()].key_items > 0);
    let holders: SeatSet = opened.chain(shown.iter().copied()).collect();
    points(&state.options, t.table.outcome().expect("over"), holders)
}

fn scene(hands: &[&[Face]]) -> Scene {
    Scene::new(6, hands).order(&[A, C, E])
}

/// a.4 scoring.
#[test]
fn f54_a_true_declaration_pays_the_declarer_most_and_a_false_one_the_other_side() {
    let hands: [&[Face]; 5] = [&[Face::Key, Face::Key], &[Face::Dagger], &[Face::Key], &[Face::Ring], &[Face::Whip]];
    assert_eq!(declared(scene(&hands), &[C], &[]), [3, 0, 2, 0, 1, 0]);
    let hands: [&[Face]; 2] = [&[Face::Key], &[Face::Key, Face::Key]];
    assert_eq!(declared(scene(&hands), &[B], &[]), [0, 2, 0, 2, 0, 2]);
}

#[test]
fn a_declarer_with_a_full_set_of_his_own_gets_five_and_a_drink_is_no_item() {
    let hands: [&[Face]; 2] = [&[Face::Key, Face::Key, Face::Key], &[Face::Dagger]];
    assert_eq!(declared(scene(&hands), &[], &[]), [5, 0, 1, 0, 1, 0]);
    let hands: [&[Face]; 5] = [&[Face::Key], &[Face::Dagger], &[Face::Key], &[Face::Ring], &[Face::Whip]];
    let minority = Scene::new(5, &hands).order(&[A, C]);
    assert_eq!(declared(minority, &[C], &[]), [3, 0, 2, 0, 0]);
    // A transformed bag that an unnamed member shows in the appendix.
    let hands: [&[Face]; 5] = [&[Face::Key; 3], &[Face::Dagger], &[Face::Ring], &[Face::Gloves], &[Face::BagKey]];
    assert_eq!(declared(scene(&hands).pile(&[]), &[], &[E]), [5, 0, 1, 0, 2, 0]);
}

/// E91: four points, however many items.
#[test]
fn e91_a_personal_win_is_worth_four_and_the_rest_get_nothing() {
    let mut t = scene(&[&[Face::Loge, Face::Key, Face::Key, Face::Key]]).table();
    t.act(A, Action::DeclareSolo { items: vec![Face::Key; 3] });
    let outcome = t.table.outcome().expect("over");
    assert_eq!(points(&options(6), outcome, SeatSet::only(A)), [4, 0, 0, 0, 0, 0]);
    assert_eq!(points(&options(3), &Outcome::Drawn, SeatSet::first(3)), [0, 0, 0]);
    assert_eq!(points(&options(3), &Outcome::Unsettled, SeatSet::first(3)), [0, 0, 0]);
}

#[test]
fn a_true_prophecy_pays_the_prophet_three_and_a_false_one_the_other_side_two() {
    let hands: [&[Face]; 4] = [&[Face::Key], &[Face::Goblet, Face::Goblet], &[Face::Ring], &[Face::Goblet]];
    let prophesied = |named: &[Seat]| {
        let mut t = scene(&hands).with(|options| options.prophecy = true).table();
        let Choices::Turn(turn) = t.choices(A) else { panic!("a turn") };
        t.act(A, turn.prophecy.expect("on").action(named.iter().copied().collect()));
        t.forced();
        points(&options(6), t.table.outcome().expect("over"), SeatSet::only(C))
    };
    assert_eq!(prophesied(&[B, support::D]), [3, 0, 2, 0, 1, 0]);
    assert_eq!(prophesied(&[B]), [0, 2, 0, 2, 0, 2]);
}

#[test]
fn the_items_of_an_outcome_are_the_declarers_own() {
    let hands: [&[Face]; 3] = [&[Face::Key], &[Face::Dagger], &[Face::Key, Face::Key]];
    let mut t = scene(&hands).table();
    t.declare(&[C]);
    t.forced();
    assert!(matches!(t.table.outcome(), Some(Outcome::Won { declarer: A, holds: true, items: 1, .. })));
    let shown: Vec<u8> = t.table.state().seats.iter().map(|seat| seat.key_items).collect();
    assert_eq!(shown, [1, 0, 2, 0, 0, 0]);
}
