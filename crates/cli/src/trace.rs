//! `--trace`: what happened when, for programs that measure several seats on one machine.

use std::time::{SystemTime, UNIX_EPOCH};

use nightcoach_lan::Playing;

use crate::say;

/// Prints `trace MICROSECONDS GAME WHAT ROUND`, where WHAT is `round` (the state has moved on to this round), `asked` or
/// `chose`. All programs of one machine read the same clock.
#[derive(Debug, Default)]
pub(crate) struct Trace {
    on: bool,
    game: u32,
    round: Option<u32>,
}

impl Trace {
    pub(crate) const fn new(on: bool) -> Self {
        Self { on, game: 1, round: None }
    }

    /// Another game begins.
    pub(crate) const fn next_game(&mut self) {
        self.game = self.game.saturating_add(1);
        self.round = None;
    }

    /// The state has changed, perhaps to another round.
    pub(crate) fn state(&mut self, playing: &Playing) {
        if self.round != Some(playing.round) {
            self.round = Some(playing.round);
            self.say("round", playing.round);
        }
    }

    pub(crate) fn say(&self, what: &str, round: u32) {
        if self.on {
            say::line(&format!("trace {} {} {what} {round}", micros(), self.game));
        }
    }
}

/// The steady clock of the standard library shows no number that two programs could compare; within a measurement nobody
/// sets this one.
#[expect(clippy::disallowed_methods, reason = "for measurements only, never for the game")]
fn micros() -> u128 {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_micros()
}
