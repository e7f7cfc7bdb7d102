//! Every screen draws in every language, at both sizes, without missing glyphs and with names for everything.

mod support;

use std::path::PathBuf;
use std::sync::Arc;

use egui_kittest::kittest::Queryable as _;
use nightcoach::Command;
use nightcoach::model::{Audience, Order, Snapshot};
use nightcoach_rules::{
    Association, AssociationPick, Demand, Face, Fight, Kind, Membership, Neighbour, Occupation, Options, Outcome,
    Phase, Reason, Ring, Seat, SeatSet, Trade, TradeCard, View,
};
use nightcoach_table::lobby::{Door, Finished};
use nightcoach_table::{Check, Fault};
use nightcoach_words::{Language, Remark, Text, remark, text};
use support::watched::{every_stage, watching};
use support::{LARGE, SMALL, at_table, chair, click, gathering, lobby, open, playing, view};

fn every_screen() -> Vec<Snapshot> {
    let hand = [Face::Key, Face::BagGoblet, Face::Dagger, Face::Mirror, Face::Privilege];
    let mut setting_up = playing(view(5, &hand, Phase::Turn), false);
    (setting_up.view, setting_up.progress) = (None, (3, 9));
    let mut faulty = playing(view(5, &hand, Phase::Turn), false);
    faulty.fault = Some(Fault { culprit: Seat(1), round: 33, check: Check::Legal, reason: Some(Reason::BadTarget) });
    let winners = SeatSet::EMPTY.with(Seat(0)).with(Seat(2));
    let won = Outcome::Won { association: Association::Order, winners, declarer: Seat(0), holds: true, items: 3 };
    let mut over = playing(view(5, &hand, Phase::Over(won.clone())), false);
    (over.outcome, over.closed_by) = (Some(won), winners);
    over.transcript = Some(PathBuf::from("transcripts/2026-11-30.nct"));
    let declared = SeatSet::EMPTY.with(Seat(3));
    let fight = Fight { attack: declared, declared, ..Fight::new(Seat(1), Seat(2)) };
    let mut all = vec![
        lobby(),
        gathering(true, 4, 6),
        gathering(false, 6, 6),
        at_table(setting_up),
        at_table(faulty),
        at_table(over),
        at_table(playing(view(10, &hand, Phase::Support(fight)), true)),
        at_table(playing(view(10, &hand, Phase::Turn), false)),
    ];
    all.extend([3, 4, 7].map(|seats| at_table(playing(view(seats, &Face::ALL[..9], Phase::Turn), true))));
    all.push(at_table(playing(view(10, &Face::ALL[9..], Phase::Turn), true)));
    all.extend(new_prompts().into_iter().map(|view| at_table(playing(view, true))));
    all.push(scored());
    all.extend(every_stage().into_iter().map(watching));
    all.extend([at_table(playing(view(10, &hand, Phase::Turn), true)), gathering(true, 3, 6)].map(crowded));
    all
}

/// A host with as many who watch as may, and one more who asks.
fn crowded(snapshot: Snapshot) -> Snapshot {
    let watchers = (20..28).map(|place| chair("Zoë with a rather long name", place)).collect();
    let audience = Audience { watchers, asking: vec![chair("Eve", 9)], hosting: true, open: false };
    Snapshot { audience: Arc::new(audience), ..snapshot }
}

/// A prompt of every card that has one of its own.
fn new_prompts() -> Vec<View> {
    let trade = Trade { offerer: Seat(0), responder: Seat(1), demanded: false, sextant: None };
    let card = TradeCard::Offered;
    let ring = Ring { trade, card, side: Neighbour::Left };
    let pick = AssociationPick { owner: Seat(1), by: Seat(0), text: None };
    let demand = Demand { diplomat: Seat(1), target: Seat(0), kind: Kind::SecretBag };
    let phases = [
        Phase::TurnEnd,
        Phase::Reorder { at_end: false },
        Phase::Text { trade, card },
        Phase::Consent { trade, card, kind: Kind::Tome },
        Phase::Direction { trade, card },
        Phase::Pledges(ring),
        Phase::Exchange { trade, card },
        Phase::AssociationPick(pick),
        Phase::Demand(demand),
        Phase::Turn,
    ];
    let prompt = |phase| {
        let mut view = view(3, &[Face::Key, Face::BagKey, Face::BagGoblet, Face::Dagger], phase);
        view.state.options = Options { smuggling: true, three_player_mixed: true, ..Options::new(3) };
        view.membership = Membership::Three { side: Association::Brotherhood, unanimous: true };
        (view.offered, view.answer) = (Some(Face::Tome), Some(Face::Whip));
        (view.pile, view.spares) = (Face::ALL[..14].to_vec(), Occupation::ALL[..7].to_vec());
        view.occupation = Occupation::Diplomat;
        view
    };
    phases.map(prompt).to_vec()
}

/// The end of a game with points, after which another one can be played.
fn scored() -> Snapshot {
    let won = Outcome::WonAlone { seat: Seat(1) };
    let mut over = view(3, &[Face::Key], Phase::Over(won.clone()));
    over.state.options = Options { scoring: true, scores: vec![5, 0, 2], ..Options::new(3) };
    let mut playing = playing(over, false);
    (playing.outcome, playing.scores) = (Some(won), Some(vec![5, 4, 2]));
    playing.finished = Some(Finished { head: [1; 32], keys: vec![[2; 32]; 3], scores: vec![5, 4, 2] });
    at_table(playing)
}

#[test]
fn however_much_there_is_to_tell_at_the_end_its_buttons_are_never_cut_off() {
    let frame = egui::Rect::from_min_size(egui::Pos2::ZERO, SMALL.into());
    for language in Language::ALL {
        let winners = SeatSet::first(10).without(Seat(0));
        let won =
            Outcome::Won { association: Association::Brotherhood, winners, declarer: Seat(8), holds: true, items: 4 };
        let mut over = playing(view(10, &[Face::Key], Phase::Over(won.clone())), false);
        (over.outcome, over.closed_by, over.scores) = (Some(won), SeatSet::first(10), Some(vec![100; 10]));
        over.finished = Some(Finished { head: [1; 32], keys: vec![[2; 32]; 10], scores: vec![100; 10] });
        over.transcript = Some(PathBuf::from(format!("{}/2026-11-30.nct", "a/rather/long/path".repeat(8))));
        let window = open(language, SMALL, at_table(over));
        let floor = frame.bottom() - nightcoach::theme::HAND_HEIGHT;
        for what in [Text::BackToLobby, Text::Rematch] {
            let place = window.get_by_label(text(language, what)).rect();
            assert!(place.bottom() <= floor, "{what:?} is cut off: {place:?}");
        }
    }
}

#[test]
fn the_score_sheet_and_another_game_stand_at_the_end() {
    let mut window = open(Language::English, SMALL, scored());
    for line in ["小梅: 0 in this game, 5 in all", "Tom: 4 in this game, 4 in all", "Jürgen: 0 in this game, 2 in all"]
    {
        window.get_by_label(line);
    }
    click(&mut window, text(Language::English, Text::Rematch));
    assert_eq!(window.state().commands, [Command::Order(Order::Rematch)]);
}

#[test]
fn every_screen_draws_in_every_language_and_size() {
    for language in Language::ALL {
        for size in [LARGE, SMALL] {
            for snapshot in every_screen() {
                let mut window = open(language, size, snapshot);
                window.run_steps(2);
            }
        }
    }
}

#[test]
fn nothing_that_is_pressed_is_cut_off_in_the_small_window() {
    let frame = egui::Rect::from_min_size(egui::Pos2::ZERO, SMALL.into());
    for language in Language::ALL {
        for snapshot in every_screen().into_iter().skip(1) {
            let window = open(language, SMALL, snapshot);
            for button in window.query_all_by_role(egui::accesskit::Role::Button) {
                assert!(frame.contains_rect(button.rect()), "{button:?} is cut off");
            }
        }
    }
}

#[test]
fn every_seat_can_be_picked_in_the_small_window_without_scrolling() {
    let hand = [Face::Key, Face::Dagger];
    for language in Language::ALL {
        let mut window = open(language, SMALL, at_table(playing(view(10, &hand, Phase::Turn), true)));
        click(&mut window, text(language, Text::DoOffer));
        let floor = SMALL[1] - nightcoach::theme::HAND_HEIGHT - 40.0;
        for name in support::names(8).iter().skip(1) {
            let button = window.get_by_label(name);
            assert!(button.rect().bottom() <= floor, "{name} is cut off: {:?}", button.rect());
        }
    }
}

#[test]
fn the_language_changes_while_playing() {
    let mut window = open(Language::English, LARGE, at_table(playing(view(5, &[Face::Key], Phase::Turn), true)));
    click(&mut window, "简体中文");
    window.get_by_label(text(Language::ChineseSimplified, Text::AskTurn));
}

#[test]
fn the_lobby_hosts_joins_and_practises() {
    let mut window = open(Language::English, LARGE, lobby());
    click(&mut window, "Practice with bots: 3 seats");
    click(&mut window, "Start practice");
    click(&mut window, "Join 周五之夜");
    click(&mut window, "Host a table: 10 seats");
    click(&mut window, "Open the table");
    let hosted = Order::Host { table_name: "小梅".to_owned(), options: Options::usual(10), door: Door::Open };
    let join = Order::Join { table: [1; 16] };
    let expected = [Command::Practice { seats: 3 }, Command::Order(join), Command::Order(hosted)];
    assert_eq!(window.state().commands, expected);
}

#[test]
fn an_address_is_typed_and_entered() {
    let mut window = open(Language::English, LARGE, lobby());
    let field = window.get_by_role_and_label(egui::accesskit::Role::TextInput, "Join by address");
    field.focus();
    window.run_steps(2);
    window.get_by_role_and_label(egui::accesskit::Role::TextInput, "Join by address").type_text("10.0.0.7:4001");
    window.run_steps(2);
    window.key_press(egui::Key::Enter);
    window.run_steps(2);
    assert_eq!(window.state().commands, [Command::Order(Order::JoinAddress("10.0.0.7:4001".to_owned()))]);
}

#[test]
fn a_table_begins_only_when_it_can() {
    let mut window = open(Language::English, LARGE, gathering(true, 4, 6));
    click(&mut window, "Begin");
    assert!(window.state().commands.is_empty(), "begun with free seats");
    let mut full = open(Language::English, LARGE, gathering(true, 6, 6));
    click(&mut full, "Begin");
    click(&mut full, "Leave");
    assert_eq!(full.state().commands, [Command::Order(Order::Begin), Command::Order(Order::LeaveTable)]);
}

#[test]
fn a_practice_table_that_starts_is_shown_and_can_be_left() {
    for language in Language::ALL {
        let mut window = open(language, SMALL, lobby());
        window.state_mut().screens.starting = true;
        window.run_steps(2);
        window.get_by_role_and_label(egui::accesskit::Role::ProgressIndicator, text(language, Text::PracticeStarting));
        window.get_by_label(text(language, Text::PracticeStartingHint));
        assert!(window.query_by_label(text(language, Text::PracticeStart)).is_none(), "it can be started twice");
        click(&mut window, text(language, Text::Leave));
        assert_eq!(window.state().commands, [Command::Leave]);
    }
}

#[test]
fn a_practice_table_that_fails_is_told_and_can_be_tried_again() {
    for language in Language::ALL {
        let mut window = open(language, SMALL, lobby());
        window.state_mut().screens.practice_failed = Some("no sockets left".to_owned());
        window.run_steps(2);
        window.get_by_label(&remark(language, &Remark::PracticeFailed("no sockets left")));
        click(&mut window, text(language, Text::PracticeStart));
        assert_eq!(window.state().commands, [Command::Practice { seats: 5 }]);
    }
}

#[test]
fn leaving_a_running_game_takes_two_clicks() {
    let mut window = open(Language::English, LARGE, at_table(playing(view(5, &[Face::Key], Phase::Turn), true)));
    click(&mut window, "Leave");
    assert!(window.state().commands.is_empty(), "left by one click");
    click(&mut window, "Leave");
    assert_eq!(window.state().commands, [Command::Leave]);
}

#[test]
fn the_own_role_shows_only_while_held() {
    let mut window = open(Language::English, LARGE, at_table(playing(view(5, &[Face::Key], Phase::Turn), true)));
    assert!(window.query_by_label("Order of Open Secrets").is_none(), "the role lies open");
    let at = window.get_by_label("Hold: my role").rect().center();
    window.drag_at(at);
    window.run_steps(2);
    window.get_by_label("Order of Open Secrets");
    window.drop_at(at);
    window.run_steps(3);
    assert!(window.query_by_label("Order of Open Secrets").is_none(), "the role stays open");
}

#[test]
fn the_result_names_the_winners_and_goes_back() {
    let mut window = open(Language::English, LARGE, every_screen().remove(5));
    window.get_by_label(
        "小梅, with 3 key items of the own hand, was right: the Order of Open Secrets wins: 小梅 and Jürgen.",
    );
    window.get_by_label("Signed by 小梅 and Jürgen.");
    click(&mut window, "Back to the lobby");
    assert_eq!(window.state().commands, [Command::Leave]);
}

#[test]
fn a_fault_names_seat_and_check() {
    let window = open(Language::English, LARGE, every_screen().remove(4));
    window.get_by_label_contains("NC-501");
    window.get_by_label_contains("Tom (seat 2)");
}
