//! Descriptions of groups that are more than their outlines, for formats that know such things.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};

use crate::drafting::error::SceneError;
use crate::drafting::measure::{DimensionForm, Measure, turned};
use crate::drafting::note_source::NoteKind;
use crate::drafting::source::Source;
use crate::drafting::style::OwnStyle;
use scenewright_geometry::{Affine, Point, Shape};

/// The description of a group, in the group's own coordinates.
///
/// Invariant: the children of the group are the shapes that show this. Any change to their number, shape or place
/// removes it; their style and layer may change.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Annotation {
    /// The description itself, which files and other processes get; the source stays in this one.
    pub form: Form,
    /// The function that redraws it, while the script that drew it runs.
    #[serde(skip)]
    pub source: Option<Source>,
    /// The styles that the group and its shapes were drawn with, in this order. Shapes that still have them are redrawn in
    /// the next ones; shapes with others were styled by the script, and keep those.
    #[serde(skip)]
    pub styles: Vec<OwnStyle>,
}

/// The kinds of annotation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Form {
    /// An area that is filled or hatched.
    Hatch(HatchForm),
    /// One or several measured values.
    Dimension(DimensionForm),
    /// A text with a line to what it is about.
    Leader(LeaderForm),
    /// A note of another kind, which formats know as shapes only.
    Note(NoteForm),
}

/// A text with a line to what it is about.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LeaderForm {
    /// The target, the bend, and the end of the line.
    pub points: Vec<Point>,
    /// The text as it was given; a line feed begins a new line.
    pub text: String,
    /// The end of the text next to the line, at the middle of its height.
    pub text_at: Point,
    /// The height of a capital letter, in the unit of the group's coordinates.
    pub text_height: f64,
    /// True for a text on the left of its line.
    pub is_left: bool,
    /// The length of the arrow at the target, in the unit of the group's coordinates.
    pub arrow_size: f64,
}

/// A note that is shapes to all formats.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct NoteForm {
    /// The kind, from which readers of the scene know what the shapes mean.
    pub kind: NoteKind,
    /// The position of the sheet that the note has its place on; `None` for one in the drawing.
    #[serde(with = "sheet_position")]
    pub on_page: Option<u32>,
    /// The text of a call-out or a frame as it is read, a line for each row; empty for other notes.
    pub text: String,
}

/// The sheet of a note as files have it: `false` for none, `true` for the first, and the position of another from 1, so that
/// drawings with one sheet read and write as they did before there could be several.
mod sheet_position {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    #[derive(Serialize, Deserialize)]
    #[serde(untagged)]
    enum Written {
        Flag(bool),
        Position(u32),
    }

    #[expect(
        clippy::ref_option,
        clippy::trivially_copy_pass_by_ref,
        reason = "serde gives fields by reference"
    )]
    pub(super) fn serialize<S: Serializer>(sheet: &Option<u32>, serializer: S) -> Result<S::Ok, S::Error> {
        if !serializer.is_human_readable() {
            return sheet.serialize(serializer);
        }
        match sheet {
            None => Written::Flag(false),
            Some(0) => Written::Flag(true),
            Some(position) => Written::Position(*position),
        }
        .serialize(serializer)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<u32>, D::Error> {
        if !deserializer.is_human_readable() {
            return Option::deserialize(deserializer);
        }
        Ok(match Written::deserialize(deserializer)? {
            Written::Flag(false) => None,
            Written::Flag(true) => Some(0),
            Written::Position(position) => Some(position),
        })
    }
}

/// A hatched area.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct HatchForm {
    /// The parts of the area, which do not overlap.
    pub area: Vec<Shape>,
    /// The name that formats write, such as `ANSI31` or `USER`.
    pub pattern: String,
    /// The angle by which the whole pattern is turned, in radians.
    pub angle: f64,
    /// The factor by which the pattern is larger than it is defined.
    pub scale: f64,
    /// The lines of the pattern as they are drawn; none where the area is filled.
    pub lines: Vec<HatchLine>,
}

/// A family of parallel lines in a hatch.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct HatchLine {
    /// The direction of the lines, in radians.
    pub angle: f64,
    /// A point of the first line, where its dashes begin.
    pub base: Point,
    /// The displacement from one line to the next.
    pub offset: Point,
    /// The lengths of dashes, greater than zero, of dots, which are zero, and of gaps, less than zero; none for solid
    /// lines.
    pub dashes: Vec<f64>,
}

impl Annotation {
    /// Checks an annotation that came from a file or another process.
    pub fn check(&self, has_shape: bool) -> Result<(), SceneError> {
        if has_shape {
            return Err(SceneError::scene("an annotation is a group, but this has a shape"));
        }
        if !self.form.is_finite() {
            return Err(SceneError::range("its annotation must hold finite numbers only"));
        }
        Ok(())
    }

    /// Returns the type that listings show.
    pub fn kind(&self) -> &'static str {
        match &self.form {
            Form::Hatch(_) => "hatch",
            Form::Dimension(_) => "dimension",
            Form::Leader(_) => "leader",
            Form::Note(_) => "note",
        }
    }
}

impl Annotation {
    /// Returns the annotation of a copy, which follows the copies of what the original follows.
    pub fn renamed(&self, names: &HashMap<String, String>) -> Annotation {
        let mut copy = self.clone();
        for name in copy.source.iter_mut().flat_map(Source::names_mut) {
            if let Some(new) = names.get(name) {
                name.clone_from(new);
            }
        }
        copy
    }

    /// Returns true if the annotation follows no entity but these.
    pub(crate) fn follows_only(&self, names: &HashMap<String, String>) -> bool {
        self.source.as_ref().is_none_or(|source| source.names().iter().all(|name| names.contains_key(name)))
    }
}

/// The function that redraws an annotation is not part of the drawing.
impl PartialEq for Annotation {
    fn eq(&self, other: &Annotation) -> bool {
        self.form == other.form
    }
}

impl Form {
    /// Returns true if all numbers are finite.
    pub fn is_finite(&self) -> bool {
        match self {
            Form::Hatch(hatch) => hatch.is_finite(),
            Form::Dimension(dimension) => dimension.measures.iter().all(Measure::is_finite),
            Form::Leader(leader) => {
                leader.points.iter().chain([&leader.text_at]).all(Point::is_finite)
                    && leader.text_height.is_finite()
                    && leader.arrow_size.is_finite()
            }
            Form::Note(_) => true,
        }
    }

    /// Returns the description of the image. Lengths and angles are kept right where the transform keeps shapes similar.
    pub fn transformed(self, transform: &Affine) -> Form {
        if *transform == Affine::IDENTITY {
            return self;
        }
        match self {
            Form::Hatch(hatch) => Form::Hatch(hatch.transformed(transform)),
            Form::Dimension(dimension) => {
                let measures = dimension.measures.into_iter().map(|measure| measure.transformed(transform));
                Form::Dimension(DimensionForm { measures: measures.collect(), ..dimension })
            }
            Form::Leader(leader) => {
                let factor = transform.similarity_factor().unwrap_or(1.0);
                Form::Leader(LeaderForm {
                    points: leader.points.iter().map(|point| *transform * *point).collect(),
                    text_at: *transform * leader.text_at,
                    text_height: leader.text_height * factor,
                    arrow_size: leader.arrow_size * factor,
                    ..leader
                })
            }
            Form::Note(note) => Form::Note(note),
        }
    }
}

impl HatchForm {
    fn is_finite(&self) -> bool {
        let is_line_finite = |line: &HatchLine| {
            line.angle.is_finite()
                && line.base.is_finite()
                && line.offset.is_finite()
                && line.dashes.iter().all(|dash| dash.is_finite())
        };
        self.angle.is_finite()
            && self.scale.is_finite()
            && self.lines.iter().all(is_line_finite)
            && self.area.iter().all(|shape| shape.bounds(&Affine::IDENTITY).is_finite())
    }

    /// Returns the hatch of the image, whose pattern is right where shapes stay similar.
    pub fn transformed(self, transform: &Affine) -> HatchForm {
        let factor = transform.similarity_factor().unwrap_or(1.0);
        let line = |line: HatchLine| HatchLine {
            angle: turned(line.angle, transform),
            base: *transform * line.base,
            offset: transform.displace(line.offset),
            dashes: line.dashes.into_iter().map(|dash| dash * factor).collect(),
        };
        HatchForm {
            area: self
                .area
                .into_iter()
                .map(|shape| Shape::Path(shape.to_path().transformed(transform)))
                .collect(),
            angle: turned(self.angle, transform),
            scale: self.scale * factor,
            lines: self.lines.into_iter().map(line).collect(),
            ..self
        }
    }
}
