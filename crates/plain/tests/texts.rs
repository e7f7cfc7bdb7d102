//! Sextant, Coat, Tome and the options of trade texts: rules.md section F, C.3, C.9 and E12 to E33.
#![expect(clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]
#![expect(dead_code, unreachable_pub, reason = "each test file uses another part of the support")]

mod support;

use nightcoach_plain::Cause;
use nightcoach_rules::{
    Action, Choice, Choices, Event, Face, Kind, Neighbour, Occupation, Phase, Reason, Seat, SeatSet, Side, Sight,
    Spoils,
};
use support::{A, B, C, D, E, Played, Scene};

const LEFT: Action = Action::Direct { side: Neighbour::Left };
const RIGHT: Action = Action::Direct { side: Neighbour::Right };

const fn announced(receiver: Seat, giver: Seat, kind: Kind) -> Event {
    Event::Announced { receiver, giver, kind }
}

/// Five seats; A holds the Sextant, C a bag.
fn ring() -> Scene {
    let hands: [&[Face]; 5] = [
        &[Face::Sextant, Face::Key],
        &[Face::Whip, Face::Ring],
        &[Face::BagKey, Face::Dagger],
        &[Face::Privilege],
        &[Face::BagGoblet],
    ];
    Scene::new(5, &hands)
}

/// rules.md D13, walk.md a.3 Sextant, E31 and E33: a bag reaches a bag holder, and nothing fires.
#[test]
fn f15_a_sextant_passes_one_object_of_everybody_at_once() {
    let mut t = ring().table();
    let (pile, sizes) = (t.table.state().pile, [2, 2, 2, 1, 1]);
    let events = t.trade(Face::Sextant, Face::Whip);
    assert_eq!(events, [Event::Traded { from: A, to: B }, announced(B, A, Kind::Sextant)]);
    assert_eq!((t.owing(), t.choices(A)), (SeatSet::only(A), Choices::Direct), "its giver names the side");
    assert_eq!(t.act(A, LEFT), [Event::Directed { giver: A, side: Neighbour::Left }]);
    assert_eq!(t.owing(), SeatSet::first(5), "both traders take part (E31)");
    assert_eq!(t.choices(B), Choices::Pledge { to: C, cards: vec![Face::Ring, Face::Sextant] });
    let passed = [(A, Face::Key), (B, Face::Sextant), (C, Face::BagKey), (D, Face::Privilege), (E, Face::BagGoblet)];
    assert_eq!(t.all_with(&Action::Pledge, &passed), [Event::AllPledged]);
    assert_eq!((t.view(C).pledged, t.hand(D)), (Some(Face::BagKey), vec![Face::Privilege]), "nothing has moved yet");
    let events = t.forced();
    // The bag was passed, not traded: nobody draws, nothing is announced but the second text, which is none.
    let end = [Event::Silent { receiver: A }, Event::TurnBegan { turn: 2, seat: B }];
    assert_eq!(events, [Event::PassedOn { side: Neighbour::Left }, end[0].clone(), end[1].clone()]);
    assert_eq!(t.table.state().pile, pile);
    let hands = [A, B, C, D, E].map(|seat| t.hand(seat));
    assert_eq!(hands.each_ref().map(Vec::len), sizes, "sizes are unchanged (E32)");
    assert_eq!(hands[0], [Face::BagGoblet, Face::Whip]);
    assert_eq!(hands[2], [Face::Dagger, Face::Sextant], "also the Sextant itself may go");
    assert_eq!(hands[3], [Face::BagKey]);
    let moved = [Sight::Given { to: C, face: Face::Sextant }, Sight::Received { from: Some(A), face: Face::Key }];
    assert!(t.sights(B).ends_with(&moved), "{:?}", t.sights(B));
}

#[test]
fn a_sextant_may_pass_to_the_right() {
    let mut t = ring().table();
    t.trade(Face::Sextant, Face::Whip);
    t.act(A, RIGHT);
    assert_eq!(t.choices(A), Choices::Pledge { to: E, cards: vec![Face::Key, Face::Whip] });
}

#[test]
fn f16_a_sextant_with_full_hands_leads_to_no_gift() {
    let hands: [&[Face]; 5] = [
        &[Face::Sextant, Face::Key, Face::Key, Face::Key, Face::Loge],
        &[Face::Whip, Face::Ring, Face::Gloves, Face::Dagger, Face::Coat],
        &[Face::BagKey, Face::Goblet, Face::Goblet, Face::Goblet, Face::Tome],
        &[Face::Privilege],
        &[Face::BagGoblet],
    ];
    let mut t = Scene::new(5, &hands).table();
    t.trade(Face::Sextant, Face::Whip);
    t.act(A, LEFT);
    let passed = [(A, Face::Key), (B, Face::Ring), (C, Face::BagKey), (D, Face::Privilege), (E, Face::BagGoblet)];
    t.all_with(&Action::Pledge, &passed);
    t.forced();
    assert_eq!(t.active(), B, "the turn is over (E32)");
    assert_eq!([A, B, C, D, E].map(|seat| t.hand(seat).len()), [5, 5, 5, 1, 1]);
}

/// E15: what Y does is announced and executed although the Sextant has moved Y on.
#[test]
fn e15_a_second_card_that_has_moved_on_still_has_its_text() {
    let hands: [&[Face]; 2] = [&[Face::Sextant, Face::Key], &[Face::Monocle, Face::Ring]];
    let mut t = Scene::new(5, &hands).table();
    t.trade(Face::Sextant, Face::Monocle);
    t.act(A, LEFT);
    let passed = [(A, Face::Monocle), (B, Face::Ring), (C, t.hand(C)[0]), (D, t.hand(D)[0]), (E, t.hand(E)[0])];
    t.all_with(&Action::Pledge, &passed);
    let events = t.forced();
    assert!(t.hand(B).contains(&Face::Monocle));
    assert!(events.contains(&announced(A, B, Kind::Monocle)), "{events:?}");
    assert!(events.contains(&Event::AssociationShown { owner: A, to: B }));
}

/// E14: with `sextant_last` the other text runs first.
/// a.4 sextantLast.
#[test]
fn e14_texts_run_in_order_unless_the_sextant_shall_be_last() {
    let hands: [&[Face]; 2] = [&[Face::Sextant, Face::Key], &[Face::Monocle, Face::Ring]];
    let mut t = Scene::new(5, &hands).with(|options| options.sextant_last = true).table();
    let events = t.trade(Face::Sextant, Face::Monocle);
    assert_eq!(events.last(), Some(&announced(B, A, Kind::Sextant)), "announced as ever");
    let events = t.forced();
    assert_eq!(events, [announced(A, B, Kind::Monocle), Event::AssociationShown { owner: A, to: B }]);
    assert_eq!(t.choices(A), Choices::Direct, "now it runs");
    t.act(A, LEFT);
    let passed = [A, B, C, D, E].map(|seat| (seat, t.hand(seat)[0]));
    t.all_with(&Action::Pledge, &passed);
    let events = t.forced();
    assert_eq!(events.last(), Some(&Event::TurnBegan { turn: 2, seat: B }));
    assert_eq!(t.table.trade(), None);
    // As the second card it is the last anyway.
    let hands: [&[Face]; 2] = [&[Face::Monocle, Face::Key], &[Face::Sextant, Face::Ring]];
    let mut t = Scene::new(5, &hands).with(|options| options.sextant_last = true).table();
    t.trade(Face::Monocle, Face::Sextant);
    let events = t.forced();
    assert_eq!(events, [Event::AssociationShown { owner: B, to: A }, announced(A, B, Kind::Sextant)]);
    assert_eq!((t.owing(), t.choices(B)), (SeatSet::only(B), Choices::Direct));
}

/// A has used the Doctor, and it is A's turn again; A holds the Tome.
fn spent_doctor(scene: Scene) -> Played {
    let mut t = scene.occupations(&[Occupation::Doctor, Occupation::Thug]).table();
    t.attack(&[]);
    t.pass_until(|phase| matches!(phase, Phase::Doctor { .. }));
    t.window(&[(A, Action::Doctor { cancel: true })]);
    for seat in [B, C, D] {
        t.act(seat, Action::Pass);
    }
    t
}

/// rules.md D15, walk.md a.3 Tome, E30.
#[test]
fn f17_a_tome_swaps_the_occupations_which_are_unused_then() {
    let mut t = spent_doctor(Scene::new(4, &[&[Face::Tome, Face::Key], &[Face::Whip]]));
    assert_eq!(t.table.state().seats[0].occupation, Some(Occupation::Doctor), "spent");
    let events = t.trade(Face::Tome, Face::Whip);
    assert_eq!(events.last(), Some(&announced(B, A, Kind::Tome)));
    assert_eq!(t.owing(), SeatSet::only(A).with(B));
    let events = t.forced();
    let swapped = Event::OccupationsSwapped { giver: A, receiver: B };
    assert_eq!(events, [swapped, Event::Silent { receiver: A }, Event::TurnBegan { turn: 6, seat: B }]);
    assert_eq!((t.view(A).occupation, t.view(B).occupation), (Occupation::Thug, Occupation::Doctor));
    assert!(t.table.state().seats.iter().all(|seat| seat.occupation.is_none()), "both lie face-down (E30)");
    for (seat, own, other, its) in
        [(A, Occupation::Thug, B, Occupation::Doctor), (B, Occupation::Doctor, A, Occupation::Thug)]
    {
        let known = [Sight::Occupation { of: other, occupation: its }, Sight::Occupation { of: seat, occupation: own }];
        assert!(t.sights(seat).ends_with(&known), "both traders know both: {:?}", t.sights(seat));
    }
    assert!([C, D].iter().all(|seat| t.sights(*seat).is_empty()), "nobody else does");
    t.act(B, Action::Attack { target: C });
    t.pass_until(|phase| matches!(phase, Phase::Doctor { .. }));
    assert_eq!(t.choices(B), Choices::Doctor { may: true }, "B may use it later");
}

/// Seven seats; A's Priest has stopped B, and it is A's turn again.
fn spent_priest(scene: Scene) -> Played {
    let mut t = scene.occupations(&[Occupation::Priest]).table();
    t.act(A, Action::Pass);
    t.act(B, Action::Attack { target: A });
    t.window(&[(A, Action::Priest { stop: true })]);
    for seat in 2..7 {
        t.act(Seat(seat), Action::Pass);
    }
    t
}

/// rules.md D14, walk.md a.3 Coat, E28.
#[test]
fn f18_a_coat_exchanges_the_occupation_with_a_spare() {
    let hands: [&[Face]; 2] = [&[Face::Coat, Face::Key], &[Face::Whip]];
    let mut t = spent_priest(Scene::new(7, &hands));
    let spares = t.table.occupations()[7..].to_vec();
    assert_eq!(spares.len(), 3);
    let events = t.trade(Face::Coat, Face::Whip);
    assert_eq!(events[1..], [announced(B, A, Kind::Coat), Event::SparesShown { to: A }]);
    assert_eq!(t.choices(A), Choices::Exchange { spares: spares.clone(), own: None });
    assert_eq!(t.sights(A).last(), Some(&Sight::Spares { occupations: spares.clone() }));
    let kept = t.exchange(A, Occupation::Priest).map_err(|error| error.cause);
    assert_eq!(kept, Err(Cause::Selection), "the own one cannot be taken again (E28)");
    let events = t.exchange(A, spares[1]).expect("a spare");
    assert_eq!(events, [Event::OccupationExchanged { seat: A }]);
    assert_eq!((t.view(A).occupation, t.table.state().seats[0].occupation), (spares[1], None), "face-down, unused");
    assert!(t.view(A).spares.is_empty(), "the look is over");
    let mut left = t.table.occupations()[7..].to_vec();
    left.sort_unstable();
    let mut expected = vec![Occupation::Priest, spares[0], spares[2]];
    expected.sort_unstable();
    assert_eq!((left, t.table.state().spares), (expected, 3), "the Priest joins the spares");
    assert!((1..7).all(|seat| !t.sights(Seat(seat)).iter().any(|sight| matches!(sight, Sight::Spares { .. }))));
    t.forced();
    t.act(B, Action::Attack { target: C });
    assert!(matches!(t.table.state().phase, Phase::Priest(_)), "somebody may be the Priest again");
}

/// a.4 coatMayKeepOwn.
#[test]
fn e28_with_coat_may_keep_own_the_own_occupation_comes_back_unused() {
    let hands: [&[Face]; 2] = [&[Face::Coat, Face::Key], &[Face::Whip]];
    let scene = Scene::new(7, &hands).with(|options| options.coat_may_keep_own = true);
    let mut t = spent_priest(scene);
    let spares = t.table.occupations()[7..].to_vec();
    t.trade(Face::Coat, Face::Whip);
    assert_eq!(t.choices(A), Choices::Exchange { spares, own: Some(Occupation::Priest) });
    t.exchange(A, Occupation::Priest).expect("the own one");
    assert_eq!((t.view(A).occupation, t.table.state().seats[0].occupation), (Occupation::Priest, None));
}

/// E29: at nine seats there is one spare, at ten no Coat; without spares it does nothing.
#[test]
fn e29_a_coat_takes_what_is_there() {
    let hands: [&[Face]; 2] = [&[Face::Coat], &[Face::Whip]];
    let mut t = Scene::new(9, &hands).pile(&[]).table();
    let spare = t.table.occupations()[9];
    t.trade(Face::Coat, Face::Whip);
    assert_eq!(t.choices(A), Choices::Exchange { spares: vec![spare], own: None }, "whatever the pile (E29)");
    t.exchange(A, spare).expect("the only one");
    assert_eq!(t.table.state().spares, 1);
    let mut t = Scene::new(9, &hands).without_spares().table();
    t.trade(Face::Coat, Face::Whip);
    assert_eq!(t.forced(), [Event::Silent { receiver: A }, Event::TurnBegan { turn: 2, seat: B }], "no effect");
    let mut t = Scene::new(10, &[&[Face::Monocle], &[Face::Whip]]).table();
    t.act_with(A, Action::Offer { to: B }, Face::Monocle);
    let named = t.try_choice(B, Action::Accept { text: Some(Kind::Coat) }, &[Face::Whip]).map_err(|error| error.cause);
    assert_eq!(named, Err(Cause::Illegal(Reason::NoText)), "there is no Coat at ten seats");
}

/// E12: texts are forced, unless the option lets a Tome or Coat be declined; then every one is asked for.
/// a.4 tomeCoatOptional.
#[test]
fn e12_a_tome_or_coat_can_be_declined_with_the_option_only() {
    for (face, kind) in [(Face::Tome, Kind::Tome), (Face::Coat, Kind::Coat)] {
        let scene = || Scene::new(4, &[&[face, Face::Key], &[Face::Whip]]);
        let mut t = scene().table();
        t.trade(face, Face::Whip);
        assert!(!matches!(t.choices(A), Choices::UseText { .. }), "by default it runs at once");
        let mut t = scene().with(|options| options.tome_coat_optional = true).table();
        let before = t.view(A).occupation;
        t.trade(face, Face::Whip);
        assert_eq!((t.owing(), t.choices(A)), (SeatSet::only(A), Choices::UseText { kind }));
        assert_eq!(t.act(A, Action::UseText { using: false }), [Event::TextDeclined { giver: A, kind }]);
        t.forced();
        assert_eq!((t.view(A).occupation, t.active()), (before, B));
        let mut t = scene().with(|options| options.tome_coat_optional = true).table();
        t.trade(face, Face::Whip);
        t.act(A, Action::UseText { using: true });
        assert!(matches!(t.table.state().phase, Phase::Swap { .. } | Phase::Exchange { .. }));
    }
    let mut t = Scene::new(4, &[&[Face::Monocle], &[Face::Whip]]).with(|o| o.tome_coat_optional = true).table();
    t.trade(Face::Monocle, Face::Whip);
    assert!(matches!(t.table.state().phase, Phase::Execution { .. }), "other texts are forced all the same");
}

fn smuggling(hands: &[&[Face]]) -> Played {
    Scene::new(4, hands).with(|options| options.smuggling = true).table()
}

/// rules.md D31, walk.md a.1: the giver owes the text entry, and may be silent.
/// a.3 D31 smuggling; a.4 smuggling.
#[test]
fn f53_a_suppressed_text_looks_like_none() {
    let hands: [&[Face]; 2] = [&[Face::Monocle, Face::Key], &[Face::Whip]];
    let mut t = smuggling(&hands);
    let events = t.trade(Face::Monocle, Face::Whip);
    assert_eq!(events, [Event::Traded { from: A, to: B }], "the acceptance says nothing");
    assert_eq!(
        (t.owing(), t.choices(A)),
        (SeatSet::only(A), Choices::Text { given: Face::Monocle, kind: Some(Kind::Monocle) })
    );
    assert_eq!(t.act(A, Action::Text { text: None }), [Event::Silent { receiver: B }]);
    assert_eq!(t.choices(B), Choices::Text { given: Face::Whip, kind: None }, "asked also where there is no text");
    let lie = t.try_choice(B, Action::Text { text: Some(Kind::Monocle) }, &[]).map_err(|error| error.cause);
    assert!(matches!(lie, Err(Cause::FalseClaim(_))));
    t.act(B, Action::Text { text: None });
    assert!(!t.sights(A).iter().any(|sight| matches!(sight, Sight::Association { .. })), "no look");
    // Bystanders see the same for a textless card.
    let mut plain = smuggling(&[&[Face::Dagger, Face::Key], &[Face::Whip]]);
    plain.trade(Face::Dagger, Face::Whip);
    plain.act(A, Action::Text { text: None });
    plain.act(B, Action::Text { text: None });
    assert_eq!(plain.table.log(), t.table.log());
    assert_eq!(plain.view(C).state, t.view(C).state);
    // Not suppressed, it runs; in a Mirror trade there is nothing to announce.
    let mut t = smuggling(&hands);
    t.trade(Face::Monocle, Face::Whip);
    let events = t.act(A, Action::Text { text: Some(Kind::Monocle) });
    assert_eq!(events, [announced(B, A, Kind::Monocle)]);
    assert_eq!(t.forced(), [Event::AssociationShown { owner: B, to: A }]);
    let mut t = smuggling(&[&[Face::Mirror], &[Face::Monocle]]);
    t.trade(Face::Mirror, Face::Monocle);
    t.act(A, Action::Text { text: None });
    assert_eq!(t.choices(B), Choices::Text { given: Face::Monocle, kind: None });
    // Two bags may not meet all the same, and an acceptance that speaks is refused.
    let mut t = smuggling(&[&[Face::BagKey], &[Face::BagGoblet, Face::Whip]]);
    t.act_with(A, Action::Offer { to: B }, Face::BagKey);
    let bag = t.try_choice(B, Action::Accept { text: None }, &[Face::BagGoblet]).map_err(|error| error.cause);
    assert!(matches!(bag, Err(Cause::FalseClaim(_))));
    let says = Action::Accept { text: Some(Kind::SecretBag) };
    let said = t.try_choice(B, says, &[Face::Whip]).map_err(|error| error.cause);
    assert_eq!(said, Err(Cause::Illegal(Reason::NotThisTable)));
}

/// rules.md D8, D10: E25.
#[test]
fn f56_the_kind_of_a_bag_is_in_no_log_and_in_no_view_of_a_bystander() {
    let game = |bag| {
        let mut t = Scene::new(6, &[&[bag, Face::Ring], &[Face::Gloves]]).pile(&[Face::Loge, Face::Key]).table();
        t.trade(bag, Face::Gloves);
        t.forced();
        (t.table.log().to_vec(), [C, D, E].map(|seat| t.view(seat).memories))
    };
    assert_eq!(game(Face::BagKey), game(Face::BagGoblet));
    assert!(!format!("{:?}", game(Face::BagKey)).contains("BagKey"));
}

/// E13: the receiver announces, the giver acts; E24: the draw that empties the pile stands and the bag transforms at once.
#[test]
fn e24_a_bag_may_draw_the_last_card_and_is_a_key_then() {
    let mut t = Scene::new(6, &[&[Face::BagKey], &[Face::Gloves]]).pile(&[Face::Loge]).table();
    let events = t.trade(Face::BagKey, Face::Gloves);
    let told = [announced(B, A, Kind::SecretBag), Event::Drew { seat: A, left: 0 }, Event::PileEmptied];
    assert_eq!(events[1..], told, "and nothing but the fact is told (E23)");
    assert_eq!(t.forced(), [Event::Silent { receiver: A }, Event::TurnBegan { turn: 2, seat: B }]);
    let mut t = Scene::new(6, &[&[Face::Key], &[Face::BagKey]]).pile(&[]).order(&[A, B, C]).table();
    t.trade(Face::Key, Face::BagKey);
    t.forced();
    let Choices::Turn(turn) = t.choices(B) else { panic!("a turn") };
    assert!(turn.declare.is_ok(), "a transformed bag, and a Key, are key items (E22)");
}

/// E16, E17, E18, E19, E20, E21: refusals and acceptances that are forced.
#[test]
fn e20_forced_answers() {
    let open = |offered: Face, hand: &[Face]| {
        let mut t = Scene::new(6, &[&[offered], hand]).table();
        t.act_with(A, Action::Offer { to: B }, offered);
        t.choices(B).all()
    };
    let refuse = Choice::plain(Action::Refuse);
    let accept = |text, card| Choice::with(Action::Accept { text }, card);
    let bag = Some(Kind::SecretBag);
    // E20: a bag and something else may be refused or accepted without the bag; E21: else only refused.
    assert_eq!(open(Face::BagKey, &[Face::BagGoblet, Face::Whip]), [refuse.clone(), accept(bag, Face::Whip)]);
    assert_eq!(open(Face::BagKey, &[Face::BagGoblet]), [refuse]);
    // E16, E17: the Mirror must be accepted, also with the only bag, and silences both.
    assert_eq!(open(Face::Mirror, &[Face::BagGoblet]), [accept(None, Face::BagGoblet)]);
    // E19: so must the Pearl, against the Mirror too.
    assert_eq!(open(Face::Pearl, &[Face::Mirror]), [accept(None, Face::Mirror)]);
    // E18: the bag that goes back for a Pearl fires: the responder draws.
    let mut t = Scene::new(6, &[&[Face::Pearl], &[Face::BagGoblet]]).table();
    t.trade(Face::Pearl, Face::BagGoblet);
    let events = t.forced();
    assert_eq!(events[0], announced(A, B, Kind::SecretBag));
    assert!(matches!(events[1], Event::Drew { seat: B, .. }));
}

/// E26: one offer in a turn, and no way back; E27: the Privilege look comes after the swap and is not declined; E9: there is
/// no action that turns an occupation up without using it.
#[test]
fn e26_an_offer_ends_in_the_answer() {
    let mut t = Scene::new(6, &[&[Face::Privilege, Face::Key], &[Face::Whip]]).table();
    t.act_with(A, Action::Offer { to: B }, Face::Privilege);
    assert_eq!(t.choices(A), Choices::Nothing);
    t.act(B, Action::Refuse);
    assert_eq!(t.active(), B, "refused, the turn is over");
    let mut t = Scene::new(6, &[&[Face::Privilege, Face::Key], &[Face::Whip]]).table();
    t.trade(Face::Privilege, Face::Whip);
    assert_eq!(t.choices(B), Choices::Forced(Choice::plain(Action::ShowHand)), "E27");
    t.forced();
    assert!(
        t.sights(A).contains(&Sight::Hand { of: B, faces: vec![Face::Privilege] }),
        "the Privilege itself is there"
    );
    let all = t.choices(B).all();
    assert!(!all.iter().any(|choice| matches!(choice.action, Action::Foresee | Action::Priest { .. })), "E9");
}

fn mixed(hands: &[&[Face]]) -> Played {
    Scene::mixed(hands).table()
}

/// walk.md decision 14 and a.3: the holder shuffles, the other side picks a place, the holder shows.
/// a.3 threePlayerMixed; a.4 threePlayerMixed.
#[test]
fn with_three_associations_a_monocle_shows_the_one_that_is_picked() {
    let mut t = mixed(&[&[Face::Monocle, Face::Key], &[Face::Whip, Face::Ring]]);
    t.trade(Face::Monocle, Face::Whip);
    assert_eq!(t.choices(B), Choices::Forced(Choice::plain(Action::ShuffleAssociations)));
    t.act(B, Action::ShuffleAssociations);
    assert_eq!((t.owing(), t.choices(A)), (SeatSet::only(A), Choices::PickAssociation { owner: B }));
    let beyond = t.try_choice(A, Action::PickAssociation { place: 3 }, &[]).map_err(|error| error.cause);
    assert_eq!(beyond, Err(Cause::Illegal(Reason::BadIndex)));
    let association = t.table.associations()[3 + 2];
    let events = t.act(A, Action::PickAssociation { place: 2 });
    assert_eq!(events, [Event::AssociationPicked { owner: B, by: A, place: 2 }]);
    assert_eq!(t.forced()[0], Event::AssociationShown { owner: B, to: A });
    assert!(t.sights(A).contains(&Sight::Association { of: B, association }));
    assert!(!t.sights(C).iter().any(|sight| matches!(sight, Sight::Association { .. })));
}

#[test]
fn with_three_associations_the_identity_shows_one_of_them() {
    let mut t = mixed(&[&[Face::Dagger, Face::Key], &[Face::Whip, Face::Ring]]);
    t.fight(&[(C, Side::Attacker)], &[]);
    t.act(A, Action::Spoils(Spoils::Identity));
    t.act(B, Action::ShowIdentity);
    t.act(A, Action::PickAssociation { place: 0 });
    let events = t.forced();
    assert_eq!(events[0], Event::IdentityShown { owner: B, to: A });
    let seen = t.sights(A);
    assert!(matches!(seen[..], [Sight::Occupation { of: B, .. }, Sight::Association { of: B, .. }]), "{seen:?}");
    assert_eq!(t.active(), B);
}
