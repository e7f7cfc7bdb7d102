//! The bot that plays to win.

use nightcoach_plain::Chooser;
use nightcoach_rules::{
    Action, Answer, AnswerChoices, Choice, Choices, DeclareChoices, Face, Fight, Phase, ProphecyChoices, Refusal, Seat,
    SeatSet, Side, Spoils, TurnChoices, View, announcement, choices,
};

use crate::chance::Dice;
use crate::mind::Mind;
use crate::specialist::{self, DANGER};
use crate::worth::worth;

/// Key items of a full set.
const FULL_SET: usize = 3;
/// Laps before a bot dares a declaration that it cannot prove.
const PATIENCE: u32 = 6;
/// Laps of daring before a bot counts on being of the minority.
const GAMBLE: u32 = 4;
/// Laps after which a bot votes for a draw.
const TIRED: u32 = 40;

/// A player that chooses from its view, remembers what it saw, and plays to win.
#[derive(Clone, Debug)]
pub struct Bot(Dice);

impl Bot {
    /// A bot; equal seeds and equal views give equal choices.
    pub fn new(seed: u64) -> Self {
        Self(Dice::new(seed))
    }

    /// The entry of the view's seat; `None` if it owes nothing.
    pub fn choose(&mut self, view: &View) -> Option<Choice> {
        let open = choices(view);
        let mind = Mind::of(view);
        let wished = self.wish(&mind, &open);
        wished.filter(|choice| open.contains(choice)).or_else(|| self.0.pick(&harmless(&open)))
    }

    fn wish(&mut self, mind: &Mind<'_>, open: &Choices) -> Option<Choice> {
        match open {
            Choices::Nothing => None,
            Choices::Forced(choice) => Some(choice.clone()),
            Choices::Turn(turn) => self.turn(mind, turn),
            Choices::Answer(answer) => self.answer(mind, answer),
            Choices::Support => Some(bare(Action::Support { side: self.side(mind) })),
            Choices::Priest { may } => {
                let stop = *may && self.0.percent(mind.urge_to_stop());
                Some(bare(Action::Priest { stop }))
            }
            Choices::Pay { cards, .. } => {
                let cheapest = cards.iter().min_by_key(|face| worth(mind.view, **face))?;
                Some(with(Action::Pay, *cheapest))
            }
            Choices::Hypnotise { targets } => Some(bare(Action::Hypnotise { target: mind.nuisance(*targets) })),
            Choices::Abilities { usable, powers } => {
                Some(bare(Action::Abilities { objects: usable.clone(), power: mind.power(powers) }))
            }
            Choices::Doctor { may } => {
                let cancel = *may && self.0.percent(mind.urge_to_cancel());
                Some(bare(Action::Doctor { cancel }))
            }
            Choices::Spoils => Some(bare(Action::Spoils(self.spoils(mind)))),
            Choices::Take(take) => Some(mind.take(take)),
            Choices::Give { cards, receivers } => self.give(mind, cards, *receivers),
            // At the end of the turn the next to draw is somebody else.
            Choices::Foresee { .. } => Some(bare(Action::Pass)),
            Choices::Reorder { pile } => mind.order(pile),
            Choices::Surrender { cards, .. } => mind.surrender(cards),
            Choices::Text { kind, .. } => {
                let text = kind.filter(|kind| mind.wants_text(*kind));
                Some(bare(Action::Text { text }))
            }
            Choices::UseText { kind } => Some(bare(Action::UseText { using: mind.wants_text(*kind) })),
            Choices::Direct => Some(mind.direct()),
            Choices::Pledge { to, cards } => mind.pledge(*to, cards),
            Choices::Exchange { spares, own } => specialist::exchange(spares, *own),
            Choices::PickAssociation { .. } => self.0.pick(&open.all()),
            Choices::Vote => Some(bare(Action::Vote { draw: mind.view.state.laps >= TIRED })),
        }
    }

    fn turn(&mut self, mind: &Mind<'_>, turn: &TurnChoices) -> Option<Choice> {
        if let Some(alone) = turn.solo_wins().into_iter().next() {
            return Some(alone);
        }
        if let Ok(declare) = &turn.declare
            && let Some(named) = self.declaration(mind, declare)
        {
            // One each is the most careful thing to say where numbers are asked for.
            let counts = vec![1; if declare.counted.is_some() { named.len() } else { 0 }];
            return Some(bare(declare.action(named, &counts)));
        }
        if let Some(named) = turn.prophecy.as_ref().and_then(|claim| prophecy(mind, claim)) {
            return turn.prophecy.as_ref().map(|claim| bare(claim.action(named)));
        }
        if turn.foresee && mind.wants_to_foresee() {
            return Some(bare(Action::Foresee));
        }
        if mind.expects_a_draw() {
            return self.offer(mind, turn);
        }
        if let Some(demand) = turn.demand.as_ref().and_then(|open| mind.demand(open)) {
            return Some(demand);
        }
        let strangers = turn.partners.iter().filter(|seat| mind.beliefs.association(*seat).is_none());
        let danger = turn.partners.iter().any(|seat| mind.threat(seat) >= DANGER);
        let eager = if danger {
            85
        } else if strangers.count() > 0 {
            55
        } else {
            35
        };
        if self.0.percent(eager) { self.attack(mind, turn) } else { self.offer(mind, turn) }
    }

    /// Whom to name, if it is time to declare: when what was seen proves a set, or, ever more daring, when a game drags.
    fn declaration(&mut self, mind: &Mind<'_>, declare: &DeclareChoices) -> Option<SeatSet> {
        let state = &mind.view.state;
        let minority = mind.beliefs.own_minority(&state.options);
        let need = if minority == Some(true) { FULL_SET.saturating_sub(1) } else { FULL_SET };
        let lap = u32::from(state.options.seats);
        let fresh = mind.team(declare.companions, lap.saturating_mul(2).div_ceil(3));
        if let Some(named) = named_for(need, declare.items.len(), &fresh) {
            let everybody = fresh.iter().map(|(seat, _)| *seat).collect();
            return Some(if state.options.strict_naming { everybody } else { named });
        }
        let daring = state.laps.saturating_sub(PATIENCE);
        let stale = mind.team(declare.companions, lap.saturating_mul(2).saturating_add(daring.saturating_mul(lap)));
        if let Some(named) = named_for(need, declare.items.len(), &stale) {
            return self.0.percent(daring.saturating_mul(4).min(60)).then_some(named);
        }
        let short = if minority.is_none() { need.saturating_sub(1) } else { need };
        if let Some(named) = named_for(short, declare.items.len(), &stale) {
            let boldness = daring.saturating_sub(GAMBLE).saturating_mul(2);
            return self.0.percent(boldness.min(40)).then_some(named);
        }
        // Nothing but hope: name every known companion.
        let hope = daring.saturating_sub(PATIENCE.saturating_mul(3));
        let companions = declare.companions.iter().filter(|seat| mind.beliefs.is_ally(*seat)).collect();
        self.0.percent(hope.min(15)).then_some(companions)
    }

    /// Attacks whom it knows to hold its key items or suspects of a personal win, then enemies and strangers.
    fn attack(&mut self, mind: &Mind<'_>, turn: &TurnChoices) -> Option<Choice> {
        let wanted = mind.key_faces();
        let mut best: Option<(i32, Seat)> = None;
        for seat in turn.partners.iter() {
            let booty = i32::try_from(mind.beliefs.count(seat, wanted, u32::MAX)).unwrap_or(0);
            let stranger = i32::from(mind.beliefs.association(seat).is_none());
            let enemy = i32::from(mind.beliefs.is_enemy(seat));
            let urge = booty * 4 + stranger * 5 + enemy * 3 + mind.threat(seat) + self.0.noise(3);
            if best.is_none_or(|(most, _)| urge > most) {
                best = Some((urge, seat));
            }
        }
        best.map(|(_, target)| bare(Action::Attack { target }))
    }

    /// Offers what is worth little, or does something when traded, to whom it is of use.
    fn offer(&mut self, mind: &Mind<'_>, turn: &TurnChoices) -> Option<Choice> {
        let mut best: Option<(i32, Choice)> = None;
        for to in turn.partners.iter() {
            let stranger = mind.beliefs.association(to).is_none();
            let sought = mind.beliefs.count(to, mind.key_faces(), u32::MAX) > 0;
            for card in &turn.cards {
                let gain = mind.gain(*card, stranger);
                let urge =
                    gain + i32::from(sought) * 4 - worth(mind.view, *card) - mind.threat(to) / 4 + self.0.noise(4);
                if best.as_ref().is_none_or(|(most, _)| urge > *most) {
                    best = Some((urge, with(Action::Offer { to }, *card)));
                }
            }
        }
        best.map(|(_, choice)| choice)
    }

    fn answer(&mut self, mind: &Mind<'_>, open: &AnswerChoices) -> Option<Choice> {
        let pile_empty = mind.view.state.pile_empty();
        let price = |answer: &Answer| {
            let back = announcement(answer.card, open.offered, pile_empty).is_some();
            worth(mind.view, answer.card).saturating_sub(if back { 4 } else { 0 })
        };
        let cheapest = open.answers.iter().min_by_key(|answer| price(answer));
        let refuse = (open.refusal == Refusal::Allowed).then(|| bare(Action::Refuse));
        let Some(cheapest) = cheapest else {
            return refuse;
        };
        let caution = if mind.beliefs.is_enemy(open.offerer) { 3 } else { 0 };
        let gain = worth(mind.view, open.offered) - price(cheapest) - caution + self.0.noise(4);
        let accept = with(Action::Accept { text: cheapest.text }, cheapest.card);
        match refuse {
            Some(refuse) if gain < 0 => Some(refuse),
            Some(_) | None => Some(accept),
        }
    }

    /// Supports companions against others and others against enemies.
    fn side(&mut self, mind: &Mind<'_>) -> Option<Side> {
        let Phase::Support(Fight { attacker, defender, .. }) = mind.view.state.phase else {
            return None;
        };
        let liking = |seat| i32::from(mind.beliefs.is_ally(seat)) - i32::from(mind.beliefs.is_enemy(seat));
        match liking(attacker).cmp(&liking(defender)) {
            core::cmp::Ordering::Greater => Some(Side::Attacker),
            core::cmp::Ordering::Less => Some(Side::Defender),
            core::cmp::Ordering::Equal => {
                self.0.pick(&[None, None, Some(Side::Attacker), Some(Side::Attacker), Some(Side::Defender)])?
            }
        }
    }

    fn spoils(&mut self, mind: &Mind<'_>) -> Spoils {
        let Phase::Spoils(victory) = &mind.view.state.phase else {
            return Spoils::Identity;
        };
        let stranger = mind.beliefs.association(victory.loser).is_none();
        let suspect = mind.threat(victory.loser) >= DANGER / 3;
        if stranger && !suspect && self.0.percent(60) { Spoils::Identity } else { Spoils::Luggage }
    }

    /// Gives the least worth to a companion, or to whoever has least.
    fn give(&mut self, mind: &Mind<'_>, cards: &[Face], receivers: SeatSet) -> Option<Choice> {
        let card = cards.iter().min_by_key(|face| worth(mind.view, **face))?;
        let liking = |seat: Seat| {
            let ally = i32::from(mind.beliefs.is_ally(seat)) - i32::from(mind.beliefs.is_enemy(seat));
            ally * 10 - mind.threat(seat) - i32::from(mind.view.state.hand(seat)) * 2
        };
        let to = receivers.iter().max_by_key(|seat| liking(*seat) + self.0.noise(1))?;
        Some(with(Action::Give { to }, *card))
    }
}

/// Every choice that ends no game by chance.
fn harmless(open: &Choices) -> Vec<Choice> {
    if let Choices::Turn(turn) = open { turn.without_declarations() } else { open.all() }
}

/// Members of the other side who were lately seen with a full set between them.
fn prophecy(mind: &Mind<'_>, claim: &ProphecyChoices) -> Option<SeatSet> {
    let seats = u32::from(mind.view.state.options.seats);
    named_for(FULL_SET, 0, &mind.rivals(claim.others, seats.div_ceil(2)))
}

/// As few companions as make up `need` together with the own items.
fn named_for(need: usize, own: usize, team: &[(Seat, usize)]) -> Option<SeatSet> {
    let (mut sum, mut named) = (own, SeatSet::EMPTY);
    for (seat, items) in team {
        if sum >= need {
            break;
        }
        sum = sum.saturating_add(*items);
        named = named.with(*seat);
    }
    (sum >= need).then_some(named)
}

const fn bare(action: Action) -> Choice {
    Choice::plain(action)
}

fn with(action: Action, card: Face) -> Choice {
    Choice::with(action, card)
}

impl Chooser for Bot {
    fn choose(&mut self, view: &View) -> Option<Choice> {
        Self::choose(self, view)
    }
}
