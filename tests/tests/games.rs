//! Whole games of real sessions in one thread, with their audit.

use nightcoach_bots::Bot;
use nightcoach_table::{Table, Verdict, audit};
use nightcoach_tests::sim::{Sim, options};
use nightcoach_tests::watch::watch;

#[test]
fn a_game_of_every_size_ends_alike_everywhere_and_its_audit_is_valid() {
    for seats in 3..=10 {
        let mut sim = Sim::begin(&options(seats), u64::from(seats)).unwrap();
        let mut bots: Vec<_> = (0..seats).map(|seat| Bot::new(u64::from(seat))).collect();
        let made = sim.play(3_000, |view| bots[view.seat.index()].choose(view));
        assert!(sim.faults.iter().all(Option::is_none), "{seats} seats: {:?} {:?}", sim.faults, sim.rejected);
        let outcome = sim.outcome().unwrap_or_else(|| panic!("{seats} seats: no end after {made} choices"));
        let files: Vec<_> = sim.tables.iter().map(Table::transcript).collect();
        assert!(files.iter().all(|file| *file == files[0]), "{seats} seats: one chain, one appendix");
        let report = audit(&files[0]);
        assert_eq!(report.verdict, Verdict::ValidFinished);
        assert_eq!(report.outcome, Some(outcome));
        assert_eq!(report.closed_by.len(), usize::from(seats));
        assert_eq!(report.revealed.len(), usize::from(seats));
        for muddled in [1, 7] {
            let watched = watch(&sim, muddled);
            assert!(watched.transcript() == files[0], "{seats} seats, {muddled}: who watches keeps the same file");
            let live = watched.audit();
            assert_eq!((&live.verdict, live.entries, live.head), (&report.verdict, report.entries, report.head));
            assert_eq!((&live.log, &live.revealed, &live.scores), (&report.log, &report.revealed, &report.scores));
        }
        println!("{seats} seats: {made} choices, {} rounds, {} bytes", sim.tables[0].round(), files[0].len());
    }
}
