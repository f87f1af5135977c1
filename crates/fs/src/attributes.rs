//! The line ends that `.gitattributes` asks for.
//!
//! Later lines win over earlier ones, files in inner folders over those in outer ones, and `.git/info/attributes` at
//! the root over all. The macros are the root's and the built-in `binary`.

use std::collections::HashMap;
use std::path::Path;

use super::ignore_rules::read_rules;
use super::root_set::RootSet;
use super::workspace_path::WorkspacePath;
use scenewright_error::Result;
use scenewright_paths::git_pattern::GitPattern;
use scenewright_paths::path_text::os_text;

const ATTRIBUTES_FILE: &str = ".gitattributes";
const LAST_FILE: &str = ".git/info/attributes";
/// Larger files of attributes are ignored. Files that people write have a few kilobytes; git reads up to 100 MB.
const LARGEST: u64 = 1024 * 1024;

/// The line end that a file's attributes ask for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EolAttribute {
    /// `eol=lf`, or `crlf=input` of old files.
    Lf,
    /// `eol=crlf`.
    CrLf,
}

/// Returns the line end that the attributes of a file, which need not exist, ask for; `None` where they ask for
/// none or the file is not text. The path is taken as it is written: follow links first.
pub fn line_end_attribute(root_set: &RootSet, path: &WorkspacePath) -> Result<Option<EolAttribute>> {
    let Some(root) = root_set.root(path.root())? else { return Ok(None) };
    let mut found = Attributes::default();
    let mut macros = Macros::default();
    // gitattributes(5): macros may be defined at the top only.
    found.read(&mut macros, read_rules(root.as_ref(), ATTRIBUTES_FILE), path.as_str(), true);
    let last = root.read(Path::new(LAST_FILE), LARGEST).ok().flatten().map(|contents| contents.bytes);
    let mut here = root;
    for folder in path.folders() {
        let name = folder.as_str().rsplit('/').next().unwrap_or_default();
        match here.open_child(&os_text(name))? {
            Some(child) => here = child,
            // A new file in a new folder: the rules so far decide.
            None => break,
        }
        let inside = &path.as_str()[folder.as_str().len() + 1..];
        found.read(&mut macros, read_rules(here.as_ref(), ATTRIBUTES_FILE), inside, false);
    }
    found.read(&mut macros, last, path.as_str(), true);
    Ok(found.line_end())
}

/// The attributes that each macro of the root sets.
type Macros = HashMap<String, Vec<String>>;

/// The state of the attributes that matter for line ends.
#[derive(Default)]
struct Attributes {
    is_binary: bool,
    line_end: Option<EolAttribute>,
}

impl Attributes {
    fn read(&mut self, macros: &mut Macros, bytes: Option<Vec<u8>>, path: &str, may_define_macros: bool) {
        let Some(bytes) = bytes else { return };
        let text = bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(&bytes);
        for line in text.split(|byte| *byte == b'\n') {
            let line = line.trim_ascii();
            if let Some(definition) = line.strip_prefix(b"[attr]") {
                let definition = String::from_utf8_lossy(definition);
                let mut words = definition.split_whitespace().map(str::to_owned);
                if let Some(name) = words.next().filter(|_| may_define_macros) {
                    macros.insert(name, words.collect());
                }
            } else if let Some((pattern, attributes)) = split_pattern(line)
                && matches(&pattern, path)
            {
                for attribute in String::from_utf8_lossy(attributes).split_whitespace() {
                    self.set(macros, attribute, 0);
                }
            }
        }
    }

    fn set(&mut self, macros: &Macros, attribute: &str, depth: usize) {
        match attribute {
            // `crlf` is the old name of `text`, and `crlf=input` that of `eol=lf` (gitattributes(5),
            // backwards compatibility).
            "-text" | "-crlf" | "binary" => self.is_binary = true,
            "text" | "!text" | "text=auto" | "crlf" | "!crlf" => self.is_binary = false,
            "eol=lf" | "crlf=input" => self.line_end = Some(EolAttribute::Lf),
            "eol=crlf" => self.line_end = Some(EolAttribute::CrLf),
            "-eol" | "!eol" => self.line_end = None,
            name => {
                // A macro may name others; one that names itself ends here.
                for attribute in macros.get(name).filter(|_| depth < 8).into_iter().flatten() {
                    self.set(macros, attribute, depth + 1);
                }
            }
        }
    }

    fn line_end(&self) -> Option<EolAttribute> {
        self.line_end.filter(|_| !self.is_binary)
    }
}

/// Splits off the pattern of a line, which is one word, or stands in double quotes with backslash escapes.
fn split_pattern(line: &[u8]) -> Option<(Vec<u8>, &[u8])> {
    // gitattributes(5): negative patterns are forbidden here.
    if line.is_empty() || line.starts_with(b"#") || line.starts_with(b"!") {
        return None;
    }
    if let Some(quoted) = line.strip_prefix(b"\"") {
        let mut pattern = Vec::new();
        let mut bytes = quoted.iter().enumerate();
        while let Some((at, byte)) = bytes.next() {
            match byte {
                b'"' => return Some((pattern, &quoted[at + 1..])),
                b'\\' => match bytes.next()?.1 {
                    b't' => pattern.push(b'\t'),
                    escaped @ (b'"' | b'\\') => pattern.push(*escaped),
                    other => pattern.extend([b'\\', *other]),
                },
                other => pattern.push(*other),
            }
        }
        return None;
    }
    let end = line.iter().position(u8::is_ascii_whitespace)?;
    Some((line[..end].to_owned(), &line[end..]))
}

/// Returns true if a pattern matches the path. Patterns are written as in ignore rules, except for `!`. A
/// pattern for folders does not apply to the files in them.
fn matches(pattern: &[u8], path: &str) -> bool {
    GitPattern::parse(pattern).is_match(os_text(path).as_encoded_bytes(), false)
}
