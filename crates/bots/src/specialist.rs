//! What a bot makes of Clairvoyant, Diplomat, Sextant, Coat, Tome and smuggling.

use nightcoach_rules::{
    Action, Choice, DemandChoices, Face, Kind, Neighbour, Occupation, Seat, SeatSet, Selection, Sight, announcement,
};

use crate::mind::Mind;
use crate::worth::worth;

/// A threat from which on a seat is about to win alone.
pub(crate) const DANGER: i32 = 10;
/// Laps after which a Diplomat is used at a guess.
const LATE: u32 = 6;

impl Mind<'_> {
    /// The Clairvoyant is worth its use when the own bag can draw what it finds; late in a game a look is better than none.
    pub(crate) fn wants_to_foresee(&self) -> bool {
        let pile = self.view.state.pile;
        let bag = self.view.hand.iter().any(|face| face.is_bag());
        (bag && pile >= 2) || self.view.state.laps >= LATE * 2
    }

    /// The best card for the own bag, then the worst; without a bag the two worst, which others will draw.
    pub(crate) fn order(&self, pile: &[Face]) -> Option<Choice> {
        let mut pile = pile.to_vec();
        pile.sort_by_key(|face| worth(self.view, *face));
        let worst = *pile.first()?;
        let bag = self.view.hand.iter().any(|face| face.is_bag());
        let top = if bag { [*pile.last()?, worst] } else { [worst, *pile.get(1)?] };
        Some(Choice { action: Action::Reorder, selection: Selection::Objects(top.to_vec()) })
    }

    /// Whether the next card of the pile is known and wanted: it was put there in this very turn.
    pub(crate) fn expects_a_draw(&self) -> bool {
        let now = self.view.state.turn;
        self.view.memories.iter().rev().take_while(|memory| memory.turn == now).any(|memory| {
            if let Sight::Top { first, .. } = memory.sight { worth(self.view, first) >= 8 } else { false }
        })
    }

    /// Whom to demand what of: the Coat of Armor from whoever is about to win with it, a key item from who is known to hold
    /// it and is no companion, and late in a game at a guess.
    pub(crate) fn demand(&self, open: &DemandChoices) -> Option<Choice> {
        let key = self.side().key_kind();
        let known = |seat: &Seat| self.beliefs.count(*seat, self.key_faces(), self.lap()) > 0;
        let strangers: SeatSet = open.targets.iter().filter(|seat| !self.beliefs.is_ally(*seat)).collect();
        let loge = open.targets.iter().find(|seat| self.holds_loge(*seat) && self.threat(*seat) >= DANGER);
        let (target, kind) = if let Some(seat) = loge {
            (seat, Kind::Loge)
        } else if let Some(seat) = strangers.iter().find(known) {
            (seat, key)
        } else if self.view.state.laps >= LATE {
            (strangers.iter().max_by_key(|seat| self.view.state.hand(*seat))?, key)
        } else {
            return None;
        };
        let card = open.cards_for(kind).min_by_key(|face| worth(self.view, *face))?;
        (worth(self.view, card) < 9).then(|| Choice::with(Action::Demand { target, kind }, card))
    }

    pub(crate) fn surrender(&self, cards: &[Face]) -> Option<Choice> {
        let cheapest = cards.iter().min_by_key(|face| worth(self.view, **face))?;
        Some(Choice::with(Action::Surrender, *cheapest))
    }

    /// Whether the text of an own card shall happen: a new occupation is wanted when the own one is spent, or a weak one.
    pub(crate) fn wants_text(&self, kind: Kind) -> bool {
        match kind {
            Kind::Tome => self.is_spent() || rank(self.view.occupation) <= 2,
            Kind::Coat => self.is_spent() || rank(self.view.occupation) <= 3,
            Kind::Sextant => self.view.hand.iter().any(|face| worth(self.view, *face) < 4),
            Kind::Key
            | Kind::Goblet
            | Kind::SecretBag
            | Kind::Pearl
            | Kind::Mirror
            | Kind::Dagger
            | Kind::Gloves
            | Kind::Ring
            | Kind::Knives
            | Kind::Whip
            | Kind::Privilege
            | Kind::Monocle
            | Kind::Loge => true,
        }
    }

    /// Whether the own occupation lies face-up and cannot be used again.
    pub(crate) fn is_spent(&self) -> bool {
        let own = self.view.state.seat(self.view.seat).and_then(|seat| seat.occupation);
        own.is_some_and(|own| !own.is_reusable())
    }

    /// Passes towards companions, if a neighbour is one.
    pub(crate) fn direct(&self) -> Choice {
        let awake: Vec<Seat> =
            self.view.state.others_from_left(self.view.seat).filter(|seat| self.view.state.is_awake(*seat)).collect();
        let liking = |seat: Option<&Seat>| seat.map_or(0, |seat| self.liking(*seat));
        let side = if liking(awake.last()) > liking(awake.first()) { Neighbour::Right } else { Neighbour::Left };
        Choice::plain(Action::Direct { side })
    }

    /// Passes on what is worth least, but no Black Pearl to a companion.
    pub(crate) fn pledge(&self, to: Seat, cards: &[Face]) -> Option<Choice> {
        let burden = if self.beliefs.is_ally(to) { 8 } else { 0 };
        let price = |face: Face| worth(self.view, face) + if face == Face::Pearl { burden } else { 0 };
        let cheapest = cards.iter().min_by_key(|face| price(**face))?;
        Some(Choice::with(Action::Pledge, *cheapest))
    }

    /// What an offer of this card gains by its text.
    pub(crate) fn gain(&self, card: Face, to_stranger: bool) -> i32 {
        match announcement(card, Face::Key, self.view.state.pile_empty()) {
            Some(Kind::SecretBag) if self.expects_a_draw() => 40,
            Some(Kind::SecretBag) => 10,
            Some(Kind::Privilege | Kind::Monocle) if to_stranger => 9,
            Some(kind @ (Kind::Tome | Kind::Coat)) if self.wants_text(kind) => 8,
            Some(Kind::Tome | Kind::Coat) => -2,
            Some(_) | None => 0,
        }
    }
}

/// The most useful occupation among these.
pub(crate) fn exchange(spares: &[Occupation], own: Option<Occupation>) -> Option<Choice> {
    let best = spares.iter().copied().chain(own).max_by_key(|occupation| rank(*occupation))?;
    Some(Choice { action: Action::Exchange, selection: Selection::Occupation(best) })
}

/// How useful an unused occupation is to a bot.
const fn rank(occupation: Occupation) -> u8 {
    match occupation {
        Occupation::PoisonMixer => 9,
        Occupation::Diplomat => 8,
        Occupation::Priest => 7,
        Occupation::Duelist => 6,
        Occupation::Thug => 5,
        Occupation::Hypnotist | Occupation::GrandMaster => 4,
        Occupation::Doctor => 3,
        Occupation::Bodyguard => 2,
        Occupation::Clairvoyant => 1,
    }
}
