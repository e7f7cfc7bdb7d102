//! The options of a table in plain words.

use nightcoach_rules::{AbilityMode, Options, OptionsError, StartPlayer};

use crate::{Language, chinese_simplified as chinese, english};

/// An option that is on or off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Switch {
    /// A draw vote after three laps of passes.
    DrawVote,
    /// All hands in the record of a finished game.
    FullReveal,
    /// Support is sealed.
    SecretSupport,
    /// The Hypnotist is asked for after each declaration of support.
    HypnotistAfterEach,
    /// The Duelist has +1.
    DuelistBonus,
    /// A Duelist makes a Poison Mixer void.
    DuelBlocksPoison,
    /// The Doctor after a level fight.
    DoctorOnTie,
    /// Gifts to a seat at the limit.
    GiftToFull,
    /// Every companion with a key item must be named.
    StrictNaming,
    /// A number for each companion.
    ClaimCounts,
    /// The Black Pearl forbids a personal win.
    PearlBlocksSolo,
    /// Each claimer adds a Drink.
    DrinkStacking,
    /// Prophecies are allowed.
    Prophecy,
    /// A text may be suppressed in silence.
    Smuggling,
    /// Three associations each.
    ThreePlayerMixed,
    /// Some objects are never in a starting hand.
    SealedStart,
    /// Tome and Coat may be declined.
    TomeCoatOptional,
    /// The Sextant runs last.
    SextantLast,
    /// The Coat may give the own occupation back.
    CoatMayKeepOwn,
    /// A demand that is met costs no action.
    DiplomatFree,
    /// The demanded card's text runs first.
    DiplomatDemandedFirst,
    /// The Clairvoyant at the end of the turn, too.
    ClairvoyantAnytime,
    /// Points are counted.
    Scoring,
    /// The table has a chat.
    Chat,
}

impl Switch {
    /// Every switch, in the order in which they are shown.
    pub const ALL: [Self; 24] = [
        Self::Smuggling,
        Self::Prophecy,
        Self::ThreePlayerMixed,
        Self::Scoring,
        Self::DrawVote,
        Self::FullReveal,
        Self::Chat,
        Self::SealedStart,
        Self::TomeCoatOptional,
        Self::SextantLast,
        Self::CoatMayKeepOwn,
        Self::DiplomatFree,
        Self::DiplomatDemandedFirst,
        Self::ClairvoyantAnytime,
        Self::SecretSupport,
        Self::HypnotistAfterEach,
        Self::DuelistBonus,
        Self::DuelBlocksPoison,
        Self::DoctorOnTie,
        Self::GiftToFull,
        Self::PearlBlocksSolo,
        Self::StrictNaming,
        Self::ClaimCounts,
        Self::DrinkStacking,
    ];

    /// The place of this switch in the options.
    pub const fn place(self, options: &mut Options) -> &mut bool {
        match self {
            Self::DrawVote => &mut options.draw_vote,
            Self::FullReveal => &mut options.full_reveal,
            Self::SecretSupport => &mut options.secret_support,
            Self::HypnotistAfterEach => &mut options.hypnotist_after_each,
            Self::DuelistBonus => &mut options.duelist_bonus,
            Self::DuelBlocksPoison => &mut options.duel_blocks_poison,
            Self::DoctorOnTie => &mut options.doctor_on_tie,
            Self::GiftToFull => &mut options.gift_to_full_allowed,
            Self::StrictNaming => &mut options.strict_naming,
            Self::ClaimCounts => &mut options.claim_counts,
            Self::PearlBlocksSolo => &mut options.pearl_blocks_solo,
            Self::DrinkStacking => &mut options.drink_stacking,
            Self::Prophecy => &mut options.prophecy,
            Self::Smuggling => &mut options.smuggling,
            Self::ThreePlayerMixed => &mut options.three_player_mixed,
            Self::SealedStart => &mut options.sealed_start,
            Self::TomeCoatOptional => &mut options.tome_coat_optional,
            Self::SextantLast => &mut options.sextant_last,
            Self::CoatMayKeepOwn => &mut options.coat_may_keep_own,
            Self::DiplomatFree => &mut options.diplomat_free,
            Self::DiplomatDemandedFirst => &mut options.diplomat_demanded_first,
            Self::ClairvoyantAnytime => &mut options.clairvoyant_anytime,
            Self::Scoring => &mut options.scoring,
            Self::Chat => &mut options.chat,
        }
    }

    /// Whether it is on.
    pub fn is_on(self, options: &Options) -> bool {
        *self.place(&mut options.clone())
    }
}

/// What a switch means when it is on, or off.
pub const fn switch(language: Language, switch: Switch, on: bool) -> &'static str {
    match language {
        Language::English => english::switch(switch, on),
        Language::ChineseSimplified => chinese::switch(switch, on),
    }
}

/// What a switch is about, in a sentence or two, for whoever does not know it.
pub const fn switch_meaning(language: Language, switch: Switch) -> &'static str {
    match language {
        Language::English => english::switch_meaning(switch),
        Language::ChineseSimplified => chinese::switch_meaning(switch),
    }
}

/// The label of a switch: what it means when it is on, and whether it is on by default.
pub fn switch_label(language: Language, of: Switch, on_by_default: bool) -> String {
    let meaning = switch(language, of, true);
    match (language, on_by_default) {
        (Language::English, true) => format!("{meaning} (default: on)"),
        (Language::English, false) => format!("{meaning} (default: off)"),
        (Language::ChineseSimplified, true) => format!("{meaning}（默认：开）"),
        (Language::ChineseSimplified, false) => format!("{meaning}（默认：关）"),
    }
}

/// Who has the first turn.
pub const fn start_player(language: Language, start: StartPlayer) -> &'static str {
    match language {
        Language::English => english::start_player(start),
        Language::ChineseSimplified => chinese::start_player(start),
    }
}

/// How cards are opened in a fight.
pub const fn ability_mode(language: Language, mode: AbilityMode) -> &'static str {
    match language {
        Language::English => english::ability_mode(mode),
        Language::ChineseSimplified => chinese::ability_mode(mode),
    }
}

/// After how many laps the game is a draw.
pub fn most_laps(language: Language, laps: u16) -> String {
    match language {
        Language::English => english::most_laps(laps),
        Language::ChineseSimplified => chinese::most_laps(laps),
    }
}

/// What it means that so many of so many seats may be lost, said before the game: see [`trust`].
pub fn losses(language: Language, seats: u8, losses: u8) -> String {
    let together = seats.saturating_sub(losses);
    trust(language, seats.into(), together.into(), losses.into())
}

/// How many players a table can lose, and who could then see what, in plain words: `together` of `holders` players hold enough to see
/// the piles, and `spare` of them can be lost before the game pauses.
pub fn trust(language: Language, holders: usize, together: usize, spare: usize) -> String {
    match language {
        Language::English => english::trust(holders, together, spare),
        Language::ChineseSimplified => chinese::trust(holders, together, spare),
    }
}

/// Why a table cannot have these options, as a sentence.
pub fn options_error(language: Language, error: OptionsError) -> String {
    match language {
        Language::English => english::options_error(error),
        Language::ChineseSimplified => chinese::options_error(error),
    }
}

/// What differs from the default options, in plain words; nothing for a table with the standard rules.
pub fn differences(language: Language, options: &Options) -> Vec<String> {
    let standard = Options::new(options.seats);
    let mut all = Vec::new();
    if options.start_player != standard.start_player {
        all.push(start_player(language, options.start_player).to_owned());
    }
    if options.max_laps != standard.max_laps {
        all.push(most_laps(language, options.max_laps));
    }
    if options.losses != standard.losses {
        let (holders, losses) = (usize::from(options.seats), usize::from(options.losses));
        all.push(trust(language, holders, holders.saturating_sub(losses), losses));
    }
    if options.ability_mode != standard.ability_mode {
        all.push(ability_mode(language, options.ability_mode).to_owned());
    }
    let differs = |of: &Switch| of.is_on(options) != of.is_on(&standard);
    let said = |of: Switch| switch(language, of, of.is_on(options)).to_owned();
    all.extend(Switch::ALL.into_iter().filter(differs).map(said));
    all
}
