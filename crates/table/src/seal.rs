//! Sealed windows: all commit, then all open (walk.md decision 8).

use nightcoach_rules::{Action, Seat};
use nightcoach_transcript::hash;
use nightcoach_wire::encode;

use crate::keys::Stand;
use crate::labels;

/// Every answer is padded to this many bytes before it is hashed.
const ANSWER_LEN: usize = 64;

/// The commitment to an answer: bound to table, head, round and seat, hidden by the nonce.
pub(crate) fn commitment(stand: &Stand, seat: Seat, action: &Action, nonce: &[u8; 32]) -> [u8; 32] {
    let mut answer = encode(action).unwrap_or_default();
    if answer.len() < ANSWER_LEN {
        answer.resize(ANSWER_LEN, 0);
    }
    hash(labels::SEAL, &[stand.context(seat).as_bytes(), &answer, nonce])
}

#[cfg(test)]
mod tests {
    use super::*;
    use nightcoach_rules::{Face, Power, Side};

    fn stand(round: u32) -> Stand {
        Stand { table: [1; 32], epoch: 0, head: [2; 32], round, kind: 7 }
    }

    #[test]
    fn a_commitment_depends_on_place_seat_answer_and_nonce() {
        let pass = Action::Abilities { objects: alloc::vec![], power: None };
        let dagger = Action::Abilities { objects: alloc::vec![Face::Dagger], power: None };
        let base = commitment(&stand(5), Seat(1), &pass, &[3; 32]);
        assert_ne!(base, commitment(&stand(6), Seat(1), &pass, &[3; 32]));
        assert_ne!(base, commitment(&stand(5), Seat(2), &pass, &[3; 32]));
        assert_ne!(base, commitment(&stand(5), Seat(1), &dagger, &[3; 32]));
        assert_ne!(base, commitment(&stand(5), Seat(1), &pass, &[4; 32]));
    }

    #[test]
    fn every_answer_fits_the_padded_length() {
        let objects = alloc::vec![Face::Dagger, Face::Ring, Face::Gloves, Face::Whip, Face::Knives];
        let power = Some(Power::PoisonMixer { wins: Side::Defender });
        for answer in [
            Action::Abilities { objects, power },
            Action::Priest { stop: true },
            Action::Doctor { cancel: true },
            Action::Support { side: Some(Side::Defender) },
        ] {
            assert!(encode(&answer).unwrap().len() <= ANSWER_LEN);
        }
    }
}
