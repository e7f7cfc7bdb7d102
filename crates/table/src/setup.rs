//! The decks of the set-up, and how they become hands, slots and piles.

use alloc::vec::Vec;

use nightcoach_cards::share::{RemaskShare, hand_over, strip};
use nightcoach_cards::{Deal, HandPublic, Layered, LayeredPublic, MaskedCard, Pile};
use nightcoach_rules::{Face, components};

use crate::faces::FaceTable;
use crate::keys::Keys;
use crate::lists::CardLists;
use crate::phase::SetupDeck;

/// Cards on their way from the box to the table.
#[derive(Clone, Debug)]
pub(crate) struct Setup {
    n: u8,
    associations: Vec<MaskedCard<Deal>>,
    occupations: Vec<MaskedCard<Deal>>,
    objects: Vec<MaskedCard<Deal>>,
    start: Vec<MaskedCard<Deal>>,
    bags: [MaskedCard<Deal>; 2],
    layered: Vec<MaskedCard<Layered>>,
}

impl Setup {
    /// The open decks in canonical order, as everybody computes them.
    pub(crate) fn new(n: u8, faces: &FaceTable) -> Self {
        let object = |face| MaskedCard::open(faces.object(face));
        Self {
            n,
            associations: components::associations(n)
                .into_iter()
                .map(|face| MaskedCard::open(faces.association(face)))
                .collect(),
            occupations: components::occupations()
                .into_iter()
                .map(|face| MaskedCard::open(faces.occupation(face)))
                .collect(),
            objects: components::stage_one(n).into_iter().map(object).collect(),
            start: Vec::new(),
            bags: [Face::BagKey, Face::BagGoblet].map(object),
            layered: Vec::new(),
        }
    }

    pub(crate) fn deck(&self, deck: SetupDeck) -> &[MaskedCard<Deal>] {
        match deck {
            SetupDeck::Associations => &self.associations,
            SetupDeck::Occupations => &self.occupations,
            SetupDeck::Objects => &self.objects,
            SetupDeck::Start => &self.start,
        }
    }

    pub(crate) fn set_deck(&mut self, deck: SetupDeck, cards: Vec<MaskedCard<Deal>>) {
        match deck {
            SetupDeck::Associations => self.associations = cards,
            SetupDeck::Occupations => self.occupations = cards,
            SetupDeck::Objects => self.objects = cards,
            SetupDeck::Start => self.start = cards,
        }
    }

    /// Stage two: the first objects and both bags make the starting hands, to be shuffled once more by all.
    pub(crate) fn begin_second_stage(&mut self) {
        let extra = components::stage_two_extra(self.n).min(self.objects.len());
        self.start = self.objects.drain(..extra).chain(self.bags).collect();
    }

    /// Every dealt card, seat by seat: association, occupation, starting hand.
    pub(crate) fn dealt(&self) -> Vec<MaskedCard<Deal>> {
        let hands = self.start.chunks(components::start_hand(self.n).max(1));
        let slots = self.associations.iter().zip(&self.occupations);
        slots
            .zip(hands)
            .flat_map(|((association, occupation), hand)| {
                [*association, *occupation].into_iter().chain(hand.iter().copied())
            })
            .collect()
    }

    /// Cards that go to the piles: undealt objects, then undealt occupations.
    pub(crate) fn undealt(&self) -> Vec<MaskedCard<Deal>> {
        let spares = self.occupations.iter().skip(usize::from(self.n));
        self.objects.iter().chain(spares).copied().collect()
    }

    /// The layered key that each dealt card goes to.
    pub(crate) fn layered_keys(&self, keys: &Keys) -> Vec<LayeredPublic> {
        self.per_card(&keys.layered)
    }

    /// The hand key that each dealt card goes to in the end.
    pub(crate) fn hand_keys(&self, keys: &Keys) -> Vec<HandPublic> {
        self.per_card(&keys.seats.iter().map(|seat| seat.hand).collect::<Vec<_>>())
    }

    fn per_card<K: Copy>(&self, keys: &[K]) -> Vec<K> {
        let each = components::start_hand(self.n).saturating_add(2);
        keys.iter().flat_map(|key| core::iter::repeat_n(*key, each)).collect()
    }

    pub(crate) fn layered(&self) -> &[MaskedCard<Layered>] {
        &self.layered
    }

    /// First half of the deal; `None` if the shares cancel.
    pub(crate) fn hand_over(&mut self, shares: &[Vec<RemaskShare>]) -> Option<()> {
        self.layered = hand_over(&self.dealt(), shares).ok()?;
        Some(())
    }

    /// Second half: hands and slots. `None` if the shares do not fit.
    pub(crate) fn strip(&self, shares: &[Vec<RemaskShare>]) -> Option<CardLists> {
        let cards = strip(&self.layered, shares).ok()?;
        let mut lists = CardLists::default();
        for seat in cards.chunks(components::start_hand(self.n).saturating_add(2)) {
            let [association, occupation, hand @ ..] = seat else { return None };
            lists.associations.push(*association);
            lists.occupations.push(*occupation);
            lists.hands.push(hand.to_vec());
        }
        lists.aside = self.associations.iter().skip(usize::from(self.n)).copied().collect();
        Some(lists)
    }

    /// Piles under the pile key. `None` if the shares cancel.
    pub(crate) fn rekey(&self, shares: &[Vec<RemaskShare>], lists: &mut CardLists) -> Option<()> {
        let mut cards: Vec<MaskedCard<Pile>> = hand_over(&self.undealt(), shares).ok()?;
        lists.spares = cards.split_off(self.objects.len().min(cards.len()));
        lists.pile = cards;
        Some(())
    }
}
