//! The team declaration: its proofs, its rounds and who has won (rules.md C.8, walk.md decisions 2 and 13).

use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use crate::components::{association_cap, has_drinks};
use crate::progress::Progress;
use crate::{
    Action, Association, CardOp, Claim, Declaration, Event, Face, Occupation, Outcome, Phase, Reason, Seat, SeatSet,
    SlotFace, State,
};

/// Key items that make a claim true without a Drink.
const FULL_SET: u8 = 3;

/// What a declarer or a named companion opens.
pub(crate) struct Opening<'a> {
    pub(crate) association: Association,
    pub(crate) occupation: Occupation,
    pub(crate) items: &'a [Face],
}

pub(crate) fn judge_declarer(
    state: &State,
    seat: Seat,
    named: SeatSet,
    opening: &Opening<'_>,
) -> Result<Vec<CardOp>, Reason> {
    if !named.within(state.awake().without(seat)) {
        return Err(Reason::BadTarget);
    }
    if opening.items.is_empty() {
        return Err(Reason::BadItems);
    }
    let mut lacked = lacked(state, opening.association);
    lacked.push(Face::Pearl);
    judge_opening(state, seat, opening, opening.association, lacked)
}

pub(crate) fn judge_named(
    state: &State,
    declaration: Declaration,
    seat: Seat,
    action: &Action,
) -> Result<Vec<CardOp>, Reason> {
    let Action::OpenNamed { association, occupation, items } = action else {
        return Err(Reason::WrongAction);
    };
    let opening = Opening { association: *association, occupation: *occupation, items };
    let side = declaration.association;
    judge_opening(state, seat, &opening, side, lacked(state, side))
}

pub(crate) fn judge_closing(state: &State, seat: Seat, action: &Action) -> Result<Vec<CardOp>, Reason> {
    let Action::OpenAssociation { association } = action else {
        return Err(Reason::WrongAction);
    };
    fits_association(state, seat, *association)?;
    Ok(Vec::from([open_association(seat, *association)]))
}

/// The key faces of a side, ascending.
fn lacked(state: &State, side: Association) -> Vec<Face> {
    side.key_faces(state.pile_empty()).to_vec()
}

const fn open_association(owner: Seat, association: Association) -> CardOp {
    let face = SlotFace::Association(association);
    CardOp::OpenSlot { owner, face }
}

fn judge_opening(
    state: &State,
    owner: Seat,
    opening: &Opening<'_>,
    side: Association,
    lacked: Vec<Face>,
) -> Result<Vec<CardOp>, Reason> {
    fits_association(state, owner, opening.association)?;
    fits_occupation(state, owner, opening.occupation)?;
    fits_items(state, owner, side, opening.items)?;
    let face = SlotFace::Occupation(opening.occupation);
    Ok(Vec::from([
        open_association(owner, opening.association),
        CardOp::OpenSlot { owner, face },
        CardOp::OpenObjects { owner, faces: opening.items.to_vec() },
        CardOp::Claim {
            prover: owner,
            claim: Claim::LacksFaces { after: u8::try_from(opening.items.len()).unwrap_or(u8::MAX), faces: lacked },
        },
    ]))
}

/// The association must not contradict what is public: its own card, or that all cards of it are out.
fn fits_association(state: &State, seat: Seat, association: Association) -> Result<(), Reason> {
    let own = state.seat(seat).and_then(|seat| seat.association);
    let fits = own.map_or_else(
        || count_opened(state, association) < association_cap(state.options.seats),
        |own| own == association,
    );
    if fits { Ok(()) } else { Err(Reason::Contradiction) }
}

fn fits_occupation(state: &State, seat: Seat, occupation: Occupation) -> Result<(), Reason> {
    let own = state.seat(seat).and_then(|seat| seat.occupation);
    let elsewhere = state.seats.iter().any(|other| other.occupation == Some(occupation));
    let fits = own.map_or(!elsewhere, |own| own == occupation);
    if fits { Ok(()) } else { Err(Reason::Contradiction) }
}

/// Items are key items of the side, ascending, no more of a face than there are, no more than the hand holds.
fn fits_items(state: &State, seat: Seat, side: Association, items: &[Face]) -> Result<(), Reason> {
    let counted = side.key_faces(state.pile_empty());
    let copies = |face: Face| items.iter().filter(|item| **item == face).count();
    let in_box = |face: Face| if face.is_bag() { 1 } else { 3 };
    let fits = items.iter().all(|item| counted.contains(item))
        && items.is_sorted()
        && counted.iter().all(|face| copies(*face) <= in_box(*face))
        && items.len() <= usize::from(state.hand(seat));
    if fits { Ok(()) } else { Err(Reason::BadItems) }
}

pub(crate) fn begin(progress: &mut Progress, seat: Seat, named: SeatSet, opening: &Opening<'_>) {
    progress.change(seat, |state| {
        state.association = Some(opening.association);
        state.occupation = Some(opening.occupation);
    });
    progress.say(Event::Declared {
        seat,
        association: opening.association,
        occupation: opening.occupation,
        items: opening.items.to_vec(),
        named,
    });
    let declaration = Declaration {
        declarer: seat,
        association: opening.association,
        named,
        items: count_items(opening.items),
        sound: true,
    };
    if named.is_empty() {
        ask_closing(progress, declaration);
    } else if named.within(progress.state.awake()) {
        progress.state.phase = Phase::Named(declaration);
    } else {
        progress.end_game(Outcome::Unsettled);
    }
}

fn count_items(items: &[Face]) -> u8 {
    u8::try_from(items.len()).unwrap_or(u8::MAX)
}

pub(crate) fn resolve_named(progress: &mut Progress, declaration: Declaration, entries: &BTreeMap<Seat, Action>) {
    let mut declaration = declaration;
    for (seat, action) in entries {
        let Action::OpenNamed { association, occupation, items } = action else {
            continue;
        };
        progress.change(*seat, |state| {
            state.association = Some(*association);
            state.occupation = Some(*occupation);
        });
        progress.say(Event::NamedOpened {
            seat: *seat,
            association: *association,
            occupation: *occupation,
            items: items.clone(),
        });
        declaration.sound &= *association == declaration.association && !items.is_empty();
        declaration.items = declaration.items.saturating_add(count_items(items));
    }
    let opened = |seat: Seat| association_of(&progress.state, seat).is_some();
    if declaration.named.iter().all(opened) {
        ask_closing(progress, declaration);
    } else {
        // A named companion who did not open leaves the claim unsettled (decision 13).
        progress.end_game(Outcome::Unsettled);
    }
}

fn ask_closing(progress: &mut Progress, declaration: Declaration) {
    let opened = declaration.named.with(declaration.declarer);
    if progress.state.awake().minus(opened).is_empty() {
        conclude(progress, declaration);
    } else {
        progress.state.phase = Phase::Closing(declaration);
    }
}

pub(crate) fn resolve_closing(progress: &mut Progress, declaration: Declaration, entries: &BTreeMap<Seat, Action>) {
    for (seat, action) in entries {
        let Action::OpenAssociation { association } = action else {
            continue;
        };
        let association = *association;
        progress.change(*seat, |state| state.association = Some(association));
        progress.say(Event::AssociationOpened { seat: *seat, association });
    }
    conclude(progress, declaration);
}

fn conclude(progress: &mut Progress, declaration: Declaration) {
    let Some(holds) = verdict(&progress.state, declaration) else {
        progress.end_game(Outcome::Unsettled);
        return;
    };
    let association = if holds { declaration.association } else { declaration.association.other() };
    let member = |seat: &Seat| association_of(&progress.state, *seat) == Some(association);
    let winners = progress.state.all().iter().filter(member).collect();
    progress.end_game(Outcome::Won { association, winners });
}

/// Whether the claim is true, if what is open settles it. One item short, it is true for the minority at an odd table:
/// the Drinks replace one.
fn verdict(state: &State, declaration: Declaration) -> Option<bool> {
    if !declaration.sound {
        return Some(false);
    }
    let short = FULL_SET.saturating_sub(declaration.items);
    if short == 0 {
        Some(true)
    } else if short == 1 && has_drinks(state.options.seats) {
        is_minority(state, declaration.association)
    } else {
        Some(false)
    }
}

/// Whether the card aside is of this association, if the associations that lie open tell: the side all of whose cards
/// lie before seats is the majority.
fn is_minority(state: &State, association: Association) -> Option<bool> {
    let cap = association_cap(state.options.seats);
    if count_opened(state, association) >= cap {
        Some(false)
    } else if count_opened(state, association.other()) >= cap {
        Some(true)
    } else {
        None
    }
}

fn count_opened(state: &State, association: Association) -> u8 {
    let opened = state.seats.iter().filter(|seat| seat.association == Some(association)).count();
    u8::try_from(opened).unwrap_or(u8::MAX)
}

fn association_of(state: &State, seat: Seat) -> Option<Association> {
    state.seat(seat).and_then(|seat| seat.association)
}
