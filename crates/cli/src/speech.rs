//! A choice as a line at a terminal.

use nightcoach_rules::{Action, Choice, Face, Kind, Power, Selection};
use nightcoach_words::{Language, face, kind, neighbour, occupation, power, seat_list, seat_name, side, spoils};

const ENGLISH: Language = Language::English;

/// A choice in words.
pub(crate) fn sentence(names: &[String], choice: &Choice) -> String {
    let seat = |seat| seat_name(ENGLISH, names, seat);
    let objects = choice.selection.objects();
    let card = objects.first().map_or("nothing", |card| face(ENGLISH, *card));
    let faces = |faces: &[_]| faces.iter().map(|card| face(ENGLISH, *card)).collect::<Vec<_>>().join(", ");
    match &choice.action {
        Action::Pass => "pass".to_owned(),
        Action::Offer { to } => format!("offer {card} to {}", seat(*to)),
        Action::Refuse => "refuse".to_owned(),
        Action::Accept { text } => format!("accept, give {card}, {}", said(*text)),
        Action::Text { text } => said(*text),
        Action::Foresee => "look through the pile as Clairvoyant".to_owned(),
        Action::Reorder => format!("put on top, in this order: {}", faces(objects)),
        Action::Demand { target, kind: what } => {
            format!("demand {} from {} for {card}, as Diplomat", kind(ENGLISH, *what), seat(*target))
        }
        Action::Surrender => format!("hand over {card}"),
        Action::Lack => "show that you have none".to_owned(),
        Action::HandOver => "hand over what you laid down".to_owned(),
        Action::UseText { using: true } => "carry its text out".to_owned(),
        Action::UseText { using: false } => "do without its text".to_owned(),
        Action::Direct { side } => format!("everybody passes to the {}", neighbour(ENGLISH, *side)),
        Action::Pledge => format!("pass {card}"),
        Action::PassOn => "pass the object on".to_owned(),
        Action::SwapOccupation => "swap occupations".to_owned(),
        Action::Exchange => exchange(&choice.selection),
        Action::ShuffleAssociations => "shuffle your association cards".to_owned(),
        Action::PickAssociation { place } => format!("look at card {}", place.saturating_add(1)),
        Action::ShowHand => "show your hand".to_owned(),
        Action::ShowAssociation => "show your association".to_owned(),
        Action::ShowIdentity => "show occupation and association".to_owned(),
        Action::Attack { target } => format!("attack {}", seat(*target)),
        Action::Support { side: None } => "support nobody".to_owned(),
        Action::Support { side: Some(whose) } => format!("support: {}", side(ENGLISH, *whose)),
        Action::Priest { stop: true } => "stop the attack as Priest".to_owned(),
        Action::Priest { stop: false } => "let the attack go on".to_owned(),
        Action::Pay => format!("pay {card}"),
        Action::Hypnotise { target: Some(target) } => format!("hypnotise {}", seat(*target)),
        Action::Hypnotise { target: None } => "hypnotise nobody".to_owned(),
        Action::Abilities { objects, power } => played(objects, *power),
        Action::Doctor { cancel: true } => "cancel the fight as Doctor".to_owned(),
        Action::Doctor { cancel: false } => "let the fight have its effect".to_owned(),
        Action::Spoils(what) => spoils(ENGLISH, *what).to_owned(),
        Action::Take { index } => format!("take object {}", index.saturating_add(1)),
        Action::TakeAndReturn { .. } => format!("take the object and give {card} back"),
        Action::Give { to } => format!("give {card} to {}", seat(*to)),
        Action::DeclareTeam { named, items, .. } if named.is_empty() => format!("declare alone, with {}", faces(items)),
        Action::DeclareTeam { named, items, counts, .. } => {
            let companions = seat_list(ENGLISH, names, *named);
            let said = if counts.is_empty() { String::new() } else { format!(" (they hold {counts:?})") };
            format!("declare together with {companions}{said}, with {}", faces(items))
        }
        Action::DeclareSolo { items } => format!("declare a personal win with {}", faces(items)),
        Action::Prophesy { named, .. } => format!("prophesy that {} could win", seat_list(ENGLISH, names, *named)),
        Action::OpenNamed { .. } | Action::OpenAssociation { .. } => "open your cards".to_owned(),
        Action::Vote { draw: true } => "vote for a draw".to_owned(),
        Action::Vote { draw: false } => "vote against a draw".to_owned(),
    }
}

fn exchange(selection: &Selection) -> String {
    let taken = selection.occupation().map_or("nothing", |role| occupation(ENGLISH, role));
    format!("take {taken}")
}

fn played(objects: &[Face], used: Option<Power>) -> String {
    let powers = used.map(|used| power(ENGLISH, used));
    let parts: Vec<&str> = objects.iter().map(|card| face(ENGLISH, *card)).chain(powers).collect();
    if parts.is_empty() { "open nothing".to_owned() } else { format!("open {}", parts.join(", ")) }
}

fn said(text: Option<Kind>) -> String {
    text.map_or_else(|| "and stay silent".to_owned(), |named| format!("and announce {}", kind(ENGLISH, named)))
}
