//! What one seat has legitimately seen, kept in step with the card operations (rules.md section D).
//!
//! The trusted dealer and the table fill a [`View`] through the same code: for every operation of a step, in order, they
//! say what this seat sees of it; [`Knowledge`] keeps the hand, the running trade, what is shown, and the memories.

use alloc::vec::Vec;

use serde::{Deserialize, Serialize};

use crate::choices::{Sighted, choices_of};
use crate::{
    CardOp, Choices, Face, LayeredCard, Membership, Memory, Occupation, Phase, Pile, Seat, Sight, SlotFace, State,
    View, Why,
};

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
    pile: Vec<Face>,
    spares: Vec<Occupation>,
    pledged: Option<Face>,
    /// Layered cards of this step, known to everybody: who passes what to whom.
    layered: Vec<(Seat, Seat, LayeredCard)>,
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
            pile: Vec::new(),
            spares: Vec::new(),
            pledged: None,
            layered: Vec::new(),
            memories: Vec::new(),
        }
    }

    /// Whether this seat sees faces in this operation, as owner or receiver, so that [`Self::note`] wants them.
    pub fn sees(&self, op: &CardOp) -> bool {
        let seat = self.seat;
        match op {
            CardOp::Offer { from, to }
            | CardOp::Transfer { from, to, .. }
            | CardOp::Surrender { from, to }
            | CardOp::TransferPledged { from, to } => seat == *from || seat == *to,
            CardOp::Take { winner, loser, .. } => seat == *winner || seat == *loser,
            CardOp::Pledge { seat: actor }
            | CardOp::TransferLayered { from: actor, .. }
            | CardOp::ShufflePile { by: actor, from: 0, .. } => seat == *actor,
            CardOp::ShowHand { to, .. }
            | CardOp::ShowSlot { to, .. }
            | CardOp::ShowAssociation { to, .. }
            | CardOp::Draw { to }
            | CardOp::DrawSpare { to }
            | CardOp::Look { to, .. } => seat == *to,
            CardOp::Strip => self.layered.iter().any(|(_, to, _)| *to == seat),
            CardOp::Settle { .. }
            | CardOp::Withdraw { .. }
            | CardOp::CloseTrade
            | CardOp::OpenObjects { .. }
            | CardOp::OpenSlot { .. }
            | CardOp::OpenAssociations { .. }
            | CardOp::Claim { .. }
            | CardOp::Release { .. }
            | CardOp::ShuffleAssociations { .. }
            | CardOp::ShufflePile { .. }
            | CardOp::ReturnOccupation { .. }
            | CardOp::ShuffleRest { .. } => false,
        }
    }

    /// Notes an operation of a step that began in `turn`, with what this seat sees of it.
    pub fn note(&mut self, turn: u32, op: &CardOp, seen: &Seen) {
        match op {
            CardOp::Offer { .. }
            | CardOp::Withdraw { .. }
            | CardOp::Settle { .. }
            | CardOp::Transfer { .. }
            | CardOp::Pledge { .. }
            | CardOp::Release { .. }
            | CardOp::Surrender { .. }
            | CardOp::TransferPledged { .. }
            | CardOp::CloseTrade => self.note_trade(turn, op, seen),
            CardOp::TransferLayered { from, to, what } => self.layered.push((*from, *to, *what)),
            CardOp::Strip => self.strip(turn, seen),
            CardOp::Draw { .. }
            | CardOp::Take { .. }
            | CardOp::ShowHand { .. }
            | CardOp::ShowSlot { .. }
            | CardOp::ShowAssociation { .. }
            | CardOp::Look { .. }
            | CardOp::ShufflePile { .. }
            | CardOp::DrawSpare { .. } => self.note_sight(turn, op, seen),
            CardOp::OpenObjects { .. }
            | CardOp::OpenSlot { .. }
            | CardOp::OpenAssociations { .. }
            | CardOp::ShuffleAssociations { .. }
            | CardOp::ReturnOccupation { .. }
            | CardOp::ShuffleRest { .. }
            | CardOp::Claim { .. } => {}
        }
    }

    /// Offers and demands, from the card laid down to the trade that is over.
    fn note_trade(&mut self, turn: u32, op: &CardOp, seen: &Seen) {
        match (op, seen) {
            (CardOp::Offer { from, .. }, Seen::Card(face)) => {
                self.offered = Some(*face);
                self.learn_offered(turn, *from, *face);
            }
            (CardOp::Surrender { from, .. }, Seen::Card(face)) => {
                self.answer = Some(*face);
                self.learn_offered(turn, *from, *face);
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
            (CardOp::TransferPledged { from, to }, Seen::Card(face)) => {
                self.offered = Some(*face);
                self.pledged = None;
                self.moved(turn, *from, *to, *face);
                if let Some(answer) = self.answer {
                    self.moved(turn, *to, *from, answer);
                }
            }
            (CardOp::Pledge { .. }, Seen::Card(face)) => self.pledged = Some(*face),
            (CardOp::Release { seat }, _) => {
                self.layered.retain(|(from, ..)| from != seat);
                if *seat == self.seat {
                    self.pledged = None;
                }
            }
            (CardOp::Withdraw { .. } | CardOp::CloseTrade, _) => {
                self.offered = None;
                self.answer = None;
            }
            _ => {}
        }
    }

    /// Draws, looks and shows.
    fn note_sight(&mut self, turn: u32, op: &CardOp, seen: &Seen) {
        match (op, seen) {
            (CardOp::Draw { .. }, Seen::Card(face)) => {
                self.gain(*face);
                self.learn(turn, Sight::Received { from: None, face: *face });
            }
            (CardOp::Take { winner, loser, .. }, Seen::Card(face)) => self.moved(turn, *loser, *winner, *face),
            (CardOp::ShowHand { owner, .. }, Seen::Hand(faces)) => self.look(turn, *owner, faces),
            (CardOp::ShowSlot { owner, .. } | CardOp::ShowAssociation { owner, .. }, Seen::Slot(face)) => {
                self.learn(turn, slot_sight(*owner, *face));
            }
            (CardOp::Look { pile: Pile::Objects, .. }, Seen::Hand(faces)) => {
                self.pile.clone_from(faces);
                self.pile.sort_unstable();
                self.learn(turn, Sight::Pile { faces: self.pile.clone() });
            }
            (CardOp::Look { pile: Pile::Spares, .. }, Seen::Spares(occupations)) => {
                self.spares.clone_from(occupations);
                self.spares.sort_unstable();
                self.learn(turn, Sight::Spares { occupations: self.spares.clone() });
            }
            (CardOp::ShufflePile { pile: Pile::Objects, .. }, Seen::Hand(top)) => {
                if let [first, second] = *top.as_slice() {
                    self.learn(turn, Sight::Top { first, second });
                }
            }
            (CardOp::DrawSpare { .. }, Seen::Slot(SlotFace::Occupation(occupation))) => {
                self.take_occupation(turn, *occupation);
            }
            _ => {}
        }
    }

    /// Everything that was passed through the pile key changes places at once.
    fn strip(&mut self, turn: u32, seen: &Seen) {
        let (seat, layered) = (self.seat, core::mem::take(&mut self.layered));
        for (_, to, what) in layered.iter().filter(|(from, ..)| *from == seat) {
            match what {
                LayeredCard::Pledged => {
                    if let Some(face) = self.pledged.take() {
                        self.lose(face);
                        self.learn(turn, Sight::Given { to: *to, face });
                    }
                }
                LayeredCard::Occupation => {
                    self.learn(turn, Sight::Occupation { of: *to, occupation: self.occupation });
                }
            }
        }
        let sender = layered.iter().find(|(_, to, _)| *to == self.seat).map(|(from, ..)| *from);
        match (sender, seen) {
            (Some(from), Seen::Card(face)) => {
                self.gain(*face);
                self.learn(turn, Sight::Received { from: Some(from), face: *face });
            }
            (Some(_), Seen::Slot(SlotFace::Occupation(occupation))) => self.take_occupation(turn, *occupation),
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
        let reorders = matches!(state.phase, Phase::Reorder { .. }) && state.active == self.seat;
        if !reorders {
            self.pile.clear();
        }
        let exchanges = matches!(&state.phase, Phase::Exchange { trade, card } if trade.giver(*card) == self.seat);
        if !exchanges {
            self.spares.clear();
        }
    }

    /// What this seat may do now; the same as [`choices`](crate::choices) of its view, which is not made for it.
    pub fn choices(&self, state: &State) -> Choices {
        choices_of(&Sighted {
            seat: self.seat,
            state,
            hand: &self.hand,
            occupation: self.occupation,
            membership: self.membership,
            offered: self.offered,
            answer: self.answer,
            shown: &self.shown,
            pile: &self.pile,
            spares: &self.spares,
        })
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
            pile: self.pile.clone(),
            spares: self.spares.clone(),
            pledged: self.pledged,
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

    /// The other seat of an offer or demand learns what it holds.
    fn learn_offered(&mut self, turn: u32, from: Seat, face: Face) {
        if from != self.seat {
            self.learn(turn, Sight::Offered { from, face });
        }
    }

    fn take_occupation(&mut self, turn: u32, occupation: Occupation) {
        self.occupation = occupation;
        self.learn(turn, Sight::Occupation { of: self.seat, occupation });
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
