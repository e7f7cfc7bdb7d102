//! Encodings of every enum variant and struct of the game, and bytes that are none.

use nightcoach_rules::{
    AbilityMode, Action, Association, AssociationPick, Declaration, Demand, Face, Fight, Gift, Kind, LayeredCard, Look,
    Membership, Neighbour, Occupation, Options, Outcome, Phase, Pile, Power, Ring, Seat, SeatSet, Side, Spoils,
    StartPlayer, State, Then, Trade, TradeCard, Victory, set_up,
};
use nightcoach_table::Genesis;
use nightcoach_tests::sim::genesis;
use nightcoach_transcript::{Content, RecordKind};
use nightcoach_wire::{MAX_LEN, decode, encode};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use crate::pinned::{assert_pinned, hex};

/// Collects accepted encodings of all types, and refused bytes that each change an accepted one.
#[derive(Default)]
pub(crate) struct Book {
    pub(crate) accepted: Vec<Value>,
    pub(crate) refused: Vec<Value>,
}

impl Book {
    fn accept<T: Serialize + DeserializeOwned + PartialEq>(&mut self, kind: &str, value: &T) -> (String, Vec<u8>) {
        let bytes = encode(value).unwrap();
        assert!(decode::<T>(&bytes, MAX_LEN).unwrap() == *value, "{kind}");
        let number = self.accepted.iter().filter(|vector| vector["type"] == kind).count();
        let name = format!("{kind} {number}");
        self.accepted.push(json!({"name": name, "type": kind, "value": value, "bytes": hex(&bytes)}));
        (name, bytes)
    }

    pub(crate) fn all<T: Serialize + DeserializeOwned + PartialEq>(&mut self, kind: &str, values: &[T]) {
        for value in values {
            let (name, bytes) = self.accept(kind, value);
            self.refuse::<T>(&name, kind, "a byte follows", &[bytes.as_slice(), &[0]].concat());
            if let [short @ .., _] = bytes.as_slice() {
                self.refuse::<T>(&name, kind, "the last byte is missing", short);
            }
        }
    }

    /// For enums: the first position that is none.
    pub(crate) fn variants<T: Serialize + DeserializeOwned + PartialEq>(&mut self, kind: &str, values: &[T]) {
        self.all(kind, values);
        let positions = values.iter().map(|value| u32::from_le_bytes(*encode(value).unwrap().first_chunk().unwrap()));
        let past = positions.max().unwrap() + 1;
        let why = format!("position {past} is none of this enum");
        self.refuse::<T>(&format!("{kind} 0"), kind, &why, &past.to_le_bytes());
    }

    fn refuse<T: Serialize + DeserializeOwned>(&mut self, changes: &str, kind: &str, why: &str, bytes: &[u8]) {
        assert!(decode::<T>(bytes, MAX_LEN).is_err(), "{changes}: {why}");
        self.refused.push(json!({"changes": changes, "type": kind, "why": why, "bytes": hex(bytes)}));
    }
}

const ONE: Membership = Membership::One(Association::Brotherhood);
const THREE: Membership = Membership::Three { side: Association::Order, unanimous: false };

fn trade() -> Trade {
    Trade { offerer: Seat(0), responder: Seat(2), demanded: true, sextant: Some(TradeCard::Answer) }
}

fn actions() -> Vec<Action> {
    let (named, occupation) = (SeatSet(5), Occupation::Thug);
    let items = vec![Face::Key, Face::BagKey];
    vec![
        Action::Pass,
        Action::Offer { to: Seat(1) },
        Action::Refuse,
        Action::Accept { text: None },
        Action::Text { text: Some(Kind::SecretBag) },
        Action::Foresee,
        Action::Reorder,
        Action::Demand { target: Seat(2), kind: Kind::Loge },
        Action::Surrender,
        Action::Lack,
        Action::HandOver,
        Action::UseText { using: true },
        Action::Direct { side: Neighbour::Right },
        Action::Pledge,
        Action::PassOn,
        Action::SwapOccupation,
        Action::Exchange,
        Action::ShuffleAssociations,
        Action::PickAssociation { place: 2 },
        Action::ShowHand,
        Action::ShowAssociation,
        Action::ShowIdentity,
        Action::Attack { target: Seat(9) },
        Action::Support { side: Some(Side::Defender) },
        Action::Priest { stop: true },
        Action::Pay,
        Action::Hypnotise { target: Some(Seat(3)) },
        Action::Abilities { objects: vec![Face::Dagger, Face::Ring], power: Some(Power::Duelist) },
        Action::Doctor { cancel: false },
        Action::Spoils(Spoils::Luggage),
        Action::Take { index: 4 },
        Action::TakeAndReturn { index: 0 },
        Action::Give { to: Seat(1) },
        Action::DeclareTeam { named, membership: ONE, occupation, items: items.clone(), counts: vec![1, 1] },
        Action::DeclareSolo { items: items.clone() },
        Action::Prophesy { named, membership: THREE },
        Action::OpenNamed { membership: ONE, occupation, items: items.clone() },
        Action::OpenAssociation { membership: THREE, items },
        Action::Vote { draw: true },
    ]
}

fn outcomes() -> Vec<Outcome> {
    let (association, winners) = (Association::Order, SeatSet(0b10_0110));
    vec![
        Outcome::Won { association, winners, declarer: Seat(2), holds: true, items: 3 },
        Outcome::WonAlone { seat: Seat(7) },
        Outcome::Drawn,
        Outcome::Unsettled,
    ]
}

#[expect(clippy::too_many_lines, reason = "one line for each phase")]
fn phases() -> Vec<Phase> {
    let (trade, card) = (trade(), TradeCard::Answer);
    let demand = Demand { diplomat: Seat(0), target: Seat(2), kind: Kind::Goblet };
    let ring = Ring { trade, card, side: Neighbour::Left };
    let pick = AssociationPick { owner: Seat(1), by: Seat(2), text: Some((trade, card)) };
    let fight = Fight {
        attack: SeatSet(4),
        declared: SeatSet(12),
        hypnotised: Some(Seat(3)),
        used: SeatSet(1),
        duel: true,
        poison: Some(Side::Attacker),
        last: Some(Seat(2)),
        passed: SeatSet(2),
        ..Fight::new(Seat(0), Seat(1))
    };
    let victory = Victory { winner: Seat(1), loser: Seat(0) };
    let gift = |then| Phase::Gift(Gift { giver: Seat(1), given: SeatSet(1), then });
    let declaration = Declaration {
        declarer: Seat(0),
        own: Association::Order,
        association: Association::Brotherhood,
        named: SeatSet(6),
        counts: [1, 2, 0],
        items: 3,
        sound: true,
        bare: false,
    };
    vec![
        Phase::Turn,
        Phase::TurnEnd,
        Phase::Reorder { at_end: true },
        Phase::Demand(demand),
        Phase::HandOver(trade),
        Phase::Response(Trade { sextant: None, ..trade }),
        Phase::Execution { trade, card, look: Look::Association },
        Phase::Text { trade, card },
        Phase::Consent { trade, card, kind: Kind::Tome },
        Phase::Direction { trade, card },
        Phase::Pledges(ring),
        Phase::Passing(ring),
        Phase::Swap { trade, card },
        Phase::Exchange { trade, card },
        Phase::AssociationPick(pick),
        Phase::AssociationShow { pick: AssociationPick { text: None, ..pick }, place: 1 },
        Phase::Priest(fight),
        Phase::Payment { payer: Seat(0), priest: Seat(3) },
        Phase::Support(fight),
        Phase::Hypnotist(fight),
        Phase::Abilities(fight),
        Phase::Doctor { fight, winner: None },
        Phase::Spoils(victory),
        Phase::Identity(victory),
        Phase::Luggage(victory),
        Phase::Taking(victory),
        gift(Then::Text(trade, card)),
        gift(Then::TradeOver(trade)),
        gift(Then::EndTurn),
        gift(Then::Turn),
        Phase::Named(declaration),
        Phase::Closing(declaration),
        Phase::Vote,
        Phase::Over(Outcome::Drawn),
    ]
}

/// All switches are set to what they are not by default, so that no two fields next to each other can change places.
fn other_options() -> Options {
    let mut options = Options::new(3);
    options.start_player = StartPlayer::Host;
    options.max_laps = 513;
    options.draw_vote = false;
    options.hypnotist_after_each = true;
    options.ability_mode = AbilityMode::SeatOrder;
    options.doctor_on_tie = false;
    options.claim_counts = true;
    options.pearl_blocks_solo = false;
    options.prophecy = true;
    options.three_player_mixed = true;
    options.tome_coat_optional = true;
    options.sextant_last = true;
    options.diplomat_free = true;
    options.clairvoyant_anytime = true;
    options.scoring = true;
    options.scores = vec![1, 256, 3];
    options
}

fn states() -> Vec<State> {
    let first = set_up(&Options::new(4), Seat(3)).unwrap();
    let mut later = set_up(&other_options(), Seat(0)).unwrap();
    (later.turn, later.active, later.pile, later.passes, later.laps) = (12, Seat(2), 0, 5, 4);
    if let Some(seat) = later.seats.get_mut(1) {
        seat.occupation = Some(Occupation::Hypnotist);
        seat.membership = Some(THREE);
        seat.key_items = 2;
        seat.played = vec![Face::Gloves, Face::Ring];
        seat.over_limit = true;
    }
    vec![first, later]
}

fn contents() -> Vec<Content> {
    let content =
        |kind, seat, body| Content { kind, table: [1; 32], round: 258, head: [2; 32], digest: [3; 32], seat, body };
    vec![content(RecordKind::Entry, 4, vec![5, 6]), content(RecordKind::Closing, 0, vec![])]
}

/// Bytes that break one rule of the notation each.
fn broken(book: &mut Book) {
    let options = encode(&Options::new(3)).unwrap();
    let changed = |at: usize, byte: u8| {
        let mut bytes = options.clone();
        bytes[at] = byte;
        bytes
    };
    book.refuse::<Options>("Options 0", "Options", "drawVote is 2, no truth value", &changed(5, 2));
    book.refuse::<Options>("Options 0", "Options", "startPlayer is position 2", &changed(1, 2));
    let option = [3, 0, 0, 0, 2, 0, 0, 0, 0];
    book.refuse::<Action>("Action 3", "Action", "the mark of an option is 2", &option);
    let mut long = encode(&Action::Abilities { objects: vec![], power: None }).unwrap();
    long[4..12].copy_from_slice(&u64::MAX.to_le_bytes());
    book.refuse::<Action>("Action 27", "Action", "a sequence claims 2^64 - 1 elements", &long);
    let mut text = encode(&genesis(&Options::new(3), 0)).unwrap();
    let name = text.windows(6).position(|part| part == b"Seat 0").unwrap();
    text[name] = 0xff;
    book.refuse::<Genesis>("Genesis 0", "Genesis", "a name is no UTF-8", &text);
}

#[test]
fn encodings_are_those_of_the_vectors() {
    let mut book = Book::default();
    book.variants("Face", &Face::ALL);
    book.variants("Kind", &Kind::ALL);
    book.variants("Association", &Association::ALL);
    book.variants("Occupation", &Occupation::ALL);
    book.variants("Pile", &[Pile::Objects, Pile::Spares]);
    book.variants("Side", &[Side::Attacker, Side::Defender]);
    book.variants("Neighbour", &[Neighbour::Left, Neighbour::Right]);
    book.variants("Spoils", &[Spoils::Identity, Spoils::Luggage]);
    book.variants("TradeCard", &[TradeCard::Offered, TradeCard::Answer]);
    book.variants("Look", &[Look::Hand, Look::Association]);
    book.variants("LayeredCard", &[LayeredCard::Pledged, LayeredCard::Occupation]);
    book.variants("AbilityMode", &[AbilityMode::SealedRounds, AbilityMode::OneShot, AbilityMode::SeatOrder]);
    book.variants("StartPlayer", &[StartPlayer::Random, StartPlayer::Host]);
    book.variants("Membership", &[ONE, THREE]);
    book.variants("Power", &Power::ALL);
    book.variants("Outcome", &outcomes());
    book.variants("Phase", &phases());
    book.variants("Action", &actions());
    book.all("Options", &[Options::new(3), other_options()]);
    book.all("State", &states());
    book.all("Genesis", &[genesis(&Options::new(3), 0)]);
    book.all("Content", &contents());
    broken(&mut book);
    assert_pinned("wire.json", &json!({"accepted": book.accepted, "refused": book.refused}));
}
