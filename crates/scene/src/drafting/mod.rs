//! Drafting: dimensions, notes, hatches, and the page they are drawn for.
//!
//! Each is a group of ordinary shapes that every exporter draws, with an [`Annotation`] that says what the group really
//! is. Its shapes are made anew when a script has ended: a dimension measures the finished scene, and its text and
//! arrows have the size that the finished scale gives them.
//!
//! [`Annotation`]: annotation::Annotation

pub mod annotation;
pub mod dimension_source;
pub mod dimension_style;
pub mod hatch_pattern;
pub mod measure;
pub mod note;
pub mod note_source;
pub mod page;
pub mod point_ref;
pub mod source;
pub mod tolerance;

mod angle_dimension;
mod dimension;
mod hatch;
mod hatch_lines;
mod iso286;
mod label;
mod lettering;
mod linear_dimension;
mod lines;
mod ordinate_dimension;
mod page_layout;
mod parts;
mod resolve;
mod round_dimension;
mod settle;
mod settle_error;
mod shapes;
mod symbols;
mod table;
mod title_block;
mod vectors;
