//! The trusted dealer's table.

use std::collections::BTreeMap;

use nightcoach_rules::components::associations_each;
use nightcoach_rules::{
    Association, CardOp, Choice, Choices, Claim, Event, Face, Illegal, Knowledge, Occupation, Options, OptionsError,
    Outcome, Owed, Reason, RoundInput, Seat, SeatSet, Seen, Selection, State, Step, TradeFaces, View, apply, outcome,
    owed, set_up, wake,
};

use crate::secrets::{Secrets, Sights};
use crate::{Chance, Deal, DealError};

/// A game whose dealer knows every card.
#[derive(Clone, Debug)]
pub struct PlainTable<C> {
    state: State,
    secrets: Secrets,
    knowledge: Vec<Knowledge>,
    chance: C,
    log: Vec<Event>,
}

/// Why a table could not be set up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SetUpError {
    /// The options are illegal.
    Options(OptionsError),
    /// The deal does not fit them.
    Deal(DealError),
}

/// A round that was refused, and whose fault that is. The table is as it was before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayError {
    /// The culprit.
    pub seat: Seat,
    /// What is wrong.
    pub cause: Cause,
}

/// What is wrong with an entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cause {
    /// The rules do not allow the action.
    Illegal(Reason),
    /// A claim that is not true of the cards.
    FalseClaim(Claim),
    /// An opened card is another one, or is not in the hand.
    FalseOpening,
    /// The singled-out card is missing or not in the hand.
    Selection,
}

impl From<Illegal> for PlayError {
    fn from(illegal: Illegal) -> Self {
        Self { seat: illegal.seat, cause: Cause::Illegal(illegal.reason) }
    }
}

impl<C: Chance> PlainTable<C> {
    /// Deals and begins.
    ///
    /// # Errors
    /// Illegal options, or a deal that does not fit them.
    pub fn new(options: &Options, chance: C) -> Result<Self, SetUpError> {
        let mut chance = chance;
        set_up(options, Seat(0)).map_err(SetUpError::Options)?;
        let deal = chance.deal(options);
        deal.check(options).map_err(SetUpError::Deal)?;
        let state = set_up(options, deal.start).map_err(SetUpError::Options)?;
        Ok(Self::seated(state, deal, chance))
    }

    fn seated(state: State, deal: Deal, chance: C) -> Self {
        let secrets = Secrets::new(deal, &state.options);
        let knowledge = secrets.knowledge();
        Self { state, secrets, knowledge, chance, log: Vec::new() }
    }

    /// A table with the cards arranged at will, for scenarios: any hands that hold something, and any pile.
    ///
    /// # Errors
    /// Illegal options, or a hand or slot too many, too few or empty.
    pub fn arranged(options: &Options, deal: Deal, chance: C) -> Result<Self, SetUpError> {
        let mut state = set_up(options, deal.start).map_err(SetUpError::Options)?;
        let n = usize::from(options.seats);
        if deal.hands.len() != n || deal.hands.iter().any(Vec::is_empty) {
            return Err(SetUpError::Deal(DealError::Hands));
        }
        if deal.associations.len() < n.saturating_mul(associations_each(options)) {
            return Err(SetUpError::Deal(DealError::Associations));
        }
        let Some(spares) = deal.occupations.len().checked_sub(n) else {
            return Err(SetUpError::Deal(DealError::Occupations));
        };
        let count = |cards: usize| u8::try_from(cards).unwrap_or(u8::MAX);
        for (seat, hand) in state.seats.iter_mut().zip(&deal.hands) {
            seat.hand = count(hand.len());
        }
        state.pile = count(deal.pile.len());
        state.spares = count(spares);
        Ok(Self::seated(state, deal, chance))
    }

    /// Plays a whole round in which nobody falls asleep.
    ///
    /// # Errors
    /// The culprit of the first entry that is illegal or false; then nothing has changed.
    pub fn play(&mut self, entries: &BTreeMap<Seat, Choice>) -> Result<Vec<Event>, PlayError> {
        self.play_with_fallen(entries, SeatSet::EMPTY)
    }

    /// Plays a whole round in which `fallen` fall asleep.
    ///
    /// # Errors
    /// As for [`Self::play`].
    pub fn play_with_fallen(
        &mut self,
        entries: &BTreeMap<Seat, Choice>,
        fallen: SeatSet,
    ) -> Result<Vec<Event>, PlayError> {
        let actions = entries.iter().map(|(seat, choice)| (*seat, choice.action.clone()));
        let input = RoundInput { entries: actions.collect(), fallen };
        let step = apply(&self.state, &input)?;
        self.take_over(step, entries)
    }

    /// Wakes a sleeper at a turn start.
    ///
    /// # Errors
    /// If the rules do not let it wake now.
    pub fn wake(&mut self, seat: Seat) -> Result<Vec<Event>, PlayError> {
        let step = wake(&self.state, seat)?;
        self.take_over(step, &BTreeMap::new())
    }

    /// Where chance comes from, to tell it of a reshuffle before it is asked.
    pub const fn chance_mut(&mut self) -> &mut C {
        &mut self.chance
    }

    /// Whose entries the next round needs.
    pub fn owed(&self) -> Owed {
        owed(&self.state)
    }

    /// How the game ended, if it did.
    pub fn outcome(&self) -> Option<&Outcome> {
        outcome(&self.state)
    }

    /// The public state.
    pub const fn state(&self) -> &State {
        &self.state
    }

    /// All public events so far.
    pub fn log(&self) -> &[Event] {
        &self.log
    }

    /// All that a seat may know; nothing for a seat that is not at this table.
    pub fn view(&self, seat: Seat) -> Option<View> {
        self.knowledge(seat).map(|knowledge| knowledge.view(&self.state))
    }

    /// What a seat may do now: the choices of its view, which is not made for it.
    pub fn choices(&self, seat: Seat) -> Choices {
        self.knowledge(seat).map_or(Choices::Nothing, |knowledge| knowledge.choices(&self.state))
    }

    /// Every hand, by seat, in the clear.
    pub fn hands(&self) -> &[Vec<Face>] {
        &self.secrets.hands
    }

    /// The pile, in the clear.
    pub fn pile(&self) -> &[Face] {
        &self.secrets.pile
    }

    /// Associations by seat, as many each as the table has, then what lies aside.
    pub fn associations(&self) -> &[Association] {
        &self.secrets.associations
    }

    /// Occupations by seat, then the spares.
    pub fn occupations(&self) -> &[Occupation] {
        &self.secrets.occupations
    }

    /// The cards of the running trade.
    pub const fn trade(&self) -> Option<TradeFaces> {
        self.secrets.trade
    }

    /// What a seat has seen.
    pub fn knowledge(&self, seat: Seat) -> Option<&Knowledge> {
        self.knowledge.get(seat.index())
    }

    /// Takes over a step, unless an operation of it does not hold.
    fn take_over(&mut self, step: Step, entries: &BTreeMap<Seat, Choice>) -> Result<Vec<Event>, PlayError> {
        let Step { state, events, carried, group, after } = step;
        let own = carried.iter().flat_map(|(seat, ops)| ops.iter().map(|op| (*seat, op)));
        // Nobody is to blame for what the group does; it cannot fail.
        let common = after.iter().chain(&group).map(|op| (state.active, op));
        let ops: Vec<(Seat, &CardOp)> = own.chain(common).collect();
        let seen = if ops.is_empty() { Vec::new() } else { self.carry_out(&ops, entries)? };
        for (seat, knowledge) in (0u8..).map(Seat).zip(&mut self.knowledge) {
            for ((_, op), sights) in ops.iter().zip(&seen) {
                let sight = if knowledge.sees(op) { sights.of(seat) } else { &Seen::Nothing };
                knowledge.note(self.state.turn, op, sight);
            }
            knowledge.end_step(&state);
        }
        self.state = state;
        self.log.extend_from_slice(&events);
        Ok(events)
    }

    /// Carries out operations on a copy of the secrets, which counts only if all of them hold.
    fn carry_out(
        &mut self,
        ops: &[(Seat, &CardOp)],
        entries: &BTreeMap<Seat, Choice>,
    ) -> Result<Vec<Sights>, PlayError> {
        let mut secrets = self.secrets.clone();
        let mut seen = Vec::with_capacity(ops.len());
        for (seat, op) in ops {
            let selection = entries.get(seat).map_or(&Selection::Nothing, |choice| &choice.selection);
            let sights = secrets.carry_out(op, selection, &mut self.chance);
            seen.push(sights.map_err(|cause| PlayError { seat: *seat, cause })?);
        }
        self.secrets = secrets;
        Ok(seen)
    }
}
