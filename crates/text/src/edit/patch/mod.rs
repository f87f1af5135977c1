//! The difference between two texts: as data, as a unified diff, and as a listing of the new text.

mod hunks;
mod lines;
mod regions;
mod snippet;

use std::borrow::Cow;
use std::fmt::Write as _;
use std::ops::Range;

pub use self::hunks::Hunk;
use self::hunks::hunks_of;
use self::regions::Regions;
use self::snippet::snippet_of;
use super::places::Spans;
use crate::{Document, Encoding};
use scenewright_error::is_hidden;

/// The end of a diff that is not whole. A program that reads diffs skips it.
const TRUNCATED: &str = "... truncated: there are more changes than are shown here\n";

/// The difference between an old and a new text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Patch {
    /// The hunks, in order; at most as many as there is room for.
    pub hunks: Vec<Hunk>,
    /// The number of new lines, also of those for which the hunks have no room.
    pub added: usize,
    /// The number of removed lines.
    pub removed: usize,
    /// True when there are more changes than the hunks have room for. The hunks hold the first, and the last hunk
    /// may end in the middle of a change.
    pub is_truncated: bool,
    regions: Regions,
}

impl Patch {
    /// Compares two texts. Lines end at LF; other characters, a CR among them, belong to their line.
    pub fn between(old: &str, new: &str) -> Patch {
        Patch::of(old, new, Regions::between(old, new))
    }

    /// Returns the difference between the texts when these spans of the old one are replaced. It need not be
    /// searched for, however large it is.
    pub fn of_spans(old: &str, new: &str, spans: &Spans) -> Patch {
        Patch::of(old, new, Regions::of_spans(old, new, spans))
    }

    fn of(old: &str, new: &str, mut regions: Regions) -> Patch {
        regions.find_changed(old, new);
        let (hunks, is_truncated) = hunks_of(old, new, &regions);
        Patch { hunks, added: regions.added, removed: regions.removed, is_truncated, regions }
    }

    /// Returns true if no line was added or removed.
    pub fn is_empty(&self) -> bool {
        self.added == 0 && self.removed == 0
    }

    /// Formats a unified diff, in which the path is shown as `a/path` and `b/path`; empty where nothing changed,
    /// and ended by a line in words where it is truncated.
    pub fn unified(&self, path: &str) -> String {
        if self.is_empty() {
            return String::new();
        }
        // Writing to a string cannot fail.
        let mut diff = format!("--- {}\n+++ {}\n", header_name("a/", path), header_name("b/", path));
        for hunk in &self.hunks {
            let _ = writeln!(
                diff,
                "@@ -{} +{} @@",
                header_range(hunk.old_start, hunk.old_lines),
                header_range(hunk.new_start, hunk.new_lines),
            );
            for line in &hunk.lines {
                diff.push_str(line);
                diff.push('\n');
            }
        }
        if self.is_truncated {
            diff.push_str(TRUNCATED);
        }
        diff
    }

    /// Lists the changed places of the new text, with four lines of context, numbered as in a listing. Places
    /// that are apart are separated by a line `...`; omitted lines of a long change are shown as `... (+37
    /// lines)`.
    pub fn snippet(&self, new: &str) -> String {
        snippet_of(new, &self.regions)
    }
}

/// Returns the patch of a file's bytes, which `git apply` and `patch` apply to it: with the line ends and the byte order mark
/// that it has. Of files in other encodings than UTF-8, whose bytes no text can show, it is that of their text. `patch` is
/// the difference between the views.
pub fn file_patch<'p>(old: &Document, new: &Document, patch: &'p Patch) -> Cow<'p, Patch> {
    let is_utf8 =
        |document: &Document| matches!(document.encoding(), Encoding::Utf8 | Encoding::Utf8WithMark);
    let is_view = |document: &Document| document.bytes() == document.view().as_bytes();
    if !is_utf8(old) || !is_utf8(new) || (is_view(old) && is_view(new)) {
        return Cow::Borrowed(patch);
    }
    match (std::str::from_utf8(old.bytes()), std::str::from_utf8(new.bytes())) {
        (Ok(old), Ok(new)) => Cow::Owned(Patch::between(old, new)),
        _ => Cow::Borrowed(patch),
    }
}

/// The mode of git for a symbolic link.
pub const GIT_LINK: &str = "120000";

/// Returns the mode of git for a file with the permissions of Unix: git knows whether it is executable, and no more.
pub fn git_file_mode(permissions: u32) -> &'static str {
    const ANY_EXECUTE: u32 = 0o111;
    if permissions & ANY_EXECUTE == 0 { "100644" } else { "100755" }
}

/// Formats the change of a file as git does, so that `git apply` makes it: with the header of a file that is created or
/// deleted, or whose mode changed. The modes, before and after, are those of git, such as `100644`. Empty where nothing changed.
pub fn git_diff(
    old: Option<&Document>,
    new: Option<&Document>,
    path: &str,
    (old_mode, new_mode): (&str, &str),
) -> String {
    // The target of a link is no contents of a file: as for git, one goes and the other comes.
    let is_link = |mode: &str| mode == GIT_LINK;
    if old.is_some() && new.is_some() && is_link(old_mode) != is_link(new_mode) {
        let modes = (old_mode, new_mode);
        return git_diff(old, None, path, modes) + &git_diff(None, new, path, modes);
    }
    let diff = match (old, new) {
        (Some(old), Some(new)) => file_diff(old, new, &Patch::between(old.view(), new.view()), path),
        (Some(old), None) => Patch::between(&text_in_bytes(old), "").unified(path),
        (None, Some(new)) => Patch::between("", &text_in_bytes(new)).unified(path),
        (None, None) => String::new(),
    };
    let kind = match (old, new) {
        (None, Some(_)) => format!("new file mode {new_mode}\n"),
        (Some(_), None) => format!("deleted file mode {old_mode}\n"),
        (Some(_), Some(_)) if old_mode != new_mode => {
            format!("old mode {old_mode}\nnew mode {new_mode}\n")
        }
        _ if diff.is_empty() => return diff,
        _ => String::new(),
    };
    let (from, to) = (header_name("a/", path), header_name("b/", path));
    // The side of a file that is not there has no name.
    let (old_side, new_side) = (format!("--- {from}\n"), format!("+++ {to}\n"));
    let hunks =
        diff.strip_prefix(&old_side).and_then(|rest| rest.strip_prefix(&new_side)).unwrap_or_default();
    let old_side = if old.is_none() { "--- /dev/null\n".to_owned() } else { old_side };
    let new_side = if new.is_none() { "+++ /dev/null\n".to_owned() } else { new_side };
    let sides = if hunks.is_empty() { String::new() } else { old_side + &new_side };
    format!("diff --git {} {}\n{kind}{sides}{hunks}", from.trim_end_matches('\t'), to.trim_end_matches('\t'))
}

/// Returns the text with the line ends and the byte order mark that the file has, where it is in UTF-8.
fn text_in_bytes(document: &Document) -> Cow<'_, str> {
    match document.encoding() {
        Encoding::Utf8 | Encoding::Utf8WithMark => String::from_utf8_lossy(document.bytes()),
        _ => document.view().into(),
    }
}

/// Formats the unified diff of a file's bytes, from its [`file_patch`].
fn file_diff(old: &Document, new: &Document, patch: &Patch, path: &str) -> String {
    file_patch(old, new, patch).unified(path)
}

/// Returns the ranges of whole lines of the old text that differ, each with that of the new text that replaces it, in
/// order and without overlaps.
pub(super) fn changed_lines(old: &str, new: &str) -> Vec<(Range<usize>, Range<usize>)> {
    let regions = Regions::between(old, new);
    let mut changes: Vec<(Range<usize>, Range<usize>)> =
        regions.kept.into_iter().map(|region| (region.old.bytes, region.new.bytes)).collect();
    // Places that were only counted are one with the last that was kept.
    if regions.is_cut
        && let Some((last_old, last_new)) = changes.last_mut()
    {
        (last_old.end, last_new.end) = (old.len(), new.len());
    }
    changes
}

fn header_range(start: usize, count: usize) -> String {
    if count == 1 { start.to_string() } else { format!("{start},{count}") }
}

/// Writes a name as git does: followed by a tab where it has spaces, and quoted where it has characters that would
/// end the line or the name.
fn header_name(prefix: &str, path: &str) -> String {
    if !path.contains(|character: char| is_hidden(character) || matches!(character, '"' | '\\')) {
        // Git ends a name with spaces by a tab, or the rest would be read as a time.
        let tab = if path.contains(' ') { "\t" } else { "" };
        return format!("{prefix}{path}{tab}");
    }
    let mut name = format!("\"{prefix}");
    for character in path.chars() {
        match character {
            '"' => name.push_str("\\\""),
            '\\' => name.push_str("\\\\"),
            '\n' => name.push_str("\\n"),
            '\t' => name.push_str("\\t"),
            '\r' => name.push_str("\\r"),
            other if is_hidden(other) => {
                let mut buffer = [0; 4];
                for byte in other.encode_utf8(&mut buffer).bytes() {
                    // Git's quoting of C: bytes in octal.
                    let _ = write!(name, "\\{byte:03o}");
                }
            }
            other => name.push(other),
        }
    }
    name.push('"');
    name
}
