//! A session on a real folder, as small as can be, for tests.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::super::*;
use scenewright_error::{Error, Kind, Result};
use scenewright_fs::{ContentHash, RootSet, WorkspacePath};

const MAX: u64 = 64 << 20;

pub(super) struct Session {
    pub service: FreshnessService,
    pub root: PathBuf,
    events: Arc<Mutex<Vec<Event>>>,
    files: Files,
    outer: Arc<tempfile::TempDir>,
}

/// A session's files and the folder they are in.
struct Files {
    root_set: Arc<RootSet>,
    root: PathBuf,
}

impl Session {
    pub(super) fn new() -> Session {
        Session::with(|_| {})
    }

    pub(super) fn with(change: impl FnOnce(&mut FreshnessOptions)) -> Session {
        Session::within(Arc::new(tempfile::tempdir().unwrap()), change)
    }

    /// Opens another session on the same folder.
    pub(super) fn beside(&self) -> Session {
        Session::within(Arc::clone(&self.outer), |_| {})
    }

    fn within(outer: Arc<tempfile::TempDir>, change: impl FnOnce(&mut FreshnessOptions)) -> Session {
        let root = fs::canonicalize(outer.path()).unwrap().join("root");
        fs::create_dir_all(&root).unwrap();
        let root_set =
            RootSet::with_state_at(std::slice::from_ref(&root), &root.with_file_name("state")).unwrap();
        let root_set = Arc::new(root_set);
        let mut options = FreshnessOptions::new(Arc::new(RootSetProbe::new(Arc::clone(&root_set))));
        let files = Files { root_set, root: root.clone() };
        options.roots = vec![root.clone()];
        change(&mut options);
        let service = FreshnessService::new(options);
        let events = Arc::new(Mutex::new(Vec::new()));
        let sink = Arc::clone(&events);
        service.listen(
            Arc::new(move |event: &Event| {
                sink.lock().unwrap_or_else(PoisonError::into_inner).push(event.clone());
            }),
            false,
        );
        Session { service, root, events, files, outer }
    }

    pub(super) fn at(&self, name: &str) -> PathBuf {
        self.root.join(name)
    }

    /// Writes a file as somebody else, in one step: on a busy machine a watch sees a file that is empty for a moment, and
    /// reports that as a change of its own.
    pub(super) fn write(&self, name: &str, text: impl AsRef<[u8]>) {
        let (path, text) = (self.at(name), text.as_ref());
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        let length = fs::metadata(&path).map(|file| file.len());
        if length.is_ok_and(|length| length <= text.len() as u64) {
            return fs::File::options().write(true).open(path).unwrap().write_all(text).unwrap();
        }
        let beside = self.root.with_file_name("written");
        fs::write(&beside, text).unwrap();
        fs::rename(beside, path).unwrap();
    }

    pub(super) fn key(&self, name: &str) -> String {
        let path = self.at(name);
        let canonical = fs::canonicalize(&path).unwrap_or(path);
        canonical.to_str().unwrap().to_owned()
    }

    pub(super) fn current(&self, name: &str) -> Current {
        match self.files.state(&self.key(name)).unwrap() {
            Some(state) => Current::Present(state),
            None => Current::Missing,
        }
    }

    pub(super) fn state(&self, name: &str) -> FileState {
        match self.current(name) {
            Current::Present(state) => state,
            Current::Missing => panic!("{name} is missing"),
        }
    }

    pub(super) fn read(&self, name: &str) {
        let key = self.key(name);
        self.service.record_read(&SeenFile { key: &key, shown: name, state: self.state(name) }, false);
    }

    /// Writes a file as the session itself.
    pub(super) fn edit(&self, name: &str, text: &str) {
        let key = self.key(name);
        let own = self.service.begin_own_edit(&[&key]);
        self.write(name, text);
        let edited = Edited {
            operation: EditOperation::Update,
            content_length: text.len() as u64,
            content: Some(text),
            old_content: None,
        };
        self.service.record_edit(&SeenFile { key: &key, shown: name, state: self.state(name) }, &edited);
        drop(own);
    }

    pub(super) fn check(&self, name: &str) -> FreshnessCheck {
        self.service.check(&self.key(name), name, &self.current(name))
    }

    pub(super) fn reminder(&self, name: &str) -> Option<String> {
        self.service.modification_reminder(&self.key(name), name, &self.current(name))
    }

    pub(super) fn watch(&self, name: &str, id: &str) -> WatchedBy {
        let path = self.at(name);
        let key = path.to_str().unwrap();
        self.service.watch(&WatchedFile { path: &path, key, shown: name }, id).unwrap()
    }

    pub(super) fn events(&self) -> Vec<Event> {
        self.events.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    pub(super) fn named(&self, name: &str) -> Vec<Event> {
        self.events().into_iter().filter(|event| event.name() == name).collect()
    }

    /// Waits for `count` changes of watched files, each written as `path: previous size > current size`.
    pub(super) fn changes(&self, count: usize) -> Vec<String> {
        let start = Instant::now();
        loop {
            let changes: Vec<String> = self.events().iter().filter_map(written).collect();
            if changes.len() >= count || start.elapsed() > Duration::from_mins(1) {
                return changes;
            }
            std::thread::sleep(Duration::from_millis(10));
        }
    }
}

fn written(event: &Event) -> Option<String> {
    let Event::Changed { path, ids, current, previous, .. } = event else { return None };
    let size = |it: &Option<SizeAndTime>| it.map_or("none".to_owned(), |it| it.size.to_string());
    Some(format!("{path} {}: {} > {}", ids.join("+"), size(previous), size(current)))
}

impl Files {
    fn state(&self, key: &str) -> Result<Option<FileState>> {
        let path = Path::new(key).strip_prefix(&self.root);
        let path = path.map_err(|_| Error::new(Kind::OutsideWorkspace, "It is outside."))?;
        let read = self.root_set.read(&WorkspacePath::new(0, path)?, MAX)?;
        Ok(read.map(|read| FileState {
            identity: read.metadata.identity,
            stamp: read.metadata.stamp,
            content: ContentHash::of(&read.bytes),
        }))
    }
}
