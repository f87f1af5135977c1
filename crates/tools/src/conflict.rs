//! The place of a conflicting change.

use scenewright_error::{Error, Kind};
use scenewright_fs::WorkspacePath;
use scenewright_journal::{Expected, Transactions};

/// The largest file that is compared: for a larger one the refusal only names the file.
const MAX_BYTES: u64 = 16 << 20;

/// Adds the lines that changed elsewhere to a conflict about a file, and the transaction, if one changed them.
pub fn locate(
    error: Error,
    transactions: &Transactions,
    path: &WorkspacePath,
    expected: Option<&[u8]>,
) -> Error {
    if error.kind != Kind::Conflict {
        return error;
    }
    let found = transactions.root_set().read(path, MAX_BYTES).ok().flatten().map(|contents| contents.bytes);
    let (place, line) = match (expected, &found) {
        (None, None) => return error,
        (Some(_), None) => (" It was removed.".to_owned(), None),
        (None, Some(_)) => (" It was made meanwhile.".to_owned(), None),
        (Some(expected), Some(found)) => {
            let (first, last) = changed_lines(expected, found);
            let lines =
                if first == last { format!("line {first}") } else { format!("lines {first} to {last}") };
            (format!(" The other change is at {lines}."), u32::try_from(first).ok())
        }
    };
    let found = Expected::of(found.as_deref());
    let _ = transactions.try_recover();
    let by = transactions.with_history(|entries| {
        let made = entries.iter().rev().find(|entry| {
            let mut files = entry.intent.files.iter();
            files.any(|file| file.path == *path && Expected::of_node(&file.after) == found)
        });
        made.map(|entry| format!(" It came with {} ({}).", entry.intent.id, entry.intent.message))
    });
    let message = format!("{}{place}{}", error.message, by.unwrap_or_default());
    Error { message, line, column: line.map(|_| 1), ..error }
}

/// Returns the first and the last line of the present contents that differ, from 1. Where lines were only removed,
/// it is the line that took their place.
fn changed_lines(old: &[u8], new: &[u8]) -> (usize, usize) {
    let old: Vec<&[u8]> = old.split(|byte| *byte == b'\n').collect();
    let new: Vec<&[u8]> = new.split(|byte| *byte == b'\n').collect();
    let before = old.iter().zip(&new).take_while(|(old, new)| old == new).count();
    let most_after = old.len().min(new.len()) - before;
    let after =
        old.iter().rev().zip(new.iter().rev()).take(most_after).take_while(|(old, new)| old == new).count();
    let first = (before + 1).min(new.len());
    (first, (new.len() - after).max(first))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conflict_names_differing_lines() {
        for (old, new, lines) in [
            ("a\nb\nc\n", "a\nX\nc\n", (2, 2)),
            ("a\nb\nc\n", "a\nX\nY\nc\n", (2, 3)),
            ("a\nb\nc\n", "a\nc\n", (2, 2)),
            ("a\nb", "a", (1, 1)),
            ("", "a\nb\n", (1, 2)),
            ("a\n", "b\n", (1, 1)),
            ("a\na\n", "a\na\na\n", (3, 3)),
        ] {
            assert_eq!(changed_lines(old.as_bytes(), new.as_bytes()), lines, "{old:?} and {new:?}");
        }
    }
}
