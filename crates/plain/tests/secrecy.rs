//! Bystanders cannot tell hidden cards apart: the public log and their views are equal (rules.md section D).
#![expect(clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]
#![expect(dead_code, unreachable_pub, reason = "each test file uses another part of the support")]

mod support;

use nightcoach_plain::{PlainTable, Seeded};
use nightcoach_rules::{Action, Event, Face, Neighbour, Occupation, Options, Seat, State, View};
use support::{A, B, C, D, Played, Scene};

const BYSTANDERS: [Seat; 2] = [C, D];

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

/// What a bystander sees of a game in which A has this occupation.
fn played(
    hands: &[&[Face]],
    occupations: &[Occupation],
    play: impl FnOnce(&mut Played),
) -> (State, Vec<Event>, Vec<View>) {
    let mut t = Scene::new(4, hands).occupations(occupations).table();
    play(&mut t);
    t.forced();
    public(&t)
}

const KEPT: [&[Face]; 2] = [&[Face::Goblet], &[Face::Goblet]];

/// D10, D11, D12: what a text lets its giver see or draw.
#[test]
fn what_a_text_shows_its_giver_is_seen_by_nobody_else() {
    let game = |offered, back: Face, extra: Face, order: &[Seat]| {
        let hands: [&[Face]; 4] = [&[offered, Face::Dagger], &[back, extra], KEPT[0], KEPT[1]];
        let mut t = Scene::new(4, &hands).order(order).table();
        t.trade(offered, back);
        t.forced();
        let (state, log, views) = public(&t);
        let own = |view: View| (view.hand, view.memories);
        (state, log, views.into_iter().map(own).collect::<Vec<_>>())
    };
    assert_eq!(
        game(Face::Privilege, Face::Whip, Face::Ring, &[A, C]),
        game(Face::Privilege, Face::Gloves, Face::Key, &[A, C]),
        "D11"
    );
    assert_eq!(
        game(Face::Monocle, Face::Whip, Face::Ring, &[A, C]),
        game(Face::Monocle, Face::Whip, Face::Ring, &[B, C]),
        "D12"
    );
    assert_eq!(
        game(Face::BagKey, Face::Whip, Face::Ring, &[A, C]),
        game(Face::BagGoblet, Face::Gloves, Face::Ring, &[A, C]),
        "D10"
    );
}

/// D13: who passes what is known to sender and receiver only.
#[test]
fn what_a_sextant_passes_is_known_to_two() {
    let game = |passed| {
        let hands: [&[Face]; 4] = [&[Face::Sextant, Face::Key, Face::Ring], &[Face::Whip], KEPT[0], KEPT[1]];
        played(&hands, &[], |t| {
            t.trade(Face::Sextant, Face::Whip);
            t.act(A, Action::Direct { side: Neighbour::Left });
            t.all_with(&Action::Pledge, &[(A, passed), (B, Face::Sextant), (C, Face::Goblet), (D, Face::Goblet)]);
        })
    };
    assert_eq!(game(Face::Key), game(Face::Ring));
}

/// D3, D14, D15: spares, the exchanged and the swapped occupations.
#[test]
fn new_occupations_are_hidden() {
    let coat = |taken| {
        let hands: [&[Face]; 4] = [&[Face::Coat, Face::Key], &[Face::Whip], KEPT[0], KEPT[1]];
        let held = [Occupation::Priest, Occupation::Doctor, Occupation::Duelist, Occupation::Thug];
        played(&hands, &held, |t| {
            t.trade(Face::Coat, Face::Whip);
            t.exchange(A, taken).expect("a spare");
        })
    };
    assert_eq!(coat(Occupation::Hypnotist), coat(Occupation::Diplomat), "D3, D14");
    let tome = |held: [Occupation; 4]| {
        let hands: [&[Face]; 4] = [&[Face::Tome, Face::Key], &[Face::Whip], KEPT[0], KEPT[1]];
        played(&hands, &held, |t| {
            t.trade(Face::Tome, Face::Whip);
        })
    };
    let (c, d) = (Occupation::Duelist, Occupation::Thug);
    let first = tome([Occupation::Priest, Occupation::Doctor, c, d]);
    assert_eq!(first, tome([Occupation::Hypnotist, Occupation::Diplomat, c, d]), "D15");
}

/// D16: the pile and its new top.
#[test]
fn what_a_clairvoyant_sees_and_orders_is_hidden() {
    let game = |first, second| {
        let hands: [&[Face]; 4] = [&[Face::Dagger], &[Face::Whip], KEPT[0], KEPT[1]];
        played(&hands, &[Occupation::Clairvoyant], |t| {
            t.act(A, Action::Foresee);
            t.try_choice(A, Action::Reorder, &[first, second]).expect("in the pile");
        })
    };
    assert_eq!(game(Face::Key, Face::Ring), game(Face::Tome, Face::Key));
}

/// D17, D18: what is laid down for a demand, and the hand that is shown on a miss.
#[test]
fn a_demand_tells_bystanders_just_whether_it_is_met() {
    let game = |laid: Face, hand: [Face; 2]| {
        let hands: [&[Face]; 4] = [&[laid, Face::Dagger], &hand, KEPT[0], KEPT[1]];
        let held = [Occupation::Diplomat, Occupation::Thug];
        let mut kept = Vec::new();
        let public = played(&hands, &held, |t| {
            t.act_with(A, Action::Demand { target: B, kind: nightcoach_rules::Kind::Key }, laid);
            if hand.contains(&Face::Key) {
                t.act_with(B, Action::Surrender, Face::Key);
            }
            t.forced();
            kept = t.sights(A);
        });
        (public, kept)
    };
    let hit = game(Face::Gloves, [Face::Key, Face::Whip]).0;
    assert_eq!(hit, game(Face::Ring, [Face::Key, Face::Knives]).0, "D17");
    let (miss, seen) = game(Face::Gloves, [Face::Loge, Face::Whip]);
    assert_eq!(miss, game(Face::Ring, [Face::Pearl, Face::Knives]).0, "D18");
    assert_eq!(seen.len(), 1, "A has seen the hand");
}

/// D1: after the deal a seat knows its own cards, and nobody knows what lies aside (D2, E4).
#[test]
fn after_the_deal_a_seat_knows_its_own_cards_only() {
    for seats in [3, 5, 10] {
        let table = PlainTable::new(&Options::new(seats), Seeded::new(8)).expect("legal");
        for seat in table.state().all().iter() {
            let view = table.view(seat).expect("a seat");
            assert!(
                view.memories.is_empty() && view.shown.is_empty() && view.pile.is_empty() && view.spares.is_empty()
            );
            assert_eq!((view.offered, view.answer, view.pledged), (None, None, None));
            assert_eq!(&view.state, table.state());
        }
    }
}
