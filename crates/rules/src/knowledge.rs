//! What one seat has legitimately seen, kept in step with the card operations (rules.md section D).
//!
//! The trusted dealer and the table fill a [`View`] through the same code: for every operation of a step, in order, they
//! say what this seat sees of it; [`Knowledge`] keeps the hand, the running trade, a shown hand and the memories.

use alloc::vec::Vec;

use serde::{Deserialize, Serialize};

use crate::{CardOp, Face, Membership, Memory, Occupation, Phase, Seat, Sight, SlotFace, State, View, Why};

/// The private knowledge of one seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Knowledge {
    seat: Seat,
    hand: Vec<Face>,
    occupation: Occupation,
    membership: Membership,
    offered: Option<Face>,
    answer: Option<Face>,
    shown: Vec<Face>,
    shown_now: bool,
    memories: Vec<Memory>,
}

/// What a seat sees of one card operation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Seen {
    /// Nothing: it is neither owner nor receiver.
    Nothing,
    /// The one card that moves: offered, transferred, drawn or taken.
    Card(Face),
    /// A hand, by place.
    Hand(Vec<Face>),
    /// A slot card.
    Slot(SlotFace),
    /// Spares, by place.
    Spares(Vec<Occupation>),
}

impl Knowledge {
    /// What a seat knows after the deal.
    pub fn new(seat: Seat, hand: Vec<Face>, occupation: Occupation, membership: Membership) -> Self {
        let mut hand = hand;
        hand.sort_unstable();
        Self {
            seat,
            hand,
            occupation,
            membership,
            offered: None,
            answer: None,
            shown: Vec::new(),
            shown_now: false,
            memories: Vec::new(),
        }
    }

    /// Whether this seat sees faces in this operation, as owner or receiver, so that [`Self::note`] wants them.
    pub fn sees(&self, op: &CardOp) -> bool {
        let seat = self.seat;
        match op {
            CardOp::Offer { from, to } | CardOp::Transfer { from, to, .. } => seat == *from || seat == *to,
            CardOp::ShowHand { to, .. } | CardOp::ShowSlot { to, .. } | CardOp::Draw { to } => seat == *to,
            CardOp::Take { winner, loser, .. } => seat == *winner || seat == *loser,
            CardOp::Settle { .. }
            | CardOp::Withdraw { .. }
            | CardOp::CloseTrade
            | CardOp::OpenObjects { .. }
            | CardOp::OpenSlot { .. }
            | CardOp::Claim { .. }
            | CardOp::Pledge { .. }
            | CardOp::Release { .. }
            | CardOp::Surrender { .. }
            | CardOp::TransferPledged { .. }
            | CardOp::TransferLayered { .. }
            | CardOp::ShuffleAssociations { .. }
            | CardOp::ShowAssociation { .. }
            | CardOp::OpenAssociations { .. }
            | CardOp::ShufflePile { .. }
            | CardOp::ReturnOccupation { .. }
            | CardOp::Look { .. }
            | CardOp::Strip
            | CardOp::ShuffleRest { .. }
            | CardOp::DrawSpare { .. } => false,
        }
    }

    /// Notes an operation of a step that began in `turn`, with what this seat sees of it.
    pub fn note(&mut self, turn: u32, op: &CardOp, seen: &Seen) {
        match (op, seen) {
            (CardOp::Offer { from, .. }, Seen::Card(face)) => {
                self.offered = Some(*face);
                if *from != self.seat {
                    self.learn(turn, Sight::Offered { from: *from, face: *face });
                }
            }
            (CardOp::Settle { from, to }, _) => {
                if let Some(face) = self.offered {
                    self.moved(turn, *from, *to, face);
                }
            }
            (CardOp::Transfer { from, to, why }, Seen::Card(face)) => {
                if *why == Why::Trade {
                    self.answer = Some(*face);
                }
                self.moved(turn, *from, *to, *face);
            }
            (CardOp::Withdraw { .. } | CardOp::CloseTrade, _) => {
                self.offered = None;
                self.answer = None;
            }
            (CardOp::Draw { .. }, Seen::Card(face)) => {
                self.gain(*face);
                self.learn(turn, Sight::Received { from: None, face: *face });
            }
            (CardOp::Take { winner, loser, .. }, Seen::Card(face)) => self.moved(turn, *loser, *winner, *face),
            (CardOp::ShowHand { owner, .. }, Seen::Hand(faces)) => self.look(turn, *owner, faces),
            (CardOp::ShowSlot { owner, .. }, Seen::Slot(face)) => self.learn(turn, slot_sight(*owner, *face)),
            _ => {}
        }
    }

    /// Ends a step that led to `state`: a hand that was shown in an earlier step is forgotten, but for the memory, unless
    /// the winner of a fight may still take from it.
    pub fn end_step(&mut self, state: &State) {
        let taking = matches!(&state.phase, Phase::Taking(victory) if victory.winner == self.seat);
        if !self.shown_now && !taking {
            self.shown.clear();
        }
        self.shown_now = false;
    }

    /// All that this seat may know.
    pub fn view(&self, state: &State) -> View {
        View {
            seat: self.seat,
            state: state.clone(),
            hand: self.hand.clone(),
            occupation: self.occupation,
            membership: self.membership,
            offered: self.offered,
            answer: self.answer,
            shown: self.shown.clone(),
            pile: Vec::new(),
            spares: Vec::new(),
            pledged: None,
            memories: self.memories.clone(),
        }
    }

    /// The own objects, sorted.
    pub fn hand(&self) -> &[Face] {
        &self.hand
    }

    /// The hand that is shown in the running step, by place.
    pub fn shown(&self) -> &[Face] {
        &self.shown
    }

    fn look(&mut self, turn: u32, of: Seat, faces: &[Face]) {
        self.shown = faces.to_vec();
        self.shown_now = true;
        let mut faces = faces.to_vec();
        faces.sort_unstable();
        self.learn(turn, Sight::Hand { of, faces });
    }

    fn moved(&mut self, turn: u32, from: Seat, to: Seat, face: Face) {
        if to == self.seat {
            self.gain(face);
            self.learn(turn, Sight::Received { from: Some(from), face });
        } else if from == self.seat {
            self.lose(face);
            self.learn(turn, Sight::Given { to, face });
        }
    }

    fn learn(&mut self, turn: u32, sight: Sight) {
        self.memories.push(Memory { turn, sight });
    }

    fn gain(&mut self, face: Face) {
        let place = self.hand.partition_point(|held| *held <= face);
        self.hand.insert(place, face);
    }

    fn lose(&mut self, face: Face) {
        if let Some(place) = self.hand.iter().position(|held| *held == face) {
            self.hand.remove(place);
        }
    }
}

fn slot_sight(of: Seat, face: SlotFace) -> Sight {
    match face {
        SlotFace::Association(association) => Sight::Association { of, association },
        SlotFace::Occupation(occupation) => Sight::Occupation { of, occupation },
    }
}
