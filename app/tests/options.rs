//! The options of a table: chosen by the host with mouse and keyboard, and told to everybody in plain words.

mod support;

use egui_kittest::kittest::Queryable as _;
use nightcoach::Command;
use nightcoach::model::{Order, Stage};
use nightcoach_rules::{AbilityMode, Options, OptionsError, StartPlayer};
use nightcoach_words::{
    Language, Phrase, Switch, Text, ability_mode, differences, losses, most_laps, options_error, phrase, start_player,
    switch, switch_label, switch_meaning, text,
};
use support::{EN, LARGE, SMALL, Window, click, gathering, lobby, open, reach};

/// High enough to show the whole form.
const TALL: [f32; 2] = [LARGE[0], 3200.0];

fn label(language: Language, switch: Switch) -> String {
    switch_label(language, switch, switch.is_on(&Options::new(6)))
}

fn hosted(window: &Window) -> Vec<Options> {
    let options = |command: &Command| match command {
        Command::Order(Order::Host { options, .. }) => Some(options.clone()),
        Command::Order(_)
        | Command::Practice { .. }
        | Command::Speak(_)
        | Command::Rules(_)
        | Command::Network
        | Command::Leave
        | Command::LeaveForGood
        | Command::BotPlays(_) => None,
    };
    window.state().commands.iter().filter_map(options).collect()
}

#[test]
fn the_form_is_folded_away_and_hosts_the_default() {
    for language in Language::ALL {
        let mut window = open(language, LARGE, lobby());
        assert!(window.query_by_label(&label(language, Switch::Prophecy)).is_none(), "the form is open");
        click(&mut window, text(language, Text::HostStart));
        assert_eq!(hosted(&window), [Options::usual(6)]);
    }
}

#[test]
fn every_option_is_chosen_by_mouse_in_every_language() {
    for language in Language::ALL {
        let mut window = open(language, TALL, lobby());
        click(&mut window, text(language, Text::MoreOptions));
        window.run_steps(4);
        let mut expected = Options {
            start_player: StartPlayer::Host,
            max_laps: 30,
            ability_mode: AbilityMode::OneShot,
            ..Options::usual(6)
        };
        click(&mut window, start_player(language, StartPlayer::Host));
        click(&mut window, &most_laps(language, 30));
        click(&mut window, ability_mode(language, AbilityMode::OneShot));
        // One of each two that do not go together, and what is for three seats only.
        let clashing = [Switch::HypnotistAfterEach, Switch::TomeCoatOptional, Switch::ThreePlayerMixed];
        for switch in Switch::ALL.into_iter().filter(|switch| !clashing.contains(switch)) {
            click(&mut window, &label(language, switch));
            let place = switch.place(&mut expected);
            *place = !*place;
        }
        click(&mut window, text(language, Text::HostStart));
        assert_eq!(hosted(&window), [expected]);
    }
}

#[test]
fn options_are_reached_by_keyboard_in_the_small_window() {
    let language = Language::English;
    let mut window = open(language, SMALL, lobby());
    reach(&mut window, text(language, Text::MoreOptions));
    window.run_steps(4);
    reach(&mut window, &label(language, Switch::Prophecy));
    reach(&mut window, text(language, Text::HostStart));
    assert_eq!(hosted(&window), [Options { prophecy: true, ..Options::usual(6) }]);
}

#[test]
fn every_switch_says_what_it_means() {
    for language in Language::ALL {
        let mut window = open(language, TALL, lobby());
        click(&mut window, text(language, Text::MoreOptions));
        window.run_steps(4);
        for switch in Switch::ALL {
            window.get_by_label(switch_meaning(language, switch));
        }
    }
}

#[test]
fn smuggling_with_an_open_refusal_and_three_associations_at_six_seats_are_refused_with_a_reason() {
    for language in Language::ALL {
        let mut window = open(language, TALL, lobby());
        click(&mut window, text(language, Text::MoreOptions));
        window.run_steps(4);
        click(&mut window, &label(language, Switch::Smuggling));
        click(&mut window, &label(language, Switch::TomeCoatOptional));
        window.get_by_label(&options_error(language, OptionsError::SmugglingTomeCoat));
        click(&mut window, &label(language, Switch::TomeCoatOptional));
        click(&mut window, &label(language, Switch::ThreePlayerMixed));
        window.get_by_label(&options_error(language, OptionsError::MixedSeats));
        click(&mut window, text(language, Text::HostStart));
        assert!(hosted(&window).is_empty(), "opened with options that do not go together");
        let three = phrase(language, &[], &Phrase::Seats(3));
        click(&mut window, &format!("{}: {three}", text(language, Text::HostTitle)));
        click(&mut window, text(language, Text::HostStart));
        let expected = Options { smuggling: true, three_player_mixed: true, ..Options::new(3) };
        assert_eq!(hosted(&window), [expected]);
    }
}

#[test]
fn what_does_not_go_together_is_told_and_cannot_be_opened() {
    for language in Language::ALL {
        let mut window = open(language, TALL, lobby());
        click(&mut window, text(language, Text::MoreOptions));
        window.run_steps(4);
        click(&mut window, &label(language, Switch::SecretSupport));
        click(&mut window, &label(language, Switch::HypnotistAfterEach));
        let why = options_error(language, OptionsError::SecretSupportHypnotist);
        window.get_by_label(&why);
        click(&mut window, text(language, Text::HostStart));
        assert!(hosted(&window).is_empty(), "opened with options that do not go together");
        click(&mut window, &label(language, Switch::SecretSupport));
        assert!(window.query_by_label(&why).is_none(), "the reason stays");
        click(&mut window, text(language, Text::HostStart));
        assert_eq!(hosted(&window), [Options { hypnotist_after_each: true, ..Options::usual(6) }]);
    }
}

#[test]
fn the_gathering_tells_what_differs_and_nothing_else() {
    for language in Language::ALL {
        let window = open(language, LARGE, gathering(false, 4, 6));
        window.get_by_label(text(language, Text::StandardRules));
        let mut snapshot = gathering(false, 4, 6);
        if let Stage::Gathering(gathering) = &mut snapshot.stage {
            (gathering.options.prophecy, gathering.options.draw_vote) = (true, false);
        }
        let window = open(language, LARGE, snapshot);
        window.get_by_label(switch(language, Switch::Prophecy, true));
        window.get_by_label(switch(language, Switch::DrawVote, false));
        assert!(window.query_by_label(text(language, Text::StandardRules)).is_none());
        assert!(window.query_by_label(switch(language, Switch::FullReveal, true)).is_none());
    }
}

#[test]
fn the_gathering_can_be_left_however_many_rules_differ() {
    let frame = egui::Rect::from_min_size(egui::Pos2::ZERO, SMALL.into());
    for language in Language::ALL {
        let mut snapshot = gathering(true, 9, 9);
        if let Stage::Gathering(gathering) = &mut snapshot.stage {
            let options = &mut gathering.options;
            for switch in Switch::ALL {
                let place = switch.place(options);
                *place = !*place;
            }
            assert_eq!(differences(language, options).len(), Switch::ALL.len());
        }
        let window = open(language, SMALL, snapshot);
        for what in [Text::Begin, Text::Leave] {
            assert!(frame.contains_rect(window.get_by_label(text(language, what)).rect()), "{what:?} is cut off");
        }
    }
}

#[test]
fn how_many_may_be_lost_follows_the_seats_and_is_chosen_with_what_it_means() {
    let seats = |count| format!("{}: {}", text(EN, Text::HostTitle), phrase(EN, &[], &Phrase::Seats(count)));
    for (count, usual) in [(3, 0), (4, 0), (5, 1), (10, 1)] {
        let mut window = open(EN, TALL, lobby());
        click(&mut window, &seats(count));
        click(&mut window, text(EN, Text::HostStart));
        assert_eq!(hosted(&window), [Options { losses: usual, ..Options::new(count) }]);
    }
    let mut window = open(EN, TALL, lobby());
    click(&mut window, &seats(4));
    click(&mut window, text(EN, Text::MoreOptions));
    window.run_steps(4);
    assert!(window.query_by_label(&losses(EN, 4, 0)).is_some());
    click(&mut window, "1");
    assert!(window.query_by_label(&losses(EN, 4, 1)).is_some());
    click(&mut window, text(EN, Text::HostStart));
    assert_eq!(hosted(&window), [Options { losses: 1, ..Options::new(4) }]);
}
