//! The conversion of a request to steps, each at its place.

use std::collections::HashSet;
use std::ffi::OsString;
use std::path::Path;
use std::sync::Arc;

use bytes::Bytes;

use super::journal::{FileStep, Method};
use super::node::{After, Expected, Found, Node, unprivileged};
use super::refusal::CommitError;
use super::request::{CommitRequest, FileChange};
use scenewright_error::{Error, Kind, Result, Warning, WarningCode, quote_path};
use scenewright_fs::disk::{Access, EntryKind, Folder, LastLink, PRIVILEGES, Place};
use scenewright_fs::{
    ContentHash, RootSet, RootSetLock, WorkspacePath, WriteRules, has_exact_name, temporary_name,
};

/// The plan for a request.
pub(super) struct Plan {
    /// The steps that change something.
    pub steps: Vec<Step>,
    /// The folders to be created, the outermost first.
    pub folders: Vec<WorkspacePath>,
    /// The folders to be removed where they are empty then, the outermost first.
    pub removed_folders: Vec<WorkspacePath>,
    pub warnings: Vec<Warning>,
}

/// One file's change, from the state found to the state to come.
pub(super) struct Step {
    pub record: FileStep,
    before_bytes: Bytes,
    after: After,
    names: u64,
    /// The place; `None` while its folder is missing.
    place: Option<Place>,
    /// The transaction, which names the temporary; empty until it is prepared.
    transaction: String,
}

impl Plan {
    /// Compares every file with the contents the change was computed from, and plans the steps.
    pub(super) fn make(
        root_set: &RootSet,
        lock: &RootSetLock,
        request: &CommitRequest<'_>,
        largest: u64,
    ) -> Result<Plan, CommitError> {
        let rules = request.rules;
        let mut plan = Plan {
            steps: Vec::new(),
            folders: Vec::new(),
            removed_folders: Vec::new(),
            warnings: Vec::new(),
        };
        let mut seen = HashSet::new();
        for change in request.changes {
            let step =
                Step::find(root_set, lock, change, rules, largest, &mut plan.folders).map_err(|error| {
                    match error {
                        CommitError::Failed(error) if error.file.is_none() => {
                            CommitError::Failed(error.in_file(root_set.display_path(&change.path)))
                        }
                        other => other,
                    }
                })?;
            // The resolved path: two links to one file are one file.
            if !seen.insert(step.record.path.clone()) {
                let shown = root_set.display_path(&change.path);
                return Err(CommitError::Invalid(format!("{shown} is changed twice in one transaction.")));
            }
            if step.record.before != step.record.after {
                plan.warnings.extend(step.warnings(root_set));
                plan.steps.push(step);
            }
        }
        for (path, expected) in request.unchanged {
            let current =
                lock.place(path, LastLink::Follow)?.map(|place| Found::hashed_at(&place)).transpose()?;
            let current = current.map_or(Expected::Absent, |found| Expected::of_node(&found.node));
            if current != *expected {
                return Err(CommitError::Conflict { file: root_set.display_path(path) });
            }
        }
        if plan.steps.is_empty() {
            plan.folders.clear();
        }
        for folder in &request.folders.made {
            for missing in lock.missing_folders(&inside(folder)?)? {
                if !plan.folders.contains(&missing) {
                    plan.folders.push(missing);
                }
            }
        }
        for folder in &request.folders.removed {
            let entry = lock.place(folder, LastLink::Keep)?.map(|place| place.folder.entry(&place.name));
            if entry.transpose()?.flatten().is_some_and(|entry| entry.kind == EntryKind::Folder) {
                plan.removed_folders.push(folder.clone());
            }
        }
        Ok(plan)
    }
}

/// Returns the path of something in a folder.
pub(super) fn inside(folder: &WorkspacePath) -> Result<WorkspacePath> {
    WorkspacePath::new(folder.root(), &folder.relative().join("any"))
}

impl Step {
    fn find(
        root_set: &RootSet,
        lock: &RootSetLock,
        change: &FileChange,
        rules: &WriteRules,
        largest: u64,
        folders: &mut Vec<WorkspacePath>,
    ) -> Result<Step, CommitError> {
        if let After::File { bytes, .. } = &change.after
            && bytes.len() as u64 > largest
        {
            let message = format!(
                "{} would have {} bytes; the most is {largest}.",
                root_set.display_path(&change.path),
                bytes.len()
            );
            return Err(Error::new(Kind::TooLarge, message).into());
        }
        // A file is written through a link, unless the link itself is what was found and is replaced.
        let is_written_through =
            matches!(change.after, After::File { .. }) && !matches!(change.expected, Expected::Link(_));
        let last = if is_written_through { LastLink::Follow } else { LastLink::Keep };
        let missing = lock.missing_folders(&change.path)?;
        let place = if missing.is_empty() { lock.place(&change.path, last)? } else { None };
        let found = match &place {
            Some(place) if !lock.covers(place)? => {
                return Err(CommitError::Conflict { file: root_set.display_path(&change.path) });
            }
            Some(place) => {
                require_exact_name(root_set, place, &change.path)?;
                match &change.before {
                    // The bytes are known; what the disk holds now is compared with them by hash.
                    Some(bytes) => Found { bytes: bytes.clone(), ..Found::hashed_at(place)? },
                    None => Found::at(place, largest)?,
                }
            }
            None => Found::NOTHING,
        };
        if Expected::of_node(&found.node) != change.expected {
            return Err(CommitError::Conflict { file: root_set.display_path(&change.path) });
        }
        let path = match &place {
            Some(place) => real_path(lock, &change.path, place)?,
            None => change.path.clone(),
        };
        // The real path, not the one that was given: a link must not lead around the rules.
        rules.require_writable(&path)?;
        if let Some(outermost) = missing.first() {
            rules.require_writable(&real_path_of_missing(lock, &change.path, outermost)?)?;
        }
        if change.after != After::Absent {
            folders
                .extend(missing.into_iter().filter(|folder| !folders.contains(folder)).collect::<Vec<_>>());
        } else if found.node == Node::Absent {
            let shown = root_set.display_path(&change.path);
            return Err(CommitError::Invalid(format!("{shown} does not exist and cannot be removed.")));
        }
        let after = change.after.node(&found.node);
        let record = FileStep { path, before: found.node, after, method: Method::Replace };
        let (after, names, transaction) = (change.after.clone(), found.links, String::new());
        Ok(Step { record, before_bytes: found.bytes, after, names, place, transaction })
    }

    /// Returns warnings of effects that the user would not expect of a change of a file's contents.
    fn warnings(&self, root_set: &RootSet) -> Vec<Warning> {
        let After::File { mode: given, .. } = &self.after else { return Vec::new() };
        let had = match &self.record.before {
            Node::File { mode, .. } => *mode,
            Node::Absent | Node::Link { .. } => *given,
        };
        let has_capabilities = self.place.as_ref().filter(|_| self.names > 0).is_some_and(|place| {
            // A platform that cannot answer gives no warning.
            place.folder.has_capabilities(&place.name).unwrap_or_default()
        });
        let shown = root_set.display_path(&self.record.path);
        let mut warnings = Vec::new();
        if self.names > 1 {
            warnings.push(WarningCode::HardLink.warning(format!(
                "Warning: {shown} has {} names (hard links), some perhaps outside of the workspace; all of \
                 them show the change.",
                self.names
            )));
        }
        let mut lost = Vec::new();
        match had.unwrap_or_default() & PRIVILEGES {
            0 => {}
            0o2000 => lost.push("its set-group-ID bit"),
            0o4000 => lost.push("its set-user-ID bit"),
            _ => lost.push("its set-user-ID and set-group-ID bits"),
        }
        if has_capabilities {
            lost.push("its file capabilities");
        }
        if !lost.is_empty() {
            warnings.push(WarningCode::Privileges.warning(format!(
                "Warning: {shown} lost {}: a file that is written gets no privileges.",
                lost.join(" and ")
            )));
        }
        warnings
    }

    /// Yields the bytes that the journal keeps: the old ones, and the new ones too where a half-written file must
    /// be distinguished from one that another program changed.
    pub(super) fn blobs(&self) -> impl Iterator<Item = (ContentHash, &[u8])> {
        let before = match &self.record.before {
            Node::File { content, .. } => Some((*content, &self.before_bytes[..])),
            Node::Absent | Node::Link { .. } => None,
        };
        let after = match (&self.after, &self.record.after) {
            (After::File { bytes, .. }, Node::File { content, .. })
                if self.record.method == Method::InPlace =>
            {
                Some((*content, &bytes[..]))
            }
            _ => None,
        };
        before.into_iter().chain(after)
    }

    /// Returns the old bytes, for as long as the transaction is under way.
    pub(super) fn into_kept(self) -> Option<(ContentHash, Bytes)> {
        match self.record.before {
            Node::File { content, .. } => Some((content, self.before_bytes)),
            Node::Absent | Node::Link { .. } => None,
        }
    }

    /// Makes the step part of a transaction. A removal on its own is one step; one among others is made so that it
    /// can be undone with all the file's attributes.
    pub(super) fn prepare(&mut self, transaction: &str, alone: bool) {
        transaction.clone_into(&mut self.transaction);
        self.record.method = match self.after {
            After::Absent if alone => Method::Remove,
            After::Absent => Method::SetAside,
            After::File { .. } if self.names > 1 => Method::InPlace,
            After::File { .. } | After::Link(_) => Method::Replace,
        };
    }

    /// Finds the place of a file whose folder was missing. Returns false if another session may be at work there.
    pub(super) fn find_place(&mut self, lock: &RootSetLock) -> Result<bool> {
        if self.place.is_none() {
            self.place = lock.place(&self.record.path, LastLink::Keep)?;
        }
        lock.covers(self.place()?)
    }

    /// Writes everything that can be written before anything changes.
    pub(super) fn stage(&self, sync: bool) -> Result<()> {
        let place = self.place()?;
        if self.record.method != Method::Replace {
            return Ok(());
        }
        let temporary = self.temporary()?;
        match &self.after {
            After::Absent => Ok(()),
            After::Link(target) => place.folder.create_link(&temporary, target),
            After::File { bytes, mode } => {
                let replaces = matches!(self.record.before, Node::File { .. });
                // Nobody is to read in the new bytes what was kept from them in the old.
                let mut file = match replaces || mode.is_some() {
                    true => place.folder.create_private_file(&temporary)?,
                    false => place.folder.create_file(&temporary)?,
                };
                file.write(bytes)?;
                if replaces {
                    // Mode and owner stay those of the file, though it is another one now.
                    place.folder.copy_attributes(&place.name, &temporary)?;
                } else if let Some(mode) = mode {
                    place.folder.set_mode(&temporary, unprivileged(*mode))?;
                }
                if sync { file.sync() } else { Ok(()) }
            }
        }
    }

    /// Compares once more, at the last moment.
    pub(super) fn require_unchanged(&self, root_set: &RootSet) -> Result<(), CommitError> {
        let found = Found::hashed_at(self.place()?)?;
        match found.node.same_content(&self.record.before) {
            true => Ok(()),
            false => Err(CommitError::Conflict { file: root_set.display_path(&self.record.path) }),
        }
    }

    /// Makes the change.
    pub(super) fn apply(&self, sync: bool) -> Result<()> {
        let place = self.place()?;
        match (self.record.method, &self.after) {
            (Method::Replace, _) => place.folder.rename(&self.temporary()?, &place.name),
            (Method::SetAside, _) => place.folder.rename(&place.name, &self.temporary()?),
            (Method::InPlace, After::File { bytes, .. }) => overwrite(place, bytes, sync),
            (Method::Remove | Method::InPlace, _) => place.folder.remove(&place.name).map(drop),
        }
    }

    /// Removes the staged files of a step that was not applied. Returns false if they may still be there.
    pub(super) fn discard(&self) -> bool {
        match (self.record.method, &self.place) {
            (Method::Replace, Some(place)) => {
                place.folder.remove(&temporary_name(&place.name, &self.transaction)).is_ok()
            }
            _ => true,
        }
    }

    /// Returns the folder whose entries change.
    pub(super) fn changed_folder(&self) -> Option<&Arc<dyn Folder>> {
        // Overwriting changes no name, so its folder needs no sync.
        let place = self.place.as_ref().filter(|_| self.record.method != Method::InPlace);
        place.map(|place| &place.folder)
    }

    fn temporary(&self) -> Result<OsString> {
        Ok(temporary_name(&self.place()?.name, &self.transaction))
    }

    fn place(&self) -> Result<&Place> {
        self.place.as_ref().ok_or_else(|| {
            Error::new(Kind::Io, format!("Could not write {}: its folder was removed.", self.record.path))
        })
    }
}

/// Writes new bytes into the very file.
pub(super) fn overwrite(place: &Place, bytes: &[u8], sync: bool) -> Result<()> {
    let file = place.folder.open_file(&place.name, Access::ReadAndWrite)?.ok_or_else(|| {
        Error::new(Kind::Io, format!("Could not write {}: it was removed.", quote_path(place.path())))
    })?;
    // Before the first new byte: it must not run with what was given to the old ones.
    file.drop_privileges()?;
    // Written before it is cut: at every moment the length is between the old and the new, as `is_half_write`
    // expects.
    file.write_at(0, bytes)?;
    file.truncate(bytes.len() as u64)?;
    if sync { file.sync() } else { Ok(()) }
}

/// Returns the path of a file with all links followed.
fn real_path(lock: &RootSetLock, path: &WorkspacePath, place: &Place) -> Result<WorkspacePath> {
    let found = place.path();
    match found.strip_prefix(lock.root(path.root())?.path()) {
        Ok(relative) => WorkspacePath::new(path.root(), relative),
        // A link may lead into another root; there the path as given is the only name.
        Err(_) => Ok(path.clone()),
    }
}

/// Returns the future path of a file whose folders from the outermost one on are missing. A link that leads nowhere
/// as yet counts.
fn real_path_of_missing(
    lock: &RootSetLock,
    path: &WorkspacePath,
    outermost: &WorkspacePath,
) -> Result<WorkspacePath> {
    let Some(place) = lock.place(outermost, LastLink::Follow)? else { return Ok(path.clone()) };
    let folder = real_path(lock, outermost, &place)?;
    let rest = path.relative().strip_prefix(outermost.relative()).map(Path::to_owned).unwrap_or_default();
    WorkspacePath::new(path.root(), &folder.relative().join(rest))
}

/// Refuses a name that differs from an existing file's in letter case alone, on a disk that ignores case: the other
/// file would be lost.
fn require_exact_name(root_set: &RootSet, place: &Place, path: &WorkspacePath) -> Result<()> {
    if place.folder.entry(&place.name)?.is_none() || has_exact_name(place.folder.as_ref(), place.as_path())? {
        return Ok(());
    }
    Err(Error::new(
        Kind::AlreadyExists,
        format!(
            "Another file differs from {} only in letter case, and this disk treats the two names as one.",
            root_set.display_path(path)
        ),
    ))
}
