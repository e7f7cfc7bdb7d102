//! Snapshots made by hand, and a window without a display.
#![allow(
    dead_code,
    clippy::allow_attributes,
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::wildcard_enum_match_arm,
    reason = "each test file uses its own part, and a test may fail"
)]

pub(crate) mod watched;

use std::sync::Arc;

use egui::vec2;
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;
use nightcoach::model::{
    Chair, ChatLine, Gathering, GoingOn, Met, Order, PeerInfo, Playing, Since, Snapshot, Stage, TableListing,
};
use nightcoach::{Command, Screens, show, theme};
use nightcoach_lan::net::PeerKey;
use nightcoach_rules::{
    Action, Association, Choice, Event, Face, Membership, Memory, Occupation, Options, Phase, Seat, SeatSet, Sight,
    View, set_up,
};
use nightcoach_table::lobby::Admission;
use nightcoach_words::{Language, face, face_rule};

pub(crate) const EN: Language = Language::English;
pub(crate) const LARGE: [f32; 2] = theme::WINDOW_FIRST;
pub(crate) const SMALL: [f32; 2] = theme::WINDOW_MIN;

/// The window with one snapshot, and what the person has wanted so far.
pub(crate) struct Desk {
    pub(crate) screens: Screens,
    pub(crate) snapshot: Snapshot,
    pub(crate) commands: Vec<Command>,
    ready: bool,
}

pub(crate) type Window = Harness<'static, Desk>;

/// Opens a window on a snapshot, past the guard time.
pub(crate) fn open(language: Language, size: [f32; 2], snapshot: Snapshot) -> Window {
    let desk = Desk { screens: Screens::new(language), snapshot, commands: Vec::new(), ready: false };
    let draw = |ui: &mut egui::Ui, desk: &mut Desk| {
        if !desk.ready {
            theme::install(ui.ctx());
            desk.ready = true;
            return;
        }
        let commands = show(ui, &mut desk.screens, &desk.snapshot);
        desk.commands.extend(commands);
    };
    let mut window = Harness::builder()
        .with_size(vec2(size[0], size[1]))
        .with_step_dt(0.25)
        .with_accessibility_check(true)
        .with_max_steps(60)
        .build_ui_state(draw, desk);
    window.run_steps(6);
    window
}

/// Clicks what has this label.
pub(crate) fn click(window: &mut Window, label: &str) {
    window.get_by_label(label).click();
    window.run_steps(2);
}

/// Moves the keyboard to what has this label by Tab alone, and presses Enter there.
pub(crate) fn reach(window: &mut Window, label: &str) {
    for _ in 0..80 {
        window.key_press(egui::Key::Tab);
        window.run_steps(1);
        if window.get_by_label(label).is_focused() {
            window.key_press(egui::Key::Enter);
            window.run_steps(2);
            return;
        }
    }
    panic!("Tab never reaches {label:?}");
}

/// The choices sent so far.
pub(crate) fn sent(window: &Window) -> Vec<Choice> {
    let choice = |command: &Command| match command {
        Command::Order(Order::Choose(choice)) => Some(choice.clone()),
        _ => None,
    };
    window.state().commands.iter().filter_map(choice).collect()
}

/// The table with this view, asked.
pub(crate) fn at(view: View) -> Window {
    open(EN, LARGE, at_table(playing(view, true)))
}

pub(crate) fn plain(action: Action) -> Choice {
    Choice::plain(action)
}

pub(crate) fn with(action: Action, card: Face) -> Choice {
    Choice::with(action, card)
}

/// The label of a card in the hand.
pub(crate) fn card(place: usize, which: Face) -> String {
    format!("{place}. {}. {}", face(EN, which), face_rule(EN, which))
}

/// Answers the same prompt twice, by click and by Tab and Enter, and expects the same choice.
pub(crate) fn both_ways(view: &View, labels: &[&str], expected: &Choice) {
    let mut by_mouse = at(view.clone());
    for label in labels {
        click(&mut by_mouse, label);
    }
    assert_eq!(sent(&by_mouse), vec![expected.clone()], "by mouse: {labels:?}");
    let mut by_keys = at(view.clone());
    for label in labels {
        reach(&mut by_keys, label);
    }
    assert_eq!(sent(&by_keys), vec![expected.clone()], "by keyboard: {labels:?}");
}

/// Clicks the button that sends.
pub(crate) fn confirm(window: &mut Window, label: &str) {
    click(window, &format!("Confirm: {label}"));
}

/// The whole accessibility tree as text.
pub(crate) fn tree(window: &Window) -> String {
    format!("{:?}", window.root())
}

pub(crate) fn names(count: u8) -> Vec<String> {
    let all = ["小梅", "Tom", "Jürgen", "諸葛亮", "Ольга", "Ada", "阿明", "Bo", "Zoë with a rather long name", "Eve"];
    all.iter().take(usize::from(count)).map(|name| (*name).to_owned()).collect()
}

pub(crate) fn options(seats: u8) -> Options {
    Options::new(seats)
}

/// A view of seat 0 with this hand, in this phase.
pub(crate) fn view(seats: u8, hand: &[Face], phase: Phase) -> View {
    let mut state = set_up(&options(seats), Seat(0)).unwrap();
    state.phase = phase;
    state.turn = 12;
    let mut hand = hand.to_vec();
    hand.sort_unstable();
    state.seats[0].hand = u8::try_from(hand.len()).unwrap();
    View {
        seat: Seat(0),
        state,
        hand,
        occupation: Occupation::Thug,
        membership: Membership::One(Association::Order),
        offered: None,
        answer: None,
        shown: Vec::new(),
        pile: Vec::new(),
        spares: Vec::new(),
        pledged: None,
        memories: vec![
            Memory { turn: 3, sight: Sight::Hand { of: Seat(1), faces: vec![Face::Key, Face::Whip] } },
            Memory { turn: 5, sight: Sight::Association { of: Seat(2), association: Association::Brotherhood } },
        ],
    }
}

pub(crate) fn playing(view: View, asked: bool) -> Playing {
    let seats = view.state.options.seats;
    let log = vec![
        (20, Event::TurnBegan { turn: 11, seat: Seat(2) }),
        (21, Event::Offered { from: Seat(2), to: Seat(0) }),
        (22, Event::Refused { seat: Seat(0), from: Seat(2) }),
        (22, Event::TurnBegan { turn: 12, seat: Seat(0) }),
    ];
    Playing {
        seat: view.seat,
        names: names(seats),
        asked,
        log: Arc::new(log),
        waiting_since: Since::now(),
        waiting_for: if asked { SeatSet::only(view.seat) } else { SeatSet::only(Seat(1)) },
        progress: (9, 9),
        fault: None,
        outcome: None,
        closed_by: SeatSet::EMPTY,
        closed_twice: SeatSet::EMPTY,
        scores: None,
        finished: None,
        transcript: None,
        round: 40,
        head: [0; 32],
        table: None,
        going_on: GoingOn::default(),
        view: Some(view),
    }
}

pub(crate) fn at_table(playing: Playing) -> Snapshot {
    Snapshot { stage: Stage::Playing(Arc::new(playing)), ..lobby() }
}

pub(crate) fn lobby() -> Snapshot {
    let table = |id: u8, name: &str, joinable: bool, remark: Option<&str>| TableListing {
        id: [id; 16],
        name: name.to_owned(),
        host: "諸葛亮".to_owned(),
        seats: 6,
        taken: 4,
        joinable,
        watchable: joinable,
        remark: remark.map(str::to_owned),
        admission: Admission::Open,
    };
    let peer = |name: &str, linked| PeerInfo {
        name: name.to_owned(),
        fingerprint: "KX7M-2QPD-9RTA".to_owned(),
        linked,
        met: None,
    };
    Snapshot {
        name: "小梅".to_owned(),
        fingerprint: "A1B2-C3D4-E5F6".to_owned(),
        addresses: vec!["/ip4/192.168.1.20/tcp/40213".to_owned()],
        codes: vec!["R2M0-218Y".to_owned()],
        network: Arc::default(),
        peers: vec![peer("Jürgen", true), peer("Ольга", false)],
        tables: vec![table(1, "周五之夜", true, None), table(2, "Upstairs", false, Some("NC 2"))],
        stage: Stage::Lobby,
        notices: Vec::new(),
        chat: Some(Arc::new(vec![ChatLine { name: "Tom".to_owned(), own: false, text: "hello 你好".to_owned() }])),
        nudged_by: None,
        left: SeatSet::EMPTY,
        preset: None,
        unfinished: Arc::default(),
        wanted: None,
        reminder: None,
        audience: Arc::default(),
    }
}

/// Somebody at a gathering table.
pub(crate) fn chair(name: &str, place: u8) -> Chair {
    let met = (place == 2).then(|| Met { name: name.to_owned(), first_days: 9, last_days: 1 });
    let (name, fingerprint) = (name.to_owned(), "KX7M-2QPD-9RTA".to_owned());
    Chair { name, key: PeerKey([place; 32]), fingerprint, ready: place != 1, own: place == 0, met }
}

pub(crate) fn gathering(hosting: bool, taken: u8, seats: u8) -> Snapshot {
    let players = names(taken).iter().zip(0..).map(|(name, place)| chair(name, place)).collect();
    let gathering = Gathering {
        table_name: "周五之夜".to_owned(),
        hosting,
        options: options(seats),
        players,
        can_begin: taken == seats,
        ready: hosting,
        admission: Admission::Open,
        asking: Vec::new(),
    };
    Snapshot { stage: Stage::Gathering(gathering), ..lobby() }
}

/// The texts that are painted, with the place of their ink.
pub(crate) fn painted(window: &Window) -> Vec<(String, egui::Rect)> {
    fn collect(shape: &egui::Shape, into: &mut Vec<(String, egui::Rect)>) {
        match shape {
            egui::Shape::Vec(all) => all.iter().for_each(|shape| collect(shape, into)),
            egui::Shape::Text(text) if !text.galley.text().is_empty() => {
                into.push((text.galley.text().to_owned(), text.galley.rect.translate(text.pos.to_vec2())));
            }
            _ => {}
        }
    }
    let mut all = Vec::new();
    window.output().shapes.iter().for_each(|clipped| collect(&clipped.shape, &mut all));
    all
}
