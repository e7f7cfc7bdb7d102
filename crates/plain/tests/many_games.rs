//! Ten thousand games of players that take any choice: all end, and none breaks an invariant of rules.md B.
#![expect(clippy::expect_used, clippy::panic, clippy::indexing_slicing, reason = "a test fails by panicking")]
#![expect(dead_code, unreachable_pub, reason = "each test file uses another part of what they share")]

use std::sync::atomic::{AtomicU64, Ordering};

use nightcoach_plain::{PlainTable, Seeded};
use play::dice::Dice;
use play::invariants::{CardBox, check_views};
use play::options::any_options;
use play::player::{Temper, make, next_move};

mod play;

/// Games in all; every number of seats gets an eighth of them.
const GAMES: u64 = 10_000;
/// Draw after so many laps.
const MOST_LAPS: u16 = 200;
/// No game of two hundred laps of ten seats takes more rounds than this.
const MOST_ROUNDS: u32 = 200_000;

/// Plays one game to its end, and looks at the table after every round.
fn play(game: u64) -> u32 {
    let seats = 3 + u8::try_from(game % 8).expect("eight numbers of seats");
    let mut dice = Dice::new(game);
    let options = any_options(seats, MOST_LAPS, &mut dice);
    let temper = Temper { sleeps: usize::from(game % 5 == 4), ..Temper::PLAIN };
    let cards = CardBox::of(&options);
    let mut table = PlainTable::new(&options, Seeded::new(game)).expect("legal options");
    cards.check(&table);
    let mut rounds = 0;
    while table.outcome().is_none() {
        let next = next_move(&table, temper, &mut dice);
        make(&mut table, &next);
        cards.check(&table);
        rounds += 1;
        if rounds % 64 == 0 {
            check_views(&table);
        }
        assert!(rounds < MOST_ROUNDS, "game {game} ends: {:?}", table.state());
    }
    check_views(&table);
    assert!(table.state().laps <= u32::from(MOST_LAPS), "game {game} ends in time");
    rounds
}

#[test]
fn ten_thousand_games_of_any_choice_end_and_break_no_invariant() {
    let (next, rounds) = (AtomicU64::new(0), AtomicU64::new(0));
    let workers = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let work = || {
        let games = std::iter::repeat_with(|| next.fetch_add(1, Ordering::Relaxed));
        for game in games.take_while(|game| *game < GAMES) {
            rounds.fetch_add(u64::from(play(game)), Ordering::Relaxed);
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(work);
        }
    });
    println!("{GAMES} games, {} rounds", rounds.into_inner());
}
