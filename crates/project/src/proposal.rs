//! A change of the project's files before anything of it is on disk.

use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};

use bytes::Bytes;
use serde_json::{Map, Value, json};

use super::call::Call;
use super::snapshot::Snapshots;
use scenewright_error::{Error, Kind, Result, Warning};
use scenewright_fs::{FileName, WorkspacePath};
use scenewright_journal::staging::{FileFate, StagedFile, StagedFiles};
use scenewright_journal::{After, FileChange, ValueStep};
use scenewright_script::check_file_size;

/// Staged files by their names, and the remarks about them.
pub(crate) struct Proposal<'a> {
    pub call: &'a Call<'a>,
    pub snapshots: Snapshots<'a>,
    pub files: StagedFiles,
    pub warnings: Vec<Warning>,
    /// The message of the change in the history.
    pub message: String,
    /// The transaction that the change undoes.
    pub undoes: Option<String>,
    /// The step of the values of parameters that the change makes besides its files.
    pub values: Option<ValueStep>,
    /// True when a warning has to name the file it is about.
    pub is_of_several: bool,
    /// The data for the answer once the change is committed.
    pub data: Map<String, Value>,
    /// The number of places in which each file was replaced.
    replaced: BTreeMap<FileName, usize>,
}

impl<'a> Proposal<'a> {
    pub(crate) fn new(call: &'a Call<'a>) -> Self {
        Proposal {
            call,
            snapshots: Snapshots::new(&call.shared.folder),
            files: StagedFiles::default(),
            warnings: Vec::new(),
            message: String::new(),
            undoes: None,
            values: None,
            is_of_several: false,
            data: Map::new(),
            replaced: BTreeMap::new(),
        }
    }

    /// Returns the file's bytes after the steps so far; `None` if it is missing.
    pub(crate) fn read(&mut self, name: &FileName) -> Result<Option<Bytes>> {
        Ok(bytes_of(self.file(name)?.now()).cloned())
    }

    /// Returns true if the file is as it is on disk: no step before has touched it.
    pub(crate) fn is_untouched(&self, name: &FileName) -> bool {
        self.files.get(&name.path()).is_none_or(|file| !file.is_touched())
    }

    /// Gives the file new contents, in which `replaced` places are new.
    pub(crate) fn put(&mut self, name: &FileName, bytes: impl Into<Bytes>, replaced: usize) -> Result<()> {
        let bytes = bytes.into();
        check_file_size(name.as_str(), bytes.len(), &self.call.options().run.limits)?;
        if bytes_of(self.file(name)?.now()).is_none() {
            self.require_creatable(name, None)?;
        }
        self.file(name)?.put_bytes(bytes);
        // Several edits of one file are one change of it.
        *self.replaced.entry(name.clone()).or_default() += replaced;
        Ok(())
    }

    pub(crate) fn remove(&mut self, name: &FileName) -> Result<()> {
        self.file(name)?.put(After::Absent);
        self.replaced.remove(name);
        Ok(())
    }

    /// Moves the contents of an existing file to a free name.
    pub(crate) fn rename(&mut self, from: &FileName, to: &FileName) -> Result<()> {
        if bytes_of(self.file(to)?.now()).is_none() {
            self.require_creatable(to, Some(from))?;
        }
        // Both files are read into the staged ones first: a rename moves what is staged.
        self.file(from)?;
        self.files.rename(&from.path(), &to.path());
        let replaced = self.replaced.remove(from).unwrap_or_default();
        *self.replaced.entry(to.clone()).or_default() += replaced;
        Ok(())
    }

    /// Adopts a change that was planned from the disk's contents at the time.
    pub(crate) fn take_over(&mut self, name: &FileName, change: &FileChange) -> Result<()> {
        // Files are read through links, so what the change recorded as a link cannot be compared with contents.
        if let After::Link(_) = change.after {
            let message =
                format!("Could not put {name} back: it was a symbolic link. Make it again by hand.");
            return Err(Error::new(Kind::InvalidInput, message).in_file(name.as_str()));
        }
        self.file(name)?.take_over(change);
        Ok(())
    }

    /// Returns the names of the files that are touched, `main` first.
    pub(crate) fn names(&self) -> Vec<FileName> {
        self.touched().into_keys().collect()
    }

    pub(crate) fn touches(&self, name: &str) -> bool {
        self.touched().keys().any(|touched| touched.as_str() == name)
    }

    /// Returns the new contents by name; `None` for a file that is removed.
    pub(crate) fn contents(&self) -> BTreeMap<FileName, Option<Bytes>> {
        let touched = self.touched().into_iter();
        touched.map(|(name, file)| (name, bytes_of(file.now()).cloned())).collect()
    }

    /// Returns true if the disk has the file now; also for one that was not examined.
    pub(crate) fn had(&self, name: &FileName) -> bool {
        self.files.get(&name.path()).is_none_or(|file| matches!(file.before(), After::File { .. }))
    }

    pub(crate) fn replaced(&self) -> usize {
        self.replaced.values().sum()
    }

    /// Lists the change of each file, for an answer.
    pub(crate) fn file_list(&self) -> Vec<Value> {
        let mut fates: Vec<(FileName, FileFate)> = self
            .files
            .fates()
            .into_iter()
            .filter_map(|(file, fate)| Some((FileName::of_path(file.path())?, fate)))
            .collect();
        fates.sort_by(|(a, _), (b, _)| a.cmp(b));
        let list = fates.into_iter().map(|(name, fate)| {
            let shown = name.as_str();
            let mut entry = match fate {
                FileFate::Created => json!({ "file": shown, "change": "created" }),
                FileFate::Updated => json!({ "file": shown, "change": "updated" }),
                FileFate::Deleted => json!({ "file": shown, "change": "deleted" }),
                FileFate::Renamed { from } => {
                    json!({ "file": name_at(&from), "change": "renamed", "to": shown })
                }
            };
            if let Some(replaced) = self.replaced.get(&name).filter(|replaced| **replaced > 0) {
                entry["replaced"] = (*replaced).into();
            }
            entry
        });
        list.collect()
    }

    /// Refuses a new file whose name would not do beside the files that the change leaves. The `removed` one goes away for
    /// it.
    fn require_creatable(&self, name: &FileName, removed: Option<&FileName>) -> Result<()> {
        let file_of = |name: &FileName| name.path().relative().file_name().map(OsStr::to_owned);
        let (mut gone, mut made) = (Vec::<OsString>::new(), Vec::<OsString>::new());
        gone.extend(removed.and_then(file_of));
        for (touched, file) in self.touched() {
            match file.now() {
                After::Absent => gone.extend(file_of(&touched)),
                // It is staged under its old name until the rename is done.
                _ if Some(&touched) == removed => {}
                _ => made.extend(file_of(&touched)),
            }
        }
        // File names, not module names: two modules may differ by case alone where the file system does not.
        let on_disk = self.call.shared.folder.module_files()?;
        let others = on_disk.iter().filter(|file| !gone.contains(file)).chain(&made);
        name.require_creatable(others.map(OsString::as_os_str)).map_err(|error| error.in_file(name.as_str()))
    }

    fn touched(&self) -> BTreeMap<FileName, &StagedFile> {
        self.files.touched().filter_map(|file| Some((FileName::of_path(file.path())?, file))).collect()
    }

    /// Returns the file, read from disk when it is first requested.
    fn file(&mut self, name: &FileName) -> Result<&mut StagedFile> {
        let snapshots = &self.snapshots;
        self.files.look(&name.path(), || {
            let found = snapshots.read(name)?;
            Ok(found.map_or(After::Absent, |snapshot| After::File { bytes: snapshot.bytes, mode: None }))
        })
    }
}

/// Returns the bytes of an existing file. The project's files are read through links, so that none is staged as a
/// link.
fn bytes_of(content: &After) -> Option<&Bytes> {
    match content {
        After::File { bytes, .. } => Some(bytes),
        After::Absent | After::Link(_) => None,
    }
}

fn name_at(path: &WorkspacePath) -> String {
    FileName::of_path(path).map_or_else(|| path.as_str().to_owned(), |name| name.as_str().to_owned())
}
