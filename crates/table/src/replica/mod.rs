//! The public half of a table: what every peer, spectator and auditor computes from the entries alone.
//!
//! [`Replica::check`] stages one entry, [`Replica::fold`] closes a round with all of them. No secret is in here.

mod fold;
mod going_on;

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::sync::Arc;
use alloc::vec::Vec;

use nightcoach_cards::TransportPublic;
use nightcoach_rules::{CardOp, Event, Options, Outcome, Seat, SeatSet, State, outcome, set_up};
use nightcoach_transcript::{Head, hash};
use nightcoach_wire::{MAX_LEN, decode, encode};

use crate::body::{Body, Genesis, VERSION};
use crate::dealing::Round;
use crate::faces::FaceTable;
use crate::keys::{Keys, SeatKeys, Stand};
use crate::labels;
use crate::lists::CardLists;
use crate::phase::{Around, Phase};
use crate::proofs::Proofs;
use crate::script::Fresh;
use crate::setup::Setup;

pub(crate) use fold::Entries;

pub(crate) use going_on::Askable;

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
    /// NC-702: a weak or repeated identity key, [`Check::RosterKeys`](crate::Check::RosterKeys).
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
    /// As they were opened; what the pile key is comes later where it is dealt.
    seat_keys: Vec<SeatKeys>,
    /// At f >= 1: under what the next shares of the pile key travel, by seat.
    transport: BTreeMap<Seat, TransportPublic>,
    /// The last dealing that was well, and its epoch.
    dealt: Option<(u32, Round)>,
    /// In which round a seat has fallen asleep or woken last.
    changed: BTreeMap<Seat, u32>,
    start: Seat,
    setup: Setup,
    lists: CardLists,
    state: Option<State>,
    seen: BTreeSet<[u8; 32]>,
    log: Vec<(u32, Event)>,
    proofs: Proofs,
    /// A simulation leaves digests out, to show what they are for.
    #[cfg(feature = "shared-checks")]
    undigested: bool,
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
            seat_keys: Vec::new(),
            transport: BTreeMap::new(),
            dealt: None,
            changed: BTreeMap::new(),
            start: Seat(0),
            setup: Setup::new(options, &faces),
            lists: CardLists::default(),
            state: None,
            seen: BTreeSet::new(),
            log: Vec::new(),
            proofs: Proofs::default(),
            #[cfg(feature = "shared-checks")]
            undigested: false,
            genesis,
            faces,
        };
        replica.digest = replica.compute_digest();
        Ok(replica)
    }

    /// Takes the proofs of all entries to come as good until they are asked for with [`Self::take_proofs`].
    pub(crate) fn put_off_proofs(&mut self) {
        self.proofs = Proofs::put_off();
    }

    /// What was put off; proofs to come are checked at once again.
    pub(crate) fn take_proofs(&mut self) -> Proofs {
        core::mem::take(&mut self.proofs)
    }

    pub(crate) const fn proofs(&self) -> &Proofs {
        &self.proofs
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
        let (awake, holders) = (self.awake(), self.awake_holders());
        let (options, state) = (self.options(), self.state.as_ref());
        self.phase.owed(Around { options, state, awake, holders })
    }

    pub(crate) fn stand(&self) -> Stand {
        self.stand_in(&self.phase)
    }

    fn stand_in(&self, phase: &Phase) -> Stand {
        let epoch = self.keys.as_ref().map_or(0, |keys| keys.pile.epoch);
        let next = self.keys.is_some() && matches!(phase, Phase::Boxes(_) | Phase::Verdicts(_) | Phase::Rehand(_));
        let epoch = if next { epoch.saturating_add(1) } else { epoch };
        Stand { table: self.table, epoch, head: self.head, round: self.round, kind: phase.kind() }
    }

    fn compute_digest(&self) -> [u8; 32] {
        #[cfg(feature = "shared-checks")]
        if self.undigested {
            return [0; 32];
        }
        let encoded = encode(&(&self.state, self.lists.to_wire())).unwrap_or_default();
        hash(labels::DIGEST, &[&encoded])
    }
}

#[cfg(feature = "shared-checks")]
impl Replica {
    pub(crate) fn err(&mut self) {
        if let Some(state) = &mut self.state {
            state.turn = state.turn.saturating_add(1);
        }
        self.digest = self.compute_digest();
    }

    /// From the next round on.
    pub(crate) const fn leave_digests_out(&mut self) {
        self.undigested = true;
    }
}

/// The genesis that a table's first entry carries, for auditors and spectators.
pub(crate) fn genesis_of(body: &[u8]) -> Option<Genesis> {
    let Ok(Body::Genesis { genesis, .. }) = decode(body, MAX_LEN) else { return None };
    Some(genesis)
}
