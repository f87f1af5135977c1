//! Git's configuration: the values of its files and of those that they include.
//!
//! It reads what git reads: sections with and without a quoted part, values with quotes, escapes, comments and continued
//! lines, `include.path`, and `includeIf` by `gitdir`, `gitdir/i`, `onbranch` and `hasconfig:remote.*.url`. Of a file that
//! git would refuse, the part before the mistake counts. Paths are bytes with `/`.

use super::git_pattern::matches_path;

/// The most levels of files that include each other, as in git, and the most files in all: a file that includes itself twice would
/// otherwise be read a thousand times.
const MAX_DEPTH: usize = 10;
const MAX_FILES: usize = 200;

/// Access to the files, and the facts that conditions ask for.
pub struct ConfigSource<'a> {
    /// Returns the contents of the file at an absolute path; `None` if it is missing or may not be read.
    pub read: &'a dyn Fn(&[u8]) -> Option<Vec<u8>>,
    /// The home folder, that `~/` stands for.
    pub home: Option<&'a [u8]>,
    /// The folder with the state of the repository; `None` outside one.
    pub state_folder: Option<&'a [u8]>,
    /// The branch that is checked out.
    pub branch: Option<&'a [u8]>,
}

/// The values of some files, in the order in which git reads them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GitConfig {
    values: Vec<(Vec<u8>, Option<Vec<u8>>)>,
}

impl GitConfig {
    /// Reads files with all that they include. A missing file has no values.
    pub fn read(files: &[Vec<u8>], source: &ConfigSource<'_>) -> GitConfig {
        let mut reading = Reading { source, urls: Vec::new(), asks_for_urls: false, files_left: MAX_FILES };
        let config = reading.all(files);
        if !reading.asks_for_urls {
            return config;
        }
        // Such a condition depends on the values of all the other files.
        let is_url = |name: &[u8]| name.starts_with(b"remote.") && name.ends_with(b".url") && name.len() > 11;
        let urls = config.values.into_iter().filter(|(name, _)| is_url(name));
        let urls = urls.filter_map(|(_, value)| value).collect();
        let mut reading = Reading { source, urls, asks_for_urls: false, files_left: MAX_FILES };
        reading.all(files)
    }

    /// Returns the value of a name such as `core.excludesfile` that counts, the last one. The name of the section and
    /// that of the value are in small letters.
    pub fn value(&self, name: &str) -> Option<&[u8]> {
        self.last(name)?.as_deref()
    }

    /// Returns the value of a name that is true or false; a name without a value is true.
    pub fn flag(&self, name: &str) -> Option<bool> {
        let Some(value) = self.last(name)? else { return Some(true) };
        let value = value.to_ascii_lowercase();
        match value.as_slice() {
            b"true" | b"yes" | b"on" => Some(true),
            b"false" | b"no" | b"off" | b"" => Some(false),
            number => {
                let number = std::str::from_utf8(number).ok()?;
                let number = number.strip_suffix(['k', 'm', 'g']).unwrap_or(number);
                // Git takes any number for a flag, also with a unit; anything but 0 is true.
                number.parse::<i64>().ok().map(|number| number != 0)
            }
        }
    }

    fn last(&self, name: &str) -> Option<&Option<Vec<u8>>> {
        self.values.iter().rev().find(|(known, _)| known == name.as_bytes()).map(|(_, value)| value)
    }
}

/// Expands `~/` of a path in a configuration. A relative one is from `folder`.
pub fn expand_config_path(path: &[u8], home: Option<&[u8]>, folder: &[u8]) -> Option<Vec<u8>> {
    let join = |folder: &[u8], rest: &[u8]| [folder, b"/", rest].concat();
    match path {
        [] => None,
        [b'~', b'/', rest @ ..] => home.map(|home| join(home, rest)),
        // The home folder of another user, or a folder of git's own installation.
        [b'~', ..] | [b'%', b'(', ..] => None,
        path if is_absolute(path) => Some(path.to_vec()),
        path => Some(join(folder, path)),
    }
}

fn is_absolute(path: &[u8]) -> bool {
    match path {
        [b'/' | b'\\', ..] => true,
        [drive, b':', b'/' | b'\\', ..] => cfg!(windows) && drive.is_ascii_alphabetic(),
        _ => false,
    }
}

struct Reading<'a> {
    source: &'a ConfigSource<'a>,
    /// The addresses of remotes; empty on the first reading.
    urls: Vec<Vec<u8>>,
    asks_for_urls: bool,
    files_left: usize,
}

impl Reading<'_> {
    fn all(&mut self, files: &[Vec<u8>]) -> GitConfig {
        let mut config = GitConfig::default();
        for file in files {
            self.one(file, 0, &mut config);
        }
        config
    }

    fn one(&mut self, file: &[u8], depth: usize, config: &mut GitConfig) {
        // Git stops at ten levels too (MAX_INCLUDE_DEPTH). A file that includes itself twice would still be
        // read a thousand times, so files are counted too.
        if depth > MAX_DEPTH || self.files_left == 0 {
            return;
        }
        self.files_left -= 1;
        // A missing file is no mistake for git either.
        let Some(bytes) = (self.source.read)(file) else { return };
        let folder = &file[..file.iter().rposition(|byte| *byte == b'/').unwrap_or(0)];
        for Line { section, subsection, key, value } in Lines::of(&bytes) {
            let is_included = match (section.as_slice(), &subsection) {
                (b"include", None) => key == b"path",
                (b"includeif", Some(condition)) => key == b"path" && self.holds(condition, folder),
                _ => false,
            };
            // Included values stand where the `path` stands: they override values above and are overridden by
            // values below.
            if is_included {
                let home = self.source.home;
                let path = value.as_deref().and_then(|path| expand_config_path(path, home, folder));
                if let Some(path) = path {
                    self.one(&path, depth + 1, config);
                }
            }
            let parts = [Some(section), subsection, Some(key)];
            let name: Vec<Vec<u8>> = parts.into_iter().flatten().collect();
            config.values.push((name.join(&b'.'), value));
        }
    }

    /// Returns true if the condition of an `includeIf` in a file of this folder holds.
    fn holds(&mut self, condition: &[u8], folder: &[u8]) -> bool {
        if let Some(pattern) = condition.strip_prefix(b"gitdir:") {
            self.is_in_folder(pattern, folder, false)
        } else if let Some(pattern) = condition.strip_prefix(b"gitdir/i:") {
            self.is_in_folder(pattern, folder, true)
        } else if let Some(pattern) = condition.strip_prefix(b"onbranch:") {
            self.source.branch.is_some_and(|branch| matches_path(&with_all_beneath(pattern), branch))
        } else if let Some(pattern) = condition.strip_prefix(b"hasconfig:remote.*.url:") {
            // git-config(1): the condition is about the remotes of all files, and those may not depend on it.
            // So everything is read once without it, then again.
            self.asks_for_urls = true;
            self.urls.iter().any(|url| matches_path(pattern, url))
        } else {
            false
        }
    }

    fn is_in_folder(&self, pattern: &[u8], folder: &[u8], in_any_case: bool) -> bool {
        let Some(state) = self.source.state_folder else { return false };
        let as_compared = |text: &[u8]| if in_any_case { text.to_ascii_lowercase() } else { text.to_vec() };
        let mut state = as_compared(state);
        let pattern = match (pattern, self.source.home) {
            ([b'~', b'/', rest @ ..], Some(home)) => [home, b"/", rest].concat(),
            // The folder is no pattern: it is compared as it is.
            ([b'.', b'/', rest @ ..], _) => {
                let folder = [as_compared(folder).as_slice(), b"/"].concat();
                let Some(beneath) = state.strip_prefix(folder.as_slice()) else { return false };
                state = beneath.to_vec();
                rest.to_vec()
            }
            (absolute, _) if is_absolute(absolute) => absolute.to_vec(),
            // git-config(1): without `~/`, `./` or `/` at its beginning, `**/` is prepended.
            (anywhere, _) => [b"**/", anywhere].concat(),
        };
        matches_path(&as_compared(&with_all_beneath(&pattern)), &state)
    }
}

/// Makes a pattern that ends with `/` match everything beneath.
fn with_all_beneath(pattern: &[u8]) -> Vec<u8> {
    let mut pattern = pattern.to_vec();
    if pattern.ends_with(b"/") {
        pattern.extend(b"**");
    }
    pattern
}

/// One value of a file, with its section and key in small letters.
#[derive(Debug, PartialEq, Eq)]
struct Line {
    section: Vec<u8>,
    subsection: Option<Vec<u8>>,
    key: Vec<u8>,
    value: Option<Vec<u8>>,
}

/// The values of a file, up to the first mistake.
struct Lines {
    /// The bytes in reverse, with LF at every line end.
    rest: Vec<u8>,
    section: Vec<u8>,
    subsection: Option<Vec<u8>>,
}

impl Lines {
    fn of(bytes: &[u8]) -> Lines {
        let bytes = bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes);
        let mut rest = Vec::with_capacity(bytes.len() + 1);
        for (at, byte) in bytes.iter().enumerate() {
            // Git reads CR LF as LF. A CR alone is a byte like any other.
            if *byte != b'\r' || bytes.get(at + 1) != Some(&b'\n') {
                rest.push(*byte);
            }
        }
        // A last line may lack its end.
        rest.push(b'\n');
        rest.reverse();
        Lines { rest, section: Vec::new(), subsection: None }
    }

    fn peek(&self) -> Option<u8> {
        self.rest.last().copied()
    }

    fn skip_while(&mut self, is_skipped: impl Fn(u8) -> bool) {
        while self.peek().is_some_and(&is_skipped) {
            self.rest.pop();
        }
    }

    /// Reads a section after its opening bracket.
    fn read_section(&mut self) -> Option<()> {
        let mut section = Vec::new();
        loop {
            match self.rest.pop()? {
                b']' => break,
                byte if byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.') => {
                    // Section names ignore letter case, subsections do not (git-config(1)).
                    section.push(byte.to_ascii_lowercase());
                }
                b' ' | b'\t' => {
                    let quoted = self.read_subsection()?;
                    (self.section, self.subsection) = (section, Some(quoted));
                    return Some(());
                }
                _ => return None,
            }
        }
        (self.section, self.subsection) = (section, None);
        Some(())
    }

    fn read_subsection(&mut self) -> Option<Vec<u8>> {
        self.skip_while(|byte| matches!(byte, b' ' | b'\t'));
        let mut quoted = Vec::new();
        if self.rest.pop()? != b'"' {
            return None;
        }
        loop {
            match self.rest.pop()? {
                b'"' => break,
                b'\n' => return None,
                // In a subsection, a backslash before any character but these two is dropped.
                b'\\' => quoted.push(self.rest.pop().filter(|byte| *byte != b'\n')?),
                byte => quoted.push(byte),
            }
        }
        (self.rest.pop()? == b']').then_some(quoted)
    }

    /// Reads a value after the sign `=`, up to the end of its line.
    fn read_value(&mut self) -> Option<Vec<u8>> {
        let (mut value, mut length) = (Vec::new(), 0);
        let (mut is_quoted, mut is_comment) = (false, false);
        loop {
            match self.rest.pop()? {
                b'\n' if is_quoted => return None,
                b'\n' => break,
                _ if is_comment => {}
                byte if byte.is_ascii_whitespace() && !is_quoted => {
                    if !value.is_empty() {
                        value.push(byte);
                    }
                }
                b';' | b'#' if !is_quoted => is_comment = true,
                b'"' => {
                    is_quoted = !is_quoted;
                    length = value.len();
                }
                byte => {
                    match byte {
                        b'\\' => match self.rest.pop()? {
                            // A backslash at the end of a line joins it with the next.
                            b'\n' => continue,
                            b't' => value.push(b'\t'),
                            b'b' => value.push(8),
                            b'n' => value.push(b'\n'),
                            same @ (b'\\' | b'"') => value.push(same),
                            _ => return None,
                        },
                        byte => value.push(byte),
                    }
                    length = value.len();
                }
            }
        }
        // White space at the end belongs to the value only within quotes.
        value.truncate(length);
        Some(value)
    }

    /// Reads up to the next value; `None` at the end and at a mistake.
    fn read_line(&mut self) -> Option<Line> {
        loop {
            self.skip_while(|byte| byte.is_ascii_whitespace());
            match self.rest.pop()? {
                b'#' | b';' => self.skip_while(|byte| byte != b'\n'),
                b'[' => self.read_section()?,
                first if first.is_ascii_alphabetic() && !self.section.is_empty() => {
                    let mut key = vec![first.to_ascii_lowercase()];
                    let is_of_key = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'-';
                    while let Some(byte) = self.peek().filter(is_of_key) {
                        self.rest.pop();
                        key.push(byte.to_ascii_lowercase());
                    }
                    self.skip_while(|byte| matches!(byte, b' ' | b'\t'));
                    let value = match self.rest.pop()? {
                        // A name without `=` is short for `true`; only `flag` reads it so.
                        b'\n' => None,
                        b'=' => Some(self.read_value()?),
                        _ => return None,
                    };
                    let (section, subsection) = (self.section.clone(), self.subsection.clone());
                    return Some(Line { section, subsection, key, value });
                }
                _ => return None,
            }
        }
    }
}

impl Iterator for Lines {
    type Item = Line;

    fn next(&mut self) -> Option<Line> {
        let line = self.read_line();
        if line.is_none() {
            // Text after a mistake does not count, however often `next` is called.
            self.rest.clear();
        }
        line
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reads the first of these files, with this state folder.
    fn read(files: &[(&str, &str)], state: Option<&str>) -> GitConfig {
        let read = |path: &[u8]| {
            let found = files.iter().find(|(name, _)| name.as_bytes() == path);
            found.map(|(_, text)| text.as_bytes().to_vec())
        };
        let source = ConfigSource {
            read: &read,
            home: Some(b"/home/me"),
            state_folder: state.map(str::as_bytes),
            branch: Some(b"topic/one"),
        };
        GitConfig::read(&[files[0].0.as_bytes().to_vec()], &source)
    }

    fn value(text: &str) -> Option<String> {
        let config = read(&[("/c", text)], None);
        config.value("core.x").map(|value| String::from_utf8(value.to_vec()).unwrap())
    }

    #[test]
    fn values_are_read_as_git_reads_them() {
        for (text, expected) in [
            ("[core]\n\tx = a b  ; c", Some("a b")),
            ("[CORE]X=1", Some("1")),
            ("[core]\r\n x = a\r\n y = b\r\n", Some("a")),
            ("\u{feff}[core]\nx = \" a ; b \" # c", Some(" a ; b ")),
            ("[core]\nx = \"a\\tb\\\\c\\\"d\"", Some("a\tb\\c\"d")),
            ("[core]\nx = a\\\n  b", Some("a  b")),
            ("[core]\nx = a\nx = b", Some("b")),
            ("[core]\nx", None),
            ("[core]\nx =", Some("")),
            ("[core \"sub\"]\nx = a", None),
            ("# [core]\n; x = 1\n[core] # here\nx = 2", Some("2")),
            ("[core]\nx = a\n[broken\nx = b", Some("a")),
            ("[core]\nx = a\n[core]\nx = b\\q", Some("a")),
            ("[core]\nx = a\n[core]\nx = \"b\n", Some("a")),
            ("x = 1", None),
        ] {
            assert_eq!(value(text).as_deref(), expected, "{text:?}");
        }
    }

    #[test]
    fn flags_are_read_as_git_reads_them() {
        for (written, expected) in [
            ("x", Some(true)),
            ("x = yes", Some(true)),
            ("x = On", Some(true)),
            ("x = 2", Some(true)),
            ("x = 1k", Some(true)),
            ("x = 1kk", None),
            ("x =", Some(false)),
            ("x = 0", Some(false)),
            ("x = OFF", Some(false)),
            ("x = maybe", None),
            ("y = true", None),
        ] {
            let config = read(&[("/c", &format!("[core]\n{written}\n"))], None);
            assert_eq!(config.flag("core.x"), expected, "{written}");
        }
    }

    #[test]
    fn included_files_count_where_they_are_included() {
        let files = [
            ("/etc/c", "[core]\nx = 1\n[include]\npath = more/d\npath = ~/e\npath = /none\n[core]\ny = 1"),
            ("/etc/more/d", "[core]\nx = 2\ny = 2\n[include]\npath = f"),
            ("/etc/more/f", "[core]\nz = 3\n[include]\npath = ../c"),
            ("/home/me/e", "[core]\nx = 4"),
        ];
        let config = read(&files, None);
        let values = ["core.x", "core.y", "core.z"].map(|name| config.value(name));
        assert_eq!(values, [Some(&b"4"[..]), Some(b"1"), Some(b"3")]);
    }

    #[test]
    fn conditions_hold_where_they_do_in_git() {
        let state = "/home/me/work/App/.git";
        for (condition, holds) in [
            ("gitdir:~/work/", true),
            ("gitdir:~/work/**", true),
            ("gitdir:~/work", false),
            ("gitdir:/home/*/work/", true),
            ("gitdir:work/", true),
            ("gitdir:App/.git", true),
            ("gitdir:app/.git", false),
            ("gitdir/i:app/.GIT", true),
            ("gitdir/i:~/WORK/", true),
            ("gitdir:./work/", true),
            ("gitdir:./other/", false),
            ("gitdir:other/", false),
            ("onbranch:topic/", true),
            ("onbranch:topic/*", true),
            ("onbranch:topic", false),
            ("onbranch:**", true),
            ("hasconfig:remote.*.url:https://example.com/**", true),
            ("hasconfig:remote.*.url:https://other.com/**", false),
            ("unheard:of", false),
        ] {
            let text = format!(
                "[includeIf \"{condition}\"]\npath = in\n[remote \"o\"]\nurl = https://example.com/a/b.git\n"
            );
            let files = [("/home/me/c", text.as_str()), ("/home/me/in", "[core]\nx = in")];
            assert_eq!(read(&files, Some(state)).value("core.x").is_some(), holds, "{condition}");
            let is_of_folder = condition.starts_with("gitdir");
            let holds = holds && !is_of_folder;
            assert_eq!(read(&files, None).value("core.x").is_some(), holds, "{condition} nowhere");
        }
    }

    #[test]
    fn files_that_include_themselves_end() {
        let text = "[include]\npath = c\npath = c\n[core]\nx = 1";
        assert_eq!(read(&[("/c", text)], None).value("core.x"), Some(&b"1"[..]));
    }
}
