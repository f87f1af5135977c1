//! The thread that examines watched files and reports their changes.

use std::collections::HashSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use super::book::{Book, Shared};
use super::inbox::Batch;
use super::sighting::examine;
use crate::freshness::event::{Event, SizeAndTime, watch_reminder};
use crate::freshness::read_log::now_ms;
use scenewright_error::{Error, Result};

/// The time between two looks at the files whose folders the system does not watch.
const POLL_EVERY: Duration = Duration::from_millis(500);

pub(super) fn start(shared: Arc<Shared>) -> Result<thread::JoinHandle<()>> {
    thread::Builder::new()
        .name("scenewright-watch".to_owned())
        .spawn(move || run(&shared))
        .map_err(|cause| Error::io("start the thread of", "the file watches", &cause))
}

fn run(shared: &Shared) {
    loop {
        let polls = {
            let book = shared.book();
            let mut files = book.files.values();
            files.any(|file| book.why_polled(&file.path).is_some())
        };
        let Some(batch) = shared.inbox.next(polls.then_some(POLL_EVERY)) else { return };
        let (touched, polled) = suspects(&mut shared.book(), &batch);
        let touched = touched.into_iter().map(|key| (key, false));
        for (key, is_polled) in touched.chain(polled.into_iter().map(|key| (key, true))) {
            // A probe that panics costs this one look.
            let _ = catch_unwind(AssertUnwindSafe(|| look_at(shared, &key, is_polled)));
        }
    }
}

/// Returns the files that may have changed, and those that have to be polled.
fn suspects(book: &mut Book, batch: &Batch) -> (HashSet<String>, HashSet<String>) {
    let mut everything = batch.everything;
    if everything {
        book.folders.attach_again(Path::new(""));
    } else {
        for folder in &batch.folders {
            // The event may mean that the folder was replaced; the watch would be on the old one.
            book.folders.attach_again(folder);
        }
        everything = book.folders.find_missing();
    }
    let mut touched: HashSet<String> =
        batch.files.iter().filter_map(|path| book.keys_by_path.get(path)).cloned().collect();
    let mut polled = HashSet::new();
    for (key, file) in &book.files {
        let is_within = file.path.parent().is_some_and(|folder| batch.within.contains(folder));
        if everything || is_within || batch.folders.iter().any(|folder| file.path.starts_with(folder)) {
            touched.insert(key.clone());
        } else if book.why_polled(&file.path).is_some() {
            polled.insert(key.clone());
        }
    }
    polled.retain(|key| !touched.contains(key));
    (touched, polled)
}

fn look_at(shared: &Shared, key: &str, is_polled: bool) {
    let Some((known, own_edits)) = ({
        let book = shared.book();
        // While the session itself changes the file there is nothing to see; it is touched again at the end.
        let watched = book.files.get(key).filter(|watched| watched.held == 0);
        watched.map(|watched| (watched.known, watched.own_edits))
    }) else {
        return;
    };
    let Ok(current) = examine(&*shared.probe, key, is_polled.then_some(known)) else { return };
    let event = {
        let mut book = shared.book();
        let Some(watched) = book.files.get_mut(key).filter(|watched| watched.held == 0) else { return };
        // The session edited the file between the two locks: what was seen may be from before or after.
        if watched.own_edits != own_edits {
            let path = watched.path.clone();
            drop(book);
            return shared.inbox.touch(&path);
        }
        let previous = std::mem::replace(&mut watched.known, current);
        previous.is_other(&current).then(|| Event::Changed {
            path: watched.shown.clone(),
            timestamp: now_ms(),
            ids: watched.ids.iter().cloned().collect(),
            reminder: watch_reminder(&watched.shown, previous.stamp().is_some(), current.stamp().is_some()),
            current: current.stamp().map(SizeAndTime::of),
            previous: previous.stamp().map(SizeAndTime::of),
        })
    };
    if let Some(event) = event.filter(|_| !shared.inbox.is_stopped()) {
        shared.listeners.emit(&event);
    }
}
