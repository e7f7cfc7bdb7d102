//! Whole games without anybody watching.

use std::collections::BTreeMap;

use nightcoach_rules::{Choice, Event, Options, Outcome, Seat, View};

use crate::{PlainTable, PlayError, Seeded, SetUpError};

/// Plays for one seat after the other; it is given a view and nothing else.
pub trait Chooser {
    /// The entry of the view's seat; `None` if it sees nothing to choose.
    fn choose(&mut self, view: &View) -> Option<Choice>;
}

impl<F: FnMut(&View) -> Option<Choice>> Chooser for F {
    fn choose(&mut self, view: &View) -> Option<Choice> {
        self(view)
    }
}

/// How a simulated game went.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// Turns played.
    pub turns: u32,
    /// Rounds played.
    pub rounds: u32,
    /// The outcome; none if the round limit ended the game.
    pub outcome: Option<Outcome>,
    /// The public log.
    pub log: Vec<Event>,
}

/// Why a simulation stopped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SimulateError {
    /// The table could not be set up.
    SetUp(SetUpError),
    /// The chooser had nothing to say for a seat that owed an entry.
    Silent(Seat),
    /// The chooser made an illegal or false entry.
    Play(PlayError),
}

/// Rounds after which a simulation gives up.
const ROUND_LIMIT: u32 = 100_000;

/// Plays one game; equal seeds and equal choosers give equal games.
///
/// # Errors
/// A faulty chooser, or illegal options.
pub fn simulate(options: &Options, seed: u64, chooser: &mut impl Chooser) -> Result<Report, SimulateError> {
    let mut table = PlainTable::new(options, Seeded::new(seed)).map_err(SimulateError::SetUp)?;
    let mut rounds = 0;
    while table.outcome().is_none() && rounds < ROUND_LIMIT {
        let mut entries = BTreeMap::new();
        for seat in table.owed().seats().iter() {
            let choice = table.view(seat).and_then(|view| chooser.choose(&view));
            entries.insert(seat, choice.ok_or(SimulateError::Silent(seat))?);
        }
        table.play(&entries).map_err(SimulateError::Play)?;
        rounds = rounds.saturating_add(1);
    }
    Ok(Report { turns: table.state().turn, rounds, outcome: table.outcome().cloned(), log: table.log().to_vec() })
}
