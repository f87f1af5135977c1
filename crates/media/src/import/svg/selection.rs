//! The choice of what is read of a document.

/// The contents of a document that are asked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SvgSelection {
    /// True to draw shapes without paint as thin lines, as some programs for cutters mean them.
    pub unpainted: bool,
    /// True to draw gradients in steps of one colour, patterns by their tiles, and lines that no pen draws as areas.
    pub has_painted_areas: bool,
    /// True for items that know where they come from, with what has no size among them.
    pub is_traced: bool,
}
