//! What a seat must not be able to tell apart gives the same window.
#![expect(clippy::unwrap_used, reason = "a test may")]

mod support;

use std::collections::BTreeMap;
use std::sync::Arc;

use nightcoach_plain::{Deal, PlainTable, Seeded};
use nightcoach_rules::{Action, Association, Choice, Choices, Face, Occupation, Owed, Seat, SeatSet, View, choices};
use nightcoach_words::Language;
use support::{LARGE, at_table, open, options, playing, tree};

type Table = PlainTable<Seeded>;

/// A table of six; what seat 0 holds is the same in both worlds, what the others hold is not.
fn world(second: bool) -> Table {
    let theirs = if second {
        [Face::Goblet, Face::Gloves, Face::BagGoblet, Face::Dagger, Face::Pearl]
    } else {
        [Face::Key, Face::Whip, Face::BagKey, Face::Ring, Face::Knives]
    };
    let mut hands = vec![vec![Face::Key, Face::Mirror]];
    hands.extend(theirs.map(|face| vec![face, if second { Face::Goblet } else { Face::Key }]));
    let mut sides = [Association::Order, Association::Brotherhood].repeat(3);
    let mut occupations = Occupation::ALL.to_vec();
    if second {
        sides.swap(1, 2);
        occupations.swap(1, 5);
    }
    let pile = vec![if second { Face::Whip } else { Face::Goblet }; 9];
    let deal = Deal { start: Seat(1), hands, pile, associations: sides, occupations };
    PlainTable::arranged(&options(6), deal, Seeded::new(1)).unwrap()
}

/// A choice of both worlds with the same public half, another one at every step; never a declaration.
fn common(one: &View, other: &View, step: usize) -> Option<(Choice, Choice)> {
    let (ones, others) = (choices(one).all(), choices(other).all());
    let shared = ones.iter().filter_map(|choice| {
        let same = others.iter().find(|other| other.action == choice.action)?;
        let declares = matches!(choice.action, Action::DeclareTeam { .. } | Action::DeclareSolo { .. });
        (!declares).then(|| (choice.clone(), same.clone()))
    });
    let shared: Vec<_> = shared.collect();
    let at = step.checked_rem(shared.len())?;
    shared.into_iter().nth(at)
}

/// One round in both worlds; `None` if they force different public entries.
fn step(one: &mut Table, other: &mut Table, step: usize) -> Option<()> {
    let seats = match one.owed() {
        Owed::Nobody => SeatSet::EMPTY,
        Owed::One(seat) => SeatSet::only(seat),
        Owed::Each(seats) | Owed::Sealed(seats) => seats,
    };
    let (mut entries, mut other_entries) = (BTreeMap::new(), BTreeMap::new());
    for seat in seats.iter() {
        let (choice, same) = common(&one.view(seat).unwrap(), &other.view(seat).unwrap(), step)?;
        entries.insert(seat, choice);
        other_entries.insert(seat, same);
    }
    one.play(&entries).unwrap();
    other.play(&other_entries).unwrap();
    Some(())
}

fn window(table: &Table) -> String {
    let view = table.view(Seat(0)).unwrap();
    let asked = choices(&view) != Choices::Nothing;
    let mut playing = playing(view, asked);
    playing.log = Arc::new(table.log().iter().map(|event| (1, event.clone())).collect());
    tree(&open(Language::English, LARGE, at_table(playing)))
}

/// Plays both worlds in step as long as seat 0 has seen the same, and compares its windows at every step.
fn compare(seed: usize) -> usize {
    let (mut one, mut other) = (world(false), world(true));
    for played in 0..8 {
        if one.view(Seat(0)) != other.view(Seat(0)) || one.log() != other.log() {
            return played;
        }
        assert_eq!(window(&one), window(&other), "after {played} steps the window tells the worlds apart");
        if step(&mut one, &mut other, seed.wrapping_mul(7).wrapping_add(played)).is_none() {
            return played;
        }
    }
    8
}

#[test]
fn a_window_is_the_same_whatever_the_others_hold() {
    let steps: usize = (0..3).map(compare).sum();
    assert!(steps >= 9, "the worlds parted after {steps} steps: too little was compared");
}
