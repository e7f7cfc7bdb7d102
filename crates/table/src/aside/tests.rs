use alloc::string::ToString as _;

use super::*;

const PLACE: [u8; 32] = [9; 32];

fn secret(n: u8) -> IdentitySecret {
    IdentitySecret::from_seed([n; 32])
}

fn key(n: u8) -> [u8; 32] {
    secret(n).public().0
}

fn room(chat: bool) -> Room {
    Room::new(PLACE, [1, 2, 3].map(key).to_vec(), chat)
}

fn text(line: &str) -> Said {
    Said::Text(line.to_string())
}

/// What the person with this key says in a room of their own.
fn said(by: u8, number: u64, said: Said) -> Vec<u8> {
    let content = Content { place: PLACE, author: key(by), number, said };
    Aside::sign(content, &secret(by)).unwrap().record
}

#[test]
fn a_line_is_heard_once_by_whichever_way_it_comes() {
    let (mut anna, mut bert) = (room(true), room(true));
    let record = anna.say(&secret(1), text("hello"), 0, 100).unwrap();
    assert_eq!(bert.hear(&record, 0), Ok(Heard::Text(key(1), "hello".to_string())));
    assert_eq!(bert.hear(&record, 0), Err(Unheard::Known));
    assert_eq!(anna.hear(&record, 0), Err(Unheard::Known), "the own line comes back");
    assert_eq!(bert.records(), [record]);
}

#[test]
fn bytes_that_are_no_aside_are_not_heard() {
    let mut room = room(true);
    let mut tail = said(1, 1, text("a"));
    tail.push(0);
    assert_eq!(room.hear(&tail, 0), Err(Unheard::Check(Check::AsideDecodes)));
    assert_eq!(room.hear(&[7; 100], 0), Err(Unheard::Check(Check::AsideDecodes)));
    let long = said(1, 1, Said::Text("x".repeat(MAX_ASIDE)));
    assert_eq!(room.hear(&long, 0), Err(Unheard::Check(Check::AsideDecodes)));
}

#[test]
fn an_aside_that_its_author_has_not_signed_is_not_heard() {
    let mut room = room(true);
    let honest = said(1, 1, text("a"));
    for place in [honest.len() - 1, honest.len() - 64] {
        let mut forged = honest.clone();
        forged[place] ^= 1;
        assert_eq!(room.hear(&forged, 0), Err(Unheard::Check(Check::AsideSignature)));
    }
    let content = Content { place: PLACE, author: key(1), number: 1, said: text("a") };
    let by_another = Aside::sign(content, &secret(2)).unwrap().record;
    assert_eq!(room.hear(&by_another, 0), Err(Unheard::Check(Check::AsideSignature)));
    assert!(room.hear(&honest, 0).is_ok());
}

#[test]
fn only_who_has_a_seat_at_this_table_is_heard() {
    let mut here = room(true);
    assert_eq!(here.hear(&said(4, 1, text("a")), 0), Err(Unheard::Check(Check::AsideAuthor)));
    let mut elsewhere = Room::new([8; 32], [1, 2, 3].map(key).to_vec(), true);
    assert_eq!(elsewhere.hear(&said(1, 1, text("a")), 0), Err(Unheard::Check(Check::AsideAuthor)));
    assert_eq!(here.say(&secret(4), text("a"), 0, 0), Err(Unheard::Check(Check::AsideAuthor)));
}

#[test]
fn a_table_without_a_chat_hears_no_lines_but_nudges_and_good_byes() {
    let mut room = room(false);
    assert_eq!(room.hear(&said(1, 1, text("a")), 0), Err(Unheard::Check(Check::ChatIsOn)));
    assert_eq!(room.say(&secret(2), text("a"), 0, 0), Err(Unheard::Check(Check::ChatIsOn)));
    assert_eq!(room.hear(&said(1, 2, Said::Nudge(SeatSet(2))), 0), Ok(Heard::Nudge(key(1), SeatSet(2))));
    assert_eq!(room.hear(&said(1, 3, Said::Left), 0), Ok(Heard::Left(key(1))));
}

#[test]
fn lines_are_short_and_nobody_talks_without_end() {
    let mut room = room(true);
    for line in [" \u{202e} ".to_string(), "x".repeat(MAX_TEXT + 1)] {
        assert_eq!(room.hear(&said(1, 1, Said::Text(line)), 0), Err(Unheard::Check(Check::AsideBounds)));
    }
    for number in 0..85 {
        let heard = room.hear(&said(1, number, text("a")), 0);
        assert_eq!(heard.is_ok(), number < 80, "line {number}");
        assert_eq!(room.say(&secret(3), text("own"), 0, number).is_ok(), number < 40, "own line {number}");
    }
    assert!(room.hear(&said(2, 1, text("b")), 0).is_ok(), "others are heard");
    assert!(room.hear(&said(1, 90, Said::Left), 0).is_ok(), "a good-bye is heard always");
    for number in 100..140 {
        room.hear(&said(1, number, text("a")), 60_000).unwrap();
    }
    assert_eq!(room.records().len(), 40 + 40 + 1 + 1);
    assert_eq!(room.hear(&said(1, 3, text("a")), 120_000), Err(Unheard::Known), "an old line comes never again");
}

#[test]
fn a_line_that_comes_long_after_a_later_one_is_heard_as_well() {
    let mut room = room(true);
    room.hear(&said(1, 90_000_000, text("later")), 0).unwrap();
    assert!(room.hear(&said(1, 5, text("earlier, by a detour")), 0).is_ok());
}

#[test]
fn nudges_come_one_at_a_time_and_are_not_kept() {
    let mut room = room(true);
    assert!(room.hear(&said(1, 1, Said::Nudge(SeatSet(4))), 0).is_ok());
    let soon = room.hear(&said(1, 2, Said::Nudge(SeatSet(4))), 19_999);
    assert_eq!(soon, Err(Unheard::Check(Check::AsideBounds)));
    assert!(room.hear(&said(1, 3, Said::Nudge(SeatSet(4))), 20_000).is_ok());
    assert!(room.records().is_empty());
}

#[test]
fn who_comes_later_is_told_who_has_left_and_what_was_said() {
    let (mut first, mut later) = (room(true), room(true));
    first.hear(&said(1, 1, text("good night")), 0).unwrap();
    first.hear(&said(1, 2, Said::Left), 0).unwrap();
    assert_eq!(first.hear(&said(1, 3, Said::Left), 0), Err(Unheard::Known));
    for record in first.records() {
        later.hear(&record, 0).unwrap();
    }
    assert_eq!(later.left().collect::<Vec<_>>(), [&key(1)]);
    assert_eq!(later.farewell(&key(1)), first.farewell(&key(1)));
}

#[test]
fn a_clock_that_was_set_back_does_not_silence_anybody_who_was_told_of_the_own_lines() {
    let (mut others, mut own) = (room(true), room(true));
    others.hear(&said(1, 5_000, text("before")), 0).unwrap();
    others.records().iter().for_each(|record| drop(own.hear(record, 0)));
    let record = own.say(&secret(1), text("after"), 0, 1_000).unwrap();
    assert!(others.hear(&record, 0).is_ok());
}

#[test]
fn a_line_steers_no_text_around_it_and_keeps_the_joiners_of_its_script() {
    assert_eq!(tidy_text(" a\nb\u{202e}c\u{2066} "), "a bc");
    assert_eq!(tidy_text("می\u{200c}خواهم"), "می\u{200c}خواهم");
}
