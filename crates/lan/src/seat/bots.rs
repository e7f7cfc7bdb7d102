//! Several seats in one process, and answers given by a program.

use std::time::Duration;

use nightcoach_rules::{Choice, Options, View};
use nightcoach_table::lobby::Door;
use sha2::{Digest as _, Sha256};

use super::{Order, Playing, SeatConfig, SeatHandle, Stage, start};
use crate::LanError;
use crate::store::Profile;

/// How often a program looks at its table where nothing happens.
const LOOK_AGAIN: Duration = Duration::from_secs(1);
/// A program agrees to go on without somebody who has been silent for so long, in seconds.
const BOT_PATIENCE: u64 = 10;

/// What a program answers to the ballot that waits for it: yes once those that it names have been silent for long, or are to blame
/// for the stop of the table; nothing yet before that. The table itself says no for it as soon as they are heard.
pub fn bot_vote(playing: &Playing) -> Option<Order> {
    let asked = playing.ballot_to_answer()?;
    let named = asked.ballot.question.named();
    let silent = named.within(playing.waiting_for) && playing.waiting_since.seconds() >= BOT_PATIENCE;
    let to_blame = playing.fault.as_ref().is_some_and(|fault| named.contains(fault.culprit));
    (silent || to_blame).then_some(Order::Vote { ballot: asked.ballot, yes: true })
}

/// Answers whenever the seat is asked, until the game has ended or stopped, or the seat is closed.
pub async fn drive(handle: &SeatHandle, choose: impl FnMut(&View) -> Option<Choice>) {
    drive_slowly(handle, || Duration::ZERO, choose).await;
}

/// As [`drive`], each answer after a pause: drawn before anything is looked at, and running while the answer is found, so
/// that the time tells nothing of what is held.
pub async fn drive_slowly(
    handle: &SeatHandle,
    mut pause: impl FnMut() -> Duration,
    mut choose: impl FnMut(&View) -> Option<Choice>,
) {
    let mut snapshots = handle.snapshots();
    let (mut answered, mut voted) = (None, None);
    loop {
        let snapshot = snapshots.borrow_and_update().clone();
        if let Stage::Playing(playing) = &snapshot.stage {
            if playing.is_over() {
                return;
            }
            let vote = bot_vote(playing).filter(|vote| voted.as_ref() != Some(&(playing.round, vote.clone())));
            if let Some(vote) = vote {
                voted = Some((playing.round, vote.clone()));
                handle.order(vote);
            }
            let question = Some((playing.round, playing.head));
            if playing.asked
                && answered != question
                && let Some(view) = &playing.view
            {
                let over = tokio::time::sleep(pause());
                let choice = choose(view);
                over.await;
                if let Some(choice) = choice {
                    answered = question;
                    handle.order(Order::Choose(choice));
                }
            }
        }
        // A ballot is answered when time has passed, without any news.
        if tokio::time::timeout(LOOK_AGAIN, snapshots.changed()).await.is_ok_and(|news| news.is_err()) {
            return;
        }
    }
}

/// Seats as many peers as there are names at one table, over real links on 127.0.0.1, in the order of the names. The
/// first one hosts, with the given profile or a temporary one; the game has begun when this returns.
///
/// # Errors
/// A seat cannot start.
pub async fn loopback_table(
    names: Vec<String>,
    options: Options,
    seed: Option<[u8; 32]>,
    pace_ms: u64,
    first: Option<Profile>,
) -> Result<Vec<SeatHandle>, LanError> {
    let mut seats: Vec<SeatHandle> = Vec::new();
    let mut first = first;
    let mut address = None;
    for (place, name) in names.into_iter().enumerate() {
        let own = seed.map(|seed| derived(&seed, place));
        let profile = match (first.take(), own) {
            (Some(profile), _) => profile,
            (None, Some(identity)) => Profile::reproducible(&name, identity)?,
            (None, None) => Profile::temporary(&name)?,
        };
        let config = SeatConfig { name, profile, port: None, mdns: false, loopback: true, pace_ms, seed: own };
        let seat = start(config)?;
        match &address {
            None => {
                address = Some(listening(&seat).await?);
                let table_name = "Night Coach".to_owned();
                seat.order(Order::Host { table_name, options: options.clone(), door: Door::Open });
                gathered(&seat, 1).await?;
            }
            Some(address) => {
                seat.order(Order::JoinAddress(address.clone()));
                gathered(&seat, place.saturating_add(1)).await?;
                seat.order(Order::Ready(true));
            }
        }
        seats.push(seat);
    }
    let host = seats.first().ok_or(LanError::Closed)?;
    until(host, |stage| match stage {
        Stage::Gathering(gathering) => gathering.can_begin.then_some(()),
        Stage::Playing(_) | Stage::Lobby | Stage::Watching(_) => None,
    })
    .await?;
    host.order(Order::Begin);
    for seat in &seats {
        until(seat, |stage| matches!(stage, Stage::Playing(_)).then_some(())).await?;
    }
    Ok(seats)
}

async fn listening(seat: &SeatHandle) -> Result<String, LanError> {
    let mut snapshots = seat.snapshots();
    let found = snapshots.wait_for(|snapshot| !snapshot.addresses.is_empty()).await;
    let found = found.map_err(|_closed| LanError::Closed)?;
    found.addresses.first().cloned().ok_or(LanError::Closed)
}

async fn gathered(seat: &SeatHandle, count: usize) -> Result<(), LanError> {
    until(seat, |stage| match stage {
        Stage::Gathering(gathering) => (gathering.players.len() >= count).then_some(()),
        Stage::Playing(_) => Some(()),
        Stage::Lobby | Stage::Watching(_) => None,
    })
    .await
}

async fn until(seat: &SeatHandle, check: impl Fn(&Stage) -> Option<()>) -> Result<(), LanError> {
    let mut snapshots = seat.snapshots();
    let reached = snapshots.wait_for(|snapshot| check(&snapshot.stage).is_some()).await;
    reached.map(|_snapshot| ()).map_err(|_closed| LanError::Closed)
}

fn derived(seed: &[u8; 32], place: usize) -> [u8; 32] {
    let place = u64::try_from(place).unwrap_or(u64::MAX).to_le_bytes();
    Sha256::new().chain_update(b"nightcoach/demo-seat").chain_update(seed).chain_update(place).finalize().into()
}
