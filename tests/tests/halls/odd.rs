//! Networks that are not as they should be.

use std::path::Path;
use std::time::Duration;

use nightcoach_tests::hall::{Hall, hold};
use nightcoach_tests::netns::now;

const START: Duration = Duration::from_mins(1);

#[test]
fn two_hosts_that_reach_only_the_third_play_to_the_same_end() -> anyhow::Result<()> {
    let Some(hall) = Hall::open("isolated", 3)? else { return Ok(()) };
    hall.lan.isolate(1)?;
    hall.lan.isolate(3)?;
    let mut table = hall.table("Night train", &[2, 1, 3], &[])?;
    table.all_say("dealt", START)?;
    table.ends_alike()?;
    for host in [1, 3] {
        let linked = table.programs.get_mut(&host).map(|program| program.has_said("linked 2"));
        anyhow::ensure!(linked == Some(false), "host {host} reaches both others, so nothing was shown");
    }
    Ok(())
}

/// Every host has the same addresses there, so whoever dials one of them meets itself.
#[test]
fn bridges_for_containers_and_tunnels_do_not_keep_hosts_apart() -> anyhow::Result<()> {
    let Some(hall) = Hall::open("crowded", 3)? else { return Ok(()) };
    for host in 1..=3 {
        hall.lan.crowd(host)?;
    }
    let started = now();
    let mut table = hall.table("Night train", &[1, 2, 3], &[])?;
    for program in table.programs.values_mut() {
        let linked = program.wait_for("linked 2", now() + START)?.0 - started;
        hold("beside a bridge and a tunnel: links with all", linked, Duration::from_secs(5))?;
    }
    table.ends_alike()?;
    for program in table.programs.values_mut() {
        anyhow::ensure!(!program.has_said("notice"), "somebody was disturbed{}", program.report());
    }
    Ok(())
}

#[test]
fn two_tables_and_a_foreign_program_on_one_network_do_not_disturb_each_other() -> anyhow::Result<()> {
    let Some(hall) = Hall::open("neighbours", 7)? else { return Ok(()) };
    let stranger = Path::new(env!("CARGO_BIN_EXE_nightcoach-stranger"));
    let mut foreign = hall.start(7, stranger, &["foreign"])?;
    let mut tables = [hall.table("Night train", &[1, 2, 3], &[])?, hall.table("Day train", &[4, 5, 6], &[])?];
    for table in &mut tables {
        table.all_say("dealt", START)?;
    }
    for table in &mut tables {
        table.ends_alike()?;
    }
    foreign.wait_for("found 6", now() + START)?;
    foreign.wait_for("connected", now() + START)?;
    for program in tables.iter_mut().flat_map(|table| table.programs.values_mut()) {
        anyhow::ensure!(!program.has_said("linked 6"), "somebody takes the foreign program for a player");
        anyhow::ensure!(!program.has_said("notice"), "somebody was disturbed{}", program.report());
    }
    Ok(())
}

#[test]
fn a_host_that_hears_no_multicast_joins_by_address_and_is_known_to_all() -> anyhow::Result<()> {
    let Some(hall) = Hall::open("deaf", 4)? else { return Ok(()) };
    if !hall.filter_or_skip(4, "udp dport 5353 drop") {
        return Ok(());
    }
    let mut table = hall.table("Night train", &[1, 2, 3, 4], &[])?;
    // Everybody else is there; the deaf one neither hears nor is heard.
    let waiting = table.programs.get_mut(&1).map(|host| host.wait_for("gathered 3 of 4", now() + START));
    anyhow::ensure!(waiting.is_some_and(|waiting| waiting.is_ok()), "the others did not gather");
    table.kill(4);
    let started = now();
    table.start(4, &["--join", "192.0.2.1"])?;
    let linked = table.programs.get_mut(&4).map(|deaf| deaf.wait_for("linked 3", now() + START));
    let Some(Ok((at, _))) = linked else { anyhow::bail!("the deaf host is not linked to all: {linked:?}") };
    hold("deaf host: from its start to links with all", at - started, Duration::from_secs(5))?;
    table.ends_alike()?;
    Ok(())
}

#[test]
fn a_game_ends_although_every_host_loses_a_tenth_of_all_packets() -> anyhow::Result<()> {
    let Some(hall) = Hall::open("loss", 4)? else { return Ok(()) };
    for host in 1..=4 {
        if !hall.filter_or_skip(host, "numgen random mod 100 lt 10 drop") {
            return Ok(());
        }
    }
    let started = now();
    let mut table = hall.table("Night train", &[1, 2, 3, 4], &[])?;
    let dealt = table.all_say("dealt", START)? - started;
    let end = table.ends_alike()? - started;
    println!("10 % loss: dealt after {dealt:.1?}, ended after {end:.1?}");
    table.moves(0, u64::MAX).tell("10 % loss");
    Ok(())
}
