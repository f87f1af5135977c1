//! Watched files: changes by others are reported within a second.
//!
//! The system reports changes in folders; a thread of ours then examines the files that may be meant. No thread
//! exists before the first watch, and none outlives the service: its end waits for them.
//!
//! # What counts as a change
//!
//! 1. Other bytes, a file that is there and was not, and one that was there and is not. A burst of changes within
//!    some 50 ms is one change; a file that is again as it was before has not changed.
//! 2. Files of more than 16 MiB are not read: there another size or time counts.
//! 3. A state that the session has recorded as its own edit never counts, nor does a change while an [`OwnEdit`] is held.
//! 4. A file that cannot be examined, for another reason than that it is missing, has not changed.
//!
//! Not seen: writing through another hard link in another folder, until something happens here too.
//!
//! The debouncers for `notify` are not used: they gather what the system said, and here the bytes decide.

mod book;
mod folders;
mod inbox;
mod probe;
mod sighting;
mod worker;

use std::collections::{BTreeSet, HashMap};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

pub use self::book::WatchedBy;
use self::book::{Book, Shared, Watched, folders_on_the_way};
use self::folders::Folders;
pub use self::folders::Notification;
use self::inbox::Inbox;
pub use self::probe::{Probe, RootSetProbe};
use self::sighting::{Sighting, examine};
use super::event::Listeners;
use scenewright_error::Result;
use scenewright_fs::{ContentHash, Stamp};

/// A file to watch.
#[derive(Clone, Copy, Debug)]
pub struct WatchedFile<'a> {
    /// The path, absolute and without links.
    pub path: &'a Path,
    /// The key by which the service and the probe know the file.
    pub key: &'a str,
    /// The display path.
    pub shown: &'a str,
}

/// All watches of one session.
pub(super) struct Watches {
    shared: Arc<Shared>,
}

/// A guard for the session's own edit: while it is held, no change of its files is reported as another's;
/// after that they are examined.
#[must_use = "it ends when it is dropped"]
pub struct OwnEdit {
    shared: Arc<Shared>,
    keys: Vec<String>,
}

impl Watches {
    pub(super) fn new(
        probe: Arc<dyn Probe>,
        listeners: Arc<Listeners>,
        roots: Vec<PathBuf>,
        notification: Notification,
    ) -> Self {
        let inbox = Arc::new(Inbox::default());
        let folders = Folders::new(Arc::clone(&inbox), notification);
        let (files, keys_by_path) = (HashMap::new(), HashMap::new());
        let book = Mutex::new(Book { roots, files, keys_by_path, folders, thread: None });
        Watches { shared: Arc::new(Shared { probe, listeners, inbox, book }) }
    }

    pub(super) fn watch(&self, file: &WatchedFile<'_>, id: &str) -> Result<WatchedBy> {
        let mut book = self.shared.book();
        if let Some(watched) = book.files.get_mut(file.key) {
            watched.ids.insert(id.to_owned());
            let path = watched.path.clone();
            return Ok(book.watched_by(&path));
        }
        if book.thread.is_none() {
            book.thread = Some(worker::start(Arc::clone(&self.shared))?);
        }
        // The folders first, so that a change between the two steps is seen by one of them.
        let folders = folders_on_the_way(&book.roots, file.path);
        book.folders.retain(&folders);
        self.shared.inbox.add_file(file.path);
        let known = match examine(&*self.shared.probe, file.key, None) {
            Ok(known) => known,
            Err(error) => {
                self.shared.inbox.remove_file(file.path);
                book.folders.release(&folders);
                return Err(error);
            }
        };
        let watched = Watched {
            path: file.path.to_owned(),
            shown: file.shown.to_owned(),
            ids: BTreeSet::from([id.to_owned()]),
            known,
            own_edits: 0,
            held: 0,
        };
        book.files.insert(file.key.to_owned(), watched);
        book.keys_by_path.insert(file.path.to_owned(), file.key.to_owned());
        let by = book.watched_by(file.path);
        drop(book);
        // It may have to begin polling.
        self.shared.inbox.wake();
        Ok(by)
    }

    pub(super) fn unwatch(&self, key: &str, id: Option<&str>) -> bool {
        let mut book = self.shared.book();
        let Some(watched) = book.files.get_mut(key) else { return false };
        let was_watched = match id {
            Some(id) => watched.ids.remove(id),
            None => true,
        };
        if id.is_none() || watched.ids.is_empty() {
            self.shared.remove(&mut book, key);
        }
        was_watched
    }

    pub(super) fn clear(&self) {
        let mut book = self.shared.book();
        let keys: Vec<String> = book.files.keys().cloned().collect();
        for key in keys {
            self.shared.remove(&mut book, &key);
        }
    }

    /// Ends all watches, and waits for the threads that they took. None can be begun after it.
    pub(super) fn close(&self) {
        self.clear();
        self.shared.inbox.stop();
        let (thread, system) = {
            let mut book = self.shared.book();
            (book.thread.take(), book.folders.close())
        };
        // After the lock is released, which both may want before they end.
        system.wait();
        if let Some(thread) = thread.filter(|it| it.thread().id() != std::thread::current().id()) {
            // A look that panics was caught there.
            let _ = thread.join();
        }
    }

    pub(super) fn note_own_edit(&self, key: &str, stamp: Stamp, content: ContentHash) {
        self.note(key, Sighting::Present { stamp, content: Some(content) });
    }

    pub(super) fn note_own_removal(&self, key: &str) {
        self.note(key, Sighting::Missing);
    }

    pub(super) fn begin_own_edit(&self, keys: &[&str]) -> OwnEdit {
        let mut held = Vec::new();
        let mut book = self.shared.book();
        for key in keys {
            if let Some(watched) = book.files.get_mut(*key) {
                watched.held += 1;
                // Only files that are watched now: one that is watched later begins with the contents of the edit.
                held.push((*key).to_owned());
            }
        }
        OwnEdit { shared: Arc::clone(&self.shared), keys: held }
    }

    fn note(&self, key: &str, known: Sighting) {
        if let Some(watched) = self.shared.book().files.get_mut(key) {
            watched.known = known;
            watched.own_edits += 1;
        }
    }

    #[cfg(test)]
    pub(super) fn has_thread(&self) -> bool {
        self.shared.book().thread.is_some()
    }
}

impl Drop for Watches {
    fn drop(&mut self) {
        self.close();
    }
}

impl Drop for OwnEdit {
    fn drop(&mut self) {
        let mut book = self.shared.book();
        for key in &self.keys {
            if let Some(watched) = book.files.get_mut(key) {
                watched.held = watched.held.saturating_sub(1);
                watched.own_edits += 1;
                self.shared.inbox.touch(&watched.path);
            }
        }
    }
}
