//! The service through which tools report reads and edits, and tools and the host ask about files.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde_json::{Value, json};

use super::event::{
    EditOperation, Event, Listener, ListenerId, Listeners, deleted_reminder, milliseconds, modified_reminder,
};
use super::read_log::{DEFAULT_CAPACITY, FileState, Freshness, ReadLog, now_ms};
use super::watch::{Notification, OwnEdit, Probe, WatchedBy, WatchedFile, Watches};
use scenewright_error::Result;
use scenewright_fs::{FileIdentity, os_text};

/// Folders whose files are never among the important ones.
const UNIMPORTANT_FOLDERS: [&str; 5] = ["node_modules", ".git", ".cache", "dist", "build"];

/// The knowledge that one session has of files, with its listeners and its watches.
///
/// Files are called by a key, their canonical absolute path, and shown to people as the session likes. The session
/// examines and reads them; nothing here opens a file.
///
/// # Decisions where one might expect otherwise
///
/// 1. A file that was never read is neither fresh nor in conflict, and its check has no time of a last read.
/// 2. A check and a reminder answer the same for as long as the file stays as it is: reading it ends that. The events
///    `file:conflict` and `file:modified` come once for each state of the file that differs from what was read.
/// 3. A file whose bytes are again those that were read is fresh, whatever happened in between.
/// 4. Asking does not count as using: only reads and edits move a file to the front.
pub struct FreshnessService {
    log: Mutex<ReadLog>,
    listeners: Arc<Listeners>,
    watches: Watches,
    roots: Vec<PathBuf>,
    temporary_folder: Option<PathBuf>,
}

/// The settings of a service.
pub struct FreshnessOptions {
    /// The number of files that are remembered.
    pub capacity: usize,
    /// The canonical paths of the session's roots.
    pub roots: Vec<PathBuf>,
    /// The canonical path of the system's temporary folder.
    pub temporary_folder: Option<PathBuf>,
    /// The way in which the thread of the watches examines a file.
    pub probe: Arc<dyn Probe>,
    /// The way in which watches learn of changes.
    pub notification: Notification,
}

impl FreshnessOptions {
    /// Makes the settings with the default capacity, without roots and with automatic notification.
    pub fn new(probe: Arc<dyn Probe>) -> Self {
        FreshnessOptions {
            capacity: DEFAULT_CAPACITY,
            roots: Vec::new(),
            temporary_folder: None,
            probe,
            notification: Notification::Automatic,
        }
    }
}

/// A file that was just read or written.
#[derive(Clone, Copy, Debug)]
pub struct SeenFile<'a> {
    /// The canonical path of the file.
    pub key: &'a str,
    /// The display path of the file.
    pub shown: &'a str,
    /// The state in which it was read, or that the write left.
    pub state: FileState,
}

/// A change that the session has made.
#[derive(Clone, Copy, Debug)]
pub struct Edited<'a> {
    /// The kind of the edit.
    pub operation: EditOperation,
    /// The new size of the file, in bytes.
    pub content_length: u64,
    /// The contents, needed only while [`FreshnessService::wants_contents`] is true.
    pub content: Option<&'a str>,
    /// The contents before, needed likewise; `None` for a new file.
    pub old_content: Option<&'a str>,
}

/// A file as it is now, examined by the caller. A failure to examine it is the caller's to report: there is
/// deliberately no way to express it here, because such a file is neither fresh nor gone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Current {
    /// The file is missing.
    Missing,
    /// The file is there, in this state.
    Present(FileState),
}

/// The answer of a check.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FreshnessCheck {
    /// The state of the file compared with what the session knows of it.
    pub state: Freshness,
    /// True when `state` is [`Freshness::Fresh`].
    pub(super) is_fresh: bool,
    /// True when the file was read and its bytes differ, or it is gone.
    pub conflict: bool,
    /// The time, in milliseconds since 1970.
    pub last_read_ms: Option<u64>,
    /// The modification time as `mtimeMs` of Node's `fs.Stats`; `None` when there is no file.
    pub current_modified_ms: Option<f64>,
}

/// One of the files that were used last.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ImportantFile {
    /// The canonical path.
    pub key: String,
    /// The time of the last read or edit by the session, in milliseconds since 1970.
    pub used_ms: u64,
    /// The size at that time, in bytes.
    pub size: u64,
}

impl FreshnessService {
    /// Makes the service of a new session. No thread is started before the first watch.
    pub fn new(options: FreshnessOptions) -> Self {
        let listeners = Arc::new(Listeners::default());
        let FreshnessOptions { capacity, roots, temporary_folder, probe, notification } = options;
        let watches = Watches::new(probe, Arc::clone(&listeners), roots.clone(), notification);
        let log = Mutex::new(ReadLog::with_capacity(capacity));
        FreshnessService { log, listeners, watches, roots, temporary_folder }
    }

    /// Records that the session has read a file, or a range of it.
    pub fn record_read(&self, file: &SeenFile<'_>, partial: bool) {
        self.log().record_read(file.key, file.state, partial);
        self.listeners.emit(&Event::Read {
            path: file.shown.to_owned(),
            timestamp: now_ms(),
            size: file.state.stamp.size,
            modified: milliseconds(file.state.stamp.modified_ns),
        });
    }

    /// Records that the session has written a file, whose state is the one after the write.
    pub fn record_edit(&self, file: &SeenFile<'_>, edited: &Edited<'_>) {
        self.log().record_edit(file.key, file.state);
        // Before the event: a listener may cause a look, which must not report the edit as one from outside.
        self.watches.note_own_edit(file.key, file.state.stamp, file.state.content);
        // Contents may be megabytes, and most listeners do not want them.
        let text = |text: Option<&str>| text.filter(|_| self.wants_contents()).map(Arc::from);
        self.listeners.emit(&Event::Edited {
            path: file.shown.to_owned(),
            timestamp: now_ms(),
            operation: edited.operation,
            content_length: edited.content_length,
            content: text(edited.content),
            old_content: text(edited.old_content),
        });
    }

    /// Forgets a file that the session has removed.
    pub fn forget(&self, key: &str) {
        self.log().forget(key);
        self.watches.note_own_removal(key);
    }

    /// Marks the start of the session's own change of files. The guard is held until the session has recorded what
    /// it did, so that a watch never reports the change as another's.
    pub fn begin_own_edit(&self, keys: &[&str]) -> OwnEdit {
        self.watches.begin_own_edit(keys)
    }

    /// Compares a file with the session's knowledge of it. Where only the stamp has changed it is taken over
    /// silently.
    pub fn check(&self, key: &str, shown: &str, current: &Current) -> FreshnessCheck {
        // Listeners are called without the lock: they may ask the service something.
        let (check, event) = {
            let mut log = self.log();
            let check = compare(&mut log, key, current);
            let event = check.conflict.then(|| conflict(&mut log, key, shown, current)).flatten();
            (check, event)
        };
        if let Some(event) = event {
            self.listeners.emit(&event);
        }
        check
    }

    /// Returns the reminder for a model if a file was changed or removed elsewhere since it was read; `None` if it
    /// was not.
    pub fn modification_reminder(&self, key: &str, shown: &str, current: &Current) -> Option<String> {
        let (reminder, is_new) = {
            let mut log = self.log();
            let reminder = match compare(&mut log, key, current).state {
                Freshness::NeverRead | Freshness::Fresh => return None,
                Freshness::Changed => modified_reminder(shown),
                Freshness::Deleted => deleted_reminder(shown),
            };
            let mark = mark_of(current);
            let reported = log.reported(key, identity_of(current));
            let is_new =
                // Each state of a file is reported once; the reminder itself is returned as often as it is asked
                // for.
                reported.is_some_and(|reported| std::mem::replace(&mut reported.reminder, mark) != mark);
            (reminder, is_new)
        };
        if is_new {
            let (path, reminder) = (shown.to_owned(), reminder.clone());
            self.listeners.emit(&Event::Modified { path, timestamp: now_ms(), reminder });
        }
        Some(reminder)
    }

    /// Returns the reminder for a model and the check of a file that it read earlier, once for each state of the file
    /// that differs from what was read; `None` when there is nothing new.
    pub fn news(&self, key: &str, shown: &str, current: &Current) -> Option<(String, FreshnessCheck)> {
        let reminder = self.modification_reminder(key, shown, current)?;
        let mut log = self.log();
        let mark = mark_of(current);
        let reported = log.reported(key, identity_of(current))?;
        if std::mem::replace(&mut reported.news, mark) == mark {
            return None;
        }
        Some((reminder, compare(&mut log, key, current)))
    }

    /// Returns the files that were read or edited last, newest first, with the states that are remembered.
    pub fn last_used(&self, max: usize) -> Vec<(String, FileState)> {
        let log = self.log();
        log.newest_first().take(max).map(|(key, record)| (key.to_owned(), record.state)).collect()
    }

    /// Returns the files that were read or edited last, newest first, except those in folders of tools and those
    /// outside of the roots in the system's temporary folder.
    pub fn important_files(&self, max: usize) -> Vec<ImportantFile> {
        let log = self.log();
        let important = log.newest_first().filter(|(key, _)| self.is_important(Path::new(&os_text(key))));
        let files = important.map(|(key, record)| ImportantFile {
            key: key.to_owned(),
            used_ms: record.read_ms,
            size: record.state.stamp.size,
        });
        files.take(max).collect()
    }

    /// Returns true if the session has read or written the file, by this path or another name of it.
    pub fn knows(&self, key: &str, identity: Option<FileIdentity>) -> bool {
        self.log().record(key, identity).is_some()
    }

    /// Returns the time of the last read, without looking at the file.
    pub fn last_read_ms(&self, key: &str) -> Option<u64> {
        self.log().record(key, None).map(|record| record.read_ms)
    }

    /// Watches a file, which need not exist, for one of the session's agents. Nothing happens when that agent watches
    /// it already.
    pub fn watch(&self, file: &WatchedFile<'_>, id: &str) -> Result<WatchedBy> {
        self.watches.watch(file, id)
    }

    /// Ends the watch of one agent, or of all. Returns true if there was one.
    pub fn unwatch(&self, key: &str, id: Option<&str>) -> bool {
        self.watches.unwatch(key, id)
    }

    /// Ends all watches for good, and waits for their threads.
    pub fn close(&self) {
        self.watches.close();
    }

    /// Adds a listener. One that asks for contents gets the text of edited files, before and after.
    pub fn listen(&self, listener: Listener, with_contents: bool) -> ListenerId {
        self.listeners.add(listener, with_contents)
    }

    /// Removes a listener, which may still receive an event that is being emitted.
    pub fn stop_listening(&self, id: ListenerId) {
        self.listeners.remove(id);
    }

    /// Returns true if an edit needs to come with the texts before and after it.
    pub(crate) fn wants_contents(&self) -> bool {
        self.listeners.want_contents()
    }

    /// Begins a new session: records, conflicts and watches are gone. Listeners stay.
    pub fn reset(&self) {
        self.log().reset();
        self.watches.clear();
    }

    /// Returns everything that is remembered of files, as JSON; not listeners and watches.
    pub fn export(&self) -> Result<Value> {
        self.log().export()
    }

    /// Replaces everything that is remembered of files. On an error nothing is replaced.
    pub fn import(&self, exported: &Value) -> Result<()> {
        self.log().import(exported)
    }

    /// Returns the number of files that are remembered.
    pub fn len(&self) -> usize {
        self.log().len()
    }

    /// Returns true if no file is remembered.
    pub fn is_empty(&self) -> bool {
        self.log().is_empty()
    }

    #[cfg(test)]
    pub(super) fn has_thread(&self) -> bool {
        self.watches.has_thread()
    }

    fn is_important(&self, path: &Path) -> bool {
        let root =
            self.roots.iter().filter(|root| path.starts_with(root)).max_by_key(|root| root.as_os_str().len());
        let way = match root {
            Some(root) => path.strip_prefix(root).unwrap_or(path),
            // Only outside of the roots: a root may itself be in the temporary folder.
            None if self.temporary_folder.as_ref().is_some_and(|folder| path.starts_with(folder)) => {
                return false;
            }
            None => path,
        };
        let folders = way.parent().into_iter().flat_map(Path::components);
        !folders
            .map(|folder| folder.as_os_str())
            .any(|name| UNIMPORTANT_FOLDERS.map(OsStr::new).contains(&name))
    }

    fn log(&self) -> MutexGuard<'_, ReadLog> {
        self.log.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl FreshnessCheck {
    /// Returns the check as it crosses to a host: `{ isFresh, conflict, lastRead?, currentModified? }`.
    pub fn to_json(&self) -> Value {
        let mut json = json!({ "isFresh": self.is_fresh, "conflict": self.conflict });
        if let Some(read) = self.last_read_ms {
            json["lastRead"] = json!(read);
        }
        if let Some(modified) = self.current_modified_ms {
            json["currentModified"] = json!(modified);
        }
        json
    }
}

fn compare(log: &mut ReadLog, key: &str, current: &Current) -> FreshnessCheck {
    let (identity, content) = match current {
        Current::Missing => (None, None),
        Current::Present(state) => (Some(state.identity), Some(state.content)),
    };
    let state = log.state_of(key, identity, content);
    if let (Freshness::Fresh, Current::Present(now)) = (state, current) {
        // Equal contents with another stamp or inode: the record learns them, so that the next check need not read.
        log.refresh(key, now);
    }
    FreshnessCheck {
        state,
        is_fresh: state == Freshness::Fresh,
        conflict: matches!(state, Freshness::Changed | Freshness::Deleted),
        last_read_ms: log.record(key, identity).map(|record| record.read_ms),
        current_modified_ms: match current {
            Current::Missing => None,
            Current::Present(state) => Some(milliseconds(state.stamp.modified_ns)),
        },
    }
}

/// Returns the event of a conflict, unless this state of the file was already reported.
fn conflict(log: &mut ReadLog, key: &str, shown: &str, current: &Current) -> Option<Event> {
    let (mark, identity) = (mark_of(current), identity_of(current));
    if std::mem::replace(&mut log.reported(key, identity)?.conflict, mark) == mark {
        return None;
    }
    let record = log.record(key, identity)?;
    let known = record.state.stamp;
    let (size, current_modified) = match current {
        Current::Missing => (0, None),
        Current::Present(state) => (state.stamp.size, Some(milliseconds(state.stamp.modified_ns))),
    };
    Some(Event::Conflict {
        path: shown.to_owned(),
        timestamp: now_ms(),
        last_read: record.read_ms,
        last_modified: milliseconds(known.modified_ns),
        current_modified,
        size_difference: i128::from(size) - i128::from(known.size),
        reminder: if *current == Current::Missing {
            deleted_reminder(shown)
        } else {
            modified_reminder(shown)
        },
    })
}

fn identity_of(current: &Current) -> Option<FileIdentity> {
    match current {
        Current::Missing => None,
        Current::Present(state) => Some(state.identity),
    }
}

/// Returns a number other than zero that identifies a state, so that each is reported once.
fn mark_of(current: &Current) -> u64 {
    match current {
        Current::Missing => 1,
        Current::Present(state) => {
            // Eight bytes are enough to distinguish the states of one file. 0 means nothing was reported, and 1 a
            // missing file.
            let [a, b, c, d, e, f, g, h, ..] = *state.content.as_bytes();
            u64::from_be_bytes([a, b, c, d, e, f, g, h]).max(2)
        }
    }
}
