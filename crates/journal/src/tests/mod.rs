//! Tests that every change is made whole or not at all, whatever fails, whichever sessions work at the same time, and
//! whenever the process or the power goes.

mod commits;
mod crashes;
mod damage;
mod faults;
mod folders;
mod history;
mod index;
mod journal;
mod kind_changes;
mod purge;
mod sharing;

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Arc, LazyLock};
use std::time::Duration;

use super::*;
use scenewright_error::Result;
use scenewright_fs::disk::{Disk, MemoryDisk, Operation};
use scenewright_fs::{FileName, RootSet, WaitLimit, WriteRules};

const MAIN: &str = "/project/scene.code.js";

/// A change of one file: its name, and its new contents.
type Edit = (&'static str, Option<&'static str>);

/// The acts of a test, one transaction after the other.
#[derive(Clone, Copy)]
enum Act {
    Commit(&'static [Edit]),
    Undo,
    Redo,
}

/// Everything beside the state folder: files with their bytes and mode, folders and links without.
type Snapshot = BTreeMap<String, Option<(Vec<u8>, Option<u32>)>>;

fn limit() -> WaitLimit<'static> {
    WaitLimit::until_elapsed(Duration::from_secs(20))
}

fn site_on(disk: &MemoryDisk) -> Arc<RootSet> {
    let disk: Arc<dyn Disk> = Arc::new(disk.clone());
    Arc::new(RootSet::with_own_state(disk, Path::new("/project")).unwrap())
}

fn store_on(disk: &MemoryDisk) -> Arc<Transactions> {
    Transactions::new(site_on(disk), Settings::default())
}

fn change(name: &str, old: Option<&str>, new: Option<&str>) -> FileChange {
    let path = FileName::parse(name).unwrap().path();
    FileChange::new(path, old.map(str::as_bytes), new.map(|new| new.as_bytes().to_vec()))
}

fn label(message: &str) -> Label {
    Label { operation: "test".to_owned(), message: message.to_owned(), ..Label::default() }
}

fn request(changes: &[FileChange]) -> CommitRequest<'_> {
    static RULES: LazyLock<WriteRules> = LazyLock::new(WriteRules::default);
    let (label, durability) = (label("a change"), Durability::Fsync);
    let folders = FolderChanges::NONE;
    CommitRequest {
        label,
        changes,
        unchanged: &[],
        folders,
        rules: &RULES,
        durability,
        base: None,
        limit: limit(),
    }
}

fn commit(store: &Arc<Transactions>, changes: &[FileChange]) -> Result<Committed, CommitError> {
    store.commit(&request(changes))
}

/// Commits new contents over the present ones.
fn put(store: &Arc<Transactions>, disk: &MemoryDisk, edits: &[Edit]) -> Result<Committed, CommitError> {
    put_with(store, disk, edits, Durability::Fsync)
}

fn put_with(
    store: &Arc<Transactions>,
    disk: &MemoryDisk,
    edits: &[Edit],
    durability: Durability,
) -> Result<Committed, CommitError> {
    let changes: Vec<FileChange> = edits
        .iter()
        .map(|(name, new)| {
            let path = FileName::parse(name).unwrap().path();
            let old = disk.get(Path::new("/project").join(path.relative()));
            FileChange::new(path, old.as_deref(), new.map(|new| new.as_bytes().to_vec()))
        })
        .collect();
    store.commit(&CommitRequest { durability, ..request(&changes) })
}

/// Undoes or redoes the next transaction.
fn revert(store: &Arc<Transactions>, direction: Direction) -> Result<Committed> {
    take_back_with(store, direction, Durability::Fsync)
}

fn take_back_with(
    store: &Arc<Transactions>,
    direction: Direction,
    durability: Durability,
) -> Result<Committed> {
    let plan = store.plan(direction, None, false)?;
    let label = Label { undoes: Some(plan.id.clone()), ..label("back") };
    Ok(store.commit(&CommitRequest { label, durability, ..request(&plan.changes) })?)
}

fn perform(
    store: &Arc<Transactions>,
    disk: &MemoryDisk,
    act: Act,
    durability: Durability,
) -> Result<Committed> {
    match act {
        Act::Commit(edits) => Ok(put_with(store, disk, edits, durability)?),
        Act::Undo => take_back_with(store, Direction::Undo, durability),
        Act::Redo => take_back_with(store, Direction::Redo, durability),
    }
}

fn snapshot(disk: &MemoryDisk) -> Snapshot {
    let inside = disk
        .paths()
        .into_iter()
        .filter(|path| path.starts_with("/project") && !path.starts_with("/project/.scenewright"));
    inside
        .map(|path| {
            let file = disk.get(&path).map(|bytes| (bytes, disk.mode_of(&path)));
            (path.to_string_lossy().into_owned(), file)
        })
        .collect()
}

/// Returns true if anything is left beside the files. Files left beside the journal are removed when its lock
/// is next taken.
fn has_temporary(disk: &MemoryDisk) -> bool {
    let is_temporary = |path: &str| path.contains(".scenewright-") && !path.contains("/.scenewright/");
    disk.paths().iter().any(|path| is_temporary(&path.to_string_lossy()))
}

fn committed_ids(store: &Transactions) -> Vec<String> {
    store.with_history(|entries| entries.iter().map(|entry| entry.intent.id.clone()).collect())
}
