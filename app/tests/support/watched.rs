//! Tables that are watched, made by hand.

use std::path::PathBuf;
use std::sync::Arc;

use nightcoach::model::{Audience, Since, Snapshot, Stage, Watched};
use nightcoach_rules::{Event, Face, Fight, Outcome, Phase, Seat, SeatSet};
use nightcoach_table::{Audit, Check, Fault, Verdict, audit};

use super::{chair, lobby, names, view};

/// A table of this many seats as it is watched: the public half of a view.
pub(crate) fn watched(seats: u8, phase: Phase) -> Watched {
    let state = view(seats, &[Face::Key, Face::Dagger], phase).state;
    let options = state.options.clone();
    let log = vec![
        (11, Event::TurnBegan { turn: 11, seat: Seat(2) }),
        (11, Event::Offered { from: Seat(2), to: Seat(0) }),
        (11, Event::Refused { seat: Seat(0), from: Seat(2) }),
        (12, Event::TurnBegan { turn: 12, seat: Seat(0) }),
    ];
    // Nothing was read yet, as of an empty file.
    let audit = Audit { verdict: Verdict::ValidUnfinished { round: 40 }, log, entries: 345, ..audit(&[]) };
    Watched {
        table_name: "Inn".to_owned(),
        names: names(seats),
        options,
        state: Some(state),
        audit: Some(audit),
        waiting_for: SeatSet::only(Seat(1)),
        waiting_since: Since::now(),
        progress: (9, 9),
        fault: None,
        round: 40,
        transcript: None,
    }
}

pub(crate) fn audience(hosting: bool) -> Arc<Audience> {
    Arc::new(Audience { watchers: vec![chair("Wanda", 8)], asking: vec![], hosting, open: false })
}

pub(crate) fn watching(watched: Watched) -> Snapshot {
    Snapshot { stage: Stage::Watching(Arc::new(watched)), audience: audience(false), chat: None, ..lobby() }
}

/// Before the game, during the set-up, in the middle, at the end, and after a fault.
pub(crate) fn every_stage() -> Vec<Watched> {
    let fight = Fight { attack: SeatSet::only(Seat(3)), ..Fight::new(Seat(1), Seat(2)) };
    let before = Watched { state: None, audit: None, progress: (0, 0), ..watched(5, Phase::Turn) };
    let setting_up = Watched { state: None, progress: (3, 16), ..watched(5, Phase::Turn) };
    let mut over = watched(5, Phase::Over(Outcome::Drawn));
    over.transcript = Some(PathBuf::from("transcripts/ab12.nct"));
    over.audit.as_mut().unwrap().outcome = Some(Outcome::Drawn);
    over.audit.as_mut().unwrap().closed_by = SeatSet::first(5);
    let fault = Some(Fault { culprit: Seat(1), round: 33, check: Check::OneEntry, reason: None });
    let stopped = Watched { fault, ..watched(5, Phase::Turn) };
    let mut all = vec![before, setting_up, over, stopped];
    all.extend([3, 7, 10].map(|seats| watched(seats, Phase::Turn)));
    all.push(watched(10, Phase::Support(fight)));
    all
}
