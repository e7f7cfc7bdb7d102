//! Whole transcripts from fixed seeds, which together hold every card operation and every claim.

use nightcoach_bots::{Bot, Random};
use nightcoach_rules::Options;
use nightcoach_table::{Verdict, audit};
use nightcoach_tests::sim::Sim;

#[test]
fn explore_vectors() {
    for (name, options) in [
        ("3", Options::new(3)),
        ("mixed", Options { three_player_mixed: true, ..Options::new(3) }),
        ("5", Options::new(5)),
        ("10", Options::new(10)),
    ] {
        for game in 0..12 {
            let mut sim = Sim::begin(&options, game).unwrap();
            let mut random: Vec<_> = (0..options.seats).map(|seat| Random::new(game * 16 + u64::from(seat))).collect();
            let made = sim.play(60, |view| random[view.seat.index()].choose(view));
            let mut bots: Vec<_> = (0..options.seats).map(|seat| Bot::new(game * 16 + u64::from(seat))).collect();
            let more = sim.play(3_000, |view| bots[view.seat.index()].choose(view));
            let file = sim.tables[0].transcript();
            println!("{name} {game} {made} {more} {}", file.len());
            assert_eq!(audit(&file).verdict, Verdict::ValidFinished);
            std::fs::write(format!("/tmp/spec-games/x-{name}-{game}.nightcoach"), &file).unwrap();
        }
    }
}
