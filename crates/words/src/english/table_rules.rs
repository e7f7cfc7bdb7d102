//! The options of a table.

use nightcoach_rules::{AbilityMode, OptionsError, StartPlayer};

use super::who;
use crate::Switch;

pub(crate) const fn switch(switch: Switch, on: bool) -> &'static str {
    match (switch, on) {
        (Switch::DrawVote, true) => "A draw vote is offered after three laps of passing",
        (Switch::DrawVote, false) => "No draw vote is offered",
        (Switch::FullReveal, true) => "The record shows all hands when the game is over",
        (Switch::FullReveal, false) => "The record never shows the hands",
        (Switch::SecretSupport, true) => "Support in a fight is declared by all at once, sealed",
        (Switch::SecretSupport, false) => "Support in a fight is declared openly, one by one",
        (Switch::HypnotistAfterEach, true) => "The Hypnotist may act after each declaration of support",
        (Switch::HypnotistAfterEach, false) => "The Hypnotist acts after the last declaration of support",
        (Switch::DuelistBonus, true) => "The Duelist gives himself +1",
        (Switch::DuelistBonus, false) => "The Duelist gives himself nothing",
        (Switch::DuelBlocksPoison, true) => "A Duelist stops a Poison Mixer",
        (Switch::DuelBlocksPoison, false) => "A Poison Mixer decides even against a Duelist",
        (Switch::DoctorOnTie, true) => "The Doctor may act after a level fight, too",
        (Switch::DoctorOnTie, false) => "The Doctor may not act after a level fight",
        (Switch::GiftToFull, true) => "A surplus object may be given to somebody whose hand is full",
        (Switch::GiftToFull, false) => "A surplus object goes only to somebody whose hand is not full",
        (Switch::StrictNaming, true) => "Who declares must name every companion with a key item",
        (Switch::StrictNaming, false) => "Who declares need not name every companion with a key item",
        (Switch::ClaimCounts, true) => "Who declares says how many key items each companion holds",
        (Switch::ClaimCounts, false) => "Who declares says only names",
        (Switch::PearlBlocksSolo, true) => "The Black Pearl forbids a personal win, too",
        (Switch::PearlBlocksSolo, false) => "A personal win is possible with the Black Pearl",
        (Switch::DrinkStacking, true) => "At an odd table each declared member of the smaller association adds a Drink",
        (Switch::DrinkStacking, false) => "At an odd table the Drinks together replace one key item",
        (Switch::Prophecy, true) => "One may prophesy that the other association could win",
        (Switch::Prophecy, false) => "There are no prophecies",
    }
}

pub(crate) const fn start_player(start: StartPlayer) -> &'static str {
    match start {
        StartPlayer::Random => "Chance decides who begins",
        StartPlayer::Host => "The host begins",
    }
}

pub(crate) const fn ability_mode(mode: AbilityMode) -> &'static str {
    match mode {
        AbilityMode::SealedRounds => "Cards in a fight: sealed rounds until all pass",
        AbilityMode::OneShot => "Cards in a fight: one sealed round",
        AbilityMode::SeatOrder => "Cards in a fight: openly, seat by seat",
    }
}

pub(crate) fn most_laps(laps: u16) -> String {
    match laps {
        0 => "No limit of laps".to_owned(),
        1 => "A draw after 1 lap".to_owned(),
        laps => format!("A draw after {laps} laps"),
    }
}

pub(crate) fn options_error(error: OptionsError) -> String {
    match error {
        OptionsError::Seats(seats) => format!("The game is for three to ten seats, not for {seats}."),
        OptionsError::Start(seat) => format!("The first turn cannot be that of {}.", who(&[], seat)),
        OptionsError::SecretSupportHypnotist => {
            "With sealed support there is no moment after each declaration for the Hypnotist: switch one of the two off."
                .to_owned()
        }
    }
}
