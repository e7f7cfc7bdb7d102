//! A half-made choice: what the person has picked so far. What it comes to is in [`compose`](super::compose).

use std::collections::BTreeSet;

use nightcoach_rules::{Choices, Face, Neighbour, Occupation, Power, Seat, SeatSet, Side, Spoils, View};

/// An answer of the prompt bar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Pick {
    /// Offer an object.
    Offer,
    /// Attack a seat.
    Attack,
    /// Pass the turn.
    Pass,
    /// Use the own Clairvoyant before the action of the turn.
    Foresee,
    /// Refuse an offer.
    Refuse,
    /// Accept an offer.
    Accept,
    /// Support a side or nobody.
    Support(Option<Side>),
    /// Let something be: open, stop, hypnotise, cancel, announce or foresee nothing.
    Decline,
    /// Use the own occupation or the own text.
    Use,
    /// Let everybody pass an object to this side.
    Direct(Neighbour),
    /// Take this occupation.
    Take(Occupation),
    /// Look at the association card at this place.
    LookAt(u8),
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
    /// Places in the pile, in the order in which they go on top.
    pub(crate) top: Vec<usize>,
}

impl Draft {
    /// Picks an answer, or drops it if it was picked.
    pub(crate) fn toggle(&mut self, pick: Pick) {
        let same = self.pick == Some(pick);
        self.pick = (!same).then_some(pick);
        if pick == Pick::Decline {
            self.open.clear();
            (self.power, self.seat) = (None, None);
        }
        if matches!(pick, Pick::Attack | Pick::Pass | Pick::Foresee | Pick::Refuse) {
            self.card = None;
        }
        if matches!(pick, Pick::Pass | Pick::Foresee) {
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
            | Choices::Foresee { .. }
            | Choices::Reorder { .. }
            | Choices::Surrender { .. }
            | Choices::Text { .. }
            | Choices::UseText { .. }
            | Choices::Direct
            | Choices::Pledge { .. }
            | Choices::Exchange { .. }
            | Choices::PickAssociation { .. }
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
        if let (Choices::Support, Some(fight)) = (choices, view.state.phase.fight()) {
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

    /// Puts an object of the pile on top, after the one that is there, or takes it back.
    pub(crate) fn toggle_top(&mut self, place: usize) {
        if let Some(at) = self.top.iter().position(|picked| *picked == place) {
            self.top.remove(at);
        } else if self.top.len() < 2 {
            self.top.push(place);
        }
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
        Choices::Give { cards, .. }
        | Choices::Pay { cards, .. }
        | Choices::Surrender { cards, .. }
        | Choices::Pledge { cards, .. } => cards.contains(&face),
        Choices::Take(take) => take.give_back.as_ref().is_some_and(|cards| cards.contains(&face)),
        Choices::Nothing
        | Choices::Forced(_)
        | Choices::Foresee { .. }
        | Choices::Reorder { .. }
        | Choices::Text { .. }
        | Choices::UseText { .. }
        | Choices::Direct
        | Choices::Exchange { .. }
        | Choices::PickAssociation { .. }
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
            view.state.phase.fight().map_or(SeatSet::EMPTY, |fight| SeatSet::only(fight.attacker).with(fight.defender))
        }
        Choices::Nothing
        | Choices::Forced(_)
        | Choices::Answer(_)
        | Choices::Foresee { .. }
        | Choices::Reorder { .. }
        | Choices::Surrender { .. }
        | Choices::Text { .. }
        | Choices::UseText { .. }
        | Choices::Direct
        | Choices::Pledge { .. }
        | Choices::Exchange { .. }
        | Choices::PickAssociation { .. }
        | Choices::Priest { .. }
        | Choices::Pay { .. }
        | Choices::Abilities { .. }
        | Choices::Doctor { .. }
        | Choices::Spoils
        | Choices::Take(_)
        | Choices::Vote => SeatSet::EMPTY,
    }
}
