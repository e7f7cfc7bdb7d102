mod audience;

use alloc::string::ToString as _;
use alloc::vec::Vec;
use core::net::IpAddr;

use nightcoach_rules::{Options, Seat};

use super::*;

const TABLE: GatheringId = [7; 16];

fn options(seats: u8) -> Options {
    Options::new(seats)
}

fn player(name: &str, key: u8) -> Player {
    Player { name: name.to_string(), key: [key; 32], fresh: [key + 100; 32] }
}

fn gathering() -> Gathering {
    Gathering::open(TABLE, "Inn", options(3), &player("Anna", 1)).unwrap()
}

fn join(table: &mut Gathering, name: &str, key: u8) -> Result<(), Refusal> {
    table.join(TABLE, &player(name, key), TABLE_VERSION)
}

fn all_ready(table: &mut Gathering) {
    for player in table.players().to_vec() {
        table.set_ready(player.key, true);
    }
}

fn knock(table: &mut Gathering, key: u8, now: u64) -> Result<Knock, Refusal> {
    knock_as(table, key, from(key), now)
}

fn knock_as(table: &mut Gathering, key: u8, caller: Caller, now: u64) -> Result<Knock, Refusal> {
    table.knock(TABLE, &player("Guest", key), TABLE_VERSION, caller, (now, [key + 50; 32]))
}

/// A stranger of that address.
fn from(host: u8) -> Caller {
    Caller { known: false, address: Some(IpAddr::from([192, 0, 2, host])) }
}

fn friend(host: u8) -> Caller {
    Caller { known: true, ..from(host) }
}

/// Answers the question for the passphrase; a new one would be about this.
const NEWS: [u8; 32] = [99; 32];

fn prove(table: &mut Gathering, key: u8, proof: &[u8; 32], now: u64) -> Result<Proved, Refusal> {
    table.prove([key; 32], proof, from(key), (now, NEWS))
}

fn asking(table: &Gathering) -> Vec<u8> {
    table.asking().iter().map(|player| player.key[0]).collect()
}

fn guarded(words: &str) -> (Gathering, Passphrase) {
    let mut table = gathering();
    let passphrase = Passphrase::new(words).unwrap();
    table.set_door(Door::Passphrase(passphrase.clone()));
    (table, passphrase)
}

fn names(table: &Gathering) -> Vec<&str> {
    table.players().iter().map(|p| p.name.as_str()).collect()
}

#[test]
fn a_table_begins_when_every_seat_is_taken() {
    let mut table = gathering();
    join(&mut table, "Bert", 2).unwrap();
    assert_eq!(table.begin(), Err(Refusal::NotFull));
    join(&mut table, "Cleo", 3).unwrap();
    assert_eq!(table.begin(), Err(Refusal::NotReady));
    all_ready(&mut table);
    let start = table.begin().unwrap();
    assert_eq!(start.seat_of([2; 32], [102; 32], None), Ok(1));
    assert_eq!(start.seat_of([9; 32], [109; 32], None), Err(Refusal::Roster));
}

#[test]
fn a_start_without_the_value_that_was_drawn_for_it_is_refused() {
    let mut table = gathering();
    join(&mut table, "Bert", 2).unwrap();
    join(&mut table, "Cleo", 3).unwrap();
    all_ready(&mut table);
    let earlier = table.begin().unwrap();
    assert_eq!(earlier.previous, [0; 32]);
    table.join(TABLE, &Player { fresh: [7; 32], ..player("Bert", 2) }, TABLE_VERSION).unwrap();
    assert_eq!(table.begin().unwrap().seat_of([2; 32], [7; 32], None), Ok(1));
    assert_eq!(earlier.seat_of([2; 32], [7; 32], None), Err(Refusal::Roster));
}

#[test]
fn a_name_steers_no_text_around_it() {
    assert_eq!(tidy_name("An\u{202e}na\u{2066}"), "Anna");
    assert_eq!(tidy_name("\u{feff}B\u{200b}e\u{200f}rt"), "Bert");
    assert_eq!(tidy_name("Cleo\nVALID\u{2028}x"), "Cleo VALID x");
    assert_eq!(tidy_name("\u{2069}"), "Player");
}

#[test]
fn a_taken_name_gets_a_number_and_a_second_request_keeps_the_seat() {
    let mut table = gathering();
    join(&mut table, " Anna\n", 2).unwrap();
    join(&mut table, "Anna", 3).unwrap();
    join(&mut table, "Anna", 2).unwrap();
    assert_eq!(names(&table), ["Anna", "Anna 2", "Anna 3"]);
}

#[test]
fn a_numbered_name_stays_within_the_limit() {
    let long: String = "x".repeat(90);
    let first = tidy_name(&long);
    let second = unique_name(&long, &[&first]);
    assert_ne!(first, second);
    assert!(second.chars().count() <= MAX_NAME);
}

#[test]
fn an_empty_name_becomes_a_word() {
    assert_eq!(tidy_name(" \u{7}\t"), "Player");
}

#[test]
fn a_full_table_another_version_and_another_table_are_refused() {
    let mut table = gathering();
    join(&mut table, "Bert", 2).unwrap();
    join(&mut table, "Cleo", 3).unwrap();
    assert_eq!(join(&mut table, "Dora", 4), Err(Refusal::Full));
    let other = TABLE_VERSION + 1;
    assert_eq!(
        table.join(TABLE, &player("Dora", 4), other),
        Err(Refusal::Version { host: TABLE_VERSION, guest: other })
    );
    assert_eq!(table.join([0; 16], &player("Dora", 4), TABLE_VERSION), Err(Refusal::UnknownTable));
}

#[test]
fn a_guest_may_leave_and_the_host_stays() {
    let mut table = gathering();
    join(&mut table, "Bert", 2).unwrap();
    assert!(table.leave([2; 32]));
    assert!(!table.leave([1; 32]));
    assert_eq!(names(&table), ["Anna"]);
}

#[test]
fn tables_outside_three_to_ten_seats_do_not_open() {
    for seats in [0, 2, 11] {
        assert_eq!(Gathering::open(TABLE, "Inn", options(seats), &player("Anna", 1)), Err(Refusal::Options));
    }
}

#[test]
fn a_start_with_a_doubled_key_or_name_or_a_missing_seat_is_refused() {
    let mut table = gathering();
    join(&mut table, "Bert", 2).unwrap();
    join(&mut table, "Cleo", 3).unwrap();
    all_ready(&mut table);
    let good = table.begin().unwrap();
    let spoilers: [fn(&mut Start); 7] = [
        |s| s.players[2].key = s.players[1].key,
        |s| s.players[2].name = s.players[1].name.clone(),
        |s| s.players[1].name = "a\nb".to_string(),
        |s| s.players.truncate(2),
        |s| s.options.seats = 2,
        |s| s.previous = [1; 32],
        |s| s.table_name = "a\u{202e}b".to_string(),
    ];
    for spoil in spoilers {
        let mut start = good.clone();
        spoil(&mut start);
        assert!(start.seat_of([1; 32], [101; 32], None).is_err(), "{start:?}");
    }
}

#[test]
fn a_start_of_another_version_or_with_options_of_no_table_is_refused() {
    let mut table = gathering();
    join(&mut table, "Bert", 2).unwrap();
    join(&mut table, "Cleo", 3).unwrap();
    all_ready(&mut table);
    let good = table.begin().unwrap();
    assert_eq!(good.is_sound(), Ok(()));
    let newer = Start { version: TABLE_VERSION + 1, ..good.clone() };
    assert_eq!(newer.is_sound().map_err(Refusal::check), Err(Check::SameVersion));
    let odd = Start { options: Options { losses: u8::MAX, ..good.options.clone() }, ..good };
    assert_eq!(odd.is_sound().map_err(Refusal::check), Err(Check::OptionsAllowed));
}

#[test]
fn overlong_lists_are_seen_before_they_are_stored() {
    let mut table = gathering();
    join(&mut table, "Bert", 2).unwrap();
    assert!(table.gathered().is_bounded());
    let players = (0..11).map(|key| player("A", key)).collect();
    let crowded = LobbyMessage::Gathered {
        table: TABLE,
        table_name: "Inn".to_string(),
        options: options(3),
        players,
        previous: [0; 32],
        ready: SeatSet::EMPTY,
    };
    assert!(!crowded.is_bounded());
}

fn finished(scores: &[u16]) -> Finished {
    Finished { head: [5; 32], keys: Vec::from([[1; 32], [2; 32], [3; 32]]), scores: scores.to_vec() }
}

fn scoring() -> Options {
    Options { scoring: true, ..options(3) }
}

#[test]
fn a_rematch_has_the_same_people_on_the_same_seats_and_carries_the_score_sheet() {
    let last = finished(&[3, 0, 2]);
    let mut table = Gathering::rematch(TABLE, "Inn", scoring(), &player("Anna", 1), last.clone()).unwrap();
    assert_eq!(table.options().scores, [3, 0, 2]);
    assert_eq!(join(&mut table, "Dora", 4), Err(Refusal::NotInvited));
    join(&mut table, "Carl", 3).unwrap();
    join(&mut table, "Bert", 2).unwrap();
    all_ready(&mut table);
    let start = table.begin().unwrap();
    assert_eq!(start.players.iter().map(|player| player.key[0]).collect::<Vec<_>>(), [1, 2, 3]);
    assert_eq!(start.seat_of([3; 32], [103; 32], Some(&last)), Ok(2));
}

#[test]
fn a_rematch_of_another_game_or_with_another_score_sheet_is_refused() {
    let last = finished(&[3, 0, 2]);
    let mut table = Gathering::rematch(TABLE, "Inn", scoring(), &player("Anna", 1), last.clone()).unwrap();
    join(&mut table, "Bert", 2).unwrap();
    join(&mut table, "Carl", 3).unwrap();
    all_ready(&mut table);
    let start = table.begin().unwrap();
    let refused = |start: &Start, last: Option<&Finished>| start.seat_of([3; 32], [103; 32], last).unwrap_err();
    assert_eq!(refused(&start, None), Refusal::Rematch);
    assert_eq!(refused(&start, Some(&Finished { head: [6; 32], ..last.clone() })), Refusal::Rematch);
    assert_eq!(refused(&start, Some(&finished(&[3, 0, 3]))), Refusal::Scores);
    let mut swapped = start.clone();
    swapped.players.swap(0, 1);
    assert_eq!(refused(&swapped, Some(&last)), Refusal::Rematch);
    let fresh = Start { previous: [0; 32], ..start };
    assert_eq!(refused(&fresh, Some(&last)), Refusal::Scores, "points out of nothing");
}

#[test]
fn only_the_host_of_a_game_opens_its_rematch_and_with_as_many_seats() {
    let open = |options, key| Gathering::rematch(TABLE, "Inn", options, &player("Anna", key), finished(&[]));
    assert_eq!(open(scoring(), 2).unwrap_err(), Refusal::NotInvited);
    assert_eq!(open(options(4), 1).unwrap_err(), Refusal::Options);
    assert!(open(options(3), 1).unwrap().options().scores.is_empty());
}

#[test]
fn who_knows_the_passphrase_sits_down_and_it_never_travels() {
    let (mut table, passphrase) = guarded(" owl ");
    assert_eq!(table.listing().admission, Admission::Passphrase);
    assert_eq!(knock(&mut table, 2, 0), Ok(Knock::Prove([52; 32])));
    assert_eq!(names(&table), ["Anna"]);
    let proof = passphrase.proof(&TABLE, &[52; 32], &[1; 32], &[2; 32]);
    assert_eq!(prove(&mut table, 2, &proof, 0), Ok(Proved::Seated));
    assert_eq!(names(&table), ["Anna", "Guest"]);
    table.leave([2; 32]);
    assert_eq!(knock(&mut table, 2, 0), Ok(Knock::Enter), "it has shown that it knows it");
    assert_eq!(alloc::format!("{passphrase:?}"), "Passphrase(..)");
    assert_eq!(Passphrase::new("  "), None);
}

#[test]
fn a_wrong_passphrase_or_an_answer_that_was_made_for_another_is_refused() {
    let (mut table, passphrase) = guarded("owl");
    let other = Passphrase::new("Owl").unwrap();
    let answers = [
        other.proof(&TABLE, &[52; 32], &[1; 32], &[2; 32]),
        passphrase.proof(&[0; 16], &[52; 32], &[1; 32], &[2; 32]),
        passphrase.proof(&TABLE, &[53; 32], &[1; 32], &[2; 32]),
        passphrase.proof(&TABLE, &[52; 32], &[3; 32], &[2; 32]),
        passphrase.proof(&TABLE, &[52; 32], &[1; 32], &[3; 32]),
    ];
    for (minute, proof) in (0..).zip(answers) {
        let now = minute * 60_000;
        knock(&mut table, 2, now).unwrap();
        let refused = prove(&mut table, 2, &proof, now).unwrap_err();
        assert_eq!((refused, refused.check()), (Refusal::Passphrase, Check::KnowsPassphrase));
        assert_eq!(prove(&mut table, 2, &proof, now), Ok(Proved::Again(NEWS)), "one value is good for one guess");
    }
    assert_eq!(names(&table), ["Anna"]);
}

#[test]
fn who_was_sent_away_comes_back_with_no_passphrase() {
    let (mut table, passphrase) = guarded("owl");
    knock(&mut table, 2, 0).unwrap();
    let proof = passphrase.proof(&TABLE, &[52; 32], &[1; 32], &[2; 32]);
    assert_eq!(prove(&mut table, 2, &proof, 0), Ok(Proved::Seated));
    assert_eq!(table.send_away([2; 32]), Some(Refusal::SentAway));
    let refused = prove(&mut table, 2, &proof, 0).unwrap_err();
    assert_eq!((refused, refused.check()), (Refusal::SentAway, Check::IsLetIn));
}

#[test]
fn guesses_are_counted_for_each_guest_and_for_all_together() {
    let (mut table, _) = guarded("owl");
    for _guess in 0..5 {
        knock(&mut table, 2, 0).unwrap();
        assert_eq!(prove(&mut table, 2, &[0; 32], 0), Err(Refusal::Passphrase));
    }
    let refused = knock(&mut table, 2, 1).unwrap_err();
    assert_eq!((refused, refused.check()), (Refusal::TooManyGuesses, Check::KnowsPassphrase));
    for guest in 3..18 {
        knock(&mut table, guest, 2).unwrap();
        prove(&mut table, guest, &[0; 32], 2).unwrap_err();
    }
    assert_eq!(knock(&mut table, 30, 3), Err(Refusal::TooManyGuesses), "new keys are free");
    assert!(knock(&mut table, 2, 60_000).is_ok());
}

#[test]
fn the_host_lets_in_or_turns_down_and_may_take_a_seat_away() {
    let mut table = gathering();
    table.set_door(Door::Approval);
    assert_eq!(knock(&mut table, 2, 0), Ok(Knock::Wait));
    assert_eq!(knock(&mut table, 2, 0), Ok(Knock::Wait));
    assert_eq!(knock(&mut table, 3, 0), Ok(Knock::Wait));
    assert_eq!(table.asking().len(), 2);
    assert_eq!(table.let_in([2; 32]), Ok(()));
    assert_eq!(table.send_away([3; 32]), Some(Refusal::TurnedDown));
    assert_eq!((names(&table), table.asking().len()), (alloc::vec!["Anna", "Guest"], 0));
    assert_eq!(knock(&mut table, 3, 0).unwrap_err().check(), Check::IsLetIn);
    assert_eq!(table.send_away([2; 32]), Some(Refusal::SentAway));
    assert_eq!(knock(&mut table, 2, 0), Err(Refusal::SentAway));
    assert_eq!(table.send_away([1; 32]), None, "the host stays");
    assert_eq!(table.send_away([9; 32]), None);
    assert_eq!(table.let_in([9; 32]), Err(Refusal::UnknownTable));
}

#[test]
fn seats_are_ordered_by_the_host_whose_own_is_the_first() {
    let mut table = gathering();
    join(&mut table, "Bert", 2).unwrap();
    join(&mut table, "Cleo", 3).unwrap();
    assert!(!table.move_seat([2; 32], true) && !table.move_seat([1; 32], false) && !table.move_seat([3; 32], false));
    assert!(table.move_seat([3; 32], true));
    assert_eq!(names(&table), ["Anna", "Cleo", "Bert"]);
    assert!(table.set_ready([3; 32], true) && !table.set_ready([3; 32], true) && !table.set_ready([9; 32], true));
    assert_eq!(table.ready(), SeatSet::first(2));
    assert!(table.move_seat([3; 32], false));
    assert_eq!(table.ready(), SeatSet::first(3).without(Seat(1)), "the mark goes with its guest");
    table.leave([3; 32]);
    join(&mut table, "Cleo", 3).unwrap();
    assert_eq!(table.ready(), SeatSet::first(1));
}

#[test]
fn every_refusal_cites_its_check() {
    let version = Refusal::Version { host: 1, guest: 2 };
    let cited = [
        (Refusal::UnknownTable, Check::TableGathers),
        (Refusal::Begun, Check::TableGathers),
        (version, Check::SameVersion),
        (Refusal::Full, Check::SeatIsFree),
        (Refusal::NotInvited, Check::IsInvited),
        (Refusal::NotFull, Check::AllReady),
        (Refusal::NotReady, Check::AllReady),
        (Refusal::Options, Check::OptionsAllowed),
        (Refusal::Roster, Check::RosterShown),
        (Refusal::WeakKey, Check::RosterShown),
        (Refusal::Rematch, Check::RematchGoesOn),
        (Refusal::Scores, Check::RematchGoesOn),
        (Refusal::AudienceFull, Check::MayWatch),
        (Refusal::Seated, Check::MayWatch),
        (Refusal::MayNotWatch, Check::MayWatch),
    ];
    for (refusal, check) in cited {
        assert_eq!(refusal.check(), check);
    }
}

#[test]
fn at_the_door_the_one_that_was_asked_first_is_forgotten_first_whatever_its_key() {
    let (mut table, passphrase) = guarded("owl");
    let right = |key: u8| passphrase.proof(&TABLE, &[key + 50; 32], &[1; 32], &[key; 32]);
    // Keys above and below those of the two friends.
    for key in [100, 2, 101, 102, 103, 104, 105, 106, 107, 108, 109, 110, 111, 112, 113, 114, 115] {
        knock(&mut table, key, 0).unwrap();
    }
    assert_eq!(prove(&mut table, 100, &right(100), 0), Ok(Proved::Again(NEWS)), "it was asked first");
    assert_eq!(prove(&mut table, 3, &[0; 32], 0), Ok(Proved::Again(NEWS)), "no guess: it was never asked");
    let again = passphrase.proof(&TABLE, &NEWS, &[1; 32], &[100; 32]);
    assert_eq!(prove(&mut table, 100, &again, 0), Ok(Proved::LetIn), "and it need not type again");
    assert_eq!(knock(&mut table, 100, 0), Ok(Knock::Enter));
    table.leave([100; 32]);
    knock(&mut table, 2, 0).unwrap();
    assert_eq!(prove(&mut table, 2, &right(2), 0), Ok(Proved::Seated), "the lowest key is nothing special");
}

#[test]
fn strangers_of_one_address_push_out_only_each_other() {
    let (mut table, passphrase) = guarded("owl");
    let right = |key: u8| passphrase.proof(&TABLE, &[key + 50; 32], &[1; 32], &[key; 32]);
    knock(&mut table, 2, 0).unwrap();
    knock_as(&mut table, 3, friend(9), 0).unwrap();
    for key in 10..150 {
        knock_as(&mut table, key, from(9), 0).unwrap();
    }
    assert_eq!(prove(&mut table, 2, &right(2), 0), Ok(Proved::Seated));
    assert_eq!(prove(&mut table, 3, &right(3), 0), Ok(Proved::Seated), "known, though at the same address");
    let mut table = gathering();
    table.set_door(Door::Approval);
    let told: Vec<bool> = (10..20).map(|key| knock_as(&mut table, key, from(9), 0).is_ok()).collect();
    assert_eq!(told.iter().filter(|asks| **asks).count(), 4);
    assert_eq!((knock(&mut table, 2, 0), knock_as(&mut table, 3, friend(9), 0)), (Ok(Knock::Wait), Ok(Knock::Wait)));
    assert_eq!(asking(&table), [10, 11, 12, 13, 2, 3]);
    table.send_away([10; 32]);
    assert_eq!(knock_as(&mut table, 20, from(9), 0), Ok(Knock::Wait), "a place is free again");
}

#[test]
fn a_network_of_the_sixth_version_counts_as_one_address_and_the_own_machine_as_none() {
    let mut table = gathering();
    table.set_door(Door::Approval);
    let six = |key: u8| IpAddr::from([0xfd00, 0, 0, 1, 0, 0, 0, u16::from(key)]);
    let asks = |key: u8, address: IpAddr, table: &mut Gathering| {
        knock_as(table, key, Caller { known: false, address: Some(address) }, 0).is_ok()
    };
    assert_eq!((10..20).filter(|key| asks(*key, six(*key), &mut table)).count(), 4);
    assert_eq!((20..28).filter(|key| asks(*key, IpAddr::from([127, 0, 0, 1]), &mut table)).count(), 8);
}

#[test]
fn people_whom_the_host_knows_come_before_strangers() {
    let mut table = gathering();
    table.set_door(Door::Approval);
    for key in 10..26 {
        knock(&mut table, key, 0).unwrap();
    }
    assert_eq!(knock(&mut table, 26, 0), Err(Refusal::Full));
    assert_eq!(knock_as(&mut table, 2, friend(2), 0), Ok(Knock::Wait));
    let gone: Vec<u8> = table.turned_out().iter().map(|player| player.key[0]).collect();
    assert_eq!((gone, table.turned_out().len()), (Vec::from([25]), 0), "the stranger that came last, once");
    assert!(asking(&table).contains(&2) && asking(&table).len() == 16);
    for key in 30..45 {
        knock_as(&mut table, key, friend(key), 0).unwrap();
    }
    assert_eq!(knock_as(&mut table, 45, friend(45), 0), Err(Refusal::Full), "all of them are known");
    let (mut table, passphrase) = guarded("owl");
    knock_as(&mut table, 2, friend(2), 0).unwrap();
    for key in 10..80 {
        knock(&mut table, key, 0).unwrap();
    }
    let proof = passphrase.proof(&TABLE, &[52; 32], &[1; 32], &[2; 32]);
    assert_eq!(prove(&mut table, 2, &proof, 0), Ok(Proved::Seated), "strangers push out strangers");
}
