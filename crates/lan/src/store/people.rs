//! People met at a table, known again by their keys.

use nightcoach_wire::{MAX_LEN, decode, encode};
use serde::{Deserialize, Serialize};

use super::Profile;
use super::files::write_atomically;
use crate::LanError;
use crate::clock::wall_ms;
use crate::net::PeerKey;

/// Most people remembered; who was met longest ago is forgotten first.
const MAX_PEOPLE: usize = 500;
const DAY_MS: u64 = 86_400_000;

/// Somebody met at a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Person {
    key: PeerKey,
    /// Name at the last table.
    name: String,
    /// Wall clock in milliseconds; for people only.
    first: u64,
    last: u64,
}

/// Since when somebody is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Met {
    /// Name at the last common table.
    pub name: String,
    /// Days since the first one.
    pub first_days: u64,
    /// Days since the last one.
    pub last_days: u64,
}

/// Everybody met so far.
#[derive(Clone, Debug, Default)]
pub(crate) struct People(Vec<Person>);

impl People {
    /// Reads the file of a profile; a damaged one is as good as none.
    pub(crate) fn load(profile: &Profile) -> Self {
        let bytes = std::fs::read(profile.people_path()).unwrap_or_default();
        Self(decode(&bytes, MAX_LEN).unwrap_or_default())
    }

    /// Since when this key is known, if it is.
    pub(crate) fn met(&self, key: PeerKey) -> Option<Met> {
        let now = wall_ms();
        let days = |then: u64| now.saturating_sub(then) / DAY_MS;
        let person = self.0.iter().find(|person| person.key == key)?;
        Some(Met { name: person.name.clone(), first_days: days(person.first), last_days: days(person.last) })
    }

    /// A table begins with these people.
    pub(crate) fn meet(&mut self, profile: &Profile, people: &[(PeerKey, String)]) -> Result<(), LanError> {
        let now = wall_ms();
        for (key, name) in people {
            let first = self.0.iter().find(|person| person.key == *key).map_or(now, |person| person.first);
            self.0.retain(|person| person.key != *key);
            self.0.push(Person { key: *key, name: name.clone(), first, last: now });
        }
        let too_many = self.0.len().saturating_sub(MAX_PEOPLE);
        self.0.drain(..too_many);
        let bytes = encode(&self.0).map_err(|error| LanError::Table(error.to_string()))?;
        write_atomically(&profile.people_path(), &bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn people_are_known_by_key_from_start_to_start_whatever_they_call_themselves() {
        let profile = Profile::temporary("people").unwrap();
        let (bert, other) = (PeerKey([2; 32]), PeerKey([3; 32]));
        let mut people = People::load(&profile);
        assert_eq!(people.met(bert), None);
        people.meet(&profile, &[(bert, "Bert".to_owned())]).unwrap();
        people.meet(&profile, &[(bert, "Bertl".to_owned())]).unwrap();
        let again = People::load(&profile);
        assert_eq!(again.met(bert), Some(Met { name: "Bertl".to_owned(), first_days: 0, last_days: 0 }));
        assert_eq!(again.met(other), None, "the same name under another key is somebody new");
    }

    #[test]
    fn who_was_met_longest_ago_is_forgotten_first_and_a_damaged_file_is_none() {
        let profile = Profile::temporary("many").unwrap();
        let mut people = People::default();
        let key = |n: u16| {
            PeerKey([u8::try_from(n / 256).unwrap(), u8::try_from(n % 256).unwrap()].repeat(16).try_into().unwrap())
        };
        let all: Vec<(PeerKey, String)> = (0..600).map(|n| (key(n), format!("p{n}"))).collect();
        people.meet(&profile, &all).unwrap();
        assert!(people.met(key(99)).is_none() && people.met(key(100)).is_some());
        std::fs::write(profile.people_path(), b"nonsense").unwrap();
        assert!(People::load(&profile).met(key(599)).is_none());
    }
}
