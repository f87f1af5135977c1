//! The scene as files: JSON that can be read back, DXF, PDF, SVG, and pictures.
//!
//! Invariant: the same scene gives the same bytes, on every machine and in every run.

pub mod dxf;
pub mod json;
pub mod pdf;
pub mod png;
pub mod svg;

mod block_forms;
mod clip;
mod frame;
mod pdf_resources;
mod raster;
mod scale_bar;
mod theme;

#[cfg(test)]
mod tests;
