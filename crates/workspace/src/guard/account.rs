//! The changes of a command, as the history stores and shows them.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::super::session::Session;
use super::request::guard_account;
use scenewright_error::{Result, quote_name};
use scenewright_fs::{ContentHash, WorkspacePath, os_text};
use scenewright_snapshot::{Area, Change, Entry, Node, NotCovered, Spot, Store, Tree};
use scenewright_text::Document;
use scenewright_text::edit::{GIT_LINK, git_diff, git_file_mode};

/// The files that the history keeps of a command beside its record.
const MAX_KEPT: usize = 20;

/// The files of a command of which the lines are counted, and the largest of them: more would take longer than the command.
const MAX_COUNTED: usize = 200;
const MAX_COUNTED_BYTES: u64 = 512 << 10;

/// The largest file that a difference shows, and the most bytes of the differences of one command.
const MAX_DIFF_FILE: u64 = 4 << 20;
const MAX_DIFF_BYTES: usize = 256 << 10;

/// The most names in one part of an answer.
const MAX_NAMED: usize = 20;

/// The message of a commit of which a file may not be shown.
const NOT_PERMITTED: &str = "(not permitted)";

/// Returns the changes that a person would name: no folder that came or went with what is in it, and none whose time alone
/// changed, unless nothing else did.
pub(super) fn named(changes: &[Change]) -> impl Iterator<Item = &Change> {
    let is_visible: fn(&Change) -> bool = match changes.iter().any(Change::is_visible) {
        true => Change::is_visible,
        false => Change::is_retimed_folder,
    };
    changes.iter().enumerate().filter_map(move |(at, change)| {
        if !is_visible(change) || change.spot.path.is_empty() {
            return None;
        }
        let is_folder = |entry: &Option<Entry>| entry.as_ref().is_none_or(|it| it.node == Node::Folder);
        let is_whole = is_folder(&change.before) && is_folder(&change.after);
        let comes_or_goes = change.before.is_none() || change.after.is_none();
        // Sorted by path, the contents of a folder come after it, perhaps after other names that begin like it.
        let has_contents = || {
            changes[at + 1..]
                .iter()
                .take_while(|it| it.spot.path.starts_with(&change.spot.path))
                .any(|it| change.spot.holds(&it.spot))
        };
        (!(is_whole && comes_or_goes && has_contents())).then_some(change)
    })
}

/// Returns what the history keeps: `{ files: [[root, path, change]], total, addedLines, removedLines, addedBytes, removedBytes }`.
pub(super) fn account_of(area: &Area, changes: &[Change]) -> Value {
    let files: Vec<&Change> = named(changes).collect();
    let kept: Vec<Value> =
        files.iter().take(MAX_KEPT).map(|it| json!([it.spot.root, it.spot.text(), it.word()])).collect();
    let (mut added, mut removed) = (0_usize, 0_usize);
    let mut is_counted = files.len() <= MAX_COUNTED;
    let (mut new_bytes, mut old_bytes) = (0, 0);
    for change in &files {
        let size = |entry: &Option<Entry>| {
            entry.as_ref().filter(|it| it.content().is_some()).map_or(0, |it| it.stat.size)
        };
        let (old, new) = (size(&change.before), size(&change.after));
        let same =
            change.before.as_ref().and_then(Entry::content) == change.after.as_ref().and_then(Entry::content);
        if same {
            continue;
        }
        new_bytes += new;
        old_bytes += old;
        if old.max(new) > MAX_COUNTED_BYTES {
            is_counted = false;
        }
        if is_counted && let Some(diff) = difference_of(area.store(), change, MAX_COUNTED_BYTES) {
            // Before the hunks of a file stand its names, whose lines begin with the same signs.
            let mut is_hunk = false;
            for line in diff.lines() {
                is_hunk = line.starts_with("@@") || (is_hunk && !line.starts_with("diff --git "));
                added += usize::from(is_hunk && line.starts_with('+'));
                removed += usize::from(is_hunk && line.starts_with('-'));
            }
        }
    }
    let mut account =
        json!({ "files": kept, "total": files.len(), "addedBytes": new_bytes, "removedBytes": old_bytes });
    if is_counted {
        account["addedLines"] = added.into();
        account["removedLines"] = removed.into();
    }
    account
}

/// Returns `{ path, change }` of the listed changes, and the number of the others.
pub(super) fn files_of(session: &Session, changes: &[Change], most: usize) -> (Vec<Value>, usize) {
    let mut files = Vec::new();
    let mut more = 0;
    for change in named(changes) {
        if files.len() < most {
            files.push(json!({ "path": display_name(session, &change.spot), "change": change.word() }));
        } else {
            more += 1;
        }
    }
    (files, more)
}

/// Returns the name under which a path is shown.
pub(super) fn display_name(session: &Session, spot: &Spot) -> String {
    match spot.workspace_path() {
        Ok(path) => session.paths.display_path(&path),
        Err(_) => ".".to_owned(),
    }
}

/// Returns `{ path, reason, changed }` of uncovered entries, changed ones first, and the number of the others.
pub(super) fn not_covered(session: &Session, tree: &Tree, changes: &[Change]) -> (Vec<Value>, usize) {
    let mut rows: Vec<(bool, Value)> = Vec::new();
    let row = |spot: &Spot, reason: NotCovered, changed: bool| json!({ "path": display_name(session, spot), "reason": reason.as_str(), "changed": changed });
    let mut seen = Vec::new();
    for change in changes {
        for side in [&change.before, &change.after].into_iter().flatten() {
            if let Node::NotCovered(reason) = side.node
                && !seen.contains(&change.spot)
            {
                rows.push((true, row(&change.spot, reason, true)));
                seen.push(change.spot.clone());
            }
        }
    }
    for (spot, entry) in tree.uncovered() {
        if let Node::NotCovered(reason) = entry.node
            && !seen.contains(&spot)
        {
            rows.push((false, row(&spot, reason, false)));
        }
    }
    let more = rows.len().saturating_sub(MAX_NAMED);
    (rows.into_iter().take(MAX_NAMED).map(|(_, row)| row).collect(), more)
}

/// Returns the ignored folders that a command changed.
pub(super) fn ignored_changed(session: &Session, changes: &[Change]) -> Vec<String> {
    let is_left_out =
        |entry: &Option<Entry>| entry.as_ref().is_some_and(|it| matches!(it.node, Node::LeftOut(_)));
    let changed = changes.iter().filter(|it| is_left_out(&it.before) || is_left_out(&it.after));
    changed.take(MAX_NAMED).map(|it| display_name(session, &it.spot)).collect()
}

/// Adds to rows of the history what commands changed.
pub(super) fn extend_rows(
    session: &Session,
    page: &mut Value,
    permits: &dyn Fn(&WorkspacePath) -> Result<bool>,
) -> Result<()> {
    let Some(rows) = page.get_mut("rows").and_then(Value::as_array_mut) else { return Ok(()) };
    for row in rows {
        let found = session.shared.transactions.with_history(|entries| {
            let entry = entries.iter().rev().find(|entry| row["id"] == entry.intent.id.as_str())?;
            guard_account(&session.shared.transactions, entry)
        });
        let Some(account) = found else { continue };
        let record = account["record"].as_str().unwrap_or_default().to_owned();
        let is_alone = row.get("diff").is_some();
        let area = Area::open(&session.shared.state)?;
        let mut files = Vec::new();
        let mut may_show_all = true;
        for file in account["files"].as_array().into_iter().flatten() {
            let root = file[0].as_u64().unwrap_or_default() as usize;
            let path = file[1].as_str().unwrap_or_default();
            let Ok(path) = WorkspacePath::new(root, std::path::Path::new(&os_text(path))) else { continue };
            if permits(&path)? {
                files.push(json!({ "path": session.paths.display_path(&path), "change": file[2] }));
            } else {
                may_show_all = false;
            }
        }
        let total = account["total"].as_u64().unwrap_or_default() as usize;
        // A single entry is shown with all of its files, from the record of its changes. A list has the first ones, which the
        // history itself keeps.
        if is_alone {
            let changes = area.changes(&record).ok().flatten();
            let (diff, is_truncated) = match &changes {
                Some(changes) => difference(session, area.store(), changes, permits)?,
                None => ("The contents of this command are no longer kept.\n".to_owned(), false),
            };
            if let Some(changes) = &changes {
                files = Vec::new();
                for change in named(changes) {
                    if permits(&change.spot.workspace_path()?)? {
                        files.push(
                            json!({ "path": display_name(session, &change.spot), "change": change.word() }),
                        );
                    }
                }
            }
            row["diff"] = diff.into();
            if is_truncated {
                row["truncated"] = true.into();
            }
        }
        let more = total.saturating_sub(files.len());
        row["files"] = files.into();
        if more > 0 {
            row["moreFiles"] = more.into();
        }
        if !may_show_all {
            row["message"] = NOT_PERMITTED.into();
        }
        let mut command = serde_json::Map::new();
        for name in ["addedLines", "removedLines", "addedBytes", "removedBytes", "exitCode", "beside"] {
            if let Some(value) = account.get(name) {
                command.insert(name.to_owned(), value.clone());
            }
        }
        if let Some(row) = row.as_object_mut() {
            row.remove("by");
            row.insert("command".to_owned(), command.into());
        }
    }
    Ok(())
}

/// Returns the differences of a command, as `git apply` takes them, and true if they are cut.
pub(super) fn difference(
    session: &Session,
    store: &Store,
    changes: &[Change],
    permits: &dyn Fn(&WorkspacePath) -> Result<bool>,
) -> Result<(String, bool)> {
    let mut diff = String::new();
    for change in named(changes) {
        if !permits(&change.spot.workspace_path()?)? {
            continue;
        }
        let name = display_name(session, &change.spot);
        let part = match difference_of(store, change, MAX_DIFF_FILE) {
            Some(part) if part.is_empty() => attributes(&name, change),
            Some(part) if is_more_than_git_says(change) => part + &attributes(&name, change),
            Some(part) => part,
            None => {
                let said = format!("{} is not text, and was {}.\n", quote_name(&name), change.word());
                let is_same_mode = change.before.as_ref().zip(change.after.as_ref());
                let is_same_mode =
                    is_same_mode.is_none_or(|(before, after)| before.stat.mode == after.stat.mode);
                if is_same_mode { said } else { said + &attributes(&name, change) }
            }
        };
        if diff.len() + part.len() > MAX_DIFF_BYTES {
            diff.push_str("... truncated: there are more changes than are shown here\n");
            return Ok((diff, true));
        }
        diff.push_str(&part);
    }
    Ok((diff, false))
}

/// Describes a change of mode, time or kind.
fn attributes(name: &str, change: &Change) -> String {
    let words = |entry: &Option<Entry>| match entry {
        None => "nothing".to_owned(),
        Some(entry) => match &entry.node {
            Node::File { .. } => format!("file, mode {:o}", entry.stat.mode),
            Node::Folder => format!("folder, mode {:o}", entry.stat.mode),
            Node::Link(_) => "symbolic link".to_owned(),
            Node::Fifo => "named pipe".to_owned(),
            Node::LeftOut(_) => "ignored folder".to_owned(),
            Node::NotCovered(reason) => format!("not covered: {}", reason.as_str()),
        },
    };
    let (before, after) = (words(&change.before), words(&change.after));
    let named = changed_attributes(change);
    let name = quote_name(name);
    match (before == after, named.is_empty()) {
        (true, true) => format!("{name}: its time changed ({before})\n"),
        (true, false) => format!("{name}: extended attributes changed: {}\n", named.join(", ")),
        (false, true) => format!("{name}: {before} -> {after}\n"),
        (false, false) => {
            format!("{name}: {before} -> {after}; extended attributes changed: {}\n", named.join(", "))
        }
    }
}

/// Returns the names of the extended attributes and access lists that differ.
fn changed_attributes(change: &Change) -> Vec<String> {
    let pairs = |entry: &Option<Entry>| {
        let pairs = entry.as_ref().map_or(&[][..], |it| it.attributes.pairs()).iter();
        pairs.cloned().collect::<BTreeSet<_>>()
    };
    let (before, after) = (pairs(&change.before), pairs(&change.after));
    let names: BTreeSet<&[u8]> = before.symmetric_difference(&after).map(|(name, _)| &name[..]).collect();
    names.into_iter().map(|name| quote_name(&String::from_utf8_lossy(name)).to_string()).collect()
}

/// Returns the difference of one path; `None` where it is not text or not kept.
fn difference_of(store: &Store, change: &Change, max_bytes: u64) -> Option<String> {
    let side = |entry: &Option<Entry>| -> Option<Option<Document>> {
        match entry.as_ref().map(|it| &it.node) {
            Some(Node::File { content, .. }) => {
                Some(Some(Document::decode(bytes_of(store, *content, max_bytes)?).ok()?))
            }
            Some(Node::Link(target)) => Some(Some(Document::decode(target.clone()).ok()?)),
            Some(Node::NotCovered(_)) => None,
            _ => Some(None),
        }
    };
    let (before, after) = (side(&change.before)?, side(&change.after)?);
    if before.is_none() && after.is_none() {
        return Some(String::new());
    }
    let path = change.spot.text();
    Some(git_diff(before.as_ref(), after.as_ref(), &path, git_modes(change)))
}

fn bytes_of(store: &Store, content: ContentHash, max_bytes: u64) -> Option<Vec<u8>> {
    store.read(content, max_bytes).ok().flatten()
}

fn git_modes(change: &Change) -> (&'static str, &'static str) {
    let of = |entry: &Entry| match entry.node {
        Node::Link(_) => GIT_LINK,
        _ => git_file_mode(entry.stat.mode),
    };
    let (before, after) = (change.before.as_ref().map(of), change.after.as_ref().map(of));
    let any = before.or(after).unwrap_or(git_file_mode(0));
    (before.unwrap_or(any), after.unwrap_or(any))
}

/// Returns true if the modes or the attributes of a file changed in a way that git's header does not say.
fn is_more_than_git_says(change: &Change) -> bool {
    let (Some(before), Some(after)) = (&change.before, &change.after) else { return false };
    let is_git = |entry: &Entry| matches!(entry.stat.mode & 0o7777, 0o644 | 0o755);
    let are_files = matches!((&before.node, &after.node), (Node::File { .. }, Node::File { .. }));
    let is_mode = before.stat.mode != after.stat.mode && !(is_git(before) && is_git(after));
    are_files && (is_mode || !changed_attributes(change).is_empty())
}
