//! What a seat may do now, told from its view: exactly the actions that [`apply`](crate::apply) accepts and whose claims
//! are true of the real faces (walk.md decision 1).

use alloc::vec;
use alloc::vec::Vec;

use crate::{
    Action, Association, Choice, Face, Kind, Look, Occupation, Phase, Seat, SeatSet, Side, Spoils, Trade, Victory,
    View, announcement, owed, receivers, usable,
};

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

/// What the seat of this view may do now.
pub fn choices(view: &View) -> Choices {
    let state = &view.state;
    if !owed(state).seats().contains(view.seat) {
        return Choices::Nothing;
    }
    let found = match &state.phase {
        Phase::Turn => Some(Choices::Turn(turn(view))),
        Phase::Response(trade) => answer(view, *trade).map(Choices::Answer),
        Phase::Execution { look: Look::Hand, .. } | Phase::Luggage(_) => Some(forced(Action::ShowHand)),
        Phase::Execution { look: Look::Association, .. } => Some(forced(Action::ShowAssociation)),
        Phase::AnswerText(_) => answer_text(view),
        Phase::Support(_) => Some(Choices::Support),
        Phase::Abilities(fight) => {
            let may = usable(fight, view.seat).iter().copied();
            let usable = may.filter(|face| view.hand.contains(face)).collect();
            Some(Choices::Abilities { usable })
        }
        Phase::Spoils(_) => Some(Choices::Spoils),
        Phase::Identity(_) => Some(forced(Action::ShowIdentity)),
        Phase::Taking(victory) => take(view, *victory).map(Choices::Take),
        Phase::Gift(gift) => {
            let cards = distinct(&view.hand);
            let receivers = receivers(state, gift);
            Some(Choices::Give { cards, receivers })
        }
        Phase::Named(declaration) => Some(forced(Action::OpenNamed {
            association: view.association,
            occupation: view.occupation,
            items: key_items(view, declaration.association),
        })),
        Phase::Closing(_) => Some(forced(Action::OpenAssociation { association: view.association })),
        Phase::Vote => Some(Choices::Vote),
        Phase::Over(_) => None,
    };
    found.unwrap_or(Choices::Nothing)
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

fn turn(view: &View) -> TurnChoices {
    let partners = view.state.awake().without(view.seat);
    let items = key_items(view, view.association);
    let declare = if view.hand.contains(&Face::Pearl) {
        Err(DeclareBar::Pearl)
    } else if items.is_empty() {
        Err(DeclareBar::NoItem)
    } else {
        Ok(DeclareChoices { companions: partners, association: view.association, occupation: view.occupation, items })
    };
    TurnChoices { cards: distinct(&view.hand), partners, declare }
}

fn answer(view: &View, trade: Trade) -> Option<AnswerChoices> {
    let offered = view.offered?;
    let pile_empty = view.state.pile_empty();
    let bag_for_bag = |card: &Face| !pile_empty && offered.is_bag() && card.is_bag();
    let refusal = if offered == Face::Pearl {
        Refusal::PearlMustBeAccepted
    } else if offered == Face::Mirror {
        Refusal::MirrorMustBeAccepted
    } else {
        Refusal::Allowed
    };
    let (barred, free): (Vec<Face>, Vec<Face>) = distinct(&view.hand).into_iter().partition(bag_for_bag);
    let answer = |card| Answer { card, text: announcement(offered, card, pile_empty) };
    Some(AnswerChoices {
        offerer: trade.offerer,
        offered,
        refusal,
        answers: free.into_iter().map(answer).collect(),
        barred,
    })
}

fn answer_text(view: &View) -> Option<Choices> {
    let (offered, answer) = view.offered.zip(view.answer)?;
    let text = announcement(answer, offered, view.state.pile_empty());
    Some(forced(Action::Text { text }))
}

fn take(view: &View, victory: Victory) -> Option<TakeChoices> {
    let only = view.shown.first()?;
    let give_back = (view.state.hand(victory.loser) == 1).then(|| {
        let mut cards = view.hand.clone();
        cards.push(*only);
        distinct(&cards)
    });
    Some(TakeChoices { loser: victory.loser, shown: view.shown.clone(), give_back })
}

/// All own key items of a side, ascending (rules.md C.8).
fn key_items(view: &View, side: Association) -> Vec<Face> {
    let counted = side.key_faces(view.state.pile_empty());
    let mut items: Vec<Face> = view.hand.iter().copied().filter(|face| counted.contains(face)).collect();
    items.sort_unstable();
    items
}

/// Each face once, ascending.
fn distinct(hand: &[Face]) -> Vec<Face> {
    let mut faces = hand.to_vec();
    faces.sort_unstable();
    faces.dedup();
    faces
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

const fn forced(action: Action) -> Choices {
    Choices::Forced(plain(action))
}
