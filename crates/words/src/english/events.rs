//! Sentences for what happened, publicly and before one seat only.

use nightcoach_rules::{Event, Outcome, Power, Seat, SeatSet, Side, Sight, Spoils};

use super::{all, association, face, faces, kind, list, membership, neighbour, occupation, occupations, plays, who};
use crate::Source;

#[expect(clippy::too_many_lines, reason = "one short arm per event; splitting would need a wildcard arm")]
pub(crate) fn event(names: &[String], event: &Event) -> String {
    let who = |seat| who(names, seat);
    match event {
        Event::TurnBegan { turn, seat } => format!("Turn {turn}: {} is to move.", who(*seat)),
        Event::Passed { seat } => format!("{} passes.", who(*seat)),
        Event::Offered { from, to } => format!("{} offers {} an object.", who(*from), who(*to)),
        Event::Refused { seat, from } => format!("{} refuses the object offered by {}.", who(*seat), who(*from)),
        Event::Traded { from, to } => format!("{} and {} trade one object each.", who(*from), who(*to)),
        Event::Announced { receiver, giver, kind: text } => {
            format!("{} announces: {}. {} carries it out.", who(*receiver), kind(*text), who(*giver))
        }
        Event::Silent { receiver } => format!("{} announces nothing about the object received.", who(*receiver)),
        Event::TextDeclined { giver, kind: text } => {
            format!("{} does without the text of the {}.", who(*giver), kind(*text))
        }
        Event::Directed { giver, side } => {
            format!("{} names the {}: everybody passes one object that way.", who(*giver), neighbour(*side))
        }
        Event::AllPledged => "Everybody has laid an object aside.".to_owned(),
        Event::PledgesReleased => "A seat sleeps: everybody takes the object back and chooses again.".to_owned(),
        Event::PassedOn { side } => format!("Everybody has passed one object to the {}.", neighbour(*side)),
        Event::OccupationsSwapped { giver, receiver } => {
            format!("{} and {} swap their occupations, which lie face-down again.", who(*giver), who(*receiver))
        }
        Event::SparesShown { to } => format!("{} looks through the spare occupations.", who(*to)),
        Event::OccupationExchanged { seat } => {
            format!("{} has chosen an occupation; it lies face-down, unused.", who(*seat))
        }
        Event::Foresaw { seat } => format!("{} is the Clairvoyant and looks through the pile.", who(*seat)),
        Event::PileOrdered { seat } => format!("{} has put two objects on top of the pile.", who(*seat)),
        Event::ForesightPassed { seat } => format!("{} uses no Clairvoyant at the end of the turn.", who(*seat)),
        Event::Demanded { diplomat, target, kind: what } => {
            format!("{} is the Diplomat and demands from {}: {}.", who(*diplomat), who(*target), kind(*what))
        }
        Event::Surrendered { target, diplomat, kind: what } => {
            format!("{} has it and gives it to {}: {}.", who(*target), who(*diplomat), kind(*what))
        }
        Event::Lacked { target, diplomat, kind: what } => {
            format!("{} has none ({}) and shows the whole hand to {}.", who(*target), kind(*what), who(*diplomat))
        }
        Event::DemandReleased { diplomat } => {
            format!("Nothing comes of the demand of {}: a seat sleeps.", who(*diplomat))
        }
        Event::AssociationPicked { owner, by, place } => {
            let number = u16::from(*place).saturating_add(1);
            format!("{} picks association card {number} of {}.", who(*by), who(*owner))
        }
        Event::HandShown { owner, to } => format!("{} looks at the hand of {}.", who(*to), who(*owner)),
        Event::AssociationShown { owner, to } => {
            format!("{} looks at the association of {}.", who(*to), who(*owner))
        }
        Event::IdentityShown { owner, to } => {
            format!("{} looks at occupation and association of {}.", who(*to), who(*owner))
        }
        Event::Drew { seat, left: 0 } => format!("{} draws the last object of the pile.", who(*seat)),
        Event::Drew { seat, left } => format!("{} draws an object; {left} left in the pile.", who(*seat)),
        Event::PileEmptied => "The pile is empty: Secret Bags are now Keys and Goblets.".to_owned(),
        Event::Attacked { attacker, defender } => format!("{} attacks {}.", who(*attacker), who(*defender)),
        Event::PriestPassed => "Nobody stops the attack.".to_owned(),
        Event::Stopped { priest, attacker } => {
            format!("{} is the Priest and stops the attack of {}.", who(*priest), who(*attacker))
        }
        Event::Paid { from, to } => format!("{} pays {} an object.", who(*from), who(*to)),
        Event::HypnotistPassed { seat } => format!("{} hypnotises nobody.", who(*seat)),
        Event::Hypnotised { attacker, target } => {
            format!("{} is the Hypnotist: {} has no say in this fight any more.", who(*attacker), who(*target))
        }
        Event::Supported { seat, side: Some(Side::Attacker) } => format!("{} supports the attacker.", who(*seat)),
        Event::Supported { seat, side: Some(Side::Defender) } => format!("{} supports the defender.", who(*seat)),
        Event::Supported { seat, side: None } => format!("{} supports nobody.", who(*seat)),
        Event::Played { seat, objects, power: Some(Power::Duelist) } => {
            format!("{} opens: {}. No support counts any more.", who(*seat), plays(objects, Some(Power::Duelist)))
        }
        Event::Played { seat, objects, power } => format!("{} opens: {}.", who(*seat), plays(objects, *power)),
        Event::AbilityPassed { seat } => format!("{} opens nothing.", who(*seat)),
        Event::FightEnded { swords, shields, winner: Some(winner) } => {
            format!("Swords {swords}, shields {shields}: {} wins the fight.", who(*winner))
        }
        Event::FightEnded { swords, shields, winner: None } => {
            format!("Swords {swords}, shields {shields}: the fight ends level.")
        }
        Event::DoctorPassed => "Nobody cancels the fight.".to_owned(),
        Event::Cancelled { doctor } => format!("{} is the Doctor: the fight has no effect.", who(*doctor)),
        Event::SpoilsChosen { winner, spoils: Spoils::Identity } => {
            format!("{} wants to see the identity.", who(*winner))
        }
        Event::SpoilsChosen { winner, spoils: Spoils::Luggage } => format!("{} wants the luggage.", who(*winner)),
        Event::Took { winner, loser, returned: false } => {
            format!("{} takes an object from {}.", who(*winner), who(*loser))
        }
        Event::Took { winner, loser, returned: true } => {
            format!("{} takes the only object of {} and gives one back.", who(*winner), who(*loser))
        }
        Event::Gave { from, to } => format!("{} has too many objects and gives one to {}.", who(*from), who(*to)),
        Event::Declared { seat, membership: cards, occupation: role, items, named, counts } => format!(
            "{} ({}) declares for the {} with {} and names {}.",
            who(*seat),
            occupation(*role),
            membership(*cards),
            faces(items),
            if counts.is_empty() { all(names, *named) } else { counted(names, *named, counts) }
        ),
        Event::DeclaredSolo { seat, items } => {
            format!("{} opens the Coat of Armor of the Loge with {}.", who(*seat), faces(items))
        }
        Event::Prophesied { seat, membership: cards, named } => {
            let others = association(cards.side().other());
            let prophet = format!("{} ({})", who(*seat), membership(*cards));
            format!("{prophet} says that the {others} could win with {}.", all(names, *named))
        }
        Event::NamedOpened { seat, membership: cards, occupation: role, items } => {
            let shown = if items.is_empty() { "no key item".to_owned() } else { faces(items) };
            format!("{} ({}) opens: {}, with {shown}.", who(*seat), occupation(*role), membership(*cards))
        }
        Event::AssociationOpened { seat, membership: cards, items } if items.is_empty() => {
            format!("{} belongs to the {}.", who(*seat), membership(*cards))
        }
        Event::AssociationOpened { seat, membership: cards, items } => {
            format!("{} belongs to the {} and was not named, with {}.", who(*seat), membership(*cards), faces(items))
        }
        Event::VoteBegan => "Nothing but passes for three laps: the table votes about a draw.".to_owned(),
        Event::Voted { seat, draw: true } => format!("{} votes for a draw.", who(*seat)),
        Event::Voted { seat, draw: false } => format!("{} votes to play on.", who(*seat)),
        Event::FellAsleep { seat } => format!("{} is gone and sleeps.", who(*seat)),
        Event::Woke { seat } => format!("{} is back.", who(*seat)),
        Event::PassedOver { seat } => format!("{} sleeps and is passed over.", who(*seat)),
        Event::Ended { outcome: how } => outcome(names, how),
    }
}

/// Companions with the number of key items that each is said to hold.
fn counted(names: &[String], named: SeatSet, counts: &[u8]) -> String {
    let one = |(seat, count): (Seat, &u8)| format!("{} ({count})", who(names, seat));
    let all: Vec<String> = named.iter().zip(counts).map(one).collect();
    list(&all)
}

pub(crate) fn outcome(names: &[String], outcome: &Outcome) -> String {
    match outcome {
        Outcome::Won { association: side, winners, declarer, holds, items } => {
            let own = match items {
                0 => String::new(),
                1 => ", with 1 key item of the own hand,".to_owned(),
                items => format!(", with {items} key items of the own hand,"),
            };
            let judged = if *holds { "was right" } else { "was wrong" };
            let claim = format!("{}{own} {judged}", who(names, *declarer));
            format!("{claim}: the {} wins: {}.", association(*side), all(names, *winners))
        }
        Outcome::WonAlone { seat } => format!("{} wins alone.", who(names, *seat)),
        Outcome::Drawn => "The game ends in a draw.".to_owned(),
        Outcome::Unsettled => "The declaration could not be decided; nobody wins.".to_owned(),
    }
}

pub(crate) const fn source(how: Source) -> &'static str {
    match how {
        Source::Offer => "offer",
        Source::Trade => "trade",
        Source::Diplomat => "Diplomat",
        Source::SecretBag => "Secret Bag",
        Source::LevelFight => "level fight",
        Source::Fight => "fight",
        Source::Priest => "Priest",
        Source::Gift => "hand limit",
        Source::Privilege => "Privilege",
        Source::Monocle => "Monocle",
        Source::Sextant => "Sextant",
        Source::Tome => "Tome",
        Source::Coat => "Coat",
        Source::Clairvoyant => "Clairvoyant",
    }
}

pub(crate) fn sight(names: &[String], sight: &Sight) -> String {
    let who = |seat| who(names, seat);
    match sight {
        Sight::Offered { from, face: card } => format!("{} offered me: {}.", who(*from), face(*card)),
        Sight::Received { from: Some(from), face: card } => format!("I got from {}: {}.", who(*from), face(*card)),
        Sight::Received { from: None, face: card } => format!("I drew: {}.", face(*card)),
        Sight::Given { to, face: card } => format!("{} got from me: {}.", who(*to), face(*card)),
        Sight::Hand { of, faces: cards } => format!("I saw the hand of {}: {}.", who(*of), faces(cards)),
        Sight::Pile { faces: cards } => format!("I saw the pile: {}.", faces(cards)),
        Sight::Top { first, second } => {
            format!("I put on top of the pile: {}, then {}.", face(*first), face(*second))
        }
        Sight::Spares { occupations: roles } => format!("I saw the spare occupations: {}.", occupations(roles)),
        Sight::Association { of, association: side } => format!("{} belongs to the {}.", who(*of), association(*side)),
        Sight::Occupation { of, occupation: role } => format!("{} is the {}.", who(*of), occupation(*role)),
    }
}
