//! What a coalition of all other seats can make of everything it holds: nothing about the last seat's dealt cards.

use nightcoach_cards::{CardPoint, HandSecret};
use nightcoach_rules::Seat;
use nightcoach_table::cheat::peek::{Pair, all_faces, dealt_to, peel, published, secrets};
use nightcoach_tests::sim::{Sim, config, options};

/// All choices of some of these secrets.
fn subsets(secrets: &[HandSecret]) -> impl Iterator<Item = Vec<&HandSecret>> {
    (0..1u32 << secrets.len())
        .map(move |mask| secrets.iter().enumerate().filter(|(i, _)| mask >> i & 1 == 1).map(|(_, s)| s).collect())
}

fn opens(pair: &Pair, secrets: &[HandSecret], faces: &[CardPoint]) -> bool {
    subsets(secrets).any(|some| peel(pair, some).is_some_and(|point| faces.contains(&point)))
}

#[test]
fn all_others_together_open_no_dealt_card_of_the_last_seat() {
    for seats in [3, 4] {
        let options = options(seats);
        let sim = Sim::begin(&options, 11).unwrap();
        let faces = all_faces(&sim.tables[0]);
        for victim in (0..seats).map(Seat) {
            // Deal secrets too: as if none of the others had erased them.
            let coalition: Vec<HandSecret> = (0..seats)
                .filter(|seat| *seat != victim.0)
                .flat_map(|seat| secrets(&config(&options, 11, seat)).0)
                .collect();
            let maskings = dealt_to(&sim.tables[0], victim);
            assert_eq!(maskings.len(), 3);
            for pair in maskings.iter().flatten() {
                assert!(!opens(pair, &coalition, &faces), "{seats} seats: a card of seat {} lies open", victim.0);
            }
        }
    }
}

#[test]
fn nothing_that_was_ever_sent_opens_a_dealt_card_either() {
    let options = options(3);
    let sim = Sim::begin(&options, 12).unwrap();
    let faces = all_faces(&sim.tables[0]);
    let victim = Seat(2);
    let coalition: Vec<HandSecret> = (0..2).flat_map(|seat| secrets(&config(&options, 12, seat)).0).collect();
    // Every published pair, the halves of pairs recombined with the victim's cards included.
    let sent: Vec<Pair> = sim.traffic.iter().flat_map(|record| published(record)).collect();
    assert!(sent.len() > 100, "shuffles and shares were sent");
    let cards = dealt_to(&sim.tables[0], victim);
    for pair in &sent {
        assert!(!opens(pair, &coalition, &faces), "a published pair lies open");
    }
    for card in cards.iter().flatten() {
        for pair in &sent {
            let mut mixed = *card;
            mixed[..32].copy_from_slice(&pair[..32]);
            let some: Vec<_> = coalition.iter().collect();
            assert!(peel(&mixed, some).is_none_or(|point| !faces.contains(&point)));
        }
    }
}

#[test]
fn with_the_last_seat_the_same_method_opens_every_masking() {
    // The control: the method is not blind. All deal secrets open the first masking, hand and pile secrets the second,
    // the holder's hand secret the last.
    let options = options(3);
    let sim = Sim::begin(&options, 13).unwrap();
    let faces = all_faces(&sim.tables[0]);
    let all: Vec<HandSecret> = (0..3).flat_map(|seat| secrets(&config(&options, 13, seat)).0).collect();
    for pair in dealt_to(&sim.tables[0], Seat(1)).iter().flatten() {
        assert!(opens(pair, &all, &faces));
    }
}
