//! Answers that the person gives in advance: the same for everybody, whatever is held.
//!
//! Only windows that ask many seats alike are passed; what is asked of this seat alone waits for the person. The delay
//! comes from one distribution and is never below the table's pace, so that it tells nothing.

use nightcoach_rules::{Action, Choice, Choices, View, choices};

/// Spread of the delay above the table's pace, in milliseconds.
const SPREAD_MS: u64 = 1_200;
const LEAST_MS: u64 = 300;

/// How long the windows are passed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Preset {
    /// Until it is the own turn.
    UntilTurn,
    /// Until this fight is over.
    ThisFight,
}

impl Preset {
    /// Whether it is over.
    pub(super) fn is_over(self, view: &View, asked: bool) -> bool {
        match self {
            Self::UntilTurn => asked && matches!(choices(view), Choices::Turn(_)),
            Self::ThisFight => view.state.phase.fight().is_none(),
        }
    }
}

/// The passing answer of a window that asks many alike.
pub(super) fn pass(view: &View) -> Option<Choice> {
    let action = match choices(view) {
        Choices::Support => Action::Support { side: None },
        Choices::Priest { .. } => Action::Priest { stop: false },
        Choices::Hypnotise { .. } => Action::Hypnotise { target: None },
        Choices::Doctor { .. } => Action::Doctor { cancel: false },
        Choices::Abilities { .. } => Action::Abilities { objects: Vec::new(), power: None },
        Choices::Nothing
        | Choices::Forced(_)
        | Choices::Turn(_)
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
        | Choices::Pay { .. }
        | Choices::Spoils
        | Choices::Take(_)
        | Choices::Give { .. }
        | Choices::Vote => return None,
    };
    Some(Choice::plain(action))
}

/// How long after the question the answer is given.
pub(super) fn delay(pace_ms: u64, random: u64) -> u64 {
    let spread = random.checked_rem(SPREAD_MS).unwrap_or_default();
    pace_ms.saturating_add(LEAST_MS).saturating_add(spread)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_answer_in_advance_is_faster_than_the_pace_and_all_come_from_one_spread() {
        for random in [0, 1, 7_777, u64::MAX] {
            for pace in [0, 300, 5_000] {
                let delay = delay(pace, random);
                assert!(delay >= pace + LEAST_MS && delay < pace + LEAST_MS + SPREAD_MS, "{delay}");
            }
        }
    }
}
