//! Whole transcripts from fixed seeds, which together hold every card operation and every claim.

use nightcoach_bots::{Bot, Random};
use nightcoach_rules::{AbilityMode, Action, Choice, Kind, Options, StartPlayer, View, choices};
use nightcoach_table::{Verdict, audit};
use nightcoach_tests::sim::Sim;

/// Options that none of the default tables has, but for those that exclude them.
fn variant_a() -> Options {
    Options {
        smuggling: true,
        secret_support: true,
        sextant_last: true,
        coat_may_keep_own: true,
        diplomat_free: true,
        diplomat_demanded_first: true,
        clairvoyant_anytime: true,
        scoring: true,
        full_reveal: false,
        drink_stacking: true,
        prophecy: true,
        sealed_start: true,
        scores: vec![3, 2, 1],
        ..Options::new(3)
    }
}

fn variant_b() -> Options {
    Options {
        hypnotist_after_each: true,
        ability_mode: AbilityMode::SeatOrder,
        tome_coat_optional: true,
        duel_blocks_poison: true,
        duelist_bonus: false,
        doctor_on_tie: false,
        gift_to_full_allowed: false,
        strict_naming: true,
        claim_counts: true,
        pearl_blocks_solo: false,
        max_laps: 9,
        ..Options::new(4)
    }
}

fn variant_c() -> Options {
    Options {
        ability_mode: AbilityMode::OneShot,
        prophecy: true,
        claim_counts: true,
        strict_naming: true,
        drink_stacking: true,
        start_player: StartPlayer::Host,
        ..Options::new(5)
    }
}

fn bag_demand(view: &View) -> Option<Choice> {
    let wanted = |choice: &Choice| matches!(choice.action, Action::Demand { kind: Kind::SecretBag, .. });
    choices(view).all().into_iter().find(wanted)
}

#[test]
fn explore_vectors() {
    for (name, options) in [
        ("10", Options::new(10)),
        ("3", Options::new(3)),
        ("a", variant_a()),
        ("b", variant_b()),
        ("c", variant_c()),
        ("5", Options::new(5)),
    ] {
        for game in 0..8 {
            let mut sim = Sim::begin(&options, game).unwrap();
            let mut random: Vec<_> = (0..options.seats).map(|seat| Random::new(game * 16 + u64::from(seat))).collect();
            let most = if options.seats == 10 { 30 } else { 60 };
            let made = sim.play(most, |view| bag_demand(view).or_else(|| random[view.seat.index()].choose(view)));
            let mut bots: Vec<_> = (0..options.seats).map(|seat| Bot::new(game * 16 + u64::from(seat))).collect();
            let more = sim.play(3_000, |view| bots[view.seat.index()].choose(view));
            let file = sim.tables[0].transcript();
            println!("{name} {game} {made} {more} {} {:?}", file.len(), sim.outcome());
            std::fs::write(format!("/tmp/spec-games/y-{name}-{game}.nightcoach"), &file).unwrap();
            let _ = (audit(&file).verdict, Verdict::ValidFinished);
        }
    }
}
