//! `audit` and `replay`.

use std::num::NonZero;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;

use anyhow::Context as _;
use clap::Args;
use nightcoach_rules::{Seat, SeatSet};
use nightcoach_table::lobby::tidy_name;
use nightcoach_table::{Audit, Bundle, Check, Question, Verdict, audit_with};
use nightcoach_words::{Language, check, face, outcome, seat_list, seat_name};

use crate::{FAILED, UNFINISHED, say};

/// A transcript.
#[derive(Debug, Args)]
pub(crate) struct File {
    /// The transcript file.
    file: PathBuf,
}

impl File {
    /// Prints verdict, players, result and who co-signed.
    pub(crate) fn audit(&self) -> anyhow::Result<u8> {
        let audit = self.read()?;
        Ok(report(&audit))
    }

    /// Tells the story, then the verdict.
    pub(crate) fn replay(&self) -> anyhow::Result<u8> {
        let audit = self.read()?;
        say::story(&names(&audit), &audit.log, 0);
        Ok(report(&audit))
    }

    fn read(&self) -> anyhow::Result<Audit> {
        let bytes = std::fs::read(&self.file).with_context(|| format!("cannot read {}", self.file.display()))?;
        Ok(audit_with(&bytes, &all_hold))
    }
}

/// Checks bundles of proofs on all cores.
fn all_hold(bundles: &[Bundle]) -> bool {
    let next = AtomicUsize::new(0);
    let good = AtomicBool::new(true);
    let work = || {
        while good.load(Ordering::Relaxed)
            && let Some(bundle) = bundles.get(next.fetch_add(1, Ordering::Relaxed))
        {
            if !bundle.holds() {
                good.store(false, Ordering::Relaxed);
            }
        }
    };
    let cores = thread::available_parallelism().map_or(1, NonZero::get);
    thread::scope(|scope| {
        (1..cores.min(bundles.len())).for_each(|_| drop(scope.spawn(work)));
        work();
    });
    good.into_inner()
}

/// Names as they may be shown, each with its seat: a file may hold any names, also the same one twice.
pub(crate) fn names(audit: &Audit) -> Vec<String> {
    let named = audit.roster.iter().zip(1..);
    named.map(|(seat, place)| format!("{} [{place}]", tidy_name(&seat.name))).collect()
}

/// Prints what an audit found; returns its exit code.
pub(crate) fn report(audit: &Audit) -> u8 {
    let names = names(audit);
    for (seat, place) in audit.roster.iter().zip(1..) {
        say::line(&format!("seat {place}: {}, key {}", tidy_name(&seat.name), seat.key.fingerprint()));
    }
    for (round, ballot, voters) in &audit.passed {
        let list = |seats| seat_list(Language::English, &names, seats);
        let (named, by) = (list(ballot.question.named()), list(*voters));
        let what = match ballot.question {
            Question::Sleep(_) => format!("fell asleep by the votes of {by}: {named}"),
            Question::Close(_) => format!("passed over by the votes of {by}: {named}"),
            Question::End(_) => format!("the game was ended by the votes of {by}, without: {named}"),
        };
        say::line(&format!("round {round}: {what}"));
    }
    for (seat, (faces, _slots)) in &audit.revealed {
        let hand: Vec<&str> = faces.iter().map(|card| face(Language::English, *card)).collect();
        say::line(&format!("{} held at the end: {}", seat_name(Language::English, &names, *seat), hand.join(", ")));
    }
    if let Some(end) = &audit.outcome {
        say::line(&outcome(Language::English, &names, end));
        for (total, seat) in audit.scores.iter().flatten().zip(0u8..) {
            say::line(&format!("{} has {total} points.", seat_name(Language::English, &names, Seat(seat))));
        }
        let all = SeatSet::first(u8::try_from(names.len()).unwrap_or(u8::MAX));
        let missing = all.minus(audit.closed_by);
        if missing.is_empty() {
            say::line("Co-signed by everybody.");
        } else {
            say::line(&format!("Not co-signed by {}.", seat_list(Language::English, &names, missing)));
        }
        if !audit.closed_twice.is_empty() {
            let twice = seat_list(Language::English, &names, audit.closed_twice);
            say::line(&format!("Two different ends are signed by {twice}, against check {}.", Check::OneEntry));
        }
    }
    say::line(&format!("{} good records, final head {}", audit.entries, say::hex(&audit.head)));
    match &audit.verdict {
        Verdict::ValidFinished => {
            say::line("VALID and finished: every signature, proof and rule holds.");
            0
        }
        Verdict::ValidUnfinished { round } => {
            say::line(&format!("VALID so far, but unfinished: round {round} is not complete."));
            UNFINISHED
        }
        Verdict::Invalid { entry, seat, check, what } => {
            let what = what.trim_end_matches('.');
            say::line(&format!("INVALID at record {entry}{}: {what}.", accused(&names, *seat, *check)));
            FAILED
        }
    }
}

fn accused(names: &[String], seat: Option<Seat>, violated: Option<Check>) -> String {
    let who = seat.map(|seat| format!(", by {}", seat_name(Language::English, names, seat)));
    let said = |violated| check(Language::English, violated).trim_end_matches('.');
    let rule = violated.map(|violated| format!(", check {violated} ({})", said(violated)));
    format!("{}{}", who.unwrap_or_default(), rule.unwrap_or_default())
}
