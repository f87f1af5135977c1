//! The drawing: entities and groups, their places, styles and order, and the difference between two drawings.
//!
//! Invariant: a [`Scene`] is always whole. An operation either succeeds or leaves the scene as it was, names are
//! unique, groups form a forest, and every number in it is finite. Nothing here recurses over the depth of groups.

pub mod drafting;
pub mod typeset;

mod color;
mod copying;
mod derived_names;
mod description;
mod difference;
mod drawing;
mod error;
mod glyphs;
mod grouping;
mod layer;
mod layers;
mod measures;
mod name_pattern;
mod order;
mod paper;
mod pens;
mod placement;
mod query;
mod record;
mod region_results;
mod regions;
mod siblings;
mod store;
mod style;
mod text;
mod text_source;
mod transform;
mod units;
mod viewport;
mod walk;

pub use color::Color;
pub use description::{GeometryDescription, Number, StyleDescription, TextDescription, TransformDescription};
pub use difference::{Difference, changed_aspects, difference};
pub use drafting::annotation::{Annotation, Form, HatchForm, HatchLine, LeaderForm, NoteForm};
pub use drafting::dimension_source::{
    DimensionOptions, DimensionSide, DimensionSource, DimensionTarget, Direction, Measured, RoundMeasure, Row,
};
pub use drafting::dimension_style::{Arrow, DimensionStyle, TextPlace};
pub use drafting::hatch_pattern::{HatchPattern, LineFamily, PatternOrigin};
pub use drafting::measure::{DimensionForm, DimensionLook, Measure, MeasureKind};
pub use drafting::note::LEADER_OFFSET;
pub use drafting::note_source::{
    Machining, NoteKind, NotePlace, NoteSource, Projection, TablePlace, TitleBlock,
};
pub use drafting::page::{Orientation, Page};
pub use drafting::point_ref::{Place, PointRef, Round};
pub use drafting::source::{HatchArea, HatchGap, HatchSource};
pub use drafting::tolerance::Tolerance;
pub use drawing::Contents;
pub use error::{ErrorClass, SceneError};
pub use layer::{Layer, LayerChange, Linetype, nearest_lineweight};
pub use order::{DrawOrder, OrderDetail, OrderMode};
pub use pens::Pens;
pub use placement::{Around, Space};
pub use query::{ListFilter, OutlineItem};
pub use record::{EntityRecord, SceneRecord};
pub use region_results::ResultOptions;
pub use store::Scene;
pub use style::{Cap, Join, Own, OwnStyle, Stroke, Style};
pub use text::{TextDrawn, TextMetrics, TextOptions, label};
pub use text_source::{Align, TextSource};
pub use transform::{Linear, Transform};
pub use units::Units;
pub use viewport::{Viewport, fit_to_viewport};
pub use walk::{Leaf, Visit};

pub use crate::typeset::Fonts;
pub use scenewright_geometry::{Axis, Nearest, OffsetJoin, OffsetStyle, RegionOperation};

#[cfg(test)]
mod tests;
