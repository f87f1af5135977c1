//! What a transaction would leave: a layer of changed files over the disk, which is only read.

use std::path::PathBuf;
use std::sync::Arc;

use super::files::refuse_edit;
use super::paths::{MAX_LINKS, Paths};
use scenewright_error::{Error, Kind, Result, near_name, quote_name};
use scenewright_fs::disk::{EntryKind, LastLink, Metadata};
use scenewright_fs::{RootSet, WorkspacePath, WriteRules};
use scenewright_journal::{After, Expected, FileChange};
use scenewright_text::Document;
use scenewright_text::edit::{Applied, Policy, Replacement, replace};

/// Changes that nobody else sees yet.
///
/// Invariant: an operation that is refused leaves every file of the draft as it was. The first look at a file fixes
/// what the disk is to hold there when the draft is committed.
pub struct Draft {
    root_set: Arc<RootSet>,
    paths: Arc<Paths>,
    rules: Arc<WriteRules>,
    file_bytes: u64,
    /// In the order of the first look.
    entries: Vec<Entry>,
}

/// One path that was looked at: never that of a folder, and with no links on the way.
#[derive(Clone, Debug)]
struct Entry {
    path: WorkspacePath,
    expected: Expected,
    /// The bytes that the disk held.
    found: Option<Arc<Vec<u8>>>,
    now: Now,
    /// The file that was moved here, as it was called on disk.
    moved_from: Option<WorkspacePath>,
}

/// What is at a path as the draft would leave it.
#[derive(Clone, Debug)]
enum Now {
    Absent,
    File { bytes: Arc<Vec<u8>>, mode: Option<u32> },
    Link(PathBuf),
}

/// What a draft comes to.
pub struct Changes {
    pub changes: Vec<FileChange>,
    /// Files that were looked at and are not changed.
    pub unchanged: Vec<(WorkspacePath, Expected)>,
    pub files: Vec<ChangedFile>,
    /// What the disk held when the draft first looked.
    pub found: Vec<(WorkspacePath, Option<Arc<Vec<u8>>>)>,
}

/// One line of the list of changed files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChangedFile {
    pub path: WorkspacePath,
    pub change: Change,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    Created,
    Updated,
    Deleted,
    Renamed { from: WorkspacePath },
}

impl Draft {
    pub fn new(root_set: Arc<RootSet>, paths: Arc<Paths>, rules: Arc<WriteRules>, file_bytes: u64) -> Draft {
        Draft { root_set, paths, rules, file_bytes, entries: Vec::new() }
    }

    /// No file of the draft can be larger.
    pub fn max_bytes(&self) -> u64 {
        self.file_bytes
    }

    /// A text file with LF line ends, and without a byte order mark.
    pub fn read(&mut self, given: &str) -> Result<String> {
        let at = self.find(given)?;
        match &self.entries[at].now {
            Now::File { bytes, .. } => Ok(self.decode(at, bytes)?.view().to_owned()),
            Now::Absent | Now::Link(_) => Err(self.not_found(at)),
        }
    }

    /// Replaces text in a file; an empty old text creates a file that is missing, empty or white space.
    pub fn edit(&mut self, given: &str, replacement: &Replacement) -> Result<Applied> {
        let at = self.find_writable(given)?;
        let document = match &self.entries[at].now {
            Now::File { bytes, .. } => self.decode(at, bytes)?,
            Now::Absent if replacement.old.is_empty() => {
                self.require_room(at)?;
                Document::from_text("")?
            }
            Now::Absent | Now::Link(_) => return Err(self.not_found(at)),
        };
        let applied = replace(&document, replacement, Policy::Unique)
            .map_err(|error| self.in_file(at, refuse_edit("Edit", error, &replacement.old, None).error))?;
        self.put(at, applied.bytes.clone())?;
        Ok(applied)
    }

    /// Gives a file a whole new text, in the encoding and with the line ends that it has. True when it is new.
    pub fn write(&mut self, given: &str, content: &str) -> Result<bool> {
        let at = self.find_writable(given)?;
        let (bytes, is_new) = match &self.entries[at].now {
            Now::File { bytes, .. } => (self.decode(at, bytes)?.rewrite(content), false),
            Now::Absent | Now::Link(_) => {
                self.require_room(at)?;
                (Document::from_text(content).map(Document::into_bytes), true)
            }
        };
        let bytes = bytes.map_err(|error| self.in_file(at, error))?;
        self.put(at, bytes)?;
        Ok(is_new)
    }

    /// Removes a file; of a link, the link.
    pub fn delete(&mut self, given: &str) -> Result<()> {
        let at = self.find_writable_entry(given)?;
        if matches!(self.entries[at].now, Now::Absent) {
            return Err(self.not_found(at));
        }
        let entry = &mut self.entries[at];
        (entry.now, entry.moved_from) = (Now::Absent, None);
        Ok(())
    }

    /// Gives a file another path, whatever it holds; a link is moved as a link.
    pub fn rename(&mut self, from: &str, to: &str, overwrite: bool) -> Result<()> {
        let source = self.find_writable_entry(from)?;
        if matches!(self.entries[source].now, Now::Absent) {
            return Err(self.not_found(source));
        }
        let target = self.find_writable_entry(to)?;
        if source == target {
            let message =
                format!("No changes to make: {} and {} are the same file.", quote_name(from), quote_name(to));
            return Err(Error::new(Kind::NoChange, message));
        }
        if matches!(self.entries[target].now, Now::Absent) {
            self.require_room(target)?;
        } else if !overwrite {
            let shown = self.shown(target);
            let error = Error::new(
                Kind::AlreadyExists,
                format!("Could not rename {}: {} exists already.", quote_name(from), quote_name(&shown)),
            );
            return Err(error
                .in_file(shown)
                .with_hint("Choose another name, or set overwrite to replace it."));
        }
        let origin = match &self.entries[source] {
            Entry { moved_from: Some(origin), .. } => Some(origin.clone()),
            Entry { expected: Expected::Absent, .. } => None,
            Entry { path, .. } => Some(path.clone()),
        };
        let moved = std::mem::replace(&mut self.entries[source].now, Now::Absent);
        self.entries[source].moved_from = None;
        let entry = &mut self.entries[target];
        entry.now = moved;
        // A file that came back to where it was is not moved.
        entry.moved_from = origin.filter(|origin| *origin != entry.path);
        Ok(())
    }

    /// What is to be committed.
    pub fn into_changes(self) -> Changes {
        let mut result =
            Changes { changes: Vec::new(), unchanged: Vec::new(), files: Vec::new(), found: Vec::new() };
        let is_gone = |path: &WorkspacePath| {
            let mut same = self.entries.iter().filter(|entry| entry.path == *path);
            same.any(|entry| matches!(entry.now, Now::Absent))
        };
        let moved: Vec<WorkspacePath> = self
            .entries
            .iter()
            .filter_map(|entry| entry.moved_from.clone().filter(|origin| is_gone(origin)))
            .collect();
        for entry in self.entries {
            let Entry { path, expected, found, now, moved_from } = entry;
            result.found.push((path.clone(), found));
            if now.is(&expected) {
                if !matches!(expected, Expected::Link(_)) {
                    result.unchanged.push((path, expected));
                }
                continue;
            }
            let change = match (&expected, &now, moved_from.filter(|origin| moved.contains(origin))) {
                (_, Now::Absent, _) => Change::Deleted,
                (_, _, Some(from)) => Change::Renamed { from },
                (Expected::Absent, ..) => Change::Created,
                _ => Change::Updated,
            };
            if change != Change::Deleted || !moved.contains(&path) {
                result.files.push(ChangedFile { path: path.clone(), change });
            }
            let after = match now {
                Now::Absent => After::Absent,
                Now::Link(target) => After::Link(target),
                Now::File { bytes, mode } => After::File { bytes: Arc::unwrap_or_clone(bytes), mode },
            };
            result.changes.push(FileChange { path, expected, after });
        }
        result
    }

    /// The file that a path leads to, links followed. It may be missing.
    fn find(&mut self, given: &str) -> Result<usize> {
        let mut at = self.find_entry(given)?;
        for _ in 0..MAX_LINKS {
            let Entry { path, expected, now, .. } = &self.entries[at];
            let Now::Link(target) = now else { return Ok(at) };
            // Where the disk has this link, it also says where it leads.
            let next = match *expected == Expected::Link(target.clone()) {
                true => self.paths.follow_on_disk(path),
                false => self.paths.follow(path, target),
            };
            let next = next.map_err(|error| error.in_file(given))?;
            at = self.recover(next)?;
        }
        Err(Error::new(Kind::Io, format!("Could not open {}: its links go in a circle.", quote_name(given))))
    }

    /// The same for a file that is to be written.
    fn find_writable(&mut self, given: &str) -> Result<usize> {
        let at = self.find(given)?;
        self.require_writable(at, given)
    }

    /// What is at a path itself and is to be written, moved or removed.
    fn find_writable_entry(&mut self, given: &str) -> Result<usize> {
        let at = self.find_entry(given)?;
        self.require_writable(at, given)
    }

    fn require_writable(&self, at: usize, given: &str) -> Result<usize> {
        let (real, written) = (&self.entries[at].path, self.paths.parse(given)?);
        let checked = self.rules.require_writable(real).and_then(|()| self.rules.require_writable(&written));
        checked.map(|()| at).map_err(|error| self.in_file(at, error))
    }

    /// What is at a path itself, links on the way followed.
    fn find_entry(&mut self, given: &str) -> Result<usize> {
        let located = self.paths.parse(given).and_then(|path| self.paths.locate(&path));
        located.and_then(|path| self.recover(path)).map_err(|error| match error.file {
            None => error.in_file(given),
            Some(_) => error,
        })
    }

    fn recover(&mut self, path: WorkspacePath) -> Result<usize> {
        if let Some(known) = self.entries.iter().position(|entry| entry.path == path) {
            return Ok(known);
        }
        let now = self.on_disk(&path)?;
        let expected = match &now {
            Now::Absent => Expected::Absent,
            Now::File { bytes, .. } => Expected::of(Some(bytes)),
            Now::Link(target) => Expected::Link(target.clone()),
        };
        let found = match &now {
            Now::File { bytes, .. } => Some(Arc::clone(bytes)),
            Now::Absent | Now::Link(_) => None,
        };
        self.entries.push(Entry { path, expected, found, now, moved_from: None });
        Ok(self.entries.len() - 1)
    }

    fn on_disk(&self, path: &WorkspacePath) -> Result<Now> {
        let Some(root) = self.root_set.root(path.root())? else { return Ok(Now::Absent) };
        let Some(place) = root.resolve(&path.relative(), LastLink::Keep)? else { return Ok(Now::Absent) };
        let refused = |what: &str| {
            let message = format!("{} is {what}, not a file.", quote_name(&self.paths.shown(path)));
            Err(Error::new(Kind::InvalidInput, message))
        };
        match place.folder.entry(&place.name)? {
            None => Ok(Now::Absent),
            Some(Metadata { kind: EntryKind::Link, .. }) => {
                Ok(Now::Link(place.folder.read_link(&place.name)?))
            }
            Some(Metadata { kind: EntryKind::Folder, .. }) => refused("a folder"),
            Some(Metadata { kind: EntryKind::Other, .. }) => refused("a device, a FIFO or a socket"),
            Some(Metadata { kind: EntryKind::File, .. }) => {
                let contents = place.folder.read(place.as_path(), self.file_bytes)?;
                Ok(contents.map_or(Now::Absent, |contents| Now::File {
                    mode: contents.metadata.mode,
                    bytes: Arc::new(contents.bytes),
                }))
            }
        }
    }

    fn put(&mut self, at: usize, bytes: Vec<u8>) -> Result<()> {
        if bytes.len() as u64 > self.file_bytes {
            let message = format!(
                "{} would have {} bytes; the most is {}.",
                self.shown(at),
                bytes.len(),
                self.file_bytes
            );
            return Err(self.in_file(at, Error::new(Kind::TooLarge, message)));
        }
        let entry = &mut self.entries[at];
        let mode = match &entry.now {
            Now::File { mode, .. } => *mode,
            Now::Absent | Now::Link(_) => None,
        };
        entry.now = Now::File { bytes: Arc::new(bytes), mode };
        Ok(())
    }

    /// Refuses a new file that needs a folder where the draft has a file, or the other way round.
    fn require_room(&self, at: usize) -> Result<()> {
        let path = &self.entries[at].path;
        let is_inside = |inner: &WorkspacePath, outer: &WorkspacePath| {
            let rest = inner.as_str().strip_prefix(outer.as_str());
            inner.root() == outer.root() && rest.is_some_and(|rest| rest.starts_with('/'))
        };
        let mut others = self.entries.iter().filter(|entry| !matches!(entry.now, Now::Absent));
        let Some(other) = others.find(|it| is_inside(path, &it.path) || is_inside(&it.path, path)) else {
            return Ok(());
        };
        let (path, other) = (self.paths.shown(path), self.paths.shown(&other.path));
        let message = format!("There can be no file {path} beside {other}: one would have to be a folder.");
        Err(Error::new(Kind::InvalidInput, message).in_file(path))
    }

    fn decode(&self, at: usize, bytes: &Arc<Vec<u8>>) -> Result<Document> {
        Document::decode(bytes.to_vec()).map_err(|error| self.in_file(at, error))
    }

    fn not_found(&self, at: usize) -> Error {
        let path = &self.entries[at].path;
        let name = path.as_str().rsplit('/').next().unwrap_or_default();
        let names = self.paths.neighbours(path);
        let stem = |name: &str| name.split('.').next().unwrap_or_default().to_owned();
        let same_stem = names.iter().find(|other| stem(other) == stem(name)).map(String::as_str);
        let near = near_name(name, names.iter().map(String::as_str)).or(same_stem);
        let help = near.filter(|near| *near != name).map(|near| format!(" Did you mean {near}?"));
        let message = format!("File does not exist.{}", help.unwrap_or_default());
        self.in_file(at, Error::new(Kind::NotFound, message))
    }

    fn shown(&self, at: usize) -> String {
        self.paths.shown(&self.entries[at].path)
    }

    fn in_file(&self, at: usize, error: Error) -> Error {
        error.in_file(self.shown(at))
    }
}

impl Now {
    /// Whether it is what the disk is expected to hold.
    fn is(&self, expected: &Expected) -> bool {
        match self {
            Now::Absent => *expected == Expected::Absent,
            Now::File { bytes, .. } => Expected::of(Some(bytes)) == *expected,
            Now::Link(target) => *expected == Expected::Link(target.clone()),
        }
    }
}
