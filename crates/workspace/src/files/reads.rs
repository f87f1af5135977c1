//! The session's memory of files, and the queries about it.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use serde_json::Value;

use super::target::Target;
use crate::paths::Paths;
use scenewright_fs::disk::{Disk, Metadata, OsDisk};
use scenewright_fs::{ContentHash, RootSet, WorkspacePath, path_text};
use scenewright_journal::{After, FileChange};
use scenewright_text::Document;
use scenewright_tools::freshness::{
    Current, EditOperation, Edited, Event, FileState, Freshness, FreshnessCheck, FreshnessOptions,
    FreshnessService, ImportantFile, ListenerId, OwnEdit, Probe, RootSetProbe, SeenFile,
};

/// The freshness service of one session, in terms of files that were found.
pub(crate) struct SessionReads {
    root_set: Arc<RootSet>,
    probe: Arc<RootSetProbe>,
    service: FreshnessService,
    listener: Mutex<Option<ListenerId>>,
}

/// A file read earlier that has changed elsewhere since.
pub(crate) struct ChangedFile {
    /// The display path.
    pub path: String,
    pub reminder: String,
    pub check: FreshnessCheck,
}

/// The most files that are checked after a call, to report to the model which of them have changed.
const MAX_LOOKED_AT: usize = 64;

/// The largest file in which a text is looked for that was not found in another one, and the bytes of all of them: the call
/// has failed, and its answer must not wait for long.
const MAX_SEARCHED_BYTES: u64 = 2 << 20;
const MAX_SEARCHED_IN_ALL: usize = 16 << 20;

impl SessionReads {
    pub(crate) fn new(root_set: &Arc<RootSet>) -> SessionReads {
        let probe = Arc::new(RootSetProbe::new(Arc::clone(root_set)));
        let watched: Arc<dyn Probe> = Arc::<RootSetProbe>::clone(&probe);
        let options = FreshnessOptions {
            roots: root_set.root_paths().map(PathBuf::from).collect(),
            // Files there are not worth mentioning after a summary of the conversation.
            temporary_folder: OsDisk.canonical_path(&std::env::temp_dir()).ok(),
            ..FreshnessOptions::new(watched)
        };
        SessionReads {
            root_set: Arc::clone(root_set),
            probe,
            service: FreshnessService::new(options),
            listener: Mutex::default(),
        }
    }

    /// Reports these events to the host from now on, and no others.
    pub(crate) fn subscribe(
        &self,
        names: &[String],
        with_contents: bool,
        emit: impl Fn(&Value) + Send + Sync + 'static,
    ) {
        let mut listener = self.listener.lock().unwrap_or_else(PoisonError::into_inner);
        // The old listener goes first, so that no event is reported twice.
        if let Some(id) = listener.take() {
            self.service.stop_listening(id);
        }
        if names.is_empty() {
            return;
        }
        let names = names.to_vec();
        let listen = move |event: &Event| {
            if names.iter().any(|name| name == event.name()) {
                emit(&event.to_json());
            }
        };
        *listener = Some(self.service.listen(Arc::new(listen), with_contents));
    }

    pub(crate) fn service(&self) -> &FreshnessService {
        &self.service
    }

    /// Returns true if the session has read or written the file.
    pub(crate) fn knows(&self, target: &Target) -> bool {
        let identity = target.metadata.as_ref().map(|metadata| metadata.identity);
        self.service.knows(target.key(), identity)
    }

    pub(crate) fn freshness(&self, target: &Target, metadata: &Metadata, bytes: &[u8]) -> Freshness {
        let current = Current::Present(state_of(metadata, bytes));
        self.service.check(target.key(), &target.shown, &current).state
    }

    pub(crate) fn last_read_ms(&self, target: &Target) -> Option<u64> {
        self.service.last_read_ms(target.key())
    }

    /// Records a read, and returns the reminder for a model that reads the file again.
    pub(crate) fn read(&self, target: &Target, state: FileState, partial: bool) -> Option<String> {
        let reminder =
            self.service.modification_reminder(target.key(), &target.shown, &Current::Present(state));
        self.service.record_read(&SeenFile { key: target.key(), shown: &target.shown, state }, partial);
        reminder
    }

    /// Returns the files read earlier that were changed or removed elsewhere since, each change once. It examines
    /// the most recently used files, except for the call's own.
    pub(crate) fn changed_elsewhere(&self, own: Option<&str>, paths: &Paths) -> Vec<ChangedFile> {
        let mut changed = Vec::new();
        for (key, state) in self.service.last_used(MAX_LOOKED_AT) {
            // The answer of the call itself shows this file.
            if own == Some(key.as_str()) {
                continue;
            }
            // A file that cannot be examined is reported where a call needs it.
            let Ok(path) = self.probe.path(&key) else { continue };
            // An equal stamp spares the read. A different one proves nothing yet: a checkout back
            // and forth changes the stamp and not the contents.
            if matches!(self.probe.stamp(&key), Ok(Some(stamp)) if stamp == state.stamp) {
                continue;
            }
            let Ok(now) = self.probe.state(&key) else { continue };
            let current = now.map_or(Current::Missing, Current::Present);
            let shown = paths.display_path(&path);
            if let Some((reminder, check)) = self.service.news(&key, &shown, &current) {
                changed.push(ChangedFile { path: shown, reminder, check });
            }
        }
        changed
    }

    /// Returns the first `max` of the files used last, except for the call's own, that hold a text with LF line ends, each with
    /// the line on which it begins.
    pub(crate) fn files_with(&self, text: &str, own: &str, max: usize) -> Vec<(WorkspacePath, usize)> {
        let mut found = Vec::new();
        let mut searched = 0;
        for (key, _) in self.service.last_used(MAX_LOOKED_AT) {
            if found.len() == max || searched > MAX_SEARCHED_IN_ALL {
                break;
            }
            let Some(path) = self.probe.path(&key).ok().filter(|_| key != own) else { continue };
            let Ok(Some(contents)) = self.root_set.read(&path, MAX_SEARCHED_BYTES) else { continue };
            searched += contents.bytes.len();
            let Ok(document) = Document::decode(contents.bytes) else { continue };
            if let Some(at) = document.view().find(text) {
                found.push((path, document.line_of(at)));
            }
        }
        found
    }

    /// Returns the files that were read or edited last and are still there, newest first, with their sizes now.
    pub(crate) fn important_files(&self, max: usize) -> Vec<(ImportantFile, u64)> {
        let present = |file: ImportantFile| match self.probe.stamp(&file.key) {
            Ok(Some(stamp)) => Some((file, stamp.size)),
            _ => None,
        };
        self.service.important_files(usize::MAX).into_iter().filter_map(present).take(max).collect()
    }

    /// Marks the session's own change of a file, for as long as the guard is held, so that a watch does not
    /// report it as another's.
    pub(crate) fn begin_edit(&self, target: &Target) -> OwnEdit {
        self.service.begin_own_edit(&[target.key()])
    }

    /// Marks the changes of a transaction as the session's own.
    pub(crate) fn begin_changes(&self, changes: &[FileChange]) -> OwnEdit {
        let keys: Vec<String> = changes.iter().filter_map(|change| self.key_of(&change.path)).collect();
        self.service.begin_own_edit(&keys.iter().map(String::as_str).collect::<Vec<_>>())
    }

    fn key_of(&self, path: &WorkspacePath) -> Option<String> {
        let root = self.root_set.root_paths().nth(path.root())?;
        Some(path_text(&root.join(path.relative())).into_owned())
    }

    /// Records that the session has written these bytes into the file.
    pub(crate) fn edited(&self, target: &Target, bytes: &[u8], text: &str, old_text: Option<&str>) {
        // Its folder may be as new as the file.
        if let Ok(Some(metadata)) = self.root_set.metadata(&target.path) {
            let state = state_of(&metadata, bytes);
            let edited = Edited {
                operation: if old_text.is_some() { EditOperation::Update } else { EditOperation::Create },
                content_length: bytes.len() as u64,
                content: Some(text),
                old_content: old_text,
            };
            self.service.record_edit(&SeenFile { key: target.key(), shown: &target.shown, state }, &edited);
        }
    }

    /// Records that the session has changed these files by a transaction.
    pub(crate) fn committed(&self, shown: &dyn Fn(&WorkspacePath) -> String, changes: &[FileChange]) {
        for change in changes {
            let Some(key) = self.key_of(&change.path) else { continue };
            let key = key.as_str();
            match (&change.after, self.root_set.metadata(&change.path)) {
                (After::File { bytes, .. }, Ok(Some(metadata))) => {
                    let is_new = change.expected == scenewright_journal::Expected::Absent;
                    let edited = Edited {
                        operation: if is_new { EditOperation::Create } else { EditOperation::Update },
                        content_length: bytes.len() as u64,
                        content: std::str::from_utf8(bytes).ok(),
                        old_content: None,
                    };
                    let state = state_of(&metadata, bytes);
                    self.service.record_edit(&SeenFile { key, shown: &shown(&change.path), state }, &edited);
                }
                (After::Absent, _) => self.service.forget(key),
                _ => {}
            }
        }
    }
}

pub(super) fn state_of(metadata: &Metadata, bytes: &[u8]) -> FileState {
    FileState { identity: metadata.identity, stamp: metadata.stamp, content: ContentHash::of(bytes) }
}
