//! What the panels of the table draw from.

use nightcoach_rules::{Choices, Seat, View};
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
