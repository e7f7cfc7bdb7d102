//! What is said beside the game, who is let in, and who is waited for: whole seats on 127.0.0.1.
#![expect(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, reason = "a test may stop at once")]

mod support;

use std::sync::Arc;

use nightcoach_lan::net::PeerKey;
use nightcoach_lan::{
    Gathering, Notice, Order, Playing, Preset, Profile, SeatConfig, SeatHandle, Snapshot, Stage, Wanted, drive,
    loopback_table, start,
};
use nightcoach_rules::{Action, Options, Seat, SeatSet, View, choices};
use nightcoach_table::lobby::{Admission, Door, Passphrase, Refusal};

use support::{Folder, options, passes, playing, until};

fn seat(name: &str, profile: Profile) -> SeatHandle {
    let name = name.to_owned();
    start(SeatConfig { name, profile, port: None, mdns: false, loopback: true, pace_ms: 0, seed: None }).unwrap()
}

fn guest(name: &str) -> SeatHandle {
    seat(name, Profile::temporary(name).unwrap())
}

fn gathering(snapshot: &Snapshot) -> Option<&Gathering> {
    if let Stage::Gathering(gathering) = &snapshot.stage { Some(gathering) } else { None }
}

fn names(snapshot: &Snapshot) -> Vec<&str> {
    gathering(snapshot).map_or_else(Vec::new, |table| table.players.iter().map(|chair| chair.name.as_str()).collect())
}

fn key_of(snapshot: &Snapshot, name: &str) -> PeerKey {
    let table = gathering(snapshot).unwrap();
    table.players.iter().chain(&table.asking).find(|chair| chair.name == name).unwrap().key
}

async fn open(host: &SeatHandle, options: Options, door: Door) -> String {
    host.order(Order::Host { table_name: "Inn".to_owned(), options, door });
    until(host, "an open table", |snapshot| names(snapshot).len() == 1).await;
    until(host, "an address", |snapshot| !snapshot.addresses.is_empty()).await.addresses[0].clone()
}

/// Three seats of which the last one has a folder that outlives it, at a game that has been dealt.
async fn dealt(third: Profile) -> [SeatHandle; 3] {
    dealt_by(guest("Anna"), third).await
}

async fn dealt_by(first: SeatHandle, third: Profile) -> [SeatHandle; 3] {
    let seats = [first, guest("Bert"), seat("Cleo", third)];
    let address = open(&seats[0], options(3, 3), Door::Open).await;
    for seat in &seats[1..] {
        seat.order(Order::JoinAddress(address.clone()));
        until(seat, "a seat", |snapshot| !names(snapshot).is_empty()).await;
        seat.order(Order::Ready(true));
    }
    until(&seats[0], "everybody ready", |snapshot| gathering(snapshot).is_some_and(|table| table.can_begin)).await;
    seats[0].order(Order::Begin);
    for seat in &seats {
        until(seat, "the deal", |snapshot| playing(snapshot).is_some_and(|playing| playing.view.is_some())).await;
    }
    seats
}

fn lines(snapshot: &Snapshot) -> Vec<(&str, &str, bool)> {
    let lines = snapshot.chat.iter().flat_map(|lines| lines.iter());
    lines.map(|line| (line.name.as_str(), line.text.as_str(), line.own)).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_said_at_a_table_is_read_by_all_of_it_before_and_in_the_game() {
    let folder = Folder::new("said");
    let (host, guest) = (guest("Anna"), seat("Bert", folder.profile().await));
    let address = open(&host, options(3, 1), Door::Open).await;
    host.order(Order::Say("anybody there?".to_owned()));
    guest.order(Order::JoinAddress(address));
    until(&guest, "what was said before", |s| lines(s) == [("Anna", "anybody there?", false)]).await;
    guest.order(Order::Say("  me\n".to_owned()));
    until(&host, "an answer", |s| lines(s).last() == Some(&("Bert", "me", false))).await;
    let seen = until(&guest, "the own line", |s| lines(s).len() == 2).await;
    assert_eq!(lines(&seen).last(), Some(&("Bert", "me", true)));
    guest.order(Order::Say(" ".to_owned()));
    guest.order(Order::LeaveTable);
    until(&guest, "the lobby", |snapshot| matches!(snapshot.stage, Stage::Lobby) && snapshot.chat.is_none()).await;
    guest.order(Order::Say("hello?".to_owned()));
    until(&guest, "a word", |snapshot| snapshot.notices.contains(&Notice::NoChat)).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_comes_back_in_the_middle_is_told_what_was_said_meanwhile() {
    let folder = Folder::new("later");
    let [anna, bert, cleo] = dealt(folder.profile().await).await;
    cleo.order(Order::Say("back in a minute".to_owned()));
    until(&anna, "the line", |s| lines(s).last() == Some(&("Cleo", "back in a minute", false))).await;
    drop(cleo);
    until(&bert, "one away", |s| s.peers.iter().any(|peer| peer.name == "Cleo" && !peer.linked)).await;
    anna.order(Order::Say("no hurry".to_owned()));
    until(&bert, "the line", |s| lines(s).last() == Some(&("Anna", "no hurry", false))).await;
    let back = seat("Cleo", folder.profile().await);
    let all = until(&back, "both lines", |snapshot| lines(snapshot).len() == 2).await;
    assert!(
        lines(&all).contains(&("Cleo", "back in a minute", true)) && lines(&all).contains(&("Anna", "no hurry", false))
    );
    back.order(Order::Say("here again".to_owned()));
    until(&bert, "the line", |s| lines(s).last() == Some(&("Cleo", "here again", false))).await;
    let transcript = std::fs::read_dir(folder.0.join("tables")).unwrap().filter_map(Result::ok);
    let said = b"no hurry".as_slice();
    for file in transcript {
        let bytes = std::fs::read(file.path()).unwrap();
        assert!(!bytes.windows(said.len()).any(|window| window == said), "chat stays out of every file");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_without_a_chat_says_so() {
    let host = guest("Anna");
    open(&host, Options { chat: false, ..options(3, 1) }, Door::Open).await;
    assert!(host.snapshots().borrow().chat.is_none());
    host.order(Order::Say("hello".to_owned()));
    until(&host, "a word", |snapshot| snapshot.notices.contains(&Notice::NoChat)).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_guest_sits_down_with_the_passphrase_and_is_told_when_it_is_wrong() {
    let (host, guest) = (guest("Anna"), guest("Bert"));
    let address = open(&host, options(3, 1), Door::Passphrase(Passphrase::new("owl").unwrap())).await;
    guest.order(Order::JoinAddress(address));
    let asks = |snapshot: &Snapshot| snapshot.wanted == Some(Wanted::Passphrase("Anna".to_owned()));
    let asked = until(&guest, "the question", asks).await;
    assert_eq!(asked.tables[0].admission, Admission::Passphrase);
    guest.order(Order::Prove(Passphrase::new("bat").unwrap()));
    until(&guest, "a word", |snapshot| snapshot.notices.contains(&Notice::Refused(Refusal::Passphrase))).await;
    let refused = Notice::GuestRefused { name: "Bert".to_owned(), refusal: Refusal::Passphrase };
    until(&host, "a word to the host", |snapshot| snapshot.notices.contains(&refused)).await;
    until(&guest, "the question again", asks).await;
    guest.order(Order::Prove(Passphrase::new(" owl ").unwrap()));
    let seated = until(&guest, "a seat", |snapshot| names(snapshot) == ["Anna", "Bert"]).await;
    assert_eq!(seated.wanted, None);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_host_lets_in_orders_the_seats_and_sends_away() {
    let (host, bert, cleo, dora) = (guest("Anna"), guest("Bert"), guest("Cleo"), guest("Dora"));
    let address = open(&host, options(3, 1), Door::Approval).await;
    for seat in [&bert, &cleo, &dora] {
        seat.order(Order::JoinAddress(address.clone()));
        until(seat, "waiting", |s| s.wanted == Some(Wanted::Approval("Anna".to_owned()))).await;
    }
    let asked = until(&host, "three asking", |s| gathering(s).is_some_and(|table| table.asking.len() == 3)).await;
    assert!(gathering(&asked).unwrap().asking.iter().all(|chair| chair.met.is_none()), "nobody was met before");
    host.order(Order::SendAway(key_of(&asked, "Dora")));
    until(&dora, "a no", |s| s.notices.contains(&Notice::Refused(Refusal::TurnedDown))).await;
    host.order(Order::LetIn(key_of(&asked, "Bert")));
    until(&bert, "a seat", |s| names(s) == ["Anna", "Bert"]).await;
    host.order(Order::LetIn(key_of(&asked, "Cleo")));
    until(&cleo, "a seat", |s| names(s) == ["Anna", "Bert", "Cleo"]).await;
    host.order(Order::Move { guest: key_of(&asked, "Cleo"), up: true });
    until(&bert, "another order", |s| names(s) == ["Anna", "Cleo", "Bert"]).await;
    host.order(Order::Begin);
    until(&host, "a word", |s| s.notices.contains(&Notice::CannotBegin(Refusal::NotReady))).await;
    cleo.order(Order::Ready(true));
    let ready =
        |s: &Snapshot| gathering(s).is_some_and(|table| table.players.iter().any(|c| c.name == "Cleo" && c.ready));
    until(&bert, "a ready mark", ready).await;
    host.order(Order::SendAway(key_of(&asked, "Bert")));
    until(&bert, "sent away", |s| s.notices.contains(&Notice::Refused(Refusal::SentAway))).await;
    until(&cleo, "one less", |s| names(s) == ["Anna", "Cleo"]).await;
    bert.order(Order::JoinAddress(address));
    until(&host, "no second try", |s| {
        s.notices.contains(&Notice::GuestRefused { name: "Bert".to_owned(), refusal: Refusal::SentAway })
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_was_met_at_a_table_is_known_at_the_next_one() {
    let folder = Folder::new("known");
    let seats = dealt(folder.profile().await).await;
    let seen = until(&seats[2], "the others", |s| s.peers.iter().filter(|peer| peer.met.is_some()).count() == 2).await;
    let anna = seen.peers.iter().find(|peer| peer.name == "Anna").unwrap();
    assert_eq!(anna.met.as_ref().map(|met| (met.name.as_str(), met.first_days)), Some(("Anna", 0)));
}

#[tokio::test(flavor = "multi_thread")]
async fn who_is_waited_for_is_nudged_until_it_has_answered() {
    let folder = Folder::new("nudged");
    let seats = dealt(folder.profile().await).await;
    let first = until(&seats[0], "a turn", |s| playing(s).is_some_and(|p| p.waiting_for.len() == 1)).await;
    let awaited = playing(&first).unwrap().waiting_for.iter().next().unwrap();
    let (slow, other) = (&seats[awaited.index()], &seats[(awaited.index() + 1) % 3]);
    until(slow, "the question", |s| playing(s).is_some_and(|p| p.asked)).await;
    until(other, "the wait", |s| playing(s).is_some_and(|p| p.waiting_for == SeatSet::only(awaited))).await;
    other.order(Order::Nudge);
    let name = playing(&first).unwrap().names[(awaited.index() + 1) % 3].clone();
    let nudged = until(slow, "a nudge", |s| s.nudged_by.as_ref() == Some(&name)).await;
    other.order(Order::Nudge);
    until(other, "not so fast", |s| s.notices.contains(&Notice::TooMuchSaid)).await;
    let view = playing(&nudged).unwrap().view.clone().unwrap();
    slow.order(Order::Choose(passes(&view).unwrap()));
    until(slow, "no nudge any more", |s| s.nudged_by.is_none()).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_is_put_aside_listed_and_taken_up_again() {
    let folder = Folder::new("aside");
    let [anna, bert, cleo] = dealt(folder.profile().await).await;
    cleo.order(Order::LeaveTable);
    let lobby = until(&cleo, "the list", |s| matches!(s.stage, Stage::Lobby) && s.unfinished.len() == 1).await;
    let table = &lobby.unfinished[0];
    assert_eq!((table.table_name.as_str(), table.seat, table.minutes_ago), ("Inn", Seat(2), 0));
    assert!(table.names == ["Anna", "Bert", "Cleo"] && table.round > 0);
    cleo.close().await;
    let again = seat("Cleo", folder.profile().await);
    let lobby = again.snapshots().borrow().clone();
    assert!(matches!(lobby.stage, Stage::Lobby), "what was put aside is not taken up by itself");
    again.order(Order::TakeUp(lobby.unfinished[0].id.clone()));
    until(&again, "the table", |s| playing(s).is_some_and(|p| p.view.is_some()) && s.unfinished.is_empty()).await;
    for seat in [&anna, &bert, &again] {
        let seat = seat.clone();
        tokio::spawn(async move { drive(&seat, passes).await });
    }
    until(&again, "the end", |s| playing(s).is_some_and(|p| p.closed_by.len() == 3)).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_leaves_for_good_is_named_to_all_and_never_comes_back() {
    let folder = Folder::new("gone");
    let [anna, bert, cleo] = dealt(folder.profile().await).await;
    cleo.order(Order::LeaveForGood(None));
    for seat in [&anna, &bert] {
        let told = until(seat, "the good-bye", |s| s.left == SeatSet::only(Seat(2))).await;
        assert!(told.notices.contains(&Notice::LeftForGood("Cleo".to_owned())));
    }
    let lobby = until(&cleo, "the lobby", |s| matches!(s.stage, Stage::Lobby)).await;
    assert!(lobby.unfinished.is_empty());
    cleo.close().await;
    let again = seat("Cleo", folder.profile().await);
    assert!(matches!(again.snapshots().borrow().stage, Stage::Lobby));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_left_from_the_list_is_told_to_those_who_come_back_later() {
    let folders = [Folder::new("waits"), Folder::new("gives-up")];
    let first = seat("Anna", folders[0].profile().await);
    let [anna, bert, cleo] = dealt_by(first, folders[1].profile().await).await;
    cleo.order(Order::LeaveTable);
    let lobby = until(&cleo, "the list", |s| s.unfinished.len() == 1).await;
    let id = lobby.unfinished[0].id.clone();
    anna.close().await;
    bert.close().await;
    until(&cleo, "nobody", |s| s.peers.iter().all(|peer| !peer.linked)).await;
    cleo.order(Order::LeaveForGood(Some("../identity".to_owned())));
    cleo.order(Order::LeaveForGood(Some(id)));
    until(&cleo, "nothing left", |s| s.unfinished.is_empty()).await;
    let closed = std::fs::read_dir(folders[1].0.join("tables")).unwrap().filter_map(Result::ok);
    let closed: Vec<_> = closed.map(|file| std::fs::metadata(file.path()).unwrap().len()).collect();
    assert!(closed.len() == 1 && closed[0] > 0, "the good-bye is kept for those who come back");
    let back = seat("Anna", folders[0].profile().await);
    back.order(Order::JoinAddress(cleo.snapshots().borrow().addresses[0].clone()));
    until(&back, "the good-bye", |s| s.left == SeatSet::only(Seat(2))).await;
    back.close().await;
    let again = seat("Anna", folders[0].profile().await);
    until(&again, "known without anybody else", |s| s.left == SeatSet::only(Seat(2))).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_preset_passes_windows_for_the_person_and_ends_at_the_own_turn() {
    let names = ["Anna", "Bert", "Cleo"].map(str::to_owned).to_vec();
    let seats = loopback_table(names, options(3, 3), None, 0, None).await.unwrap();
    // The first one who can attacks; everybody else has given the answers in advance.
    let attacks = |view: &View| {
        let all = choices(view).all();
        all.iter().find(|choice| matches!(choice.action, Action::Attack { .. })).or_else(|| all.first()).cloned()
    };
    for seat in &seats {
        until(seat, "the deal", |s| playing(s).is_some_and(|p| p.view.is_some())).await;
        seat.order(Order::Preset(Some(Preset::UntilTurn)));
    }
    let first = until(&seats[0], "a turn", |s| playing(s).is_some_and(|p| p.waiting_for.len() == 1)).await;
    let turn = playing(&first).unwrap().waiting_for.iter().next().unwrap().index();
    let asked =
        until(&seats[turn], "the own turn", |s| s.preset.is_none() && playing(s).is_some_and(|p| p.asked)).await;
    let attack = attacks(playing(&asked).unwrap().view.as_ref().unwrap()).unwrap();
    seats[turn].order(Order::Choose(attack));
    let driver = seats[turn].clone();
    tokio::spawn(async move { drive(&driver, |view| choices(view).all().into_iter().next()).await });
    let other = &seats[(turn + 1) % 3];
    let fought = |playing: &Arc<Playing>| {
        playing.log.iter().any(|(_, event)| {
            matches!(event, nightcoach_rules::Event::FightEnded { .. } | nightcoach_rules::Event::Stopped { .. })
        })
    };
    until(other, "a fight without a person", |s| playing(s).is_some_and(fought)).await;
}
