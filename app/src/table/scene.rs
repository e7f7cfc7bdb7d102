//! What the panels of the table draw from.

use std::ops::Deref;
use std::path::Path;

use nightcoach_rules::{Choices, Event, Outcome, Seat, SeatSet, State, View};
use nightcoach_table::Fault;
use nightcoach_words::{Language, Phrase, Text, phrase, seat_name, text};

use crate::model::{Playing, Since, Snapshot, Watched};

/// One frame of what everybody at the table sees, whoever looks at it: no hand, no role, no choice.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Board<'a> {
    /// The spoken language.
    pub(crate) language: Language,
    /// What is around the game: chat, nudges, who has left, who watches.
    pub(crate) snapshot: &'a Snapshot,
    /// Names by seat.
    pub(crate) names: &'a [String],
    /// The public state.
    pub(crate) state: &'a State,
    /// The seat of whoever looks; nobody's, for those who watch.
    pub(crate) own: Option<Seat>,
    /// Public log: turn and event.
    pub(crate) log: &'a [(u32, Event)],
    /// Seats whose entry is missing, and since when just these.
    pub(crate) waiting: (SeatSet, Since),
    /// How it has ended or stopped.
    pub(crate) end: End<'a>,
}

/// The end of a game, or the fault that stopped it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct End<'a> {
    /// Why the table has stopped.
    pub(crate) fault: Option<&'a Fault>,
    /// How the game ended.
    pub(crate) outcome: Option<&'a Outcome>,
    /// Who has co-signed the end.
    pub(crate) closed_by: SeatSet,
    /// The score sheet after this game.
    pub(crate) scores: Option<&'a [u16]>,
    /// Where the transcript lies.
    pub(crate) transcript: Option<&'a Path>,
}

/// One frame of the table at the own seat: the view, its choices, and whether an answer is taken now.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scene<'a> {
    /// What everybody sees.
    pub(crate) board: Board<'a>,
    /// The whole snapshot of the game.
    pub(crate) playing: &'a Playing,
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

impl<'a> Deref for Scene<'a> {
    type Target = Board<'a>;

    fn deref(&self) -> &Board<'a> {
        &self.board
    }
}

impl<'a> Board<'a> {
    /// The table at a seat of its own.
    pub(crate) fn played(language: Language, snapshot: &'a Snapshot, playing: &'a Playing, view: &'a View) -> Self {
        Self {
            language,
            snapshot,
            names: &playing.names,
            state: &view.state,
            own: Some(playing.seat),
            log: &playing.log,
            waiting: (playing.waiting_for, playing.waiting_since),
            end: End {
                fault: playing.fault.as_ref().filter(|_fault| playing.is_over()),
                outcome: playing.outcome.as_ref(),
                closed_by: playing.closed_by,
                scores: playing.scores.as_deref(),
                transcript: playing.transcript.as_deref(),
            },
        }
    }

    /// The table as it is watched, once its cards are dealt.
    pub(crate) fn watched(language: Language, snapshot: &'a Snapshot, watched: &'a Watched) -> Option<Self> {
        let (state, audit) = (watched.state.as_ref()?, watched.audit.as_ref()?);
        Some(Self {
            language,
            snapshot,
            names: &watched.names,
            state,
            own: None,
            log: &audit.log,
            waiting: (watched.waiting_for, watched.waiting_since),
            end: End {
                fault: watched.fault.as_ref(),
                outcome: audit.outcome.as_ref(),
                closed_by: audit.closed_by,
                scores: audit.scores.as_deref(),
                transcript: watched.transcript.as_deref(),
            },
        })
    }

    /// Whether nothing goes on any more.
    pub(crate) const fn is_over(&self) -> bool {
        self.end.outcome.is_some() || self.end.fault.is_some()
    }

    /// A fixed text.
    pub(crate) const fn text(&self, what: Text) -> &'static str {
        text(self.language, what)
    }

    /// A sentence with names.
    pub(crate) fn phrase(&self, what: &Phrase<'_>) -> String {
        phrase(self.language, self.names, what)
    }

    /// The name of a seat.
    pub(crate) fn name(&self, seat: Seat) -> String {
        seat_name(self.language, self.names, seat)
    }

    /// Whether the own name has to be marked as such: whoever gave no name is called "you" already.
    pub(crate) fn is_marked(&self, seat: Seat) -> bool {
        let name = self.name(seat);
        self.own == Some(seat) && Language::ALL.into_iter().all(|language| name != text(language, Text::You))
    }
}
