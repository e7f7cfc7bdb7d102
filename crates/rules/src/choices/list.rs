//! Every concrete choice, and whether something is one.

use alloc::vec;
use alloc::vec::Vec;

use super::{
    AnswerChoices, Choices, DeclareChoices, DemandChoices, ProphecyChoices, Refusal, TakeChoices, TurnChoices,
};
use crate::declaration::most_items;
use crate::{Action, Answer, Choice, Face, Kind, Neighbour, Occupation, Power, Seat, SeatSet, Selection, Side, Spoils};

impl Choices {
    /// Every concrete choice.
    pub fn all(&self) -> Vec<Choice> {
        match self {
            Self::Nothing => vec![],
            Self::Forced(choice) => vec![choice.clone()],
            Self::Turn(turn) => turn.all(),
            Self::Answer(answer) => answer.all(),
            Self::Support => {
                [None, Some(Side::Attacker), Some(Side::Defender)].map(|side| plain(Action::Support { side })).to_vec()
            }
            Self::Priest { may } => answers(*may, |stop| Action::Priest { stop }),
            Self::Pay { cards, .. } => cards.iter().map(|card| with(Action::Pay, *card)).collect(),
            Self::Hypnotise { targets } => {
                let named = targets.iter().map(Some);
                let all = core::iter::once(None).chain(named);
                all.map(|target| plain(Action::Hypnotise { target })).collect()
            }
            Self::Abilities { usable, powers } => plays(usable, powers),
            Self::Doctor { may } => answers(*may, |cancel| Action::Doctor { cancel }),
            Self::Spoils => [Spoils::Identity, Spoils::Luggage].map(|spoils| plain(Action::Spoils(spoils))).to_vec(),
            Self::Take(take) => take.all(),
            Self::Give { cards, receivers } => {
                let give = |card: &Face| {
                    let card = *card;
                    receivers.iter().map(move |to| with(Action::Give { to }, card))
                };
                cards.iter().flat_map(give).collect()
            }
            Self::Foresee { may } => answers(*may, |uses| if uses { Action::Foresee } else { Action::Pass }),
            Self::Reorder { pile } => pairs(pile),
            Self::Surrender { cards, .. } => cards.iter().map(|card| with(Action::Surrender, *card)).collect(),
            Self::Text { kind, .. } => {
                let texts = [Some(None), kind.map(Some)];
                texts.into_iter().flatten().map(|text| plain(Action::Text { text })).collect()
            }
            Self::UseText { .. } => answers(true, |using| Action::UseText { using }),
            Self::Direct => [Neighbour::Left, Neighbour::Right].map(|side| plain(Action::Direct { side })).to_vec(),
            Self::Pledge { cards, .. } => cards.iter().map(|card| with(Action::Pledge, *card)).collect(),
            Self::Exchange { spares, own } => {
                let takes =
                    |taken: &Occupation| Choice { action: Action::Exchange, selection: Selection::Occupation(*taken) };
                spares.iter().chain(own).map(takes).collect()
            }
            Self::PickAssociation { .. } => (0..3).map(|place| plain(Action::PickAssociation { place })).collect(),
            Self::Vote => [false, true].map(|draw| plain(Action::Vote { draw })).to_vec(),
        }
    }

    /// Whether this is one of the choices.
    pub fn contains(&self, choice: &Choice) -> bool {
        match (self, &choice.action) {
            (Self::Turn(turn), Action::DeclareTeam { named, counts, .. }) => {
                turn.declare.as_ref().is_ok_and(|declare| {
                    declare.allows(*named, counts) && *choice == plain(declare.action(*named, counts))
                })
            }
            (Self::Turn(turn), Action::Prophesy { named, .. }) => turn
                .prophecy
                .as_ref()
                .is_some_and(|claim| named.within(claim.others) && *choice == plain(claim.action(*named))),
            (Self::Turn(turn), Action::DeclareSolo { .. }) => turn.solo_wins().contains(choice),
            (Self::Turn(turn), Action::Demand { target, kind }) => {
                turn.demand.as_ref().is_some_and(|demand| demand.allows(*target, *kind, &choice.selection))
            }
            (Self::Turn(turn), _) => turn.main_actions().any(|open| open == *choice),
            _ => self.all().contains(choice),
        }
    }
}

impl TurnChoices {
    fn all(&self) -> Vec<Choice> {
        let mut all = self.without_declarations();
        all.extend(self.solo_wins());
        if let Ok(declare) = &self.declare {
            for named in sets(declare.companions) {
                all.extend(declare.counts_for(named).iter().map(|counts| plain(declare.action(named, counts))));
            }
        }
        if let Some(claim) = &self.prophecy {
            all.extend(sets(claim.others).map(|named| plain(claim.action(named))));
        }
        all
    }

    /// Every declaration of a personal win.
    pub fn solo_wins(&self) -> Vec<Choice> {
        let sets = self.solo.as_ref().map_or(&[][..], Vec::as_slice);
        sets.iter().map(|items| plain(Action::DeclareSolo { items: items.clone() })).collect()
    }

    /// Every concrete choice but declarations.
    pub fn without_declarations(&self) -> Vec<Choice> {
        let mut all: Vec<Choice> = self.main_actions().collect();
        if let Some(demand) = &self.demand {
            all.extend(demand.all());
        }
        all
    }

    /// Passing, the Clairvoyant, attacks and offers.
    fn main_actions(&self) -> impl Iterator<Item = Choice> {
        let foresee = self.foresee.then(|| plain(Action::Foresee));
        let attacks = self.partners.iter().map(|target| plain(Action::Attack { target }));
        let offer = |to| self.cards.iter().map(move |card| with(Action::Offer { to }, *card));
        let offers = self.partners.iter().flat_map(offer);
        core::iter::once(plain(Action::Pass)).chain(foresee).chain(attacks).chain(offers)
    }
}

impl DemandChoices {
    /// Every concrete demand.
    pub fn all(&self) -> Vec<Choice> {
        let mut all = Vec::new();
        for kind in &self.kinds {
            for card in self.cards_for(*kind) {
                all.extend(self.targets.iter().map(|target| with(Action::Demand { target, kind: *kind }, card)));
            }
        }
        all
    }

    /// Own objects that may be laid down for this kind: for a Secret Bag no bag (E41).
    pub fn cards_for(&self, kind: Kind) -> impl Iterator<Item = Face> {
        let barred = move |card: &Face| kind == Kind::SecretBag && card.is_bag();
        self.cards.iter().copied().filter(move |card| !barred(card))
    }

    fn allows(&self, target: Seat, kind: Kind, selection: &Selection) -> bool {
        let card = |card| Selection::object(card) == *selection;
        self.targets.contains(target) && self.kinds.contains(&kind) && self.cards_for(kind).any(card)
    }
}

impl DeclareChoices {
    /// The declaration that names these companions; the counts, in seat order, only with `claim_counts`.
    pub fn action(&self, named: SeatSet, counts: &[u8]) -> Action {
        Action::DeclareTeam {
            named,
            membership: self.membership,
            occupation: self.occupation,
            items: self.items.clone(),
            counts: counts.to_vec(),
        }
    }

    /// Whether these companions may be named with these counts.
    pub fn allows(&self, named: SeatSet, counts: &[u8]) -> bool {
        let said = || counts.iter().map(|count| usize::from(*count)).sum::<usize>();
        named.within(self.companions)
            && self
                .counted
                .map_or(counts.is_empty(), |most| counts.len() == named.len() && !counts.contains(&0) && said() <= most)
    }

    /// All counts with which these companions may be named; just the empty list without `claim_counts`.
    pub fn counts_for(&self, named: SeatSet) -> Vec<Vec<u8>> {
        let Some(most) = self.counted else {
            return vec![vec![]];
        };
        let most = u8::try_from(most).unwrap_or(u8::MAX);
        if named.len() > usize::from(most) {
            return vec![];
        }
        let longer = |lists: Vec<Vec<u8>>| -> Vec<Vec<u8>> {
            let with = |list: &Vec<u8>, count| list.iter().copied().chain([count]).collect();
            lists.iter().flat_map(|list| (1..=most).map(move |count| with(list, count))).collect()
        };
        let all = named.iter().fold(vec![vec![]], |lists, _| longer(lists));
        all.into_iter().filter(|counts| self.allows(named, counts)).collect()
    }

    /// How many key items the companions of a claim with counts may be said to hold.
    pub(crate) const fn most_counted(own: usize, pile_empty: bool) -> usize {
        most_items(pile_empty).saturating_sub(own)
    }
}

impl ProphecyChoices {
    /// The prophecy that names these seats.
    pub const fn action(&self, named: SeatSet) -> Action {
        Action::Prophesy { named, membership: self.membership }
    }
}

impl AnswerChoices {
    fn all(&self) -> Vec<Choice> {
        let accept = |answer: &Answer| with(Action::Accept { text: answer.text }, answer.card);
        let refuse = (self.refusal == Refusal::Allowed).then(|| plain(Action::Refuse));
        refuse.into_iter().chain(self.answers.iter().map(accept)).collect()
    }
}

impl TakeChoices {
    fn all(&self) -> Vec<Choice> {
        if let Some(cards) = &self.give_back {
            return cards.iter().map(|card| with(Action::TakeAndReturn { index: 0 }, *card)).collect();
        }
        let places = (0u8..).take(self.shown.len());
        places.map(|index| plain(Action::Take { index })).collect()
    }
}

/// Declining, and the other answer if it is possible.
fn answers(may: bool, action: impl Fn(bool) -> Action) -> Vec<Choice> {
    [false, true].into_iter().filter(|uses| may || !uses).map(|uses| plain(action(uses))).collect()
}

/// Every subset of the objects, alone and with each power.
fn plays(usable: &[Face], powers: &[Power]) -> Vec<Choice> {
    let with_powers = |objects: Vec<Face>| {
        let powers = core::iter::once(None).chain(powers.iter().copied().map(Some));
        powers.map(move |power| plain(Action::Abilities { objects: objects.clone(), power }))
    };
    subsets(usable).into_iter().flat_map(with_powers).collect()
}

/// All ordered pairs of cards of the pile, each pair of faces once.
fn pairs(pile: &[Face]) -> Vec<Choice> {
    let faces = distinct(pile);
    let twice = |face: Face| pile.iter().filter(|held| **held == face).count() > 1;
    let mut all = Vec::new();
    for first in &faces {
        let seconds = faces.iter().filter(|second| *second != first || twice(**second));
        all.extend(
            seconds
                .map(|second| Choice { action: Action::Reorder, selection: Selection::Objects(vec![*first, *second]) }),
        );
    }
    all
}

/// All sets of these seats.
fn sets(of: SeatSet) -> impl Iterator<Item = SeatSet> {
    let seats: Vec<Seat> = of.iter().collect();
    subsets(&seats).into_iter().map(SeatSet::from_iter)
}

/// All subsets, each in the order of the list.
pub(super) fn subsets<T: Copy>(of: &[T]) -> Vec<Vec<T>> {
    of.iter().fold(vec![vec![]], |mut all, item| {
        let with_it = all.clone().into_iter().map(|mut set| {
            set.push(*item);
            set
        });
        all.extend(with_it);
        all
    })
}

/// A choice without a private half.
pub(super) const fn plain(action: Action) -> Choice {
    Choice::plain(action)
}

/// Each face once, ascending.
pub(super) fn distinct(hand: &[Face]) -> Vec<Face> {
    let mut faces = hand.to_vec();
    faces.sort_unstable();
    faces.dedup();
    faces
}

/// A choice that singles out an own card.
fn with(action: Action, card: Face) -> Choice {
    Choice::with(action, card)
}
