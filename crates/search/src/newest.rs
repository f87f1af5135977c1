//! The newest of many files, in bounded memory.

use std::cmp::Ordering;

/// A file that was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundFile {
    /// The number of its root, from 0.
    pub root: usize,
    /// The path from the root as text, with `/` between the names.
    pub path: String,
    /// The modification time, in nanoseconds since 1970; that of the target for a link.
    pub modified_ns: i64,
}

/// Files with a value for each, of which only the newest are kept. Of files of the same time the first by name
/// count as newer.
#[derive(Debug)]
pub(super) struct Newest<T> {
    files: Vec<(FoundFile, T)>,
    most: usize,
    total: u64,
    /// The time before which a file's last change excludes it from the newest.
    oldest_ns: i64,
}

impl<T> Newest<T> {
    pub(super) fn new(most: usize) -> Newest<T> {
        Newest { files: Vec::new(), most, total: 0, oldest_ns: i64::MIN }
    }

    pub(super) fn push(&mut self, root: usize, path: &str, modified_ns: i64, known: T) {
        self.total += 1;
        if modified_ns < self.oldest_ns {
            return;
        }
        self.files.push((FoundFile { root, path: path.to_owned(), modified_ns }, known));
        if self.files.len() >= self.most.saturating_mul(2).saturating_add(1_000) {
            self.prune();
            self.oldest_ns = self.files.iter().map(|(file, _)| file.modified_ns).min().unwrap_or(i64::MAX);
        }
    }

    /// Returns how many there were in all.
    pub(super) fn total(&self) -> u64 {
        self.total
    }

    pub(super) fn add(&mut self, other: Newest<T>) {
        self.total += other.total;
        self.files.extend(other.files);
        self.prune();
    }

    /// Returns the files, the newest first.
    pub(super) fn into_sorted(mut self) -> Vec<(FoundFile, T)> {
        self.prune();
        self.files.sort_unstable_by(|(a, _), (b, _)| newer_first(a, b));
        self.files
    }

    fn prune(&mut self) {
        if self.files.len() > self.most {
            if self.most > 0 {
                self.files.select_nth_unstable_by(self.most - 1, |(a, _), (b, _)| newer_first(a, b));
            }
            self.files.truncate(self.most);
        }
    }
}

fn newer_first(a: &FoundFile, b: &FoundFile) -> Ordering {
    b.modified_ns.cmp(&a.modified_ns).then_with(|| (a.root, &a.path).cmp(&(b.root, &b.path)))
}
