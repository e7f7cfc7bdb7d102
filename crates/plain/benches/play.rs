//! Applied actions per second on one core, six seats, with every choice listed before one is taken.
//!
//! The bar is 200,000. An action counts once per seat that enters one; listing means [`Choices::all`], declarations and all.
#![expect(clippy::expect_used, reason = "a bench stops at the first surprise")]

use std::collections::BTreeMap;
use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use nightcoach_plain::{PlainTable, Seeded};
use nightcoach_rules::{Action, Choice, Choices, Options, RoundInput, SeatSet, State, apply, choices};

/// Games of one measured run.
const GAMES: u64 = 8;

/// Dice that cost nothing.
struct Dice(u64);

impl Dice {
    const fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % bound
    }
}

fn options() -> Options {
    Options { draw_vote: false, max_laps: 40, ..Options::new(6) }
}

/// Any listed choice; a declaration, which would end the game, is passed by.
fn pick(open: &Choices, dice: &mut Dice) -> Choice {
    let all = open.all();
    let choice = all.get(dice.below(all.len())).expect("who owes has a choice");
    let ends =
        matches!(choice.action, Action::DeclareTeam { .. } | Action::DeclareSolo { .. } | Action::Prophesy { .. });
    if ends { Choice::plain(Action::Pass) } else { choice.clone() }
}

/// How the choices of a seat come about.
#[derive(Clone, Copy)]
enum Listed {
    /// From what the table knows of the seat, borrowed.
    Borrowed,
    /// From a view of its own, as a bot or a window has it.
    Viewed,
}

/// Plays whole games; how many actions were applied.
fn games(listed: Listed) -> u64 {
    let mut actions = 0;
    for seed in 0..GAMES {
        let mut table = PlainTable::new(&options(), Seeded::new(seed)).expect("legal options");
        let mut dice = Dice(seed);
        while table.outcome().is_none() {
            let mut entries = BTreeMap::new();
            for seat in table.owed().seats().iter() {
                let open = match listed {
                    Listed::Borrowed => table.choices(seat),
                    Listed::Viewed => choices(&table.view(seat).expect("a seat of the table")),
                };
                entries.insert(seat, pick(&open, &mut dice));
                actions += 1;
            }
            table.play(&entries).expect("choices are legal and true");
        }
    }
    actions
}

/// The rounds of one game, with the public state before each.
fn rounds() -> Vec<(State, RoundInput)> {
    let mut table = PlainTable::new(&options(), Seeded::new(1)).expect("legal options");
    let (mut dice, mut rounds) = (Dice(1), Vec::new());
    while table.outcome().is_none() {
        let open = |seat| (seat, table.choices(seat));
        let open: Vec<_> = table.owed().seats().iter().map(open).collect();
        let entries: BTreeMap<_, _> = open.iter().map(|(seat, open)| (*seat, pick(open, &mut dice))).collect();
        let actions = entries.iter().map(|(seat, choice)| (*seat, choice.action.clone())).collect();
        rounds.push((table.state().clone(), RoundInput { entries: actions, fallen: SeatSet::EMPTY }));
        table.play(&entries).expect("choices are legal and true");
    }
    rounds
}

fn play(c: &mut Criterion) {
    let mut group = c.benchmark_group("six seats");
    group.throughput(Throughput::Elements(games(Listed::Borrowed)));
    group.bench_function("play, choices listed", |b| b.iter(|| games(black_box(Listed::Borrowed))));
    group.bench_function("play, choices listed from views", |b| b.iter(|| games(black_box(Listed::Viewed))));
    let rounds = rounds();
    let actions: usize = rounds.iter().map(|(_, input)| input.entries.len()).sum();
    group.throughput(Throughput::Elements(actions as u64));
    group.bench_function("apply alone", |b| {
        b.iter(|| {
            for (state, input) in &rounds {
                black_box(apply(state, input).expect("legal"));
            }
        });
    });
    group.finish();
}

criterion_group!(benches, play);
criterion_main!(benches);
