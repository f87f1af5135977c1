//! Lines that stand for code instead of being it, such as `// ... rest of code ...`.

/// A line of a new text which says that code was left out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placeholder {
    /// The line without the white space around it.
    pub line: String,
}

/// The marks that begin a comment, the longest first where one begins another.
const COMMENT_BEGINS: [&str; 13] =
    ["<!--", "{/*", "/**", "/*", "///", "//", "##", "#", "--[[", "--", ";;", ";", "%"];
const COMMENT_ENDS: [&str; 4] = ["-->", "*/}", "*/", "]]"];

/// Words about code that is not shown.
const ELIDED: [&str; 13] = [
    "rest",
    "existing",
    "unchanged",
    "remaining",
    "same",
    "code",
    "previous",
    "omitted",
    "other",
    "elided",
    "truncated",
    "remainder",
    "snipped",
];
/// Words of which one of each list together say without dots that code was left out.
const WHAT: [&str; 5] = ["rest", "existing", "remaining", "previous", "remainder"];
const STAYS: [&str; 9] =
    ["unchanged", "same", "remains", "remain", "stays", "omitted", "elided", "here", "goes"];
/// Words that say in brackets that something stays, and words for it.
const ELIDED_IN_BRACKETS: [&str; 11] = [
    "rest",
    "existing",
    "unchanged",
    "remaining",
    "same",
    "previous",
    "omitted",
    "elided",
    "truncated",
    "remainder",
    "snipped",
];
const CODE: [&str; 27] = [
    "code",
    "method",
    "methods",
    "function",
    "functions",
    "class",
    "classes",
    "file",
    "content",
    "contents",
    "implementation",
    "import",
    "imports",
    "lines",
    "logic",
    "body",
    "tests",
    "test",
    "fields",
    "properties",
    "section",
    "sections",
    "above",
    "below",
    "before",
    "here",
    "unchanged",
];
/// The most words of a placeholder: a comment of more is a sentence about something.
const MAX_WORDS: usize = 8;

/// Returns the first placeholder line of the new text that the old text does not have, or not as often.
pub fn placeholder_added(old: &str, new: &str) -> Option<Placeholder> {
    let count = |text: &str, wanted: &str| text.lines().filter(|line| line.trim() == wanted).count();
    new.lines()
        .map(str::trim)
        .filter(|line| is_placeholder(line))
        .find(|line| count(old, line) < count(new, line))
        .map(|line| Placeholder { line: line.to_owned() })
}

fn is_placeholder(line: &str) -> bool {
    match without_comment_marks(line) {
        Some(comment) => is_elision(comment),
        None => is_bare_elision(line) || is_in_brackets(line),
    }
}

/// Returns true for a comment of dots with nothing or with a telling word between them, or of a telling phrase.
fn is_elision(comment: &str) -> bool {
    let inner = without_dots(comment);
    let words = words_of(inner);
    if is_in_brackets(comment) {
        return true;
    }
    if inner.len() < comment.len() {
        // Dots at the end alone also end sentences, such as `// Loading the rest of the code...`.
        let told = match words.iter().position(|word| !matches!(word.as_str(), "the" | "your" | "my" | "all"))
        {
            Some(first) if !begins_with_dots(comment.trim_start_matches(['[', '(', ' '])) => {
                &words[first..=first]
            }
            _ => &words[..],
        };
        return words.is_empty() || (words.len() <= MAX_WORDS && has_any(told, &ELIDED));
    }
    words.len() <= MAX_WORDS && has_any(&words, &WHAT) && has_any(&words, &STAYS)
}

/// Returns true for a line in brackets that says of code that it is there unchanged, such as `(unchanged methods)`.
fn is_in_brackets(line: &str) -> bool {
    let inner = [('(', ')'), ('[', ']'), ('<', '>'), ('{', '}')]
        .iter()
        .find_map(|(open, close)| line.strip_prefix(*open).and_then(|inner| inner.strip_suffix(*close)));
    let Some(inner) = inner.map(|inner| without_dots(inner.trim())) else { return false };
    let is_prose =
        inner.chars().all(|character| character.is_alphabetic() || matches!(character, ' ' | '-' | '\''));
    let words = words_of(inner);
    is_prose
        && (2..=MAX_WORDS).contains(&words.len())
        && has_any(&words, &ELIDED_IN_BRACKETS)
        && has_any(&words, &CODE)
}

/// Returns true for a line without comment marks that has dots, and several words with spaces between them.
/// Dots alone are Python, and dots before a name are a spread.
fn is_bare_elision(line: &str) -> bool {
    let line = line
        .strip_prefix('[')
        .and_then(|inner| inner.strip_suffix(']'))
        .or_else(|| line.strip_prefix('(').and_then(|inner| inner.strip_suffix(')')))
        .unwrap_or(line)
        .trim();
    let inner = without_dots(line);
    let words = words_of(inner);
    let is_prose =
        inner.chars().all(|character| character.is_alphabetic() || matches!(character, ' ' | '-' | '\''));
    inner.len() < line.len()
        && begins_with_dots(line)
        && is_prose
        && (2..=MAX_WORDS).contains(&words.len())
        && has_any(&words, &ELIDED)
}

fn without_comment_marks(line: &str) -> Option<&str> {
    let begin = COMMENT_BEGINS.iter().find(|begin| line.starts_with(**begin))?;
    let inner = &line[begin.len()..];
    let inner = COMMENT_ENDS.iter().find_map(|end| inner.strip_suffix(end)).unwrap_or(inner);
    Some(inner.trim())
}

fn begins_with_dots(text: &str) -> bool {
    text.starts_with("...") || text.starts_with('…')
}

/// Removes an ellipsis at the beginning and at the end, and the brackets around them; returns the text unchanged
/// where there is none.
fn without_dots(text: &str) -> &str {
    let open = text.trim_matches(['[', ']', '(', ')', ' ']);
    let mut inner = open;
    if begins_with_dots(inner) {
        inner = inner.trim_start_matches(['.', '…']);
    }
    if inner.ends_with("...") || inner.ends_with('…') {
        inner = inner.trim_end_matches(['.', '…']);
    }
    if inner.len() == open.len() { text } else { inner.trim() }
}

fn words_of(text: &str) -> Vec<String> {
    text.split(|character: char| !character.is_alphanumeric() && character != '\'')
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
        .collect()
}

fn has_any(words: &[String], wanted: &[&str]) -> bool {
    words.iter().any(|word| wanted.contains(&word.as_str()))
}
