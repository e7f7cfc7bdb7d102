//! Team declaration and prophecy: their proofs, their rounds and who has won (rules.md C.8, walk.md decisions 2 and 13).

use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use crate::components::{association_copies, has_drinks, most_members};
use crate::progress::Progress;
use crate::{
    Action, Association, CardOp, Claim, Declaration, Event, Face, MOST_COUNTED, Membership, Occupation, Outcome, Phase,
    Reason, Seat, SeatSet, SlotFace, State,
};

/// Key items that make a claim true without a Drink.
const FULL_SET: u8 = 3;

/// What a declarer or a named seat opens.
pub(crate) struct Opening<'a> {
    pub(crate) membership: Membership,
    pub(crate) occupation: Occupation,
    pub(crate) items: &'a [Face],
}

pub(crate) fn judge_declarer(
    state: &State,
    seat: Seat,
    named: SeatSet,
    counts: &[u8],
    opening: &Opening<'_>,
) -> Result<Vec<CardOp>, Reason> {
    if !named.within(state.awake().without(seat)) {
        return Err(Reason::BadTarget);
    }
    if opening.items.is_empty() || !counts_fit(state, named, counts, opening.items.len()) {
        return Err(Reason::BadItems);
    }
    let mut lacked = lacked(state, opening.membership.side());
    lacked.push(Face::Pearl);
    judge_opening(state, seat, opening, opening.membership.side(), lacked)
}

/// With `claim_counts` one number per named seat, each at least one, and together with the own items no more than the
/// side owns: three and, once the pile is empty, its bag. Without the option there are none.
fn counts_fit(state: &State, named: SeatSet, counts: &[u8], own: usize) -> bool {
    if !state.options.claim_counts {
        return counts.is_empty();
    }
    let said: usize = counts.iter().map(|count| usize::from(*count)).sum();
    counts.len() == named.len()
        && counts.iter().all(|count| *count > 0)
        && said.saturating_add(own) <= most_items(state.pile_empty())
}

/// Key items that a side owns: three of its kind and, once the pile is empty, its bag (rules.md A.0).
pub(crate) const fn most_items(pile_empty: bool) -> usize {
    if pile_empty { 4 } else { 3 }
}

/// A prophet opens the own association, and proves that the Black Pearl is not in the hand.
pub(crate) fn judge_prophet(
    state: &State,
    seat: Seat,
    named: SeatSet,
    membership: Membership,
) -> Result<Vec<CardOp>, Reason> {
    if !state.options.prophecy {
        return Err(Reason::NotThisTable);
    }
    if !named.within(state.awake().without(seat)) {
        return Err(Reason::BadTarget);
    }
    fits_membership(state, seat, membership)?;
    let claim = Claim::LacksFaces { after: 0, faces: Vec::from([Face::Pearl]) };
    Ok(Vec::from([
        open_membership(seat, membership),
        // The shuffle that every claim about a hand begins with (walk.md decision 12).
        CardOp::OpenObjects { owner: seat, faces: Vec::new() },
        CardOp::Claim { prover: seat, claim },
    ]))
}

pub(crate) fn judge_named(
    state: &State,
    declaration: Declaration,
    seat: Seat,
    action: &Action,
) -> Result<Vec<CardOp>, Reason> {
    let Action::OpenNamed { membership, occupation, items } = action else {
        return Err(Reason::WrongAction);
    };
    let opening = Opening { membership: *membership, occupation: *occupation, items };
    let side = declaration.association;
    judge_opening(state, seat, &opening, side, lacked(state, side))
}

pub(crate) fn judge_closing(
    state: &State,
    declaration: Declaration,
    seat: Seat,
    action: &Action,
) -> Result<Vec<CardOp>, Reason> {
    let Action::OpenAssociation { membership, items } = action else {
        return Err(Reason::WrongAction);
    };
    fits_membership(state, seat, *membership)?;
    let mut ops = Vec::from([open_membership(seat, *membership)]);
    if opens_items(state, &declaration, membership.side()) {
        fits_items(state, seat, declaration.association, items)?;
        ops.extend(open_items(seat, items, lacked(state, declaration.association)));
    } else if !items.is_empty() {
        return Err(Reason::BadItems);
    }
    Ok(ops)
}

/// Whether a seat of this association opens its key items in the closing round: with `strict_naming`, if it is of the
/// side of a team declaration. A prophet need not name everybody.
pub(crate) fn opens_items(state: &State, declaration: &Declaration, association: Association) -> bool {
    let team = declaration.own == declaration.association;
    state.options.strict_naming && team && association == declaration.association
}

/// The key faces of a side, ascending.
fn lacked(state: &State, side: Association) -> Vec<Face> {
    side.key_faces(state.pile_empty()).to_vec()
}

fn open_membership(owner: Seat, membership: Membership) -> CardOp {
    match membership {
        Membership::One(side) => CardOp::OpenSlot { owner, face: SlotFace::Association(side) },
        Membership::Three { .. } => CardOp::OpenAssociations { owner, faces: membership.cards() },
    }
}

fn judge_opening(
    state: &State,
    owner: Seat,
    opening: &Opening<'_>,
    side: Association,
    lacked: Vec<Face>,
) -> Result<Vec<CardOp>, Reason> {
    fits_membership(state, owner, opening.membership)?;
    fits_occupation(state, owner, opening.occupation)?;
    fits_items(state, owner, side, opening.items)?;
    let face = SlotFace::Occupation(opening.occupation);
    let mut ops = Vec::from([open_membership(owner, opening.membership), CardOp::OpenSlot { owner, face }]);
    ops.extend(open_items(owner, opening.items, lacked));
    Ok(ops)
}

/// Opens items, and proves the rest of the hand free of some faces.
fn open_items(owner: Seat, items: &[Face], lacked: Vec<Face>) -> [CardOp; 2] {
    let claim = Claim::LacksFaces { after: count_items(items), faces: lacked };
    [CardOp::OpenObjects { owner, faces: items.to_vec() }, CardOp::Claim { prover: owner, claim }]
}

/// The association cards must be as many as a seat has, and must not contradict what is public: the seat's own cards, or
/// that all cards of an association are out.
fn fits_membership(state: &State, seat: Seat, membership: Membership) -> Result<(), Reason> {
    let mixed = matches!(membership, Membership::Three { .. });
    let own = state.seat(seat).and_then(|seat| seat.membership);
    let in_box = usize::from(association_copies(&state.options));
    let left = |side| cards_opened(state, side).saturating_add(membership.count(side)) <= in_box;
    let fits = own.map_or_else(|| Association::ALL.into_iter().all(left), |own| own == membership);
    if fits && mixed == state.options.three_player_mixed { Ok(()) } else { Err(Reason::Contradiction) }
}

/// How many association cards of a side lie open.
fn cards_opened(state: &State, side: Association) -> usize {
    state.seats.iter().filter_map(|seat| seat.membership).map(|own| own.count(side)).sum()
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

pub(crate) fn begin(progress: &mut Progress, seat: Seat, named: SeatSet, counts: &[u8], opening: &Opening<'_>) {
    progress.change(seat, |state| {
        state.membership = Some(opening.membership);
        state.occupation = Some(opening.occupation);
        state.key_items = count_items(opening.items);
    });
    progress.say(Event::Declared {
        seat,
        membership: opening.membership,
        occupation: opening.occupation,
        items: opening.items.to_vec(),
        named,
        counts: counts.to_vec(),
    });
    let mut said = [0; MOST_COUNTED];
    for (slot, count) in said.iter_mut().zip(counts) {
        *slot = *count;
    }
    let declaration = Declaration {
        declarer: seat,
        own: opening.membership.side(),
        association: opening.membership.side(),
        named,
        counts: said,
        items: count_items(opening.items),
        sound: true,
        bare: false,
    };
    ask_named(progress, declaration);
}

pub(crate) fn begin_prophecy(progress: &mut Progress, seat: Seat, named: SeatSet, membership: Membership) {
    let association = membership.side();
    progress.change(seat, |state| state.membership = Some(membership));
    progress.say(Event::Prophesied { seat, membership, named });
    let declaration = Declaration {
        declarer: seat,
        own: association,
        association: association.other(),
        named,
        counts: [0; MOST_COUNTED],
        items: 0,
        sound: true,
        bare: false,
    };
    ask_named(progress, declaration);
}

fn ask_named(progress: &mut Progress, declaration: Declaration) {
    let named = declaration.named;
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
        let Action::OpenNamed { membership, occupation, items } = action else {
            continue;
        };
        progress.change(*seat, |state| {
            state.membership = Some(*membership);
            state.occupation = Some(*occupation);
            state.key_items = count_items(items);
        });
        progress.say(Event::NamedOpened {
            seat: *seat,
            membership: *membership,
            occupation: *occupation,
            items: items.clone(),
        });
        let held = count_items(items);
        declaration.sound &= membership.side() == declaration.association && held >= said_of(&declaration, *seat);
        declaration.bare |= held == 0;
        declaration.items = declaration.items.saturating_add(held);
    }
    let opened = |seat: Seat| association_of(&progress.state, seat).is_some();
    if declaration.named.iter().all(opened) {
        ask_closing(progress, declaration);
    } else {
        // A named companion who did not open leaves the claim unsettled (decision 13).
        progress.end_game(Outcome::Unsettled);
    }
}

/// How many key items a named seat is said to hold; 0 without `claim_counts`.
fn said_of(declaration: &Declaration, seat: Seat) -> u8 {
    let place = declaration.named.iter().position(|named| named == seat);
    place.and_then(|place| declaration.counts.get(place)).copied().unwrap_or(0)
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
    let mut declaration = declaration;
    for (seat, action) in entries {
        let Action::OpenAssociation { membership, items } = action else {
            continue;
        };
        let membership = *membership;
        progress.change(*seat, |state| {
            state.membership = Some(membership);
            state.key_items = count_items(items);
        });
        progress.say(Event::AssociationOpened { seat: *seat, membership, items: items.clone() });
        // An unnamed companion with a key item: with `strict_naming` the claim is false (E73).
        declaration.sound &= items.is_empty();
    }
    conclude(progress, declaration);
}

fn conclude(progress: &mut Progress, declaration: Declaration) {
    let Some(holds) = verdict(&progress.state, declaration) else {
        progress.end_game(Outcome::Unsettled);
        return;
    };
    let association = if holds { declaration.own } else { declaration.own.other() };
    let member = |seat: &Seat| association_of(&progress.state, *seat) == Some(association);
    let winners = progress.state.all().iter().filter(member).collect();
    let declarer = declaration.declarer;
    let items = progress.state.seat(declarer).map_or(0, |seat| seat.key_items);
    progress.end_game(Outcome::Won { association, winners, declarer, holds, items });
}

/// Whether the claim is true, if what is open settles it. One item short, it is true for the minority at an odd table: the
/// Drinks replace one. With `drink_stacking` every claimer of the minority adds his own, also one without a real item; the
/// declarer of a team always holds one (E79, E80).
fn verdict(state: &State, declaration: Declaration) -> Option<bool> {
    let options = &state.options;
    let drinks = has_drinks(options.seats);
    let stacking = drinks && options.drink_stacking;
    if !declaration.sound || declaration.items == 0 || (declaration.bare && !stacking) {
        return Some(false);
    }
    let short = usize::from(FULL_SET.saturating_sub(declaration.items));
    let replaced = if stacking { claimers(&declaration) } else { usize::from(drinks) };
    if short == 0 && !declaration.bare {
        Some(true)
    } else if short <= replaced {
        is_minority(state, declaration.association)
    } else {
        Some(false)
    }
}

/// How many seats claim to own the items together: the named, and the declarer unless he is a prophet.
fn claimers(declaration: &Declaration) -> usize {
    declaration.named.len().saturating_add(usize::from(declaration.own == declaration.association))
}

/// Whether this association has fewer members, if the associations that lie open tell: a side that cannot have more
/// members than lie open is the majority.
fn is_minority(state: &State, association: Association) -> Option<bool> {
    let cap = most_members(&state.options);
    if members_opened(state, association) >= cap {
        Some(false)
    } else if members_opened(state, association.other()) >= cap {
        Some(true)
    } else {
        None
    }
}

fn members_opened(state: &State, association: Association) -> u8 {
    let opened = state.seats.iter().filter(|seat| seat.membership.is_some_and(|own| own.side() == association)).count();
    u8::try_from(opened).unwrap_or(u8::MAX)
}

fn association_of(state: &State, seat: Seat) -> Option<Association> {
    state.seat(seat).and_then(|seat| seat.membership).map(Membership::side)
}
