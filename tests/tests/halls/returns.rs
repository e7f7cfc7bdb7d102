//! Cables, addresses, sleep and power: whoever comes back plays on.

use std::collections::VecDeque;
use std::thread;
use std::time::Duration;

use nightcoach_tests::hall::{Hall, Position, Table, at_length, hold};
use nightcoach_tests::netns::micros;
use rand_chacha::ChaCha8Rng;
use rand_core::{Rng as _, SeedableRng as _};

const HOSTS: u8 = 4;
const ALL: [u8; 4] = [1, 2, 3, 4];
/// So that a game is still on when things happen to it.
const SLOW: &[&str] = &["--pace", "50"];
const START: Duration = Duration::from_mins(1);
/// From the return to the game going on everywhere.
const BAR: Duration = Duration::from_secs(5);

/// Something that happens to one host; says where the table stood, and when, just before the host came back.
type Mishap = (&'static str, u8, fn(&Hall, &mut Table<'_>, u8) -> anyhow::Result<Stood>);
type Stood = (Position, u64);

#[test]
fn a_game_goes_on_after_a_pulled_cable_a_new_address_and_sleep() -> anyhow::Result<()> {
    let mut mishaps: Vec<Mishap> = vec![
        ("cable out for 5 s", 3, |hall, table, host| cable_out(hall, table, host, 5)),
        ("new address", 2, new_address),
        ("the host of the table gets a new address", 1, new_address),
    ];
    if at_length() {
        mishaps.push(("cable out for 60 s", 1, |hall, table, host| cable_out(hall, table, host, 60)));
        mishaps.push(("asleep for 60 s", 4, |_, table, host| asleep(table, host, 60)));
    } else {
        mishaps.push(("asleep for 10 s", 4, |_, table, host| asleep(table, host, 10)));
    }
    let Some(hall) = Hall::open("returns", HOSTS)? else { return Ok(()) };
    let mut game = 0;
    let mut left = VecDeque::from(mishaps);
    while !left.is_empty() {
        game += 1;
        let mut table = hall.table(&format!("Night train {game}"), &ALL, SLOW)?;
        table.all_say("dealt", START)?;
        while !table.is_over()
            && let Some((what, host, mishap)) = left.pop_front()
        {
            thread::sleep(Duration::from_millis(500));
            let (stood, back) = mishap(&hall, &mut table, host)?;
            match table.goes_on(stood, back, START)? {
                Some(time) => hold(&format!("{what}: from the return to the game going on"), time, BAR)?,
                // The game was over too early to show it.
                None => left.push_front((what, host, mishap)),
            }
        }
        table.ends_alike()?;
    }
    Ok(())
}

fn cable_out(hall: &Hall, table: &mut Table<'_>, host: u8, seconds: u64) -> anyhow::Result<Stood> {
    hall.lan.cable(host, false)?;
    let stood = stands(table, seconds)?;
    hall.lan.cable(host, true)?;
    Ok(stood)
}

fn asleep(table: &mut Table<'_>, host: u8, seconds: u64) -> anyhow::Result<Stood> {
    table.programs[&host].sleep(true)?;
    let stood = stands(table, seconds)?;
    table.programs[&host].sleep(false)?;
    Ok(stood)
}

fn new_address(hall: &Hall, table: &mut Table<'_>, host: u8) -> anyhow::Result<Stood> {
    let changed = micros();
    hall.lan.readdress(host, host + 100)?;
    // What was under way when the address went may still arrive.
    thread::sleep(Duration::from_millis(100));
    Ok((table.position(), changed))
}

/// Nothing moves without the one who is missing, or the return would show nothing.
fn stands(table: &mut Table<'_>, seconds: u64) -> anyhow::Result<Stood> {
    thread::sleep(Duration::from_secs(seconds / 2));
    let stood = table.position();
    thread::sleep(Duration::from_secs(seconds - seconds / 2));
    anyhow::ensure!(table.position() == stood, "the game went on without somebody");
    Ok((stood, micros()))
}

#[test]
fn every_seat_is_killed_in_turn_and_plays_on_with_its_own_hand() -> anyhow::Result<()> {
    let Some(hall) = Hall::open("kills", HOSTS)? else { return Ok(()) };
    let seed = micros();
    println!("random moments from seed {seed}");
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut wait = move |most: u32| thread::sleep(Duration::from_millis(u64::from(random.next_u32() % most)));
    let rounds = if at_length() { 5 } else { 1 };
    let mut left = ALL.iter().copied().cycle().take(ALL.len() * rounds).peekable();
    let mut game = 0;
    while left.peek().is_some() {
        game += 1;
        let mut table = hall.table(&format!("Night train {game}"), &ALL, SLOW)?;
        // The first one dies at any moment of the deal or after it.
        table.all_say("seat", START)?;
        while !table.is_over()
            && let Some(host) = left.next()
        {
            wait(1_500);
            table.kill(host);
            wait(1_500);
            let (stood, back) = (table.position(), micros());
            table.start(host, &[])?;
            if let Some(time) = table.goes_on(stood, back, START)? {
                hold(&format!("seat of host {host} killed: from its start to the game going on"), time, BAR)?;
            }
        }
        table.ends_alike()?;
    }
    Ok(())
}
