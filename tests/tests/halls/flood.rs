//! A stranger who throws at the game port whatever comes to mind.

use std::path::Path;
use std::time::Duration;

use anyhow::{Context as _, ensure};
use nightcoach_tests::hall::{Hall, at_length, load, percentile, watch};
use nightcoach_tests::netns::now;

const START: Duration = Duration::from_mins(1);

#[test]
fn a_stranger_who_floods_the_port_slows_the_moves_down_no_more_than_twice() -> anyhow::Result<()> {
    let Some(hall) = Hall::open("flood", 5)? else { return Ok(()) };
    let seconds = if at_length() { 30 } else { 5 };
    // Game after game, so that there are moves at any time.
    let mut table = hall.table("Night train", &[1, 2, 3, 4], &["--games", "1000"])?;
    table.all_say("dealt", START)?;
    let time = Duration::from_secs(seconds);
    let calm = watch(time);
    let before = table.cpu();
    let stranger = Path::new(env!("CARGO_BIN_EXE_nightcoach-stranger"));
    // The stranger's machine is none of ours: it gets what CPU time the players leave.
    let words =
        ["-n", "19", stranger.to_str().context("a path")?, "flood", "192.0.2.1:24642", &(seconds + 1).to_string()];
    let mut flooding = hall.start(5, Path::new("nice"), &words)?;
    flooding.wait_for("flooding", now() + START)?;
    let flood = watch(time);
    let used = table.cpu().saturating_sub(before);
    let (_, thrown) = flooding.wait_for("flooded", now() + START)?;
    println!("the stranger threw {thrown}; CPU of the table {used:.1?} in {time:?}");
    let after = watch(time);
    let mut medians = Vec::new();
    for (what, (from, to)) in [("before", calm), ("flood", flood), ("after", after)] {
        let moves = table.moves(from, to);
        moves.tell(what);
        ensure!(!moves.all.is_empty(), "no move in {time:?} of the phase {what:?}");
        medians.push((percentile(&moves.all, 50), moves.all.len()));
    }
    let [(before, calm), (during, stormy), _after] = medians.as_slice() else { return Ok(()) };
    let slower = during.as_secs_f64() / before.as_secs_f64().max(1e-6);
    println!(
        "moves during the flood took {slower:.2} times as long (bar 2; load {}), and there were {stormy} instead of {calm}",
        load()
    );
    ensure!(slower <= if at_length() { 2.0 } else { 20.0 }, "{slower:.2} times slower");
    table.end_alike(1, false)?;
    Ok(())
}
