//! What a bot makes of its memories: who is a companion, and who holds what.

use nightcoach_rules::components::{has_drinks, most_members};
use nightcoach_rules::{Association, Face, Options, Seat, SeatSet, Sight, View};

/// What is believed of one other seat.
#[derive(Clone, Debug, Default)]
struct Belief {
    association: Option<Association>,
    /// With three associations each: how many more were seen of the one association than of the other.
    lead: i32,
    /// Faces believed in the hand, with the turn in which they were last known to be there.
    faces: Vec<(Face, u32)>,
}

impl Belief {
    /// A seat that shows one of three associations is most likely of the one that it has shown more often.
    fn see(&mut self, association: Association) {
        self.lead += if association == Association::Order { 1 } else { -1 };
        self.association = match self.lead {
            1.. => Some(Association::Order),
            0 => None,
            _ => Some(Association::Brotherhood),
        };
    }
}

/// What is believed of all seats.
#[derive(Clone, Debug)]
pub(crate) struct Beliefs {
    own: Association,
    me: Seat,
    turn: u32,
    seats: Vec<Belief>,
}

impl Beliefs {
    pub(crate) fn of(view: &View) -> Self {
        let mut beliefs = Self {
            own: view.membership.side(),
            me: view.seat,
            turn: view.state.turn,
            seats: vec![Belief::default(); view.state.seats.len()],
        };
        for memory in &view.memories {
            beliefs.remember(memory.turn, &memory.sight);
        }
        for (seat, public) in view.state.all().iter().zip(&view.state.seats) {
            if let (Some(belief), Some(membership)) = (beliefs.seats.get_mut(seat.index()), public.membership) {
                belief.association = Some(membership.side());
            }
        }
        beliefs
    }

    fn remember(&mut self, turn: u32, sight: &Sight) {
        match sight {
            Sight::Association { of, association } => {
                if let Some(belief) = self.seats.get_mut(of.index()) {
                    belief.see(*association);
                }
            }
            Sight::Hand { of, faces } => {
                if let Some(belief) = self.seats.get_mut(of.index()) {
                    belief.faces = faces.iter().map(|face| (*face, turn)).collect();
                }
            }
            Sight::Offered { from, face } => {
                if let Some(belief) = self.seats.get_mut(from.index()) {
                    belief.faces.retain(|(held, _)| held != face);
                    belief.faces.push((*face, turn));
                }
            }
            Sight::Given { to, face } => {
                if let Some(belief) = self.seats.get_mut(to.index()) {
                    belief.faces.push((*face, turn));
                }
            }
            Sight::Received { from: Some(from), face } => {
                if let Some(belief) = self.seats.get_mut(from.index())
                    && let Some(place) = belief.faces.iter().position(|(held, _)| held == face)
                {
                    belief.faces.remove(place);
                }
            }
            Sight::Received { from: None, .. }
            | Sight::Occupation { .. }
            | Sight::Pile { .. }
            | Sight::Top { .. }
            | Sight::Spares { .. } => {}
        }
    }

    /// The association of a seat, if it was seen.
    pub(crate) fn association(&self, seat: Seat) -> Option<Association> {
        if seat == self.me { Some(self.own) } else { self.seats.get(seat.index())?.association }
    }

    pub(crate) fn is_ally(&self, seat: Seat) -> bool {
        self.association(seat) == Some(self.own)
    }

    pub(crate) fn is_enemy(&self, seat: Seat) -> bool {
        self.association(seat) == Some(self.own.other())
    }

    /// How many cards with one of these faces a seat is believed to hold, seen in the last `age` turns.
    pub(crate) fn count(&self, seat: Seat, faces: &[Face], age: u32) -> usize {
        let fresh = |(face, turn): &&(Face, u32)| faces.contains(face) && self.turn.saturating_sub(*turn) <= age;
        self.seats.get(seat.index()).map_or(0, |belief| belief.faces.iter().filter(fresh).count())
    }

    /// Whether the own side is the minority, if the associations seen tell.
    pub(crate) fn own_minority(&self, options: &Options) -> Option<bool> {
        if !has_drinks(options.seats) {
            return Some(false);
        }
        let cap = usize::from(most_members(options));
        let members =
            |side| SeatSet::first(options.seats).iter().filter(|seat| self.association(*seat) == Some(side)).count();
        if members(self.own) >= cap {
            Some(false)
        } else if members(self.own.other()) >= cap {
            Some(true)
        } else {
            None
        }
    }
}
