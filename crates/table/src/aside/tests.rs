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
    let content = [1, 2, 3].to_vec();
    let signature = secret(1).sign_aside(labels::ASIDE, &content);
    let signed = encode(&Signed { content, signature }).unwrap();
    assert_eq!(room.hear(&signed, 0), Err(Unheard::Check(Check::AsideDecodes)), "signed, and no aside");
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

fn watcher(n: u8) -> Watcher {
    Watcher { name: alloc::format!("Watcher {n}"), key: key(n) }
}

fn audience(watchers: &[u8]) -> Said {
    Said::Audience(watchers.iter().map(|n| watcher(*n)).collect())
}

#[test]
fn nobody_but_the_seats_is_given_records_until_the_host_says_so() {
    let (mut host, mut player) = (room(true), room(false));
    for n in 1..=3 {
        assert_eq!(player.may_follow(&key(n)), Ok(()), "a seat");
    }
    assert_eq!(player.may_follow(&key(8)), Err(Check::MayFollow));
    let record = host.say(&secret(1), audience(&[8]), 0, 100).unwrap();
    assert_eq!(player.hear(&record, 0), Ok(Heard::Audience));
    assert_eq!(player.may_follow(&key(8)), Ok(()));
    assert_eq!(player.may_follow(&key(9)), Err(Check::MayFollow), "that list is for others");
    assert_eq!(player.audience(), [watcher(8)]);
}

#[test]
fn only_the_host_says_who_watches() {
    let mut room = room(true);
    for by in [2, 3] {
        let forged = said(by, 7, audience(&[8]));
        assert_eq!(room.hear(&forged, 0), Err(Unheard::Check(Check::AudienceIsHosts)), "another seat");
        assert_eq!(room.say(&secret(by), audience(&[8]), 0, 9), Err(Unheard::Check(Check::AudienceIsHosts)));
    }
    assert_eq!(room.hear(&said(8, 7, audience(&[8])), 0), Err(Unheard::Check(Check::AsideAuthor)), "oneself");
    let content = Content { place: PLACE, author: key(1), number: 7, said: audience(&[8]) };
    let forged = Aside::sign(content, &secret(8)).unwrap().record;
    assert_eq!(room.hear(&forged, 0), Err(Unheard::Check(Check::AsideSignature)), "in the host's name");
    let mut elsewhere = Room::new([8; 32], [1, 2, 3].map(key).to_vec(), true);
    let permit = elsewhere.say(&secret(1), audience(&[8]), 0, 7).unwrap();
    assert_eq!(room.hear(&permit, 0), Err(Unheard::Check(Check::AsideAuthor)), "a list for another table");
    assert_eq!(room.may_follow(&key(8)), Err(Check::MayFollow));
}

#[test]
fn at_most_eight_watch_and_nobody_who_has_a_seat() {
    let mut room = room(true);
    let nine: Vec<u8> = (10..19).collect();
    let named = |name: &str| Said::Audience(Vec::from([Watcher { name: name.to_string(), key: key(8) }]));
    let bad = [audience(&nine), audience(&[8, 8]), audience(&[8, 2]), named("a\u{202e}b"), named(&"x".repeat(41))];
    for (number, list) in (1u64..).zip(bad) {
        assert_eq!(room.hear(&said(1, number, list), 0), Err(Unheard::Check(Check::AudienceBounds)), "list {number}");
    }
    assert_eq!(room.hear(&said(1, 10, audience(&nine[1..])), 0), Ok(Heard::Audience));
    assert_eq!(room.audience().len(), 8);
}

#[test]
fn the_longest_list_is_no_longer_than_an_aside_may_be() {
    let watcher = |n: u8| Watcher { name: "\u{1f989}".repeat(40), key: key(n) };
    let list = Said::Audience((10..18).map(watcher).collect());
    assert!(room(true).say(&secret(1), list, 0, 1).unwrap().len() <= MAX_ASIDE);
}

#[test]
fn a_list_that_the_host_has_taken_back_counts_no_more() {
    let mut host = room(true);
    let permit = host.say(&secret(1), audience(&[8, 9]), 0, 1).unwrap();
    let withdrawn = host.say(&secret(1), audience(&[9]), 0, 2).unwrap();
    for late in [false, true] {
        let mut player = room(true);
        let order = if late { [&withdrawn, &permit] } else { [&permit, &withdrawn] };
        for record in order {
            player.hear(record, 0).ok();
        }
        assert_eq!(player.may_follow(&key(8)), Err(Check::MayFollow));
        assert_eq!(player.may_follow(&key(9)), Ok(()));
        assert_eq!(player.hear(&permit, 90_000_000), Err(Unheard::Known), "and comes never again");
        // Who comes later is told the newest one only.
        let mut later = room(true);
        assert_eq!(player.public_records(), core::slice::from_ref(&withdrawn));
        player.records().iter().for_each(|record| drop(later.hear(record, 0)));
        assert_eq!(later.may_follow(&key(8)), Err(Check::MayFollow));
    }
}

#[test]
fn a_list_is_heard_however_much_the_host_has_said_since() {
    let mut room = room(true);
    for number in 100..180 {
        room.hear(&said(1, number, text("a")), 0).unwrap();
    }
    assert_eq!(room.hear(&said(1, 50, audience(&[8])), 60_000), Ok(Heard::Audience));
}

#[test]
fn who_watches_is_told_who_has_left_and_who_watches_and_no_line() {
    let mut room = room(true);
    room.hear(&said(2, 1, text("between us")), 0).unwrap();
    room.hear(&said(2, 2, Said::Left), 0).unwrap();
    room.hear(&said(1, 3, audience(&[8])), 0).unwrap();
    let mut watching = self::room(false);
    let heard: Vec<_> = room.public_records().iter().map(|record| watching.hear(record, 0)).collect();
    assert_eq!(heard, [Ok(Heard::Left(key(2))), Ok(Heard::Audience)]);
    assert_eq!(room.records().len(), 3);
}
