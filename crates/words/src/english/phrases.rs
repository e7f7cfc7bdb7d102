//! Sentences of the window that hold names or numbers.

use super::{all, association, face, faces, kind, list, membership, neighbour, occupation, plays, who};
use crate::Phrase;

#[expect(clippy::too_many_lines, reason = "one short arm per phrase; splitting would need a wildcard arm")]
pub(crate) fn phrase(names: &[String], phrase: &Phrase<'_>) -> String {
    let who = |seat| who(names, seat);
    match *phrase {
        Phrase::Seats(count) => format!("{count} seats"),
        Phrase::SeatsTaken { taken, seats } => format!("{taken} of {seats} seats taken"),
        Phrase::HostedBy(host) => format!("hosted by {host}"),
        Phrase::MostCounted(0) => "Your own key items are all that can be: nobody can be named beside them.".to_owned(),
        Phrase::MostCounted(most) => {
            format!(
                "Say how many key items each of them holds, together at most {most}. Who holds fewer makes it false."
            )
        }
        Phrase::Holds { seat, count: 1 } => format!("{} holds 1 key item.", who(seat)),
        Phrase::Holds { seat, count } => format!("{} holds {count} key items.", who(seat)),
        Phrase::SayHolds { seat, count } => format!("Key items of {}: {count}", who(seat)),
        Phrase::Turn(turn) => format!("Turn {turn}"),
        Phrase::Objects(1) => "1 object".to_owned(),
        Phrase::Objects(count) => format!("{count} objects"),
        Phrase::Pile(count) => format!("{count} in the pile"),
        Phrase::Spares(1) => "1 spare occupation".to_owned(),
        Phrase::Spares(count) => format!("{count} spare occupations"),
        Phrase::TurnOf(seat) => format!("It is the turn of {}.", who(seat)),
        Phrase::WaitingSince { seats, seconds } => {
            format!("Waiting for {} since {}.", all(names, seats), span(seconds))
        }
        Phrase::SealedSince(seconds) => format!("Waiting for the sealed answers since {}.", span(seconds)),
        Phrase::AwaitedSince(seconds) => format!("The table waits for you since {}.", span(seconds)),
        Phrase::Nudged(name) => format!("{name} nudges you: the table waits for you."),
        Phrase::LeftForGood(seats) => format!("Left for good: {}.", all(names, seats)),
        Phrase::Known { name, days } => {
            format!("known as {name} for {}", if days == 1 { "1 day".to_owned() } else { format!("{days} days") })
        }
        Phrase::WantsPassphrase(host) => format!("{host} wants to hear the passphrase of the table."),
        Phrase::WaitsForHost(host) => format!("Waiting for {host} to let you in."),
        Phrase::Unread(count) => format!("Chat ({count} new)"),
        Phrase::PlayedAgo(minutes) => format!("played {} ago", span(minutes.saturating_mul(60))),
        Phrase::PlayedWith { names, round } => format!("{}; round {round}", list(names)),
        Phrase::After(seconds) => format!("after {}", span(seconds)),
        Phrase::LetIn(name) => format!("Let {name} in"),
        Phrase::AsksToWatch(name) => format!("{name} would like to watch."),
        Phrase::LetWatch(name) => format!("Let {name} watch"),
        Phrase::ShowOut(name) => format!("Let {name} watch no more"),
        Phrase::WatchedBy(names) => format!("Watching: {names}"),
        Phrase::Audited(count) => format!("Checked: all proofs of {count} entries hold."),
        Phrase::TurnDown(name) => format!("Turn {name} down"),
        Phrase::SendAway(name) => format!("Send {name} away"),
        Phrase::MoveUp(name) => format!("Move {name} up"),
        Phrase::MoveDown(name) => format!("Move {name} down"),
        Phrase::GoOnWithout(seats) => format!("Go on without {}", all(names, seats)),
        Phrase::EndWithout(seats) => format!("End the game without {}", all(names, seats)),
        Phrase::AskGoOnWithout(seats) => format!("Shall the game go on without {}?", all(names, seats)),
        Phrase::AskEndWithout(seats) => format!("Shall the game end as a draw, without {}?", all(names, seats)),
        Phrase::Answered { yes, open } if open.is_empty() => format!("Yes: {}.", all(names, yes)),
        Phrase::Answered { yes, open } if yes.is_empty() => format!("Not answered: {}.", all(names, open)),
        Phrase::Answered { yes, open } => format!("Yes: {}. Not answered: {}.", all(names, yes), all(names, open)),
        Phrase::Objected(seats) => format!("No: {}. The table goes on waiting.", all(names, seats)),
        Phrase::Sleeping(seats) => format!("Asleep: {}.", all(names, seats)),
        Phrase::TrustNow { together, spare } => {
            format!(
                "Any {together} together could look into the piles; {spare} more may be lost before the table waits."
            )
        }
        Phrase::Waiting(seats) => format!("Waiting for {}.", all(names, seats)),
        Phrase::AskAnswer { from, face: card } => format!("{} offers you: {}. Accept it?", who(from), face(card)),
        Phrase::AskSupport { attacker, defender } => {
            format!("{} attacks {}. Whom do you support?", who(attacker), who(defender))
        }
        Phrase::AskPriest { attacker, defender } => {
            format!("{} attacks {}. Do you stop it as Priest?", who(attacker), who(defender))
        }
        Phrase::AskPay(priest) => format!("{} has stopped you. Which object do you pay?", who(priest)),
        Phrase::AskHypnotist(defender) => {
            format!("You against {}: whom do you hypnotise?", who(defender))
        }
        Phrase::AskDoctor(Some(winner)) => format!("{} has won. Do you cancel it as Doctor?", who(winner)),
        Phrase::AskDoctor(None) => "The fight is level. Do you cancel it as Doctor?".to_owned(),
        Phrase::AskAbilities { attacker, defender } => {
            format!("{} against {}: what do you open?", who(attacker), who(defender))
        }
        Phrase::AskSpoils(loser) => format!("You won against {}: what do you want to see?", who(loser)),
        Phrase::AskTake(loser) => format!("Which object of {} do you take?", who(loser)),
        Phrase::AskTakeReturn(loser) => {
            format!("You take the only object of {}. Which one do you give back?", who(loser))
        }
        Phrase::AskGive { limit } => format!("You hold more than {limit} objects: give one away."),
        Phrase::AskSurrender { diplomat, kind: what } => {
            format!("{} demands: {}. Which one do you give?", who(diplomat), kind(what))
        }
        Phrase::AskText { face: card, texted: true } => {
            format!("You gave away: {}. Does its text happen?", face(card))
        }
        Phrase::AskText { face: card, texted: false } => {
            format!("You gave away: {}. Nothing of it can be announced.", face(card))
        }
        Phrase::AskUseText(what) => format!("Your {} was announced. Do you carry its text out?", kind(what)),
        Phrase::AskPledge(to) => format!("Sextant: which object do you pass to {}?", who(to)),
        Phrase::AskPickAssociation(owner) => {
            format!("Which association card of {} do you look at? They are shuffled.", who(owner))
        }
        Phrase::Confirm(answer) => format!("Confirm: {answer}"),
        Phrase::Offer { face: card, to } => format!("Offer {} to {}", face(card), who(to)),
        Phrase::ThenOffer(to) => {
            format!("{} sees the object and answers. You cannot withdraw it, nor refuse what comes back.", who(to))
        }
        Phrase::Attack(target) => format!("Attack {}", who(target)),
        Phrase::ThenAttack(target) => {
            format!("The others take sides. Whoever wins, you or {}, learns something from the loser.", who(target))
        }
        Phrase::AcceptWith(card) => format!("Accept and give {}", face(card)),
        Phrase::ThenAccept { from, text: Some(text) } => {
            format!("You will announce: {}. {} carries it out.", kind(text), who(from))
        }
        Phrase::ThenAccept { from, text: None } => {
            format!("Nothing is announced about the object from {}.", who(from))
        }
        Phrase::Support(seat) => format!("Support {}", who(seat)),
        Phrase::Pay(card) => format!("Pay {}", face(card)),
        Phrase::Hypnotise(target) => format!("Hypnotise {}", who(target)),
        Phrase::Open(cards, power) => format!("Open {}", plays(cards, power)),
        Phrase::WinAlone(cards) => format!("Win alone with {}", faces(cards)),
        Phrase::Take(card) => format!("Take {}", face(card)),
        Phrase::TakeReturn { take, give } => format!("Take {} and give back {}", face(take), face(give)),
        Phrase::Give { face: card, to } => format!("Give {} to {}", face(card), who(to)),
        Phrase::ThenGive(to) => format!("{} cannot refuse. Only the two of you know what it is.", who(to)),
        Phrase::Demand { kind: what, from, face: card } => {
            format!("Demand {} from {} for {}", kind(what), who(from), face(card))
        }
        Phrase::Surrender { face: card, to } => format!("Hand {} over to {}", face(card), who(to)),
        Phrase::PutOnTop { first, second } => format!("Put {} on top, then {}", face(first), face(second)),
        Phrase::Direct { side, to } => format!("To the {}: you pass to {}", neighbour(side), who(to)),
        Phrase::Pledge { face: card, to } => format!("Pass {} to {}", face(card), who(to)),
        Phrase::TakeOccupation(role) => format!("Take {}", occupation(role)),
        Phrase::KeepOccupation(role) => format!("Take {} back", occupation(role)),
        Phrase::AssociationCard(card) => format!("Card {card}"),
        Phrase::LookAt { owner, card } => format!("Look at card {card} of {}", who(owner)),
        Phrase::Demanded { diplomat, target, kind: what } => {
            format!("{} demands from {}: {}", who(diplomat), who(target), kind(what))
        }
        Phrase::DemandMet { diplomat, target } => {
            format!("{} gets from {} what was demanded", who(diplomat), who(target))
        }
        Phrase::SextantRuns(side) => format!("Sextant: everybody passes one object to the {}", neighbour(side)),
        Phrase::Points { seat, now, total } => format!("{}: {now} in this game, {total} in all", who(seat)),
        Phrase::Declare(side) => format!("Declare victory for the {}", association(side)),
        Phrase::Opens { membership: cards, occupation: role, items } => {
            format!("{}, {}, {}", membership(cards), occupation(role), faces(items))
        }
        Phrase::Fight { attacker, defender } => format!("{} attacks {}", who(attacker), who(defender)),
        Phrase::Trade { from, to } => format!("{} offers {} an object", who(from), who(to)),
        Phrase::Progress { done, total } => format!("Step {done} of {total}"),
        Phrase::CoSigned(seats) => format!("Signed by {}.", all(names, seats)),
        Phrase::About { face: card, digit } => format!("Rules of {} ({digit})", face(card)),
        Phrase::CardKey { face: card, digit } => format!("{} ({digit})", face(card)),
    }
}

/// A time in one unit.
fn span(seconds: u64) -> String {
    match seconds {
        0..60 => format!("{seconds} s"),
        60..3_600 => format!("{} min", seconds / 60),
        3_600..172_800 => format!("{} h", seconds / 3_600),
        172_800.. => format!("{} days", seconds / 86_400),
    }
}
