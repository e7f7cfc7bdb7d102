//! What a seat may do now, told from its view: exactly the actions that [`apply`](crate::apply) accepts and whose claims
//! are true of the real faces (walk.md decision 1).

mod sighted;

use alloc::vec;
use alloc::vec::Vec;

use crate::{Action, Association, Choice, Face, Kind, Occupation, Seat, SeatSet, Side, Spoils};

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
    /// Support for the attacker, the defender or nobody.
    Support,
    /// Which of these own objects to open in the fight; any subset, none is a pass.
    Abilities {
        /// Own objects that can be used, ascending.
        usable: Vec<Face>,
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
}

/// A team declaration that the own hand allows (rules.md C.8).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeclareChoices {
    /// Who may be named; any subset.
    pub companions: SeatSet,
    /// The own association.
    pub association: Association,
    /// The own occupation.
    pub occupation: Occupation,
    /// All own key items, ascending, which will be opened.
    pub items: Vec<Face>,
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
            Self::Abilities { usable } => {
                subsets(usable).into_iter().map(|objects| plain(Action::Abilities { objects })).collect()
            }
            Self::Spoils => [Spoils::Identity, Spoils::Luggage].map(|spoils| plain(Action::Spoils(spoils))).to_vec(),
            Self::Take(take) => take.all(),
            Self::Give { cards, receivers } => {
                let give = |card: &Face| {
                    let card = *card;
                    receivers.iter().map(move |to| with(Action::Give { to }, card))
                };
                cards.iter().flat_map(give).collect()
            }
            Self::Vote => [false, true].map(|draw| plain(Action::Vote { draw })).to_vec(),
        }
    }

    /// Whether this is one of the choices.
    pub fn contains(&self, choice: &Choice) -> bool {
        match (self, &choice.action) {
            (Self::Turn(turn), Action::DeclareTeam { named, .. }) => turn
                .declare
                .as_ref()
                .is_ok_and(|declare| named.within(declare.companions) && *choice == plain(declare.action(*named))),
            (Self::Turn(turn), _) => turn.without_declarations().contains(choice),
            _ => self.all().contains(choice),
        }
    }
}

impl TurnChoices {
    fn all(&self) -> Vec<Choice> {
        let mut all = self.without_declarations();
        if let Ok(declare) = &self.declare {
            let companions: Vec<Seat> = declare.companions.iter().collect();
            let named = subsets(&companions).into_iter().map(SeatSet::from_iter);
            all.extend(named.map(|named| plain(declare.action(named))));
        }
        all
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
    /// The declaration that names these companions.
    pub fn action(&self, named: SeatSet) -> Action {
        Action::DeclareTeam {
            named,
            association: self.association,
            occupation: self.occupation,
            items: self.items.clone(),
        }
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

/// All subsets, each in the order of the list.
fn subsets<T: Copy>(of: &[T]) -> Vec<Vec<T>> {
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
    Choice { action, selection: vec![] }
}

/// A choice that singles out an own card.
fn with(action: Action, card: Face) -> Choice {
    Choice { action, selection: vec![card] }
}
