//! The rules for players: a chapter for everything, found by any card's name.

use std::collections::BTreeSet;

use nightcoach_rules::{Face, Kind, Occupation, Options};
use nightcoach_words as words;
use nightcoach_words::{Language, Topic};

#[test]
fn every_topic_has_a_chapter_with_a_heading_and_text() {
    for language in Language::ALL {
        let chapters = words::rules_reference(language);
        assert_eq!(chapters.len(), Topic::GENERAL.len() + Face::ALL.len() + Occupation::ALL.len());
        let titles: BTreeSet<&str> = chapters.iter().map(|chapter| chapter.title.as_str()).collect();
        assert_eq!(titles.len(), chapters.len(), "two chapters have the same heading");
        for chapter in chapters {
            assert!(!chapter.paragraphs.is_empty(), "{:?} is empty", chapter.topic);
            let long = chapter.paragraphs.iter().find(|text| text.chars().count() > 420);
            assert!(long.is_none(), "too long to read: {long:?}");
        }
    }
}

#[test]
fn a_card_is_found_by_its_name_in_every_language() {
    for language in Language::ALL {
        let chapters = words::rules_reference(language);
        let named = |word: &str| words::search(&chapters, word).first().map(|chapter| chapter.topic);
        for card in Face::ALL {
            assert_eq!(named(words::face(language, card)), Some(Topic::Object(card)), "{card:?}");
        }
        for role in Occupation::ALL {
            assert_eq!(named(words::occupation(language, role)), Some(Topic::Role(role)), "{role:?}");
        }
    }
}

#[test]
fn a_search_takes_any_case_and_finds_mentions_after_headings() {
    let chapters = words::rules_reference(Language::English);
    let found: Vec<Topic> = words::search(&chapters, " sECret bag ").into_iter().map(|chapter| chapter.topic).collect();
    assert_eq!(found[..2], [Topic::Object(Face::BagKey), Topic::Object(Face::BagGoblet)]);
    assert!(found.contains(&Topic::Trade), "a mention is not found: {found:?}");
    assert!(words::search(&chapters, "dragon").is_empty());
    assert_eq!(words::search(&chapters, "").len(), chapters.len());
}

#[test]
fn the_texts_that_are_announced_are_those_with_a_chapter_that_says_so() {
    let text = "Trade it away";
    for card in Face::ALL {
        let says = words::face_rule(Language::English, card).starts_with(text);
        assert_eq!(says, nightcoach_rules::is_texted(card, false), "{card:?}");
    }
    assert!(words::kind(Language::English, Kind::SecretBag).contains("Bag"));
}

#[test]
fn the_chapter_of_a_table_tells_what_differs_there() {
    for language in Language::ALL {
        let standard = Options::new(5);
        let smuggled = Options { smuggling: true, ..standard.clone() };
        let told = |options| words::chapter(language, Topic::ThisTable, Some(options)).paragraphs;
        assert_eq!(told(&standard).len(), 1);
        let rule = words::switch(language, words::Switch::Smuggling, true);
        assert!(told(&smuggled).iter().any(|text| text.starts_with(rule)), "{:?}", told(&smuggled));
    }
}
