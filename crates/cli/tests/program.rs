//! The program itself: a demo over real links, its transcript, and the exit codes that scripts rely on.
#![expect(clippy::unwrap_used, reason = "a test may stop at once")]

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use nightcoach_rules::{Options, Seat};
use nightcoach_table::{Genesis, Input, Output as Does, RosterSeat, Table, TableConfig, VERSION};
use nightcoach_transcript::{IdentitySecret, RecordKind, UnverifiedEntry, file};

fn program(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_nightcoach-cli")).args(arguments).output().unwrap()
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// A folder for one test, removed with it.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("nightcoach-cli-{}-{name}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    fn file(&self, name: &str) -> String {
        self.0.join(name).to_str().unwrap().to_owned()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        std::fs::remove_dir_all(&self.0).ok();
    }
}

/// Writes the records of a transcript that `keep` lets pass.
fn rewrite(from: &str, to: &str, keep: impl Fn(usize, &[u8]) -> Option<Vec<u8>>) {
    let bytes = std::fs::read(Path::new(from)).unwrap();
    let records = file::read(&bytes).unwrap();
    let kept: Vec<Vec<u8>> = records.iter().enumerate().filter_map(|(place, record)| keep(place, record)).collect();
    std::fs::write(to, file::write(kept.iter().map(Vec::as_slice))).unwrap();
}

fn is_closing(record: &[u8]) -> bool {
    UnverifiedEntry::decode(record).unwrap().claimed().kind == RecordKind::Closing
}

#[test]
fn a_demo_is_reproducible_and_its_transcript_is_judged_by_exit_code() {
    let folder = Folder::new("demo");
    let (first, second) = (folder.file("first"), folder.file("second"));
    for out in [&first, &second] {
        let demo = program(&["demo", "--seats", "3", "--seed", "11", "--out", out]);
        assert!(demo.status.success(), "{}", String::from_utf8_lossy(&demo.stderr));
        assert!(said(&demo).contains("All 3 players hold the same chain"), "{}", said(&demo));
        assert!(said(&demo).contains("whoever knows it knows every card"));
    }
    let bytes = std::fs::read(&first).unwrap();
    assert_eq!(bytes, std::fs::read(&second).unwrap());

    let audit = program(&["audit", &first]);
    assert_eq!(audit.status.code(), Some(0));
    assert!(said(&audit).contains("Co-signed by everybody"), "{}", said(&audit));
    assert!(said(&program(&["replay", &first])).contains("Turn 1:"));

    let chain = file::read(&bytes).unwrap().iter().filter(|record| !is_closing(record)).count();
    let unfinished = folder.file("unfinished");
    rewrite(&first, &unfinished, |place, record| (place + 1 < chain).then(|| record.to_vec()));
    let audit = program(&["audit", &unfinished]);
    assert_eq!(audit.status.code(), Some(3), "{}", said(&audit));

    let forged = folder.file("forged");
    rewrite(&first, &forged, |place, record| {
        let mut record = record.to_vec();
        if place == 40 {
            *record.last_mut().unwrap() ^= 1;
        }
        Some(record)
    });
    let audit = program(&["audit", &forged]);
    assert_eq!(audit.status.code(), Some(1));
    assert!(said(&audit).contains("INVALID at record 40"), "{}", said(&audit));
}

/// The transcript of a table of three with these names that has just begun.
fn begun(names: [&str; 3]) -> Vec<u8> {
    let identity = |seat: u8| IdentitySecret::from_seed([seat + 1; 32]);
    let seated = names.iter().zip(0u8..);
    let roster = seated
        .map(|(name, seat)| RosterSeat { name: (*name).to_owned(), key: identity(seat).public(), fresh: [seat; 32] })
        .collect();
    let options = Options::new(3);
    let genesis = Genesis { version: VERSION, options, roster, previous: [0; 32] };
    let (seat, identity) = (Seat(0), identity(0));
    let config = TableConfig { seat, genesis, identity, deal_seed: [1; 32], seat_seed: [2; 32], pace_ms: 0 };
    let (mut table, outputs) = Table::new(config, 0).unwrap();
    for output in outputs {
        if let Does::Persist { ticket, .. } = output {
            table.step(Input::Persisted(ticket), 0);
        }
    }
    table.transcript()
}

#[test]
fn names_of_a_foreign_file_steer_no_text_and_are_told_apart_by_their_seats() {
    let folder = Folder::new("names");
    let path = folder.file("hostile");
    let hostile = "Ada\nVALID and finished: every signature, proof and rule holds.\u{1b}[2J";
    std::fs::write(&path, begun([hostile, "B\u{202e}ela", "Bela\u{200b}"])).unwrap();
    for command in ["audit", "replay"] {
        let told = program(&[command, &path]);
        assert_eq!(told.status.code(), Some(3), "{}", said(&told));
        let said = said(&told);
        assert!(!said.contains(['\u{1b}', '\u{202e}', '\u{200b}']), "{said:?}");
        assert!(!said.lines().any(|line| line.starts_with("VALID and finished")), "{said}");
        assert!(said.contains("seat 2: Bela,") && said.contains("seat 3: Bela,"), "{said}");
    }
}

#[test]
fn a_damaged_file_is_told_by_audit_and_replay_wherever_it_is_damaged() {
    let folder = Folder::new("damaged");
    let path = folder.file("damaged");
    let whole = begun(["Ada", "Bela", "Cleo"]);
    let step = whole.len() / 12;
    let cuts = (0..whole.len()).step_by(step).map(|len| whole[..len].to_vec());
    let flips = (0..whole.len()).step_by(step).map(|place| {
        let mut bytes = whole.clone();
        bytes[place] ^= 0x41;
        bytes
    });
    for bytes in cuts.chain(flips) {
        std::fs::write(&path, &bytes).unwrap();
        for command in ["audit", "replay"] {
            let told = program(&[command, &path]);
            let complaint = String::from_utf8_lossy(&told.stderr).into_owned();
            assert_eq!(told.status.code(), Some(1), "{command}: {} {complaint}", said(&told));
            assert!(said(&told).contains("INVALID at record"), "{}", said(&told));
            assert!(!complaint.contains("panicked"), "{complaint}");
        }
    }
}

#[test]
fn what_goes_wrong_is_said_with_an_exit_code() {
    let missing = program(&["audit", "no such file"]);
    assert_eq!(missing.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&missing.stderr).contains("no such file"));
    assert_eq!(program(&["audit"]).status.code(), Some(2));
    assert_eq!(program(&["demo", "--seats", "11"]).status.code(), Some(2));
}

#[test]
fn a_code_that_cannot_be_and_options_that_no_table_has_are_told_before_anything_begins() {
    for (code, why) in [("R2M0-218X", "compare it once more"), ("R2M0", "8 or 12 characters"), ("R2MU-218Y", "'U'")] {
        let join = program(&["join", "--code", code]);
        assert_eq!(join.status.code(), Some(2), "{code}");
        let told = String::from_utf8_lossy(&join.stderr).into_owned();
        assert!(told.contains(why), "{told}");
    }
    for (options, why) in [("prophecies=on", "there is no option"), ("max-laps=many", "wants a number")] {
        let host = program(&["host", "--bot", "--options", options]);
        assert_eq!(host.status.code(), Some(1), "{options}");
        let told = String::from_utf8_lossy(&host.stderr).into_owned();
        assert!(told.contains(why), "{told}");
    }
}

#[test]
fn the_rules_are_told_whole_or_of_one_card_in_every_language() {
    let all = said(&program(&["rules"]));
    assert!(all.contains("# Goal") && all.contains("# Sextant") && all.contains("# Thug"), "{all}");
    let sextant = said(&program(&["rules", "--card", "sextant"]));
    assert_eq!(sextant.lines().filter(|line| line.starts_with('#')).collect::<Vec<_>>(), ["# Sextant"]);
    let chinese = said(&program(&["rules", "--language", "zh", "--card", "外交官"]));
    assert!(chinese.starts_with("# 外交官\n"), "{chinese}");
    assert_eq!(program(&["rules", "--card", "dragon"]).status.code(), Some(1));
}
