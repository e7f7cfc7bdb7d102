//! The main action of a turn, from a view.

use alloc::vec::Vec;

use super::list::{distinct, subsets};
use super::sighted::{Sighted, can, key_items};
use super::{DeclareBar, DeclareChoices, DemandChoices, ProphecyChoices, SoloBar, TurnChoices};
use crate::demand::demandable;
use crate::solo::{SOLO_ITEMS, solo_faces};
use crate::{Face, Occupation};

pub(super) fn turn(view: &Sighted<'_>) -> TurnChoices {
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
        cards: distinct(view.hand),
        partners,
        declare,
        solo: solo(view),
        prophecy,
        foresee: can(view, Occupation::Clairvoyant) && !view.state.pile_empty(),
        demand: can(view, Occupation::Diplomat).then(|| demand(view)),
    }
}

/// Each set of three items that can be opened beside the Coat of Armor, ascending.
fn solo(view: &Sighted<'_>) -> Result<Vec<Vec<Face>>, SoloBar> {
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

fn demand(view: &Sighted<'_>) -> DemandChoices {
    DemandChoices {
        targets: view.state.awake().without(view.seat),
        kinds: demandable(view.state).collect(),
        cards: distinct(view.hand),
    }
}
