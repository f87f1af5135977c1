//! The lines where a text can possibly match, found before any line is compared.
//!
//! The tiers forgive white space, the look of punctuation and the composition of letters. So where a text agrees, its other
//! characters, in plain punctuation and decomposed, stand one after the other in the file, and one search finds all such lines.

use memchr::memmem;

use super::super::characters::{decompose, straighten_all};
use crate::Document;

/// Returns the lines, from 1 and in order, where the first line of the text may agree. Blank lines at its
/// beginning count.
pub(super) fn candidate_lines(document: &Document, text: &[&str]) -> Vec<usize> {
    let mut wanted = Vec::new();
    text.iter().for_each(|line| squeeze_onto(line, &mut wanted));
    if wanted.is_empty() {
        return Vec::new();
    }
    // Blank lines at the beginning leave nothing in the squeezed text, so the match is found that many lines
    // later.
    let blank = text.iter().take_while(|line| line.trim().is_empty()).count();
    let mut squeezed = Vec::with_capacity(document.view().len());
    let mut starts = Vec::with_capacity(document.line_count());
    for line in document.lines() {
        starts.push(squeezed.len());
        squeeze_onto(line, &mut squeezed);
    }
    let finder = memmem::Finder::new(&wanted);
    let mut candidates = Vec::new();
    let mut from = 0;
    while let Some(found) = finder.find(&squeezed[from..]) {
        let line = starts.partition_point(|start| *start <= from + found);
        candidates.extend(line.checked_sub(blank).filter(|first| *first > 0));
        // A second place in the same line is found when the line is compared.
        match starts.get(line) {
            Some(next) => from = *next,
            None => break,
        }
    }
    candidates
}

/// Appends the line without white space, in plain punctuation and decomposed.
fn squeeze_onto(line: &str, squeezed: &mut Vec<u8>) {
    if line.is_ascii() {
        squeezed.extend(line.bytes().filter(|byte| !matches!(byte, b'\t'..=b'\r' | b' ')));
        return;
    }
    let mut buffer = [0; 4];
    for character in line.chars().filter(|character| !character.is_whitespace()) {
        // A typographic space has been left out already.
        for plain in straighten_all(character).flat_map(decompose) {
            squeezed.extend_from_slice(plain.encode_utf8(&mut buffer).as_bytes());
        }
    }
}
