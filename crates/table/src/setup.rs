//! The decks of the set-up, and how they become hands, slots and piles.

use alloc::vec::Vec;

use nightcoach_cards::share::hand_over;
use nightcoach_cards::{Deal, HandPublic, Layered, LayeredPublic, MaskedCard, Pile};
use nightcoach_rules::{Face, Options, components};

use crate::faces::FaceTable;
use crate::keys::{Keys, PileKey, SeatShares, lists};
use crate::lists::CardLists;
use crate::phase::SetupDeck;

/// Cards on their way from the box to the table.
#[derive(Clone, Debug)]
pub(crate) struct Setup {
    options: Options,
    associations: Vec<MaskedCard<Deal>>,
    occupations: Vec<MaskedCard<Deal>>,
    objects: Vec<MaskedCard<Deal>>,
    start: Vec<MaskedCard<Deal>>,
    /// Objects that join the pile after the first stage.
    joining: Vec<MaskedCard<Deal>>,
    bags: [MaskedCard<Deal>; 2],
    layered: Vec<MaskedCard<Layered>>,
    /// Objects and spares under the pile key, where they come before the end of the deal.
    piles: [Vec<MaskedCard<Pile>>; 2],
}

impl Setup {
    /// The open decks in canonical order, as everybody computes them.
    pub(crate) fn new(options: &Options, faces: &FaceTable) -> Self {
        let object = |face| MaskedCard::open(faces.object(face));
        Self {
            options: options.clone(),
            associations: components::associations(options)
                .into_iter()
                .map(|face| MaskedCard::open(faces.association(face)))
                .collect(),
            occupations: components::occupations()
                .into_iter()
                .map(|face| MaskedCard::open(faces.occupation(face)))
                .collect(),
            objects: components::stage_one(options).into_iter().map(object).collect(),
            start: Vec::new(),
            joining: components::stage_three(options).into_iter().map(object).collect(),
            bags: [Face::BagKey, Face::BagGoblet].map(object),
            layered: Vec::new(),
            piles: [Vec::new(), Vec::new()],
        }
    }

    pub(crate) fn deck(&self, deck: SetupDeck) -> &[MaskedCard<Deal>] {
        match deck {
            SetupDeck::Associations => &self.associations,
            SetupDeck::Occupations => &self.occupations,
            SetupDeck::Objects | SetupDeck::Pile => &self.objects,
            SetupDeck::Start => &self.start,
        }
    }

    pub(crate) fn set_deck(&mut self, deck: SetupDeck, cards: Vec<MaskedCard<Deal>>) {
        match deck {
            SetupDeck::Associations => self.associations = cards,
            SetupDeck::Occupations => self.occupations = cards,
            SetupDeck::Objects | SetupDeck::Pile => self.objects = cards,
            SetupDeck::Start => self.start = cards,
        }
    }

    /// Stage two: the first objects and both bags make the starting hands, to be shuffled once more by all; with
    /// `sealed_start` the objects that no starting hand may hold join the rest, which is shuffled once more too.
    pub(crate) fn begin_second_stage(&mut self) {
        let extra = components::stage_two_extra(self.options.seats).min(self.objects.len());
        self.start = self.objects.drain(..extra).chain(self.bags).collect();
        self.objects.append(&mut self.joining);
    }

    /// Every dealt card, seat by seat: association (or three), occupation, starting hand.
    pub(crate) fn dealt(&self) -> Vec<MaskedCard<Deal>> {
        let hands = self.start.chunks(components::start_hand(self.options.seats).max(1));
        let associations = self.associations.chunks(components::associations_each(&self.options));
        let slots = associations.zip(&self.occupations);
        slots
            .zip(hands)
            .flat_map(|((associations, occupation), hand)| associations.iter().chain([occupation]).chain(hand).copied())
            .collect()
    }

    /// Cards that go to the piles: undealt objects, then undealt occupations.
    pub(crate) fn undealt(&self) -> Vec<MaskedCard<Deal>> {
        let spares = self.occupations.iter().skip(usize::from(self.options.seats));
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
        let each = self.cards_each();
        keys.iter().flat_map(|key| core::iter::repeat_n(*key, each)).collect()
    }

    /// Cards dealt to one seat.
    fn cards_each(&self) -> usize {
        let slots = components::associations_each(&self.options).saturating_add(1);
        components::start_hand(self.options.seats).saturating_add(slots)
    }

    pub(crate) fn layered(&self) -> &[MaskedCard<Layered>] {
        &self.layered
    }

    /// First half of the deal; `None` if the shares cancel.
    pub(crate) fn hand_over(&mut self, shares: &SeatShares) -> Option<()> {
        self.layered = hand_over(&self.dealt(), &lists(shares)).ok()?;
        Some(())
    }

    /// Keeps the piles until the deal is over.
    pub(crate) fn set_piles(&mut self, piles: [Vec<MaskedCard<Pile>>; 2]) {
        self.piles = piles;
    }

    pub(crate) fn piles(&self) -> [Vec<MaskedCard<Pile>>; 2] {
        self.piles.clone()
    }

    /// Second half: hands and slots. `None` if the shares do not fit.
    pub(crate) fn strip(&self, key: &PileKey, shares: &SeatShares) -> Option<CardLists> {
        let cards = key.strip(&self.layered, shares)?;
        let mut lists = CardLists::default();
        let each = components::associations_each(&self.options);
        for seat in cards.chunks(self.cards_each()) {
            let (associations, [occupation, hand @ ..]) = seat.split_at_checked(each)? else { return None };
            lists.associations.push(associations.to_vec());
            lists.occupations.push(*occupation);
            lists.hands.push(hand.to_vec());
        }
        let dealt = each.saturating_mul(usize::from(self.options.seats));
        lists.aside = self.associations.iter().skip(dealt).copied().collect();
        Some(lists)
    }

    /// Objects and spares under the pile key, in n-of-n shares of the deal key. `None` if the shares cancel.
    pub(crate) fn rekey(&self, shares: &SeatShares) -> Option<[Vec<MaskedCard<Pile>>; 2]> {
        let mut cards: Vec<MaskedCard<Pile>> = hand_over(&self.undealt(), &lists(shares)).ok()?;
        let spares = cards.split_off(self.objects.len().min(cards.len()));
        Some([cards, spares])
    }
}
