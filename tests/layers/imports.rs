//! The paths that a source file names, read from its tokens. Test code is left out.

use std::collections::HashSet;

/// A path as a file names it. The last part of a glob is `*`.
pub(super) struct Mention {
    pub line: usize,
    pub path: Vec<String>,
    /// The inline modules that it stands in.
    pub modules: Vec<String>,
    /// The import, where a `use` brings it in.
    pub import: Option<Import>,
}

/// The way in which a `use` brings a path in.
pub(super) struct Import {
    pub known_as: String,
    /// True with `pub` in any form.
    pub is_reexport: bool,
}

/// Returns all paths that a source file names, single names among them.
pub(super) fn mentions(source: &str) -> Vec<Mention> {
    let tokens = without_tests(tokenize(source));
    let mut reader = Reader { tokens: &tokens, paths: Vec::new() };
    // Inline modules that are open: the name, and the depth of their brace.
    let mut open: Vec<(String, usize)> = Vec::new();
    let (mut depth, mut at) = (0_usize, 0);
    let mut found = Vec::new();
    while let Some(token) = tokens.get(at) {
        let is_use = token.text == "use";
        match token.text.as_str() {
            "{" => depth += 1,
            "}" => {
                depth = depth.saturating_sub(1);
                open.retain(|(_, inner)| *inner <= depth);
            }
            "mod" if reader.is_name(at + 1) => {
                if reader.spells(at + 2, &["{"]) {
                    depth += 1;
                    open.push((tokens[at + 1].text.clone(), depth));
                    at += 1;
                }
                at += 2;
                continue;
            }
            _ => {}
        }
        let before = |back: usize| at.checked_sub(back).map_or("", |at| reader.text(at));
        let is_reexport = is_use && matches!(before(1), "pub" | ")");
        let leading = before(1) == "::"
            && !at.checked_sub(2).is_some_and(|at| reader.is_name(at) || reader.text(at) == ">");
        let starts = reader.is_name(at) && (leading || !matches!(before(1), "::" | "."));
        if is_use {
            at += 1 + usize::from(reader.text(at + 1) == "::");
        }
        if !(starts || is_use && (reader.is_name(at) || reader.text(at) == "{")) {
            at += usize::from(!is_use);
            continue;
        }
        reader.paths.clear();
        at = reader.read(at, &mut Vec::new());
        let modules: Vec<String> = open.iter().map(|(name, _)| name.clone()).collect();
        found.extend(reader.paths.drain(..).map(|(line, path, known_as)| {
            let import = is_use.then_some(Import { known_as, is_reexport });
            Mention { line, path, modules: modules.clone(), import }
        }));
    }
    found
}

/// Returns the paths into libraries, with their lines.
pub(super) fn library_paths(source: &str) -> Vec<(usize, Vec<String>)> {
    let is_own = |path: &[String]| matches!(path[0].as_str(), "crate" | "self" | "super");
    let mentions = mentions(source);
    // The `use` itself is judged; the name that it brings in is no longer a library of its own.
    let imports = mentions.iter().filter(|it| it.path.len() > 1);
    let local: HashSet<String> =
        imports.filter_map(|it| it.import.as_ref()).map(|it| it.known_as.clone()).collect();
    let modules = tokenize(source);
    let modules: HashSet<&str> =
        modules.windows(2).filter(|pair| pair[0].text == "mod").map(|pair| pair[1].text.as_str()).collect();
    let is_library = |it: &Mention| {
        (it.import.is_some() || it.path.len() > 1)
            && !is_own(&it.path)
            && !local.contains(&it.path[0])
            && !modules.contains(it.path[0].as_str())
    };
    mentions.into_iter().filter(is_library).map(|it| (it.line, it.path)).collect()
}

/// Returns true if a file below `src` holds nothing but tests.
pub(super) fn is_test_file(name: &str) -> bool {
    name == "tests.rs"
        || name.ends_with("/tests.rs")
        || name.starts_with("tests/")
        || name.contains("/tests/")
}

/// Removes every item after `#[cfg(test)]`.
fn without_tests(tokens: Vec<Token>) -> Vec<Token> {
    let spells = |at: usize, texts: &[&str]| {
        texts
            .iter()
            .enumerate()
            .all(|(offset, text)| tokens.get(at + offset).is_some_and(|it| it.text == *text))
    };
    let is_test_attribute = |at: usize| {
        spells(at, &["#", "[", "cfg", "(", "test", ")", "]"])
            || spells(at, &["#", "[", "cfg", "(", "all", "(", "test"])
    };
    let (mut kept, mut at) = (vec![false; tokens.len()], 0);
    while at < tokens.len() {
        if !is_test_attribute(at) {
            kept[at] = true;
            at += 1;
            continue;
        }
        at = end_of_item(&tokens, at);
    }
    let mut kept = kept.into_iter();
    tokens.into_iter().filter(|_| kept.next() == Some(true)).collect()
}

/// Returns the end of the item, statement or block that begins with an attribute: after its first `;` or braces.
fn end_of_item(tokens: &[Token], start: usize) -> usize {
    let mut depth = 0_usize;
    let mut has_braces_of_use = false;
    for (at, token) in tokens.iter().enumerate().skip(start) {
        match token.text.as_str() {
            "use" if depth == 0 => has_braces_of_use = true,
            "(" | "[" | "{" => depth += 1,
            ")" | "]" | "}" if depth == 0 => return at,
            "}" if depth == 1 && !has_braces_of_use => return at + 1,
            ")" | "]" | "}" => depth -= 1,
            ";" if depth == 0 => return at + 1,
            _ => {}
        }
    }
    tokens.len()
}

/// Words that a path with a leading `::` may follow, and that are not part of it.
const KEYWORDS: [&str; 14] =
    ["as", "dyn", "else", "for", "if", "impl", "in", "let", "match", "mut", "ref", "return", "use", "where"];

struct Token {
    line: usize,
    text: String,
}

struct Reader<'a> {
    tokens: &'a [Token],
    /// The line, the path, and the name by which it is known in its file.
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

    /// Reads one path or one branch of a `use` list, and returns where the next token is.
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

/// Splits a source into names, `::` and single characters, without comments, literals and lifetimes.
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
                at = 1 + (at + 3..characters.len()).find(|end| get(*end) == '\'').unwrap_or(at + 3);
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
