//! The line ends that `.gitattributes` asks for.
//!
//! Later lines win over earlier ones, files in inner folders over those in outer ones, and `.git/info/attributes` at
//! the root over all. Macros are those of the root and the built-in `binary`.

use std::collections::HashMap;
use std::path::Path;

use ignore::gitignore::{Gitignore, GitignoreBuilder};

use super::ignore_rules::read_rules;
use super::name_pattern::has_too_many_braces;
use super::path_text::{os_text, pattern_line};
use super::root_set::RootSet;
use super::workspace_path::WorkspacePath;
use scenewright_error::Result;

const ATTRIBUTES_FILE: &str = ".gitattributes";
const LAST_FILE: &str = ".git/info/attributes";
const LARGEST: u64 = 1024 * 1024;

/// The line end that a file's attributes ask for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EolAttribute {
    Lf,
    CrLf,
}

/// Returns the line end that the attributes of a file, which need not exist, ask for; `None` where they ask for
/// none or the file is not text. The path is taken as it is written: follow links first.
pub fn line_end_attribute(root_set: &RootSet, path: &WorkspacePath) -> Result<Option<EolAttribute>> {
    let Some(root) = root_set.root(path.root())? else { return Ok(None) };
    let mut found = Attributes::default();
    let mut macros = Macros::default();
    found.read(&mut macros, read_rules(root.as_ref(), ATTRIBUTES_FILE), path.as_str(), true);
    let last = root.read(Path::new(LAST_FILE), LARGEST).ok().flatten().map(|contents| contents.bytes);
    let mut here = root;
    for folder in path.folders() {
        let name = folder.as_str().rsplit('/').next().unwrap_or_default();
        match here.open_child(&os_text(name))? {
            Some(child) => here = child,
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
        for line in pattern_line(&bytes).trim_start_matches('\u{feff}').lines() {
            let line = line.trim();
            if let Some(definition) = line.strip_prefix("[attr]") {
                let mut words = definition.split_whitespace().map(str::to_owned);
                if let Some(name) = words.next().filter(|_| may_define_macros) {
                    macros.insert(name, words.collect());
                }
            } else if let Some((pattern, attributes)) = split_pattern(line)
                && matches(&pattern, path)
            {
                for attribute in attributes.split_whitespace() {
                    self.set(macros, attribute, 0);
                }
            }
        }
    }

    fn set(&mut self, macros: &Macros, attribute: &str, depth: usize) {
        match attribute {
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
fn split_pattern(line: &str) -> Option<(String, &str)> {
    if line.is_empty() || line.starts_with(['#', '!']) {
        return None;
    }
    if let Some(quoted) = line.strip_prefix('"') {
        let mut pattern = String::new();
        let mut characters = quoted.char_indices();
        while let Some((at, character)) = characters.next() {
            match character {
                '"' => return Some((pattern, &quoted[at + 1..])),
                '\\' => match characters.next()?.1 {
                    't' => pattern.push('\t'),
                    escaped @ ('"' | '\\') => pattern.push(escaped),
                    other => pattern.extend(['\\', other]),
                },
                other => pattern.push(other),
            }
        }
        return None;
    }
    let end = line.find(char::is_whitespace)?;
    Some((line[..end].to_owned(), &line[end..]))
}

/// Returns true if a pattern matches the path. Patterns are those of ignore rules, except for `!`. One
/// for folders says nothing about the files in them.
fn matches(pattern: &str, path: &str) -> bool {
    if has_too_many_braces(pattern) {
        return false;
    }
    let mut builder = GitignoreBuilder::new("");
    let added = builder.add_line(None, pattern).is_ok();
    let compiled = builder.build().unwrap_or_else(|_| Gitignore::empty());
    added && compiled.matched(path, false).is_ignore()
}
