//! A watch of a few folders as a whole, for those who compare by themselves what is in them.

use std::collections::BTreeSet;
use std::io;
use std::path::PathBuf;
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread::JoinHandle;
use std::time::Duration;

use notify::{RecommendedWatcher, RecursiveMode, Watcher};

/// The time that a change of several files is given to be over: a commit puts its files in place within milliseconds, and a person
/// does not notice the delay.
const SETTLE: Duration = Duration::from_millis(5);

/// The longest time without a look, since a file system may accept a watch and then report nothing.
const POLL: Duration = Duration::from_secs(1);

/// The time between looks at folders that the system does not watch: a change still appears at once to a person, for seven looks a
/// second.
const POLL_UNWATCHED: Duration = Duration::from_millis(150);

/// A thread that calls back soon after anything in some folders may have changed. It ends when this is dropped.
pub struct FolderWatch {
    signals: Sender<Signal>,
    thread: Option<JoinHandle<()>>,
}

enum Signal {
    Changed,
    End,
}

impl FolderWatch {
    /// Watches folders, without those beneath them. One that is missing is watched once it is there.
    pub fn start(folders: Vec<PathBuf>, mut look: Box<dyn FnMut() + Send>) -> io::Result<FolderWatch> {
        let (signals, received) = mpsc::channel();
        let changed = signals.clone();
        let thread = std::thread::Builder::new().name("scenewright-watch".into()).spawn(move || {
            let mut watched = BTreeSet::new();
            let mut watcher = notify::recommended_watcher(move |_| drop(changed.send(Signal::Changed))).ok();
            loop {
                attach(watcher.as_mut(), &folders, &mut watched);
                // Also at the beginning, for what came before the system watched.
                look();
                let wait = if watched.len() == folders.len() { POLL } else { POLL_UNWATCHED };
                match received.recv_timeout(wait) {
                    Ok(Signal::End) | Err(RecvTimeoutError::Disconnected) => return,
                    Ok(Signal::Changed) => {
                        std::thread::sleep(SETTLE);
                        // Events that came meanwhile are covered by the same check.
                        while let Ok(signal) = received.try_recv() {
                            if matches!(signal, Signal::End) {
                                return;
                            }
                        }
                    }
                    Err(RecvTimeoutError::Timeout) => {}
                }
            }
        })?;
        Ok(FolderWatch { signals, thread: Some(thread) })
    }
}

impl Drop for FolderWatch {
    fn drop(&mut self) {
        let _ = self.signals.send(Signal::End);
        if let Some(thread) = self.thread.take()
            && thread.thread().id() != std::thread::current().id()
        {
            // Its panic would be a failed look, and no caller waits for one.
            let _ = thread.join();
        }
    }
}

/// Watches the folders that are there and are not watched yet.
fn attach(watcher: Option<&mut RecommendedWatcher>, folders: &[PathBuf], watched: &mut BTreeSet<PathBuf>) {
    let Some(watcher) = watcher else { return };
    // A folder that was removed took its watch along; another one of its name has none.
    watched.retain(|folder| folder.is_dir());
    for folder in folders {
        if !watched.contains(folder) && watcher.watch(folder, RecursiveMode::NonRecursive).is_ok() {
            watched.insert(folder.clone());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn look_follows_change_in_folder_that_is_made_later() {
        let folder = tempfile::tempdir().unwrap();
        let inner = folder.path().join("inner");
        let (sender, looks) = mpsc::channel();
        let place = inner.clone();
        let look = move || {
            let _ = sender.send(std::fs::read_to_string(place.join("file")).ok());
        };
        let watch = FolderWatch::start(vec![folder.path().into(), inner.clone()], Box::new(look)).unwrap();
        std::fs::create_dir(&inner).unwrap();
        std::fs::write(inner.join("file"), "there").unwrap();
        // A look between the creation of the file and the write of its text sees it empty.
        assert!(looks.iter().flatten().any(|text| text == "there"), "the watch ended before it saw the file");
        drop(watch);
        assert!(looks.iter().count() < 100, "its thread has ended");
    }
}
