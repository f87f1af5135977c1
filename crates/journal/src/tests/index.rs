//! Tests of the index of a long journal, and of the accounts that stay on disk.

use serde_json::{Value, json};

use super::journal::JOURNAL;
use super::*;

const INDEX: &str = "/project/.scenewright/journal.index";

/// The commits of a journal that is long enough to have an index.
const COMMITS: usize = 40;

/// Text that does not get shorter by compression, so that a few commits fill the journal.
fn noise(number: usize) -> String {
    let mut random = fastrand::Rng::with_seed(number as u64);
    (0..50_000).map(|_| random.alphanumeric()).collect()
}

fn commit_with_account(store: &Arc<Transactions>, disk: &MemoryDisk, number: usize) {
    let old = disk.get(MAIN);
    let path = FileName::parse("main").unwrap().path();
    let changes = [FileChange::new(path, old.as_deref(), Some(format!("{number}").into_bytes()))];
    let detail = Some(json!({ "by": "tool", "number": number, "words": noise(number) }));
    let undoes = (number % 10 == 9).then(|| committed_ids(store).pop()).flatten();
    let values =
        number.is_multiple_of(7).then(|| ValueStep { before: json!({}), after: json!({ "n": number }) });
    let label = Label { undoes, values, detail, ..label(&format!("change {number}")) };
    store.commit(&CommitRequest { label, ..request(&changes) }).unwrap();
}

fn long_journal() -> (MemoryDisk, Arc<Transactions>) {
    let disk = MemoryDisk::new();
    disk.put(MAIN, "begin");
    let store = store_on(&disk);
    (0..COMMITS).for_each(|number| commit_with_account(&store, &disk, number));
    (disk, store)
}

fn opened(disk: &MemoryDisk) -> Arc<Transactions> {
    let store = store_on(disk);
    store.recover(&limit()).unwrap();
    store
}

fn entries(store: &Transactions) -> Vec<HistoryEntry> {
    store.with_history(<[HistoryEntry]>::to_vec)
}

fn accounts(store: &Transactions) -> Vec<Option<Value>> {
    entries(store).iter().map(|entry| store.account_of(entry).unwrap()).collect()
}

#[test]
fn index_gives_what_the_journal_gives() {
    let (disk, store) = long_journal();
    assert!(disk.get(INDEX).is_some(), "a journal of this length has an index");
    assert!(disk.get(INDEX).unwrap().len() < 20_000, "and the accounts are not in it");
    let by_index = opened(&disk);
    let without = MemoryDisk::new();
    without.put(MAIN, disk.get(MAIN).unwrap());
    without.put(JOURNAL, disk.get(JOURNAL).unwrap());
    let by_journal = opened(&without);
    for other in [&by_index, &by_journal] {
        assert_eq!(entries(other), entries(&store));
        assert_eq!(accounts(other), accounts(&store));
        assert_eq!(other.latest_values(), store.latest_values());
        assert!(other.history_warnings().is_empty());
        for entry in entries(&store) {
            for content in entry.intent.contents() {
                assert_eq!(other.kept_bytes(content).unwrap(), store.kept_bytes(content).unwrap());
            }
        }
    }
    let all = accounts(&store);
    for (number, account) in all.iter().enumerate() {
        let account = account.as_ref().unwrap();
        assert_eq!((&account["number"], &account["words"]), (&json!(number), &json!(noise(number))));
    }
    assert!(entries(&store).iter().all(|entry| entry.intent.detail.is_none()), "no account is in memory");
    assert!(
        entries(&by_index).iter().all(|entry| entry.has_account_of("by") && !entry.has_account_of("guard"))
    );
}

#[test]
fn journal_that_was_opened_by_its_index_goes_on() {
    let (disk, store) = long_journal();
    let reopened = opened(&disk);
    commit_with_account(&reopened, &disk, COMMITS);
    revert(&reopened, Direction::Undo).unwrap();
    store.recover(&limit()).unwrap();
    assert_eq!(entries(&store), entries(&reopened));
    assert_eq!(entries(&opened(&disk)), entries(&store));
    store.purge(&limit()).unwrap();
    assert!(disk.get(INDEX).is_none(), "a purge leaves no names and messages");
    assert!(entries(&opened(&disk)).is_empty());
}

#[test]
fn index_that_is_damaged_or_of_another_journal_is_ignored() {
    let (disk, store) = long_journal();
    let index = disk.get(INDEX).unwrap();
    let mut random = fastrand::Rng::with_seed(7);
    for _ in 0..40 {
        let mut damaged = index.clone();
        match random.u8(0..3) {
            0 => damaged.truncate(random.usize(..damaged.len())),
            1 => damaged.extend_from_slice(b"more"),
            _ => damaged[random.usize(..index.len())] ^= 1 << random.u8(..8),
        }
        disk.put(INDEX, damaged);
        assert_eq!(entries(&opened(&disk)), entries(&store));
    }
    // The journal was put back to an earlier copy, or is another one.
    let other = MemoryDisk::new();
    other.put(MAIN, "begin");
    let others = store_on(&other);
    put(&others, &other, &[("main", Some("1"))]).unwrap();
    other.put(INDEX, index);
    assert_eq!(entries(&opened(&other)), entries(&others));
}

#[test]
fn damage_that_the_index_passed_over_is_found_when_it_is_read() {
    let (disk, store) = long_journal();
    let ids = committed_ids(&store);
    let mut journal = disk.get(JOURNAL).unwrap();
    let words = noise(5);
    let place = journal.windows(20).position(|bytes| *bytes == words.as_bytes()[..20]).unwrap();
    journal[place + 3] ^= 1;
    disk.put(JOURNAL, journal);
    let reopened = opened(&disk);
    assert_eq!(committed_ids(&reopened), ids, "the index has its name");
    let damaged = entries(&reopened).into_iter().find(|entry| entry.intent.id == ids[5]).unwrap();
    assert_eq!(reopened.account_of(&damaged).unwrap(), None);
    reopened.recover(&limit()).unwrap();
    let warnings = reopened.history_warnings().join("\n");
    assert!(warnings.contains("damaged") && warnings.contains(&ids[5]), "{warnings}");
    assert!(!committed_ids(&reopened).contains(&ids[5]));
}
