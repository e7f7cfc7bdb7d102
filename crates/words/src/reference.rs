//! The rules as a player reads them: short chapters, one for every card.

use nightcoach_rules::{AbilityMode, Face, Occupation, Options, StartPlayer};

use crate::{
    Language, Switch, ability_mode, chinese_simplified as chinese, differences, english, face, face_rule, most_laps,
    occupation, occupation_rule, start_player, switch_label, switch_meaning,
};

/// What a chapter of the rules is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Topic {
    /// What everybody wants.
    Goal,
    /// What everybody has at first.
    Setup,
    /// What can be done on a turn.
    Turn,
    /// Offers and answers.
    Trade,
    /// What traded cards do.
    Texts,
    /// Attack and defence.
    Fight,
    /// Hands that are too full, and the end of the pile.
    HandLimit,
    /// Winning with one's association.
    Declaration,
    /// Winning alone.
    Solo,
    /// Foretelling that the others could win.
    Prophecy,
    /// Variants of the whole game.
    Variants,
    /// Every option of a table.
    Options,
    /// What the options of this table change.
    ThisTable,
    /// An object card.
    Object(Face),
    /// An occupation card.
    Role(Occupation),
}

impl Topic {
    /// Topics that are no card and hold at every table.
    pub const GENERAL: [Self; 12] = [
        Self::Goal,
        Self::Setup,
        Self::Turn,
        Self::Trade,
        Self::Texts,
        Self::Fight,
        Self::HandLimit,
        Self::Declaration,
        Self::Solo,
        Self::Prophecy,
        Self::Variants,
        Self::Options,
    ];

    /// Every topic of the game, cards last.
    pub fn all() -> Vec<Self> {
        let cards = Face::ALL.into_iter().map(Self::Object).chain(Occupation::ALL.into_iter().map(Self::Role));
        Self::GENERAL.into_iter().chain(cards).collect()
    }
}

/// A chapter of the rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chapter {
    /// What it is about.
    pub topic: Topic,
    /// Its heading.
    pub title: String,
    /// Its text.
    pub paragraphs: Vec<String>,
}

impl Chapter {
    /// Whether this chapter speaks of a word: a heading counts more than a mention.
    fn speaks_of(&self, word: &str) -> Option<bool> {
        let has = |text: &String| text.to_lowercase().contains(word);
        if has(&self.title) { Some(true) } else { self.paragraphs.iter().any(has).then_some(false) }
    }
}

/// The whole rules, chapter by chapter.
pub fn rules_reference(language: Language) -> Vec<Chapter> {
    Topic::all().into_iter().map(|topic| chapter(language, topic, None)).collect()
}

/// One chapter; the one of this table needs its options.
pub fn chapter(language: Language, topic: Topic, options: Option<&Options>) -> Chapter {
    let (title, paragraphs) = match topic {
        Topic::Object(card) => {
            (face(language, card), opened_by(face_rule(language, card), face_details(language, card)))
        }
        Topic::Role(role) => {
            (occupation(language, role), opened_by(occupation_rule(language, role), role_details(language, role)))
        }
        Topic::Options => (title(language, topic), every_option(language)),
        Topic::ThisTable => (title(language, topic), this_table(language, options)),
        Topic::Goal
        | Topic::Setup
        | Topic::Turn
        | Topic::Trade
        | Topic::Texts
        | Topic::Fight
        | Topic::HandLimit
        | Topic::Declaration
        | Topic::Solo
        | Topic::Prophecy
        | Topic::Variants => {
            let paragraphs = match language {
                Language::English => english::general(topic),
                Language::ChineseSimplified => chinese::general(topic),
            };
            (title(language, topic), paragraphs.iter().map(|text| (*text).to_owned()).collect())
        }
    };
    Chapter { topic, title: title.to_owned(), paragraphs }
}

/// The chapters that speak of a word, those with it in the heading first; all of them for no word.
pub fn search<'a>(chapters: &'a [Chapter], word: &str) -> Vec<&'a Chapter> {
    let word = word.trim().to_lowercase();
    let named = chapters.iter().filter(|chapter| chapter.speaks_of(&word) == Some(true));
    let mentioned = chapters.iter().filter(|chapter| chapter.speaks_of(&word) == Some(false));
    named.chain(mentioned).collect()
}

fn opened_by(first: &str, rest: &[&str]) -> Vec<String> {
    core::iter::once(first).chain(rest.iter().copied()).map(str::to_owned).collect()
}

const fn title(language: Language, topic: Topic) -> &'static str {
    match language {
        Language::English => english::title(topic),
        Language::ChineseSimplified => chinese::title(topic),
    }
}

const fn face_details(language: Language, card: Face) -> &'static [&'static str] {
    match language {
        Language::English => english::face_details(card),
        Language::ChineseSimplified => chinese::face_details(card),
    }
}

const fn role_details(language: Language, role: Occupation) -> &'static [&'static str] {
    match language {
        Language::English => english::role_details(role),
        Language::ChineseSimplified => chinese::role_details(role),
    }
}

/// Every option with its default and what it means.
fn every_option(language: Language) -> Vec<String> {
    let standard = Options::new(6);
    let (stop, join) = match language {
        Language::English => (".", "; "),
        Language::ChineseSimplified => ("。", "；"),
    };
    let one_of = |values: Vec<String>| format!("{}{stop}", values.join(join));
    let starts = [StartPlayer::Random, StartPlayer::Host].map(|start| start_player(language, start).to_owned());
    let modes = [AbilityMode::SealedRounds, AbilityMode::OneShot, AbilityMode::SeatOrder];
    let modes = modes.map(|mode| ability_mode(language, mode).to_owned());
    let laps = [0, 30].map(|laps| most_laps(language, laps));
    let mut all = vec![one_of(starts.to_vec()), one_of(laps.to_vec()), one_of(modes.to_vec())];
    all.extend(Switch::ALL.map(|of| {
        let label = switch_label(language, of, of.is_on(&standard));
        let space = if language == Language::English { " " } else { "" };
        format!("{label}{stop}{space}{}", switch_meaning(language, of))
    }));
    all
}

fn this_table(language: Language, options: Option<&Options>) -> Vec<String> {
    let (standard, stop) = match language {
        Language::English => ("This table plays by the standard rules.", "."),
        Language::ChineseSimplified => ("本桌按标准规则进行。", "。"),
    };
    let differing = options.map(|options| differences(language, options)).unwrap_or_default();
    if differing.is_empty() {
        return vec![standard.to_owned()];
    }
    differing.into_iter().map(|rule| format!("{rule}{stop}")).collect()
}
