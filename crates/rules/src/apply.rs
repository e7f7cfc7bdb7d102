//! The engine's two functions: what one entry asks for, and what a round leads to (walk.md decision 1).

use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use crate::progress::Progress;
use crate::{
    Action, CardOp, Illegal, Phase, Reason, RoundInput, Seat, SeatSet, State, Step, declaration, demand, fight,
    foresight, gift, mixed, owed, sleep, spoils, text, trade, turn, vote,
};

/// Judges one entry against the state at the round's start: the card operations that it carries. They depend on the public
/// state and the public action only (walk.md decision 22).
///
/// # Errors
/// The entry is not owed, or the action is none that the rules allow here.
pub fn judge(state: &State, seat: Seat, action: &Action) -> Result<Vec<CardOp>, Illegal> {
    if !owed(state).seats().contains(seat) {
        let over = matches!(state.phase, Phase::Over(_));
        let reason = if over { Reason::Over } else { Reason::NotOwed };
        return Err(Illegal { seat, reason });
    }
    judge_owed(state, seat, action)
}

/// Judges the entry of a seat that owes one.
fn judge_owed(state: &State, seat: Seat, action: &Action) -> Result<Vec<CardOp>, Illegal> {
    let judged = match &state.phase {
        Phase::Turn => turn::judge(state, seat, action),
        Phase::Response(trade) => trade::judge_response(state, *trade, action),
        Phase::TurnEnd => foresight::judge_end(state, seat, action),
        Phase::Reorder { .. } => foresight::judge_reorder(seat, action),
        Phase::Demand(demand) => demand::judge_answer(state, *demand, action),
        Phase::HandOver(trade) => demand::judge_hand_over(*trade, action),
        Phase::Execution { trade, card, look } => text::judge_execution(state, *trade, *card, *look, action),
        Phase::Text { trade, card } => text::judge_text(state, *trade, *card, action),
        Phase::Consent { .. } => text::judge_consent(action),
        Phase::Direction { .. } => text::judge_direction(action),
        Phase::Pledges(_) => text::judge_pledge(seat, action),
        Phase::Passing(ring) => text::judge_passing(state, *ring, seat, action),
        Phase::Swap { trade, .. } => text::judge_swap(*trade, seat, action),
        Phase::Exchange { trade, card } => text::judge_exchange(state, *trade, *card, action),
        Phase::AssociationPick(_) => mixed::judge_pick(state, action),
        Phase::AssociationShow { pick, place } => mixed::judge_show(*pick, *place, action),
        Phase::Priest(_) => fight::judge_priest(state, seat, action),
        Phase::Payment { payer, priest } => fight::judge_payment(*payer, *priest, action),
        Phase::Support(_) => fight::judge_support(action),
        Phase::Hypnotist(fight) => fight::judge_hypnotist(state, *fight, action),
        Phase::Abilities(fight) => fight::judge_abilities(state, *fight, seat, action),
        Phase::Doctor { .. } => fight::judge_doctor(state, seat, action),
        Phase::Spoils(_) => spoils::judge_spoils(action),
        Phase::Identity(victory) => spoils::judge_identity(state, *victory, action),
        Phase::Luggage(victory) => spoils::judge_luggage(*victory, action),
        Phase::Taking(victory) => spoils::judge_taking(state, *victory, action),
        Phase::Gift(gift) => gift::judge(state, *gift, action),
        Phase::Named(declared) => declaration::judge_named(state, *declared, seat, action),
        Phase::Closing(declared) => declaration::judge_closing(state, *declared, seat, action),
        Phase::Vote => vote::judge(action),
        Phase::Over(_) => Err(Reason::Over),
    };
    judged.map_err(|reason| Illegal { seat, reason })
}

/// What a round leads to. Every seat that owes has an entry or has fallen asleep; with no entries at all it is also the
/// call for seats that fell asleep owing nothing, in a group round or at a turn start.
///
/// # Errors
/// The first seat, in seat order, whose entry is missing, not owed, or illegal.
pub fn apply(state: &State, input: &RoundInput) -> Result<Step, Illegal> {
    let owing = owed(state).seats();
    check_seats(state, input, owing)?;
    let mut carried = BTreeMap::new();
    for (seat, action) in &input.entries {
        carried.insert(*seat, judge_owed(state, *seat, action)?);
    }
    let mut progress = Progress::new(state, carried);
    progress.put_to_sleep(input.fallen);
    if input.entries.is_empty() && !owing.within(input.fallen) {
        sleep::bystanders_fell(&mut progress, input.fallen);
    } else {
        resolve(&mut progress, owing, &input.entries);
    }
    Ok(progress.finish())
}

/// Who is in the input at all.
fn check_seats(state: &State, input: &RoundInput, owing: SeatSet) -> Result<(), Illegal> {
    let refuse = |seat, reason| Err(Illegal { seat, reason });
    if matches!(state.phase, Phase::Over(_)) {
        let seat = input.entries.keys().next().copied();
        let seat = seat.or_else(|| input.fallen.iter().next());
        return refuse(seat.unwrap_or(state.active), Reason::Over);
    }
    let may_enter = owing.minus(input.fallen);
    if let Some(seat) = input.entries.keys().find(|seat| !may_enter.contains(**seat)) {
        return refuse(*seat, Reason::NotOwed);
    }
    if let Some(seat) = input.fallen.minus(state.awake()).iter().next() {
        return refuse(seat, Reason::NotOwed);
    }
    let entered: SeatSet = input.entries.keys().copied().collect();
    let missing = may_enter.minus(entered).iter().next();
    let only_sleep = input.entries.is_empty() && !input.fallen.is_empty();
    if let Some(seat) = missing.filter(|_| !only_sleep) {
        return refuse(seat, Reason::Missing);
    }
    // The rounds of a declaration may close without any seat (walk.md decision 13).
    let declared = matches!(state.phase, Phase::Named(_) | Phase::Closing(_));
    let stay = state.awake().minus(input.fallen).len();
    match input.fallen.iter().next() {
        Some(seat) if stay < 2 && !declared => refuse(seat, Reason::TooFewAwake),
        Some(_) | None => Ok(()),
    }
}

/// Applies a whole round; an owing seat without an entry has fallen asleep.
fn resolve(progress: &mut Progress, owing: SeatSet, entries: &BTreeMap<Seat, Action>) {
    let one = owing.iter().next();
    let entry = one.and_then(|seat| entries.get(&seat));
    match progress.state.phase.clone() {
        Phase::Turn => turn::resolve(progress, entry),
        Phase::Response(trade) => trade::resolve_response(progress, trade, entry),
        Phase::TurnEnd => foresight::resolve_end(progress, entry),
        Phase::Reorder { at_end } => foresight::resolve_reorder(progress, at_end, entry),
        Phase::Demand(demand) => demand::resolve_answer(progress, demand, entry),
        Phase::HandOver(trade) => demand::resolve_hand_over(progress, trade, entry),
        Phase::Execution { trade, card, .. } => text::resolve_execution(progress, trade, card, entry),
        Phase::Text { trade, card } => text::resolve_text(progress, trade, card, entry),
        Phase::Consent { trade, card, kind } => text::resolve_consent(progress, trade, card, kind, entry),
        Phase::Direction { trade, card } => text::resolve_direction(progress, trade, card, entry),
        Phase::Pledges(ring) => text::resolve_pledges(progress, ring, owing, entries),
        Phase::Passing(ring) => text::resolve_passing(progress, ring, owing, entries),
        Phase::Swap { trade, card } => text::resolve_swap(progress, trade, card, entries),
        Phase::Exchange { trade, card } => text::resolve_exchange(progress, trade, card, entry),
        Phase::AssociationPick(pick) => mixed::resolve_pick(progress, pick, entry),
        Phase::AssociationShow { pick, .. } => mixed::resolve_show(progress, pick, entry),
        Phase::Priest(fight) => fight::resolve_priest(progress, fight, entries),
        Phase::Payment { payer, priest } => fight::resolve_payment(progress, payer, priest, entry),
        Phase::Support(fight) => fight::resolve_support(progress, fight, entries),
        Phase::Hypnotist(fight) => fight::resolve_hypnotist(progress, fight, entry),
        Phase::Abilities(fight) => fight::resolve_abilities(progress, fight, entries),
        Phase::Doctor { fight, winner } => fight::resolve_doctor(progress, fight, winner, entries),
        Phase::Spoils(victory) => spoils::resolve_spoils(progress, victory, entry),
        Phase::Identity(victory) => spoils::resolve_identity(progress, victory, entry),
        Phase::Luggage(victory) => spoils::resolve_luggage(progress, victory, entry),
        Phase::Taking(victory) => spoils::resolve_taking(progress, victory, entry),
        Phase::Gift(gift) => gift::resolve(progress, gift, entry),
        Phase::Named(declared) => declaration::resolve_named(progress, declared, entries),
        Phase::Closing(declared) => declaration::resolve_closing(progress, declared, entries),
        Phase::Vote => vote::resolve(progress, entries),
        Phase::Over(_) => {}
    }
}
