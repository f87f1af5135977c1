//! The events for listeners of a session.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde_json::{Value, json};

use scenewright_error::show_name;
use scenewright_fs::Stamp;

/// Something that happened to a file. Times of the clock are whole milliseconds since 1970; times of files are
/// milliseconds since 1970 with a fraction, the same number as `mtimeMs` of Node's `fs.Stats`.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// The session has read a file, or a range of it.
    Read {
        /// The display path.
        path: String,
        /// The time of the event, in milliseconds since 1970.
        timestamp: u64,
        /// The size of the file, in bytes.
        size: u64,
        /// The modification time of the file.
        modified: f64,
    },
    /// The session has written a file. The contents are there for listeners that asked for them.
    Edited {
        /// The display path.
        path: String,
        /// The time of the event, in milliseconds since 1970.
        timestamp: u64,
        /// The kind of the edit.
        operation: EditOperation,
        /// The new size of the file, in bytes.
        content_length: u64,
        /// The new text; `None` where no listener asked for contents or the file is not text.
        content: Option<Arc<str>>,
        /// The old text, where the edit came with it; `None` also for a new file.
        old_content: Option<Arc<str>>,
    },
    /// The bytes of a file that was read differ, or it is gone.
    Conflict {
        /// The display path.
        path: String,
        /// The time of the event, in milliseconds since 1970.
        timestamp: u64,
        /// The time at which the session last read or edited the file, in milliseconds since 1970.
        last_read: u64,
        /// The modification time that the file had then.
        last_modified: f64,
        /// The modification time; `None` when the file is gone.
        current_modified: Option<f64>,
        /// The bytes by which the file has grown since; negative where it has shrunk or is gone.
        size_difference: i128,
        /// The words for the model.
        reminder: String,
    },
    /// A requested reminder for the model that was not empty.
    Modified {
        /// The display path.
        path: String,
        /// The time of the event, in milliseconds since 1970.
        timestamp: u64,
        /// The words for the model.
        reminder: String,
    },
    /// A watched file was created, changed or removed by another program. `None` if there is, or was, no file.
    Changed {
        /// The display path.
        path: String,
        /// The time of the event, in milliseconds since 1970.
        timestamp: u64,
        /// The agents that watch the file.
        ids: Vec<String>,
        /// The state now; `None` when the file was removed.
        current: Option<SizeAndTime>,
        /// The state that was known before; `None` when the file was created.
        previous: Option<SizeAndTime>,
        /// The words for the model.
        reminder: String,
    },
}

/// The kind of an edit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EditOperation {
    /// The file is new.
    Create,
    /// The file was there before.
    Update,
}

/// The part of a file's metadata that listeners receive.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SizeAndTime {
    /// The size, in bytes.
    pub size: u64,
    /// The modification time, in milliseconds since 1970 with a fraction.
    pub modified: f64,
}

/// A callback that runs on the thread where the event happened: the tool's, or the watches'.
pub type Listener = Arc<dyn Fn(&Event) + Send + Sync>;

/// The handle by which a listener is removed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ListenerId(u64);

impl Event {
    /// Returns the name on the wire.
    pub fn name(&self) -> &'static str {
        match self {
            Event::Read { .. } => "file:read",
            Event::Edited { .. } => "file:edited",
            Event::Conflict { .. } => "file:conflict",
            Event::Modified { .. } => "file:modified",
            Event::Changed { .. } => "file:changed",
        }
    }

    /// Returns the event as it crosses to a host, with the name as `type` and camel-case members.
    pub fn to_json(&self) -> Value {
        match self {
            Event::Read { path, timestamp, size, modified } => {
                json!({ "type": self.name(), "path": path, "timestamp": timestamp, "size": size, "modified": modified })
            }
            Event::Edited { path, timestamp, operation, content_length, content, old_content } => {
                let mut event = json!({
                    "type": self.name(), "path": path, "timestamp": timestamp, "operation": operation.as_str(),
                    "source": "agent", "contentLength": content_length,
                });
                for (name, text) in [("content", content), ("oldContent", old_content)] {
                    if let Some(text) = text {
                        event[name] = json!(&**text);
                    }
                }
                event
            }
            Event::Conflict {
                path,
                timestamp,
                last_read,
                last_modified,
                current_modified,
                size_difference,
                reminder,
            } => {
                let difference = i64::try_from(*size_difference);
                let difference = difference.unwrap_or(if *size_difference < 0 { i64::MIN } else { i64::MAX });
                json!({
                    "type": self.name(), "path": path, "timestamp": timestamp, "lastRead": last_read,
                    "lastModified": last_modified, "currentModified": current_modified, "sizeDiff": difference,
                    "reminder": reminder,
                })
            }
            Event::Modified { path, timestamp, reminder } => {
                json!({ "type": self.name(), "path": path, "timestamp": timestamp, "reminder": reminder })
            }
            Event::Changed { path, timestamp, ids, current, previous, reminder } => {
                let shown = |it: &Option<SizeAndTime>| {
                    it.map(|it| json!({ "mtimeMs": it.modified, "size": it.size }))
                };
                json!({
                    "type": self.name(), "path": path, "timestamp": timestamp, "ids": ids,
                    "current": shown(current), "previous": shown(previous), "reminder": reminder,
                })
            }
        }
    }

    /// Returns the event without contents, for listeners that did not ask for them.
    fn without_contents(&self) -> Option<Event> {
        let mut event = match self {
            Event::Edited { content, old_content, .. } if content.is_some() || old_content.is_some() => {
                self.clone()
            }
            _ => return None,
        };
        if let Event::Edited { content, old_content, .. } = &mut event {
            (*content, *old_content) = (None, None);
        }
        Some(event)
    }
}

/// Returns the reminder for a model that a file that was read has been changed or removed elsewhere.
pub(super) fn modified_reminder(shown: &str) -> String {
    format!(
        "Note: {} was modified externally since last read. The file may have changed outside of this session.",
        show_name(shown)
    )
}

pub(super) fn deleted_reminder(shown: &str) -> String {
    format!("Note: {} was deleted since last read.", show_name(shown))
}

/// Returns the words for a model about the change of a watched file, which need not have been read.
pub(super) fn watch_reminder(shown: &str, existed: bool, exists: bool) -> String {
    let change = match (existed, exists) {
        (false, _) => "created",
        (true, false) => "deleted",
        (true, true) => "modified",
    };
    format!("Note: {} was {change} outside of this session.", show_name(shown))
}

impl EditOperation {
    /// Returns the name on the wire.
    pub fn as_str(self) -> &'static str {
        match self {
            EditOperation::Create => "create",
            EditOperation::Update => "update",
        }
    }
}

impl SizeAndTime {
    pub(super) fn of(stamp: &Stamp) -> SizeAndTime {
        SizeAndTime { size: stamp.size, modified: milliseconds(stamp.modified_ns) }
    }
}

/// Converts nanoseconds as Node does, so that equal times are equal numbers.
pub(super) fn milliseconds(nanoseconds: i64) -> f64 {
    let seconds = nanoseconds.div_euclid(1_000_000_000) as f64;
    let rest = nanoseconds.rem_euclid(1_000_000_000) as f64;
    seconds * 1e3 + rest / 1e6
}

/// The listeners of one session.
#[derive(Default)]
pub(super) struct Listeners {
    listening: Mutex<Listening>,
}

#[derive(Default)]
struct Listening {
    last_id: u64,
    listeners: Vec<(ListenerId, bool, Listener)>,
}

impl Listeners {
    pub(super) fn add(&self, listener: Listener, with_contents: bool) -> ListenerId {
        let mut listening = self.listening();
        listening.last_id += 1;
        let id = ListenerId(listening.last_id);
        listening.listeners.push((id, with_contents, listener));
        id
    }

    pub(super) fn remove(&self, id: ListenerId) {
        self.listening().listeners.retain(|(known, ..)| *known != id);
    }

    pub(super) fn want_contents(&self) -> bool {
        self.listening().listeners.iter().any(|(_, with_contents, _)| *with_contents)
    }

    /// Notifies every listener, in the order of registration. No lock is held in the meantime, so a listener may ask
    /// the session anything; one that panics is skipped.
    pub(super) fn emit(&self, event: &Event) {
        let listeners = self.listening().listeners.clone();
        let bare = event.without_contents();
        for (_, with_contents, listener) in listeners {
            let event = if with_contents { event } else { bare.as_ref().unwrap_or(event) };
            let _ = catch_unwind(AssertUnwindSafe(|| listener(event)));
        }
    }

    fn listening(&self) -> MutexGuard<'_, Listening> {
        self.listening.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
