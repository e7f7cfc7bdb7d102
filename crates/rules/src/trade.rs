//! The ordinary trade and its two texts (rules.md C.3, walk.md a.3). Both text entries are always owed.

use alloc::vec::Vec;

use crate::progress::Progress;
use crate::{
    Action, CardOp, Claim, Event, Kind, Look, Phase, Reason, SeatSet, Slot, State, Then, Trade, TradeCard, Why,
};

pub(crate) fn judge_response(state: &State, trade: Trade, action: &Action) -> Result<Vec<CardOp>, Reason> {
    let (from, prover) = (trade.offerer, trade.responder);
    if matches!(action, Action::Refuse) {
        let claim = Claim::Refusable;
        return Ok(Vec::from([CardOp::Claim { prover, claim }, CardOp::Withdraw { from }]));
    }
    let Action::Accept { text } = action else {
        return Err(Reason::WrongAction);
    };
    let about = text_claim(state, TradeCard::Offered, *text)?;
    let mut ops =
        Vec::from([CardOp::Transfer { from: prover, to: from, why: Why::Trade }, CardOp::Settle { from, to: prover }]);
    if !state.pile_empty() {
        ops.push(CardOp::Claim { prover, claim: Claim::NotTwoBags });
    }
    ops.push(CardOp::Claim { prover, claim: about });
    Ok(ops)
}

pub(crate) fn judge_text(state: &State, trade: Trade, card: TradeCard, action: &Action) -> Result<Vec<CardOp>, Reason> {
    let Action::Text { text } = action else {
        return Err(Reason::WrongAction);
    };
    let claim = text_claim(state, card, *text)?;
    Ok(Vec::from([CardOp::Claim { prover: trade.receiver(card), claim }]))
}

pub(crate) fn judge_execution(
    trade: Trade,
    card: TradeCard,
    look: Look,
    action: &Action,
) -> Result<Vec<CardOp>, Reason> {
    let (owner, to) = (trade.receiver(card), trade.giver(card));
    match look {
        Look::Hand if *action == Action::ShowHand => Ok(Vec::from([CardOp::ShowHand { owner, to }])),
        Look::Association if *action == Action::ShowAssociation => {
            let slot = Slot::Association;
            Ok(Vec::from([CardOp::ShowSlot { owner, slot, to }]))
        }
        Look::Hand | Look::Association => Err(Reason::WrongAction),
    }
}

/// What must be proven for this text entry.
fn text_claim(state: &State, card: TradeCard, text: Option<Kind>) -> Result<Claim, Reason> {
    let pile_empty = state.pile_empty();
    match text {
        None => Ok(Claim::Silent { card, pile_empty }),
        Some(kind) if has_text(kind, pile_empty) => Ok(Claim::Texted { card, kind, pile_empty }),
        Some(_) => Err(Reason::NoText),
    }
}

/// Whether a kind that is in play has a trade text now.
pub(crate) fn has_text(kind: Kind, pile_empty: bool) -> bool {
    match kind {
        Kind::SecretBag => !pile_empty,
        Kind::Privilege | Kind::Monocle => true,
        // Sextant, Coat and Tome have one too, but are not in play yet.
        Kind::Key
        | Kind::Goblet
        | Kind::Pearl
        | Kind::Mirror
        | Kind::Dagger
        | Kind::Gloves
        | Kind::Ring
        | Kind::Knives
        | Kind::Whip
        | Kind::Sextant
        | Kind::Coat
        | Kind::Tome
        | Kind::Loge => false,
    }
}

pub(crate) fn resolve_response(progress: &mut Progress, trade: Trade, action: Option<&Action>) {
    let Some(Action::Accept { text }) = action else {
        if action.is_none() {
            progress.then_do(CardOp::Withdraw { from: trade.offerer });
        }
        progress.say(Event::Refused { seat: trade.responder, from: trade.offerer });
        progress.end_turn();
        return;
    };
    progress.say(Event::Traded { from: trade.offerer, to: trade.responder });
    run_text(progress, trade, TradeCard::Offered, *text);
}

pub(crate) fn resolve_text(progress: &mut Progress, trade: Trade, card: TradeCard, action: Option<&Action>) {
    if let Some(Action::Text { text }) = action {
        run_text(progress, trade, card, *text);
    } else {
        text_done(progress, trade, card);
    }
}

pub(crate) fn resolve_execution(progress: &mut Progress, trade: Trade, card: TradeCard, action: Option<&Action>) {
    let (owner, to) = (trade.receiver(card), trade.giver(card));
    match action {
        Some(Action::ShowHand) => progress.say(Event::HandShown { owner, to }),
        Some(Action::ShowAssociation) => progress.say(Event::AssociationShown { owner, to }),
        _ => {}
    }
    text_done(progress, trade, card);
}

/// Says what is said about a card, and runs its text if it has one.
fn run_text(progress: &mut Progress, trade: Trade, card: TradeCard, text: Option<Kind>) {
    let (receiver, giver) = (trade.receiver(card), trade.giver(card));
    let Some(kind) = text else {
        progress.say(Event::Silent { receiver });
        text_done(progress, trade, card);
        return;
    };
    progress.say(Event::Announced { receiver, giver, kind });
    match kind {
        Kind::SecretBag => {
            progress.draw(giver);
            if card == TradeCard::Answer {
                progress.then_do(CardOp::CloseTrade);
            }
            progress.settle_limit(giver, SeatSet::EMPTY, after(trade, card));
        }
        Kind::Privilege => run_look(progress, trade, card, Look::Hand),
        Kind::Monocle => run_look(progress, trade, card, Look::Association),
        Kind::Key
        | Kind::Goblet
        | Kind::Pearl
        | Kind::Mirror
        | Kind::Dagger
        | Kind::Gloves
        | Kind::Ring
        | Kind::Knives
        | Kind::Whip
        | Kind::Sextant
        | Kind::Coat
        | Kind::Tome
        | Kind::Loge => text_done(progress, trade, card),
    }
}

/// A look needs both: who shows, and who sees (walk.md a.5).
fn run_look(progress: &mut Progress, trade: Trade, card: TradeCard, look: Look) {
    let (shows, sees) = (trade.receiver(card), trade.giver(card));
    if progress.state.is_awake(shows) && progress.state.is_awake(sees) {
        progress.state.phase = Phase::Execution { trade, card, look };
        return;
    }
    for seat in [shows, sees] {
        if !progress.state.is_awake(seat) {
            progress.say(Event::PassedOver { seat });
        }
    }
    text_done(progress, trade, card);
}

pub(crate) fn text_done(progress: &mut Progress, trade: Trade, card: TradeCard) {
    if card == TradeCard::Answer {
        progress.then_do(CardOp::CloseTrade);
    }
    progress.go_on(after(trade, card));
}

const fn after(trade: Trade, card: TradeCard) -> Then {
    match card {
        TradeCard::Offered => Then::Text(trade, TradeCard::Answer),
        TradeCard::Answer => Then::EndTurn,
    }
}
