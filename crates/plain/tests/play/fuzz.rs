//! Anything that could be entered, from bytes: options, a deal, rounds with legal, illegal and false entries, sleepers and
//! wakers. Nothing panics, nothing illegal counts, and the rules agree with themselves.

use std::collections::BTreeMap;

use nightcoach_plain::{Cause, PlainTable, PlayError, Seeded};
use nightcoach_rules::{
    Association, Choice, Choices, Event, Face, Occupation, Options, Phase, RoundInput, Seat, SeatSet, State,
    TradeFaces, apply, judge, may_wake,
};

use super::bytes::Bytes;
use super::coverage::{Coverage, action};
use super::dice::Dice;
use super::invariants::{CardBox, check_views};
use super::options::any_options;
use super::player::{Move, any_claim, open};

type Table = PlainTable<Seeded>;

/// Rounds after which a run is long enough.
const MOST_ROUNDS: usize = 1_500;

/// Plays what these bytes say.
pub fn run(data: &[u8]) {
    play(data, None);
}

/// What playing it shows, and which kinds of actions it tries.
pub fn shown(data: &[u8]) -> Coverage {
    let mut seen = Coverage::default();
    play(data, Some(&mut seen));
    seen
}

/// Names are dear: where only the game is wanted, nothing is noted.
fn play(data: &[u8], mut seen: Option<&mut Coverage>) {
    let mut bytes = Bytes::new(data);
    let options = options(&mut bytes);
    let seed = u64::from(bytes.pair());
    let Ok(mut table) = PlainTable::new(&options, Seeded::new(seed)) else {
        assert!(options.check().is_err(), "a legal option block makes a table");
        return;
    };
    let cards = CardBox::of(&options);
    if let Some(seen) = &mut seen {
        seen.see_table(&table);
    }
    for _ in 0..MOST_ROUNDS {
        if bytes.is_empty() || table.outcome().is_some() {
            break;
        }
        let before = Snapshot::of(&table);
        let made = next(&table, &mut bytes);
        let events = attempt(&mut table, &made);
        match &events {
            Some(_) => cards.check(&table),
            None => assert_eq!(before, Snapshot::of(&table), "what was refused has changed nothing: {made:?}"),
        }
        if let Some(seen) = &mut seen {
            note(seen, before.trade, &made, &table, events.as_deref());
        }
    }
    check_views(&table);
}

fn note(seen: &mut Coverage, trade: Option<TradeFaces>, made: &Move, after: &Table, events: Option<&[Event]>) {
    if let Move::Round { entries, .. } = made {
        seen.0.extend(entries.values().map(|choice| format!("tried {}", action(&choice.action))));
    }
    if let Some(events) = events {
        seen.see_move(trade, made, after, events);
    }
}

/// A legal block mostly; now and then one that no table can have.
fn options(bytes: &mut Bytes<'_>) -> Options {
    let kind = bytes.next();
    let mut dice = Dice::new(u64::from(bytes.pair()));
    let laps = u16::from(bytes.next() % 16);
    let mut options = any_options(3 + kind % 8, laps, &mut dice);
    if kind >= 248 {
        options.seats = bytes.next();
        options.three_player_mixed = bytes.flag();
        options.secret_support = bytes.flag();
        options.scores = vec![1; usize::from(bytes.next() % 12)];
    }
    options
}

/// What is tried next.
fn next(table: &Table, bytes: &mut Bytes<'_>) -> Move {
    let (kind, all) = (bytes.next(), table.state().all());
    let mut fallen = SeatSet::EMPTY;
    if (200..216).contains(&kind) {
        fallen = if bytes.flag() { SeatSet::only(bytes.seat()) } else { SeatSet(bytes.pair()) };
    }
    if (216..224).contains(&kind) {
        let sleeper = all.iter().find(|seat| may_wake(table.state(), *seat));
        return Move::Wake(sleeper.unwrap_or_else(|| bytes.seat()));
    }
    let mut entries = BTreeMap::new();
    if !(208..216).contains(&kind) {
        for seat in table.owed().seats().minus(fallen).iter() {
            entries.insert(seat, listed(&open(table, seat), bytes));
        }
    }
    if (224..252).contains(&kind) {
        let owing: Vec<Seat> = table.owed().seats().iter().collect();
        let seat =
            owing.get(usize::from(bytes.next())).or_else(|| owing.first()).copied().unwrap_or_else(|| bytes.seat());
        let mut choice = Choice { action: bytes.action(), selection: bytes.selection() };
        if kind >= 244 {
            // A legal action, with cards that may not be there.
            choice.action = entries.get(&seat).map_or(choice.action, |legal: &Choice| legal.action.clone());
        }
        entries.insert(seat, choice);
    } else if kind >= 252 {
        let seat = bytes.seat();
        if bytes.flag() {
            entries.remove(&seat);
        } else {
            entries.insert(seat, Choice { action: bytes.action(), selection: bytes.selection() });
        }
    }
    Move::Round { entries, fallen }
}

/// One of the choices that a seat sees.
fn listed(open: &Choices, bytes: &mut Bytes<'_>) -> Choice {
    let which = usize::from(bytes.next());
    if let Choices::Turn(turn) = open {
        let claim = if which >= 240 { any_claim(turn, &mut Dice::new(u64::from(bytes.next()))) } else { None };
        return claim.unwrap_or_else(|| one(&turn.without_declarations(), which + (usize::from(bytes.next()) << 8)));
    }
    if let Choices::Forced(choice) = open {
        return choice.clone();
    }
    one(&open.all(), which)
}

fn one(choices: &[Choice], which: usize) -> Choice {
    assert!(!choices.is_empty(), "who owes has a choice");
    choices[which % choices.len()].clone()
}

/// Tries a move: what the rules say of it, told in every way there is, is the same. The events, if it was made.
fn attempt(table: &mut Table, made: &Move) -> Option<Vec<Event>> {
    match made {
        Move::Wake(seat) => {
            let may = may_wake(table.state(), *seat);
            let woke = table.wake(*seat);
            assert_eq!(woke.is_ok(), may, "who may wake wakes: {seat:?}");
            woke.ok()
        }
        Move::Round { entries, fallen } => {
            let legal = check_apply(table, entries, *fallen);
            let offered = fallen.is_empty().then(|| offered(table, entries)).flatten();
            let done = table.play_with_fallen(entries, *fallen);
            match &done {
                Ok(_) => assert!(legal, "only what is legal is played: {made:?}"),
                Err(PlayError { cause: Cause::Illegal(_), .. }) => assert!(!legal, "what is legal is played: {made:?}"),
                Err(PlayError { cause: Cause::FalseClaim(_) | Cause::FalseOpening | Cause::Selection, .. }) => {
                    assert!(legal, "only what is legal is false: {made:?}");
                }
            }
            if let Some(offered) = offered {
                assert_eq!(done.is_ok(), offered, "the choices of a view are what can be played: {made:?}");
            }
            done.ok()
        }
    }
}

/// Whether the rules accept a round; a single entry is judged as the round is.
fn check_apply(table: &Table, entries: &BTreeMap<Seat, Choice>, fallen: SeatSet) -> bool {
    let state = table.state();
    let judged: BTreeMap<Seat, _> =
        entries.iter().map(|(seat, choice)| (*seat, judge(state, *seat, &choice.action))).collect();
    let input =
        RoundInput { entries: entries.iter().map(|(seat, choice)| (*seat, choice.action.clone())).collect(), fallen };
    let applied = apply(state, &input);
    let sound = judged.values().all(Result::is_ok);
    if let Ok(step) = &applied {
        assert!(sound, "a round is legal only if every entry is");
        for (seat, ops) in &step.carried {
            let own = judged.get(seat).and_then(|judged| judged.as_ref().ok());
            assert_eq!(own, Some(ops), "an entry carries what was asked of it");
        }
        return true;
    }
    let entered: SeatSet = entries.keys().copied().collect();
    let whole = entered == table.owed().seats().minus(fallen);
    let declared = matches!(state.phase, Phase::Named(_) | Phase::Closing(_));
    let stay = fallen.is_empty() || declared || state.awake().minus(fallen).len() >= 2;
    let plays = !matches!(state.phase, Phase::Over(_)) && fallen.within(state.awake());
    assert!(!(sound && whole && stay && plays), "a round of legal entries is legal: {input:?} {applied:?}");
    false
}

/// Whether every entry is one of the choices of its seat's view; nothing if it is no whole round.
fn offered(table: &Table, entries: &BTreeMap<Seat, Choice>) -> Option<bool> {
    let entered: SeatSet = entries.keys().copied().collect();
    let listed = |(seat, choice): (&Seat, &Choice)| {
        let open = open(table, *seat);
        // Cards that are singled out although the action wants none, or one, are as good as not there.
        let first = choice.selection.objects().first().map(|face| Choice::with(choice.action.clone(), *face));
        let meant = [Some(choice.clone()), Some(Choice::plain(choice.action.clone())), first];
        meant.into_iter().flatten().any(|choice| open.contains(&choice))
    };
    (entered == table.owed().seats()).then(|| entries.iter().all(listed))
}

/// What a refused round must not change.
#[derive(Debug, PartialEq, Eq)]
struct Snapshot {
    state: State,
    hands: Vec<Vec<Face>>,
    pile: Vec<Face>,
    associations: Vec<Association>,
    occupations: Vec<Occupation>,
    trade: Option<TradeFaces>,
    logged: usize,
}

impl Snapshot {
    fn of(table: &Table) -> Self {
        Self {
            state: table.state().clone(),
            hands: table.hands().to_vec(),
            pile: table.pile().to_vec(),
            associations: table.associations().to_vec(),
            occupations: table.occupations().to_vec(),
            trade: table.trade(),
            logged: table.log().len(),
        }
    }
}
