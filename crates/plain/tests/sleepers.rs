//! The table of walk.md a.5: what happens in every state when a seat falls asleep, and waking up.
#![expect(clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]
#![expect(dead_code, unreachable_pub, reason = "each test file uses another part of the support")]

mod support;

use nightcoach_plain::Cause;
use nightcoach_rules::{
    Action, Association, Choice, Choices, Event, Face, Kind, Outcome, Owed, Phase, Reason, Seat, SeatSet, Side, Spoils,
    owed,
};
use support::{A, B, C, D, E, F, Played, Scene};

const FULL: [Face; 5] = [Face::BagKey, Face::Ring, Face::Whip, Face::Knives, Face::Privilege];

/// a.5 TURN, hypnotist, support, sealed windows, votes.
#[test]
fn a_turn_is_passed_and_the_next_own_turn_skipped() {
    let mut t = Scene::new(4, &[]).table();
    let events = t.fall(&[A]);
    let end = Event::TurnBegan { turn: 2, seat: B };
    assert_eq!(events, [Event::FellAsleep { seat: A }, Event::PassedOver { seat: A }, end]);
    assert_eq!(t.table.wake(A).map_err(|error| error.cause), Err(Cause::Illegal(Reason::CannotWake)));
    for seat in [B, C, D] {
        t.act(seat, Action::Pass);
    }
    assert_eq!(t.active(), B, "his next turn is skipped");
    assert_eq!(t.table.wake(A), Ok(vec![Event::Woke { seat: A }]));
    for seat in [B, C, D] {
        t.act(seat, Action::Pass);
    }
    assert_eq!(t.active(), A);
}

#[test]
fn who_owes_nothing_loses_no_turn() {
    let mut t = Scene::new(4, &[]).table();
    assert_eq!(t.fall(&[B]), [Event::FellAsleep { seat: B }]);
    assert_eq!((t.active(), t.table.owed()), (A, Owed::One(A)));
    assert_eq!(t.table.wake(B), Ok(vec![Event::Woke { seat: B }]));
}

/// a.5 trade, before the answer.
#[test]
fn a_trade_before_the_answer_is_as_refused_whoever_sleeps() {
    for sleeper in [A, B] {
        let mut t = Scene::new(4, &[&[Face::Dagger], &[Face::Whip]]).table();
        t.act_with(A, Action::Offer { to: B }, Face::Dagger);
        let events = t.fall(&[sleeper]);
        assert!(events.contains(&Event::Refused { seat: B, from: A }));
        assert_eq!((t.hand(A), t.table.trade()), (vec![Face::Dagger], None));
    }
}

/// A offers the Monocle, B accepts with the Privilege: B must show.
fn two_texts() -> Played {
    let mut t = Scene::new(4, &[&[Face::Monocle], &[Face::Privilege, Face::Key]]).table();
    t.act_with(A, Action::Offer { to: B }, Face::Monocle);
    t.act_with(B, Action::Accept { text: Some(Kind::Monocle) }, Face::Privilege);
    t
}

/// a.5 trade, text owed by a sleeper.
#[test]
fn a_text_of_a_sleeper_is_skipped_and_the_swap_stands() {
    let mut t = two_texts();
    t.fall(&[B]);
    assert_eq!(
        (t.hand(A), t.owing()),
        (vec![Face::Privilege], SeatSet::only(A)),
        "A owes the second text all the same"
    );
    let events = t.forced();
    assert!(events.contains(&Event::PassedOver { seat: B }), "B sleeps and sees no hand");
    assert_eq!((t.active(), t.table.trade()), (C, None));

    let mut t = two_texts();
    t.fall(&[A]);
    assert_eq!((t.active(), t.table.trade()), (B, None), "neither look nor second text");
    assert_eq!(t.hand(A), [Face::Privilege]);

    let mut t = two_texts();
    t.act(B, Action::ShowAssociation);
    t.fall(&[A]);
    assert_eq!((t.active(), t.table.trade()), (B, None));
}

/// a.5 bag draw, level draw, strip, coat draw.
#[test]
fn a_draw_of_a_sleeper_completes_and_his_excess_waits() {
    let hand = [Face::BagKey, Face::Ring, Face::Whip, Face::Knives, Face::Privilege, Face::Key];
    let mut t = Scene::new(4, &[&hand, &[Face::Gloves]]).pile(&[Face::Goblet, Face::Mirror]).table();
    t.act_with(A, Action::Offer { to: B }, Face::BagKey);
    let entries = [(B, Choice::with(Action::Accept { text: Some(Kind::SecretBag) }, Face::Gloves))];
    let events = t.table.play_with_fallen(&entries.into_iter().collect(), SeatSet::only(A)).expect("legal");
    assert!(events.contains(&Event::Drew { seat: A, left: 1 }));
    assert_eq!((t.hand(A).len(), t.active()), (7, B), "the second text is skipped");
    assert!(t.table.state().seats[0].over_limit);
    t.act(B, Action::Pass);
    t.table.wake(A).expect("owed nothing");
    assert_eq!(t.owing(), SeatSet::only(A), "settled first thing");
    t.act_with(A, Action::Give { to: B }, Face::Whip);
    assert_eq!((t.hand(A).len(), t.table.owed()), (6, Owed::One(C)));
}

/// a.5 gift.
#[test]
fn a_gift_of_a_sleeper_waits_until_he_wakes() {
    let mut t = Scene::new(6, &[&FULL, &[Face::Gloves]]).table();
    t.act_with(A, Action::Offer { to: B }, Face::BagKey);
    t.act_with(B, Action::Accept { text: Some(Kind::SecretBag) }, Face::Gloves);
    t.fall(&[A]);
    assert_eq!((t.hand(A).len(), t.active()), (6, B));
    assert!(t.table.state().seats[0].over_limit && t.table.state().seats[0].skip_turn);
}

#[test]
fn a_sleeper_receives_below_the_limit_only() {
    let mut t = Scene::new(6, &[&FULL, &[Face::Gloves]]).table();
    t.fall(&[C]);
    t.act_with(A, Action::Offer { to: B }, Face::BagKey);
    t.act_with(B, Action::Accept { text: Some(Kind::SecretBag) }, Face::Gloves);
    t.act_with(A, Action::Give { to: C }, Face::Ring);
    assert_eq!(t.hand(C).len(), 2);
    let other = [Face::Key, Face::Key, Face::Goblet, Face::Goblet, Face::Mirror];
    let mut t = Scene::new(6, &[&FULL, &[Face::Gloves], &other]).pile(&[Face::Goblet, Face::Monocle]).table();
    t.fall(&[C]);
    t.act_with(A, Action::Offer { to: B }, Face::BagKey);
    t.act_with(B, Action::Accept { text: Some(Kind::SecretBag) }, Face::Gloves);
    let refused = t.try_choice(A, Action::Give { to: C }, &[Face::Ring]).map_err(|error| error.cause);
    assert_eq!(refused, Err(Cause::Illegal(Reason::BadReceiver)));
}

#[test]
fn nobody_can_choose_a_sleeper() {
    let mut t = Scene::new(6, &[&[Face::Key]]).order(&[A, C, E]).table();
    t.fall(&[B]);
    for action in [Action::Offer { to: B }, Action::Attack { target: B }] {
        let cause = t.try_choice(A, action, &[Face::Key]).map_err(|error| error.cause);
        assert_eq!(cause, Err(Cause::Illegal(Reason::BadTarget)));
    }
    let Choices::Turn(turn) = t.choices(A) else { panic!("a turn") };
    assert!(!turn.partners.contains(B) && !turn.declare.expect("a key").companions.contains(B));
}

#[test]
fn a_sleeping_supporter_abstains_and_a_sleeping_principal_fights_on() {
    let mut t = Scene::new(6, &[]).table();
    t.act(A, Action::Attack { target: B });
    t.pass_until(|phase| matches!(phase, Phase::Support(_)));
    t.fall(&[C, B]);
    t.support(&[(E, Side::Defender)]);
    t.pass_until(|phase| matches!(phase, Phase::Abilities(_)));
    assert_eq!(t.table.owed(), Owed::Sealed(SeatSet::first(6).without(B).without(C)));
    let events = t.finish();
    assert!(events.contains(&Event::FightEnded { swords: 1, shields: 2, winner: Some(B) }));
    assert!(events.contains(&Event::PassedOver { seat: B }), "a sleeping winner sees nothing");
    assert_eq!(t.active(), D);
}

#[test]
fn an_opening_that_never_comes_is_a_pass() {
    let mut t = Scene::new(4, &[]).table();
    t.attack(&[]);
    t.pass_until(|phase| matches!(phase, Phase::Abilities(_)));
    let pass = Choice::plain(Action::Abilities { objects: vec![], power: None });
    let passes = [B, C, D].map(|seat| (seat, pass.clone()));
    let events = t.table.play_with_fallen(&passes.into_iter().collect(), SeatSet::only(A)).expect("legal");
    assert!(events.contains(&Event::PassedOver { seat: A }));
    let events = t.finish();
    assert!(events.contains(&Event::Drew { seat: A, left: t.table.state().pile }), "a level draw completes");
}

/// a.5 Priest payment, winner's choice, take, loser's show.
#[test]
fn the_spoils_need_both() {
    for (spoils, sleeper) in [
        (None, A),
        (None, B),
        (Some(Spoils::Identity), A),
        (Some(Spoils::Identity), B),
        (Some(Spoils::Luggage), A),
        (Some(Spoils::Luggage), B),
    ] {
        let mut t = Scene::new(4, &[]).table();
        t.fight(&[(C, Side::Attacker)], &[]);
        if let Some(spoils) = spoils {
            t.act(A, Action::Spoils(spoils));
        }
        t.fall(&[sleeper]);
        assert!(t.sights(A).is_empty());
        assert!(t.active() != A, "the turn is over");
    }
    for sleeper in [A, B] {
        let mut t = Scene::new(4, &[&[Face::Key], &[Face::Ring, Face::Whip]]).table();
        t.fight(&[(C, Side::Attacker)], &[]);
        t.act(A, Action::Spoils(Spoils::Luggage));
        t.forced();
        t.fall(&[sleeper]);
        if sleeper == B {
            t.act(A, Action::Take { index: 0 });
        }
        assert_eq!(t.hand(A).len(), if sleeper == A { 1 } else { 2 }, "a shown hand can still be robbed");
    }
}

#[test]
fn votes_of_sleepers_are_not_counted() {
    let mut t = Scene::new(3, &[]).table();
    for _ in 0..9 {
        let seat = t.active();
        t.act(seat, Action::Pass);
    }
    let vote = |seat| (seat, Choice::plain(Action::Vote { draw: true }));
    t.table.play_with_fallen(&[A, B].map(vote).into_iter().collect(), SeatSet::only(C)).expect("legal");
    assert_eq!(t.table.outcome(), Some(&Outcome::Drawn));
}

/// a.5 named for a declaration, opening owed.
#[test]
fn a_named_sleeper_leaves_the_game_unsettled() {
    let hands: [&[Face]; 3] = [&[Face::Key, Face::Key], &[Face::Whip], &[Face::Key]];
    let mut t = Scene::new(6, &hands).order(&[A, C, E]).table();
    t.declare(&[C]);
    t.fall(&[C]);
    assert_eq!(t.table.outcome(), Some(&Outcome::Unsettled));
}

#[test]
fn a_two_item_claim_needs_the_associations_that_tell() {
    let hands: [&[Face]; 3] = [&[Face::Key], &[Face::Whip], &[Face::Key]];
    // Two of the Order and two of the Brotherhood lie open: both answers are possible.
    let mut t = Scene::new(5, &hands).order(&[A, C]).table();
    t.declare(&[C]);
    t.act(C, open_named(&t, C));
    let entries = [B, D].map(|seat| (seat, open(seat, &t)));
    t.table.play_with_fallen(&entries.into_iter().collect(), SeatSet::only(E)).expect("legal");
    assert_eq!(t.table.outcome(), Some(&Outcome::Unsettled));
    // With three items it does not matter who comes.
    let hands: [&[Face]; 3] = [&[Face::Key, Face::Key], &[Face::Whip], &[Face::Key]];
    let mut t = Scene::new(5, &hands).order(&[A, C]).table();
    t.declare(&[C]);
    t.act(C, open_named(&t, C));
    t.fall(&[B, D, E]);
    let (association, winners) = (Association::Order, [A, C].into_iter().collect());
    let outcome = Outcome::Won { association, winners, declarer: A, holds: true, items: 2 };
    assert_eq!(t.table.outcome(), Some(&outcome));
}

fn open_named(t: &Played, seat: Seat) -> Action {
    let Choices::Forced(choice) = t.choices(seat) else { panic!("forced") };
    choice.action
}

fn open(seat: Seat, t: &Played) -> Choice {
    let Choices::Forced(choice) = t.choices(seat) else { panic!("forced") };
    choice
}

#[test]
fn fewer_than_two_awake_seats_are_a_pause() {
    let mut t = Scene::new(6, &[]).table();
    t.fall(&[C, D, E, F]);
    let fallen = SeatSet::only(B);
    let cause = t.table.play_with_fallen(&std::collections::BTreeMap::new(), fallen).map_err(|error| error.cause);
    assert_eq!(cause, Err(Cause::Illegal(Reason::TooFewAwake)));
    assert_eq!(owed(t.table.state()), Owed::One(A));
}
