//! The program itself: a demo over real links, its transcript, and the exit codes that scripts rely on.
#![expect(clippy::unwrap_used, reason = "a test may stop at once")]

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use nightcoach_transcript::{RecordKind, UnverifiedEntry, file};

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

#[test]
fn what_goes_wrong_is_said_with_an_exit_code() {
    let missing = program(&["audit", "no such file"]);
    assert_eq!(missing.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&missing.stderr).contains("no such file"));
    assert_eq!(program(&["audit"]).status.code(), Some(2));
    assert_eq!(program(&["demo", "--seats", "11"]).status.code(), Some(2));
}

#[test]
fn simulated_games_are_counted_per_number_of_seats() {
    let counted = program(&["simulate", "--games", "3", "--seats", "3..4"]);
    assert!(counted.status.success());
    assert_eq!(said(&counted).lines().count(), 3);
}
