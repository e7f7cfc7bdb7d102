//! The only place that prints.

use std::fmt::Write as _;
use std::io::Write as _;

use nightcoach_rules::{Event, Outcome};
use nightcoach_words::{Language, event};

/// A line for the person or the program that runs us. Whoever has stopped reading, as `head` does, misses it.
pub(crate) fn line(text: &str) {
    writeln!(std::io::stdout().lock(), "{text}").ok();
}

/// A line about what went wrong.
pub(crate) fn complain(text: &str) {
    writeln!(std::io::stderr().lock(), "nightcoach-cli: {text}").ok();
}

/// The events from `told` on, one sentence each, turn by turn. Returns how many have been told.
pub(crate) fn story(names: &[String], log: &[(u32, Event)], told: usize) -> usize {
    for (_, happened) in log.get(told..).unwrap_or_default() {
        let indent = if matches!(happened, Event::TurnBegan { .. }) { "" } else { "   " };
        line(&format!("{indent}{}", event(Language::English, names, happened)));
    }
    log.len().max(told)
}

/// The outcome as one word and numbers, for programs.
pub(crate) fn outcome_word(outcome: &Outcome) -> String {
    match outcome {
        Outcome::Won { association, winners, .. } => {
            let seats: Vec<String> = winners.iter().map(|seat| seat.0.to_string()).collect();
            format!("won {association:?} {}", seats.join(",")).to_lowercase()
        }
        Outcome::WonAlone { seat } => format!("won alone {}", seat.0),
        Outcome::Drawn => "drawn".to_owned(),
        Outcome::Unsettled => "unsettled".to_owned(),
    }
}

/// Bytes in hexadecimal digits.
pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        write!(text, "{byte:02x}").ok();
        text
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use nightcoach_rules::{Association, Seat};

    #[test]
    fn programs_read_outcomes_as_words() {
        let winners = [Seat(0), Seat(2)].into_iter().collect();
        let won = Outcome::Won { association: Association::Order, winners, declarer: Seat(0), holds: true, items: 3 };
        assert_eq!(outcome_word(&won), "won order 0,2");
        assert_eq!(outcome_word(&Outcome::Drawn), "drawn");
    }

    #[test]
    fn bytes_become_two_digits_each() {
        assert_eq!(hex(&[0, 0xab]), "00ab");
    }
}
