//! Option blocks by chance.

use nightcoach_rules::{AbilityMode, Options, StartPlayer};

use super::dice::Dice;

/// Any legal option block for so many seats; every switch is thrown in half of all blocks, and the game is a draw after
/// `most_laps` at the latest.
pub fn any_options(seats: u8, most_laps: u16, dice: &mut Dice) -> Options {
    let (secret_support, hypnotist_after_each) = (dice.flip(), dice.flip());
    let options = Options {
        start_player: if dice.flip() { StartPlayer::Random } else { StartPlayer::Host },
        draw_vote: dice.flip(),
        max_laps: most_laps,
        full_reveal: dice.flip(),
        secret_support,
        hypnotist_after_each: hypnotist_after_each && !secret_support,
        ability_mode: *dice
            .pick(&[AbilityMode::SealedRounds, AbilityMode::OneShot, AbilityMode::SeatOrder])
            .expect("three modes"),
        duelist_bonus: dice.flip(),
        duel_blocks_poison: dice.flip(),
        doctor_on_tie: dice.flip(),
        gift_to_full_allowed: dice.flip(),
        strict_naming: dice.flip(),
        claim_counts: dice.flip(),
        pearl_blocks_solo: dice.flip(),
        drink_stacking: dice.flip(),
        prophecy: dice.flip(),
        ..Options::new(seats)
    };
    options.check().expect("a legal option block");
    options
}
