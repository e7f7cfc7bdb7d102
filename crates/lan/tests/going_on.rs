//! Whole seats on 127.0.0.1 at a table that can lose one: a seat is gone, the others go on by ballot, and it comes back.
#![expect(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, reason = "a test may stop at once")]

mod support;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::time::Duration;

use nightcoach_lan::{Order, OwnWish, Playing, Profile, SeatConfig, SeatHandle, start};
use nightcoach_rules::{Options, Seat, SeatSet};
use nightcoach_table::lobby::Door;
use nightcoach_table::{Question, Verdict, audit};

use support::{Folder, options, passes, playing, until};

const LOST: Seat = Seat(4);

fn seat(name: &str, profile: Profile) -> SeatHandle {
    let name = name.to_owned();
    start(SeatConfig { name, profile, port: None, mdns: false, loopback: true, pace_ms: 0, seed: None }).unwrap()
}

/// Plays as long as the gate is open, and says yes to every ballot; counts the choices made.
async fn play(seat: SeatHandle, gate: Arc<AtomicBool>, choices: Arc<AtomicU32>) {
    let (mut chosen, mut voted) = (None, None);
    loop {
        let snapshot = Arc::clone(&seat.snapshots().borrow());
        if let Some(playing) = playing(&snapshot) {
            if playing.is_over() {
                return;
            }
            if let Some(view) = playing.ballot_to_answer().filter(|view| voted != Some(view.ballot)) {
                voted = Some(view.ballot);
                seat.order(Order::Vote { ballot: view.ballot, yes: true });
            }
            let question = Some((playing.round, playing.head));
            if playing.asked && chosen != question && gate.load(Ordering::Relaxed) {
                chosen = question;
                choices.fetch_add(1, Ordering::Relaxed);
                seat.order(Order::Choose(passes(playing.view.as_ref().unwrap()).unwrap()));
            }
        }
        if tokio::time::timeout(Duration::from_millis(20), seat.snapshots().changed())
            .await
            .is_ok_and(|news| news.is_err())
        {
            return;
        }
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

/// A table of five on real links; the last seat has a profile that outlives it.
async fn five(folder: &Folder, losses: u8) -> Vec<SeatHandle> {
    let mut seats = vec![seat("Anna", Profile::temporary("Anna").unwrap())];
    let options = Options { losses, ..options(5, 4) };
    seats[0].order(Order::Host { table_name: "Inn".to_owned(), options, door: Door::Open });
    let hosts = until(&seats[0], "an address", |snapshot| !snapshot.addresses.is_empty()).await;
    for name in ["Bert", "Cleo", "Dora", "Emil"] {
        let profile = if name == "Emil" { folder.profile().await } else { Profile::temporary(name).unwrap() };
        let guest = seat(name, profile);
        guest.order(Order::JoinAddress(hosts.addresses[0].clone()));
        until(&guest, "a seat", |snapshot| matches!(snapshot.stage, nightcoach_lan::Stage::Gathering(_))).await;
        guest.order(Order::Ready(true));
        seats.push(guest);
    }
    let ready = |snapshot: &nightcoach_lan::Snapshot| matches!(&snapshot.stage, nightcoach_lan::Stage::Gathering(gathering) if gathering.can_begin);
    until(&seats[0], "a full table", ready).await;
    seats[0].order(Order::Begin);
    seats
}

async fn sees(seat: &SeatHandle, what: &str, reached: impl Fn(&Playing) -> bool) -> Arc<Playing> {
    let snapshot = until(seat, what, |snapshot| playing(snapshot).is_some_and(|playing| reached(playing))).await;
    Arc::clone(playing(&snapshot).unwrap())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_of_five_goes_on_without_one_who_comes_back_with_its_hand() {
    let folder = Folder::new("going-on");
    let mut seats = five(&folder, 1).await;
    let gate = Arc::new(AtomicBool::new(true));
    for seat in &seats[..4] {
        tokio::spawn(play(seat.clone(), Arc::clone(&gate), Arc::default()));
    }
    let lost = seats.pop().unwrap();
    let before = sees(&lost, "the deal", |playing| playing.view.is_some()).await;
    let trust = before.going_on.trust.unwrap();
    assert_eq!((trust.holders.len(), trust.together, trust.spare), (5, 4, 1));
    lost.close().await;

    let question = Question::Sleep(SeatSet::only(LOST));
    let asker = sees(&seats[0], "somebody missed", |playing| playing.going_on.may_ask.contains(&question)).await;
    assert!(asker.going_on.ballots.is_empty() && asker.going_on.asleep.is_empty());
    seats[0].order(Order::OpenBallot(question));
    for seat in &seats {
        let after = sees(seat, "one asleep", |playing| playing.going_on.asleep == SeatSet::only(LOST)).await;
        assert!(after.fault.is_none());
    }
    gate.store(false, Ordering::Relaxed);

    let back = seat("Emil", folder.profile().await);
    sees(&back, "its own sleep", |playing| playing.going_on.asleep == SeatSet::only(LOST)).await;
    back.order(Order::Wake);
    sees(&back, "a wish", |playing| playing.going_on.wish == Some(OwnWish::ComeBack)).await;
    for seat in &seats {
        sees(seat, "the wish of another", |playing| playing.going_on.wishing.contains(LOST)).await;
    }
    gate.store(true, Ordering::Relaxed);
    let choices = Arc::new(AtomicU32::new(0));
    tokio::spawn(play(back.clone(), Arc::clone(&gate), Arc::clone(&choices)));
    let woken = sees(&back, "awake again", |playing| playing.going_on.asleep.is_empty()).await;
    assert_eq!(woken.view.as_ref().unwrap().hand, before.view.as_ref().unwrap().hand);
    seats.push(back);

    let mut heads = Vec::new();
    for seat in &seats {
        let end = sees(seat, "the end", |playing| playing.transcript.is_some() && playing.closed_by.len() == 5).await;
        let found = audit(&std::fs::read(end.transcript.as_ref().unwrap()).unwrap());
        assert_eq!((found.verdict, found.head), (Verdict::ValidFinished, end.head));
        heads.push(end.head);
    }
    assert!(heads.iter().all(|head| *head == heads[0]));
    assert!(choices.load(Ordering::Relaxed) > 0, "who has come back plays on");
    for seat in seats {
        seat.close().await;
    }
}
