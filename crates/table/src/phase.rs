//! The rounds of a table, from genesis to the last entry: what each asks of whom.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use nightcoach_rules::{Options, Owed, Seat, SeatSet, State, owed};

use crate::dealing::Round;
use crate::group::GroupOp;
use crate::keys::{PileKey, Stand};

/// What the running round is about.
#[derive(Clone, Debug)]
pub(crate) enum Phase {
    /// Everybody signs option block and roster.
    Genesis,
    /// Everybody commits to keys.
    KeyCommit,
    /// Everybody opens keys, with ownership proofs.
    KeyOpen,
    /// Up to three seats shuffle one deck each; `hop` counts from 0 to `2 n - 1`.
    Shuffle { hop: u8 },
    /// Everybody re-masks every dealt card from the deal key to its holder's hand key plus the pile key.
    DealOver,
    /// Everybody strips the pile key from every dealt card.
    DealStrip,
    /// Everybody re-masks pile and spares from the deal key to the pile key.
    Rekey,
    /// What the rules ask for; the committing half of a sealed window too.
    Act,
    /// The opening half of a sealed window, with the commitments by seat and where they were made; some may have fallen asleep since.
    Unseal { commitments: BTreeMap<Seat, [u8; 32]>, stand: Stand, fallen: SeatSet },
    /// The first of these group operations, for a step of this turn; the others follow.
    Group { ops: Vec<GroupOp>, turn: u32 },
    /// The game is over.
    Over,
    /// At f >= 1: everybody who shall hold the pile key deals to all the others.
    Boxes(Round),
    /// Everybody says whether the boxes were good.
    Verdicts(Round),
    /// In place of [`Phase::DealOver`] and [`Phase::Rekey`]: everybody re-masks dealt and undealt cards from the deal key in one go, so that
    /// nobody is needed for them any more.
    DealAll,
    /// The holders of the old pile key hand the piles over to the new one.
    Rehand(PileKey),
}

/// What `owed` depends on beside the phase.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Around<'a> {
    pub options: &'a Options,
    pub state: Option<&'a State>,
    /// Seats that are awake.
    pub awake: SeatSet,
    /// Those of them that hold the pile key.
    pub holders: SeatSet,
}

impl Phase {
    /// Number of this kind of round in contexts (`protocol-spec/labels.md`).
    pub(crate) fn kind(&self) -> u8 {
        match self {
            Self::Genesis => 0,
            Self::KeyCommit => 1,
            Self::KeyOpen => 2,
            Self::Shuffle { .. } => 3,
            Self::DealOver => 4,
            Self::DealStrip => 5,
            Self::Rekey => 6,
            Self::Act => 7,
            Self::Unseal { .. } => 8,
            Self::Group { ops, .. } => ops.first().map_or(9, |op| op.kind()),
            Self::Over => 10,
            Self::Boxes(_) => 16,
            Self::Verdicts(_) => 17,
            Self::DealAll => 18,
            Self::Rehand(_) => 19,
        }
    }

    /// Whose entries the round needs.
    pub(crate) fn owed(&self, around: Around<'_>) -> SeatSet {
        let Around { options, state, awake, holders } = around;
        match self {
            Self::Genesis | Self::KeyCommit | Self::KeyOpen | Self::DealOver | Self::Rekey | Self::DealAll => {
                SeatSet::first(options.seats)
            }
            Self::DealStrip | Self::Rehand(_) => holders,
            Self::Boxes(round) | Self::Verdicts(round) => round.holders,
            Self::Group { ops, .. } => ops.first().map_or(SeatSet::EMPTY, |op| op.owing(awake, holders)),
            Self::Shuffle { hop } => shufflers(options, *hop).map(|(seat, _deck)| seat).collect(),
            Self::Act => state.map_or(SeatSet::EMPTY, |state| match owed(state) {
                Owed::Nobody => SeatSet::EMPTY,
                Owed::One(seat) => SeatSet::only(seat),
                Owed::Each(seats) | Owed::Sealed(seats) => seats,
            }),
            Self::Unseal { commitments, fallen, .. } => commitments.keys().copied().collect::<SeatSet>().minus(*fallen),
            Self::Over => SeatSet::EMPTY,
        }
    }
}

/// A deck of the set-up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SetupDeck {
    /// Association cards.
    Associations,
    /// Occupation cards.
    Occupations,
    /// Objects but for the bags.
    Objects,
    /// Some of the shuffled objects and both bags: the starting hands.
    Start,
    /// With `sealed_start` the rest of the objects, and those that no starting hand may hold: the pile.
    Pile,
}

const FIRST_DECKS: &[(u8, SetupDeck)] =
    &[(0, SetupDeck::Associations), (1, SetupDeck::Occupations), (2, SetupDeck::Objects)];
const SECOND_DECKS: &[(u8, SetupDeck)] = &[(0, SetupDeck::Start)];
const SEALED_DECKS: &[(u8, SetupDeck)] = &[(0, SetupDeck::Start), (1, SetupDeck::Pile)];

/// Who shuffles what in a hop: each deck once by every seat, the first three decks side by side in rotated order, then
/// the starting hands and, with `sealed_start`, the pile beside them.
pub(crate) fn shufflers(options: &Options, hop: u8) -> impl Iterator<Item = (Seat, SetupDeck)> {
    let n = options.seats;
    let decks = if hop < n {
        FIRST_DECKS
    } else if options.sealed_start {
        SEALED_DECKS
    } else {
        SECOND_DECKS
    };
    decks.iter().map(move |(offset, deck)| (Seat(hop.saturating_add(*offset).checked_rem(n).unwrap_or(0)), *deck))
}

/// Rounds from genesis to the first turn: genesis, two for keys, `2 n` hops, two for the deal, one to re-key; with a dealt pile key two
/// to deal it and none to re-key.
pub(crate) const fn setup_rounds(options: &Options) -> u32 {
    let besides = if options.losses == 0 { 6 } else { 7 };
    besides + 2 * options.seats as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_seat_shuffles_every_deck_once_and_one_deck_a_hop() {
        for (n, sealed_start) in (3..=10).flat_map(|n| [(n, false), (n, true)]) {
            let options = Options { sealed_start, ..Options::new(n) };
            let mut done = Vec::new();
            for hop in 0..2 * n {
                let now: Vec<_> = shufflers(&options, hop).collect();
                let second = if sealed_start { 2 } else { 1 };
                assert_eq!(now.len(), if hop < n { 3 } else { second });
                let seats: SeatSet = now.iter().map(|(seat, _)| *seat).collect();
                assert_eq!(seats.len(), now.len(), "one deck a seat");
                done.extend(now);
            }
            let decks = FIRST_DECKS.iter().chain(if sealed_start { SEALED_DECKS } else { SECOND_DECKS });
            for (_, deck) in decks {
                let seats: Vec<_> = done.iter().filter(|(_, d)| d == deck).map(|(seat, _)| *seat).collect();
                assert_eq!(seats.len(), usize::from(n));
                assert_eq!(seats.into_iter().collect::<SeatSet>(), SeatSet::first(n));
            }
        }
    }
}
