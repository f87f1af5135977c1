//! The places where a text is replaced, which may be too many to be held.

use std::ops::Range;

use memchr::{memchr, memmem};

/// The most places whose lines are named.
pub const MAX_LINES: usize = 1_000;

/// Spans of a view in their order, each replaced by a text of the same length.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spans {
    found: Found,
    new_length: usize,
    /// The number of spans, and their total length.
    totals: (usize, usize),
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Found {
    One(Range<usize>),
    /// All occurrences of a text, from left to right and without overlaps.
    Occurrences {
        text: String,
        takes_line_ends: bool,
        only_first: bool,
    },
}

impl Spans {
    pub(super) fn one(span: Range<usize>, new_length: usize) -> Spans {
        let totals = (1, span.len());
        Spans { found: Found::One(span), new_length, totals }
    }

    /// Returns the occurrences of `old`, which `new` replaces. Deleting whole lines also deletes their line
    /// ends.
    pub(super) fn of(view: &str, old: &str, new: &str) -> Spans {
        let found = Found::Occurrences {
            text: old.to_owned(),
            // Deleting the text of a whole line deletes the line: an empty one in its place is never meant.
            takes_line_ends: new.is_empty() && !old.starts_with('\n') && !old.ends_with('\n'),
            only_first: false,
        };
        let mut spans = Spans { found, new_length: new.len(), totals: (0, 0) };
        spans.totals = spans.iter(view).fold((0, 0), |(count, taken), span| (count + 1, taken + span.len()));
        spans
    }

    pub(super) fn only_first(mut self, view: &str) -> Spans {
        if let Found::Occurrences { only_first, .. } = &mut self.found {
            *only_first = true;
            self.totals = (1, self.iter(view).map(|span| span.len()).sum());
        }
        self
    }

    /// Returns the number of spans.
    pub fn count(&self) -> usize {
        self.totals.0
    }

    /// Returns the total length of the spans.
    pub fn taken(&self) -> usize {
        self.totals.1
    }

    /// Returns the length of the text that replaces each span.
    pub fn new_length(&self) -> usize {
        self.new_length
    }

    /// Yields the spans in the view that they were found in.
    pub fn iter<'a>(&'a self, view: &'a str) -> impl Iterator<Item = Range<usize>> + Clone + 'a {
        let (one, text, takes_line_ends, most) = match &self.found {
            Found::One(span) => (Some(span.clone()), "", false, 0),
            Found::Occurrences { text, takes_line_ends, only_first } => {
                (None, text.as_str(), *takes_line_ends, if *only_first { 1 } else { usize::MAX })
            }
        };
        let finder = memmem::Finder::new(text);
        let mut from = 0;
        let found = std::iter::from_fn(move || {
            let rest = view.as_bytes().get(from..)?;
            let at = match text.as_bytes() {
                // Found sooner by itself where there are very many, above all side by side.
                [byte] if rest.first() == Some(byte) => 0,
                [byte] => memchr(*byte, rest)?,
                _ => finder.find(rest)?,
            };
            let span = from + at..from + at + text.len();
            from = span.end;
            let with_line_end = takes_line_ends && is_whole_line(view, text, &span);
            Some(span.start..span.end + usize::from(with_line_end))
        });
        one.into_iter().chain(found.take(most))
    }
}

/// Returns true if the span is one or more whole lines, of which the last was given without its line end.
pub(super) fn is_whole_line(view: &str, old: &str, span: &Range<usize>) -> bool {
    let begins_line = span.start == 0 || view.as_bytes()[span.start - 1] == b'\n';
    let ends_line = view.as_bytes().get(span.end) == Some(&b'\n');
    begins_line && ends_line && !old.starts_with('\n') && !old.ends_with('\n')
}
