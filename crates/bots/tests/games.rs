//! Whole games between bots, and between players that take any choice.
#![expect(clippy::expect_used, reason = "a test fails by panicking")]

use std::collections::BTreeMap;

use nightcoach_bots::{Bot, Random};
use nightcoach_plain::{Report, simulate};
use nightcoach_rules::{AbilityMode, Choice, Event, Options, Outcome, Seat, View, choices};

fn options(seats: u8) -> Options {
    Options::new(seats)
}

/// A game between one bot per seat.
fn bots(seats: u8, seed: u64) -> Report {
    bots_with(&options(seats), seed)
}

fn bots_with(options: &Options, seed: u64) -> Report {
    let seats = options.seats;
    let mut bots: BTreeMap<Seat, Bot> =
        (0..seats).map(|seat| (Seat(seat), Bot::new(seed * 100 + u64::from(seat)))).collect();
    let mut choose = |view: &View| -> Option<Choice> {
        let choice = bots.get_mut(&view.seat)?.choose(view)?;
        assert!(choices(view).contains(&choice), "a bot takes one of the choices");
        Some(choice)
    };
    simulate(options, seed, &mut choose).expect("bots play legally")
}

#[test]
fn games_between_bots_end_in_a_sensible_number_of_turns() {
    for seats in 3..=10 {
        let games: u32 = 60;
        let reports: Vec<Report> = (0..u64::from(games)).map(|seed| bots(seats, seed)).collect();
        let turns: u32 = reports.iter().map(|report| report.turns).sum();
        let longest = reports.iter().map(|report| report.turns).max().unwrap_or(0);
        let drawn = reports.iter().filter(|report| report.outcome == Some(Outcome::Drawn)).count();
        let alone = reports.iter().filter(|report| matches!(report.outcome, Some(Outcome::WonAlone { .. }))).count();
        let right = reports.iter().filter(|report| declarer_won(report)).count();
        println!(
            "{seats} seats: mean {} turns, longest {longest}, {drawn} drawn, {alone} won alone, {right} declared right",
            turns / games
        );
        assert!(reports.iter().all(|report| report.outcome.is_some()), "every game ends");
        assert!(turns / games < 150, "games are not too long");
        assert!(seats < 5 || alone * 2 < reports.len(), "a personal win is not the common end");
        assert!((right + alone) * 5 > reports.len() * 3, "bots mostly know what they declare");
    }
}

fn declarer_won(report: &Report) -> bool {
    let declared = report
        .log
        .iter()
        .find_map(|event| if let Event::Declared { membership, .. } = event { Some(membership.side()) } else { None });
    matches!(&report.outcome, Some(Outcome::Won { association, .. }) if Some(*association) == declared)
}

/// Option blocks that between them switch everything.
fn blocks(seats: u8) -> [Options; 3] {
    let defaults = options(seats);
    [
        Options {
            smuggling: true,
            prophecy: true,
            three_player_mixed: seats == 3,
            sealed_start: true,
            diplomat_free: true,
            clairvoyant_anytime: true,
            secret_support: true,
            ability_mode: AbilityMode::OneShot,
            ..defaults.clone()
        },
        Options {
            tome_coat_optional: true,
            sextant_last: true,
            coat_may_keep_own: true,
            diplomat_demanded_first: true,
            hypnotist_after_each: true,
            strict_naming: true,
            claim_counts: true,
            ability_mode: AbilityMode::SeatOrder,
            ..defaults.clone()
        },
        Options {
            duelist_bonus: false,
            duel_blocks_poison: true,
            doctor_on_tie: false,
            gift_to_full_allowed: false,
            pearl_blocks_solo: false,
            drink_stacking: true,
            draw_vote: false,
            max_laps: 60,
            ..defaults
        },
    ]
}

#[test]
fn bots_play_with_every_option() {
    for seats in 3..=10 {
        for (options, seed) in blocks(seats).iter().zip(0..) {
            for seed in [seed, seed + 10, seed + 20] {
                let report = bots_with(options, seed);
                assert!(report.outcome.is_some(), "every game ends");
                let random = simulate(options, seed, &mut Random::new(seed)).expect("random players play legally");
                assert!(random.outcome.is_some(), "every game ends");
            }
        }
    }
}

#[test]
fn games_between_random_players_end() {
    for seats in 3..=10 {
        for seed in 0..40 {
            let report = simulate(&options(seats), seed, &mut Random::new(seed)).expect("random players play legally");
            assert!(report.outcome.is_some(), "every game ends");
        }
    }
}

#[test]
fn equal_seeds_give_equal_games() {
    assert_eq!(bots(6, 7), bots(6, 7));
}
