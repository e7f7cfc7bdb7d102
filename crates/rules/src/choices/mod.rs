//! What a seat may do now, told from its view: exactly the actions that [`apply`](crate::apply) accepts and whose claims
//! are true of the real faces (walk.md decision 1).

mod sighted;

use alloc::vec;
use alloc::vec::Vec;

use crate::declaration::most_items;
use crate::{Action, Choice, Face, Kind, Membership, Occupation, Power, Seat, SeatSet, Side, Spoils};

pub use sighted::choices;

/// What a seat may do now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Choices {
    /// It owes no entry.
    Nothing,
    /// One entry, which the cards decide: show, open, or say what a received card is.
    Forced(Choice),
    /// The main action of the own turn.
    Turn(TurnChoices),
    /// The answer to an offer.
    Answer(AnswerChoices),
    /// Whether to use the own Clairvoyant at the end of the turn.
    Foresee {
        /// Whether the own occupation can.
        may: bool,
    },
    /// Which two objects to put on top of the pile, in order.
    Reorder {
        /// The pile, sorted; any two of them.
        pile: Vec<Face>,
    },
    /// Which own object to give to the Diplomat.
    Surrender {
        /// The Diplomat.
        diplomat: Seat,
        /// The demanded kind.
        kind: Kind,
        /// Own objects of that kind, each face once.
        cards: Vec<Face>,
    },
    /// With `smuggling`: whether the text of the given object is announced. Asked also where there is none, so that the
    /// time taken tells nothing.
    Text {
        /// The own object that was given.
        given: Face,
        /// What can be announced.
        kind: Option<Kind>,
    },
    /// Whether the text of the own Tome or Coat happens.
    UseText {
        /// Tome or Coat.
        kind: Kind,
    },
    /// To which side everybody passes an object.
    Direct,
    /// Which own object to pass on.
    Pledge {
        /// To whom it goes.
        to: Seat,
        /// Own objects, each face once.
        cards: Vec<Face>,
    },
    /// Which spare occupation to take.
    Exchange {
        /// The spares.
        spares: Vec<Occupation>,
        /// The own one, where `coat_may_keep_own` lets it be kept.
        own: Option<Occupation>,
    },
    /// Which of three associations to look at.
    PickAssociation {
        /// Whose.
        owner: Seat,
    },
    /// Support for the attacker, the defender or nobody.
    Support,
    /// Whether to stop the attack with the own Priest.
    Priest {
        /// Whether the own occupation can.
        may: bool,
    },
    /// Which own object to pay the Priest.
    Pay {
        /// The Priest.
        priest: Seat,
        /// Own objects, each face once.
        cards: Vec<Face>,
    },
    /// Whom to hypnotise, or nobody.
    Hypnotise {
        /// Who can be; nobody if the own occupation cannot.
        targets: SeatSet,
    },
    /// What to play in the fight: any subset of the objects and at most one power; nothing at all is a pass.
    Abilities {
        /// Own objects that can be used, ascending.
        usable: Vec<Face>,
        /// What the own occupation can do.
        powers: Vec<Power>,
    },
    /// Whether to cancel the effect of the fight with the own Doctor.
    Doctor {
        /// Whether the own occupation can.
        may: bool,
    },
    /// Identity or luggage.
    Spoils,
    /// Which of the shown objects to take.
    Take(TakeChoices),
    /// A gift, because of the hand limit.
    Give {
        /// Own objects, each face once.
        cards: Vec<Face>,
        /// Who may receive.
        receivers: SeatSet,
    },
    /// For or against ending the game as a draw.
    Vote,
}

/// The main action of the own turn (rules.md C.1); passing is always possible.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TurnChoices {
    /// Own objects, each face once: any of them may be offered.
    pub cards: Vec<Face>,
    /// Who may be offered something, or attacked.
    pub partners: SeatSet,
    /// The declaration, or why there is none.
    pub declare: Result<DeclareChoices, DeclareBar>,
    /// The personal win: each set of three items that can be opened beside the Coat of Armor, or why there is none.
    pub solo: Result<Vec<Vec<Face>>, SoloBar>,
    /// The prophecy, where the option allows it and the hand does not hold the Black Pearl.
    pub prophecy: Option<ProphecyChoices>,
    /// Whether the own Clairvoyant can be used.
    pub foresee: bool,
    /// The demand, where the own occupation is an unused Diplomat.
    pub demand: Option<DemandChoices>,
}

/// A demand of the Diplomat (rules.md C.4).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DemandChoices {
    /// From whom something may be demanded.
    pub targets: SeatSet,
    /// What may be demanded; any object may be laid down for it but a bag for a Secret Bag.
    pub kinds: Vec<Kind>,
    /// Own objects, each face once.
    pub cards: Vec<Face>,
}

/// A team declaration that the own hand allows (rules.md C.8).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeclareChoices {
    /// Who may be named; any subset.
    pub companions: SeatSet,
    /// The own association cards.
    pub membership: Membership,
    /// The own occupation.
    pub occupation: Occupation,
    /// All own key items, ascending, which will be opened.
    pub items: Vec<Face>,
    /// With `claim_counts`: how many key items all companions together may be said to hold.
    pub counted: Option<usize>,
}

/// A prophecy (rules.md C.9).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProphecyChoices {
    /// Who may be named; any subset.
    pub others: SeatSet,
    /// The own association cards, which will be opened.
    pub membership: Membership,
}

/// Why a seat cannot declare a personal win.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SoloBar {
    /// The hand does not hold the Coat of Armor of the Loge.
    NoLoge,
    /// The hand holds the Black Pearl.
    Pearl,
    /// Fewer than three items that count.
    TooFew,
}

/// Why a seat cannot declare.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DeclareBar {
    /// The hand holds the Black Pearl.
    Pearl,
    /// The hand holds no key item of the own association.
    NoItem,
}

/// The answer to an offer (rules.md C.3, table).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnswerChoices {
    /// Who offers.
    pub offerer: Seat,
    /// What is offered.
    pub offered: Face,
    /// Whether refusing is allowed.
    pub refusal: Refusal,
    /// The own objects that may be given for it, each face once, with what must then be said.
    pub answers: Vec<Answer>,
    /// Own objects that may not be given: a bag for a bag.
    pub barred: Vec<Face>,
}

/// Whether an offer can be refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// It can.
    Allowed,
    /// The Black Pearl must be accepted.
    PearlMustBeAccepted,
    /// The Broken Mirror must be accepted.
    MirrorMustBeAccepted,
}

/// An acceptance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The object given.
    pub card: Face,
    /// What must be said of the object received.
    pub text: Option<Kind>,
}

/// Taking an object from a loser (rules.md C.5).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TakeChoices {
    /// Whose.
    pub loser: Seat,
    /// The hand as shown, by place.
    pub shown: Vec<Face>,
    /// If the loser is emptied: what may be given back, each face once.
    pub give_back: Option<Vec<Face>>,
}

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
            Self::Foresee { .. }
            | Self::Reorder { .. }
            | Self::Surrender { .. }
            | Self::Text { .. }
            | Self::UseText { .. }
            | Self::Direct
            | Self::Pledge { .. }
            | Self::Exchange { .. }
            | Self::PickAssociation { .. } => vec![],
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
            (Self::Turn(turn), _) => turn.without_declarations().contains(choice),
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
        let mut all = vec![plain(Action::Pass)];
        for to in self.partners.iter() {
            all.push(plain(Action::Attack { target: to }));
            all.extend(self.cards.iter().map(|card| with(Action::Offer { to }, *card)));
        }
        all
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
const fn plain(action: Action) -> Choice {
    Choice::plain(action)
}

/// A choice that singles out an own card.
fn with(action: Action, card: Face) -> Choice {
    Choice::with(action, card)
}
