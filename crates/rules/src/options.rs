//! The option block that all seats sign in the genesis round (rules.md E.6).

use alloc::vec::Vec;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::Seat;
use crate::components::{MAX_SEATS, MIN_SEATS};

/// Options of one table; signed by every seat before a card is dealt. What each changes: walk.md a.4 and decision 17.
///
/// On the wire `seats` and `losses` share the first byte: seats in the low half, losses in the high half.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(remote = "Self")]
#[expect(clippy::struct_excessive_bools, reason = "each is one independent switch of the option block")]
pub struct Options {
    /// Number of seats, 3 to 10.
    pub seats: u8,
    /// Who has the first turn (E5).
    pub start_player: StartPlayer,
    /// Offer a draw vote after three laps of nothing but passes (E7).
    pub draw_vote: bool,
    /// Draw after this many laps; 0 means no limit (E7).
    pub max_laps: u16,
    /// Show every hand and slot in the appendix of a finished game (E84).
    pub full_reveal: bool,
    /// All declare support at once, sealed (E48).
    pub secret_support: bool,
    /// The attacker is asked for the Hypnotist after each declaration of support, not after the last only (E49).
    pub hypnotist_after_each: bool,
    /// How objects and occupations are played in a fight (E52).
    pub ability_mode: AbilityMode,
    /// The Duelist gives himself +1 (E54).
    pub duelist_bonus: bool,
    /// A Duelist makes a Poison Mixer void (E56).
    pub duel_blocks_poison: bool,
    /// The Doctor may act after a level fight too (E63).
    pub doctor_on_tie: bool,
    /// A gift may go to a seat at the limit (E71).
    pub gift_to_full_allowed: bool,
    /// A declarer must name every companion who holds a key item (E73).
    pub strict_naming: bool,
    /// A declarer says how many key items each companion holds (E73b).
    pub claim_counts: bool,
    /// The Black Pearl forbids a personal win too (E76).
    pub pearl_blocks_solo: bool,
    /// Each claimer of the minority adds a Drink of his own (E79).
    pub drink_stacking: bool,
    /// The active seat may claim that the other association could declare (C.9).
    pub prophecy: bool,
    /// The giver of a card may suppress its text (C.9).
    pub smuggling: bool,
    /// Three associations each, of which two decide; at three seats only (C.9, walk.md decision 14).
    pub three_player_mixed: bool,
    /// Starting hands hold no Mirror, Sextant, Coat, Tome and Coat of Armor of the Loge (E3, walk.md decision 17).
    pub sealed_start: bool,
    /// The giver of a Tome or Coat may decline its text (E12).
    pub tome_coat_optional: bool,
    /// The Sextant runs after the other text of its trade (E14).
    pub sextant_last: bool,
    /// The Coat may give back the own occupation, unused (E28).
    pub coat_may_keep_own: bool,
    /// A demand that is met does not cost the main action (E34).
    pub diplomat_free: bool,
    /// The text of the demanded card runs before that of the Diplomat's card (E37b).
    pub diplomat_demanded_first: bool,
    /// The Clairvoyant may also be used at the end of the turn (E43).
    pub clairvoyant_anytime: bool,
    /// Points are counted over several games (C.10).
    pub scoring: bool,
    /// With `scoring`, in a rematch: the points so far, by seat; else empty (walk.md decision 19).
    pub scores: Vec<u16>,
    /// The table has a chat (E8); it is no part of the game.
    pub chat: bool,
    /// How many seats may be lost at once while the others play on (f of walk.md decision 11).
    #[serde(skip)]
    pub losses: u8,
}

/// Bits of the first byte that hold the number of seats.
const SEATS_BITS: u32 = 4;

impl Serialize for Options {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.seats >> SEATS_BITS != 0 || self.losses >> SEATS_BITS != 0 {
            return Err(serde::ser::Error::custom("seats and losses are below sixteen each"));
        }
        let packed = Self { seats: self.seats | self.losses << SEATS_BITS, ..self.clone() };
        Self::serialize(&packed, serializer)
    }
}

impl<'de> Deserialize<'de> for Options {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let packed = Self::deserialize(deserializer)?;
        let (losses, seats) = (packed.seats >> SEATS_BITS, packed.seats & ((1 << SEATS_BITS) - 1));
        Ok(Self { seats, losses, ..packed })
    }
}

/// Who has the first turn (E5).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum StartPlayer {
    /// Chance decides.
    Random,
    /// Seat 0, the host's.
    Host,
}

/// How objects and occupations are played in a fight (E52).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum AbilityMode {
    /// Sealed rounds until everybody passes in one.
    SealedRounds,
    /// One sealed round.
    OneShot,
    /// Openly, one by one from the attacker's left, until a lap of passes.
    SeatOrder,
}

/// Why a table cannot be set up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum OptionsError {
    /// The game is for 3 to 10 seats.
    Seats(u8),
    /// The start seat is no seat of this table, or not the host's although the host starts.
    Start(Seat),
    /// With secret support there is no moment after each declaration for the Hypnotist.
    SecretSupportHypnotist,
    /// Three associations each are for three seats.
    MixedSeats,
    /// Where a text can be suppressed silently, it need not be declined openly.
    SmugglingTomeCoat,
    /// A score sheet has one entry per seat, and only with scoring.
    Scores,
    /// So many seats cannot be lost at a table of this size.
    Losses,
}

impl Options {
    /// The defaults of rules.md E.6.
    pub const fn new(seats: u8) -> Self {
        Self {
            seats,
            start_player: StartPlayer::Random,
            draw_vote: true,
            max_laps: 0,
            full_reveal: true,
            secret_support: false,
            hypnotist_after_each: false,
            ability_mode: AbilityMode::SealedRounds,
            duelist_bonus: true,
            duel_blocks_poison: false,
            doctor_on_tie: true,
            gift_to_full_allowed: true,
            strict_naming: false,
            claim_counts: false,
            pearl_blocks_solo: true,
            drink_stacking: false,
            prophecy: false,
            smuggling: false,
            three_player_mixed: false,
            sealed_start: false,
            tome_coat_optional: false,
            sextant_last: false,
            coat_may_keep_own: false,
            diplomat_free: false,
            diplomat_demanded_first: false,
            clairvoyant_anytime: false,
            scoring: false,
            scores: Vec::new(),
            chat: true,
            losses: 0,
        }
    }

    /// Most seats that a table may be able to lose: a third of the others, and one of three or four. With as many, more than half of the
    /// seats must work together to see the piles.
    pub const fn most_losses(seats: u8) -> u8 {
        let third = seats.saturating_sub(1) / 3;
        if third == 0 { 1 } else { third }
    }

    /// How many losses a table is usually made for: none up to four seats, one from five on.
    pub const fn usual_losses(seats: u8) -> u8 {
        if seats < 5 { 0 } else { 1 }
    }

    /// What a new table of so many seats has unless its host wants something else: the default of every option, and the usual losses.
    pub fn usual(seats: u8) -> Self {
        Self { losses: Self::usual_losses(seats), ..Self::new(seats) }
    }

    /// Whether a table may have these options.
    ///
    /// # Errors
    /// What does not go together (walk.md decision 17).
    pub fn check(&self) -> Result<(), OptionsError> {
        if !(MIN_SEATS..=MAX_SEATS).contains(&self.seats) {
            Err(OptionsError::Seats(self.seats))
        } else if self.secret_support && self.hypnotist_after_each {
            Err(OptionsError::SecretSupportHypnotist)
        } else if self.three_player_mixed && self.seats != 3 {
            Err(OptionsError::MixedSeats)
        } else if self.smuggling && self.tome_coat_optional {
            Err(OptionsError::SmugglingTomeCoat)
        } else if !self.scores.is_empty() && (!self.scoring || self.scores.len() != usize::from(self.seats)) {
            Err(OptionsError::Scores)
        } else if self.losses > Self::most_losses(self.seats) {
            Err(OptionsError::Losses)
        } else {
            Ok(())
        }
    }
}
