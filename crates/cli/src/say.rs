//! The only place that prints.

use std::fmt::Write as _;

use nightcoach_rules::{Event, Outcome};
use nightcoach_words::{Language, event};

/// A line for the person or the program that runs us.
#[expect(clippy::print_stdout, reason = "a command line program talks on standard output")]
pub(crate) fn line(text: &str) {
    println!("{text}");
}

/// A line about what went wrong.
#[expect(clippy::print_stderr, reason = "a command line program complains on standard error")]
pub(crate) fn complain(text: &str) {
    eprintln!("nightcoach-cli: {text}");
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
        Outcome::Won { association, winners } => {
            let seats: Vec<String> = winners.iter().map(|seat| seat.0.to_string()).collect();
            format!("won {association:?} {}", seats.join(",")).to_lowercase()
        }
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
