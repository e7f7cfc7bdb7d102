//! The own entry of a round: when it may leave, what it says, and its signature.

use alloc::vec::Vec;

use nightcoach_rules::{Choice, Choices, Owed, choices, owed};
use nightcoach_transcript::{Content, Entry, Head, RecordKind};
use nightcoach_wire::{decode, encode};

use super::{Output, Outputs, Rejection, Table};
use crate::author::AuthorError;
use crate::body::Body;
use crate::phase::Phase;

impl Table {
    /// Writes the own entry of the running round, if it is owed and can be made now.
    pub(super) fn write_own(&mut self, now: u64, out: &mut Outputs) {
        let seat = self.config.seat;
        if !self.replica.owed().contains(seat) || self.pending.contains_key(&seat) || self.own.written.is_some() {
            return;
        }
        if let Some((entry, private)) = self.own.restored.remove(&self.replica.round()) {
            self.keep_private(self.replica.round(), private.clone());
            (self.own.sealed, self.own.selection) = decode(&private, private.len()).unwrap_or_default();
            return self.publish(entry, out);
        }
        if self.held {
            return;
        }
        let release = self.release();
        if now < release {
            return out.push(Output::WakeAt(release));
        }
        let Some(written) = self.body() else { return };
        let made = written.ok().and_then(|body| encode(&body).ok()).and_then(|body| self.sign(RecordKind::Entry, body));
        let private = encode(&(&self.own.sealed, &self.own.selection)).ok();
        let Some((entry, private)) = made.zip(private) else {
            self.own.chosen = None;
            return out.push(Output::Rejected(Rejection::Choice));
        };
        let ticket = self.replica.round();
        self.keep_private(ticket, private.clone());
        out.push(Output::Persist { ticket, entry: entry.record().to_vec(), private });
        self.own.written = Some(entry);
    }

    /// An own entry that came back from others, since the own journal has lost it. Everything in it follows from the seat's
    /// seed and the choice, so the private half is found by making the entry of every choice anew.
    pub(super) fn recall(&mut self, entry: &Entry) {
        self.own.chosen = None;
        if !matches!(self.replica.phase(), Phase::Act) {
            self.own.sealed = None;
            return;
        }
        let sealed = self.is_sealed();
        let all = self.view.as_ref().map_or_else(Vec::new, |view| choices(view).all());
        let made = |choice: &Choice| {
            let body = if sealed {
                self.author.seal(&self.replica, choice)
            } else {
                self.author.act(&self.replica, choice).ok()?
            };
            encode(&body).ok()
        };
        let says = |choice: &&Choice| sealed || acts(entry, choice);
        let found = all.iter().filter(says).find(|choice| made(choice).as_ref() == Some(&entry.content().body));
        if let Some(choice) = found.cloned() {
            self.own.selection = choice.selection.clone();
            self.own.sealed = sealed.then_some(choice);
        }
    }

    /// When an own entry may leave: at once where a person chooses openly, else after the table's pace.
    fn release(&self) -> u64 {
        let chosen_openly =
            matches!(self.replica.phase(), Phase::Act) && self.own.chosen.is_some() && !self.is_sealed();
        let setting_up = self.replica.state().is_none();
        if chosen_openly || setting_up { 0 } else { self.began.saturating_add(self.config.pace_ms) }
    }

    fn is_sealed(&self) -> bool {
        self.replica.state().is_some_and(|state| matches!(owed(state), Owed::Sealed(_)))
    }

    /// The own body; `None` while a person has to choose.
    fn body(&mut self) -> Option<Result<Body, AuthorError>> {
        let wishes = self.wishes_to_admit();
        self.own.admits = !wishes.is_empty();
        if self.own.admits {
            return Some(Ok(Body::Admit { wishes }));
        }
        match self.replica.phase() {
            Phase::Act => {
                let choice = self.own.chosen.clone().or_else(|| self.forced())?;
                self.own.selection = choice.selection.clone();
                if self.is_sealed() {
                    self.own.sealed = Some(choice.clone());
                    Some(Ok(self.author.seal(&self.replica, &choice)))
                } else {
                    Some(self.author.act(&self.replica, &choice))
                }
            }
            Phase::Unseal { stand, .. } => {
                let choice = self.own.sealed.take()?;
                Some(self.author.unseal(&self.replica, stand, &choice))
            }
            Phase::Genesis
            | Phase::KeyCommit
            | Phase::KeyOpen
            | Phase::Shuffle { .. }
            | Phase::DealOver
            | Phase::DealStrip
            | Phase::Rekey
            | Phase::Boxes(_)
            | Phase::Verdicts(_)
            | Phase::DealAll
            | Phase::Rehand(_)
            | Phase::Group { .. } => Some(self.author.automatic(&self.replica)),
            Phase::Over => None,
        }
    }

    /// The one entry that the cards decide, where no person is asked.
    pub(super) fn forced(&self) -> Option<Choice> {
        let Choices::Forced(choice) = choices(self.view.as_ref()?) else { return None };
        Some(choice)
    }

    pub(super) fn sign(&self, kind: RecordKind, body: Vec<u8>) -> Option<Entry> {
        self.sign_at(kind, (self.replica.round(), self.replica.head(), self.replica.digest()), body)
    }

    /// Signs a record at a place of the chain: round, head and digest.
    pub(super) fn sign_at(
        &self,
        kind: RecordKind,
        (round, head, digest): (u32, Head, [u8; 32]),
        body: Vec<u8>,
    ) -> Option<Entry> {
        let content =
            Content { kind, table: self.replica.table(), round, head, digest, seat: self.config.seat.0, body };
        Entry::sign(content, &self.config.identity).ok()
    }
}

/// Whether an open entry makes the action of a choice.
fn acts(entry: &Entry, choice: &Choice) -> bool {
    let body = &entry.content().body;
    matches!(decode(body, body.len()), Ok(Body::Act { action, .. }) if action == choice.action)
}
