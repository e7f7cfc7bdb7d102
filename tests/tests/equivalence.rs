//! The same game on `plain` and through real cryptography: the same public events, the same views, step by step.

use std::collections::BTreeMap;

use nightcoach_bots::{Bot, Random};
use nightcoach_plain::{Deal, PlainTable, Replay};
use nightcoach_rules::components::{associations, occupations};
use nightcoach_rules::{AbilityMode, Association, Choice, Choices, Event, Options, Owed, Seat, StartPlayer, choices};
use nightcoach_table::cheat::peek;
use nightcoach_tests::sim::{Sim, options};

/// The deal of a real table, from everybody's views and all pile secrets together.
fn deal_of(sim: &Sim) -> Deal {
    let views: Vec<_> = sim.tables.iter().map(|table| table.view().unwrap()).collect();
    let mut dealt: Vec<Association> = views.iter().map(|view| view.association).collect();
    let mut aside = associations(views[0].state.options.seats);
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

/// The orders in which hands were shown since `logged`: what the viewer still sees, or any.
fn shown_since(sim: &Sim, logged: usize) -> Vec<Vec<nightcoach_rules::Face>> {
    let events = real_events(sim);
    let shows = events.iter().skip(logged).filter_map(|event| match event {
        Event::HandShown { to, .. } => Some(*to),
        _ => None,
    });
    shows.map(|to| sim.tables[to.index()].view().unwrap().shown).collect()
}

fn assert_same_game(options: &Options, game: u64, mut choose: impl FnMut(&nightcoach_rules::View) -> Option<Choice>) {
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
        for hand in shown_since(&sim, logged) {
            plain.chance_mut().then_shown(hand);
        }
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
}

#[test]
fn fifty_random_games_are_the_same_through_plain_and_through_real_cryptography() {
    for game in 0..50 {
        let seats = 3 + u8::try_from(game % 8).unwrap();
        let options = Options { max_laps: 4, ..options(seats) };
        let mut random = Random::new(game);
        assert_same_game(&options, 1_000 + game, |view| random.choose(view));
    }
}

/// Option blocks that between them switch everything on that is off, and off that is on.
fn unusual(game: u64, seats: u8) -> Options {
    let odd = game % 2 == 1;
    Options {
        start_player: if odd { StartPlayer::Host } else { StartPlayer::Random },
        max_laps: 5,
        full_reveal: odd,
        secret_support: odd,
        hypnotist_after_each: !odd,
        ability_mode: if game.is_multiple_of(3) { AbilityMode::SeatOrder } else { AbilityMode::OneShot },
        duelist_bonus: odd,
        duel_blocks_poison: odd,
        doctor_on_tie: !odd,
        gift_to_full_allowed: !odd,
        strict_naming: odd,
        claim_counts: game % 3 == 1,
        pearl_blocks_solo: odd,
        drink_stacking: !odd,
        prophecy: true,
        ..options(seats)
    }
}

#[test]
fn games_with_unusual_options_are_the_same_through_both() {
    for game in 0..12 {
        let seats = 3 + u8::try_from(game % 5).unwrap();
        let mut random = Random::new(game);
        assert_same_game(&unusual(game, seats), 3_000 + game, |view| random.choose(view));
    }
}

#[test]
fn a_game_of_bots_to_its_declaration_is_the_same_through_both() {
    for seats in [3, 4, 5] {
        let mut bots: Vec<_> = (0..seats).map(|seat| Bot::new(u64::from(seat))).collect();
        assert_same_game(&options(seats), 2_000 + u64::from(seats), |view| bots[view.seat.index()].choose(view));
    }
}
