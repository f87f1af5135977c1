//! What a change makes of the files, before anything is on disk.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::ffi::{OsStr, OsString};

use serde_json::{Map, Value, json};

use super::call::Call;
use scenewright_error::{Error, Kind, Result};
use scenewright_fs::{FileName, WorkspacePath};
use scenewright_journal::{After, Expected, FileChange};
use scenewright_script::check_file_size;

/// The files that a change touches, as they are on disk and as they are to be.
pub struct Draft<'a> {
    pub call: &'a Call<'a>,
    files: BTreeMap<FileName, DraftFile>,
    pub warnings: Vec<String>,
    /// What the history says of the change.
    pub message: String,
    /// The transaction that the change takes back.
    pub undoes: Option<String>,
    /// Whether a warning has to say which file it is about.
    pub is_of_several: bool,
    /// What the answer says once the change is committed.
    pub data: Map<String, Value>,
}

#[derive(Debug)]
struct DraftFile {
    old: Option<Vec<u8>>,
    new: Option<Vec<u8>>,
    /// The permission bits that a file gets which comes back.
    mode: Option<u32>,
    /// What the disk must hold at the commit.
    expected: Expected,
    is_touched: bool,
    replaced: usize,
    /// Where the contents were before they got this name.
    renamed_from: Option<FileName>,
}

/// What a draft comes to.
pub struct Changes {
    pub changes: Vec<FileChange>,
    /// Files that were to be made and removed again: they must not be there meanwhile.
    pub absent: Vec<(WorkspacePath, Expected)>,
    /// What the disk held when the draft was made.
    pub found: Vec<(FileName, Option<Vec<u8>>)>,
}

impl<'a> Draft<'a> {
    pub fn new(call: &'a Call<'a>) -> Self {
        Draft {
            call,
            files: BTreeMap::new(),
            warnings: Vec::new(),
            message: String::new(),
            undoes: None,
            is_of_several: false,
            data: Map::new(),
        }
    }

    /// What the file holds after the steps so far; `None` when there is none.
    pub fn read(&mut self, name: &FileName) -> Result<Option<Vec<u8>>> {
        Ok(self.file(name)?.new.clone())
    }

    /// Whether the file is as it is on disk: no step before has touched it.
    pub fn is_untouched(&self, name: &FileName) -> bool {
        self.files.get(name).is_none_or(|file| !file.is_touched)
    }

    /// Gives the file new contents, of which so many places are new.
    pub fn put(&mut self, name: &FileName, bytes: Vec<u8>, replaced: usize) -> Result<()> {
        check_file_size(name.as_str(), bytes.len(), &self.call.options().run.limits)?;
        if self.file(name)?.new.is_none() {
            self.require_creatable(name)?;
        }
        let file = self.file(name)?;
        file.new = Some(bytes);
        file.is_touched = true;
        file.replaced += replaced;
        Ok(())
    }

    pub fn remove(&mut self, name: &FileName) -> Result<()> {
        let file = self.file(name)?;
        file.new = None;
        file.is_touched = true;
        file.replaced = 0;
        file.renamed_from = None;
        Ok(())
    }

    /// Moves the contents of a file that is there to a name that is free.
    pub fn rename(&mut self, from: &FileName, to: &FileName) -> Result<()> {
        let file = self.file(from)?;
        let (bytes, replaced) = (file.new.clone().unwrap_or_default(), file.replaced);
        let origin = file.renamed_from.clone().or_else(|| file.old.is_some().then(|| from.clone()));
        self.remove(from)?;
        self.put(to, bytes, replaced)?;
        self.file(to)?.renamed_from = origin.filter(|origin| origin != to);
        Ok(())
    }

    /// Takes over a change that was planned from what the disk held then.
    pub fn roll_back(&mut self, name: &FileName, change: &FileChange) -> Result<()> {
        let file = self.file(name)?;
        file.is_touched = true;
        file.expected = change.expected.clone();
        match &change.after {
            After::File { bytes, mode } => (file.new, file.mode) = (Some(bytes.clone()), *mode),
            After::Absent => file.new = None,
            After::Link(_) => {
                let message =
                    format!("Could not put {name} back: it was a symbolic link. Make it again by hand.");
                return Err(Error::new(Kind::InvalidInput, message).in_file(name.as_str()));
            }
        }
        Ok(())
    }

    /// The names of the files that are touched, `main` first.
    pub fn names(&self) -> Vec<&str> {
        self.touched().map(|(name, _)| name.as_str()).collect()
    }

    pub fn touches(&self, name: &str) -> bool {
        self.touched().any(|(touched, _)| touched.as_str() == name)
    }

    /// The new contents by name, for a run; `None` for a file that is removed.
    pub fn overrides(&self) -> BTreeMap<&FileName, Option<&[u8]>> {
        self.touched().map(|(name, file)| (name, file.new.as_deref())).collect()
    }

    /// The same, to be kept longer than the draft.
    pub fn contents(&self) -> Vec<(FileName, Option<Vec<u8>>)> {
        self.touched().map(|(name, file)| (name.clone(), file.new.clone())).collect()
    }

    /// Whether the disk has the file now; true for one that is not touched.
    pub fn had(&self, name: &FileName) -> bool {
        self.files.get(name).is_none_or(|file| file.old.is_some())
    }

    /// Whether every file holds what it held.
    pub fn changes_nothing(&self) -> bool {
        self.touched().all(|(_, file)| file.old == file.new)
    }

    pub fn replaced(&self) -> usize {
        self.files.values().map(|file| file.replaced).sum()
    }

    /// What to commit.
    pub fn into_changes(self) -> Changes {
        let mut result = Changes { changes: Vec::new(), absent: Vec::new(), found: Vec::new() };
        for (name, DraftFile { old, new, mode, expected, .. }) in self.files {
            let after = new.map_or(After::Absent, |bytes| After::File { bytes, mode });
            match (&expected, &after) {
                (Expected::Absent, After::Absent) => result.absent.push((name.path(), expected)),
                _ => result.changes.push(FileChange { path: name.path(), expected, after }),
            }
            result.found.push((name, old));
        }
        result
    }

    /// What became of each file, for an answer.
    pub fn file_list(&self) -> Vec<Value> {
        let changed = || self.touched().filter(|(_, file)| file.old != file.new);
        let gone = |name: &FileName| self.files.get(name).is_some_and(|file| file.new.is_none());
        let origin = |file: &'_ DraftFile| {
            let from = file.renamed_from.clone().filter(|from| gone(from));
            from.filter(|_| file.old.is_none() && file.new.is_some())
        };
        let moved: Vec<FileName> = changed().filter_map(|(_, file)| origin(file)).collect();
        let mut list = Vec::new();
        for (name, file) in changed().filter(|(name, _)| !moved.contains(name)) {
            let mut entry = match (origin(file), &file.old, &file.new) {
                (Some(from), ..) => {
                    json!({ "file": from.as_str(), "change": "renamed", "to": name.as_str() })
                }
                (None, None, _) => json!({ "file": name.as_str(), "change": "created" }),
                (None, Some(_), None) => json!({ "file": name.as_str(), "change": "deleted" }),
                (None, Some(_), Some(_)) => json!({ "file": name.as_str(), "change": "updated" }),
            };
            if file.replaced > 0 {
                entry["replaced"] = file.replaced.into();
            }
            list.push(entry);
        }
        list
    }

    /// Refuses a new file whose name would not do beside the files that the draft leaves.
    fn require_creatable(&self, name: &FileName) -> Result<()> {
        let file_of = |name: &FileName| name.path().relative().file_name().map(OsStr::to_owned);
        let (gone, made): (Vec<_>, Vec<_>) = self.touched().partition(|(_, file)| file.new.is_none());
        let [gone, made] = [gone, made]
            .map(|files| files.into_iter().filter_map(|(name, _)| file_of(name)).collect::<Vec<OsString>>());
        let on_disk = self.call.shared.folder.module_files()?;
        let others = on_disk.iter().filter(|file| !gone.contains(file)).chain(&made);
        name.require_creatable(others.map(OsString::as_os_str)).map_err(|error| error.in_file(name.as_str()))
    }

    fn touched(&self) -> impl Iterator<Item = (&FileName, &DraftFile)> {
        self.files.iter().filter(|(_, file)| file.is_touched)
    }

    /// The file, read from disk when it is first asked for.
    fn file(&mut self, name: &FileName) -> Result<&mut DraftFile> {
        Ok(match self.files.entry(name.clone()) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(free) => free.insert(DraftFile::as_on_disk(self.call.shared.folder.read(name)?)),
        })
    }
}

impl DraftFile {
    fn as_on_disk(bytes: Option<Vec<u8>>) -> DraftFile {
        DraftFile {
            new: bytes.clone(),
            mode: None,
            expected: Expected::of(bytes.as_deref()),
            is_touched: false,
            replaced: 0,
            renamed_from: None,
            old: bytes,
        }
    }
}
