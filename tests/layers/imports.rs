//! The paths that a source file names, read from its tokens.

use std::collections::HashSet;

/// A path that a file names: from the crate's top when `inside`, else beginning with a library.
pub struct Import {
    pub line: usize,
    pub path: Vec<String>,
    pub inside: bool,
    /// Within a module of tests.
    pub in_test: bool,
}

/// All paths that a source file names, given where its module stands in the crate.
pub fn imports(source: &str, file_modules: &[String]) -> Vec<Import> {
    let tokens = tokenize(source);
    let mut reader = Reader { tokens: &tokens, paths: Vec::new() };
    // Inline modules that are open: the name, the depth of their brace, and whether they are test code.
    let mut open: Vec<(String, usize, bool)> = Vec::new();
    let mut local_names = HashSet::new();
    let (mut depth, mut at, mut after_test_attribute) = (0_usize, 0, false);
    let mut found = Vec::new();
    while let Some(token) = tokens.get(at) {
        match token.text.as_str() {
            "{" => depth += 1,
            "}" => {
                depth = depth.saturating_sub(1);
                open.retain(|(_, inner, _)| *inner <= depth);
            }
            "#" if reader.spells(at, &["#", "[", "cfg", "(", "test", ")", "]"]) => {
                after_test_attribute = true;
                at += 7;
                continue;
            }
            "mod" if reader.is_name(at + 1) => {
                local_names.insert(tokens[at + 1].text.clone());
                if reader.spells(at + 2, &["{"]) {
                    depth += 1;
                    open.push((tokens[at + 1].text.clone(), depth, after_test_attribute));
                    at += 1;
                }
                after_test_attribute = false;
                at += 2;
                continue;
            }
            ";" => after_test_attribute = false,
            _ => {}
        }
        let before = |back: usize| at.checked_sub(back).map_or("", |at| reader.text(at));
        let leading = before(1) == "::"
            && !at.checked_sub(2).is_some_and(|at| reader.is_name(at) || reader.text(at) == ">");
        let in_use = matches!(before(if leading { 2 } else { 1 }), "use" | "crate");
        let starts = reader.is_name(at) && (leading || !matches!(before(1), "::" | "."));
        if !starts {
            at += 1;
            continue;
        }
        reader.paths.clear();
        at = reader.read(at, &mut Vec::new());
        let modules: Vec<String> =
            file_modules.iter().chain(open.iter().map(|(name, ..)| name)).cloned().collect();
        let in_test = open.iter().any(|(_, _, test)| *test);
        for (line, path, known_as) in reader.paths.drain(..) {
            if path.len() == 1 && !in_use {
                continue;
            }
            let resolved = resolve(&path, &modules);
            // The `use` itself is judged; the name that it brings in is no library of its own any more.
            if in_use && path.len() > 1 {
                local_names.insert(known_as);
            }
            let inside = resolved.is_some();
            let path = resolved.unwrap_or(path);
            if !path.is_empty() {
                found.push(Import { line, path, inside, in_test });
            }
        }
    }
    found.retain(|import| import.inside || !local_names.contains(&import.path[0]));
    found
}

/// The path from the crate's top, if it is a path into this crate.
fn resolve(path: &[String], modules: &[String]) -> Option<Vec<String>> {
    let mut base = match path[0].as_str() {
        "crate" | "scenewright" => return Some(path[1..].to_vec()),
        "self" | "super" => modules.to_vec(),
        _ => return None,
    };
    let mut rest = path;
    while let Some((first, tail)) = rest.split_first() {
        match first.as_str() {
            "self" => {}
            "super" => drop(base.pop()),
            _ => break,
        }
        rest = tail;
    }
    base.extend_from_slice(rest);
    Some(base)
}

/// Words that a path with a leading `::` may follow, and that are no part of it.
const KEYWORDS: [&str; 14] =
    ["as", "dyn", "else", "for", "if", "impl", "in", "let", "match", "mut", "ref", "return", "use", "where"];

struct Token {
    line: usize,
    text: String,
}

struct Reader<'a> {
    tokens: &'a [Token],
    /// Line, path, and the name it is known by in its file.
    paths: Vec<(usize, Vec<String>, String)>,
}

impl Reader<'_> {
    fn text(&self, at: usize) -> &str {
        self.tokens.get(at).map_or("", |token| &token.text)
    }

    fn is_name(&self, at: usize) -> bool {
        let text = self.text(at);
        text.starts_with(|first: char| first.is_alphabetic() || first == '_') && !KEYWORDS.contains(&text)
    }

    fn spells(&self, at: usize, texts: &[&str]) -> bool {
        texts.iter().enumerate().all(|(offset, text)| self.text(at + offset) == *text)
    }

    /// Reads one path or one branch of a `use` list, and answers where the next token is.
    fn read(&mut self, mut at: usize, path: &mut Vec<String>) -> usize {
        let length = path.len();
        let line = self.tokens[at].line;
        loop {
            if self.text(at) == "{" {
                at += 1;
                while at < self.tokens.len() && self.text(at) != "}" {
                    at = if self.text(at) == "," { at + 1 } else { self.read(at, path) };
                }
                path.truncate(length);
                return at + 1;
            }
            if !self.is_name(at) && self.text(at) != "*" {
                at += usize::from(at < self.tokens.len());
                break;
            }
            path.push(self.text(at).to_owned());
            at += 1;
            let continues =
                self.text(at) == "::" && (self.is_name(at + 1) || matches!(self.text(at + 1), "{" | "*"));
            if !continues {
                break;
            }
            at += 1;
        }
        let mut known_as = path.iter().rev().find(|part| *part != "self").cloned().unwrap_or_default();
        if self.text(at) == "as" && self.is_name(at + 1) {
            known_as = self.text(at + 1).to_owned();
        }
        self.paths.push((line, path.clone(), known_as));
        path.truncate(length);
        at
    }
}

/// Names, `::` and single characters, without comments, literals and lifetimes.
fn tokenize(source: &str) -> Vec<Token> {
    let characters: Vec<char> = source.chars().collect();
    let get = |at: usize| characters.get(at).copied().unwrap_or('\0');
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    let mut tokens = Vec::new();
    let (mut at, mut line) = (0, 1);
    while at < characters.len() {
        let start = at;
        match (get(at), get(at + 1)) {
            ('/', '/') => {
                while at < characters.len() && get(at) != '\n' {
                    at += 1;
                }
            }
            ('/', '*') => {
                let mut nested = 0;
                loop {
                    match (get(at), get(at + 1)) {
                        ('/', '*') => (nested, at) = (nested + 1, at + 2),
                        ('*', '/') => (nested, at) = (nested - 1, at + 2),
                        _ => at += 1,
                    }
                    if nested == 0 || at >= characters.len() {
                        break;
                    }
                }
            }
            ('"', _) => at = end_of_string(&characters, at),
            ('\'', '\\') => {
                at = 1 + (at + 3..characters.len()).find(|end| get(*end) == '\'').unwrap_or(at + 3)
            }
            ('\'', _) if get(at + 2) == '\'' => at += 3,
            ('\'', _) => {
                at += 1;
                while is_part(get(at)) {
                    at += 1;
                }
            }
            (':', ':') => {
                tokens.push(Token { line, text: "::".to_owned() });
                at += 2;
            }
            (first, _) if is_part(first) => {
                while is_part(get(at)) {
                    at += 1;
                }
                let text: String = characters[start..at].iter().collect();
                let hashes = characters[at..].iter().take_while(|c| **c == '#').count();
                if matches!(text.as_str(), "r" | "br" | "cr") && get(at + hashes) == '"' {
                    let end: Vec<char> =
                        std::iter::once('"').chain(std::iter::repeat_n('#', hashes)).collect();
                    let body = at + hashes + 1;
                    let length = characters[body..].windows(end.len()).position(|window| window == end);
                    at = length.map_or(characters.len(), |length| body + length + end.len());
                } else if text == "r" && hashes == 1 {
                    at += 1; // A raw name: what follows is read as a plain one.
                } else if !(matches!(text.as_str(), "b" | "c") && matches!(get(at), '"' | '\'')) {
                    tokens.push(Token { line, text });
                }
            }
            (first, _) => {
                if !first.is_whitespace() {
                    tokens.push(Token { line, text: first.to_string() });
                }
                at += 1;
            }
        }
        line += characters[start..at.min(characters.len())].iter().filter(|c| **c == '\n').count();
    }
    tokens
}

fn end_of_string(characters: &[char], start: usize) -> usize {
    let mut at = start + 1;
    while let Some(character) = characters.get(at) {
        match character {
            '\\' => at += 2,
            '"' => return at + 1,
            _ => at += 1,
        }
    }
    characters.len()
}
