//! The network page: by button and by F2, with one sentence of advice for each finding, and the code of a host with its
//! picture.

mod support;

use std::sync::Arc;

use egui::Key;
use egui_kittest::kittest::Queryable as _;
use nightcoach_lan::{NetworkReport, Snapshot};
use nightcoach_words::{Language, NetworkAdvice, Text, network_advice, text};
use support::{LARGE, SMALL, click, gathering, lobby, open};

fn alone() -> Snapshot {
    let report = NetworkReport { seconds: 60, port: Some(24_642), ..NetworkReport::default() };
    Snapshot { network: Arc::new(report), ..lobby() }
}

#[test]
fn the_page_opens_by_button_and_by_f2_and_gives_advice() {
    for language in Language::ALL {
        for size in [LARGE, SMALL] {
            let mut window = open(language, size, alone());
            click(&mut window, text(language, Text::Network));
            window.get_by_label(&network_advice(language, &NetworkAdvice::Alone));
            click(&mut window, text(language, Text::NetworkClose));
            assert!(window.query_by_label(text(language, Text::NetworkClose)).is_none(), "it stays open");
            window.key_press(Key::F2);
            window.run_steps(3);
            window.get_by_label(text(language, Text::NetworkClose));
            window.key_press(Key::F2);
            window.run_steps(3);
            assert!(window.query_by_label(text(language, Text::NetworkClose)).is_none(), "it stays open");
        }
    }
}

#[test]
fn a_host_shows_the_code_and_its_picture_and_a_guest_does_not() {
    for language in Language::ALL {
        let picture = format!("{} R2M0-218Y", text(language, Text::CodePicture));
        let window = open(language, LARGE, gathering(true, 3, 6));
        window.get_by_label("R2M0-218Y");
        window.get_by_label(&picture);
        let window = open(language, LARGE, gathering(false, 3, 6));
        assert!(window.query_by_label(&picture).is_none());
    }
}
