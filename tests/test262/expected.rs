//! The list of the tests that may fail, `expected.txt`.
//!
//! ```text
//! # The reason, for all lines below it.
//! language/expressions/a.js          a test that fails
//! built-ins/Something/               a folder in which some do
//! ```

/// The tests that may fail.
pub(super) struct Expected {
    files: Vec<&'static str>,
    folders: Vec<&'static str>,
}

impl Expected {
    /// Reads the list.
    pub(super) fn read() -> Self {
        let lines = include_str!("expected.txt").lines().map(str::trim);
        let names = lines.filter(|line| !line.is_empty() && !line.starts_with('#'));
        let (folders, files) = names.partition(|name| name.ends_with('/'));
        Expected { files, folders }
    }

    pub(super) fn may_fail(&self, path: &str) -> bool {
        self.must_fail(path) || self.folders.iter().any(|folder| path.starts_with(folder))
    }

    /// Returns true if a test is known to fail by its own name.
    pub(super) fn must_fail(&self, path: &str) -> bool {
        self.files.contains(&path)
    }
}
