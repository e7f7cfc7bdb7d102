//! What of the game was seen in some play: every window, action, event, card and option by name. A new one does not
//! compile until it stands here, and is wanted from then on.

use std::collections::BTreeSet;

use nightcoach_plain::{Chance, PlainTable};
use nightcoach_rules::{
    AbilityMode, Action, Choices, DeclareBar, Event, Face, Kind, Occupation, Options, Outcome, Phase, Refusal, Seat,
    StartPlayer, TradeFaces, announcement, faces,
};

use super::player::{Move, open};

/// The name of a variant, and the names of all.
macro_rules! names {
    ($name:ident, $all:ident, $of:ident: $($variant:ident)*) => {
        /// The name of the variant.
        pub fn $name(of: &$of) -> &'static str {
            match of { $($of::$variant { .. } => stringify!($variant)),* }
        }
        /// The names of all variants.
        pub const $all: &[&str] = &[$(stringify!($variant)),*];
    };
}

names!(phase, PHASES, Phase: Turn TurnEnd Reorder Demand HandOver Response Execution Text Consent Direction Pledges
    Passing Swap Exchange AssociationPick AssociationShow Priest Payment Support Hypnotist Abilities Doctor Spoils Identity
    Luggage Taking Gift Named Closing Vote Over);
names!(action, ACTIONS, Action: Pass Offer Refuse Accept Text Foresee Reorder Demand Surrender Lack HandOver UseText
    Direct Pledge PassOn SwapOccupation Exchange ShuffleAssociations PickAssociation ShowHand ShowAssociation ShowIdentity
    Attack Support Priest Pay Hypnotise Abilities Doctor Spoils Take TakeAndReturn Give DeclareTeam DeclareSolo Prophesy
    OpenNamed OpenAssociation Vote);
names!(event, EVENTS, Event: TurnBegan Passed Offered Refused Traded Announced Silent TextDeclined Directed AllPledged
    PledgesReleased PassedOn OccupationsSwapped SparesShown OccupationExchanged Foresaw PileOrdered ForesightPassed
    Demanded Surrendered Lacked DemandReleased AssociationPicked HandShown AssociationShown IdentityShown Drew PileEmptied
    Attacked PriestPassed Stopped Paid HypnotistPassed Hypnotised Supported Played AbilityPassed FightEnded DoctorPassed
    Cancelled SpoilsChosen Took Gave Declared DeclaredSolo Prophesied NamedOpened AssociationOpened VoteBegan Voted
    FellAsleep Woke PassedOver Ended);
names!(outcome, OUTCOMES, Outcome: Won WonAlone Drawn Unsettled);

/// What was seen.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Coverage(pub BTreeSet<String>);

impl Coverage {
    /// Everything that there is to see.
    pub fn wanted() -> Self {
        let mut all = Self::default();
        for (what, names) in [("phase", PHASES), ("action", ACTIONS), ("event", EVENTS), ("outcome", OUTCOMES)] {
            for name in names {
                all.see(what, name);
            }
        }
        for face in Face::ALL {
            all.see("traded", face);
            for what in uses(face) {
                all.see(what, face);
            }
        }
        for occupation in Occupation::ALL {
            all.see("used", occupation);
        }
        all.0.extend(option_names().map(|name| format!("option {name}")));
        all
    }

    fn see(&mut self, what: &str, which: impl core::fmt::Debug) {
        self.0.insert(format!("{what} {which:?}").replace('"', ""));
    }

    /// A game begins.
    pub fn see_table<C: Chance>(&mut self, table: &PlainTable<C>) {
        self.0.extend(deviations(&table.state().options).iter().map(|name| format!("option {name}")));
        self.see_state(table);
    }

    /// A move has led to this table, with these events; `before` are the cards of the trade that ran then.
    pub fn see_move<C: Chance>(
        &mut self,
        before: Option<TradeFaces>,
        made: &Move,
        after: &PlainTable<C>,
        events: &[Event],
    ) {
        if let Move::Round { entries, .. } = made {
            for choice in entries.values() {
                self.see("action", action(&choice.action));
            }
        }
        let trade = after.trade().filter(|trade| trade.answer.is_some()).or(before);
        if let Some(ended) = after.outcome() {
            self.see("outcome", outcome(ended));
        }
        for happened in events {
            self.see("event", event(happened));
            self.see_card(happened, trade);
        }
        self.see_state(after);
    }

    fn see_state<C: Chance>(&mut self, table: &PlainTable<C>) {
        self.see("phase", phase(&table.state().phase));
        for seat in table.owed().seats().iter() {
            self.see_choices(table, seat);
        }
    }

    /// The Pearl works by what it forbids.
    fn see_choices<C: Chance>(&mut self, table: &PlainTable<C>, seat: Seat) {
        let asked = matches!(table.state().phase, Phase::Turn | Phase::Response(_));
        let choices = if asked { open(table, seat) } else { Choices::Nothing };
        if let Choices::Turn(turn) = choices {
            if turn.declare.is_err_and(|bar| bar == DeclareBar::Pearl) {
                self.see("barred by", Face::Pearl);
            }
        } else if let Choices::Answer(answer) = choices
            && answer.refusal != Refusal::Allowed
        {
            self.see("forced", answer.offered);
        }
    }

    fn see_card(&mut self, event: &Event, trade: Option<TradeFaces>) {
        if let Some(occupation) = used(event) {
            self.see("used", occupation);
        }
        if let Event::Traded { .. } = event {
            self.see_trade(trade);
        } else if let Event::Announced { kind, .. } = event {
            let cards = trade.map(|trade| [Some(trade.offered), trade.answer]).into_iter().flatten().flatten();
            let announced = faces(*kind, false);
            cards.filter(|card| announced.contains(card)).for_each(|card| self.see("announced", card));
        } else if let Event::Played { objects, .. } = event {
            for face in objects {
                self.see("played", face);
            }
        } else if let Event::Declared { items, .. }
        | Event::NamedOpened { items, .. }
        | Event::AssociationOpened { items, .. } = event
        {
            for face in items {
                self.see("opened", face);
            }
        } else if let Event::DeclaredSolo { .. } = event {
            self.see("won by", Face::Loge);
        }
    }

    fn see_trade(&mut self, trade: Option<TradeFaces>) {
        let Some(TradeFaces { offered, answer: Some(answer) }) = trade else { return };
        self.see("traded", offered);
        self.see("traded", answer);
        for (card, other) in [(offered, answer), (answer, offered)] {
            // It would have a text beside any other card.
            if other == Face::Mirror
                && announcement(card, Face::Dagger, false).is_some_and(|kind| kind != Kind::SecretBag)
            {
                self.see("silenced by", Face::Mirror);
            }
        }
    }
}

/// How an object works.
const fn uses(face: Face) -> &'static [&'static str] {
    match face {
        Face::Key | Face::Goblet => &["opened"],
        Face::BagKey | Face::BagGoblet => &["announced", "opened"],
        Face::Pearl => &["barred by", "forced"],
        Face::Mirror => &["silenced by", "forced"],
        Face::Dagger | Face::Gloves | Face::Ring | Face::Knives | Face::Whip => &["played"],
        Face::Privilege | Face::Monocle | Face::Sextant | Face::Coat | Face::Tome => &["announced"],
        Face::Loge => &["won by"],
    }
}

/// The occupation that this event tells the use of.
fn used(event: &Event) -> Option<Occupation> {
    if let Event::Played { power, .. } = event {
        power.map(nightcoach_rules::Power::occupation)
    } else if let Event::Stopped { .. } = event {
        Some(Occupation::Priest)
    } else if let Event::Hypnotised { .. } = event {
        Some(Occupation::Hypnotist)
    } else if let Event::Cancelled { .. } = event {
        Some(Occupation::Doctor)
    } else if let Event::Foresaw { .. } = event {
        Some(Occupation::Clairvoyant)
    } else if let Event::Demanded { .. } = event {
        Some(Occupation::Diplomat)
    } else {
        None
    }
}

/// Every value of every option that is not the default.
fn option_names() -> impl Iterator<Item = String> {
    let switches = switches(&Options::new(4)).map(|(name, _)| name.to_owned());
    switches.into_iter().chain(["ability_mode OneShot", "ability_mode SeatOrder"].map(str::to_owned))
}

/// What in a block is not the default.
pub fn deviations(options: &Options) -> Vec<String> {
    let defaults = switches(&Options::new(options.seats));
    let own = switches(options).into_iter().zip(defaults);
    let mut all: Vec<String> =
        own.filter(|(own, default)| own != default).map(|((name, _), _)| name.to_owned()).collect();
    if options.ability_mode != AbilityMode::SealedRounds {
        all.push(format!("ability_mode {:?}", options.ability_mode));
    }
    all
}

/// Every option with two sides, and which it is on. The number of seats has no default; of losses the rules know nothing.
#[expect(clippy::too_many_lines, reason = "one line for each option")]
fn switches(options: &Options) -> [(&'static str, bool); 27] {
    let Options {
        start_player,
        draw_vote,
        max_laps,
        full_reveal,
        secret_support,
        hypnotist_after_each,
        ability_mode: _,
        duelist_bonus,
        duel_blocks_poison,
        doctor_on_tie,
        gift_to_full_allowed,
        strict_naming,
        claim_counts,
        pearl_blocks_solo,
        drink_stacking,
        prophecy,
        smuggling,
        three_player_mixed,
        sealed_start,
        tome_coat_optional,
        sextant_last,
        coat_may_keep_own,
        diplomat_free,
        diplomat_demanded_first,
        clairvoyant_anytime,
        scoring,
        scores,
        chat,
        seats: _,
        losses: _,
    } = options;
    [
        ("start_player", *start_player == StartPlayer::Random),
        ("draw_vote", *draw_vote),
        ("max_laps", *max_laps == 0),
        ("full_reveal", *full_reveal),
        ("secret_support", *secret_support),
        ("hypnotist_after_each", *hypnotist_after_each),
        ("duelist_bonus", *duelist_bonus),
        ("duel_blocks_poison", *duel_blocks_poison),
        ("doctor_on_tie", *doctor_on_tie),
        ("gift_to_full_allowed", *gift_to_full_allowed),
        ("strict_naming", *strict_naming),
        ("claim_counts", *claim_counts),
        ("pearl_blocks_solo", *pearl_blocks_solo),
        ("drink_stacking", *drink_stacking),
        ("prophecy", *prophecy),
        ("smuggling", *smuggling),
        ("three_player_mixed", *three_player_mixed),
        ("sealed_start", *sealed_start),
        ("tome_coat_optional", *tome_coat_optional),
        ("sextant_last", *sextant_last),
        ("coat_may_keep_own", *coat_may_keep_own),
        ("diplomat_free", *diplomat_free),
        ("diplomat_demanded_first", *diplomat_demanded_first),
        ("clairvoyant_anytime", *clairvoyant_anytime),
        ("scoring", *scoring),
        ("scores", scores.is_empty()),
        ("chat", *chat),
    ]
}
