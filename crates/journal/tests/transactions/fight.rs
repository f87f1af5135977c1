//! One of several processes that commit to one project at once.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use scenewright_fs::FileName;
use scenewright_journal::{CommitError, FileChange, Transactions};

use super::play::{commit, send_line, store_in};

const FILES: [&str; 4] = ["main", "a", "b", "c"];

/// Commits `commits` times, to one to three files each time, and reports which commits were answered.
pub(crate) fn fight(folder: &Path, who: &str, commits: usize) {
    let store = store_in(folder);
    let seed = u64::from(std::process::id());
    let mut random = fastrand::Rng::with_seed(seed);
    for number in 0..commits {
        // So that it lasts long enough for a few to be killed.
        std::thread::sleep(Duration::from_millis(random.u64(0..40)));
        let mut files = FILES;
        random.shuffle(&mut files);
        let chosen = &files[..random.usize(1..=3)];
        let text = format!("{who} {seed} {number}\n{}", "line\n".repeat(random.usize(0..200)));
        let id = commit_over_anything(&store, folder, chosen, &text);
        send_line(&format!("answered {id}"));
    }
}

fn commit_over_anything(store: &Arc<Transactions>, folder: &Path, files: &[&str], text: &str) -> String {
    loop {
        let changes: Vec<FileChange> = files
            .iter()
            .map(|name| {
                let path = FileName::parse(name).unwrap().path();
                let old = std::fs::read(folder.join(path.relative())).ok();
                FileChange::new(path, old.as_deref(), Some(format!("{name} {text}").into_bytes()))
            })
            .collect();
        match commit(store, &changes, None) {
            Ok(committed) => return committed.id,
            Err(CommitError::Conflict { .. }) => {}
            Err(error) => panic!("{error}"),
        }
    }
}
