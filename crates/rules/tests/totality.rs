//! `apply`, `judge` and `wake` answer every input, and what they accept keeps the public state sound.

use std::collections::BTreeMap;

use nightcoach_rules::{
    AbilityMode, Action, Association, CardOp, Face, Kind, Occupation, Options, OptionsError, Phase, Power, RoundInput,
    Seat, SeatSet, Side, Spoils, StartPlayer, State, apply, judge, outcome, owed, set_up, wake,
};
use proptest::prelude::*;
use proptest::sample::select;

fn seat() -> impl Strategy<Value = Seat> {
    (0u8..12).prop_map(Seat)
}

fn text() -> impl Strategy<Value = Option<Kind>> {
    prop::option::of(select(Kind::ALL.to_vec()))
}

fn objects() -> impl Strategy<Value = Vec<Face>> {
    prop::collection::vec(select(Face::ALL.to_vec()), 0..5)
}

fn association() -> impl Strategy<Value = Association> {
    select(Association::ALL.to_vec())
}

fn occupation() -> impl Strategy<Value = Occupation> {
    select(Occupation::ALL.to_vec())
}

fn power() -> impl Strategy<Value = Option<Power>> {
    prop::option::of(select(Power::ALL.to_vec()))
}

/// Any legal option block but for the lap limit.
fn options() -> impl Strategy<Value = Options> {
    let modes = vec![AbilityMode::SealedRounds, AbilityMode::OneShot, AbilityMode::SeatOrder];
    (3u8..=10, 0u16..4, any::<[bool; 13]>(), select(modes)).prop_map(|(seats, max_laps, switches, ability_mode)| {
        let [draw_vote, full_reveal, secret, each, bonus, blocks, tie, gifts, strict, counts, pearl, drinks, prophecy] =
            switches;
        Options {
            seats,
            start_player: StartPlayer::Random,
            draw_vote,
            max_laps,
            full_reveal,
            secret_support: secret && !each,
            hypnotist_after_each: each,
            ability_mode,
            duelist_bonus: bonus,
            duel_blocks_poison: blocks,
            doctor_on_tie: tie,
            gift_to_full_allowed: gifts,
            strict_naming: strict,
            claim_counts: counts,
            pearl_blocks_solo: pearl,
            drink_stacking: drinks,
            prophecy,
        }
    })
}

fn action() -> impl Strategy<Value = Action> {
    let side = prop::option::of(select(vec![Side::Attacker, Side::Defender]));
    let named = (any::<u16>(), any::<u16>()).prop_map(|(some, mask)| SeatSet(some & mask));
    let key_items = prop_oneof![objects(), (1usize..4).prop_map(|many| vec![Face::Key; many])];
    let counts = prop_oneof![Just(vec![]), prop::collection::vec(0u8..4, 0..4)];
    prop_oneof![
        select(vec![
            Action::Pass,
            Action::Refuse,
            Action::ShowHand,
            Action::ShowAssociation,
            Action::ShowIdentity,
            Action::Spoils(Spoils::Identity),
            Action::Spoils(Spoils::Luggage),
            Action::Pay,
        ]),
        any::<bool>().prop_map(|stop| Action::Priest { stop }),
        any::<bool>().prop_map(|cancel| Action::Doctor { cancel }),
        prop::option::of(seat()).prop_map(|target| Action::Hypnotise { target }),
        key_items.clone().prop_map(|items| Action::DeclareSolo { items }),
        (named.clone(), association()).prop_map(|(named, association)| Action::Prophesy { named, association }),
        seat().prop_map(|to| Action::Offer { to }),
        seat().prop_map(|target| Action::Attack { target }),
        seat().prop_map(|to| Action::Give { to }),
        text().prop_map(|text| Action::Accept { text }),
        text().prop_map(|text| Action::Text { text }),
        side.prop_map(|side| Action::Support { side }),
        (objects(), power()).prop_map(|(objects, power)| Action::Abilities { objects, power }),
        power().prop_map(|power| Action::Abilities { objects: vec![], power }),
        (0u8..6).prop_map(|index| Action::Take { index }),
        any::<u8>().prop_map(|index| Action::TakeAndReturn { index }),
        any::<bool>().prop_map(|draw| Action::Vote { draw }),
        (association(), key_items.clone())
            .prop_map(|(association, items)| Action::OpenAssociation { association, items }),
        association().prop_map(|association| Action::OpenAssociation { association, items: vec![] }),
        (named, association(), occupation(), key_items, counts).prop_map(
            |(named, association, occupation, items, counts)| Action::DeclareTeam {
                named,
                association,
                occupation,
                items,
                counts
            }
        ),
        (association(), occupation(), objects()).prop_map(|(association, occupation, items)| Action::OpenNamed {
            association,
            occupation,
            items
        }),
    ]
}

/// What a round shall be.
#[derive(Clone, Debug)]
struct Wish {
    actions: Vec<Action>,
    strangers: bool,
    fallen: u16,
    wakes: Option<Seat>,
}

fn wish() -> impl Strategy<Value = Wish> {
    let fallen = prop_oneof![12 => Just(0u16), 1 => any::<u16>(), 2 => (0u8..10).prop_map(|seat| 1 << seat)];
    let strangers = prop::bool::weighted(0.1);
    (prop::collection::vec(action(), 16), strangers, fallen, prop::option::of(seat()))
        .prop_map(|(actions, strangers, fallen, wakes)| Wish { actions, strangers, fallen, wakes })
}

/// Every owing seat, or any seat at all, takes the first of the wished actions that is legal for it.
fn input(state: &State, wish: &Wish) -> RoundInput {
    let fallen = SeatSet(wish.fallen);
    let seats = if wish.strangers { SeatSet::first(12) } else { owed(state).seats().minus(fallen) };
    let mut entries = BTreeMap::new();
    for seat in seats.iter() {
        let legal = wish.actions.iter().find(|action| judge(state, seat, action).is_ok());
        if let Some(action) = legal.or_else(|| wish.actions.first()) {
            entries.insert(seat, action.clone());
        }
    }
    RoundInput { entries, fallen }
}

fn check(before: &State, after: &State) {
    let cards =
        |state: &State| state.seats.iter().map(|seat| u32::from(seat.hand)).sum::<u32>() + u32::from(state.pile);
    assert_eq!(cards(before), cards(after), "nothing leaves play");
    assert!(after.pile <= before.pile, "the pile never grows");
    assert!(after.seats.iter().all(|seat| seat.hand >= 1), "nobody is without an object");
    let giver = if let Phase::Gift(gift) = &after.phase { Some(gift.giver) } else { None };
    for (seat, public) in after.all().iter().zip(&after.seats) {
        let excess = u8::from(giver == Some(seat) || public.over_limit);
        assert_eq!(public.hand.saturating_sub(after.hand_limit()), excess);
    }
    let fighting = matches!(after.phase, Phase::Abilities(_) | Phase::Doctor { .. });
    assert!(fighting || after.seats.iter().all(|seat| seat.played.is_empty()), "played objects are back after a fight");
    let owing = owed(after).seats();
    assert_eq!(owing.is_empty(), outcome(after).is_some());
    assert!(owing.within(after.awake()));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 100, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_input_is_answered_and_what_is_accepted_keeps_the_state_sound(
        options in options(),
        wishes in prop::collection::vec(wish(), 1..60),
    ) {
        let mut state = set_up(&options, Seat(options.seats - 1)).expect("legal");
        for wish in wishes {
            if let Some(Ok(step)) = wish.wakes.map(|seat| wake(&state, seat)) {
                check(&state, &step.state);
                state = step.state;
            }
            let input = input(&state, &wish);
            let Ok(step) = apply(&state, &input) else { continue };
            check(&state, &step.state);
            for (seat, ops) in &step.carried {
                let judged = judge(&state, *seat, &input.entries[seat]);
                prop_assert_eq!(judged.as_ref(), Ok(ops), "carried is what judge said");
            }
            let draws = step.group.iter().filter(|op| matches!(op, CardOp::Draw { .. })).count();
            prop_assert_eq!(draws, usize::from(state.pile - step.state.pile));
            state = step.state;
        }
    }
}

#[test]
fn a_table_has_three_to_ten_seats() {
    let options = Options::new;
    for seats in 0..=u8::MAX {
        assert_eq!(set_up(&options(seats), Seat(0)).is_ok(), (3..=10).contains(&seats));
    }
    assert!(set_up(&options(4), Seat(4)).is_err());
}

#[test]
fn options_that_contradict_each_other_are_refused_with_the_reason() {
    let both = Options { secret_support: true, hypnotist_after_each: true, ..Options::new(5) };
    assert_eq!(both.check(), Err(OptionsError::SecretSupportHypnotist));
    assert_eq!(set_up(&both, Seat(0)), Err(OptionsError::SecretSupportHypnotist));
    let host = Options { start_player: StartPlayer::Host, ..Options::new(5) };
    assert_eq!(set_up(&host, Seat(1)), Err(OptionsError::Start(Seat(1))));
    assert!(set_up(&host, Seat(0)).is_ok());
}

#[test]
fn a_finished_game_takes_nothing_more() {
    let options = Options { draw_vote: false, max_laps: 1, ..Options::new(3) };
    let mut state = set_up(&options, Seat(0)).expect("legal");
    for seat in 0..3 {
        let entries = BTreeMap::from([(Seat(seat), Action::Pass)]);
        state = apply(&state, &RoundInput { entries, fallen: SeatSet::EMPTY }).expect("a pass").state;
    }
    assert!(outcome(&state).is_some());
    assert!(apply(&state, &RoundInput::default()).is_err());
    assert!(judge(&state, Seat(0), &Action::Pass).is_err());
    assert!(wake(&state, Seat(0)).is_err());
}

#[test]
fn an_empty_round_is_refused() {
    let options = Options { draw_vote: false, ..Options::new(3) };
    let state = set_up(&options, Seat(0)).expect("legal");
    assert!(apply(&state, &RoundInput::default()).is_err());
}
