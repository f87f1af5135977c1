//! The drawing: entities and groups, their places, styles and order, and the difference between two drawings.
//!
//! Invariant: a [`Scene`] is always whole. An operation either succeeds or leaves the scene as it was, names are
//! unique, groups form a forest, and every number in it is finite. Nothing here recurses over the depth of groups.

pub mod drafting;
pub mod typeset;

mod arranging;
mod arrays;
mod asset_file;
mod assets;
mod attribute;
mod block_contents;
mod block_instances;
mod blocks;
mod checks;
mod color;
mod connectors;
mod copying;
mod declarations;
mod derived_names;
mod description;
mod difference;
mod drawing;
mod error;
mod glyphs;
mod grouping;
mod imports;
mod layer;
mod layers;
mod measures;
mod name_pattern;
mod nesting;
mod order;
mod outline_edits;
mod paper;
mod parameters;
mod parts;
mod patch;
mod pens;
mod placement;
mod places;
mod query;
mod record;
mod region_results;
mod regions;
mod shared_bytes;
mod siblings;
mod source_places;
mod store;
mod style;
mod text;
mod text_source;
mod transform;
mod units;
mod viewport;
mod walk;

pub use arranging::{AlignEdge, AlignTarget};
pub use arrays::{ArrayOptions, ArrayPath, GridSteps, PathSteps, PolarSteps};
pub use asset_file::AssetFile;
pub use assets::Assets;
pub use attribute::{Attribute, AttributeDefinition, AttributePlace};
pub use blocks::{BlockOptions, InsertOptions};
pub use color::Color;
pub use connectors::{ArrowEnds, ConnectOptions, ConnectorCurve};
pub use description::{
    GeometryDescription, InstanceDescription, Number, StyleDescription, TextDescription, TransformDescription,
};
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
pub use nesting::{NestOptions, Nested};
pub use order::{DrawOrder, OrderDetail, OrderMode};
pub use outline_edits::{CutPlaces, ThickenOptions};
pub use parameters::{
    Declarations, GivenParameters, MAX_PARAMETERS, MAX_RULES, ParameterBounds, ParameterValue,
    SceneParameter, SceneRule,
};
pub use patch::ScenePatch;
pub use pens::Pens;
pub use placement::{Around, Space};
pub use places::{PlaceInFile, PlacesRecord, SourcePlace};
pub use query::{ListFilter, OutlineItem};
pub use record::{BlockRecord, EntityRecord, InstanceRecord, SceneRecord};
pub use region_results::ResultOptions;
pub use store::{Block, Instance, Scene};
pub use style::{Cap, Join, Own, OwnStyle, Stroke, Style};
pub use text::{TextBox, TextDrawn, TextMetrics, TextOptions, label, label_in};
pub use text_source::{Align, TextLine, TextSource, VerticalAlign};
pub use transform::{Linear, Transform};
pub use units::Units;
pub use viewport::{Viewport, fit_to_viewport};
pub use walk::{BlockUse, Leaf, Visit};

pub use crate::typeset::Fonts;
pub use scenewright_geometry::{
    Axis, CornerCut, Justify, LineCap, Nearest, OffsetJoin, OffsetStyle, RegionOperation,
};

#[cfg(test)]
mod tests;
