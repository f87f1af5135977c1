//! Drafting: dimensions, notes, hatches, and the page they are drawn for.
//!
//! Each is a group of ordinary shapes that every exporter draws, with an [`Annotation`] that says what the group really
//! is. Its shapes are made anew when a script has ended: a dimension measures the finished scene, and its text and
//! arrows have the size that the finished scale gives them.
//!
//! [`Annotation`]: annotation::Annotation

pub mod annotation;
pub mod hatch;
pub mod hatch_pattern;
pub mod source;

mod hatch_lines;
mod lettering;
mod parts;
mod settle;
