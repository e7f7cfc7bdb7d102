//! Elements of the group, hashes and signatures.

use nightcoach_cards::CardPoint;
use nightcoach_transcript::{IdentityKey, IdentitySecret, hash};
use nightcoach_wire::Bytes64;
use serde_json::{Value, json};

use crate::pinned::{assert_pinned, hex};

/// Order of the group, little-endian.
const ORDER: [u8; 32] = [
    0xed, 0xd3, 0xf5, 0x5c, 0x1a, 0x63, 0x12, 0x58, 0xd6, 0x9c, 0xf7, 0xa2, 0xde, 0xf9, 0xde, 0x14, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0x10,
];
const LABEL: &[u8] = b"nightcoach/v1/signature";

fn bytes(text: &str) -> [u8; 32] {
    core::array::from_fn(|at| u8::from_str_radix(&text[2 * at..2 * at + 2], 16).unwrap())
}

/// 2^255 - 19 and a little, little-endian.
fn field_prime_and(more: u8) -> [u8; 32] {
    let mut bytes = [0xff; 32];
    bytes[0] = 0xed + more;
    bytes[31] = 0x7f;
    bytes
}

#[test]
fn elements_are_those_of_the_vectors() {
    // RFC 9496, appendix A.1, multiples of the generator.
    let accepted = [
        ("the identity", [0; 32]),
        ("the generator", bytes("e2f2ae0a6abc4e71a884a961c500515f58e30b6aa582dd8db6a65945e08d2d76")),
        ("twice the generator", bytes("6a493210f7499cd17fecb510ae0cea23a110e8d5b901f8acadd3095c73a3b919")),
        ("a face", CardPoint::of_face("base", "objects", "key").to_bytes()),
    ];
    let generator = accepted[1].1;
    let mut high = generator;
    high[31] |= 0x80;
    // RFC 9496, appendix A.2: what must not decode.
    let refused = [
        ("the identity", "2^255 - 19, which is no canonical field element", field_prime_and(0)),
        ("the identity", "2^255 - 18", field_prime_and(1)),
        ("the identity", "2^255 - 1", {
            let mut all = [0xff; 32];
            all[31] = 0x7f;
            all
        }),
        ("the generator", "the highest bit is set", high),
        ("the identity", "1, a negative field element", {
            let mut one = [0; 32];
            one[0] = 1;
            one
        }),
        ("the generator", "the negative of the field element", negated(generator)),
        ("the generator", "no square", bytes("26948d35ca62e643e26a83177332e6b6afeb9d08e4268b650f1f5bbd8d81d371")),
        (
            "the generator",
            "a negative product xy",
            bytes("3eb858e78f5a7254d8c9731174a94f76755fd3941c0ac93735c07ba14579630e"),
        ),
        ("the identity", "y is 0", bytes("ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f")),
    ];
    for (name, element) in &accepted {
        assert!(CardPoint::from_bytes(element).is_ok(), "{name}");
    }
    for (_, why, element) in &refused {
        assert!(CardPoint::from_bytes(element).is_err(), "{why}");
    }
    let accepted: Vec<_> = accepted.iter().map(|(name, e)| json!({"name": name, "bytes": hex(e)})).collect();
    let refused: Vec<_> =
        refused.iter().map(|(name, why, e)| json!({"changes": name, "why": why, "bytes": hex(e)})).collect();
    assert_pinned("elements.json", &json!({"accepted": accepted, "refused": refused}));
}

/// 2^255 - 19 less a number.
fn negated(number: [u8; 32]) -> [u8; 32] {
    let mut borrow = 0i16;
    let prime = field_prime_and(0);
    core::array::from_fn(|at| {
        let digit = i16::from(prime[at]) - i16::from(number[at]) - borrow;
        borrow = i16::from(digit < 0);
        u8::try_from(digit + 256 * borrow).unwrap()
    })
}

#[test]
fn hashes_are_those_of_the_vectors() {
    let cases: [(&str, &str, Vec<&[u8]>); 5] = [
        ("no part", "nightcoach/v1/head", vec![]),
        ("an empty part", "nightcoach/v1/head", vec![b""]),
        ("two parts", "nightcoach/v1/head", vec![b"ab", b"c"]),
        ("the same bytes, cut elsewhere", "nightcoach/v1/head", vec![b"a", b"bc"]),
        ("another label", "nightcoach/v1/entry", vec![b"ab", b"c"]),
    ];
    let accepted: Vec<_> = cases
        .iter()
        .map(|(name, label, parts)| {
            let hashed = hash(label.as_bytes(), parts);
            let parts: Vec<_> = parts.iter().map(|part| hex(part)).collect();
            json!({"name": name, "label": label, "parts": parts, "hash": hex(&hashed)})
        })
        .collect();
    assert_pinned("hashes.json", &json!({"accepted": accepted, "refused": []}));
}

/// A key, what was signed under a label, and the signature.
struct Case {
    key: [u8; 32],
    label: &'static [u8],
    content: Vec<u8>,
    signature: [u8; 64],
}

impl Case {
    fn holds(&self) -> bool {
        IdentityKey(self.key).verify_aside(self.label, &self.content, &Bytes64(self.signature)).is_ok()
    }

    fn with(&self, change: impl FnOnce(&mut Self)) -> Self {
        let mut case = Self { content: self.content.clone(), ..*self };
        change(&mut case);
        case
    }

    fn json(&self, names: &[(&str, &str)]) -> Value {
        let mut value = json!({
            "key": hex(&self.key), "label": str::from_utf8(self.label).unwrap(), "content": hex(&self.content),
            "signature": hex(&self.signature),
        });
        for (name, text) in names {
            value[*name] = json!(text);
        }
        value
    }
}

/// Adds the order to the second half of a signature.
fn unreduced(signature: &mut [u8; 64]) {
    let mut carry = 0u16;
    for (digit, more) in signature[32..].iter_mut().zip(ORDER) {
        let sum = u16::from(*digit) + u16::from(more) + carry;
        *digit = u8::try_from(sum & 0xff).unwrap();
        carry = sum >> 8;
    }
}

#[test]
fn signatures_are_those_of_the_vectors() {
    let secret = IdentitySecret::from_seed([5; 32]);
    let content = b"what was said".to_vec();
    let signature = secret.sign_aside(LABEL, &content).0;
    let good = Case { key: secret.public().0, label: LABEL, content, signature };
    assert!(good.holds());
    let mut identity = [0; 32];
    identity[0] = 1;
    let small_order = bytes("c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a");
    let other = IdentitySecret::from_seed([6; 32]).public().0;
    let refused = [
        ("another key", good.with(|case| case.key = other)),
        ("another label", good.with(|case| case.label = b"nightcoach/v1/aside")),
        ("another content", good.with(|case| case.content[0] ^= 1)),
        ("a bit of R", good.with(|case| case.signature[0] ^= 1)),
        ("a bit of S", good.with(|case| case.signature[32] ^= 1)),
        ("S and the order", good.with(|case| unreduced(&mut case.signature))),
        (
            "S of zeros and R the identity, under the identity as key",
            good.with(|case| {
                (case.key, case.signature) = (identity, [0; 64]);
                case.signature[0] = 1;
            }),
        ),
        ("a key of order eight", good.with(|case| case.key = small_order)),
        ("R of order eight", good.with(|case| case.signature[..32].copy_from_slice(&small_order))),
        ("a key that is no point", good.with(|case| case.key = field_prime_and(4))),
    ];
    for (why, case) in &refused {
        assert!(!case.holds(), "{why}");
    }
    let refused: Vec<_> = refused.iter().map(|(why, case)| case.json(&[("changes", "signed"), ("why", why)])).collect();
    assert_pinned("signatures.json", &json!({"accepted": [good.json(&[("name", "signed")])], "refused": refused}));
}
