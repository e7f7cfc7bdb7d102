//! Closing a round: what all its entries together lead to.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::vec::Vec;

use nightcoach_cards::share::RemaskShare;
use nightcoach_cards::{MaskedCard, Pile, Role};
use nightcoach_rules::{
    Action, CardOp, Event, Owed, Phase as Play, RoundInput, Seat, SeatSet, StartPlayer, apply, owed, set_up,
};
use nightcoach_transcript::{Entry, fold, hash};
use nightcoach_wire::Bytes64;

use super::{Replica, Witness};
use crate::body::VERSION;
use crate::check::{Staged, first_half};
use crate::fault::{Check, Fault};
use crate::group::GroupOp;
use crate::keys::{Keys, SeatKeys, Stand};
use crate::labels;
use crate::lists::bytes;
use crate::phase::Phase;
use crate::script::{Fresh, perform};

/// The entries of a round, by seat.
pub(crate) type Entries = BTreeMap<Seat, (Entry, Staged)>;

impl Replica {
    /// Closes the running round with the staged entries of all who owe one.
    ///
    /// A fault here is one that no entry shows alone: keys that repeat or cancel, shares that cancel.
    pub(crate) fn fold(&mut self, entries: &Entries, witness: &mut dyn Witness) -> Result<Vec<Event>, Fault> {
        let logged = self.log.len();
        let phase = core::mem::replace(&mut self.phase, Phase::Over);
        let next = self.fold_phase(&phase, entries, witness);
        let next = match next {
            Ok(next) => next,
            Err((culprit, check)) => {
                self.phase = phase;
                return Err(Fault { culprit, round: self.round, check, reason: None });
            }
        };
        self.remember_halves(entries);
        self.heads.push(self.head);
        self.head = fold(&self.head, self.round, entries.values().map(|(entry, _)| entry));
        if matches!(phase, Phase::Genesis) {
            self.table = hash(labels::TABLE, &[&VERSION.to_le_bytes(), &self.head]);
        }
        self.round = self.round.saturating_add(1);
        self.phase = next;
        self.digest = self.compute_digest();
        Ok(self.log.iter().skip(logged).map(|(_, event)| event.clone()).collect())
    }

    fn fold_phase(
        &mut self,
        phase: &Phase,
        entries: &Entries,
        witness: &mut dyn Witness,
    ) -> Result<Phase, (Seat, Check)> {
        match phase {
            Phase::Genesis => Ok(Phase::KeyCommit),
            Phase::KeyCommit => {
                self.commitments = seals(entries);
                Ok(Phase::KeyOpen)
            }
            Phase::KeyOpen => self.fold_keys(entries),
            Phase::Shuffle { hop } => Ok(self.fold_hop(*hop, entries)),
            Phase::DealOver => {
                let dealt = self.setup.hand_over(&shares(entries));
                dealt.map(|()| Phase::DealStrip).ok_or_else(|| (last(entries), Check::ShareCards))
            }
            Phase::DealStrip => {
                self.lists = self.setup.strip(&shares(entries)).ok_or_else(|| (last(entries), Check::ShareCards))?;
                Ok(Phase::Rekey)
            }
            Phase::Rekey => {
                let moved = self.setup.rekey(&shares(entries), &mut self.lists);
                moved.ok_or_else(|| (last(entries), Check::ShareCards))?;
                let lists = self.lists.clone();
                lists.hands.iter().for_each(|hand| self.remember_cards(hand));
                lists.associations.iter().for_each(|cards| self.remember_cards(cards));
                self.remember_cards(&lists.occupations);
                self.remember_cards(&lists.pile);
                self.remember_cards(&lists.spares);
                self.state = set_up(&self.genesis.options, self.start).ok();
                Ok(self.begin_play())
            }
            Phase::Act => self.fold_act(entries, witness),
            Phase::Unseal { .. } => self.fold_actions(entries, witness),
            Phase::Group { ops, turn } => self.fold_group(ops, *turn, entries, witness),
            Phase::Over => Ok(Phase::Over),
        }
    }

    fn begin_play(&mut self) -> Phase {
        if let Some(state) = &self.state {
            self.log.push((state.turn, Event::TurnBegan { turn: state.turn, seat: state.active }));
        }
        self.next_phase()
    }

    fn fold_keys(&mut self, entries: &Entries) -> Result<Phase, (Seat, Check)> {
        let mut seats = Vec::new();
        let mut chances = Vec::new();
        let mut unique = BTreeSet::new();
        for (seat, (_, staged)) in entries {
            let Staged::Keys { keys, chance } = staged else { return Err((*seat, Check::BodyKind)) };
            let SeatKeys { deal, pile, hand } = keys.as_ref();
            for key in [deal.to_bytes(), pile.to_bytes(), hand.to_bytes()] {
                if !unique.insert(key) {
                    return Err((*seat, Check::KeyUnique));
                }
            }
            seats.push(**keys);
            chances.push(*chance);
        }
        self.keys = Some(Keys::sum(seats).ok_or_else(|| (last(entries), Check::KeyUnique))?);
        self.start = match self.options().start_player {
            StartPlayer::Random => start_seat(self.seats(), &chances),
            StartPlayer::Host => Seat(0),
        };
        Ok(Phase::Shuffle { hop: 0 })
    }

    fn fold_hop(&mut self, hop: u8, entries: &Entries) -> Phase {
        for (_, staged) in entries.values() {
            if let Staged::Deck(deck, cards) = staged {
                self.setup.set_deck(*deck, cards.clone());
            }
        }
        let n = self.seats();
        let hop = hop.saturating_add(1);
        if hop == n {
            self.setup.begin_second_stage();
        }
        if hop >= n.saturating_mul(2) { Phase::DealOver } else { Phase::Shuffle { hop } }
    }

    fn fold_act(&mut self, entries: &Entries, witness: &mut dyn Witness) -> Result<Phase, (Seat, Check)> {
        if self.state.as_ref().is_some_and(|state| matches!(owed(state), Owed::Sealed(_))) {
            return Ok(Phase::Unseal { commitments: seals(entries), stand: self.act_stand() });
        }
        self.fold_actions(entries, witness)
    }

    /// Where the seals of the running round were made; `self.phase` is already taken out.
    fn act_stand(&self) -> Stand {
        Stand { kind: Phase::Act.kind(), ..self.stand() }
    }

    fn fold_actions(&mut self, entries: &Entries, witness: &mut dyn Witness) -> Result<Phase, (Seat, Check)> {
        let before = self.state.clone().ok_or_else(|| (last(entries), Check::BodyKind))?;
        let actions: BTreeMap<Seat, Action> = entries
            .iter()
            .filter_map(
                |(seat, (_, staged))| {
                    if let Staged::Act { action, .. } = staged { Some((*seat, action.clone())) } else { None }
                },
            )
            .collect();
        let input = RoundInput { entries: actions, fallen: SeatSet::EMPTY };
        let step = apply(&before, &input).map_err(|illegal| (illegal.seat, Check::Legal))?;
        let shown_before = self.lists.shown.is_some();
        for (seat, (_, staged)) in entries {
            let Staged::Act { ops, .. } = staged else { return Err((*seat, Check::BodyKind)) };
            for (op, fresh) in ops {
                self.perform(before.turn, op, fresh, witness).ok_or((*seat, Check::Operations))?;
            }
        }
        for op in &step.after {
            self.perform(before.turn, op, &Fresh::default(), witness)
                .ok_or_else(|| (last(entries), Check::Operations))?;
        }
        if !matches!(step.state.phase, Play::Reorder { .. } | Play::Exchange { .. }) {
            self.lists.looked = None;
        }
        let taking = matches!(step.state.phase, Play::Taking(_));
        if shown_before && !taking && !shows(entries) {
            self.lists.shown = None;
        }
        witness.end_step(&step.state);
        self.log.extend(step.events.into_iter().map(|event| (before.turn, event)));
        self.state = Some(step.state);
        Ok(self.after_group(GroupOp::rounds(&step.group), before.turn))
    }

    fn fold_group(
        &mut self,
        ops: &[GroupOp],
        turn: u32,
        entries: &Entries,
        witness: &mut dyn Witness,
    ) -> Result<Phase, (Seat, Check)> {
        let wrong = || (last(entries), Check::ShareCards);
        let (op, later) = ops.split_first().ok_or_else(wrong)?;
        let keys = self.keys.as_ref().ok_or_else(wrong)?;
        let round = op.round(keys, &self.lists).ok_or_else(wrong)?;
        let fresh = if let Some(piled) = rest_shuffled(entries) {
            Fresh { piled, ..Fresh::default() }
        } else {
            Fresh { copies: round.combine(&shares(entries)).ok_or_else(wrong)?, ..Fresh::default() }
        };
        self.remember_cards(&fresh.copies);
        self.perform(turn, &op.card_op(), &fresh, witness).ok_or_else(wrong)?;
        Ok(self.after_group(later.to_vec(), turn))
    }

    /// The next group operation, or what the rules ask for.
    fn after_group(&self, ops: Vec<GroupOp>, turn: u32) -> Phase {
        if ops.is_empty() { self.next_phase() } else { Phase::Group { ops, turn } }
    }

    fn perform(&mut self, turn: u32, op: &CardOp, fresh: &Fresh, witness: &mut dyn Witness) -> Option<()> {
        witness.see(turn, &self.lists, op, fresh);
        perform(op, fresh, &mut self.lists)
    }

    fn next_phase(&self) -> Phase {
        if self.outcome().is_some() { Phase::Over } else { Phase::Act }
    }

    fn remember_halves(&mut self, entries: &Entries) {
        for (_, staged) in entries.values() {
            let pairs = match staged {
                Staged::Deck(_, cards) => bytes(cards),
                Staged::Rest(cards) => bytes(cards),
                Staged::Shares(shares) => shares.iter().map(|share| Bytes64(share.to_bytes())).collect(),
                Staged::Act { ops, .. } => ops
                    .iter()
                    .flat_map(|(_, fresh)| {
                        let passed = fresh.passed.iter().map(|card| Bytes64(card.to_bytes()));
                        let mut pairs = bytes(&fresh.shuffled);
                        pairs.extend(bytes(&fresh.copies).into_iter().chain(bytes(&fresh.piled)).chain(passed));
                        pairs
                    })
                    .collect(),
                Staged::Genesis | Staged::KeyCommit(_) | Staged::Keys { .. } | Staged::Seal(_) => Vec::new(),
            };
            self.seen.extend(pairs.iter().map(first_half));
        }
    }

    /// Halves that are sums of published ones: dealt and drawn cards.
    fn remember_cards<R: Role>(&mut self, cards: &[MaskedCard<R>]) {
        self.seen.extend(bytes(cards).iter().map(first_half));
    }
}

/// Whether some entry of the round showed a hand.
fn shows(entries: &Entries) -> bool {
    let shown = |op: &CardOp| matches!(op, CardOp::ShowHand { .. });
    entries.values().any(|(_, staged)| matches!(staged, Staged::Act { ops, .. } if ops.iter().any(|(op, _)| shown(op))))
}

fn seals(entries: &Entries) -> BTreeMap<Seat, [u8; 32]> {
    entries
        .iter()
        .filter_map(|(seat, (_, staged))| {
            let (Staged::KeyCommit(commitment) | Staged::Seal(commitment)) = staged else { return None };
            Some((*seat, *commitment))
        })
        .collect()
}

fn shares(entries: &Entries) -> Vec<Vec<RemaskShare>> {
    entries
        .values()
        .filter_map(|(_, staged)| if let Staged::Shares(shares) = staged { Some(shares.clone()) } else { None })
        .collect()
}

/// The pile as one seat has shuffled its rest, if that was the round.
fn rest_shuffled(entries: &Entries) -> Option<Vec<MaskedCard<Pile>>> {
    entries.values().find_map(|(_, staged)| if let Staged::Rest(cards) = staged { Some(cards.clone()) } else { None })
}

/// Who is blamed when all entries together fail and none alone: the last seat, which could see the others.
fn last(entries: &Entries) -> Seat {
    entries.keys().next_back().copied().unwrap_or(Seat(0))
}

/// The start seat from everybody's chance nonces: the first byte of the hash chain below the largest multiple of `n`
/// (rejection sampling, walk.md decision 19).
fn start_seat(n: u8, chances: &[[u8; 32]]) -> Seat {
    let parts: Vec<&[u8]> = chances.iter().map(<[u8; 32]>::as_slice).collect();
    let mut stream = hash(labels::START, &parts);
    let limit = (u8::MAX / n.max(1)).saturating_mul(n);
    loop {
        if let Some(byte) = stream.iter().find(|byte| **byte < limit) {
            return Seat(byte % n.max(1));
        }
        stream = hash(labels::START, &[&stream]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_start_seat_is_a_seat_and_depends_on_every_nonce() {
        for n in 3..=10u8 {
            let mut counts = alloc::vec![0u32; usize::from(n)];
            for i in 0..200u8 {
                let seat = start_seat(n, &[[i; 32], [7; 32]]);
                assert!(seat.0 < n);
                counts[seat.index()] += 1;
            }
            assert!(counts.iter().all(|count| *count > 0), "{n}: {counts:?}");
        }
    }
}
