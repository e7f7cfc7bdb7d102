//! Laws over random play with sleepers and wakers, at every seat count.
#![expect(clippy::expect_used, clippy::indexing_slicing, reason = "a test fails by panicking")]

use std::collections::{BTreeMap, BTreeSet};

use dice::Dice;
use nightcoach_plain::{PlainTable, Seeded};
use nightcoach_rules::components::{BAGS, associations, associations_each, objects};
use nightcoach_rules::{
    AbilityMode, Action, Association, Choice, Choices, Face, Kind, Membership, Neighbour, Occupation, Options, Phase,
    Power, Seat, SeatSet, Selection, Side, Spoils, StartPlayer, choices, judge, may_wake,
};

/// Dice for the tests.
mod dice {
    use rand_chacha::ChaCha8Rng;
    use rand_core::{Rng as _, SeedableRng as _};

    /// Dice from a seed.
    pub(crate) struct Dice(ChaCha8Rng);

    impl Dice {
        pub(crate) fn new(seed: u64) -> Self {
            Self(ChaCha8Rng::seed_from_u64(seed))
        }

        pub(crate) fn below(&mut self, bound: usize) -> usize {
            usize::try_from(self.0.next_u64() % u64::try_from(bound.max(1)).unwrap_or(1)).unwrap_or(0)
        }

        pub(crate) fn percent(&mut self, percent: usize) -> bool {
            self.below(100) < percent
        }

        pub(crate) fn pick<'a, T>(&mut self, of: &'a [T]) -> Option<&'a T> {
            of.get(self.below(of.len()))
        }
    }
}

/// The lap limit keeps the memories short: random players would play on for hundreds of laps.
/// Seed 0 plays the defaults, every other one a block of its own.
fn options(seats: u8, seed: u64) -> Options {
    let defaults = Options { max_laps: 30, ..Options::new(seats) };
    if seed == 0 {
        return defaults;
    }
    let mut dice = Dice::new(seed);
    let mut flip = || dice.percent(50);
    let (secret_support, hypnotist_after_each) = (flip(), flip());
    let (smuggling, tome_coat_optional) = (flip(), flip());
    Options {
        start_player: if flip() { StartPlayer::Random } else { StartPlayer::Host },
        secret_support,
        hypnotist_after_each: hypnotist_after_each && !secret_support,
        ability_mode: match (flip(), flip()) {
            (true, _) => AbilityMode::SealedRounds,
            (false, true) => AbilityMode::OneShot,
            (false, false) => AbilityMode::SeatOrder,
        },
        duelist_bonus: flip(),
        duel_blocks_poison: flip(),
        doctor_on_tie: flip(),
        gift_to_full_allowed: flip(),
        strict_naming: flip(),
        claim_counts: flip(),
        pearl_blocks_solo: flip(),
        drink_stacking: flip(),
        prophecy: flip(),
        smuggling,
        tome_coat_optional: tome_coat_optional && !smuggling,
        three_player_mixed: flip() && seats == 3,
        sealed_start: flip(),
        sextant_last: flip(),
        coat_may_keep_own: flip(),
        diplomat_free: flip(),
        diplomat_demanded_first: flip(),
        clairvoyant_anytime: flip(),
        scoring: flip(),
        chat: flip(),
        full_reveal: flip(),
        ..defaults
    }
}

fn table(seats: u8, seed: u64) -> PlainTable<Seeded> {
    PlainTable::new(&options(seats, seed), Seeded::new(seed)).expect("legal options")
}

fn open(table: &PlainTable<Seeded>, seat: Seat) -> Choices {
    choices(&table.view(seat).expect("a seat of the table"))
}

/// Any choice, declarations rarely.
fn any(open: &Choices, dice: &mut Dice) -> Choice {
    let all = if let Choices::Turn(turn) = open
        && !dice.percent(2)
    {
        turn.without_declarations()
    } else {
        open.all()
    };
    dice.pick(&all).expect("who owes has a choice").clone()
}

/// One round of random play; now and then somebody falls asleep or wakes.
fn random_round(table: &mut PlainTable<Seeded>, dice: &mut Dice) {
    let awake: Vec<Seat> = table.state().awake().iter().collect();
    let sleeper = table.state().all().iter().find(|seat| may_wake(table.state(), *seat));
    if let Some(seat) = sleeper.filter(|_| dice.percent(20)) {
        table.wake(seat).expect("may wake");
        return;
    }
    let mut fallen = SeatSet::EMPTY;
    if awake.len() > 2 && dice.percent(4) {
        fallen = dice.pick(&awake).map_or(SeatSet::EMPTY, |seat| SeatSet::only(*seat));
    }
    let mut entries = BTreeMap::new();
    if fallen.is_empty() || dice.percent(50) {
        for seat in table.owed().seats().minus(fallen).iter() {
            let open = open(table, seat);
            assert!(!open.all().is_empty(), "{seat:?} owes and has a choice: {:?}", table.view(seat));
            entries.insert(seat, any(&open, dice));
        }
    }
    table.play_with_fallen(&entries, fallen).expect("choices are legal and true");
}

/// rules.md B, and what the public state must say of the hidden cards.
fn check_invariants(table: &PlainTable<Seeded>) {
    let state = table.state();
    let n = state.options.seats;
    let mut all: Vec<Face> = table.hands().iter().flatten().chain(table.pile()).copied().collect();
    let mut in_play: Vec<Face> = objects(n).into_iter().chain(BAGS).collect();
    all.sort_unstable();
    in_play.sort_unstable();
    assert_eq!(all, in_play, "nothing leaves play");
    assert_eq!(usize::from(state.pile), table.pile().len());
    let mut occupations = table.occupations().to_vec();
    occupations.sort_unstable();
    assert_eq!(occupations, Occupation::ALL, "no occupation is lost");
    assert_eq!(usize::from(n) + usize::from(state.spares), occupations.len());
    let mut cards = table.associations().to_vec();
    cards.sort_unstable();
    assert_eq!(cards, associations(&state.options), "no association is lost");
    let giver = if let Phase::Gift(gift) = &state.phase { Some(gift.giver) } else { None };
    for (seat, public) in state.all().iter().zip(&state.seats) {
        let hand = table.hands()[seat.index()].len();
        assert_eq!(usize::from(public.hand), hand, "counts are public");
        assert!(hand >= 1, "nobody is without an object");
        let excess = usize::from(giver == Some(seat) || public.over_limit);
        assert_eq!(hand.saturating_sub(usize::from(state.hand_limit())), excess, "the excess is one, and is known");
        assert!(!(public.over_limit && public.awake), "only sleepers wait with an excess");
        assert!(!(public.skip_turn && public.awake), "only sleepers wait for a skipped turn");
        let mut hand = table.hands()[seat.index()].clone();
        hand.sort_unstable();
        assert_eq!(table.knowledge(seat).map(|known| known.hand().to_vec()), Some(hand), "a seat knows its hand");
        check_view(table, seat);
    }
    for seat in state.all().iter() {
        let public = &state.seats[seat.index()];
        assert!(public.occupation.is_none_or(|face| face == table.occupations()[seat.index()]), "face-up is true");
        assert!(public.played.iter().all(|face| table.hands()[seat.index()].contains(face)), "played objects are held");
    }
    let owing = table.owed().seats();
    assert_eq!(owing.is_empty(), table.outcome().is_some(), "somebody owes, or it is over");
    assert!(owing.within(state.awake()), "sleepers owe nothing");
    if let Phase::Gift(gift) = &state.phase {
        assert!(!nightcoach_rules::receivers(state, gift).is_empty(), "a gift has a receiver");
    }
}

/// What a seat knows of its own cards is so, and the choices need no copy of what it knows.
fn check_view(table: &PlainTable<Seeded>, seat: Seat) {
    let view = table.view(seat).expect("a seat of the table");
    assert_eq!(view.occupation, table.occupations()[seat.index()], "a seat knows its occupation");
    let each = associations_each(&view.state.options);
    let cards = &table.associations()[seat.index() * each..][..each];
    assert_eq!(Some(view.membership), Membership::of(cards), "and its associations");
    assert!(view.pledged.is_none_or(|face| view.hand.contains(&face)), "what is laid down is still held");
    if !view.pile.is_empty() {
        let mut pile = table.pile().to_vec();
        pile.sort_unstable();
        assert_eq!(view.pile, pile);
    }
    if !view.spares.is_empty() {
        let mut spares = table.occupations()[view.state.seats.len()..].to_vec();
        spares.sort_unstable();
        assert_eq!(view.spares, spares);
    }
    let known = table.knowledge(seat).expect("a seat of the table");
    assert_eq!(known.choices(table.state()), choices(&view));
}

#[test]
fn invariants_hold_at_every_step_and_games_end() {
    for seats in 3..=10 {
        for seed in 0..20 {
            let mut table = table(seats, seed);
            let mut dice = Dice::new(seed + 1000);
            let mut rounds = 0;
            check_invariants(&table);
            while table.outcome().is_none() {
                random_round(&mut table, &mut dice);
                check_invariants(&table);
                rounds += 1;
                assert!(rounds < 50_000, "games end");
            }
        }
    }
}

/// Every action without a number or a card in it.
fn bare_actions() -> Vec<Action> {
    vec![
        Action::Pass,
        Action::Refuse,
        Action::ShowHand,
        Action::ShowAssociation,
        Action::ShowIdentity,
        Action::Support { side: None },
        Action::Support { side: Some(Side::Attacker) },
        Action::Support { side: Some(Side::Defender) },
        Action::Spoils(Spoils::Identity),
        Action::Spoils(Spoils::Luggage),
        Action::Vote { draw: false },
        Action::Vote { draw: true },
        Action::Priest { stop: false },
        Action::Priest { stop: true },
        Action::Pay,
        Action::Hypnotise { target: None },
        Action::Doctor { cancel: false },
        Action::Doctor { cancel: true },
        Action::Foresee,
        Action::Reorder,
        Action::Surrender,
        Action::Lack,
        Action::HandOver,
        Action::UseText { using: false },
        Action::UseText { using: true },
        Action::Direct { side: Neighbour::Left },
        Action::Direct { side: Neighbour::Right },
        Action::Pledge,
        Action::PassOn,
        Action::SwapOccupation,
        Action::Exchange,
        Action::ShuffleAssociations,
    ]
}

/// Every action that the wire could carry, but for the companions named, who are a sample.
fn universe(n: u8, named: &[SeatSet]) -> Vec<Action> {
    let seats = || (0..=n).map(Seat);
    let texts = || core::iter::once(None).chain(Kind::ALL.map(Some));
    let mut all = bare_actions();
    all.extend((0..4).map(|place| Action::PickAssociation { place }));
    all.extend(seats().flat_map(|target| Kind::ALL.map(|kind| Action::Demand { target, kind })));
    all.extend(seats().map(|target| Action::Hypnotise { target: Some(target) }));
    all.extend(seats().map(|to| Action::Offer { to }));
    all.extend(seats().map(|target| Action::Attack { target }));
    all.extend(seats().map(|to| Action::Give { to }));
    all.extend(texts().map(|text| Action::Accept { text }));
    all.extend(texts().map(|text| Action::Text { text }));
    all.extend((0..10).map(|index| Action::Take { index }));
    all.extend((0..3).map(|index| Action::TakeAndReturn { index }));
    for size in 0..=3 {
        let powers = || core::iter::once(None).chain(Power::ALL.map(Some));
        let objects = multisets(if size < 3 { &Face::ALL } else { &Face::ALL[6..11] }, size);
        let plays = objects.iter().flat_map(|objects| powers().map(|power| (objects.clone(), power)));
        all.extend(plays.map(|(objects, power)| Action::Abilities { objects, power }));
    }
    all.extend(multisets(&Face::ALL[..5], 3).into_iter().map(|items| Action::DeclareSolo { items }));
    let items: Vec<Vec<Face>> = (0..=4).flat_map(|size| multisets(&Face::ALL[..4], size)).collect();
    for membership in memberships() {
        all.extend(items.iter().map(|items| Action::OpenAssociation { membership, items: items.clone() }));
        all.extend(named.iter().map(|named| Action::Prophesy { named: *named, membership }));
        for occupation in Occupation::ALL {
            for items in &items {
                let items = || items.clone();
                all.push(Action::OpenNamed { membership, occupation, items: items() });
                let claims = named.iter().flat_map(|named| COUNTS.map(|counts| (*named, counts.to_vec())));
                all.extend(claims.map(|(named, counts)| Action::DeclareTeam {
                    named,
                    membership,
                    occupation,
                    items: items(),
                    counts,
                }));
            }
        }
    }
    all
}

/// Everything that one or three association cards can be.
fn memberships() -> Vec<Membership> {
    let of = |side| {
        let three = |unanimous| Membership::Three { side, unanimous };
        [Membership::One(side), three(false), three(true)]
    };
    Association::ALL.into_iter().flat_map(of).collect()
}

/// Some of the numbers that companions can be said to hold.
const COUNTS: [&[u8]; 6] = [&[], &[1], &[2], &[1, 1], &[1, 0], &[3, 1]];

fn multisets(of: &[Face], size: usize) -> Vec<Vec<Face>> {
    if size == 0 {
        return vec![vec![]];
    }
    let mut all = Vec::new();
    for (place, face) in of.iter().enumerate() {
        for mut rest in multisets(&of[place..], size - 1) {
            rest.insert(0, *face);
            all.push(rest);
        }
    }
    all
}

/// Everything that an action of this name could single out.
fn selections(action: &Action) -> Vec<Selection> {
    let one = matches!(
        action,
        Action::Offer { .. }
            | Action::Accept { .. }
            | Action::Give { .. }
            | Action::TakeAndReturn { .. }
            | Action::Pay
            | Action::Demand { .. }
            | Action::Surrender
            | Action::Pledge
    );
    if one {
        Face::ALL.map(Selection::object).to_vec()
    } else if *action == Action::Reorder {
        let two = |first| Face::ALL.map(|second| Selection::Objects(vec![first, second]));
        Face::ALL.into_iter().flat_map(two).collect()
    } else if *action == Action::Exchange {
        Occupation::ALL.map(Selection::Occupation).to_vec()
    } else {
        vec![Selection::Nothing]
    }
}

/// Plays every action of the universe on copies of the table; what is accepted is what the view offers.
fn check_choices(table: &PlainTable<Seeded>, seat: Seat, universe: &[Action], named: &[SeatSet], dice: &mut Dice) {
    let view = table.view(seat).expect("a seat of the table");
    let offered = choices(&view);
    let mut others = BTreeMap::new();
    for other in table.owed().seats().without(seat).iter() {
        others.insert(other, any(&open(table, other), dice));
    }
    let mut accepted = Vec::new();
    for action in universe {
        if judge(table.state(), seat, action).is_err() {
            continue;
        }
        for selection in selections(action) {
            let choice = Choice { action: action.clone(), selection };
            let mut entries = others.clone();
            entries.insert(seat, choice.clone());
            let played = table.clone().play(&entries).is_ok();
            assert_eq!(played, offered.contains(&choice), "{choice:?} in {:?}", table.state().phase);
            if played {
                accepted.push(choice);
            }
        }
    }
    let sampled = |choice: &Choice| {
        if let Action::DeclareTeam { named: who, counts, .. } = &choice.action {
            named.contains(who) && COUNTS.contains(&counts.as_slice())
        } else if let Action::Prophesy { named: who, .. } = &choice.action {
            named.contains(who)
        } else {
            true
        }
    };
    let key = |choice: &Choice| format!("{choice:?}");
    let all = offered.all();
    let listed: BTreeSet<String> = all.iter().filter(|choice| sampled(choice)).map(key).collect();
    let accepted: BTreeSet<String> = accepted.iter().map(key).collect();
    assert_eq!(listed, accepted);
    assert_eq!(all.len(), all.iter().map(key).collect::<BTreeSet<String>>().len(), "no choice twice");
}

#[test]
fn choices_are_exactly_what_is_legal_and_true() {
    let mut reached = BTreeSet::new();
    for seats in 3..=10 {
        let mut dice = Dice::new(u64::from(seats));
        let named: Vec<SeatSet> =
            [0, 2, 0b110, 0b1_0000_0000_0000].into_iter().map(SeatSet).chain([SeatSet::first(seats)]).collect();
        let universe = universe(seats, &named);
        let mut phases = BTreeSet::new();
        for seed in 0..8 {
            let mut table = table(seats, seed);
            while table.outcome().is_none() {
                let phase = format!("{:?}", table.state().phase);
                let name = phase.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default().to_owned();
                if phases.insert(name) || dice.percent(1) {
                    let owing: Vec<Seat> = table.owed().seats().iter().collect();
                    let seat = *dice.pick(&owing).expect("somebody owes");
                    check_choices(&table, seat, &universe, &named, &mut dice);
                }
                random_round(&mut table, &mut dice);
            }
        }
        reached.append(&mut phases);
    }
    // Every phase but the vote, for which nobody passes long enough, and the end.
    assert_eq!(reached.len(), 29, "random play reaches the phases of the game: {reached:?}");
}

/// E92: a declaration is the main action of the own turn.
#[test]
fn who_owes_nothing_has_no_choice() {
    let mut dice = Dice::new(5);
    let mut table = table(6, 5);
    while table.outcome().is_none() {
        for seat in table.state().all().minus(table.owed().seats()).iter() {
            assert_eq!(open(&table, seat), Choices::Nothing);
        }
        random_round(&mut table, &mut dice);
    }
}
