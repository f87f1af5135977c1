//! Quoting of foreign text in messages: names on one line with nothing hidden, quotes of bounded length.

use std::borrow::Cow;
use std::fmt::Write as _;
use std::path::Path;

/// The most characters of a quoted text that are shown.
pub const MAX_QUOTED: usize = 500;

/// Returns a text of the caller as a message quotes it: truncated where it is long, with its length given.
pub fn quote(text: &str) -> Cow<'_, str> {
    // A character has a byte at least.
    let end = if text.len() <= MAX_QUOTED { None } else { text.char_indices().nth(MAX_QUOTED) };
    match end {
        None => Cow::Borrowed(text),
        Some((end, _)) => {
            let length = MAX_QUOTED + text[end..].chars().count();
            Cow::Owned(format!("{}… ({length} characters)", &text[..end]))
        }
    }
}

/// Returns a name as a message quotes it: escaped by [`show_name`] and truncated by [`quote`].
pub fn quote_name(name: &str) -> Cow<'_, str> {
    match quote(name) {
        Cow::Borrowed(name) => show_name(name),
        Cow::Owned(cut) => Cow::Owned(show_name(&cut).into_owned()),
    }
}

/// Returns a path as a message quotes it.
pub fn quote_path(path: impl AsRef<Path>) -> String {
    quote_name(&path.as_ref().to_string_lossy()).into_owned()
}

/// Returns the name of a file, or of anything else with a chosen name, as texts for people and models show it: on
/// one line, and with an escape such as `\n` or `\u{202e}` for every character that is invisible or acts on the
/// text around it.
pub fn show_name(name: &str) -> Cow<'_, str> {
    if !has_hidden(name) {
        return Cow::Borrowed(name);
    }
    let mut shown = String::with_capacity(name.len() + 16);
    for (character, is_hidden) in with_hidden(name) {
        match character {
            // Keeps real escapes distinct from text that only looks like one.
            '\\' => shown.push_str("\\\\"),
            _ if is_hidden => push_escaped(&mut shown, character),
            _ => shown.push(character),
        }
    }
    Cow::Owned(shown)
}

/// Returns a text of several lines for a person's terminal. A control character is shown as its picture, any other
/// character that acts on the text around it as an escape.
pub fn show_text(text: &str) -> Cow<'_, str> {
    if !has_hidden(text) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len() + 16);
    for (character, is_hidden) in with_hidden(text) {
        match character {
            '\t' | '\n' => shown.push(character),
            '\0'..='\x1F' => shown.push(char::from_u32(0x2400 + u32::from(character)).unwrap_or('\u{FFFD}')),
            '\x7F' => shown.push('\u{2421}'),
            '\u{80}'..='\u{9F}' => shown.push('\u{FFFD}'),
            _ if is_hidden => push_escaped(&mut shown, character),
            _ => shown.push(character),
        }
    }
    Cow::Owned(shown)
}

/// Returns a line of a file for an answer that lists lines, unchanged but for characters that some readers take for
/// the end of a line.
pub fn show_line(line: &str) -> Cow<'_, str> {
    let ends_line = |character: char| {
        matches!(character, '\n' | '\u{B}' | '\u{C}' | '\r' | '\u{85}' | '\u{2028}' | '\u{2029}')
    };
    // The line end of a file with CRLF is no end of a line within the line.
    let (body, end) = line.strip_suffix('\r').map_or((line, ""), |body| (body, "\r"));
    if !body.contains(ends_line) {
        return Cow::Borrowed(line);
    }
    let mut shown = String::with_capacity(line.len() + 16);
    for character in body.chars() {
        if ends_line(character) {
            push_escaped(&mut shown, character);
        } else {
            shown.push(character);
        }
    }
    shown.push_str(end);
    Cow::Owned(shown)
}

fn push_escaped(shown: &mut String, character: char) {
    match character {
        '\n' => shown.push_str("\\n"),
        '\r' => shown.push_str("\\r"),
        '\t' => shown.push_str("\\t"),
        // Writing to a string cannot fail.
        other => drop(write!(shown, "\\u{{{:x}}}", u32::from(other))),
    }
}

fn has_hidden(text: &str) -> bool {
    // Most texts are plain ASCII, and all that is hidden beyond the controls begins with one of these bytes.
    text.bytes().any(|byte| !(b' '..0x7F).contains(&byte))
        && with_hidden(text).any(|(_, is_hidden)| is_hidden)
}

/// Yields the characters, each with true if it is invisible or acts on the text around it.
fn with_hidden(text: &str) -> impl Iterator<Item = (char, bool)> {
    let mut before = None;
    let mut characters = text.chars().peekable();
    std::iter::from_fn(move || {
        let character = characters.next()?;
        // Between letters of some scripts, and within emoji, they belong to the writing.
        let is_joiner = matches!(character, '\u{200C}' | '\u{200D}');
        let is_foreign = |neighbour: Option<char>| neighbour.is_some_and(|it| !it.is_ascii());
        let joins = is_joiner && is_foreign(before) && is_foreign(characters.peek().copied());
        before = Some(character);
        Some((character, is_hidden(character) || is_joiner && !joins))
    })
}

/// Returns true if a character is invisible or acts on the text around it. Joiners do not count: some scripts
/// need them.
pub fn is_hidden(character: char) -> bool {
    matches!(
        character,
        // Controls, and the ends of lines and paragraphs.
        '\0'..='\x1F' | '\x7F'..='\u{9F}' | '\u{2028}' | '\u{2029}'
        // The order in which text is read.
        | '\u{61C}' | '\u{200E}' | '\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}'
        // Characters without a width.
        | '\u{AD}' | '\u{34F}' | '\u{180E}' | '\u{200B}' | '\u{2060}'..='\u{2065}' | '\u{206A}'..='\u{206F}'
        | '\u{FEFF}' | '\u{FFF9}'..='\u{FFFB}' | '\u{E0000}'..='\u{E007F}'
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quote_cuts_long_text_and_gives_its_length() {
        let exact = "é".repeat(MAX_QUOTED);
        assert_eq!(quote(&exact), exact);
        let cut = quote(&"é".repeat(2_000_000)).into_owned();
        assert_eq!(cut, format!("{exact}… (2000000 characters)"));
        assert_eq!(quote_name(&"\n".repeat(501)), format!("{}… (501 characters)", "\\n".repeat(500)));
    }

    #[test]
    fn show_name_escapes_invisible_and_directional_characters() {
        for (name, shown) in [
            ("src/a b.ts", "src/a b.ts"),
            ("한글 é 👍🏽.js", "한글 é 👍🏽.js"),
            ("back\\slash", "back\\slash"),
            ("a\nsecret.txt:1:x", "a\\nsecret.txt:1:x"),
            ("a\\n\r\t", "a\\\\n\\r\\t"),
            ("\u{1b}]52;c;x\u{7}\u{7f}\u{9b}", "\\u{1b}]52;c;x\\u{7}\\u{7f}\\u{9b}"),
            ("a\u{202e}txt.exe\u{2066}\u{200f}\u{61c}", "a\\u{202e}txt.exe\\u{2066}\\u{200f}\\u{61c}"),
            ("a\u{2028}b\u{2029}c\u{85}", "a\\u{2028}b\\u{2029}c\\u{85}"),
            ("se\u{200b}cret\u{feff}\u{e0041}", "se\\u{200b}cret\\u{feff}\\u{e0041}"),
            ("a\u{200d}b 👩\u{200d}👧 می\u{200c}خواهم", "a\\u{200d}b 👩\u{200d}👧 می\u{200c}خواهم"),
        ] {
            assert_eq!(show_name(name), shown);
        }
    }

    #[test]
    fn show_text_keeps_lines_and_shows_control_pictures() {
        assert_eq!(show_text("a\tb\nc"), "a\tb\nc");
        assert_eq!(
            show_text("\u{1b}[31m\r\u{7f}\u{9b}\u{202e}x\\\u{2028}"),
            "␛[31m␍␡\u{fffd}\\u{202e}x\\\\u{2028}"
        );
    }

    #[test]
    fn show_line_escapes_every_line_break() {
        assert_eq!(show_line("a\u{1b}[31m\u{202e}"), "a\u{1b}[31m\u{202e}");
        assert_eq!(show_line("crlf\r"), "crlf\r");
        assert_eq!(
            show_line("a\rb\u{2028}c\u{c}d\u{b}\u{85}\u{2029}"),
            "a\\rb\\u{2028}c\\u{c}d\\u{b}\\u{85}\\u{2029}"
        );
    }
}
