//! The public half of a table: what every peer, spectator and auditor computes from the entries alone.
//!
//! [`Replica::check`] stages one entry, [`Replica::fold`] closes a round with all of them. No secret is in here.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::sync::Arc;
use alloc::vec::Vec;

use nightcoach_cards::share::{RemaskShare, hand_over};
use nightcoach_cards::{MaskedCard, Role};
use nightcoach_rules::{
    Action, CardOp, Event, Options, Outcome, Owed, RoundInput, Seat, SeatSet, State, apply, outcome, owed, set_up,
};
use nightcoach_transcript::{Entry, Head, fold, hash};
use nightcoach_wire::{Bytes64, encode};

use crate::body::{Body, Genesis, VERSION};
use crate::check::{Staged, first_half};
use crate::faces::FaceTable;
use crate::fault::{Check, Fault};
use crate::keys::{Keys, SeatKeys, Stand};
use crate::labels;
use crate::lists::{CardLists, bytes};
use crate::phase::Phase;
use crate::script::{Fresh, perform};
use crate::setup::Setup;

/// Why no table can begin from a genesis.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GenesisError {
    /// Another protocol version.
    #[error("the table speaks protocol version {0}, this program version {VERSION}")]
    Version(u16),
    /// The options are illegal.
    #[error("these options make no table: {0:?}")]
    Options(nightcoach_rules::OptionsError),
    /// As many seats in the roster as in the options.
    #[error("the roster has {roster} seats, the options say {options}")]
    Seats {
        /// Seats in the roster.
        roster: usize,
        /// Seats in the options.
        options: u8,
    },
    /// NC-702: a weak or repeated identity key, [`Check::RosterKeys`].
    #[error("seat {0} has a weak identity key, or one that sits twice")]
    RosterKeys(u8),
    /// The own seat is not in the roster, or its key is another.
    #[error("this seat is not the own one")]
    NotMySeat,
    /// It has no encoding.
    #[error("the genesis is too long")]
    TooLong,
}

/// Sees every card operation of a fold just before it is performed.
pub(crate) trait Witness {
    /// An operation of a step that began in this turn.
    fn see(&mut self, turn: u32, lists: &CardLists, op: &CardOp, fresh: &Fresh);
    /// A round of actions is over and has led to this state.
    fn end_step(&mut self, _state: &State) {}
}

/// Nobody's eyes, for auditors and spectators.
#[derive(Debug)]
pub(crate) struct Nobody;

impl Witness for Nobody {
    fn see(&mut self, _turn: u32, _lists: &CardLists, _op: &CardOp, _fresh: &Fresh) {}
}

/// The public state of a table.
#[derive(Debug)]
pub(crate) struct Replica {
    genesis: Genesis,
    faces: Arc<FaceTable>,
    heads: Vec<Head>,
    table: [u8; 32],
    round: u32,
    head: Head,
    digest: [u8; 32],
    phase: Phase,
    commitments: BTreeMap<Seat, [u8; 32]>,
    keys: Option<Keys>,
    start: Seat,
    setup: Setup,
    lists: CardLists,
    state: Option<State>,
    seen: BTreeSet<[u8; 32]>,
    log: Vec<(u32, Event)>,
}

impl Replica {
    /// A table before its genesis round.
    pub(crate) fn new(genesis: Genesis) -> Result<Self, GenesisError> {
        let options = &genesis.options;
        if genesis.version != VERSION {
            return Err(GenesisError::Version(genesis.version));
        }
        set_up(options, Seat(0)).map_err(GenesisError::Options)?;
        if genesis.roster.len() != usize::from(options.seats) {
            return Err(GenesisError::Seats { roster: genesis.roster.len(), options: options.seats });
        }
        let mut keys = BTreeSet::new();
        for (seat, roster) in (0..).zip(&genesis.roster) {
            if !roster.key.is_strong() || !keys.insert(roster.key) {
                return Err(GenesisError::RosterKeys(seat));
            }
        }
        let encoded = encode(&genesis).map_err(|_error| GenesisError::TooLong)?;
        let faces = Arc::new(FaceTable::new());
        let mut replica = Self {
            heads: Vec::new(),
            table: [0; 32],
            round: 0,
            head: hash(labels::GENESIS, &[&encoded]),
            digest: [0; 32],
            phase: Phase::Genesis,
            commitments: BTreeMap::new(),
            keys: None,
            start: Seat(0),
            setup: Setup::new(options.seats, &faces),
            lists: CardLists::default(),
            state: None,
            seen: BTreeSet::new(),
            log: Vec::new(),
            genesis,
            faces,
        };
        replica.digest = replica.compute_digest();
        Ok(replica)
    }

    pub(crate) fn genesis(&self) -> &Genesis {
        &self.genesis
    }

    pub(crate) fn options(&self) -> &Options {
        &self.genesis.options
    }

    pub(crate) fn seats(&self) -> u8 {
        self.genesis.options.seats
    }

    pub(crate) fn faces(&self) -> &FaceTable {
        &self.faces
    }

    pub(crate) fn shared_faces(&self) -> Arc<FaceTable> {
        Arc::clone(&self.faces)
    }

    /// The head that an entry of this round must stand on; `None` for rounds to come.
    pub(crate) fn head_of(&self, round: u32) -> Option<Head> {
        if round == self.round {
            return Some(self.head);
        }
        self.heads.get(usize::try_from(round).ok()?).copied()
    }

    /// The table's id; zero before the genesis round is folded.
    pub(crate) fn table(&self) -> [u8; 32] {
        self.table
    }

    pub(crate) fn round(&self) -> u32 {
        self.round
    }

    pub(crate) fn head(&self) -> Head {
        self.head
    }

    pub(crate) fn digest(&self) -> [u8; 32] {
        self.digest
    }

    pub(crate) fn phase(&self) -> &Phase {
        &self.phase
    }

    pub(crate) fn keys(&self) -> Option<&Keys> {
        self.keys.as_ref()
    }

    pub(crate) fn setup(&self) -> &Setup {
        &self.setup
    }

    pub(crate) fn lists(&self) -> &CardLists {
        &self.lists
    }

    pub(crate) fn state(&self) -> Option<&State> {
        self.state.as_ref()
    }

    pub(crate) fn log(&self) -> &[(u32, Event)] {
        &self.log
    }

    pub(crate) fn commitment(&self, seat: Seat) -> Option<&[u8; 32]> {
        self.commitments.get(&seat)
    }

    pub(crate) fn has_seen(&self, half: &[u8; 32]) -> bool {
        self.seen.contains(half)
    }

    pub(crate) fn outcome(&self) -> Option<&Outcome> {
        self.state.as_ref().and_then(outcome)
    }

    pub(crate) fn owed(&self) -> SeatSet {
        self.phase.owed(self.seats(), self.state.as_ref())
    }

    pub(crate) fn stand(&self) -> Stand {
        Stand { table: self.table, head: self.head, round: self.round, kind: self.phase.kind() }
    }

    /// Closes the running round with the staged entries of all who owe one.
    ///
    /// A fault here is one that no entry shows alone: keys that repeat or cancel, shares that cancel.
    pub(crate) fn fold(
        &mut self,
        entries: &BTreeMap<Seat, (Entry, Staged)>,
        witness: &mut dyn Witness,
    ) -> Result<Vec<Event>, Fault> {
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
        entries: &BTreeMap<Seat, (Entry, Staged)>,
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
                self.remember_cards(&lists.associations);
                self.remember_cards(&lists.occupations);
                self.remember_cards(&lists.pile);
                self.remember_cards(&lists.spares);
                self.state = set_up(&self.genesis.options, self.start).ok();
                Ok(self.begin_play())
            }
            Phase::Act => self.fold_act(entries, witness),
            Phase::Unseal { .. } => self.fold_actions(entries, witness),
            Phase::Draw { to, turn } => self.fold_draw(to, *turn, entries, witness),
            Phase::Over => Ok(Phase::Over),
        }
    }

    fn begin_play(&mut self) -> Phase {
        if let Some(state) = &self.state {
            self.log.push((state.turn, Event::TurnBegan { turn: state.turn, seat: state.active }));
        }
        self.next_phase()
    }

    fn fold_keys(&mut self, entries: &BTreeMap<Seat, (Entry, Staged)>) -> Result<Phase, (Seat, Check)> {
        let mut seats = Vec::new();
        let mut chances = Vec::new();
        let mut unique = BTreeSet::new();
        for (seat, (_, staged)) in entries {
            let Staged::Keys { keys, chance } = staged else { return Err((*seat, Check::BodyKind)) };
            let SeatKeys { deal, pile, hand } = keys;
            for key in [deal.to_bytes(), pile.to_bytes(), hand.to_bytes()] {
                if !unique.insert(key) {
                    return Err((*seat, Check::KeyUnique));
                }
            }
            seats.push(*keys);
            chances.push(*chance);
        }
        self.keys = Some(Keys::sum(seats).ok_or_else(|| (last(entries), Check::KeyUnique))?);
        self.start = start_seat(self.seats(), &chances);
        Ok(Phase::Shuffle { hop: 0 })
    }

    fn fold_hop(&mut self, hop: u8, entries: &BTreeMap<Seat, (Entry, Staged)>) -> Phase {
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

        fn fold_act(
        &mut self,
        entries: &BTreeMap<Seat, (Entry, Staged)>,
        witness: &mut dyn Witness,
    ) -> Result<Phase, (Seat, Check)> {
        if self.state.as_ref().is_some_and(|state| matches!(owed(state), Owed::Sealed(_))) {
            return Ok(Phase::Unseal { commitments: seals(entries), stand: self.act_stand() });
        }
        self.fold_actions(entries, witness)
    }

    /// Where the seals of the running round were made; `self.phase` is already taken out.
    fn act_stand(&self) -> Stand {
        Stand { kind: Phase::Act.kind(), ..self.stand() }
    }

    fn fold_actions(
        &mut self,
        entries: &BTreeMap<Seat, (Entry, Staged)>,
        witness: &mut dyn Witness,
    ) -> Result<Phase, (Seat, Check)> {
        let before = self.state.clone().ok_or_else(|| (last(entries), Check::BodyKind))?;
        let actions: BTreeMap<Seat, Action> = entries
            .iter()
            .filter_map(|(seat, (_, staged))| match staged {
                Staged::Act { action, .. } => Some((*seat, action.clone())),
                _ => None,
            })
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
            self.perform(before.turn, op, &Fresh::default(), witness).ok_or_else(|| (last(entries), Check::Operations))?;
        }
        let taking = matches!(step.state.phase, nightcoach_rules::Phase::Taking(_));
        if shown_before && !taking && !shows(entries) {
            self.lists.shown = None;
        }
        witness.end_step(&step.state);
        self.log.extend(step.events.into_iter().map(|event| (before.turn, event)));
        self.state = Some(step.state);
        let to: Vec<Seat> = step
            .group
            .iter()
            .filter_map(|op| if let CardOp::Draw { to } = op { Some(*to) } else { None })
            .collect();
        Ok(if to.is_empty() { self.next_phase() } else { Phase::Draw { to, turn: before.turn } })
    }

    fn fold_draw(
        &mut self,
        to: &[Seat],
        turn: u32,
        entries: &BTreeMap<Seat, (Entry, Staged)>,
        witness: &mut dyn Witness,
    ) -> Result<Phase, (Seat, Check)> {
        let wrong = || (last(entries), Check::ShareCards);
        let (receiver, rest) = to.split_first().ok_or_else(wrong)?;
        let top = self.lists.pile.get(..1).ok_or_else(wrong)?;
        let copies = hand_over(top, &shares(entries)).map_err(|_error| wrong())?;
        self.remember_cards(&copies);
        let fresh = Fresh { copies, ..Fresh::default() };
        self.perform(turn, &CardOp::Draw { to: *receiver }, &fresh, witness).ok_or_else(wrong)?;
        Ok(if rest.is_empty() { self.next_phase() } else { Phase::Draw { to: rest.to_vec(), turn } })
    }

    fn perform(&mut self, turn: u32, op: &CardOp, fresh: &Fresh, witness: &mut dyn Witness) -> Option<()> {
        witness.see(turn, &self.lists, op, fresh);
        perform(op, fresh, &mut self.lists)
    }

    fn next_phase(&self) -> Phase {
        if self.outcome().is_some() { Phase::Over } else { Phase::Act }
    }

    fn remember_halves(&mut self, entries: &BTreeMap<Seat, (Entry, Staged)>) {
        for (_, staged) in entries.values() {
            let pairs = match staged {
                Staged::Deck(_, cards) => bytes(cards),
                Staged::Shares(shares) => {
                    shares.iter().map(|share| Bytes64(share.to_bytes())).collect()
                }
                Staged::Act { ops, .. } => {
                    ops.iter().flat_map(|(_, fresh)| fresh.shuffled.iter().chain(&fresh.copies)).copied()
                        .map(|card| Bytes64(card.to_bytes()))
                        .collect()
                }
                Staged::Genesis | Staged::KeyCommit(_) | Staged::Keys { .. } | Staged::Seal(_) => Vec::new(),
            };
            self.seen.extend(pairs.iter().map(first_half));
        }
    }

    /// Halves that are sums of published ones: dealt and drawn cards.
    fn remember_cards<R: Role>(&mut self, cards: &[MaskedCard<R>]) {
        self.seen.extend(bytes(cards).iter().map(first_half));
    }

    fn compute_digest(&self) -> [u8; 32] {
        let encoded = encode(&(&self.state, self.lists.to_wire())).unwrap_or_default();
        hash(labels::DIGEST, &[&encoded])
    }
}

/// Whether some entry of the round showed a hand.
fn shows(entries: &BTreeMap<Seat, (Entry, Staged)>) -> bool {
    entries.values().any(|(_, staged)| match staged {
        Staged::Act { ops, .. } => ops.iter().any(|(op, _)| matches!(op, CardOp::ShowHand { .. })),
        _ => false,
    })
}

fn seals(entries: &BTreeMap<Seat, (Entry, Staged)>) -> BTreeMap<Seat, [u8; 32]> {
    entries
        .iter()
        .filter_map(|(seat, (_, staged))| match staged {
            Staged::KeyCommit(commitment) | Staged::Seal(commitment) => Some((*seat, *commitment)),
            _ => None,
        })
        .collect()
}

fn shares(entries: &BTreeMap<Seat, (Entry, Staged)>) -> Vec<Vec<RemaskShare>> {
    entries
        .values()
        .filter_map(|(_, staged)| match staged {
            Staged::Shares(shares) => Some(shares.clone()),
            _ => None,
        })
        .collect()
}

/// Who is blamed when all entries together fail and none alone: the last seat, which could see the others.
fn last(entries: &BTreeMap<Seat, (Entry, Staged)>) -> Seat {
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

/// The genesis that a table's first entry carries, for auditors and spectators.
pub(crate) fn genesis_of(body: &[u8]) -> Option<Genesis> {
    match nightcoach_wire::decode::<Body>(body, nightcoach_wire::MAX_LEN) {
        Ok(Body::Genesis { genesis, .. }) => Some(genesis),
        _ => None,
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
