//! The cache `scene.json`: read, compared and written. The cache of a large scene is written on a separate thread, so that
//! neither the answer nor the next call waits for it.
//!
//! Invariant: nothing of this process reads the file or replaces it while a scene waits to be written. A process that
//! dies before leaves an older file, whose hashes do not fit.

use std::sync::Arc;
use std::time::Duration;

use super::call::LOCK_WAIT;
use super::shared::{Committed, Shared, Unwritten};
use scenewright_error::{Kind, Result};
use scenewright_export::json::{self, JsonHeader};
use scenewright_fs::WaitLimit;
use scenewright_scene::Scene;
use scenewright_tools::exec::lock;

const CACHE: &str = "scene.json";

/// The pause between the difference of a large scene and the scene itself: a page that shows the drawing needs the processor then,
/// and of edits that follow each other so fast only the last is written whole.
const PAUSE: Duration = Duration::from_millis(150);

impl Shared {
    pub(crate) fn cache_text(committed: &Committed) -> String {
        json::to_json(&committed.scene, &committed.header)
    }

    /// Returns the bytes of the cache; `None` if it is missing, or not worth reading.
    pub(super) fn read_scene_cache(&self) -> Option<Vec<u8>> {
        self.finish_cache();
        // The stamp before the bytes: if the file is replaced in between, the stamp is the older one and the cache
        // is read again.
        let stamp = self.folder.cache_stamp(CACHE).unwrap_or(None);
        let bytes = self.folder.read_cache(CACHE).unwrap_or(None);
        *lock(&self.cache_stamp) = stamp;
        bytes
    }

    /// Returns the scene of the cache, whatever it came from.
    pub(super) fn cached_scene(&self) -> Option<(Scene, JsonHeader)> {
        self.finish_cache();
        let bytes = self.folder.read_cache(CACHE).ok().flatten()?;
        json::from_json(std::str::from_utf8(&bytes).ok()?).ok()
    }

    /// Returns what the scene of the cache came from.
    pub(super) fn cached_header(&self) -> Option<JsonHeader> {
        self.finish_cache();
        let bytes = self.folder.read_cache(CACHE).ok().flatten()?;
        json::header_from_json(std::str::from_utf8(&bytes).ok()?)
    }

    /// Returns the scene that another process has written to the cache, if it came of the same files with other values of
    /// their parameters.
    pub(super) fn cached_variant(&self, held: &Committed) -> Option<(Scene, JsonHeader)> {
        if self.cache_writer.is_writing() {
            return None;
        }
        let stamp = self.folder.cache_stamp(CACHE).unwrap_or(None)?;
        // The same stamp is the same file: this process wrote or read it last.
        if *lock(&self.cache_stamp) == Some(stamp) {
            return None;
        }
        let text = String::from_utf8(self.read_scene_cache()?).ok()?;
        // Most often it is the same scene, made by two processes.
        if json::header_from_json(&text).is_some_and(|header| header != held.header)
            || is_text_of(&text, held)
        {
            return None;
        }
        let found = json::from_json(&text).ok();
        found.filter(|(scene, header)| {
            *header == held.header && scene.declarations() != held.scene.declarations()
        })
    }

    /// Replaces the cache, unless the wait for the lock was cancelled. It is only a cache: a failure costs a run
    /// later, and is otherwise ignored.
    pub(super) fn write_cache(&self, text: &str, limit: &WaitLimit<'_>) -> Result<()> {
        // An older scene must not come after this one.
        self.cache_writer.cancel();
        // A run that changes nothing makes the same text: to read it takes a quarter of the system calls of a new file, and wakes
        // no watcher.
        if self.is_in_cache(|known| known == text) {
            return Ok(());
        }
        match self.folder.write_cache(CACHE, text.as_bytes(), limit) {
            Err(error) if error.kind == Kind::Cancelled => Err(error),
            _ => {
                *lock(&self.cache_stamp) = self.folder.cache_stamp(CACHE).unwrap_or(None);
                Ok(())
            }
        }
    }

    /// Replaces the cache by one of this scene, on the thread of the writer.
    pub(super) fn write_cache_later(self: &Arc<Self>, unwritten: Unwritten) {
        // A question may have made its scene before the last commit.
        if !self.is_current(&unwritten.committed) {
            return;
        }
        let shared = Arc::clone(self);
        self.cache_writer.put(unwritten, move || {
            shared.cache_writer.write_all(|unwritten| shared.write_late(&unwritten));
        });
    }

    /// Waits until the scene that is to be written later is written.
    pub(crate) fn finish_cache(&self) {
        self.cache_writer.finish();
    }

    /// Returns true if the cache holds a text like that already.
    fn is_in_cache(&self, is_wanted: impl Fn(&str) -> bool) -> bool {
        // The stamp before the bytes, as in `read_scene_cache`.
        let stamp = self.folder.cache_stamp(CACHE).unwrap_or(None);
        let bytes = self.folder.read_cache(CACHE).ok().flatten();
        let text = bytes.as_deref().and_then(|bytes| std::str::from_utf8(bytes).ok());
        let is_same = text.is_some_and(is_wanted);
        if is_same {
            *lock(&self.cache_stamp) = stamp;
        }
        is_same
    }

    fn write_late(&self, Unwritten { committed, before }: &Unwritten) {
        // First, as it is small, and all that a process with the scene before needs.
        if let Some(before) = before {
            self.write_patch(before, committed);
            if !self.cache_writer.rest(PAUSE) {
                return;
            }
        }
        // Of two processes that make a scene at once, one writes it: a new file would make the other read all of it.
        if self.is_in_cache(|text| is_text_of(text, committed)) {
            return;
        }
        let text = Shared::cache_text(committed);
        // A failure costs a run later.
        drop(self.folder.write_cache(CACHE, text.as_bytes(), &WaitLimit::until_elapsed(LOCK_WAIT)));
        *lock(&self.cache_stamp) = self.folder.cache_stamp(CACHE).unwrap_or(None);
    }
}

/// Returns true if a cache holds this scene: it has the same files and the same values of their parameters. Its entities are not
/// read.
fn is_text_of(text: &str, committed: &Committed) -> bool {
    let parameters = &committed.scene.declarations().parameters;
    json::header_from_json(text).is_some_and(|header| header == committed.header)
        && json::parameters_of(text).is_ok_and(|found| found.parameters == *parameters)
}
