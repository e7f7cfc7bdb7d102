//! Somebody who watches a simulated table: an auditor that is fed what the seats have sent.

use std::collections::BTreeSet;

use nightcoach_rules::Seat;
use nightcoach_table::{Auditor, Check, Rejection, Verdict, audit};

use crate::sim::Sim;

/// Longer than any dispute is waited for.
const LATER: u64 = 60_000;
/// So many records arrive in the wrong order.
const MUDDLED: usize = 9;

/// An auditor of this table that has heard all that anybody sent, in the order in which it was sent but for `muddled`
/// neighbours, which arrive the other way around. What comes too early comes again, as catching up would bring it.
pub fn watch(sim: &Sim, muddled: usize) -> Auditor {
    let mut auditor = Auditor::new(sim.tables[0].genesis().clone()).expect("the genesis makes a table");
    let mut seen = BTreeSet::new();
    let sent: Vec<&Vec<u8>> = sim.traffic.iter().filter(|record| seen.insert(*record)).collect();
    let mut again = Vec::new();
    for record in sent.chunks(muddled).flat_map(|part| part.iter().rev()) {
        match auditor.hear(record, 0) {
            Ok(true) => {}
            // Known, or a closing record before the game is over.
            Ok(false) | Err(Rejection::TooEarly) => again.push(*record),
            Err(rejection) => panic!("{rejection:?}"),
        }
    }
    for record in again {
        auditor.hear(record, 0).ok();
    }
    auditor.tick(LATER);
    auditor
}

/// Who watches names the same seat and check as the players, and so does an audit of the transcript that the spectator
/// keeps. Where records arrive in another order, another lie of the same seat may be seen first.
pub fn assert_watched(sim: &Sim, cheater: Seat, check: Check) {
    let muddled = watch(sim, MUDDLED);
    let fault = muddled.fault().unwrap_or_else(|| panic!("who watches did not notice {check} out of order"));
    assert_eq!((fault.culprit, fault.check.blames()), (cheater, true), "on the screen of who watches, out of order");
    let auditor = watch(sim, 1);
    let fault = auditor.fault().unwrap_or_else(|| panic!("who watches did not notice {check}"));
    assert_eq!((fault.culprit, fault.check), (cheater, check), "on the screen of who watches");
    let found = audit(&auditor.transcript());
    let Verdict::Invalid { seat, check: named, .. } = &found.verdict else {
        panic!("the audit of what was watched finds nothing")
    };
    assert_eq!((*seat, *named), (Some(cheater), Some(check)), "in the audit of what was watched");
    let live = auditor.audit();
    assert_eq!((&live.verdict, live.entries, live.head), (&found.verdict, found.entries, found.head));
}
