//! A layer of changed files over the disk, which is only read.

use std::collections::{BTreeMap, BTreeSet};

use bytes::Bytes;

use scenewright_error::Result;
use scenewright_fs::WorkspacePath;

use crate::node::{After, Expected};
use crate::request::{FileChange, FolderChanges};

/// The files of one change, as they are on disk and as they are to be.
///
/// Invariant: each file is read once, when it is first asked for. The same bytes are the ones that the change is
/// computed from, that a validator sees, that the disk is compared with at the commit, and that the history keeps.
#[derive(Debug, Default)]
pub struct StagedFiles {
    /// The entries, in the order of the first look.
    files: Vec<StagedFile>,
    /// The place of each path among them. Each step asks for some paths, and a change may have thousands.
    places: BTreeMap<WorkspacePath, usize>,
}

/// One path that was examined.
#[derive(Clone, Debug)]
pub struct StagedFile {
    path: WorkspacePath,
    /// The contents of the disk.
    found: After,
    /// The state that the disk must have when the change is committed.
    expected: Expected,
    now: After,
    is_touched: bool,
    /// True if the change was planned from the contents of the disk then, and not from what was read here.
    is_planned: bool,
    /// The path that the contents had before they were moved here.
    moved_from: Option<WorkspacePath>,
}

/// The fate of a file in a change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FileFate {
    /// A file at a path that had none.
    Created,
    /// Other contents at a path that had some.
    Updated,
    /// A path whose file is to be removed.
    Deleted,
    /// Contents that were moved here, changed or not.
    Renamed {
        /// The path that they had before.
        from: WorkspacePath,
    },
}

/// The changes of staged files.
#[derive(Debug, Default)]
pub struct StagedChanges {
    /// The changes, in the order of the staged files.
    pub changes: Vec<FileChange>,
    /// The files that were examined and are not changed.
    pub unchanged: Vec<(WorkspacePath, Expected)>,
    /// The bytes of all files as they were first read; `None` for what is no file.
    pub found: Vec<(WorkspacePath, Option<Bytes>)>,
    /// The folders that are made and removed beside those that files need.
    pub folders: FolderChanges,
}

impl StagedFiles {
    /// Returns the file at a path. The first look reads it; `read` does not follow a link at the end where links
    /// are to be staged as links.
    pub fn look(
        &mut self,
        path: &WorkspacePath,
        read: impl FnOnce() -> Result<After>,
    ) -> Result<&mut StagedFile> {
        let at = match self.places.get(path) {
            Some(known) => *known,
            None => {
                self.files.push(StagedFile::found(path.clone(), read()?));
                self.places.insert(path.clone(), self.files.len() - 1);
                self.files.len() - 1
            }
        };
        Ok(&mut self.files[at])
    }

    /// Returns the file at a path that was examined.
    pub fn get(&self, path: &WorkspacePath) -> Option<&StagedFile> {
        self.places.get(path).map(|at| &self.files[*at])
    }

    /// Yields the examined files in a folder, at any depth.
    pub fn inside(&self, folder: &WorkspacePath) -> impl Iterator<Item = &StagedFile> {
        self.places.range(folder.bounds_inside()).map(|(_, at)| &self.files[*at])
    }

    /// Yields all examined files, in the order of the first look.
    pub fn iter(&self) -> impl Iterator<Item = &StagedFile> {
        self.files.iter()
    }

    /// Yields the files that the change was made to touch, also those that it left the same.
    pub fn touched(&self) -> impl Iterator<Item = &StagedFile> {
        self.files.iter().filter(|file| file.is_touched)
    }

    /// Returns true if every file is to stay as it is.
    pub(crate) fn change_nothing(&self) -> bool {
        !self.files.iter().any(StagedFile::is_changed)
    }

    /// Sorts the files: they are committed and listed in this order.
    pub fn sort_by_key<K: Ord>(&mut self, key: impl FnMut(&StagedFile) -> K) {
        self.files.sort_by_key(key);
        let places = self.files.iter().enumerate().map(|(at, file)| (file.path.clone(), at));
        self.places = places.collect();
    }

    /// Moves the contents of one path to another one. Both were examined.
    pub fn rename(&mut self, from: &WorkspacePath, to: &WorkspacePath) {
        let Some(source) = self.places.get(from).map(|at| &mut self.files[*at]) else { return };
        // Moved twice, a file comes from where it was first.
        let origin = source.moved_from.take().or_else(|| source.is_on_disk().then(|| from.clone()));
        let moved = std::mem::replace(&mut source.now, After::Absent);
        source.is_touched = true;
        if let Some(target) = self.places.get(to).map(|at| &mut self.files[*at]) {
            target.put(moved);
            // A file that came back to where it was is not moved.
            target.moved_from = origin.filter(|origin| origin != to);
        }
    }

    /// Returns the fate of each file that changes, in the order of the first look. A moved file is listed once,
    /// under its new path.
    pub fn fates(&self) -> Vec<(&StagedFile, FileFate)> {
        let moved_away = self.moved_away();
        let reported = self.files.iter().filter(|file| file.is_changed() && !moved_away.contains(&file.path));
        reported.map(|file| (file, fate_of(file, &moved_away))).collect()
    }

    /// Returns the paths whose contents were moved away from them to other ones.
    fn moved_away(&self) -> BTreeSet<&WorkspacePath> {
        let kept = self.files.iter().filter(|file| file.now != After::Absent);
        let origins = kept.filter_map(|file| file.moved_from.as_ref());
        origins.filter(|origin| self.get(origin).is_some_and(|file| file.now == After::Absent)).collect()
    }

    /// Returns the changes to be committed.
    pub fn into_changes(self) -> StagedChanges {
        let mut result = StagedChanges::default();
        for file in self.files {
            let is_changed = file.is_changed();
            let StagedFile { path, found, expected, now: after, is_planned, .. } = file;
            let found = match found {
                After::File { bytes, .. } => Some(bytes),
                After::Absent | After::Link(_) => None,
            };
            result.found.push((path.clone(), found.clone()));
            if is_changed {
                let before = found.filter(|_| !is_planned);
                result.changes.push(FileChange { path, expected, before, after });
            // A link that stays is read through; the file that it leads to is in the list itself.
            } else if !matches!(expected, Expected::Link(_)) {
                result.unchanged.push((path, expected));
            }
        }
        result
    }
}

fn fate_of(file: &StagedFile, moved_away: &BTreeSet<&WorkspacePath>) -> FileFate {
    let origin = file.moved_from.clone().filter(|origin| moved_away.contains(origin));
    match (&file.expected, &file.now, origin) {
        (_, After::Absent, _) => FileFate::Deleted,
        (_, _, Some(from)) => FileFate::Renamed { from },
        (Expected::Absent, ..) => FileFate::Created,
        _ => FileFate::Updated,
    }
}

impl StagedFile {
    fn found(path: WorkspacePath, found: After) -> StagedFile {
        let expected = Expected::of_after(&found);
        StagedFile {
            path,
            expected,
            now: found.clone(),
            found,
            is_touched: false,
            is_planned: false,
            moved_from: None,
        }
    }

    /// Returns the path, which identifies the file among those that are staged.
    pub fn path(&self) -> &WorkspacePath {
        &self.path
    }

    /// Returns the contents of the disk at the first look.
    pub fn before(&self) -> &After {
        &self.found
    }

    /// Returns the contents after the steps so far.
    pub fn now(&self) -> &After {
        &self.now
    }

    /// Returns the state that the disk must have when the change is committed.
    pub fn expected(&self) -> &Expected {
        &self.expected
    }

    /// Returns true if any step has touched the file.
    pub fn is_touched(&self) -> bool {
        self.is_touched
    }

    /// Returns true if the disk has anything at the path.
    pub fn is_on_disk(&self) -> bool {
        self.expected != Expected::Absent
    }

    /// Returns true if the file is to be different from the one on disk.
    pub fn is_changed(&self) -> bool {
        match (&self.now, &self.found) {
            (After::File { bytes: new, .. }, After::File { bytes: old, .. }) => new != old,
            (now, found) => now != found,
        }
    }

    /// Puts contents at the path. An existing file keeps its mode.
    pub fn put(&mut self, now: After) {
        self.now = now;
        self.is_touched = true;
        self.moved_from = None;
    }

    /// Gives the file new bytes, and keeps the record of where it came from.
    pub fn put_bytes(&mut self, bytes: Bytes) {
        let mode = match &self.now {
            After::File { mode, .. } => *mode,
            After::Absent | After::Link(_) => None,
        };
        self.now = After::File { bytes, mode };
        self.is_touched = true;
    }

    /// Adopts a change that was planned from the disk's contents at the time.
    pub fn take_over(&mut self, change: &FileChange) {
        self.expected = change.expected.clone();
        self.is_planned = true;
        self.put(change.after.clone());
    }
}
