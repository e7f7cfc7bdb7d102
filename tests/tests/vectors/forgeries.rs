//! Spoilt transcripts: entries of a cheater in the place of honest ones, records changed and signed anew, files cut and
//! shuffled.

use std::collections::{BTreeMap, BTreeSet};

use nightcoach_rules::{Action, Choice, Face, Kind, Power, Seat, Selection, View, choices};
use nightcoach_table::cheat::Forgery;
use nightcoach_table::{Check, Verdict};
use nightcoach_tests::sim::{Sim, identity};
use nightcoach_transcript::{Content, Entry, RecordKind, UnverifiedEntry};
use serde_json::json;

use crate::pinned::hex;
use crate::transcripts::{Change, Game, Players};

/// What a cheater may do in the set-up, in rounds that are counted from 0; `n` stands for the number of seats.
fn set_up(n: u32) -> Vec<(u32, Forgery)> {
    let deal = 3 + 2 * n;
    vec![
        (0, Forgery::OtherGenesis),
        (2, Forgery::OtherKeys),
        (2, Forgery::SwappedOwnership),
        (2, Forgery::UnownedPile),
        (2, Forgery::UnownedHand),
        (3, Forgery::RepeatedPair),
        (4, Forgery::ReplayedPair),
        (3, Forgery::DuplicateCard),
        (4, Forgery::DroppedCard),
        (deal, Forgery::FewerShares),
        (deal, Forgery::OtherShare),
        (deal, Forgery::RepeatedPair),
        (deal + 1, Forgery::SwappedShares),
        (deal + 2, Forgery::SwappedShares),
        (deal + 2, Forgery::FewerShares),
    ]
}

const IN_PLAY: [Forgery; 13] = [
    Forgery::GarbledBody,
    Forgery::WrongHead,
    Forgery::WrongDigest,
    Forgery::WrongKind,
    Forgery::Stuffed(0),
    Forgery::NoShuffle,
    Forgery::OldHand,
    Forgery::OtherShuffle,
    Forgery::ExtraProof,
    Forgery::OtherCopy,
    Forgery::OtherCard(0),
    Forgery::OtherCard(1),
    Forgery::Stuffed(1),
];

/// The encoding of an Act: a vote, and no proofs.
const NO_VOTE: [u8; 17] = [5, 0, 0, 0, 38, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0];

/// What a forgery is, in words.
const fn said(forgery: Forgery) -> &'static str {
    match forgery {
        Forgery::FalseChoice => "a choice that is not true",
        Forgery::GarbledBody => "a byte behind the body",
        Forgery::WrongHead => "another head",
        Forgery::WrongDigest => "another digest",
        Forgery::WrongKind => "a body of another kind",
        Forgery::OtherGenesis => "another option block",
        Forgery::OtherKeys => "another value than the committed one",
        Forgery::IdentityKey => "the identity as deal key",
        Forgery::RepeatedKey => "one key in two roles",
        Forgery::SwappedOwnership => "two ownership proofs exchanged",
        Forgery::UnownedPile => "the ownership proof of another key for the pile key",
        Forgery::UnownedHand => "the ownership proof of another key for the hand key",
        Forgery::RepeatedPair => "one pair twice",
        Forgery::ReplayedPair => "a card of the deck before",
        Forgery::OtherShare => "another first share",
        Forgery::Stuffed(_) => "a field that must be empty is not",
        Forgery::DuplicateCard => "one card twice and another not at all",
        Forgery::DroppedCard => "a card left out",
        Forgery::FewerShares => "a share left out",
        Forgery::SwappedShares => "shares in another order",
        Forgery::NoShuffle => "no shuffle of the hand",
        Forgery::OldHand => "the hand as it was before its shuffle",
        Forgery::OtherShuffle => "the argument of another shuffle",
        Forgery::ExtraProof => "a proof too many",
        Forgery::OtherCopy => "a copy in another masking",
        Forgery::OtherCard(_) => "a shuffled card in another masking",
        Forgery::OtherAnswer => "another answer than the sealed one",
        Forgery::HigherDegree => "a polynomial of a higher degree",
        Forgery::FewerBoxes => "a box left out",
        Forgery::UnownedDealing => "the ownership proof of another key for the dealt one",
        Forgery::SwappedBoxes => "two boxes exchanged",
        Forgery::FalseComplaint => "a complaint about a good box",
    }
}

/// Where in the file the honest entry of the same round and seat stands.
fn place(records: &[Vec<u8>], record: &[u8]) -> Option<usize> {
    let of = |record: &[u8]| {
        let content = UnverifiedEntry::decode(record).ok()?.claimed().clone();
        (content.kind == RecordKind::Entry).then_some((content.round, content.seat))
    };
    let wanted = of(record)?;
    records.iter().position(|record| of(record) == Some(wanted))
}

/// The file with a forged record in the place of the honest one.
fn replaced(why: String, records: &[Vec<u8>], at: usize, record: Vec<u8>) -> Change {
    let change = json!([{"at": at, "replace": hex(&record)}]);
    let mut records = records.to_vec();
    records[at] = record;
    Change { why, edits: change, records }
}

/// Forgeries of one kind that are kept for each check that they violate.
const MOST: usize = 2;

/// Collects forgeries: of every check a few, of every kind the first.
struct Collection<'a> {
    records: &'a [Vec<u8>],
    known: BTreeSet<String>,
    found: BTreeMap<Check, Vec<Change>>,
}

impl Collection<'_> {
    fn note(&mut self, why: String, record: Vec<u8>) {
        let Some(at) = place(self.records, &record).filter(|_| self.known.insert(why.clone())) else { return };
        let change = replaced(why, self.records, at, record);
        if let Verdict::Invalid { check: Some(check), .. } = change.verdict() {
            let kept = self.found.entry(check).or_default();
            if kept.len() < MOST {
                kept.push(change);
            }
        }
    }
}

/// Forgeries that apply somewhere in this game.
pub(crate) fn forgeries(game: &Game, records: &[Vec<u8>]) -> Vec<Change> {
    let mut collection = Collection { records, known: BTreeSet::new(), found: BTreeMap::new() };
    for (round, forgery) in set_up(u32::from(game.options.seats)) {
        for seat in (0..game.options.seats).map(Seat) {
            let sim = Sim::begin_muted(&game.options, game.seed, Some((seat, round))).unwrap();
            if let Some(record) = sim.tables[seat.index()].forge(forgery, None) {
                collection.note(format!("{} in round {round}", said(forgery)), record);
                break;
            }
        }
    }
    if game.options.losses == 0 {
        collection.found.extend(bad_keys(game, records));
    }
    let mut sim = Sim::begin(&game.options, game.seed).unwrap();
    let mut players = Players::new(game);
    for step in 0.. {
        if game.lost.is_some_and(|(at, _)| step >= at) {
            break;
        }
        let Some((seat, view)) = sim.asked().into_iter().next() else { break };
        let Some(choice) = players.choose(&sim, &view) else { break };
        for (why, lie, forgery) in lies(&view, &choice) {
            if collection.known.contains(&why) {
                continue;
            }
            if let Some(record) = sim.tables[seat.index()].forge(forgery, Some(&lie)) {
                collection.note(why, record);
            }
        }
        sim.choose(seat, choice);
    }
    collection.found.into_values().flatten().collect()
}

/// A seat that commits to keys nobody may have, and opens them: all records of the two rounds are others then.
fn bad_keys(game: &Game, records: &[Vec<u8>]) -> BTreeMap<Check, Vec<Change>> {
    let cheater = Seat(1);
    let mut found = BTreeMap::new();
    for (forgery, check) in [(Forgery::IdentityKey, Check::KeyDecodes), (Forgery::RepeatedKey, Check::KeyUnique)] {
        let mut sim = Sim::begin_muted(&game.options, game.seed, Some((cheater, 1))).unwrap();
        let commitment = sim.tables[cheater.index()].forge(forgery, None).unwrap();
        sim.muted = Some((cheater, 2));
        sim.broadcast(Seat(9), &commitment);
        let opening = sim.tables[cheater.index()].forge(forgery, None).unwrap();
        let is_new = |record: &&Vec<u8>| matches!(content(record).round, 1 | 2) && !records.contains(record);
        let mut new: Vec<Vec<u8>> = sim.traffic.iter().filter(is_new).cloned().collect();
        new.extend([commitment, opening]);
        let (mut all, mut edits) = (records.to_vec(), Vec::new());
        for record in new {
            let Some(at) = place(records, &record) else { continue };
            edits.push(json!({"at": at, "replace": hex(&record)}));
            all[at] = record;
        }
        let why = format!("{}, committed and opened", said(forgery));
        found.insert(check, vec![Change { why, edits: json!(edits), records: all }]);
    }
    found
}

/// The honest choice with each forgery, and choices that are not true of the own cards.
fn lies(view: &View, honest: &Choice) -> Vec<(String, Choice, Forgery)> {
    let name = |action: &Action| format!("{action:?}").split([' ', '(']).next().unwrap_or_default().to_owned();
    let spoilt =
        IN_PLAY.map(|forgery| (format!("{} in {}", said(forgery), name(&honest.action)), honest.clone(), forgery));
    let legal = choices(view).all();
    let bag = view.hand.iter().copied().find(|face| face.is_bag());
    let with = |face: Option<Face>| face.map_or(honest.selection.clone(), |face| Selection::Objects(vec![face]));
    let next = Seat((view.seat.0 + 1) % view.state.options.seats);
    let bags = [
        Action::Demand { target: next, kind: Kind::SecretBag },
        Action::Accept { text: Some(Kind::SecretBag) },
        Action::Accept { text: None },
    ];
    let bags = bags.into_iter().map(|action| (format!("{action:?} with a bag"), action, with(bag)));
    let false_ones = [
        Action::Refuse,
        Action::Accept { text: None },
        Action::Accept { text: Some(Kind::Monocle) },
        Action::Text { text: None },
        Action::Text { text: Some(Kind::SecretBag) },
        Action::Surrender,
        Action::Lack,
        Action::Abilities { objects: vec![Face::Dagger], power: None },
        Action::Abilities { objects: vec![], power: Some(Power::Thug) },
        Action::Foresee,
    ];
    let lies = false_ones.into_iter().filter(|action| legal.iter().all(|choice| choice.action != *action));
    let lies = lies.map(|action| (format!("{action:?} is not true"), action, with(view.hand.first().copied())));
    let lies = lies.chain(bags.filter(|_| bag.is_some()));
    let lies = lies.map(|(why, action, selection)| (why, Choice { action, selection }, Forgery::FalseChoice));
    spoilt.into_iter().chain(lies).collect()
}

fn content(record: &[u8]) -> Content {
    UnverifiedEntry::decode(record).unwrap().claimed().clone()
}

/// The content of a record, changed and signed by its author.
fn signed(game: &Game, record: &[u8], change: impl FnOnce(&mut Content)) -> Vec<u8> {
    let mut content = content(record);
    let author = content.seat;
    change(&mut content);
    Entry::sign(content, &identity(game.seed, author)).unwrap().record().to_vec()
}

/// Files that were edited, and contents that their authors signed otherwise.
pub(crate) fn edits(game: &Game, records: &[Vec<u8>]) -> Vec<Change> {
    let n = usize::from(game.options.seats);
    let chain = records.len() - records.iter().filter(|r| content(r).kind == RecordKind::Closing).count();
    let middle = chain / 2;
    let mut unsigned = records[middle].clone();
    *unsigned.last_mut().unwrap() ^= 1;
    let mut changes = vec![
        replaced("a bit of the signature".to_owned(), records, middle, unsigned),
        edited("a record is dropped", records, json!([{"drop": middle}]), |all| drop(all.remove(middle))),
        edited("a record stands twice", records, json!([{"at": middle + 1, "repeat": middle}]), |all| {
            all.insert(middle + 1, all[middle].clone());
        }),
        edited(
            "the last record of the chain stands first, too",
            records,
            json!([{"at": 0, "repeat": chain - 1}]),
            |all| {
                all.insert(0, all[chain - 1].clone());
            },
        ),
    ];
    let mut sign = |why: &str, at: usize, change: &dyn Fn(&mut Content)| {
        changes.push(replaced(why.to_owned(), records, at, signed(game, &records[at], change)));
    };
    sign("another table", middle, &|content| content.table[0] ^= 1);
    sign("another round", middle, &|content| content.round += 1);
    sign("a head of two tables", middle, &|content| content.head[31] ^= 1);
    sign("a digest of another state", middle, &|content| content.digest[0] ^= 1);
    sign("a byte behind the body", middle, &|content| content.body.push(0));
    sign("a body of no kind", middle, &|content| content.body[0] = 99);
    sign("another version", 0, &|content| content.body[4] ^= 2);
    sign("eleven seats", 0, &|content| content.body[6] = 11);
    sign("another nonce than the committed one", 2 * n, &|content| content.body[4 + 96] ^= 1);
    sign("no first half of a share", chain_place(records, 4), &|content| content.body[12..44].fill(0));
    sign("a share that is no point", chain_place(records, 4), &|content| content.body[12..44].fill(0xff));
    let act = chain_place(records, 5);
    sign("an action that is not asked for", act, &|content| content.body = NO_VOTE.into());
    sign("no such action", act, &|content| content.body[4] = 39);
    sign("one identity sits twice", 0, &|content| repeat_key(&mut content.body));
    if let Some(at) = records.iter().position(|record| content(record).body.starts_with(&[7, 0, 0, 0, 24, 0, 0, 0, 0]))
    {
        sign("an answer that opens no seal", at, &|content| content.body[9] ^= 1);
    }
    if chain < records.len() {
        sign("another outcome is co-signed", chain, &|content| content.body[0] ^= 1);
        sign("a closing record of another round", chain, &|content| content.round -= 1);
    }
    changes.push(second(game, records, middle));
    let mut camp = replaced(String::from("two seats stand on another digest"), records, n, Vec::new());
    for at in [n, n + 1] {
        camp.records[at] = signed(game, &records[at], |content| content.digest = [7; 32]);
    }
    camp.edits = json!([
        {"at": n, "replace": hex(&camp.records[n])}, {"at": n + 1, "replace": hex(&camp.records[n + 1])},
    ]);
    changes.push(camp);
    changes
}

fn edited(why: &str, records: &[Vec<u8>], change: serde_json::Value, edit: impl FnOnce(&mut Vec<Vec<u8>>)) -> Change {
    let mut records = records.to_vec();
    edit(&mut records);
    Change { why: why.to_owned(), edits: change, records }
}

/// Two entries of one seat in one round, both signed.
fn second(game: &Game, records: &[Vec<u8>], at: usize) -> Change {
    let other = signed(game, &records[at], |content| content.body.push(1));
    let change = json!([{"at": at + 1, "insert": hex(&other)}]);
    edited("a second entry of one seat in one round", records, change, |all| all.insert(at + 1, other))
}

/// In a genesis: the key of seat 1 becomes that of seat 0.
fn repeat_key(body: &mut [u8]) {
    let name = |seat: &[u8]| body.windows(6).position(|part| part == seat).unwrap() + 6;
    let (first, second) = (name(b"Seat 0"), name(b"Seat 1"));
    body.copy_within(first..first + 32, second);
}

/// The first record whose body has this tag.
fn chain_place(records: &[Vec<u8>], tag: u8) -> usize {
    records.iter().position(|record| content(record).body.first() == Some(&tag)).unwrap()
}
