//! Source files of a run, places in them, and the frames that show a place to its author.

use serde::{Deserialize, Serialize};

use super::builtin::builtin_module;
use scenewright_error::Error;

/// The origin of a project's file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Origin {
    /// A file of the project, written by its author.
    User,
    /// A built-in module, which cannot be edited.
    Builtin,
}

/// One file that a run may use, by the name that scripts import it under (`main` for the main file).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SourceFile {
    /// The name that scripts import it under; `main` for the main file.
    pub name: String,
    /// The origin; an error within a built-in module is reported at a place of the author's.
    pub origin: Origin,
    /// The text, or the reason why there is none.
    pub content: Content,
}

/// The text of a file with LF line ends, or the reason why it cannot be used. The reason counts only
/// when something imports the file: a broken module that is not imported does not stop a run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Content {
    /// The text, with LF line ends.
    Text(String),
    /// The text of the package's module of that name, which every process has.
    Builtin,
    /// The error that an import of the file fails with.
    Unusable(Error),
}

impl SourceFile {
    /// Makes a file of the project.
    pub fn user(name: impl Into<String>, text: impl Into<String>) -> Self {
        SourceFile { name: name.into(), origin: Origin::User, content: Content::Text(text.into()) }
    }

    /// Makes the module of the package that has this name.
    pub fn builtin(name: &str) -> Self {
        SourceFile { name: name.to_owned(), origin: Origin::Builtin, content: Content::Builtin }
    }

    /// Returns the text, or the reason why there is none.
    pub fn text(&self) -> Result<&str, &Error> {
        match &self.content {
            Content::Text(text) => Ok(text),
            Content::Builtin => Ok(builtin_module(&self.name).unwrap_or_default()),
            Content::Unusable(error) => Err(error),
        }
    }
}

/// A line and a column from 1; the column counts UTF-16 code units, as editors and engines do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    pub line: u32,
    pub column: u32,
}

/// Returns the place of a byte offset. An offset past the end or inside a character counts as the nearest
/// before it.
pub(crate) fn place_of(text: &str, offset: usize) -> Place {
    let mut offset = offset.min(text.len());
    while !text.is_char_boundary(offset) {
        offset -= 1;
    }
    let before = &text[..offset];
    let line_start = before.rfind('\n').map_or(0, |at| at + 1);
    let line = before.bytes().filter(|&byte| byte == b'\n').count() + 1;
    let column = before[line_start..].encode_utf16().count() + 1;
    Place { line: clamp(line), column: clamp(column) }
}

/// Returns the byte offset of a place; the end of its line when the line is shorter.
pub(crate) fn offset_of(text: &str, place: Place) -> usize {
    let before = text.split_inclusive('\n').take(place.line.saturating_sub(1) as usize);
    let start: usize = before.map(str::len).sum();
    let mut units = place.column.saturating_sub(1) as usize;
    let line = text.get(start..).unwrap_or_default().split('\n').next().unwrap_or_default();
    for (at, c) in line.char_indices() {
        if units == 0 {
            return start + at;
        }
        units = units.saturating_sub(c.len_utf16());
    }
    start + line.len()
}

/// Puts the place of `offset` and its frame into an error; the caret line is as long as the marked text.
pub(crate) fn locate(error: Error, file: &SourceText<'_>, offset: usize, length: usize) -> Error {
    let place = place_of(file.text, offset);
    let marked = file.text.get(offset..offset + length).unwrap_or("");
    let width = marked.split('\n').next().unwrap_or("").encode_utf16().count().max(1);
    let mut error = error.in_file(file.name).at(place.line, place.column);
    error.frame = Some(frame(file.text, place, width));
    error
}

/// A file by name with its text, as the functions that report places need it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SourceText<'a> {
    pub name: &'a str,
    pub text: &'a str,
}

/// The characters of a line that are shown: a line may be a whole file, as in minified code.
const FRAME_WIDTH: usize = 120;

/// Shows the line of a place with its neighbours and a caret under the column:
///
/// ```text
///   11 | const r = 5
/// > 12 | drawCirle('a', 0, 0, r)
///      | ^^^^^^^^^
///   13 | setFill('a', 'red')
/// ```
///
/// Long lines are cut to a window around the column.
pub(crate) fn frame(text: &str, place: Place, width: usize) -> String {
    let wanted = place.line as usize;
    let first = wanted.saturating_sub(1).max(1);
    let digits = (wanted + 1).to_string().len();
    let mut out = String::new();
    for (index, line) in text.split('\n').enumerate().skip(first - 1).take(wanted + 2 - first) {
        let number = index + 1;
        let column = if number == wanted { place.column as usize } else { 1 };
        let (shown, start) = window(line, column);
        let mark = if number == wanted { '>' } else { ' ' };
        // An empty neighbour shows nothing and costs a line.
        if number != wanted && shown.trim().is_empty() {
            continue;
        }
        out.push_str(format!("{mark} {number:>digits$} | {shown}").trim_end());
        out.push('\n');
        if number == wanted {
            let indent = column.saturating_sub(start).max(1) - 1;
            let room = FRAME_WIDTH.saturating_sub(indent).max(1);
            out.push_str(&format!(
                "  {:digits$} | {}{}\n",
                "",
                " ".repeat(indent),
                "^".repeat(width.clamp(1, room))
            ));
        }
    }
    out.truncate(out.trim_end().len());
    out
}

/// Returns the part of a line that a frame shows, and how many columns were left out before it.
fn window(line: &str, column: usize) -> (String, usize) {
    // A tab would move the caret, and an escape sequence could change the terminal of the reader.
    let plain: Vec<char> = line.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    if plain.len() <= FRAME_WIDTH {
        return (plain.into_iter().collect(), 0);
    }
    let start = column.saturating_sub(FRAME_WIDTH / 2).min(plain.len().saturating_sub(FRAME_WIDTH));
    let end = (start + FRAME_WIDTH).min(plain.len());
    let mut shown: String = plain[start..end].iter().collect();
    if end < plain.len() {
        shown.push('…');
    }
    (shown, start)
}

fn clamp(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

/// Returns the name before a call in a line of UTF-16 units: the engine puts a call at its opening bracket.
pub(super) fn callee(units: &[u16], place: Place) -> (Place, usize) {
    let bracket = (place.column as usize).saturating_sub(1);
    if units.get(bracket) != Some(&u16::from(b'(')) {
        return (place, 1);
    }
    let is_name = |unit: &u16| {
        // The three are `$`, `.` and `_`: the callee may be a chain of members.
        *unit > 127 || char::from(*unit as u8).is_ascii_alphanumeric() || [36, 46, 95].contains(unit)
    };
    let length = units[..bracket].iter().rev().take_while(|unit| is_name(unit)).count();
    match length {
        0 => (place, 1),
        length => (Place { line: place.line, column: (bracket - length + 1) as u32 }, length),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_count_utf16_units_from_one() {
        let text = "a\n😀b";
        assert_eq!(place_of(text, 0), Place { line: 1, column: 1 });
        assert_eq!(place_of(text, text.len() - 1), Place { line: 2, column: 3 });
        assert_eq!(place_of(text, 999), Place { line: 2, column: 4 });
        for offset in [0, 1, 2, 6, 7] {
            assert_eq!(offset_of(text, place_of(text, offset)), offset);
        }
    }

    #[test]
    fn a_frame_marks_the_place_between_its_neighbours() {
        let text = "const r = 5\ndrawCirle('a')\nsetFill('a')\n";
        assert_eq!(
            frame(text, Place { line: 2, column: 1 }, 9),
            "  1 | const r = 5\n> 2 | drawCirle('a')\n    | ^^^^^^^^^\n  3 | setFill('a')"
        );
    }

    #[test]
    fn a_frame_of_a_huge_line_stays_small() {
        let text = "x".repeat(1 << 20);
        let shown = frame(&text, Place { line: 1, column: 500_000 }, 1 << 19);
        assert!(shown.len() < 400, "{}", shown.len());
    }
}
