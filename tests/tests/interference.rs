//! Non-interference through real cryptography: two tables with other cards, at which everybody makes the same public
//! choices, send messages of the same lengths in the same order, and tell the same story (walk.md decision 22). That the
//! views of a seat are equal where it may know no difference is a law of `nightcoach-plain`, whose dealings can be chosen.

use std::collections::BTreeMap;

use nightcoach_rules::{AbilityMode, Action, Choice, Choices, Event, Options, Seat, StartPlayer, View, choices};
use nightcoach_table::cheat::peek::said;
use nightcoach_tests::sim::{Sim, options};
use nightcoach_words::{Language, event};
use rand_chacha::ChaCha8Rng;
use rand_core::{Rng as _, SeedableRng as _};

/// What everybody on the network sees of a message: who sent it in which round, and how long it is.
fn seen(record: &[u8]) -> (Option<(u32, Seat)>, usize) {
    (said(record).map(|(round, author, _)| (round, author)), record.len())
}

fn log(sim: &Sim) -> Vec<Event> {
    sim.tables[0].log().iter().map(|(_, event)| event.clone()).collect()
}

fn story(sim: &Sim) -> Vec<String> {
    let names: Vec<String> = (0..sim.tables.len()).map(|seat| format!("Seat {seat}")).collect();
    log(sim).iter().map(|happened| event(Language::English, &names, happened)).collect()
}

/// Every choice but declarations, which open cards that are other ones at the other table.
fn without_declarations(view: &View) -> Vec<Choice> {
    let open = choices(view);
    if let Choices::Turn(turn) = open { turn.without_declarations() } else { open.all() }
}

/// One public action for both, with whatever cards each has for it.
fn same_action(views: [&View; 2], dice: &mut ChaCha8Rng) -> Option<[Choice; 2]> {
    let mut throw = |bound: usize| dice.next_u32() as usize % bound.max(1);
    let lists = views.map(without_declarations);
    let both = |action: &Action| lists.iter().all(|list| list.iter().any(|choice| choice.action == *action));
    let mut actions: Vec<&Action> = Vec::new();
    for choice in &lists[0] {
        if both(&choice.action) && !actions.contains(&&choice.action) {
            actions.push(&choice.action);
        }
    }
    let action = *actions.get(throw(actions.len()))?;
    let mut pick = |list: &Vec<Choice>| {
        let fitting: Vec<&Choice> = list.iter().filter(|choice| choice.action == *action).collect();
        fitting[throw(fitting.len())].clone()
    };
    Some([pick(&lists[0]), pick(&lists[1])])
}

/// What was compared.
#[derive(Debug, Default)]
struct Compared {
    messages: usize,
    /// Choices for which the two tables took other cards.
    other_cards: u32,
    actions: BTreeMap<String, u32>,
}

/// Plays the same public choices at two tables until their stories part.
fn compare(options: &Options, game: u64, met: &mut Compared) {
    let mut dice = ChaCha8Rng::seed_from_u64(game);
    let mut sims = [0, 1].map(|twin| Sim::begin(options, 7_000 + 2 * game + twin).unwrap());
    let shapes = |sim: &Sim| sim.traffic.iter().map(|record| seen(record)).collect::<Vec<_>>();
    assert_eq!(shapes(&sims[0]), shapes(&sims[1]), "game {game}: the set-up tells nothing of the cards");
    for step in 0..400 {
        let asked = [0, 1].map(|twin: usize| sims[twin].asked());
        let seats = [0, 1].map(|twin: usize| asked[twin].iter().map(|(seat, _)| *seat).collect::<Vec<_>>());
        assert_eq!(seats[0], seats[1], "game {game}: who is asked does not depend on the cards");
        let Some((seat, view)) = asked[0].first() else { break };
        let Some(chosen) = same_action([view, &asked[1][0].1], &mut dice) else { break };
        let before = [0, 1].map(|twin: usize| sims[twin].traffic.len());
        met.other_cards += u32::from(chosen[0].selection != chosen[1].selection);
        *met.actions
            .entry(format!("{:?}", chosen[0].action).split([' ', '(']).next().unwrap().to_owned())
            .or_default() += 1;
        for (twin, choice) in chosen.into_iter().enumerate() {
            sims[twin].choose(*seat, choice);
        }
        if log(&sims[0]) != log(&sims[1]) {
            // Something that everybody may know was another thing: an announced card, an object that was lacking.
            break;
        }
        let new = [0, 1].map(|twin: usize| shapes(&sims[twin]).split_off(before[twin]));
        assert_eq!(new[0], new[1], "game {game}, step {step}: equal choices, equal messages");
        assert_eq!(story(&sims[0]), story(&sims[1]), "game {game}");
    }
    assert!(sims.iter().flat_map(|sim| &sim.faults).all(Option::is_none), "game {game}");
    met.messages += sims[0].traffic.len();
}

/// Pairs of tables.
const GAMES: u64 = 16;

#[test]
fn equal_public_choices_send_equal_messages_whatever_the_cards_are() {
    let mut met = Compared::default();
    for game in 0..GAMES {
        let seats = 3 + u8::try_from(game % 4).unwrap();
        let odd = game % 2 == 1;
        let options = Options {
            // Who begins must be the same at both tables.
            start_player: StartPlayer::Host,
            smuggling: odd,
            secret_support: game % 3 == 1,
            tome_coat_optional: !odd,
            clairvoyant_anytime: game % 4 >= 2,
            three_player_mixed: seats == 3 && game % 8 >= 4,
            ability_mode: if game % 5 == 0 { AbilityMode::SeatOrder } else { AbilityMode::SealedRounds },
            max_laps: 12,
            ..options(seats)
        };
        compare(&options, game, &mut met);
    }
    println!("{met:?}");
    assert!(met.messages > 2_000, "the tables go a way together: {met:?}");
    assert!(met.other_cards > 50, "the cards are other ones: {met:?}");
    assert!(met.actions.len() >= 10, "many kinds of choices: {met:?}");
}
