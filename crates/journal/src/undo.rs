//! The plan for undoing or redoing a transaction.

use super::journal::{HistoryEntry, Intent, Journal, ValueStep};
use super::kind_change::{kind_at, node_at};
use super::node::{After, Expected, Found, Node};
use super::request::FileChange;
use super::store::Transactions;
use scenewright_error::{Error, Kind, Result, Warning, WarningCode, quote, quote_name};
use scenewright_fs::WorkspacePath;
use scenewright_fs::disk::{EntryKind, LastLink};

/// The most changed files that are named.
const MAX_NAMED: usize = 20;
/// The most entries of a folder that are named.
const MAX_ENTRIES_NAMED: usize = 5;

/// The direction of a reversal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// A change is undone.
    Undo,
    /// The undo of a change is undone, so that the change counts again.
    Redo,
}

/// The changes that reverse a transaction.
#[derive(Clone, Debug)]
pub struct UndoPlan {
    /// The transaction that is reversed. For a redo that is the undo.
    pub id: String,
    /// The transaction that is undone or redone, as its maker named it.
    pub original: HistoryEntry,
    /// The changes to commit; a file that is as it was before needs none.
    pub changes: Vec<FileChange>,
    /// The folders that it had created, the outermost first: those that are then empty may be removed.
    pub folders: Vec<WorkspacePath>,
    /// The folders that it had removed, the outermost first: they are made again.
    pub removed_folders: Vec<WorkspacePath>,
    /// The files whose present contents differ from those that the transaction left, and are replaced because the reversal was forced.
    pub overwritten: Vec<WorkspacePath>,
    /// The files and links in the place of folders, which are removed because the reversal was forced.
    pub removed_files: Vec<WorkspacePath>,
    /// The empty folders in the place of files, which are removed because the reversal was forced.
    pub emptied_folders: Vec<WorkspacePath>,
    /// What stays in the place of a file although the reversal was forced, as warnings: folders that hold something, pipes, sockets
    /// and devices. The history cannot keep them.
    pub left_alone: Vec<(WorkspacePath, Warning)>,
    /// The step back of the values beside the files; `None` where the transaction changed none.
    pub values: Option<ValueStep>,
}

impl Transactions {
    /// Plans to undo or redo a transaction, by its name or, without one, the one that comes next. Refused when a file
    /// is neither as the transaction left it nor as it was before, unless forced. Nothing is changed.
    pub fn plan(&self, direction: Direction, id: Option<&str>, force: bool) -> Result<UndoPlan> {
        self.try_recover()?;
        let (taken_back, original) = self.find_target(direction, id)?;
        let mut changes = Vec::new();
        let mut overwritten = Vec::new();
        let (mut emptied_folders, mut left_alone, mut removed_files) = (Vec::new(), Vec::new(), Vec::new());
        for file in &taken_back.intent.files {
            let found = self.found(&taken_back.intent, &file.path)?;
            let current = match &found {
                Present::Node(node) => node.clone(),
                _ => Node::Absent,
            };
            let is_no_file = !matches!(found, Present::Node(_));
            // Already as it was, as after an undo by hand: nothing to do, and no conflict either.
            if !is_no_file && current.same_content(&file.before) {
                continue;
            }
            if is_no_file || !current.same_content(&file.after) {
                overwritten.push((file.path.clone(), found.clone()));
            }
            match found {
                Present::Node(_) => {}
                Present::Folder(entries) if entries.is_empty() => emptied_folders.push(file.path.clone()),
                Present::Folder(_) | Present::Other => {
                    left_alone.push((file.path.clone(), self.stays(&file.path, &found)));
                    continue;
                }
            }
            if is_no_file && file.before == Node::Absent {
                // Nothing but the folder is removed.
                continue;
            }
            let after = match &file.before {
                Node::Absent => After::Absent,
                Node::Link { target } => After::Link(target.clone()),
                Node::File { content, mode } => {
                    let bytes = self.kept_bytes(*content)?.ok_or_else(|| forgotten(&taken_back.intent.id))?;
                    After::File { bytes: bytes.into(), mode: *mode }
                }
            };
            if after != After::Absent
                && let Some((folder, node)) = self.file_in_place_of_folder(&file.path)?
                && taken_back.intent.files.iter().all(|other| other.path != folder)
                && !removed_files.contains(&folder)
            {
                let expected = Expected::of_node(&node);
                changes.push(FileChange {
                    path: folder.clone(),
                    expected,
                    before: None,
                    after: After::Absent,
                });
                overwritten.push((folder.clone(), Present::Node(node)));
                removed_files.push(folder);
            }
            // With `force` too, the commit compares with what was seen here: a still later change is a conflict.
            let expected = Expected::of_node(&current);
            changes.push(FileChange { path: file.path.clone(), expected, before: None, after });
        }
        if !force && !overwritten.is_empty() {
            return Err(self.changed_since(direction, &original, &taken_back, &overwritten));
        }
        let Intent { id, folders, removed_folders, values, .. } = taken_back.intent;
        let values = values.map(|ValueStep { before, after }| ValueStep { before: after, after: before });
        let replaced = overwritten.into_iter().filter(|(_, found)| !found.cannot_be_replaced());
        let overwritten = replaced.map(|(path, _)| path).collect();
        Ok(UndoPlan {
            id,
            original,
            changes,
            folders,
            removed_folders,
            overwritten,
            removed_files,
            emptied_folders,
            left_alone,
            values,
        })
    }

    /// Returns the file, or the link that leads to no folder, that has the name of a folder on the way to a path.
    fn file_in_place_of_folder(&self, path: &WorkspacePath) -> Result<Option<(WorkspacePath, Node)>> {
        let Some(root) = self.root_set().root(path.root())? else { return Ok(None) };
        for folder in path.folders() {
            let Some(place) = root.resolve(&folder.relative(), LastLink::Keep)? else { return Ok(None) };
            match kind_at(&place)? {
                Some(EntryKind::Folder) => {}
                Some(EntryKind::File) => return Ok(Some((folder, Found::hashed_at(&place)?.node))),
                Some(EntryKind::Link) => {
                    let target = root.resolve(&folder.relative(), LastLink::Follow);
                    let kind = target.ok().flatten().map(|place| kind_at(&place)).transpose()?.flatten();
                    if kind != Some(EntryKind::Folder) {
                        return Ok(Some((folder, Found::hashed_at(&place)?.node)));
                    }
                }
                _ => return Ok(None),
            }
        }
        Ok(None)
    }

    /// Returns the warning about something that stays in the place of a file.
    fn stays(&self, path: &WorkspacePath, found: &Present) -> Warning {
        let path = self.root_set().display_path(path);
        let path = quote_name(&path);
        WarningCode::LeftAlone.warning(match found {
            Present::Folder(_) => {
                format!("The folder {path} stays: it holds something that this commit does not know.")
            }
            _ => format!(
                "{path} stays: it is a pipe, a socket or a device now, which the history cannot keep."
            ),
        })
    }

    /// Returns the transaction that an undo or redo reverses, and the one that its maker knows.
    pub fn target(&self, direction: Direction, id: Option<&str>) -> Result<(HistoryEntry, HistoryEntry)> {
        self.try_recover()?;
        self.find_target(direction, id)
    }

    /// Returns true if there is a transaction that an undo or redo without an id reverses.
    pub fn can(&self, direction: Direction) -> bool {
        self.find_target(direction, None).is_ok()
    }

    /// Returns the transaction to reverse, and the one that its maker knows.
    fn find_target(&self, direction: Direction, id: Option<&str>) -> Result<(HistoryEntry, HistoryEntry)> {
        let journal = self.journal();
        let entries = journal.entries();
        let Some(id) = id else {
            let found = match direction {
                Direction::Undo => last_change(&journal).map(|entry| (entry.clone(), entry.clone())),
                Direction::Redo => next_redo(&journal).and_then(|undo| {
                    Some((undo.clone(), journal.find(undo.intent.undoes.as_deref()?)?.clone()))
                }),
            };
            return found.ok_or_else(|| nothing_to_do(direction, entries));
        };
        let given = journal.find(id).ok_or_else(|| unknown(id, entries))?;
        // An undo may be named by its own id or by the id of the change it reverses; both mean that change.
        let mut original = given;
        while let Some(before) = original.intent.undoes.as_deref().and_then(|id| journal.find(id)) {
            original = before;
        }
        let last = entries.iter().rev().find(|entry| {
            entry.intent.id == original.intent.id || reverses(entry, &original.intent.id, &journal)
        });
        let last = last.unwrap_or(original);
        match (direction, original.undone) {
            (Direction::Undo, false) | (Direction::Redo, true) => Ok((last.clone(), original.clone())),
            (Direction::Undo, true) => Err(Error::new(
                Kind::NoChange,
                format!("{id} is already undone. redo makes the change again."),
            )),
            (Direction::Redo, false) => {
                Err(Error::new(Kind::NoChange, format!("{id} is not undone, so there is nothing to redo.")))
            }
        }
    }

    fn found(&self, intent: &Intent, path: &WorkspacePath) -> Result<Present> {
        let Some(root) = self.root_set().root(path.root())? else { return Ok(Present::Node(Node::Absent)) };
        let Some(place) = root.resolve(&path.relative(), LastLink::Keep)? else {
            return Ok(Present::Node(Node::Absent));
        };
        match node_at(intent, &place, path) {
            Ok(node) => Ok(Present::Node(node)),
            Err(error) => match kind_at(&place)? {
                Some(EntryKind::Folder) => {
                    let entries = root.list(&path.relative())?.unwrap_or_default();
                    let mut names: Vec<String> =
                        entries.iter().map(|name| name.to_string_lossy().into_owned()).collect();
                    names.sort_unstable();
                    Ok(Present::Folder(names))
                }
                Some(kind) if !matches!(kind, EntryKind::File | EntryKind::Link) => Ok(Present::Other),
                _ => Err(error),
            },
        }
    }

    fn changed_since(
        &self,
        direction: Direction,
        original: &HistoryEntry,
        taken_back: &HistoryEntry,
        changed: &[(WorkspacePath, Present)],
    ) -> Error {
        let names: Vec<String> = changed.iter().map(|(path, _)| self.root_set().display_path(path)).collect();
        let shown: Vec<_> = names.iter().take(MAX_NAMED).map(|name| quote_name(name)).collect();
        let more = match names.len() - shown.len() {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        let journal = self.journal();
        let later =
            journal.entries().iter().rev().take_while(|entry| entry.intent.id != taken_back.intent.id);
        // What was put into a folder in the place of a file counts too.
        let is_changed = |path: &WorkspacePath| changed.iter().any(|(it, _)| path == it || path.is_in(it));
        // Only a change that stands is named, as the hint is to undo it first.
        let culprit = later
            .filter(|entry| !entry.undone && entry.intent.undoes.is_none())
            .find(|entry| entry.intent.files.iter().any(|file| is_changed(&file.path)));
        let by = match culprit {
            Some(entry) => format!("by {} ({})", entry.intent.id, quote(&entry.intent.message)),
            None => "by somebody who is not in this history: an editor, a program, or a session with another history \
                     (a scene project's and a workspace's are two)"
                .to_owned(),
        };
        let verb = match direction {
            Direction::Undo => "undo",
            Direction::Redo => "redo",
        };
        let in_the_way = changed.iter().zip(&names).find_map(|((_, found), name)| {
            Some(format!(" {} is {} now.", quote_name(name), found.description()?))
        });
        let holds_more = changed.iter().any(|(_, found)| found.cannot_be_replaced());
        let hint = match culprit {
            _ if holds_more => {
                "Move what is in the place of the file elsewhere, and undo then. force leaves it as it is, since the history cannot keep it."
            }
            Some(_) => {
                "Undo the later transaction first. Or set force: the present contents are replaced, and kept in the history."
            }
            None => {
                "Set force to replace the present contents; they are kept in the history, and undo restores them."
            }
        };
        Error::new(
            Kind::Conflict,
            format!(
                "Could not {verb} {} ({}): {}{more} changed since, {by}.{} Nothing was changed.",
                original.intent.id,
                quote(&original.intent.message),
                shown.join(", "),
                in_the_way.unwrap_or_default(),
            ),
        )
        .in_file(names[0].clone())
        .with_hint(hint)
    }
}

/// What is at a path of a transaction now.
#[derive(Clone, Debug)]
enum Present {
    /// A file, a link, or nothing.
    Node(Node),
    /// A folder, with the names of what it holds.
    Folder(Vec<String>),
    /// A pipe, a socket or a device.
    Other,
}

impl Present {
    /// Describes what is in the place of a file; `None` for a file.
    fn description(&self) -> Option<String> {
        match self {
            Present::Node(_) => None,
            Present::Other => Some("a pipe, a socket or a device".to_owned()),
            Present::Folder(names) if names.is_empty() => Some("an empty folder".to_owned()),
            Present::Folder(names) => {
                let shown: Vec<_> =
                    names.iter().take(MAX_ENTRIES_NAMED).map(|name| quote_name(name)).collect();
                let more = match names.len() - shown.len() {
                    0 => String::new(),
                    more => format!(" and {more} more"),
                };
                Some(format!("a folder with {}{more}", shown.join(", ")))
            }
        }
    }

    /// Returns true for what stays even when a reversal is forced.
    fn cannot_be_replaced(&self) -> bool {
        match self {
            Present::Node(_) => false,
            Present::Folder(names) => !names.is_empty(),
            Present::Other => true,
        }
    }
}

/// Returns true if an entry is an undo or redo in the chain of a change.
fn reverses(entry: &HistoryEntry, original: &str, journal: &Journal) -> bool {
    let mut next = entry.intent.undoes.as_deref();
    while let Some(id) = next {
        if id == original {
            return true;
        }
        next = journal.find(id).and_then(|entry| entry.intent.undoes.as_deref());
    }
    false
}

fn last_change(journal: &Journal) -> Option<&HistoryEntry> {
    journal.entries().iter().rev().find(|entry| !entry.undone && entry.intent.undoes.is_none())
}

/// Returns the last undo that was not redone, unless a change was made since.
fn next_redo(journal: &Journal) -> Option<&HistoryEntry> {
    let mut since = journal.entries().iter().rev().take_while(|entry| entry.intent.undoes.is_some());
    since.find(|entry| !entry.undone && is_undo(entry, journal))
}

/// Returns true if an entry is an undo, which reverses a change; a redo reverses an undo. One whose
/// original is forgotten is neither.
fn is_undo(entry: &HistoryEntry, journal: &Journal) -> bool {
    let taken_back = entry.intent.undoes.as_deref().and_then(|id| journal.find(id));
    taken_back.is_some_and(|other| other.intent.undoes.is_none())
}

fn nothing_to_do(direction: Direction, entries: &[HistoryEntry]) -> Error {
    let has_undone = entries.iter().any(|entry| entry.undone && entry.intent.undoes.is_none());
    match direction {
        Direction::Undo => Error::new(Kind::NotFound, "There is nothing to undo."),
        Direction::Redo if has_undone => {
            Error::new(Kind::NotFound, "There is nothing to redo: a change was made since the last undo.")
                .with_hint("history lists what was undone; give its id to redo it anyway.")
        }
        Direction::Redo => Error::new(Kind::NotFound, "There is nothing to redo: nothing was undone."),
    }
}

pub(super) fn unknown(id: &str, entries: &[HistoryEntry]) -> Error {
    let shown = quote_name(id);
    let error = Error::new(Kind::NotFound, format!("There is no commit {shown} in the history."));
    match entries.first() {
        Some(first) => error.with_hint(format!(
            "history lists those there are, down to {}; an older one may have been forgotten at the size limit.",
            first.intent.id
        )),
        None => error.with_hint("The history is empty."),
    }
}

pub(super) fn forgotten(id: &str) -> Error {
    Error::new(Kind::NotFound, format!("The old contents of {id} are no longer in the history."))
}
