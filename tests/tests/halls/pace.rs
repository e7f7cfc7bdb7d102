//! How long a move takes to reach everybody, and what many games in a row leave behind.

use std::time::Duration;

use nightcoach_tests::hall::{GAME, Hall, at_length, hold, load, number, percentile};
use nightcoach_tests::netns::{micros, now};

/// Games of about one length, so that what grows from game to game is what a game leaves behind: the allocator keeps what
/// the longest game needed, and a bot's games differ by a factor of six.
const ALIKE: &str = "max-laps=8";
const START: Duration = Duration::from_mins(1);

#[test]
fn moves_of_six_hosts_are_quick_and_many_games_leave_no_memory_behind() -> anyhow::Result<()> {
    let Some(hall) = Hall::open("soak", 6)? else { return Ok(()) };
    let games = number("NIGHTCOACH_SOAK_GAMES", if at_length() { 50 } else { 3 });
    let words = ["--games", &(games + 1).to_string()];
    let mut table = hall.table_with(ALIKE, "Night train", &[1, 2, 3, 4, 5, 6], &words)?;
    let mut first = Vec::new();
    let mut most = Vec::new();
    let (begun, cpu) = (now(), table.cpu());
    for game in 1..=games {
        table.end_alike(game, false)?;
        // The next game is dealt: the same moment each time.
        table.all_say("dealt", GAME)?;
        let memory = table.memory()?;
        println!("after game {game}: {memory:?} KiB");
        if game == 1 {
            first.clone_from(&memory);
        }
        most = memory;
    }
    let (time, used) = (begun.elapsed(), table.cpu().saturating_sub(cpu));
    println!("6 hosts: {used:.1?} of CPU in {time:.1?}, load {}", load());
    let moves = table.moves(0, micros());
    moves.tell("6 hosts");
    hold("6 hosts: move, median", percentile(&moves.all, 50), Duration::from_millis(30))?;
    hold("6 hosts: move, p99", percentile(&moves.all, 99), Duration::from_millis(150))?;
    for (host, (first, last)) in (1..).zip(first.iter().zip(&most)) {
        let growth = (kib(*last) / kib(*first) - 1.0) * 100.0;
        println!("host {host}: {first} KiB after the first game, {last} KiB after {games}: {growth:+.1} % (bar +10 %)");
        // After few games the allocator still makes room; the bar is about many.
        anyhow::ensure!(growth <= if at_length() { 10.0 } else { 200.0 }, "host {host} has grown by {growth:.1} %");
    }
    Ok(())
}

#[test]
fn ten_hosts_tell_their_latency_beside_their_cpu_time() -> anyhow::Result<()> {
    if !at_length() {
        println!("skipped: a measurement without a bar; NIGHTCOACH_HALLS=long makes it");
        return Ok(());
    }
    let Some(hall) = Hall::open("ten", 10)? else { return Ok(()) };
    let hosts: Vec<u8> = (1..=10).collect();
    let begun = now();
    let mut table = hall.table("Night train", &hosts, &["--games", "2"])?;
    table.all_say("dealt", START)?;
    table.end_alike(1, false)?;
    let (time, used) = (begun.elapsed(), table.cpu());
    println!("10 hosts: {used:.1?} of CPU in {time:.1?} of a game, load {}", load());
    table.moves(0, micros()).tell("10 hosts");
    Ok(())
}

fn kib(number: u64) -> f64 {
    f64::from(u32::try_from(number).unwrap_or(u32::MAX))
}
