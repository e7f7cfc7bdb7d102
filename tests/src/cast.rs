//! Players for the cheaters' games: they bring a wanted situation about and do nothing else of interest.

use nightcoach_rules::{Action, Choice, Choices, Face, Options, Seat, Spoils, View, choices};

use crate::sim::{Sim, options};

/// A scene: a table in which one seat is asked just what the cheater waited for.
#[derive(Debug)]
pub struct Scene {
    /// The table.
    pub sim: Sim,
    /// Who will cheat.
    pub cheater: Seat,
    /// What the cheater sees.
    pub view: View,
}

/// Plays games until `wanted` holds of a seat that is asked; on its turn a holder of `bait` offers it to `target`.
///
/// # Panics
/// No game of the first forty leads there.
pub fn until(
    seats: u8,
    bait: impl Fn(Face) -> bool,
    target: impl Fn(&Sim, &View) -> Option<Seat>,
    wanted: impl Fn(&View) -> bool,
) -> Scene {
    for game in 100..140 {
        let Ok(mut sim) = Sim::begin(&options(seats), game) else { continue };
        for _ in 0..150 {
            let Some((seat, view)) = sim.asked().into_iter().next() else { break };
            if wanted(&view) {
                return Scene { sim, cheater: seat, view };
            }
            let offer = view.hand.iter().copied().find(|face| bait(*face)).zip(target(&sim, &view));
            let Some(choice) = dull(&view, offer) else { break };
            sim.choose(seat, choice);
        }
    }
    panic!("no game leads to the wanted scene")
}

/// The left neighbour.
pub fn neighbour(_sim: &Sim, view: &View) -> Option<Seat> {
    Some(Seat((view.seat.0 + 1) % view.state.options.seats))
}

/// A choice that keeps the game going: offer the bait, else attack the neighbour and take luggage.
fn dull(view: &View, offer: Option<(Face, Seat)>) -> Option<Choice> {
    let seats = view.state.options.seats;
    let next = Seat((view.seat.0 + 1) % seats);
    let plain = |action| Some(Choice::plain(action));
    match choices(view) {
        Choices::Nothing => None,
        Choices::Forced(choice) => Some(choice),
        Choices::Turn(_) => match offer {
            Some((face, to)) => Some(Choice::with(Action::Offer { to }, face)),
            None => plain(Action::Attack { target: next }),
        },
        Choices::Support => plain(Action::Support { side: None }),
        Choices::Priest { .. } => plain(Action::Priest { stop: false }),
        Choices::Hypnotise { .. } => plain(Action::Hypnotise { target: None }),
        Choices::Abilities { .. } => plain(Action::Abilities { objects: Vec::new(), power: None }),
        Choices::Doctor { .. } => plain(Action::Doctor { cancel: false }),
        Choices::Spoils => plain(Action::Spoils(Spoils::Luggage)),
        Choices::Vote => plain(Action::Vote { draw: false }),
        Choices::Foresee { .. } => plain(Action::Pass),
        open @ (Choices::Answer(_)
        | Choices::Take(_)
        | Choices::Give { .. }
        | Choices::Pay { .. }
        | Choices::Reorder { .. }
        | Choices::Surrender { .. }
        | Choices::Text { .. }
        | Choices::UseText { .. }
        | Choices::Direct
        | Choices::Pledge { .. }
        | Choices::Exchange { .. }
        | Choices::PickAssociation { .. }) => open.all().into_iter().next(),
    }
}

/// Plays games until `wanted` holds of a seat that is asked. `lead` chooses where it has a wish.
///
/// # Panics
/// No game of the first eighty leads there.
pub fn reach(
    options: &Options,
    lead: impl Fn(&Sim, &View) -> Option<Choice>,
    wanted: impl Fn(&Sim, &View) -> bool,
) -> Scene {
    for game in 200..280 {
        let Ok(mut sim) = Sim::begin(options, game) else { continue };
        for _ in 0..200 {
            let Some((seat, view)) = sim.asked().into_iter().next() else { break };
            if wanted(&sim, &view) {
                return Scene { sim, cheater: seat, view };
            }
            let Some(choice) = lead(&sim, &view).or_else(|| dull(&view, None)) else { break };
            sim.choose(seat, choice);
        }
    }
    panic!("no game leads to the wanted scene")
}
