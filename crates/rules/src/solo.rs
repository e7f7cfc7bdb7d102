//! The personal win with the Coat of Armor of the Loge (rules.md C.8).

use alloc::vec::Vec;

use crate::progress::Progress;
use crate::{Association, CardOp, Claim, Event, Face, Outcome, Reason, Seat, State};

/// Key items that a personal win takes beside the Coat of Armor.
pub(crate) const SOLO_ITEMS: usize = 3;

/// The faces that count for a personal win, ascending: those of either side.
pub(crate) fn solo_faces(pile_empty: bool) -> Vec<Face> {
    let mut faces: Vec<Face> = Association::ALL.iter().flat_map(|side| side.key_faces(pile_empty)).copied().collect();
    faces.sort_unstable();
    faces
}

/// The claim needs nobody else, so a wrong one is no legal action (E86). The Drink never counts.
pub(crate) fn judge(state: &State, seat: Seat, items: &[Face]) -> Result<Vec<CardOp>, Reason> {
    let counted = solo_faces(state.pile_empty());
    let copies = |face: Face| items.iter().filter(|item| **item == face).count();
    let fits = items.len() == SOLO_ITEMS
        && items.is_sorted()
        && items.iter().all(|item| counted.contains(item) && (!item.is_bag() || copies(*item) == 1))
        && usize::from(state.hand(seat)) > SOLO_ITEMS;
    if !fits {
        return Err(Reason::BadItems);
    }
    let faces: Vec<Face> = items.iter().copied().chain([Face::Loge]).collect();
    let after = u8::try_from(faces.len()).unwrap_or(u8::MAX);
    let mut ops = Vec::from([CardOp::OpenObjects { owner: seat, faces }]);
    if state.options.pearl_blocks_solo {
        let claim = Claim::LacksFaces { after, faces: Vec::from([Face::Pearl]) };
        ops.push(CardOp::Claim { prover: seat, claim });
    }
    Ok(ops)
}

pub(crate) fn resolve(progress: &mut Progress, seat: Seat, items: &[Face]) {
    progress.say(Event::DeclaredSolo { seat, items: items.to_vec() });
    progress.end_game(Outcome::WonAlone { seat });
}
