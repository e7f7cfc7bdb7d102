//! Players that take any choice.

use std::collections::BTreeMap;

use nightcoach_plain::{Chance, PlainTable};
use nightcoach_rules::{Action, Choice, Choices, Seat, SeatSet, TurnChoices, choices, may_wake};

use super::dice::Dice;

/// How players that take any choice play.
#[derive(Clone, Copy, Debug)]
pub struct Temper {
    /// In so many turns of a hundred they declare, where they can.
    pub declares: usize,
    /// In so many turns of a hundred they pass, whatever else they could do.
    pub passes: usize,
    /// In so many rounds of a hundred somebody falls asleep, and a fifth of the turn starts wakes somebody.
    pub sleeps: usize,
}

impl Temper {
    /// Nobody sleeps, and one turn in a hundred is a declaration.
    pub const PLAIN: Self = Self { declares: 1, passes: 0, sleeps: 0 };
}

/// One thing that can happen to a table.
#[derive(Clone, Debug)]
pub enum Move {
    /// A round.
    Round {
        /// Entries by seat.
        entries: BTreeMap<Seat, Choice>,
        /// Who falls asleep in it.
        fallen: SeatSet,
    },
    /// A sleeper wakes.
    Wake(Seat),
}

/// What happens next at this table.
pub fn next_move<C: Chance>(table: &PlainTable<C>, temper: Temper, dice: &mut Dice) -> Move {
    let state = table.state();
    if temper.sleeps > 0 {
        let sleeper = state.all().iter().find(|seat| may_wake(state, *seat));
        if let Some(seat) = sleeper.filter(|_| dice.percent(20)) {
            return Move::Wake(seat);
        }
        let awake: Vec<Seat> = state.awake().iter().collect();
        if awake.len() > 2 && dice.percent(temper.sleeps) {
            let fallen = dice.pick(&awake).map_or(SeatSet::EMPTY, |seat| SeatSet::only(*seat));
            let entries = if dice.flip() { entries(table, fallen, temper, dice) } else { BTreeMap::new() };
            return Move::Round { entries, fallen };
        }
    }
    Move::Round { entries: entries(table, SeatSet::EMPTY, temper, dice), fallen: SeatSet::EMPTY }
}

/// Does it.
pub fn make<C: Chance>(table: &mut PlainTable<C>, what: &Move) {
    let done = match what {
        Move::Round { entries, fallen } => table.play_with_fallen(entries, *fallen),
        Move::Wake(seat) => table.wake(*seat),
    };
    done.unwrap_or_else(|error| panic!("{error:?} in {:?}: {what:?}", table.state()));
}

fn entries<C: Chance>(
    table: &PlainTable<C>,
    fallen: SeatSet,
    temper: Temper,
    dice: &mut Dice,
) -> BTreeMap<Seat, Choice> {
    let owing = table.owed().seats().minus(fallen);
    owing.iter().map(|seat| (seat, any_choice(&open(table, seat), temper, dice))).collect()
}

/// What a seat may do.
pub fn open<C: Chance>(table: &PlainTable<C>, seat: Seat) -> Choices {
    choices(&table.view(seat).expect("a seat of the table"))
}

/// Any choice.
pub fn any_choice(open: &Choices, temper: Temper, dice: &mut Dice) -> Choice {
    if let Choices::Turn(turn) = open {
        let claim = if dice.percent(temper.declares) { any_claim(turn, dice) } else { None };
        let pass = dice.percent(temper.passes).then_some(Choice::plain(Action::Pass));
        return claim
            .or(pass)
            .unwrap_or_else(|| dice.pick(&turn.without_declarations()).expect("a turn can be passed").clone());
    }
    dice.pick(&open.all()).unwrap_or_else(|| panic!("who owes has a choice: {open:?}")).clone()
}

/// Any declaration or prophecy that is possible.
pub fn any_claim(turn: &TurnChoices, dice: &mut Dice) -> Option<Choice> {
    let mut claims = turn.solo_wins();
    if let Ok(declare) = &turn.declare {
        let named = declare.companions.iter().filter(|_| dice.flip()).collect();
        let counts = dice.pick(&declare.counts_for(named)).cloned();
        claims.extend(counts.map(|counts| Choice::plain(declare.action(named, &counts))));
    }
    if let Some(claim) = &turn.prophecy {
        let named = claim.others.iter().filter(|_| dice.flip()).collect();
        claims.push(Choice::plain(claim.action(named)));
    }
    dice.pick(&claims).cloned()
}
