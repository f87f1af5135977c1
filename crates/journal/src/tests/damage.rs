//! Tests of damage to the journal: no bytes that were not there, no silent loss.

use super::journal::JOURNAL;
use super::*;
use scenewright_fs::disk::Interruption;

/// One transaction of the journal as it was before the damage.
struct Made {
    intent: Intent,
    /// The bytes that it replaced.
    before: Vec<Vec<u8>>,
}

/// A journal of some transactions of one file and of several, with undos, and its project.
struct Whole {
    journal: Vec<u8>,
    mark: Vec<u8>,
    made: Vec<Made>,
    files: Snapshot,
    /// The offsets of the records.
    records: Vec<(usize, usize)>,
}

const MARK: &str = "/project/.scenewright/journal.mark";

impl Whole {
    fn new(random: &mut fastrand::Rng) -> Whole {
        let disk = MemoryDisk::new();
        disk.put(MAIN, "begin");
        let store = store_on(&disk);
        for number in 0..random.usize(4..12) {
            let mut text = || Some(format!("{number} {}", random.u64(..)).repeat(random.usize(1..30)));
            let (main, gear) = (text(), if number % 3 == 0 { text() } else { None });
            let edits = [("main", main), ("gear", gear)];
            let changes: Vec<FileChange> = edits
                .iter()
                .filter(|(name, new)| new.is_some() || (*name == "gear" && number % 4 == 3))
                .filter_map(|(name, new)| {
                    let path = FileName::parse(name).unwrap().path();
                    let old = disk.get(Path::new("/project").join(path.relative()));
                    let new = new.as_ref().map(|new| new.as_bytes().to_vec());
                    (old.is_some() || new.is_some()).then(|| FileChange::new(path, old.as_deref(), new))
                })
                .collect();
            commit(&store, &changes).unwrap();
            if number % 5 == 4 {
                revert(&store, Direction::Undo).unwrap();
            }
        }
        let made = store.with_history(<[HistoryEntry]>::to_vec);
        let made = made.into_iter().map(|entry| {
            let before = entry.intent.contents().map(|it| store.kept_bytes(it).unwrap().unwrap()).collect();
            Made { intent: entry.intent, before }
        });
        let made = made.collect();
        let journal = disk.get(JOURNAL).unwrap();
        let records = records_of(&journal);
        let (mark, files) = (disk.get(MARK).unwrap(), snapshot(&disk));
        Whole { journal, mark, made, files, records }
    }

    /// Makes the same project with another journal.
    fn with_journal(&self, bytes: &[u8]) -> MemoryDisk {
        let disk = MemoryDisk::new();
        for (path, file) in &self.files {
            match file {
                Some((bytes, _)) => disk.put(path, bytes.as_slice()),
                None => disk.put_folder(path),
            }
        }
        disk.put(JOURNAL, bytes);
        disk.put(MARK, self.mark.as_slice());
        disk
    }

    /// Checks the reading of a damaged journal.
    fn check(&self, bytes: &[u8], is_changed: bool, what: &str) {
        let disk = self.with_journal(bytes);
        let store = store_on(&disk);
        if let Err(error) = store.recover(&limit()) {
            assert!(error.message.contains("another version"), "{what}: {error}");
            return;
        }
        self.check_history(&disk, &store, what);
        if !is_changed {
            return;
        }
        let warned = !store.history_warnings().is_empty();
        // The next change reports it, and the intact records stay.
        let before = committed_ids(&store);
        let done = put(&store, &disk, &[("wheel", Some("new"))]).unwrap_or_else(|it| panic!("{what}: {it}"));
        assert_eq!(!done.warnings.is_empty(), warned, "{what}: {:?}", done.warnings);
        let next = store_on(&disk);
        next.recover(&limit()).unwrap();
        let after = committed_ids(&next);
        assert_eq!(after, [before, vec![done.id]].concat(), "{what}");
        assert!(next.journal().damage().is_none(), "{what}");
        let kept = disk.paths().into_iter().find(|path| path.to_string_lossy().contains("journal.damaged-"));
        assert_eq!(kept.is_some(), warned, "{what}");
        if let Some(kept) = kept {
            assert_eq!(disk.get(kept).unwrap(), bytes, "{what}");
        }
        assert!(!has_temporary(&disk), "{what}");
        revert(&next, Direction::Undo).unwrap();
        self.check_history(&disk, &next, what);
        assert!(put(&next, &disk, &[("wheel", Some("more"))]).unwrap().warnings.is_empty(), "{what}");
    }

    fn check_history(&self, disk: &MemoryDisk, store: &Transactions, what: &str) {
        let files = snapshot(disk).into_iter().filter(|(path, _)| !path.ends_with("wheel.js"));
        assert_eq!(files.collect::<Snapshot>(), self.files, "{what}: the files are what they were");
        let entries = store.with_history(<[HistoryEntry]>::to_vec);
        let mut left = self.made.iter();
        let mut missing = 0;
        for entry in entries.iter().filter(|entry| !is_of_check(entry)) {
            let made = loop {
                match left.next() {
                    Some(made) if made.intent == entry.intent => break made,
                    Some(_) => missing += 1,
                    None => panic!("{what}: {} is no transaction, or out of order", entry.intent.id),
                }
            };
            for (content, bytes) in entry.intent.contents().zip(&made.before) {
                // Bytes that are lost are refused.
                if let Ok(Some(found)) = store.kept_bytes(content) {
                    assert_eq!(found, *bytes, "{what}");
                }
            }
        }
        missing += left.count();
        assert!(missing == 0 || !store.history_warnings().is_empty(), "{what}: {missing} lost silently");
    }
}

fn is_of_check(entry: &HistoryEntry) -> bool {
    entry.intent.files.iter().any(|file| file.path.as_str().ends_with("wheel.js"))
}

fn records_of(journal: &[u8]) -> Vec<(usize, usize)> {
    let mut records = Vec::new();
    let mut at = 32;
    while at < journal.len() {
        let length = u32::from_le_bytes(journal[at + 4..at + 8].try_into().unwrap()) as usize;
        records.push((at, at + 32 + length));
        at += 32 + length;
    }
    records
}

/// Damages a journal at random.
fn damage(whole: &Whole, random: &mut fastrand::Rng) -> (Vec<u8>, String) {
    let mut bytes = whole.journal.clone();
    let length = bytes.len();
    let record = |random: &mut fastrand::Rng| whole.records[random.usize(..whole.records.len())];
    let what = match random.u8(..10) {
        0..=2 => {
            let (at, bit) = (random.usize(..length), random.u8(..8));
            bytes[at] ^= 1 << bit;
            format!("bit {bit} of byte {at} flipped")
        }
        3 => {
            let at = random.usize(..length);
            bytes.truncate(at);
            format!("cut at {at}")
        }
        4 => {
            let at = record(random).0;
            bytes.truncate(at);
            format!("cut before the record at {at}")
        }
        5 => {
            let (mut one, mut two) = (record(random), record(random));
            if one > two {
                std::mem::swap(&mut one, &mut two);
            }
            if one != two {
                let parts = [
                    &bytes[..one.0],
                    &bytes[two.0..two.1],
                    &bytes[one.1..two.0],
                    &bytes[one.0..one.1],
                    &bytes[two.1..],
                ];
                bytes = parts.concat();
            }
            format!("records at {} and {} swapped", one.0, two.0)
        }
        6 | 7 => {
            let start = random.usize(..length);
            let end = (start + random.usize(1..400)).min(length);
            let is_zero = random.bool();
            bytes[start..end].iter_mut().for_each(|byte| *byte = if is_zero { 0 } else { random.u8(..) });
            format!("{start}..{end} overwritten, with zeros: {is_zero}")
        }
        8 => {
            let (from, to) = (record(random), record(random).0);
            let part = bytes[from.0..from.1].to_vec();
            let end = (to + part.len()).min(length);
            bytes[to..end].copy_from_slice(&part[..end - to]);
            format!("the record at {} copied over {to}", from.0)
        }
        _ => {
            let count = random.usize(2..6);
            let places: Vec<usize> = (0..count).map(|_| random.usize(..length)).collect();
            places.iter().for_each(|at| bytes[*at] ^= 1 << random.u8(..8));
            format!("bits flipped at {places:?}")
        }
    };
    (bytes, what)
}

#[test]
fn random_journal_damage_gives_no_wrong_bytes_and_no_silent_loss() {
    let mut cases = 0;
    for seed in 0..50 {
        let mut random = fastrand::Rng::with_seed(seed);
        let whole = Whole::new(&mut random);
        for number in 0..200 {
            let (bytes, what) = damage(&whole, &mut random);
            // Each is looked at, and every fifth is worked on with.
            whole.check(&bytes, number % 5 == 0, &format!("seed {seed}, {number}: {what}"));
            cases += 1;
        }
    }
    println!("{cases} damages");
}

#[test]
fn flipped_bit_in_head_loses_nothing_and_in_intent_one_transaction() {
    let whole = Whole::new(&mut fastrand::Rng::with_seed(3));
    for (at, end) in &whole.records {
        for byte in (*at..at + 32).chain([at + 40, end - 1]) {
            let mut bytes = whole.journal.clone();
            bytes[byte] ^= 0x04;
            let store = store_on(&whole.with_journal(&bytes));
            store.recover(&limit()).unwrap();
            let lost = whole.made.len() - committed_ids(&store).len();
            let is_intent = bytes[*at] == 2 && byte >= at + 32;
            assert_eq!(lost, usize::from(is_intent), "byte {} of the record at {at}", byte - at);
        }
    }
}

#[test]
fn damage_warning_names_losses_and_next_change_repeats_it_once() {
    let whole = Whole::new(&mut fastrand::Rng::with_seed(3));
    let (at, _) = whole.records.iter().filter(|(at, _)| whole.journal[*at] == 2).nth(2).unwrap();
    let mut bytes = whole.journal.clone();
    bytes[at + 50] ^= 1;
    let disk = whole.with_journal(&bytes);
    let store = store_on(&disk);
    store.recover(&limit()).unwrap();
    assert_eq!(disk.get(JOURNAL).unwrap(), bytes, "who only looks changes nothing");
    let lost = &whole.made[2].intent.id;
    let warnings = store.history_warnings();
    assert!(warnings[0].message.contains(&format!("damaged from byte {at} on")), "{warnings:?}");
    assert!(warnings[0].message.contains(&format!("Lost: {lost}.")), "{warnings:?}");
    assert_eq!(store.history_warnings(), warnings, "as often as somebody asks");
    let warnings = put(&store, &disk, &[("wheel", Some("1"))]).unwrap().warnings;
    assert!(
        warnings[0].message.contains(lost) && warnings[0].message.contains("kept as journal.damaged-"),
        "{warnings:?}"
    );
    assert!(put(&store, &disk, &[("wheel", Some("2"))]).unwrap().warnings.is_empty());
    assert!(store_on(&disk).history_warnings()[0].message.contains("journal.damaged-"));
}

#[test]
fn repair_killed_at_any_change_is_repeated() {
    let whole = Whole::new(&mut fastrand::Rng::with_seed(3));
    let mut bytes = whole.journal.clone();
    let middle = whole.records[whole.records.len() / 2].0;
    bytes[middle..middle + 60].fill(0x55);
    let store = store_on(&whole.with_journal(&bytes));
    store.recover(&limit()).unwrap();
    let ids = committed_ids(&store);
    let edit: &[Edit] = &[("wheel", Some("1"))];
    for change in 0.. {
        for death in [Interruption::Die, Interruption::DieAfter] {
            let disk = whole.with_journal(&bytes);
            disk.interrupt(change, death.clone());
            let made = put(&store_on(&disk), &disk, edit).is_ok();
            let disk = disk.survivor();
            let next = store_on(&disk);
            next.recover(&limit()).unwrap();
            let found = committed_ids(&next);
            assert!(found.starts_with(&ids) && found.len() <= ids.len() + 1, "{change} {death:?}: {found:?}");
            assert!(!next.history_warnings().is_empty(), "{change} {death:?}");
            put(&next, &disk, &[("wheel", Some("2"))]).unwrap();
            let kept = disk.paths().into_iter().filter(|path| path.to_string_lossy().contains("damaged-"));
            assert_eq!(kept.map(|path| disk.get(path).unwrap()).collect::<Vec<_>>(), [bytes.as_slice()]);
            if made && matches!(death, Interruption::Die) {
                assert!(change > 5, "{change}");
                return;
            }
        }
    }
}

#[test]
fn dead_transaction_is_rolled_back_from_damaged_journal() {
    let whole = Whole::new(&mut fastrand::Rng::with_seed(4));
    for (number, (at, _)) in whole.records.iter().enumerate() {
        let disk = whole.with_journal(&whole.journal);
        let store = store_on(&disk);
        let main = String::from_utf8(disk.get(MAIN).unwrap()).unwrap();
        let changes = [change("main", Some(&main), Some("half")), change("wheel", None, Some("done"))];
        let in_place = store.begin(&request(&changes)).unwrap();
        let dead = disk.survivor();
        std::mem::forget(in_place);
        let mut bytes = dead.get(JOURNAL).unwrap();
        bytes[at + 24 + number % 40] ^= 8;
        dead.put(JOURNAL, bytes);
        let next = store_on(&dead);
        next.recover(&limit()).unwrap();
        assert_eq!(snapshot(&dead), whole.files, "damage at {at}");
        assert!(!has_temporary(&dead));
        // A damaged content is noticed when it is asked for.
        let is_content = whole.journal[*at] == 1 && number % 40 >= 8;
        assert_ne!(next.history_warnings().is_empty(), !is_content, "damage at {at}");
    }
}

#[test]
fn journal_records_inside_a_file_are_not_history() {
    let forged = Whole::new(&mut fastrand::Rng::with_seed(8));
    let mut random = fastrand::Rng::with_seed(9);
    let disk = MemoryDisk::new();
    // Compressed as it is, so that the records are in the journal as they are in the file.
    let noise: Vec<u8> = (0..40_000).map(|_| random.u8(..)).collect();
    let content = [noise.as_slice(), &forged.journal, noise.as_slice()].concat();
    disk.put("/project/modules/wheel.js", content.as_slice());
    disk.put(MAIN, "0");
    let store = store_on(&disk);
    put(&store, &disk, &[("main", Some("1"))]).unwrap();
    put(&store, &disk, &[("wheel", None)]).unwrap();
    put(&store, &disk, &[("main", Some("2"))]).unwrap();
    let ids = committed_ids(&store);
    let mut bytes = disk.get(JOURNAL).unwrap();
    let (at, _) = records_of(&bytes).into_iter().find(|(at, end)| end - at > 40_000).unwrap();
    bytes[at..at + 100].fill(0xEE);
    disk.put(JOURNAL, bytes);
    let next = store_on(&disk);
    next.recover(&limit()).unwrap();
    assert!(committed_ids(&next).iter().all(|id| ids.contains(id)));
    assert_eq!(committed_ids(&next).len(), 3);
    assert!(!next.history_warnings().is_empty());
}
