//! Nothing of the spec is forgotten: every scenario of rules.md section F, every ruling of section E and every row of
//! walk.md a.3 to a.5 is named by a test, or stands here with the reason why there is nothing to test.
#![expect(clippy::expect_used, clippy::string_slice, reason = "a test fails by panicking")]

use std::fs;
use std::path::Path;

/// Rulings and rows without a behaviour of the engine.
const WITHOUT: [(&str, &str); 8] = [
    ("E6", "a slot and a card in the hand are the same thing here"),
    ("E8", "there is no action that shows a card at will, and chat is no part of the game"),
    ("E82", "deducing is the player's business; nothing computes it"),
    ("E84", "what is shown at the end is no round (walk.md decision 20)"),
    ("a.3 End", "what is shown at the end is no round (walk.md decision 20)"),
    ("a.3 D33 chat", "off the chain"),
    ("a.4 fullReveal", "what is shown at the end is no round (walk.md decision 20)"),
    ("a.4 diplomatDemandedFirst", "the row of the Diplomat says it: scenario 57"),
];

fn read(path: &str) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    fs::read_to_string(root.join(path)).expect("a file of the repository")
}

/// All test sources of the engine and of the plain table, but for this one.
fn tests() -> String {
    let mut all = String::new();
    for crate_ in ["rules", "plain"] {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(crate_).join("tests");
        for entry in fs::read_dir(folder).expect("a folder of tests") {
            let path = entry.expect("an entry").path();
            let ours = path.extension().is_some_and(|end| end == "rs") && !path.ends_with("coverage.rs");
            all.push_str(&if ours { fs::read_to_string(path).expect("a source") } else { String::new() });
        }
    }
    all
}

/// The part of a document from this heading to the next one of its rank.
fn section<'a>(text: &'a str, heading: &str) -> &'a str {
    let rank = heading.split(' ').next().expect("a heading");
    let from = text.find(&format!("\n{heading}")).expect("the heading is there") + 1;
    let body = &text[from..];
    let next = |rank: &str| body[1..].find(&format!("\n{rank} ")).map_or(body.len(), |at| at + 1);
    &body[..next(rank).min(next("#"))]
}

/// The first column of the tables of a section, without their heads.
fn rows(section: &str) -> Vec<String> {
    let lines = section.lines().filter(|line| line.starts_with('|'));
    let first =
        lines.filter_map(|line| line.split('|').nth(1)).map(|cell| cell.trim().trim_start_matches("- ").to_owned());
    let all: Vec<String> = first.collect();
    let head = |at: usize| all.get(at + 1).is_some_and(|next| next.starts_with("---"));
    let body = all.iter().enumerate().filter(|(at, cell)| !head(*at) && !cell.starts_with("---"));
    body.map(|(_, cell)| cell.clone()).collect()
}

/// Whether the tests cite this: as a word of its own, or at the front of a name.
fn cited(tests: &str, what: &str) -> bool {
    let in_name = format!("{}_", what.to_lowercase());
    let ends = |rest: &str| !rest.starts_with(|next: char| next.is_alphanumeric());
    let word = tests.match_indices(what).any(|(at, _)| ends(&tests[at + what.len()..]));
    word || tests.contains(&format!("fn {in_name}")) || tests.contains(&format!("_{in_name}"))
}

fn missing(wanted: impl IntoIterator<Item = String>) -> Vec<String> {
    let tests = tests();
    let excused = |what: &str| WITHOUT.iter().any(|(without, _)| *without == what);
    wanted.into_iter().filter(|what| !excused(what) && !cited(&tests, what)).collect()
}

#[test]
fn every_scenario_has_a_test_with_its_number() {
    let rules = read("protocol-spec/rules.md");
    let numbers = section(&rules, "# F.").lines().filter_map(|line| line.split_once(". **")?.0.parse::<u8>().ok());
    let wanted: Vec<String> = numbers.map(|number| format!("f{number:02}")).collect();
    assert!(wanted.len() > 30, "the scenarios are found: {wanted:?}");
    let tests = tests();
    let lacking: Vec<&String> = wanted.iter().filter(|name| !tests.contains(&format!("fn {name}_"))).collect();
    assert!(lacking.is_empty(), "{lacking:?}");
}

#[test]
fn every_ruling_is_cited_by_a_test() {
    let rules = read("protocol-spec/rules.md");
    let ruling =
        |row: &String| row.strip_prefix('E').is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
    let first_word = |row: String| row.split(' ').next().unwrap_or_default().to_owned();
    let wanted: Vec<String> = rows(section(&rules, "# E.")).into_iter().filter(ruling).map(first_word).collect();
    assert_eq!(wanted.len(), 95, "{wanted:?}");
    assert_eq!(missing(wanted), [""; 0]);
}

#[test]
fn every_row_of_the_walk_is_cited_by_a_test() {
    let walk = read("protocol-spec/walk.md");
    let mut wanted = Vec::new();
    for part in ["a.3", "a.4", "a.5"] {
        let rows = rows(section(&walk, &format!("## {part}")));
        assert!(rows.len() > 8, "{rows:?}");
        // The rows of a.4 name several options each.
        let names =
            rows.iter().flat_map(|row| if part == "a.4" { row.split(", ").collect() } else { vec![row.as_str()] });
        wanted.extend(names.map(|name| format!("{part} {name}")));
    }
    assert_eq!(missing(wanted), [""; 0]);
}

#[test]
fn what_is_excused_has_a_reason() {
    assert!(WITHOUT.iter().all(|(_, reason)| !reason.is_empty()));
}
