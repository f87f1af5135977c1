//! The font that a text of a foreign drawing asks for.

/// The font that a text asks for.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Typeface {
    /// The names of families, of which the first that is here is used; the built-in one where there is none.
    pub families: Vec<String>,
    /// The weight from 1 to 1000; `None` for the usual one.
    pub weight: Option<u16>,
    pub is_slanted: bool,
}

impl Typeface {
    /// Makes the usual font of a family.
    pub(crate) fn of(family: Option<String>) -> Typeface {
        Typeface { families: family.into_iter().collect(), ..Typeface::default() }
    }
}
