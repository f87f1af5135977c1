//! The state of one session: its options, its reads and its listener.

use std::sync::{Arc, Mutex};

use serde_json::{Value, json};

use super::options::Options;
use super::shared::{Listener, Shared};
use scenewright_call::LogLine;
use scenewright_error::Result;
use scenewright_fs::{ContentHash, FileName, ProjectFile};
use scenewright_tools::exec::lock;
use scenewright_tools::freshness::{FileState, Freshness, ReadLog};

/// One agent's work on one project. Several sessions on one folder share the scene and the queue of changes.
pub(crate) struct Session {
    pub options: Options,
    pub shared: Arc<Shared>,
    reads: Mutex<ReadLog>,
    listener: Mutex<Option<Arc<Listener>>>,
}

impl Session {
    /// Opens a session. Nothing runs, and nothing on disk is touched.
    pub(crate) fn open(options_json: &str) -> Result<Session> {
        let options = Options::from_json(options_json)?;
        let mut reads = ReadLog::new();
        if let Some(state) = &options.state {
            reads.import(state)?;
        }
        let shared = Shared::of(&options)?;
        Ok(Session { options, shared, reads: Mutex::new(reads), listener: Mutex::default() })
    }

    /// Sends every event of this session, and the commits of others on the folder, to a listener.
    pub(crate) fn listen(&self, listener: Box<dyn Fn(String) + Send + Sync>) {
        let listener: Arc<Listener> = Arc::new(move |event: &str| listener(event.to_owned()));
        self.shared.listen(&listener);
        // The session holds the only strong reference: the folder's list drops listeners of closed sessions by it.
        *lock(&self.listener) = Some(listener);
    }

    pub(crate) fn emit(&self, event: &str) {
        // Called outside of the lock, because a listener may replace itself.
        let listener = lock(&self.listener).clone();
        if let Some(listener) = listener {
            listener(event);
        }
    }

    /// Sends a line that a script of one call prints to the listener.
    pub(crate) fn printed(&self, call_id: u32, line: &LogLine) {
        let LogLine { level, text } = line;
        let event = json!({ "type": "log", "callId": call_id, "level": level, "message": text });
        self.emit(&event.to_string());
    }

    /// Notifies the other sessions of this process on the folder.
    pub(crate) fn emit_to_others(&self, event: &str) {
        let own = lock(&self.listener).clone();
        self.shared.emit_to_others(own.as_ref(), event);
    }

    pub(crate) fn export_state(&self) -> Result<Value> {
        lock(&self.reads).export()
    }

    pub(crate) fn freshness(&self, name: &FileName, bytes: &[u8]) -> Freshness {
        lock(&self.reads).state(name.as_str(), Some(bytes))
    }

    pub(crate) fn record_read(&self, name: &FileName, file: &ProjectFile, partial: bool) {
        lock(&self.reads).record_read(name.as_str(), state_of(file), partial);
    }

    /// Remembers a file that this session wrote or removed, unless it has already been changed again.
    pub(crate) fn record_write(&self, name: &FileName, bytes: Option<&[u8]>) {
        let Some(bytes) = bytes else { return lock(&self.reads).forget(name.as_str()) };
        // Read again for its stamp and identity, which the replacement has changed.
        if let Ok(Some(file)) = self.shared.folder.read_file(name)
            && file.bytes == bytes
        {
            lock(&self.reads).record_edit(name.as_str(), state_of(&file));
        }
    }
}

fn state_of(file: &ProjectFile) -> FileState {
    FileState { identity: file.identity, stamp: file.stamp, content: ContentHash::of(&file.bytes) }
}
