//! The one thread at which tables are worked on: proofs and syncing take their time, and the network must not wait.
//!
//! One thread for all tables of a program, and not a pool's next one for each job: what a table holds then comes out of
//! one arena of the allocator, and the next table uses it again. With a pool every thread keeps an arena of its own, as
//! large as in the longest game.

use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc;

use tokio::sync::oneshot;

use super::engine::{Effect, Engine, Job};
use crate::LanError;

/// Most work that waits. A table has one piece of work at a time, and a program one table.
const WAITING: usize = 4;

/// What comes back: the engine, and what is to be done outside; nothing if the work has panicked.
pub(super) type Done = oneshot::Receiver<(Box<Engine>, Vec<Effect>)>;

/// A piece of work, and where its outcome goes.
type Work = Box<dyn FnOnce() + Send>;

/// Takes work; the thread ends with this.
pub(super) struct Bench(mpsc::SyncSender<Work>);

impl Bench {
    /// Starts the thread.
    pub(super) fn start() -> Result<Self, LanError> {
        let (sender, receiver) = mpsc::sync_channel::<Work>(WAITING);
        let thread = std::thread::Builder::new().name("table".to_owned());
        let work = move || {
            for work in receiver {
                // What it held is gone with it, and whoever waits for it is told.
                if catch_unwind(AssertUnwindSafe(work)).is_err() {
                    tracing::error!("the table has stopped");
                }
            }
        };
        thread.spawn(work).map_err(|error| LanError::Thread(error.to_string()))?;
        Ok(Self(sender))
    }

    /// Gives the engine its jobs.
    pub(super) fn work(&self, mut engine: Box<Engine>, jobs: Vec<Job>) -> Done {
        self.give(move || {
            let effects = engine.run(jobs);
            (engine, effects)
        })
    }

    /// Does a short piece of work there, and waits for it on this thread: what is made or dropped at the start and the end
    /// of a table.
    pub(super) fn wait<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> Result<T, LanError> {
        let (done, outcome) = mpsc::sync_channel(1);
        let work = Box::new(move || {
            done.send(work()).ok();
        });
        self.0.try_send(work).ok();
        outcome.recv().map_err(|_panicked| LanError::Table("this program has a bug: its table has stopped".to_owned()))
    }

    fn give<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> oneshot::Receiver<T> {
        let (done, outcome) = oneshot::channel();
        let work = Box::new(move || {
            // Whoever has gone meanwhile does not wait any more.
            done.send(work()).ok();
        });
        if self.0.try_send(work).is_err() {
            tracing::error!("nobody works at the table");
        }
        outcome
    }
}

impl fmt::Debug for Bench {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Bench")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn all_work_is_done_by_one_thread_and_one_that_panics_does_not_end_it() {
        let bench = Bench::start().unwrap();
        let name = || std::thread::current().id();
        let first = bench.give(name).await.unwrap();
        let broken = bench.give(|| panic!("a bug"));
        assert!(broken.await.is_err(), "whoever waits is told");
        assert_eq!(bench.give(name).await.unwrap(), first);
        assert_eq!(bench.wait(name).unwrap(), first);
        assert!(bench.wait(|| panic!("a bug")).is_err());
        assert_ne!(first, std::thread::current().id());
    }
}
