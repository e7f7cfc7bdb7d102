//! A view and what it lets a bot believe, want and fear.

use core::cmp::Reverse;

use nightcoach_rules::{
    Action, Association, Choice, Face, Fight, Phase, Power, Seat, SeatSet, Side, TakeChoices, View, standing,
};

use crate::memory::Beliefs;
use crate::specialist::DANGER;
use crate::worth::worth;

/// A view and what it lets a bot believe.
pub(crate) struct Mind<'a> {
    pub(crate) view: &'a View,
    pub(crate) beliefs: Beliefs,
}

impl<'a> Mind<'a> {
    pub(crate) fn of(view: &'a View) -> Self {
        Self { view, beliefs: Beliefs::of(view) }
    }
}

impl Mind<'_> {
    /// The own association.
    pub(crate) const fn side(&self) -> Association {
        self.view.membership.side()
    }

    /// Turns of a lap.
    pub(crate) fn lap(&self) -> u32 {
        u32::from(self.view.state.options.seats)
    }

    /// The faces that count for the own side now.
    pub(crate) fn key_faces(&self) -> &'static [Face] {
        self.faces_of(self.side())
    }

    /// Whether a seat was seen with the Coat of Armor of the Loge, and nobody else since.
    pub(crate) fn holds_loge(&self, seat: Seat) -> bool {
        self.beliefs.count(seat, &[Face::Loge], u32::MAX) > 0
    }

    /// How near a seat seems to be to a personal win: much if it was seen with the Coat of Armor, and the more objects it
    /// hoards the more. Nothing, if the Coat of Armor is known to be elsewhere.
    pub(crate) fn threat(&self, seat: Seat) -> i32 {
        let hoard = i32::from(self.view.state.hand(seat).saturating_sub(2));
        let known = Association::ALL.iter().map(|side| self.beliefs.count(seat, self.faces_of(*side), u32::MAX));
        let items = i32::try_from(known.sum::<usize>()).unwrap_or(0);
        if seat == self.view.seat {
            0
        } else if self.holds_loge(seat) {
            4 + 3 * items + 2 * hoard
        } else if self.view.hand.contains(&Face::Loge) || self.view.state.all().iter().any(|one| self.holds_loge(one)) {
            0
        } else {
            hoard + 2 * items
        }
    }

    fn faces_of(&self, side: Association) -> &'static [Face] {
        side.key_faces(self.view.state.pile_empty())
    }

    /// Companions who were seen with key items in the last `age` turns, with how many, most first.
    pub(crate) fn team(&self, among: SeatSet, age: u32) -> Vec<(Seat, usize)> {
        let allies = among.iter().filter(|seat| self.beliefs.is_ally(*seat)).collect();
        self.holders(allies, self.key_faces(), age)
    }

    /// Members of the other side who were seen with its key items in the last `age` turns, most first.
    pub(crate) fn rivals(&self, among: SeatSet, age: u32) -> Vec<(Seat, usize)> {
        let enemies = among.iter().filter(|seat| self.beliefs.is_enemy(*seat)).collect();
        self.holders(enemies, self.faces_of(self.side().other()), age)
    }

    fn holders(&self, among: SeatSet, faces: &[Face], age: u32) -> Vec<(Seat, usize)> {
        let held = among.iter().map(|seat| (seat, self.beliefs.count(seat, faces, age)));
        let mut holders: Vec<(Seat, usize)> = held.filter(|(_, items)| *items > 0).collect();
        holders.sort_by_key(|(_, items)| Reverse(*items));
        holders
    }

    pub(crate) fn take(&self, open: &TakeChoices) -> Choice {
        if let Some(cards) = &open.give_back {
            let back = cards.iter().min_by_key(|face| worth(self.view, **face)).copied();
            let action = Action::TakeAndReturn { index: 0 };
            return back.map_or_else(|| Choice::plain(action.clone()), |card| Choice::with(action.clone(), card));
        }
        let best = (0u8..).zip(&open.shown).max_by_key(|(_, face)| self.booty(&open.shown, **face));
        let index = best.map_or(0, |(index, _)| index);
        Choice::plain(Action::Take { index })
    }

    /// What taking this face from such a hand is worth: the Coat of Armor leaves nobody who could win with it.
    fn booty(&self, shown: &[Face], face: Face) -> i32 {
        let counts = |face: &&Face| Association::ALL.iter().any(|side| self.faces_of(*side).contains(face));
        let items = i32::try_from(shown.iter().filter(counts).count()).unwrap_or(0);
        worth(self.view, face) + if face == Face::Loge { 6 * items } else { 0 }
    }

    /// How much this seat wants another to do well: itself most, companions, strangers, enemies; least whoever is about to
    /// win alone.
    pub(crate) fn liking(&self, seat: Seat) -> i32 {
        if seat == self.view.seat {
            3
        } else if self.threat(seat) >= DANGER {
            -2
        } else {
            i32::from(self.beliefs.is_ally(seat)) - i32::from(self.beliefs.is_enemy(seat))
        }
    }

    /// The side that this seat wants to win, and how much.
    fn favourite(&self, fight: &Fight) -> Option<(Side, i32)> {
        let lead = self.liking(fight.attacker) - self.liking(fight.defender);
        match lead {
            0 => None,
            1.. => Some((Side::Attacker, lead)),
            _ => Some((Side::Defender, lead.saturating_neg())),
        }
    }

    /// In how many of a hundred cases the Priest stops this attack: to save the own luggage, or a companion's.
    pub(crate) fn urge_to_stop(&self) -> u32 {
        let Phase::Priest(fight) = &self.view.state.phase else {
            return 0;
        };
        let precious = self.view.hand.iter().any(|face| self.key_faces().contains(face));
        match self.favourite(fight) {
            Some((Side::Defender, 3..)) if precious => 80,
            Some((Side::Defender, 3..)) => 45,
            Some((Side::Defender, _)) => 30,
            Some((Side::Attacker, _)) | None => 0,
        }
    }

    /// Whose support of the defender hurts: no companion's, if it can be helped.
    pub(crate) fn nuisance(&self, targets: SeatSet) -> Option<Seat> {
        let Phase::Hypnotist(fight) = &self.view.state.phase else {
            return None;
        };
        let against = targets.and(fight.supporters(Side::Defender));
        against.iter().min_by_key(|seat| self.liking(*seat))
    }

    /// Strength is used whenever it helps the own side; what is spent by use, when it turns a fight.
    pub(crate) fn power(&self, powers: &[Power]) -> Option<Power> {
        let Phase::Abilities(fight) = &self.view.state.phase else {
            return None;
        };
        let score = |side| standing(&self.view.state, fight, side);
        let favourite = self.favourite(fight).map(|(side, _)| side);
        let behind = favourite.is_some_and(|side| match side {
            Side::Attacker => score(Side::Attacker) <= score(Side::Defender),
            Side::Defender => score(Side::Defender) <= score(Side::Attacker),
        });
        let wanted = |power: &&Power| match power {
            Power::Thug | Power::GrandMaster | Power::Bodyguard => true,
            Power::Duelist => behind,
            Power::PoisonMixer { wins } => behind && favourite == Some(*wins),
        };
        powers.iter().find(wanted).copied()
    }

    /// In how many of a hundred cases the Doctor cancels this result: when oneself or a companion has lost.
    pub(crate) fn urge_to_cancel(&self) -> u32 {
        let Phase::Doctor { fight, winner: Some(winner) } = &self.view.state.phase else {
            return 0;
        };
        match self.favourite(fight) {
            Some((side, much)) if side != *winner => {
                if much >= 3 {
                    75
                } else {
                    35
                }
            }
            Some(_) | None => 0,
        }
    }
}
