//! What a bot does with a good card in a plain situation.
#![expect(clippy::expect_used, reason = "a test fails by panicking")]

use std::collections::BTreeMap;

use nightcoach_bots::Bot;
use nightcoach_plain::{Deal, PlainTable, Replay};
use nightcoach_rules::components::{associations, occupations};
use nightcoach_rules::{Action, Choice, Face, Kind, Occupation, Options, Seat, Selection};

const A: Seat = Seat(0);
const B: Seat = Seat(1);

/// Four seats; A has this occupation, and both A and B are of the Order.
fn table(occupation: Occupation, start: Seat, hands: [&[Face]; 4], pile: &[Face]) -> PlainTable<Replay> {
    let options = Options::new(4);
    let rest = occupations().into_iter().filter(|other| *other != occupation);
    let deal = Deal {
        start,
        hands: hands.map(<[Face]>::to_vec).to_vec(),
        pile: pile.to_vec(),
        associations: associations(&options),
        occupations: core::iter::once(occupation).chain(rest).collect(),
    };
    PlainTable::arranged(&options, deal.clone(), Replay::new(deal)).expect("a legal scene")
}

fn chosen(table: &PlainTable<Replay>, seat: Seat) -> Choice {
    let view = table.view(seat).expect("a seat of the table");
    Bot::new(1).choose(&view).expect("it owes an entry")
}

fn play(table: &mut PlainTable<Replay>, seat: Seat, choice: Choice) {
    table.play(&BTreeMap::from([(seat, choice)])).expect("legal");
}

/// E35: the scenario that the rules advise.
#[test]
fn a_clairvoyant_with_a_bag_puts_a_key_on_top_and_draws_it() {
    let hands: [&[Face]; 4] = [&[Face::BagGoblet, Face::Dagger], &[Face::Gloves], &[Face::Whip], &[Face::Ring]];
    let pile = [Face::Pearl, Face::Goblet, Face::Key, Face::Knives];
    let mut table = table(Occupation::Clairvoyant, A, hands, &pile);
    let choice = chosen(&table, A);
    assert_eq!(choice, Choice::plain(Action::Foresee));
    play(&mut table, A, choice);
    let choice = chosen(&table, A);
    assert_eq!(choice.selection, Selection::Objects(vec![Face::Key, Face::Pearl]), "the best, then the worst");
    play(&mut table, A, choice);
    let choice = chosen(&table, A);
    assert!(matches!(choice.action, Action::Offer { .. }), "{choice:?}");
    assert_eq!(choice.selection, Selection::object(Face::BagGoblet));
}

#[test]
fn a_diplomat_demands_the_key_that_it_knows_of() {
    let hands: [&[Face]; 4] = [&[Face::Dagger, Face::Pearl], &[Face::Goblet], &[Face::Whip], &[Face::Key, Face::Ring]];
    let mut table = table(Occupation::Diplomat, Seat(3), hands, &[Face::Mirror]);
    play(&mut table, Seat(3), Choice::with(Action::Offer { to: A }, Face::Key));
    play(&mut table, A, Choice::plain(Action::Refuse));
    let choice = chosen(&table, A);
    assert_eq!(choice.action, Action::Demand { target: Seat(3), kind: Kind::Key });
    assert_eq!(choice.selection, Selection::object(Face::Pearl), "for what is worth least");
}

#[test]
fn a_bot_passes_the_pearl_on_and_takes_a_useful_occupation() {
    let hands: [&[Face]; 4] = [&[Face::Sextant, Face::Pearl, Face::Key], &[Face::Gloves], &[Face::Whip], &[Face::Ring]];
    let mut sextant = table(Occupation::Thug, A, hands, &[Face::Mirror]);
    play(&mut sextant, A, Choice::with(Action::Offer { to: B }, Face::Sextant));
    play(&mut sextant, B, Choice::with(Action::Accept { text: Some(Kind::Sextant) }, Face::Gloves));
    let choice = chosen(&sextant, A);
    play(&mut sextant, A, choice);
    assert_eq!(chosen(&sextant, A), Choice::with(Action::Pledge, Face::Pearl));

    let hands: [&[Face]; 4] = [&[Face::Coat], &[Face::Gloves], &[Face::Whip], &[Face::Ring]];
    let mut coat = table(Occupation::Bodyguard, A, hands, &[Face::Mirror]);
    play(&mut coat, A, Choice::with(Action::Offer { to: B }, Face::Coat));
    play(&mut coat, B, Choice::with(Action::Accept { text: Some(Kind::Coat) }, Face::Gloves));
    let choice = chosen(&coat, A);
    let taken = choice.selection.occupation().expect("a spare");
    assert!(coat.occupations().get(4..).is_some_and(|spares| spares.contains(&taken)));
}
