//! The parts of lines that match.

use std::ops::Range;

use grep_matcher::Matcher;
use grep_regex::RegexMatcher;
use grep_searcher::SinkMatch;

/// Yields the parts of the found lines that match and are not empty, each within one line, with the number of its line
/// from that of the first found line. A match that spans lines is one part in each. Ends when `part` returns false.
pub(super) fn matching_parts(
    matcher: &RegexMatcher,
    found: &SinkMatch<'_>,
    part: &mut dyn FnMut(u64, &[u8]) -> bool,
) {
    let lines = found.bytes_range_in_buffer();
    // The text before and after may decide about a match, but is not part of one.
    let text = &found.buffer()[..lines.end];
    let mut number = 0;
    let mut counted_to = lines.start;
    let _ = matcher.find_iter_at(text, lines.start, |found| {
        for range in pieces(text, found.start()..found.end()) {
            number += text[counted_to..range.start].iter().filter(|byte| **byte == b'\n').count() as u64;
            counted_to = range.start;
            if !range.is_empty() && !part(number, &text[range]) {
                return false;
            }
        }
        true
    });
}

/// Splits a match at line ends, which belong to no piece.
fn pieces(text: &[u8], found: Range<usize>) -> impl Iterator<Item = Range<usize>> {
    let mut start = found.start;
    text[found.clone()].split(|byte| *byte == b'\n').map(move |piece| {
        let whole = start..start + piece.len();
        start = whole.end + 1;
        let end = if piece.last() == Some(&b'\r') { whole.end - 1 } else { whole.end };
        whole.start..end
    })
}
