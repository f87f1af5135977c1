//! Finding a text in a document and putting another in its place.

use std::ops::Range;

use memchr::memmem;

use super::diagnosis::{explain_absence, explain_several};
use super::flexible::{FlexibleMatch, Outcome, search};
use super::refusal::{EditError, IndexedEditError};
use crate::error::{Error, Kind};
use crate::text::{Document, normalize};

/// What to replace by what. All text is literal: `$1`, `$&` and backslashes mean themselves.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Replacement {
    /// Line ends of any kind match line ends of any kind. Empty: the document is to be empty so far.
    pub old: String,
    /// Empty: the old text is deleted.
    pub new: String,
    pub replace_all: bool,
    /// All occurrences are replaced, and there must be exactly as many.
    pub expected_replacements: Option<usize>,
    pub matching: Matching,
}

/// How the old text is looked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Matching {
    /// As it is, line ends aside.
    #[default]
    Exact,
    /// Where it occurs nowhere as it is: where it differs in white space or typographic punctuation only, and in one
    /// place only. Never where several replacements are expected.
    Flexible,
}

/// What happens when the old text occurs several times and the replacement does not say that all are meant.
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
    /// How many occurrences were replaced.
    pub replaced: usize,
    /// The lines, from 1, where the occurrences began, replaced or not.
    pub lines: Vec<usize>,
    /// Where the new text stands in the view of the new contents, one span for each occurrence replaced.
    pub spans: Vec<Range<usize>>,
    /// How the place was found, where it was not found exactly.
    pub flexible: Option<FlexibleMatch>,
}

/// Several replacements that were made one after the other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AppliedEdits {
    /// The new contents of the file.
    pub bytes: Vec<u8>,
    /// In the order of the replacements.
    pub edits: Vec<AppliedEdit>,
}

/// One of several replacements, with the lines of the text as the ones before it had left it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AppliedEdit {
    pub replaced: usize,
    pub lines: Vec<usize>,
    pub flexible: Option<FlexibleMatch>,
}

/// Replaces text in a document, checking in this order: the texts differ; an empty old text meets an empty
/// document; the old text occurs; it occurs as often as expected; it occurs once, where the policy asks for it.
///
/// Occurrences are counted from left to right and do not overlap. Where the old text does not occur and the matching is
/// flexible, the one place of the first tier that finds any is taken, and two or more are refused as ambiguous. Deleting a whole line that is given without
/// its line end deletes the line end as well.
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
    let found: Vec<usize> = memmem::find_iter(view.as_bytes(), old.as_bytes()).collect();
    let lines: Vec<usize> = found.iter().map(|offset| document.line_of(*offset)).collect();
    let count = found.len();
    if count == 0 {
        return replace_flexibly(document, replacement, &old, &new);
    }
    if let Some(expected) = replacement.expected_replacements
        && expected != count
    {
        return Err(EditError::CountMismatch { expected, found: count, lines });
    }
    let all = replacement.replace_all || replacement.expected_replacements.is_some();
    if count > 1 && !all && policy == Policy::Unique {
        return Err(EditError::Ambiguous { count, lines });
    }
    let chosen = if all { &found[..] } else { &found[..1] };
    let replaced: Vec<Range<usize>> = chosen
        .iter()
        .map(|&start| {
            let end = start + old.len();
            let takes_line_end = new.is_empty() && is_whole_line(view, &old, start..end);
            start..if takes_line_end { end + 1 } else { end }
        })
        .collect();
    let splices: Vec<(Range<usize>, &str)> = replaced.iter().map(|span| (span.clone(), &*new)).collect();
    let bytes = document.splice(&splices)?;
    let spans = spans_after(&replaced, new.len());
    Ok(Applied { bytes, replaced: chosen.len(), lines, spans, flexible: None })
}

/// For an old text that does not occur as it is.
fn replace_flexibly(
    document: &Document,
    replacement: &Replacement,
    old: &str,
    new: &str,
) -> Result<Applied, EditError> {
    let is_for_one = replacement.expected_replacements.is_none_or(|expected| expected == 1);
    let outcome = match replacement.matching {
        Matching::Flexible if is_for_one => search(document, old, new),
        _ => Outcome::Nothing,
    };
    match outcome {
        Outcome::Nothing => Err(EditError::NotFound { help: explain_absence(document, old) }),
        // The text itself does not occur, and to replace all is no way out, so it is not called ambiguous.
        Outcome::Several { tier, lines } => {
            Err(EditError::NotFound { help: Some(explain_several(tier, &lines)) })
        }
        Outcome::One(found) => {
            let view = document.view();
            let mut span = found.span;
            if new.is_empty() && is_whole_line(view, &view[span.clone()], span.clone()) {
                span.end += 1;
            }
            let bytes = document.splice(&[(span.clone(), &found.text)])?;
            Ok(Applied {
                bytes,
                replaced: 1,
                lines: vec![document.line_of(span.start)],
                spans: spans_after(&[span], found.text.len()),
                flexible: Some(found.matched),
            })
        }
    }
}

/// Makes all replacements, each on the text that the ones before it left, or none.
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
        let applied = replace(current.as_ref().unwrap_or(document), replacement, policy).map_err(at_index)?;
        let Applied { bytes, replaced, lines, flexible, .. } = applied;
        edits.push(AppliedEdit { replaced, lines, flexible });
        let next = Document::decode_as(bytes, document.encoding());
        current = Some(next.map_err(|error| at_index(error.into()))?);
    }
    let bytes = current.map_or_else(|| document.bytes().to_vec(), Document::into_bytes);
    Ok(AppliedEdits { bytes, edits })
}

/// An empty old text: the new text becomes the whole of a document that has none yet.
fn create(document: &Document, new: &str) -> Result<Applied, EditError> {
    if !document.view().trim().is_empty() {
        return Err(EditError::AlreadyExists);
    }
    let bytes = document.rewrite(new)?;
    let spans = std::iter::once(0..new.len()).collect();
    Ok(Applied { bytes, replaced: 1, lines: vec![1], spans, flexible: None })
}

/// Whether the span is one or more whole lines, of which the last was given without its line end.
fn is_whole_line(view: &str, old: &str, span: Range<usize>) -> bool {
    let begins_line = span.start == 0 || view.as_bytes()[span.start - 1] == b'\n';
    let ends_line = view.as_bytes().get(span.end) == Some(&b'\n');
    begins_line && ends_line && !old.starts_with('\n') && !old.ends_with('\n')
}

fn spans_after(replaced: &[Range<usize>], new_length: usize) -> Vec<Range<usize>> {
    let (mut taken, mut put) = (0, 0);
    replaced
        .iter()
        .map(|span| {
            let start = span.start - taken + put;
            taken += span.len();
            put += new_length;
            start..start + new_length
        })
        .collect()
}
