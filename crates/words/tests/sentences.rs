//! Every sentence exists in every language, holds no debug output, and says no more than its value.

use nightcoach_rules::{
    AbilityMode, Association, Event, Face, Kind, Membership, Memory, Neighbour, Occupation, Options, OptionsError,
    Outcome, Power, Reason, Seat, SeatSet, Side, Sight, Spoils, StartPlayer,
};
use nightcoach_table::lobby::Refusal;
use nightcoach_table::{Check, Fault};
use nightcoach_words as words;
use nightcoach_words::{AddressTrouble, Language, NetworkAdvice, Remark, Source, network_advice};

const A: Seat = Seat(0);
const B: Seat = Seat(1);
const MIXED: Membership = Membership::Three { side: Association::Order, unanimous: false };

fn names() -> Vec<String> {
    ["Mei", "Jürgen", "小梅", "諸葛亮", "Ольга"].map(str::to_owned).to_vec()
}

#[expect(clippy::too_many_lines, reason = "every event once")]
fn events() -> Vec<Event> {
    let items = vec![Face::Key, Face::Key];
    let named = SeatSet::EMPTY.with(B).with(Seat(2));
    let mut all = vec![
        Event::TurnBegan { turn: 7, seat: A },
        Event::Passed { seat: A },
        Event::Offered { from: A, to: B },
        Event::Refused { seat: B, from: A },
        Event::Traded { from: A, to: B },
        Event::Silent { receiver: A },
        Event::HandShown { owner: A, to: B },
        Event::AssociationShown { owner: A, to: B },
        Event::IdentityShown { owner: A, to: B },
        Event::Drew { seat: A, left: 3 },
        Event::Drew { seat: A, left: 0 },
        Event::PileEmptied,
        Event::Attacked { attacker: A, defender: B },
        Event::Supported { seat: A, side: Some(Side::Attacker) },
        Event::Supported { seat: A, side: Some(Side::Defender) },
        Event::Supported { seat: A, side: None },
        Event::PriestPassed,
        Event::Stopped { priest: B, attacker: A },
        Event::Paid { from: A, to: B },
        Event::HypnotistPassed { seat: A },
        Event::Hypnotised { attacker: A, target: B },
        Event::Played { seat: A, objects: vec![Face::Dagger, Face::Ring], power: None },
        Event::Played { seat: A, objects: vec![Face::Dagger, Face::Ring], power: Some(Power::Thug) },
        Event::AbilityPassed { seat: A },
        Event::FightEnded { swords: 2, shields: 1, winner: Some(A) },
        Event::FightEnded { swords: 1, shields: 1, winner: None },
        Event::DoctorPassed,
        Event::Cancelled { doctor: B },
        Event::SpoilsChosen { winner: A, spoils: Spoils::Identity },
        Event::SpoilsChosen { winner: A, spoils: Spoils::Luggage },
        Event::Took { winner: A, loser: B, returned: false },
        Event::Took { winner: A, loser: B, returned: true },
        Event::Gave { from: A, to: B },
        Event::Declared {
            seat: A,
            membership: Membership::One(Association::Order),
            occupation: Occupation::Thug,
            items: items.clone(),
            named,
            counts: vec![],
        },
        Event::Declared {
            seat: A,
            membership: Membership::One(Association::Order),
            occupation: Occupation::Thug,
            items: items.clone(),
            named,
            counts: vec![1, 2],
        },
        Event::DeclaredSolo { seat: A, items: vec![Face::Key, Face::Key, Face::Goblet] },
        Event::Prophesied { seat: A, membership: Membership::One(Association::Order), named },
        Event::Prophesied { seat: A, membership: MIXED, named },
        Event::NamedOpened { seat: B, membership: MIXED, occupation: Occupation::Doctor, items: items.clone() },
        Event::AssociationOpened { seat: B, membership: Membership::One(Association::Brotherhood), items: vec![] },
        Event::AssociationOpened { seat: B, membership: MIXED, items: vec![] },
        Event::AssociationOpened { seat: B, membership: Membership::One(Association::Brotherhood), items },
        Event::VoteBegan,
        Event::Voted { seat: A, draw: true },
        Event::Voted { seat: A, draw: false },
        Event::FellAsleep { seat: A },
        Event::Woke { seat: A },
        Event::PassedOver { seat: A },
        Event::Ended { outcome: Outcome::Drawn },
        Event::TextDeclined { giver: A, kind: Kind::Tome },
        Event::Directed { giver: A, side: Neighbour::Left },
        Event::Directed { giver: A, side: Neighbour::Right },
        Event::AllPledged,
        Event::PledgesReleased,
        Event::PassedOn { side: Neighbour::Left },
        Event::PassedOn { side: Neighbour::Right },
        Event::OccupationsSwapped { giver: A, receiver: B },
        Event::SparesShown { to: A },
        Event::OccupationExchanged { seat: A },
        Event::Foresaw { seat: A },
        Event::PileOrdered { seat: A },
        Event::ForesightPassed { seat: A },
        Event::Demanded { diplomat: A, target: B, kind: Kind::Key },
        Event::Surrendered { target: B, diplomat: A, kind: Kind::Key },
        Event::Lacked { target: B, diplomat: A, kind: Kind::Key },
        Event::DemandReleased { diplomat: A },
        Event::AssociationPicked { owner: B, by: A, place: 0 },
        Event::AssociationPicked { owner: B, by: A, place: 2 },
    ];
    all.extend(Power::ALL.map(|power| Event::Played { seat: A, objects: vec![], power: Some(power) }));
    all.extend(Kind::ALL.map(|kind| Event::Announced { receiver: A, giver: B, kind }));
    all
}

fn reasons() -> [Reason; 15] {
    [
        Reason::NotOwed,
        Reason::Missing,
        Reason::WrongAction,
        Reason::BadTarget,
        Reason::BadReceiver,
        Reason::NoText,
        Reason::NotUsable,
        Reason::BadKind,
        Reason::NotThisTable,
        Reason::BadItems,
        Reason::BadIndex,
        Reason::Contradiction,
        Reason::Over,
        Reason::TooFewAwake,
        Reason::CannotWake,
    ]
}

fn sights() -> Vec<Sight> {
    vec![
        Sight::Offered { from: B, face: Face::Mirror },
        Sight::Received { from: Some(B), face: Face::Key },
        Sight::Received { from: None, face: Face::Key },
        Sight::Given { to: B, face: Face::Whip },
        Sight::Hand { of: B, faces: vec![Face::Key, Face::Whip] },
        Sight::Association { of: B, association: Association::Order },
        Sight::Pile { faces: vec![Face::Key, Face::Whip] },
        Sight::Top { first: Face::Whip, second: Face::Key },
        Sight::Spares { occupations: vec![Occupation::Priest, Occupation::Thug] },
        Sight::Occupation { of: B, occupation: Occupation::Priest },
    ]
}

const SOURCES: [Source; 14] = [
    Source::Offer,
    Source::Trade,
    Source::Diplomat,
    Source::SecretBag,
    Source::LevelFight,
    Source::Fight,
    Source::Priest,
    Source::Gift,
    Source::Privilege,
    Source::Monocle,
    Source::Sextant,
    Source::Tome,
    Source::Coat,
    Source::Clairvoyant,
];

fn outcomes() -> Vec<Outcome> {
    let winners = SeatSet::EMPTY.with(A).with(B);
    vec![
        Outcome::Won { association: Association::Order, winners, declarer: A, holds: true, items: 1 },
        Outcome::Won { association: Association::Order, winners, declarer: A, holds: true, items: 0 },
        Outcome::Won { association: Association::Brotherhood, winners, declarer: Seat(3), holds: false, items: 2 },
        Outcome::WonAlone { seat: A },
        Outcome::Drawn,
        Outcome::Unsettled,
    ]
}

fn refusals() -> [Refusal; 19] {
    [
        Refusal::UnknownTable,
        Refusal::Full,
        Refusal::Begun,
        Refusal::Version { host: 2, guest: 1 },
        Refusal::WeakKey,
        Refusal::NotFull,
        Refusal::Options,
        Refusal::Roster,
        Refusal::NotInvited,
        Refusal::Rematch,
        Refusal::Scores,
        Refusal::Passphrase,
        Refusal::TooManyGuesses,
        Refusal::TurnedDown,
        Refusal::SentAway,
        Refusal::NotReady,
        Refusal::AudienceFull,
        Refusal::Seated,
        Refusal::MayNotWatch,
    ]
}

fn remarks(names: &[String]) -> [Remark<'_>; 41] {
    [
        Remark::Refused(Refusal::Full),
        Remark::GuestRefused("Mei", Refusal::Full),
        Remark::CalledOff,
        Remark::UnknownTable,
        Remark::CannotBegin(Refusal::NotFull),
        Remark::NotLinked(names),
        Remark::VersionDiffers { name: "Mei", theirs: "0.1.0", ours: "0.2.0" },
        Remark::Unreachable("192.168.1.5:24642"),
        Remark::BadAddress("fe80::1", AddressTrouble::LinkLocal),
        Remark::BadAddress("x", AddressTrouble::Empty),
        Remark::BadAddress("x:y", AddressTrouble::Port),
        Remark::BadAddress("0.0.0.0", AddressTrouble::Nowhere),
        Remark::BadAddress("/dns4/x", AddressTrouble::Transport),
        Remark::BadAddress("x", AddressTrouble::Unknown),
        Remark::BadAddress("R2M0", AddressTrouble::CodeLength(4)),
        Remark::BadAddress("R2MU-218Y", AddressTrouble::CodeCharacter('U')),
        Remark::BadAddress("R2M0-218X", AddressTrouble::CodeCheck),
        Remark::NoTableThere("Mei"),
        Remark::Unclear("no such port"),
        Remark::PracticeFailed("no sockets left"),
        Remark::Misbehaved("Mei"),
        Remark::Disk("no space"),
        Remark::Resumed("Upstairs"),
        Remark::ChoiceRefused,
        Remark::CutBack("tables/a.journal"),
        Remark::NoRematch,
        Remark::LeftForGood("Mei"),
        Remark::NoChat,
        Remark::TooMuchSaid,
        Remark::Knocks("Mei"),
        Remark::PutAside("Upstairs"),
        Remark::WaitingForRematch("Anna"),
        Remark::AsksToWatch("Mei"),
        Remark::Watches("Mei"),
        Remark::CannotWatch(Refusal::MayNotWatch),
        Remark::WatcherRefused("Mei", Refusal::Passphrase),
        Remark::WaitingForEnd(names),
        Remark::HeldBack(names),
        Remark::StoppedElsewhere("Mei"),
        Remark::SignedTwice("Mei"),
        Remark::Broken,
    ]
}

/// Every sentence that is made from values of the game.
fn sentences(language: Language) -> Vec<String> {
    let names = names();
    let mut all: Vec<String> = events().iter().map(|event| words::event(language, &names, event)).collect();
    all.extend(sights().iter().map(|sight| words::sight(language, &names, sight)));
    all.extend(sights().into_iter().map(|sight| words::memory(language, &names, &Memory { turn: 3, sight }, None)));
    let key = Memory { turn: 3, sight: Sight::Received { from: Some(B), face: Face::Key } };
    all.extend(SOURCES.map(|source| words::memory(language, &names, &key, Some(source))));
    all.extend(outcomes().iter().map(|outcome| words::outcome(language, &names, outcome)));
    for check in Check::ALL {
        all.push(words::check(language, check).to_owned());
        let fault = Fault { culprit: B, round: 12, check, reason: None };
        all.push(words::fault(language, &names, &fault));
    }
    all.extend(reasons().map(|reason| words::reason(language, reason).to_owned()));
    all.extend(refusals().map(|why| words::refusal(language, why)));
    all.extend(remarks(&names).iter().map(|remark| words::remark(language, remark)));
    for face in Face::ALL {
        all.push(words::face_rule(language, face).to_owned());
    }
    all.extend(Occupation::ALL.map(|one| words::occupation_rule(language, one).to_owned()));
    all.extend(words::Switch::ALL.map(|one| words::switch_meaning(language, one).to_owned()));
    all.extend(words::rules_reference(language).into_iter().flat_map(|chapter| chapter.paragraphs));
    all.extend(Association::ALL.map(|one| words::association_rule(language, one).to_owned()));
    all
}

fn card_names(language: Language) -> Vec<&'static str> {
    let mut all: Vec<&str> = Face::ALL.iter().map(|face| words::face(language, *face)).collect();
    all.extend(Kind::ALL.map(|kind| words::kind(language, kind)));
    all.extend(Occupation::ALL.map(|one| words::occupation(language, one)));
    all.extend(Association::ALL.map(|one| words::association(language, one)));
    all.extend([Neighbour::Left, Neighbour::Right].map(|side| words::neighbour(language, side)));
    for side in Association::ALL {
        all.push(words::membership(language, Membership::One(side)));
        all.extend([true, false].map(|unanimous| words::membership(language, Membership::Three { side, unanimous })));
    }
    all.extend([Side::Attacker, Side::Defender].map(|side| words::side(language, side)));
    all.extend([Spoils::Identity, Spoils::Luggage].map(|one| words::spoils(language, one)));
    all
}

/// Marks of `{:?}` output: braces, `Some(`, and names of variants written together.
fn looks_like_debug(sentence: &str) -> bool {
    let joined = ["Some(", "None", "Seat(", "SeatSet", "BagKey", "BagGoblet", "PoisonMixer", "GrandMaster"];
    sentence.contains(['{', '}', '_', '[']) || joined.iter().any(|mark| sentence.contains(mark))
}

#[test]
fn no_sentence_is_empty_or_holds_debug_output() {
    for language in Language::ALL {
        for sentence in sentences(language) {
            let end = sentence.chars().last().unwrap();
            assert!(['.', '。'].contains(&end), "unfinished: {sentence:?}");
            assert!(!looks_like_debug(&sentence), "debug output: {sentence:?}");
        }
        for name in card_names(language) {
            assert!(!name.is_empty() && !looks_like_debug(name), "bad name {name:?}");
        }
    }
}

#[test]
fn no_two_events_read_the_same() {
    for language in Language::ALL {
        let mut all: Vec<String> = events().iter().map(|event| words::event(language, &names(), event)).collect();
        let before = all.len();
        all.sort();
        all.dedup();
        assert_eq!(all.len(), before, "two events share a sentence in {language:?}");
    }
}

#[test]
fn chinese_sentences_have_no_english_in_them() {
    let numbers: Vec<String> = (0..5).map(|number| number.to_string()).collect();
    for event in events() {
        let sentence = words::event(Language::ChineseSimplified, &numbers, &event);
        assert!(!sentence.chars().any(|c| c.is_ascii_alphabetic()), "English left in {sentence:?}");
    }
}

#[test]
fn the_kind_of_a_bag_is_never_announced() {
    for language in Language::ALL {
        let bag = Event::Announced { receiver: A, giver: B, kind: Kind::SecretBag };
        let sentence = words::event(language, &names(), &bag);
        assert!(sentence.contains(words::kind(language, Kind::SecretBag)), "the bag is not named: {sentence}");
        for secret in [Kind::Key, Kind::Goblet] {
            assert!(!sentence.contains(words::kind(language, secret)), "the kind leaks: {sentence}");
        }
    }
}

#[test]
fn names_in_any_script_are_inserted_unharmed() {
    for name in ["诸葛亮", "Jürgen ẞ", "Ольга", "{0}", "a_b", "\u{202E}abc", "🦊", "O'Neil"] {
        let named = vec![name.to_owned(), "x".to_owned()];
        for language in Language::ALL {
            let passed = words::event(language, &named, &Event::Passed { seat: A });
            assert!(passed.contains(name), "{name:?} is missing in {passed:?}");
        }
    }
}

#[test]
fn a_seat_without_a_name_has_a_number() {
    assert_eq!(words::seat_name(Language::English, &[], Seat(2)), "seat 3");
    assert_eq!(words::seat_name(Language::ChineseSimplified, &[String::new()], A), "1号座位");
}

#[test]
fn a_fault_names_the_seat_and_the_numbered_check() {
    let fault = Fault { culprit: B, round: 40, check: Check::Silent, reason: None };
    for language in Language::ALL {
        let sentence = words::fault(language, &names(), &fault);
        for part in ["Jürgen", "NC-508", "40", "2", words::check(language, Check::Silent)] {
            assert!(sentence.contains(part), "{part} is missing in {sentence}");
        }
    }
    let illegal = Fault { culprit: A, round: 1, check: Check::Legal, reason: Some(Reason::BadTarget) };
    for language in Language::ALL {
        let sentence = words::fault(language, &names(), &illegal);
        assert!(sentence.contains(words::reason(language, Reason::BadTarget)), "no reason in {sentence}");
    }
}

#[test]
fn the_locale_picks_the_language() {
    for chinese in ["zh", "zh-CN", "zh_CN.UTF-8", "ZH-hans"] {
        assert_eq!(Language::from_locale(chinese), Language::ChineseSimplified, "{chinese}");
    }
    for other in ["en", "de-DE", "", "C", "zhuang"] {
        assert_eq!(Language::from_locale(other), Language::English, "{other}");
    }
}

#[test]
fn every_text_of_the_window_is_there_and_no_debug_output() {
    for language in Language::ALL {
        for text in words::Text::ALL {
            let shown = words::text(language, *text);
            assert!(!shown.is_empty() && !looks_like_debug(shown), "{text:?} reads {shown:?}");
        }
    }
}

#[test]
fn every_option_is_told_on_and_off_and_only_where_it_differs() {
    let standard = Options::new(5);
    for language in Language::ALL {
        assert!(words::differences(language, &standard).is_empty());
        let mut all = Options {
            start_player: StartPlayer::Host,
            max_laps: 30,
            ability_mode: AbilityMode::SeatOrder,
            ..standard.clone()
        };
        for switch in words::Switch::ALL {
            let place = switch.place(&mut all);
            *place = !*place;
            let mut one = standard.clone();
            *switch.place(&mut one) = !switch.is_on(&standard);
            let told = words::switch(language, switch, switch.is_on(&one));
            assert_eq!(words::differences(language, &one), [told]);
            assert_ne!(told, words::switch(language, switch, switch.is_on(&standard)));
        }
        let told = words::differences(language, &all);
        assert_eq!(told.len(), 27, "all options but the seats and the score sheet: {told:?}");
        assert!(!told.iter().any(|sentence| looks_like_debug(sentence)), "{told:?}");
        let errors = [
            OptionsError::Seats(2),
            OptionsError::Start(B),
            OptionsError::SecretSupportHypnotist,
            OptionsError::MixedSeats,
            OptionsError::SmugglingTomeCoat,
            OptionsError::Scores,
            OptionsError::Losses,
        ];
        for sentence in errors.map(|error| words::options_error(language, error)) {
            assert!(sentence.ends_with(['.', '。']) && !looks_like_debug(&sentence), "{sentence}");
        }
    }
}

#[test]
fn every_finding_of_the_network_is_one_sentence_with_advice() {
    let cards = ["eth0".to_owned(), "wlan0".to_owned()];
    let advices = [
        NetworkAdvice::NoNetwork,
        NetworkAdvice::SelfAssigned("eth0"),
        NetworkAdvice::SeveralNetworks(&cards),
        NetworkAdvice::Vpn("wg0"),
        NetworkAdvice::Virtual("docker0"),
        NetworkAdvice::NoDiscovery,
        NetworkAdvice::NothingHeard(&cards),
        NetworkAdvice::NobodyCameIn(24_642),
        NetworkAdvice::OtherPort(4_001),
        NetworkAdvice::Alone,
        NetworkAdvice::Looking,
        NetworkAdvice::VersionDiffers { name: "Mei", theirs: "0.1.0" },
        NetworkAdvice::OtherBuild { name: "Mei", theirs: "0.1.0" },
        NetworkAdvice::Clock { name: "Mei", seconds: -90 },
        NetworkAdvice::MetThroughVpn { name: "Mei", card: "wg0" },
        NetworkAdvice::Well(3),
    ];
    for language in Language::ALL {
        let mut sentences: Vec<String> = advices.iter().map(|advice| network_advice(language, advice)).collect();
        for sentence in &sentences {
            let ends = sentence.matches(['.', '。']).count() - sentence.matches("0.1.0").count() * 2;
            assert_eq!(ends, 1, "one sentence: {sentence}");
            assert!(sentence.ends_with(['.', '。']), "{sentence}");
        }
        sentences.sort();
        sentences.dedup();
        assert_eq!(sentences.len(), advices.len());
    }
}

/// One plain sentence on how many players can be lost and who could see the piles, in every language.
#[test]
fn what_a_table_can_lose_is_said_in_one_sentence() {
    for language in Language::ALL {
        let all: Vec<String> = [(6, 6, 0), (6, 5, 1), (9, 7, 2)]
            .map(|(of, needed, spare)| words::trust(language, of, needed, spare))
            .into();
        for sentence in &all {
            assert_eq!(sentence.matches(['.', '。']).count(), 1, "{sentence}");
        }
        assert!(all[1].contains('5') && all[1].contains('6') && all[2].contains('7') && all[2].contains('2'));
        let options = Options { losses: 1, ..Options::new(6) };
        assert_eq!(words::differences(language, &options), [all[1].clone()]);
    }
}
