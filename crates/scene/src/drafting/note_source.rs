//! Notes as calls ask for them.

use serde::{Deserialize, Serialize};

use crate::drafting::point_ref::PointRef;

/// A note as a call asks for it. Lengths are millimetres on paper where nothing else is said.
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
    /// At a point, which follows an entity if it is of one.
    At(PointRef),
    /// The distance from the target, in millimetres on paper.
    Offset([f64; 2]),
}

/// The machining that a surface needs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Machining {
    /// Not said: the open symbol.
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
    /// The scale, where it is not that of the page.
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
    pub fn is_on_page(&self) -> bool {
        matches!(
            self,
            NoteSource::Frame
                | NoteSource::TitleBlock(_)
                | NoteSource::Table { at: TablePlace::Corner { .. }, .. }
        )
    }

    /// Returns the points that the note follows, to be changed.
    pub fn points_mut(&mut self) -> Vec<&mut PointRef> {
        match self {
            NoteSource::CenterMark { .. } | NoteSource::Frame | NoteSource::TitleBlock(_) => Vec::new(),
            NoteSource::CenterLine { from, to, .. } => vec![from, to],
            NoteSource::Leader { target, to, .. } | NoteSource::Balloon { target, to, .. } => match to {
                NotePlace::At(point) => vec![target, point],
                NotePlace::Offset(_) => vec![target],
            },
            NoteSource::SurfaceFinish { target, .. } => vec![target],
            NoteSource::SectionMark { points, .. } => points.iter_mut().collect(),
            NoteSource::NorthArrow { at, .. } | NoteSource::ScaleBar { at, .. } => vec![at],
            NoteSource::Table { at, .. } => match at {
                TablePlace::At(point) => vec![point],
                TablePlace::Corner { .. } => Vec::new(),
            },
        }
    }

    /// Returns the points that the note follows.
    pub fn points(&self) -> Vec<&PointRef> {
        match self {
            NoteSource::CenterMark { .. } | NoteSource::Frame | NoteSource::TitleBlock(_) => Vec::new(),
            NoteSource::CenterLine { from, to, .. } => vec![from, to],
            NoteSource::Leader { target, to, .. } | NoteSource::Balloon { target, to, .. } => match to {
                NotePlace::At(point) => vec![target, point],
                NotePlace::Offset(_) => vec![target],
            },
            NoteSource::SurfaceFinish { target, .. } => vec![target],
            NoteSource::SectionMark { points, .. } => points.iter().collect(),
            NoteSource::NorthArrow { at, .. } | NoteSource::ScaleBar { at, .. } => vec![at],
            NoteSource::Table { at, .. } => match at {
                TablePlace::At(point) => vec![point],
                TablePlace::Corner { .. } => Vec::new(),
            },
        }
    }

    pub(crate) fn names(&self) -> Vec<&String> {
        let mut names: Vec<&String> = self.points().into_iter().filter_map(PointRef::name).collect();
        if let NoteSource::CenterMark { of, .. } = self {
            names.push(of);
        }
        names
    }

    pub(crate) fn names_mut(&mut self) -> Vec<&mut String> {
        if let NoteSource::CenterMark { of, .. } = self {
            return vec![of];
        }
        self.points_mut().into_iter().filter_map(PointRef::name_mut).collect()
    }
}
