//! The table of walk.md a.5 for Clairvoyant, Diplomat, Sextant, Coat, Tome and three associations.
#![expect(clippy::expect_used, clippy::indexing_slicing, clippy::panic, reason = "a test fails by panicking")]
#![expect(dead_code, unreachable_pub, reason = "each test file uses another part of the support")]

mod support;

use std::collections::BTreeMap;

use nightcoach_rules::{
    Action, Choice, Choices, Event, Face, Kind, Neighbour, Occupation, Owed, Phase, Seat, SeatSet, Sight,
};
use support::{A, B, C, D, Played, Scene};

const PILE: [Face; 4] = [Face::Ring, Face::Whip, Face::Goblet, Face::Key];
const SHUFFLED: [Face; 4] = [Face::Key, Face::Goblet, Face::Whip, Face::Ring];

const fn asleep(seat: Seat) -> Event {
    Event::FellAsleep { seat }
}

const fn over(seat: Seat) -> Event {
    Event::PassedOver { seat }
}

const fn turn(turn: u32, seat: Seat) -> Event {
    Event::TurnBegan { turn, seat }
}

/// One seat enters an action while another falls asleep.
fn act_while(t: &mut Played, seat: Seat, action: Action, sleeper: Seat) -> Vec<Event> {
    let entries = BTreeMap::from([(seat, Choice::plain(action))]);
    t.table.play_with_fallen(&entries, SeatSet::only(sleeper)).expect("legal")
}

fn foreseen(pile: &[Face]) -> Played {
    let scene = Scene::new(4, &[&[Face::Dagger]]).occupations(&[Occupation::Clairvoyant]).pile(&PILE);
    let mut t = scene.then_pile(pile).table();
    t.act(A, Action::Foresee);
    t
}

/// a.5 Clairvoyant, after the look.
#[test]
fn a_clairvoyant_who_sleeps_after_the_look_orders_nothing_and_all_others_shuffle() {
    let mut t = foreseen(&SHUFFLED);
    assert_eq!(t.fall(&[A]), [asleep(A), over(A), turn(2, B)]);
    assert_eq!(t.table.pile(), SHUFFLED, "the whole pile was shuffled");
    assert!(t.view(A).pile.is_empty());
    assert!(matches!(t.sights(A)[..], [Sight::Pile { .. }]), "what was seen was seen");
    // Somebody else who sleeps then is no matter.
    let mut t = foreseen(&[Face::Key, Face::Whip, Face::Ring, Face::Goblet]);
    let choice = Choice {
        action: Action::Reorder,
        selection: nightcoach_rules::Selection::Objects(vec![Face::Key, Face::Whip]),
    };
    let events = t.table.play_with_fallen(&BTreeMap::from([(A, choice)]), SeatSet::only(C)).expect("legal");
    assert_eq!(events, [asleep(C), Event::PileOrdered { seat: A }]);
    assert_eq!((t.table.pile()[0], t.active()), (Face::Key, A));
}

#[test]
fn who_sleeps_at_the_end_of_the_turn_uses_no_clairvoyant() {
    let scene = Scene::new(4, &[&[Face::Dagger]]).with(|options| options.clairvoyant_anytime = true);
    let mut t = scene.table();
    t.act(A, Action::Pass);
    assert_eq!(t.fall(&[A]), [asleep(A), over(A), turn(2, B)]);
    // An active seat that sleeps already is not asked.
    t.fall(&[B]);
    assert_eq!(t.active(), C);
}

/// A has laid down the Gloves and demands a Key of B, who holds one.
fn demanded() -> Played {
    let hands: [&[Face]; 2] = [&[Face::Gloves, Face::Dagger], &[Face::Key, Face::Whip]];
    let mut t = Scene::new(4, &hands).occupations(&[Occupation::Diplomat]).table();
    t.act_with(A, Action::Demand { target: B, kind: Kind::Key }, Face::Gloves);
    t
}

/// Nothing has moved, nothing is laid down, and the Diplomat is spent.
fn released(t: &Played) {
    assert_eq!((t.hand(A), t.hand(B)), (vec![Face::Dagger, Face::Gloves], vec![Face::Key, Face::Whip]));
    assert_eq!((t.view(A).pledged, t.table.trade()), (None, None));
    assert_eq!(t.table.state().seats[0].occupation, Some(Occupation::Diplomat));
    assert!(t.active() != A);
}

/// a.5 Diplomat, no answer; the same if the Diplomat himself sleeps before it.
#[test]
fn a_demand_is_released_if_its_target_or_the_diplomat_sleeps() {
    let end = Event::DemandReleased { diplomat: A };
    let mut t = demanded();
    assert_eq!(t.fall(&[B]), [asleep(B), over(B), end.clone(), turn(2, C)]);
    released(&t);
    let mut t = demanded();
    assert_eq!(t.fall(&[A]), [asleep(A), end, turn(2, B)]);
    released(&t);
    // The target sleeps in the very round of the demand.
    let hands: [&[Face]; 2] = [&[Face::Gloves, Face::Dagger], &[Face::Key, Face::Whip]];
    let mut t = Scene::new(4, &hands).occupations(&[Occupation::Diplomat]).table();
    t.all_but(&Action::Demand { target: B, kind: Kind::Key }, &[(A, Face::Gloves)], &[B]);
    released(&t);
}

/// a.5: if A sleeps before R is in, Y stays; if B sleeps nothing needs him.
#[test]
fn a_diplomat_who_sleeps_before_he_hands_over_gets_nothing() {
    let mut t = demanded();
    t.act_with(B, Action::Surrender, Face::Key);
    let end = [Event::DemandReleased { diplomat: A }, turn(2, B)];
    assert_eq!(t.fall(&[A])[2..], end);
    released(&t);
    // He sleeps in the very round of the answer.
    let mut t = demanded();
    t.all_but(&Action::Surrender, &[(B, Face::Key)], &[A]);
    released(&t);
    let mut t = demanded();
    t.act_with(B, Action::Surrender, Face::Key);
    assert_eq!(t.fall(&[B]), [asleep(B)]);
    let events = t.act(A, Action::HandOver);
    assert_eq!(events[..2], [Event::Traded { from: A, to: B }, over(B)], "what B would say is passed over");
    t.forced();
    assert_eq!((t.hand(A), t.hand(B)), (vec![Face::Key, Face::Dagger], vec![Face::Gloves, Face::Whip]));
}

#[test]
fn a_miss_before_a_sleeping_diplomat_ends_the_turn() {
    let hands: [&[Face]; 2] = [&[Face::Gloves, Face::Dagger], &[Face::Key, Face::Whip]];
    let mut t = Scene::new(4, &hands).occupations(&[Occupation::Diplomat]).table();
    t.act_with(A, Action::Demand { target: B, kind: Kind::Pearl }, Face::Gloves);
    let events = act_while(&mut t, B, Action::Lack, A);
    assert_eq!(events[1], Event::Lacked { target: B, diplomat: A, kind: Kind::Pearl });
    released(&t);
}

/// Four seats; A has announced what it gave to B for the Whip.
fn announced(face: Face, change: impl FnOnce(&mut nightcoach_rules::Options)) -> Played {
    let hands: [&[Face]; 4] = [&[face, Face::Key], &[Face::Whip, Face::Gloves], &[Face::Goblet], &[Face::Ring]];
    let mut t = Scene::new(4, &hands).with(change).table();
    t.trade(face, Face::Whip);
    t
}

/// a.5 trade, text owed by a sleeper: direction, consent and the text entry itself with `smuggling`.
#[test]
fn a_sleeping_giver_directs_nothing_consents_to_nothing_and_says_nothing() {
    let skipped = [asleep(A), over(A), over(A), turn(2, B)];
    let mut t = announced(Face::Sextant, |_| {});
    assert_eq!(t.fall(&[A]), skipped, "and A, who owed the second text too, is passed over in that");
    let mut t = announced(Face::Tome, |options| options.tome_coat_optional = true);
    assert_eq!(t.fall(&[A]), skipped);
    let mut t = announced(Face::Monocle, |options| options.smuggling = true);
    assert_eq!(t.fall(&[A]), [asleep(A), over(A)]);
    assert_eq!(t.owing(), SeatSet::only(B), "the second text is B's to tell");
}

fn directed() -> Played {
    let mut t = announced(Face::Sextant, |_| {});
    t.act(A, Action::Direct { side: Neighbour::Left });
    t
}

const PASSED: [(Seat, Face); 4] = [(A, Face::Key), (B, Face::Gloves), (C, Face::Goblet), (D, Face::Ring)];

/// a.5 Sextant before all transfers are in: the ring closes without the sleeper, and all pledge again.
#[test]
fn a_sleeper_in_the_ring_makes_all_others_pledge_again() {
    // While all pledge.
    let mut t = directed();
    let events = t.all_but(&Action::Pledge, &PASSED[..3], &[D]);
    assert_eq!(events, [asleep(D), over(D), Event::PledgesReleased]);
    assert_eq!((t.owing(), t.view(A).pledged), (SeatSet::first(3), None));
    assert_eq!(t.choices(C), Choices::Pledge { to: A, cards: vec![Face::Goblet] }, "the ring is closed without D");
    let again = [(A, Face::Whip), (B, Face::Gloves), (C, Face::Goblet)];
    t.all_with(&Action::Pledge, &again);
    t.forced();
    assert_eq!([A, B, C, D].map(|seat| t.hand(seat).len()), [2, 2, 1, 1]);
    assert!(t.hand(B).contains(&Face::Whip), "what was chosen again was passed");
    // While all pass on; with entries of the others, and without.
    for entries in [true, false] {
        let mut t = directed();
        t.all_with(&Action::Pledge, &PASSED);
        let events = if entries {
            let entry = |seat| (seat, Choice::plain(Action::PassOn));
            t.table.play_with_fallen(&[A, B, C].map(entry).into(), SeatSet::only(D)).expect("legal")
        } else {
            t.fall(&[D])
        };
        assert_eq!(events.last(), Some(&Event::PledgesReleased));
        assert_eq!((t.hand(A), t.view(A).pledged), (vec![Face::Key, Face::Whip], None), "nothing has moved");
        t.all_with(&Action::Pledge, &again);
        t.forced();
        assert!(t.hand(A).contains(&Face::Goblet));
    }
    // Who sleeps before anybody has pledged is left out, and there is nothing to take back.
    let mut t = directed();
    assert_eq!(t.fall(&[D]), [asleep(D), over(D)]);
    assert_eq!(t.table.owed(), Owed::Each(SeatSet::first(3)));
}

/// a.5 Tome before both transfers are in: no swap.
#[test]
fn a_tome_needs_both() {
    for sleeper in [A, B] {
        let other = if sleeper == A { B } else { A };
        for entered in [true, false] {
            let mut t = announced(Face::Tome, |_| {});
            let before = (t.view(A).occupation, t.view(B).occupation);
            let events =
                if entered { act_while(&mut t, other, Action::SwapOccupation, sleeper) } else { t.fall(&[sleeper]) };
            assert!(!events.iter().any(|event| matches!(event, Event::OccupationsSwapped { .. })));
            t.forced();
            assert_eq!((t.view(A).occupation, t.view(B).occupation), before);
            assert!(t.active() != A, "the trade is over");
        }
    }
    // The receiver sleeps when it is announced.
    let hands: [&[Face]; 2] = [&[Face::Whip, Face::Gloves], &[Face::Tome]];
    let mut t = Scene::new(4, &hands).table();
    t.trade(Face::Whip, Face::Tome);
    let Choices::Forced(text) = t.choices(A) else { return };
    let entries = BTreeMap::from([(A, text)]);
    let events = t.table.play_with_fallen(&entries, SeatSet::only(B)).expect("legal");
    assert_eq!(events[2..], [over(B), turn(2, C)]);
}

/// a.5 Coat, before the choice: nothing changes.
#[test]
fn a_coat_whose_giver_sleeps_changes_nothing() {
    let mut t = announced(Face::Coat, |_| {});
    let before = t.table.occupations().to_vec();
    t.fall(&[A]);
    assert_eq!((t.table.occupations(), t.active()), (&before[..], B));
    assert!(t.view(A).spares.is_empty());
    // He sleeps in the very round in which it is announced: no look.
    let hands: [&[Face]; 2] = [&[Face::Coat, Face::Key], &[Face::Whip]];
    let mut t = Scene::new(4, &hands).table();
    t.act_with(A, Action::Offer { to: B }, Face::Coat);
    let events = t.all_but(&Action::Accept { text: Some(Kind::Coat) }, &[(B, Face::Whip)], &[A]);
    assert!(!events.contains(&Event::SparesShown { to: A }));
    assert_eq!(t.active(), B);
}

/// a.5 with `three_player_mixed`: a look needs both, in each of its rounds.
#[test]
fn a_look_at_one_of_three_associations_needs_both() {
    let hands: [&[Face]; 2] = [&[Face::Monocle, Face::Key], &[Face::Whip, Face::Ring]];
    for sleeper in [A, B] {
        for rounds in 0..3 {
            let mut t = Scene::mixed(&hands).table();
            t.trade(Face::Monocle, Face::Whip);
            let entries = [(B, Action::ShuffleAssociations), (A, Action::PickAssociation { place: 1 })];
            for (seat, action) in entries.into_iter().take(rounds) {
                t.act(seat, action);
            }
            t.fall(&[sleeper]);
            let phase = t.table.state().phase.clone();
            assert!(matches!(phase, Phase::Text { .. } | Phase::Turn), "{phase:?} after {rounds} rounds");
            t.forced();
            assert!(!t.sights(A).iter().any(|sight| matches!(sight, Sight::Association { .. })));
        }
    }
    // After a fight it ends the turn; who sleeps in the round of an entry is seen by nobody.
    let mut t = Scene::mixed(&hands).table();
    t.fight(&[(C, nightcoach_rules::Side::Attacker)], &[]);
    t.act(A, Action::Spoils(nightcoach_rules::Spoils::Identity));
    let events = act_while(&mut t, B, Action::ShowIdentity, A);
    assert_eq!(events, [asleep(A), over(A), turn(2, B)]);
}
