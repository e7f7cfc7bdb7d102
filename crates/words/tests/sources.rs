//! How something was learned is told from the public log.

use nightcoach_rules::{Association, Event, Face, Kind, Memory, Occupation, Seat, Sight, Spoils};
use nightcoach_words as words;
use nightcoach_words::{Language, Source};

const ME: Seat = Seat(0);
const TOM: Seat = Seat(1);
const EVE: Seat = Seat(2);

fn turn(turn: u32) -> Event {
    Event::TurnBegan { turn, seat: ME }
}

fn announced(kind: Kind) -> Event {
    Event::Announced { receiver: TOM, giver: ME, kind }
}

fn of(log: &[Event], sights: &[(u32, Sight)]) -> Vec<Option<Source>> {
    let memories: Vec<Memory> =
        sights.iter().map(|(turn, sight)| Memory { turn: *turn, sight: sight.clone() }).collect();
    words::sources(ME, log, &memories)
}

fn order(of: Seat) -> Sight {
    Sight::Association { of, association: Association::Order }
}

fn hand(of: Seat) -> Sight {
    Sight::Hand { of, faces: vec![Face::Key] }
}

fn got(from: Seat) -> Sight {
    Sight::Received { from: Some(from), face: Face::Key }
}

fn gave(to: Seat) -> Sight {
    Sight::Given { to, face: Face::Whip }
}

#[test]
fn an_association_comes_from_a_monocle_or_from_a_won_fight() {
    let log = [
        turn(7),
        announced(Kind::Monocle),
        Event::AssociationShown { owner: TOM, to: ME },
        turn(8),
        Event::FightEnded { swords: 2, shields: 1, winner: Some(ME) },
        Event::SpoilsChosen { winner: ME, spoils: Spoils::Identity },
        Event::IdentityShown { owner: EVE, to: ME },
    ];
    let role = Sight::Occupation { of: EVE, occupation: Occupation::Priest };
    let told = of(&log, &[(7, order(TOM)), (8, role), (8, order(EVE))]);
    assert_eq!(told, [Some(Source::Monocle), Some(Source::Fight), Some(Source::Fight)]);
}

#[test]
fn a_hand_comes_from_a_privilege_from_loot_or_from_a_demand_that_failed() {
    let shown = Event::HandShown { owner: TOM, to: ME };
    let log = [
        turn(1),
        announced(Kind::Privilege),
        shown.clone(),
        turn(2),
        Event::FightEnded { swords: 2, shields: 1, winner: Some(ME) },
        shown,
        turn(3),
        Event::Demanded { diplomat: ME, target: TOM, kind: Kind::Key },
        Event::Lacked { target: TOM, diplomat: ME, kind: Kind::Key },
    ];
    let told = of(&log, &[(1, hand(TOM)), (2, hand(TOM)), (3, hand(TOM))]);
    assert_eq!(told, [Some(Source::Privilege), Some(Source::Fight), Some(Source::Diplomat)]);
}

#[test]
fn cards_of_one_trade_and_its_sextant_are_told_apart() {
    let log = [
        turn(4),
        Event::Offered { from: TOM, to: ME },
        Event::Traded { from: TOM, to: ME },
        announced(Kind::Sextant),
        Event::PassedOn { side: nightcoach_rules::Neighbour::Left },
    ];
    let offered = Sight::Offered { from: TOM, face: Face::Sextant };
    let told = of(&log, &[(4, offered), (4, got(TOM)), (4, gave(TOM)), (4, gave(TOM)), (4, got(EVE))]);
    let expected = [Source::Offer, Source::Trade, Source::Trade, Source::Sextant, Source::Sextant];
    assert_eq!(told, expected.map(Some));
}

#[test]
fn drawn_given_paid_and_taken_cards_have_their_reasons() {
    let drawn = Sight::Received { from: None, face: Face::Key };
    let log = [
        turn(1),
        Event::Traded { from: ME, to: TOM },
        announced(Kind::SecretBag),
        Event::Drew { seat: ME, left: 3 },
        Event::Gave { from: ME, to: EVE },
        turn(2),
        Event::FightEnded { swords: 1, shields: 1, winner: None },
        Event::Drew { seat: ME, left: 2 },
        turn(3),
        Event::Paid { from: ME, to: TOM },
        turn(4),
        Event::FightEnded { swords: 1, shields: 2, winner: Some(TOM) },
        Event::Took { winner: TOM, loser: ME, returned: true },
    ];
    let sights = [(1, drawn.clone()), (1, gave(EVE)), (2, drawn), (3, gave(TOM)), (4, gave(TOM)), (4, got(TOM))];
    let expected = [Source::SecretBag, Source::Gift, Source::LevelFight, Source::Priest, Source::Fight, Source::Fight];
    assert_eq!(of(&log, &sights), expected.map(Some));
}

#[test]
fn occupations_pile_and_spares_have_their_cards() {
    let role = |of| Sight::Occupation { of, occupation: Occupation::Doctor };
    let log = [
        turn(1),
        Event::Foresaw { seat: ME },
        Event::PileOrdered { seat: ME },
        announced(Kind::Coat),
        Event::SparesShown { to: ME },
        Event::OccupationExchanged { seat: ME },
        announced(Kind::Tome),
        Event::OccupationsSwapped { giver: ME, receiver: TOM },
    ];
    let pile = Sight::Pile { faces: vec![Face::Key] };
    let top = Sight::Top { first: Face::Key, second: Face::Whip };
    let spares = Sight::Spares { occupations: vec![Occupation::Priest] };
    let told = of(&log, &[(1, pile), (1, top), (1, spares), (1, role(ME)), (1, role(ME)), (1, role(TOM))]);
    let expected = [Source::Clairvoyant, Source::Clairvoyant, Source::Coat, Source::Coat, Source::Tome, Source::Tome];
    assert_eq!(told, expected.map(Some));
}

#[test]
fn what_the_log_does_not_tell_has_no_source() {
    assert_eq!(
        of(&[turn(2), Event::HandShown { owner: EVE, to: TOM }], &[(2, hand(EVE)), (3, hand(TOM))]),
        [None, None]
    );
}

#[test]
fn a_line_of_the_notebook_says_when_and_how() {
    let names = ["Mei", "Tom"].map(str::to_owned);
    let seen = Memory { turn: 7, sight: order(TOM) };
    let line = words::memory(Language::English, &names, &seen, Some(Source::Monocle));
    assert_eq!(line, "Turn 7, Monocle: Tom belongs to the Order of Open Secrets.");
    let line = words::memory(Language::ChineseSimplified, &names, &seen, Some(Source::Monocle));
    assert_eq!(line, "第7回合，单片眼镜：Tom属于公示机密联盟。");
}
