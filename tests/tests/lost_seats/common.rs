//! Tables of bots that can lose seats.

use nightcoach_bots::Bot;
use nightcoach_rules::{Options, Seat, SeatSet};
use nightcoach_table::{Table, Verdict, audit};
use nightcoach_tests::sim::Sim;

pub(crate) fn options(seats: u8, losses: u8) -> Options {
    Options { losses, ..Options::new(seats) }
}

/// A table with a bot for every seat.
pub(crate) struct Bots {
    pub(crate) sim: Sim,
    bots: Vec<Bot>,
}

impl Bots {
    pub(crate) fn new(sim: Sim) -> Self {
        let seats = u8::try_from(sim.tables.len()).unwrap();
        Self { sim, bots: (0..seats).map(|seat| Bot::new(u64::from(seat))).collect() }
    }

    pub(crate) fn begin(seats: u8, losses: u8, game: u64) -> Self {
        Self::new(Sim::begin(&options(seats, losses), game).unwrap())
    }

    /// Plays so many choices; fewer if nobody is asked.
    pub(crate) fn play(&mut self, most: usize) -> usize {
        let bots = &mut self.bots;
        self.sim.play(most, |view| bots[view.seat.index()].choose(view))
    }

    /// Plays a little, and on to the start of a turn.
    pub(crate) fn play_to_a_turn(&mut self) {
        self.play(2);
        for _ in 0..60 {
            if self.sim.tables[0].round_kind().1 == "Turn" {
                return;
            }
            self.play(1);
        }
        panic!("no turn comes");
    }

    /// Plays to the end, going on without whoever is waited for and gone. False: it stands before that.
    pub(crate) fn play_on(&mut self) -> bool {
        for _ in 0..4_000 {
            if self.play(1) == 0 && !self.sim.go_on() {
                break;
            }
        }
        self.sim.outcome().is_some()
    }

    /// Somebody who is here.
    pub(crate) fn witness(&self) -> &Table {
        let away = self.sim.gone.or(self.sim.unheard);
        self.sim.tables.iter().find(|table| !away.contains(table.seat())).unwrap()
    }

    pub(crate) fn assert_ended_well(&self, what: &str) {
        let table = self.witness();
        let Some(outcome) = self.sim.outcome() else {
            panic!(
                "{what}: no end, round {} {:?} waits for {:?}, {:?} sleep, {:?}, {:?}",
                table.round(),
                table.round_kind(),
                table.waiting_for(),
                table.asleep(),
                table.ballots(),
                table.trust()
            );
        };
        self.assert_sound(what);
        let report = audit(&table.transcript());
        assert_eq!((report.verdict, report.outcome), (Verdict::ValidFinished, Some(outcome)), "{what}");
        assert_eq!(report.head, table.head(), "{what}");
    }

    pub(crate) fn assert_sound(&self, what: &str) {
        assert!(self.sim.faults.iter().all(Option::is_none), "{what}: {:?}", self.sim.faults);
        assert_eq!(self.sim.broken, SeatSet::EMPTY, "{what}");
    }
}

pub(crate) fn set(seats: &[u8]) -> SeatSet {
    seats.iter().map(|seat| Seat(*seat)).collect()
}
