//! Drawings and tables of other programs: DXF and SVG into entities of a scene, CSV into rows.
//!
//! Invariant: a file may hold anything. Faults in it are errors that name the place, or are left out and counted; curves
//! come in as what they are, a circle as a circle.

pub mod dxf;
pub mod svg;
pub mod table;

mod clipping;
mod drawing;
mod fixes;
mod images;
mod lint_plan;
mod paragraphs;
mod placing;
mod repairs;
mod rings;
mod strokes;
mod typeface;

pub use drawing::Drawing;
pub use dxf::{DxfSelection, DxfSpace};
pub use fixes::Fixed;
pub use placing::Placed;
pub use svg::SvgSelection;

#[cfg(test)]
mod tests;
