//! Pinned points. `NIGHTCOACH_BLESS=1` writes the file anew; without it a difference is a failure.

use std::collections::BTreeSet;
use std::path::PathBuf;

use curve25519_dalek::constants::RISTRETTO_BASEPOINT_COMPRESSED;
use nightcoach_cards::{CardPoint, shuffle};
use serde_json::{Value, json};

const OBJECTS: [&str; 17] = [
    "key",
    "goblet",
    "bag_key",
    "bag_goblet",
    "pearl",
    "mirror",
    "dagger",
    "gloves",
    "ring",
    "knives",
    "whip",
    "privilege",
    "monocle",
    "sextant",
    "coat",
    "tome",
    "loge",
];
const ASSOCIATIONS: [&str; 2] = ["order", "brotherhood"];
const OCCUPATIONS: [&str; 10] = [
    "diplomat",
    "doctor",
    "duelist",
    "poisonmixer",
    "clairvoyant",
    "priest",
    "grandmaster",
    "hypnotist",
    "bodyguard",
    "thug",
];

fn faces() -> Vec<(&'static str, &'static str)> {
    let deck =
        |deck: &'static str, names: &[&'static str]| -> Vec<_> { names.iter().map(|name| (deck, *name)).collect() };
    [deck("objects", &OBJECTS), deck("associations", &ASSOCIATIONS), deck("occupations", &OCCUPATIONS)].concat()
}

fn point(deck: &str, face: &str) -> [u8; 32] {
    CardPoint::of_face("base", deck, face).to_bytes()
}

fn bases() -> Vec<[u8; 32]> {
    (0..=64).map(shuffle::base_bytes).collect()
}

fn current() -> Value {
    let faces: Vec<_> = faces()
        .into_iter()
        .map(|(deck, face)| json!({"ruleset": "base", "deck": deck, "face": face, "point": hex::encode(point(deck, face))}))
        .collect();
    let bases: Vec<_> = bases().iter().map(hex::encode).collect();
    json!({
        "faces": faces,
        "bases": {
            "note": "number 0 is h, number i is h_i",
            "points": bases,
        },
    })
}

fn path(name: &str) -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../protocol-spec/vectors")).join(name)
}

#[expect(clippy::disallowed_methods, reason = "the one switch that lets a test write vectors anew")]
fn blessing() -> bool {
    std::env::var("NIGHTCOACH_BLESS").is_ok_and(|value| value == "1")
}

/// Compares with the pinned file, or writes it when told to.
pub(crate) fn assert_pinned(name: &str, current: &Value) {
    let path = path(name);
    if blessing() {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, serde_json::to_string_pretty(current).unwrap() + "\n").unwrap();
    }
    let pinned: Value = serde_json::from_str(&std::fs::read_to_string(&path).unwrap()).unwrap();
    // Compared without a print of both: they are long.
    assert!(pinned == *current, "{name} differs from the code");
}

#[test]
fn faces_and_bases_are_the_pinned_ones() {
    assert_pinned("cards-bases.json", &current());
}

#[test]
fn faces_bases_and_the_generator_are_pairwise_distinct() {
    let points: Vec<_> = faces()
        .into_iter()
        .map(|(deck, face)| point(deck, face))
        .chain(bases())
        .chain([RISTRETTO_BASEPOINT_COMPRESSED.to_bytes(), [0; 32]])
        .collect();
    let distinct: BTreeSet<_> = points.iter().collect();
    assert_eq!(distinct.len(), points.len());
}

#[test]
fn every_part_of_a_faces_name_matters_and_parts_do_not_run_into_each_other() {
    let names = [
        CardPoint::of_face("base", "objects", "key"),
        CardPoint::of_face("bas", "eobjects", "key"),
        CardPoint::of_face("base", "objectsk", "ey"),
        CardPoint::of_face("base", "occupations", "key"),
        CardPoint::of_face("other", "objects", "key"),
    ];
    assert_eq!(names.iter().collect::<BTreeSet<_>>().len(), names.len());
}
