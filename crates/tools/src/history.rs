//! The history as an answer shows it, for projects and workspaces alike.

use serde_json::{Value, json};
use time::{Duration, UtcDateTime};

use super::answer::Answer;
use super::arguments::Arguments;
use super::name_lists::{limited_changes, made_by};
use scenewright_error::{Error, Kind, Result, quote_name};
use scenewright_fs::WorkspacePath;
use scenewright_journal::{FileStep, HistoryEntry, Node, Purged, Transactions};
use scenewright_text::Document;
use scenewright_text::edit::{GIT_LINK, git_diff, git_file_mode};

/// The naming of files: by `file` and a name, or by `path` and a path.
pub struct Naming<'a> {
    /// The name of the member that names a file in an answer: `file` or `path`.
    pub key: &'static str,
    /// Returns the name under which a file is shown.
    pub shown: &'a dyn Fn(&WorkspacePath) -> String,
    /// Returns true if a file may be shown: others are counted.
    pub permits: &'a dyn Fn(&WorkspacePath) -> Result<bool>,
    /// Returns true for a commit that who asks cannot undo, since it changed other files of the folder.
    pub is_of_folder: &'a dyn Fn(&HistoryEntry) -> bool,
}

impl Naming<'_> {
    /// Returns the row of a file that was renamed: each kind of folder says it in its own way.
    fn renamed(&self, from: &str, to: &str) -> Value {
        match self.key {
            "file" => json!({ "file": from, "change": "renamed", "to": to }),
            key => json!({ key: to, "change": "renamed", "from": from }),
        }
    }
}

/// The detail in which an entry is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Detail {
    /// Cut: long lists are shortened and counted.
    Cut,
    Whole,
}

/// The entries of a list by default: the latest work, in an answer that a model reads whole.
const DEFAULT_ROWS: usize = 20;

/// The most bytes of the differences of one entry, as a patch of an edit has.
const MAX_DIFF_BYTES: usize = 256 * 1024;

/// The message of an entry of which a file may not be shown.
const NOT_PERMITTED: &str = "(not permitted)";

/// The most files of one entry in a list of entries.
const MAX_FILES: usize = 20;

/// Answers `history` for `id`, with the difference that it made, or for `offset` and `limit`: `{ rows, total, next? }`,
/// the newest first.
pub fn history(transactions: &Transactions, arguments: &Arguments, naming: &Naming<'_>) -> Result<Answer> {
    transactions.try_recover()?;
    let page = page(transactions, arguments, naming)?;
    Ok(Answer { warnings: transactions.history_warnings(), ..Answer::ok(page) })
}

/// Answers the removal of a history: `{ transactions, bytes }`.
pub fn purged(purged: Purged) -> Answer {
    Answer::ok(json!({ "transactions": purged.transactions, "bytes": purged.bytes }))
}

fn page(transactions: &Transactions, arguments: &Arguments, naming: &Naming<'_>) -> Result<Value> {
    if let Some(id) = arguments.optional_text("id") {
        let found =
            transactions.with_history(|entries| entries.iter().find(|entry| entry.intent.id == id).cloned());
        let entry = found.ok_or_else(|| {
            let id = quote_name(id);
            Error::new(Kind::NotFound, format!("There is no commit {id} in the history."))
                .with_hint("history without an id lists those there are.")
        })?;
        let mut row = show_entry(transactions, &entry, Detail::Whole, naming)?;
        let (diff, is_truncated) = difference(transactions, &entry, naming)?;
        row["diff"] = diff.into();
        if is_truncated {
            row["truncated"] = true.into();
        }
        return Ok(json!({ "rows": [row], "total": 1 }));
    }
    let offset = arguments.whole("offset").unwrap_or(0);
    let limit = arguments.whole("limit").unwrap_or(DEFAULT_ROWS);
    // Copied, so that no call waits for the history while the host is asked about files.
    let (entries, total) = transactions.with_latest(offset.saturating_add(limit), |entries, total| {
        let shown = entries.iter().rev().skip(offset).take(limit).cloned();
        (shown.collect::<Vec<HistoryEntry>>(), total)
    });
    let rows = entries.iter().map(|entry| show_entry(transactions, entry, Detail::Cut, naming));
    let rows = rows.collect::<Result<Vec<Value>>>()?;
    let next = offset.saturating_add(rows.len());
    let mut page = json!({ "rows": rows, "total": total });
    if next < total {
        page["next"] = json!({ "offset": next, "left": total - next });
    }
    Ok(page)
}

/// Returns the difference that an entry made, file by file as `git apply` takes it, by the paths from the root, and true
/// if it is cut.
fn difference(
    transactions: &Transactions,
    entry: &HistoryEntry,
    naming: &Naming<'_>,
) -> Result<(String, bool)> {
    let mut diff = String::new();
    for step in &entry.intent.files {
        if !(naming.permits)(&step.path)? {
            continue;
        }
        let path = (naming.shown)(&step.path);
        let before = transactions.contents_of(&step.path, &step.before)?;
        let after = transactions.contents_of(&step.path, &step.after)?;
        let part = match (before, after) {
            (Some(before), Some(after)) => match (Document::decode(before), Document::decode(after)) {
                (Ok(before), Ok(after)) => {
                    let old = Some(&before).filter(|_| step.before != Node::Absent);
                    let new = Some(&after).filter(|_| step.after != Node::Absent);
                    git_diff(old, new, step.path.as_str(), git_modes(step))
                }
                _ => format!("{} is not text, and was {}.\n", quote_name(&path), change_of(step)),
            },
            _ => format!("The contents of {} then are no longer kept.\n", quote_name(&path)),
        };
        if diff.len() + part.len() > MAX_DIFF_BYTES {
            diff.push_str("... truncated: there are more changes than are shown here\n");
            return Ok((diff, true));
        }
        diff.push_str(&part);
    }
    Ok((diff, false))
}

/// Shows `{ id, time, tool, by?, message, files, moreFiles?, scene?, undone, undoes? }`.
fn show_entry(
    transactions: &Transactions,
    entry: &HistoryEntry,
    detail: Detail,
    naming: &Naming<'_>,
) -> Result<Value> {
    let intent = &entry.intent;
    let most = if detail == Detail::Whole { usize::MAX } else { MAX_FILES };
    let mut files: Vec<Value> = Vec::new();
    let mut may_show_all = true;
    let renames = renames(&intent.files);
    for step in intent.files.iter().take(most) {
        if !(naming.permits)(&step.path)? {
            may_show_all = false;
            continue;
        }
        let shown = (naming.shown)(&step.path);
        let is_source = renames.iter().any(|(from, _)| from.path == step.path);
        match renames.iter().find(|(_, to)| to.path == step.path) {
            _ if is_source => {}
            Some((from, _)) if (naming.permits)(&from.path)? => {
                files.push(naming.renamed(&(naming.shown)(&from.path), &shown));
            }
            _ => files.push(json!({ naming.key: shown, "change": change_of(step) })),
        }
    }
    if intent.files.is_empty() {
        // The message names the folders of a change that has no files.
        for folder in intent.folders.iter().chain(&intent.removed_folders) {
            may_show_all &= (naming.permits)(folder)?;
        }
    }
    // A file that was renamed is one row of two steps.
    let left = intent.files.len().saturating_sub(files.len() + renames.len());
    let mut value = json!({
        "id": intent.id,
        "time": iso_time(intent.at_ms),
        "tool": intent.operation,
        "message": if may_show_all { intent.message.as_str() } else { NOT_PERMITTED },
        "files": files,
    });
    if left > 0 {
        value["moreFiles"] = left.into();
    }
    if let Some(account) = transactions.account_of(entry)? {
        value["by"] = made_by(&account).into();
        if let Some(scene) = limited_changes(&account, detail == Detail::Whole) {
            value["scene"] = scene;
        }
    }
    if (naming.is_of_folder)(entry) {
        value["ofFolder"] = true.into();
    }
    value["undone"] = entry.undone.into();
    if let Some(undoes) = &intent.undoes {
        value["undoes"] = undoes.as_str().into();
    }
    Ok(value)
}

/// Pairs the file that a transaction removed with the one that it made of the same contents.
fn renames(steps: &[FileStep]) -> Vec<(&FileStep, &FileStep)> {
    let mut made: Vec<&FileStep> = steps.iter().filter(|step| step.before == Node::Absent).collect();
    let removed = steps.iter().filter(|step| step.after == Node::Absent);
    removed
        .filter_map(|from| {
            let at = made.iter().position(|to| to.after.same_content(&from.before))?;
            Some((from, made.swap_remove(at)))
        })
        .collect()
}

/// Returns the modes of the file before and after, as git has them.
fn git_modes(step: &FileStep) -> (&'static str, &'static str) {
    let of = |node: &Node| match node {
        Node::Absent => None,
        Node::Link { .. } => Some(GIT_LINK),
        Node::File { mode: own, .. } => Some(git_file_mode(own.unwrap_or_default())),
    };
    match (&step.before, &step.after) {
        // A file that is changed keeps its mode, which may be known of one side alone.
        (Node::File { mode: before, .. }, Node::File { mode: after, .. }) => {
            let own = git_file_mode(after.or(*before).unwrap_or_default());
            (own, own)
        }
        (before, after) => {
            let (before, after) = (of(before), of(after));
            let any = before.or(after).unwrap_or(git_file_mode(0));
            (before.unwrap_or(any), after.unwrap_or(any))
        }
    }
}

/// Returns the change of a file in a word.
pub fn change_of(step: &FileStep) -> &'static str {
    match (&step.before, &step.after) {
        (Node::Absent, _) => "created",
        (_, Node::Absent) => "deleted",
        _ => "updated",
    }
}

/// Formats milliseconds since 1970 as `2026-01-31T23:59:59.999Z`.
fn iso_time(ms: u64) -> String {
    let since = Duration::milliseconds(i64::try_from(ms).unwrap_or(i64::MAX));
    let time = UtcDateTime::UNIX_EPOCH.saturating_add(since);
    let (date, month) = (time.date(), u8::from(time.month()));
    let (hour, minute, second, millisecond) = time.as_hms_milli();
    format!(
        "{:04}-{month:02}-{:02}T{hour:02}:{minute:02}:{second:02}.{millisecond:03}Z",
        date.year(),
        date.day()
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn history_time_is_written_in_iso_format() {
        for (ms, shown) in [
            (0, "1970-01-01T00:00:00.000Z"),
            (951_782_400_000, "2000-02-29T00:00:00.000Z"),
            (951_868_799_999, "2000-02-29T23:59:59.999Z"),
            (1_735_689_599_001, "2024-12-31T23:59:59.001Z"),
            (4_107_542_400_000, "2100-03-01T00:00:00.000Z"),
        ] {
            assert_eq!(iso_time(ms), shown);
        }
    }
}
