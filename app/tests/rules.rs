//! The rules stand at hand everywhere: by button, by F1, by the corner of a card, and by a word that is sought.

mod support;

use egui::Key;
use egui::accesskit::Role;
use egui_kittest::kittest::Queryable as _;
use nightcoach_rules::{Face, Occupation, Phase};
use nightcoach_words::{Language, Phrase, Switch, Text, Topic, chapter, face, occupation, phrase, switch, text};
use support::{LARGE, SMALL, Window, at_table, click, gathering, lobby, names, open, playing, reach, sent, view};

fn at(language: Language, size: [f32; 2]) -> Window {
    open(language, size, at_table(playing(view(5, &[Face::Key, Face::Sextant], Phase::Turn), true)))
}

/// Whether the whole chapter can be read.
fn reads(window: &Window, language: Language, topic: Topic) -> bool {
    let chapter = chapter(language, topic, None);
    chapter.paragraphs.iter().all(|text| window.query_by_label(text).is_some())
}

/// Types into the field that searches.
fn seek(window: &mut Window, language: Language, word: &str) {
    let label = text(language, Text::RulesSearch);
    window.get_by_role_and_label(Role::TextInput, label).focus();
    window.run_steps(2);
    window.get_by_role_and_label(Role::TextInput, label).type_text(word);
    window.run_steps(3);
}

#[test]
fn they_open_by_button_in_the_lobby_at_the_gathering_and_at_the_table() {
    for language in Language::ALL {
        for snapshot in [lobby(), gathering(true, 3, 6), at_table(playing(view(5, &[Face::Key], Phase::Turn), true))] {
            for size in [LARGE, SMALL] {
                let mut window = open(language, size, snapshot.clone());
                click(&mut window, text(language, Text::Rules));
                window.get_by_label(text(language, Text::RulesClose));
                click(&mut window, text(language, Text::RulesClose));
                assert!(window.query_by_label(text(language, Text::RulesClose)).is_none(), "they stay open");
            }
        }
    }
}

#[test]
fn f1_opens_and_closes_them_and_keys_are_theirs_meanwhile() {
    let language = Language::English;
    let mut window = at(language, LARGE);
    window.key_press(Key::F1);
    window.run_steps(3);
    window.get_by_label(text(language, Text::RulesClose));
    window.key_press(Key::Num1);
    window.run_steps(2);
    window.key_press(Key::F1);
    window.run_steps(3);
    assert!(window.query_by_label(text(language, Text::RulesClose)).is_none());
    click(&mut window, "Tom");
    assert!(window.query_by_label_contains("Confirm").is_none(), "a key meant for the rules picked a card");
    assert!(sent(&window).is_empty());
}

#[test]
fn the_corner_of_a_card_opens_its_chapter_by_mouse_and_by_keyboard() {
    for language in Language::ALL {
        for act in [click, reach] {
            let mut window = at(language, LARGE);
            let about = phrase(language, &names(5), &Phrase::About { face: Face::Sextant, digit: 2 });
            act(&mut window, &about);
            window.run_steps(2);
            assert!(reads(&window, language, Topic::Object(Face::Sextant)), "another chapter is open");
        }
    }
}

#[test]
fn every_card_is_found_by_its_name() {
    for language in Language::ALL {
        for (word, topic) in [
            (face(language, Face::Tome), Topic::Object(Face::Tome)),
            (face(language, Face::Loge), Topic::Object(Face::Loge)),
            (occupation(language, Occupation::Hypnotist), Topic::Role(Occupation::Hypnotist)),
        ] {
            let mut window = at(language, SMALL);
            click(&mut window, text(language, Text::Rules));
            seek(&mut window, language, word);
            assert!(reads(&window, language, topic), "{word} leads elsewhere");
        }
        let mut window = at(language, SMALL);
        click(&mut window, text(language, Text::Rules));
        seek(&mut window, language, "xyzzy");
        window.get_by_label(text(language, Text::RulesNothing));
    }
}

#[test]
fn a_chapter_is_chosen_from_the_list() {
    for language in Language::ALL {
        for act in [click, reach] {
            let mut window = at(language, LARGE);
            click(&mut window, text(language, Text::Rules));
            // A sheet finds its place in the middle once its size is known.
            window.run_steps(3);
            act(&mut window, &chapter(language, Topic::Setup, None).title);
            assert!(reads(&window, language, Topic::Setup), "another chapter is shown");
        }
    }
}

#[test]
fn the_first_chapter_tells_the_options_of_this_table() {
    for language in Language::ALL {
        let mut own = view(5, &[Face::Key], Phase::Turn);
        own.state.options.smuggling = true;
        let mut window = open(language, LARGE, at_table(playing(own, true)));
        click(&mut window, text(language, Text::Rules));
        window.get_by_label_contains(switch(language, Switch::Smuggling, true));
    }
}
