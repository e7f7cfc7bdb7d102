//! Sentences of the window that hold names, cards or numbers.

use nightcoach_rules::{Association, Face, Kind, Membership, Neighbour, Occupation, Power, Seat, SeatSet};

use crate::{Language, chinese_simplified as chinese, english};

/// A sentence or label of the window, with what it speaks of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phrase<'a> {
    /// A number of seats to choose.
    Seats(u8),
    /// How many seats of a table are taken.
    SeatsTaken {
        /// Taken.
        taken: usize,
        /// In all.
        seats: u8,
    },
    /// Who hosts a table.
    HostedBy(&'a str),
    /// Number of the turn.
    Turn(u32),
    /// A number of objects.
    Objects(u8),
    /// Objects in the pile.
    Pile(u8),
    /// Undealt occupations.
    Spares(u8),
    /// Whose turn it is.
    TurnOf(Seat),
    /// Whose answers the table waits for.
    Waiting(SeatSet),
    /// Button: ask whether to go on without these.
    GoOnWithout(SeatSet),
    /// Button: ask whether to end the game, which these are missing at.
    EndWithout(SeatSet),
    /// A ballot on going on without these.
    AskGoOnWithout(SeatSet),
    /// A ballot on ending the game without these.
    AskEndWithout(SeatSet),
    /// Who has agreed to a ballot, and whose answer is missing.
    Answered {
        /// Who has said yes.
        yes: SeatSet,
        /// Who has said nothing yet.
        open: SeatSet,
    },
    /// Who has said no to a ballot, so that it has failed.
    Objected(SeatSet),
    /// Who sleeps.
    Sleeping(SeatSet),
    /// How the table stands: so many could look into the piles together, and so many may still be lost.
    TrustNow {
        /// At least so many must work together.
        together: usize,
        /// So many may be lost before the table pauses.
        spare: usize,
    },
    /// An answer to an offer is asked.
    AskAnswer {
        /// Who offers.
        from: Seat,
        /// What.
        face: Face,
    },
    /// Support is asked.
    AskSupport {
        /// Who attacks.
        attacker: Seat,
        /// Whom.
        defender: Seat,
    },
    /// The Priest is asked for.
    AskPriest {
        /// Who attacks.
        attacker: Seat,
        /// Whom.
        defender: Seat,
    },
    /// A payment to the Priest is asked.
    AskPay(Seat),
    /// The Hypnotist is asked for, by the attacker of this seat.
    AskHypnotist(Seat),
    /// The Doctor is asked for; who has won, or nobody.
    AskDoctor(Option<Seat>),
    /// Objects for a fight are asked.
    AskAbilities {
        /// Who attacks.
        attacker: Seat,
        /// Whom.
        defender: Seat,
    },
    /// The winner's choice is asked.
    AskSpoils(Seat),
    /// Which object to take is asked.
    AskTake(Seat),
    /// Which object to take and to give back is asked.
    AskTakeReturn(Seat),
    /// A gift is asked.
    AskGive {
        /// Most objects of a hand.
        limit: u8,
    },
    /// What is demanded is asked for.
    AskSurrender {
        /// The Diplomat.
        diplomat: Seat,
        /// What.
        kind: Kind,
    },
    /// With smuggling: whether a text happens.
    AskText {
        /// What was given away.
        face: Face,
        /// Whether it has a text now.
        texted: bool,
    },
    /// Whether the text of a Tome or Coat happens.
    AskUseText(Kind),
    /// Which object to pass on because of a Sextant.
    AskPledge(Seat),
    /// Which of three association cards to look at.
    AskPickAssociation(Seat),
    /// The button that sends an answer.
    Confirm(&'a str),
    /// Answer: offer this to that seat.
    Offer {
        /// What.
        face: Face,
        /// To whom.
        to: Seat,
    },
    /// What an offer leads to.
    ThenOffer(Seat),
    /// Answer: attack that seat.
    Attack(Seat),
    /// What an attack leads to.
    ThenAttack(Seat),
    /// Answer: accept and give this.
    AcceptWith(Face),
    /// What accepting leads to: the announcement of the card received, if it has one.
    ThenAccept {
        /// Who gave it.
        from: Seat,
        /// What will be announced.
        text: Option<Kind>,
    },
    /// Answer: support this seat.
    Support(Seat),
    /// Answer: pay this.
    Pay(Face),
    /// Answer: hypnotise this seat.
    Hypnotise(Seat),
    /// Answer: open these objects, and this occupation.
    Open(&'a [Face], Option<Power>),
    /// Answer: win alone with these.
    WinAlone(&'a [Face]),
    /// Answer: take this.
    Take(Face),
    /// Answer: take this and give that back.
    TakeReturn {
        /// What is taken.
        take: Face,
        /// What is given back.
        give: Face,
    },
    /// Answer: give this to that seat.
    Give {
        /// What.
        face: Face,
        /// To whom.
        to: Seat,
    },
    /// What a gift leads to.
    ThenGive(Seat),
    /// Answer: demand that from a seat, for this.
    Demand {
        /// What.
        kind: Kind,
        /// From whom.
        from: Seat,
        /// What is laid down for it.
        face: Face,
    },
    /// Answer: give what is demanded.
    Surrender {
        /// What.
        face: Face,
        /// The Diplomat.
        to: Seat,
    },
    /// Answer: put these on top of the pile.
    PutOnTop {
        /// The next to be drawn.
        first: Face,
        /// The one after it.
        second: Face,
    },
    /// Answer: everybody passes to this side.
    Direct {
        /// The side.
        side: Neighbour,
        /// The own neighbour there.
        to: Seat,
    },
    /// Answer: pass this on.
    Pledge {
        /// What.
        face: Face,
        /// To whom it goes.
        to: Seat,
    },
    /// Answer: take this spare occupation.
    TakeOccupation(Occupation),
    /// Answer: take the own occupation back.
    KeepOccupation(Occupation),
    /// One of three association cards, from 1.
    AssociationCard(u16),
    /// Answer: look at that card.
    LookAt {
        /// Whose.
        owner: Seat,
        /// Its number, from 1.
        card: u16,
    },
    /// Answer: declare for this association.
    Declare(Association),
    /// What a declaration opens.
    Opens {
        /// The association cards.
        membership: Membership,
        /// The occupation.
        occupation: Occupation,
        /// The key items.
        items: &'a [Face],
    },
    /// How many key items all companions together may be said to hold.
    MostCounted(usize),
    /// How many key items a companion is said to hold.
    Holds {
        /// The companion.
        seat: Seat,
        /// How many.
        count: u8,
    },
    /// The button that says so.
    SayHolds {
        /// The companion.
        seat: Seat,
        /// How many.
        count: u8,
    },
    /// Who attacks whom.
    Fight {
        /// Who attacks.
        attacker: Seat,
        /// Whom.
        defender: Seat,
    },
    /// Who offers to whom.
    Trade {
        /// Who offers.
        from: Seat,
        /// To whom.
        to: Seat,
    },
    /// What the Diplomat demands.
    Demanded {
        /// The Diplomat.
        diplomat: Seat,
        /// From whom.
        target: Seat,
        /// What.
        kind: Kind,
    },
    /// A demand is met, and the two exchange an object each.
    DemandMet {
        /// The Diplomat.
        diplomat: Seat,
        /// From whom.
        target: Seat,
    },
    /// A Sextant runs.
    SextantRuns(Neighbour),
    /// A line of the score sheet.
    Points {
        /// Whose.
        seat: Seat,
        /// In this game.
        now: u16,
        /// In all games.
        total: u16,
    },
    /// Set-up steps done.
    Progress {
        /// Done.
        done: u32,
        /// In all.
        total: u32,
    },
    /// Who has signed the end.
    CoSigned(SeatSet),
    /// The button on a card of the own hand that opens its rules.
    About {
        /// The card.
        face: Face,
        /// Its digit.
        digit: usize,
    },
    /// Who is waited for, and since how many seconds.
    WaitingSince {
        /// Who.
        seats: SeatSet,
        /// Since how many seconds.
        seconds: u64,
    },
    /// Sealed answers are out for so many seconds.
    SealedSince(u64),
    /// The others wait for oneself, since how many seconds.
    AwaitedSince(u64),
    /// Somebody reminds oneself.
    Nudged(&'a str),
    /// Who has left for good.
    LeftForGood(SeatSet),
    /// Somebody is known from earlier tables.
    Known {
        /// The name at the last one.
        name: &'a str,
        /// Days since the first one.
        days: u64,
    },
    /// The host wants the passphrase.
    WantsPassphrase(&'a str),
    /// The host has to let oneself in.
    WaitsForHost(&'a str),
    /// A tab with so many lines that were not read.
    Unread(usize),
    /// Minutes since a table was played at.
    PlayedAgo(u64),
    /// With whom a table is played, and how far.
    PlayedWith {
        /// Names by seat.
        names: &'a [String],
        /// The running round.
        round: u32,
    },
    /// A number of seconds to choose.
    After(u64),
    /// Button: let somebody in.
    LetIn(&'a str),
    /// Button: turn somebody down.
    TurnDown(&'a str),
    /// Button: take a seat away.
    SendAway(&'a str),
    /// Somebody asks to watch.
    AsksToWatch(&'a str),
    /// Button: let somebody watch.
    LetWatch(&'a str),
    /// Button: let somebody watch no more.
    ShowOut(&'a str),
    /// Who watches.
    WatchedBy(&'a str),
    /// How many entries were checked by whoever watches, and hold.
    Audited(usize),
    /// Button: move somebody towards the host.
    MoveUp(&'a str),
    /// Button: move somebody away from the host.
    MoveDown(&'a str),
    /// A card of the own hand with the digit that picks it.
    CardKey {
        /// The card.
        face: Face,
        /// The digit.
        digit: usize,
    },
}

/// The sentence in a language.
pub fn phrase(language: Language, names: &[String], phrase: &Phrase<'_>) -> String {
    match language {
        Language::English => english::phrase(names, phrase),
        Language::ChineseSimplified => chinese::phrase(names, phrase),
    }
}
