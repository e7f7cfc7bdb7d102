//! Disks that are full, read-only or damaged.

use std::path::{Path, PathBuf};
use std::process::Command;

use rand_chacha::ChaCha8Rng;
use rand_core::{Rng as _, SeedableRng as _};

use super::*;
use crate::LanError;
use crate::net::Blob;

/// A small file system of its own; none where this is not allowed.
pub(crate) struct SmallDisk {
    pub(crate) folder: PathBuf,
}

impl SmallDisk {
    pub(crate) fn mount(label: &str) -> Option<Self> {
        let folder = std::env::temp_dir().join(format!("nightcoach-disk-{}-{label}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let mounted = Command::new("mount").args(["-t", "tmpfs", "-o", "size=256k", "tmpfs"]).arg(&folder).output();
        if mounted.is_ok_and(|mounted| mounted.status.success()) {
            return Some(Self { folder });
        }
        println!("skipped: no file system can be mounted here");
        std::fs::remove_dir_all(folder).ok();
        None
    }

    pub(crate) fn fill(&self) {
        let filled = (0..1_000).find(|n| std::fs::write(self.folder.join(format!("filler{n}")), [7; 4_096]).is_err());
        assert!(filled.is_some(), "the disk is not small");
    }

    pub(crate) fn make_room(&self) {
        for entry in std::fs::read_dir(&self.folder).unwrap() {
            let path = entry.unwrap().path();
            if path.file_name().unwrap().to_string_lossy().starts_with("filler") {
                std::fs::remove_file(path).unwrap();
            }
        }
    }

    fn remount(&self, how: &str) {
        let done = Command::new("mount").args(["-o", how]).arg(&self.folder).status().unwrap();
        assert!(done.success());
    }
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        Command::new("umount").arg("-l").arg(&self.folder).status().ok();
        std::fs::remove_dir(&self.folder).ok();
    }
}

fn own(n: u8) -> Record {
    Record::Own { entry: Blob(vec![n; 3_000]), private: Blob(vec![n; 30]) }
}

#[test]
fn a_full_disk_is_said_and_the_journal_goes_on_behind_its_last_whole_record() {
    let Some(disk) = SmallDisk::mount("full") else { return };
    let path = disk.folder.join("a.journal");
    let mut journal = Journal::create(&path, &own(0)).unwrap();
    journal.append_synced(&own(1)).unwrap();
    disk.fill();
    let refused = (0..10).map(|_| journal.append_synced(&own(2))).find_map(Result::err).unwrap();
    assert!(refused.to_string().contains("a.journal") && refused.to_string().contains("make room"), "{refused}");
    disk.make_room();
    journal.append_synced(&own(3)).unwrap();
    drop(journal);
    let (journal, records) = Journal::load(&path).unwrap();
    assert_eq!(journal.cut(), 0, "nothing torn stands in it");
    assert_eq!((records.first(), records.last()), (Some(&own(0)), Some(&own(3))));
}

#[test]
fn a_read_only_folder_is_refused_with_its_name_and_what_to_do() {
    let Some(disk) = SmallDisk::mount("readonly") else { return };
    let profile = disk.folder.join("profile");
    drop(Profile::open(&profile).unwrap());
    disk.remount("remount,ro");
    for folder in [profile, disk.folder.join("new")] {
        let error = Profile::open(&folder).map(drop).unwrap_err();
        assert!(error.to_string().contains("--profile"), "{error}");
        assert!(error.to_string().contains(disk.folder.to_str().unwrap()), "{error}");
    }
    disk.remount("remount,rw");
}

#[test]
fn a_journal_damaged_at_any_byte_gives_whole_records_from_its_start_or_says_that_it_is_damaged() {
    let profile = Profile::temporary("damage").unwrap();
    let path = profile.tables().join("a.journal");
    let whole: Vec<Record> =
        (0..6).map(|n| Record::Own { entry: Blob(vec![n; 40]), private: Blob(vec![n; 9]) }).collect();
    let mut journal = Journal::create(&path, &whole[0]).unwrap();
    whole[1..].iter().for_each(|record| journal.append_synced(record).unwrap());
    drop(journal);
    let bytes = std::fs::read(&path).unwrap();
    let mut rng = ChaCha8Rng::seed_from_u64(5);
    for place in 0..bytes.len() {
        let mut damaged = bytes.clone();
        damaged[place] ^= 1 << (rng.next_u32() % 8);
        std::fs::write(&path, &damaged).unwrap();
        match Journal::load(&path) {
            Ok((journal, records)) => {
                assert!(whole.starts_with(&records) && records.len() < whole.len(), "byte {place}");
                assert!(journal.cut() > 0, "byte {place} is cut without a word");
            }
            Err(error) => {
                assert!(
                    matches!(error, LanError::Damaged { .. }) && error.to_string().contains("a.journal"),
                    "{error}"
                );
                assert_eq!(std::fs::read(&path).unwrap(), damaged, "left for whoever can mend it");
            }
        }
    }
}

#[test]
fn an_identity_damaged_at_any_byte_is_never_another_identity() {
    let profile = Profile::temporary("identity").unwrap();
    let (folder, path) = (profile.folder().join("inner"), profile.folder().join("inner").join("identity"));
    drop(Profile::open(&folder).unwrap());
    let bytes = std::fs::read(&path).unwrap();
    for place in 0..bytes.len() {
        let mut damaged = bytes.clone();
        damaged[place] ^= 4;
        std::fs::write(&path, &damaged).unwrap();
        assert_damaged(Profile::open(&folder).map(drop), &path);
        std::fs::write(&path, &bytes[..place]).unwrap();
        assert_damaged(Profile::open(&folder).map(drop), &path);
    }
}

fn assert_damaged(opened: Result<(), LanError>, path: &Path) {
    let error = opened.unwrap_err();
    assert!(matches!(error, LanError::Damaged { .. }) && error.to_string().contains(path.to_str().unwrap()), "{error}");
}
