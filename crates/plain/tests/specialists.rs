//! Diplomat and Clairvoyant: rules.md section F, C.2, C.4 and E34 to E44.
#![expect(clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]
#![expect(dead_code, unreachable_pub, reason = "each test file uses another part of the support")]

mod support;

use nightcoach_plain::Cause;
use nightcoach_rules::{
    Action, Association, Choice, Choices, Claim, DemandChoices, Event, Face, Kind, Occupation, Phase, Reason, Seat,
    SeatSet, Sight,
};
use support::{A, B, C, D, E, F, Played, Scene};

const fn demand(kind: Kind) -> Action {
    Action::Demand { target: B, kind }
}

fn diplomat(hands: &[&[Face]]) -> Scene {
    Scene::new(6, hands).occupations(&[Occupation::Diplomat])
}

fn clairvoyant(hands: &[&[Face]], pile: &[Face]) -> Scene {
    Scene::new(6, hands).occupations(&[Occupation::Clairvoyant]).pile(pile)
}

/// What A may demand.
fn demands(t: &Played) -> Option<DemandChoices> {
    let Choices::Turn(turn) = t.choices(A) else { panic!("a turn") };
    turn.demand
}

fn reorder(t: &mut Played, seat: Seat, first: Face, second: Face) -> Vec<Event> {
    t.try_choice(seat, Action::Reorder, &[first, second]).expect("both are in the pile")
}

const PILE: [Face; 4] = [Face::Ring, Face::Whip, Face::Goblet, Face::Key];

/// rules.md D16, walk.md a.3 C.2 Clairvoyant; E43: free, before the main action.
#[test]
fn f35_a_clairvoyant_orders_the_pile_and_the_own_bag_draws_from_it() {
    let shuffled = [Face::Key, Face::Whip, Face::Goblet, Face::Ring];
    let scene = clairvoyant(&[&[Face::BagGoblet, Face::Dagger], &[Face::Gloves]], &PILE);
    // The order after the own shuffle, then after the others have shuffled the rest.
    let mut t = scene.then_pile(&[Face::Key, Face::Whip, Face::Ring, Face::Goblet]).then_pile(&shuffled).table();
    assert_eq!(t.act(A, Action::Foresee), [Event::Foresaw { seat: A }]);
    assert_eq!(t.table.state().seats[0].occupation, Some(Occupation::Clairvoyant), "turned face-up");
    let mut sorted = PILE.to_vec();
    sorted.sort_unstable();
    assert_eq!(t.choices(A), Choices::Reorder { pile: sorted.clone() });
    assert_eq!(t.choices(A).all().len(), 12, "any two, in either order");
    let twice = t.try_choice(A, Action::Reorder, &[Face::Key, Face::Key]).map_err(|error| error.cause);
    assert_eq!(twice, Err(Cause::Selection), "there is one Key in the pile");
    assert_eq!(reorder(&mut t, A, Face::Key, Face::Whip), [Event::PileOrdered { seat: A }]);
    assert_eq!(t.table.pile(), shuffled, "the others have shuffled the rest");
    assert_eq!(t.sights(A), [Sight::Pile { faces: sorted }, Sight::Top { first: Face::Key, second: Face::Whip }]);
    assert_eq!((t.owing(), t.view(A).pile), (SeatSet::only(A), vec![]), "the turn goes on (E43)");
    let Choices::Turn(turn) = t.choices(A) else { panic!("a turn") };
    assert!(!turn.foresee, "spent");
    t.trade(Face::BagGoblet, Face::Gloves);
    t.forced();
    assert!(t.hand(A).contains(&Face::Key));
    assert!(
        [B, C, D, E, F].iter().all(|seat| !t.sights(*seat).iter().any(|sight| matches!(sight, Sight::Pile { .. })))
    );
}

#[test]
fn e44_a_pile_of_one_is_just_seen_of_two_just_ordered_and_an_empty_one_cannot_be_seen() {
    let mut t = clairvoyant(&[&[Face::Dagger]], &[Face::Key]).table();
    assert_eq!(t.act(A, Action::Foresee), [Event::Foresaw { seat: A }]);
    assert_eq!((t.sights(A), t.owing()), (vec![Sight::Pile { faces: vec![Face::Key] }], SeatSet::only(A)));
    assert!(matches!(t.choices(A), Choices::Turn(_)));
    let mut t = clairvoyant(&[&[Face::Dagger]], &[Face::Key, Face::Key]).table();
    t.act(A, Action::Foresee);
    assert_eq!(t.choices(A).all().len(), 1, "equal faces are one choice");
    reorder(&mut t, A, Face::Key, Face::Key);
    let mut t = clairvoyant(&[&[Face::Dagger]], &[]).table();
    let empty = t.try_choice(A, Action::Foresee, &[]).map_err(|error| error.cause);
    assert_eq!(empty, Err(Cause::Illegal(Reason::NotUsable)));
    let mut t = diplomat(&[&[Face::Dagger]]).table();
    let other = t.try_choice(A, Action::Foresee, &[]).map_err(|error| error.cause);
    assert_eq!(other, Err(Cause::FalseOpening), "he is not");
}

/// E43: asked at the end of every turn by public facts alone (walk.md a.4).
/// a.4 clairvoyantAnytime.
#[test]
fn e43_with_clairvoyant_anytime_every_active_seat_is_asked_at_the_end_of_its_turn() {
    let scene = clairvoyant(&[&[Face::Dagger]], &PILE).with(|options| options.clairvoyant_anytime = true);
    let mut t = scene.table();
    t.act(A, Action::Pass);
    assert_eq!(t.choices(A), Choices::Foresee { may: true });
    assert_eq!(t.act(A, Action::Pass), [Event::ForesightPassed { seat: A }, Event::TurnBegan { turn: 2, seat: B }]);
    t.act(B, Action::Attack { target: C });
    t.pass_until(|phase| *phase == Phase::TurnEnd);
    assert_eq!((t.owing(), t.choices(B)), (SeatSet::only(B), Choices::Foresee { may: false }), "whoever it is");
    t.act(B, Action::Pass);
    for seat in [C, D, E, F] {
        t.act(seat, Action::Pass);
        t.act(seat, Action::Pass);
    }
    t.act(A, Action::Pass);
    t.act(A, Action::Foresee);
    let pile = t.view(A).pile;
    let events = reorder(&mut t, A, pile[0], pile[1]);
    assert_eq!(events, [Event::PileOrdered { seat: A }, Event::TurnBegan { turn: 8, seat: B }]);
    t.act(B, Action::Pass);
    assert_eq!(t.active(), C, "once he lies face-up nobody is asked any more");
}

/// rules.md D17, E37: the own object is laid down with the demand.
/// a.3 C.4 Diplomat; a.3 hit.
#[test]
fn f36_a_demand_that_is_met_swaps_and_cannot_be_refused() {
    let mut t = diplomat(&[&[Face::Gloves, Face::Dagger], &[Face::Key, Face::Whip]]).table();
    assert!(t.choices(A).contains(&Choice::with(demand(Kind::Key), Face::Gloves)));
    let events = t.act_with(A, demand(Kind::Key), Face::Gloves);
    assert_eq!(events, [Event::Demanded { diplomat: A, target: B, kind: Kind::Key }]);
    assert_eq!(t.table.state().seats[0].occupation, Some(Occupation::Diplomat));
    assert_eq!((t.view(A).pledged, t.hand(A).len()), (Some(Face::Gloves), 2), "laid down, still there");
    let cards = vec![Face::Key];
    assert_eq!(t.choices(B), Choices::Surrender { diplomat: A, kind: Kind::Key, cards }, "never forced, even with one");
    let refused = t.try_choice(B, Action::Refuse, &[]).map_err(|error| error.cause);
    assert_eq!(refused, Err(Cause::Illegal(Reason::WrongAction)));
    let denied = t.try_choice(B, Action::Lack, &[]).map_err(|error| error.cause);
    assert!(matches!(denied, Err(Cause::FalseClaim(Claim::LacksFaces { .. }))), "nor denied (E36)");
    let other = t.try_choice(B, Action::Surrender, &[Face::Whip]).map_err(|error| error.cause);
    assert!(matches!(other, Err(Cause::FalseClaim(Claim::IsKind { .. }))));
    let events = t.act_with(B, Action::Surrender, Face::Key);
    assert_eq!(events, [Event::Surrendered { target: B, diplomat: A, kind: Kind::Key }]);
    assert_eq!(t.view(A).answer, Some(Face::Key));
    let events = t.forced();
    let silent = [B, A].map(|receiver| Event::Silent { receiver });
    assert_eq!(events[0], Event::Traded { from: A, to: B });
    assert_eq!(events[1..3], silent, "both texts are owed");
    assert_eq!((t.hand(A), t.hand(B)), (vec![Face::Key, Face::Dagger], vec![Face::Gloves, Face::Whip]));
    assert_eq!(t.active(), B, "it was the turn's action (E34)");
    assert!([C, D, E, F].iter().all(|seat| t.sights(*seat).is_empty()));
}

/// rules.md D18, E35.
/// a.3 miss.
#[test]
fn f37_a_miss_shows_the_whole_hand_to_the_diplomat_alone() {
    let mut t = diplomat(&[&[Face::Gloves, Face::Dagger], &[Face::Whip, Face::Coat]]).table();
    t.act_with(A, demand(Kind::Key), Face::Gloves);
    assert_eq!(t.choices(B), Choices::Forced(Choice::plain(Action::Lack)));
    let events = t.forced();
    let lacked = Event::Lacked { target: B, diplomat: A, kind: Kind::Key };
    assert_eq!(events, [lacked, Event::TurnBegan { turn: 2, seat: B }], "the turn is over (E35)");
    assert_eq!(t.sights(A), [Sight::Hand { of: B, faces: vec![Face::Whip, Face::Coat] }]);
    assert!([B, C, D, E, F].iter().all(|seat| t.sights(*seat).is_empty()), "nobody has seen what was laid down");
    assert_eq!((t.hand(A), t.view(A).pledged), (vec![Face::Dagger, Face::Gloves], None));
    assert_eq!(t.table.state().seats[0].occupation, Some(Occupation::Diplomat), "spent");
    for seat in [B, C, D, E, F] {
        t.act(seat, Action::Pass);
    }
    let again = t.try_choice(A, demand(Kind::Key), &[Face::Gloves]).map_err(|error| error.cause);
    assert_eq!(again, Err(Cause::Illegal(Reason::NotUsable)));
    assert_eq!(demands(&t), None);
}

/// E37b.
#[test]
fn f57_the_card_of_the_diplomat_speaks_first_unless_the_demanded_one_shall() {
    let scene = || diplomat(&[&[Face::Monocle], &[Face::Privilege, Face::Whip]]).order(&[A, C, D]);
    let play = |scene: Scene| {
        let mut t = scene.table();
        t.act_with(A, demand(Kind::Privilege), Face::Monocle);
        t.act_with(B, Action::Surrender, Face::Privilege);
        (t.forced(), t)
    };
    let monocle =
        [Event::Announced { receiver: B, giver: A, kind: Kind::Monocle }, Event::AssociationShown { owner: B, to: A }];
    let privilege =
        [Event::Announced { receiver: A, giver: B, kind: Kind::Privilege }, Event::HandShown { owner: A, to: B }];
    let (events, t) = play(scene());
    assert_eq!(events[1..5], [monocle.clone(), privilege.clone()].concat());
    assert!(t.sights(A).contains(&Sight::Association { of: B, association: Association::Brotherhood }));
    assert!(t.sights(B).contains(&Sight::Hand { of: A, faces: vec![Face::Privilege] }));
    let (events, _) = play(scene().with(|options| options.diplomat_demanded_first = true));
    assert_eq!(events[1..5], [privilege, monocle].concat());
}

/// a.4 diplomatFree.
#[test]
fn e34_a_free_diplomat_keeps_the_turn_after_a_hit_only() {
    let scene = || {
        let hands: [&[Face]; 2] = [&[Face::Gloves, Face::Dagger], &[Face::Key, Face::Whip]];
        diplomat(&hands).with(|options| options.diplomat_free = true)
    };
    let mut t = scene().table();
    t.act_with(A, demand(Kind::Key), Face::Gloves);
    t.act_with(B, Action::Surrender, Face::Key);
    t.forced();
    assert_eq!((t.active(), t.table.state().turn), (A, 1), "still A's turn");
    assert_eq!(demands(&t), None, "without the Diplomat");
    t.act_with(A, Action::Offer { to: B }, Face::Dagger);
    let mut t = scene().table();
    t.act_with(A, demand(Kind::Goblet), Face::Gloves);
    t.forced();
    assert_eq!(t.active(), B, "a miss ends it (E35)");
}

/// E38, E39, E40: a bag is a bag while the pile lasts, and a Key or Goblet then.
#[test]
fn e38_what_can_be_demanded() {
    let hands: [&[Face]; 2] = [&[Face::Gloves], &[Face::BagKey, Face::BagGoblet]];
    let mut t = diplomat(&hands).table();
    assert!(demands(&t).expect("a Diplomat").kinds.contains(&Kind::SecretBag), "without its kind (E38)");
    t.act_with(A, demand(Kind::Key), Face::Gloves);
    assert_eq!(t.choices(B), Choices::Forced(Choice::plain(Action::Lack)), "a bag is no Key (E39)");
    let mut t = diplomat(&hands).table();
    t.act_with(A, demand(Kind::SecretBag), Face::Gloves);
    let both = vec![Face::BagKey, Face::BagGoblet];
    assert_eq!(t.choices(B), Choices::Surrender { diplomat: A, kind: Kind::SecretBag, cards: both }, "he chooses");
    t.act_with(B, Action::Surrender, Face::BagGoblet);
    let events = t.forced();
    assert!(events.contains(&Event::Announced { receiver: A, giver: B, kind: Kind::SecretBag }));
    assert_eq!(t.hand(B).len(), 3, "its giver draws");
    let mut t = diplomat(&hands).pile(&[]).table();
    let named = t.try_choice(A, demand(Kind::SecretBag), &[Face::Gloves]).map_err(|error| error.cause);
    assert_eq!(named, Err(Cause::Illegal(Reason::BadKind)), "no longer a kind of its own (E38)");
    t.act_with(A, demand(Kind::Key), Face::Gloves);
    t.act_with(B, Action::Surrender, Face::BagKey);
    t.forced();
    assert_eq!(t.hand(A), [Face::BagKey], "it answers to Key (E40)");
    for (seats, kind) in [(3, Kind::Pearl), (10, Kind::Coat)] {
        let mut t = Scene::new(seats, &[&[Face::Gloves]]).occupations(&[Occupation::Diplomat]).table();
        assert!(!demands(&t).expect("a Diplomat").kinds.contains(&kind));
        let absent = t.try_choice(A, demand(kind), &[Face::Gloves]).map_err(|error| error.cause);
        assert_eq!(absent, Err(Cause::Illegal(Reason::BadKind)), "not in the box at {seats} seats");
    }
}

/// walk.md a.1 `PledgeIsNot`.
#[test]
fn e41_no_bag_can_be_laid_down_for_a_bag() {
    let mut t = diplomat(&[&[Face::BagKey], &[Face::BagGoblet]]).table();
    let open = t.choices(A).all();
    assert!(!open.iter().any(|choice| choice.action == demand(Kind::SecretBag)), "with a bag only it is no choice");
    let bag = t.try_choice(A, demand(Kind::SecretBag), &[Face::BagKey]).map_err(|error| error.cause);
    assert!(matches!(bag, Err(Cause::FalseClaim(Claim::PledgeIsNot { .. }))));
    t.act_with(A, demand(Kind::Key), Face::BagKey);
}

#[test]
fn e42_pearl_and_mirror_can_be_demanded_and_the_mirror_silences_both() {
    let mut t = diplomat(&[&[Face::Monocle], &[Face::Mirror, Face::Whip]]).table();
    t.act_with(A, demand(Kind::Mirror), Face::Monocle);
    t.act_with(B, Action::Surrender, Face::Mirror);
    assert_eq!(t.forced()[1..3], [B, A].map(|receiver| Event::Silent { receiver }));
    let mut t = diplomat(&[&[Face::Whip], &[Face::Pearl]]).table();
    t.act_with(A, demand(Kind::Pearl), Face::Whip);
    t.act_with(B, Action::Surrender, Face::Pearl);
    t.forced();
    assert_eq!(t.hand(A), [Face::Pearl]);
}

/// With `smuggling` both texts of a demand are their givers' to tell.
#[test]
fn a_smuggled_text_of_a_demand_is_its_givers_to_tell() {
    let scene = diplomat(&[&[Face::Monocle], &[Face::Privilege, Face::Whip]]).with(|options| options.smuggling = true);
    let mut t = scene.table();
    t.act_with(A, demand(Kind::Privilege), Face::Monocle);
    t.act_with(B, Action::Surrender, Face::Privilege);
    t.act(A, Action::HandOver);
    assert_eq!(t.choices(A), Choices::Text { given: Face::Monocle, kind: Some(Kind::Monocle) });
    t.act(A, Action::Text { text: None });
    assert_eq!(t.choices(B), Choices::Text { given: Face::Privilege, kind: Some(Kind::Privilege) });
    t.act(B, Action::Text { text: Some(Kind::Privilege) });
    assert!(matches!(t.table.state().phase, Phase::Execution { .. }));
}

#[test]
fn nothing_can_be_demanded_of_oneself_or_of_a_sleeper() {
    let mut t = diplomat(&[&[Face::Gloves]]).table();
    t.fall(&[C]);
    for target in [A, C, Seat(9)] {
        let action = Action::Demand { target, kind: Kind::Key };
        let refused = t.try_choice(A, action, &[Face::Gloves]).map_err(|error| error.cause);
        assert_eq!(refused, Err(Cause::Illegal(Reason::BadTarget)));
    }
    let lie = t.try_choice(A, demand(Kind::Key), &[Face::Whip]).map_err(|error| error.cause);
    assert_eq!(lie, Err(Cause::Selection), "what is laid down must be there");
}
