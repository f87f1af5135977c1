//! The conversion of a request to steps, each at its place.

use std::collections::HashSet;
use std::ffi::OsString;
use std::path::Path;
use std::sync::Arc;

use bytes::Bytes;

use super::journal::{FileStep, Method};
use super::kind_change::{KindChanges, expected_at, kind_at};
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
    /// True for a file that is put in the place of a folder.
    replaces_folder: bool,
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
        let (mut made, mut removed_folders) = (FolderList::default(), FolderList::default());
        let cleared = cleared_paths(request);
        for change in request.changes {
            let removed = &request.folders.removed;
            let finding = Finding { root_set, lock, rules, largest, cleared: &cleared, removed };
            let step = Step::find(&finding, change, &mut made).map_err(|error| match error {
                CommitError::Failed(error) if error.file.is_none() => {
                    CommitError::Failed(error.in_file(root_set.display_path(&change.path)))
                }
                other => other,
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
            let current = lock.place(path, LastLink::Follow)?.map(|place| expected_at(&place)).transpose()?;
            if current.unwrap_or(Expected::Absent) != *expected {
                return Err(CommitError::Conflict { file: root_set.display_path(path) });
            }
        }
        if plan.steps.is_empty() {
            made = FolderList::default();
        }
        for folder in &request.folders.made {
            made.extend(missing_folders(lock, &inside(folder)?, &cleared)?);
        }
        for step in plan.steps.iter().filter(|step| step.replaces_folder) {
            removed_folders.extend(replaced_folders(lock, &step.record.path, request, &cleared)?);
        }
        for folder in &request.folders.removed {
            let entry = lock.place(folder, LastLink::Keep)?.map(|place| place.folder.entry(&place.name));
            if entry.transpose()?.flatten().is_some_and(|entry| entry.kind == EntryKind::Folder) {
                removed_folders.extend([folder.clone()]);
            }
        }
        (plan.folders, plan.removed_folders) = (made.in_order, removed_folders.in_order);
        let kinds = plan.kinds();
        plan.steps.sort_by_key(|step| !kinds.clears(&step.record));
        Ok(plan)
    }

    /// Returns the folders that take the place of files or leave it to files.
    pub(super) fn kinds(&self) -> KindChanges {
        KindChanges::new(self.steps.iter().map(|step| &step.record), &self.folders, &self.removed_folders)
    }
}

/// Folders in the order in which they were added, each once. A move of a tree may make thousands.
#[derive(Default)]
struct FolderList {
    in_order: Vec<WorkspacePath>,
    known: HashSet<WorkspacePath>,
}

impl FolderList {
    fn extend(&mut self, folders: impl IntoIterator<Item = WorkspacePath>) {
        for folder in folders {
            if self.known.insert(folder.clone()) {
                self.in_order.push(folder);
            }
        }
    }
}

/// The paths at which a change leaves nothing.
type Cleared<'a> = HashSet<&'a WorkspacePath>;

fn cleared_paths<'a>(request: &CommitRequest<'a>) -> Cleared<'a> {
    let cleared = request.changes.iter().filter(|change| change.after == After::Absent);
    cleared.map(|change| &change.path).collect()
}

/// Returns the missing folders on the way to a file, the outermost first. A file that the change removes leaves its place to
/// a folder.
fn missing_folders(
    lock: &RootSetLock,
    path: &WorkspacePath,
    cleared: &Cleared<'_>,
) -> Result<Vec<WorkspacePath>> {
    let folders: Vec<WorkspacePath> = path.folders().collect();
    match folders.iter().position(|folder| cleared.contains(folder)) {
        None => lock.missing_folders(path),
        Some(at) => {
            let mut missing = lock.missing_folders(&folders[at])?;
            missing.extend_from_slice(&folders[at..]);
            Ok(missing)
        }
    }
}

/// Returns the folder at the path of a file that takes its place, and the folders in it, the outermost first. Refused if they
/// hold anything that the change does not remove: nothing is removed that the change does not name.
fn replaced_folders(
    lock: &RootSetLock,
    path: &WorkspacePath,
    request: &CommitRequest<'_>,
    cleared: &Cleared<'_>,
) -> Result<Vec<WorkspacePath>, CommitError> {
    let is_emptied = |folder: &WorkspacePath| {
        request.folders.removed.contains(folder) || cleared.iter().any(|file| file.is_in(folder))
    };
    let mut folders = vec![path.clone()];
    let mut next = 0;
    while let Some(folder) = folders.get(next).cloned() {
        next += 1;
        for name in lock.root(path.root())?.list(&folder.relative())?.unwrap_or_default() {
            let inner = WorkspacePath::new(path.root(), &folder.relative().join(&name))?;
            if cleared.contains(&inner) {
                continue;
            }
            let kind = lock.place(&inner, LastLink::Keep)?.map_or(Ok(None), |place| kind_at(&place))?;
            if kind != Some(EntryKind::Folder) || !is_emptied(&inner) {
                let message = format!(
                    "Could not write {path}: it is a folder, and it holds {inner}, which the change does not remove."
                );
                let hint = "Nothing was changed. Remove what the folder holds, or move it elsewhere, or choose another name.";
                return Err(Error::new(Kind::Conflict, message).with_hint(hint).into());
            }
            folders.push(inner);
        }
    }
    Ok(folders)
}

/// The means of finding the steps of a request.
struct Finding<'a> {
    root_set: &'a RootSet,
    lock: &'a RootSetLock,
    rules: &'a WriteRules,
    largest: u64,
    cleared: &'a Cleared<'a>,
    /// The folders that the request removes.
    removed: &'a [WorkspacePath],
}

/// Returns the path of something in a folder.
pub(super) fn inside(folder: &WorkspacePath) -> Result<WorkspacePath> {
    WorkspacePath::new(folder.root(), &folder.relative().join("any"))
}

impl Step {
    fn find(
        finding: &Finding<'_>,
        change: &FileChange,
        folders: &mut FolderList,
    ) -> Result<Step, CommitError> {
        let Finding { root_set, lock, rules, largest, cleared, removed } = *finding;
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
        let missing = missing_folders(lock, &change.path, cleared)?;
        let place = if missing.is_empty() { lock.place(&change.path, last)? } else { None };
        // The disk is asked only where something is removed that a folder could hold.
        let may_replace = change.after != After::Absent && !(cleared.is_empty() && removed.is_empty());
        let replaces_folder = may_replace
            && place.as_ref().map_or(Ok(None), kind_at)? == Some(EntryKind::Folder)
            && (removed.contains(&change.path) || cleared.iter().any(|file| file.is_in(&change.path)));
        let found = match &place {
            Some(place) if !lock.covers(place)? => {
                return Err(CommitError::Conflict { file: root_set.display_path(&change.path) });
            }
            Some(place) => {
                require_exact_name(root_set, place, &change.path)?;
                match &change.before {
                    _ if replaces_folder => Found::NOTHING,
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
            folders.extend(missing);
        } else if found.node == Node::Absent {
            let shown = root_set.display_path(&change.path);
            return Err(CommitError::Invalid(format!("{shown} does not exist and cannot be removed.")));
        }
        let after = change.after.node(&found.node);
        let record = FileStep { path, before: found.node, after, method: Method::Replace };
        let (after, names, transaction) = (change.after.clone(), found.links, String::new());
        Ok(Step { record, before_bytes: found.bytes, after, names, replaces_folder, place, transaction })
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
    /// can be undone with all the file's attributes, unless its folder goes at once and so can keep nothing.
    pub(super) fn prepare(&mut self, transaction: &str, alone: bool, kinds: &KindChanges) {
        transaction.clone_into(&mut self.transaction);
        self.record.method = match self.after {
            After::Absent if alone || kinds.empties(&self.record.path) => Method::Remove,
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
        // The folder is compared by its removal, which fails if it holds anything.
        if self.replaces_folder {
            return Ok(());
        }
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
