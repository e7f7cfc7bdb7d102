//! Setting the table (rules.md B).

use alloc::vec;

use crate::components::{pile_size, spares, start_hand};
use crate::{Options, OptionsError, Phase, Seat, SeatState, StartPlayer, State};

/// The state after the deal, at the start of the first turn. Where the cards lie is the deal's business; how many lie
/// where is told here.
///
/// # Errors
/// Illegal options, with the reason.
pub fn set_up(options: &Options, start: Seat) -> Result<State, OptionsError> {
    options.check()?;
    let n = options.seats;
    let host_starts = options.start_player == StartPlayer::Host;
    if start.0 >= n || (host_starts && start != Seat(0)) {
        return Err(OptionsError::Start(start));
    }
    let seat = SeatState {
        hand: u8::try_from(start_hand(n)).unwrap_or(u8::MAX),
        awake: true,
        occupation: None,
        membership: None,
        key_items: 0,
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
