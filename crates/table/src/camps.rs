//! Who has come to another digest than this replica, and who goes along with it (walk.md decision 9).
//!
//! One seat that stands alone with its digest is to blame for it. Two or more with the same one are another program, and
//! nobody can say from here which of the two is right.

use alloc::collections::BTreeMap;

use nightcoach_rules::{Seat, SeatSet};
use nightcoach_transcript::{Entry, fold};

use crate::replica::{Entries, Replica};

/// Fewest seats with one digest that are no longer one seat's fault.
pub(crate) const CAMP: usize = 2;

/// The largest set of seats that stand on one other digest: those who have signed it in the running round, and those who
/// have gone on to the next round over such an entry.
pub(crate) fn other_camp(replica: &Replica, pending: &Entries, disputed: &[Entry], later: &[Entry]) -> SeatSet {
    let mut camps: BTreeMap<[u8; 32], BTreeMap<Seat, &Entry>> = BTreeMap::new();
    let here = |entry: &&Entry| {
        let content = entry.content();
        content.round == replica.round() && content.head == replica.head() && content.digest != replica.digest()
    };
    for entry in disputed.iter().filter(here) {
        camps.entry(entry.content().digest).or_default().insert(Seat(entry.content().seat), entry);
    }
    let all = camps.into_values().map(|camp| {
        let signed: SeatSet = camp.keys().copied().collect();
        signed.or(followers(replica, pending, &camp, later))
    });
    all.max_by_key(|camp| camp.len()).unwrap_or(SeatSet::EMPTY)
}

/// Whose entry of the next round stands on the head that the entries of a camp lead to.
fn followers(replica: &Replica, pending: &Entries, camp: &BTreeMap<Seat, &Entry>, later: &[Entry]) -> SeatSet {
    let mut round: BTreeMap<Seat, &Entry> = pending.iter().map(|(seat, (entry, _))| (*seat, entry)).collect();
    round.extend(camp.iter().map(|(seat, entry)| (*seat, *entry)));
    let head = fold(&replica.head(), replica.round(), round.into_values());
    let next = replica.round().saturating_add(1);
    let follows = later.iter().filter(|entry| entry.content().round == next && entry.content().head == head);
    follows.map(|entry| Seat(entry.content().seat)).collect()
}
