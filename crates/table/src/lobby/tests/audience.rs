use alloc::string::ToString as _;
use alloc::vec::Vec;

use super::super::*;
use super::TABLE;

fn watcher(n: u8) -> Watcher {
    Watcher { name: alloc::format!("Watcher {n}"), key: [n; 32] }
}

fn caller(host: u8) -> Caller {
    Caller { known: false, address: Some(core::net::IpAddr::from([192, 0, 2, host])) }
}

fn knock(audience: &mut Audience, n: u8) -> Result<Knock, Refusal> {
    audience.knock(&watcher(n), TABLE_VERSION, &[[200; 32], [201; 32]], caller(n), (0, [n; 32]))
}

#[test]
fn the_host_decides_who_watches_also_where_everybody_may_sit_down() {
    for door in [Door::Open, Door::Approval] {
        let mut audience = Audience::new(TABLE, door);
        assert_eq!(knock(&mut audience, 1), Ok(Knock::Wait));
        assert_eq!(knock(&mut audience, 2), Ok(Knock::Wait));
        assert!(audience.watchers().is_empty());
        assert_eq!(audience.asking(), [watcher(1), watcher(2)]);
        assert_eq!(audience.let_in([1; 32]), Ok(()));
        assert_eq!(audience.send_away([2; 32]), Some(Refusal::MayNotWatch));
        assert_eq!((audience.watchers(), audience.asking()), ([watcher(1)].as_slice(), Vec::new()));
        assert_eq!(knock(&mut audience, 2), Err(Refusal::MayNotWatch));
        assert_eq!(audience.let_in([3; 32]), Err(Refusal::UnknownTable), "nobody of this key asks");
    }
}

#[test]
fn who_goes_may_come_back_and_who_is_sent_away_may_not() {
    let mut audience = Audience::new(TABLE, Door::Open);
    audience.allow(true);
    assert_eq!(knock(&mut audience, 1), Ok(Knock::Enter));
    audience.allow(false);
    assert!(audience.leave([1; 32]) && audience.watchers().is_empty());
    assert_eq!(knock(&mut audience, 1), Ok(Knock::Wait), "nobody has let it in by name");
    audience.let_in([1; 32]).unwrap();
    audience.leave([1; 32]);
    assert_eq!(knock(&mut audience, 1), Ok(Knock::Enter));
    assert_eq!(audience.send_away([1; 32]), Some(Refusal::MayNotWatch));
    assert_eq!(knock(&mut audience, 1), Err(Refusal::MayNotWatch));
    audience.allow(true);
    assert_eq!(knock(&mut audience, 1), Err(Refusal::MayNotWatch), "nor where everybody may");
    audience.adopt(&[watcher(1), watcher(2)]);
    assert_eq!(audience.watchers(), [watcher(2)]);
    assert_eq!(audience.send_away([9; 32]), None);
}

#[test]
fn the_passphrase_of_the_table_opens_it_to_who_watches() {
    let words = Passphrase::new("the owl").unwrap();
    let mut audience = Audience::new(TABLE, Door::Passphrase(words.clone()));
    assert_eq!(knock(&mut audience, 1), Ok(Knock::Prove([1; 32])));
    let proof = |words: &Passphrase| words.proof(&TABLE, &[1; 32], &[200; 32], &[1; 32]);
    let wrong = proof(&Passphrase::new("the cat").unwrap());
    assert_eq!(audience.prove([1; 32], &[200; 32], &wrong, 0), Err(Refusal::Passphrase));
    assert_eq!(audience.prove([1; 32], &[200; 32], &proof(&words), 0), Err(Refusal::Passphrase), "one guess a value");
    knock(&mut audience, 1).unwrap();
    assert_eq!(audience.prove([1; 32], &[200; 32], &proof(&words), 0), Ok(()));
    assert_eq!(audience.watchers(), [watcher(1)]);
}

#[test]
fn no_more_than_eight_watch_and_nobody_who_has_a_seat() {
    let mut audience = Audience::new(TABLE, Door::Open);
    knock(&mut audience, 99).unwrap();
    audience.allow(true);
    assert_eq!(audience.watchers(), [watcher(99)], "who had waited is let in");
    for n in 1..8 {
        assert_eq!(knock(&mut audience, n), Ok(Knock::Enter));
    }
    let full = knock(&mut audience, 8).unwrap_err();
    assert_eq!((full, full.check()), (Refusal::AudienceFull, Check::MayWatch));
    assert_eq!(knock(&mut audience, 7), Ok(Knock::Enter), "who watches may ask again");
    assert_eq!(audience.watchers().len(), MAX_WATCHERS);
    let seated = knock(&mut audience, 200).unwrap_err();
    assert_eq!((seated, seated.check()), (Refusal::Seated, Check::MayWatch));
    let version = audience.knock(&watcher(8), TABLE_VERSION + 1, &[], caller(8), (0, [0; 32])).unwrap_err();
    assert_eq!(version.check(), Check::SameVersion);
    audience.leave([1; 32]);
    assert_eq!(knock(&mut audience, 8), Ok(Knock::Enter), "there is room again");
    audience.adopt(&[watcher(1)]);
    assert_eq!(audience.watchers().len(), MAX_WATCHERS);
}

#[test]
fn those_who_wait_for_the_host_are_bounded() {
    let mut audience = Audience::new(TABLE, Door::Open);
    for n in 1..=16 {
        assert_eq!(knock(&mut audience, n), Ok(Knock::Wait));
    }
    assert_eq!(knock(&mut audience, 17), Err(Refusal::Full));
    let odd = Watcher { name: "\u{202e}evil\n".to_string(), key: [1; 32] };
    audience.knock(&odd, TABLE_VERSION, &[], caller(9), (0, [0; 32])).unwrap();
    assert_eq!(audience.asking()[0].name, "evil");
}

#[test]
fn a_host_that_starts_anew_takes_the_latest_of_its_lists() {
    let mut audience = Audience::new(TABLE, Door::Open);
    knock(&mut audience, 5).unwrap();
    audience.let_in([5; 32]).unwrap();
    audience.adopt(&[watcher(1), watcher(2)]);
    assert_eq!(audience.watchers(), [watcher(5), watcher(1), watcher(2)]);
    audience.adopt(&[watcher(2), watcher(3)]);
    assert_eq!(audience.watchers(), [watcher(5), watcher(2), watcher(3)], "one was sent away between the two");
    assert_eq!(knock(&mut audience, 2), Ok(Knock::Enter));
    audience.leave([2; 32]);
    assert_eq!(knock(&mut audience, 2), Ok(Knock::Enter), "it is let in again by itself");
}
