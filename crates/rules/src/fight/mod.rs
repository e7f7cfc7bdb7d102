//! The attack (rules.md C.5): one module per window, from the Priest to the Doctor.

mod abilities;
mod doctor;
mod hypnotist;
mod priest;
mod support;

use crate::progress::Progress;
use crate::{CardOp, Event, Fight, Occupation, Seat, SeatSet, SlotFace, State};

pub(crate) use abilities::{judge_abilities, resolve_abilities};
pub use abilities::{next_ability, usable_objects, usable_powers};
pub use doctor::standing;
pub(crate) use doctor::{judge_doctor, resolve_doctor};
pub use hypnotist::hypnotisable;
pub(crate) use hypnotist::{judge_hypnotist, resolve_hypnotist};
pub(crate) use priest::{judge_payment, judge_priest, resolve_payment, resolve_priest};
pub(crate) use support::{ask_support, judge_support, resolve_support};
pub use support::{next_supporter, undeclared};

/// A window of a fight in which seats are asked by what public facts say of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Window {
    /// Everybody but the attacker.
    Priest,
    /// Everybody.
    Abilities,
    /// Everybody.
    Doctor,
}

/// Who is asked in a window: awake seats of its circle that are not hypnotised and, by public facts alone, could use some
/// card of its column (walk.md decision 8).
pub fn asked(state: &State, fight: &Fight, window: Window) -> SeatSet {
    let able = |seat: &Seat| match window {
        Window::Priest => *seat != fight.attacker && could_use(state, *seat, Occupation::Priest),
        Window::Abilities => abilities::could_act(state, fight, *seat),
        Window::Doctor => could_use(state, *seat, Occupation::Doctor),
    };
    let circle = state.awake().iter().filter(|seat| fight.hypnotised != Some(*seat));
    circle.filter(able).collect()
}

/// Whether public facts leave it possible that this seat uses this occupation now: it lies face-up before nobody else, no
/// other one lies face-up before the seat, and it is not spent.
pub fn could_use(state: &State, seat: Seat, occupation: Occupation) -> bool {
    match state.seat(seat).and_then(|seat| seat.occupation) {
        Some(own) => own == occupation && occupation.is_reusable(),
        None => !state.seats.iter().any(|other| other.occupation == Some(occupation)),
    }
}

/// The opening of an occupation that is used, unless it lies face-up already.
pub(crate) fn opening(state: &State, owner: Seat, occupation: Occupation) -> Option<CardOp> {
    let lies_open = state.seat(owner).is_some_and(|seat| seat.occupation.is_some());
    let face = SlotFace::Occupation(occupation);
    (!lies_open).then_some(CardOp::OpenSlot { owner, face })
}

/// Turns an occupation face-up by using it.
pub(crate) fn turn_up(progress: &mut Progress, seat: Seat, occupation: Occupation) {
    progress.change(seat, |state| state.occupation = Some(occupation));
}

pub(crate) fn begin(progress: &mut Progress, attacker: Seat, defender: Seat) {
    progress.say(Event::Attacked { attacker, defender });
    priest::ask(progress, Fight::new(attacker, defender));
}
