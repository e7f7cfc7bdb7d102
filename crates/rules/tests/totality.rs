//! `apply`, `judge` and `wake` answer every input, and what they accept keeps the public state sound.

use std::collections::BTreeMap;

use nightcoach_rules::{
    Action, Association, CardOp, Face, Kind, Occupation, Options, Phase, RoundInput, Seat, SeatSet, Side, Spoils,
    State, apply, judge, outcome, owed, set_up, wake,
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

fn action() -> impl Strategy<Value = Action> {
    let side = prop::option::of(select(vec![Side::Attacker, Side::Defender]));
    let named = (any::<u16>(), any::<u16>()).prop_map(|(some, mask)| SeatSet(some & mask));
    let key_items = prop_oneof![objects(), (1usize..4).prop_map(|many| vec![Face::Key; many])];
    prop_oneof![
        select(vec![
            Action::Pass,
            Action::Refuse,
            Action::ShowHand,
            Action::ShowAssociation,
            Action::ShowIdentity,
            Action::Spoils(Spoils::Identity),
            Action::Spoils(Spoils::Luggage),
        ]),
        seat().prop_map(|to| Action::Offer { to }),
        seat().prop_map(|target| Action::Attack { target }),
        seat().prop_map(|to| Action::Give { to }),
        text().prop_map(|text| Action::Accept { text }),
        text().prop_map(|text| Action::Text { text }),
        side.prop_map(|side| Action::Support { side }),
        objects().prop_map(|objects| Action::Abilities { objects }),
        (0u8..6).prop_map(|index| Action::Take { index }),
        any::<u8>().prop_map(|index| Action::TakeAndReturn { index }),
        any::<bool>().prop_map(|draw| Action::Vote { draw }),
        association().prop_map(|association| Action::OpenAssociation { association }),
        (named, association(), occupation(), key_items).prop_map(|(named, association, occupation, items)| {
            Action::DeclareTeam { named, association, occupation, items }
        }),
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
    let owing = owed(after).seats();
    assert_eq!(owing.is_empty(), outcome(after).is_some());
    assert!(owing.within(after.awake()));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 100, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_input_is_answered_and_what_is_accepted_keeps_the_state_sound(
        seats in 3u8..=10,
        max_laps in 0u16..4,
        wishes in prop::collection::vec(wish(), 1..60),
    ) {
        let options = Options { max_laps, ..Options::new(seats) };
        let mut state = set_up(&options, Seat(seats - 1)).expect("legal");
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
    let options = |seats| Options::new(seats);
    for seats in 0..=u8::MAX {
        assert_eq!(set_up(&options(seats), Seat(0)).is_ok(), (3..=10).contains(&seats));
    }
    assert!(set_up(&options(4), Seat(4)).is_err());
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
