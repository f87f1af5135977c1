//! Lines in an answer: decoded, without their ends, and cut where they are very long.

/// The most characters of a line in an answer, as in `text::listing`.
pub(super) const MAX_LINE_LEN: usize = 2_000;

/// The number of characters before the first match of a line that is cut.
const BEFORE_THE_MATCH: usize = 100;

/// Returns a line as text; bytes that are not UTF-8 are shown as U+FFFD. A very long one is cut to the part around
/// its first match, which begins at the given byte, with notes of the omission at both ends.
pub(super) fn cut_line(line: &[u8], first_match: usize) -> String {
    let line = line.strip_suffix(b"\n").unwrap_or(line);
    let line = line.strip_suffix(b"\r").unwrap_or(line);
    if line.len() <= MAX_LINE_LEN {
        return String::from_utf8_lossy(line).into_owned();
    }
    let length = characters(line).count();
    if length <= MAX_LINE_LEN {
        return String::from_utf8_lossy(line).into_owned();
    }
    let before = line.get(..first_match).map_or(0, |before| characters(before).count());
    let start = match before < MAX_LINE_LEN / 2 {
        true => 0,
        false => before.saturating_sub(BEFORE_THE_MATCH).min(length - MAX_LINE_LEN),
    };
    let shown: String = characters(line).skip(start).take(MAX_LINE_LEN).collect();
    let after = length - start - MAX_LINE_LEN;
    let mark = |count: usize| {
        if count == 0 { String::new() } else { format!("[… {count} characters cut …]") }
    };
    format!("{}{shown}{}", mark(start), mark(after))
}

/// Decodes characters one after the other, so that a very long line is never decoded as a whole.
fn characters(bytes: &[u8]) -> impl Iterator<Item = char> {
    bytes.utf8_chunks().flat_map(|chunk| {
        let broken = (!chunk.invalid().is_empty()).then_some(char::REPLACEMENT_CHARACTER);
        chunk.valid().chars().chain(broken)
    })
}
