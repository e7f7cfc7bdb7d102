//! A table arranged for a scenario, and short ways to play on it.

use std::collections::BTreeMap;

use nightcoach_plain::{Deal, PlainTable, PlayError, Replay};
use nightcoach_rules::components::{associations, objects, occupations};
use nightcoach_rules::{
    Action, Association, Choice, Choices, Event, Face, Memory, Occupation, Options, Outcome, Owed, Phase, Seat,
    SeatSet, Selection, Side, Sight, View, choices,
};

/// Seats in scenarios.
pub const A: Seat = Seat(0);
/// Left of A.
pub const B: Seat = Seat(1);
/// Left of B.
pub const C: Seat = Seat(2);
/// Left of C.
pub const D: Seat = Seat(3);
/// Left of D.
pub const E: Seat = Seat(4);
/// Left of E.
pub const F: Seat = Seat(5);

/// Default options.
pub const fn options(seats: u8) -> Options {
    Options::new(seats)
}

/// A table in the making.
pub struct Scene {
    deal: Deal,
    options: Options,
    piles: Vec<Vec<Face>>,
}

/// The table of a scene.
pub struct Played {
    /// The dealer's table.
    pub table: PlainTable<Replay>,
}

impl Scene {
    /// `seats` seats of which the first hold `hands`; the others hold what is left, one each; the rest is the pile.
    pub fn new(seats: u8, hands: &[&[Face]]) -> Self {
        let mut rest = objects(seats);
        rest.extend([Face::BagKey, Face::BagGoblet]);
        let mut dealt: Vec<Vec<Face>> = hands.iter().map(|hand| hand.to_vec()).collect();
        for face in dealt.iter().flatten() {
            let place = rest.iter().position(|held| held == face).expect("the object is in play");
            rest.remove(place);
        }
        while dealt.len() < usize::from(seats) {
            dealt.push(vec![rest.remove(0)]);
        }
        let deal = Deal {
            start: A,
            hands: dealt,
            pile: rest,
            associations: associations(&options(seats)),
            occupations: occupations().to_vec(),
        };
        Self { deal, options: options(seats), piles: Vec::new() }
    }

    /// Three seats with three associations each: A and B are of the Order, C of the Brotherhood.
    pub fn mixed(hands: &[&[Face]]) -> Self {
        use Association::{Brotherhood, Order};
        let mut scene = Self::new(3, hands).with(|options| options.three_player_mixed = true);
        let cards =
            [Order, Brotherhood, Order, Brotherhood, Order, Order, Brotherhood, Brotherhood, Order, Brotherhood];
        scene.deal.associations = cards.to_vec();
        scene
    }

    /// Three seats with three associations each: A alone is of the Brotherhood.
    pub fn mixed_single(hands: &[&[Face]]) -> Self {
        let mut scene = Self::mixed(hands);
        scene.deal.associations.rotate_left(6);
        let aside = scene.deal.associations.remove(3);
        scene.deal.associations.push(aside);
        scene
    }

    /// No occupation is left over.
    pub fn without_spares(mut self) -> Self {
        self.deal.occupations.truncate(usize::from(self.options.seats));
        self
    }

    /// The order of the pile after its next shuffle.
    pub fn then_pile(mut self, pile: &[Face]) -> Self {
        self.piles.push(pile.to_vec());
        self
    }

    /// The pile, top first.
    pub fn pile(mut self, pile: &[Face]) -> Self {
        self.deal.pile = pile.to_vec();
        self
    }

    /// Who is of the Order; all others are of the Brotherhood, and what is left over lies aside.
    pub fn order(mut self, order: &[Seat]) -> Self {
        let seats = self.options.seats;
        let side = |seat| if order.contains(&Seat(seat)) { Association::Order } else { Association::Brotherhood };
        let mut cards: Vec<Association> = (0..seats).map(side).collect();
        let mut left = associations(&self.options);
        for card in &cards {
            left.remove(left.iter().position(|held| held == card).expect("no more members than cards"));
        }
        cards.extend(left);
        self.deal.associations = cards;
        self
    }

    /// The occupations of the first seats; the others hold what is left.
    pub fn occupations(mut self, of: &[Occupation]) -> Self {
        let rest = Occupation::ALL.into_iter().filter(|one| !of.contains(one));
        self.deal.occupations = of.iter().copied().chain(rest).collect();
        self
    }

    /// Other options.
    pub fn with(mut self, change: impl FnOnce(&mut Options)) -> Self {
        change(&mut self.options);
        self
    }

    /// Sits down.
    pub fn table(self) -> Played {
        let mut chance = Replay::new(self.deal.clone());
        self.piles.into_iter().for_each(|pile| chance.then_pile(pile));
        Played { table: PlainTable::arranged(&self.options, self.deal, chance).expect("a legal scene") }
    }
}

impl Played {
    /// One seat enters an action without an own card.
    pub fn act(&mut self, seat: Seat, action: Action) -> Vec<Event> {
        self.try_choice(seat, action, &[]).expect("legal")
    }

    /// One seat enters an action with an own card.
    pub fn act_with(&mut self, seat: Seat, action: Action, card: Face) -> Vec<Event> {
        self.try_choice(seat, action, &[card]).expect("legal")
    }

    /// One seat tries an entry.
    pub fn try_choice(&mut self, seat: Seat, action: Action, cards: &[Face]) -> Result<Vec<Event>, PlayError> {
        let selection = if cards.is_empty() { Selection::Nothing } else { Selection::Objects(cards.to_vec()) };
        let choice = Choice { action, selection };
        self.table.play(&BTreeMap::from([(seat, choice)]))
    }

    /// One seat takes a spare occupation.
    pub fn exchange(&mut self, seat: Seat, taken: Occupation) -> Result<Vec<Event>, PlayError> {
        let choice = Choice { action: Action::Exchange, selection: Selection::Occupation(taken) };
        self.table.play(&BTreeMap::from([(seat, choice)]))
    }

    /// Several seats enter the same action, each with an own card.
    pub fn all_with(&mut self, action: &Action, cards: &[(Seat, Face)]) -> Vec<Event> {
        self.all_but(action, cards, &[])
    }

    /// The same, while these seats fall asleep.
    pub fn all_but(&mut self, action: &Action, cards: &[(Seat, Face)], fallen: &[Seat]) -> Vec<Event> {
        let entry = |(seat, card): &(Seat, Face)| (*seat, Choice::with(action.clone(), *card));
        let fallen = fallen.iter().copied().collect();
        self.table.play_with_fallen(&cards.iter().map(entry).collect(), fallen).expect("legal")
    }

    /// A offers B a card and B accepts with another; what is said about the first is what must be.
    pub fn trade(&mut self, offered: Face, answer: Face) -> Vec<Event> {
        let active = self.active();
        let to = self.table.state().left_of(active);
        self.act_with(active, Action::Offer { to }, offered);
        let open = self.choices(to).all();
        let accept = open.into_iter().find(|choice| choice.selection.objects() == [answer]).expect("may be given");
        self.act_with(to, accept.action, answer)
    }

    /// Plays rounds in which every entry is forced by the cards.
    pub fn forced(&mut self) -> Vec<Event> {
        let mut events = Vec::new();
        loop {
            let owing = self.table.owed().seats();
            let choices: BTreeMap<Seat, Choices> = owing.iter().map(|seat| (seat, self.choices(seat))).collect();
            let mut entries = BTreeMap::new();
            for (seat, choices) in choices {
                if let Choices::Forced(choice) = choices {
                    entries.insert(seat, choice);
                }
            }
            if entries.is_empty() || entries.len() < owing.len() {
                return events;
            }
            events.extend(self.table.play(&entries).expect("forced entries are legal"));
        }
    }

    /// Everybody who is asked opens what is listed, or nothing.
    pub fn sealed(&mut self, opened: &[(Seat, &[Face])]) -> Vec<Event> {
        let Owed::Sealed(asked) = self.table.owed() else { panic!("no sealed round") };
        let entry = |seat: Seat| {
            let objects = opened.iter().find(|(who, _)| *who == seat).map_or(vec![], |(_, faces)| faces.to_vec());
            (seat, Choice::plain(Action::Abilities { objects, power: None }))
        };
        self.table.play(&asked.iter().map(entry).collect()).expect("legal")
    }

    /// A sealed round: these seats enter these actions, everybody else who is asked declines.
    pub fn window(&mut self, entries: &[(Seat, Action)]) -> Vec<Event> {
        self.try_window(entries).expect("legal")
    }

    /// Tries such a round.
    pub fn try_window(&mut self, entries: &[(Seat, Action)]) -> Result<Vec<Event>, PlayError> {
        let entry = |seat: Seat| {
            let given = entries.iter().find(|(who, _)| *who == seat).map(|(_, action)| action.clone());
            let action = given.unwrap_or_else(|| self.declined(seat));
            (seat, Choice::plain(action))
        };
        let all: BTreeMap<Seat, Choice> = self.owing().iter().map(entry).collect();
        assert!(entries.iter().all(|(seat, _)| all.contains_key(seat)), "only who is asked may answer");
        self.table.play(&all)
    }

    /// The answer of a seat that lets a window pass.
    fn declined(&self, seat: Seat) -> Action {
        let all = self.choices(seat).all();
        all.first().expect("who is asked has an answer").action.clone()
    }

    /// Lets everything pass that a fight asks, until `to` holds.
    pub fn pass_until(&mut self, to: impl Fn(&Phase) -> bool) -> Vec<Event> {
        let mut events = Vec::new();
        while !to(&self.table.state().phase) {
            events.extend(self.window(&[]));
        }
        events
    }

    /// Lets everything pass until the fight is over: somebody chooses spoils, or the next turn has begun.
    pub fn finish(&mut self) -> Vec<Event> {
        self.pass_until(|phase| matches!(phase, Phase::Spoils(_) | Phase::Turn | Phase::Gift(_) | Phase::Over(_)))
    }

    /// A attacks B and nobody is the Priest; these support.
    pub fn attack(&mut self, sides: &[(Seat, Side)]) -> Vec<Event> {
        let mut events = self.act(A, Action::Attack { target: B });
        events.extend(self.pass_until(|phase| matches!(phase, Phase::Support(_))));
        events.extend(self.support(sides));
        events
    }

    /// Supports in order; who is not listed abstains.
    pub fn support(&mut self, sides: &[(Seat, Side)]) -> Vec<Event> {
        let mut events = Vec::new();
        while let Owed::One(seat) = self.table.owed() {
            if !matches!(self.choices(seat), Choices::Support) {
                break;
            }
            let side = sides.iter().find(|(who, _)| *who == seat).map(|(_, side)| *side);
            events.extend(self.act(seat, Action::Support { side }));
        }
        events
    }

    /// A attacks B, with this support and these objects.
    pub fn fight(&mut self, sides: &[(Seat, Side)], opened: &[(Seat, &[Face])]) -> Vec<Event> {
        let mut events = self.attack(sides);
        events.extend(self.pass_until(|phase| !matches!(phase, Phase::Hypnotist(_))));
        if let Phase::Abilities(_) = self.table.state().phase {
            events.extend(self.sealed(opened));
        }
        events.extend(self.finish());
        events
    }

    /// The active seat declares with all its key items.
    pub fn declare(&mut self, named: &[Seat]) -> Vec<Event> {
        let seat = self.table.state().active;
        let Choices::Turn(turn) = self.choices(seat) else { panic!("no turn") };
        let declare = turn.declare.expect("may declare");
        let action = declare.action(named.iter().copied().collect(), &[]);
        self.act(seat, action)
    }

    /// Seats fall asleep; nobody enters anything.
    pub fn fall(&mut self, seats: &[Seat]) -> Vec<Event> {
        self.table.play_with_fallen(&BTreeMap::new(), seats.iter().copied().collect()).expect("seats may fall asleep")
    }

    /// What a seat sees.
    pub fn view(&self, seat: Seat) -> View {
        self.table.view(seat).expect("a seat of the table")
    }

    /// What a seat may do.
    pub fn choices(&self, seat: Seat) -> Choices {
        choices(&self.view(seat))
    }

    /// A hand, sorted.
    pub fn hand(&self, seat: Seat) -> Vec<Face> {
        self.view(seat).hand
    }

    /// What a seat has seen so far.
    pub fn sights(&self, seat: Seat) -> Vec<Sight> {
        self.view(seat).memories.into_iter().map(|Memory { sight, .. }| sight).collect()
    }

    /// Who won.
    pub fn winner(&self) -> Option<Association> {
        match self.table.outcome()? {
            Outcome::Won { association, .. } => Some(*association),
            Outcome::WonAlone { .. } | Outcome::Drawn | Outcome::Unsettled => None,
        }
    }

    /// Who is active.
    pub fn active(&self) -> Seat {
        self.table.state().active
    }

    /// The seats that owe.
    pub fn owing(&self) -> SeatSet {
        self.table.owed().seats()
    }
}
