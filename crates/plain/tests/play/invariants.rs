//! What holds at every step of every game (rules.md B), told in the clear.

use nightcoach_plain::{Chance, PlainTable};
use nightcoach_rules::components::{BAGS, associations, associations_each, objects, occupations};
use nightcoach_rules::{Association, Face, Membership, Occupation, Options, Phase};

/// The cards of a table, sorted; none of them ever leaves play.
#[derive(Clone, Debug)]
pub struct CardBox {
    objects: Vec<Face>,
    associations: Vec<Association>,
    occupations: Vec<Occupation>,
}

impl CardBox {
    /// The cards that such a table plays with.
    pub fn of(options: &Options) -> Self {
        Self {
            objects: sorted(objects(options.seats).into_iter().chain(BAGS)),
            associations: sorted(associations(options)),
            occupations: sorted(occupations()),
        }
    }

    /// Panics if anything does not hold.
    pub fn check<C: Chance>(&self, table: &PlainTable<C>) {
        let state = table.state();
        let objects = table.hands().iter().flatten().chain(table.pile()).copied();
        assert_eq!(sorted(objects), self.objects, "no object leaves play");
        assert_eq!(sorted(table.associations().iter().copied()), self.associations, "no association leaves play");
        assert_eq!(sorted(table.occupations().iter().copied()), self.occupations, "no occupation leaves play");
        assert_eq!(usize::from(state.pile), table.pile().len(), "the pile is counted in public");
        let spares = table.occupations().len().saturating_sub(usize::from(state.options.seats));
        assert_eq!(usize::from(state.spares), spares, "the spares are counted in public");
        check_hands(table);
        check_slots(table);
        let owing = table.owed().seats();
        assert_eq!(owing.is_empty(), table.outcome().is_some(), "somebody owes, or it is over");
        assert!(owing.within(state.awake()), "sleepers owe nothing");
    }
}

fn check_hands<C: Chance>(table: &PlainTable<C>) {
    let state = table.state();
    let giver = if let Phase::Gift(gift) = &state.phase { Some(gift.giver) } else { None };
    for (seat, public) in state.all().iter().zip(&state.seats) {
        let hand = &table.hands()[seat.index()];
        assert_eq!(usize::from(public.hand), hand.len(), "hands are counted in public");
        assert!(!hand.is_empty(), "nobody is without an object");
        let excess = usize::from(giver == Some(seat) || public.over_limit);
        assert_eq!(
            hand.len().saturating_sub(usize::from(state.hand_limit())),
            excess,
            "an excess is one, and is known"
        );
        assert!(public.played.iter().all(|face| hand.contains(face)), "played objects are held");
        let known = table.knowledge(seat).map(|known| known.hand().to_vec());
        assert_eq!(known, Some(sorted(hand.iter().copied())), "a seat knows its hand");
    }
}

fn check_slots<C: Chance>(table: &PlainTable<C>) {
    let state = table.state();
    let each = associations_each(&state.options);
    for (seat, public) in state.all().iter().zip(&state.seats) {
        let occupation = table.occupations()[seat.index()];
        assert!(public.occupation.is_none_or(|face| face == occupation), "an occupation that lies face-up is true");
        let membership =
            Membership::of(&table.associations()[seat.index() * each..][..each]).expect("one card or three");
        assert!(public.membership.is_none_or(|cards| cards == membership), "opened associations are true");
    }
}

/// What a seat says of its own slots is true. Apart from the rest, since views are dear.
pub fn check_views<C: Chance>(table: &PlainTable<C>) {
    let each = associations_each(&table.state().options);
    for seat in table.state().all().iter() {
        let occupation = table.occupations()[seat.index()];
        let membership = Membership::of(&table.associations()[seat.index() * each..][..each]);
        let view = table.view(seat).expect("a seat of the table");
        assert_eq!((view.occupation, Some(view.membership)), (occupation, membership), "a seat knows its own slots");
    }
}

fn sorted<T: Ord>(cards: impl IntoIterator<Item = T>) -> Vec<T> {
    let mut cards: Vec<T> = cards.into_iter().collect();
    cards.sort_unstable();
    cards
}
