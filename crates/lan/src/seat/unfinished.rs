//! Tables that are not over: put aside, taken up again, or left for good on purpose.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use nightcoach_rules::Seat;
use nightcoach_table::aside::{Room, Said};
use nightcoach_transcript::UnverifiedEntry;

use super::driver::{Driver, Place};
use super::engine::Engine;
use super::opening::Opening;
use super::sitting::Sitting;
use super::snapshot::{Notice, Unfinished};
use crate::LanError;
use crate::clock::wall_ms;
use crate::net::{Blob, Message, PeerKey};
use crate::store::{Journal, Record};

const MINUTE_MS: u64 = 60_000;

impl Driver {
    /// At the start: the one table that was played at when the program ended is taken up by itself; where it is not that
    /// clear, the person chooses from the list.
    pub(super) fn resume(&mut self) {
        super::opening::sweep(&self.profile.tables());
        let all = Journal::running(&self.profile.tables());
        let mut played = all.iter().filter(|path| !Journal::is_aside(path));
        if let (Some(path), None) = (played.next(), played.next()) {
            self.resume_from(&path.clone());
        }
        self.list_unfinished();
    }

    fn resume_from(&mut self, path: &Path) {
        let (profile, pace_ms, clock) = (Arc::clone(&self.profile), self.pace_ms, self.clock);
        let journal = path.to_owned();
        let resumed = self.bench.wait(move || Engine::resume(&profile, &journal, pace_ms, clock));
        match resumed.and_then(|resumed| resumed).and_then(|resumed| Journal::mark_running(path).map(|()| resumed)) {
            Ok((opening, engine, effects)) => {
                self.notice(Notice::Resumed(opening.start.table_name.clone()));
                if let Some((bytes, path)) = engine.cut() {
                    self.notice(Notice::CutBack { path: path.display().to_string(), bytes });
                }
                self.take_place(Sitting::again(&opening, engine), effects);
            }
            Err(error) => self.notice(Notice::Disk(error.to_string())),
        }
    }

    /// The person wants to go on with a table of the list.
    pub(super) fn take_up(&mut self, table: &str) {
        if !matches!(self.place, Place::Lobby) {
            return self.notice(Notice::Unclear("Leave this table before you take up another one".to_owned()));
        }
        if let Some(path) = self.journal_of(table) {
            self.wish = None;
            self.resume_from(&path);
            self.list_unfinished();
        }
    }

    /// The journal of a table of the list; a name from outside leads nowhere else.
    fn journal_of(&self, table: &str) -> Option<PathBuf> {
        Journal::running(&self.profile.tables()).into_iter().find(|path| name_of(path) == Some(table))
    }

    /// The person leaves the table that is played, or one of the list, and never comes back.
    pub(super) fn leave_for_good(&mut self, table: Option<&str>) {
        let Some(table) = table else {
            if let Place::Playing(sitting) = &self.place {
                self.farewell = if sitting.is_over() { None } else { self.say_good_bye() };
                self.reunion = None;
                self.leaving = true;
            }
            return;
        };
        let Some(path) = self.journal_of(table).filter(|_path| matches!(self.place, Place::Lobby)) else { return };
        if let Err(error) = self.abandon(&path) {
            self.notice(Notice::Disk(error.to_string()));
        }
        self.list_unfinished();
    }

    fn abandon(&mut self, path: &Path) -> Result<(), LanError> {
        let (opening, engine, _effects) = Engine::resume(&self.profile, path, self.pace_ms, self.clock)?;
        let members: Vec<[u8; 32]> = opening.start.players.iter().map(|player| player.key).collect();
        let mut room = Room::new(opening.mark(), members.clone(), false);
        let said = room.say(&self.profile.identity(), Said::Left, self.clock.now(), wall_ms());
        let farewell = said.ok();
        engine.retire(farewell.as_deref())?;
        if let Some(record) = farewell {
            let message = Message::Aside { place: opening.mark(), records: vec![Blob(record)] };
            let own = self.net.key();
            self.send_all(members.into_iter().map(PeerKey).filter(|key| *key != own).collect(), &message);
        }
        Ok(())
    }

    /// Looks through the profile for tables that are not over; the one that is played at is not among them.
    pub(super) fn list_unfinished(&mut self) {
        let played = if let Place::Playing(sitting) = &self.place { Some(sitting.mark) } else { None };
        let played = played.map(|mark| crate::store::table_name(&mark));
        let journals = Journal::running(&self.profile.tables());
        let others = journals.iter().filter(|path| name_of(path) != played.as_deref());
        let mut found: Vec<Unfinished> = others.filter_map(|path| look(path)).collect();
        found.sort_by_key(|table| table.minutes_ago);
        self.unfinished = Arc::new(found);
    }
}

fn name_of(path: &Path) -> Option<&str> {
    path.file_stem()?.to_str()
}

/// What a journal says of its table; nothing of a damaged one.
fn look(path: &Path) -> Option<Unfinished> {
    let mut records = Journal::peek(path).ok()?;
    let opening = Opening::read(records.first(), path).ok();
    let round = records.iter().filter_map(round_of).max().unwrap_or_default();
    records.iter_mut().for_each(Record::wipe);
    let opening = opening?;
    let changed = std::fs::metadata(path).and_then(|data| data.modified()).ok()?;
    let changed = changed.duration_since(std::time::SystemTime::UNIX_EPOCH).unwrap_or_default();
    let changed = u64::try_from(changed.as_millis()).unwrap_or_default();
    Some(Unfinished {
        id: name_of(path)?.to_owned(),
        table_name: opening.start.table_name.clone(),
        names: opening.start.players.iter().map(|player| player.name.clone()).collect(),
        seat: Seat(opening.seat),
        round,
        minutes_ago: wall_ms().saturating_sub(changed) / MINUTE_MS,
    })
}

fn round_of(record: &Record) -> Option<u32> {
    match record {
        Record::Own { entry: Blob(entry), .. } | Record::Foreign(Blob(entry)) => {
            UnverifiedEntry::decode(entry).ok().map(|entry| entry.claimed().round)
        }
        Record::Opening(_) | Record::Evidence(_) | Record::Farewell(_) => None,
    }
}
