//! Whoever only watches sees the same window whatever the cards do among the others: the pile that a Clairvoyant orders, what
//! is laid down for a demand, passed by a Sextant, taken with a Coat, swapped by a Tome, kept silent by a smuggler.
#![expect(clippy::unwrap_used, reason = "a test may")]

mod support;

use std::collections::BTreeMap;
use std::sync::Arc;

use nightcoach_plain::{Deal, PlainTable, Seeded};
use nightcoach_rules::{
    Action, Association, Choice, Choices, Face, Kind, Neighbour, Occupation, Options, Seat, Selection, choices, owed,
};
use nightcoach_words::Language;
use support::{LARGE, at_table, open, playing, tree};

type Table = PlainTable<Seeded>;

/// The seat that only watches, and those who act.
const ME: Seat = Seat(0);
const ANN: Seat = Seat(1);
const BEN: Seat = Seat(2);

/// One of two worlds that the own seat cannot tell apart.
#[derive(Clone)]
struct World {
    options: Options,
    /// Hands by seat; the own one, and that of the neighbour whose cards may reach it, are the same in both worlds.
    hands: Vec<Vec<Face>>,
    pile: Vec<Face>,
    associations: Vec<Association>,
    occupations: Vec<Occupation>,
}

impl World {
    /// Four seats; what two of them hold is given.
    fn of(ann: &[Face], ben: &[Face]) -> Self {
        let hands = vec![vec![Face::Key, Face::Mirror], ann.to_vec(), ben.to_vec(), vec![Face::Ring, Face::Gloves]];
        Self {
            options: Options::new(4),
            hands,
            pile: vec![Face::Goblet; 3],
            associations: [Association::Order, Association::Brotherhood].repeat(2),
            occupations: Occupation::ALL.to_vec(),
        }
    }

    /// The same with something changed.
    fn with(self, change: impl FnOnce(&mut Self)) -> Self {
        let mut world = self;
        change(&mut world);
        world
    }

    /// With this occupation before Ann.
    fn role(self, role: Occupation) -> Self {
        self.with(|world| {
            let at = world.occupations.iter().position(|one| *one == role).unwrap();
            world.occupations.swap(ANN.index(), at);
        })
    }

    fn table(&self) -> Table {
        let Self { options, hands, pile, associations, occupations } = self.clone();
        let deal = Deal { start: ANN, hands, pile, associations, occupations };
        PlainTable::arranged(&options, deal, Seeded::new(1)).unwrap()
    }
}

/// What the watching seat sees.
fn window(table: &Table) -> String {
    let view = table.view(ME).unwrap();
    let asked = choices(&view) != Choices::Nothing;
    let mut playing = playing(view, asked);
    playing.log = Arc::new(table.log().iter().map(|event| (1, event.clone())).collect());
    tree(&open(Language::English, LARGE, at_table(playing)))
}

/// One round: each seat takes the first choice that is wished for, else one that all its worlds share.
fn step(tables: &mut [Table; 2], wish: fn(&Choice) -> bool) {
    let mut entries: [BTreeMap<Seat, Choice>; 2] = Default::default();
    for seat in owed(tables[0].state()).seats().iter() {
        let all = tables.each_ref().map(|table| choices(&table.view(seat).unwrap()).all());
        let shared = |choice: &&Choice| all[1].iter().any(|other| other.action == choice.action);
        let wished = all[0].iter().filter(shared).find(|choice| wish(choice));
        let one = wished.or_else(|| all[0].iter().find(shared)).unwrap().clone();
        let same = |choice: &&Choice| choice.action == one.action;
        let other =
            all[1].iter().filter(same).find(|choice| wish(choice)).or_else(|| all[1].iter().find(same)).unwrap();
        entries[1].insert(seat, other.clone());
        entries[0].insert(seat, one);
    }
    for (table, entries) in tables.iter_mut().zip(&entries) {
        table.play(entries).unwrap();
    }
}

/// Plays both worlds until this many things have happened, and compares the window after each step.
fn compare(one: &World, other: &World, steps: usize, wish: fn(&Choice) -> bool) -> Table {
    let mut tables = [one.table(), other.table()];
    assert_ne!(tables[0].hands(), tables[1].hands(), "the worlds are the same");
    for played in 0..=steps {
        let [first, second] = &tables;
        assert_eq!(first.log(), second.log(), "the worlds differ in public after {played} steps");
        assert_eq!(first.view(ME), second.view(ME), "the own seat has seen a difference after {played} steps");
        assert_eq!(window(first), window(second), "after {played} steps the window tells the worlds apart");
        step(&mut tables, wish);
    }
    let [table, _] = tables;
    table
}

/// Whether the log tells that this happened.
fn happened(table: &Table, what: &str) -> bool {
    table.log().iter().any(|event| format!("{event:?}").starts_with(what))
}

fn offers(choice: &Choice, card: Face) -> bool {
    choice.action == Action::Offer { to: BEN } && choice.selection == Selection::object(card)
}

fn accepts(choice: &Choice) -> bool {
    matches!(choice.action, Action::Accept { .. })
}

#[test]
fn the_pile_of_the_clairvoyant_shows_to_nobody_else() {
    let one = World::of(&[Face::Whip, Face::Dagger], &[Face::Knives]).role(Occupation::Clairvoyant);
    let other = World::of(&[Face::Goblet, Face::Knives], &[Face::Dagger])
        .role(Occupation::Clairvoyant)
        .with(|world| world.pile = vec![Face::Key, Face::Whip, Face::Pearl]);
    let end = compare(&one, &other, 2, |choice| choice.action == Action::Foresee);
    assert!(happened(&end, "PileOrdered"));
}

#[test]
fn the_question_at_the_end_of_a_turn_tells_nobody_who_is_clairvoyant() {
    let anytime = |world: &mut World| world.options.clairvoyant_anytime = true;
    let one = World::of(&[Face::Whip], &[Face::Knives]).role(Occupation::Clairvoyant).with(anytime);
    let other = World::of(&[Face::Dagger], &[Face::Knives]).role(Occupation::Thug).with(anytime);
    let end = compare(&one, &other, 3, |choice| choice.action == Action::Pass);
    assert!(happened(&end, "ForesightPassed"));
}

#[test]
fn what_is_laid_down_for_a_demand_shows_to_nobody_else() {
    let one = World::of(&[Face::Dagger, Face::Key], &[Face::Whip, Face::Knives]).role(Occupation::Diplomat);
    let other = World::of(&[Face::Goblet, Face::Pearl], &[Face::Whip, Face::Key]).role(Occupation::Diplomat);
    let demand = |choice: &Choice| choice.action == Action::Demand { target: BEN, kind: Kind::Whip };
    let end = compare(&one, &other, 4, demand);
    assert!(happened(&end, "Surrendered") && happened(&end, "Traded"));
    let lacking = |choice: &Choice| choice.action == Action::Demand { target: BEN, kind: Kind::Loge };
    let end = compare(&one, &other, 2, lacking);
    assert!(happened(&end, "Lacked"));
}

#[test]
fn what_others_pass_by_a_sextant_shows_to_nobody_else() {
    let one = World::of(&[Face::Sextant, Face::Dagger], &[Face::Whip, Face::Knives]);
    let other = World::of(&[Face::Sextant, Face::Goblet], &[Face::Key, Face::Pearl]);
    let end = compare(&one, &other, 4, |choice| {
        let own = *choice == Choice::with(Action::Pledge, Face::Key);
        own || offers(choice, Face::Sextant)
            || accepts(choice)
            || choice.action == Action::Direct { side: Neighbour::Left }
    });
    assert!(happened(&end, "PassedOn"), "{:?}", end.log());
}

#[test]
fn the_spare_that_a_coat_takes_shows_to_nobody_else() {
    let one = World::of(&[Face::Coat, Face::Dagger], &[Face::Whip]);
    let other = World::of(&[Face::Coat, Face::Goblet], &[Face::Key]).with(|world| world.occupations.swap(5, 9));
    let end = compare(&one, &other, 3, |choice| offers(choice, Face::Coat) || accepts(choice));
    assert!(happened(&end, "OccupationExchanged"), "{:?}", end.log());
}

#[test]
fn occupations_that_are_swapped_show_to_nobody_else() {
    let one = World::of(&[Face::Tome, Face::Dagger], &[Face::Whip]);
    let other = World::of(&[Face::Tome, Face::Goblet], &[Face::Key]).with(|world| world.occupations.swap(1, 8));
    let end = compare(&one, &other, 3, |choice| offers(choice, Face::Tome) || accepts(choice));
    assert!(happened(&end, "OccupationsSwapped"), "{:?}", end.log());
}

#[test]
fn a_text_that_is_kept_silent_looks_like_a_card_without_one() {
    let smuggling = |world: &mut World| world.options.smuggling = true;
    let one = World::of(&[Face::Monocle, Face::Dagger], &[Face::Whip]).with(smuggling);
    let other = World::of(&[Face::Goblet, Face::Dagger], &[Face::Whip]).with(smuggling);
    let wish = |choice: &Choice| {
        let silent = choice.action == Action::Text { text: None };
        silent || offers(choice, Face::Monocle) || offers(choice, Face::Goblet) || accepts(choice)
    };
    let end = compare(&one, &other, 4, wish);
    assert!(happened(&end, "Silent"), "{:?}", end.log());
}

#[test]
fn three_associations_show_only_to_whoever_picks_one() {
    let mixed = |associations: [Association; 10]| {
        move |world: &mut World| {
            world.options = Options { three_player_mixed: true, ..Options::new(3) };
            world.hands.truncate(3);
            world.associations = associations.to_vec();
        }
    };
    let (o, b) = (Association::Order, Association::Brotherhood);
    let one = World::of(&[Face::Monocle, Face::Dagger], &[Face::Whip]).with(mixed([o, o, b, o, b, b, o, o, b, b]));
    let other = World::of(&[Face::Monocle, Face::Goblet], &[Face::Key]).with(mixed([o, o, b, b, b, b, o, o, o, b]));
    let end = compare(&one, &other, 5, |choice| offers(choice, Face::Monocle) || accepts(choice));
    assert!(happened(&end, "AssociationShown"), "{:?}", end.log());
}
