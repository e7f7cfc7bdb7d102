//! A step in the making: the state as it changes, and what the step hands out.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use crate::components::VOTE_LAPS;
use crate::{CardOp, Event, Gift, Outcome, Phase, Seat, SeatSet, SeatState, State, Step, Then, foresight, owed, text};

/// A step in the making.
pub(crate) struct Progress {
    pub(crate) state: State,
    events: Vec<Event>,
    carried: BTreeMap<Seat, Vec<CardOp>>,
    group: Vec<CardOp>,
    after: Vec<CardOp>,
}

impl Progress {
    pub(crate) fn new(state: &State, carried: BTreeMap<Seat, Vec<CardOp>>) -> Self {
        Self { state: state.clone(), events: Vec::new(), carried, group: Vec::new(), after: Vec::new() }
    }

    pub(crate) fn finish(self) -> Step {
        Step { state: self.state, events: self.events, carried: self.carried, group: self.group, after: self.after }
    }

    pub(crate) fn say(&mut self, event: Event) {
        self.events.push(event);
    }

    /// Bookkeeping after the carried operations.
    pub(crate) fn then_do(&mut self, op: CardOp) {
        self.after.push(op);
    }

    /// A group operation, in rounds of its own before the next entry.
    pub(crate) fn then_group(&mut self, op: CardOp) {
        self.group.push(op);
    }

    /// Changes what is public of a seat.
    pub(crate) fn change(&mut self, seat: Seat, change: impl FnOnce(&mut SeatState)) {
        if let Some(seat) = self.state.seats.get_mut(seat.index()) {
            change(seat);
        }
    }

    /// Moves one object from hand to hand.
    pub(crate) fn move_card(&mut self, from: Seat, to: Seat) {
        self.change(from, |seat| seat.hand = seat.hand.saturating_sub(1));
        self.change(to, |seat| seat.hand = seat.hand.saturating_add(1));
    }

    /// The top card of the pile goes to a hand, if there is one (rules.md C.6).
    pub(crate) fn draw(&mut self, to: Seat) {
        let Some(left) = self.state.pile.checked_sub(1) else {
            return;
        };
        self.state.pile = left;
        self.change(to, |seat| seat.hand = seat.hand.saturating_add(1));
        self.group.push(CardOp::Draw { to });
        self.say(Event::Drew { seat: to, left });
        if left == 0 {
            self.say(Event::PileEmptied);
        }
    }

    /// Goes on with `then`, after gifts if this hand is above the limit (rules.md C.7).
    pub(crate) fn settle_limit(&mut self, seat: Seat, given: SeatSet, then: Then) {
        if self.state.hand(seat) <= self.state.hand_limit() {
            self.go_on(then);
        } else if self.state.is_awake(seat) {
            self.state.phase = Phase::Gift(Gift { giver: seat, given, then });
        } else {
            self.change(seat, |seat| seat.over_limit = true);
            self.go_on(then);
        }
    }

    /// Goes on after an interruption.
    pub(crate) fn go_on(&mut self, then: Then) {
        match then {
            Then::Text(trade, card) => text::ask(self, trade, card),
            Then::TradeOver(trade) => text::trade_over(self, trade),
            Then::EndTurn => self.end_turn(),
            Then::Turn if self.state.is_awake(self.state.active) => self.state.phase = Phase::Turn,
            Then::Turn => {
                // The active seat fell asleep while a waking seat settled its excess.
                self.say(Event::PassedOver { seat: self.state.active });
                self.state.passes = self.state.passes.saturating_add(1);
                self.end_turn();
            }
        }
    }

    /// The turn is over, but for a Clairvoyant at its end.
    pub(crate) fn end_turn(&mut self) {
        if foresight::is_asked_at_end(&self.state) {
            self.state.phase = Phase::TurnEnd;
        } else {
            self.finish_turn();
        }
    }

    /// The turn is really over; a draw vote may come first (E7).
    pub(crate) fn finish_turn(&mut self) {
        let awake = u32::try_from(self.state.awake().len()).unwrap_or(u32::MAX);
        let due = VOTE_LAPS.saturating_mul(awake);
        if self.state.options.draw_vote && self.state.passes >= due {
            self.state.passes = 0;
            self.say(Event::VoteBegan);
            self.state.phase = Phase::Vote;
        } else {
            self.begin_turn();
        }
    }

    /// The next awake seat's turn begins, unless the last lap is over. A sleeper who is passed over has had his turn
    /// skipped.
    pub(crate) fn begin_turn(&mut self) {
        let mut next = self.state.active;
        for _ in 0..self.state.options.seats {
            next = self.state.left_of(next);
            if next == self.state.start {
                self.state.laps = self.state.laps.saturating_add(1);
            }
            if self.state.is_awake(next) {
                break;
            }
            self.change(next, |seat| seat.skip_turn = false);
        }
        let limit = u32::from(self.state.options.max_laps);
        if limit > 0 && self.state.laps >= limit {
            self.end_game(Outcome::Drawn);
            return;
        }
        self.state.active = next;
        self.state.turn = self.state.turn.saturating_add(1);
        self.state.phase = Phase::Turn;
        self.say(Event::TurnBegan { turn: self.state.turn, seat: next });
    }

    pub(crate) fn end_game(&mut self, outcome: Outcome) {
        self.say(Event::Ended { outcome: outcome.clone() });
        self.state.phase = Phase::Over(outcome);
    }

    /// Puts seats to sleep; who owed an entry is passed over and has his next turn skipped (walk.md a.5, decision 3).
    pub(crate) fn put_to_sleep(&mut self, fallen: SeatSet) {
        if fallen.is_empty() {
            return;
        }
        let owing = owed(&self.state).seats();
        for seat in fallen.iter() {
            let owed_entry = owing.contains(seat);
            self.change(seat, |seat| {
                seat.awake = false;
                seat.skip_turn |= owed_entry;
            });
            self.say(Event::FellAsleep { seat });
            if owed_entry {
                self.say(Event::PassedOver { seat });
            }
        }
    }
}
