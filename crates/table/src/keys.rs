//! The public keys of a table, and the contexts that bind proofs to it.

use alloc::vec::Vec;

use nightcoach_cards::{Context, DealPublic, HandPublic, LayeredPublic, PilePublic, layered};
use nightcoach_rules::Seat;
use nightcoach_transcript::{Head, hash};

use crate::labels;

/// One seat's public keys.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SeatKeys {
    pub deal: DealPublic,
    pub pile: PilePublic,
    pub hand: HandPublic,
}

/// Everybody's public keys, by seat, and their sums.
#[derive(Clone, Debug)]
pub(crate) struct Keys {
    pub seats: Vec<SeatKeys>,
    pub deal: DealPublic,
    pub pile: PilePublic,
    /// Hand key plus pile key, by seat: what cards are dealt under.
    pub layered: Vec<LayeredPublic>,
}

impl Keys {
    /// Sums the keys; `None` if a sum is the identity or keys repeat.
    pub(crate) fn sum(seats: Vec<SeatKeys>) -> Option<Self> {
        let deal = DealPublic::aggregate(&seats.iter().map(|keys| keys.deal).collect::<Vec<_>>()).ok()?;
        let pile = PilePublic::aggregate(&seats.iter().map(|keys| keys.pile).collect::<Vec<_>>()).ok()?;
        let layers = seats.iter().map(|keys| layered(&keys.hand, &pile).ok()).collect::<Option<_>>()?;
        Some(Self { seats, deal, pile, layered: layers })
    }

    pub(crate) fn seat(&self, seat: Seat) -> Option<&SeatKeys> {
        self.seats.get(seat.index())
    }

    pub(crate) fn hand(&self, seat: Seat) -> Option<&HandPublic> {
        self.seat(seat).map(|keys| &keys.hand)
    }
}

/// Where in the chain a proof stands (walk.md decision 4).
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stand {
    pub table: [u8; 32],
    pub head: Head,
    pub round: u32,
    /// What kind of round this is, as `Phase::kind` numbers them.
    pub kind: u8,
}

/// Key epoch: piles are not re-keyed after the deal yet.
const EPOCH: u32 = 0;

impl Stand {
    /// The context of a seat's proofs in this round; proofs take slots of it.
    pub(crate) fn context(&self, seat: Seat) -> Context {
        Context::new(hash(
            labels::CONTEXT,
            &[&self.table, &EPOCH.to_le_bytes(), &self.head, &[self.kind], &self.round.to_le_bytes(), &[seat.0]],
        ))
    }
}
