//! Two tables whose dealings agree on everything that one seat, the observer, may know, and differ elsewhere; played with
//! the same public choices.

use std::collections::BTreeMap;

use nightcoach_plain::{Chance, Deal, PlainTable, Seeded};
use nightcoach_rules::components::{BAGS, associations_each};
use nightcoach_rules::{
    Action, Association, Choice, Choices, Event, Face, Look, Membership, Occupation, Options, Phase, RoundInput, Seat,
    SeatSet, Step, apply,
};

use super::dice::Dice;
use super::player::{any_claim, open};

/// The chance of twins: a dealing, and shuffles that lead to one order for one set of cards, however they lay before.
#[derive(Clone, Debug)]
pub struct TwinChance {
    deal: Deal,
    dice: Dice,
}

impl TwinChance {
    fn shuffle<T: Ord>(&mut self, from: usize, cards: &mut [T]) {
        let cards = cards.get_mut(from..).unwrap_or_default();
        cards.sort_unstable();
        self.dice.shuffle(cards);
    }
}

impl Chance for TwinChance {
    fn deal(&mut self, _options: &Options) -> Deal {
        self.deal.clone()
    }

    fn shuffle_shown(&mut self, _owner: Seat, _to: Seat, hand: &mut [Face]) {
        self.shuffle(0, hand);
    }

    fn shuffle_pile(&mut self, from: usize, cards: &mut [Face]) {
        self.shuffle(from, cards);
    }

    fn shuffle_spares(&mut self, from: usize, cards: &mut [Occupation]) {
        self.shuffle(from, cards);
    }

    fn shuffle_associations(&mut self, _owner: Seat, cards: &mut [Association]) {
        self.shuffle(0, cards);
    }
}

/// The two tables.
#[derive(Clone, Debug)]
pub struct Twins {
    /// Whose knowledge they agree on.
    pub observer: Seat,
    /// The tables.
    pub tables: [PlainTable<TwinChance>; 2],
}

/// What the same public round did at both tables.
#[derive(Debug)]
pub struct Both {
    /// What happened.
    pub events: [Vec<Event>; 2],
    /// What the card protocol had to do, which is the kind, number and length of all messages.
    pub steps: [Step; 2],
    /// Whose entries followed from the cards alone, so that nobody thinks about them.
    pub automatic: [SeatSet; 2],
}

/// Why the twins part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Parting {
    /// The game is over.
    Over,
    /// No public choice is legal at both tables, or whichever is shows the observer cards that differ.
    Differ,
}

impl Twins {
    /// Deals twice.
    pub fn deal(options: &Options, observer: Seat, seed: u64, dice: &mut Dice) -> Self {
        let first = Seeded::new(seed).deal(options);
        let second = elsewhere(&first, options, observer, dice);
        let table = |deal: Deal| {
            let chance = TwinChance { deal, dice: Dice::new(seed) };
            PlainTable::new(options, chance).expect("a legal deal")
        };
        Self { observer, tables: [table(first), table(second)] }
    }

    /// Whether anything still lies otherwise at the one table than at the other.
    pub fn differ(&self) -> bool {
        let [one, two] = &self.tables;
        let hands = |table: &PlainTable<TwinChance>| table.hands().iter().map(|hand| sorted(hand)).collect::<Vec<_>>();
        hands(one) != hands(two)
            || one.pile() != two.pile()
            || one.associations() != two.associations()
            || one.occupations() != two.occupations()
    }

    /// Plays a round with the same public choices at both tables, after which both have shown the observer the same.
    pub fn round(&mut self, dice: &mut Dice) -> Result<Both, Parting> {
        if self.tables.iter().any(|table| table.outcome().is_some()) {
            return Err(Parting::Over);
        }
        for _ in 0..12 {
            let mut next = self.clone();
            if let Some(both) = next.try_round(dice) {
                *self = next;
                return Ok(both);
            }
        }
        Err(Parting::Differ)
    }

    fn try_round(&mut self, dice: &mut Dice) -> Option<Both> {
        let owing = self.tables[0].owed().seats();
        let awake: Vec<Seat> = self.tables[0].state().awake().iter().collect();
        let mut fallen = SeatSet::EMPTY;
        if awake.len() > 2 && dice.percent(1) {
            fallen = dice.pick(&awake).map_or(fallen, |seat| fallen.with(*seat));
        }
        let mut entries = [BTreeMap::new(), BTreeMap::new()];
        let mut automatic = [SeatSet::EMPTY; 2];
        for seat in owing.minus(fallen).iter() {
            let opens = [0, 1].map(|twin| open(&self.tables[twin], seat));
            let chosen = self.choose(seat, &opens, dice)?;
            for (twin, choice) in chosen.into_iter().enumerate() {
                entries[twin].insert(seat, choice);
                if matches!(opens[twin], Choices::Forced(_)) {
                    automatic[twin] = automatic[twin].with(seat);
                }
            }
        }
        let facts = [0, 1].map(|twin| self.shown(twin, &entries[twin]));
        if facts[0] != facts[1] {
            return None;
        }
        let steps = [0, 1].map(|twin| step(&self.tables[twin], &entries[twin], fallen));
        let events = [0, 1].map(|twin| {
            self.tables[twin].play_with_fallen(&entries[twin], fallen).expect("choices are legal and true")
        });
        let facts = [0, 1].map(|twin| self.held(twin, &events[twin]));
        (facts[0] == facts[1]).then_some(Both { events, steps, automatic })
    }

    /// One public choice for both tables. The observer singles out the same cards; others mostly do.
    fn choose(&self, seat: Seat, opens: &[Choices; 2], dice: &mut Dice) -> Option<[Choice; 2]> {
        if let Some(claim) = common_claim(opens, dice) {
            return Some([claim.clone(), claim]);
        }
        let lists = [0, 1].map(|twin| without_claims(&opens[twin]));
        let common: Vec<&Choice> = lists[0].iter().filter(|one| lists[1].iter().any(|two| two == *one)).collect();
        if seat == self.observer || dice.percent(70) {
            if let Some(choice) = dice.pick(&common) {
                return Some([(*choice).clone(), (*choice).clone()]);
            }
            if seat == self.observer {
                return None;
            }
        }
        let public: Vec<&Action> = lists[0]
            .iter()
            .map(|one| &one.action)
            .filter(|one| lists[1].iter().any(|two| two.action == **one))
            .collect();
        let action = (*dice.pick(&public)?).clone();
        let mut pick = |twin: usize| {
            let own: Vec<&Choice> = lists[twin].iter().filter(|choice| choice.action == action).collect();
            dice.pick(&own).map(|choice| (*choice).clone())
        };
        Some([pick(0)?, pick(1)?])
    }

    /// What these entries will show the observer, told from the cards and not from any view (rules.md D).
    fn shown(&self, twin: usize, entries: &BTreeMap<Seat, Choice>) -> Vec<String> {
        let table = &self.tables[twin];
        let each = associations_each(&table.state().options);
        let association = |of: Seat, place: usize| format!("{:?}", table.associations()[of.index() * each + place]);
        let hand = |of: Seat| format!("{:?}", sorted(&table.hands()[of.index()]));
        let mut facts = Vec::new();
        for (seat, choice) in entries {
            let to = viewer(&table.state().phase, &choice.action);
            if to != Some(self.observer) {
                continue;
            }
            if matches!(choice.action, Action::ShowHand | Action::Lack) {
                facts.push(hand(*seat));
            } else if choice.action == Action::ShowAssociation {
                let place = if let Phase::AssociationShow { place, .. } = table.state().phase { place } else { 0 };
                facts.push(association(*seat, usize::from(place)));
            } else if choice.action == Action::ShowIdentity {
                facts.push(format!("{:?}", table.occupations()[seat.index()]));
                facts.extend((each == 1).then(|| association(*seat, 0)));
            } else {
                facts.push(format!("{:?}", choice.selection));
            }
        }
        facts
    }

    /// What the observer holds, and what lies before it in a trade or a look, after a round.
    fn held(&self, twin: usize, events: &[Event]) -> Vec<String> {
        let (table, me) = (&self.tables[twin], self.observer);
        let each = associations_each(&table.state().options);
        let membership = Membership::of(&table.associations()[me.index() * each..][..each]);
        let mut facts = vec![
            format!("{:?}", sorted(&table.hands()[me.index()])),
            format!("{:?} {membership:?}", table.occupations()[me.index()]),
        ];
        for event in events {
            if matches!(event, Event::Offered { to, .. } if *to == me) {
                facts.push(format!("{:?}", table.trade().map(|trade| trade.offered)));
            } else if matches!(event, Event::Surrendered { diplomat, .. } if *diplomat == me) {
                facts.push(format!("{:?}", table.trade().map(|trade| trade.answer)));
            } else if matches!(event, Event::Foresaw { seat } if *seat == me) {
                facts.push(format!("{:?}", sorted(table.pile())));
            } else if matches!(event, Event::SparesShown { to } if *to == me) {
                let seats = usize::from(table.state().options.seats);
                facts.push(format!("{:?}", sorted(&table.occupations()[seats..])));
            }
        }
        facts
    }
}

/// Who is shown something by this action.
fn viewer(phase: &Phase, action: &Action) -> Option<Seat> {
    if let Action::Offer { to } | Action::Give { to } = action {
        return Some(*to);
    }
    if let Phase::Response(trade) = phase {
        Some(trade.offerer)
    } else if let Phase::Execution { trade, card, look: Look::Hand | Look::Association } = phase {
        Some(trade.giver(*card))
    } else if let Phase::AssociationShow { pick, .. } = phase {
        Some(pick.by)
    } else if let Phase::Identity(victory) | Phase::Luggage(victory) = phase {
        Some(victory.winner)
    } else if let Phase::Taking(victory) = phase {
        Some(victory.loser)
    } else if let Phase::Payment { priest, .. } = phase {
        Some(*priest)
    } else if let Phase::Demand(demand) = phase {
        Some(demand.diplomat)
    } else {
        None
    }
}

/// What the card protocol must do for these entries.
fn step(table: &PlainTable<TwinChance>, entries: &BTreeMap<Seat, Choice>, fallen: SeatSet) -> Step {
    let actions = entries.iter().map(|(seat, choice)| (*seat, choice.action.clone()));
    apply(table.state(), &RoundInput { entries: actions.collect(), fallen }).expect("choices are legal")
}

/// Every choice but declarations.
fn without_claims(open: &Choices) -> Vec<Choice> {
    if let Choices::Turn(turn) = open { turn.without_declarations() } else { open.all() }
}

/// A declaration that is possible at both tables, now and then.
fn common_claim(opens: &[Choices; 2], dice: &mut Dice) -> Option<Choice> {
    let [Choices::Turn(turn), other] = opens else { return None };
    let claim = if dice.percent(3) { any_claim(turn, dice) } else { None };
    claim.filter(|claim| other.contains(claim))
}

/// The same deal, but for some cards that the observer does not see: other hands and the pile, other associations and the
/// one aside, other occupations and the spares. Both Secret Bags stay in starting hands, as everybody knows they are.
fn elsewhere(deal: &Deal, options: &Options, observer: Seat, dice: &mut Dice) -> Deal {
    let swaps = 1 + dice.below(12);
    let mut other = deal.clone();
    for _ in 0..swaps {
        let mut next = other.clone();
        match dice.below(4) {
            0 => swap_hidden(&mut next.associations, observer, associations_each(options), dice),
            1 => swap_hidden(&mut next.occupations, observer, 1, dice),
            _ => swap_objects(&mut next, observer, dice),
        }
        if next.check(options).is_ok() && !next.pile.iter().any(|face| BAGS.contains(face)) {
            other = next;
        }
    }
    other
}

/// Swaps two cards of a row by seats in which the observer has the cards of his own place.
fn swap_hidden<T>(cards: &mut [T], observer: Seat, each: usize, dice: &mut Dice) {
    let hidden: Vec<usize> = (0..cards.len()).filter(|place| place / each != observer.index()).collect();
    if let (Some(one), Some(two)) = (dice.pick(&hidden), dice.pick(&hidden)) {
        cards.swap(*one, *two);
    }
}

fn swap_objects(deal: &mut Deal, observer: Seat, dice: &mut Dice) {
    let mut hidden: Vec<&mut Face> = Vec::new();
    for (seat, hand) in deal.hands.iter_mut().enumerate() {
        if seat != observer.index() {
            hidden.extend(hand);
        }
    }
    hidden.extend(&mut deal.pile);
    let (one, two) = (dice.below(hidden.len()), dice.below(hidden.len()));
    let (a, b) = (*hidden[one], *hidden[two]);
    *hidden[one] = b;
    *hidden[two] = a;
}

fn sorted<T: Ord + Clone>(cards: &[T]) -> Vec<T> {
    let mut cards = cards.to_vec();
    cards.sort_unstable();
    cards
}
