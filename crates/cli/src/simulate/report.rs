//! The counts, as tables for people and as JSON for programs.

use std::fmt::Write as _;

use nightcoach_rules::{Association, Face, Occupation, faces};
use nightcoach_words::{Language, association, face, occupation};
use serde_json::{Map, Value, json};

use super::game::Ending;
use super::tally::{Length, Tallies, Tally, mean};

const ENGLISH: Language = Language::English;

/// The tables, one line each.
pub(super) fn lines(tallies: &Tallies) -> Vec<String> {
    let mut lines = vec![summary_head()];
    lines.extend(tallies.0.iter().map(|(seats, tally)| summary(*seats, tally)));
    for (seats, tally) in &tallies.0 {
        lines.push(String::new());
        lines.push(format!("{seats} seats, {} games", tally.games));
        lines.extend(length_lines(tally));
        lines.extend(ending_lines(tally));
        lines.extend(card_lines(tally));
    }
    lines
}

fn summary_head() -> String {
    "seats   games  turns  laps  rounds   true  false  personal  drawn  unsettled".to_owned()
}

fn summary(seats: u8, tally: &Tally) -> String {
    let [turns, laps, rounds] = tally.lengths();
    let ended = |by: &[Ending]| by.iter().map(|ending| tally.ended(*ending)).sum::<u32>();
    format!(
        "{seats:5}  {:6}  {:5.1}  {:4.1}  {:6.1}  {:5}  {:5}  {:8}  {:5}  {:9}",
        tally.games,
        turns.mean,
        laps.mean,
        rounds.mean,
        ended(&[Ending::DeclarationTrue, Ending::ProphecyTrue]),
        ended(&[Ending::DeclarationFalse, Ending::ProphecyFalse]),
        ended(&[Ending::Personal]),
        ended(&[Ending::Drawn]),
        ended(&[Ending::Unsettled]),
    )
}

fn length_lines(tally: &Tally) -> Vec<String> {
    let mut lines = vec![row("  length", &["mean", "median", "p90", "max"])];
    lines.extend(tally.lengths().map(|Length { of, mean, median, p90, max }| {
        row(&format!("    {of}"), &[format!("{mean:.1}"), median.to_string(), p90.to_string(), max.to_string()])
    }));
    lines
}

fn ending_lines(tally: &Tally) -> Vec<String> {
    let share = |count: u32| [count.to_string(), format!("{:.1} %", percent(count, tally.games))];
    let mut lines = vec!["  how it ended".to_owned()];
    lines.extend(Ending::ALL.map(|ending| row(&format!("    {}", ending.label()), &share(tally.ended(ending)))));
    lines.push("  which association won".to_owned());
    lines.extend(Association::ALL.map(|side| {
        let won = tally.sides.get(&side).copied().unwrap_or(0);
        row(&format!("    {}", association(ENGLISH, side)), &share(won))
    }));
    lines.push(row("  who claimed, by turn order", &["claims", "true"]));
    lines.extend(tally.places.iter().map(|(place, (held, all))| {
        row(&format!("    {}.", place + 1), &[all.to_string(), format!("{:.1} %", percent(*held, *all))])
    }));
    lines
}

fn card_lines(tally: &Tally) -> Vec<String> {
    let per_game = |count: u32| format!("{:.2}", ratio(count, tally.games));
    let mut lines = vec!["  per game".to_owned()];
    lines.extend(tally.deeds.iter().map(|(deed, count)| row(&format!("    {deed}"), &[per_game(*count)])));
    lines.push(row("  objects per game", &["drawn", "announced", "demanded", "played"]));
    for of in Face::ALL {
        let [drawn, announced, demanded, played] = object_uses(tally, of).map(|(_, count)| per_game(count));
        lines.push(row(&format!("    {}", face(ENGLISH, of)), &[drawn, announced, demanded, played]));
    }
    lines.push(row("  occupations per game", &["used"]));
    lines.extend(Occupation::ALL.map(|of| {
        let used = tally.used.get(&of).copied().unwrap_or(0);
        row(&format!("    {}", occupation(ENGLISH, of)), &[per_game(used)])
    }));
    lines
}

/// How often an object was used in each way. Both Secret Bags are announced and demanded as one kind: what is said of
/// them stands in both their lines.
fn object_uses(tally: &Tally, of: Face) -> [(&'static str, u32); 4] {
    let as_kind = |counts: &std::collections::BTreeMap<nightcoach_rules::Kind, u32>| {
        counts.iter().filter(|(kind, _)| faces(**kind, false).contains(&of)).map(|(_, count)| count).sum()
    };
    [
        ("drawn", tally.drawn.get(&of).copied().unwrap_or(0)),
        ("announced", as_kind(&tally.announced)),
        ("demanded", as_kind(&tally.demanded)),
        ("played", tally.played.get(&of).copied().unwrap_or(0)),
    ]
}

/// The same numbers for programs.
pub(super) fn numbers(seed: u64, tallies: &Tallies) -> anyhow::Result<Value> {
    let mut all = Vec::new();
    for (seats, tally) in &tallies.0 {
        let lengths = tally.lengths().map(|length| (length.of.to_owned(), length.json()));
        let endings = Ending::ALL.map(|ending| (ending.label().to_owned(), json!(tally.ended(ending))));
        let sides = Association::ALL
            .map(|side| (association(ENGLISH, side).to_owned(), json!(tally.sides.get(&side).copied().unwrap_or(0))));
        let places: Vec<Value> = tally
            .places
            .iter()
            .map(|(place, (held, claims))| json!({ "place": place + 1, "claims": claims, "true": held }))
            .collect();
        let objects = Face::ALL.map(|of| {
            let uses = object_uses(tally, of).map(|(name, count)| (name.to_owned(), json!(count)));
            (format!("{of:?}"), Value::Object(Map::from_iter(uses)))
        });
        let occupations =
            Occupation::ALL.map(|of| (format!("{of:?}"), json!(tally.used.get(&of).copied().unwrap_or(0))));
        all.push(json!({
            "seats": seats,
            "games": tally.games,
            "length": Map::from_iter(lengths),
            "endings": Map::from_iter(endings),
            "sides": Map::from_iter(sides),
            "claimers": places,
            "deeds": serde_json::to_value(&tally.deeds)?,
            "objects": Map::from_iter(objects),
            "occupations": Map::from_iter(occupations),
        }));
    }
    Ok(json!({ "seed": seed, "tables": all }))
}

impl Tally {
    fn ended(&self, ending: Ending) -> u32 {
        self.endings.get(&ending).copied().unwrap_or(0)
    }
}

impl Length {
    fn json(self) -> Value {
        json!({ "mean": self.mean, "median": self.median, "p90": self.p90, "max": self.max })
    }
}

impl Ending {
    const fn label(self) -> &'static str {
        match self {
            Self::DeclarationTrue => "declaration, true",
            Self::DeclarationFalse => "declaration, false",
            Self::ProphecyTrue => "prophecy, true",
            Self::ProphecyFalse => "prophecy, false",
            Self::Personal => "personal win",
            Self::Drawn => "drawn",
            Self::Unsettled => "unsettled",
        }
    }
}

fn row(label: &str, cells: &[impl AsRef<str>]) -> String {
    cells.iter().fold(format!("{label:36}"), |mut line, cell| {
        write!(line, "{:>11}", cell.as_ref()).ok();
        line
    })
}

fn percent(part: u32, of: u32) -> f64 {
    mean(u64::from(part) * 100, of as usize)
}

fn ratio(count: u32, games: u32) -> f64 {
    f64::from(count) / f64::from(games.max(1))
}
