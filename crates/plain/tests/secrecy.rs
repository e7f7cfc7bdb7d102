//! Bystanders cannot tell hidden cards apart: the public log and their views are equal (rules.md D4, D5, D7, D9).
#![expect(clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]
#![expect(dead_code, unreachable_pub, reason = "each test file uses another part of the support")]

mod support;

use nightcoach_rules::{Action, Event, Face, State, View};
use support::{A, B, C, D, Played, Scene};

const BYSTANDERS: [nightcoach_rules::Seat; 2] = [C, D];

/// What a bystander and the public see of a game.
fn public(t: &Played) -> (State, Vec<Event>, Vec<View>) {
    let views = BYSTANDERS.map(|seat| t.view(seat)).to_vec();
    (t.table.state().clone(), t.table.log().to_vec(), views)
}

/// A offers the first card, B gives the second or refuses; A and B hold a spare card each.
fn trade(offered: Face, answer: Option<Face>) -> Played {
    let b = answer.unwrap_or(Face::Gloves);
    let hands: [&[Face]; 4] = [&[offered, Face::Dagger], &[b, Face::Whip], &[Face::Goblet], &[Face::Goblet]];
    let mut t = Scene::new(4, &hands).table();
    t.act_with(A, Action::Offer { to: B }, offered);
    match answer {
        Some(answer) => t.act_with(B, Action::Accept { text: None }, answer),
        None => t.act(B, Action::Refuse),
    };
    t.forced();
    t
}

#[test]
fn a_mirror_or_pearl_trade_looks_like_two_textless_cards() {
    let plain = public(&trade(Face::Key, Some(Face::Ring)));
    for (offered, answer) in [
        (Face::Mirror, Face::Ring),
        (Face::Pearl, Face::Ring),
        (Face::Mirror, Face::BagKey),
        (Face::BagKey, Face::Mirror),
        (Face::Privilege, Face::Mirror),
        (Face::Mirror, Face::Monocle),
        (Face::Pearl, Face::Mirror),
    ] {
        assert_eq!(public(&trade(offered, Some(answer))), plain, "{offered:?} for {answer:?}");
    }
}

#[test]
fn a_forced_refusal_looks_like_a_free_one() {
    let free = public(&trade(Face::Key, None));
    assert_eq!(public(&trade(Face::Privilege, None)), free);
    let hands: [&[Face]; 4] = [&[Face::BagKey, Face::Dagger], &[Face::BagGoblet], &[Face::Goblet], &[Face::Goblet]];
    let mut forced = Scene::new(4, &hands).table();
    forced.act_with(A, Action::Offer { to: B }, Face::BagKey);
    forced.act(B, Action::Refuse);
    assert_eq!(public(&forced).1, free.1);
}

#[test]
fn the_kind_of_a_bag_stays_between_giver_and_receiver() {
    let bag = |bag: Face| {
        let hands: [&[Face]; 4] = [&[bag], &[Face::Whip], &[Face::Goblet], &[Face::Goblet]];
        let mut t = Scene::new(4, &hands).table();
        t.act_with(A, Action::Offer { to: B }, bag);
        t.act_with(B, Action::Accept { text: Some(nightcoach_rules::Kind::SecretBag) }, Face::Whip);
        t.forced();
        public(&t)
    };
    assert_eq!(bag(Face::BagKey), bag(Face::BagGoblet));
}
