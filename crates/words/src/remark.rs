//! What the network has to say to a person.

use nightcoach_table::lobby::Refusal;

use crate::{Language, chinese_simplified as chinese, english};

/// A remark of the network; `lan` has the facts, the words are here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Remark<'a> {
    /// The host lets us not sit down.
    Refused(Refusal),
    /// We, the host, let somebody not sit down.
    GuestRefused(&'a str, Refusal),
    /// The host has called the table off.
    CalledOff,
    /// No such table is in sight.
    UnknownTable,
    /// The game cannot begin yet.
    CannotBegin(Refusal),
    /// These guests are not linked.
    NotLinked(&'a [String]),
    /// A peer runs another version of the program.
    VersionDiffers {
        /// The peer's name.
        name: &'a str,
        /// Its version.
        theirs: &'a str,
        /// Our version.
        ours: &'a str,
    },
    /// A typed address does not answer.
    Unreachable(&'a str),
    /// What was typed is no address.
    BadAddress(&'a str, AddressTrouble),
    /// Nobody at the typed address hosts a table.
    NoTableThere(&'a str),
    /// An order that cannot be followed; the reason comes from the system.
    Unclear(&'a str),
    /// The practice table does not start; the reason comes from the system.
    PracticeFailed(&'a str),
    /// A peer was shut out.
    Misbehaved(&'a str),
    /// The disk fails; the reason comes from the system.
    Disk(&'a str),
    /// A table of an earlier run was taken up again.
    Resumed(&'a str),
    /// The end of a saved table was damaged and is cut off.
    CutBack(&'a str),
    /// After a restart nothing new is signed yet: these have not shown what they hold of us.
    HeldBack(&'a [String]),
    /// The table has stopped at somebody's, and not here.
    StoppedElsewhere(&'a str),
    /// There is no finished game that a rematch could go on from.
    NoRematch,
    /// The host of the last game has not opened the rematch yet.
    WaitingForRematch(&'a str),
    /// The rematch follows when these have the end of the last game, with everybody's signature.
    WaitingForEnd(&'a [String]),
    /// Somebody has signed two different ends of the game.
    SignedTwice(&'a str),
    /// The choice came too late.
    ChoiceRefused,
    /// Somebody has left the table for good.
    LeftForGood(&'a str),
    /// There is no chat.
    NoChat,
    /// More was said than others take.
    TooMuchSaid,
    /// Somebody asks the host to be let in.
    Knocks(&'a str),
    /// A table was put aside.
    PutAside(&'a str),
    /// Somebody asks the host to watch.
    AsksToWatch(&'a str),
    /// Somebody watches from now on.
    Watches(&'a str),
    /// The host lets us not watch.
    CannotWatch(Refusal),
    /// We, the host, let somebody not watch.
    WatcherRefused(&'a str, Refusal),
    /// The own client has stopped.
    Broken,
}

/// Why what was typed is no address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AddressTrouble {
    /// Nothing was typed.
    Empty,
    /// What stands behind the colon is no port.
    Port,
    /// An IPv6 address of one network card only.
    LinkLocal,
    /// No single computer has this address.
    Nowhere,
    /// A multiaddress of another kind.
    Transport,
    /// The name is not known.
    Unknown,
    /// A code of so many characters.
    CodeLength(usize),
    /// A character that no code has.
    CodeCharacter(char),
    /// A character of the code is wrong.
    CodeCheck,
}

/// The remark as a sentence.
pub fn remark(language: Language, remark: &Remark<'_>) -> String {
    match language {
        Language::English => english::remark(remark),
        Language::ChineseSimplified => chinese::remark(remark),
    }
}

/// Why somebody may not sit down or a table cannot begin, as a sentence.
pub fn refusal(language: Language, refusal: Refusal) -> String {
    match language {
        Language::English => english::refusal(refusal),
        Language::ChineseSimplified => chinese::refusal(refusal),
    }
}
