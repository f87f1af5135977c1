//! The difference between two texts: as data, as a unified diff, and as a listing of what is there now.

mod hunks;
mod regions;
mod snippet;

use std::fmt::Write as _;

pub use self::hunks::Hunk;
use self::hunks::hunks_of;
use self::regions::Regions;
use self::snippet::snippet_of;
use super::places::Spans;
use scenewright_error::is_hidden;

/// What ends a diff that is not whole. A program that reads diffs passes over it.
const TRUNCATED: &str = "... truncated: there are more changes than are shown here\n";

/// The difference between an old and a new text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Patch {
    pub hunks: Vec<Hunk>,
    /// How many lines are new, whether the hunks have room for them or not.
    pub added: usize,
    /// How many lines are gone.
    pub removed: usize,
    /// There are more changes than the hunks have room for. They are those that come first, and the last hunk may end in
    /// the middle of a change.
    pub is_truncated: bool,
    regions: Regions,
}

impl Patch {
    /// Lines are what LF ends; other characters, a CR among them, belong to their line.
    pub fn between(old: &str, new: &str) -> Patch {
        Patch::of(old, new, Regions::between(old, new))
    }

    /// The difference that it makes to replace these spans of the old text. It need not be searched for, however much there
    /// is of it.
    pub fn of_spans(old: &str, new: &str, spans: &Spans) -> Patch {
        Patch::of(old, new, Regions::of_spans(old, new, spans))
    }

    fn of(old: &str, new: &str, regions: Regions) -> Patch {
        let (hunks, is_truncated) = hunks_of(old, new, &regions);
        Patch { hunks, added: regions.added, removed: regions.removed, is_truncated, regions }
    }

    pub fn is_empty(&self) -> bool {
        self.added == 0 && self.removed == 0
    }

    /// A unified diff, in which the path is shown as `a/path` and `b/path`; empty where nothing changed, and ended by a
    /// line in words where it is truncated.
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

    /// What stands in the new text where something changed, with four lines of context, numbered as in a listing.
    /// Places that are apart are parted by a line `...`; where lines of a long change are left out stands
    /// `... (+37 lines)`.
    pub fn snippet(&self, new: &str) -> String {
        snippet_of(new, &self.regions)
    }
}

fn header_range(start: usize, count: usize) -> String {
    if count == 1 { start.to_string() } else { format!("{start},{count}") }
}

/// A name as git writes it: followed by a tab where it has spaces, and quoted where it has characters that would end
/// the line or the name.
fn header_name(prefix: &str, path: &str) -> String {
    if !path.contains(|character: char| is_hidden(character) || matches!(character, '"' | '\\')) {
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
                    let _ = write!(name, "\\{byte:03o}");
                }
            }
            other => name.push(other),
        }
    }
    name.push('"');
    name
}
