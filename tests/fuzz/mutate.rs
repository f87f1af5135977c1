//! Good programs, and the hostile ones that are kept as tests, with a mistake somewhere.

use fastrand::Rng;

/// The longest program: longer ones cost much and show little.
const MAX_BYTES: usize = 40_000;

/// Changes a program in one to three places.
pub(super) fn mutate(rng: &mut Rng, program: &str, other: &str) -> String {
    let mut text = program.to_owned();
    for _ in 0..rng.usize(1..=3) {
        text = match rng.u8(..16) {
            0 | 1 => flip_byte(rng, text),
            2 => truncate(rng, text),
            3 => splice(rng, &text, other),
            _ => change_token(rng, &text),
        };
    }
    let mut end = text.len().min(MAX_BYTES);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    text.truncate(end);
    text
}

fn flip_byte(rng: &mut Rng, text: String) -> String {
    let mut bytes = text.into_bytes();
    if !bytes.is_empty() {
        let at = rng.usize(..bytes.len());
        bytes[at] = if rng.bool() { bytes[at] ^ (1 << rng.u8(..8)) } else { rng.u8(..) };
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

fn truncate(rng: &mut Rng, text: String) -> String {
    let at = boundary(rng, &text);
    match rng.bool() {
        true => text[..at].to_owned(),
        false => text[at..].to_owned(),
    }
}

fn splice(rng: &mut Rng, text: &str, other: &str) -> String {
    let (at, from, to) = (boundary(rng, text), boundary(rng, other), boundary(rng, other));
    format!("{}{}{}", &text[..at], &other[from.min(to)..from.max(to)], &text[at..])
}

fn boundary(rng: &mut Rng, text: &str) -> usize {
    let mut at = rng.usize(..=text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

/// Deletes, doubles, swaps, moves or replaces one token.
fn change_token(rng: &mut Rng, text: &str) -> String {
    const ODD: &[&str] = &[
        "await",
        "yield",
        "async",
        "static",
        "get",
        "of",
        "in",
        "let",
        "=>",
        "...",
        "?.",
        "**=",
        "??=",
        "`",
        "${",
        "/",
        "/*",
        "*/",
        "//",
        "<!--",
        "-->",
        "#",
        "@",
        "\\",
        "\u{2028}",
        "\u{feff}",
        "\0",
        "super",
        "import",
        "import.meta",
        "export",
        "default",
        "class",
        "function*",
        "new.target",
        "this",
        "arguments",
        "eval",
        "with",
        "debugger",
        "0n",
        "1e9",
        ";",
        "\n",
        "'",
        "\"",
        "[",
        "{",
        "(",
        ")",
        "}",
        "]",
        ",",
        ":",
        "label:",
        "break",
        "continue",
        "return",
        "throw",
        "case",
    ];
    let mut tokens = tokens(text);
    if tokens.is_empty() {
        return ODD[rng.usize(..ODD.len())].to_owned();
    }
    let at = rng.usize(..tokens.len());
    let other = rng.usize(..tokens.len());
    let is_word = |token: &str| token.starts_with(|c: char| c.is_alphanumeric());
    match rng.u8(..12) {
        0 => drop(tokens.remove(at)),
        1 => tokens.insert(at, tokens[at]),
        2 => tokens.swap(at, other),
        3 => tokens.insert(at, tokens[other]),
        4 => tokens[at] = tokens[other],
        // A word for a word leaves the grammar mostly intact.
        5..=9 => {
            let words: Vec<usize> = (0..tokens.len()).filter(|&it| is_word(tokens[it])).collect();
            if !words.is_empty() {
                tokens[super::pick(rng, &words)] = tokens[super::pick(rng, &words)];
            }
        }
        _ => tokens[at] = ODD[rng.usize(..ODD.len())],
    }
    tokens.concat()
}

/// Splits a text into words, runs of spaces, and every other character alone.
pub(super) fn tokens(text: &str) -> Vec<&str> {
    let class = |c: char| match c {
        c if c.is_alphanumeric() || c == '_' || c == '$' => 1,
        ' ' => 2,
        _ => 0,
    };
    let mut out = Vec::new();
    let mut start = 0;
    let mut last = None;
    for (at, c) in text.char_indices() {
        let now = class(c);
        if last.is_some_and(|last| last != now || now == 0) {
            out.push(&text[start..at]);
            start = at;
        }
        last = Some(now);
    }
    if start < text.len() {
        out.push(&text[start..]);
    }
    out
}
