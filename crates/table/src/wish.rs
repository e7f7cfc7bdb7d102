//! Wishes to leave and to come back: signed by their author, carried into the chain by the entry of whose turn it is.

use alloc::vec::Vec;

use nightcoach_rules::{Event, RoundInput, Seat, SeatSet, State, apply, wake};
use nightcoach_transcript::{Content, RecordKind, UnverifiedEntry};
use nightcoach_wire::{MAX_LEN, decode};

use crate::body::Wish;
use crate::fault::Check;
use crate::replica::Replica;

/// Whether a record is a wish of this table at a place of its chain that is not older than the seat's last change.
pub(crate) fn read(replica: &Replica, content: &Content) -> Option<(Seat, Wish)> {
    let seat = Seat(content.seat);
    let stands = content.kind == RecordKind::Wish
        && content.table == replica.table()
        && replica.head_of(content.round) == Some(content.head)
        && content.digest == [0; 32]
        && replica.changed_in(seat).is_none_or(|round| content.round > round);
    if !stands {
        return None;
    }
    decode(&content.body, MAX_LEN).ok().map(|wish| (seat, wish))
}

/// What one wish leads to, at a turn start; `None` if it cannot be met now.
pub(crate) fn meet(replica: &Replica, state: &State, seat: Seat, wish: Wish) -> Option<(State, Vec<Event>)> {
    let step = match wish {
        Wish::Wake => wake(state, seat).ok()?,
        Wish::Leave => {
            // Whoever holds a share may go only if the others can do without; whose turn it is makes it first.
            let keys = replica.keys()?;
            let left = keys.pile.holders().and(state.awake()).without(seat);
            let free = state.is_awake(seat) && seat != state.active && left.len() >= keys.pile.threshold;
            let input = RoundInput { fallen: SeatSet::only(seat), ..RoundInput::default() };
            free.then(|| apply(state, &input).ok()).flatten()?
        }
    };
    Some((step.state, step.events))
}

/// Checks the wishes of an entry, each against the state that those before it lead to; gives their authors.
pub(crate) fn check(replica: &Replica, records: &[Vec<u8>]) -> Result<Vec<(Seat, Wish)>, Check> {
    let mut state = replica.state().cloned().ok_or(Check::BodyKind)?;
    let mut met: Vec<(Seat, Wish)> = Vec::new();
    for record in records {
        let wish = verify(replica, record).ok_or(Check::WishStands)?;
        if met.iter().any(|(seat, _)| *seat == wish.0) {
            return Err(Check::WishStands);
        }
        state = meet(replica, &state, wish.0, wish.1).ok_or(Check::WishStands)?.0;
        met.push(wish);
    }
    if met.is_empty() { Err(Check::WishStands) } else { Ok(met) }
}

fn verify(replica: &Replica, record: &[u8]) -> Option<(Seat, Wish)> {
    let unverified = UnverifiedEntry::decode(record).ok()?;
    let key = replica.genesis().roster.get(usize::from(unverified.claimed().seat))?.key;
    read(replica, unverified.verify(&key).ok()?.content())
}
