//! Games over all cores. What is counted does not depend on who counted it.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use anyhow::Context as _;
use indicatif::{ProgressBar, ProgressStyle};

use super::game::{Job, play};
use super::tally::Tallies;

/// Plays all these games on so many threads.
pub(super) fn play_all(jobs: &[Job], threads: usize) -> anyhow::Result<Tallies> {
    let bar = bar(jobs.len());
    let (next, stopped) = (AtomicUsize::new(0), AtomicBool::new(false));
    let total: Mutex<anyhow::Result<Tallies>> = Mutex::new(Ok(Tallies::default()));
    let work = || {
        let mut own = Tallies::default();
        while !stopped.load(Ordering::Relaxed)
            && let Some(job) = jobs.get(next.fetch_add(1, Ordering::Relaxed))
        {
            match play(job) {
                Ok(facts) => own.add(job.options.seats, &facts),
                Err(error) => {
                    stopped.store(true, Ordering::Relaxed);
                    return Err(error.context(format!("game of {} seats with seed {}", job.options.seats, job.seed)));
                }
            }
            bar.inc(1);
        }
        Ok(own)
    };
    std::thread::scope(|scope| {
        for _ in 0..threads.min(jobs.len()).max(1) {
            scope.spawn(|| {
                let own = work();
                let Ok(mut total) = total.lock() else { return };
                match (total.as_mut(), own) {
                    (Ok(total), Ok(own)) => total.merge(own),
                    (Ok(_), Err(error)) => *total = Err(error),
                    (Err(_), _) => {}
                }
            });
        }
    });
    bar.finish_and_clear();
    total.into_inner().ok().context("a thread has died")?
}

/// A bar on the standard error; nothing where that is no terminal.
fn bar(games: usize) -> ProgressBar {
    let bar = ProgressBar::new(u64::try_from(games).unwrap_or(u64::MAX));
    let style = ProgressStyle::with_template("{bar:40} {pos} of {len} games, {eta} left");
    bar.with_style(style.unwrap_or_else(|_template| ProgressStyle::default_bar()))
}
