//! Watching a table: who asks and who decides, what everybody sees of it, and a window with nothing to press but the way out.

mod support;

use std::path::PathBuf;
use std::sync::Arc;

use egui_kittest::kittest::Queryable as _;
use nightcoach::Command;
use nightcoach::model::{Audience, Order, Since, Snapshot, Stage, Watched};
use nightcoach_lan::net::PeerKey;
use nightcoach_rules::{Event, Face, Fight, Outcome, Phase, Seat, SeatSet};
use nightcoach_table::{Audit, Check, Fault, Verdict};
use nightcoach_words::{Language, Phrase, Text, face, occupation, phrase, text};
use support::{EN, LARGE, SMALL, Window, at_table, chair, click, gathering, lobby, open, playing, reach, tree, view};

fn say(what: Text) -> &'static str {
    text(EN, what)
}

fn orders(window: &Window) -> Vec<Order> {
    let order = |command: &Command| if let Command::Order(order) = command { Some(order.clone()) } else { None };
    window.state().commands.iter().filter_map(order).collect()
}

/// A table of this many seats as it is watched: the public half of a view.
fn watched(seats: u8, phase: Phase) -> Watched {
    let state = view(seats, &[Face::Key, Face::Dagger], phase).state;
    let options = state.options.clone();
    let log = vec![
        (11, Event::TurnBegan { turn: 11, seat: Seat(2) }),
        (11, Event::Offered { from: Seat(2), to: Seat(0) }),
        (11, Event::Refused { seat: Seat(0), from: Seat(2) }),
        (12, Event::TurnBegan { turn: 12, seat: Seat(0) }),
    ];
    let audit = Audit {
        verdict: Verdict::ValidUnfinished { round: 40 },
        roster: Vec::new(),
        previous: [0; 32],
        outcome: None,
        closed_by: SeatSet::EMPTY,
        closed_twice: SeatSet::EMPTY,
        revealed: std::collections::BTreeMap::new(),
        scores: None,
        log,
        entries: 345,
        head: [0; 32],
    };
    Watched {
        table_name: "Inn".to_owned(),
        names: support::names(seats),
        options,
        state: Some(state),
        audit: Some(audit),
        waiting_for: SeatSet::only(Seat(1)),
        waiting_since: Since::now(),
        progress: (9, 9),
        fault: None,
        round: 40,
        transcript: None,
    }
}

fn audience(hosting: bool) -> Arc<Audience> {
    Arc::new(Audience { watchers: vec![chair("Wanda", 8)], asking: vec![], hosting, open: false })
}

fn watching(watched: Watched) -> Snapshot {
    Snapshot { stage: Stage::Watching(Arc::new(watched)), audience: audience(false), chat: None, ..lobby() }
}

/// Before the game, during the set-up, in the middle, at the end, and after a fault.
fn every_stage() -> Vec<Watched> {
    let fight = Fight { attack: SeatSet::only(Seat(3)), ..Fight::new(Seat(1), Seat(2)) };
    let before = Watched { state: None, audit: None, progress: (0, 0), ..watched(5, Phase::Turn) };
    let setting_up = Watched { state: None, progress: (3, 16), ..watched(5, Phase::Turn) };
    let mut over = watched(5, Phase::Over(Outcome::Drawn));
    over.transcript = Some(PathBuf::from("transcripts/ab12.nct"));
    over.audit.as_mut().unwrap().outcome = Some(Outcome::Drawn);
    over.audit.as_mut().unwrap().closed_by = SeatSet::first(5);
    let fault = Some(Fault { culprit: Seat(1), round: 33, check: Check::OneEntry, reason: None });
    let stopped = Watched { fault, ..watched(5, Phase::Turn) };
    let mut all = vec![before, setting_up, over, stopped];
    all.extend([3, 7, 10].map(|seats| watched(seats, Phase::Turn)));
    all.push(watched(10, Phase::Support(fight)));
    all
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
