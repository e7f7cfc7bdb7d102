//! Counts over many games. Sums and sorted lists only: the order in which games are added does not show.

use std::collections::BTreeMap;

use nightcoach_rules::{Association, Face, Kind, Occupation};

use super::game::{Ending, Facts};

/// Counts by number of seats.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Tallies(pub(super) BTreeMap<u8, Tally>);

/// Counts over the games of one number of seats.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Tally {
    pub(super) games: u32,
    turns: Vec<u32>,
    laps: Vec<u32>,
    rounds: Vec<u32>,
    pub(super) endings: BTreeMap<Ending, u32>,
    pub(super) sides: BTreeMap<Association, u32>,
    /// By the place of the claimer in the order of turns: claims that held, and claims in all.
    pub(super) places: BTreeMap<u8, (u32, u32)>,
    pub(super) deeds: BTreeMap<&'static str, u32>,
    pub(super) drawn: BTreeMap<Face, u32>,
    pub(super) announced: BTreeMap<Kind, u32>,
    pub(super) demanded: BTreeMap<Kind, u32>,
    pub(super) played: BTreeMap<Face, u32>,
    pub(super) used: BTreeMap<Occupation, u32>,
}

/// How long games are.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Length {
    /// What is measured.
    pub(super) of: &'static str,
    /// The mean.
    pub(super) mean: f64,
    /// Half of all games are no longer than this.
    pub(super) median: u32,
    /// Nine of ten games are no longer than this.
    pub(super) p90: u32,
    /// The longest.
    pub(super) max: u32,
}

impl Tallies {
    pub(super) fn add(&mut self, seats: u8, facts: &Facts) {
        self.0.entry(seats).or_default().add(facts);
    }

    pub(super) fn merge(&mut self, other: Self) {
        for (seats, tally) in other.0 {
            self.0.entry(seats).or_default().merge(tally);
        }
    }
}

impl Tally {
    fn add(&mut self, facts: &Facts) {
        self.games += 1;
        self.turns.push(facts.turns);
        self.laps.push(facts.laps);
        self.rounds.push(facts.rounds);
        *self.endings.entry(facts.ending).or_default() += 1;
        if let Some(side) = facts.side {
            *self.sides.entry(side).or_default() += 1;
        }
        if let Some(place) = facts.place {
            let (held, all) = self.places.entry(place).or_default();
            *held += u32::from(facts.ending.holds());
            *all += 1;
        }
        sum(&mut self.deeds, &facts.deeds);
        sum(&mut self.drawn, &facts.uses.drawn);
        sum(&mut self.announced, &facts.uses.announced);
        sum(&mut self.demanded, &facts.uses.demanded);
        sum(&mut self.played, &facts.uses.played);
        sum(&mut self.used, &facts.uses.used);
    }

    fn merge(&mut self, other: Self) {
        self.games += other.games;
        self.turns.extend(other.turns);
        self.laps.extend(other.laps);
        self.rounds.extend(other.rounds);
        sum(&mut self.endings, &other.endings);
        sum(&mut self.sides, &other.sides);
        for (place, (held, all)) in other.places {
            let own = self.places.entry(place).or_default();
            *own = (own.0 + held, own.1 + all);
        }
        sum(&mut self.deeds, &other.deeds);
        sum(&mut self.drawn, &other.drawn);
        sum(&mut self.announced, &other.announced);
        sum(&mut self.demanded, &other.demanded);
        sum(&mut self.played, &other.played);
        sum(&mut self.used, &other.used);
    }

    /// How long the games are, in turns, laps and rounds.
    pub(super) fn lengths(&self) -> [Length; 3] {
        [length("turns", &self.turns), length("laps", &self.laps), length("rounds", &self.rounds)]
    }
}

impl Ending {
    /// Whether the claim that ended the game was true.
    pub(super) const fn holds(self) -> bool {
        match self {
            Self::DeclarationTrue | Self::ProphecyTrue | Self::Personal => true,
            Self::DeclarationFalse | Self::ProphecyFalse | Self::Drawn | Self::Unsettled => false,
        }
    }
}

fn sum<K: Ord + Copy>(to: &mut BTreeMap<K, u32>, from: &BTreeMap<K, u32>) {
    for (of, count) in from {
        *to.entry(*of).or_default() += count;
    }
}

fn length(of: &'static str, games: &[u32]) -> Length {
    let mut sorted = games.to_vec();
    sorted.sort_unstable();
    // The smallest length that so many of a hundred games do not exceed.
    let at = |percent: usize| sorted.get((sorted.len() * percent).div_ceil(100).saturating_sub(1)).copied();
    let total: u64 = sorted.iter().copied().map(u64::from).sum();
    Length {
        of,
        mean: mean(total, sorted.len()),
        median: at(50).unwrap_or(0),
        p90: at(90).unwrap_or(0),
        max: at(100).unwrap_or(0),
    }
}

/// The mean with one digit after the point.
#[expect(clippy::cast_precision_loss, reason = "tenths of a turn of so many games are exact")]
pub(super) fn mean(total: u64, games: usize) -> f64 {
    let tenths = (total * 10).checked_div(games as u64).unwrap_or(0);
    tenths as f64 / 10.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_are_mean_median_tenth_of_ten_and_longest() {
        let games: Vec<u32> = (1..=10).rev().collect();
        assert_eq!(length("turns", &games), Length { of: "turns", mean: 5.5, median: 5, p90: 9, max: 10 });
        assert_eq!(length("turns", &[]), Length { of: "turns", mean: 0.0, median: 0, p90: 0, max: 0 });
        assert_eq!(length("turns", &[7]).p90, 7);
    }
}
