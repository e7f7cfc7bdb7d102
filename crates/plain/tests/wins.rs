//! Personal wins, prophecies and the options of declarations: rules.md C.8, C.9, section F and E73 to E90.
#![expect(clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]
#![expect(dead_code, unreachable_pub, reason = "each test file uses another part of the support")]

mod support;

use nightcoach_plain::Cause;
use nightcoach_rules::{
    Action, Association, Choice, Choices, Claim, DeclareBar, Event, Face, Membership, Outcome, Reason, Seat, SeatSet,
    SoloBar, TurnChoices,
};
use support::{A, B, C, D, E, F, Played, Scene};

fn turn(t: &Played) -> TurnChoices {
    let Choices::Turn(turn) = t.choices(A) else { panic!("a turn") };
    turn
}

fn solo(items: &[Face]) -> Action {
    Action::DeclareSolo { items: items.to_vec() }
}

/// Which association has won, and who its members are.
type Won = (Association, SeatSet);

fn won(association: Association, winners: &[Seat]) -> Won {
    (association, winners.iter().copied().collect())
}

fn outcome(t: &Played) -> Outcome {
    t.table.outcome().expect("the game is over").clone()
}

fn winners(t: &Played) -> Won {
    let Outcome::Won { association, winners, .. } = outcome(t) else { panic!("an association won") };
    (association, winners)
}

const MIXED: [Face; 3] = [Face::Key, Face::Key, Face::Goblet];

/// a.3 solo.
#[test]
fn f49_a_mixed_personal_win() {
    let mut t = Scene::new(6, &[&[Face::Loge, Face::Key, Face::Key, Face::Goblet]]).order(&[B, C, E]).table();
    assert_eq!(turn(&t).solo, Ok(vec![MIXED.to_vec()]));
    let events = t.act(A, solo(&MIXED));
    assert_eq!(events.first(), Some(&Event::DeclaredSolo { seat: A, items: MIXED.to_vec() }));
    assert_eq!(outcome(&t), Outcome::WonAlone { seat: A }, "whatever his association (E87)");
}

#[test]
fn three_of_a_kind_or_a_transformed_bag_are_fine_and_only_three_are_opened() {
    let hand = [Face::Loge, Face::Key, Face::Key, Face::Key, Face::Goblet];
    let t = Scene::new(6, &[&hand]).table();
    assert_eq!(turn(&t).solo, Ok(vec![vec![Face::Key; 3], MIXED.to_vec()]));
    let bag = [Face::Loge, Face::Key, Face::Goblet, Face::BagKey];
    assert_eq!(turn(&Scene::new(6, &[&bag]).table()).solo, Err(SoloBar::TooFew), "a bag is a bag (E83)");
    let mut t = Scene::new(6, &[&bag]).pile(&[]).table();
    t.act(A, solo(&[Face::Key, Face::Goblet, Face::BagKey]));
    assert_eq!(outcome(&t), Outcome::WonAlone { seat: A });
}

#[test]
fn f51_a_drink_never_counts_for_a_personal_win() {
    let mut t = Scene::new(5, &[&[Face::Loge, Face::Key, Face::Goblet]]).order(&[A, C]).table();
    assert_eq!(turn(&t).solo, Err(SoloBar::TooFew));
    let two = t.try_choice(A, solo(&[Face::Key, Face::Goblet]), &[]).map_err(|error| error.cause);
    assert_eq!(two, Err(Cause::Illegal(Reason::BadItems)), "a wrong one is no legal action (E86)");
}

#[test]
fn a_personal_win_without_the_cards_is_caught() {
    let mut t = Scene::new(6, &[&[Face::Whip, Face::Key, Face::Key, Face::Goblet]]).table();
    assert_eq!(turn(&t).solo, Err(SoloBar::NoLoge));
    let lie = t.try_choice(A, solo(&MIXED), &[]).map_err(|error| error.cause);
    assert_eq!(lie, Err(Cause::FalseOpening));
}

/// a.4 pearlBlocksSolo.
#[test]
fn f45_the_pearl_forbids_every_kind_of_win() {
    let hand = [Face::Loge, Face::Key, Face::Key, Face::Key, Face::Pearl];
    let scene = || Scene::new(6, &[&hand]).order(&[A, C, E]).with(|options| options.prophecy = true);
    let mut t = scene().table();
    let open = turn(&t);
    assert_eq!((open.solo, open.declare), (Err(SoloBar::Pearl), Err(DeclareBar::Pearl)));
    assert_eq!(open.prophecy, None, "nor may its holder prophesy (E76)");
    let lie = t.try_choice(A, solo(&[Face::Key; 3]), &[]).map_err(|error| error.cause);
    assert!(matches!(lie, Err(Cause::FalseClaim(Claim::LacksFaces { after: 4, .. }))));
    let mut t = scene().with(|options| options.pearl_blocks_solo = false).table();
    t.act(A, solo(&[Face::Key; 3]));
    assert_eq!(outcome(&t), Outcome::WonAlone { seat: A });
}

fn prophecy(hands: &[&[Face]]) -> Scene {
    Scene::new(6, hands).order(&[A, B, E]).with(|options| options.prophecy = true)
}

fn prophesied(scene: Scene, named: &[Seat]) -> Won {
    let mut t = scene.table();
    let claim = turn(&t).prophecy.expect("the option is on");
    t.act(A, claim.action(named.iter().copied().collect()));
    t.forced();
    winners(&t)
}

/// a.3 prophecy; a.4 prophecy.
#[test]
fn f52_a_prophecy_names_enough_of_the_other_side_or_loses() {
    let hands: [&[Face]; 4] = [&[Face::Whip], &[Face::Ring], &[Face::Goblet, Face::Goblet], &[Face::Goblet]];
    assert_eq!(prophesied(prophecy(&hands), &[C, D]), won(Association::Order, &[A, B, E]));
    assert_eq!(prophesied(prophecy(&hands), &[C]), won(Association::Brotherhood, &[C, D, F]), "E89");
    assert_eq!(prophesied(prophecy(&hands), &[]), won(Association::Brotherhood, &[C, D, F]));
    assert_eq!(
        prophesied(prophecy(&hands), &[C, D, F]),
        won(Association::Brotherhood, &[C, D, F]),
        "F holds none (E90)"
    );
    assert_eq!(prophesied(prophecy(&hands), &[B, C, D]), won(Association::Brotherhood, &[C, D, F]), "B is a companion");
}

#[test]
fn a_prophecy_about_the_minority_needs_two_items() {
    let hands: [&[Face]; 4] = [&[Face::Whip], &[Face::Ring], &[Face::Goblet], &[Face::Goblet]];
    let scene = |order: &[Seat]| Scene::new(5, &hands).order(order).with(|options| options.prophecy = true);
    assert_eq!(prophesied(scene(&[A, B, E]), &[C, D]), won(Association::Order, &[A, B, E]));
    assert_eq!(prophesied(scene(&[A, B]), &[C, D]), won(Association::Brotherhood, &[C, D, E]));
}

/// E88.
#[test]
fn without_the_option_there_is_no_prophecy() {
    let mut t = Scene::new(6, &[&[Face::Whip]]).order(&[A, B, E]).table();
    assert_eq!(turn(&t).prophecy, None);
    let action = Action::Prophesy { named: SeatSet::only(C), membership: Membership::One(Association::Order) };
    let refused = t.try_choice(A, action, &[]).map_err(|error| error.cause);
    assert_eq!(refused, Err(Cause::Illegal(Reason::NotThisTable)));
}

/// walk.md decision 14: all three are opened, and the side with one member is the minority.
#[test]
fn with_three_associations_the_single_member_wins_with_two_items_and_the_drink() {
    let hands: [&[Face]; 3] = [&[Face::Goblet, Face::Goblet], &[Face::Whip], &[Face::Ring]];
    let mut t = Scene::mixed_single(&hands).table();
    let events = t.declare(&[]);
    let membership = Membership::Three { side: Association::Brotherhood, unanimous: false };
    assert!(matches!(&events[0], Event::Declared { membership: opened, .. } if *opened == membership));
    let one = Action::OpenAssociation { membership: Membership::One(Association::Order), items: vec![] };
    let entries = [B, C].map(|seat| (seat, Choice::plain(one.clone()))).into_iter().collect();
    let refused = t.table.play(&entries).map_err(|error| error.cause);
    assert_eq!(refused, Err(Cause::Illegal(Reason::Contradiction)), "one card is not what a seat has here");
    t.forced();
    assert_eq!(winners(&t), won(Association::Brotherhood, &[A]));
    let hands: [&[Face]; 3] = [&[Face::Key], &[Face::Key], &[Face::Ring]];
    assert_eq!(declared(Scene::mixed(&hands), &[B], &[]), won(Association::Brotherhood, &[C]), "two are the majority");
}

fn declared(scene: Scene, named: &[Seat], counts: &[u8]) -> Won {
    let mut t = scene.table();
    let declare = turn(&t).declare.expect("may declare");
    t.act(A, declare.action(named.iter().copied().collect(), counts));
    t.forced();
    winners(&t)
}

/// a.3 strictNaming; a.4 strictNaming.
#[test]
fn e73_with_strict_naming_every_holder_must_be_named() {
    let hands: [&[Face]; 3] = [&[Face::Key, Face::Key], &[Face::Whip], &[Face::Key]];
    let scene = || Scene::new(6, &hands).order(&[A, C, E]).pile(&[]);
    let strict = |scene: Scene| scene.with(|options| options.strict_naming = true);
    assert_eq!(declared(strict(scene()), &[C], &[]), won(Association::Order, &[A, C, E]));
    let hands: [&[Face]; 5] = [&[Face::Key, Face::Key], &[Face::Whip], &[Face::Key], &[Face::Ring], &[Face::BagKey]];
    let scene = || Scene::new(6, &hands).order(&[A, C, E]).pile(&[]);
    assert_eq!(declared(scene(), &[C], &[]), won(Association::Order, &[A, C, E]), "just enough");
    assert_eq!(declared(strict(scene()), &[C], &[]), won(Association::Brotherhood, &[B, D, F]));
    assert_eq!(declared(strict(scene()), &[C, E], &[]), won(Association::Order, &[A, C, E]));
}

/// a.4 claimCounts.
#[test]
fn e73b_with_counts_a_companion_who_opens_fewer_makes_the_claim_false() {
    let hands: [&[Face]; 3] = [&[Face::Key], &[Face::Whip], &[Face::Key, Face::Key]];
    let scene = || Scene::new(6, &hands).order(&[A, C, E]).with(|options| options.claim_counts = true);
    assert_eq!(declared(scene(), &[C], &[2]), won(Association::Order, &[A, C, E]));
    assert_eq!(declared(scene(), &[C], &[1]), won(Association::Order, &[A, C, E]), "more is no harm");
    let hands: [&[Face]; 3] = [&[Face::Key], &[Face::Whip], &[Face::Key]];
    let poor = Scene::new(5, &hands).order(&[A, C]).with(|options| options.claim_counts = true);
    assert_eq!(declared(poor, &[C], &[2]), won(Association::Brotherhood, &[B, D, E]));
    let mut t = scene().table();
    let declare = turn(&t).declare.expect("may declare");
    assert_eq!(declare.counts_for(SeatSet::only(C)), [[1], [2]], "three Keys are all there are");
    for counts in [&[][..], &[0], &[3], &[1, 1]] {
        let action = declare.action(SeatSet::only(C), counts);
        let refused = t.try_choice(A, action, &[]).map_err(|error| error.cause);
        assert_eq!(refused, Err(Cause::Illegal(Reason::BadItems)), "{counts:?}");
    }
}

/// a.4 drinkStacking.
#[test]
fn e79_stacked_drinks_replace_one_item_for_each_claimer() {
    let hands: [&[Face]; 3] = [&[Face::Key], &[Face::Whip], &[Face::Ring]];
    let scene = |order: &[Seat]| Scene::new(5, &hands).order(order);
    let stacked = |order: &[Seat]| scene(order).with(|options| options.drink_stacking = true);
    assert_eq!(declared(stacked(&[A, C]), &[C], &[]), won(Association::Order, &[A, C]), "a Key and two Drinks");
    assert_eq!(declared(stacked(&[A, C]), &[], &[]), won(Association::Brotherhood, &[B, D, E]), "a Key and a Drink");
    assert_eq!(declared(stacked(&[A, C, D]), &[C], &[]), won(Association::Brotherhood, &[B, E]), "not the minority");
    assert_eq!(
        declared(scene(&[A, C]), &[C], &[]),
        won(Association::Brotherhood, &[B, D, E]),
        "by default C needs one"
    );
    let mut t = Scene::new(5, &[&[Face::Whip]]).order(&[A, C]).table();
    assert_eq!(turn(&t).declare, Err(DeclareBar::NoItem), "the own Drink is no item (E80), and one is needed (E78)");
    t.act(A, Action::Pass);
}
