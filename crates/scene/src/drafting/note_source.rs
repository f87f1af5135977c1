//! Notes as calls ask for them.

use serde::{Deserialize, Serialize};

use crate::drafting::dimension_source::DimensionOptions;
use crate::drafting::point_ref::PointRef;
use crate::drafting::view_source::{DetailView, SectionView};

/// The arguments of a note. Lengths are millimetres on paper unless stated otherwise.
#[derive(Clone, Debug)]
pub enum NoteSource {
    /// The crossing axes of a circle or an arc.
    CenterMark {
        /// The name of the circle or arc.
        of: String,
        /// The length of the axes beyond the circle.
        beyond: f64,
    },
    /// An axis, dashed as a centre line.
    CenterLine {
        /// The beginning, before it is lengthened.
        from: PointRef,
        /// The end, before it is lengthened.
        to: PointRef,
        /// The length beyond both ends.
        beyond: f64,
    },
    /// A text with an arrow to a target.
    Leader {
        /// The tip of the arrow.
        target: PointRef,
        /// The text; a line feed begins a new line.
        text: String,
        /// The bend of the line, beside which the text is.
        to: NotePlace,
    },
    /// The number of a part in a circle.
    Balloon {
        /// The point of the part where the line ends, with a dot.
        target: PointRef,
        /// The text in the circle, which grows with it.
        text: String,
        /// The centre of the circle.
        to: NotePlace,
    },
    /// The symbol of surface finish after ISO 21920.
    SurfaceFinish {
        /// The tip of the symbol, on the surface.
        target: PointRef,
        /// The roughness, such as `Ra 1.6`; may be blank.
        text: String,
        /// The machining, which closes the symbol.
        machining: Machining,
        /// The direction of the surface, in radians.
        angle: f64,
        /// The entries at the other places of the symbol.
        details: Box<SurfaceDetails>,
    },
    /// The centre marks of all circles of an entity, and the circles that their centres lie on.
    CenterMarks {
        /// The name of the entity.
        of: String,
        /// The length of the axes beyond the circles.
        beyond: f64,
        /// True for the circles through the centres of three or more alike.
        has_pitch_circles: bool,
    },
    /// The sizes of a hole, or of several alike, with a leader to one of them.
    HoleCallout {
        /// The names of circles, or of one entity with several.
        of: Vec<String>,
        /// The number of the circle of an entity with several, from 0; all circles like it are counted.
        index: Option<usize>,
        /// The sizes beside the diameter, which is measured.
        hole: Box<HoleSizes>,
        /// The place of the text, its prefix and suffix, and the tolerance of the diameter.
        options: Box<DimensionOptions>,
    },
    /// The frame of a geometrical tolerance after ISO 1101.
    ToleranceFrame {
        /// The tip of the arrow.
        target: PointRef,
        /// The rows of the frame, from the top.
        rows: Vec<FrameRow>,
        /// The text above the frame, such as `4×`.
        above: String,
        /// The end of the leader at the frame.
        to: NotePlace,
    },
    /// The symbol of a datum: a triangle on the surface, and a letter in a box.
    Datum {
        /// The point of the surface.
        target: PointRef,
        /// The letter.
        letter: String,
        /// The direction away from the surface, in radians; `None` for the one with most room.
        angle: Option<f64>,
        /// The length of the line to the box.
        offset: Option<f64>,
    },
    /// A section of something flat, seen along a cutting line.
    SectionView(Box<SectionView>),
    /// A part of the drawing at another scale.
    DetailView(Box<DetailView>),
    /// The parts of the drawing: its blocks with their numbers.
    PartsList {
        /// The columns: what stands in their heads, and what they list.
        columns: Vec<(String, PartColumn)>,
        /// The blocks that are listed; `None` for all that are shown.
        blocks: Option<Vec<String>>,
        /// The place of the whole table.
        at: TablePlace,
    },
    /// The line along which a thing is cut, with arrows and letters at its ends.
    SectionMark {
        /// Two or more points; the line bends at those between the ends.
        points: Vec<PointRef>,
        /// The letter at each arrow, such as `A`.
        text: String,
        /// True for a view to the left of the way along the points, false for one to the right.
        looks_left: bool,
    },
    /// An arrow to the north with an N.
    NorthArrow {
        /// The middle of the arrow.
        at: PointRef,
        /// The length of the arrow; the letter is beyond it.
        size: f64,
        /// The angle of north from y, counter-clockwise, in radians.
        angle: f64,
    },
    /// A bar with this many divisions; the length of one is in the scene's unit.
    ScaleBar {
        /// The lower left corner of the bar.
        at: PointRef,
        /// The length of a division; `None` for a round one that is at least 10 mm on paper.
        division: Option<f64>,
        /// The number of divisions, from 1 to 100.
        divisions: usize,
    },
    /// Rows of texts between lines.
    Table {
        /// The texts, from the top; rows may be shorter than the longest.
        rows: Vec<Vec<String>>,
        /// The place of the whole table.
        at: TablePlace,
        /// True to set off the first row by a thick line.
        has_header: bool,
        /// The widths of the first columns; the others are as wide as their texts.
        widths: Vec<f64>,
    },
    /// The frame of the page.
    Frame,
    /// The title block in the lower right corner of the frame.
    TitleBlock(Box<TitleBlock>),
}

/// The place of a note's text.
#[derive(Clone, Debug, PartialEq)]
pub enum NotePlace {
    /// At a point, which follows an entity if it belongs to one.
    At(PointRef),
    /// The distance from the target, in millimetres on paper.
    Offset([f64; 2]),
    /// A free place near the target: at this distance unless something is there.
    Free([f64; 2]),
}

/// The sizes of a hole beside its diameter, in the unit of the scene.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct HoleSizes {
    /// The number of holes; `None` for those that are found.
    pub count: Option<usize>,
    /// The depth of a hole that does not go through.
    pub depth: Option<f64>,
    /// True to write that the hole goes through.
    pub is_through: bool,
    /// The diameter and the depth of a counterbore.
    pub counterbore: Option<[f64; 2]>,
    /// The diameter of a countersink, and its angle in radians.
    pub countersink: Option<[f64; 2]>,
    /// The thread, such as `M6` or `M6x0.75`; it stands in the place of the diameter.
    pub thread: Option<String>,
    /// The depth of the thread.
    pub thread_depth: Option<f64>,
}

/// A row of the frame of a tolerance.
#[derive(Clone, Debug, PartialEq)]
pub struct FrameRow {
    /// The characteristic that is limited.
    pub characteristic: Characteristic,
    /// The width of the zone, in the unit of the scene; `None` where a text says it.
    pub value: Option<f64>,
    /// The sign before the value: a diameter, or `S` and a diameter for a sphere.
    pub before: String,
    /// The modifiers after the value, or the whole value.
    pub after: String,
    /// The datums, with their modifiers.
    pub datums: Vec<String>,
}

impl FrameRow {
    /// Returns what ISO 1101 does not allow in the row, as a clause.
    pub fn objection(&self) -> Option<String> {
        use Characteristic::{
            Angularity, Concentricity, Cylindricity, Flatness, LineProfile, Parallelism, Perpendicularity,
            Position, Roundness, Straightness, SurfaceProfile,
        };
        let is_of_form = matches!(self.characteristic, Straightness | Flatness | Roundness | Cylindricity);
        let needs_datum =
            !is_of_form && !matches!(self.characteristic, LineProfile | SurfaceProfile | Position);
        // A zone is round where an axis or a point may lie anywhere in it.
        let has_axis = matches!(
            self.characteristic,
            Straightness | Parallelism | Perpendicularity | Angularity | Position | Concentricity
        );
        let twice = self.datums.iter().enumerate().find(|(at, datum)| self.datums[..*at].contains(datum));
        if is_of_form && !self.datums.is_empty() {
            return Some("a tolerance of form has no datums".to_owned());
        }
        if needs_datum && self.datums.is_empty() {
            return Some("it needs a datum".to_owned());
        }
        if !self.before.is_empty() && !has_axis {
            return Some("its zone is not round".to_owned());
        }
        twice.map(|(_, datum)| format!("the datum {datum} is there twice"))
    }
}

/// A geometrical characteristic of ISO 1101.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Characteristic {
    /// The form of a line.
    Straightness,
    /// The form of a plane.
    Flatness,
    /// The form of a circle.
    Roundness,
    /// The form of a cylinder.
    Cylindricity,
    /// The form of any line.
    LineProfile,
    /// The form of any surface.
    SurfaceProfile,
    /// The direction along a datum.
    Parallelism,
    /// The direction across a datum.
    Perpendicularity,
    /// The direction at an angle to a datum.
    Angularity,
    /// The place.
    Position,
    /// The place of a centre or an axis on the datum's.
    Concentricity,
    /// The place of a middle plane on the datum's.
    Symmetry,
    /// The deviation while turning, at any one place.
    CircularRunout,
    /// The deviation while turning, of the whole surface.
    TotalRunout,
}

/// The entries at the other places of the symbol of a surface.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SurfaceDetails {
    /// The method, above the bar.
    pub method: String,
    /// The second requirement, beneath the first.
    pub second: String,
    /// The direction of the grooves, such as `=` or `⟂`.
    pub lay: String,
    /// The allowance for machining, before the symbol.
    pub allowance: String,
    /// True for all surfaces around the outline.
    pub is_all_around: bool,
    /// The place of the symbol where it does not stand on the surface but on a leader.
    pub to: Option<NotePlace>,
}

/// A column of a parts list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PartColumn {
    /// The number of the part.
    Item,
    /// The name of the block.
    Name,
    /// The number of instances.
    Count,
    /// The values of an attribute.
    Attribute(String),
}

/// The machining that a surface needs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Machining {
    /// Any or no machining: the open symbol.
    #[default]
    Any,
    /// Material is removed: the symbol is closed by a bar.
    Required,
    /// Material must not be removed: the symbol holds a circle.
    Prohibited,
}

/// The place of a table.
#[derive(Clone, Debug, PartialEq)]
pub enum TablePlace {
    /// The upper left corner, in the scene.
    At(PointRef),
    /// In a corner of the page's frame: above is true for the upper ones, right for the right ones.
    Corner {
        /// True for the upper corners.
        above: bool,
        /// True for the right corners; a table at the lower right stands on the title block.
        right: bool,
    },
    /// The lower right corner of the first page that is set, or the origin of the scene as long as there is none.
    NextPage,
}

/// The entries of a title block, after ISO 7200.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TitleBlock {
    /// The legal owner of the document.
    pub owner: String,
    /// The title, written largest.
    pub title: String,
    /// The supplementary title, below the title; blank for none.
    pub subtitle: String,
    /// The identification number.
    pub number: String,
    /// The index of the revision, such as `B`.
    pub revision: String,
    /// The date of issue, as it is written: no format is demanded.
    pub date: String,
    /// The number of the sheet, such as `1/3`.
    pub sheet: String,
    /// The person who has made the drawing.
    pub creator: String,
    /// The person who has approved it.
    pub approver: String,
    /// The responsible department.
    pub department: String,
    /// The technical reference: the person who answers questions.
    pub reference: String,
    /// The type of the document, such as `Assembly drawing`.
    pub document_type: String,
    /// The status of the document, such as `Released`.
    pub status: String,
    /// The language of the document, such as `en`.
    pub language: String,
    /// The material of the part.
    pub material: String,
    /// The mass of the part, with its unit.
    pub mass: String,
    /// The general tolerances, such as `ISO 2768-mK`.
    pub tolerances: String,
    /// The scale, where it differs from the page's.
    pub scale: String,
    /// The symbol of projection, in a field of its own.
    pub projection: Projection,
}

/// The method of projection, by its symbol.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Projection {
    /// No symbol; the field is empty.
    #[default]
    None,
    /// First angle: the circles are at the right of the cone.
    First,
    /// Third angle: the circles are at the left of the cone.
    Third,
}

/// The kinds of notes that are shapes to all formats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum NoteKind {
    /// The crossing axes of a circle or an arc.
    CenterMark,
    /// An axis, dashed as a centre line.
    CenterLine,
    /// The number of a part in a circle.
    Balloon,
    /// The symbol of surface finish.
    SurfaceFinish,
    /// The centre marks of all circles of an entity.
    CenterMarks,
    /// The sizes of a hole, or of several alike.
    HoleCallout,
    /// The frame of a geometrical tolerance.
    ToleranceFrame,
    /// The symbol of a datum.
    Datum,
    /// A section of something flat.
    SectionView,
    /// A part of the drawing at another scale.
    DetailView,
    /// The parts of the drawing.
    PartsList,
    /// The line along which a thing is cut.
    SectionMark,
    /// An arrow to the north.
    NorthArrow,
    /// A bar of divisions.
    ScaleBar,
    /// Rows of texts between lines, in the drawing or on the page.
    Table,
    /// The frame of the page.
    Frame,
    /// The title block in the frame.
    TitleBlock,
}

impl NoteSource {
    /// Returns true for a note that has its place on the page, and not in the drawing.
    pub(crate) fn is_on_page(&self) -> bool {
        matches!(
            self,
            NoteSource::Frame
                | NoteSource::TitleBlock(_)
                | NoteSource::Table { at: TablePlace::Corner { .. }, .. }
                | NoteSource::PartsList { at: TablePlace::Corner { .. }, .. }
        )
    }

    /// Returns true for a note that measures shapes, which one that was moved by itself no longer does.
    pub(crate) fn follows_shapes(&self) -> bool {
        matches!(
            self,
            NoteSource::CenterMark { .. }
                | NoteSource::CenterMarks { .. }
                | NoteSource::HoleCallout { .. }
                | NoteSource::SectionView(_)
                | NoteSource::DetailView(_)
                | NoteSource::PartsList { .. }
        )
    }

    /// Returns true for a note whose text needs a free place.
    pub(crate) fn has_text_beside(&self) -> bool {
        matches!(
            self,
            NoteSource::Leader { .. }
                | NoteSource::Balloon { .. }
                | NoteSource::HoleCallout { .. }
                | NoteSource::ToleranceFrame { .. }
                | NoteSource::Datum { .. }
                | NoteSource::SurfaceFinish { .. }
                | NoteSource::DetailView(_)
        )
    }

    /// Returns true for a note that finds its place.
    pub(crate) fn is_free(&self) -> bool {
        match self {
            NoteSource::Leader { to, .. }
            | NoteSource::Balloon { to, .. }
            | NoteSource::ToleranceFrame { to, .. } => matches!(to, NotePlace::Free(_)),
            NoteSource::SurfaceFinish { details, .. } => matches!(details.to, Some(NotePlace::Free(_))),
            NoteSource::Datum { angle, offset, .. } => angle.is_none() || offset.is_none(),
            NoteSource::HoleCallout { options, .. } => {
                options.through.is_none() && (options.angle.is_none() || options.offset.is_none())
            }
            NoteSource::DetailView(view) => view.at.is_none(),
            _ => false,
        }
    }

    /// Returns the point that a leader points at.
    pub(crate) fn target(&self) -> Option<&PointRef> {
        match self {
            NoteSource::Leader { target, .. }
            | NoteSource::Balloon { target, .. }
            | NoteSource::ToleranceFrame { target, .. }
            | NoteSource::SurfaceFinish { target, .. }
            | NoteSource::Datum { target, .. } => Some(target),
            _ => None,
        }
    }

    /// Returns the points that the note follows, to be changed.
    pub(crate) fn points_mut(&mut self) -> Vec<&mut PointRef> {
        match self {
            NoteSource::CenterMark { .. }
            | NoteSource::CenterMarks { .. }
            | NoteSource::Frame
            | NoteSource::TitleBlock(_) => Vec::new(),
            NoteSource::CenterLine { from, to, .. } => vec![from, to],
            NoteSource::Leader { target, to, .. }
            | NoteSource::Balloon { target, to, .. }
            | NoteSource::ToleranceFrame { target, to, .. } => match to {
                NotePlace::At(point) => vec![target, point],
                NotePlace::Offset(_) | NotePlace::Free(_) => vec![target],
            },
            NoteSource::SurfaceFinish { target, details, .. } => match &mut details.to {
                Some(NotePlace::At(point)) => vec![target, point],
                _ => vec![target],
            },
            NoteSource::Datum { target, .. } => vec![target],
            NoteSource::HoleCallout { options, .. } => options.through.iter_mut().collect(),
            NoteSource::SectionView(view) => view.points_mut(),
            NoteSource::DetailView(view) => view.points_mut(),
            NoteSource::SectionMark { points, .. } => points.iter_mut().collect(),
            NoteSource::NorthArrow { at, .. } | NoteSource::ScaleBar { at, .. } => vec![at],
            NoteSource::Table { at, .. } | NoteSource::PartsList { at, .. } => match at {
                TablePlace::At(point) => vec![point],
                TablePlace::Corner { .. } | TablePlace::NextPage => Vec::new(),
            },
        }
    }

    /// Puts a table that has its place on the next page into the corner of a page; returns false for other notes.
    pub(crate) fn move_to_page(&mut self) -> bool {
        let (NoteSource::Table { at, .. } | NoteSource::PartsList { at, .. }) = self else { return false };
        let is_moved = matches!(at, TablePlace::NextPage);
        if is_moved {
            *at = TablePlace::Corner { above: false, right: true };
        }
        is_moved
    }

    pub(crate) fn names_mut(&mut self) -> Vec<&mut String> {
        match self {
            NoteSource::HoleCallout { of, options, .. } => {
                let through = options.through.as_mut().and_then(PointRef::name_mut);
                of.iter_mut().chain(through).collect()
            }
            NoteSource::SectionView(view) => view.all_names_mut(),
            NoteSource::CenterMark { of, .. } | NoteSource::CenterMarks { of, .. } => vec![of],
            _ => self.points_mut().into_iter().filter_map(PointRef::name_mut).collect(),
        }
    }
}
