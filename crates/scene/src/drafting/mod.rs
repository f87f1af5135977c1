//! The look of a drawing: texts as outlines, colours and pens, transforms, dimensions, notes, hatches, and the page they are drawn for.
//!
//! Nothing here knows an entity. A dimension, note or hatch is a list of ordinary shapes that every exporter draws, with an
//! [`Annotation`] that says what they really are; the scene says where the points and areas are that it is drawn for.
//!
//! Invariant: the same annotation at the same places, with the same things around it, gives the same shapes.

pub mod typeset;

pub(crate) mod angle_dimension;
pub(crate) mod annotation;
pub(crate) mod callout;
pub(crate) mod connector;
pub(crate) mod detail;
pub(crate) mod dimension;
pub(crate) mod drawn;
pub(crate) mod hatch;
pub(crate) mod label;
pub(crate) mod leader_places;
pub(crate) mod lettering;
pub(crate) mod lines;
pub(crate) mod note;
pub(crate) mod occupancy;
pub(crate) mod page_fit;
pub(crate) mod parts;
pub(crate) mod pens;
pub(crate) mod routing;
pub(crate) mod shape_points;
pub(crate) mod shapes;
pub(crate) mod symbols;
pub(crate) mod table;
pub(crate) mod title_block;
pub(crate) mod vectors;

mod asset_file;
mod assets;
mod attribute;
mod color;
mod color_spaces;
mod dimension_source;
mod dimension_style;
mod error;
mod hatch_lines;
mod hatch_pattern;
mod iso286;
mod layer;
mod linear_dimension;
mod measure;
mod name_pattern;
mod note_source;
mod ordinate_dimension;
mod page;
mod point_ref;
pub(crate) mod round_dimension;
mod shared_bytes;
mod sheet;
mod signs;
mod source;
mod style;
mod text_source;
mod tolerance;
mod transform;
mod units;
mod view_source;
mod viewport;

pub use annotation::{Annotation, Form, HatchForm, HatchLine, LeaderForm, NoteForm};
pub use asset_file::AssetFile;
pub use assets::Assets;
pub use attribute::{Attribute, AttributeDefinition, AttributePlace};
pub use color::Color;
pub use dimension_source::{
    DimensionOptions, DimensionSide, DimensionSource, DimensionTarget, Direction, Measured, RoundMeasure, Row,
};
pub use dimension_style::{Arrow, DimensionStyle, MAX_DECIMALS, NumberFormat, TextPlace};
pub(crate) use error::with_article;
pub use error::{ErrorClass, SceneError, quoted};
pub use hatch_pattern::{HatchPattern, LineFamily};
pub use layer::{Layer, LayerChange, Linetype, PropertyChange, nearest_lineweight};
pub use measure::{DimensionForm, DimensionLook, Measure, MeasureKind};
pub(crate) use name_pattern::matches_pattern;
pub use note::LEADER_OFFSET;
pub use note_source::{
    Characteristic, FrameRow, HoleSizes, Machining, NoteKind, NotePlace, NoteSource, PartColumn, Projection,
    SurfaceDetails, TablePlace, TitleBlock,
};
pub use page::{FIRST_SHEET, MAX_SHEETS, NamedPage, Orientation, Page};
pub use pens::Pens;
pub use point_ref::{Place, PointRef, Round};
pub(crate) use sheet::Sheet;
pub use signs::DrawnSign;
pub(crate) use source::Source;
pub use source::{HatchArea, HatchGap, HatchSource};
pub use style::{Cap, Join, Own, OwnStyle, Stroke, Style};
pub use text_source::{Align, TextLine, TextSource, VerticalAlign};
pub use tolerance::Tolerance;
pub(crate) use transform::Linear;
pub use transform::Transform;
pub use typeset::Fonts;
pub use units::Units;
pub use view_source::{DetailView, SectionHole, SectionView, ViewPlace};
pub use viewport::{Viewport, fit_to_viewport};
