//! Option blocks by chance.

use nightcoach_rules::{AbilityMode, Options, StartPlayer};

use super::dice::Dice;

/// Any legal option block for so many seats; every switch is thrown in half of all blocks, and the game is a draw after
/// `most_laps` at the latest. A new option does not compile until it is thrown here too.
pub fn any_options(seats: u8, most_laps: u16, dice: &mut Dice) -> Options {
    let (secret_support, smuggling, scoring) = (dice.flip(), dice.flip(), dice.flip());
    let scores = if scoring && dice.flip() { (0..u16::from(seats)).collect() } else { Vec::new() };
    let options = Options {
        seats,
        start_player: if dice.flip() { StartPlayer::Random } else { StartPlayer::Host },
        draw_vote: dice.flip(),
        max_laps: most_laps,
        full_reveal: dice.flip(),
        secret_support,
        hypnotist_after_each: !secret_support && dice.flip(),
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
        smuggling,
        three_player_mixed: seats == 3 && dice.flip(),
        sealed_start: dice.flip(),
        tome_coat_optional: !smuggling && dice.flip(),
        sextant_last: dice.flip(),
        coat_may_keep_own: dice.flip(),
        diplomat_free: dice.flip(),
        diplomat_demanded_first: dice.flip(),
        clairvoyant_anytime: dice.flip(),
        scoring,
        scores,
        chat: dice.flip(),
        // How many seats may be lost is the table's business; the rules do the same with any number.
        losses: 0,
    };
    options.check().expect("a legal option block");
    options
}
