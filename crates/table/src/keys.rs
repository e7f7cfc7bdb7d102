//! The public keys of a table, and the contexts that bind proofs to it.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use nightcoach_cards::share::{self, RemaskShare};
use nightcoach_cards::{
    Context, DealPublic, Hand, HandPublic, Layered, LayeredPublic, MaskedCard, PilePublic, Place, Role,
    TransportPublic, layered,
};
use nightcoach_rules::{Seat, SeatSet};
use nightcoach_transcript::{Head, hash};

use crate::labels;

/// The middle one of a seat's three keys.
#[derive(Clone, Copy, Debug)]
pub(crate) enum MiddleKey {
    /// At f = 0: the seat's part of the pile key.
    Pile(PilePublic),
    /// At f >= 1: what shares of the pile key are dealt to it under.
    Transport(TransportPublic),
}

/// One seat's public keys.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SeatKeys {
    pub deal: DealPublic,
    pub middle: MiddleKey,
    pub hand: HandPublic,
}

/// Shares of seats, in seat order.
pub(crate) type SeatShares = Vec<(Seat, Vec<RemaskShare>)>;

/// The key of the piles, and who holds it how.
#[derive(Clone, Debug)]
pub(crate) struct PileKey {
    pub key: PilePublic,
    /// What each holder's shares are checked against.
    pub shares: BTreeMap<Seat, PilePublic>,
    /// Shares that are needed: all of them at f = 0.
    pub threshold: usize,
    /// Whether the key was dealt; else it is the sum of all seats' keys.
    pub dealt: bool,
    /// How often the piles have been re-keyed.
    pub epoch: u32,
}

impl PileKey {
    /// The sum of all seats' keys; `None` if it is the identity or keys repeat.
    pub(crate) fn sum(keys: &[PilePublic]) -> Option<Self> {
        let key = PilePublic::aggregate(keys).ok()?;
        let shares = (0..).map(Seat).zip(keys.iter().copied()).collect();
        Some(Self { key, shares, threshold: keys.len(), dealt: false, epoch: 0 })
    }

    pub(crate) fn holders(&self) -> SeatSet {
        self.shares.keys().copied().collect()
    }

    /// Cards under new keys, from the shares of as many holders as are needed; `None` if they do not fit.
    pub(crate) fn hand_over<F: Role, T: Role>(
        &self,
        cards: &[MaskedCard<F>],
        shares: &SeatShares,
    ) -> Option<Vec<MaskedCard<T>>> {
        if self.dealt {
            return share::hand_over_by(cards, self.threshold, &placed(shares)?).ok();
        }
        (shares.len() == self.threshold).then(|| share::hand_over(cards, &lists(shares)).ok()).flatten()
    }

    /// Cards without the layer of this key.
    pub(crate) fn strip(&self, cards: &[MaskedCard<Layered>], shares: &SeatShares) -> Option<Vec<MaskedCard<Hand>>> {
        if self.dealt {
            return share::strip_by(cards, self.threshold, &placed(shares)?).ok();
        }
        (shares.len() == self.threshold).then(|| share::strip(cards, &lists(shares)).ok()).flatten()
    }
}

/// The place of a seat on the polynomials of the pile key.
pub(crate) const fn place(seat: Seat) -> Option<Place> {
    Place::new(seat.0.wrapping_add(1))
}

fn placed(shares: &SeatShares) -> Option<Vec<(Place, &[RemaskShare])>> {
    shares.iter().map(|(seat, list)| Some((place(*seat)?, list.as_slice()))).collect()
}

/// The lists alone, for a key that is a sum.
pub(crate) fn lists(shares: &SeatShares) -> Vec<Vec<RemaskShare>> {
    shares.iter().map(|(_, list)| list.clone()).collect()
}

/// Everybody's public keys, by seat, and what they make together.
#[derive(Clone, Debug)]
pub(crate) struct Keys {
    pub seats: Vec<SeatKeys>,
    pub deal: DealPublic,
    pub pile: PileKey,
    /// Hand key plus pile key, by seat: what cards are dealt under.
    pub layered: Vec<LayeredPublic>,
}

impl Keys {
    /// The keys of a table; `None` if a sum is the identity or keys repeat.
    pub(crate) fn new(seats: Vec<SeatKeys>, pile: PileKey) -> Option<Self> {
        let deal = DealPublic::aggregate(&seats.iter().map(|keys| keys.deal).collect::<Vec<_>>()).ok()?;
        let layered = layers(&seats, &pile.key)?;
        Some(Self { seats, deal, pile, layered })
    }

    /// The same seats with another pile key.
    pub(crate) fn rekeyed(&self, pile: PileKey) -> Option<Self> {
        let layered = layers(&self.seats, &pile.key)?;
        Some(Self { seats: self.seats.clone(), deal: self.deal, pile, layered })
    }

    pub(crate) fn seat(&self, seat: Seat) -> Option<&SeatKeys> {
        self.seats.get(seat.index())
    }

    pub(crate) fn hand(&self, seat: Seat) -> Option<&HandPublic> {
        self.seat(seat).map(|keys| &keys.hand)
    }
}

fn layers(seats: &[SeatKeys], pile: &PilePublic) -> Option<Vec<LayeredPublic>> {
    seats.iter().map(|keys| layered(&keys.hand, pile).ok()).collect()
}

/// Where in the chain a proof stands (walk.md decision 4).
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stand {
    pub table: [u8; 32],
    /// How often the piles have been re-keyed; in the rounds of a re-key already the new number.
    pub epoch: u32,
    pub head: Head,
    pub round: u32,
    /// What kind of round this is, as `Phase::kind` numbers them.
    pub kind: u8,
}

impl Stand {
    /// The context of a seat's proofs in this round; proofs take slots of it.
    pub(crate) fn context(&self, seat: Seat) -> Context {
        Context::new(hash(
            labels::CONTEXT,
            &[&self.table, &self.epoch.to_le_bytes(), &self.head, &[self.kind], &self.round.to_le_bytes(), &[seat.0]],
        ))
    }
}

#[cfg(test)]
mod tests {
    use alloc::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_field_of_a_place_in_the_chain_gives_another_context() {
        let here = Stand { table: [1; 32], epoch: 2, head: [3; 32], round: 4, kind: 5 };
        let mut places = Vec::from([(here, Seat(6)), (here, Seat(7))]);
        places.push((Stand { table: [9; 32], ..here }, Seat(6)));
        places.push((Stand { epoch: 9, ..here }, Seat(6)));
        places.push((Stand { head: [9; 32], ..here }, Seat(6)));
        places.push((Stand { round: 9, ..here }, Seat(6)));
        places.push((Stand { kind: 9, ..here }, Seat(6)));
        let contexts = places.iter().map(|(stand, seat)| stand.context(*seat));
        let slots = (0..4).map(|slot| here.context(Seat(6)).slot(slot));
        let distinct: BTreeSet<[u8; 32]> = contexts.chain(slots).map(|context| *context.as_bytes()).collect();
        assert_eq!(distinct.len(), places.len() + 4);
    }
}
