//! Watching a table: who asks and who decides, what everybody sees of it, and a window with nothing to press but the way out.

mod support;

use std::sync::Arc;

use egui_kittest::kittest::Queryable as _;
use nightcoach::Command;
use nightcoach::model::{Audience, Order, Snapshot};
use nightcoach_lan::net::PeerKey;
use nightcoach_rules::{Face, Phase};
use nightcoach_words::{Language, Phrase, Text, face, occupation, phrase, text};
use support::watched::{audience, every_stage, watched, watching};
use support::{EN, LARGE, SMALL, Window, at_table, chair, click, gathering, lobby, open, playing, reach, tree, view};

fn say(what: Text) -> &'static str {
    text(EN, what)
}

fn orders(window: &Window) -> Vec<Order> {
    let order = |command: &Command| if let Command::Order(order) = command { Some(order.clone()) } else { None };
    window.state().commands.iter().filter_map(order).collect()
}

#[test]
fn whoever_watches_reads_so_and_can_do_nothing_but_leave() {
    for language in Language::ALL {
        for size in [LARGE, SMALL] {
            for stage in every_stage() {
                let over = stage.audit.as_ref().is_some_and(|audit| audit.outcome.is_some());
                let mut window = open(language, size, watching(stage));
                window.get_by_label(text(language, Text::YouWatch));
                window.get_by_label(&phrase(language, &[], &Phrase::WatchedBy("Wanda")));
                for control in
                    [Text::Nudge, Text::BotPlays, Text::PassUntilTurn, Text::RoleHold, Text::Notes, Text::Rematch]
                {
                    assert!(window.query_by_label(text(language, control)).is_none(), "{control:?}");
                }
                let out = if over { Text::BackToLobby } else { Text::StopWatching };
                click(&mut window, text(language, out));
                assert_eq!(window.state().commands, [Command::Leave]);
            }
        }
    }
}

#[test]
fn what_lies_open_is_shown_and_no_hand_and_no_role() {
    let mut stage = watched(5, Phase::Turn);
    let state = stage.state.as_mut().unwrap();
    state.seats[3].played = vec![Face::Whip];
    let mut window = open(EN, LARGE, watching(stage));
    window.get_by_label_contains(face(EN, Face::Whip));
    window.get_by_label_contains("Tom, ");
    window.get_by_label_contains(&phrase(EN, &[], &Phrase::Audited(345)));
    window.get_by_label_contains("Turn 11");
    let all = tree(&window);
    for hidden in [face(EN, Face::Key), face(EN, Face::Dagger), occupation(EN, nightcoach_rules::Occupation::Thug)] {
        assert!(!all.contains(hidden), "{hidden} is shown");
    }
    // No digit, no Enter and no Escape means anything.
    for key in [egui::Key::Num1, egui::Key::Num2, egui::Key::Escape] {
        window.key_press(key);
        window.run_steps(2);
    }
    assert!(window.state().commands.is_empty());
}

#[test]
fn who_is_waited_for_is_told_to_who_watches() {
    let mut window = open(EN, SMALL, watching(watched(5, Phase::Turn)));
    std::thread::sleep(std::time::Duration::from_millis(5_100));
    window.run_steps(2);
    window.get_by_label_contains("Waiting for Tom since");
}

#[test]
fn a_table_in_sight_or_at_an_address_is_watched_by_mouse_or_keyboard() {
    for reached in [click as fn(&mut Window, &str), reach] {
        let mut window = open(EN, [1280.0, 1600.0], lobby());
        reached(&mut window, &format!("{} 周五之夜", say(Text::Watch)));
        assert_eq!(orders(&window), [Order::Watch { table: [1; 16] }]);
    }
    let mut window = open(EN, [1280.0, 1600.0], lobby());
    let field = say(Text::AddressTitle);
    window.get_by_role_and_label(egui::accesskit::Role::TextInput, field).focus();
    window.run_steps(2);
    window.get_by_role_and_label(egui::accesskit::Role::TextInput, field).type_text("R2M0-218Y");
    window.run_steps(2);
    click(&mut window, say(Text::WatchAddress));
    assert_eq!(orders(&window), [Order::WatchAddress("R2M0-218Y".to_owned())]);
}

#[test]
fn everybody_at_the_table_sees_who_watches_and_its_host_decides() {
    let at_play = || at_table(playing(view(5, &[Face::Key, Face::Dagger], Phase::Turn), true));
    for mut snapshot in [at_play(), gathering(false, 4, 6)] {
        snapshot.audience = audience(false);
        let window = open(EN, SMALL, snapshot);
        window.get_by_label(&phrase(EN, &[], &Phrase::WatchedBy("Wanda")));
        assert!(
            window.query_by_label(&phrase(EN, &[], &Phrase::ShowOut("Wanda"))).is_none(),
            "a guest decides nothing"
        );
        assert!(window.query_by_label(say(Text::AllowWatchers)).is_none());
    }
    for snapshot in [at_play(), gathering(true, 4, 6)] {
        let asked = Audience { asking: vec![chair("Eve", 9)], ..(*audience(true)).clone() };
        let snapshot = Snapshot { audience: Arc::new(asked), ..snapshot };
        for reached in [click as fn(&mut Window, &str), reach] {
            let mut window = open(EN, LARGE, snapshot.clone());
            window.get_by_label(&phrase(EN, &[], &Phrase::AsksToWatch("Eve")));
            let labels = [
                phrase(EN, &[], &Phrase::LetWatch("Eve")),
                phrase(EN, &[], &Phrase::TurnDown("Eve")),
                phrase(EN, &[], &Phrase::ShowOut("Wanda")),
                say(Text::AllowWatchers).to_owned(),
            ];
            for label in &labels {
                reached(&mut window, label);
            }
            let key = |n| PeerKey([n; 32]);
            let expected =
                [Order::LetIn(key(9)), Order::SendAway(key(9)), Order::SendAway(key(8)), Order::AllowWatchers(true)];
            assert_eq!(orders(&window), expected);
        }
    }
}
