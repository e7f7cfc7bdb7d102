//! What the length of an entry may depend on: the public state and the public action, never the selection or the hands
//! (walk.md decision 22).

use std::collections::BTreeMap;

use nightcoach_bots::Random;
use nightcoach_rules::{Action, Options, Seat, State};
use nightcoach_table::cheat::peek::{Said, said};
use nightcoach_tests::sim::{Sim, options};

/// The public facts that an entry's length is a function of; fewer than the whole state, so that games meet.
type PublicFacts = (u8, String, u8, bool, u8, String);

fn facts(state: &State, seat: Seat, said: &Said) -> PublicFacts {
    let hand = state.seats[seat.index()].hand;
    // An occupation that lies face-up needs no opening when it is used again.
    let face_up = state.seats[seat.index()].occupation.is_some();
    let phase = format!("{:?}", state.phase);
    let phase = phase.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default().to_owned();
    // Names of partners have no length; kinds and opened faces are public.
    let said = match said {
        Said::Action(Action::Offer { .. }) => "Offer".to_owned(),
        Said::Action(Action::Attack { .. }) => "Attack".to_owned(),
        Said::Action(Action::Give { .. }) => "Give".to_owned(),
        Said::Action(Action::Hypnotise { target: Some(_) }) => "Hypnotise".to_owned(),
        Said::Action(Action::Take { .. }) => "Take".to_owned(),
        other => format!("{other:?}"),
    };
    // A pile that is shuffled counts in full, else only whether it is empty.
    let pile = if phase == "Reorder" { state.pile } else { state.pile.min(1) };
    (state.options.seats, phase, hand, face_up, pile, said)
}

#[test]
fn entries_of_equal_public_facts_have_equal_lengths() {
    let mut lengths: BTreeMap<PublicFacts, (usize, u32)> = BTreeMap::new();
    for game in 0..24u64 {
        let seats = 3 + u8::try_from(game % 3).unwrap();
        let mut sim = Sim::begin(&Options { max_laps: 12, ..options(seats) }, 5_000 + game).unwrap();
        let mut random = Random::new(game);
        while let Some((seat, view)) = sim.asked().into_iter().next() {
            let (state, sent, round) = (view.state.clone(), sim.traffic.len(), sim.tables[0].round());
            let Some(choice) = random.choose(&view) else { break };
            sim.choose(seat, choice);
            for record in &sim.traffic[sent..] {
                let Some((of, author, said)) = said(record) else { continue };
                // Later rounds that followed by themselves have another state at their start.
                if of == round {
                    let (length, times) = lengths.entry(facts(&state, author, &said)).or_insert((record.len(), 0));
                    assert_eq!(*length, record.len(), "game {game}, round {round}: {:?}", facts(&state, author, &said));
                    *times += 1;
                }
            }
        }
        assert!(sim.faults.iter().all(Option::is_none));
    }
    let repeated = lengths.values().filter(|(_, times)| *times > 1).count();
    assert!(repeated > 60, "only {repeated} kinds of entries were seen twice");
    println!("{} kinds of entries, {repeated} of them more than once", lengths.len());
}

#[test]
fn a_seal_has_one_length_whatever_is_sealed() {
    let mut sealed = Vec::new();
    for game in 0..6 {
        let mut sim = Sim::begin(&options(3), 6_000 + game).unwrap();
        let mut random = Random::new(game);
        sim.play(60, |view| random.choose(view));
        sealed
            .extend(sim.traffic.iter().filter(|record| matches!(said(record), Some((_, _, Said::Seal)))).map(Vec::len));
    }
    assert!(sealed.len() > 10, "{} seals", sealed.len());
    assert!(sealed.iter().all(|len| *len == sealed[0]));
}
