//! Whole seats on 127.0.0.1: gathering, a short game to its end, and coming back in the middle.
#![expect(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, reason = "a test may stop at once")]

mod support;

use std::sync::Arc;

use nightcoach_lan::{
    Notice, Order, Playing, Profile, SeatConfig, SeatHandle, Snapshot, Stage, drive, loopback_table, start,
};
use nightcoach_rules::{Options, Outcome};
use nightcoach_table::lobby::{Door, Refusal};
use nightcoach_table::{Verdict, audit};
use tokio::time::timeout;

use support::{Folder, PATIENCE, options, passes, playing, until};

fn seat(name: &str, profile: Profile, port: Option<u16>) -> SeatHandle {
    let name = name.to_owned();
    start(SeatConfig { name, profile, port, mdns: false, loopback: true, pace_ms: 0, seed: None }).unwrap()
}

fn guest(name: &str) -> SeatHandle {
    seat(name, Profile::temporary(name).unwrap(), None)
}

async fn address(seat: &SeatHandle) -> String {
    until(seat, "an address", |snapshot| !snapshot.addresses.is_empty()).await.addresses[0].clone()
}

fn players(snapshot: &Snapshot) -> Vec<&str> {
    match &snapshot.stage {
        Stage::Gathering(gathering) => gathering.players.iter().map(|player| player.name.as_str()).collect(),
        Stage::Lobby | Stage::Playing(_) | Stage::Watching(_) => Vec::new(),
    }
}

fn can_begin(snapshot: &Snapshot) -> bool {
    matches!(&snapshot.stage, Stage::Gathering(gathering) if gathering.can_begin)
}

async fn host(seats: u8, max_laps: u16) -> (SeatHandle, String) {
    let host = guest("Anna");
    host.order(Order::Host { table_name: "Inn".to_owned(), options: options(seats, max_laps), door: Door::Open });
    until(&host, "an open table", |snapshot| players(snapshot).len() == 1).await;
    let address = address(&host).await;
    (host, address)
}

/// Everybody's table after the end, with all closing records.
async fn ends(seats: &[SeatHandle]) -> Vec<Arc<Playing>> {
    let mut ends = Vec::new();
    for seat in seats {
        let end = until(seat, "the end", |snapshot| {
            playing(snapshot).is_some_and(|p| p.transcript.is_some() && p.closed_by.len() == p.names.len())
        });
        let end = end.await;
        ends.push(Arc::clone(playing(&end).unwrap()));
    }
    ends
}

fn verdict(end: &Playing) -> Verdict {
    audit(&std::fs::read(end.transcript.as_ref().unwrap()).unwrap()).verdict
}

#[tokio::test(flavor = "multi_thread")]
async fn three_peers_play_to_the_same_end_and_everybody_has_a_valid_transcript() {
    let names = ["Anna", "Bert", "Cleo"].map(str::to_owned).to_vec();
    let seats = loopback_table(names.clone(), options(3, 1), None, 0, None).await.unwrap();
    for seat in &seats {
        let seat = seat.clone();
        tokio::spawn(async move { drive(&seat, passes).await });
    }
    let ends = ends(&seats).await;
    for end in &ends {
        assert_eq!(end.names, names);
        assert_eq!(end.outcome, Some(Outcome::Drawn));
        assert_eq!(end.head, ends[0].head);
        assert_eq!(verdict(end), Verdict::ValidFinished);
    }
    for seat in seats {
        seat.close().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_rematch_seats_the_same_people_and_goes_on_from_the_last_head() {
    let names = ["Anna", "Bert", "Cleo"].map(str::to_owned).to_vec();
    let options = Options { scoring: true, full_reveal: false, ..options(3, 1) };
    let seats = loopback_table(names.clone(), options, None, 0, None).await.unwrap();
    seats[1].order(Order::Rematch);
    until(&seats[1], "a word", |snapshot| snapshot.notices.contains(&Notice::NoRematch)).await;
    for seat in &seats {
        let seat = seat.clone();
        tokio::spawn(async move { drive(&seat, passes).await });
    }
    let first = ends(&seats).await;
    assert_eq!(first[0].scores, Some(vec![0; 3]), "a draw gives no points");
    // A guest may wish for it before the host opens it.
    seats[2].order(Order::Rematch);
    until(&seats[2], "waiting", |snapshot| {
        snapshot.notices.iter().any(|notice| matches!(notice, Notice::WaitingForRematch(host) if host == "Anna"))
    })
    .await;
    seats[0].order(Order::Rematch);
    seats[1].order(Order::Rematch);
    until(&seats[0], "everybody back", can_begin).await;
    seats[0].order(Order::Begin);
    for seat in &seats {
        until(seat, "the second game", |snapshot| {
            playing(snapshot).is_some_and(|playing| playing.outcome.is_none() && playing.view.is_some())
        })
        .await;
        let seat = seat.clone();
        tokio::spawn(async move { drive(&seat, passes).await });
    }
    let second = ends(&seats).await;
    for (place, end) in second.iter().enumerate() {
        assert_eq!((end.names.as_slice(), end.seat.index()), (names.as_slice(), place));
        let genesis = &audit(&std::fs::read(end.transcript.as_ref().unwrap()).unwrap());
        assert_eq!((genesis.previous, &genesis.verdict), (first[0].head, &Verdict::ValidFinished));
        assert_eq!(genesis.scores, Some(vec![0; 3]));
    }
    for seat in seats {
        seat.close().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn who_takes_a_table_up_alone_is_told_why_nothing_is_signed() {
    let folder = Folder::new("alone");
    let (host, address) = host(3, 2).await;
    let (other, lost) = (guest("Bert"), seat("Cleo", folder.profile().await, None));
    for seat in [&other, &lost] {
        seat.order(Order::JoinAddress(address.clone()));
        until(seat, "a seat", |snapshot| !players(snapshot).is_empty()).await;
        seat.order(Order::Ready(true));
    }
    until(&host, "a full table", can_begin).await;
    host.order(Order::Begin);
    until(&lost, "the game", |snapshot| playing(snapshot).is_some()).await;
    drop((host, other, lost));
    let back = seat("Cleo", folder.profile().await, None);
    let told =
        until(&back, "a word", |snapshot| snapshot.notices.iter().any(|notice| matches!(notice, Notice::HeldBack(_))))
            .await;
    let names: Vec<&Notice> = told.notices.iter().filter(|notice| matches!(notice, Notice::HeldBack(_))).collect();
    let [Notice::HeldBack(names)] = names.as_slice() else { panic!("once: {names:?}") };
    let mut names = names.clone();
    names.sort();
    assert_eq!(names, ["Anna", "Bert"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_rematch_waits_until_everybody_is_seen_to_hold_the_end() {
    let folder = Folder::new("parting");
    let (host, address) = host(3, 1).await;
    let other = guest("Bert");
    let lost = seat("Cleo", folder.profile().await, None);
    for seat in [&other, &lost] {
        seat.order(Order::JoinAddress(address.clone()));
        until(seat, "a seat", |snapshot| !players(snapshot).is_empty()).await;
        seat.order(Order::Ready(true));
    }
    until(&host, "a full table", can_begin).await;
    host.order(Order::Begin);
    let seats = [host, other, lost];
    for seat in &seats {
        let seat = seat.clone();
        tokio::spawn(async move { drive(&seat, passes).await });
    }
    ends(&seats).await;
    let [host, other, lost] = seats;
    // The program of one is gone before the others could see that it holds all of the end.
    drop(lost);
    until(&host, "one gone", |snapshot| snapshot.peers.iter().any(|peer| peer.name == "Cleo" && !peer.linked)).await;
    host.order(Order::Rematch);
    let waits = Notice::WaitingForEnd(vec!["Cleo".to_owned()]);
    let waiting = until(&host, "a word", |snapshot| snapshot.notices.contains(&waits)).await;
    assert!(playing(&waiting).is_some(), "still at the finished table");
    let back = seat("Cleo", folder.profile().await, None);
    back.order(Order::JoinAddress(address));
    until(&host, "the rematch", |snapshot| matches!(snapshot.stage, Stage::Gathering(_))).await;
    for seat in [host, other, back] {
        seat.close().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_seed_makes_a_game_that_comes_out_the_same_again() {
    let mut heads = Vec::new();
    for _game in 0..2 {
        let names = ["Anna", "Bert", "Cleo"].map(str::to_owned).to_vec();
        let seats = loopback_table(names, options(3, 1), Some([5; 32]), 0, None).await.unwrap();
        for seat in &seats {
            let seat = seat.clone();
            tokio::spawn(async move { drive(&seat, passes).await });
        }
        heads.push(ends(&seats).await[0].head);
        for seat in seats {
            seat.close().await;
        }
    }
    assert_eq!(heads[0], heads[1]);
}

#[tokio::test(flavor = "multi_thread")]
async fn guests_see_each_other_and_a_doubled_name_gets_a_number() {
    let (host, address) = host(4, 1).await;
    let (first, second) = (guest("Anna"), guest("Bert"));
    first.order(Order::JoinAddress(address.clone()));
    until(&first, "a seat", |snapshot| players(snapshot) == ["Anna", "Anna 2"]).await;
    second.order(Order::JoinAddress(address));
    for seat in [&host, &first, &second] {
        until(seat, "three players", |snapshot| players(snapshot) == ["Anna", "Anna 2", "Bert"]).await;
    }
    first.order(Order::LeaveTable);
    until(&second, "one gone", |snapshot| players(snapshot) == ["Anna", "Bert"]).await;
    host.order(Order::Begin);
    let not_full = Notice::CannotBegin(Refusal::NotFull);
    until(&host, "a notice", |snapshot| snapshot.notices.contains(&not_full)).await;
    host.order(Order::LeaveTable);
    until(&second, "the table called off", |snapshot| snapshot.notices.contains(&Notice::CalledOff)).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_full_table_refuses_in_words_on_both_sides() {
    let (host, address) = host(3, 1).await;
    let guests = [guest("Bert"), guest("Cleo")];
    for seat in &guests {
        seat.order(Order::JoinAddress(address.clone()));
    }
    until(&host, "a full table", |snapshot| players(snapshot).len() == 3).await;
    let late = guest("Dora");
    late.order(Order::JoinAddress(address));
    let refused = Notice::Refused(Refusal::Full);
    until(&late, "a refusal", |snapshot| snapshot.notices.contains(&refused)).await;
    let turned_away = Notice::GuestRefused { name: "Dora".to_owned(), refusal: Refusal::Full };
    let told = until(&host, "the host told", |snapshot| snapshot.notices.contains(&turned_away)).await;
    assert_eq!(players(&told).len(), 3);
    let seen = until(&late, "the table listed", |snapshot| !snapshot.tables.is_empty()).await;
    until(&late, "the table full", |snapshot| snapshot.tables.iter().any(|t| t.remark.as_deref() == Some("full")))
        .await;
    assert_eq!(seen.tables[0].name, "Inn");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_address_that_means_nothing_is_said_to() {
    let seat = guest("Bert");
    seat.order(Order::JoinAddress("no such thing:at all".to_owned()));
    until(&seat, "a notice", |snapshot| matches!(snapshot.notices.last(), Some(Notice::BadAddress { .. }))).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_seat_that_starts_anew_takes_up_its_table_with_its_own_hand() {
    let folder = Folder::new("again");
    let (host, address) = host(3, 2).await;
    let other = guest("Bert");
    let lost = seat("Cleo", folder.profile().await, None);
    for seat in [&other, &lost] {
        seat.order(Order::JoinAddress(address.clone()));
    }
    for seat in [&other, &lost] {
        until(seat, "a seat", |snapshot| !players(snapshot).is_empty()).await;
        seat.order(Order::Ready(true));
    }
    until(&host, "a full table", can_begin).await;
    host.order(Order::Begin);
    for seat in [&host, &other] {
        let seat = seat.clone();
        tokio::spawn(async move { drive(&seat, passes).await });
    }
    let before = until(&lost, "a question", |snapshot| playing(snapshot).is_some_and(|p| p.asked)).await;
    let before = playing(&before).unwrap().view.clone().unwrap();
    drop(lost);

    let back = seat("Cleo", folder.profile().await, None);
    let again = until(&back, "the question again", |snapshot| playing(snapshot).is_some_and(|p| p.asked)).await;
    assert_eq!(playing(&again).unwrap().view.as_ref(), Some(&before));
    assert!(again.notices.contains(&Notice::Resumed("Inn".to_owned())));
    assert!(timeout(PATIENCE, drive(&back, passes)).await.is_ok(), "the game does not go on");

    let seats = [host, other, back];
    let ends = ends(&seats).await;
    for end in &ends {
        assert_eq!(end.head, ends[0].head);
        assert_eq!(verdict(end), Verdict::ValidFinished);
    }
    for seat in seats {
        seat.close().await;
    }
    let anew = seat("Cleo", folder.profile().await, None);
    assert!(matches!(anew.snapshots().borrow().stage, Stage::Lobby), "a finished table is not taken up again");
    anew.close().await;
}
