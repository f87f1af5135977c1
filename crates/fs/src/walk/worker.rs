//! One thread of a walk.

use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};

use super::super::ignore_rules::{LeftOut, REPOSITORY, RULES_FILE};
use super::super::temporary::is_temporary;
use super::options::{WalkOptions, is_hidden};
use super::queue::{Pending, Queue, Task};
use super::report::{Interrupted, Partial, PartialReason, Skipped};
use super::start::WalkStart;
use super::visitor::{Visitor, WalkEntry, WalkFolder};
use crate::disk::{EntryKind, Folder, Listed};
use scenewright_error::Result;
use scenewright_paths::path_text::{os_text, path_text};

/// The entries of a folder that one thread takes at once: enough that handing them over costs little, and few enough that a folder
/// of a hundred thousand files keeps all threads busy.
const ENTRIES_AT_ONCE: usize = 256;

/// The number of entries between two looks at the clock.
const ENTRIES_BETWEEN_CHECKS: usize = 32;

/// The state that all threads of a walk share.
pub(super) struct Shared<'a> {
    starts: &'a [WalkStart],
    options: WalkOptions<'a>,
    queue: &'a Queue,
    interrupted: AtomicU8,
}

pub(super) struct Worker<'a, V> {
    shared: &'a Shared<'a>,
    pub(super) visitor: V,
    pub(super) skipped: Skipped,
    pub(super) partial: Partial,
    found: Vec<Task>,
    path: String,
}

impl<'a> Shared<'a> {
    pub(super) fn new(starts: &'a [WalkStart], options: WalkOptions<'a>, queue: &'a Queue) -> Shared<'a> {
        Shared { starts, options, queue, interrupted: AtomicU8::new(0) }
    }

    pub(super) fn interrupted(&self) -> Option<Interrupted> {
        match self.interrupted.load(Ordering::Relaxed) {
            0 => None,
            1 => Some(Interrupted::Cancelled),
            _ => Some(Interrupted::Deadline),
        }
    }

    /// Returns true if the walk is to end, and then stops all threads.
    fn is_over(&self) -> bool {
        let Some(interrupted) = self.options.interrupt.check() else { return false };
        let number = if interrupted == Interrupted::Cancelled { 1 } else { 2 };
        self.interrupted.store(number, Ordering::Relaxed);
        self.queue.stop();
        true
    }
}

impl<'a, V: Visitor> Worker<'a, V> {
    pub(super) fn new(shared: &'a Shared<'a>, visitor: V) -> Worker<'a, V> {
        let (skipped, partial) = (Skipped::default(), Partial::default());
        Worker { shared, visitor, skipped, partial, found: Vec::new(), path: String::new() }
    }

    pub(super) fn run(&mut self) {
        /// A guard that stops the queue on a panic: a thread that panics must not leave the others waiting for it.
        struct StopOnPanic<'a>(&'a Queue);
        impl Drop for StopOnPanic<'_> {
            fn drop(&mut self) {
                // The others would wait for ever for the task that is counted as worked on.
                if std::thread::panicking() {
                    self.0.stop();
                }
            }
        }
        let _guard = StopOnPanic(self.shared.queue);
        let mut had_task = false;
        while let Some(task) = self.shared.queue.next(had_task, &mut self.found) {
            had_task = true;
            if self.shared.is_over() {
                return;
            }
            match task {
                Task::Folder(pending) => self.go_into(pending),
                Task::Entries { folder, entries } => self.go_through(&folder, &entries),
            }
        }
    }

    fn go_into(&mut self, pending: Pending) {
        let shown = pending.path.trim_end_matches('/').to_owned();
        let start = &self.shared.starts[pending.start];
        let listed = open(start, &pending).and_then(|folder| match folder {
            Some(folder) => Ok(Some((folder.entries()?, folder))),
            None => Ok(None),
        });
        let (mut entries, handle) = match listed {
            Ok(Some(listed)) => listed,
            // Removed or swapped meanwhile.
            Ok(None) => return,
            Err(error) => {
                self.partial.add_trouble(PartialReason::Unreadable, &shown, error.message);
                return;
            }
        };
        let Pending { start: number, path, depth, rules: above, .. } = pending;
        let is_dotted = |entry: &&Listed| entry.name.as_encoded_bytes().first() == Some(&b'.');
        let has = |name: &str| entries.iter().filter(is_dotted).any(|entry| entry.name == name);
        let rules = self.shared.options.rules.and_then(|rules| {
            rules.in_listed_folder(above, handle.as_ref(), path.len(), has(RULES_FILE), has(REPOSITORY))
        });
        let folder = Arc::new(WalkFolder {
            held: self.shared.queue.hold(handle),
            root: Arc::clone(&start.root),
            root_number: start.root_number,
            start_length: start.path().len(),
            start: number,
            rules,
            path,
            depth,
        });
        // A folder of a hundred thousand files is shared out; the last two portions stay together, as they
        // are not worth a hand-over.
        while entries.len() > 2 * ENTRIES_AT_ONCE {
            let entries = entries.split_off(entries.len() - ENTRIES_AT_ONCE);
            self.found.push(Task::Entries { folder: Arc::clone(&folder), entries });
        }
        if !self.found.is_empty() {
            // Others shall have something to do while this thread looks at the rest.
            self.found.push(Task::Entries { folder, entries });
            return;
        }
        self.go_through(&folder, &entries);
    }

    fn go_through(&mut self, folder: &Arc<WalkFolder>, entries: &[Listed]) {
        for (number, entry) in entries.iter().enumerate() {
            if number % ENTRIES_BETWEEN_CHECKS == ENTRIES_BETWEEN_CHECKS - 1 && self.shared.is_over() {
                return;
            }
            self.look_at(folder, entry);
        }
    }

    fn look_at(&mut self, folder: &Arc<WalkFolder>, entry: &Listed) {
        let options = &self.shared.options;
        if is_temporary(&entry.name) {
            return;
        }
        let name = path_text(&entry.name);
        self.path.clear();
        self.path.push_str(&folder.path);
        self.path.push_str(&name);
        let is_folder = entry.kind == EntryKind::Folder;
        let seen = WalkEntry { folder, name: &entry.name, kind: entry.kind, path: &self.path };
        // Names are cheaper to look at than rules.
        if !is_folder && !self.visitor.wants(&seen) {
            return;
        }
        if is_hidden(&name) && !options.hidden && !(options.meant)(&name) {
            self.skipped.hidden += 1;
            return;
        }
        let rules = folder.rules.as_ref();
        if options.rules.is_some_and(|ignore| ignore.denies_entry(&self.path, is_folder)) {
            self.skipped.not_permitted += 1;
            return;
        }
        if options.rules.is_some_and(|ignore| ignore.is_ignored(rules, &self.path, is_folder)) {
            self.skipped.ignored += 1;
            return;
        }
        if entry.kind == EntryKind::Link
            && let Some(ignore) = options.rules.filter(|ignore| ignore.concerns_targets())
            && let Some(left_out) = seen.target().and_then(|target| ignore.leaves_out_target(&target))
        {
            match left_out {
                LeftOut::Ignored => self.skipped.ignored += 1,
                LeftOut::Denied => self.skipped.not_permitted += 1,
            }
            return;
        }
        match entry.kind {
            EntryKind::Other => self.skipped.special += 1,
            EntryKind::File | EntryKind::Link => self.visitor.visit(&seen),
            EntryKind::Folder => {
                let is_state = self.shared.starts[folder.start].state.as_deref() == Some(self.path.as_str());
                if is_state || options.deepest.is_some_and(|deepest| folder.depth >= deepest) {
                    return;
                }
                // Open handles are limited by the system. Beyond the limit a folder is opened again from the
                // start of the walk.
                let parent = self.shared.queue.may_hold().then(|| Arc::clone(&folder.held));
                self.found.push(Task::Folder(Pending {
                    start: folder.start,
                    parent,
                    name: entry.name.clone(),
                    rules: folder.rules.clone(),
                    path: format!("{}/", self.path),
                    depth: folder.depth + 1,
                }));
            }
        }
    }
}

/// Opens a folder from its parent or, where that has been closed, from the start, never through a link.
fn open(start: &WalkStart, pending: &Pending) -> Result<Option<Arc<dyn Folder>>> {
    if let Some(parent) = &pending.parent {
        return parent.handle.open_child(&pending.name);
    }
    let way = &pending.path[start.path().len()..];
    let mut here = Arc::clone(&start.folder);
    for name in way.split('/').filter(|name| !name.is_empty()) {
        match here.open_child(&os_text(name))? {
            Some(child) => here = child,
            None => return Ok(None),
        }
    }
    Ok(Some(here))
}
