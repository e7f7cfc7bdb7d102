//! A whole game, played through the windows alone: what is shown is found by its role and its name, and clicked or reached by
//! keys. Every seat of a real table on this machine has a window of its own; nothing else is asked and nothing else is told.

#[path = "../support/mod.rs"]
mod support;

mod policy;
mod story;

use std::sync::Arc;
use std::time::Duration;

use egui_kittest::kittest::Queryable as _;
use nightcoach::Command;
use nightcoach::model::{Playing, Snapshot, Stage};
use nightcoach_lan::{SeatHandle, loopback_table};
use nightcoach_rules::{Kind, Occupation, Options};
use nightcoach_words::{Text, text};
use policy::Hands;
use story::Story;
use support::{EN, SMALL, Window, open};

/// Short names that are no words of the game.
const NAMES: [&str; 8] = ["Ada", "Bo", "Cy", "Di", "Ed", "Fay", "Gus", "Hal"];
/// The seat that never touches the mouse.
const BY_KEYS: usize = 1;
/// At least this many of the 16 kinds of objects and the 10 occupations: more than half of the 17 faces and 10 occupations.
const WANTED: usize = 14;
/// How often everybody is looked at before the game counts as stuck.
const PATIENCE: usize = 20_000;

/// A seat of the table, its window, and what was read in it.
struct Player {
    seat: SeatHandle,
    window: Window,
    shown: Option<Arc<Snapshot>>,
    hands: Hands,
    story: Story,
}

impl Player {
    fn new(place: usize, seat: SeatHandle) -> Self {
        let shown = seat.snapshots().borrow().clone();
        let window = open(EN, SMALL, (*shown).clone());
        let hands = Hands { by_keys: place == BY_KEYS };
        Self { seat, window, shown: None, hands, story: Story::default() }
    }

    /// Draws what is new, reads it, and answers what it asks; whether anything happened.
    fn look(&mut self) -> bool {
        let snapshot = self.seat.snapshots().borrow().clone();
        let fresh = self.shown.as_ref().is_none_or(|shown| !Arc::ptr_eq(shown, &snapshot));
        // Nobody looks at a window that asks nothing: it would only take time.
        if fresh && wants_eyes(&snapshot) {
            self.window.state_mut().snapshot = (*snapshot).clone();
            self.window.run_steps(3);
            self.story.read(&self.window);
            self.hands.act(&mut self.window, &self.story);
            self.obey();
        }
        self.shown = Some(snapshot);
        fresh
    }

    /// What the window does with its commands in the program.
    fn obey(&mut self) {
        for command in std::mem::take(&mut self.window.state_mut().commands) {
            if let Command::Order(order) = command {
                self.seat.order(order);
            }
        }
    }

    fn is_over(&self) -> bool {
        self.window.query_by_label(text(EN, Text::BackToLobby)).is_some()
    }
}

/// Whether a window asks something, or tells how it has ended.
fn wants_eyes(snapshot: &Snapshot) -> bool {
    let over = |playing: &Playing| playing.outcome.is_some() || playing.fault.is_some();
    matches!(&snapshot.stage, Stage::Playing(playing) if playing.asked || over(playing))
}

#[test]
fn a_whole_game_is_played_through_the_windows_with_more_than_half_of_all_cards() {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    let names: Vec<String> = NAMES.map(str::to_owned).to_vec();
    let options = Options { diplomat_free: true, ..Options::new(8) };
    let seats = runtime.block_on(loopback_table(names, options, Some([7; 32]), 0, None)).unwrap();
    let mut players: Vec<Player> = seats.into_iter().enumerate().map(|(at, seat)| Player::new(at, seat)).collect();
    let mut looks = 0;
    while !players.iter().all(Player::is_over) {
        looks += 1;
        assert!(looks < PATIENCE, "the game is stuck: {:?}", players[0].story);
        let busy = players.iter_mut().filter_map(|player| player.look().then_some(())).count();
        if busy == 0 {
            runtime.block_on(async { tokio::time::sleep(Duration::from_millis(2)).await });
        }
    }
    let story = &players[0].story;
    println!("{} turns, {} cards: {:?}", story.turns, story.used.len(), story.used);
    let all = Kind::ALL.len() + Occupation::ALL.len();
    assert!(story.used.len() >= WANTED, "only {} of {all} cards were used: {:?}", story.used.len(), story.used);
    for player in &players {
        let stage = &player.window.state().snapshot.stage;
        assert!(matches!(stage, Stage::Playing(playing) if playing.fault.is_none()), "a table has stopped");
        assert_eq!(story::result(&player.window), story::result(&players[0].window), "two windows tell two results");
    }
    let seats = players.into_iter().map(|player| player.seat);
    runtime.block_on(async {
        for seat in seats {
            seat.close().await;
        }
    });
}
