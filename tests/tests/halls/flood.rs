//! A stranger who throws at the game port whatever comes to mind.

use std::path::Path;
use std::thread;
use std::time::Duration;

use anyhow::ensure;
use nightcoach_tests::hall::{Hall, at_length, hold, load, percentile, watch};
use nightcoach_tests::netns::{Program, micros, now};

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
    let mut flooding = flood_first_host(&hall, seconds + 1)?;
    let before = table.cpu();
    let flood = watch(time);
    let used = table.cpu().saturating_sub(before);
    let (_, thrown) = flooding.wait_for("flooded", now() + START)?;
    println!("the stranger threw {thrown}; CPU of the table {used:.1?} in {time:?}");
    // Between two games nothing moves for a while; a table that stands for good has been spoilt.
    let (stood, ended) = (table.position(), now());
    while table.position() == stood {
        let reports = || table.programs.values().map(Program::report).collect::<String>();
        ensure!(ended.elapsed() < START, "the table stands at {stood:?} since the flood{}", reports());
        thread::sleep(Duration::from_millis(10));
    }
    println!("after the flood the table moved on within {:.1?}", ended.elapsed());
    let after = watch(time);
    let mut medians = Vec::new();
    for (what, (from, to)) in [("before", calm), ("flood", flood), ("after", after)] {
        let moves = table.moves(from, to);
        moves.tell(what);
        medians.push((percentile(&moves.all, 50), moves.all.len()));
    }
    let [(before, calm), (during, stormy), _after] = medians.as_slice() else { return Ok(()) };
    ensure!(*calm > 0, "no move before the flood");
    // No move at all in the short run is a pause between two games; the long one spans several games.
    ensure!(*stormy > 0 || !at_length(), "no move during the flood");
    let slower = during.as_secs_f64() / before.as_secs_f64().max(1e-6);
    println!(
        "moves during the flood took {slower:.2} times as long (bar 2; load {}), and there were {stormy} instead of {calm}",
        load()
    );
    ensure!(slower <= if at_length() { 2.0 } else { 20.0 }, "{slower:.2} times slower");
    table.end_alike(1, false)?;
    Ok(())
}

#[test]
fn a_seat_comes_back_to_a_table_whose_host_is_flooded() -> anyhow::Result<()> {
    let Some(hall) = Hall::open("besieged", 5)? else { return Ok(()) };
    let mut table = hall.table("Night train", &[1, 2, 3, 4], &["--pace", "50"])?;
    table.all_say("dealt", START)?;
    let mut flooding = flood_first_host(&hall, 8)?;
    table.kill(3);
    thread::sleep(Duration::from_secs(1));
    let (stood, back) = (table.position(), micros());
    table.start(3, &[])?;
    if let Some(time) = table.goes_on(stood, back, START)? {
        hold("killed while the host is flooded: from its start to the game going on", time, Duration::from_secs(5))?;
    }
    let (_, thrown) = flooding.wait_for("flooded", now() + START)?;
    println!("the stranger threw {thrown}");
    table.ends_alike()?;
    Ok(())
}

/// Begins to flood host 1 from host 5. The stranger's machine is none of ours: it gets what CPU time the players leave.
fn flood_first_host(hall: &Hall, seconds: u64) -> anyhow::Result<Program> {
    let stranger = env!("CARGO_BIN_EXE_nightcoach-stranger");
    let words = ["-n", "19", stranger, "flood", "192.0.2.1:24642", &seconds.to_string()];
    let mut flooding = hall.start(5, Path::new("nice"), &words)?;
    flooding.wait_for("flooding", now() + START)?;
    Ok(flooding)
}
