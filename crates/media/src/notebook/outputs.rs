//! The outputs of a code cell, reduced to what a model can use.

use std::ops::Range;

use serde::Serialize;

use super::json::{Member, decode, items, member, members};

/// One output of a code cell.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Output {
    /// The type: `stream`, `execute_result`, `display_data` or `error`, also for notebooks that have older names
    /// for them.
    pub output_type: String,
    /// The text, without escape codes of terminals. For an error its name, its message and its traceback.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub text: String,
    /// The pictures, as far as all of one cell have at most 5 MiB of base64.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub images: Vec<OutputImage>,
}

/// A picture in an output.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct OutputImage {
    /// The media type: `image/png`, `image/jpeg`, `image/gif` or `image/webp`.
    pub media_type: String,
    /// The bytes of the picture in base64, without line ends.
    pub base64: String,
}

/// The most characters of all texts of one cell's outputs together: eight such cells fill the 80,000 characters of an answer.
const MAX_CHARACTERS: usize = 10_000;

/// The most bytes of base64 of all pictures of one cell together.
const MAX_IMAGE_BYTES: usize = 5 << 20;

/// The types of a picture, and the names that old notebooks have for them.
const IMAGE_TYPES: &[(&str, &str)] =
    &[("image/png", "png"), ("image/jpeg", "jpeg"), ("image/gif", "gif"), ("image/webp", "webp")];

/// The forms of a result that are text, the best first, and the names that old notebooks have for them.
const TEXT_TYPES: &[(&str, &str)] = &[
    ("text/plain", "text"),
    ("text/markdown", "markdown"),
    ("text/latex", "latex"),
    ("text/html", "html"),
    ("image/svg+xml", "svg"),
];

/// Reads the outputs of the array at this span.
pub(super) fn read_outputs(text: &str, array: &Range<usize>) -> Vec<Output> {
    let mut outputs: Vec<Output> = Vec::new();
    let mut streams: Vec<Option<String>> = Vec::new();
    let mut room = Room { characters: MAX_CHARACTERS, image_bytes: MAX_IMAGE_BYTES };
    for item in items(text, array) {
        let (mut output, stream) = read_output(text, &item, &mut room);
        // A stream comes in pieces as the program wrote it; one after the other they are one text.
        if let (Some(last), true) =
            (outputs.last_mut(), stream.is_some() && streams.last().is_some_and(|last| *last == stream))
        {
            last.text.push_str(&output.text);
            continue;
        }
        output.text.shrink_to_fit();
        outputs.push(output);
        streams.push(stream);
    }
    for output in &mut outputs {
        output.text = room.cut(&strip_escape_codes(&output.text));
    }
    outputs
}

/// The remaining room for a cell's outputs.
struct Room {
    characters: usize,
    image_bytes: usize,
}

impl Room {
    fn cut(&mut self, text: &str) -> String {
        let Some((end, _)) = text.char_indices().nth(self.characters) else {
            self.characters -= text.chars().count();
            return text.to_owned();
        };
        self.characters = 0;
        let missing = text[end..].chars().count();
        let before = if end == 0 || text[..end].ends_with('\n') { "" } else { "\n" };
        format!(
            "{}{before}[Output cut: {missing} more characters are in the file; at most {MAX_CHARACTERS} a cell are shown.]",
            &text[..end]
        )
    }
}

/// Reads an output with its text uncut, and the name of its stream where it is one.
fn read_output(text: &str, object: &Range<usize>, room: &mut Room) -> (Output, Option<String>) {
    let parts = members(text, object);
    let string = |key: &str| member(text, &parts, key).and_then(|span| joined(text, span));
    let kind = string("output_type").unwrap_or_default();
    match kind.as_str() {
        "stream" => {
            let name = string("name").or_else(|| string("stream")).unwrap_or_default();
            let output =
                Output { output_type: kind, text: string("text").unwrap_or_default(), images: Vec::new() };
            (output, Some(name))
        }
        "error" | "pyerr" => {
            let name = string("ename").unwrap_or_default();
            let message = string("evalue").unwrap_or_default();
            let frames =
                member(text, &parts, "traceback").map(|span| lines_of(text, span)).unwrap_or_default();
            let headline = if message.is_empty() { name } else { format!("{name}: {message}") };
            let text = [vec![headline], frames].concat().join("\n");
            (Output { output_type: "error".to_owned(), text, images: Vec::new() }, None)
        }
        "execute_result" | "pyout" | "display_data" => {
            let output_type = if kind == "pyout" { "execute_result".to_owned() } else { kind };
            // Old notebooks have the forms of a result beside its type, under short names.
            let data = member(text, &parts, "data").map(|data| members(text, data));
            let (forms, is_old) = (data.as_ref().unwrap_or(&parts), data.is_none());
            let mut images = Vec::new();
            let mut words = best_text(text, forms, is_old).unwrap_or_default();
            for (media_type, old_name) in IMAGE_TYPES {
                let key = if is_old { old_name } else { media_type };
                let Some(base64) = member(text, forms, key).and_then(|span| joined(text, span)) else {
                    continue;
                };
                let base64: String = base64.split_ascii_whitespace().collect();
                if base64.len() > room.image_bytes {
                    let note =
                        format!("[Left out: a picture ({media_type}) of {} bytes.]", base64.len() / 4 * 3);
                    words = if words.is_empty() { note } else { format!("{words}\n{note}") };
                } else if is_base64(&base64) {
                    room.image_bytes -= base64.len();
                    images.push(OutputImage { media_type: (*media_type).to_owned(), base64 });
                }
            }
            (Output { output_type, text: words, images }, None)
        }
        _ => {
            (Output { output_type: kind, text: string("text").unwrap_or_default(), images: Vec::new() }, None)
        }
    }
}

fn best_text(text: &str, forms: &[Member], is_old: bool) -> Option<String> {
    let of_type = |(media_type, old_name): &(&str, &str)| {
        let key = if is_old { old_name } else { media_type };
        member(text, forms, key).and_then(|span| joined(text, span)).filter(|found| !found.is_empty())
    };
    TEXT_TYPES.iter().find_map(of_type).or_else(|| {
        let json = if is_old { "json" } else { "application/json" };
        member(text, forms, json).map(|span| text[span.clone()].to_owned())
    })
}

fn is_base64(text: &str) -> bool {
    let is_part = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/' | b'=');
    !text.is_empty() && text.bytes().all(is_part)
}

/// Returns a text that is written as one string or as a list of pieces.
pub(super) fn joined(text: &str, span: &Range<usize>) -> Option<String> {
    match text.as_bytes().get(span.start) {
        Some(b'[') => Some(lines_of(text, span).concat()),
        _ => decode(text, span),
    }
}

fn lines_of(text: &str, array: &Range<usize>) -> Vec<String> {
    items(text, array).iter().filter_map(|item| decode(text, item)).collect()
}

/// Returns a text without the escape sequences that colour and steer terminals.
fn strip_escape_codes(text: &str) -> String {
    let mut stripped = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(offset) = rest.find(['\u{1B}', '\u{9B}']) {
        stripped.push_str(&rest[..offset]);
        rest = after_escape_code(&rest[offset..]);
    }
    stripped.push_str(rest);
    stripped
}

fn after_escape_code(text: &str) -> &str {
    let is_final = |character: char| ('\u{40}'..='\u{7E}').contains(&character);
    if let Some(sequence) = text.strip_prefix("\u{1B}[").or_else(|| text.strip_prefix('\u{9B}')) {
        let is_part = |character: char| (' '..='~').contains(&character);
        let end =
            sequence.find(|character| is_final(character) || !is_part(character)).unwrap_or(sequence.len());
        let rest = &sequence[end..];
        return rest.strip_prefix(is_final).unwrap_or(rest);
    }
    if let Some(command) = text.strip_prefix("\u{1B}]") {
        let end = command.find(['\u{7}', '\u{1B}', '\n']).unwrap_or(command.len());
        let rest = &command[end..];
        return rest.strip_prefix('\u{7}').or_else(|| rest.strip_prefix("\u{1B}\\")).unwrap_or(rest);
    }
    let rest = &text['\u{1B}'.len_utf8()..];
    let after_middle = rest.trim_start_matches(|character: char| (' '..='/').contains(&character));
    match after_middle.chars().next() {
        Some(last) if ('0'..='~').contains(&last) => &after_middle[last.len_utf8()..],
        _ => rest,
    }
}
