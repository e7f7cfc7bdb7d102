//! What a seat may do now, told from its view: exactly the actions that [`apply`](crate::apply) accepts and whose claims
//! are true of the real faces (walk.md decision 1).

mod list;
mod sighted;
mod turn;

use alloc::vec::Vec;

use crate::{Choice, Face, Kind, Membership, Occupation, Power, Seat, SeatSet};

pub use sighted::choices;
pub(crate) use sighted::{Sighted, choices_of};

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
