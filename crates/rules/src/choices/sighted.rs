//! Choices from a view.

use alloc::vec::Vec;

use super::{
    Answer, AnswerChoices, Choices, DeclareBar, DeclareChoices, ProphecyChoices, Refusal, SoloBar, TakeChoices,
    TurnChoices, plain, subsets,
};
use crate::declaration::opens_items;
use crate::solo::{SOLO_ITEMS, solo_faces};
use crate::{
    Action, Association, Declaration, Face, Fight, Look, Occupation, Phase, SeatSet, Trade, Victory, View,
    announcement, could_use, hypnotisable, owed, receivers, usable_objects, usable_powers,
};

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
        Phase::Text { .. } => answer_text(view),
        Phase::Priest(_) => Some(Choices::Priest { may: can(view, Occupation::Priest) }),
        Phase::Payment { priest, .. } => Some(Choices::Pay { priest: *priest, cards: distinct(&view.hand) }),
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
            let cards = distinct(&view.hand);
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
        Phase::TurnEnd
        | Phase::Reorder { .. }
        | Phase::Demand(_)
        | Phase::HandOver(_)
        | Phase::Consent { .. }
        | Phase::Direction { .. }
        | Phase::Pledges(_)
        | Phase::Passing(_)
        | Phase::Swap { .. }
        | Phase::Exchange { .. }
        | Phase::AssociationPick(_)
        | Phase::AssociationShow { .. }
        | Phase::Over(_) => None,
    };
    found.unwrap_or(Choices::Nothing)
}

fn turn(view: &View) -> TurnChoices {
    let partners = view.state.awake().without(view.seat);
    let membership = view.membership;
    let items = key_items(view, membership.side());
    let pearl = view.hand.contains(&Face::Pearl);
    let declare = if pearl {
        Err(DeclareBar::Pearl)
    } else if items.is_empty() {
        Err(DeclareBar::NoItem)
    } else {
        let most = DeclareChoices::most_counted(items.len(), view.state.pile_empty());
        let counted = view.state.options.claim_counts.then_some(most);
        Ok(DeclareChoices { companions: partners, membership, occupation: view.occupation, items, counted })
    };
    let prophecy = (view.state.options.prophecy && !pearl).then_some(ProphecyChoices { others: partners, membership });
    TurnChoices {
        cards: distinct(&view.hand),
        partners,
        declare,
        solo: solo(view),
        prophecy,
        foresee: false,
        demand: None,
    }
}

/// Each set of three items that can be opened beside the Coat of Armor, ascending.
fn solo(view: &View) -> Result<Vec<Vec<Face>>, SoloBar> {
    let counted = solo_faces(view.state.pile_empty());
    let held: Vec<Face> = view.hand.iter().copied().filter(|face| counted.contains(face)).collect();
    if !view.hand.contains(&Face::Loge) {
        Err(SoloBar::NoLoge)
    } else if view.state.options.pearl_blocks_solo && view.hand.contains(&Face::Pearl) {
        Err(SoloBar::Pearl)
    } else if held.len() < SOLO_ITEMS {
        Err(SoloBar::TooFew)
    } else {
        let mut held = held;
        held.sort_unstable();
        let mut sets = subsets(&held);
        sets.retain(|set| set.len() == SOLO_ITEMS);
        sets.sort_unstable();
        sets.dedup();
        Ok(sets)
    }
}

/// Whether this is the own occupation and may be used now.
fn can(view: &View, occupation: Occupation) -> bool {
    view.occupation == occupation && could_use(&view.state, view.seat, occupation)
}

fn abilities(view: &View, fight: &Fight) -> Choices {
    let mut usable = usable_objects(&view.state, fight, view.seat);
    usable.retain(|face| view.hand.contains(face));
    let mut powers = usable_powers(&view.state, fight, view.seat);
    powers.retain(|power| power.occupation() == view.occupation);
    Choices::Abilities { usable, powers }
}

fn closing(view: &View, declaration: &Declaration) -> Choices {
    let membership = view.membership;
    let opens = opens_items(&view.state, declaration, membership.side());
    let items = if opens { key_items(view, membership.side()) } else { Vec::new() };
    forced(Action::OpenAssociation { membership, items })
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
