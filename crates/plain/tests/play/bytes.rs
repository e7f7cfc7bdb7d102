//! Arbitrary actions out of bytes.

use nightcoach_rules::{
    Action, Association, Face, Kind, Membership, Neighbour, Occupation, Power, Seat, SeatSet, Selection, Side, Spoils,
};

use super::coverage::ACTIONS;

/// Bytes that decide; when they are used up, everything is 0.
#[derive(Debug)]
pub struct Bytes<'a>(&'a [u8]);

impl<'a> Bytes<'a> {
    /// These bytes.
    pub const fn new(data: &'a [u8]) -> Self {
        Self(data)
    }

    /// Whether all are used up.
    pub const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The next one.
    pub fn next(&mut self) -> u8 {
        let Some((first, rest)) = self.0.split_first() else { return 0 };
        self.0 = rest;
        *first
    }

    /// The next two as one number.
    pub fn pair(&mut self) -> u16 {
        u16::from_le_bytes([self.next(), self.next()])
    }

    /// True or false.
    pub fn flag(&mut self) -> bool {
        self.next() & 1 == 1
    }

    /// A seat, of this table or not.
    pub fn seat(&mut self) -> Seat {
        Seat(self.next() % 12)
    }

    fn of<T: Copy>(&mut self, all: &[T]) -> T {
        all[usize::from(self.next()) % all.len()]
    }

    fn seats(&mut self) -> SeatSet {
        SeatSet(self.pair() & if self.flag() { 0x3ff } else { 0xffff })
    }

    fn maybe<T>(&mut self, some: impl FnOnce(&mut Self) -> T) -> Option<T> {
        self.flag().then(|| some(self))
    }

    /// A few objects, mostly in order.
    fn faces(&mut self) -> Vec<Face> {
        let count = self.next() % 6;
        let mut faces: Vec<Face> = (0..count).map(|_| self.of(&Face::ALL)).collect();
        if !self.flag() {
            faces.sort_unstable();
        }
        faces
    }

    fn membership(&mut self) -> Membership {
        let side = self.of(&Association::ALL);
        match self.next() % 4 {
            0 => Membership::Three { side, unanimous: false },
            1 => Membership::Three { side, unanimous: true },
            _ => Membership::One(side),
        }
    }

    fn side(&mut self) -> Side {
        self.of(&[Side::Attacker, Side::Defender])
    }

    /// Any cards singled out.
    pub fn selection(&mut self) -> Selection {
        match self.next() % 8 {
            0 => Selection::Nothing,
            1 => Selection::Occupation(self.of(&Occupation::ALL)),
            2 => Selection::Objects(self.faces()),
            _ => Selection::object(self.of(&Face::ALL)),
        }
    }

    /// Any action.
    pub fn action(&mut self) -> Action {
        match ACTIONS[usize::from(self.next()) % ACTIONS.len()] {
            "Pass" => Action::Pass,
            "Offer" => Action::Offer { to: self.seat() },
            "Refuse" => Action::Refuse,
            "Accept" => Action::Accept { text: self.maybe(|bytes| bytes.of(&Kind::ALL)) },
            "Text" => Action::Text { text: self.maybe(|bytes| bytes.of(&Kind::ALL)) },
            "Foresee" => Action::Foresee,
            "Reorder" => Action::Reorder,
            "Demand" => Action::Demand { target: self.seat(), kind: self.of(&Kind::ALL) },
            "Surrender" => Action::Surrender,
            "Lack" => Action::Lack,
            "HandOver" => Action::HandOver,
            "UseText" => Action::UseText { using: self.flag() },
            "Direct" => Action::Direct { side: self.of(&[Neighbour::Left, Neighbour::Right]) },
            "Pledge" => Action::Pledge,
            "PassOn" => Action::PassOn,
            "SwapOccupation" => Action::SwapOccupation,
            "Exchange" => Action::Exchange,
            "ShuffleAssociations" => Action::ShuffleAssociations,
            "PickAssociation" => Action::PickAssociation { place: self.next() % 5 },
            "ShowHand" => Action::ShowHand,
            "ShowAssociation" => Action::ShowAssociation,
            "ShowIdentity" => Action::ShowIdentity,
            "Attack" => Action::Attack { target: self.seat() },
            "Support" => Action::Support { side: self.maybe(Self::side) },
            "Priest" => Action::Priest { stop: self.flag() },
            "Pay" => Action::Pay,
            "Hypnotise" => Action::Hypnotise { target: self.maybe(Self::seat) },
            "Abilities" => {
                Action::Abilities { objects: self.faces(), power: self.maybe(|bytes| bytes.of(&Power::ALL)) }
            }
            "Doctor" => Action::Doctor { cancel: self.flag() },
            "Spoils" => Action::Spoils(self.of(&[Spoils::Identity, Spoils::Luggage])),
            "Take" => Action::Take { index: self.next() % 10 },
            "TakeAndReturn" => Action::TakeAndReturn { index: self.next() % 3 },
            "Give" => Action::Give { to: self.seat() },
            "DeclareTeam" => Action::DeclareTeam {
                named: self.seats(),
                membership: self.membership(),
                occupation: self.of(&Occupation::ALL),
                items: self.faces(),
                counts: (0..self.next() % 5).map(|_| self.next() % 6).collect(),
            },
            "DeclareSolo" => Action::DeclareSolo { items: self.faces() },
            "Prophesy" => Action::Prophesy { named: self.seats(), membership: self.membership() },
            "OpenNamed" => Action::OpenNamed {
                membership: self.membership(),
                occupation: self.of(&Occupation::ALL),
                items: self.faces(),
            },
            "OpenAssociation" => Action::OpenAssociation { membership: self.membership(), items: self.faces() },
            "Vote" => Action::Vote { draw: self.flag() },
            unknown => panic!("no bytes make the action {unknown}"),
        }
    }
}
