//! `simulate`: many games without network and cryptography.

pub(crate) mod block;
mod game;
mod report;
mod tally;
mod work;

use std::num::NonZero;
use std::str::FromStr;
use std::sync::Arc;

use anyhow::ensure;
use clap::{Args, ValueEnum};
use nightcoach_rules::Options;
use nightcoach_rules::components::{MAX_SEATS, MIN_SEATS};

use crate::say;

/// Plays many games without network and cryptography, and counts.
#[derive(Debug, Args)]
pub(crate) struct Simulate {
    /// Games per number of seats.
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..))]
    games: u32,
    /// Number of seats, or a range of it: `5` or `3..10`.
    #[arg(long, default_value = "3..10", value_name = "SEATS")]
    seats: Range,
    /// First seed; equal seeds give equal games, on however many threads.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Options other than the default ones, such as `prophecy=on,max-laps=40,ability-mode=one-shot`.
    #[arg(long, value_delimiter = ',', value_name = "NAME=VALUE")]
    options: Vec<block::Setting>,
    /// Who plays.
    #[arg(long, value_enum, default_value_t = Players::Bots)]
    players: Players,
    /// Threads; without it, one per core.
    #[arg(long)]
    threads: Option<NonZero<usize>>,
    /// Print JSON instead of tables.
    #[arg(long)]
    json: bool,
}

/// Who plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Players {
    /// Bots that play to win.
    Bots,
    /// Players that take any choice.
    Random,
}

/// An inclusive range of seats.
#[derive(Clone, Copy, Debug)]
struct Range {
    from: u8,
    to: u8,
}

impl FromStr for Range {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (from, to) = text.split_once("..").unwrap_or((text, text));
        let number = |part: &str| {
            let part = part.trim_start_matches('=');
            part.parse::<u8>().map_err(|_no_number| format!("`{part}` is no number of seats"))
        };
        let (from, to) = (number(from)?, number(to)?);
        if from < MIN_SEATS || to > MAX_SEATS {
            return Err(format!("a table has {MIN_SEATS} to {MAX_SEATS} seats"));
        }
        if from > to {
            return Err(format!("a range goes upwards: {to}..{from}"));
        }
        Ok(Self { from, to })
    }
}

impl Simulate {
    pub(crate) fn run(&self) -> anyhow::Result<u8> {
        let mut jobs = Vec::new();
        for seats in self.seats.from..=self.seats.to {
            let options = Arc::new(block::options(&Options::new(seats), &self.options)?);
            let seeds = (0..u64::from(self.games)).map(|game| self.seed.wrapping_add(game));
            jobs.extend(seeds.map(|seed| game::Job { options: Arc::clone(&options), players: self.players, seed }));
        }
        ensure!(!jobs.is_empty(), "there is nothing to play");
        let threads = self.threads.or_else(|| std::thread::available_parallelism().ok()).map_or(1, NonZero::get);
        let tallies = work::play_all(&jobs, threads)?;
        if self.json {
            say::line(&serde_json::to_string_pretty(&report::numbers(self.seed, &tallies)?)?);
        } else {
            for line in report::lines(&tallies) {
                say::line(&line);
            }
        }
        Ok(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_range_of_seats_is_one_number_or_two() {
        let range = |text: &str| text.parse::<Range>().map(|range| (range.from, range.to));
        assert_eq!(range("5"), Ok((5, 5)));
        assert_eq!(range("3..10"), Ok((3, 10)));
        assert_eq!(range("4..=6"), Ok((4, 6)));
        for wrong in ["", "2", "11", "6..4", "three"] {
            assert!(range(wrong).is_err(), "{wrong}");
        }
    }
}
