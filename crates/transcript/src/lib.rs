//! The signed, hash-chained record of one table.
//!
//! Each round every seat that owes one signs an [`Entry`]; the entries of a round are folded in seat order into the new
//! [`Head`]. The signed unit is a byte string: it is hashed, stored, forwarded and verified as it came, never encoded
//! again. This crate knows neither cards nor rules; what a body says is the table's business.
#![no_std]
extern crate alloc;

mod entry;
pub mod file;
mod hash;
mod identity;
pub mod labels;

pub use entry::{Content, Entry, Head, KeptEntry, RecordKind, UnverifiedEntry, fold, fold_hashes};
pub use hash::hash;
pub use identity::{IdentityKey, IdentitySecret, SignatureError};

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec;
    use alloc::vec::Vec;

    fn content(seat: u8, body: &[u8]) -> Content {
        Content {
            kind: RecordKind::Entry,
            table: [1; 32],
            round: 7,
            head: [2; 32],
            digest: [3; 32],
            seat,
            body: body.to_vec(),
        }
    }

    fn secret(n: u8) -> IdentitySecret {
        IdentitySecret::from_seed([n; 32])
    }

    #[test]
    fn a_signed_entry_verifies_under_its_own_key_only() {
        let entry = Entry::sign(content(0, b"move"), &secret(1)).unwrap();
        let off_wire = UnverifiedEntry::decode(entry.record()).unwrap();
        assert_eq!(off_wire.clone().verify(&secret(1).public()).unwrap(), entry);
        assert_eq!(off_wire.verify(&secret(2).public()), Err(SignatureError::Signature));
    }

    #[test]
    fn a_kept_entry_is_the_entry_that_was_kept() {
        let entry = Entry::sign(content(3, b"move"), &secret(1)).unwrap();
        let kept = entry.clone().keep();
        assert_eq!((kept.record(), kept.hash(), kept.seat()), (entry.record(), entry.hash(), 3));
        assert_eq!(kept.entry().unwrap(), entry);
    }

    #[test]
    fn no_flipped_bit_survives_decoding_and_verification() {
        let entry = Entry::sign(content(3, b"move"), &secret(1)).unwrap();
        for at in 0..entry.record().len() * 8 {
            let mut record = entry.record().to_vec();
            record[at / 8] ^= 1 << (at % 8);
            let accepted = UnverifiedEntry::decode(&record).is_ok_and(|e| e.verify(&secret(1).public()).is_ok());
            assert!(!accepted, "bit {at}");
        }
    }

    #[test]
    fn a_weak_key_is_never_good_for_a_signature() {
        // The identity point, canonical and otherwise: a signature of zeros would verify in the lax way.
        let mut identity = [0; 32];
        identity[0] = 1;
        let weak = IdentityKey(identity);
        assert!(!weak.is_strong());
        let entry = Entry::sign(content(0, b""), &secret(1)).unwrap();
        assert!(UnverifiedEntry::decode(entry.record()).unwrap().verify(&weak).is_err());
        assert!(secret(1).public().is_strong());
    }

    /// 2^255 - 19 + 3 decodes to the point of 3, which is of large order: two encodings would be two seats.
    #[test]
    fn a_second_encoding_of_a_key_is_weak() {
        let mut three = [0; 32];
        three[0] = 3;
        assert!(IdentityKey(three).is_strong());
        let mut again = [0xff; 32];
        (again[0], again[31]) = (0xed + 3, 0x7f);
        assert!(!IdentityKey(again).is_strong());
        again[31] = 0xff;
        assert!(!IdentityKey(again).is_strong());
    }

    #[test]
    fn the_fold_depends_on_head_round_entries_and_their_order() {
        let a = Entry::sign(content(0, b"a"), &secret(1)).unwrap();
        let b = Entry::sign(content(1, b"b"), &secret(2)).unwrap();
        let base = fold(&[0; 32], 1, [&a, &b].into_iter());
        assert_ne!(base, fold(&[1; 32], 1, [&a, &b].into_iter()));
        assert_ne!(base, fold(&[0; 32], 2, [&a, &b].into_iter()));
        assert_ne!(base, fold(&[0; 32], 1, [&b, &a].into_iter()));
        assert_ne!(base, fold(&[0; 32], 1, [&a].into_iter()));
    }

    #[test]
    fn a_file_gives_its_records_back_and_tells_a_cut() {
        let records: Vec<Vec<u8>> = vec![vec![], vec![1, 2, 3], vec![9; 300]];
        let bytes = file::write(records.iter().map(Vec::as_slice));
        assert_eq!(file::read(&bytes).unwrap(), records);
        assert_eq!(file::read(&bytes[..bytes.len() - 1]), Err(file::FileError::CutOff { whole: 2 }));
        assert_eq!(file::read(&bytes[1..]), Err(file::FileError::NoTranscript));
    }

    #[test]
    fn secrets_do_not_show_in_debug_output() {
        assert_eq!(alloc::format!("{:?}", secret(5)), "IdentitySecret(..)");
    }
}
