//! How long hosts take to find each other.

use std::time::Duration;

use nightcoach_tests::hall::{Hall, at_length, hold, percentile};
use nightcoach_tests::netns::{Program, now};

const HOSTS: u8 = 10;
/// However busy the machine is, a start takes no longer.
const PATIENCE: Duration = Duration::from_secs(30);

#[test]
fn cold_starts_of_ten_hosts_end_in_a_full_mesh() -> anyhow::Result<()> {
    let Some(hall) = Hall::open("starts", HOSTS)? else { return Ok(()) };
    let mut times = Vec::new();
    for run in 0..if at_length() { 20 } else { 3 } {
        let begun = now();
        let start = |host| hall.onlooker(host, &format!("start {run} {host}"));
        let mut programs = (1..=HOSTS).map(start).collect::<anyhow::Result<Vec<Program>>>()?;
        let started = now();
        let all = format!("linked {}", HOSTS - 1);
        let mut last = started;
        for program in &mut programs {
            last = last.max(program.wait_for(&all, started + PATIENCE)?.0);
        }
        let time = last.saturating_duration_since(started);
        println!("start {run}: {:.0?} to start all, then {time:.0?} to the full mesh", started - begun);
        times.push(time);
    }
    hold("cold start of ten, median", percentile(&times, 50), Duration::from_millis(500))?;
    hold("cold start of ten, worst", percentile(&times, 100), Duration::from_secs(5))
}
