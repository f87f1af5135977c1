//! The drawing: entities and groups, their places, styles and order, and the difference between two drawings.
//!
//! Invariant: a [`Scene`] is always whole. An operation either succeeds or leaves the scene as it was, names are
//! unique, groups form a forest, and every number in it is finite. Nothing here recurses over the depth of groups.

mod annotations;
mod arrays;
mod attribute_texts;
mod block_contents;
mod block_instances;
mod blocks;
mod boolean_inputs;
mod changed_subtrees;
mod connectors;
mod copying;
mod cut_order;
mod declarations;
mod derivations;
mod derived_names;
mod description;
mod difference;
mod drafting;
mod drawing;
mod drawing_changes;
mod glyphs;
mod grouping;
mod imports;
mod joining;
mod layers;
mod measures;
mod order;
mod outline_edits;
mod paper;
mod parameters;
mod parts;
mod patch;
mod placement;
mod places;
mod ports;
mod query;
mod record;
mod region_results;
mod regions;
mod repeated_outlines;
mod shared_text;
mod siblings;
mod slab;
mod source_places;
mod store;
mod text;
mod walk;
mod wire;

pub use annotations::ShownDetail;
pub use arrays::{ArrayOptions, ArrayPath, GridSteps, PathSteps, PolarSteps};
pub use blocks::{BlockOptions, InsertOptions};
pub use connectors::{ArrowEnds, ConnectEnd, ConnectOptions, ConnectorCurve};
pub use cut_order::{CutOrderOptions, CutReport, PlannedCut};
pub use description::{GeometryDescription, Number, StyleDescription, TextDescription, TransformDescription};
pub use difference::{Difference, changed_aspects, difference};
pub use drawing::Contents;
pub use drawing_changes::{SceneChanges, scene_changes};
pub use joining::{JoinGap, JoinReport, JoinedPath};
pub use measures::{DISTANCE_SLACK, FINE};
pub use order::{DrawOrder, OrderDetail, OrderMode};
pub use outline_edits::{CutPlaces, ThickenOptions};
pub use parameters::{
    Declarations, GivenParameters, LaidSheet, MAX_LAID_SHEETS, MAX_PARAMETERS, MAX_RULES, ParameterBounds,
    ParameterValue, RuleBreach, SceneParameter, SceneRule,
};
pub use patch::ScenePatch;
pub use placement::{Around, Space};
pub use places::{PlaceInFile, PlacesRecord, SourcePlace};
pub use ports::Port;
pub use query::{ListFilter, OutlineItem};
pub use record::{BlockRecord, EntityRecord, InstanceRecord, SceneRecord};
pub use region_results::ResultOptions;
pub use store::{Block, Instance, Scene};
pub use text::{TextBox, TextDrawn, TextMetrics, TextOptions, label, label_in, warning_of_boxes};
pub use walk::{BlockUse, Leaf, Subtree, Visit};

pub use drafting::{
    Align, Annotation, Arrow, AssetFile, Assets, Attribute, AttributeDefinition, AttributePlace, Cap,
    Characteristic, Color, DetailView, DimensionForm, DimensionLook, DimensionOptions, DimensionSide,
    DimensionSource, DimensionStyle, DimensionTarget, Direction, DrawnSign, ErrorClass, FIRST_SHEET, Fonts,
    Form, FrameRow, HatchArea, HatchForm, HatchGap, HatchLine, HatchPattern, HatchSource, HoleSizes, Join,
    LEADER_OFFSET, Layer, LayerChange, LeaderForm, LineFamily, Linetype, MAX_DECIMALS, MAX_SHEETS, Machining,
    Measure, MeasureKind, Measured, NamedPage, NoteForm, NoteKind, NotePlace, NoteSource, NumberFormat,
    Orientation, Own, OwnStyle, Page, PartColumn, Pens, Place, PointRef, Projection, PropertyChange, Round,
    RoundMeasure, Row, SceneError, SectionHole, SectionView, Stroke, Style, SurfaceDetails, TablePlace,
    TextLine, TextPlace, TextSource, TitleBlock, Tolerance, Transform, Units, VerticalAlign, ViewPlace,
    Viewport, fit_to_viewport, nearest_lineweight, quoted, typeset,
};

#[cfg(test)]
mod tests;
