//! The people around the game: chat, who is let in, who is waited for, tables to take up again. By mouse and by keyboard.

mod support;

use std::sync::Arc;

use egui::accesskit::Role;
use egui_kittest::kittest::Queryable as _;
use nightcoach::Command;
use nightcoach::model::{ChatLine, Order, Preset, Snapshot, Stage, Unfinished, Wanted};
use nightcoach_lan::net::PeerKey;
use nightcoach_rules::{Face, Phase, Seat, SeatSet};
use nightcoach_table::lobby::{Door, Passphrase};
use nightcoach_words::{Language, Phrase, Text, phrase, text};
use support::{EN, LARGE, SMALL, Window, at_table, chair, click, gathering, lobby, open, playing, reach, view};

fn at_play() -> Snapshot {
    at_table(playing(view(5, &[Face::Key, Face::Dagger], Phase::Turn), true))
}

fn orders(window: &Window) -> Vec<Order> {
    let order = |command: &Command| if let Command::Order(order) = command { Some(order.clone()) } else { None };
    window.state().commands.iter().filter_map(order).collect()
}

fn say(what: Text) -> &'static str {
    text(EN, what)
}

fn type_into(window: &mut Window, label: &str, words: &str) {
    window.get_by_role_and_label(Role::TextInput, label).focus();
    window.run_steps(2);
    window.get_by_role_and_label(Role::TextInput, label).type_text(words);
    window.run_steps(2);
}

#[test]
fn a_line_is_said_with_the_keyboard_and_digits_in_it_pick_no_card() {
    for snapshot in [at_play(), gathering(false, 4, 6)] {
        let mut window = open(EN, SMALL, snapshot.clone());
        if matches!(snapshot.stage, Stage::Playing(_)) {
            click(&mut window, &phrase(EN, &[], &Phrase::Unread(1)));
        }
        window.get_by_label("Tom: hello 你好");
        type_into(&mut window, say(Text::ChatField), "1 moment");
        window.key_press(egui::Key::Num1);
        window.run_steps(2);
        window.key_press(egui::Key::Enter);
        window.run_steps(2);
        assert_eq!(orders(&window), [Order::Say("1 moment".to_owned())]);
        type_into(&mut window, say(Text::ChatField), "again");
        click(&mut window, say(Text::ChatSend));
        assert_eq!(orders(&window).last(), Some(&Order::Say("again".to_owned())));
    }
}

#[test]
fn lines_that_were_not_read_are_counted_on_the_tab() {
    let mut window = open(EN, LARGE, at_play());
    click(&mut window, &phrase(EN, &[], &Phrase::Unread(1)));
    click(&mut window, say(Text::Log));
    window.get_by_label(say(Text::Chat));
    let line = |text: &str| ChatLine { name: "Tom".to_owned(), own: false, text: text.to_owned() };
    window.state_mut().snapshot.chat = Some(Arc::new(vec![line("a"), line("b"), line("c")]));
    window.run_steps(2);
    window.get_by_label(&phrase(EN, &[], &Phrase::Unread(2)));
}

#[test]
fn a_table_without_a_chat_shows_none() {
    for mut snapshot in [at_play(), gathering(true, 4, 6)] {
        snapshot.chat = None;
        let window = open(EN, LARGE, snapshot);
        assert!(window.query_by_label_contains("Chat").is_none());
        assert!(window.query_by_label(say(Text::ChatField)).is_none());
    }
}

#[test]
fn windows_are_passed_in_advance_and_a_bot_plays_on_whatever_is_held() {
    for hand in [vec![Face::Key], vec![Face::Dagger, Face::Gloves]] {
        for reached in [click as fn(&mut Window, &str), reach] {
            let mut window = open(EN, SMALL, at_table(playing(view(5, &hand, Phase::Turn), false)));
            for label in [Text::PassUntilTurn, Text::PassThisFight, Text::BotPlays] {
                reached(&mut window, say(label));
            }
            let expected = [
                Command::Order(Order::Preset(Some(Preset::UntilTurn))),
                Command::Order(Order::Preset(Some(Preset::ThisFight))),
                Command::BotPlays(true),
            ];
            assert_eq!(window.state().commands, expected);
        }
    }
}

#[test]
fn who_is_nudged_and_who_has_left_is_told() {
    for language in Language::ALL {
        let mut snapshot = at_play();
        snapshot.nudged_by = Some("Tom".to_owned());
        snapshot.left = SeatSet::only(Seat(2));
        let window = open(language, SMALL, snapshot);
        window.get_by_label(&phrase(language, &[], &Phrase::Nudged("Tom")));
        window.get_by_label(&phrase(language, &support::names(5), &Phrase::LeftForGood(SeatSet::only(Seat(2)))));
    }
}

#[test]
fn who_is_waited_for_is_told_with_the_time_and_can_be_nudged() {
    let mut window = open(EN, SMALL, at_table(playing(view(5, &[Face::Key], Phase::Turn), false)));
    assert!(window.query_by_label(say(Text::Nudge)).is_none(), "nobody is nudged at once");
    std::thread::sleep(std::time::Duration::from_millis(5_100));
    window.run_steps(2);
    window.get_by_label_contains("Waiting for Tom since");
    reach(&mut window, say(Text::Nudge));
    assert_eq!(orders(&window), [Order::Nudge]);
}

#[test]
fn the_own_turn_is_called_to_mind_only_where_the_person_wants_it() {
    let mut window = open(EN, SMALL, at_play());
    window.state_mut().screens.remind = Some(0);
    window.run_steps(2);
    window.get_by_label(say(Text::YourTurnWaits));
    window.state_mut().screens.remind = None;
    window.run_steps(2);
    assert!(window.query_by_label(say(Text::YourTurnWaits)).is_none());
    let mut window = open(EN, [1280.0, 1600.0], lobby());
    click(&mut window, &format!("{}: {}", say(Text::RemindTitle), phrase(EN, &[], &Phrase::After(60))));
    assert_eq!(window.state().screens.remind, Some(60));
}

#[test]
fn leaving_for_good_takes_three_clicks() {
    let mut window = open(EN, SMALL, at_play());
    click(&mut window, say(Text::Leave));
    click(&mut window, say(Text::LeaveForGood));
    window.get_by_label(say(Text::ReallyLeaveForGood));
    assert!(window.state().commands.is_empty());
    click(&mut window, say(Text::LeaveForGood));
    assert_eq!(window.state().commands, [Command::LeaveForGood]);
}

#[test]
fn a_host_chooses_who_may_sit_down() {
    let mut window = open(EN, [1280.0, 1600.0], lobby());
    click(&mut window, say(Text::AdmitPassphrase));
    click(&mut window, say(Text::HostStart));
    assert!(orders(&window).is_empty(), "a passphrase is missing");
    type_into(&mut window, say(Text::PassphraseField), "owl");
    click(&mut window, say(Text::HostStart));
    click(&mut window, say(Text::AdmitApproval));
    click(&mut window, say(Text::HostStart));
    let door = |order: &Order| if let Order::Host { door, .. } = order { door.clone() } else { panic!("{order:?}") };
    let doors: Vec<Door> = orders(&window).iter().map(door).collect();
    assert_eq!(doors, [Door::Passphrase(Passphrase::new("owl").unwrap()), Door::Approval]);
}

#[test]
fn a_guest_tells_the_passphrase_or_stops_waiting() {
    let wanted = |wanted| Snapshot { wanted: Some(wanted), ..lobby() };
    let mut window = open(EN, LARGE, wanted(Wanted::Passphrase("Anna".to_owned())));
    window.get_by_label(&phrase(EN, &[], &Phrase::WantsPassphrase("Anna")));
    type_into(&mut window, say(Text::PassphraseField), "owl");
    window.key_press(egui::Key::Enter);
    window.run_steps(2);
    assert_eq!(orders(&window), [Order::Prove(Passphrase::new("owl").unwrap())]);
    let mut window = open(EN, LARGE, wanted(Wanted::Approval("Anna".to_owned())));
    window.get_by_label(&phrase(EN, &[], &Phrase::WaitsForHost("Anna")));
    reach(&mut window, say(Text::StopWaiting));
    assert_eq!(orders(&window), [Order::LeaveTable]);
}

#[test]
fn the_host_decides_about_guests_by_mouse_and_by_keyboard() {
    let mut snapshot = gathering(true, 4, 6);
    let Stage::Gathering(table) = &mut snapshot.stage else { panic!() };
    table.asking = vec![chair("Eve", 9)];
    let name = |what: &dyn Fn(&'static str) -> Phrase<'static>, who| phrase(EN, &[], &what(who));
    let labels = [
        name(&Phrase::LetIn, "Eve"),
        name(&Phrase::TurnDown, "Eve"),
        name(&Phrase::MoveUp, "Jürgen"),
        name(&Phrase::MoveDown, "Tom"),
        name(&Phrase::SendAway, "Tom"),
    ];
    for reached in [click as fn(&mut Window, &str), reach] {
        let mut window = open(EN, SMALL, snapshot.clone());
        for label in &labels {
            reached(&mut window, label);
        }
        let key = |n| PeerKey([n; 32]);
        let expected = [
            Order::LetIn(key(9)),
            Order::SendAway(key(9)),
            Order::Move { guest: key(2), up: true },
            Order::Move { guest: key(1), up: false },
            Order::SendAway(key(1)),
        ];
        assert_eq!(orders(&window), expected);
        let first = name(&Phrase::MoveUp, "Tom");
        assert!(window.query_by_label(&first).is_none(), "the first seat is the host's");
    }
}

#[test]
fn a_guest_says_that_it_is_ready_and_sees_who_is_and_who_is_known() {
    for language in Language::ALL {
        let mut window = open(language, LARGE, gathering(false, 3, 6));
        window.get_by_label(text(language, Text::NotReady));
        window.get_by_label(text(language, Text::NewPerson));
        window.get_by_label(&phrase(language, &[], &Phrase::Known { name: "Jürgen", days: 9 }));
        click(&mut window, text(language, Text::Ready));
        assert_eq!(orders(&window), [Order::Ready(true)]);
    }
}

#[test]
fn an_unfinished_table_is_taken_up_or_left_for_good() {
    let table = Unfinished {
        id: "ab12".to_owned(),
        table_name: "Inn".to_owned(),
        names: support::names(3),
        seat: Seat(1),
        round: 40,
        minutes_ago: 3_000,
    };
    for language in Language::ALL {
        let snapshot = Snapshot { unfinished: Arc::new(vec![table.clone()]), ..lobby() };
        let mut window = open(language, LARGE, snapshot);
        window.get_by_label_contains(&phrase(language, &[], &Phrase::PlayedAgo(3_000)));
        let named = |what| format!("{} Inn", text(language, what));
        click(&mut window, &named(Text::TakeUp));
        click(&mut window, &named(Text::LeaveForGood));
        assert_eq!(orders(&window), [Order::TakeUp("ab12".to_owned())], "left by one click");
        click(&mut window, &named(Text::LeaveForGood));
        assert_eq!(orders(&window).last(), Some(&Order::LeaveForGood(Some("ab12".to_owned()))));
    }
}
