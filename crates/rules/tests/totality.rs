//! `apply`, `judge` and `wake` answer every input, and what they accept keeps the public state sound.

use std::collections::BTreeMap;

use nightcoach_rules::{
    AbilityMode, Action, Association, CardOp, Face, Kind, Membership, Neighbour, Occupation, Options, OptionsError,
    Outcome, Phase, Power, RoundInput, Seat, SeatSet, Side, Spoils, StartPlayer, State, apply, end_as_draw, judge,
    outcome, owed, set_up, wake,
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

fn membership() -> impl Strategy<Value = Membership> {
    (association(), prop::option::of(any::<bool>())).prop_map(|(side, three)| match three {
        None => Membership::One(side),
        Some(unanimous) => Membership::Three { side, unanimous },
    })
}

/// Switches without a partner that they exclude, in the order of the option block.
const SWITCHES: [fn(&mut Options, bool); 20] = [
    |options, on| options.draw_vote = on,
    |options, on| options.full_reveal = on,
    |options, on| options.duelist_bonus = on,
    |options, on| options.duel_blocks_poison = on,
    |options, on| options.doctor_on_tie = on,
    |options, on| options.gift_to_full_allowed = on,
    |options, on| options.strict_naming = on,
    |options, on| options.claim_counts = on,
    |options, on| options.pearl_blocks_solo = on,
    |options, on| options.drink_stacking = on,
    |options, on| options.prophecy = on,
    |options, on| options.sealed_start = on,
    |options, on| options.sextant_last = on,
    |options, on| options.coat_may_keep_own = on,
    |options, on| options.diplomat_free = on,
    |options, on| options.diplomat_demanded_first = on,
    |options, on| options.clairvoyant_anytime = on,
    |options, on| options.scoring = on,
    |options, on| options.chat = on,
    |options, on| options.three_player_mixed = on && options.seats == 3,
];

/// Any legal option block.
fn options() -> impl Strategy<Value = Options> {
    let modes = vec![AbilityMode::SealedRounds, AbilityMode::OneShot, AbilityMode::SeatOrder];
    let few = (3u8..=10, 0u16..4, select(modes));
    (few, any::<[bool; 20]>(), 0u8..3, 0u8..3).prop_map(
        |((seats, max_laps, ability_mode), switches, support, texts)| {
            let mut options = Options { max_laps, ability_mode, ..Options::new(seats) };
            for (set, on) in SWITCHES.iter().zip(switches) {
                set(&mut options, on);
            }
            options.secret_support = support == 1;
            options.hypnotist_after_each = support == 2;
            options.smuggling = texts == 1;
            options.tome_coat_optional = texts == 2;
            options
        },
    )
}

fn action() -> impl Strategy<Value = Action> {
    let side = prop::option::of(select(vec![Side::Attacker, Side::Defender]));
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
        declaring(),
        special(),
    ]
}

/// Declarations and what is opened for them.
fn declaring() -> impl Strategy<Value = Action> {
    let named = (any::<u16>(), any::<u16>()).prop_map(|(some, mask)| SeatSet(some & mask));
    let key_items = prop_oneof![objects(), (1usize..4).prop_map(|many| vec![Face::Key; many])];
    let counts = prop_oneof![Just(vec![]), prop::collection::vec(0u8..4, 0..4)];
    prop_oneof![
        key_items.clone().prop_map(|items| Action::DeclareSolo { items }),
        (named.clone(), membership()).prop_map(|(named, membership)| Action::Prophesy { named, membership }),
        (membership(), key_items.clone()).prop_map(|(membership, items)| Action::OpenAssociation { membership, items }),
        membership().prop_map(|membership| Action::OpenAssociation { membership, items: vec![] }),
        (named, membership(), occupation(), key_items, counts).prop_map(
            |(named, membership, occupation, items, counts)| Action::DeclareTeam {
                named,
                membership,
                occupation,
                items,
                counts
            }
        ),
        (membership(), occupation(), objects()).prop_map(|(membership, occupation, items)| Action::OpenNamed {
            membership,
            occupation,
            items
        }),
    ]
}

/// Diplomat, Clairvoyant, Sextant, Coat, Tome, and one of three associations.
fn special() -> impl Strategy<Value = Action> {
    prop_oneof![
        select(vec![
            Action::Foresee,
            Action::Reorder,
            Action::Surrender,
            Action::Lack,
            Action::HandOver,
            Action::Pledge,
            Action::PassOn,
            Action::SwapOccupation,
            Action::Exchange,
            Action::ShuffleAssociations,
        ]),
        (seat(), select(Kind::ALL.to_vec())).prop_map(|(target, kind)| Action::Demand { target, kind }),
        any::<bool>().prop_map(|using| Action::UseText { using }),
        select(vec![Neighbour::Left, Neighbour::Right]).prop_map(|side| Action::Direct { side }),
        (0u8..4).prop_map(|place| Action::PickAssociation { place }),
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
    (prop::collection::vec(action(), 24), strangers, fallen, prop::option::of(seat()))
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
    assert_eq!(after.spares, before.spares, "a spare is exchanged, never taken");
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
                prop_assert_eq!(judged.as_ref(), Ok(ops), "carried is what judge said, every time");
            }
            let draws = step.group.iter().filter(|op| matches!(op, CardOp::Draw { .. })).count();
            prop_assert_eq!(draws, usize::from(state.pile - step.state.pile));
            state = step.state;
        }
    }
}

/// E1.
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
    let mixed = Options { three_player_mixed: true, ..Options::new(4) };
    assert_eq!(mixed.check(), Err(OptionsError::MixedSeats));
    let silent = Options { smuggling: true, tome_coat_optional: true, ..Options::new(5) };
    assert_eq!(silent.check(), Err(OptionsError::SmugglingTomeCoat));
    let sheet = |scoring, scores| Options { scoring, scores, ..Options::new(3) }.check();
    assert_eq!(sheet(false, vec![1, 2, 3]), Err(OptionsError::Scores));
    assert_eq!(sheet(true, vec![1, 2]), Err(OptionsError::Scores));
    assert_eq!((sheet(true, vec![1, 2, 3]), sheet(true, vec![])), (Ok(()), Ok(())));
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

/// Walk decision 11: how many seats a table may be able to lose.
#[test]
fn a_table_may_lose_a_third_of_the_others_and_one_of_three_or_four() {
    let most = [(3, 1), (4, 1), (5, 1), (6, 1), (7, 2), (9, 2), (10, 3)];
    for (seats, most) in most {
        let check = |losses| Options { losses, ..Options::new(seats) }.check();
        assert_eq!((check(most), check(most + 1)), (Ok(()), Err(OptionsError::Losses)), "{seats} seats");
        assert!(Options::usual_losses(seats) <= most);
    }
    assert_eq!([3, 4, 5, 10].map(Options::usual_losses), [0, 0, 1, 1]);
}

/// Walk decision 3: all who are there agree to end it.
#[test]
fn a_game_can_be_ended_as_a_draw_once() {
    let state = set_up(&Options::new(4), Seat(0)).expect("legal");
    let step = end_as_draw(&state);
    assert_eq!(outcome(&step.state), Some(&Outcome::Drawn));
    let again = end_as_draw(&step.state);
    assert_eq!((again.state, again.events), (step.state, vec![]));
}

#[test]
fn an_empty_round_is_refused() {
    let options = Options { draw_vote: false, ..Options::new(3) };
    let state = set_up(&options, Seat(0)).expect("legal");
    assert!(apply(&state, &RoundInput::default()).is_err());
}
