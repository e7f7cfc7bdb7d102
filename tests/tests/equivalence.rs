//! The same game on `plain` and through real cryptography: the same public events, the same views, step by step.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Mutex;

use nightcoach_bots::{Bot, Random};
use nightcoach_plain::{Deal, PlainTable, Replay};
use nightcoach_rules::components::{associations, occupations};
use nightcoach_rules::{
    AbilityMode, Association, Choice, Choices, Event, Options, Owed, Phase, Seat, StartPlayer, choices,
};
use nightcoach_table::cheat::peek;
use nightcoach_tests::sim::{Sim, options};

/// The deal of a real table, from everybody's views and all secrets together.
fn deal_of(sim: &Sim) -> Deal {
    let views: Vec<_> = sim.tables.iter().map(|table| table.view().unwrap()).collect();
    let held = views.iter().map(|view| peek::associations(&sim.tables, view.seat).expect("a seat reads its own cards"));
    let mut dealt: Vec<Association> = held.flatten().collect();
    let mut aside = associations(&views[0].state.options);
    for held in &dealt {
        aside.remove(aside.iter().position(|card| card == held).expect("dealt from the deck"));
    }
    dealt.extend(aside);
    let mut jobs: Vec<_> = views.iter().map(|view| view.occupation).collect();
    jobs.extend(peek::spares(&sim.tables).expect("all seats together open the spares"));
    let mut sorted = jobs.clone();
    sorted.sort_unstable();
    assert_eq!(sorted, occupations(), "all ten occupations, each once");
    Deal {
        start: views[0].state.active,
        hands: views.iter().map(|view| view.hand.clone()).collect(),
        pile: peek::pile(&sim.tables).expect("all seats together open the pile"),
        associations: dealt,
        occupations: jobs,
    }
}

/// Plays what the rules force on `plain`, as the real sessions do by themselves.
fn play_forced(plain: &mut PlainTable<Replay>) {
    loop {
        let seats = match plain.owed() {
            Owed::Nobody => return,
            Owed::One(seat) => nightcoach_rules::SeatSet::only(seat),
            Owed::Each(seats) | Owed::Sealed(seats) => seats,
        };
        let mut forced = BTreeMap::new();
        for seat in seats.iter() {
            let Choices::Forced(choice) = choices(&plain.view(seat).unwrap()) else { return };
            forced.insert(seat, choice);
        }
        plain.play(&forced).unwrap();
    }
}

fn real_events(sim: &Sim) -> Vec<Event> {
    sim.tables[0].log().iter().map(|(_, event)| event.clone()).collect()
}

/// Tells `plain` what the shuffles since `logged` led to, by what all seats together can see.
fn tell_orders(sim: &Sim, logged: usize, chance: &mut Replay) {
    let view = |seat: Seat| sim.tables[seat.index()].view().unwrap();
    for event in real_events(sim).iter().skip(logged) {
        match event {
            Event::HandShown { to, .. } | Event::Lacked { diplomat: to, .. } => chance.then_shown(view(*to).shown),
            Event::PileOrdered { .. } => {
                let pile = peek::pile(&sim.tables).unwrap();
                // Once by the seat that ordered it, and once more by all others where there is a rest.
                chance.then_pile(pile.clone());
                if pile.len() > 2 {
                    chance.then_pile(pile);
                }
            }
            Event::OccupationExchanged { seat } => {
                let left = peek::spares(&sim.tables).unwrap();
                let with_taken: Vec<_> = [view(*seat).occupation].into_iter().chain(left).collect();
                let options = &sim.tables[0].genesis().options;
                if !options.coat_may_keep_own {
                    // The order before the own occupation goes back is nobody's to see.
                    chance.then_spares(Vec::new());
                }
                chance.then_spares(with_taken);
            }
            _ => {}
        }
    }
    if let Phase::AssociationPick(pick) = view(Seat(0)).state.phase {
        chance.then_associations(peek::associations(&sim.tables, pick.owner).unwrap());
    }
}

/// Plays a game on both, and gives its public log.
fn assert_same_game(
    options: &Options,
    game: u64,
    mut choose: impl FnMut(&nightcoach_rules::View) -> Option<Choice>,
) -> Vec<Event> {
    let mut sim = Sim::begin(options, game).unwrap();
    let deal = deal_of(&sim);
    let mut plain = PlainTable::new(options, Replay::new(deal)).expect("a real deal is a legal one");
    let mut entries: BTreeMap<Seat, Choice> = BTreeMap::new();
    for _ in 0..4_000 {
        let asked = sim.asked();
        for (seat, view) in &asked {
            assert_eq!(plain.view(*seat).as_ref(), Some(view), "game {game}: what seat {} may know", seat.0);
        }
        let Some((seat, view)) = asked.into_iter().next() else { break };
        let choice = choose(&view).expect("whoever is asked has a choice");
        let (round, logged) = (sim.tables[0].round(), real_events(&sim).len());
        sim.choose(seat, choice.clone());
        entries.insert(seat, choice);
        if sim.tables[0].round() == round {
            continue;
        }
        tell_orders(&sim, logged, plain.chance_mut());
        plain.play(&std::mem::take(&mut entries)).unwrap();
        play_forced(&mut plain);
    }
    assert!(sim.faults.iter().all(Option::is_none), "game {game}: {:?}", sim.faults);
    // The table itself announces the first turn; `plain` logs what steps lead to.
    let events = real_events(&sim);
    let (first, rest) = events.split_first().expect("a game has events");
    assert!(matches!(first, Event::TurnBegan { turn: 1, .. }));
    let differs = rest.iter().zip(plain.log()).find(|(real, dealt)| real != dealt);
    assert_eq!((differs, rest.len()), (None, plain.log().len()), "game {game}");
    assert!(sim.outcome().is_some(), "game {game} ended");
    assert_eq!(sim.outcome().as_ref(), plain.outcome());
    events
}

/// Name of a kind of event.
fn name(event: &Event) -> String {
    let text = format!("{event:?}");
    text.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default().to_owned()
}

/// Option blocks that between them switch everything on that is off, and off that is on.
fn unusual(game: u64, seats: u8) -> Options {
    let odd = game % 2 == 1;
    let every = |n: u64, at: u64| game % n == at;
    Options {
        start_player: if odd { StartPlayer::Host } else { StartPlayer::Random },
        max_laps: 5,
        full_reveal: odd,
        secret_support: odd,
        hypnotist_after_each: !odd,
        ability_mode: if every(3, 0) { AbilityMode::SeatOrder } else { AbilityMode::OneShot },
        duelist_bonus: odd,
        duel_blocks_poison: odd,
        doctor_on_tie: !odd,
        gift_to_full_allowed: !odd,
        strict_naming: odd,
        claim_counts: every(3, 1),
        pearl_blocks_solo: odd,
        drink_stacking: !odd,
        prophecy: true,
        smuggling: every(4, 0),
        three_player_mixed: seats == 3 && !every(4, 3),
        sealed_start: every(3, 2),
        tome_coat_optional: every(4, 1),
        sextant_last: odd,
        coat_may_keep_own: every(3, 0),
        diplomat_free: !odd,
        diplomat_demanded_first: every(3, 1),
        clairvoyant_anytime: every(3, 2),
        scoring: !odd,
        draw_vote: !every(5, 0),
        chat: odd,
        ..options(seats)
    }
}

/// Random play that ends within a few laps; gives the kinds of events.
fn random_game(options: &Options, game: u64) -> BTreeSet<String> {
    let mut random = Random::new(game);
    assert_same_game(options, 1_000 + game, |view| random.choose(view)).iter().map(name).collect()
}

/// Plays all these games, on two threads; every one of the `wanted` events happens in some of them.
fn each(games: core::ops::Range<u64>, wanted: &[&str], options: impl Fn(u64, u8) -> Options + Sync) {
    let seen = Mutex::new(BTreeSet::new());
    std::thread::scope(|scope| {
        for part in 0..2 {
            let (games, options, seen) = (games.clone(), &options, &seen);
            scope.spawn(move || {
                for game in games.filter(|game| game % 2 == part) {
                    let seats = 3 + u8::try_from((game / 2) % 8).unwrap();
                    seen.lock().unwrap().extend(random_game(&options(game, seats), game));
                }
            });
        }
    });
    let seen = seen.into_inner().unwrap();
    let missing: Vec<_> = wanted.iter().filter(|name| !seen.contains(**name)).collect();
    assert!(missing.is_empty(), "never happened: {missing:?}");
}

/// What the card operations of the base game lead to.
const BASE: &[&str] = &[
    "Traded",
    "Announced",
    "HandShown",
    "AssociationShown",
    "IdentityShown",
    "Drew",
    "Paid",
    "Played",
    "Took",
    "Gave",
    "Foresaw",
    "PileOrdered",
    "Demanded",
    "Surrendered",
    "Lacked",
    "Directed",
    "AllPledged",
    "PassedOn",
    "OccupationsSwapped",
    "SparesShown",
    "OccupationExchanged",
    "Declared",
    "AssociationOpened",
];
/// What the options add.
const OPTIONS: &[&str] = &["ForesightPassed", "TextDeclined", "AssociationPicked", "Prophesied"];

#[test]
fn a_hundred_random_games_are_the_same_through_plain_and_through_real_cryptography() {
    // In long games hands grow past the limit.
    let laps = |game: u64| if game.is_multiple_of(7) { 16 } else { 3 };
    each(0..100, BASE, |game, seats| Options { max_laps: laps(game), ..options(seats) });
}

#[test]
fn a_hundred_games_with_unusual_options_are_the_same_through_both() {
    each(100..200, OPTIONS, unusual);
}

#[test]
fn a_game_of_bots_to_its_declaration_is_the_same_through_both() {
    for seats in [3, 4, 5] {
        let mut bots: Vec<_> = (0..seats).map(|seat| Bot::new(u64::from(seat))).collect();
        assert_same_game(&options(seats), 2_000 + u64::from(seats), |view| bots[view.seat.index()].choose(view));
    }
}
