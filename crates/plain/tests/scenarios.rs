//! The scenarios of rules.md section F of setting up, trades, fights and declarations; the number stands in the name of the test.
#![expect(clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]
#![expect(dead_code, unreachable_pub, reason = "each test file uses another part of the support")]

mod support;

use nightcoach_plain::{Cause, PlainTable, Seeded};
use nightcoach_rules::components::{associations, hand_limit, has_drinks};
use nightcoach_rules::{
    Action, Association, Choice, Choices, Claim, DeclareBar, Event, Face, Kind, Membership, Occupation, Outcome, Phase,
    Power, Reason, Refusal, Seat, SeatSet, Side, Sight, Spoils,
};
use support::{A, B, C, D, E, F, Played, Scene, options};

const OFFER_B: Action = Action::Offer { to: B };

const fn accept(text: Option<Kind>) -> Action {
    Action::Accept { text }
}

#[test]
fn f01_six_players_are_set_up() {
    let table = PlainTable::new(&options(6), Seeded::new(1)).expect("legal");
    let order = table.associations().iter().filter(|card| **card == Association::Order).count();
    assert_eq!((order, table.associations().len(), has_drinks(6)), (3, 6, false));
    let hands: Vec<Face> = table.hands().iter().flatten().copied().collect();
    assert_eq!(hands.len(), 6);
    assert!(hands.contains(&Face::BagKey) && hands.contains(&Face::BagGoblet));
    assert_eq!((table.state().pile, table.state().spares, hand_limit(6)), (15, 4, 5));
}

/// E1, E2.
#[test]
fn f03_ten_players_are_set_up() {
    let table = PlainTable::new(&options(10), Seeded::new(3)).expect("legal");
    assert_eq!((table.state().pile, table.state().spares, hand_limit(10), has_drinks(10)), (10, 0, 5, false));
    assert_eq!(associations(&options(10)).len(), 10);
    let all = table.hands().iter().flatten().chain(table.pile());
    assert!(!all.copied().any(|face| face == Face::Coat));
}

/// a.3 C.3 offer; a.3 refuse.
#[test]
fn f04_a_refusal_changes_nothing_and_tells_nobody_else() {
    let mut t = Scene::new(6, &[&[Face::Dagger, Face::Key], &[Face::Whip]]).table();
    t.act_with(A, OFFER_B, Face::Dagger);
    let events = t.act(B, Action::Refuse);
    assert_eq!(events, [Event::Refused { seat: B, from: A }, Event::TurnBegan { turn: 2, seat: B }]);
    assert_eq!((t.hand(A), t.hand(B)), (vec![Face::Key, Face::Dagger], vec![Face::Whip]));
    assert_eq!(t.sights(B), [Sight::Offered { from: A, face: Face::Dagger }]);
    assert!([A, C, D, E, F].iter().all(|seat| t.sights(*seat).is_empty()));
}

/// a.3 accept; a.3 Bag; E13.
#[test]
fn f05_a_bag_is_announced_without_its_kind_and_draws() {
    let mut t = Scene::new(6, &[&[Face::BagKey, Face::Ring], &[Face::Gloves]]).pile(&[Face::Mirror, Face::Key]).table();
    t.act_with(A, OFFER_B, Face::BagKey);
    let events = t.act_with(B, accept(Some(Kind::SecretBag)), Face::Gloves);
    let said = Event::Announced { receiver: B, giver: A, kind: Kind::SecretBag };
    assert_eq!(events, [Event::Traded { from: A, to: B }, said, Event::Drew { seat: A, left: 1 }]);
    assert_eq!(t.forced(), [Event::Silent { receiver: A }, Event::TurnBegan { turn: 2, seat: B }]);
    assert_eq!(t.hand(A), [Face::Mirror, Face::Gloves, Face::Ring]);
    assert_eq!(t.hand(B), [Face::BagKey]);
}

/// a.3 text 1 runs; a.3 text 2; a.3 Privilege; a.3 Monocle.
#[test]
fn f06_two_texts_run_one_after_the_other() {
    let mut t = Scene::new(6, &[&[Face::Monocle], &[Face::Privilege, Face::Key]]).order(&[A, C, D]).table();
    t.act_with(A, OFFER_B, Face::Monocle);
    t.act_with(B, accept(Some(Kind::Monocle)), Face::Privilege);
    assert_eq!(t.owing(), SeatSet::only(B), "B owes A the look at the association first");
    let events = t.forced();
    let privilege = Event::Announced { receiver: A, giver: B, kind: Kind::Privilege };
    let shown = Event::AssociationShown { owner: B, to: A };
    let hand = Event::HandShown { owner: A, to: B };
    assert_eq!(events, [shown, privilege, hand, Event::TurnBegan { turn: 2, seat: B }]);
    assert!(t.sights(A).contains(&Sight::Association { of: B, association: Association::Brotherhood }));
    assert!(t.sights(B).contains(&Sight::Hand { of: A, faces: vec![Face::Privilege] }));
}

#[test]
fn f07_a_returned_mirror_silences_both() {
    let mut t = Scene::new(6, &[&[Face::BagGoblet, Face::Key], &[Face::Mirror]]).table();
    let pile = t.table.state().pile;
    t.act_with(A, OFFER_B, Face::BagGoblet);
    let lie =
        t.try_choice(B, accept(Some(Kind::SecretBag)), &[Face::Mirror]).map_err(|error| (error.seat, error.cause));
    assert!(matches!(lie, Err((B, Cause::FalseClaim(Claim::Texted { .. })))));
    t.act_with(B, accept(None), Face::Mirror);
    let events = t.forced();
    assert_eq!(events, [Event::Silent { receiver: A }, Event::TurnBegan { turn: 2, seat: B }]);
    assert_eq!((t.hand(A), t.hand(B)), (vec![Face::Key, Face::Mirror], vec![Face::BagGoblet]));
    assert_eq!(t.table.state().pile, pile);
}

#[test]
fn f09_the_pearl_must_be_accepted_and_is_not_announced() {
    let mut t = Scene::new(6, &[&[Face::Pearl, Face::Whip], &[Face::Key]]).table();
    t.act_with(A, OFFER_B, Face::Pearl);
    let Choices::Answer(answer) = t.choices(B) else { panic!("an answer is owed") };
    assert_eq!(answer.refusal, Refusal::PearlMustBeAccepted);
    let refused = t.try_choice(B, Action::Refuse, &[]).map_err(|error| error.cause);
    assert_eq!(refused, Err(Cause::FalseClaim(Claim::Refusable)));
    let events = t.act_with(B, accept(None), Face::Key);
    assert!(events.contains(&Event::Silent { receiver: B }));
    t.forced();
    assert_eq!((t.hand(A), t.hand(B)), (vec![Face::Key, Face::Whip], vec![Face::Pearl]));
}

#[test]
fn f10_a_bag_for_the_only_bag_must_be_refused() {
    let mut t = Scene::new(6, &[&[Face::BagGoblet], &[Face::BagKey]]).table();
    t.act_with(A, OFFER_B, Face::BagGoblet);
    let Choices::Answer(answer) = t.choices(B) else { panic!("an answer is owed") };
    assert!(answer.answers.is_empty());
    assert_eq!(answer.barred, [Face::BagKey]);
    let cause = t.try_choice(B, accept(Some(Kind::SecretBag)), &[Face::BagKey]).map_err(|error| error.cause);
    assert_eq!(cause, Err(Cause::FalseClaim(Claim::NotTwoBags)));
    let events = t.act(B, Action::Refuse);
    assert_eq!(events.first(), Some(&Event::Refused { seat: B, from: A }), "it looks like any refusal");
}

#[test]
fn f10b_transformed_bags_may_meet() {
    let mut t = Scene::new(6, &[&[Face::BagGoblet], &[Face::BagKey]]).pile(&[]).table();
    t.act_with(A, OFFER_B, Face::BagGoblet);
    let named = t.try_choice(B, accept(Some(Kind::SecretBag)), &[Face::BagKey]).map_err(|error| error.cause);
    assert_eq!(named, Err(Cause::Illegal(Reason::NoText)));
    t.act_with(B, accept(None), Face::BagKey);
    t.forced();
    assert_eq!((t.hand(A), t.hand(B)), (vec![Face::BagKey], vec![Face::BagGoblet]));
}

/// a.3 C.7 gift.
#[test]
fn f12_above_the_limit_one_is_given_at_once() {
    let full = [Face::BagKey, Face::Ring, Face::Whip, Face::Knives, Face::Privilege];
    let mut t = Scene::new(6, &[&full, &[Face::Gloves]]).table();
    t.act_with(A, OFFER_B, Face::BagKey);
    t.act_with(B, accept(Some(Kind::SecretBag)), Face::Gloves);
    assert_eq!((t.hand(A).len(), t.owing()), (6, SeatSet::only(A)));
    let Choices::Give { receivers, .. } = t.choices(A) else { panic!("a gift is owed") };
    assert_eq!(receivers, t.table.state().all().without(A));
    let events = t.act_with(A, Action::Give { to: C }, Face::Privilege);
    assert_eq!(events, [Event::Gave { from: A, to: C }], "no text fires");
    assert_eq!(t.forced(), [Event::Silent { receiver: A }, Event::TurnBegan { turn: 2, seat: B }]);
    assert_eq!((t.hand(A).len(), t.hand(C).contains(&Face::Privilege)), (5, true));
}

/// E70: the active seat first, in a chain.
#[test]
fn f12b_a_full_receiver_continues_the_chain_and_nobody_gives_twice() {
    let full = [Face::BagKey, Face::Ring, Face::Whip, Face::Knives, Face::Privilege];
    let other = [Face::Key, Face::Key, Face::Goblet, Face::Goblet, Face::Mirror];
    let mut t = Scene::new(6, &[&full, &[Face::Gloves], &other]).pile(&[Face::Goblet, Face::Monocle]).table();
    t.act_with(A, OFFER_B, Face::BagKey);
    t.act_with(B, accept(Some(Kind::SecretBag)), Face::Gloves);
    t.act_with(A, Action::Give { to: C }, Face::Ring);
    assert_eq!(t.owing(), SeatSet::only(C));
    let back = t.try_choice(C, Action::Give { to: A }, &[Face::Key]).map_err(|error| error.cause);
    assert_eq!(back, Err(Cause::Illegal(Reason::BadReceiver)));
    t.act_with(C, Action::Give { to: D }, Face::Key);
    assert_eq!(t.owing(), SeatSet::only(A), "the second text follows");
}

/// a.3 C.5 attack; a.3 Result; a.3 Winner: identity.
#[test]
fn f20_a_plain_win_shows_the_identity_to_the_winner_only() {
    let mut t = Scene::new(6, &[]).order(&[A, C, D]).table();
    let events = t.fight(&[(C, Side::Attacker)], &[]);
    assert!(events.contains(&Event::FightEnded { swords: 2, shields: 1, winner: Some(A) }));
    t.act(A, Action::Spoils(Spoils::Identity));
    let events = t.forced();
    assert_eq!(events.first(), Some(&Event::IdentityShown { owner: B, to: A }));
    let (occupation, association) = (t.view(B).occupation, t.view(B).membership.side());
    let seen = [Sight::Occupation { of: B, occupation }, Sight::Association { of: B, association }];
    assert_eq!(t.sights(A), seen);
    assert!([B, C, D, E, F].iter().all(|seat| t.sights(*seat).is_empty()));
    assert_eq!(t.active(), B);
}

/// a.3 Level.
#[test]
fn f21_a_level_fight_draws_if_there_is_a_pile() {
    let mut t = Scene::new(6, &[&[Face::Key]]).pile(&[Face::Whip]).table();
    let events = t.fight(&[], &[]);
    let level = Event::FightEnded { swords: 1, shields: 1, winner: None };
    assert!(events.contains(&level));
    let end = [Event::Drew { seat: A, left: 0 }, Event::PileEmptied, Event::TurnBegan { turn: 2, seat: B }];
    assert!(events.ends_with(&end));
    assert_eq!(t.hand(A), [Face::Key, Face::Whip]);

    let mut t = Scene::new(6, &[]).pile(&[]).table();
    let events = t.fight(&[], &[]);
    assert!(events.ends_with(&[Event::DoctorPassed, Event::TurnBegan { turn: 2, seat: B }]), "nothing happens (E61)");
}

/// E59: shown by a principal in the ability window, it counts at the end.
#[test]
fn f22_a_shown_ring_wins_a_level_fight() {
    let mut t = Scene::new(6, &[&[Face::Key], &[Face::Ring, Face::Whip]]).table();
    let events = t.fight(&[], &[(B, &[Face::Ring])]);
    assert!(events.contains(&Event::FightEnded { swords: 1, shields: 1, winner: Some(B) }));
    assert_eq!((t.owing(), t.hand(A).len()), (SeatSet::only(B), 1));
    assert!(matches!(t.choices(B), Choices::Spoils));
}

#[test]
fn objects_count_for_their_side_only() {
    let hands: [&[Face]; 4] = [&[Face::Dagger], &[Face::Gloves], &[Face::Knives], &[Face::Whip]];
    let mut t = Scene::new(6, &hands).table();
    let opened: [(Seat, &[Face]); 4] =
        [(A, &[Face::Dagger]), (B, &[Face::Gloves]), (C, &[Face::Knives]), (D, &[Face::Whip])];
    let sides = [(C, Side::Attacker), (D, Side::Defender), (E, Side::Defender)];
    let events = t.fight(&sides, &opened);
    assert!(events.contains(&Event::FightEnded { swords: 4, shields: 5, winner: Some(B) }));

    let mut t = Scene::new(6, &[&[Face::Gloves]]).table();
    t.attack(&[]);
    t.pass_until(|phase| matches!(phase, Phase::Abilities(_)));
    assert_eq!(t.choices(A), Choices::Abilities { usable: vec![], powers: vec![] });
}

/// E66: the winner takes.
/// a.3 Winner: luggage.
#[test]
fn f29_loot_fires_no_text_and_returns_nothing() {
    let mut t = Scene::new(6, &[&[Face::Key], &[Face::BagKey, Face::Whip]]).table();
    let pile = t.table.state().pile;
    t.fight(&[(C, Side::Attacker)], &[]);
    t.act(A, Action::Spoils(Spoils::Luggage));
    t.forced();
    let place = t.view(A).shown.iter().position(|face| *face == Face::BagKey).expect("shown");
    let index = u8::try_from(place).expect("small");
    let events = t.act(A, Action::Take { index });
    let took = Event::Took { winner: A, loser: B, returned: false };
    assert_eq!(events, [took, Event::TurnBegan { turn: 2, seat: B }]);
    assert_eq!((t.hand(A), t.hand(B)), (vec![Face::Key, Face::BagKey], vec![Face::Whip]));
    assert_eq!(t.table.state().pile, pile);
    assert!(t.sights(B).contains(&Sight::Given { to: A, face: Face::BagKey }));
}

/// E67.
#[test]
fn f30_an_emptied_loser_gets_one_back_even_the_one_taken() {
    for back in [Face::Key, Face::Whip] {
        let mut t = Scene::new(6, &[&[Face::Key], &[Face::Whip]]).table();
        t.fight(&[(C, Side::Attacker)], &[]);
        t.act(A, Action::Spoils(Spoils::Luggage));
        t.forced();
        let only = t.try_choice(A, Action::Take { index: 0 }, &[]).map_err(|error| error.cause);
        assert_eq!(only, Err(Cause::Illegal(Reason::WrongAction)));
        let events = t.act_with(A, Action::TakeAndReturn { index: 0 }, back);
        assert_eq!(events.first(), Some(&Event::Took { winner: A, loser: B, returned: true }));
        assert_eq!((t.hand(A).len(), t.hand(B)), (1, vec![back]));
    }
}

#[test]
fn f34_fight_cards_can_be_used_again() {
    let hands: [&[Face]; 3] = [&[Face::Dagger], &[Face::Key], &[Face::Goblet]];
    let mut t = Scene::new(3, &hands).occupations(&[Occupation::Thug]).table();
    let both = || Action::Abilities { objects: vec![Face::Dagger], power: Some(Power::Thug) };
    let fight = |t: &mut Played| {
        t.attack(&[]);
        t.pass_until(|phase| matches!(phase, Phase::Abilities(_)));
        let mut events = t.window(&[(A, both())]);
        events.extend(t.finish());
        events
    };
    fight(&mut t);
    t.act(A, Action::Spoils(Spoils::Identity));
    t.forced();
    assert!(t.table.state().seats.iter().all(|seat| seat.played.is_empty()));
    t.act(B, Action::Pass);
    t.act(C, Action::Pass);
    assert_eq!(t.table.state().seats[0].occupation, Some(Occupation::Thug), "the Thug still lies face-up");
    let events = fight(&mut t);
    assert!(events.contains(&Event::FightEnded { swords: 3, shields: 1, winner: Some(A) }), "E10, E11");
}

/// A declares with these companions, everybody opens; which association won, and who its members are.
fn declared(mut t: Played, named: &[Seat]) -> (Association, SeatSet) {
    t.declare(named);
    t.forced();
    let Some(Outcome::Won { association, winners, .. }) = t.table.outcome() else { panic!("an association won") };
    (*association, *winners)
}

fn won(association: Association, winners: &[Seat]) -> (Association, SeatSet) {
    (association, winners.iter().copied().collect())
}

/// a.3 C.8 team; E93: the first declaration ends the game.
#[test]
fn f41_three_keys_with_a_companion_win() {
    let hands: [&[Face]; 3] = [&[Face::Key, Face::Key], &[Face::Whip], &[Face::Key]];
    let t = Scene::new(6, &hands).order(&[A, C, E]).table();
    assert_eq!(declared(t, &[C]), won(Association::Order, &[A, C, E]));
}

#[test]
fn f44_a_companion_of_the_wrong_side_loses() {
    let hands: [&[Face]; 2] = [&[Face::Key], &[Face::Key, Face::Key]];
    let t = Scene::new(6, &hands).order(&[A, C, E]).table();
    assert_eq!(declared(t, &[B]), won(Association::Brotherhood, &[B, D, F]));
}

#[test]
fn f45_the_pearl_forbids_to_declare() {
    let mut t = Scene::new(6, &[&[Face::Key, Face::Key, Face::Key, Face::Pearl]]).order(&[A, C, E]).table();
    let Choices::Turn(turn) = t.choices(A) else { panic!("a turn") };
    assert_eq!(turn.declare, Err(DeclareBar::Pearl));
    let occupation = t.view(A).occupation;
    let action = Action::DeclareTeam {
        named: SeatSet::EMPTY,
        membership: Membership::One(Association::Order),
        occupation,
        items: vec![Face::Key; 3],
        counts: vec![],
    };
    let refused = t.try_choice(A, action, &[]).map_err(|error| error.cause);
    assert!(matches!(refused, Err(Cause::FalseClaim(Claim::LacksFaces { after: 3, .. }))));
}

/// E77.
#[test]
fn f46_a_companion_may_hold_the_pearl() {
    let hands: [&[Face]; 3] = [&[Face::Key, Face::Key], &[Face::Whip], &[Face::Key, Face::Pearl]];
    let t = Scene::new(6, &hands).order(&[A, C, E]).table();
    assert_eq!(declared(t, &[C]), won(Association::Order, &[A, C, E]));
}

/// a.3 two items at an odd table; E81: a gamble that the opened associations decide.
#[test]
fn f47_two_keys_and_the_drink_win_for_the_minority() {
    let hands: [&[Face]; 3] = [&[Face::Key], &[Face::Whip], &[Face::Key]];
    let t = Scene::new(5, &hands).order(&[A, C]).table();
    assert_eq!(declared(t, &[C]), won(Association::Order, &[A, C]));
}

#[test]
fn f48_two_keys_lose_for_the_majority() {
    let hands: [&[Face]; 3] = [&[Face::Key], &[Face::Whip], &[Face::Key]];
    let t = Scene::new(5, &hands).order(&[A, C, D]).table();
    assert_eq!(declared(t, &[C]), won(Association::Brotherhood, &[B, E]));
}

#[test]
fn two_keys_lose_at_an_even_table_and_one_loses_everywhere() {
    let hands: [&[Face]; 3] = [&[Face::Key], &[Face::Whip], &[Face::Key]];
    let t = Scene::new(6, &hands).order(&[A, C, E]).table();
    assert_eq!(declared(t, &[C]), won(Association::Brotherhood, &[B, D, F]));
    let t = Scene::new(5, &[&[Face::Key]]).order(&[A, C]).table();
    assert_eq!(declared(t, &[]), won(Association::Brotherhood, &[B, D, E]));
}

/// E74.
#[test]
fn a_companion_without_a_key_item_loses() {
    let hands: [&[Face]; 3] = [&[Face::Key, Face::Key, Face::Key], &[Face::Whip], &[Face::Ring]];
    let t = Scene::new(6, &hands).order(&[A, C, E]).table();
    assert_eq!(declared(t, &[C]), won(Association::Brotherhood, &[B, D, F]));
}

/// E75: nobody need be named.
#[test]
fn a_bag_counts_once_the_pile_is_empty() {
    let hand = [Face::Key, Face::Key, Face::BagKey];
    let t = Scene::new(6, &[&hand]).order(&[A, C, E]).table();
    assert_eq!(declared(t, &[]), won(Association::Brotherhood, &[B, D, F]), "while the pile lasts a bag is a bag");
    let t = Scene::new(6, &[&hand]).order(&[A, C, E]).pile(&[]).table();
    assert_eq!(declared(t, &[]), won(Association::Order, &[A, C, E]));
}

/// E85: nobody can lie.
#[test]
fn no_key_item_may_be_kept_back() {
    let hands: [&[Face]; 1] = [&[Face::Key, Face::Key]];
    let mut t = Scene::new(6, &hands).order(&[A, C, E]).table();
    let action = Action::DeclareTeam {
        named: SeatSet::EMPTY,
        membership: Membership::One(Association::Order),
        occupation: t.view(A).occupation,
        items: vec![Face::Key],
        counts: vec![],
    };
    let kept = t.try_choice(A, action, &[]).map_err(|error| error.cause);
    assert!(matches!(kept, Err(Cause::FalseClaim(Claim::LacksFaces { after: 1, .. }))));
}

/// E7: a.3 TURN pass; a.3 Draw vote, maxRounds; a.4 drawVote.
#[test]
fn three_laps_of_passes_offer_a_vote_and_again_after_three_more() {
    let mut t = Scene::new(3, &[]).table();
    for round in 0..2 {
        for _ in 0..9 {
            let seat = t.active();
            t.act(seat, Action::Pass);
        }
        assert_eq!(t.owing(), SeatSet::first(3), "vote {round}");
        let draw = round == 1;
        let vote = |seat| (seat, Choice::plain(Action::Vote { draw }));
        t.table.play(&[A, B, C].map(vote).into_iter().collect()).expect("legal");
    }
    assert_eq!(t.table.outcome(), Some(&Outcome::Drawn));
}

#[test]
fn one_vote_against_is_enough() {
    let mut t = Scene::new(3, &[]).table();
    for _ in 0..9 {
        let seat = t.active();
        t.act(seat, Action::Pass);
    }
    let vote = |seat| (seat, Choice::plain(Action::Vote { draw: seat != C }));
    t.table.play(&[A, B, C].map(vote).into_iter().collect()).expect("legal");
    assert_eq!((t.table.outcome(), t.active()), (None, A));
}

/// E7: a.4 maxRounds.
#[test]
fn the_lap_limit_draws_the_game() {
    let mut t = Scene::new(3, &[]).with(|options| options.max_laps = 2).table();
    for _ in 0..6 {
        let seat = t.active();
        t.act(seat, Action::Pass);
    }
    assert_eq!(t.table.outcome(), Some(&Outcome::Drawn));
}
