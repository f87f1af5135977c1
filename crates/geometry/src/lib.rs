//! Shapes, transforms and exact bounds: pure, and ignorant of names, groups and files.
//!
//! Invariant: a value that came out of a checked constructor holds finite numbers only, and no output of this
//! crate is a negative zero.

mod affine;
mod angle;
mod arc_region;
mod arrangement;
mod biarcs;
mod boundary;
mod bounds;
mod box_tree;
mod bridging;
mod chaining;
mod corners;
mod curvature;
mod curve;
mod curve_region;
mod cutting;
mod cutting_order;
mod disjoint_sets;
mod edges;
mod elliptic_arc;
mod extent;
mod flatten;
mod grid;
mod holes;
mod hull;
mod joining;
mod linking;
mod measure;
mod meeting;
mod nearness;
mod offset;
mod path;
mod path_data;
mod piece;
mod region;
mod relief;
mod ring;
mod shape;
mod shape_error;
mod side;
mod subdivision;
mod thicken;
pub mod vector;
mod vertices;
mod welding;
mod winding;
mod wire;
mod wire_edges;

pub use affine::{Affine, Decomposition, Point};
pub use angle::sin_cos;
pub use arc_region::ArcRegion;
pub use bounds::Bounds;
pub use box_tree::BoxTree;
pub use chaining::{Chained, Chains, chained};
pub use corners::{CornerCut, CornerTooSmall};
pub use curve_region::{CurveRegion, combined_shapes, even_odd_shapes};
pub use cutting::{CutFailure, Place};
pub use cutting_order::{
    Contour, ContourCut, ContourSide, LeadIn, Tabs, contours_of, cut_once, cutting_order,
};
pub use disjoint_sets::DisjointSets;
pub use edges::{EdgeTree, Nearest, projected};
pub use elliptic_arc::EllipticArc;
pub use extent::ArcSpan;
pub use flatten::{Chain, Outline};
pub use hull::convex_hull;
pub use measure::covered_area;
pub use nearness::{CurveTree, facing_points};
pub use offset::{OffsetJoin, OffsetStyle};
pub use path::{FillRule, Path, Segment};
pub use region::{Region, RegionOperation, RegionPart};
pub use relief::{Relief, relief_circles};
pub use shape::{Axis, Shape};
pub use shape_error::{ShapeError, finite, not_negative, number_text, positive};
pub use thicken::{Justify, LineCap, thickened};
pub use welding::welded_shapes;
pub use wire::Wire;
pub use wire_edges::{CircularArc, Edge};

#[cfg(test)]
mod tests;
