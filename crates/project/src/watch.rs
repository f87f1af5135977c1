//! The changes of a project that no call of this process made: commits of other processes, and edits by hand.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::author::Author;
use super::call::Call;
use super::session::Session;
use super::shared::Committed;
use super::snapshot::Snapshots;
use crate::summary::summary;
use scenewright_call::CancelToken;
use scenewright_error::{Error, Result};
use scenewright_fs::{ContentHash, FileName};
use scenewright_journal::{Direction, HistoryEntry};
use scenewright_scene::{Scene, scene_changes};
use scenewright_tools::answer::error_info;
use scenewright_tools::cut_list::count_omitted;
use scenewright_tools::exec::{CallState, lock};
use scenewright_tools::history::change_of;
use scenewright_tools::name_lists::limited_changes;

/// The state of a watching session: what it has reported, and what it saw.
pub(crate) struct Outlook {
    seen: Mutex<Seen>,
    /// Sizes and times of the files, which say cheaply that there may be news.
    stamps: Mutex<Stamps>,
    is_waiting: AtomicBool,
}

#[derive(Default)]
struct Seen {
    /// The latest transaction that was reported or existed before.
    newest: Option<String>,
    /// The contents of the files, which say what was edited.
    contents: BTreeMap<String, ContentHash>,
    scene: Option<Arc<Scene>>,
    /// The failure of the last edit by hand, so that it is reported once.
    stale: Option<String>,
}

/// Size and time of a file by its name, and of the journal.
pub(crate) type Stamps = (BTreeMap<String, (u64, i64)>, Option<(u64, i128)>);

/// The number of no call: the watch itself acts.
const NO_CALL: u32 = 0;

/// The time between two looks at files that are being written.
const SETTLE_STEP: Duration = Duration::from_millis(20);

/// The time for which files must stand still before they are read: editors write a file in several steps.
const SETTLED_AFTER: Duration = Duration::from_millis(60);

/// The same where a file is shorter than before, or gone: most programs empty a file before they write it.
const SETTLED_AFTER_SHORTER: Duration = Duration::from_millis(400);

/// The longest wait for files that never stand still.
const MAX_UNSETTLED: Duration = Duration::from_secs(5);

/// The longest wait for a process that is committing.
const OTHERS_WAIT: Duration = Duration::from_secs(1);

impl Outlook {
    /// Notes what there is. Nothing before is news.
    pub(crate) fn begin(session: &Session) -> Self {
        let shared = &session.shared;
        // A file that cannot be read now is reported once it can be.
        let _ = shared.transactions.try_recover();
        let stamps = stamps(session);
        let contents = contents(session);
        let files = Snapshots::new(&shared.folder);
        let known = {
            let _gate = shared.gate();
            shared.known_scene(&files, &session.options).ok().flatten()
        };
        let scene = known.or_else(|| shared.last_good_scene(&session.options));
        let scene = scene.map(|committed| Arc::clone(&committed.scene));
        let seen = Seen { newest: shared.newest_transaction(), contents, scene, stale: None };
        Outlook { seen: Mutex::new(seen), stamps: Mutex::new(stamps), is_waiting: AtomicBool::new(false) }
    }

    /// Returns the folders in which there may be news.
    pub(crate) fn folders(session: &Session) -> Vec<PathBuf> {
        let top = session.shared.folder.canonical_path();
        [".", "modules", ".scenewright"].map(|name| top.join(name)).to_vec()
    }

    /// Looks at sizes and times alone.
    pub(crate) fn may_have_news(&self, session: &Session) -> bool {
        stamps(session) != *lock(&self.stamps)
    }

    /// Returns sizes and times as they are now.
    pub(crate) fn stamps(session: &Session) -> Stamps {
        stamps(session)
    }

    /// Waits until files that are edited by hand stand still; `now` returns `None` when no caller waits for news, and then
    /// this returns false. Commits are not waited for, as they replace whole files.
    pub(crate) fn wait_until_settled(&self, now: impl Fn() -> Option<Stamps>) -> bool {
        let known = lock(&self.stamps).clone();
        let started = Instant::now();
        let (mut last, mut still_since) = (now(), started);
        loop {
            let Some(current) = &last else { return false };
            // The journal changed: it was a commit, whose files are whole.
            if current.1 != known.1 || started.elapsed() > MAX_UNSETTLED {
                return true;
            }
            let is_shorter =
                known.0.iter().any(|(name, (size, _))| current.0.get(name).is_none_or(|it| it.0 < *size));
            let wanted = if is_shorter { SETTLED_AFTER_SHORTER } else { SETTLED_AFTER };
            if still_since.elapsed() >= wanted {
                return true;
            }
            std::thread::sleep(SETTLE_STEP);
            let next = now();
            if next != last {
                (last, still_since) = (next, Instant::now());
            }
        }
    }

    /// Returns true for the first who asks for a look, until that has begun.
    pub(crate) fn claim_look(&self) -> bool {
        !self.is_waiting.swap(true, Ordering::SeqCst)
    }

    /// Gives up a look that could not begin.
    pub(crate) fn release_look(&self) {
        self.is_waiting.store(false, Ordering::SeqCst);
    }

    /// Looks for changes and reports them to the listener. Called in the line of the changes, so that nothing is taken for news that a
    /// call is just doing.
    pub(crate) fn look(&self, session: &Session) {
        self.release_look();
        let (cancel, turn) = (CancelToken::new(), CallState::default());
        let call = Call::new(session, &cancel, &turn, NO_CALL, Author::default(), None);
        // A commit in progress is noticed by the next check.
        if call.see_others(OTHERS_WAIT).is_err() {
            return;
        }
        let mut seen = lock(&self.seen);
        let before = stamps(session);
        let now = contents(session);
        // Somebody is writing: the watch comes back when that is over.
        // The contents were read in between, and may be half of one state and half of another.
        if stamps(session).0 != before.0 {
            return;
        }
        *lock(&self.stamps) = before;
        let edited = edited_files(&seen.contents, &now);
        seen.contents = now;
        let entries = new_entries(session, seen.newest.as_deref());
        if let Some(last) = entries.last() {
            seen.newest = Some(last.intent.id.clone());
        }
        // A file that a transaction changed has the commit's event; it is not reported as an edit by hand.
        let touched: Vec<String> = entries.iter().flat_map(files_of).collect();
        let by_hand = show_edited(edited.iter().filter(|(name, _)| !touched.contains(name)));
        let foreign: Vec<&HistoryEntry> =
            entries.iter().filter(|entry| !session.shared.was_reported(&entry.intent.id)).collect();
        if entries.is_empty() && edited.is_empty() {
            return;
        }
        let scene = scene_of(&call);
        if let Ok(Some(committed)) = &scene {
            for (index, entry) in foreign.iter().enumerate() {
                let is_last = index + 1 == foreign.len();
                // Only the last commit has the current scene; those before it are over.
                session.emit(&commit_event(session, entry, is_last.then_some(committed)).to_string());
            }
            if !by_hand.is_empty() {
                session.emit(&disk_event(&by_hand, committed, seen.scene.as_deref()).to_string());
            }
            seen.scene = Some(Arc::clone(&committed.scene));
            seen.stale = None;
            return;
        }
        for entry in foreign {
            session.emit(&commit_event(session, entry, None).to_string());
        }
        match scene {
            Err(error) => {
                // The same failure of the same files is one piece of news, however often an editor saves.
                let words = format!("{:?} {}", edited.keys(), error.message);
                if seen.stale.replace(words.clone()).is_none_or(|reported| reported != words) {
                    session.emit(&stale_event(&show_edited(&edited), &error, session).to_string());
                }
            }
            Ok(_) if !by_hand.is_empty() => {
                let event = json!({ "type": "disk", "transactionId": seen.newest.clone().unwrap_or_default(), "files": by_hand, "scene": Value::Null });
                session.emit(&event.to_string());
            }
            Ok(_) => {}
        }
    }
}

/// Returns the scene of the files as they are; `None` where there is no main, and an error where main does not run.
fn scene_of(call: &Call<'_>) -> Result<Option<Arc<Committed>>> {
    let has_main = call.shared.folder.list()?.iter().any(|file| file.name.is_main());
    if !has_main {
        return Ok(None);
    }
    let committed = call.committed()?;
    // The writing of a large cache, which waits for the end of a call.
    call.take_after().into_iter().for_each(|work| work());
    call.take_stale().map_or(Ok(Some(committed)), Err)
}

fn new_entries(session: &Session, newest: Option<&str>) -> Vec<HistoryEntry> {
    session.shared.transactions.with_history(|entries| {
        let known = newest.and_then(|id| entries.iter().rposition(|entry| entry.intent.id == id));
        entries[known.map_or(0, |index| index + 1)..].to_vec()
    })
}

/// Returns the changes of `main` and modules that a transaction made.
fn changed_files(entry: &HistoryEntry) -> Vec<Value> {
    let steps = entry.intent.files.iter();
    let named = steps.filter_map(|step| Some((FileName::of_path(&step.path)?, change_of(step))));
    named.map(|(name, change)| json!({ "file": name.as_str(), "change": change })).collect()
}

/// Returns `main` and the names of modules that a transaction changed.
fn files_of(entry: &HistoryEntry) -> Vec<String> {
    let names = entry.intent.files.iter().filter_map(|step| FileName::of_path(&step.path));
    names.map(|name| name.as_str().to_owned()).collect()
}

/// Returns the names of the files that are not as they were, and how each was changed.
fn edited_files(
    before: &BTreeMap<String, ContentHash>,
    now: &BTreeMap<String, ContentHash>,
) -> BTreeMap<String, &'static str> {
    let changed = now.iter().filter(|(name, hash)| before.get(*name) != Some(hash));
    let changed =
        changed.map(|(name, _)| (name, if before.contains_key(name) { "updated" } else { "created" }));
    let removed = before.keys().filter(|name| !now.contains_key(*name)).map(|name| (name, "deleted"));
    changed.chain(removed).map(|(name, change)| (name.clone(), change)).collect()
}

/// Shows edited files as the events list them.
fn show_edited<'a>(files: impl IntoIterator<Item = (&'a String, &'a &'static str)>) -> Vec<Value> {
    files.into_iter().map(|(file, change)| json!({ "file": file, "change": change })).collect()
}

fn commit_event(session: &Session, entry: &HistoryEntry, committed: Option<&Arc<Committed>>) -> Value {
    let intent = &entry.intent;
    // A file that can no longer be read is left out.
    let account = session.shared.transactions.account_of(entry).ok().flatten();
    let changes = account.and_then(|account| limited_changes(&account, false));
    let scene = committed.map(|committed| {
        let mut scene = summary(&committed.scene, None, Some(&intent.id));
        scene["changes"] = changes
            .clone()
            .unwrap_or_else(|| json!({ "added": [], "removed": [], "changed": [], "drawing": [] }));
        scene
    });
    let mut event = json!({
        "type": "commit",
        "transactionId": intent.id,
        "tool": intent.operation,
        "message": intent.message,
        "origin": "process",
        "isRecorded": true,
        "canUndo": session.shared.transactions.can(Direction::Undo),
        "canRedo": session.shared.transactions.can(Direction::Redo),
        "files": changed_files(entry),
        "scene": scene,
    });
    if let (Some(changes), true) = (changes, event["scene"].is_null()) {
        event["changes"] = changes;
    }
    if let Some(undoes) = &intent.undoes {
        event["undoes"] = undoes.as_str().into();
    }
    with_counted_lists(event)
}

fn disk_event(files: &[Value], committed: &Committed, before: Option<&Scene>) -> Value {
    let changes = scene_changes(before, &committed.scene);
    with_counted_lists(json!({
        "type": "disk",
        "transactionId": committed.transaction_id,
        "files": files,
        "scene": summary(&committed.scene, Some(&changes), Some(&committed.transaction_id)),
    }))
}

fn stale_event(files: &[Value], error: &Error, session: &Session) -> Value {
    let mut event = json!({ "type": "stale", "files": files, "error": error_info(error) });
    if let Some(last_good) = session.shared.last_good_scene(&session.options) {
        event["transactionId"] = last_good.transaction_id.as_str().into();
    }
    event
}

/// Returns the event with the lengths of its cut lists in words.
fn with_counted_lists(mut event: Value) -> Value {
    let omitted = count_omitted(&mut event);
    if !omitted.is_empty() {
        event["omitted"] = omitted.into();
    }
    event
}

fn stamps(session: &Session) -> Stamps {
    let folder = &session.shared.folder;
    let files = folder.list().unwrap_or_default();
    let files = files.into_iter().map(|it| (it.name.as_str().to_owned(), (it.size, it.modified_ms)));
    (files.collect(), folder.journal_stamp())
}

fn contents(session: &Session) -> BTreeMap<String, ContentHash> {
    let folder = &session.shared.folder;
    let files = folder.list().unwrap_or_default().into_iter();
    files
        .filter_map(|it| {
            let bytes = folder.read(&it.name).ok().flatten()?;
            Some((it.name.as_str().to_owned(), ContentHash::of(&bytes)))
        })
        .collect()
}
