//! Another game of the same people on the same seats: the host of the last one opens it, the others find it by themselves.

use nightcoach_rules::{Options, Seat};
use nightcoach_table::lobby::{self, Finished, GatheringId, Listing, Player};

use super::driver::{Driver, Place};
use super::snapshot::Notice;
use crate::net::PeerKey;

/// Most time that the end of a finished game is waited for, which somebody may withhold.
const PARTING_MS: u64 = 20_000;
/// How long the person is not told of that.
const QUIET_MS: u64 = 2_500;

/// A game that is over, for a rematch.
#[derive(Clone, Debug)]
pub(super) struct Last {
    pub(super) finished: Finished,
    table: GatheringId,
    options: Options,
    table_name: String,
}

impl Last {
    /// Whether a table with these terms goes on from this game: its people, its options, its head.
    pub(super) fn continues(&self, options: &Options, players: &[Player], previous: [u8; 32]) -> bool {
        let terms = |options: &Options| Options { scores: Vec::new(), ..options.clone() };
        previous == self.finished.head
            && terms(options) == terms(&self.options)
            && players.iter().all(|player| self.finished.keys.contains(&player.key))
    }
}

/// What is left of the wish for a rematch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reunion {
    /// Leave the finished table first: once everybody is seen to hold its end, or at this time.
    Leave {
        /// When the wish was made.
        since: u64,
        /// Whether the person was told who is waited for.
        told: bool,
    },
    /// Sit down where this host opens the rematch.
    Wait(PeerKey),
}

impl Driver {
    /// Keeps what a rematch needs of a table that is left.
    pub(super) fn remember_finished(&mut self) {
        if let Place::Playing(sitting) = &self.place
            && let Some(finished) = &sitting.playing.finished
        {
            self.last = Some(Last {
                finished: finished.clone(),
                table: sitting.start.table,
                options: sitting.start.options.clone(),
                table_name: sitting.start.table_name.clone(),
            });
        }
    }

    /// Says who has signed two ends, once.
    pub(super) fn tell_signed_twice(&mut self) {
        let Place::Playing(sitting) = &mut self.place else { return };
        for seat in sitting.news_of_doubles().iter() {
            let name = self.name_at(seat);
            self.notice(Notice::SignedTwice(name));
        }
    }

    fn name_at(&self, seat: Seat) -> String {
        let Place::Playing(sitting) = &self.place else { return String::new() };
        sitting.start.players.get(seat.index()).map_or_else(String::new, |player| player.name.clone())
    }

    /// The wish for a rematch: from the finished table, or after it was left.
    pub(super) fn wish_rematch(&mut self) {
        match &self.place {
            Place::Playing(sitting) if sitting.playing.finished.is_some() => {
                if !matches!(self.reunion, Some(Reunion::Leave { .. })) {
                    self.reunion = Some(Reunion::Leave { since: self.clock.now(), told: false });
                }
            }
            Place::Lobby if self.last.is_some() => self.open_or_find(),
            Place::Playing(_) | Place::Lobby | Place::Hosting(_) | Place::Visiting(_) | Place::Watching(_) => {
                self.notice(Notice::NoRematch);
            }
        }
    }

    /// The table is left: the host opens the rematch, a guest looks for it.
    pub(super) fn reunite(&mut self) {
        if matches!(self.reunion, Some(Reunion::Leave { .. })) {
            self.open_or_find();
        }
    }

    /// Leaves the finished table for its rematch, once it is seen that everybody holds all of its end. The score sheet
    /// follows from the closing records: who goes with fewer of them comes to another sheet than the others, and who is
    /// left behind without some gets them from nobody.
    pub(super) fn part(&mut self) {
        let now = self.clock.now();
        let Some(Reunion::Leave { since, told }) = self.reunion else { return };
        let Place::Playing(sitting) = &self.place else { return };
        let lacking = sitting.lacking(&self.peers);
        let waited = now.saturating_sub(since);
        if lacking.is_empty() || waited >= PARTING_MS {
            self.leaving = true;
        } else if !told && waited >= QUIET_MS {
            let names = sitting.start.players.iter().zip(0u8..).filter(|(_, seat)| lacking.contains(Seat(*seat)));
            let names = names.map(|(player, _)| player.name.clone()).collect();
            self.reunion = Some(Reunion::Leave { since, told: true });
            self.notice(Notice::WaitingForEnd(names));
        }
    }

    fn open_or_find(&mut self) {
        let Some(last) = self.last.clone() else { return };
        let host = last.finished.keys.first().copied().map(PeerKey);
        match host {
            Some(host) if host != self.net.key() => {
                self.reunion = Some(Reunion::Wait(host));
                self.find_rematch();
                if matches!(self.place, Place::Lobby) {
                    let name = self.peers.get(&host).map_or_else(String::new, |peer| peer.name.clone());
                    self.notice(Notice::WaitingForRematch(name));
                }
            }
            Some(_) | None => self.open_rematch(last),
        }
    }

    fn open_rematch(&mut self, last: Last) {
        self.reunion = None;
        let Last { finished, options, table_name, .. } = last;
        let opened = self.secret::<16>("table").and_then(|id| {
            let host = Player { name: self.name.clone(), key: self.net.key().0, fresh: self.secret("fresh")? };
            Ok(lobby::Gathering::rematch(id, &table_name, options, &host, finished))
        });
        match opened {
            Ok(Ok(gathering)) => self.place = Place::Hosting(gathering),
            Ok(Err(refusal)) => self.notice(Notice::CannotBegin(refusal)),
            Err(error) => self.notice(Notice::Unclear(error.to_string())),
        }
    }

    /// Sits down at the rematch as soon as its host shows a table that gathers.
    pub(super) fn find_rematch(&mut self) {
        let (Some(Reunion::Wait(host)), Place::Lobby) = (self.reunion, &self.place) else { return };
        let listing = self.peers.get(&host).filter(|peer| peer.link.is_some());
        let listing = listing.and_then(|peer| peer.beacon.listing.as_ref());
        // The host may not have said yet that the old table does not gather any more.
        let old = self.last.as_ref().map(|last| last.table);
        let gathers = |listing: &&Listing| !listing.playing && Some(listing.table) != old;
        if let Some(table) = listing.filter(gathers).map(|listing| listing.table) {
            self.reunion = None;
            self.ask_ready(table, host);
        }
    }
}
