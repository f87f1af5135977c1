//! Finding a text in a document and replacing it.

use bytes::Bytes;
use memchr::memmem;

use super::diagnosis::{Attempt, difference_of, explain_absence, explain_line, explain_several};
use super::flexible::{FlexibleMatch, Outcome, search, search_quotes};
use super::overlap::overlaps;
use super::places::{MAX_LINES, Spans, is_whole_line};
use super::refusal::{EditError, IndexedEditError};
use crate::{Document, normalize};
use scenewright_error::{Error, Kind};

/// A text and its replacement. All text is literal: `$1`, `$&` and backslashes mean themselves.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Replacement {
    /// The old text. Line ends of any kind match line ends of any kind. Empty: the document is to be empty so far.
    pub old: String,
    /// The new text. Empty: the old text is deleted.
    pub new: String,
    /// True when all occurrences are replaced, however many there are.
    pub replace_all: bool,
    /// The exact number of occurrences, all of which are replaced.
    pub expected_replacements: Option<usize>,
    /// The line, from 1, on which the occurrence begins that is replaced, where there are several.
    pub line: Option<usize>,
    /// The way in which `old` is searched.
    pub matching: Matching,
    /// The largest result; a file that would be larger is refused, before it is made.
    pub max_bytes: Option<u64>,
}

/// The way in which the old text is searched.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Matching {
    /// Exactly, line ends aside.
    #[default]
    Exact,
    /// Exactly; or, where the text occurs nowhere, in the only place that differs from it in nothing but the form of its
    /// quotes. The help in a refusal offers [`Matching::Flexible`] where that would find the place.
    ExactOrQuotes,
    /// Flexibly, where the text occurs nowhere exactly: in the only place that differs from it in white space or
    /// typographic punctuation alone. Never where several replacements are expected.
    Flexible,
}

/// The treatment of an old text that occurs several times when the replacement does not say that all are meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Policy {
    /// The first is replaced; [`Applied::lines`] shows that there were more.
    First,
    /// The replacement is refused.
    Unique,
}

/// A replacement that was made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Applied {
    /// The new contents of the file.
    pub bytes: Vec<u8>,
    /// The number of occurrences that were replaced.
    pub replaced: usize,
    /// The number of occurrences, replaced or not.
    pub found: usize,
    /// The lines, from 1, where the first occurrences began, at most [`MAX_LINES`](super::MAX_LINES).
    pub lines: Vec<usize>,
    /// The spans of the replaced text.
    pub spans: Spans,
    /// The flexible match, where the place was not found exactly.
    pub flexible: Option<FlexibleMatch>,
    /// The first difference that the flexible match forgave, as a sentence.
    pub difference: Option<String>,
}

/// Several replacements that were made one after the other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AppliedEdits {
    /// The new contents of the file.
    pub bytes: Bytes,
    /// The edits, in the order of the replacements.
    pub edits: Vec<AppliedEdit>,
}

/// One of several replacements, with the lines of the text as the ones before it had left it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AppliedEdit {
    /// The number of occurrences that were replaced.
    pub replaced: usize,
    /// The number of occurrences, as in [`Applied`].
    pub found: usize,
    /// The lines, from 1, where the first occurrences began, as in [`Applied`].
    pub lines: Vec<usize>,
    /// The flexible match, as in [`Applied`].
    pub flexible: Option<FlexibleMatch>,
}

/// Replaces text in a document, checking in this order: the texts differ; an empty old text meets an empty
/// document; the old text occurs; it occurs as often as expected; it occurs once, where the policy asks for it.
///
/// All occurrences are counted, also where they overlap. Those that are replaced do not: they are taken from left to
/// right, and only where `replace_all` says so if others overlap them. Where the old text does not occur and the matching is
/// flexible, the one place of the first tier that finds any is taken, and two or more are refused as ambiguous.
/// Deleting a whole line that is given without its line end deletes the line end too.
pub fn replace(document: &Document, replacement: &Replacement, policy: Policy) -> Result<Applied, EditError> {
    let old = normalize(&replacement.old);
    let new = normalize(&replacement.new);
    if old == new {
        return Err(EditError::NoChange);
    }
    if old.is_empty() {
        return create(document, &new);
    }
    let view = document.view();
    let found = Spans::of(view, &old, &new);
    let count = found.count();
    if count == 0 {
        return replace_flexibly(document, replacement, &old, &new);
    }
    let replaceable = count;
    // Replacing all takes them from left to right; to replace one, each place that could be meant counts.
    let overlaps = if replacement.replace_all { None } else { overlaps(view, &old) };
    let (count, starts) = match overlaps.filter(|overlaps| overlaps.count > replaceable) {
        Some(overlaps) => (overlaps.count, overlaps.starts),
        None => (replaceable, found.iter(view).map(|span| span.start).take(MAX_LINES).collect()),
    };
    let lines: Vec<usize> = document.lines_of(starts.into_iter()).collect();
    if let Some(line) = replacement.line {
        return replace_on_line(document, replacement, line, (&old, &new), (count, lines));
    }
    if let Some(expected) = replacement.expected_replacements {
        if expected != count {
            return Err(EditError::CountMismatch { expected, found: count, lines, apart: replaceable });
        }
        // Occurrences that overlap cannot all be replaced.
        if count != replaceable {
            return Err(EditError::Ambiguous { count, lines, apart: replaceable });
        }
    }
    let all = replacement.replace_all || replacement.expected_replacements.is_some();
    if count > 1 && !all && policy == Policy::Unique {
        return Err(EditError::Ambiguous { count, lines, apart: replaceable });
    }
    let spans = if all { found } else { found.only_first(view) };
    let bytes = put(document, &spans, &new, replacement.max_bytes)?;
    Ok(Applied {
        bytes,
        replaced: spans.count(),
        found: count,
        lines,
        spans,
        flexible: None,
        difference: None,
    })
}

/// Replaces the one occurrence that begins on a line.
fn replace_on_line(
    document: &Document,
    replacement: &Replacement,
    line: usize,
    (old, new): (&str, &str),
    (count, lines): (usize, Vec<usize>),
) -> Result<Applied, EditError> {
    let view = document.view();
    // The line end belongs to the line.
    let range = document.line_range(line).map(|range| range.start..(range.end + 1).min(view.len()));
    let mut starts = Vec::new();
    if let Some(mut rest) = range {
        // A match begins on the line and may end on a later one.
        let until = (rest.end + old.len() - 1).min(view.len());
        while let Some(at) = memmem::find(&view.as_bytes()[rest.start..until], old.as_bytes()) {
            starts.push(rest.start + at);
            // One byte on, so that overlapping matches are seen as several.
            rest.start += at + 1;
        }
    }
    let start = match starts.as_slice() {
        [] => return Err(EditError::NotFound { help: Some(Box::new(explain_line(line, &lines, count))) }),
        [one] => *one,
        several => {
            let (count, lines) = (several.len(), vec![line; several.len()]);
            return Err(EditError::Ambiguous { count, lines, apart: count });
        }
    };
    let mut span = start..start + old.len();
    if new.is_empty() && is_whole_line(view, old, &span) {
        span.end += 1;
    }
    let spans = Spans::one(span, new.len());
    let bytes = put(document, &spans, new, replacement.max_bytes)?;
    Ok(Applied { bytes, replaced: 1, found: 1, lines: vec![line], spans, flexible: None, difference: None })
}

/// Returns the bytes with the new text in these places.
fn put(document: &Document, spans: &Spans, new: &str, max_bytes: Option<u64>) -> Result<Vec<u8>, Error> {
    // The old texts are about as long in the file as they are in the view.
    let (count, taken) = (spans.count(), spans.taken());
    let put = count.saturating_mul(document.length_in_file(new));
    let length = document.bytes().len().saturating_sub(taken).saturating_add(put);
    if let Some(max) = max_bytes
        // The length is a guess: only a file that is certainly too large is refused here, before it is made;
        // the commit checks the true length.
        && length as u64 > max.saturating_add(taken as u64)
    {
        return Err(Error::new(
            Kind::TooLarge,
            format!(
                "With {count} replacements the file would have about {length} bytes; the most is {max}. Nothing was changed."
            ),
        ));
    }
    document.splice_each(spans.iter(document.view()).map(|span| (span, new)), length)
}

/// Replaces an old text that does not occur exactly.
fn replace_flexibly(
    document: &Document,
    replacement: &Replacement,
    old: &str,
    new: &str,
) -> Result<Applied, EditError> {
    let is_for_one = replacement.expected_replacements.is_none_or(|expected| expected == 1);
    let outcome = match replacement.matching {
        Matching::Flexible if is_for_one => search(document, old, new, replacement.line),
        Matching::ExactOrQuotes if is_for_one => match search_quotes(document, old, new, replacement.line) {
            Outcome::Several { .. } => Outcome::Nothing,
            other => other,
        },
        _ => Outcome::Nothing,
    };
    match outcome {
        Outcome::Nothing => {
            let may_offer_flexible = is_for_one && replacement.matching == Matching::ExactOrQuotes;
            let attempt = Attempt { given: old, old, new, may_offer_flexible, line: replacement.line };
            let help = explain_absence(document, &attempt);
            Err(EditError::NotFound { help: help.map(Box::new) })
        }
        // The text itself does not occur, and to replace all is no way out, so it is not called ambiguous.
        Outcome::Several { tier, lines } => {
            Err(EditError::NotFound { help: Some(Box::new(explain_several(tier, &lines, replacement.line))) })
        }
        Outcome::One(found) => {
            let view = document.view();
            let mut span = found.span;
            if new.is_empty() && is_whole_line(view, &view[span.clone()], &span) {
                span.end += 1;
            }
            let lines = vec![document.line_of(span.start)];
            let spans = Spans::one(span, found.text.len());
            let bytes = put(document, &spans, &found.text, replacement.max_bytes)?;
            let difference = difference_of(document, old, found.matched.first_line);
            let flexible = Some(found.matched);
            Ok(Applied { bytes, replaced: 1, found: 1, lines, spans, flexible, difference })
        }
    }
}

/// Makes all replacements, each on the result of the ones before it, or none.
pub fn replace_many(
    document: &Document,
    replacements: &[Replacement],
    policy: Policy,
) -> Result<AppliedEdits, IndexedEditError> {
    if replacements.is_empty() {
        let error = Error::new(Kind::InvalidInput, "There must be at least one edit.");
        return Err(IndexedEditError { index: 0, error: error.into() });
    }
    let mut current: Option<Document> = None;
    let mut edits = Vec::with_capacity(replacements.len());
    for (index, replacement) in replacements.iter().enumerate() {
        let at_index = |error| IndexedEditError { index, error };
        let last = current.as_ref().unwrap_or(document);
        let applied = replace(last, replacement, policy).map_err(at_index)?;
        let Applied { bytes, replaced, found, lines, flexible, .. } = applied;
        edits.push(AppliedEdit { replaced, found, lines, flexible });
        // Not detected again: an edit in between may leave too few foreign characters for detection.
        let next = last.changed(bytes);
        current = Some(next.map_err(|error| at_index(error.into()))?);
    }
    let bytes = current.as_ref().unwrap_or(document).shared_bytes();
    Ok(AppliedEdits { bytes, edits })
}

/// Creates the text of a document that has none yet, for an empty old text.
fn create(document: &Document, new: &str) -> Result<Applied, EditError> {
    if !document.view().trim().is_empty() {
        return Err(EditError::AlreadyExists);
    }
    let bytes = document.rewrite(new)?;
    let spans = Spans::one(0..document.view().len(), new.len());
    let lines = vec![1];
    Ok(Applied { bytes, replaced: 1, found: 1, lines, spans, flexible: None, difference: None })
}
