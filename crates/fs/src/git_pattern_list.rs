//! The patterns of one ignore file, of which the last that matches decides.

use std::collections::HashMap;

use scenewright_error::{Error, Kind, Result, quote_name};
use scenewright_paths::git_pattern::{Form, GitPattern};
use scenewright_paths::path_pattern::expand_braces;
use scenewright_paths::path_text::{os_text, pattern_bytes};

/// The most braces of an option that are alternatives: more are hardly meant so, and would take long.
const MAX_BRACES: usize = 50;

/// A list of patterns, in the order of their lines.
///
/// Most patterns are a name or the ending of one, and are looked up; only the others are tried one by one.
#[derive(Clone, Debug, Default)]
pub(super) struct GitPatternList {
    patterns: Vec<GitPattern>,
    by_name: HashMap<Box<[u8]>, Vec<usize>>,
    /// Patterns like `*.log`, by the text after the star, which begins with its only dot.
    by_extension: HashMap<Box<[u8]>, Vec<usize>>,
    others: Vec<usize>,
    /// True where `core.ignoreCase` is set: then the patterns are about paths in small letters.
    ignores_case: bool,
}

/// The answer of the pattern that decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    Ignored,
    /// A pattern with `!` takes the entry back.
    Kept,
}

impl GitPatternList {
    /// Reads the lines of an ignore file as git does, with `core.ignoreCase` or without.
    pub(super) fn of_file(bytes: &[u8], ignores_case: bool) -> GitPatternList {
        let parse = if ignores_case { GitPattern::parse_ignoring_case } else { GitPattern::parse };
        // Git skips a byte order mark too.
        let text = bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes);
        let lines = text.split(|byte| *byte == b'\n').filter(|line| !line.starts_with(b"#"));
        let list = GitPatternList::of(lines.map(|line| parse(pattern_of_line(line))));
        GitPatternList { ignores_case, ..list }
    }

    /// Reads the lines that the host gave as an option, each of which must be one that can match. Braces are
    /// alternatives here as well as themselves, as on a command line.
    pub(super) fn of_option(lines: &[String], option: &str) -> Result<GitPatternList> {
        let mut patterns = Vec::new();
        for line in lines {
            if line.contains(['\n', '\r', '\0']) {
                return Err(invalid(option, line, "it is more than one line"));
            }
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let written = pattern_bytes(line);
            let pattern = GitPattern::parse(pattern_of_line(&written));
            if pattern.is_broken() {
                let reason = match line.contains('[') {
                    true => "its `[` is not closed by a `]`, or has an unknown name within `[:` and `:]`",
                    false => "nothing can match it",
                };
                return Err(invalid(option, line, reason));
            }
            let alternatives = match line.matches('{').count() {
                1..=MAX_BRACES => expand_braces(line).unwrap_or_default(),
                _ => Vec::new(),
            };
            // Git takes braces as they stand. People write them from habit, so in an option both readings
            // count.
            patterns.extend(
                alternatives
                    .iter()
                    .filter(|other| *other != line)
                    .map(|other| GitPattern::parse(pattern_of_line(&pattern_bytes(other)))),
            );
            patterns.push(pattern);
        }
        Ok(GitPatternList::of(patterns.into_iter()))
    }

    fn of(patterns: impl Iterator<Item = GitPattern>) -> GitPatternList {
        let mut list = GitPatternList::default();
        for pattern in patterns.filter(|pattern| !pattern.is_broken()) {
            let number = list.patterns.len();
            match &pattern.form {
                Form::Name(name) => list.by_name.entry(name.clone()).or_default().push(number),
                // A pattern such as `*.log` is looked up by extension; `*_test.rs` has to be compared.
                Form::NameEnding(ending) if extension(ending) == Some(&ending[..]) => {
                    list.by_extension.entry(ending.clone()).or_default().push(number);
                }
                _ => list.others.push(number),
            }
            list.patterns.push(pattern);
        }
        list
    }

    pub(super) fn is_empty(&self) -> bool {
        self.patterns.is_empty()
    }

    /// Returns the answer for an entry, whose path is text from the folder of the patterns; `None` where none matches.
    pub(super) fn verdict(&self, path: &str, is_folder: bool) -> Option<Verdict> {
        if self.is_empty() {
            return None;
        }
        let path = os_text(path);
        match self.ignores_case {
            true => self.verdict_of_bytes(&path.as_encoded_bytes().to_ascii_lowercase(), is_folder),
            false => self.verdict_of_bytes(path.as_encoded_bytes(), is_folder),
        }
    }

    /// Returns true if a file or one of its folders matches, and no pattern with `!` reverses it that matches
    /// nearer to the file.
    pub(super) fn selects_nearest(&self, path: &str) -> bool {
        let folders = path.rmatch_indices('/').map(|(slash, _)| (&path[..slash], true));
        let mut verdicts = std::iter::once((path, false)).chain(folders);
        verdicts.find_map(|(path, is_folder)| self.verdict(path, is_folder)) == Some(Verdict::Ignored)
    }

    fn verdict_of_bytes(&self, path: &[u8], is_folder: bool) -> Option<Verdict> {
        let name = &path[path.iter().rposition(|byte| *byte == b'/').map_or(0, |slash| slash + 1)..];
        let fits = |number: &usize| !self.patterns[*number].folders_only || is_folder;
        let last_of = |numbers: Option<&Vec<usize>>| {
            numbers.and_then(|numbers| numbers.iter().rev().copied().find(|number| fits(number)))
        };
        let by_extension = extension(name).and_then(|extension| last_of(self.by_extension.get(extension)));
        // The last matching line decides, so of the patterns that are not indexed only later ones are tried.
        let known = last_of(self.by_name.get(name)).max(by_extension);
        let later = self.others.iter().rev().take_while(|number| known.is_none_or(|known| **number > known));
        let later = later.copied().find(|number| self.patterns[*number].is_match(path, is_folder));
        later.or(known).map(|number| match self.patterns[number].is_negated {
            true => Verdict::Kept,
            false => Verdict::Ignored,
        })
    }
}

/// Returns a name from its last dot on.
fn extension(name: &[u8]) -> Option<&[u8]> {
    name.iter().rposition(|byte| *byte == b'.').map(|dot| &name[dot..])
}

/// Returns the pattern of a line: without a CR at its end, the text from a NUL on, and spaces at its end. Tabs belong
/// to the pattern, and so does a space after a backslash.
fn pattern_of_line(line: &[u8]) -> &[u8] {
    let line = line.strip_suffix(b"\r").unwrap_or(line);
    // To git, whose strings are C's, a line ends at a NUL.
    let line = &line[..line.iter().position(|byte| *byte == 0).unwrap_or(line.len())];
    let mut end = line.len();
    let mut spaces = None;
    let mut bytes = line.iter().enumerate();
    while let Some((at, byte)) = bytes.next() {
        match byte {
            // gitignore(5): trailing spaces are ignored, tabs are not.
            b' ' => end = *spaces.get_or_insert(at),
            // An escaped space stays: the loop skips the byte after a backslash.
            b'\\' if bytes.next().is_none() => return line,
            _ => (spaces, end) = (None, line.len()),
        }
    }
    &line[..end]
}

fn invalid(option: &str, pattern: &str, reason: &str) -> Error {
    let shown = quote_name(pattern);
    Error::new(Kind::InvalidInput, format!("The {option} pattern `{shown}` is not valid: {reason}."))
        .with_hint("Give patterns as in a .gitignore file, one each.")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_match_as_git_matches_them() {
        // (lines, paths that are ignored, paths that are not)
        let cases: [(&[u8], &[&str], &[&str]); 20] = [
            (b"{a,b}", &["{a,b}"], &["a", "b"]),
            (b"a\t", &["a\t"], &["a"]),
            (b"a \nb\\ \n", &["a", "b "], &["a ", "b"]),
            (b"!", &[], &["!", "a"]),
            (b"\\!\n\\#", &["!", "#"], &["a"]),
            (b"[[:upper:]]x\n[[:space:]]y", &["Ax", "\ty"], &["ax", "\x0by"]),
            (b"[[:foo:]]", &[], &["f", "[", ":]"]),
            (b"[\\]]a\n[!\\^]b", &["]a", "xb"], &["\\]a", "^b"]),
            (b"a**/b", &["a/b", "ax/b", "ax/y/b"], &["b", "a"]),
            (b"x/a**/b", &["x/a/b", "x/ay/z/b"], &["a/b"]),
            (b"?**/b", &["xy/b"], &["b", "x/y/b"]),
            (b"**/b", &["b", "a/b"], &["ab"]),
            (b"/a/**", &["a/b", "a/b/c"], &["a", "x/a/b"]),
            (b"a/**/b", &["a/b", "a/x/y/b"], &["a/xb"]),
            (b"a?c", &["abc"], &["a\u{e4}c", "a/c"]),
            (b"[a", &[], &["[a", "a"]),
            (b"a\\", &[], &["a", "a\\"]),
            (b"*.log\n!keep.log", &["a.log", "x/b.log"], &["keep.log", "log"]),
            (b"*.tar.gz", &["a.tar.gz"], &["a.gz"]),
            (b"a[/]b", &[], &["a/b"]),
        ];
        for (lines, ignored, others) in cases {
            let list = GitPatternList::of_file(lines, false);
            for path in ignored {
                assert_eq!(list.verdict(path, false), Some(Verdict::Ignored), "{lines:?} {path:?}");
            }
            for path in others {
                assert_ne!(list.verdict(path, false), Some(Verdict::Ignored), "{lines:?} {path:?}");
            }
        }
    }

    #[test]
    fn pattern_of_many_stars_ends_soon() {
        let line = "a*b?**/".repeat(400) + "x";
        let list = GitPatternList::of_file(line.as_bytes(), false);
        assert_eq!(list.verdict(&"aab/".repeat(500), false), None);
        let line = "*a".repeat(2_000);
        let list = GitPatternList::of_file(line.as_bytes(), false);
        assert_eq!(list.verdict(&("a".repeat(250) + "b"), false), None);
    }
}
