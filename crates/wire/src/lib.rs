//! The one place that turns values into bytes and back: bounded, canonical, without trailing bytes.
//!
//! Everything that is hashed, signed or proven over comes from [`encode`]. Integers have fixed width, so a value has one
//! encoding only; [`decode`] holds that by encoding again. The format is bincode 2 with fixed little-endian integers,
//! written out in `protocol-spec/`; no other crate names the codec.
#![no_std]
extern crate alloc;

use alloc::vec::Vec;

use bincode::config::{Configuration, Fixint, Limit, LittleEndian};
use serde::Serialize;
use serde::de::DeserializeOwned;

/// Longest encoding that any message of ours may have, in bytes: far above the largest entry, far below a nuisance.
pub const MAX_LEN: usize = 1 << 20;

type Format = Configuration<LittleEndian, Fixint, Limit<MAX_LEN>>;

const FORMAT: Format =
    bincode::config::standard().with_little_endian().with_fixed_int_encoding().with_limit::<MAX_LEN>();

/// Why bytes are no value, or a value has no bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WireError {
    /// Longer than the caller allows.
    #[error("{len} bytes, at most {most} allowed")]
    TooLong {
        /// Length found.
        len: usize,
        /// Length allowed.
        most: usize,
    },
    /// Not an encoding of this type.
    #[error("not a valid encoding")]
    Malformed,
    /// Bytes follow the value.
    #[error("{0} bytes follow the value")]
    Trailing(usize),
    /// A second encoding of a value that has a canonical one.
    #[error("not the canonical encoding")]
    NotCanonical,
}

/// The canonical bytes of a value.
///
/// # Errors
/// [`WireError::TooLong`] past [`MAX_LEN`], [`WireError::Malformed`] for a value that the format cannot hold.
pub fn encode<T: Serialize>(value: &T) -> Result<Vec<u8>, WireError> {
    let bytes = bincode::serde::encode_to_vec(value, FORMAT).map_err(|_error| WireError::Malformed)?;
    if bytes.len() > MAX_LEN {
        return Err(WireError::TooLong { len: bytes.len(), most: MAX_LEN });
    }
    Ok(bytes)
}

/// The value that these bytes, and only these, encode; at most `most` of them.
///
/// # Errors
/// Says why the bytes are refused; nothing larger than they are is allocated.
pub fn decode<T: Serialize + DeserializeOwned>(bytes: &[u8], most: usize) -> Result<T, WireError> {
    let most = most.min(MAX_LEN);
    if bytes.len() > most {
        return Err(WireError::TooLong { len: bytes.len(), most });
    }
    let (value, read) =
        bincode::serde::decode_from_slice::<T, _>(bytes, FORMAT).map_err(|_error| WireError::Malformed)?;
    if read != bytes.len() {
        return Err(WireError::Trailing(bytes.len().saturating_sub(read)));
    }
    if encode(&value)? != bytes {
        return Err(WireError::NotCanonical);
    }
    Ok(value)
}

/// A 64-byte array on the wire (serde itself stops at 32).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Bytes64(pub [u8; 64]);

impl core::fmt::Debug for Bytes64 {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let [a, b, c, d, ..] = self.0;
        write!(f, "Bytes64({a:02x}{b:02x}{c:02x}{d:02x}..)")
    }
}

impl Serialize for Bytes64 {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        use serde::ser::SerializeTuple as _;
        let mut tuple = serializer.serialize_tuple(64)?;
        for byte in &self.0 {
            tuple.serialize_element(byte)?;
        }
        tuple.end()
    }
}

impl<'de> serde::Deserialize<'de> for Bytes64 {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let [low, high] = <[[u8; 32]; 2]>::deserialize(deserializer)?;
        let mut bytes = [0; 64];
        for (to, from) in bytes.iter_mut().zip(low.iter().chain(&high)) {
            *to = *from;
        }
        Ok(Self(bytes))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::String;
    use alloc::vec;
    use proptest::prelude::*;

    #[derive(Debug, PartialEq, Clone, Serialize, serde::Deserialize)]
    enum Sample {
        Nothing,
        Number(u32),
        List(Vec<u16>),
        Named { name: String, flag: bool, maybe: Option<u8> },
    }

    fn sample() -> impl Strategy<Value = Sample> {
        prop_oneof![
            Just(Sample::Nothing),
            any::<u32>().prop_map(Sample::Number),
            any::<Vec<u16>>().prop_map(Sample::List),
            ("[a-z]{0,9}", any::<bool>(), any::<Option<u8>>()).prop_map(|(name, flag, maybe)| Sample::Named {
                name,
                flag,
                maybe
            }),
        ]
    }

    proptest! {
        #[test]
        fn decoding_undoes_encoding(value in sample()) {
            let bytes = encode(&value).unwrap();
            prop_assert_eq!(decode::<Sample>(&bytes, MAX_LEN).unwrap(), value);
        }

        #[test]
        fn a_tail_or_a_cut_is_refused(value in sample(), extra in any::<u8>()) {
            let mut bytes = encode(&value).unwrap();
            bytes.push(extra);
            prop_assert!(decode::<Sample>(&bytes, MAX_LEN).is_err());
            bytes.pop();
            bytes.pop();
            prop_assert!(decode::<Sample>(&bytes, MAX_LEN).is_err());
        }

        #[test]
        fn any_accepted_bytes_are_the_canonical_ones(bytes in any::<Vec<u8>>()) {
            if let Ok(value) = decode::<Sample>(&bytes, MAX_LEN) {
                prop_assert_eq!(encode(&value).unwrap(), bytes);
            }
        }
    }

    #[test]
    fn a_huge_count_is_refused_without_allocating() {
        let mut bytes = vec![2, 0, 0, 0];
        bytes.extend_from_slice(&u64::MAX.to_le_bytes());
        assert_eq!(decode::<Sample>(&bytes, MAX_LEN), Err(WireError::Malformed));
    }

    #[test]
    fn the_bytes_of_a_sample_are_pinned() {
        let bytes = encode(&Sample::Number(7)).unwrap();
        assert_eq!(bytes, [1, 0, 0, 0, 7, 0, 0, 0]);
    }

    #[test]
    fn long_input_is_refused_before_it_is_read() {
        assert_eq!(decode::<Vec<u8>>(&[0; 9], 8), Err(WireError::TooLong { len: 9, most: 8 }));
    }

    #[test]
    fn sixty_four_bytes_travel_without_a_length() {
        let value = Bytes64(core::array::from_fn(|i| u8::try_from(i).unwrap()));
        let bytes = encode(&value).unwrap();
        assert_eq!(bytes, value.0);
        assert_eq!(decode::<Bytes64>(&bytes, 64).unwrap(), value);
    }
}
