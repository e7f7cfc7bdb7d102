//! What the network has to say to a person.

use nightcoach_table::lobby::Refusal;

use super::list;
use crate::{AddressTrouble, Remark};

pub(crate) fn remark(remark: &Remark<'_>) -> String {
    match *remark {
        Remark::Refused(why) => format!("You cannot sit down. {}", refusal(why)),
        Remark::GuestRefused(name, why) => format!("{name} could not sit down. {}", refusal(why)),
        Remark::CalledOff => "The host has called the table off.".to_owned(),
        Remark::UnknownTable => "This table is not in sight any more.".to_owned(),
        Remark::CannotBegin(why) => format!("The game cannot begin. {}", refusal(why)),
        Remark::NotLinked(names) => format!("The game cannot begin: no connection to {} now.", list(names)),
        Remark::VersionDiffers { name, theirs, ours } => {
            format!("{name} runs version {theirs}, you run {ours}: whoever has the older one must update.")
        }
        Remark::Unreachable(address) => format!("Nobody answers at {address}; it is tried again."),
        Remark::BadAddress(typed, why) => format!("\u{201c}{typed}\u{201d}: {}", address(why)),
        Remark::NoTableThere(name) => format!("{name} hosts no table yet; waiting for one."),
        Remark::Unclear(why) => format!("This cannot be done: {why}."),
        Remark::PracticeFailed(why) => format!("The practice table could not start: {why}."),
        Remark::Misbehaved(name) => format!("{name} sent too much that makes no sense and was shut out."),
        Remark::Disk(why) => format!("The disk fails, so nothing is sent: {why}."),
        Remark::Resumed(table) => format!("You are back at the table {table}."),
        Remark::CutBack(path) => {
            format!("The end of {path} was damaged and is cut off; what is missing comes from the others.")
        }
        Remark::HeldBack(names) => {
            let names = names.join(", ");
            format!(
                "After the restart nothing is signed here before it is seen what the others hold; waiting for {names}."
            )
        }
        Remark::StoppedElsewhere(name) => {
            format!("The table has stopped at {name}: their program has come to another state of the game than yours.")
        }
        Remark::NoRematch => "A rematch goes on from a game that is over: play one to its end first.".to_owned(),
        Remark::WaitingForRematch(host) => {
            format!("{host} hosted the last game and has not opened the rematch yet; waiting.")
        }
        Remark::WaitingForEnd(names) => {
            let names = names.join(", ");
            format!("The rematch follows when everybody has signed the end of this game; waiting for {names}.")
        }
        Remark::SignedTwice(name) => {
            format!("{name} has signed two different ends of this game. The result stands; both are in the record.")
        }
        Remark::ChoiceRefused => "This choice was not possible any more.".to_owned(),
        Remark::LeftForGood(name) => format!("{name} has left for good: the game cannot go on without that seat."),
        Remark::NoChat => "Nobody hears this: there is no chat here.".to_owned(),
        Remark::TooMuchSaid => "That was too much at once: wait a moment.".to_owned(),
        Remark::Knocks(name) => format!("{name} asks to be let in."),
        Remark::PutAside(table) => format!("The table {table} is kept: take it up again when everybody is back."),
        Remark::AsksToWatch(name) => format!("{name} would like to watch."),
        Remark::Watches(name) => format!("{name} watches now, and sees what lies open."),
        Remark::CannotWatch(why) => format!("You cannot watch. {}", refusal(why)),
        Remark::WatcherRefused(name, why) => format!("{name} could not watch. {}", refusal(why)),
        Remark::Broken => "The game has stopped: its cards make no sense. The record is kept.".to_owned(),
    }
}

fn address(trouble: AddressTrouble) -> String {
    match trouble {
        AddressTrouble::Empty => "Type an address like 192.168.1.5:24642, a name, or the host's code.".to_owned(),
        AddressTrouble::Port => "Behind the colon stands a port, a number from 1 to 65535.".to_owned(),
        AddressTrouble::LinkLocal => {
            "Addresses that begin with fe80 cannot be used here; use the host's IPv4 address or code.".to_owned()
        }
        AddressTrouble::Nowhere => "No single computer has this address.".to_owned(),
        AddressTrouble::Transport => "Only addresses like /ip4/192.168.1.5/tcp/24642 can be dialled.".to_owned(),
        AddressTrouble::Unknown => "No computer of this name is known here; use the host's address or code.".to_owned(),
        AddressTrouble::CodeLength(len) => format!("A code has 8 or 12 characters, this one has {len}."),
        AddressTrouble::CodeCharacter(wrong) => format!("No code has the character {wrong}."),
        AddressTrouble::CodeCheck => {
            "A character of the code is wrong; compare it with the host's once more.".to_owned()
        }
    }
}

pub(crate) fn refusal(refusal: Refusal) -> String {
    match refusal {
        Refusal::UnknownTable => "The table does not exist any more.".to_owned(),
        Refusal::Full => "Every seat is taken.".to_owned(),
        Refusal::Begun => "The game has begun already.".to_owned(),
        Refusal::Version { host, guest } => {
            format!("The host plays version {host}, the guest {guest}: whoever has the lower one must update.")
        }
        Refusal::WeakKey => "The identity key is not safe; without its file a new one is made.".to_owned(),
        Refusal::NotFull => "Seats are still free.".to_owned(),
        Refusal::Options => "A table has three to ten seats, and options that go together.".to_owned(),
        Refusal::Roster => "The host's list of players is not the one that was shown.".to_owned(),
        Refusal::NotInvited => "This rematch is for those who played the game before it.".to_owned(),
        Refusal::Rematch => "This is no rematch of your last game with the same seats.".to_owned(),
        Refusal::Scores => "The score sheet is not the one that your last game has led to.".to_owned(),
        Refusal::Passphrase => "The passphrase is another one.".to_owned(),
        Refusal::TooManyGuesses => "Too many wrong passphrases were tried; try again in a minute.".to_owned(),
        Refusal::TurnedDown => "The host does not let this person in.".to_owned(),
        Refusal::SentAway => "The host has taken the seat away.".to_owned(),
        Refusal::NotReady => "Somebody is not ready yet.".to_owned(),
        Refusal::AudienceFull => "As many watch this table as may.".to_owned(),
        Refusal::Seated => "Whoever has a seat plays, and does not watch.".to_owned(),
        Refusal::MayNotWatch => "The host does not let this person watch.".to_owned(),
    }
}
