//! One engine at a table with two others in memory: what it writes, what it forgets, what it does after a restart.

use std::fs;

use nightcoach_rules::Options;
use nightcoach_table::lobby::{Player, Start};
use nightcoach_table::{Verdict, audit};
use nightcoach_transcript::{Entry, IdentitySecret};
use zeroize::Zeroizing;

use super::*;
use crate::net::{Beacon, Mark};
use crate::seat::opening::Seeds;
use crate::seat::peers::Peer;
use crate::seat::sitting::Sitting;

const DEAL: [u8; 32] = [3; 32];
const SEAT: [u8; 32] = [4; 32];
const MALLORY: PeerKey = PeerKey([77; 32]);

fn identity(seat: u8) -> IdentitySecret {
    IdentitySecret::from_seed([76 + seat; 32])
}

fn opening(profile: &Profile) -> Opening {
    let player = |n: u8, key: [u8; 32]| Player { name: format!("p{n}"), key, fresh: [n; 32] };
    let start = Start {
        version: nightcoach_table::VERSION,
        table: [5; 16],
        table_name: "t".to_owned(),
        options: Options::new(3),
        players: vec![player(0, profile.key().0), player(1, identity(1).public().0), player(2, identity(2).public().0)],
        previous: [0; 32],
    };
    Opening { start, seat: 0, seeds: Seeds { deal: Zeroizing::new(DEAL), seat: Zeroizing::new(SEAT) } }
}

fn begin(profile: &Profile) -> Engine {
    Engine::begin(profile, &opening(profile), 0, Clock::start()).unwrap().0
}

fn resume(profile: &Profile, journal: &Path) -> Result<Engine, LanError> {
    let (_, mut engine, _) = Engine::resume(profile, journal, 0, Clock::start())?;
    // The others have been asked.
    drop(engine.run(vec![Job::Input(Input::Release)]));
    Ok(engine)
}

/// Another seat of the same table, without a disk.
fn other(opening: &Opening, seat: u8) -> Table {
    let config = TableConfig {
        seat: Seat(seat),
        genesis: opening.genesis(),
        identity: identity(seat),
        deal_seed: [10 + seat; 32],
        seat_seed: [20 + seat; 32],
        pace_ms: 0,
    };
    let (mut table, outputs) = Table::new(config, 0).unwrap();
    persist(&mut table, outputs);
    table
}

fn persist(table: &mut Table, outputs: Vec<Output>) {
    for output in outputs {
        if let Output::Persist { ticket, .. } = output {
            let more = table.step(Input::Persisted(ticket), 0);
            persist(table, more);
        }
    }
}

fn record(record: &[u8]) -> Job {
    Job::Record { from: MALLORY, asked: false, record: record.to_vec() }
}

/// Lets everybody hear everything until the engine has come to the round.
fn play(engine: &mut Engine, others: &mut [Table], done: impl Fn(&Table) -> bool) {
    while !done(&engine.table) {
        let mut all = engine.table.entries_since(0);
        all.extend(others.iter().flat_map(|other| other.entries_since(0)));
        for other in &mut *others {
            for entry in &all {
                let outputs = other.step(Input::Entry(entry.clone()), 0);
                persist(other, outputs);
            }
        }
        drop(engine.run(all.iter().map(|entry| record(entry)).collect()));
    }
}

fn dealt(profile: &Profile) -> Engine {
    let opening = opening(profile);
    let mut engine = begin(profile);
    play(&mut engine, &mut [other(&opening, 1), other(&opening, 2)], |table| table.view().is_some());
    engine
}

fn genesis_of_mallory(opening: &Opening) -> Vec<u8> {
    other(opening, 1).entries_since(0)[0].clone()
}

fn changed(record: &[u8], change: impl FnOnce(&mut nightcoach_transcript::Content)) -> Vec<u8> {
    let mut content = UnverifiedEntry::decode(record).unwrap().claimed().clone();
    change(&mut content);
    Entry::sign(content, &identity(1)).unwrap().record().to_vec()
}

fn holds(bytes: &[u8], part: &[u8]) -> bool {
    bytes.windows(part.len()).any(|window| window == part)
}

/// Every file below a folder.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() { found.extend(files(&path)) } else { found.push(path) }
    }
    found
}

fn files_with(profile: &Profile, part: &[u8]) -> Vec<PathBuf> {
    files(profile.folder()).into_iter().filter(|path| holds(&fs::read(path).unwrap(), part)).collect()
}

#[test]
fn a_fault_survives_a_restart_and_its_evidence_is_in_the_transcript() {
    let profile = Profile::temporary("fault").unwrap();
    let mut engine = begin(&profile);
    let good = genesis_of_mallory(&opening(&profile));
    let bad = changed(&good, |content| content.body.push(0));
    engine.run(vec![record(&bad)]);
    let fault = engine.table.fault().cloned().unwrap();
    let (journal, transcript) = (engine.journal.path().to_owned(), engine.transcript.clone());
    drop(engine);
    fs::remove_file(&transcript).unwrap();

    let mut engine = resume(&profile, &journal).unwrap();
    assert_eq!(engine.table.fault(), Some(&fault));
    engine.run(vec![record(&good)]);
    assert_eq!(engine.table.fault(), Some(&fault));
    let written = fs::read(&transcript).unwrap();
    assert!(holds(&written, &bad));
    assert!(matches!(audit(&written).verdict, Verdict::Invalid { .. }));
}

#[test]
fn a_table_that_stopped_over_a_foreign_head_is_stopped_at_once_after_a_restart() {
    let profile = Profile::temporary("head").unwrap();
    let mut engine = begin(&profile);
    let mut others = [other(&opening(&profile), 1), other(&opening(&profile), 2)];
    play(&mut engine, &mut others, |table| table.round() == 2);
    let own = others[0]
        .entries_since(2)
        .into_iter()
        .find(|entry| UnverifiedEntry::decode(entry).unwrap().claimed().seat == 1);
    let foreign = changed(&own.unwrap(), |content| content.head = [9; 32]);
    engine.run(vec![record(&foreign)]);
    assert_eq!(engine.table.fault(), None, "time for finding who forked");
    let outputs = engine.table.step(Input::Tick, DISPUTED_MS);
    engine.carry_out(outputs, None, &mut Vec::new());
    engine.tidy_up(&mut Vec::new());
    let fault = engine.table.fault().cloned().unwrap();
    let journal = engine.journal.path().to_owned();
    drop(engine);
    assert_eq!(resume(&profile, &journal).unwrap().table.fault(), Some(&fault));
}

#[test]
fn the_seed_of_the_deal_is_gone_once_the_cards_are_dealt_and_no_restart_needs_it() {
    let profile = Profile::temporary("deal").unwrap();
    let engine = begin(&profile);
    let journal = engine.journal.path().to_owned();
    assert_eq!(files_with(&profile, &DEAL), [journal.with_extension("deal")]);
    drop(engine);
    let opening = opening(&profile);
    let mut engine = resume(&profile, &journal).unwrap();
    play(&mut engine, &mut [other(&opening, 1), other(&opening, 2)], |table| table.view().is_some());
    assert!(files_with(&profile, &DEAL).is_empty());
    let view = engine.table.view();
    drop(engine);
    let engine = resume(&profile, &journal).unwrap();
    assert_eq!(engine.table.view(), view);
    assert!(files_with(&profile, &DEAL).is_empty());
}

#[cfg(unix)]
#[test]
fn the_seed_of_the_deal_is_for_its_owner_only() {
    use std::os::unix::fs::PermissionsExt as _;
    let profile = Profile::temporary("mode").unwrap();
    let engine = begin(&profile);
    let mode = fs::metadata(engine.journal.path().with_extension("deal")).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
}

#[test]
fn without_the_seed_of_the_deal_a_table_that_is_not_dealt_is_not_taken_up() {
    let profile = Profile::temporary("undealt").unwrap();
    let engine = begin(&profile);
    let journal = engine.journal.path().to_owned();
    drop(engine);
    fs::remove_file(journal.with_extension("deal")).unwrap();
    assert!(matches!(resume(&profile, &journal), Err(LanError::Damaged { .. })));
}

#[test]
fn nothing_secret_of_a_table_stays_when_it_is_retired() {
    let profile = Profile::temporary("retired").unwrap();
    let engine = dealt(&profile);
    let journal = engine.journal.path().to_owned();
    assert_eq!(files_with(&profile, &SEAT), std::slice::from_ref(&journal));
    engine.retire(None).unwrap();
    assert!(files_with(&profile, &SEAT).is_empty() && files_with(&profile, &DEAL).is_empty());
    let left: Vec<_> = files(&profile.tables()).iter().map(|path| (path.clone(), fs::read(path).unwrap())).collect();
    assert_eq!(left, [(journal.with_extension("closed"), Vec::new())]);
    assert!(!files(&profile.folder().join("transcripts")).is_empty(), "the transcript is kept");
}

/// A folder that nobody can write to, whoever runs the tests: it is none.
#[test]
fn where_no_transcript_can_be_written_it_is_said_tried_again_and_the_journal_stays() {
    let profile = Profile::temporary("unwritten").unwrap();
    let mut engine = begin(&profile);
    let folder = engine.transcript.parent().unwrap().to_owned();
    fs::remove_dir(&folder).unwrap();
    fs::write(&folder, "in the way").unwrap();
    let bad = changed(&genesis_of_mallory(&opening(&profile)), |content| content.body.push(0));
    let effects = engine.run(vec![record(&bad)]);
    assert!(engine.table.fault().is_some(), "the table stops all the same");
    let named = |effect: &Effect| matches!(effect, Effect::Disk(why) if why.contains("transcripts"));
    assert!(effects.iter().any(named) && effects.iter().any(|effect| matches!(effect, Effect::WakeAt(_))));
    assert_eq!(engine.playing().transcript, None);
    let journal = engine.journal.path().to_owned();
    assert!(engine.retire(None).is_err());
    assert!(journal.exists(), "what the transcript is made of stays");

    let mut engine = resume(&profile, &journal).unwrap();
    fs::remove_file(&folder).unwrap();
    fs::create_dir(&folder).unwrap();
    assert!(!engine.run(vec![Job::Input(Input::Tick)]).iter().any(named));
    assert!(holds(&fs::read(engine.playing().transcript.clone().unwrap()).unwrap(), &bad));
    engine.retire(None).unwrap();
    assert!(!journal.exists());
}

#[test]
fn a_table_that_is_left_before_the_deal_leaves_no_seed() {
    let profile = Profile::temporary("left").unwrap();
    begin(&profile).retire(None).unwrap();
    assert!(files_with(&profile, &SEAT).is_empty() && files_with(&profile, &DEAL).is_empty());
}

#[test]
fn a_seed_without_a_journal_is_swept_away() {
    let profile = Profile::temporary("orphan").unwrap();
    let engine = begin(&profile);
    let orphan = profile.tables().join("0.deal");
    fs::write(&orphan, DEAL).unwrap();
    crate::seat::opening::sweep(&profile.tables());
    assert_eq!(files_with(&profile, &DEAL), [engine.journal.path().with_extension("deal")]);
}

#[test]
fn a_table_that_stands_stopped_at_somebody_else_is_told_once_for_each() {
    let profile = Profile::temporary("elsewhere").unwrap();
    let opening = opening(&profile);
    let mut sitting = Sitting::new(&opening, begin(&profile));
    let own = sitting.own_mark();
    let stopped = |table: [u8; 32], stopped: bool| {
        let mark = Mark { table, stopped, ..own };
        Peer { beacon: Beacon { mark: Some(mark), ..Beacon::default() }, ..Peer::default() }
    };
    let (here, other) = (stopped(own.table, true), stopped([1; 32], true));
    let goes_on = stopped(own.table, false);
    let (one, two) = (PeerKey(identity(1).public().0), PeerKey(identity(2).public().0));
    let mut peers = BTreeMap::from([(one, here), (two, other), (MALLORY, stopped(own.table, true))]);
    assert!(sitting.stopped_elsewhere(&peers, 0).is_empty(), "its evidence may be under way");
    assert_eq!(sitting.stopped_elsewhere(&peers, 60_000), ["p1"], "no other table, and nobody without a seat");
    assert!(sitting.stopped_elsewhere(&peers, 90_000).is_empty());
    peers.insert(two, stopped(own.table, true));
    peers.insert(one, goes_on);
    assert!(sitting.stopped_elsewhere(&peers, 90_000).is_empty());
    assert_eq!(sitting.stopped_elsewhere(&peers, 99_000), ["p2"]);
}

#[test]
fn no_table_begins_twice() {
    let profile = Profile::temporary("twice").unwrap();
    let engine = begin(&profile);
    let again = || Engine::begin(&profile, &opening(&profile), 0, Clock::start()).map(|_| ());
    assert!(matches!(again(), Err(LanError::Table(_))), "while it runs");
    engine.retire(None).unwrap();
    assert!(matches!(again(), Err(LanError::Table(_))), "after it was left");
}

#[test]
fn who_repeats_records_without_end_is_reported() {
    let profile = Profile::temporary("repeats").unwrap();
    let mut engine = begin(&profile);
    let known = genesis_of_mallory(&opening(&profile));
    let effects = engine.run((0..400).map(|_| record(&known)).collect());
    assert!(!effects.iter().any(|effect| matches!(effect, Effect::Repeats(_))));
    let effects = engine.run((0..10_000).map(|_| record(&known)).collect());
    let repeats = effects.iter().filter(|effect| matches!(effect, Effect::Repeats(MALLORY))).count();
    assert_eq!(repeats, usize::try_from(MAX_STRIKES).unwrap());
}

#[test]
fn nonsense_of_one_peer_does_not_keep_the_engine_busy() {
    let profile = Profile::temporary("nonsense").unwrap();
    let mut engine = begin(&profile);
    let good = genesis_of_mallory(&opening(&profile));
    let mut jobs: Vec<Job> = (0..1_000u32).map(|n| record(&n.to_le_bytes())).collect();
    jobs.push(Job::Record { from: PeerKey([78; 32]), asked: false, record: good });
    let effects = engine.run(jobs);
    let rejected = effects.iter().filter(|effect| matches!(effect, Effect::Rejected { .. })).count();
    assert_eq!(rejected, usize::try_from(MAX_STRIKES).unwrap());
    assert!(!engine.table.waiting_for().contains(Seat(1)), "the others are heard");
}

/// Own entries of the running chain, by round.
fn sent(effects: &[Effect]) -> BTreeMap<u32, Vec<u8>> {
    let own = effects.iter().filter_map(|effect| if let Effect::Send(record) = effect { Some(record) } else { None });
    own.map(|record| (UnverifiedEntry::decode(record).unwrap().claimed().round, record.clone())).collect()
}

#[test]
fn files_damaged_at_random_bytes_never_make_a_seat_panic_or_sign_another_entry() {
    use rand_chacha::ChaCha8Rng;
    use rand_core::{Rng as _, SeedableRng as _};

    let profile = Profile::temporary("random").unwrap();
    let mut engine = begin(&profile);
    let mut others = [other(&opening(&profile), 1), other(&opening(&profile), 2)];
    play(&mut engine, &mut others, |table| table.round() == 4);
    let journal = engine.journal.path().to_owned();
    drop(engine);
    let kept: Vec<_> =
        [journal.clone(), deal_path(&journal)].map(|path| (path.clone(), fs::read(path).unwrap())).into();
    let (_, _, effects) = Engine::resume(&profile, &journal, 0, Clock::start()).unwrap();
    let honest = sent(&effects);
    assert!(honest.len() > 3);
    let mut rng = ChaCha8Rng::seed_from_u64(9);
    let mut pick = |of: usize| usize::try_from(rng.next_u64()).unwrap() % of;
    for _case in 0..60 {
        for (path, bytes) in &kept {
            fs::write(path, bytes).unwrap();
        }
        let (path, bytes) = &kept[usize::from(pick(4) == 0)];
        let mut damaged = bytes.clone();
        for _byte in 0..=pick(3) {
            let place = pick(damaged.len());
            damaged[place] = damaged[place].wrapping_add(1 + u8::try_from(pick(255)).unwrap());
        }
        damaged.truncate(if pick(3) == 0 { pick(bytes.len()) } else { bytes.len() });
        fs::write(path, &damaged).unwrap();
        match Engine::resume(&profile, &journal, 0, Clock::start()) {
            Ok((_, engine, effects)) => {
                for (round, record) in sent(&effects) {
                    assert_eq!(honest.get(&round), Some(&record), "another entry in round {round}");
                }
                assert!(engine.cut().is_some() || damaged == *bytes, "cut without a word");
            }
            Err(error) => assert!(error.to_string().contains("tables"), "{error}"),
        }
    }
}

#[test]
fn on_a_full_disk_nothing_is_sent_and_it_goes_on_once_there_is_room() {
    let Some(disk) = crate::store::SmallDisk::mount("engine") else { return };
    let profile = Profile::open(disk.folder.join("profile")).unwrap();
    let mut engine = begin(&profile);
    let mut others = [other(&opening(&profile), 1), other(&opening(&profile), 2)];
    disk.fill();
    // The last block of the journal may still take some entries.
    let mut effects = Vec::new();
    while engine.unsaved.is_empty() {
        let all: Vec<_> = others.iter().flat_map(|other| other.entries_since(0)).collect();
        effects = engine.run(all.iter().map(|entry| record(entry)).collect());
        for entry in engine.table.entries_since(0) {
            for other in &mut others {
                let outputs = other.step(Input::Entry(entry.clone()), 0);
                persist(other, outputs);
            }
        }
    }
    let Some((_, Record::Own { entry: Blob(unsaved), .. })) = engine.unsaved.front().cloned() else {
        panic!("no own entry")
    };
    let said = |effects: &[Effect]| sent(effects).into_values().any(|record| record == unsaved);
    assert!(effects.iter().any(|effect| matches!(effect, Effect::Disk(why) if why.contains("make room"))));
    assert!(!said(&effects), "sent before it was durable");
    assert!(!said(&engine.run(Vec::new())), "sent although the disk is still full");
    disk.make_room();
    assert!(said(&engine.run(Vec::new())), "not sent although there is room");
    drop(engine);
}
