//! Whole transcripts from fixed seeds, which together hold every card operation and every claim, and spoilt ones.

use std::collections::BTreeSet;

use nightcoach_bots::{Bot, Random};
use nightcoach_rules::{AbilityMode, Action, CardOp, Choice, Kind, Options, Seat, View, choices, faces, judge};
use nightcoach_table::{Check, Input, Table, Verdict, audit};
use nightcoach_tests::sim::{Sim, identity};
use nightcoach_transcript::file;
use serde_json::{Value, json};

use crate::forgeries::{edits, forgeries};
use crate::pinned::{assert_bytes_pinned, assert_pinned, hex};

/// A game of the vectors: what comes of these options and this seed.
pub(crate) struct Game {
    pub(crate) name: &'static str,
    pub(crate) options: Options,
    pub(crate) seed: u64,
    /// Choices that are made at random before bots play to win.
    random: usize,
    /// After so many choices this seat vanishes; thirty steps later it is there again, and wakes.
    pub(crate) lost: Option<(usize, Seat)>,
}

/// Players that first do what none of them has done yet, or anything at all, and then play to win.
pub(crate) struct Players {
    random: Vec<Random>,
    bots: Vec<Bot>,
    left: usize,
    /// Names of the operations and claims so far.
    seen: BTreeSet<String>,
    /// Whether a Diplomat asks for a Secret Bag, or else for what the target has.
    bags: bool,
}

impl Players {
    pub(crate) fn new(game: &Game) -> Self {
        let seeds = (0..u64::from(game.options.seats)).map(|seat| game.seed * 16 + seat);
        Self {
            random: seeds.clone().map(Random::new).collect(),
            bots: seeds.map(Bot::new).collect(),
            left: game.random,
            seen: BTreeSet::new(),
            bags: game.seed.is_multiple_of(2),
        }
    }

    pub(crate) fn choose(&mut self, sim: &Sim, view: &View) -> Option<Choice> {
        let Some(left) = self.left.checked_sub(1) else { return self.bots.get_mut(view.seat.index())?.choose(view) };
        self.left = left;
        let new = |choice: &Choice| {
            goes_on(&choice.action)
                && self.is_wanted(sim, view, &choice.action)
                && names(view, choice).iter().any(|name| !self.seen.contains(name))
        };
        let choice = choices(view).all().into_iter().find(new);
        let choice = choice.or_else(|| self.random.get_mut(view.seat.index())?.choose(view))?;
        self.seen.extend(names(view, &choice));
        Some(choice)
    }

    fn is_wanted(&self, sim: &Sim, view: &View, action: &Action) -> bool {
        let Action::Demand { target, kind } = action else { return true };
        let wanted = faces(*kind, view.state.pile_empty());
        let held = sim.tables.get(target.index()).and_then(Table::view);
        let is_met = held.is_some_and(|held| held.hand.iter().any(|face| wanted.contains(face)));
        if self.bags { *kind == Kind::SecretBag } else { is_met }
    }
}

/// Whether the game does not end with it.
fn goes_on(action: &Action) -> bool {
    !matches!(action, Action::DeclareTeam { .. } | Action::DeclareSolo { .. } | Action::Prophesy { .. })
}

/// What an action carries, by name.
fn names(view: &View, choice: &Choice) -> Vec<String> {
    let name = |op: &CardOp| {
        let told = if let CardOp::Claim { claim, .. } = op { format!("{claim:?}") } else { format!("{op:?}") };
        told.split([' ', '{']).next().unwrap_or_default().to_owned()
    };
    judge(&view.state, view.seat, &choice.action).unwrap_or_default().iter().map(name).collect()
}

/// The games: the three sizes, and tables with options that change what is proven or encoded.
pub(crate) fn games() -> Vec<Game> {
    let three = Options {
        smuggling: true,
        secret_support: true,
        sextant_last: true,
        coat_may_keep_own: true,
        diplomat_free: true,
        diplomat_demanded_first: true,
        clairvoyant_anytime: true,
        scoring: true,
        full_reveal: false,
        drink_stacking: true,
        prophecy: true,
        sealed_start: true,
        scores: vec![3, 2, 1],
        ..Options::new(3)
    };
    let four = Options {
        hypnotist_after_each: true,
        ability_mode: AbilityMode::SeatOrder,
        tome_coat_optional: true,
        duel_blocks_poison: true,
        duelist_bonus: false,
        doctor_on_tie: false,
        gift_to_full_allowed: false,
        strict_naming: true,
        claim_counts: true,
        pearl_blocks_solo: false,
        max_laps: 9,
        ..Options::new(4)
    };
    let game = |name, options, seed, random| Game { name, options, seed, random, lost: None };
    let losing = Options { losses: 1, ..Options::new(3) };
    vec![
        game("three", Options::new(3), 2, 60),
        game("three-mixed", Options { three_player_mixed: true, ..Options::new(3) }, 3, 60),
        game("three-variants", three, 7, 60),
        game("four-variants", four, 3, 60),
        game("five", Options::new(5), 4, 60),
        Game { lost: Some((17, Seat(0))), ..game("three-lost", losing, 1, 60) },
        game("ten", Options { max_laps: 3, ..Options::new(10) }, 6, 200),
    ]
}

fn play(game: &Game) -> Vec<u8> {
    let mut sim = Sim::begin(&game.options, game.seed).unwrap();
    let mut players = Players::new(game);
    for step in 0..3_000 {
        come_and_go(&mut sim, game, step);
        let Some((seat, view)) = sim.asked().into_iter().next() else {
            if sim.go_on() {
                continue;
            }
            break;
        };
        let Some(choice) = players.choose(&sim, &view) else { break };
        sim.choose(seat, choice);
    }
    sim.tables[1].transcript()
}

/// A seat that is lost, and comes back.
fn come_and_go(sim: &mut Sim, game: &Game, step: usize) {
    let Some((at, seat)) = game.lost else { return };
    if step == at {
        sim.vanish(seat);
    } else if step == at + 30 {
        sim.return_from(seat, Seat(1));
        sim.input(seat, Input::Wake);
        sim.wait(10_000);
    }
}

fn accepted(game: &Game, transcript: &[u8]) -> Value {
    let found = audit(transcript);
    assert_eq!(found.verdict, Verdict::ValidFinished, "{}", game.name);
    let file = format!("{}.nightcoach", game.name);
    assert_bytes_pinned(&file, transcript);
    json!({
        "name": game.name, "file": file, "verdict": "finished", "records": found.entries, "head": hex(&found.head),
        "options": game.options, "outcome": found.outcome,
    })
}

/// A change of a finished file, and what the audit says of it.
pub(crate) struct Change {
    pub(crate) why: String,
    pub(crate) edits: Value,
    pub(crate) records: Vec<Vec<u8>>,
}

impl Change {
    pub(crate) fn verdict(&self) -> Verdict {
        audit(&file::write(self.records.iter().map(Vec::as_slice))).verdict
    }
}

fn refused(game: &Game, change: &Change) -> Value {
    let Verdict::Invalid { entry, seat, check, .. } = change.verdict() else {
        panic!("{}: {} is accepted", game.name, change.why)
    };
    json!({
        "changes": game.name, "why": change.why, "change": change.edits, "record": entry,
        "seat": seat.map(|seat| seat.0), "check": check.map(Check::number),
    })
}

#[test]
fn transcripts_are_those_of_the_vectors() {
    let mut accepts = Vec::new();
    let mut refuses = Vec::new();
    let mut identities = Vec::new();
    for game in games() {
        let transcript = play(&game);
        println!("{}: {} bytes", game.name, transcript.len());
        accepts.push(accepted(&game, &transcript));
        let records: Vec<Vec<u8>> = file::read(&transcript).unwrap().into_iter().map(<[u8]>::to_vec).collect();
        let mut changes = forgeries(&game, &records);
        changes.extend(edits(&game, &records));
        refuses.extend(changes.iter().map(|change| refused(&game, change)));
        identities.extend((0..game.options.seats).map(|seat| hex(identity(game.seed, Seat(seat).0).seed())));
    }
    let vectors = json!({"identities": identities, "accepted": accepts, "refused": refuses});
    assert_pinned("transcripts.json", &vectors);
}
