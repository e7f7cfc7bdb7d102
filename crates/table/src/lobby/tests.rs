use alloc::string::ToString as _;
use alloc::vec::Vec;

use nightcoach_rules::Options;

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

fn names(table: &Gathering) -> Vec<&str> {
    table.players().iter().map(|p| p.name.as_str()).collect()
}

#[test]
fn a_table_begins_when_every_seat_is_taken() {
    let mut table = gathering();
    join(&mut table, "Bert", 2).unwrap();
    assert_eq!(table.begin(), Err(Refusal::NotFull));
    join(&mut table, "Cleo", 3).unwrap();
    let start = table.begin().unwrap();
    assert_eq!(start.seat_of([2; 32], [102; 32], None), Ok(1));
    assert_eq!(start.seat_of([9; 32], [109; 32], None), Err(Refusal::Roster));
}

#[test]
fn a_start_without_the_value_that_was_drawn_for_it_is_refused() {
    let mut table = gathering();
    join(&mut table, "Bert", 2).unwrap();
    join(&mut table, "Cleo", 3).unwrap();
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
