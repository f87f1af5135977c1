//! Signs that a new text is not what its author meant: escapes that a layer between did not read.

use super::diagnosis::{has_fence, has_numbers};
use crate::Document;

/// The entities that stand for characters of code.
const ENTITIES: [&str; 7] = ["&lt;", "&gt;", "&amp;", "&quot;", "&#39;", "&#x27;", "&apos;"];

/// Endings of files in which entities are part of the language, or which quote such files.
const MARKUP: [&str; 24] = [
    "html", "htm", "xhtml", "xml", "svg", "md", "mdx", "markdown", "vue", "svelte", "astro", "jsx", "tsx",
    "php", "erb", "ejs", "hbs", "rst", "txt", "adoc", "xaml", "plist", "csproj", "xsl",
];

/// Endings of files that are lists or differences themselves.
const LISTINGS: [&str; 8] = ["diff", "patch", "rej", "log", "csv", "tsv", "snap", "out"];

/// The most bytes that the lines of a written-out text have on average.
const MAX_BYTES_OF_A_LINE: usize = 400;

/// Returns true if the line ends of a new text are written out, a backslash and an `n` each, where real ones were meant:
/// it has no real line end, and those that are written out stand outside of quotes, as between lines of code.
pub fn has_written_out_line_ends(old: &str, new: &str) -> bool {
    let body = new.trim_end_matches('\n');
    let is_one_line = !body.contains('\n');
    // An author who replaces a text with `\n` in it may well want one there.
    if !is_one_line || !body.contains("\\n") || (old.contains("\\n") && !old.trim_end().contains('\n')) {
        return false;
    }
    // Minified code is one line too, with a few of them in expressions.
    if body.len() / body.matches("\\n").count() > MAX_BYTES_OF_A_LINE {
        return false;
    }
    let outside = written_out_outside_quotes(body);
    let replaces_lines = old.trim_end_matches('\n').contains('\n');
    // The end of a statement before each of them is no part of a regular expression.
    if outside.count >= 2 && outside.are_behind_statements {
        return true;
    }
    // One written-out line end is enough if a written-out tab follows it: only an indented line begins so.
    if outside.has_indentation {
        return true;
    }
    // Several lines that become one with a written-out line end are suspicious at once; for a single line,
    // one `\n` may be a part of its code.
    outside.count >= if replaces_lines { 1 } else { 2 } && outside.is_between_lines
}

struct WrittenOut {
    count: usize,
    /// True if one is followed by what can only follow the end of a line: white space, another one, or nothing.
    is_between_lines: bool,
    /// True if each of them follows what ends a statement or an argument.
    are_behind_statements: bool,
    /// True if one is followed by a tab that is written out too.
    has_indentation: bool,
}

fn written_out_outside_quotes(text: &str) -> WrittenOut {
    let mut found =
        WrittenOut { count: 0, is_between_lines: false, are_behind_statements: true, has_indentation: false };
    let mut quote: Option<char> = None;
    let mut characters = text.char_indices().peekable();
    while let Some((at, character)) = characters.next() {
        match (character, quote) {
            ('\\', _) => {
                let next = characters.next().map(|(_, next)| next);
                if next != Some('n') {
                    continue;
                }
                // A quote that is still open at the end of its line was an apostrophe.
                let is_open = quote.is_some_and(|quote| {
                    let rest = &text[at..];
                    rest.find(quote).is_some_and(|end| !rest[..end].contains(";\\n"))
                });
                if is_open {
                    continue;
                }
                quote = None;
                found.count += 1;
                let before = text[..at].trim_end_matches("\\n");
                found.are_behind_statements &= before.ends_with([';', ',', ':', '{', '}', ')', ']']);
                let rest = text.get(at + 2..).unwrap_or_default();
                found.has_indentation |= rest.starts_with("\\t");
                found.is_between_lines |= rest.is_empty()
                    || rest.starts_with("\\n")
                    || rest.starts_with("\\t")
                    || rest.starts_with("  ")
                    || rest.starts_with(['}', ')', ']']);
            }
            ('"' | '\'' | '`', None) => quote = Some(character),
            (_, Some(open)) if character == open => quote = None,
            _ => {}
        }
    }
    found
}

/// Returns what was copied along with a new text for a file of code, as the end of a sentence; `None` where the old text has the
/// same.
pub fn copied_along(path: &str, old: &str, new: &str) -> Option<&'static str> {
    let ending = ending_of(path);
    let has_markers = |text: &str| {
        text.lines().any(|line| line.starts_with("<<<<<<< "))
            && text.lines().any(|line| line.starts_with(">>>>>>> "))
    };
    if has_markers(new) && !has_markers(old) {
        return Some("has the markers of a conflict or of a search-and-replace block (`<<<<<<<`, `>>>>>>>`)");
    }
    if ending.is_empty() || MARKUP.contains(&ending.as_str()) || LISTINGS.contains(&ending.as_str()) {
        return None;
    }
    let came_along = |has: fn(&str) -> bool| has(new) && !has(old);
    if came_along(has_fence) {
        return Some("stands within the fence of a code block (```)");
    }
    if came_along(has_numbers) {
        return Some("begins its lines with line numbers");
    }
    if came_along(is_diff) {
        return Some("is a diff, and not the text that the diff makes");
    }
    came_along(has_signs).then_some("begins its lines with the sign of a diff (`+`)")
}

/// Returns true for a unified diff of a file.
fn is_diff(text: &str) -> bool {
    let mut lines = text.lines().skip_while(|line| !line.starts_with("--- ")).skip(1);
    lines.next().is_some_and(|line| line.starts_with("+++ "))
        && lines.next().is_some_and(|line| line.starts_with("@@"))
}

/// Returns true for several lines that all begin with a plus.
fn has_signs(text: &str) -> bool {
    let lines = || text.trim_matches('\n').lines();
    lines().nth(1).is_some() && lines().all(|line| line.starts_with('+') && !line.starts_with("++"))
}

/// Returns true for a new text in which every quote has a backslash, where the old text has quotes without one.
pub fn has_escaped_quotes(old: &str, new: &str) -> bool {
    let escaped = new.matches("\\\"").count();
    escaped >= 2
        && new.matches('"').count() == escaped
        && !new.contains(['\'', '`'])
        && old.contains('"')
        && !old.contains("\\\"")
}

fn ending_of(path: &str) -> String {
    let name = path.rsplit('/').next().unwrap_or(path);
    name.rsplit_once('.').map_or("", |(_, ending)| ending).to_lowercase()
}

/// Returns the first HTML entity that stands outside of quotes in a new text for a file of code; `None` where the file has
/// entities already, or is one that has them by its nature.
pub fn stray_entity(path: &str, document: &Document, old: &str, new: &str) -> Option<&'static str> {
    let ending = ending_of(path);
    if ending.is_empty() || MARKUP.contains(&ending.as_str()) || !new.contains('&') {
        return None;
    }
    let has = |text: &str| ENTITIES.iter().any(|entity| text.contains(entity));
    // A file that has entities itself may be given more.
    if has(old) || has(document.view()) {
        return None;
    }
    new.lines().find_map(entity_outside_quotes)
}

fn entity_outside_quotes(line: &str) -> Option<&'static str> {
    let trimmed = line.trim_start();
    // A comment may be about anything.
    if ["//", "#", "*", "/*", "--", "<!--"].iter().any(|mark| trimmed.starts_with(mark)) {
        return None;
    }
    let mut quote: Option<char> = None;
    let mut is_escaped = false;
    for (at, character) in line.char_indices() {
        match (character, quote) {
            _ if is_escaped => is_escaped = false,
            ('\\', _) => is_escaped = true,
            ('"' | '\'' | '`', None) => quote = Some(character),
            (_, Some(open)) if character == open => quote = None,
            ('&', None) => {
                if let Some(entity) = ENTITIES.iter().find(|entity| line[at..].starts_with(**entity)) {
                    return Some(entity);
                }
            }
            // The rest of a regular expression or a tag, say `/&lt;/g`, is as good as quoted.
            ('/', None) if line[at + 1..].starts_with('&') => return None,
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn written_out_line_ends_differ_from_those_in_strings() {
        for (old, new, expected) in [
            ("", "import os\\n\\ndef g():\\n    return 2\\n", true),
            ("def f():\n    return 1", "def f():\\n    x = 1\\n    return x", true),
            ("", "function a() {\\n  return 1\\n}", true),
            ("", "it's one\\n  and two\\n\\nthree", true),
            ("", "int main(void) { printf(\"one\\ntwo\\nthree\\n\"); return 0; }", false),
            ("", "const a = 'x\\n\\ny'", false),
            ("", "text.split(/\\n/)", false),
            ("", "\\newcommand\\noindent\\nonumber", false),
            ("\"a\\nb\"", "\"a\\n\\nb\\n  c\"", false),
            ("a\\n", "b\\n\\n  c", false),
            ("", "a\nb\\n\\n", false),
            ("", "C:\\new\\nodes", false),
            ("a()", "a()\\nc();\\nd()", true),
            ("a()", "\\ta()\\n\\tc()", true),
            ("", "\\textbf{a}\\newline\\noindent", false),
        ] {
            assert_eq!(has_written_out_line_ends(old, new), expected, "{old:?} {new:?}");
        }
    }

    #[test]
    fn additions_are_named_only_in_code() {
        for (path, old, new, expected) in [
            ("a.ts", "", "```ts\nlet a = 1\n```\n", Some("fence")),
            ("a.md", "", "```ts\nlet a = 1\n```\n", None),
            ("a.ts", "", "     1→let a = 1\n     2→let b = 2\n", Some("numbers")),
            ("a.ts", "", "L1: let a = 1\nL2: let b = 2\n", Some("numbers")),
            ("a.py", "", "x = [\n    1,\n    2,\n]\n", None),
            ("a.csv", "", "1→a\n2→b\n", None),
            ("a.js", "", "+a()\n+c()\n", Some("diff")),
            ("a.js", "", "++i\n++j\n", None),
            ("a.diff", "", "+a()\n+c()\n", None),
            ("a.js", "", "<<<<<<< HEAD\na\n=======\nb\n>>>>>>> x\n", Some("markers")),
            ("a.js", "<<<<<<< HEAD\na\n>>>>>>> x", "<<<<<<< HEAD\nb\n>>>>>>> x", None),
        ] {
            let found = copied_along(path, old, new);
            assert_eq!(
                expected.is_some_and(|word| found.is_some_and(|words| words.contains(word))),
                found.is_some(),
                "{path} {new}: {found:?}"
            );
        }
        assert!(has_escaped_quotes("a(\"x\")", "a(\\\"y\\\")"));
        assert!(!has_escaped_quotes("a(\"x\")", "a('\\\"y\\\"')"));
    }

    #[test]
    fn stray_entities_are_found_outside_of_quotes_only() {
        let document = |text: &str| Document::decode(text.as_bytes().to_vec()).unwrap();
        let code = document("if (a && b < c) d()\n");
        for (path, new, expected) in [
            ("a.js", "if (a &amp;&amp; b &lt; c) e()", Some("&amp;")),
            ("src/lib.rs", "fn a() -&gt; u8 { 1 }", Some("&gt;")),
            ("a.js", "text.replace(/&lt;/g, '<')", None),
            ("a.js", "escape('&lt;', \"&amp;\")", None),
            ("a.js", "// write &lt; for <", None),
            ("a.html", "a &lt; b", None),
            ("a.js", "a && b", None),
        ] {
            assert_eq!(stray_entity(path, &code, "", new), expected, "{path} {new}");
        }
        assert_eq!(stray_entity("a.js", &document("'&lt;'"), "", "a &lt; b"), None);
    }
}
