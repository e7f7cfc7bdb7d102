//! A table of three with any bytes on its network, and with entries of one seat that are right but for one lie: nothing panics, only
//! that seat is ever blamed, and nobody comes to a state that an audit of its file does not come to as well.

use nightcoach_rules::{Choice, Options, Seat, choices};
use nightcoach_table::cheat::Forgery;
use nightcoach_table::{Verdict, audit};
use nightcoach_transcript::UnverifiedEntry;

use super::Bytes;
use crate::sim::Sim;

/// Who lies, where somebody does.
const CHEATER: Seat = Seat(2);
/// Steps after which a run is long enough.
const MOST_STEPS: usize = 48;

/// Lies of a running game.
const FORGERIES: [Forgery; 16] = [
    Forgery::FalseChoice,
    Forgery::GarbledBody,
    Forgery::WrongHead,
    Forgery::WrongDigest,
    Forgery::WrongKind,
    Forgery::RepeatedPair,
    Forgery::ReplayedPair,
    Forgery::OtherShare,
    Forgery::DuplicateCard,
    Forgery::FewerShares,
    Forgery::NoShuffle,
    Forgery::OldHand,
    Forgery::OtherShuffle,
    Forgery::ExtraProof,
    Forgery::OtherCopy,
    Forgery::OtherAnswer,
];

/// A step of a run.
#[derive(Debug)]
enum Step<'a> {
    /// Whoever is asked makes the choice of this number.
    Choose(usize),
    /// These bytes reach a seat.
    Noise(Seat, &'a [u8]),
    /// A record that was sent before reaches a seat again, spoilt or as it was.
    Again(Seat, Vec<u8>),
    /// Time passes.
    Wait,
    /// The cheater makes an entry of its own, for all or for one.
    Forge(Option<Seat>, Forgery, usize),
}

/// What these bytes do to a table.
pub fn run(data: &[u8]) {
    let mut bytes = Bytes::new(data);
    let options = Options::new(3);
    let game = u64::from(bytes.next() % 4);
    let mut sim = Sim::begin(&options, game).unwrap();
    sim.unshare();
    // The same choices at a table without any noise.
    let mut quiet = Some(Sim::begin(&options, game).unwrap());
    for _ in 0..MOST_STEPS {
        if bytes.is_empty() || sim.tables.iter().any(|table| table.fault().is_some()) {
            break;
        }
        let step = next(&mut bytes, &sim);
        match &step {
            Step::Choose(number) => {
                choose(&mut sim, *number);
                if let Some(quiet) = &mut quiet {
                    choose(quiet, *number);
                }
            }
            Step::Noise(to, record) => sim.send(*to, record),
            Step::Again(to, record) => sim.send(*to, record),
            Step::Wait => sim.wait(5_000),
            Step::Forge(to, forgery, number) => {
                quiet = None;
                forge(&mut sim, *to, *forgery, *number);
            }
        }
    }
    sim.wait(20_000);
    assert_sound(&sim, quiet.as_ref());
}

fn next<'a>(bytes: &mut Bytes<'a>, sim: &Sim) -> Step<'a> {
    let seat = |byte: u8| Seat(byte % 3);
    match bytes.next() % 8 {
        0..=2 => Step::Choose(bytes.below(usize::MAX)),
        3 => {
            let (to, length) = (seat(bytes.next()), usize::from(bytes.next()));
            Step::Noise(to, bytes.take(length))
        }
        4 | 5 => {
            let to = seat(bytes.next());
            let mut record = sim.traffic.get(bytes.below(sim.traffic.len())).cloned().unwrap_or_default();
            for _ in 0..bytes.next() % 3 {
                bytes.spoil(&mut record);
            }
            Step::Again(to, record)
        }
        6 => Step::Wait,
        _ => {
            let to = bytes.next();
            let forgery = FORGERIES.get(usize::from(bytes.next()) % FORGERIES.len()).copied();
            Step::Forge(
                (to % 3 < 2).then_some(Seat(to % 3)),
                forgery.unwrap_or(Forgery::FalseChoice),
                bytes.below(usize::MAX),
            )
        }
    }
}

/// One of all choices that the first seat has that is asked.
fn choose(sim: &mut Sim, number: usize) {
    let asked = sim.asked().into_iter().next();
    let Some((seat, view)) = asked else { return };
    let mut all = choices(&view).all();
    if let Some(at) = number.checked_rem(all.len()) {
        sim.choose(seat, all.swap_remove(at));
    }
}

fn forge(sim: &mut Sim, to: Option<Seat>, forgery: Forgery, number: usize) {
    let table = &sim.tables[CHEATER.index()];
    let all: Vec<Choice> = table.view().map_or_else(Vec::new, |view| choices(&view).all());
    let choice = number.checked_rem(all.len()).and_then(|at| all.get(at));
    let Some(record) = table.forge(forgery, choice).or_else(|| table.forge_unasked()) else { return };
    match to {
        Some(seat) => sim.send(seat, &record),
        None => sim.broadcast(CHEATER, &record),
    }
}

fn assert_sound(sim: &Sim, quiet: Option<&Sim>) {
    let honest = || sim.tables.iter().filter(|table| quiet.is_some() || table.seat() != CHEATER);
    for table in honest() {
        let seat = table.seat();
        if let Some(fault) = table.fault() {
            assert!(quiet.is_none(), "seat {seat:?} stops though nobody has lied: {fault:?}");
            assert!(
                !fault.check.blames() || fault.culprit == CHEATER,
                "seat {seat:?} blames an honest seat: {fault:?}"
            );
        }
        let found = audit(&table.transcript());
        assert_eq!(found.head, table.head(), "the file of seat {seat:?} leads to where it stands");
        if let Verdict::Invalid { seat: named, check, what, .. } = found.verdict {
            assert!(table.fault().is_some(), "the file of seat {seat:?}: {check:?}, {what}");
            assert!(named.is_none_or(|named| named == CHEATER), "the file of seat {seat:?} blames {named:?}: {what}");
        }
    }
    if let Some(quiet) = quiet {
        for (table, other) in sim.tables.iter().zip(&quiet.tables) {
            assert_eq!(table.head(), other.head(), "noise has changed the chain of seat {:?}", table.seat());
        }
    }
    assert!(sim.traffic.iter().all(|record| UnverifiedEntry::decode(record).is_ok()), "honest programs send records");
}
