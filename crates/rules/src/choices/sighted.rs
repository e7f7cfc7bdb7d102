//! Choices from a view.

use alloc::vec::Vec;

use super::list::{distinct, plain};
use super::turn::turn;
use super::{Answer, AnswerChoices, Choices, Refusal, TakeChoices};
use crate::declaration::opens_items;
use crate::{
    Action, Association, Declaration, Demand, Face, Fight, Look, Membership, Occupation, Phase, Seat, SeatSet, State,
    Trade, TradeCard, Victory, View, announcement, could_use, hypnotisable, neighbour, owed, receivers, usable_objects,
    usable_powers,
};

/// What choices need of a view, borrowed: neither the state nor the memories are copied for them.
#[derive(Clone, Copy)]
pub(crate) struct Sighted<'a> {
    pub(crate) seat: Seat,
    pub(crate) state: &'a State,
    pub(crate) hand: &'a [Face],
    pub(crate) occupation: Occupation,
    pub(crate) membership: Membership,
    pub(crate) offered: Option<Face>,
    pub(crate) answer: Option<Face>,
    pub(crate) shown: &'a [Face],
    pub(crate) pile: &'a [Face],
    pub(crate) spares: &'a [Occupation],
}

/// What the seat of this view may do now.
pub fn choices(view: &View) -> Choices {
    choices_of(&Sighted {
        seat: view.seat,
        state: &view.state,
        hand: &view.hand,
        occupation: view.occupation,
        membership: view.membership,
        offered: view.offered,
        answer: view.answer,
        shown: &view.shown,
        pile: &view.pile,
        spares: &view.spares,
    })
}

/// What the seat that sees this may do now.
pub(crate) fn choices_of(view: &Sighted<'_>) -> Choices {
    let state = view.state;
    if !owed(state).seats().contains(view.seat) {
        return Choices::Nothing;
    }
    let found = match &state.phase {
        Phase::Turn => Some(Choices::Turn(turn(view))),
        Phase::Response(trade) => answer(view, *trade).map(Choices::Answer),
        Phase::Execution { look: Look::Hand, .. } | Phase::Luggage(_) => Some(forced(Action::ShowHand)),
        Phase::Execution { look: Look::Association, .. } if state.options.three_player_mixed => {
            Some(forced(Action::ShuffleAssociations))
        }
        Phase::Execution { look: Look::Association, .. } | Phase::AssociationShow { .. } => {
            Some(forced(Action::ShowAssociation))
        }
        Phase::Text { card, .. } => text(view, *card),
        Phase::Priest(_) => Some(Choices::Priest { may: can(view, Occupation::Priest) }),
        Phase::Payment { priest, .. } => Some(Choices::Pay { priest: *priest, cards: distinct(view.hand) }),
        Phase::Support(_) => Some(Choices::Support),
        Phase::Hypnotist(fight) => {
            let able = can(view, Occupation::Hypnotist);
            let targets = if able { hypnotisable(state, fight) } else { SeatSet::EMPTY };
            Some(Choices::Hypnotise { targets })
        }
        Phase::Abilities(fight) => Some(abilities(view, fight)),
        Phase::Doctor { .. } => Some(Choices::Doctor { may: can(view, Occupation::Doctor) }),
        Phase::Spoils(_) => Some(Choices::Spoils),
        Phase::Identity(_) => Some(forced(Action::ShowIdentity)),
        Phase::Taking(victory) => take(view, *victory).map(Choices::Take),
        Phase::Gift(gift) => {
            let cards = distinct(view.hand);
            let receivers = receivers(state, gift);
            Some(Choices::Give { cards, receivers })
        }
        Phase::Named(declaration) => Some(forced(Action::OpenNamed {
            membership: view.membership,
            occupation: view.occupation,
            items: key_items(view, declaration.association),
        })),
        Phase::Closing(declaration) => Some(closing(view, declaration)),
        Phase::Vote => Some(Choices::Vote),
        Phase::TurnEnd => Some(Choices::Foresee { may: can(view, Occupation::Clairvoyant) }),
        Phase::Reorder { .. } => Some(Choices::Reorder { pile: view.pile.to_vec() }),
        Phase::Demand(demand) => Some(demanded(view, *demand)),
        Phase::HandOver(_) => Some(forced(Action::HandOver)),
        Phase::Consent { kind, .. } => Some(Choices::UseText { kind: *kind }),
        Phase::Direction { .. } => Some(Choices::Direct),
        Phase::Pledges(ring) => {
            let to = neighbour(state, view.seat, ring.side);
            Some(Choices::Pledge { to, cards: distinct(view.hand) })
        }
        Phase::Passing(_) => Some(forced(Action::PassOn)),
        Phase::Swap { .. } => Some(forced(Action::SwapOccupation)),
        Phase::Exchange { .. } => {
            let own = state.options.coat_may_keep_own.then_some(view.occupation);
            Some(Choices::Exchange { spares: view.spares.to_vec(), own })
        }
        Phase::AssociationPick(pick) => Some(Choices::PickAssociation { owner: pick.owner }),
        Phase::Over(_) => None,
    };
    found.unwrap_or(Choices::Nothing)
}

/// Whether this is the own occupation and may be used now.
pub(super) fn can(view: &Sighted<'_>, occupation: Occupation) -> bool {
    view.occupation == occupation && could_use(view.state, view.seat, occupation)
}

fn abilities(view: &Sighted<'_>, fight: &Fight) -> Choices {
    let mut usable = usable_objects(view.state, fight, view.seat);
    usable.retain(|face| view.hand.contains(face));
    let mut powers = usable_powers(view.state, fight, view.seat);
    powers.retain(|power| power.occupation() == view.occupation);
    Choices::Abilities { usable, powers }
}

fn closing(view: &Sighted<'_>, declaration: &Declaration) -> Choices {
    let membership = view.membership;
    let opens = opens_items(view.state, declaration, membership.side());
    let items = if opens { key_items(view, membership.side()) } else { Vec::new() };
    forced(Action::OpenAssociation { membership, items })
}

fn answer(view: &Sighted<'_>, trade: Trade) -> Option<AnswerChoices> {
    let offered = view.offered?;
    let pile_empty = view.state.pile_empty();
    let bag_for_bag = |card: &Face| !pile_empty && offered.is_bag() && card.is_bag();
    let refusal = if offered == Face::Pearl {
        Refusal::PearlMustBeAccepted
    } else if offered == Face::Mirror {
        Refusal::MirrorMustBeAccepted
    } else {
        Refusal::Allowed
    };
    let (barred, free): (Vec<Face>, Vec<Face>) = distinct(view.hand).into_iter().partition(bag_for_bag);
    // With `smuggling` the acceptance says nothing: that is the giver's to say.
    let speaks = !view.state.options.smuggling;
    let said = |card| if speaks { announcement(offered, card, pile_empty) } else { None };
    let answer = |card| Answer { card, text: said(card) };
    Some(AnswerChoices {
        offerer: trade.offerer,
        offered,
        refusal,
        answers: free.into_iter().map(answer).collect(),
        barred,
    })
}

/// What is said about a received card is forced; with `smuggling` its giver is asked, always.
fn text(view: &Sighted<'_>, card: TradeCard) -> Option<Choices> {
    let (offered, answer) = view.offered.zip(view.answer)?;
    let (this, other) = match card {
        TradeCard::Offered => (offered, answer),
        TradeCard::Answer => (answer, offered),
    };
    let kind = announcement(this, other, view.state.pile_empty());
    Some(if view.state.options.smuggling {
        Choices::Text { given: this, kind }
    } else {
        forced(Action::Text { text: kind })
    })
}

/// A hit is never forced, even with one object to give: a pause would tell that there are two.
fn demanded(view: &Sighted<'_>, demand: Demand) -> Choices {
    let Demand { diplomat, kind, .. } = demand;
    let mut cards = distinct(view.hand);
    cards.retain(|card| card.kind(view.state.pile_empty()) == kind);
    if cards.is_empty() { forced(Action::Lack) } else { Choices::Surrender { diplomat, kind, cards } }
}

fn take(view: &Sighted<'_>, victory: Victory) -> Option<TakeChoices> {
    let only = view.shown.first()?;
    let give_back = (view.state.hand(victory.loser) == 1).then(|| {
        let mut cards = view.hand.to_vec();
        cards.push(*only);
        distinct(&cards)
    });
    Some(TakeChoices { loser: victory.loser, shown: view.shown.to_vec(), give_back })
}

/// All own key items of a side, ascending (rules.md C.8).
pub(super) fn key_items(view: &Sighted<'_>, side: Association) -> Vec<Face> {
    let counted = side.key_faces(view.state.pile_empty());
    let mut items: Vec<Face> = view.hand.iter().copied().filter(|face| counted.contains(face)).collect();
    items.sort_unstable();
    items
}

const fn forced(action: Action) -> Choices {
    Choices::Forced(plain(action))
}
