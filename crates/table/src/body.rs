//! Wire types: what the body of an entry or closing record says. Byte arrays only; `cards` decodes them to points, after
//! signature, turn and lengths were checked (walk.md decision 22).

use alloc::string::String;
use alloc::vec::Vec;

use nightcoach_rules::{Action, Face, Membership, Occupation, Options, Outcome, Seat};
use nightcoach_transcript::{Entry, IdentityKey};
use nightcoach_wire::{Bytes64, MAX_LEN, decode};
use serde::{Deserialize, Serialize};

use crate::ballot::Ballot;

/// Version of the protocol that this program speaks.
pub const VERSION: u16 = 1;

/// What all seats agree on and sign before anything else.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Genesis {
    /// Version of the protocol.
    pub version: u16,
    /// The option block.
    pub options: Options,
    /// Who sits where, by seat.
    pub roster: Vec<RosterSeat>,
    /// Final head of the previous table for a rematch, else zero.
    pub previous: [u8; 32],
}

/// One seat of the roster.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RosterSeat {
    /// Name, a label only.
    pub name: String,
    /// Identity: whoever signs with it sits here.
    pub key: IdentityKey,
    /// Drawn by this seat when it asked for the seat. No genesis comes twice for anybody who checks the own value, so an
    /// entry of one table never speaks against its author at another.
    pub fresh: [u8; 32],
}

/// Body of an entry.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Body {
    /// Genesis round.
    Genesis { genesis: Genesis, nonce: [u8; 32] },
    /// Commitment to the keys of the next round.
    KeyCommit { commitment: [u8; 32] },
    /// Keys, nonces and ownership proofs.
    KeyOpen(KeyOpen),
    /// One deck shuffled.
    Shuffle { cards: Vec<Bytes64>, argument: Vec<u8> },
    /// Shares in a group operation, one per card.
    Shares { shares: Vec<Bytes64>, proof: Vec<u8> },
    /// A choice with the proofs of its card operations.
    Act { action: Action, proofs: Vec<OpProof> },
    /// Commitment to an answer in a sealed window.
    Seal { commitment: [u8; 32] },
    /// The sealed answer with the proofs of its card operations.
    Unseal { action: Action, nonce: [u8; 32], proofs: Vec<OpProof> },
    /// One seat's part in dealing the pile key.
    Dealing(Dealing),
    /// What a seat has to say against dealers; nothing if all was well.
    Verdict { complaints: Vec<Complaint> },
    /// Shares from the deal key for every dealt card, and for every card of the piles.
    DealShares { dealt: Vec<Bytes64>, dealt_proof: Vec<u8>, piles: Vec<Bytes64>, piles_proof: Vec<u8> },
    /// Seats that wish to leave or to come back, by their own signed records.
    Admit { wishes: Vec<Vec<u8>> },
}

/// What a dealer publishes: commitments to its polynomial with a proof that it knows it, a box for each other holder in seat order, and
/// the key that its next shares are to travel under.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Dealing {
    pub commitments: Vec<[u8; 32]>,
    pub proof: Vec<u8>,
    pub boxes: Vec<Bytes64>,
    pub next: [u8; 32],
    pub next_proof: Vec<u8>,
}

/// A box opened to everybody, since what is in it does not fit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Complaint {
    pub dealer: Seat,
    pub opened: [u8; 32],
    pub proof: Vec<u8>,
}

/// Body of a vote record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Vote {
    pub ballot: Ballot,
    pub yes: bool,
}

/// Whether a vote record agrees to its ballot.
pub(crate) fn says_yes(vote: &Entry) -> bool {
    decode::<Vote>(&vote.content().body, MAX_LEN).is_ok_and(|vote| vote.yes)
}

/// Body of a wish record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) enum Wish {
    /// To come back.
    Wake,
    /// To leave the table.
    Leave,
}

/// A seat's public keys of this table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct KeyOpen {
    pub keys: CommittedKeys,
    pub deal_proof: Vec<u8>,
    pub pile_proof: Vec<u8>,
    pub hand_proof: Vec<u8>,
}

/// What the key commitment is over.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct CommittedKeys {
    pub deal: [u8; 32],
    /// At f = 0 the seat's part of the pile key, else its transport key.
    pub pile: [u8; 32],
    pub hand: [u8; 32],
    /// Hides the commitment.
    pub nonce: [u8; 32],
    /// The seat's part in drawing the start seat.
    pub chance: [u8; 32],
}

/// Proof of one carried operation. What an operation does not need is empty; `script` knows the exact shape of each.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct OpProof {
    /// The whole hand after its shuffle.
    pub shuffled: Vec<Bytes64>,
    /// The shuffle argument.
    pub argument: Vec<u8>,
    /// Cards re-masked to somebody else.
    pub copies: Vec<Bytes64>,
    /// Re-masking, opening or claim proof.
    pub proof: Vec<u8>,
}

/// Body of a closing record: the outcome co-signed, and with `full_reveal` or `scoring` own cards opened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Closing {
    pub outcome: Outcome,
    pub reveal: Option<Reveal>,
}

/// With `full_reveal` everything that a seat still held when the game ended; else, with `scoring`, a winner's key items.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Reveal {
    /// Objects, ascending: the order tells nothing of where a card came from.
    pub hand: Vec<Face>,
    /// Associations and occupation, with `full_reveal`.
    pub slots: Option<(Membership, Occupation)>,
    pub proofs: Vec<OpProof>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec;
    use nightcoach_rules::SeatSet;
    use nightcoach_wire::{MAX_LEN, decode, encode};

    use crate::ballot::Question;

    /// Seats and losses share the first byte of the option block, so that a table that can lose nobody has the bytes it always had.
    #[test]
    fn the_losses_stand_in_the_high_half_of_the_first_byte() {
        for seats in 3..=10 {
            for losses in 0..=Options::most_losses(seats) {
                let options = Options { losses, ..Options::new(seats) };
                let bytes = encode(&options).unwrap();
                assert_eq!((bytes[0], bytes.len()), (seats | losses << 4, encode(&Options::new(seats)).unwrap().len()));
                assert_eq!(decode::<Options>(&bytes, MAX_LEN), Ok(options));
            }
        }
        assert!(encode(&Options { losses: 16, ..Options::new(5) }).is_err());
    }

    #[test]
    fn every_tag_of_what_came_later_is_pinned() {
        let dealing = Dealing { commitments: vec![], proof: vec![], boxes: vec![], next: [0; 32], next_proof: vec![] };
        let shares = Body::DealShares { dealt: vec![], dealt_proof: vec![], piles: vec![], piles_proof: vec![] };
        let bodies =
            [Body::Dealing(dealing), Body::Verdict { complaints: vec![] }, shares, Body::Admit { wishes: vec![] }];
        for (tag, body) in (8..).zip(bodies) {
            assert_eq!(encode(&body).unwrap()[0], tag);
        }
        assert_eq!([encode(&Wish::Wake).unwrap(), encode(&Wish::Leave).unwrap()], [vec![0, 0, 0, 0], vec![1, 0, 0, 0]]);
        let seats = SeatSet(0b1000);
        for (tag, question) in (0..).zip([Question::Sleep(seats), Question::Close(seats), Question::End(seats)]) {
            let vote = Vote { ballot: Ballot { number: 7, question }, yes: true };
            let bytes = encode(&vote).unwrap();
            assert_eq!((bytes[0], bytes[1], bytes.last()), (7, tag, Some(&1)));
        }
    }
}
