//! What the panels of the table draw from.

use nightcoach_rules::{Choices, Fight, Neighbour, Phase, Seat, State, View};
use nightcoach_words::{Language, Phrase, Text, phrase, seat_name, text};

use crate::model::{Playing, Snapshot};

/// One frame of the table: the view, its choices, and whether an answer is taken now.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scene<'a> {
    /// The spoken language.
    pub(crate) language: Language,
    /// The whole snapshot of the game.
    pub(crate) playing: &'a Playing,
    /// What is around the game: chat, nudges, who has left.
    pub(crate) snapshot: &'a Snapshot,
    /// Whether a bot plays on for the person.
    pub(crate) bot_plays: bool,
    /// After how many seconds the own turn is called to mind.
    pub(crate) remind: Option<u64>,
    /// What this seat knows.
    pub(crate) view: &'a View,
    /// What this seat may do; nothing unless it is asked.
    pub(crate) choices: &'a Choices,
    /// Whether answers are taken: asked, not yet answered, and past the guard time.
    pub(crate) live: bool,
}

impl Scene<'_> {
    /// A fixed text.
    pub(crate) const fn text(&self, what: Text) -> &'static str {
        text(self.language, what)
    }

    /// A sentence with names.
    pub(crate) fn phrase(&self, what: &Phrase<'_>) -> String {
        phrase(self.language, &self.playing.names, what)
    }

    /// The name of a seat.
    pub(crate) fn name(&self, seat: Seat) -> String {
        seat_name(self.language, &self.playing.names, seat)
    }

    /// Whether the own name has to be marked as such: whoever gave no name is called "you" already.
    pub(crate) fn is_marked(&self, seat: Seat) -> bool {
        let name = self.name(seat);
        seat == self.view.seat && Language::ALL.into_iter().all(|language| name != text(language, Text::You))
    }
}

/// The fight that is being prepared, if there is one.
pub(crate) const fn fight(state: &State) -> Option<&Fight> {
    match &state.phase {
        Phase::Priest(fight)
        | Phase::Support(fight)
        | Phase::Hypnotist(fight)
        | Phase::Abilities(fight)
        | Phase::Doctor { fight, .. } => Some(fight),
        Phase::Turn
        | Phase::TurnEnd
        | Phase::Reorder { .. }
        | Phase::Demand(_)
        | Phase::HandOver(_)
        | Phase::Response(_)
        | Phase::Execution { .. }
        | Phase::Text { .. }
        | Phase::Consent { .. }
        | Phase::Direction { .. }
        | Phase::Pledges(_)
        | Phase::Passing(_)
        | Phase::Swap { .. }
        | Phase::Exchange { .. }
        | Phase::AssociationPick(_)
        | Phase::AssociationShow { .. }
        | Phase::Payment { .. }
        | Phase::Spoils(_)
        | Phase::Identity(_)
        | Phase::Luggage(_)
        | Phase::Taking(_)
        | Phase::Gift(_)
        | Phase::Named(_)
        | Phase::Closing(_)
        | Phase::Vote
        | Phase::Over(_) => None,
    }
}

/// The next seat awake on a side.
pub(crate) fn neighbour(state: &State, seat: Seat, side: Neighbour) -> Seat {
    let mut awake = state.others_from_left(seat).filter(|other| state.is_awake(*other));
    let found = match side {
        Neighbour::Left => awake.next(),
        Neighbour::Right => awake.last(),
    };
    found.unwrap_or(seat)
}
