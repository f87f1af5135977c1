//! Files and folders that no tool may read, list, search or change.

use super::git_pattern_list::{GitPatternList, Verdict};
use scenewright_error::Result;

/// Lines as in a `.gitignore` at the top of every root, of which the last that matches a file or one of its folders
/// decides. The contents of a denied folder are denied.
///
/// Letter case does not count: the same file may be reached by a name in other letter case on some file systems.
#[derive(Clone, Debug, Default)]
pub(super) struct DenyRules {
    lines: Vec<String>,
    exact: GitPatternList,
    folded: GitPatternList,
}

impl DenyRules {
    pub(super) fn new(lines: &[String]) -> Result<DenyRules> {
        let folded: Vec<String> = lines.iter().map(|line| line.to_lowercase()).collect();
        Ok(DenyRules {
            lines: lines.to_vec(),
            exact: GitPatternList::of_option(lines, "deny")?,
            // A POSIX class whose name has capitals is unknown, and was refused above.
            folded: GitPatternList::of_option(&folded, "deny").unwrap_or_default(),
        })
    }

    pub(super) fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// Returns true for a denied entry, of which no folder is denied.
    pub(super) fn denies_entry(&self, path: &str, is_folder: bool) -> bool {
        !self.is_empty()
            && (self.exact.verdict(path, is_folder) == Some(Verdict::Ignored)
                || self.folded.verdict(&path.to_lowercase(), is_folder) == Some(Verdict::Ignored))
    }

    /// Returns the line that denies a file, or a folder that it is in; for a path that may be a folder itself,
    /// `is_folder` is true.
    pub(super) fn line_that_denies(&self, path: &str, is_folder: bool) -> Option<&str> {
        let folders = path.match_indices('/').map(|(slash, _)| (&path[..slash], true));
        let mut entries = folders.chain([(path, is_folder)]);
        let (denied, is_folder) = entries.find(|(path, is_folder)| self.denies_entry(path, *is_folder))?;
        // The line by itself that denies it; negated ones deny nothing.
        let alone = |line: &&String| {
            let rule = DenyRules::new(std::slice::from_ref(*line)).unwrap_or_default();
            rule.denies_entry(denied, is_folder)
        };
        self.lines.iter().rev().find(alone).map(String::as_str).or(Some("deny"))
    }
}
