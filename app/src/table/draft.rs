//! A half-made choice: what the person has picked so far, and the [`Choice`] it comes to.

use std::collections::BTreeSet;

use nightcoach_rules::{
    Action, AnswerChoices, Choice, Choices, Face, Power, Seat, SeatSet, Side, Spoils, TakeChoices, View,
};

use super::scene::fight;

/// An answer of the prompt bar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Pick {
    /// Offer an object.
    Offer,
    /// Attack a seat.
    Attack,
    /// Pass the turn.
    Pass,
    /// Refuse an offer.
    Refuse,
    /// Accept an offer.
    Accept,
    /// Support a side or nobody.
    Support(Option<Side>),
    /// Let a window of a fight pass: open, stop, hypnotise or cancel nothing.
    OpenNothing,
    /// Use the own Priest or Doctor.
    Use,
    /// Win alone with this set of items.
    WinAlone(usize),
    /// The winner's choice.
    Spoils(Spoils),
    /// A vote.
    Vote(bool),
}

/// What is picked so far; it is dropped when the prompt changes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Draft {
    /// The answer.
    pub(crate) pick: Option<Pick>,
    /// A place in the own hand.
    pub(crate) card: Option<usize>,
    /// A seat.
    pub(crate) seat: Option<Seat>,
    /// A place in the hand that is shown to me.
    pub(crate) place: Option<usize>,
    /// What is given back.
    pub(crate) give_back: Option<Face>,
    /// What is opened in a fight.
    pub(crate) open: BTreeSet<Face>,
    /// The occupation that is used in a fight.
    pub(crate) power: Option<Power>,
}

impl Draft {
    /// The choice that the picks come to, if they are complete and legal.
    pub(crate) fn choice(&self, view: &View, choices: &Choices) -> Option<Choice> {
        self.candidate(view, choices).filter(|choice| choices.contains(choice))
    }

    fn candidate(&self, view: &View, choices: &Choices) -> Option<Choice> {
        match choices {
            Choices::Nothing | Choices::Forced(_) => None,
            Choices::Turn(turn) => match self.pick? {
                Pick::Offer => Some(with(Action::Offer { to: self.seat? }, self.hand_card(view)?)),
                Pick::Attack => Some(plain(Action::Attack { target: self.seat? })),
                Pick::Pass => Some(plain(Action::Pass)),
                Pick::WinAlone(set) => turn.solo_wins().get(set).cloned(),
                Pick::Refuse
                | Pick::Accept
                | Pick::Support(_)
                | Pick::OpenNothing
                | Pick::Use
                | Pick::Spoils(_)
                | Pick::Vote(_) => None,
            },
            Choices::Answer(answer) => self.answer(view, answer),
            Choices::Support => self.support(),
            Choices::Priest { .. } => self.uses().map(|stop| plain(Action::Priest { stop })),
            Choices::Doctor { .. } => self.uses().map(|cancel| plain(Action::Doctor { cancel })),
            Choices::Pay { .. } => Some(with(Action::Pay, self.hand_card(view)?)),
            Choices::Hypnotise { .. } => {
                let nobody = self.pick == Some(Pick::OpenNothing);
                (nobody || self.seat.is_some()).then(|| plain(Action::Hypnotise { target: self.seat }))
            }
            Choices::Abilities { .. } => {
                let nothing = self.pick == Some(Pick::OpenNothing);
                let objects: Vec<Face> = self.open.iter().copied().collect();
                let none = objects.is_empty() && self.power.is_none();
                (nothing == none).then(|| plain(Action::Abilities { objects, power: self.power }))
            }
            Choices::Spoils => {
                let mut both = [Spoils::Identity, Spoils::Luggage].into_iter();
                let wanted = both.find(|spoils| self.pick == Some(Pick::Spoils(*spoils)));
                wanted.map(|spoils| plain(Action::Spoils(spoils)))
            }
            Choices::Take(take) => self.take(take),
            Choices::Give { .. } => Some(with(Action::Give { to: self.seat? }, self.hand_card(view)?)),
            Choices::Vote => {
                let draw = self.pick == Some(Pick::Vote(true));
                (draw || self.pick == Some(Pick::Vote(false))).then(|| plain(Action::Vote { draw }))
            }
        }
    }

    /// Whether the own occupation is used, once that is picked.
    fn uses(&self) -> Option<bool> {
        match self.pick {
            Some(Pick::Use) => Some(true),
            Some(Pick::OpenNothing) => Some(false),
            _ => None,
        }
    }

    fn answer(&self, view: &View, answer: &AnswerChoices) -> Option<Choice> {
        if self.pick == Some(Pick::Refuse) {
            return Some(plain(Action::Refuse));
        }
        if self.pick != Some(Pick::Accept) {
            return None;
        }
        let card = self.hand_card(view)?;
        let text = answer.answers.iter().find(|answer| answer.card == card)?.text;
        Some(with(Action::Accept { text }, card))
    }

    fn support(&self) -> Option<Choice> {
        if let Some(Pick::Support(side)) = self.pick { Some(plain(Action::Support { side })) } else { None }
    }

    fn take(&self, take: &TakeChoices) -> Option<Choice> {
        if take.give_back.is_some() {
            return Some(with(Action::TakeAndReturn { index: 0 }, self.give_back?));
        }
        let index = u8::try_from(self.place?).ok()?;
        Some(plain(Action::Take { index }))
    }

    fn hand_card(&self, view: &View) -> Option<Face> {
        view.hand.get(self.card?).copied()
    }

    /// Picks an answer, or drops it if it was picked.
    pub(crate) fn toggle(&mut self, pick: Pick) {
        let same = self.pick == Some(pick);
        self.pick = (!same).then_some(pick);
        if pick == Pick::OpenNothing {
            self.open.clear();
            (self.power, self.seat) = (None, None);
        }
        if matches!(pick, Pick::Attack | Pick::Pass | Pick::Refuse) {
            self.card = None;
        }
        if pick == Pick::Pass {
            self.seat = None;
        }
    }

    /// Picks an occupation for a fight, or drops it.
    pub(crate) fn toggle_power(&mut self, power: Power) {
        self.pick = None;
        self.power = (self.power != Some(power)).then_some(power);
    }

    /// Picks an own card by its place, or drops it.
    pub(crate) fn toggle_card(&mut self, view: &View, choices: &Choices, place: usize) {
        let Some(face) = view.hand.get(place).copied().filter(|face| can_pick(choices, *face)) else {
            return;
        };
        match choices {
            Choices::Abilities { .. } => {
                self.pick = None;
                if !self.open.remove(&face) {
                    self.open.insert(face);
                }
                return;
            }
            Choices::Take(_) => {
                self.give_back = (self.give_back != Some(face)).then_some(face);
                return;
            }
            Choices::Turn(_) => self.pick = Some(Pick::Offer),
            Choices::Answer(_) => self.pick = Some(Pick::Accept),
            Choices::Nothing
            | Choices::Forced(_)
            | Choices::Priest { .. }
            | Choices::Pay { .. }
            | Choices::Support
            | Choices::Hypnotise { .. }
            | Choices::Doctor { .. }
            | Choices::Spoils
            | Choices::Give { .. }
            | Choices::Vote => {}
        }
        self.card = (self.card != Some(place)).then_some(place);
    }

    /// Picks a seat, or drops it.
    pub(crate) fn toggle_seat(&mut self, view: &View, choices: &Choices, seat: Seat) {
        if !seats(view, choices).contains(seat) {
            return;
        }
        if let (Choices::Support, Some(fight)) = (choices, fight(&view.state)) {
            let side = if seat == fight.attacker { Side::Attacker } else { Side::Defender };
            self.toggle(Pick::Support(Some(side)));
            return;
        }
        if matches!(choices, Choices::Hypnotise { .. }) {
            self.pick = None;
        }
        self.seat = (self.seat != Some(seat)).then_some(seat);
    }

    /// Picks one of the objects that are shown to me.
    pub(crate) fn toggle_place(&mut self, place: usize) {
        self.place = (self.place != Some(place)).then_some(place);
    }

    /// Whether this own card is picked.
    pub(crate) fn has_card(&self, view: &View, place: usize) -> bool {
        let opened = view.hand.get(place).is_some_and(|face| self.open.contains(face));
        self.card == Some(place) || opened
    }
}

/// Whether an own card can be picked in this prompt.
pub(crate) fn can_pick(choices: &Choices, face: Face) -> bool {
    match choices {
        Choices::Turn(turn) => turn.cards.contains(&face),
        Choices::Answer(answer) => answer.answers.iter().any(|answer| answer.card == face),
        Choices::Abilities { usable, .. } => usable.contains(&face),
        Choices::Give { cards, .. } | Choices::Pay { cards, .. } => cards.contains(&face),
        Choices::Take(take) => take.give_back.as_ref().is_some_and(|cards| cards.contains(&face)),
        Choices::Nothing
        | Choices::Forced(_)
        | Choices::Priest { .. }
        | Choices::Support
        | Choices::Hypnotise { .. }
        | Choices::Doctor { .. }
        | Choices::Spoils
        | Choices::Vote => false,
    }
}

/// The seats that can be picked in this prompt.
pub(crate) fn seats(view: &View, choices: &Choices) -> SeatSet {
    match choices {
        Choices::Turn(turn) => turn.partners,
        Choices::Give { receivers, .. } => *receivers,
        Choices::Hypnotise { targets } => *targets,
        Choices::Support => {
            fight(&view.state).map_or(SeatSet::EMPTY, |fight| SeatSet::only(fight.attacker).with(fight.defender))
        }
        Choices::Nothing
        | Choices::Forced(_)
        | Choices::Answer(_)
        | Choices::Priest { .. }
        | Choices::Pay { .. }
        | Choices::Abilities { .. }
        | Choices::Doctor { .. }
        | Choices::Spoils
        | Choices::Take(_)
        | Choices::Vote => SeatSet::EMPTY,
    }
}

const fn plain(action: Action) -> Choice {
    Choice { action, selection: Vec::new() }
}

fn with(action: Action, card: Face) -> Choice {
    Choice { action, selection: vec![card] }
}
