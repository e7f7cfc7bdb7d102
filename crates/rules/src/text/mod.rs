//! Trade texts (rules.md C.3): who speaks of which card when, and what an announced card does.
//!
//! X comes first, then Y; in a demand with `diplomat_demanded_first` the other way round. What is said about the first card
//! of an ordinary trade rides in the acceptance; every other text is an entry of its own, and always owed.

mod coat;
mod look;
mod sextant;
mod tome;

use alloc::vec::Vec;

use crate::components::in_play;
use crate::progress::Progress;
use crate::{Action, CardOp, Claim, Event, Kind, Options, Phase, Reason, Seat, SeatSet, State, Then, Trade, TradeCard};

pub(crate) use coat::{judge_exchange, resolve_exchange};
pub(crate) use look::{judge_execution, resolve_execution};
pub use sextant::neighbour;
pub(crate) use sextant::{
    judge_direction, judge_passing, judge_pledge, release, resolve_direction, resolve_passing, resolve_pledges,
};
pub(crate) use tome::{judge_swap, resolve_swap};

/// The card that is spoken of first.
pub(crate) const fn first(options: &Options, trade: Trade) -> TradeCard {
    if trade.demanded && options.diplomat_demanded_first { TradeCard::Answer } else { TradeCard::Offered }
}

/// Who owes what is said about a card: its receiver; with `smuggling` its giver, who may suppress it.
pub(crate) const fn speaker(options: &Options, trade: Trade, card: TradeCard) -> Seat {
    if options.smuggling { trade.giver(card) } else { trade.receiver(card) }
}

pub(crate) fn judge_text(state: &State, trade: Trade, card: TradeCard, action: &Action) -> Result<Vec<CardOp>, Reason> {
    let Action::Text { text } = action else {
        return Err(Reason::WrongAction);
    };
    let prover = speaker(&state.options, trade, card);
    let claim = claim(state, card, *text)?;
    Ok(claim.map(|claim| CardOp::Claim { prover, claim }).into_iter().collect())
}

/// What must be proven for a text entry. With `smuggling` silence needs no proof: a giver may always be silent.
pub(crate) fn claim(state: &State, card: TradeCard, text: Option<Kind>) -> Result<Option<Claim>, Reason> {
    let pile_empty = state.pile_empty();
    match text {
        None if state.options.smuggling => Ok(None),
        None => Ok(Some(Claim::Silent { card, pile_empty })),
        Some(kind) if has_text(kind, pile_empty) && in_play(state.options.seats, kind) => {
            Ok(Some(Claim::Texted { card, kind, pile_empty }))
        }
        Some(_) => Err(Reason::NoText),
    }
}

/// Whether a kind has a trade text now.
const fn has_text(kind: Kind, pile_empty: bool) -> bool {
    match kind {
        Kind::SecretBag => !pile_empty,
        Kind::Privilege | Kind::Monocle | Kind::Sextant | Kind::Coat | Kind::Tome => true,
        Kind::Key
        | Kind::Goblet
        | Kind::Pearl
        | Kind::Mirror
        | Kind::Dagger
        | Kind::Gloves
        | Kind::Ring
        | Kind::Knives
        | Kind::Whip
        | Kind::Loge => false,
    }
}

pub(crate) fn resolve_text(progress: &mut Progress, trade: Trade, card: TradeCard, action: Option<&Action>) {
    if let Some(Action::Text { text }) = action {
        say(progress, trade, card, *text);
    } else {
        done(progress, trade, card);
    }
}

/// Says what is said about a card, and runs its text if it has one. With `tome_coat_optional` the giver of a Tome or Coat
/// is asked first, always (walk.md a.4).
pub(crate) fn say(progress: &mut Progress, trade: Trade, card: TradeCard, text: Option<Kind>) {
    let (receiver, giver) = (trade.receiver(card), trade.giver(card));
    let Some(kind) = text else {
        progress.say(Event::Silent { receiver });
        done(progress, trade, card);
        return;
    };
    progress.say(Event::Announced { receiver, giver, kind });
    let asked = progress.state.options.tome_coat_optional && matches!(kind, Kind::Tome | Kind::Coat);
    if !asked {
        run(progress, trade, card, kind);
    } else if all_awake(progress, [giver]) {
        progress.state.phase = Phase::Consent { trade, card, kind };
    } else {
        done(progress, trade, card);
    }
}

pub(crate) fn judge_consent(action: &Action) -> Result<Vec<CardOp>, Reason> {
    if let Action::UseText { .. } = action { Ok(Vec::new()) } else { Err(Reason::WrongAction) }
}

pub(crate) fn resolve_consent(
    progress: &mut Progress,
    trade: Trade,
    card: TradeCard,
    kind: Kind,
    action: Option<&Action>,
) {
    match action {
        Some(Action::UseText { using: true }) => run(progress, trade, card, kind),
        Some(_) => {
            progress.say(Event::TextDeclined { giver: trade.giver(card), kind });
            done(progress, trade, card);
        }
        None => done(progress, trade, card),
    }
}

/// The giver of an announced card executes its text.
fn run(progress: &mut Progress, trade: Trade, card: TradeCard, kind: Kind) {
    match kind {
        Kind::SecretBag => {
            let giver = trade.giver(card);
            progress.draw(giver);
            let then = next(&progress.state.options, trade, card);
            progress.settle_limit(giver, SeatSet::EMPTY, then);
        }
        Kind::Privilege | Kind::Monocle => look::run(progress, trade, card, kind),
        Kind::Sextant => sextant::announced(progress, trade, card),
        Kind::Coat => coat::run(progress, trade, card),
        Kind::Tome => tome::run(progress, trade, card),
        Kind::Key
        | Kind::Goblet
        | Kind::Pearl
        | Kind::Mirror
        | Kind::Dagger
        | Kind::Gloves
        | Kind::Ring
        | Kind::Knives
        | Kind::Whip
        | Kind::Loge => done(progress, trade, card),
    }
}

/// Whether all whom a text needs are awake; a sleeper is passed over (walk.md a.5).
fn all_awake<const N: usize>(progress: &mut Progress, seats: [Seat; N]) -> bool {
    let mut all = true;
    for seat in seats {
        if !progress.state.is_awake(seat) {
            progress.say(Event::PassedOver { seat });
            all = false;
        }
    }
    all
}

/// The text of a card is over, or was skipped.
pub(crate) fn done(progress: &mut Progress, trade: Trade, card: TradeCard) {
    let then = next(&progress.state.options, trade, card);
    progress.go_on(then);
}

/// What follows the text of a card. A Sextant that has waited for the other text is the last.
fn next(options: &Options, trade: Trade, card: TradeCard) -> Then {
    if trade.sextant == Some(card) {
        Then::TradeOver(Trade { sextant: None, ..trade })
    } else if card == first(options, trade) {
        Then::Text(trade, card.other())
    } else {
        Then::TradeOver(trade)
    }
}

/// A text is owed; whoever sleeps says nothing, and the text is skipped.
pub(crate) fn ask(progress: &mut Progress, trade: Trade, card: TradeCard) {
    let owing = speaker(&progress.state.options, trade, card);
    if all_awake(progress, [owing]) {
        progress.state.phase = Phase::Text { trade, card };
    } else {
        done(progress, trade, card);
    }
}

/// Both texts are over. With `diplomat_free` a demand that was met leaves the turn as it was (E34).
pub(crate) fn trade_over(progress: &mut Progress, trade: Trade) {
    if let Some(card) = trade.sextant {
        sextant::run(progress, trade, card);
        return;
    }
    progress.then_do(CardOp::CloseTrade);
    let free = trade.demanded && progress.state.options.diplomat_free;
    if free && progress.state.is_awake(progress.state.active) {
        progress.state.phase = Phase::Turn;
    } else {
        progress.end_turn();
    }
}
