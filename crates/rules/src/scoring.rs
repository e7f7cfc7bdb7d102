//! Personal points over several games (rules.md C.10).

use alloc::vec;
use alloc::vec::Vec;

use crate::{Options, Outcome, Seat, SeatSet};

/// A full set of key items in the declarer's own hand, beside the Drink.
const OWN_SET: u8 = 3;

/// The points of one game, by seat. `holders` are the members of the winning association known to have shown a key item.
///
/// A true prophecy counts like a true declaration; its prophet opens no items of his own.
pub fn points(options: &Options, outcome: &Outcome, holders: SeatSet) -> Vec<u16> {
    let mut points = vec![0; usize::from(options.seats)];
    let mut give = |seat: Seat, number| {
        if let Some(points) = points.get_mut(seat.index()) {
            *points = number;
        }
    };
    match outcome {
        Outcome::Won { winners, declarer, holds, items, .. } => {
            for seat in winners.iter() {
                let member = if holders.contains(seat) || !holds { 2 } else { 1 };
                give(seat, member);
            }
            if *holds {
                give(*declarer, if *items >= OWN_SET { 5 } else { 3 });
            }
        }
        Outcome::WonAlone { seat } => give(*seat, 4),
        Outcome::Drawn | Outcome::Unsettled => {}
    }
    points
}
