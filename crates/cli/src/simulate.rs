//! `simulate`: many games without network and cryptography.

use std::str::FromStr;

use anyhow::Context as _;
use clap::Args;
use nightcoach_plain::{Report, simulate};
use nightcoach_rules::{Association, Outcome, View};

use crate::{demo, say};

/// Plays many games of bots without network and cryptography, and counts.
#[derive(Debug, Args)]
pub(crate) struct Simulate {
    /// Games per number of seats.
    #[arg(long, default_value_t = 100)]
    games: u32,
    /// Number of seats, or a range of it: `5` or `3..10`.
    #[arg(long, default_value = "3..10")]
    seats: Range,
    /// First seed; equal seeds give equal games.
    #[arg(long, default_value_t = 1)]
    seed: u64,
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
        let number = |part: &str| part.trim_start_matches('=').parse::<u8>().map_err(|error| error.to_string());
        let (from, to) = (number(from)?, number(to)?);
        if from < 3 || to > 10 || from > to {
            return Err("a table has 3 to 10 seats".to_owned());
        }
        Ok(Self { from, to })
    }
}

#[derive(Debug, Default)]
struct Count {
    games: u32,
    turns: u64,
    rounds: u64,
    order: u32,
    brotherhood: u32,
    drawn: u32,
    other: u32,
}

impl Count {
    fn add(&mut self, report: &Report) {
        self.games = self.games.saturating_add(1);
        self.turns = self.turns.saturating_add(u64::from(report.turns));
        self.rounds = self.rounds.saturating_add(u64::from(report.rounds));
        let field = match &report.outcome {
            Some(Outcome::Won { association: Association::Order, .. }) => &mut self.order,
            Some(Outcome::Won { association: Association::Brotherhood, .. }) => &mut self.brotherhood,
            Some(Outcome::Drawn) => &mut self.drawn,
            Some(Outcome::WonAlone { .. } | Outcome::Unsettled) | None => &mut self.other,
        };
        *field = field.saturating_add(1);
    }
}

impl Simulate {
    pub(crate) fn run(&self) -> anyhow::Result<u8> {
        say::line("seats  games  order  brotherhood  drawn  other  turns/game  rounds/game");
        for seats in self.seats.from..=self.seats.to {
            let mut count = Count::default();
            for game in 0..self.games {
                let seed = self.seed.wrapping_add(u64::from(game));
                count.add(&play(seats, seed).with_context(|| format!("game of {seats} seats with seed {seed}"))?);
            }
            let games = u64::from(count.games.max(1));
            say::line(&format!(
                "{seats:5}  {:5}  {:5}  {:11}  {:5}  {:5}  {:10}  {:11}",
                count.games,
                count.order,
                count.brotherhood,
                count.drawn,
                count.other,
                count.turns.div_euclid(games),
                count.rounds.div_euclid(games)
            ));
        }
        Ok(0)
    }
}

fn play(seats: u8, seed: u64) -> anyhow::Result<Report> {
    let mut bots = Vec::new();
    for place in 0..u64::from(seats) {
        bots.push(demo::bot(Some(seed.wrapping_mul(1_000).wrapping_add(place)))?);
    }
    let mut chooser = |view: &View| bots.get_mut(view.seat.index())?.choose(view);
    simulate(&demo::options(seats), seed, &mut chooser).map_err(|error| anyhow::anyhow!("{error:?}"))
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

    #[test]
    fn equal_seeds_give_equal_games() {
        assert_eq!(play(3, 9).unwrap(), play(3, 9).unwrap());
    }
}
