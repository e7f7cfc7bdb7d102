//! Choices from a view.

use alloc::vec::Vec;

use super::{Answer, AnswerChoices, Choices, DeclareBar, DeclareChoices, Refusal, TakeChoices, TurnChoices, plain};
use crate::{Action, Association, Face, Look, Phase, Trade, Victory, View, announcement, owed, receivers, usable};

/// What the seat of this view may do now.
pub fn choices(view: &View) -> Choices {
    let state = &view.state;
    if !owed(state).seats().contains(view.seat) {
        return Choices::Nothing;
    }
    let found = match &state.phase {
        Phase::Turn => Some(Choices::Turn(turn(view))),
        Phase::Response(trade) => answer(view, *trade).map(Choices::Answer),
        Phase::Execution { look: Look::Hand, .. } | Phase::Luggage(_) => Some(forced(Action::ShowHand)),
        Phase::Execution { look: Look::Association, .. } => Some(forced(Action::ShowAssociation)),
        Phase::AnswerText(_) => answer_text(view),
        Phase::Support(_) => Some(Choices::Support),
        Phase::Abilities(fight) => {
            let may = usable(fight, view.seat).iter().copied();
            let usable = may.filter(|face| view.hand.contains(face)).collect();
            Some(Choices::Abilities { usable })
        }
        Phase::Spoils(_) => Some(Choices::Spoils),
        Phase::Identity(_) => Some(forced(Action::ShowIdentity)),
        Phase::Taking(victory) => take(view, *victory).map(Choices::Take),
        Phase::Gift(gift) => {
            let cards = distinct(&view.hand);
            let receivers = receivers(state, gift);
            Some(Choices::Give { cards, receivers })
        }
        Phase::Named(declaration) => Some(forced(Action::OpenNamed {
            association: view.association,
            occupation: view.occupation,
            items: key_items(view, declaration.association),
        })),
        Phase::Closing(_) => Some(forced(Action::OpenAssociation { association: view.association })),
        Phase::Vote => Some(Choices::Vote),
        Phase::Over(_) => None,
    };
    found.unwrap_or(Choices::Nothing)
}

fn turn(view: &View) -> TurnChoices {
    let partners = view.state.awake().without(view.seat);
    let items = key_items(view, view.association);
    let declare = if view.hand.contains(&Face::Pearl) {
        Err(DeclareBar::Pearl)
    } else if items.is_empty() {
        Err(DeclareBar::NoItem)
    } else {
        Ok(DeclareChoices { companions: partners, association: view.association, occupation: view.occupation, items })
    };
    TurnChoices { cards: distinct(&view.hand), partners, declare }
}

fn answer(view: &View, trade: Trade) -> Option<AnswerChoices> {
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
    let (barred, free): (Vec<Face>, Vec<Face>) = distinct(&view.hand).into_iter().partition(bag_for_bag);
    let answer = |card| Answer { card, text: announcement(offered, card, pile_empty) };
    Some(AnswerChoices {
        offerer: trade.offerer,
        offered,
        refusal,
        answers: free.into_iter().map(answer).collect(),
        barred,
    })
}

fn answer_text(view: &View) -> Option<Choices> {
    let (offered, answer) = view.offered.zip(view.answer)?;
    let text = announcement(answer, offered, view.state.pile_empty());
    Some(forced(Action::Text { text }))
}

fn take(view: &View, victory: Victory) -> Option<TakeChoices> {
    let only = view.shown.first()?;
    let give_back = (view.state.hand(victory.loser) == 1).then(|| {
        let mut cards = view.hand.clone();
        cards.push(*only);
        distinct(&cards)
    });
    Some(TakeChoices { loser: victory.loser, shown: view.shown.clone(), give_back })
}

/// All own key items of a side, ascending (rules.md C.8).
fn key_items(view: &View, side: Association) -> Vec<Face> {
    let counted = side.key_faces(view.state.pile_empty());
    let mut items: Vec<Face> = view.hand.iter().copied().filter(|face| counted.contains(face)).collect();
    items.sort_unstable();
    items
}

/// Each face once, ascending.
fn distinct(hand: &[Face]) -> Vec<Face> {
    let mut faces = hand.to_vec();
    faces.sort_unstable();
    faces.dedup();
    faces
}

const fn forced(action: Action) -> Choices {
    Choices::Forced(plain(action))
}
