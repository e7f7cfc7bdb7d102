//! Occupations in fights: scenarios and rulings of rules.md, section F and E45 to E72.
#![expect(clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]
#![expect(dead_code, unreachable_pub, reason = "each test file uses another part of the support")]

mod support;

use nightcoach_plain::Cause;
use nightcoach_rules::{
    AbilityMode, Action, Choice, Choices, Event, Face, Occupation, Phase, Power, Reason, Seat, SeatSet, Side, Spoils,
};
use support::{A, B, C, D, E, F, Played, Scene};

const FOR: Side = Side::Attacker;
const AGAINST: Side = Side::Defender;
const STOP: Action = Action::Priest { stop: true };
const CANCEL: Action = Action::Doctor { cancel: true };

fn play(objects: &[Face], power: Option<Power>) -> Action {
    Action::Abilities { objects: objects.to_vec(), power }
}

fn only(power: Power) -> Action {
    play(&[], Some(power))
}

/// A attacks B with this support; the table stands at the ability window.
fn at_abilities(scene: Scene, sides: &[(Seat, Side)]) -> Played {
    let mut t = scene.table();
    t.attack(sides);
    t.pass_until(|phase| matches!(phase, Phase::Abilities(_)));
    t
}

fn scene(hands: &[&[Face]], occupations: &[Occupation]) -> Scene {
    Scene::new(6, hands).occupations(occupations)
}

fn ended(events: &[Event]) -> (u8, u8, Option<Seat>) {
    let found = events.iter().find_map(|event| {
        if let Event::FightEnded { swords, shields, winner } = event {
            Some((*swords, *shields, *winner))
        } else {
            None
        }
    });
    found.expect("the fight was counted")
}

/// a.3 used.
#[test]
fn f27_the_priest_stops_an_attack_and_the_attacker_chooses_what_he_pays() {
    let hands: [&[Face]; 2] = [&[Face::Key, Face::Whip], &[Face::Ring]];
    let held = [Occupation::Thug, Occupation::Doctor, Occupation::Bodyguard, Occupation::Priest];
    let mut t = scene(&hands, &held).table();
    t.act(A, Action::Attack { target: B });
    assert_eq!(t.owing(), t.table.state().all().without(A), "everybody but the attacker is asked (E45)");
    let events = t.window(&[(D, STOP)]);
    assert_eq!(events, [Event::Stopped { priest: D, attacker: A }]);
    assert_eq!(t.table.state().seats[3].occupation, Some(Occupation::Priest));
    assert_eq!(
        t.choices(A),
        Choices::Pay { priest: D, cards: vec![Face::Key, Face::Whip] },
        "the attacker picks (E46)"
    );
    let events = t.act_with(A, Action::Pay, Face::Whip);
    assert_eq!(events, [Event::Paid { from: A, to: D }, Event::TurnBegan { turn: 2, seat: B }]);
    assert_eq!((t.hand(A), t.hand(D).contains(&Face::Whip)), (vec![Face::Key], true));
    assert!([B, C, E, F].iter().all(|seat| t.sights(*seat).is_empty()), "others do not see it");
}

#[test]
fn e47_an_attacker_with_one_object_pays_nothing_but_is_stopped() {
    let mut t = scene(&[&[Face::Key]], &[Occupation::Thug, Occupation::Priest]).table();
    t.act(A, Action::Attack { target: B });
    let events = t.window(&[(B, STOP)]);
    let stopped = Event::Stopped { priest: B, attacker: A };
    assert_eq!(events, [stopped, Event::TurnBegan { turn: 2, seat: B }], "the defender may be the Priest (E45)");
}

#[test]
fn a_priest_above_the_limit_gives_away_at_once() {
    let full = [Face::Ring, Face::Whip, Face::Knives, Face::Privilege, Face::Gloves];
    let mut t = scene(&[&[Face::Key, Face::Dagger], &full], &[Occupation::Thug, Occupation::Priest]).table();
    t.act(A, Action::Attack { target: B });
    t.window(&[(B, STOP)]);
    t.act_with(A, Action::Pay, Face::Dagger);
    assert_eq!(t.owing(), SeatSet::only(B));
    let events = t.act_with(B, Action::Give { to: A }, Face::Dagger);
    assert_eq!(events, [Event::Gave { from: B, to: A }, Event::TurnBegan { turn: 2, seat: B }]);
}

#[test]
fn a_spent_priest_is_never_asked_for_again() {
    let mut t = scene(&[&[Face::Key]], &[Occupation::Thug, Occupation::Priest]).table();
    t.act(A, Action::Attack { target: B });
    t.window(&[(B, STOP)]);
    t.act(B, Action::Attack { target: C });
    assert!(matches!(t.table.state().phase, Phase::Support(_)), "public facts tell that nobody can stop it");
}

/// a.3 Priest window.
#[test]
fn f33_bystanders_cannot_tell_that_nobody_can_act() {
    let windows = |held: &[Occupation]| {
        let mut t = Scene::new(6, &[&[Face::Key]]).occupations(held).table();
        t.act(A, Action::Attack { target: B });
        let mut asked = vec![t.table.owed()];
        while !matches!(t.table.state().phase, Phase::Turn) {
            t.window(&[]);
            asked.push(t.table.owed());
        }
        (t.table.log().to_vec(), asked, t.view(F).memories)
    };
    let able = [Occupation::Thug, Occupation::Priest, Occupation::Doctor, Occupation::PoisonMixer];
    // Priest, Doctor and Poison Mixer are among the spares.
    let unable = [
        Occupation::Hypnotist,
        Occupation::Clairvoyant,
        Occupation::Bodyguard,
        Occupation::Duelist,
        Occupation::Diplomat,
        Occupation::GrandMaster,
    ];
    assert_eq!(windows(&able), windows(&unable));
}

#[test]
fn f23_a_duelist_voids_supports_and_all_that_hangs_on_them() {
    let held = [Occupation::Duelist, Occupation::Thug, Occupation::Bodyguard, Occupation::Priest];
    let hands: [&[Face]; 4] = [&[Face::Key], &[Face::Goblet], &[Face::Ring], &[Face::Whip]];
    let mut t = at_abilities(scene(&hands, &held), &[(C, AGAINST), (D, AGAINST)]);
    let events = t.window(&[(D, play(&[Face::Whip], None)), (C, only(Power::Bodyguard))]);
    assert!(events.contains(&Event::Played { seat: D, objects: vec![Face::Whip], power: None }));
    assert_eq!(t.table.state().seats[3].played, [Face::Whip], "it lies open");
    t.window(&[(A, only(Power::Duelist))]);
    let mut events = t.finish();
    assert_eq!(ended(&events), (2, 1, Some(A)), "also after everything else was played (E55), and +1 (E54)");
    assert_eq!(t.table.state().seats[2].occupation, Some(Occupation::Bodyguard), "it stays face-up (E58)");
    assert!(t.table.state().seats.iter().all(|seat| seat.played.is_empty()), "cards return");
    events.clear();
}

/// E54: a.4 duelistBonus.
#[test]
fn without_the_bonus_a_duelist_only_voids() {
    let scene = scene(&[&[Face::Key]], &[Occupation::Duelist]).with(|options| options.duelist_bonus = false);
    let mut t = at_abilities(scene, &[(C, AGAINST)]);
    t.window(&[(A, only(Power::Duelist))]);
    assert_eq!(ended(&t.finish()), (1, 1, None));
}

#[test]
fn a_defender_may_duel_and_the_other_principal_keeps_his_bonuses() {
    let hands: [&[Face]; 2] = [&[Face::Dagger], &[Face::Key]];
    let mut t = at_abilities(scene(&hands, &[Occupation::Thug, Occupation::Duelist]), &[(C, FOR)]);
    t.window(&[(A, play(&[Face::Dagger], Some(Power::Thug))), (B, only(Power::Duelist))]);
    assert_eq!(ended(&t.finish()), (3, 2, Some(A)));
}

/// a.3 Hypnotist.
#[test]
fn f25_a_hypnotised_seat_loses_support_objects_and_occupation() {
    let hands: [&[Face]; 4] = [&[Face::Key], &[Face::Goblet], &[Face::Whip], &[Face::Knives]];
    let held = [Occupation::Hypnotist, Occupation::Thug, Occupation::Doctor];
    let mut t = scene(&hands, &held).table();
    t.attack(&[(C, AGAINST), (D, FOR)]);
    assert_eq!(t.choices(A), Choices::Hypnotise { targets: t.table.state().all().without(A).without(B) }, "E50");
    let refused = t.try_choice(A, Action::Hypnotise { target: Some(B) }, &[]).map_err(|error| error.cause);
    assert_eq!(refused, Err(Cause::Illegal(Reason::BadTarget)), "not the defender");
    t.act(A, Action::Hypnotise { target: Some(C) });
    assert!(!t.owing().contains(C), "neither object nor occupation");
    t.window(&[(D, play(&[Face::Knives], None))]);
    t.pass_until(|phase| matches!(phase, Phase::Doctor { .. }));
    assert!(!t.owing().contains(C), "this fight covers the doctor window (E51)");
    assert_eq!(ended(t.table.log()), (3, 1, Some(A)));
}

#[test]
fn the_attacker_is_asked_for_the_hypnotist_whether_he_is_or_not() {
    let mut t = scene(&[&[Face::Key]], &[Occupation::Thug, Occupation::Hypnotist]).table();
    t.attack(&[]);
    assert_eq!((t.owing(), t.choices(A)), (SeatSet::only(A), Choices::Hypnotise { targets: SeatSet::EMPTY }));
    let lie = t.try_choice(A, Action::Hypnotise { target: Some(C) }, &[]).map_err(|error| error.cause);
    assert_eq!(lie, Err(Cause::FalseOpening));
    t.act(A, Action::Hypnotise { target: None });
    // Once another occupation lies face-up before him, everybody knows that he is not.
    t.window(&[(A, only(Power::Thug))]);
    t.finish();
    t.act(A, Action::Spoils(Spoils::Identity));
    t.forced();
    for _ in 0..5 {
        let seat = t.active();
        t.act(seat, Action::Pass);
    }
    t.attack(&[]);
    assert!(matches!(t.table.state().phase, Phase::Abilities(_)));
}

/// E49: a.4 hypnotistAfterEach.
#[test]
fn with_hypnotist_after_each_the_attacker_is_asked_after_every_declaration() {
    let scene = scene(&[&[Face::Key]], &[Occupation::Hypnotist]).with(|options| options.hypnotist_after_each = true);
    let mut t = scene.table();
    t.act(A, Action::Attack { target: B });
    t.window(&[]);
    t.act(C, Action::Support { side: Some(AGAINST) });
    assert_eq!(t.choices(A), Choices::Hypnotise { targets: SeatSet::only(C) });
    t.act(A, Action::Hypnotise { target: None });
    t.act(D, Action::Support { side: Some(AGAINST) });
    t.act(A, Action::Hypnotise { target: Some(D) });
    t.act(E, Action::Support { side: None });
    assert_eq!(t.owing(), SeatSet::only(F), "once a fight");
}

/// E48: a.4 secretSupport.
#[test]
fn with_secret_support_all_declare_at_once() {
    let mut t = scene(&[&[Face::Key]], &[]).with(|options| options.secret_support = true).table();
    t.act(A, Action::Attack { target: B });
    t.window(&[]);
    assert_eq!(t.owing(), t.table.state().all().without(A).without(B));
    let events = t.window(&[(D, Action::Support { side: Some(FOR) })]);
    assert_eq!(events.len(), 4, "shown together");
    assert_eq!(ended(&t.finish()), (2, 1, Some(A)));
}

/// a.3 Support.
#[test]
fn e48_support_is_declared_openly_in_order_and_e49_the_hypnotist_follows_the_last() {
    let mut t = scene(&[&[Face::Key]], &[]).table();
    t.act(A, Action::Attack { target: B });
    t.window(&[]);
    for (seat, side) in [(C, Some(FOR)), (D, None), (E, Some(AGAINST)), (F, Some(AGAINST))] {
        assert_eq!(t.owing(), SeatSet::only(seat));
        assert_eq!(t.act(seat, Action::Support { side }), [Event::Supported { seat, side }]);
    }
    assert!(matches!(t.table.state().phase, Phase::Hypnotist(_)));
}

#[test]
fn strength_counts_for_its_own_part_only() {
    for (power, part) in [
        (Power::Thug, A),
        (Power::GrandMaster, B),
        (Power::Bodyguard, C),
        (Power::Bodyguard, D),
        (Power::Duelist, A),
        (Power::Duelist, B),
    ] {
        for seat in [A, B, C, D, E] {
            let mut held: Vec<Occupation> =
                Occupation::ALL.into_iter().filter(|one| *one != power.occupation()).collect();
            held.insert(seat.index(), power.occupation());
            let mut t = at_abilities(scene(&[&[Face::Key]], &held), &[(C, FOR), (D, AGAINST)]);
            let Choices::Abilities { powers, .. } = t.choices(seat) else { panic!("asked") };
            let duel = power == Power::Duelist && [A, B].contains(&seat);
            let guard = power == Power::Bodyguard && [C, D].contains(&seat);
            if seat == part || duel || guard {
                assert_eq!(powers, [power], "{seat:?}");
                t.window(&[(seat, only(power))]);
                let (swords, shields, _) = ended(&t.finish());
                let mine = if [A, C].contains(&seat) { swords > shields } else { shields > swords };
                assert!(mine, "{power:?} of {seat:?}: {swords} to {shields}");
            } else {
                assert!(!powers.contains(&power), "{power:?} of {seat:?} (E72)");
            }
        }
    }
}

#[test]
fn e56_a_poison_mixer_decides_before_and_after_a_duel() {
    let held = [Occupation::Duelist, Occupation::Thug, Occupation::PoisonMixer];
    let poison = || only(Power::PoisonMixer { wins: AGAINST });
    let scene = || scene(&[&[Face::Key]], &held);
    // In one round, after the duel, and instead of it; a cancelled supporter is an abstainer, who may still mix.
    let mut t = at_abilities(scene(), &[(C, FOR)]);
    t.window(&[(A, only(Power::Duelist)), (C, poison())]);
    assert_eq!(ended(t.table.log()), (2, 1, Some(B)), "and the window is over");
    let mut t = at_abilities(scene(), &[(C, FOR)]);
    t.window(&[(A, only(Power::Duelist))]);
    t.window(&[(C, poison())]);
    assert_eq!(ended(t.table.log()).2, Some(B));
    let mut t = at_abilities(scene(), &[]);
    t.window(&[(C, poison())]);
    assert!(matches!(t.table.state().phase, Phase::Doctor { .. }), "it ends the window");
    let events = t.finish();
    assert!(matches!(t.choices(B), Choices::Spoils), "{events:?}");
}

/// E56: a.4 duelBlocksPoison.
#[test]
fn with_duel_blocks_poison_a_mixer_of_the_same_round_is_void_and_spent() {
    let held = [Occupation::Duelist, Occupation::Thug, Occupation::PoisonMixer];
    let scene = || scene(&[&[Face::Key]], &held).with(|options| options.duel_blocks_poison = true);
    let poison = || only(Power::PoisonMixer { wins: AGAINST });
    let mut t = at_abilities(scene(), &[]);
    t.window(&[(A, only(Power::Duelist)), (C, poison())]);
    assert!(matches!(t.table.state().phase, Phase::Abilities(_)), "the window goes on");
    assert_eq!(t.table.state().seats[2].occupation, Some(Occupation::PoisonMixer));
    assert_eq!(ended(&t.finish()), (2, 1, Some(A)));
    let mut t = at_abilities(scene(), &[]);
    t.window(&[(A, only(Power::Duelist))]);
    assert_eq!(t.owing(), SeatSet::only(A).with(B), "nobody else could do anything now");
}

#[test]
fn the_ring_does_not_beat_a_poison_mixer() {
    let hands: [&[Face]; 2] = [&[Face::Key], &[Face::Ring]];
    let held = [Occupation::Thug, Occupation::Duelist, Occupation::PoisonMixer];
    let mut t = at_abilities(scene(&hands, &held), &[]);
    t.window(&[(B, play(&[Face::Ring], None)), (C, only(Power::PoisonMixer { wins: FOR }))]);
    assert_eq!(ended(t.table.log()), (1, 1, Some(A)));
}

/// a.3 Ability window.
#[test]
fn e52_rounds_are_repeated_until_everybody_passes_in_one() {
    let hands: [&[Face]; 2] = [&[Face::Dagger, Face::Ring], &[Face::Gloves]];
    let mut t = at_abilities(scene(&hands, &[Occupation::Thug]), &[]);
    t.window(&[(A, play(&[Face::Dagger], None))]);
    t.window(&[(B, play(&[Face::Gloves], None))]);
    assert_eq!(t.choices(A), Choices::Abilities { usable: vec![Face::Ring], powers: vec![Power::Thug] });
    let twice = t.try_window(&[(A, play(&[Face::Dagger], None))]).map_err(|error| error.cause);
    assert_eq!(twice, Err(Cause::Illegal(Reason::NotUsable)), "each card at most once per fight");
    t.window(&[(A, only(Power::Thug))]);
    t.window(&[]);
    assert_eq!(ended(t.table.log()), (3, 2, Some(A)));
}

#[test]
fn e53_two_seats_use_something_in_one_round() {
    let hands: [&[Face]; 4] = [&[Face::Dagger], &[Face::Gloves], &[Face::Knives], &[Face::Whip]];
    let held = [Occupation::Thug, Occupation::GrandMaster, Occupation::Bodyguard];
    let mut t = at_abilities(scene(&hands, &held), &[(C, FOR), (D, AGAINST)]);
    t.window(&[
        (A, play(&[Face::Dagger], Some(Power::Thug))),
        (B, play(&[Face::Gloves], Some(Power::GrandMaster))),
        (C, play(&[Face::Knives], Some(Power::Bodyguard))),
        (D, play(&[Face::Whip], None)),
    ]);
    assert_eq!(ended(&t.finish()), (6, 5, Some(A)));
}

/// E52: a.4 abilityMode.
#[test]
fn with_one_shot_there_is_one_round() {
    let scene = scene(&[&[Face::Dagger]], &[]).with(|options| options.ability_mode = AbilityMode::OneShot);
    let mut t = at_abilities(scene, &[]);
    t.window(&[(A, play(&[Face::Dagger], None))]);
    assert_eq!(ended(t.table.log()), (2, 1, Some(A)));
}

/// E52: a.4 abilityMode.
#[test]
fn in_seat_order_one_after_the_other_plays_openly_until_a_lap_of_passes() {
    let hands: [&[Face]; 2] = [&[Face::Dagger], &[Face::Gloves]];
    let scene = scene(&hands, &[]).with(|options| options.ability_mode = AbilityMode::SeatOrder);
    let mut t = at_abilities(scene, &[]);
    let pass = || play(&[], None);
    t.act(B, play(&[Face::Gloves], None));
    for seat in [C, D, E, F] {
        t.act(seat, pass());
    }
    t.act(A, play(&[Face::Dagger], None));
    for seat in [B, C, D, E, F, A] {
        t.act(seat, pass());
    }
    assert_eq!(ended(t.table.log()), (2, 2, None));
}

#[test]
fn e60_a_ring_that_is_not_shown_has_no_effect() {
    let hands: [&[Face]; 2] = [&[Face::Key], &[Face::Ring]];
    let mut t = at_abilities(scene(&hands, &[]), &[]);
    assert_eq!(ended(&t.finish()), (1, 1, None));
}

/// E62: after the result, before the choice.
/// a.3 Doctor window.
#[test]
fn f31_a_doctor_cancels_what_the_fight_leads_to() {
    let held = [Occupation::Thug, Occupation::Duelist, Occupation::Bodyguard, Occupation::Priest, Occupation::Doctor];
    let mut t = at_abilities(scene(&[&[Face::Dagger]], &held), &[]);
    t.window(&[(A, play(&[Face::Dagger], None))]);
    t.pass_until(|phase| matches!(phase, Phase::Doctor { .. }));
    assert_eq!(t.owing(), t.table.state().all(), "principals too");
    assert_eq!(t.table.state().seats[0].played, [Face::Dagger], "it lies open until the window closes");
    let events = t.window(&[(E, CANCEL)]);
    assert_eq!(events, [Event::Cancelled { doctor: E }, Event::TurnBegan { turn: 2, seat: B }], "E65");
    assert!(t.table.state().seats[0].played.is_empty());
    assert!(t.sights(A).is_empty());
}

/// a.4 doctorOnTie.
#[test]
fn e63_a_doctor_may_cancel_a_level_fight_and_a_poisoned_one() {
    let held = [Occupation::Thug, Occupation::Doctor, Occupation::PoisonMixer];
    let mut t = at_abilities(scene(&[&[Face::Key]], &held), &[]);
    let pile = t.table.state().pile;
    t.pass_until(|phase| matches!(phase, Phase::Doctor { .. }));
    t.window(&[(B, CANCEL)]);
    assert_eq!((t.table.state().pile, t.hand(A).len()), (pile, 1), "no draw");
    let mut t = at_abilities(scene(&[&[Face::Key]], &held), &[]);
    t.window(&[(C, only(Power::PoisonMixer { wins: FOR }))]);
    let events = t.window(&[(B, CANCEL)]);
    assert_eq!(events.first(), Some(&Event::Cancelled { doctor: B }), "E64");
    let scene = scene(&[&[Face::Key]], &held).with(|options| options.doctor_on_tie = false);
    let mut t = at_abilities(scene, &[]);
    let events = t.window(&[]);
    assert!(events.contains(&Event::Drew { seat: A, left: pile - 1 }), "with the option off nobody is asked");
}

#[test]
fn e57_nobody_can_use_an_occupation_that_another_has_shown() {
    let mut t = at_abilities(scene(&[&[Face::Key]], &[Occupation::Duelist]), &[]);
    t.window(&[(A, only(Power::Duelist))]);
    let lie = t.try_window(&[(B, only(Power::Duelist))]).map_err(|error| error.cause);
    assert_eq!(lie, Err(Cause::Illegal(Reason::NotUsable)));
}

#[test]
fn who_claims_an_occupation_that_he_is_not_is_caught() {
    let mut t = scene(&[&[Face::Key]], &[Occupation::Thug]).table();
    t.act(A, Action::Attack { target: B });
    let lie = t.try_window(&[(B, STOP)]).map_err(|error| (error.seat, error.cause));
    assert_eq!(lie, Err((B, Cause::FalseOpening)));
}

#[test]
fn e68_a_winner_at_the_limit_returns_first_and_e69_nothing_fires() {
    let full = [Face::Ring, Face::Dagger, Face::Knives, Face::Privilege, Face::Gloves];
    let mut t = scene(&[&full, &[Face::BagKey]], &[Occupation::Thug]).table();
    let pile = t.table.state().pile;
    t.attack(&[(C, FOR)]);
    t.finish();
    t.act(A, Action::Spoils(Spoils::Luggage));
    t.forced();
    let events = t.act_with(A, Action::TakeAndReturn { index: 0 }, Face::Privilege);
    assert_eq!(events.last(), Some(&Event::TurnBegan { turn: 2, seat: B }), "five again, no gift");
    assert_eq!((t.hand(A).len(), t.hand(B), t.table.state().pile), (5, vec![Face::Privilege], pile));
}

/// a.4 giftToFullAllowed.
#[test]
fn e71_without_gifts_to_the_full_only_seats_below_the_limit_receive() {
    let full = [Face::BagKey, Face::Ring, Face::Whip, Face::Knives, Face::Privilege];
    let other = [Face::Key, Face::Key, Face::Goblet, Face::Goblet, Face::Mirror];
    let scene = scene(&[&full, &[Face::Gloves], &other], &[]).with(|options| options.gift_to_full_allowed = false);
    let mut t = scene.table();
    t.act_with(A, Action::Offer { to: B }, Face::BagKey);
    t.act_with(B, Action::Accept { text: Some(nightcoach_rules::Kind::SecretBag) }, Face::Gloves);
    let Choices::Give { receivers, .. } = t.choices(A) else { panic!("a gift is owed") };
    assert_eq!(receivers, t.table.state().all().without(A).without(C));
}

#[test]
fn sleepers_in_the_windows_pass_and_pay_nothing() {
    let held = [Occupation::Thug, Occupation::Doctor, Occupation::Priest];
    let hands: [&[Face]; 1] = [&[Face::Key, Face::Whip]];
    // The attacker sleeps when he should pay.
    let mut t = scene(&hands, &held).table();
    t.act(A, Action::Attack { target: B });
    t.window(&[(C, STOP)]);
    t.fall(&[A]);
    assert_eq!((t.hand(A).len(), t.active()), (2, B));
    // All who are asked for the Priest sleep: the attack goes on.
    let mut t = scene(&hands, &held).table();
    t.act(A, Action::Attack { target: B });
    let (asked, awake) = (t.owing(), SeatSet::only(B));
    let passes = awake.iter().map(|seat| (seat, Choice::plain(Action::Priest { stop: false })));
    t.table.play_with_fallen(&passes.collect(), asked.minus(awake)).expect("legal");
    assert!(matches!(t.table.state().phase, Phase::Abilities(_)), "nobody is left to support or to be hypnotised");
    assert_eq!(t.owing(), SeatSet::only(A).with(B));
    // The attacker sleeps in the hypnotist window.
    let mut t = scene(&hands, &held).table();
    t.attack(&[]);
    t.fall(&[A]);
    assert!(matches!(t.table.state().phase, Phase::Abilities(_)));
    // The Doctor sleeps.
    t.pass_until(|phase| matches!(phase, Phase::Doctor { .. }));
    t.fall(&[B]);
    let events = t.finish();
    assert!(events.contains(&Event::DoctorPassed));
}
