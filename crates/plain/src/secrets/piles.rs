//! Operations on the pile of objects and on the spares.

use nightcoach_rules::{Face, Occupation, Pile, Seat, Seen, Selection, SlotFace};

use super::{Secrets, Sights};
use crate::{Cause, Chance};

/// Objects that the Clairvoyant puts on top of the pile.
const TOP: usize = 2;

impl Secrets {
    /// From place 0 on, what is selected comes first and the rest is left to chance; else everything from there on is.
    pub(super) fn shuffle_pile(
        &mut self,
        pile: Pile,
        from: usize,
        selection: &Selection,
        chance: &mut dyn Chance,
    ) -> Result<Sights, Cause> {
        match pile {
            Pile::Objects if from == 0 => {
                let top = selection.objects();
                if top.len() != TOP {
                    return Err(Cause::Selection);
                }
                bring_first(&mut self.pile, top)?;
                chance.shuffle_pile(TOP, &mut self.pile);
                Ok(Sights::Same(Seen::Hand(top.to_vec())))
            }
            Pile::Objects => self.shuffle_rest(from, chance),
            Pile::Spares => {
                let mut stay = from;
                if from == 0 {
                    let taken = selection.occupation().ok_or(Cause::Selection)?;
                    bring_first(self.spares(), &[taken])?;
                    stay = 1;
                }
                chance.shuffle_spares(stay, self.spares());
                Ok(Sights::NOTHING)
            }
        }
    }

    #[expect(clippy::unnecessary_wraps, reason = "all operations answer alike")]
    pub(super) fn shuffle_rest(&mut self, from: usize, chance: &mut dyn Chance) -> Result<Sights, Cause> {
        chance.shuffle_pile(from, &mut self.pile);
        Ok(Sights::NOTHING)
    }

    pub(super) fn look(&mut self, pile: Pile) -> Sights {
        Sights::Same(match pile {
            Pile::Objects => Seen::Hand(self.pile.clone()),
            Pile::Spares => Seen::Spares(self.spares().to_vec()),
        })
    }

    pub(super) fn draw(&mut self, to: Seat) -> Sights {
        match self.hands.get_mut(to.index()) {
            Some(hand) if !self.pile.is_empty() => {
                let face: Face = self.pile.remove(0);
                hand.push(face);
                Sights::card(face)
            }
            Some(_) | None => Sights::NOTHING,
        }
    }

    /// The returned card lies last among the spares; its slot waits for [`Self::draw_spare`].
    pub(super) fn return_occupation(&mut self, owner: Seat) -> Result<Sights, Cause> {
        let own = self.occupations.get(owner.index()).copied().ok_or(Cause::Selection)?;
        self.occupations.push(own);
        Ok(Sights::NOTHING)
    }

    pub(super) fn draw_spare(&mut self, to: Seat) -> Result<Sights, Cause> {
        let first = self.hands.len();
        if first >= self.occupations.len() {
            return Err(Cause::Selection);
        }
        let drawn = self.occupations.remove(first);
        *self.occupations.get_mut(to.index()).ok_or(Cause::Selection)? = drawn;
        Ok(Sights::slot(SlotFace::Occupation(drawn)))
    }

    fn spares(&mut self) -> &mut [Occupation] {
        let seats = self.hands.len();
        self.occupations.get_mut(seats..).unwrap_or_default()
    }
}

/// Brings these cards to the front, in this order.
fn bring_first<T: PartialEq + Copy>(cards: &mut [T], first: &[T]) -> Result<(), Cause> {
    for (place, card) in first.iter().enumerate() {
        let rest = cards.get_mut(place..).unwrap_or_default();
        let at = rest.iter().position(|held| held == card).ok_or(Cause::Selection)?;
        rest.get_mut(..=at).unwrap_or_default().rotate_right(1);
    }
    Ok(())
}
