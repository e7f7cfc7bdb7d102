//! The short code of an address: what a host reads aloud, and what its QR picture holds.
//!
//! `4G7K-2MQX` is an IPv4 address at the usual port; any other port makes it four characters longer. Base 32 without the
//! letters that look or sound like others, and a check behind it that finds every single wrong character and every swap of
//! two neighbours.

use std::net::{Ipv4Addr, SocketAddrV4};

use super::DEFAULT_PORT;

/// Digits and letters without I, L, O and U.
const ALPHABET: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const GROUP: usize = 4;
/// Characters of a code for the usual port, and for any other one.
const SHORT: usize = 8;
const LONG: usize = 12;
/// Bits and polynomial of the check behind 32 bits of address.
const SHORT_CHECK: (u32, u64) = (8, 0x12f);
/// Bits and polynomial of the check behind 48 bits of address and port.
const LONG_CHECK: (u32, u64) = (12, 0x180f);

/// Why a text is no code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CodeError {
    /// Too few or too many characters.
    #[error("a code has 8 or 12 characters, this one has {0}")]
    Length(usize),
    /// A character that no code has.
    #[error("no code has the character {0:?}")]
    Character(char),
    /// The check does not fit.
    #[error("a character of the code is wrong: compare it once more")]
    Check,
    /// Nobody can be reached there.
    #[error("the code names no address of a computer")]
    Nowhere,
}

/// The code of a socket; none of one that nobody else can reach.
pub fn code_of(socket: SocketAddrV4) -> Option<String> {
    if !is_somewhere(*socket.ip()) {
        return None;
    }
    let ip = u64::from(u32::from(*socket.ip()));
    let (value, len) = if socket.port() == DEFAULT_PORT {
        (checked(ip, SHORT_CHECK), SHORT)
    } else {
        (checked((ip << 16) | u64::from(socket.port()), LONG_CHECK), LONG)
    };
    let mut code = String::new();
    for place in 0..len {
        if place > 0 && place.is_multiple_of(GROUP) {
            code.push('-');
        }
        let shift = len.saturating_sub(place).saturating_sub(1).saturating_mul(5);
        let digit = usize::try_from((value >> shift) & 31).ok()?;
        code.push(char::from(*ALPHABET.get(digit)?));
    }
    Some(code)
}

/// The socket that a code names. Case, spaces and dashes do not matter; O counts as 0, I and L as 1.
///
/// # Errors
/// The text is no code; the error says what is wrong with it.
pub fn socket_of(code: &str) -> Result<SocketAddrV4, CodeError> {
    let mut value = 0u64;
    let mut len = 0usize;
    for character in code.chars().filter(|c| !c.is_whitespace() && *c != '-') {
        let digit = digit(character).ok_or(CodeError::Character(character))?;
        value = (value << 5) | digit;
        len = len.saturating_add(1);
        if len > LONG {
            return Err(CodeError::Length(code.chars().filter(|c| !c.is_whitespace() && *c != '-').count()));
        }
    }
    let (ip, port) = match len {
        SHORT => (unchecked(value, SHORT_CHECK)?, DEFAULT_PORT),
        LONG => {
            let both = unchecked(value, LONG_CHECK)?;
            (both >> 16, u16::try_from(both & 0xffff).unwrap_or(0))
        }
        other => return Err(CodeError::Length(other)),
    };
    let ip = Ipv4Addr::from(u32::try_from(ip).map_err(|_error| CodeError::Nowhere)?);
    if is_somewhere(ip) && port > 0 { Ok(SocketAddrV4::new(ip, port)) } else { Err(CodeError::Nowhere) }
}

/// Whether a text is written as codes are shown: several groups of four characters of the alphabet.
pub(crate) fn looks_like_code(text: &str) -> bool {
    let is_group = |group: &str| group.len() == GROUP && group.chars().all(|c| digit(c).is_some());
    text.len() > GROUP && text.split(['-', ' ']).all(is_group)
}

fn digit(character: char) -> Option<u64> {
    let character = match character.to_ascii_uppercase() {
        'O' => '0',
        'I' | 'L' => '1',
        other => other,
    };
    let place = ALPHABET.iter().position(|known| char::from(*known) == character)?;
    u64::try_from(place).ok()
}

const fn is_somewhere(ip: Ipv4Addr) -> bool {
    !ip.is_unspecified() && !ip.is_multicast() && !ip.is_broadcast() && !ip.is_loopback()
}

/// The value with its check behind it.
fn checked(value: u64, (bits, polynomial): (u32, u64)) -> u64 {
    let shifted = value << bits;
    shifted | remainder(shifted, bits, polynomial)
}

fn unchecked(value: u64, (bits, polynomial): (u32, u64)) -> Result<u64, CodeError> {
    if remainder(value, bits, polynomial) == 0 { Ok(value >> bits) } else { Err(CodeError::Check) }
}

/// Remainder of the division of polynomials over two elements.
fn remainder(mut value: u64, bits: u32, polynomial: u64) -> u64 {
    for place in (bits..64).rev() {
        if (value >> place) & 1 == 1 {
            value ^= polynomial << place.saturating_sub(bits);
        }
    }
    value
}

#[cfg(test)]
mod tests {
    use super::*;

    fn socket(ip: [u8; 4], port: u16) -> SocketAddrV4 {
        SocketAddrV4::new(Ipv4Addr::from(ip), port)
    }

    #[test]
    fn the_code_of_an_address_is_pinned() {
        assert_eq!(code_of(socket([192, 168, 1, 5], DEFAULT_PORT)).unwrap(), PINNED_SHORT);
        assert_eq!(code_of(socket([10, 0, 0, 7], 4_001)).unwrap(), PINNED_LONG);
    }

    #[test]
    fn every_code_leads_back_to_its_address() {
        for n in 1..2_000u32 {
            let ip = Ipv4Addr::from(n.wrapping_mul(2_654_435_761));
            for port in [DEFAULT_PORT, 1, 4_001, 65_535] {
                let socket = SocketAddrV4::new(ip, port);
                let Some(code) = code_of(socket) else { continue };
                assert_eq!(code.len(), if port == DEFAULT_PORT { 9 } else { 14 });
                assert_eq!(socket_of(&code), Ok(socket), "{code}");
            }
        }
    }

    #[test]
    fn case_dashes_and_letters_that_look_alike_do_not_matter() {
        let socket = socket([192, 168, 1, 5], DEFAULT_PORT);
        let code = code_of(socket).unwrap();
        let sloppy = code.to_lowercase().replace('-', " ").replace('0', "o").replace('1', "l");
        assert_eq!(socket_of(&sloppy), Ok(socket));
        assert_eq!(socket_of(&code.replace('-', "")), Ok(socket));
    }

    #[test]
    fn every_wrong_character_and_every_swap_of_neighbours_is_found() {
        for socket in [socket([192, 168, 178, 23], DEFAULT_PORT), socket([10, 1, 2, 3], 40_000)] {
            let code: Vec<char> = code_of(socket).unwrap().chars().filter(|c| *c != '-').collect();
            for place in 0..code.len() {
                for wrong in ALPHABET.iter().map(|c| char::from(*c)).filter(|c| *c != code[place]) {
                    let mut typed = code.clone();
                    typed[place] = wrong;
                    assert_eq!(socket_of(&typed.iter().collect::<String>()), Err(CodeError::Check));
                }
                let mut typed = code.clone();
                if place > 0 && code[place] != code[place - 1] {
                    typed.swap(place, place - 1);
                    assert_eq!(socket_of(&typed.iter().collect::<String>()), Err(CodeError::Check));
                }
            }
        }
    }

    #[test]
    fn what_is_no_code_says_why() {
        assert_eq!(socket_of("4G7K"), Err(CodeError::Length(4)));
        assert_eq!(socket_of(""), Err(CodeError::Length(0)));
        assert_eq!(socket_of(&"0".repeat(40)), Err(CodeError::Length(40)));
        assert_eq!(socket_of("4G7K-2MQU"), Err(CodeError::Character('U')));
        assert_eq!(socket_of("0000-0000"), Err(CodeError::Nowhere));
        assert_eq!(code_of(socket([127, 0, 0, 1], 1)), None);
    }

    #[test]
    fn what_is_written_like_a_code_is_told_from_host_names() {
        for name in ["annalaptop", "peter", "livingroom.local", "desk-12", "gamebox1", "anna"] {
            assert!(!looks_like_code(name), "{name}");
        }
        assert!(looks_like_code("4G7K-2MQX"), "a mistyped code is called one");
    }

    const PINNED_SHORT: &str = "R2M0-218Y";
    const PINNED_LONG: &str = "1800-01RF-M6FS";
}
