//! The scene as files: JSON that can be read back, DXF, PDF, SVG, and pictures.
//!
//! Invariant: the same scene gives the same bytes, on every machine and in every run.

pub mod dxf;
pub mod json;
pub mod live_view;
pub mod live_view_patch;
pub mod pdf;
pub mod png;
pub mod svg;

mod block_forms;
mod changes;
mod clip;
mod declarations;
mod frame;
mod grid;
mod json_layers;
mod labels;
mod panels;
mod pdf_resources;
mod pdf_text;
mod raster;
mod rings;
mod scale_bar;
mod theme;
mod view;

pub use declarations::{ParameterDescription, RuleDescription};

#[cfg(test)]
mod tests;
