//! Closing a round: what all its entries together lead to.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::vec::Vec;

use nightcoach_cards::{MaskedCard, Pile, Role};
use nightcoach_rules::{
    Action, CardOp, Event, Owed, Phase as Play, RoundInput, Seat, SeatSet, StartPlayer, Step, apply, end_as_draw, owed,
    set_up,
};
use nightcoach_transcript::{Entry, Head, fold, fold_hashes, hash};
use nightcoach_wire::{Bytes64, encode};

use super::{Replica, Witness};
use crate::ballot::Question;
use crate::body::{VERSION, Wish};
use crate::check::{Staged, first_half};
use crate::dealing::Round;
use crate::fault::{Check, Fault};
use crate::group::{GroupOp, GroupRound};
use crate::keys::{Keys, MiddleKey, PileKey, SeatKeys, SeatShares};
use crate::lists::bytes;
use crate::phase::Phase;
use crate::script::{Fresh, perform};
use crate::{labels, wish};

/// The entries of a round, by seat.
pub(crate) type Entries = BTreeMap<Seat, (Entry, Staged)>;

/// What of a round is wrong when all its entries are put together.
type Folded<T> = Result<T, (Seat, Check)>;

impl Replica {
    /// Closes the running round with the staged entries of all who owe one, or as a decided ballot says: then without those of the seats
    /// that it names, and at the end of a game without any.
    ///
    /// A fault here is one that no entry shows alone: keys that repeat or cancel, shares that cancel, a dealer who is complained of.
    pub(crate) fn fold(
        &mut self,
        entries: &Entries,
        passed: Option<Question>,
        witness: &mut dyn Witness,
    ) -> Result<Vec<Event>, Fault> {
        let logged = self.log.len();
        let head = self.next_head(entries, passed);
        let phase = core::mem::replace(&mut self.phase, Phase::Over);
        let next = match passed {
            Some(Question::End(_)) => self.fold_end(),
            Some(Question::Sleep(fallen) | Question::Close(fallen)) => {
                self.fold_phase(&phase, entries, fallen, witness)
            }
            None => self.fold_phase(&phase, entries, SeatSet::EMPTY, witness),
        };
        let next = match next {
            Ok(next) => next,
            Err((culprit, check)) => {
                self.phase = phase;
                return Err(Fault { culprit, round: self.round, check, reason: None });
            }
        };
        let fallen = passed.filter(|question| !matches!(question, Question::End(_))).map(Question::named);
        self.changed.extend(fallen.unwrap_or_default().iter().map(|seat| (seat, self.round)));
        self.remember_halves(entries);
        self.heads.push(self.head);
        self.head = head;
        if matches!(phase, Phase::Genesis) {
            self.table = hash(labels::TABLE, &[&VERSION.to_le_bytes(), &self.head]);
        }
        self.round = self.round.saturating_add(1);
        self.phase = next;
        self.digest = self.compute_digest();
        Ok(self.log.iter().skip(logged).map(|(_, event)| event.clone()).collect())
    }

    /// The entries in seat order; in the place of each seat that a ballot names a mark of table, round and question.
    fn next_head(&self, entries: &Entries, passed: Option<Question>) -> Head {
        let Some(question) = passed else {
            return fold(&self.head, self.round, entries.values().map(|(entry, _)| entry));
        };
        let asked = encode(&question).unwrap_or_default();
        let mark = hash(labels::PASSED, &[&self.table, &self.round.to_le_bytes(), &asked]);
        if matches!(question, Question::End(_)) {
            return fold_hashes(&self.head, self.round, core::iter::once(&mark));
        }
        let places = (0..self.seats()).map(Seat).filter_map(|seat| match entries.get(&seat) {
            Some((entry, _)) => Some(entry.hash()),
            None => question.named().contains(seat).then_some(&mark),
        });
        fold_hashes(&self.head, self.round, places)
    }

    fn fold_phase(
        &mut self,
        phase: &Phase,
        entries: &Entries,
        fallen: SeatSet,
        witness: &mut dyn Witness,
    ) -> Folded<Phase> {
        let bad_shares = || (last(entries), Check::ShareCards);
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
                dealt.map(|()| Phase::DealStrip).ok_or_else(bad_shares)
            }
            Phase::DealAll => {
                let (dealt, piles) = deal_shares(entries);
                self.setup.hand_over(&dealt).ok_or_else(bad_shares)?;
                let piles = self.setup.rekey(&piles).ok_or_else(bad_shares)?;
                self.setup.set_piles(piles);
                Ok(Phase::DealStrip)
            }
            Phase::DealStrip => {
                let key = &self.keys.as_ref().ok_or_else(bad_shares)?.pile;
                self.lists = self.setup.strip(key, &shares(entries)).ok_or_else(bad_shares)?;
                if !key.dealt {
                    return Ok(Phase::Rekey);
                }
                let piles = self.setup.piles();
                self.begin_play(piles);
                let ops = self.fall(fallen, witness)?;
                Ok(self.after_group(ops, 1))
            }
            Phase::Rekey => {
                let piles = self.setup.rekey(&shares(entries)).ok_or_else(bad_shares)?;
                self.begin_play(piles);
                Ok(self.next_phase())
            }
            Phase::Act => self.fold_act(entries, fallen, witness),
            Phase::Unseal { fallen: before, .. } => self.fold_actions(entries, before.or(fallen), witness),
            Phase::Group { ops, turn } => self.fold_group(ops, *turn, entries, fallen, witness),
            Phase::Boxes(_) | Phase::Verdicts(_) if !fallen.is_empty() => {
                // What was dealt so far was for others; whoever is left deals anew, if there is still need to.
                let ops = self.fall(fallen, witness)?;
                let turn = self.turn();
                Ok(self.after_group(ops, turn))
            }
            Phase::Boxes(round) => Ok(Phase::Verdicts(dealings(round, entries))),
            Phase::Verdicts(round) => self.fold_verdicts(round, entries),
            Phase::Rehand(key) => self.fold_rehand(key, entries, fallen, witness),
            Phase::Over => Ok(Phase::Over),
        }
    }

    /// All who are present have agreed to end the game here.
    fn fold_end(&mut self) -> Folded<Phase> {
        let state = self.state.as_ref().ok_or((Seat(0), Check::BallotAllowed))?;
        let (turn, step) = (state.turn, end_as_draw(state));
        self.log.extend(step.events.into_iter().map(|event| (turn, event)));
        self.state = Some(step.state);
        Ok(Phase::Over)
    }

    fn turn(&self) -> u32 {
        self.state.as_ref().map_or(1, |state| state.turn)
    }

    /// The cards lie where they shall; the first turn begins.
    fn begin_play(&mut self, [pile, spares]: [Vec<MaskedCard<Pile>>; 2]) {
        (self.lists.pile, self.lists.spares) = (pile, spares);
        let lists = self.lists.clone();
        lists.hands.iter().for_each(|hand| self.remember_cards(hand));
        lists.associations.iter().for_each(|cards| self.remember_cards(cards));
        self.remember_cards(&lists.occupations);
        self.remember_cards(&lists.pile);
        self.remember_cards(&lists.spares);
        self.state = set_up(&self.genesis.options, self.start).ok();
        if let Some(state) = &self.state {
            self.log.push((state.turn, Event::TurnBegan { turn: state.turn, seat: state.active }));
        }
    }

    fn fold_keys(&mut self, entries: &Entries) -> Folded<Phase> {
        let mut seats = Vec::new();
        let mut chances = Vec::new();
        let mut parts = Vec::new();
        let mut unique = BTreeSet::new();
        for (seat, (_, staged)) in entries {
            let Staged::Keys { keys, chance } = staged else { return Err((*seat, Check::BodyKind)) };
            let SeatKeys { deal, middle, hand } = keys.as_ref();
            let middle_bytes = match middle {
                MiddleKey::Pile(key) => {
                    parts.push(*key);
                    key.to_bytes()
                }
                MiddleKey::Transport(key) => {
                    self.transport.insert(*seat, *key);
                    key.to_bytes()
                }
            };
            for key in [deal.to_bytes(), middle_bytes, hand.to_bytes()] {
                if !unique.insert(key) {
                    return Err((*seat, Check::KeyUnique));
                }
            }
            seats.push(**keys);
            chances.push(*chance);
        }
        self.start = match self.options().start_player {
            StartPlayer::Random => start_seat(self.seats(), &chances),
            StartPlayer::Host => Seat(0),
        };
        if self.options().losses > 0 {
            let holders = SeatSet::first(self.seats());
            self.seat_keys = seats;
            return Ok(Phase::Boxes(Round::new(self.options(), holders, &self.transport)));
        }
        let keys = PileKey::sum(&parts).and_then(|pile| Keys::new(seats, pile));
        self.keys = Some(keys.ok_or_else(|| (last(entries), Check::KeyUnique))?);
        Ok(Phase::Shuffle { hop: 0 })
    }

    /// Whoever has dealt badly is to blame; else the key stands, and the piles go over to it.
    fn fold_verdicts(&mut self, round: &Round, entries: &Entries) -> Folded<Phase> {
        let accused = entries.values().find_map(|(_, staged)| {
            if let Staged::Verdict(accused) = staged { accused.first().copied() } else { None }
        });
        if let Some(dealer) = accused {
            return Err((dealer, Check::DealingShare));
        }
        let epoch = self.keys.as_ref().map_or(0, |keys| keys.pile.epoch.saturating_add(1));
        let key = round.key(epoch)?;
        self.transport.extend(round.dealt.iter().map(|(seat, dealt)| (*seat, dealt.next)));
        self.dealt = Some((epoch, round.clone()));
        if self.keys.is_some() {
            if self.lists.pile.is_empty() && self.lists.spares.is_empty() {
                self.switch_key(key).ok_or_else(|| (last(entries), Check::DealingSum))?;
                return Ok(self.next_phase());
            }
            return Ok(Phase::Rehand(key));
        }
        let keys = Keys::new(core::mem::take(&mut self.seat_keys), key);
        self.keys = Some(keys.ok_or_else(|| (last(entries), Check::DealingSum))?);
        Ok(Phase::Shuffle { hop: 0 })
    }

    fn switch_key(&mut self, key: PileKey) -> Option<()> {
        self.keys = Some(self.keys.as_ref()?.rekeyed(key)?);
        Some(())
    }

    fn fold_rehand(
        &mut self,
        key: &PileKey,
        entries: &Entries,
        fallen: SeatSet,
        witness: &mut dyn Witness,
    ) -> Folded<Phase> {
        let wrong = || (last(entries), Check::ShareCards);
        let cards = self.lists.piles();
        let old = &self.keys.as_ref().ok_or_else(wrong)?.pile;
        let mut moved: Vec<MaskedCard<Pile>> = old.hand_over(&cards, &shares(entries)).ok_or_else(wrong)?;
        self.remember_cards(&moved);
        self.lists.spares = moved.split_off(self.lists.pile.len().min(moved.len()));
        self.lists.pile = moved;
        self.switch_key(key.clone()).ok_or_else(wrong)?;
        let ops = self.fall(fallen, witness)?;
        let turn = self.turn();
        Ok(self.after_group(ops, turn))
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
        if hop < n.saturating_mul(2) {
            return Phase::Shuffle { hop };
        }
        if self.options().losses > 0 { Phase::DealAll } else { Phase::DealOver }
    }

    fn fold_act(&mut self, entries: &Entries, fallen: SeatSet, witness: &mut dyn Witness) -> Folded<Phase> {
        if let Some(wishes) = admitted(entries) {
            return self.fold_wishes(wishes, fallen, witness);
        }
        let sealed = self.state.as_ref().is_some_and(|state| matches!(owed(state), Owed::Sealed(_)));
        if sealed && !entries.is_empty() {
            return Ok(Phase::Unseal { commitments: seals(entries), stand: self.stand_in(&Phase::Act), fallen });
        }
        self.fold_actions(entries, fallen, witness)
    }

    /// A turn start at which somebody comes back or leaves.
    fn fold_wishes(&mut self, wishes: &[(Seat, Wish)], fallen: SeatSet, witness: &mut dyn Witness) -> Folded<Phase> {
        for (seat, wish) in wishes {
            let state = self.state.as_ref().ok_or((*seat, Check::WishStands))?;
            let (state, events) = wish::meet(self, state, *seat, *wish).ok_or((*seat, Check::WishStands))?;
            let turn = state.turn;
            witness.end_step(&state);
            self.log.extend(events.into_iter().map(|event| (turn, event)));
            self.state = Some(state);
            self.changed.insert(*seat, self.round);
        }
        let ops = self.fall(fallen, witness)?;
        let turn = self.turn();
        Ok(self.after_group(ops, turn))
    }

    fn fold_actions(&mut self, entries: &Entries, fallen: SeatSet, witness: &mut dyn Witness) -> Folded<Phase> {
        let before = self.state.clone().ok_or_else(|| (last(entries), Check::BodyKind))?;
        let actions: BTreeMap<Seat, Action> = entries
            .iter()
            .filter_map(
                |(seat, (_, staged))| {
                    if let Staged::Act { action, .. } = staged { Some((*seat, action.clone())) } else { None }
                },
            )
            .collect();
        let input = RoundInput { entries: actions, fallen };
        let step = apply(&before, &input).map_err(|illegal| (illegal.seat, Check::Legal))?;
        let shown_before = self.lists.shown.is_some();
        for (seat, (_, staged)) in entries {
            let Staged::Act { ops, .. } = staged else { return Err((*seat, Check::BodyKind)) };
            for (op, fresh) in ops {
                self.perform(before.turn, op, fresh, witness).ok_or((*seat, Check::Operations))?;
            }
        }
        let shown_before = shown_before && !shows(entries);
        let ops = self.take_step(step, before.turn, shown_before, witness);
        Ok(self.after_group(ops.ok_or_else(|| (last(entries), Check::Operations))?, before.turn))
    }

    /// Seats fall asleep beside what the round was about; gives the group operations that this asks for.
    fn fall(&mut self, fallen: SeatSet, witness: &mut dyn Witness) -> Folded<Vec<GroupOp>> {
        let Some(first) = fallen.iter().next() else { return Ok(Vec::new()) };
        let before = self.state.clone().ok_or((first, Check::BallotAllowed))?;
        let input = RoundInput { entries: BTreeMap::new(), fallen };
        let step = apply(&before, &input).map_err(|illegal| (illegal.seat, Check::BallotAllowed))?;
        let shown_before = self.lists.shown.is_some();
        self.take_step(step, before.turn, shown_before, witness).ok_or((first, Check::Operations))
    }

    /// The state moves on, and what is over is cleared away.
    fn take_step(
        &mut self,
        step: Step,
        turn: u32,
        shown_before: bool,
        witness: &mut dyn Witness,
    ) -> Option<Vec<GroupOp>> {
        for op in &step.after {
            self.perform(turn, op, &Fresh::default(), witness)?;
        }
        if !matches!(step.state.phase, Play::Reorder { .. } | Play::Exchange { .. }) {
            self.lists.looked = None;
        }
        if shown_before && !matches!(step.state.phase, Play::Taking(_)) {
            self.lists.shown = None;
        }
        witness.end_step(&step.state);
        self.log.extend(step.events.into_iter().map(|event| (turn, event)));
        self.state = Some(step.state);
        Some(GroupOp::rounds(&step.group))
    }

    fn fold_group(
        &mut self,
        ops: &[GroupOp],
        turn: u32,
        entries: &Entries,
        fallen: SeatSet,
        witness: &mut dyn Witness,
    ) -> Folded<Phase> {
        let wrong = || (last(entries), Check::ShareCards);
        let (op, later) = ops.split_first().ok_or_else(wrong)?;
        let keys = self.keys.as_ref().ok_or_else(wrong)?;
        let round = op.round(keys, &self.lists).ok_or_else(wrong)?;
        let fresh = if let Some(piled) = rest_shuffled(entries) {
            Some(Fresh { piled, ..Fresh::default() })
        } else if matches!(round, GroupRound::Shuffle { .. }) {
            // Who was to shuffle the rest has fallen asleep; the others' shuffles do.
            None
        } else {
            let copies = round.combine(&keys.pile, &shares(entries)).ok_or_else(wrong)?;
            Some(Fresh { copies, ..Fresh::default() })
        };
        if let Some(fresh) = fresh {
            self.remember_cards(&fresh.copies);
            self.perform(turn, &op.card_op(), &fresh, witness).ok_or_else(wrong)?;
        }
        let mut later = later.to_vec();
        later.extend(self.fall(fallen, witness)?);
        Ok(self.after_group(later, turn))
    }

    /// The next group operation that somebody is awake for, or what the rules ask for.
    fn after_group(&self, mut ops: Vec<GroupOp>, turn: u32) -> Phase {
        let (awake, holders) = (self.awake(), self.awake_holders());
        let first = ops.iter().position(|op| !op.owing(awake, holders).is_empty());
        ops.drain(..first.unwrap_or(ops.len()));
        if ops.is_empty() { self.next_phase() } else { Phase::Group { ops, turn } }
    }

    fn perform(&mut self, turn: u32, op: &CardOp, fresh: &Fresh, witness: &mut dyn Witness) -> Option<()> {
        witness.see(turn, &self.lists, op, fresh);
        perform(op, fresh, &mut self.lists)
    }

    /// What the rules ask for; first a new pile key, when a turn begins with others awake than those who hold the old one.
    fn next_phase(&self) -> Phase {
        if self.outcome().is_some() {
            return Phase::Over;
        }
        let awake = self.awake();
        let outdated = |keys: &Keys| keys.pile.dealt && keys.pile.holders() != awake;
        let turn_start = self.state.as_ref().is_some_and(|state| state.phase == Play::Turn);
        if turn_start && self.keys.as_ref().is_some_and(outdated) {
            return Phase::Boxes(Round::new(self.options(), awake, &self.transport));
        }
        Phase::Act
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
                Staged::DealShares(dealt, piles) => {
                    dealt.iter().chain(piles).map(|share| Bytes64(share.to_bytes())).collect()
                }
                Staged::Genesis
                | Staged::KeyCommit(_)
                | Staged::Keys { .. }
                | Staged::Seal(_)
                | Staged::Dealing(_)
                | Staged::Verdict(_)
                | Staged::Admit(_) => Vec::new(),
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

fn shares(entries: &Entries) -> SeatShares {
    let shares = |staged: &Staged| if let Staged::Shares(shares) = staged { Some(shares.clone()) } else { None };
    entries.iter().filter_map(|(seat, (_, staged))| Some((*seat, shares(staged)?))).collect()
}

/// Shares of dealt cards and of the piles.
fn deal_shares(entries: &Entries) -> (SeatShares, SeatShares) {
    let both = entries.iter().filter_map(|(seat, (_, staged))| {
        let Staged::DealShares(dealt, piles) = staged else { return None };
        Some(((*seat, dealt.clone()), (*seat, piles.clone())))
    });
    both.unzip()
}

/// A dealing with the parts of all dealers.
fn dealings(round: &Round, entries: &Entries) -> Round {
    let dealt = entries.iter().filter_map(|(seat, (_, staged))| {
        if let Staged::Dealing(dealt) = staged { Some((*seat, dealt.as_ref().clone())) } else { None }
    });
    Round { dealt: dealt.collect(), ..round.clone() }
}

/// The wishes that whose turn it is has let in, if that was the round.
fn admitted(entries: &Entries) -> Option<&[(Seat, Wish)]> {
    entries.values().find_map(
        |(_, staged)| {
            if let Staged::Admit(wishes) = staged { Some(wishes.as_slice()) } else { None }
        },
    )
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
