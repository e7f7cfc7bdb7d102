//! Who sits down: a guest's way through the door, and what the host decides before the game.

use nightcoach_table::lobby::{
    Admission, Caller, GatheringId, Knock, LobbyMessage, Passphrase, Player, Proved, Refusal,
};

use super::driver::{Driver, Place};
use super::gather::Visit;
use super::snapshot::{Chair, Notice, Wanted};
use crate::net::{Message, PeerKey};

/// How often one typed passphrase answers a host.
const MAX_ANSWERS: u8 = 8;

/// Where a guest stands before a guarded door.
#[derive(Debug)]
pub(super) enum AtDoor {
    /// Nothing was heard yet.
    Knocking,
    /// The host wants the passphrase, with this value; none was typed yet.
    Asked([u8; 32]),
    /// The host's word is waited for.
    Waiting,
}

impl Driver {
    /// As the host: a guest that is not seated yet asks for a seat.
    pub(super) fn on_knock(&mut self, from: PeerKey, table: GatheringId, guest: &Player, version: u16) {
        let nonce = match crate::random() {
            Ok(nonce) => nonce,
            Err(error) => return self.notice(Notice::Unclear(error.to_string())),
        };
        let (now, caller) = (self.clock.now(), self.caller(from));
        let Place::Hosting(gathering) = &mut self.place else { return };
        let asked = gathering.asking().iter().any(|asking| asking.key == from.0);
        let answer = gathering.knock(table, guest, version, caller, (now, nonce));
        for gone in gathering.turned_out() {
            self.refuse(PeerKey(gone.key), table, &gone.name, Refusal::Full);
        }
        match answer {
            Ok(Knock::Enter) => self.tell_guests(),
            Ok(Knock::Prove(nonce)) => self.answer(from, LobbyMessage::Challenge { table, nonce }),
            Ok(Knock::Wait) => {
                if !asked {
                    self.notice(Notice::Knocks(guest.name.clone()));
                }
                self.answer(from, LobbyMessage::Asked { table });
            }
            Err(refusal) => self.refuse(from, table, &guest.name, refusal),
        }
    }

    /// What is known of a guest at the door besides what it says.
    pub(super) fn caller(&self, guest: PeerKey) -> Caller {
        let address = self.net.traces().peers.get(&guest).map(|(address, _)| address.ip());
        Caller { known: self.people.met(guest).is_some(), address }
    }

    pub(super) fn answer(&mut self, to: PeerKey, message: LobbyMessage) {
        self.send(to, &Message::Lobby(message));
    }

    pub(super) fn refuse(&mut self, guest: PeerKey, table: GatheringId, name: &str, refusal: Refusal) {
        self.notice(Notice::GuestRefused { name: name.to_owned(), refusal });
        self.answer(guest, LobbyMessage::Refused { table, refusal });
    }

    /// As the host: a guest answers the question for the passphrase.
    pub(super) fn on_proof(&mut self, from: PeerKey, table: GatheringId, proof: &[u8; 32]) {
        let nonce = match crate::random() {
            Ok(nonce) => nonce,
            Err(error) => return self.notice(Notice::Unclear(error.to_string())),
        };
        let (now, caller) = (self.clock.now(), self.caller(from));
        let name = self.peers.get(&from).map_or_else(String::new, |peer| peer.name.clone());
        let Place::Hosting(gathering) = &mut self.place else { return };
        if gathering.table() != table {
            return;
        }
        match gathering.prove(from.0, proof, caller, (now, nonce)) {
            Ok(Proved::Seated) => self.tell_guests(),
            // It asks for its seat again, since it has no answer.
            Ok(Proved::LetIn) => {}
            Ok(Proved::Again(nonce)) => self.answer(from, LobbyMessage::Challenge { table, nonce }),
            Err(refusal) => self.refuse(from, table, &name, refusal),
        }
    }

    /// As a guest: the host wants the passphrase.
    pub(super) fn on_challenge(&mut self, from: PeerKey, table: GatheringId, nonce: [u8; 32]) {
        let Place::Visiting(visit) = &mut self.place else { return };
        if !visit.is_at(table, from) {
            return;
        }
        visit.at_door = AtDoor::Asked(nonce);
        self.try_passphrase();
    }

    /// As a guest: the person has typed the passphrase.
    pub(super) fn prove(&mut self, passphrase: Passphrase) {
        let Place::Visiting(visit) = &mut self.place else { return };
        visit.passphrase = Some((passphrase, 0));
        self.try_passphrase();
    }

    /// Answers once there are both a question and a passphrase; each question takes one answer. A host that has forgotten
    /// its question asks again, and the person need not type again; but no host makes us answer without end.
    fn try_passphrase(&mut self) {
        let own = self.net.key();
        let Place::Visiting(visit) = &mut self.place else { return };
        let (AtDoor::Asked(nonce), Some((passphrase, answers))) = (&visit.at_door, &mut visit.passphrase) else {
            return;
        };
        if *answers >= MAX_ANSWERS {
            visit.passphrase = None;
            return;
        }
        *answers = answers.saturating_add(1);
        let (table, host) = (visit.table, visit.host);
        let proof = passphrase.proof(&table, nonce, &host.0, &own.0);
        visit.at_door = AtDoor::Knocking;
        self.answer(host, LobbyMessage::Prove { table, proof });
    }

    /// As a guest: the wish lies before the person who hosts.
    pub(super) fn on_asked(&mut self, from: PeerKey, table: GatheringId) {
        if let Place::Visiting(visit) = &mut self.place
            && visit.is_at(table, from)
        {
            visit.at_door = AtDoor::Waiting;
        }
    }

    /// As a guest: the host refuses. After a wrong passphrase another one can be typed.
    pub(super) fn on_refused(&mut self, from: PeerKey, table: GatheringId, refusal: Refusal) {
        let name = self.name.clone();
        let Place::Visiting(visit) = &mut self.place else { return };
        if !visit.is_at(table, from) {
            return;
        }
        // Only after an answer of ours: a host that refuses without end shall not keep us asking.
        if refusal == Refusal::Passphrase && visit.passphrase.take().is_some() {
            let (host, message) = visit.request(name);
            self.send(host, &message);
        } else {
            self.place = Place::Lobby;
        }
        self.notice(Notice::Refused(refusal));
    }

    /// As the host: lets somebody in who asks.
    pub(super) fn let_in(&mut self, guest: PeerKey) {
        let Place::Hosting(gathering) = &mut self.place else { return };
        let table = gathering.table();
        let name = gathering.asking().iter().find(|asking| asking.key == guest.0).map(|asking| asking.name.clone());
        match (gathering.let_in(guest.0), name) {
            (Ok(()), _) => self.tell_guests(),
            (Err(refusal), Some(name)) => self.refuse(guest, table, &name, refusal),
            (Err(_nobody_asks), None) => {}
        }
    }

    /// As the host: turns somebody down, or takes a seat away.
    pub(super) fn send_away(&mut self, guest: PeerKey) {
        let Place::Hosting(gathering) = &mut self.place else { return };
        let table = gathering.table();
        if let Some(refusal) = gathering.send_away(guest.0) {
            self.answer(guest, LobbyMessage::Refused { table, refusal });
            self.tell_guests();
        }
    }

    pub(super) fn move_seat(&mut self, guest: PeerKey, up: bool) {
        if let Place::Hosting(gathering) = &mut self.place
            && gathering.move_seat(guest.0, up)
        {
            self.tell_guests();
        }
    }

    /// As a guest: the own mark, which the host keeps.
    pub(super) fn be_ready(&mut self, ready: bool) {
        let Place::Visiting(visit) = &mut self.place else { return };
        visit.ready = ready;
        let (table, host) = (visit.table, visit.host);
        self.answer(host, LobbyMessage::Ready { table, ready });
    }

    /// As the host: a guest is ready, or not any more.
    pub(super) fn on_ready(&mut self, from: PeerKey, table: GatheringId, ready: bool) {
        if let Place::Hosting(gathering) = &mut self.place
            && gathering.table() == table
            && gathering.set_ready(from.0, ready)
        {
            self.tell_guests();
        }
    }

    /// What keeps us out, for the screen.
    pub(super) fn wanted(&self) -> Option<Wanted> {
        let Place::Visiting(visit) = &self.place else { return None };
        let host = self.peers.get(&visit.host).map_or_else(String::new, |peer| peer.name.clone());
        match visit.at_door {
            _ if visit.shown().is_some() => None,
            AtDoor::Knocking => None,
            AtDoor::Asked(_) => Some(Wanted::Passphrase(host)),
            AtDoor::Waiting => Some(Wanted::Approval(host)),
        }
    }

    /// Somebody at the table or before its door, for the screen.
    pub(super) fn chair(&self, player: &Player, ready: bool) -> Chair {
        let key = PeerKey(player.key);
        let (fingerprint, own) = (key.to_string(), key == self.net.key());
        Chair { name: player.name.clone(), key, fingerprint, ready, own, met: self.people.met(key) }
    }

    /// Who is let in at the table of this host, by what it says to everybody.
    pub(super) fn admission_of(&self, visit: &Visit) -> Admission {
        let listing = self.peers.get(&visit.host).and_then(|peer| peer.beacon.listing.as_ref());
        listing.map(|listing| listing.admission).unwrap_or_default()
    }
}
