//! The files of a transaction, invisible to others.

use std::sync::Arc;

use bytes::Bytes;

use super::files::refuse_edit;
use super::new_line_end::{is_batch_file, line_end_of_new_file};
use super::paths::{MAX_LINKS, Paths};
use scenewright_error::{Error, Kind, Result, near_name, quote_name};
use scenewright_fs::disk::{EntryKind, LastLink, Metadata};
use scenewright_fs::{RootSet, WorkspacePath, WriteRules};
use scenewright_journal::staging::{FileFate, StagedChanges, StagedFile, StagedFiles};
use scenewright_journal::{After, Expected};
use scenewright_text::Document;
use scenewright_text::edit::{Applied, Policy, Replacement, replace, rewrite};

/// Staged files by the paths that the body of a transaction gives.
///
/// Invariant: an operation that is refused leaves every file of the draft as it was. The first look at a file fixes
/// the contents that the disk must have there when the draft is committed. No staged path is a folder's, unless the draft
/// takes away all that the folder holds, and none has links on the way.
pub(crate) struct Draft {
    root_set: Arc<RootSet>,
    paths: Arc<Paths>,
    rules: Arc<WriteRules>,
    file_bytes: u64,
    files: StagedFiles,
    /// The file that is about to be moved, whose place is free for its new path.
    leaving: Option<WorkspacePath>,
    /// True for the transaction of a tool, which leaves alone what the ignore rules do; a host's own may change it.
    pub(crate) by_tool: bool,
}

/// A closed draft.
pub(crate) struct ClosedDraft {
    pub staged: StagedChanges,
    pub fates: Vec<ChangedFile>,
}

/// One line of the list of changed files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ChangedFile {
    pub path: WorkspacePath,
    pub fate: FileFate,
}

impl Draft {
    pub(crate) fn new(
        root_set: Arc<RootSet>,
        paths: Arc<Paths>,
        rules: Arc<WriteRules>,
        file_bytes: u64,
    ) -> Draft {
        let (files, leaving) = Default::default();
        Draft { root_set, paths, rules, file_bytes, files, leaving, by_tool: false }
    }

    /// Returns the size of the largest file in the draft.
    pub(crate) fn max_bytes(&self) -> u64 {
        self.file_bytes
    }

    /// Returns the file that a path leads to, for the host to be asked about; of an operation on the entry itself the
    /// link.
    pub(crate) fn resolve(&mut self, given: &str, is_entry: bool) -> Result<WorkspacePath> {
        if is_entry { self.find_entry(given) } else { self.find(given) }
    }

    /// Returns the path that the entry at `from` is about to get, for the host to be asked about. It may lead through the place of
    /// that entry.
    pub(crate) fn resolve_target(&mut self, from: &str, to: &str) -> Result<WorkspacePath> {
        let source = self.find_entry(from)?;
        self.while_leaving(&source, |draft| draft.find_entry(to))
    }

    /// Reads a text file with LF line ends, and without a byte order mark.
    pub(crate) fn read(&mut self, given: &str) -> Result<String> {
        let path = self.find(given)?;
        match self.now(&path) {
            After::File { bytes, .. } => Ok(self.decode(&path, bytes)?.view().to_owned()),
            After::Absent | After::Link(_) => Err(self.not_found(&path)),
        }
    }

    /// Replaces text in a file; an empty old text creates a file that is missing, empty or white space.
    pub(crate) fn edit(&mut self, given: &str, replacement: &Replacement) -> Result<Applied> {
        let path = self.find_writable(given)?;
        let document = match self.now(&path) {
            After::File { bytes, .. } => self.decode(&path, bytes)?,
            After::Absent if replacement.old.is_empty() => {
                self.require_room(&path)?;
                Document::from_text("")?
            }
            After::Absent | After::Link(_) => return Err(self.not_found(&path)),
        };
        let mut applied = replace(&document, replacement, Policy::Unique)
            .map_err(|error| self.in_file(&path, refuse_edit("Edit", error, &replacement.old, None).error))?;
        self.put(&path, std::mem::take(&mut applied.bytes).into())?;
        Ok(applied)
    }

    /// Gives a file a whole new text, in the encoding and with the line ends that it has. Returns true if it
    /// is new. A new file has LF, or the line ends of its repository.
    pub(crate) fn write(&mut self, given: &str, content: &str, as_in_repository: bool) -> Result<bool> {
        let path = self.find_writable(given)?;
        let (bytes, is_new) = match self.now(&path) {
            After::File { bytes, .. } => {
                (rewrite(&self.decode(&path, bytes)?, content).map(Bytes::from), false)
            }
            After::Absent | After::Link(_) => {
                self.require_room(&path)?;
                let document = if as_in_repository {
                    self.document_of_repository(&path, content)
                } else {
                    Document::from_text(content)
                };
                (document.map(|document| document.shared_bytes()), true)
            }
        };
        let bytes = bytes.map_err(|error| self.in_file(&path, error))?;
        self.put(&path, bytes)?;
        Ok(is_new)
    }

    /// Removes a file; for a link, the link.
    pub(crate) fn delete(&mut self, given: &str) -> Result<()> {
        let path = self.find_writable_entry(given)?;
        if *self.now(&path) == After::Absent {
            return Err(self.not_found(&path));
        }
        self.look(&path)?.put(After::Absent);
        Ok(())
    }

    /// Gives a file another path, whatever its contents; a link is moved as a link.
    pub(crate) fn rename(&mut self, from: &str, to: &str, overwrite: bool) -> Result<()> {
        let source = self.find_writable_entry(from)?;
        if *self.now(&source) == After::Absent {
            return Err(self.not_found(&source));
        }
        self.while_leaving(&source, |draft| {
            let target = draft.find_writable_entry(to)?;
            draft.move_to(&source, &target, (from, to), overwrite)
        })
    }

    fn while_leaving<T>(&mut self, source: &WorkspacePath, run: impl FnOnce(&mut Draft) -> T) -> T {
        self.leaving = Some(source.clone());
        let result = run(self);
        self.leaving = None;
        result
    }

    fn move_to(
        &mut self,
        source: &WorkspacePath,
        target: &WorkspacePath,
        (from, to): (&str, &str),
        overwrite: bool,
    ) -> Result<()> {
        if source == target {
            let message =
                format!("No changes to make: {} and {} are the same file.", quote_name(from), quote_name(to));
            return Err(Error::new(Kind::NoChange, message));
        }
        // A target within the draft counts as it is there now: a file that the draft deleted leaves
        // its name free.
        if *self.now(target) == After::Absent {
            self.require_room(target)?;
        } else if !overwrite {
            let shown = self.display_path(target);
            let error = Error::new(
                Kind::AlreadyExists,
                format!("Could not rename {}: {} exists already.", quote_name(from), quote_name(&shown)),
            );
            return Err(error
                .in_file(shown)
                .with_hint("Choose another name, or set overwrite to replace it."));
        }
        self.files.rename(source, target);
        Ok(())
    }

    /// Closes the draft and returns the changes to be committed.
    pub(crate) fn close(self) -> ClosedDraft {
        let fates = self.files.fates().into_iter();
        let fates = fates.map(|(file, fate)| ChangedFile { path: file.path().clone(), fate }).collect();
        ClosedDraft { fates, staged: self.files.into_changes() }
    }

    /// Finds the file that a path leads to, links followed. It may be missing.
    fn find(&mut self, given: &str) -> Result<WorkspacePath> {
        let mut path = self.find_entry(given)?;
        for _ in 0..MAX_LINKS {
            let file = self.look(&path)?;
            let After::Link(target) = file.now() else { return Ok(path) };
            // Where the disk has this link, it also says where it leads.
            let is_on_disk = *file.expected() == Expected::Link(target.clone());
            let target = target.clone();
            let next = match is_on_disk {
                true => self.paths.follow_on_disk(&path),
                false => self.paths.follow(&path, &target),
            };
            path = next.map_err(|error| error.in_file(given))?;
            self.rules.require_readable(&path).map_err(|error| self.in_file(&path, error))?;
        }
        Err(Error::new(Kind::Io, format!("Could not open {}: its links go in a circle.", quote_name(given))))
    }

    /// Finds a file that is to be written.
    fn find_writable(&mut self, given: &str) -> Result<WorkspacePath> {
        let path = self.find(given)?;
        self.require_writable(path, given)
    }

    /// Returns the path itself, of which the entry is to be written, moved or removed.
    fn find_writable_entry(&mut self, given: &str) -> Result<WorkspacePath> {
        let path = self.find_entry(given)?;
        self.require_writable(path, given)
    }

    fn require_writable(&self, real: WorkspacePath, given: &str) -> Result<WorkspacePath> {
        let written = self.paths.parse(given)?;
        // Both, so that a link neither leads into a protected folder nor stands for a protected
        // name.
        let checked = self.rules.require_writable(&real).and_then(|()| self.rules.require_writable(&written));
        match checked {
            Ok(()) => Ok(real),
            Err(error) => Err(self.in_file(&real, error)),
        }
    }

    /// Returns the path itself, links on the way followed.
    fn find_entry(&mut self, given: &str) -> Result<WorkspacePath> {
        let mut located = || {
            let written = self.paths.parse(given)?;
            let path = self.paths.locate_beside(&written, &|path| self.is_gone(path))?;
            self.rules.require_readable(&written).and_then(|()| self.rules.require_readable(&path))?;
            self.look(&path)?;
            Ok(path)
        };
        located().map_err(|error: Error| match error.file {
            None => error.in_file(given),
            Some(_) => error,
        })
    }

    fn look(&mut self, path: &WorkspacePath) -> Result<&mut StagedFile> {
        if self.files.get(path).is_none() && self.takes_from(path) && self.is_emptied_folder(path)? {
            return self.files.look(path, || Ok(After::Absent));
        }
        let (root_set, paths, file_bytes) = (&self.root_set, &self.paths, self.file_bytes);
        self.files.look(path, || read_entry(root_set, paths, path, file_bytes))
    }

    /// Returns the contents of an examined path.
    fn now(&self, path: &WorkspacePath) -> &After {
        self.files.get(path).map_or(&After::Absent, StagedFile::now)
    }

    /// Returns true for a file of the disk that the draft removes or moves away.
    fn is_gone(&self, path: &WorkspacePath) -> bool {
        let staged = self.files.get(path).filter(|file| file.is_on_disk());
        staged.is_some_and(|file| *file.now() == After::Absent) || self.leaving.as_ref() == Some(path)
    }

    /// Returns true if the draft takes anything away that is in a folder.
    fn takes_from(&self, folder: &WorkspacePath) -> bool {
        self.files.inside(folder).any(|file| self.is_gone(file.path()))
    }

    /// Returns true for a folder of the disk of which the draft leaves nothing, so that a file may take its place. Refused for one
    /// that holds more; false where no folder is.
    fn is_emptied_folder(&self, path: &WorkspacePath) -> Result<bool> {
        let Some(root) = self.root_set.root(path.root())? else { return Ok(false) };
        let kind_of = |path: &WorkspacePath| -> Result<Option<EntryKind>> {
            let Some(place) = root.resolve(&path.relative(), LastLink::Keep)? else { return Ok(None) };
            Ok(place.folder.entry(&place.name)?.map(|entry| entry.kind))
        };
        if kind_of(path)? != Some(EntryKind::Folder) {
            return Ok(false);
        }
        let mut folders = vec![path.clone()];
        while let Some(folder) = folders.pop() {
            for name in root.list(&folder.relative())?.unwrap_or_default() {
                let inner = WorkspacePath::new(path.root(), &folder.relative().join(&name))?;
                if self.is_gone(&inner) {
                    continue;
                }
                if kind_of(&inner)? == Some(EntryKind::Folder) && self.takes_from(&inner) {
                    folders.push(inner);
                    continue;
                }
                let shown = self.display_path(path);
                let message = format!(
                    "{} is a folder, and it holds {}, which stays.",
                    quote_name(&shown),
                    quote_name(&self.display_path(&inner))
                );
                let hint = "Choose another name, or remove all that the folder holds.";
                return Err(Error::new(Kind::InvalidInput, message).with_hint(hint).in_file(shown));
            }
        }
        Ok(true)
    }

    fn put(&mut self, path: &WorkspacePath, bytes: Bytes) -> Result<()> {
        if bytes.len() as u64 > self.file_bytes {
            let message = format!(
                "{} would have {} bytes; the most is {}.",
                self.display_path(path),
                bytes.len(),
                self.file_bytes
            );
            return Err(self.in_file(path, Error::new(Kind::TooLarge, message)));
        }
        self.look(path)?.put_bytes(bytes);
        Ok(())
    }

    /// Refuses a new file that needs a folder where the draft has a file, or the other way round.
    fn require_room(&self, path: &WorkspacePath) -> Result<()> {
        let stays =
            |file: &&StagedFile| *file.now() != After::Absent && self.leaving.as_ref() != Some(file.path());
        let above = path.folders().filter_map(|folder| self.files.get(&folder)).find(stays);
        let Some(other) = above.or_else(|| self.files.inside(path).find(stays)) else { return Ok(()) };
        let other = other.path();
        let (path, other) = (self.display_path(path), self.display_path(other));
        let message = format!("There can be no file {path} beside {other}: one would have to be a folder.");
        Err(Error::new(Kind::InvalidInput, message).in_file(path))
    }

    /// Makes a document for a new file with this text, and with the line ends of its repository.
    fn document_of_repository(&self, path: &WorkspacePath, text: &str) -> Result<Document> {
        let is_batch_file = is_batch_file(path.as_str());
        let (line_end, _) = line_end_of_new_file(&self.root_set, &self.paths, path, (text, is_batch_file))?;
        Document::from_text_with(text, line_end)
    }

    fn decode(&self, path: &WorkspacePath, bytes: &Bytes) -> Result<Document> {
        Document::decode(bytes.clone()).map_err(|error| self.in_file(path, error))
    }

    fn not_found(&self, path: &WorkspacePath) -> Error {
        let name = path.as_str().rsplit('/').next().unwrap_or_default();
        // A folder at a time: a search of the whole tree belongs to the tools.
        let names = self.paths.neighbours(path);
        let stem = |name: &str| name.split('.').next().unwrap_or_default().to_owned();
        let same_stem = names.iter().find(|other| stem(other) == stem(name)).map(String::as_str);
        let near = near_name(name, names.iter().map(String::as_str)).or(same_stem);
        let shown = self.display_path(path);
        let folder = shown.strip_suffix(name).unwrap_or_default();
        let help = near.filter(|near| *near != name).map(|near| format!(" Did you mean {folder}{near}?"));
        let message = format!("File does not exist.{}", help.unwrap_or_default());
        self.in_file(path, Error::new(Kind::NotFound, message))
    }

    fn display_path(&self, path: &WorkspacePath) -> String {
        self.paths.display_path(path)
    }

    fn in_file(&self, path: &WorkspacePath, error: Error) -> Error {
        error.in_file(self.display_path(path))
    }
}

/// Reads the entry at a path itself.
fn read_entry(root_set: &RootSet, paths: &Paths, path: &WorkspacePath, file_bytes: u64) -> Result<After> {
    // A root that is gone has no files; the commit then says so.
    let Some(root) = root_set.root(path.root())? else { return Ok(After::Absent) };
    let Some(place) = root.resolve(&path.relative(), LastLink::Keep)? else { return Ok(After::Absent) };
    let refused = |kind: &str| {
        let message = format!("{} is {kind}, not a file.", quote_name(&paths.display_path(path)));
        Err(Error::new(Kind::InvalidInput, message))
    };
    match place.folder.entry(&place.name)? {
        None => Ok(After::Absent),
        Some(Metadata { kind: EntryKind::Link, .. }) => Ok(After::Link(place.folder.read_link(&place.name)?)),
        Some(Metadata { kind: EntryKind::Folder, .. }) => refused("a folder"),
        Some(Metadata { kind: EntryKind::Other, .. }) => refused("a device, a FIFO or a socket"),
        Some(Metadata { kind: EntryKind::File, .. }) => {
            let contents = place.folder.read(place.as_path(), file_bytes)?;
            Ok(contents.map_or(After::Absent, |contents| After::File {
                mode: contents.metadata.mode,
                bytes: contents.bytes.into(),
            }))
        }
    }
}
