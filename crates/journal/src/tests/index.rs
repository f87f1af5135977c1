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

/// A journal with more transactions than are decoded when it is opened by its index, the first of which the last but one undoes.
fn journal_of_many() -> (MemoryDisk, Arc<Transactions>) {
    let disk = MemoryDisk::new();
    disk.put(MAIN, "begin");
    let store = store_on(&disk);
    let path = FileName::parse("main").unwrap().path();
    for number in 0..MANY {
        let old = disk.get(MAIN);
        let changes = [FileChange::new(path.clone(), old.as_deref(), Some(format!("{number}").into_bytes()))];
        let detail = Some(json!({ "words": noise(number)[..2_000] }));
        let undoes = (number == MANY - 2).then(|| committed_ids(&store)[0].clone());
        let label = Label { undoes, detail, ..label(&format!("change {number}")) };
        store.commit(&CommitRequest { label, ..request(&changes) }).unwrap();
    }
    (disk, store)
}

const MANY: usize = 320;

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
fn end_of_long_history_equals_end_of_whole_history() {
    let (disk, store) = journal_of_many();
    let all = entries(&store);
    assert!(all[0].undone, "the last but one undoes the first");
    for count in [0, 1, 5, 150, MANY, 2 * MANY] {
        let found = opened(&disk).with_latest(count, |latest, total| (latest.to_vec(), total));
        assert_eq!(found, (all[MANY.saturating_sub(count)..].to_vec(), MANY), "{count}");
    }
    assert_eq!(entries(&opened(&disk)), all);
    let reopened = opened(&disk);
    let oldest = all[1].intent.contents().next().unwrap();
    assert_eq!(reopened.kept_bytes(oldest).unwrap(), store.kept_bytes(oldest).unwrap());
    assert_eq!(opened(&disk).account_of(&all[3]).unwrap(), store.account_of(&all[3]).unwrap());
}

#[test]
fn end_of_an_index_that_was_written_at_once_is_decoded_alone() {
    let (disk, store) = journal_of_many();
    disk.put(INDEX, "");
    let rewriter = opened(&disk);
    commit_with_account(&rewriter, &disk, MANY);
    store.recover(&limit()).unwrap();
    let all = entries(&store);
    for count in [1, 99, 100, 101, MANY] {
        let found = opened(&disk).with_latest(count, |latest, total| (latest.to_vec(), total));
        assert_eq!(found, (all[MANY + 1 - count..].to_vec(), MANY + 1), "{count}");
    }
    let reopened = opened(&disk);
    for entry in &all {
        for content in entry.intent.contents() {
            assert_eq!(reopened.kept_bytes(content).unwrap(), store.kept_bytes(content).unwrap());
        }
    }
    assert_eq!(entries(&reopened), all);
}

#[test]
fn long_history_of_which_only_the_end_was_read_takes_further_commits() {
    let (disk, store) = journal_of_many();
    let reopened = opened(&disk);
    assert_eq!(reopened.with_latest(1, |_, total| total), MANY);
    for number in MANY..MANY + 3 {
        commit_with_account(&reopened, &disk, number);
        store.recover(&limit()).unwrap();
        let latest = |store: &Transactions| store.with_latest(2, |latest, total| (latest.to_vec(), total));
        assert_eq!(latest(&reopened), latest(&store));
    }
    assert_eq!(entries(&reopened), entries(&store));
    assert_eq!(entries(&opened(&disk)), entries(&store));
}

#[test]
fn index_and_journal_give_the_same_history() {
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
fn journal_opened_by_its_index_takes_further_commits() {
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
    let warnings = reopened.history_warnings().into_iter().map(|warning| warning.message).collect::<String>();
    assert!(warnings.contains("damaged") && warnings.contains(&ids[5]), "{warnings}");
    assert!(!committed_ids(&reopened).contains(&ids[5]));
}

/// The ends of the segments of an index in the journal, and in the index.
fn segments(index: &[u8]) -> Vec<(u64, usize)> {
    let u64_at = |at: usize| u64::from_le_bytes(index[at..at + 8].try_into().unwrap());
    let (mut found, mut at) = (Vec::new(), 0);
    while at < index.len() {
        let end = at + usize::try_from(u64_at(at)).unwrap();
        found.push((u64_at(at + 32), end));
        at = end;
    }
    found
}

#[test]
fn index_grows_by_segments_of_any_session() {
    let disk = MemoryDisk::new();
    disk.put(MAIN, "begin");
    let stores = [store_on(&disk), store_on(&disk), store_on(&disk)];
    let mut before = Vec::new();
    for number in 0..COMMITS {
        commit_with_account(&stores[number * 7 % 3], &disk, number);
        let index = disk.get(INDEX).unwrap_or_default();
        assert!(index.starts_with(&before), "segments are appended, and none is written again");
        before = index;
        let indexed = segments(&before).last().map_or(0, |(journal, _)| *journal);
        let missing = disk.get(JOURNAL).unwrap().len() as u64 - indexed;
        assert!(missing < 200_000, "{missing} bytes of the journal are not in the index");
    }
    assert!(segments(&before).len() > 10);
    assert_eq!(entries(&opened(&disk)), entries(&stores[0]));
}

#[test]
fn segment_that_is_torn_is_replaced_and_those_before_it_count() {
    let (disk, store) = long_journal();
    let whole = disk.get(INDEX).unwrap();
    let known = segments(&whole);
    let (_, kept) = known[known.len() - 3];
    for cut in [kept + 1, kept + 40, known[known.len() - 2].1 - 1] {
        disk.put(INDEX, &whole[..cut]);
        assert_eq!(entries(&opened(&disk)), entries(&store));
        let writer = opened(&disk);
        for number in 0..3 {
            commit_with_account(&writer, &disk, COMMITS + cut + number);
        }
        let index = disk.get(INDEX).unwrap();
        assert_eq!(index[..kept], whole[..kept]);
        assert!(segments(&index).len() >= known.len() - 1);
        store.recover(&limit()).unwrap();
        assert_eq!(entries(&opened(&disk)), entries(&store));
    }
}

#[test]
fn index_that_outlived_the_end_of_its_journal_is_ignored() {
    let (disk, store) = long_journal();
    let (index, journal) = (disk.get(INDEX).unwrap(), disk.get(JOURNAL).unwrap());
    // As after a power cut that took the last records, and later commits in their place.
    let known = segments(&index);
    let (end, _) = known[known.len() - 4];
    let cut = MemoryDisk::new();
    cut.put(MAIN, "begin");
    cut.put(JOURNAL, &journal[..usize::try_from(end).unwrap()]);
    cut.put(INDEX, index);
    let survivor = opened(&cut);
    let left = committed_ids(&survivor);
    assert_eq!(left[..], committed_ids(&store)[..left.len()]);
    for number in 0..20 {
        commit_with_account(&survivor, &cut, 100 + number);
    }
    assert_eq!(entries(&opened(&cut)), entries(&survivor));
}
