//! Notes as calls ask for them.

use serde::{Deserialize, Serialize};

use crate::point_ref::PointRef;

/// A note as a call asks for it. Lengths are millimetres on paper where nothing else is said.
#[derive(Clone, Debug)]
pub enum NoteSource {
    CenterMark {
        of: String,
        beyond: f64,
    },
    CenterLine {
        from: PointRef,
        to: PointRef,
        beyond: f64,
    },
    Leader {
        target: PointRef,
        text: String,
        to: NotePlace,
    },
    Balloon {
        target: PointRef,
        text: String,
        to: NotePlace,
    },
    SurfaceFinish {
        target: PointRef,
        text: String,
        machining: Machining,
        angle: f64,
    },
    SectionMark {
        points: Vec<PointRef>,
        text: String,
        looks_left: bool,
    },
    NorthArrow {
        at: PointRef,
        size: f64,
        angle: f64,
    },
    /// A bar of so many divisions; the length of one is in the scene's unit.
    ScaleBar {
        at: PointRef,
        division: Option<f64>,
        divisions: usize,
    },
    Table {
        rows: Vec<Vec<String>>,
        at: TablePlace,
        has_header: bool,
        widths: Vec<f64>,
    },
    /// The frame of the page.
    Frame,
    TitleBlock(Box<TitleBlock>),
}

/// The place of a note's text.
#[derive(Clone, Debug, PartialEq)]
pub enum NotePlace {
    At(PointRef),
    /// The distance from the target, in millimetres on paper.
    Offset([f64; 2]),
}

/// The machining that a surface needs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Machining {
    #[default]
    Any,
    Required,
    Prohibited,
}

/// The place of a table.
#[derive(Clone, Debug, PartialEq)]
pub enum TablePlace {
    /// The upper left corner, in the scene.
    At(PointRef),
    /// In a corner of the page's frame: above is true for the upper ones, right for the right ones.
    Corner { above: bool, right: bool },
}

/// The entries of a title block, after ISO 7200.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TitleBlock {
    pub owner: String,
    pub title: String,
    pub subtitle: String,
    pub number: String,
    pub revision: String,
    pub date: String,
    pub sheet: String,
    pub creator: String,
    pub approver: String,
    pub department: String,
    pub reference: String,
    pub document_type: String,
    pub status: String,
    pub language: String,
    pub material: String,
    pub mass: String,
    pub tolerances: String,
    /// The scale, where it is not that of the page.
    pub scale: String,
    pub projection: Projection,
}

/// The method of projection, by its symbol.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Projection {
    #[default]
    None,
    First,
    Third,
}

/// The kinds of notes that are shapes to all formats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum NoteKind {
    CenterMark,
    CenterLine,
    Balloon,
    SurfaceFinish,
    SectionMark,
    NorthArrow,
    ScaleBar,
    Table,
    Frame,
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

    pub fn names(&self) -> Vec<&String> {
        let mut names: Vec<&String> = self.points().into_iter().filter_map(PointRef::name).collect();
        if let NoteSource::CenterMark { of, .. } = self {
            names.push(of);
        }
        names
    }

    pub fn names_mut(&mut self) -> Vec<&mut String> {
        if let NoteSource::CenterMark { of, .. } = self {
            return vec![of];
        }
        self.points_mut().into_iter().filter_map(PointRef::name_mut).collect()
    }
}
