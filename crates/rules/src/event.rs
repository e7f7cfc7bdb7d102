//! Public facts, and why an action was no legal one.

use alloc::vec::Vec;

use serde::{Deserialize, Serialize};

use crate::{Face, Kind, Membership, Neighbour, Occupation, Outcome, Power, Seat, SeatSet, Side, Spoils};

/// A public fact of the game; the whole public log is made of these.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Event {
    /// A turn began.
    TurnBegan {
        /// Number of the turn, from 1.
        turn: u32,
        /// Whose turn.
        seat: Seat,
    },
    /// The active seat passed.
    Passed {
        /// Who.
        seat: Seat,
    },
    /// An object was offered.
    Offered {
        /// By whom.
        from: Seat,
        /// To whom.
        to: Seat,
    },
    /// The offer was refused.
    Refused {
        /// Who refused.
        seat: Seat,
        /// Whose offer.
        from: Seat,
    },
    /// The offer was accepted, two objects were swapped.
    Traded {
        /// Who offered.
        from: Seat,
        /// Who accepted.
        to: Seat,
    },
    /// A trade text was announced.
    Announced {
        /// Who received the card.
        receiver: Seat,
        /// Who gave it, and acts.
        giver: Seat,
        /// What it is.
        kind: Kind,
    },
    /// A received card was not announced.
    Silent {
        /// Who received it.
        receiver: Seat,
    },
    /// The giver of a Tome or Coat did not let its text happen.
    TextDeclined {
        /// Who.
        giver: Seat,
        /// Which.
        kind: Kind,
    },
    /// The giver of a Sextant named a side.
    Directed {
        /// Who.
        giver: Seat,
        /// To which side everybody passes.
        side: Neighbour,
    },
    /// Everybody has laid an object aside for the Sextant.
    AllPledged,
    /// The Sextant could not be served by all: everybody lays an object aside again.
    PledgesReleased,
    /// Everybody has passed an object to the neighbour.
    PassedOn {
        /// To which side.
        side: Neighbour,
    },
    /// Two seats have swapped their occupations, which lie face-down again.
    OccupationsSwapped {
        /// The giver of the Tome.
        giver: Seat,
        /// The receiver.
        receiver: Seat,
    },
    /// A seat has looked through the spares.
    SparesShown {
        /// Who.
        to: Seat,
    },
    /// A seat has exchanged its occupation with a spare, unless it kept the own one; it lies face-down.
    OccupationExchanged {
        /// Who.
        seat: Seat,
    },
    /// The Clairvoyant was used: its owner looks through the pile.
    Foresaw {
        /// Who.
        seat: Seat,
    },
    /// The owner of the Clairvoyant has put two objects on top of the pile.
    PileOrdered {
        /// Who.
        seat: Seat,
    },
    /// The active seat used no Clairvoyant at the end of the turn.
    ForesightPassed {
        /// Who.
        seat: Seat,
    },
    /// The Diplomat demanded an object.
    Demanded {
        /// The Diplomat.
        diplomat: Seat,
        /// From whom.
        target: Seat,
        /// What.
        kind: Kind,
    },
    /// The demanded object was given.
    Surrendered {
        /// By whom.
        target: Seat,
        /// The Diplomat.
        diplomat: Seat,
        /// What.
        kind: Kind,
    },
    /// The demanded object was not there; the whole hand was shown to the Diplomat.
    Lacked {
        /// By whom.
        target: Seat,
        /// The Diplomat.
        diplomat: Seat,
        /// What.
        kind: Kind,
    },
    /// Nothing came of a demand, since a seat fell asleep.
    DemandReleased {
        /// The Diplomat.
        diplomat: Seat,
    },
    /// One of three associations was picked to be looked at.
    AssociationPicked {
        /// Whose.
        owner: Seat,
        /// By whom.
        by: Seat,
        /// Its place.
        place: u8,
    },
    /// A hand was shown to one seat.
    HandShown {
        /// Whose.
        owner: Seat,
        /// To whom.
        to: Seat,
    },
    /// An association was shown to one seat.
    AssociationShown {
        /// Whose.
        owner: Seat,
        /// To whom.
        to: Seat,
    },
    /// Occupation and association were shown to one seat.
    IdentityShown {
        /// Whose.
        owner: Seat,
        /// To whom.
        to: Seat,
    },
    /// A card was drawn from the pile.
    Drew {
        /// Who.
        seat: Seat,
        /// Cards left in the pile.
        left: u8,
    },
    /// The pile is empty: Secret Bags are Keys and Goblets now.
    PileEmptied,
    /// A fight began.
    Attacked {
        /// Attacker.
        attacker: Seat,
        /// Defender.
        defender: Seat,
    },
    /// Everybody asked let the attack go on.
    PriestPassed,
    /// The Priest stopped the attack.
    Stopped {
        /// Who.
        priest: Seat,
        /// Whose attack.
        attacker: Seat,
    },
    /// The attacker paid the Priest one object.
    Paid {
        /// The attacker.
        from: Seat,
        /// The Priest.
        to: Seat,
    },
    /// The attacker hypnotised nobody.
    HypnotistPassed {
        /// The attacker.
        seat: Seat,
    },
    /// A seat lost its support, its objects and its occupation for this fight.
    Hypnotised {
        /// By whom.
        attacker: Seat,
        /// Who.
        target: Seat,
    },
    /// Somebody declared support, or abstained.
    Supported {
        /// Who.
        seat: Seat,
        /// For which side.
        side: Option<Side>,
    },
    /// Objects, an occupation or both were played in a fight.
    Played {
        /// Who.
        seat: Seat,
        /// Which objects.
        objects: Vec<Face>,
        /// The occupation, with what it decides.
        power: Option<Power>,
    },
    /// Somebody opened nothing in the ability window.
    AbilityPassed {
        /// Who.
        seat: Seat,
    },
    /// The fight was counted.
    FightEnded {
        /// Attacker's score.
        swords: u8,
        /// Defender's score.
        shields: u8,
        /// Who won, or level.
        winner: Option<Seat>,
    },
    /// Everybody asked let the fight have its effect.
    DoctorPassed,
    /// The Doctor cancelled the effect of the fight.
    Cancelled {
        /// Who.
        doctor: Seat,
    },
    /// The winner chose.
    SpoilsChosen {
        /// Who.
        winner: Seat,
        /// What.
        spoils: Spoils,
    },
    /// A card was taken from a loser.
    Took {
        /// Who took.
        winner: Seat,
        /// Who lost it.
        loser: Seat,
        /// Whether a card was given back, since it was the last.
        returned: bool,
    },
    /// A gift because of the hand limit.
    Gave {
        /// Who gave.
        from: Seat,
        /// Who received.
        to: Seat,
    },
    /// A team declaration was made.
    Declared {
        /// By whom.
        seat: Seat,
        /// The declarer's association cards.
        membership: Membership,
        /// The declarer's occupation.
        occupation: Occupation,
        /// The opened key items.
        items: Vec<Face>,
        /// Named companions.
        named: SeatSet,
        /// With `claim_counts`: how many key items each of them is said to hold, in seat order.
        counts: Vec<u8>,
    },
    /// A personal win was declared with the Coat of Armor of the Loge.
    DeclaredSolo {
        /// By whom.
        seat: Seat,
        /// The three opened items beside it.
        items: Vec<Face>,
    },
    /// A prophecy was made: the other association could declare.
    Prophesied {
        /// By whom.
        seat: Seat,
        /// The prophet's association cards.
        membership: Membership,
        /// Who could declare together.
        named: SeatSet,
    },
    /// A named seat opened.
    NamedOpened {
        /// Who.
        seat: Seat,
        /// Association cards.
        membership: Membership,
        /// Occupation.
        occupation: Occupation,
        /// The opened key items.
        items: Vec<Face>,
    },
    /// Somebody opened the association at the end.
    AssociationOpened {
        /// Who.
        seat: Seat,
        /// Association cards.
        membership: Membership,
        /// With `strict_naming`: the opened key items of the side of the claim.
        items: Vec<Face>,
    },
    /// A draw vote began.
    VoteBegan,
    /// A vote was cast.
    Voted {
        /// Who.
        seat: Seat,
        /// For a draw or not.
        draw: bool,
    },
    /// A seat fell asleep.
    FellAsleep {
        /// Who.
        seat: Seat,
    },
    /// A seat woke up.
    Woke {
        /// Who.
        seat: Seat,
    },
    /// What a sleeper owed was passed over.
    PassedOver {
        /// Who.
        seat: Seat,
    },
    /// The game is over.
    Ended {
        /// How.
        outcome: Outcome,
    },
}

/// An action that the rules do not allow, and whose it was.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Illegal {
    /// The culprit.
    pub seat: Seat,
    /// Why.
    pub reason: Reason,
}

/// Why an action is illegal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Reason {
    /// This seat owes no entry now.
    NotOwed,
    /// An owed entry is missing.
    Missing,
    /// This kind of action is not asked for now.
    WrongAction,
    /// The target is the seat itself, asleep, or no seat of this table.
    BadTarget,
    /// The receiver has already given in this chain, or may not receive.
    BadReceiver,
    /// This kind has no text now, or cannot be named.
    NoText,
    /// An object or occupation that cannot be used here.
    NotUsable,
    /// A kind that cannot be demanded: not in play, no longer a kind of its own.
    BadKind,
    /// An option of this table does not allow it.
    NotThisTable,
    /// Items are not ascending, occur too often, or do not belong to the claim.
    BadItems,
    /// A place outside the hand.
    BadIndex,
    /// An occupation or association that contradicts what is public.
    Contradiction,
    /// The game is over.
    Over,
    /// Fewer than two seats would stay awake: the table pauses instead (walk.md a.5).
    TooFewAwake,
    /// A seat can wake at a turn start only, when it sleeps and owes no skipped turn.
    CannotWake,
}
