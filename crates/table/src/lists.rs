//! Every card list of a table: who holds which masked card where. Equal on all peers; no face is in it.

use alloc::vec::Vec;

use nightcoach_cards::{Deal, Hand, MaskedCard, Pile, Role};
use nightcoach_rules::{Seat, Slot};
use nightcoach_wire::Bytes64;
use serde::Serialize;

/// The record of a running trade: four ciphertexts, frozen until it ends (walk.md a.1).
#[derive(Clone, Debug)]
pub(crate) struct TradeRecord {
    pub from: Seat,
    pub to: Seat,
    /// X as the offerer held it, and as the other side received it.
    pub offered: [MaskedCard<Hand>; 2],
    /// Y as the other side held it, and as the offerer received it; once accepted.
    pub answer: Option<[MaskedCard<Hand>; 2]>,
}

/// A hand that is shown to one seat in the running step.
#[derive(Clone, Debug)]
pub(crate) struct Shown {
    pub to: Seat,
    pub copies: Vec<MaskedCard<Hand>>,
}

/// All lists.
#[derive(Clone, Debug, Default)]
pub(crate) struct CardLists {
    /// By seat; each under the seat's hand key.
    pub hands: Vec<Vec<MaskedCard<Hand>>>,
    /// By seat.
    pub occupations: Vec<MaskedCard<Hand>>,
    /// By seat.
    pub associations: Vec<MaskedCard<Hand>>,
    /// Top card first.
    pub pile: Vec<MaskedCard<Pile>>,
    /// Undealt occupations.
    pub spares: Vec<MaskedCard<Pile>>,
    /// The undealt association; under the deal key for ever.
    pub aside: Vec<MaskedCard<Deal>>,
    pub trade: Option<TradeRecord>,
    pub shown: Option<Shown>,
}

impl CardLists {
    pub(crate) fn hand(&self, seat: Seat) -> &[MaskedCard<Hand>] {
        self.hands.get(seat.index()).map_or(&[], Vec::as_slice)
    }

    pub(crate) fn slot(&self, seat: Seat, slot: Slot) -> Option<&MaskedCard<Hand>> {
        match slot {
            Slot::Occupation => self.occupations.get(seat.index()),
            Slot::Association => self.associations.get(seat.index()),
        }
    }

    /// The wire form that is digested.
    pub(crate) fn to_wire(&self) -> impl Serialize + use<> {
        let trade = self.trade.as_ref().map(|record| {
            let answer = record.answer.as_ref().map(|cards| bytes(cards));
            (record.from, record.to, bytes(&record.offered), answer)
        });
        let shown = self.shown.as_ref().map(|shown| (shown.to, bytes(&shown.copies)));
        (
            self.hands.iter().map(|hand| bytes(hand)).collect::<Vec<_>>(),
            bytes(&self.occupations),
            bytes(&self.associations),
            bytes(&self.pile),
            bytes(&self.spares),
            bytes(&self.aside),
            trade,
            shown,
        )
    }
}

/// Cards as they travel.
pub(crate) fn bytes<R: Role>(cards: &[MaskedCard<R>]) -> Vec<Bytes64> {
    cards.iter().map(|card| Bytes64(card.to_bytes())).collect()
}

/// Cards off the wire; `None` when one of them is no masked card.
pub(crate) fn parse<R: Role>(cards: &[Bytes64]) -> Option<Vec<MaskedCard<R>>> {
    cards.iter().map(|card| MaskedCard::from_bytes(&card.0).ok()).collect()
}
