//! One simulated game, and what is worth counting of it.

use std::collections::BTreeMap;
use std::sync::Arc;

use anyhow::{Context as _, bail};
use nightcoach_bots::{Bot, Random};
use nightcoach_plain::{PlainTable, Seeded};
use nightcoach_rules::{Association, Choice, Event, Face, Kind, Occupation, Options, Outcome, Seat, View};

use super::Players;
use crate::demo;

/// Rounds after which a game is given up.
const ROUND_LIMIT: u32 = 1_000_000;

/// A game to be played.
#[derive(Clone, Debug)]
pub(super) struct Job {
    /// Of the table.
    pub(super) options: Arc<Options>,
    /// Who plays.
    pub(super) players: Players,
    /// Of deal and players.
    pub(super) seed: u64,
}

/// What is counted of one game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Facts {
    pub(super) turns: u32,
    pub(super) laps: u32,
    pub(super) rounds: u32,
    pub(super) ending: Ending,
    /// The winning association, if one has won.
    pub(super) side: Option<Association>,
    /// The place in the order of turns, from 0, of who declared or prophesied.
    pub(super) place: Option<u8>,
    pub(super) deeds: BTreeMap<&'static str, u32>,
    pub(super) uses: Uses,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Ending {
    DeclarationTrue,
    DeclarationFalse,
    ProphecyTrue,
    ProphecyFalse,
    Personal,
    Drawn,
    Unsettled,
}

impl Ending {
    pub(super) const ALL: [Self; 7] = [
        Self::DeclarationTrue,
        Self::DeclarationFalse,
        Self::ProphecyTrue,
        Self::ProphecyFalse,
        Self::Personal,
        Self::Drawn,
        Self::Unsettled,
    ];
}

/// How often cards were used.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Uses {
    pub(super) drawn: BTreeMap<Face, u32>,
    pub(super) announced: BTreeMap<Kind, u32>,
    pub(super) demanded: BTreeMap<Kind, u32>,
    pub(super) played: BTreeMap<Face, u32>,
    pub(super) used: BTreeMap<Occupation, u32>,
}

/// The players of one table.
enum Table {
    Bots(Vec<Bot>),
    Random(Box<Random>),
}

impl Table {
    fn new(job: &Job) -> anyhow::Result<Self> {
        let bot = |place: u8| demo::bot(Some(job.seed.wrapping_mul(1_000).wrapping_add(u64::from(place))));
        Ok(match job.players {
            Players::Bots => Self::Bots((0..job.options.seats).map(bot).collect::<anyhow::Result<_>>()?),
            Players::Random => Self::Random(Box::new(Random::new(job.seed))),
        })
    }

    fn choose(&mut self, view: &View) -> Option<Choice> {
        match self {
            Self::Bots(bots) => bots.get_mut(view.seat.index())?.choose(view),
            Self::Random(random) => random.choose(view),
        }
    }
}

/// Plays one game; equal jobs give equal facts.
pub(super) fn play(job: &Job) -> anyhow::Result<Facts> {
    let refused = |error| anyhow::anyhow!("{error:?}");
    let mut table =
        PlainTable::new(&job.options, Seeded::new(job.seed)).map_err(|error| anyhow::anyhow!("{error:?}"))?;
    let start = table.state().active;
    let mut players = Table::new(job)?;
    let (mut rounds, mut uses, mut deeds) = (0, Uses::default(), BTreeMap::new());
    while table.outcome().is_none() {
        let mut entries = BTreeMap::new();
        for seat in table.owed().seats().iter() {
            let choice = table.view(seat).and_then(|view| players.choose(&view));
            entries.insert(seat, choice.with_context(|| format!("seat {} has nothing to say", seat.0))?);
        }
        let top = table.pile().first().copied();
        for event in table.play(&entries).map_err(refused)? {
            uses.note(&event, top);
            if let Some(deed) = deed(&event) {
                count(&mut deeds, deed);
            }
        }
        rounds += 1;
        if rounds >= ROUND_LIMIT {
            bail!("the game does not end");
        }
    }
    let outcome = table.outcome().context("the game is over")?;
    let (ending, side) = ending(outcome, table.log());
    let seats = job.options.seats;
    let place = |seat: Seat| (seat.0 + seats).saturating_sub(start.0).checked_rem(seats).unwrap_or(0);
    let place = claimer(outcome).map(place);
    let state = table.state();
    Ok(Facts { turns: state.turn, laps: state.laps, rounds, ending, side, place, deeds, uses })
}

impl Uses {
    /// Counts what happened; `top` is the object that lay on top of the pile before.
    fn note(&mut self, event: &Event, top: Option<Face>) {
        if let Event::Announced { kind, .. } = event {
            count(&mut self.announced, *kind);
        } else if let Event::Played { objects, power, .. } = event {
            for face in objects {
                count(&mut self.played, *face);
            }
            if let Some(power) = power {
                count(&mut self.used, power.occupation());
            }
        } else if let Event::Drew { .. } = event
            && let Some(face) = top
        {
            count(&mut self.drawn, face);
        } else if let Event::Stopped { .. } = event {
            count(&mut self.used, Occupation::Priest);
        } else if let Event::Cancelled { .. } = event {
            count(&mut self.used, Occupation::Doctor);
        } else if let Event::Hypnotised { .. } = event {
            count(&mut self.used, Occupation::Hypnotist);
        } else if let Event::Foresaw { .. } = event {
            count(&mut self.used, Occupation::Clairvoyant);
        } else if let Event::Demanded { kind, .. } = event {
            count(&mut self.used, Occupation::Diplomat);
            count(&mut self.demanded, *kind);
        }
    }
}

fn count<K: Ord>(counts: &mut BTreeMap<K, u32>, of: K) {
    *counts.entry(of).or_default() += 1;
}

/// What is counted of the main actions.
fn deed(event: &Event) -> Option<&'static str> {
    if let Event::Passed { .. } = event {
        Some("passes")
    } else if let Event::Refused { .. } = event {
        Some("refused offers")
    } else if let Event::Traded { .. } = event {
        Some("trades")
    } else if let Event::Lacked { .. } = event {
        Some("demands in vain")
    } else if let Event::Attacked { .. } = event {
        Some("attacks")
    } else if let Event::Gave { .. } = event {
        Some("gifts")
    } else {
        None
    }
}

/// Who made the claim that ended the game.
fn claimer(outcome: &Outcome) -> Option<Seat> {
    match outcome {
        Outcome::Won { declarer, .. } => Some(*declarer),
        Outcome::WonAlone { seat } => Some(*seat),
        Outcome::Drawn | Outcome::Unsettled => None,
    }
}

fn ending(outcome: &Outcome, log: &[Event]) -> (Ending, Option<Association>) {
    match outcome {
        Outcome::Won { association, holds, .. } => {
            let prophecy = log.iter().any(|event| matches!(event, Event::Prophesied { .. }));
            let ending = match (prophecy, holds) {
                (false, true) => Ending::DeclarationTrue,
                (false, false) => Ending::DeclarationFalse,
                (true, true) => Ending::ProphecyTrue,
                (true, false) => Ending::ProphecyFalse,
            };
            (ending, Some(*association))
        }
        Outcome::WonAlone { .. } => (Ending::Personal, None),
        Outcome::Drawn => (Ending::Drawn, None),
        Outcome::Unsettled => (Ending::Unsettled, None),
    }
}
