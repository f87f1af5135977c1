//! The edit that found no place, as every part of the diagnosis looks at it.

/// A text that was not found, and what was to replace it. Both have LF line ends.
#[derive(Clone, Copy)]
pub(in super::super) struct Attempt<'a> {
    /// The text as it was given.
    pub(in super::super) given: &'a str,
    /// The reading of it that is looked for.
    pub(in super::super) old: &'a str,
    pub(in super::super) new: &'a str,
    /// True if flexible matching is off but possible.
    pub(in super::super) may_offer_flexible: bool,
    /// The line on which the place is to begin.
    pub(in super::super) line: Option<usize>,
}
