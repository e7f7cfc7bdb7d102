//! Another game of the same people on the same seats: the host of the last one opens it, the others find it by themselves.

use nightcoach_rules::Options;
use nightcoach_table::lobby::{self, Finished, GatheringId, Listing, Player};

use super::driver::{Driver, Place};
use super::snapshot::Notice;
use crate::net::PeerKey;

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
    /// Leave the finished table first.
    Leave,
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

    /// The wish for a rematch: from the finished table, or after it was left.
    pub(super) fn wish_rematch(&mut self) {
        match &self.place {
            Place::Playing(sitting) if sitting.playing.finished.is_some() => {
                self.reunion = Some(Reunion::Leave);
                self.leaving = true;
            }
            Place::Lobby if self.last.is_some() => self.open_or_find(),
            Place::Playing(_) | Place::Lobby | Place::Hosting(_) | Place::Visiting(_) | Place::Watching(_) => {
                self.notice(Notice::NoRematch);
            }
        }
    }

    /// The table is left: the host opens the rematch, a guest looks for it.
    pub(super) fn reunite(&mut self) {
        if self.reunion == Some(Reunion::Leave) {
            self.open_or_find();
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
