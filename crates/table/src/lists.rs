//! Every card list of a table: who holds which masked card where. Equal on all peers; no face is in it.

use alloc::vec::Vec;

use nightcoach_cards::{Deal, Hand, Layered, MaskedCard, Pile, Role};
use nightcoach_rules::{LayeredCard, Pile as PileName, Seat, Slot};
use nightcoach_wire::Bytes64;
use serde::Serialize;

/// The record of a running trade: four ciphertexts, frozen until it ends (walk.md a.1).
#[derive(Clone, Debug)]
pub(crate) struct TradeRecord {
    /// Who offered, or demanded.
    pub from: Seat,
    pub to: Seat,
    /// X as `from` held it, and as the other side received it; in a demand once it is handed over.
    pub offered: Option<[MaskedCard<Hand>; 2]>,
    /// Y as the other side held it, and as `from` received it; once accepted or surrendered.
    pub answer: Option<[MaskedCard<Hand>; 2]>,
}

/// A hand that is shown to one seat in the running step.
#[derive(Clone, Debug)]
pub(crate) struct Shown {
    pub to: Seat,
    pub copies: Vec<MaskedCard<Hand>>,
}

/// A pile that one seat looks through: copies under its hand key, by place.
#[derive(Clone, Debug)]
pub(crate) struct Looked {
    pub to: Seat,
    pub pile: PileName,
    pub copies: Vec<MaskedCard<Hand>>,
}

/// A card on its way to another seat, under that seat's hand key and the pile key.
#[derive(Clone, Debug)]
pub(crate) struct Passed {
    pub from: Seat,
    pub to: Seat,
    pub what: LayeredCard,
    pub card: MaskedCard<Layered>,
}

/// All lists.
#[derive(Clone, Debug, Default)]
pub(crate) struct CardLists {
    /// By seat; each under the seat's hand key.
    pub hands: Vec<Vec<MaskedCard<Hand>>>,
    /// By seat.
    pub occupations: Vec<MaskedCard<Hand>>,
    /// By seat: one card, or three.
    pub associations: Vec<Vec<MaskedCard<Hand>>>,
    /// Top card first.
    pub pile: Vec<MaskedCard<Pile>>,
    /// Undealt occupations.
    pub spares: Vec<MaskedCard<Pile>>,
    /// The undealt association; under the deal key for ever.
    pub aside: Vec<MaskedCard<Deal>>,
    pub trade: Option<TradeRecord>,
    pub shown: Option<Shown>,
    pub looked: Option<Looked>,
    /// By giver, in seat order.
    pub passed: Vec<Passed>,
}

impl CardLists {
    pub(crate) fn hand(&self, seat: Seat) -> &[MaskedCard<Hand>] {
        self.hands.get(seat.index()).map_or(&[], Vec::as_slice)
    }

    pub(crate) fn slot(&self, seat: Seat, slot: Slot) -> Option<&MaskedCard<Hand>> {
        match slot {
            Slot::Occupation => self.occupations.get(seat.index()),
            Slot::Association => self.associations(seat).first(),
        }
    }

    pub(crate) fn associations(&self, seat: Seat) -> &[MaskedCard<Hand>] {
        self.associations.get(seat.index()).map_or(&[], Vec::as_slice)
    }

    pub(crate) fn pile(&self, pile: PileName) -> &[MaskedCard<Pile>] {
        match pile {
            PileName::Objects => &self.pile,
            PileName::Spares => &self.spares,
        }
    }

    pub(crate) const fn pile_mut(&mut self, pile: PileName) -> &mut Vec<MaskedCard<Pile>> {
        match pile {
            PileName::Objects => &mut self.pile,
            PileName::Spares => &mut self.spares,
        }
    }

    /// Both piles, objects first.
    pub(crate) fn piles(&self) -> Vec<MaskedCard<Pile>> {
        self.pile.iter().chain(&self.spares).copied().collect()
    }

    /// The wire form that is digested.
    pub(crate) fn to_wire(&self) -> impl Serialize + use<> {
        let trade = self.trade.as_ref().map(|record| {
            let wire = |cards: &Option<[MaskedCard<Hand>; 2]>| cards.as_ref().map(|cards| bytes(cards));
            (record.from, record.to, wire(&record.offered), wire(&record.answer))
        });
        let looked = self.looked.as_ref().map(|looked| (looked.to, looked.pile, bytes(&looked.copies)));
        let passed = self.passed.iter().map(|card| (card.from, card.to, card.what, Bytes64(card.card.to_bytes())));
        let shown = self.shown.as_ref().map(|shown| (shown.to, bytes(&shown.copies)));
        (
            self.hands.iter().map(|hand| bytes(hand)).collect::<Vec<_>>(),
            bytes(&self.occupations),
            self.associations.iter().map(|cards| bytes(cards)).collect::<Vec<_>>(),
            bytes(&self.pile),
            bytes(&self.spares),
            bytes(&self.aside),
            trade,
            shown,
            (looked, passed.collect::<Vec<_>>()),
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
