//! Setting the table (rules.md B).

use alloc::vec;

use crate::components::{MAX_SEATS, MIN_SEATS, pile_size, spares, start_hand};
use crate::{Options, Phase, Seat, SeatState, State};

/// Why a table cannot be set up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum OptionsError {
    /// The game is for 3 to 10 seats.
    Seats(u8),
    /// The start seat is no seat of this table.
    Start(Seat),
}

/// The state after the deal, at the start of the first turn. Where the cards lie is the deal's business; how many lie
/// where is told here.
///
/// # Errors
/// Illegal options, with the reason.
pub fn set_up(options: &Options, start: Seat) -> Result<State, OptionsError> {
    let n = options.seats;
    if !(MIN_SEATS..=MAX_SEATS).contains(&n) {
        return Err(OptionsError::Seats(n));
    }
    if start.0 >= n {
        return Err(OptionsError::Start(start));
    }
    let seat = SeatState {
        hand: u8::try_from(start_hand(n)).unwrap_or(u8::MAX),
        awake: true,
        occupation: None,
        association: None,
        played: vec![],
        over_limit: false,
        skip_turn: false,
    };
    Ok(State {
        options: options.clone(),
        turn: 1,
        active: start,
        seats: vec![seat; usize::from(n)],
        pile: pile_size(n),
        spares: spares(n),
        passes: 0,
        start,
        laps: 0,
        phase: Phase::Turn,
    })
}
