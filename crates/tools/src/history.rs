//! The history as an answer shows it, for projects and workspaces alike.

use serde_json::{Value, json};
use time::{Duration, UtcDateTime};

use super::answer::Answer;
use super::arguments::Arguments;
use super::summary::shown_changes;
use scenewright_error::{Error, Kind, Result, quote_name};
use scenewright_fs::WorkspacePath;
use scenewright_journal::{FileStep, HistoryEntry, Node, Purged, Transactions};

/// The naming of files: by `file` and a name, or by `path` and a path.
pub struct Naming<'a> {
    pub key: &'static str,
    pub shown: &'a dyn Fn(&WorkspacePath) -> String,
}

/// The detail in which an entry is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Detail {
    /// Cut: long lists are shortened and counted.
    Cut,
    Whole,
}

const DEFAULT_ROWS: usize = 20;

/// The most files of one entry in a list of entries.
const MAX_FILES: usize = 20;

/// Answers `history` for `id`, or for `offset` and `limit`: `{ rows, total, next? }`, the newest first.
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
        let row = transactions.with_history(|entries| {
            let entry = entries.iter().find(|entry| entry.intent.id == id)?;
            Some(show_entry(entry, Detail::Whole, naming))
        });
        let row = row.ok_or_else(|| {
            let id = quote_name(id);
            Error::new(Kind::NotFound, format!("There is no transaction {id} in the history."))
                .with_hint("history without an id lists those there are.")
        })?;
        return Ok(json!({ "rows": [row], "total": 1 }));
    }
    let offset = arguments.whole("offset").unwrap_or(0);
    let limit = arguments.whole("limit").unwrap_or(DEFAULT_ROWS);
    Ok(transactions.with_history(|entries| {
        let shown = entries.iter().rev().skip(offset).take(limit);
        let rows: Vec<Value> = shown.map(|entry| show_entry(entry, Detail::Cut, naming)).collect();
        let (next, total) = (offset.saturating_add(rows.len()), entries.len());
        let mut page = json!({ "rows": rows, "total": total });
        if next < total {
            page["next"] = json!({ "offset": next, "left": total - next });
        }
        page
    }))
}

/// Shows `{ id, time, tool, message, files, moreFiles?, scene?, undone, undoes? }`.
fn show_entry(entry: &HistoryEntry, detail: Detail, naming: &Naming<'_>) -> Value {
    let intent = &entry.intent;
    let most = if detail == Detail::Whole { usize::MAX } else { MAX_FILES };
    let files = intent.files.iter().take(most);
    let files: Vec<Value> = files
        .map(|step| json!({ naming.key: (naming.shown)(&step.path), "change": change_of(step) }))
        .collect();
    let left = intent.files.len() - files.len();
    let mut value = json!({
        "id": intent.id,
        "time": iso_time(intent.at_ms),
        "tool": intent.operation,
        "message": intent.message,
        "files": files,
    });
    if left > 0 {
        value["moreFiles"] = left.into();
    }
    if let Some(scene) = &intent.detail {
        value["scene"] = shown_changes(scene, detail == Detail::Whole);
    }
    value["undone"] = entry.undone.into();
    if let Some(undoes) = &intent.undoes {
        value["undoes"] = undoes.as_str().into();
    }
    value
}

fn change_of(step: &FileStep) -> &'static str {
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
