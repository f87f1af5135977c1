//! The places where a text is replaced, which may be too many to be held.

use std::ops::Range;

use memchr::memmem;

/// Of so many places at most the lines are named.
pub const MAX_LINES: usize = 1_000;

/// Spans of a view in their order, each of which a text of one length replaces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spans {
    found: Found,
    new_length: usize,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Found {
    One(Range<usize>),
    /// Wherever a text occurs, from left to right and without overlaps.
    Occurrences {
        text: String,
        takes_line_ends: bool,
        only_first: bool,
    },
}

impl Spans {
    pub(super) fn one(span: Range<usize>, new_length: usize) -> Spans {
        Spans { found: Found::One(span), new_length }
    }

    /// The occurrences of `old`, for which `new` is put. Deleting whole lines takes their line ends along.
    pub(super) fn of(old: &str, new: &str) -> Spans {
        let found = Found::Occurrences {
            text: old.to_owned(),
            takes_line_ends: new.is_empty() && !old.starts_with('\n') && !old.ends_with('\n'),
            only_first: false,
        };
        Spans { found, new_length: new.len() }
    }

    pub(super) fn only_first(mut self) -> Spans {
        if let Found::Occurrences { only_first, .. } = &mut self.found {
            *only_first = true;
        }
        self
    }

    /// The length of the text that is put in each place.
    pub fn new_length(&self) -> usize {
        self.new_length
    }

    /// The spans of the view that they were found in.
    pub fn iter<'a>(&'a self, view: &'a str) -> impl Iterator<Item = Range<usize>> + Clone + 'a {
        let (one, text, takes_line_ends, only_first) = match &self.found {
            Found::One(span) => (Some(span.clone()), "", false, false),
            Found::Occurrences { text, takes_line_ends, only_first } => {
                (None, text.as_str(), *takes_line_ends, *only_first)
            }
        };
        let found = one.is_none().then(|| memmem::find_iter(view.as_bytes(), text));
        let most = if only_first { 1 } else { usize::MAX };
        let found = found.into_iter().flatten().take(most).map(move |start| {
            let span = start..start + text.len();
            let with_line_end = takes_line_ends && is_whole_line(view, text, &span);
            span.start..span.end + usize::from(with_line_end)
        });
        one.into_iter().chain(found)
    }
}

/// Whether the span is one or more whole lines, of which the last was given without its line end.
pub(super) fn is_whole_line(view: &str, old: &str, span: &Range<usize>) -> bool {
    let begins_line = span.start == 0 || view.as_bytes()[span.start - 1] == b'\n';
    let ends_line = view.as_bytes().get(span.end) == Some(&b'\n');
    begins_line && ends_line && !old.starts_with('\n') && !old.ends_with('\n')
}
