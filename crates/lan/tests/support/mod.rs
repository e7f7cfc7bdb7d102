//! What the tests of whole seats share.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use nightcoach_lan::{LanError, Playing, Profile, SeatHandle, Snapshot, Stage};
use nightcoach_rules::{Action, Choice, Options, View, choices};
use tokio::time::timeout;

pub(crate) const PATIENCE: Duration = Duration::from_secs(40);

/// A game that is over after some laps of nothing but passes.
pub(crate) fn options(seats: u8, max_laps: u16) -> Options {
    Options { draw_vote: false, max_laps, ..Options::new(seats) }
}

pub(crate) fn passes(view: &View) -> Option<Choice> {
    let all = choices(view).all();
    all.iter().find(|choice| choice.action == Action::Pass).or_else(|| all.first()).cloned()
}

pub(crate) async fn until(seat: &SeatHandle, what: &str, reached: impl Fn(&Snapshot) -> bool) -> Arc<Snapshot> {
    let mut snapshots = seat.snapshots();
    let snapshot = timeout(PATIENCE, snapshots.wait_for(|snapshot| reached(snapshot))).await;
    let snapshot = snapshot.unwrap_or_else(|_elapsed| panic!("{what}: not in time")).unwrap();
    Arc::clone(&snapshot)
}

pub(crate) fn playing(snapshot: &Snapshot) -> Option<&Arc<Playing>> {
    if let Stage::Playing(playing) = &snapshot.stage { Some(playing) } else { None }
}

/// A folder that outlives a seat.
pub(crate) struct Folder(pub(crate) PathBuf);

impl Folder {
    pub(crate) fn new(name: &str) -> Self {
        Self(std::env::temp_dir().join(format!("nightcoach-test-{}-{name}", std::process::id())))
    }

    /// The profile, as soon as the seat that had it is gone.
    pub(crate) async fn profile(&self) -> Profile {
        loop {
            match Profile::open(&self.0) {
                Ok(profile) => return profile,
                Err(LanError::InUse(_)) => tokio::time::sleep(Duration::from_millis(20)).await,
                Err(error) => panic!("{error}"),
            }
        }
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        std::fs::remove_dir_all(&self.0).ok();
    }
}
