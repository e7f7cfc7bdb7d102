//! What the picks of a [`Draft`] come to: a [`Choice`], once they are complete.

use nightcoach_rules::{
    Action, AnswerChoices, Choice, Choices, Face, Kind, Occupation, Selection, Spoils, TakeChoices, TurnChoices, View,
};

use super::draft::{Draft, Pick};

impl Draft {
    /// The choice that the picks come to, if they are complete and legal.
    pub(crate) fn choice(&self, view: &View, choices: &Choices) -> Option<Choice> {
        self.candidate(view, choices).filter(|choice| choices.contains(choice))
    }

    fn candidate(&self, view: &View, choices: &Choices) -> Option<Choice> {
        match choices {
            Choices::Nothing | Choices::Forced(_) => None,
            Choices::Turn(turn) => self.main_action(view, turn),
            Choices::Answer(answer) => self.answer(view, answer),
            Choices::Foresee { .. } => {
                self.uses().map(|uses| Choice::plain(if uses { Action::Foresee } else { Action::Pass }))
            }
            Choices::Reorder { pile } => self.reorder(pile),
            Choices::Surrender { .. } => Some(Choice::with(Action::Surrender, self.hand_card(view)?)),
            Choices::Text { kind, .. } => self.text(*kind),
            Choices::UseText { .. } => self.uses().map(|using| Choice::plain(Action::UseText { using })),
            Choices::Direct => self.direct(),
            Choices::Pledge { .. } => Some(Choice::with(Action::Pledge, self.hand_card(view)?)),
            Choices::Exchange { spares, own } => self.exchange(spares, *own),
            Choices::PickAssociation { .. } => self.look_at(),
            Choices::Support => self.support(),
            Choices::Priest { .. } => self.uses().map(|stop| Choice::plain(Action::Priest { stop })),
            Choices::Doctor { .. } => self.uses().map(|cancel| Choice::plain(Action::Doctor { cancel })),
            Choices::Pay { .. } => Some(Choice::with(Action::Pay, self.hand_card(view)?)),
            Choices::Hypnotise { .. } => {
                let nobody = self.pick == Some(Pick::Decline);
                (nobody || self.seat.is_some()).then(|| Choice::plain(Action::Hypnotise { target: self.seat }))
            }
            Choices::Abilities { .. } => {
                let nothing = self.pick == Some(Pick::Decline);
                let objects: Vec<Face> = self.open.iter().copied().collect();
                let none = objects.is_empty() && self.power.is_none();
                (nothing == none).then(|| Choice::plain(Action::Abilities { objects, power: self.power }))
            }
            Choices::Spoils => {
                let mut both = [Spoils::Identity, Spoils::Luggage].into_iter();
                let wanted = both.find(|spoils| self.pick == Some(Pick::Spoils(*spoils)));
                wanted.map(|spoils| Choice::plain(Action::Spoils(spoils)))
            }
            Choices::Take(take) => self.take(take),
            Choices::Give { .. } => Some(Choice::with(Action::Give { to: self.seat? }, self.hand_card(view)?)),
            Choices::Vote => {
                let draw = self.pick == Some(Pick::Vote(true));
                (draw || self.pick == Some(Pick::Vote(false))).then(|| Choice::plain(Action::Vote { draw }))
            }
        }
    }

    fn main_action(&self, view: &View, turn: &TurnChoices) -> Option<Choice> {
        match self.pick? {
            Pick::Offer => Some(Choice::with(Action::Offer { to: self.seat? }, self.hand_card(view)?)),
            Pick::Attack => Some(Choice::plain(Action::Attack { target: self.seat? })),
            Pick::Pass => Some(Choice::plain(Action::Pass)),
            Pick::Foresee => Some(Choice::plain(Action::Foresee)),
            Pick::WinAlone(set) => turn.solo_wins().get(set).cloned(),
            Pick::Refuse
            | Pick::Accept
            | Pick::Support(_)
            | Pick::Decline
            | Pick::Use
            | Pick::Direct(_)
            | Pick::Take(_)
            | Pick::LookAt(_)
            | Pick::Spoils(_)
            | Pick::Vote(_) => None,
        }
    }

    /// Whether the own occupation or text is used, once that is picked.
    fn uses(&self) -> Option<bool> {
        match self.pick {
            Some(Pick::Use) => Some(true),
            Some(Pick::Decline) => Some(false),
            _ => None,
        }
    }

    fn answer(&self, view: &View, answer: &AnswerChoices) -> Option<Choice> {
        if self.pick == Some(Pick::Refuse) {
            return Some(Choice::plain(Action::Refuse));
        }
        if self.pick != Some(Pick::Accept) {
            return None;
        }
        let card = self.hand_card(view)?;
        let text = answer.answers.iter().find(|answer| answer.card == card)?.text;
        Some(Choice::with(Action::Accept { text }, card))
    }

    fn reorder(&self, pile: &[Face]) -> Option<Choice> {
        let [first, second] = *self.top.as_slice() else {
            return None;
        };
        let faces = vec![*pile.get(first)?, *pile.get(second)?];
        Some(Choice { action: Action::Reorder, selection: Selection::Objects(faces) })
    }

    /// What is said about the card that was given away: its kind, or nothing.
    fn text(&self, kind: Option<Kind>) -> Option<Choice> {
        let text = if self.uses()? { Some(kind?) } else { None };
        Some(Choice::plain(Action::Text { text }))
    }

    fn direct(&self) -> Option<Choice> {
        if let Some(Pick::Direct(side)) = self.pick { Some(Choice::plain(Action::Direct { side })) } else { None }
    }

    fn exchange(&self, spares: &[Occupation], own: Option<Occupation>) -> Option<Choice> {
        let Some(Pick::Take(role)) = self.pick else {
            return None;
        };
        let there = spares.contains(&role) || own == Some(role);
        there.then_some(Choice { action: Action::Exchange, selection: Selection::Occupation(role) })
    }

    fn look_at(&self) -> Option<Choice> {
        if let Some(Pick::LookAt(place)) = self.pick {
            Some(Choice::plain(Action::PickAssociation { place }))
        } else {
            None
        }
    }

    fn support(&self) -> Option<Choice> {
        if let Some(Pick::Support(side)) = self.pick { Some(Choice::plain(Action::Support { side })) } else { None }
    }

    fn take(&self, take: &TakeChoices) -> Option<Choice> {
        if take.give_back.is_some() {
            return Some(Choice::with(Action::TakeAndReturn { index: 0 }, self.give_back?));
        }
        let index = u8::try_from(self.place?).ok()?;
        Some(Choice::plain(Action::Take { index }))
    }

    fn hand_card(&self, view: &View) -> Option<Face> {
        view.hand.get(self.card?).copied()
    }
}
