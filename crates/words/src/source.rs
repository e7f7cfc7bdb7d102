//! How a seat has learned what it remembers, told from the public events of the same turn.
//!
//! A [`Memory`] holds what was seen and in which turn. Every look and every card that moves is also a public event, so the
//! log says how: both walked in order, a sight comes from the first event of its turn that can give it and has not given
//! the same thing before.

use std::mem::{Discriminant, discriminant};

use nightcoach_rules::{Event, Memory, Seat, Sight};

/// How something was learned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// It was offered.
    Offer,
    /// It changed hands in a trade.
    Trade,
    /// By a demand of the Diplomat.
    Diplomat,
    /// Drawn because of a Secret Bag.
    SecretBag,
    /// Drawn after a level fight.
    LevelFight,
    /// By winning or losing a fight.
    Fight,
    /// Paid to the Priest.
    Priest,
    /// Given away because of the hand limit.
    Gift,
    /// By a Privilege.
    Privilege,
    /// By a Monocle.
    Monocle,
    /// Passed on because of a Sextant.
    Sextant,
    /// By a Tome.
    Tome,
    /// By a Coat.
    Coat,
    /// By the own Clairvoyant.
    Clairvoyant,
}

/// How each memory of `me` was learned, in order; nothing where the log does not say it.
pub fn sources<'a>(me: Seat, log: impl IntoIterator<Item = &'a Event>, memories: &[Memory]) -> Vec<Option<Source>> {
    let mut told = tell(log);
    let mut from = 0;
    let mut explain = |memory: &Memory| {
        let thing = thing(me, &memory.sight);
        let (at, source) = told.iter().enumerate().skip(from).find_map(|(at, told)| {
            let free = told.turn == memory.turn && !told.given.contains(&thing);
            Some((at, free.then(|| told.gives(me, &memory.sight)).flatten()?))
        })?;
        from = at;
        told.get_mut(at)?.given.push(thing);
        Some(source)
    };
    memories.iter().map(&mut explain).collect()
}

/// What is seen, and of whom: an event gives each of these at most once.
type Thing = (Discriminant<Sight>, Seat);

/// An event with its turn, what had led to it, and what it has given so far.
struct Told<'a> {
    turn: u32,
    event: &'a Event,
    cause: Option<Cause>,
    given: Vec<Thing>,
}

/// What looks and moving cards come from.
#[derive(Clone, Copy)]
enum Cause {
    Text,
    Demand,
    LevelFight,
    WonFight,
}

fn tell<'a>(log: impl IntoIterator<Item = &'a Event>) -> Vec<Told<'a>> {
    let (mut turn, mut cause) = (0, None);
    let mut told = Vec::new();
    for event in log {
        if let Event::TurnBegan { turn: begun, .. } = event {
            (turn, cause) = (*begun, None);
        }
        cause = leads_to(event).or(cause);
        told.push(Told { turn, event, cause, given: Vec::new() });
    }
    told
}

const fn leads_to(event: &Event) -> Option<Cause> {
    if let Event::Announced { .. } = event {
        Some(Cause::Text)
    } else if let Event::Demanded { .. } = event {
        Some(Cause::Demand)
    } else if let Event::FightEnded { winner, .. } = event {
        Some(if winner.is_some() { Cause::WonFight } else { Cause::LevelFight })
    } else {
        None
    }
}

fn thing(me: Seat, sight: &Sight) -> Thing {
    let of = match sight {
        Sight::Offered { from: of, .. }
        | Sight::Given { to: of, .. }
        | Sight::Hand { of, .. }
        | Sight::Association { of, .. }
        | Sight::Occupation { of, .. } => *of,
        Sight::Received { from, .. } => from.unwrap_or(me),
        Sight::Pile { .. } | Sight::Top { .. } | Sight::Spares { .. } => me,
    };
    (discriminant(sight), of)
}

impl Told<'_> {
    /// How this event gives `me` the sight, if it can.
    fn gives(&self, me: Seat, sight: &Sight) -> Option<Source> {
        match sight {
            Sight::Offered { from, .. } => self.offers(*from, me),
            Sight::Received { from: None, .. } => self.draws(me),
            Sight::Received { from: Some(from), .. } => self.moves(*from, me),
            Sight::Given { to, .. } => self.moves(me, *to),
            Sight::Hand { of, .. } => self.shows_hand(*of, me),
            Sight::Association { of, .. } => self.shows_association(*of, me),
            Sight::Occupation { of, .. } => self.shows_occupation(*of, me),
            Sight::Pile { .. } | Sight::Top { .. } => {
                let own = *self.event == Event::Foresaw { seat: me } || *self.event == Event::PileOrdered { seat: me };
                own.then_some(Source::Clairvoyant)
            }
            Sight::Spares { .. } => (*self.event == Event::SparesShown { to: me }).then_some(Source::Coat),
        }
    }

    fn offers(&self, by: Seat, me: Seat) -> Option<Source> {
        if let Event::Surrendered { target, diplomat, .. } = self.event {
            return (*target == by && *diplomat == me).then_some(Source::Diplomat);
        }
        (*self.event == Event::Offered { from: by, to: me }).then_some(Source::Offer)
    }

    fn draws(&self, me: Seat) -> Option<Source> {
        let Event::Drew { seat, .. } = self.event else { return None };
        let level = matches!(self.cause, Some(Cause::LevelFight));
        (*seat == me).then_some(if level { Source::LevelFight } else { Source::SecretBag })
    }

    /// How a card goes from one seat to another.
    fn moves(&self, giver: Seat, receiver: Seat) -> Option<Source> {
        if let Event::Traded { from, to } = self.event {
            let both = (*from, *to) == (giver, receiver) || (*from, *to) == (receiver, giver);
            let demanded = matches!(self.cause, Some(Cause::Demand));
            return both.then_some(if demanded { Source::Diplomat } else { Source::Trade });
        }
        if let Event::Took { winner, loser, returned } = self.event {
            let taken = (*winner, *loser) == (receiver, giver);
            return (taken || *returned && (*winner, *loser) == (giver, receiver)).then_some(Source::Fight);
        }
        if matches!(self.event, Event::PassedOn { .. }) {
            return Some(Source::Sextant);
        }
        let (from, to) = (giver, receiver);
        if *self.event == (Event::Gave { from, to }) {
            return Some(Source::Gift);
        }
        (*self.event == Event::Paid { from, to }).then_some(Source::Priest)
    }

    fn shows_hand(&self, of: Seat, me: Seat) -> Option<Source> {
        if let Event::Lacked { target, diplomat, .. } = self.event {
            return (*target == of && *diplomat == me).then_some(Source::Diplomat);
        }
        (*self.event == Event::HandShown { owner: of, to: me }).then(|| self.look(Source::Privilege))
    }

    fn shows_association(&self, of: Seat, me: Seat) -> Option<Source> {
        let alone = *self.event == Event::AssociationShown { owner: of, to: me };
        let with_role = *self.event == Event::IdentityShown { owner: of, to: me };
        (alone || with_role).then(|| self.look(Source::Monocle))
    }

    fn shows_occupation(&self, of: Seat, me: Seat) -> Option<Source> {
        if let Event::OccupationsSwapped { giver, receiver } = self.event {
            let traders = [*giver, *receiver];
            return (traders.contains(&of) && traders.contains(&me)).then_some(Source::Tome);
        }
        if *self.event == (Event::OccupationExchanged { seat: me }) {
            return (of == me).then_some(Source::Coat);
        }
        (*self.event == Event::IdentityShown { owner: of, to: me }).then_some(Source::Fight)
    }

    /// A look comes from a text, unless the fight before it was won.
    fn look(&self, text: Source) -> Source {
        match self.cause {
            Some(Cause::WonFight) => Source::Fight,
            Some(Cause::Demand) => Source::Diplomat,
            Some(Cause::Text | Cause::LevelFight) | None => text,
        }
    }
}
