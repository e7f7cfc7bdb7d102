//! Where chance comes from: a seed, or the deal of another game.

use std::collections::VecDeque;

use nightcoach_rules::components::{
    BAGS, MAX_SEATS, MIN_SEATS, associations, objects, occupations, stage_one, stage_three, stage_two_extra, start_hand,
};
use nightcoach_rules::{Association, Face, Occupation, Options, Seat, StartPlayer};
use rand_chacha::ChaCha8Rng;
use rand_core::{Rng as _, SeedableRng as _};

/// How the cards lie after the deal (rules.md B).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deal {
    /// Who begins.
    pub start: Seat,
    /// Starting hands, by seat.
    pub hands: Vec<Vec<Face>>,
    /// The pile; the next card drawn is the first.
    pub pile: Vec<Face>,
    /// Associations by seat, as many each as the table has, then what lies aside.
    pub associations: Vec<Association>,
    /// Occupations by seat, then the spares.
    pub occupations: Vec<Occupation>,
}

/// Why a deal does not fit the options.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DealError {
    /// Too many or too few hands, or cards in one, or a card that no starting hand may hold.
    Hands,
    /// The objects are not those in play.
    Objects,
    /// The associations are not those of the table.
    Associations,
    /// The occupations are not the ten.
    Occupations,
}

/// All chance of a game: the deal, and every shuffle whose order somebody sees or draws from later.
pub trait Chance {
    /// The start seat and the deal.
    fn deal(&mut self, options: &Options) -> Deal;

    /// Brings a hand into the order in which `to` is shown it.
    fn shuffle_shown(&mut self, owner: Seat, to: Seat, hand: &mut [Face]);

    /// Shuffles the pile of objects; the first `from` cards stay where they are.
    fn shuffle_pile(&mut self, from: usize, cards: &mut [Face]);

    /// Shuffles the spares; the first `from` cards stay where they are.
    fn shuffle_spares(&mut self, from: usize, cards: &mut [Occupation]);

    /// Shuffles the three associations of a seat.
    fn shuffle_associations(&mut self, owner: Seat, cards: &mut [Association]);
}

impl Deal {
    /// Whether these are the cards of such a table, and lie where the rules want them.
    ///
    /// # Errors
    /// What does not fit.
    pub fn check(&self, options: &Options) -> Result<(), DealError> {
        let n = options.seats;
        let late = stage_three(options);
        let fits = |hand: &Vec<Face>| hand.len() == start_hand(n) && !hand.iter().any(|face| late.contains(face));
        if self.hands.len() != usize::from(n) || !self.hands.iter().all(fits) {
            return Err(DealError::Hands);
        }
        let dealt = self.hands.iter().flatten().chain(&self.pile).copied();
        let in_play = objects(n).into_iter().chain(BAGS);
        check_same(dealt, in_play, DealError::Objects)?;
        let dealt = self.associations.iter().copied();
        check_same(dealt, associations(options), DealError::Associations)?;
        let dealt = self.occupations.iter().copied();
        check_same(dealt, occupations(), DealError::Occupations)
    }
}

/// Whether both are the same cards in some order.
fn check_same<T: Ord>(
    left: impl IntoIterator<Item = T>,
    right: impl IntoIterator<Item = T>,
    error: DealError,
) -> Result<(), DealError> {
    let sorted = |cards: &mut Vec<T>| cards.sort_unstable();
    let (mut left, mut right): (Vec<T>, Vec<T>) = (left.into_iter().collect(), right.into_iter().collect());
    sorted(&mut left);
    sorted(&mut right);
    if left == right { Ok(()) } else { Err(error) }
}

/// Chance from a seed; equal seeds give equal games.
#[derive(Clone, Debug)]
pub struct Seeded(ChaCha8Rng);

impl Seeded {
    /// Chance from this seed.
    pub fn new(seed: u64) -> Self {
        Self(ChaCha8Rng::seed_from_u64(seed))
    }

    fn below(&mut self, bound: usize) -> usize {
        let bound = u64::try_from(bound).unwrap_or(u64::MAX).max(1);
        usize::try_from(self.0.next_u64() % bound).unwrap_or(0)
    }

    fn shuffle<T>(&mut self, cards: &mut [T]) {
        for place in (1..cards.len()).rev() {
            let other = self.below(place.saturating_add(1));
            cards.swap(place, other);
        }
    }
}

impl Chance for Seeded {
    fn deal(&mut self, options: &Options) -> Deal {
        let n = options.seats.clamp(MIN_SEATS, MAX_SEATS);
        let start = match options.start_player {
            StartPlayer::Random => self.below(usize::from(n)),
            StartPlayer::Host => 0,
        };
        let mut associations = associations(options);
        self.shuffle(&mut associations);
        let mut occupations = occupations().to_vec();
        self.shuffle(&mut occupations);
        let mut pile = stage_one(options);
        self.shuffle(&mut pile);
        let mut first: Vec<Face> = pile.drain(..stage_two_extra(n).min(pile.len())).collect();
        first.extend(BAGS);
        self.shuffle(&mut first);
        let late = stage_three(options);
        if !late.is_empty() {
            pile.extend(late);
            self.shuffle(&mut pile);
        }
        Deal {
            start: Seat(u8::try_from(start).unwrap_or(0)),
            hands: first.chunks(start_hand(n)).map(<[Face]>::to_vec).collect(),
            pile,
            associations,
            occupations,
        }
    }

    fn shuffle_shown(&mut self, _owner: Seat, _to: Seat, hand: &mut [Face]) {
        self.shuffle(hand);
    }

    fn shuffle_pile(&mut self, from: usize, cards: &mut [Face]) {
        self.shuffle(rest(from, cards));
    }

    fn shuffle_spares(&mut self, from: usize, cards: &mut [Occupation]) {
        self.shuffle(rest(from, cards));
    }

    fn shuffle_associations(&mut self, _owner: Seat, cards: &mut [Association]) {
        self.shuffle(cards);
    }
}

/// The cards that do not stay where they are.
fn rest<T>(from: usize, cards: &mut [T]) -> &mut [T] {
    cards.get_mut(from..).unwrap_or_default()
}

/// The deal of another game, and the orders that its shuffles led to.
#[derive(Clone, Debug)]
pub struct Replay {
    deal: Deal,
    shown: VecDeque<Vec<Face>>,
    pile: VecDeque<Vec<Face>>,
    spares: VecDeque<Vec<Occupation>>,
    associations: VecDeque<Vec<Association>>,
}

impl Replay {
    /// This deal; what is shuffled stays in the order in which it lies.
    pub const fn new(deal: Deal) -> Self {
        Self {
            deal,
            shown: VecDeque::new(),
            pile: VecDeque::new(),
            spares: VecDeque::new(),
            associations: VecDeque::new(),
        }
    }

    /// Adds the order of the next hand that is shown.
    pub fn then_shown(&mut self, hand: Vec<Face>) {
        self.shown.push_back(hand);
    }

    /// Adds the whole pile after its next shuffle.
    pub fn then_pile(&mut self, cards: Vec<Face>) {
        self.pile.push_back(cards);
    }

    /// Adds all spares after their next shuffle.
    pub fn then_spares(&mut self, cards: Vec<Occupation>) {
        self.spares.push_back(cards);
    }

    /// Adds the three associations of a seat after the next shuffle of any.
    pub fn then_associations(&mut self, cards: Vec<Association>) {
        self.associations.push_back(cards);
    }
}

/// Takes over the next order; one that no shuffle from this place on can lead to is left out.
fn reorder<T: Ord + Copy>(orders: &mut VecDeque<Vec<T>>, from: usize, cards: &mut [T]) {
    let Some(order) = orders.pop_front() else {
        return;
    };
    let stays = order.get(..from).is_some_and(|stay| cards.get(..from) == Some(stay));
    if stays && check_same(order.iter(), cards.iter(), DealError::Objects).is_ok() {
        cards.copy_from_slice(&order);
    }
}

impl Chance for Replay {
    fn deal(&mut self, _options: &Options) -> Deal {
        self.deal.clone()
    }

    fn shuffle_shown(&mut self, _owner: Seat, _to: Seat, hand: &mut [Face]) {
        reorder(&mut self.shown, 0, hand);
    }

    fn shuffle_pile(&mut self, from: usize, cards: &mut [Face]) {
        reorder(&mut self.pile, from, cards);
    }

    fn shuffle_spares(&mut self, from: usize, cards: &mut [Occupation]) {
        reorder(&mut self.spares, from, cards);
    }

    fn shuffle_associations(&mut self, _owner: Seat, cards: &mut [Association]) {
        reorder(&mut self.associations, 0, cards);
    }
}
