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
        (Switch::Smuggling, true) => "Smuggling: whoever gives a card away decides in secret whether its text happens",
        (Switch::Smuggling, false) => "No smuggling: every text must be announced",
        (Switch::ThreePlayerMixed, true) => "Three players: three association cards each, two of them decide",
        (Switch::ThreePlayerMixed, false) => "One association card each",
        (Switch::SealedStart, true) => "Nobody starts with Mirror, Sextant, Coat, Tome or Coat of Armor of the Loge",
        (Switch::SealedStart, false) => "Any object may be in a starting hand",
        (Switch::TomeCoatOptional, true) => "Whoever gives a Tome or Coat away may do without its text",
        (Switch::TomeCoatOptional, false) => "The texts of Tome and Coat must be carried out",
        (Switch::SextantLast, true) => "The Sextant runs after the other card of its trade",
        (Switch::SextantLast, false) => "The Sextant runs in its turn",
        (Switch::CoatMayKeepOwn, true) => "With the Coat one may take the own occupation again, unused",
        (Switch::CoatMayKeepOwn, false) => "With the Coat one must take another occupation",
        (Switch::DiplomatFree, true) => "A Diplomat whose demand is met has an action left",
        (Switch::DiplomatFree, false) => "A demand of the Diplomat is the action of the turn",
        (Switch::DiplomatDemandedFirst, true) => "After a demand the text of the demanded card comes first",
        (Switch::DiplomatDemandedFirst, false) => "After a demand the text of the Diplomat's own card comes first",
        (Switch::ClairvoyantAnytime, true) => "The Clairvoyant may also be used at the end of the turn",
        (Switch::ClairvoyantAnytime, false) => "The Clairvoyant is used before the action of the turn",
        (Switch::Scoring, true) => "Points are counted over several games",
        (Switch::Scoring, false) => "No points are counted",
        (Switch::Chat, true) => "The table has a chat",
        (Switch::Chat, false) => "The table has no chat",
    }
}

pub(crate) const fn switch_meaning(switch: Switch) -> &'static str {
    match switch {
        Switch::DrawVote => "After three laps of nothing but passes everybody votes; the game is drawn if all agree.",
        Switch::FullReveal => "When the game is over, every computer adds its hand to the record, for the audit.",
        Switch::SecretSupport => "All seats commit to a side and open together, so nobody can wait for the others.",
        Switch::HypnotistAfterEach => {
            "The attacker is asked for the Hypnotist again and again, so that later supporters can react."
        }
        Switch::DuelistBonus => "The Duelist voids all supports; with this he also counts +1 for himself.",
        Switch::DuelBlocksPoison => "If a Duelist is played, a Poison Mixer is void, even in the same sealed round.",
        Switch::DoctorOnTie => "The Doctor can then also keep the attacker from drawing an object.",
        Switch::GiftToFull => "Whoever is full and gets a surplus object passes one on, until somebody has room.",
        Switch::StrictNaming => "A claim is false if a companion with a key item was not named.",
        Switch::ClaimCounts => "A claim is false if a companion holds fewer key items than were said.",
        Switch::PearlBlocksSolo => "The Black Pearl always forbids the declaration of an association.",
        Switch::DrinkStacking => {
            "Normally all Drinks together replace one key item; at least one real one stays necessary."
        }
        Switch::Prophecy => {
            "Instead of declaring for your own side you may claim that the other one could, and name who; if that is true your side wins, if not the other."
        }
        Switch::Smuggling => {
            "Each giver of a card with a text says whether it happens. Silence looks the same as a card without text or a Broken Mirror."
        }
        Switch::ThreePlayerMixed => {
            "Five cards of each association are shuffled, three for everybody. You belong to the side of which you have two or more. Whoever may look at your association sees one of the three, picked blindly. Only at tables of three."
        }
        Switch::SealedStart => {
            "These five cards lie in the pile at first, so that no first trade turns the table over."
        }
        Switch::TomeCoatOptional => "The card is announced all the same; then its giver decides openly.",
        Switch::SextantLast => "Normally the text of the offered card comes first, whatever it is.",
        Switch::CoatMayKeepOwn => "Whether the own card was taken back, nobody else can tell.",
        Switch::DiplomatFree => "After a demand that is met the turn goes on. A demand that fails ends it as ever.",
        Switch::DiplomatDemandedFirst => "It matters when both cards of the exchange have a text.",
        Switch::ClairvoyantAnytime => {
            "At the end of a turn everybody with a face-down occupation is asked, so that asking tells nothing."
        }
        Switch::Scoring => {
            "A true declaration: 3 points, or 5 with three own key items. A personal win: 4. Other winners: 2 with a key item, else 1. After a false declaration every member of the other association gets 2."
        }
        Switch::Chat => "What is said there is no part of the game and stands in no record.",
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

pub(crate) fn losses(seats: u8, losses: u8) -> String {
    let together = seats.saturating_sub(losses);
    match losses {
        0 => "Nobody may be lost: the table waits for whoever is gone. Only all together could look into the piles."
            .to_owned(),
        1 => format!("One may be lost, and the others play on. Any {together} together could look into the piles."),
        losses => {
            format!("{losses} may be lost, and the others play on. Any {together} together could look into the piles.")
        }
    }
}

pub(crate) fn options_error(error: OptionsError) -> String {
    match error {
        OptionsError::Seats(seats) => format!("The game is for three to ten seats, not for {seats}."),
        OptionsError::Start(seat) => format!("The first turn cannot be that of {}.", who(&[], seat)),
        OptionsError::MixedSeats => "Three association cards for everybody are for tables of three only.".to_owned(),
        OptionsError::SmugglingTomeCoat => {
            "Where texts can be smuggled away in silence, Tome and Coat need not be declined openly: switch one of the two off."
                .to_owned()
        }
        OptionsError::Scores => "A score sheet takes one entry for each seat, and a table that counts points.".to_owned(),
        OptionsError::Losses => {
            "So many seats cannot be lost at a table of this size: at most a third of the others, and one of three or four."
                .to_owned()
        }
        OptionsError::SecretSupportHypnotist => {
            "With sealed support there is no moment after each declaration for the Hypnotist: switch one of the two off."
                .to_owned()
        }
    }
}
