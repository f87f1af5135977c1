//! The first of many files, in bounded memory.

use std::cmp::Ordering;

use scenewright_error::Result;

/// A file that was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundFile {
    /// The number of its root, from 0.
    pub root: usize,
    /// The path from the root as text, with `/` between the names.
    pub path: String,
    /// The modification time, in nanoseconds since 1970; for a link, its target's.
    pub modified_ns: i64,
}

/// A question whether a file may be answered.
pub type Permits<'a> = &'a (dyn Fn(&FoundFile) -> Result<bool> + Sync);

/// The most files that may be refused in one answer without others missing in it.
pub(super) const MAX_REFUSED: usize = 10_000;

/// The order of the files in an answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Sort {
    /// The newest first. Of files of the same time the first by name count as newer.
    #[default]
    Newest,
    /// The order of the paths, name by name.
    Path,
}

/// Files with a value for each, of which only the first of an order are kept.
#[derive(Debug)]
pub(super) struct Newest<T> {
    files: Vec<(FoundFile, T)>,
    sort: Sort,
    most: usize,
    total: u64,
    /// The time before which a file's last change excludes it from the newest.
    oldest_ns: i64,
}

impl<T> Newest<T> {
    pub(super) fn new(most: usize, sort: Sort) -> Newest<T> {
        Newest { files: Vec::new(), sort, most, total: 0, oldest_ns: i64::MIN }
    }

    pub(super) fn push(&mut self, root: usize, path: &str, modified_ns: i64, known: T) {
        self.total += 1;
        if modified_ns < self.oldest_ns {
            return;
        }
        self.files.push((FoundFile { root, path: path.to_owned(), modified_ns }, known));
        if self.files.len() >= self.most.saturating_mul(2).saturating_add(1_000) {
            self.prune();
            if self.sort == Sort::Path {
                return;
            }
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

    /// Returns the files in their order.
    pub(super) fn into_sorted(mut self) -> Vec<(FoundFile, T)> {
        self.prune();
        let sort = self.sort;
        self.files.sort_unstable_by(|(a, _), (b, _)| sort.compare(a, b));
        self.files
    }

    fn prune(&mut self) {
        if self.files.len() > self.most {
            if self.most > 0 {
                let sort = self.sort;
                self.files.select_nth_unstable_by(self.most - 1, |(a, _), (b, _)| sort.compare(a, b));
            }
            self.files.truncate(self.most);
        }
    }
}

impl Sort {
    fn compare(self, a: &FoundFile, b: &FoundFile) -> Ordering {
        match self {
            Sort::Newest => {
                b.modified_ns.cmp(&a.modified_ns).then_with(|| (a.root, &a.path).cmp(&(b.root, &b.path)))
            }
            Sort::Path => a.root.cmp(&b.root).then_with(|| a.path.split('/').cmp(b.path.split('/'))),
        }
    }
}
