//! Syntax of other languages in a place where JavaScript ends: the hint says how it is written here.

use super::foreign_words::word_hint;
use scenewright_vocabulary as vocabulary;

const NO_PACKAGES: &str = "There are no packages: functions that draw need no import, Math has the functions of \
                           math, and import { name } from \"module\" takes what a file of the project exports.";

/// Returns the way to write in JavaScript what the parser stopped at.
pub(super) fn foreign_syntax(text: &str, at: usize) -> Option<String> {
    // The parser's offset may be past the end, where the file ends too early.
    let at = text.floor_char_boundary(at.min(text.len()));
    let line_start = text[..at].rfind('\n').map_or(0, |end| end + 1);
    let line = text[line_start..].lines().next().unwrap_or_default();
    let rest = &text[at..];
    markup(line, rest)
        .or_else(|| typography(rest))
        .or_else(|| openscad(text, at, line))
        .or_else(|| beginning(line).map(str::to_owned))
        .or_else(|| operator(text, at).map(str::to_owned))
}

/// Returns a hint for markup as in JSX and SVG.
fn markup(line: &str, rest: &str) -> Option<String> {
    let (_, inside) =
        line.split_once('<').filter(|_| rest.starts_with('<') || line.trim_start().starts_with('<'))?;
    let inside = inside.trim_start_matches(['/', '?', '!']);
    if !inside.starts_with(|it: char| it.is_ascii_alphabetic()) && !inside.starts_with('>') {
        return None;
    }
    // A group may stand around what is drawn.
    let mut tags = line.split('<').skip(1).map(identifier).filter(|tag| !["g", "svg"].contains(tag));
    let hint = tags.find_map(word_hint).or_else(|| word_hint("shape")).unwrap_or_default();
    Some(format!("Scripts are JavaScript without markup: every shape is a call. {hint}"))
}

/// Returns what stands on a keyboard for a letter of typeset text, which comes with code that was copied from a page.
pub(super) fn typography(rest: &str) -> Option<String> {
    let letter = rest.chars().next()?;
    let plain = match letter {
        '‘' | '’' | '‚' | '‛' | '′' | '´' => "'",
        '“' | '”' | '„' | '‟' | '″' | '«' | '»' => "\"",
        '‐'..='―' | '−' => "-",
        '×' | '·' | '∙' | '⋅' => "*",
        '÷' | '∕' | '⁄' => "/",
        '≤' => "<=",
        '≥' => ">=",
        '≠' => "!==",
        '…' => "...",
        '²' => "** 2",
        '³' => "** 3",
        '√' => "Math.sqrt(value)",
        '°' => "* Math.PI / 180",
        '、' => ",",
        // The letters of East Asian typesetting lie in the order of ASCII.
        '！'..='～' => {
            let plain = u32::from(letter) - u32::from('！') + u32::from('!');
            return char::from_u32(plain).map(|plain| format!("Write {plain} for {letter}."));
        }
        '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2064}' => {
            return Some(format!(
                "Delete the character that is not seen here (U+{:04X}).",
                u32::from(letter)
            ));
        }
        _ => return None,
    };
    Some(format!("Write {plain} for {letter}."))
}

/// Recognises blocks, ranges and modules of OpenSCAD.
fn openscad(text: &str, at: usize, line: &str) -> Option<String> {
    let begin = line.trim_start();
    if begin.starts_with("module ") {
        return Some("Write function name(a, b) { ... }, and call it.".to_owned());
    }
    if begin.starts_with("use <") || begin.starts_with("include <") {
        return Some(NO_PACKAGES.to_owned());
    }
    if begin.starts_with("for") && line.contains('[') && line.contains(':') && text[at..].starts_with(':') {
        return Some("Write for (let i = 0; i <= 5; i += 1) { ... }".to_owned());
    }
    if begin.starts_with("function ") && line.contains(") =") && !line.contains('{') {
        return Some("Write const name = (x) => value".to_owned());
    }
    let rest = &text[at..];
    let before = text[..at].trim_end().strip_suffix(')')?;
    if !rest.starts_with(|it: char| it.is_alphabetic() || it == '{') {
        return None;
    }
    const KEYWORDS: &[&str] = &[
        "else", "return", "if", "for", "while", "const", "let", "var", "function", "class", "import",
        "export",
    ];
    // After a closing bracket a keyword begins a statement of JavaScript; only another word can be a child of
    // OpenSCAD.
    if KEYWORDS.contains(&identifier(rest)) {
        return None;
    }
    let call = called(before)?;
    let known = |word: &str| match vocabulary::find(word) {
        Some(function) => Some(format!("{} is {}.", word, function.signature())),
        None => word_hint(word).map(|hint| format!("{word}: {hint}")),
    };
    let operation = known(call)?;
    // Both words are explained: the operation and the shape that it was put before.
    let child = Some(identifier(rest)).filter(|word| !word.is_empty() && *word != call).and_then(known);
    let more = child.map(|hint| format!(" {hint}")).unwrap_or_default();
    Some(format!(
        "A call has no block or shape after it: draw by name first, then change by name. {operation}{more}"
    ))
}

/// Returns the name before the bracket that is open at the end of a text whose other brackets are closed.
fn called(text: &str) -> Option<&str> {
    let mut depth = 1;
    for (at, letter) in text.char_indices().rev() {
        match letter {
            ')' | ']' | '}' => depth += 1,
            '(' | '[' | '{' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            let name = text[..at].trim_end();
            let start = name.rfind(|it: char| !it.is_alphanumeric() && it != '_').map_or(0, |it| it + 1);
            return Some(&name[name.ceil_char_boundary(start)..]).filter(|name| !name.is_empty());
        }
    }
    None
}

/// Statements of Python, Lua and languages with types, by their first word.
fn beginning(line: &str) -> Option<&'static str> {
    let line = line.trim();
    let first = identifier(line);
    // With brackets around the condition it is JavaScript with a slip.
    let has_bracket = line[first.len()..].trim_start().starts_with('(');
    let ends_open = line.split(" #").next().unwrap_or(line).trim_end().ends_with(':') && !has_bracket;
    Some(match first {
        "def" => "Write function name(a, b) { ... }",
        "import" if !line.contains(['"', '\'', '{']) && !line.contains(" from ") => NO_PACKAGES,
        "from" => NO_PACKAGES,
        "for" | "foreach" if ends_open || line.contains(" in ") && !has_bracket => {
            "Write for (let i = 0; i < n; i++) { ... }, or for (const item of list) { ... }"
        }
        "elif" | "elseif" | "elsif" => "Write if (condition) { ... } else if (other) { ... } else { ... }",
        "if" | "else" if ends_open || line.ends_with("then") => {
            "Write if (condition) { ... } else if (other) { ... } else { ... }"
        }
        "while" if ends_open => "Write while (condition) { ... }",
        "class" if ends_open => "Write class Name { constructor(a) { ... } }",
        "with" if ends_open && line.contains("open(") => {
            "Files of assets/ are read by their names: readAsset('points.csv'), importDxf('part', 'part.dxf')"
        }
        "try" | "except" | "finally" | "with" if ends_open => "Write try { ... } catch (error) { ... }",
        "print" | "echo" | "puts" => "Write console.log(value)",
        "local" | "int" | "float" | "double" | "char" | "bool" | "string" | "String" | "auto" | "dim" => {
            "Write const name = value, or let where it changes; there are no types."
        }
        "void" | "fn" | "func" | "sub" | "proc" => "Write function name(a, b) { ... }",
        "end" => "Blocks end with }.",
        "" if line.starts_with('#') => "A comment begins with // here.",
        "" if line.starts_with("\"\"\"") => "A comment stands between /* and */ here.",
        _ => return None,
    })
}

/// Operators that are words, and texts with a letter before them.
fn operator(text: &str, at: usize) -> Option<&'static str> {
    let rest = &text[at..];
    match identifier(rest) {
        "and" | "or" | "not" => return Some("Write && for and, || for or, ! for not."),
        "is" => return Some("Write === to compare."),
        "lambda" => return Some("Write (x) => value"),
        "if" => return Some("Write condition ? one : other"),
        "for" if is_in_brackets(text, at) => {
            return Some(
                "Write Array.from({ length: n }, (_, i) => [i, 2 * i]), or list.map((item) => value)",
            );
        }
        "then" | "do" | "end" | "begin" => return Some("Put blocks in braces: { ... }"),
        _ => {}
    }
    // Python's prefixes of texts.
    let is_prefixed = rest.starts_with(['"', '\'']) && text[..at].ends_with(['f', 'r', 'b', 'u']);
    if is_prefixed {
        return Some("Write a template: `hole_${i}`");
    }
    if rest.starts_with('#') {
        return Some("A comment begins with // here.");
    }
    text[..at].trim_end().ends_with("lambda").then_some("Write (x) => value")
}

/// Returns true for a place in the brackets of a list that began in the same line.
fn is_in_brackets(text: &str, at: usize) -> bool {
    let line = text[..at].rsplit('\n').next().unwrap_or_default();
    line.matches('[').count() > line.matches(']').count()
}

fn identifier(text: &str) -> &str {
    let end = text.find(|it: char| !it.is_alphanumeric() && it != '_').unwrap_or(text.len());
    &text[..end]
}
